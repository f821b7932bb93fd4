/* The clock's side of the tactile clock's serial protocol, version 1: see ../tactile-clock.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Include it in one file. Nothing here waits, allocates or reads a clock: times are given, in milliseconds. */
#ifndef TACTILE_CLOCK_H
#define TACTILE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TC_VERSION 1
/* The longest line, with its $, checksum, CR and LF. */
#define TC_LINE 80
/* A lever is told again after so long, until it is acknowledged. */
#define TC_REPEAT_MS 200
/* The hands are stopped when nothing was heard of the time for so long. */
#define TC_SILENCE_MS 3000
/* Presses that are kept until the host has heard of them. */
#define TC_PRESSES 8

typedef struct {
    /* What is left when it was told, which side runs (W, B or -), which flags are down. */
    uint32_t white_ms, black_ms;
    char run;
    bool white_flag, black_flag;
} tc_face;

typedef struct tc_clock {
    /* Given by the maker: */
    const char *name;                             /* 7-bit characters but $ * and the comma */
    const char *features;                         /* of hands flag feel lever, joined by + */
    void (*write)(const char *text, size_t length);
    void (*show)(const tc_face *face);
    bool (*feel)(const char *pattern);            /* false: the word is not known */

    /* Its own: */
    char line[TC_LINE];
    size_t length;
    bool reading;
    tc_face face;
    uint32_t told_ms, now_ms;
    bool told, stopped;
    uint16_t seq;
    bool has_set, has_feel;
    uint16_t last_set, last_feel;
    bool feel_known;
    struct { uint16_t seq; char side; } presses[TC_PRESSES];
    size_t pending;
    uint32_t repeated_ms;
} tc_clock;

/* The sum of a line's body: all its bytes taken together with XOR. */
static uint8_t tc_checksum(const char *body, size_t length) {
    uint8_t sum = 0;
    while (length--) sum ^= (uint8_t)*body++;
    return sum;
}

static void tc_send(tc_clock *clock, const char *body) {
    char line[TC_LINE + 1];
    int length = snprintf(line, sizeof line, "$%s*%02X\r\n", body, tc_checksum(body, strlen(body)));
    if (length > 0 && length <= TC_LINE) clock->write(line, (size_t)length);
}

static void tc_send_number(tc_clock *clock, const char *word, uint16_t seq) {
    char body[TC_LINE];
    snprintf(body, sizeof body, "%s,%u", word, (unsigned)seq);
    tc_send(clock, body);
}

static void tc_send_press(tc_clock *clock) {
    char body[TC_LINE];
    snprintf(body, sizeof body, "TCLEVER,%u,%c", (unsigned)clock->presses[0].seq, clock->presses[0].side);
    tc_send(clock, body);
    clock->repeated_ms = clock->now_ms;
}

/* A whole number without sign, and nothing else; false if it is none or too great. */
static bool tc_number(const char *text, uint32_t most, uint32_t *number) {
    uint64_t value = 0;
    if (!*text) return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        value = value * 10 + (uint64_t)(*text - '0');
        if (value > most) return false;
    }
    *number = (uint32_t)value;
    return true;
}

static void tc_set(tc_clock *clock, char **field, int count) {
    uint32_t seq, white, black;
    if (count != 6 || !tc_number(field[1], 65535, &seq)) return;
    bool white_flag = !strcmp(field[5], "W") || !strcmp(field[5], "WB");
    bool black_flag = !strcmp(field[5], "B") || !strcmp(field[5], "WB");
    bool flags = white_flag || black_flag || !strcmp(field[5], "-");
    bool run = strlen(field[4]) == 1 && strchr("WB-", field[4][0]);
    if (!tc_number(field[2], UINT32_MAX, &white) || !tc_number(field[3], UINT32_MAX, &black) || !run || !flags) return;
    if (!clock->has_set || clock->last_set != seq) {
        clock->face = (tc_face){ white, black, field[4][0], white_flag, black_flag };
        clock->last_set = (uint16_t)seq;
        clock->has_set = true;
        clock->told_ms = clock->now_ms;
        clock->told = true;
        clock->stopped = false;
        clock->show(&clock->face);
    }
    tc_send_number(clock, "TCACK", (uint16_t)seq);
}

