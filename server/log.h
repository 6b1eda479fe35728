/* log: what an operator may want to know later, one line an event:
 *
 *   2026-11-18T16:03:03Z info game.created game=8rs32533r kind=go
 *
 * It never holds a token, a password or what people say, and no address unless that is asked for.
 */
#ifndef TERNION_SERVER_LOG_H
#define TERNION_SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "address.h"

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

/* All zero: nothing is written. */
struct log {
    /* Takes a line with its newline. False: it cannot just now; it must not wait. */
    bool (*write)(void *context, const char *line, size_t length);
    void *context;
    enum log_level level; /* the least important one that is written */
    bool addresses;
    struct bucket pace; /* nobody can fill the disk by it */
    long lost;          /* lines, since the last that was written */
};

/* The level by its name; false if there is none. */
bool log_level_find(const char *name, enum log_level *level);
void log_open(struct log *log, bool (*write)(void *, const char *, size_t), void *context);
/* Writes an event with pairs of names and values up to a name that is NULL. A pair whose value is
 * NULL is left out; a value that is not plain is quoted. */
void log_event(struct log *log, enum log_level level, const char *event, ...)
    __attribute__((sentinel));
/* A network address as a value: NULL unless addresses are to be written. */
const char *log_address(const struct log *log, const char *address);
/* A number as a value. */
enum { LOG_NUMBER = 24 };
const char *log_number(char digits[LOG_NUMBER], long number);

#endif
