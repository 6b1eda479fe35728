/* transcript: the flight recorder of one game: the dialogue with its engines, with the time of
 * every piece, bounded: when it is full the older half goes. */
#ifndef TERNION_TRANSCRIPT_H
#define TERNION_TRANSCRIPT_H

#include <stddef.h>

#include "../../src/driver/driver.h"

enum {
    TRANSCRIPT_LIMIT = 128 << 10, /* bytes kept of one game */
    TRANSCRIPT_CHUNK = 8 << 10    /* bytes kept of one piece */
};
/* Lines of standard error that say why a program ended: many end with a hint where to read on. */
enum { TRANSCRIPT_LAST_LINES = 2 };

enum transcript_kind {
    TRANSCRIPT_COMMAND = TRAFFIC_SENT,
    TRANSCRIPT_ANSWER = TRAFFIC_RECEIVED,
    TRANSCRIPT_STDERR = TRAFFIC_ERRORS,
    TRANSCRIPT_REMARK
};

/* All zero with a limit is an empty transcript. */
struct transcript {
    char *at;
    size_t length, room;
    size_t limit;   /* bytes kept, at least 4 TRANSCRIPT_CHUNK */
    size_t dropped; /* bytes that went */
};

void transcript_free(struct transcript *transcript);
void transcript_clear(struct transcript *transcript);
/* `who` is any small number that the names below are looked up by. */
void transcript_add(struct transcript *transcript, enum transcript_kind kind, int who,
                    const char *bytes, size_t length, double when);
/* One line without its newline, as "SECONDS NAME > command", made safe to show. */
void transcript_put_line(double seconds, const char *name, enum transcript_kind kind,
                         const char *bytes, size_t length, struct text *text);
/* The whole as lines "SECONDS NAME > command", times counted from `start`. */
void transcript_print(const struct transcript *transcript, double start, const char *const *names,
                      struct text *text);
/* Appends the last lines, blank ones apart, of what one of them sent in pieces of this kind, with
 * " / " between them. */
void transcript_tail(const struct transcript *transcript, enum transcript_kind kind, int who,
                     int lines, struct text *text);

#endif
