/* input: lines from a descriptor, read by a thread of its own so that the program knows what waits
 * while it thinks. */
#ifndef TERNION_INPUT_H
#define TERNION_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "bell.h"

struct input;

struct input_line {
    char *at; /* the caller frees it; not NUL-terminated text only: may hold any bytes */
    size_t length;
    bool too_long; /* longer than GTP_LINE_MAX; the rest of it was thrown away */
};

/* Begins to read. Every new line, and the end, rings the bell. */
struct input *input_open(int descriptor, struct bell *bell);
/* Stops reading and frees everything. */
void input_close(struct input *input);

/* Waits for the next line; false at the end of input. A last line without newline counts. */
bool input_next(struct input *input, struct input_line *line);
/* With the bell locked: whether a line waits (an interrupt is none) or the end was reached. */
bool input_pending(const struct input *input);
/* With the bell locked: takes the first "# interrupt" out of what waits; false if there is none. */
bool input_interrupted(struct input *input);

#endif
