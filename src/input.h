/* input: lines from a descriptor. Bytes are read by the thread that waits for them, also while the
 * program thinks, so that it knows what has come in; no line costs a handover between threads. */
#ifndef TERNION_INPUT_H
#define TERNION_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "system/wakeup.h"

struct input;

struct input_line {
    char *at; /* the caller frees it; may hold any bytes, a NUL follows them */
    size_t length;
    bool too_long; /* longer than GTP_LINE_MAX; the rest of it was thrown away */
};

struct input *input_open(int descriptor);
/* Frees everything; the descriptor stays open. */
void input_close(struct input *input);

/* Waits for the next line; false at the end of input. A last line without newline counts. */
bool input_next(struct input *input, struct input_line *line);
/* Whether a line waits, or the end was reached. Reads what is there, never waits. */
bool input_pending(struct input *input);
/* Takes the first "# interrupt" out of what waits; false if there is none. Never waits. */
bool input_interrupted(struct input *input);
/* Waits for bytes, for the wakeup, or until `deadline` of monotonic_now() if that is above 0. Once
 * so much waits to be taken that a flood stays in the pipe, bytes no longer end the waiting. */
void input_wait(struct input *input, struct wakeup *wakeup, double deadline);

#endif
