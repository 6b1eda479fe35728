/* tape: the flight recorder of one game: the dialogue with its engines, with the time of every
 * piece, bounded: when it is full the older half goes. */
#ifndef TERNION_TAPE_H
#define TERNION_TAPE_H

#include <stddef.h>

#include "../../src/core/text.h"

enum { TAPE_CHUNK = 8 << 10 }; /* bytes kept of one piece */
/* Lines of standard error that say why a program ended: many end with a hint where to read on. */
enum { TAPE_LAST_LINES = 2 };

enum tape_kind { TAPE_COMMAND, TAPE_ANSWER, TAPE_STDERR, TAPE_REMARK };

/* All zero with a limit is an empty tape. */
struct tape {
    char *at;
    size_t length, room;
    size_t limit;   /* bytes kept, at least 4 TAPE_CHUNK */
    size_t dropped; /* bytes that went */
};

void tape_free(struct tape *tape);
void tape_clear(struct tape *tape);
/* `who` is any small number that the names below are looked up by. */
void tape_add(struct tape *tape, enum tape_kind kind, int who, const char *bytes, size_t length,
              double when);
/* The whole as lines "SECONDS NAME > command", times counted from `start`. */
void tape_print(const struct tape *tape, double start, const char *const *names, struct text *text);
/* Appends the last lines, blank ones apart, of what one of them sent in pieces of this kind, with
 * " / " between them. */
void tape_tail(const struct tape *tape, enum tape_kind kind, int who, int lines, struct text *text);

#endif
