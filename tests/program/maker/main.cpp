/* Runs the example firmware over standard input and output. */
#include "Servo.h"
#include "example.ino"

int main() {
    char line[256];
    setup();
    while (std::fgets(line, sizeof line, stdin)) {
        if (line[0] == '!' && line[1] == '+') {
            unsigned long until = stub_ms + std::strtoul(line + 2, nullptr, 10);
            for (; stub_ms < until; stub_ms += 10) loop();
        } else if (line[0] == '!') {
            stub_lever = line[1];
            loop();
        } else {
            stub_input += line;
            loop();
        }
    }
}
