/* A tactile clock on an Arduino: a servo for each minute hand, a vibrating motor, a switch under each end of the lever.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <Servo.h>

#include "tactile_clock.h"

enum { WHITE_HAND = 9, BLACK_HAND = 10, VIBRATION = 5, WHITE_LEVER = 2, BLACK_LEVER = 3 };

/* Contacts swing so long. */
static const unsigned long RESTS_MS = 150;

static tc_clock tactile;
static Servo white_hand, black_hand;
static const char *rhythm = "";
static unsigned long pulse_ends, pause_ends, pressed_at;

static const struct { const char *word, *rhythm; } PATTERNS[] = {
    { "tick", "." },     { "confirm", "-" }, { "refuse", ".." }, { "again", "..." }, { "turn", "-." },    { "question", "--." },
    { "offer", "-.." },  { "check", ".-" },  { "line", "..-" },  { "message", ".-." }, { "five", ".....-" }, { "flag", "-----" },
};

static void send_text(const char *text, size_t length) { Serial.write((const uint8_t *)text, length); }

static bool feel(const char *pattern) {
    for (size_t n = 0; n < sizeof PATTERNS / sizeof *PATTERNS; n++) {
        if (!strcmp(pattern, PATTERNS[n].word)) {
            rhythm = PATTERNS[n].rhythm;
            return true;
        }
    }
    return false;
}

static void show(const tc_face *face) { (void)face; }

/* A servo turns half as far as a hand: it is geared up two to one. */
static int angle(uint32_t left_ms) { return (int)(180 - left_ms % 3600000UL * 180 / 3600000UL); }

static void vibrate(unsigned long now) {
    if (pulse_ends && now >= pulse_ends) {
        digitalWrite(VIBRATION, LOW);
        pulse_ends = 0;
        pause_ends = now + 80;
    } else if (!pulse_ends && *rhythm && now >= pause_ends) {
        digitalWrite(VIBRATION, HIGH);
        pulse_ends = now + (*rhythm++ == '-' ? 240 : 80);
    }
}

static void watch_lever(unsigned long now) {
    static char down = 0;
    char pressed = !digitalRead(WHITE_LEVER) ? 'W' : !digitalRead(BLACK_LEVER) ? 'B' : 0;
    if (pressed && pressed != down && now - pressed_at >= RESTS_MS) {
        down = pressed;
        pressed_at = now;
        tc_press(&tactile, pressed);
    }
}

void setup(void) {
    Serial.begin(115200);
    white_hand.attach(WHITE_HAND);
    black_hand.attach(BLACK_HAND);
    pinMode(VIBRATION, OUTPUT);
    pinMode(WHITE_LEVER, INPUT_PULLUP);
    pinMode(BLACK_LEVER, INPUT_PULLUP);
    tactile.name = "example";
    tactile.features = "hands+feel+lever";
    tactile.write = send_text;
    tactile.show = show;
    tactile.feel = feel;
    tc_begin(&tactile, (uint16_t)analogRead(A0) * 61);
}

void loop(void) {
    unsigned long now = millis();
    while (Serial.available()) tc_receive(&tactile, (char)Serial.read());
    tc_tick(&tactile, now);
    watch_lever(now);
    vibrate(now);
    white_hand.write(angle(tc_left(&tactile, 'W')));
    black_hand.write(angle(tc_left(&tactile, 'B')));
}
