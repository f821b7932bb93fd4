#pragma once
/* As much of an Arduino as the example firmware uses, so that a C++ compiler on a desk can try it: bytes of the host on
 * standard input, `W`, `B` and `+MS` in lines that begin with `!` for the lever and the time. */
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

enum { OUTPUT, INPUT_PULLUP, LOW = 0, HIGH = 1, A0 = 14 };

static unsigned long stub_ms = 1000;
static char stub_lever = 0;
static std::string stub_input;
static size_t stub_read = 0;

static unsigned long millis() { return stub_ms; }
static void pinMode(int, int) {}
static void digitalWrite(int pin, int on) { std::printf("pin %d %d\n", pin, on); }
static int digitalRead(int pin) { return !((pin == 2 && stub_lever == 'W') || (pin == 3 && stub_lever == 'B')); }
static int analogRead(int) { return 1; }

struct Servo {
    int last = -1, pin = 0;
    void attach(int to) { pin = to; }
    void write(int angle) {
        if (angle != last) std::printf("hand %d %d\n", pin, angle);
        last = angle;
    }
};

static struct {
    void begin(long) {}
    bool available() { return stub_read < stub_input.size(); }
    int read() { return (unsigned char)stub_input[stub_read++]; }
    void write(const uint8_t *text, size_t length) { std::fwrite(text, 1, length, stdout); }
} Serial;