static void tc_felt(tc_clock *clock, char **field, int count) {
    uint32_t seq;
    if (count != 3 || !tc_number(field[1], 65535, &seq)) return;
    if (!clock->has_feel || clock->last_feel != seq) {
        clock->feel_known = clock->feel(field[2]);
        clock->last_feel = (uint16_t)seq;
        clock->has_feel = true;
    }
    if (clock->feel_known) {
        tc_send_number(clock, "TCACK", (uint16_t)seq);
    } else {
        char body[TC_LINE];
        snprintf(body, sizeof body, "TCNAK,%u,unknown", (unsigned)seq);
        tc_send(clock, body);
    }
}

static void tc_acknowledged(tc_clock *clock, char **field, int count) {
    uint32_t seq;
    if (count != 2 || !tc_number(field[1], 65535, &seq)) return;
    if (!clock->pending || clock->presses[0].seq != seq) return;
    clock->pending--;
    memmove(clock->presses, clock->presses + 1, clock->pending * sizeof *clock->presses);
    if (clock->pending) tc_send_press(clock);
}

/* A whole line was received, without its $ and its end. */
static void tc_line(tc_clock *clock) {
    char *body = clock->line, *field[7];
    size_t length = clock->length;
    if (length < 4 || body[length - 3] != '*') return;
    char digits[3] = { body[length - 2], body[length - 1], 0 }, *end;
    unsigned long sum = strtoul(digits, &end, 16);
    if (end != digits + 2 || sum != tc_checksum(body, length - 3)) return;
    body[length - 3] = 0;
    int count = 0;
    for (char *at = body; at && count < 7; count++) {
        field[count] = at;
        at = strchr(at, ',');
        if (at) *at++ = 0;
    }
    if (!strcmp(field[0], "TCHELO")) {
        char answer[TC_LINE];
        snprintf(answer, sizeof answer, "TCHELO,%d,%s,%s", TC_VERSION, clock->name, clock->features);
        /* A host that begins anew begins its numbers anew. */
        clock->has_set = clock->has_feel = false;
        tc_send(clock, answer);
    } else if (!strcmp(field[0], "TCSET")) {
        tc_set(clock, field, count);
    } else if (!strcmp(field[0], "TCFEEL")) {
        tc_felt(clock, field, count);
    } else if (!strcmp(field[0], "TCACK")) {
        tc_acknowledged(clock, field, count);
    }
}

/* Begins. Numbers of presses begin at `seq`, best at random. What the maker gives must be set before. */
static void tc_begin(tc_clock *clock, uint16_t seq) {
    clock->length = clock->pending = 0;
    clock->reading = clock->told = clock->stopped = clock->has_set = clock->has_feel = false;
    clock->seq = seq;
    clock->now_ms = clock->told_ms = clock->repeated_ms = 0;
}

/* Takes a byte from the host. */
static void tc_receive(tc_clock *clock, char byte) {
    if (byte == '$') {
        clock->reading = true;
        clock->length = 0;
    } else if (clock->reading && (byte == '\r' || byte == '\n')) {
        clock->reading = false;
        tc_line(clock);
    } else if (clock->reading && clock->length < TC_LINE - 3) {
        clock->line[clock->length++] = byte;
    } else {
        /* Longer than any line: reading goes on at the next. */
        clock->reading = false;
    }
}

/* The lever was pressed by this side, W or B. One that is not heard of is told again. */
static void tc_press(tc_clock *clock, char side) {
    if (clock->pending == TC_PRESSES) return;
    clock->presses[clock->pending].seq = clock->seq++;
    clock->presses[clock->pending].side = side;
    if (clock->pending++ == 0) tc_send_press(clock);
}

/* Something is wrong: motor, power, sensor. */
static void tc_fault(tc_clock *clock, const char *code) {
    char body[TC_LINE];
    snprintf(body, sizeof body, "TCFAULT,%s", code);
    tc_send(clock, body);
}

/* The time left to a side now. */
static uint32_t tc_left(const tc_clock *clock, char side) {
    uint32_t left = side == 'W' ? clock->face.white_ms : clock->face.black_ms;
    uint32_t spent = clock->now_ms - clock->told_ms;
    if (clock->stopped || clock->face.run != side) return left;
    return left > spent ? left - spent : 0;
}

/* Time passes: so many milliseconds since the start. */
static void tc_tick(tc_clock *clock, uint32_t now_ms) {
    clock->now_ms = now_ms;
    if (clock->pending && now_ms - clock->repeated_ms >= TC_REPEAT_MS) tc_send_press(clock);
    if (clock->told && !clock->stopped && now_ms - clock->told_ms >= TC_SILENCE_MS) {
        clock->face.white_ms = tc_left(clock, 'W');
        clock->face.black_ms = tc_left(clock, 'B');
        clock->stopped = true;
        tc_fault(clock, "host");
    }
}

#endif
