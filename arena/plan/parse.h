/* parse: settings read from text. Every error says what would be right. */
#ifndef TERNION_PARSE_H
#define TERNION_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "../../src/core/clock.h"
#include "../../src/core/error.h"
#include "../../src/core/strings.h"

bool parse_long(const char *value, long min, long max, long *to, struct error *error);
bool parse_seconds(const char *value, double *to, struct error *error);
bool parse_clock(const char *value, struct clock_settings *to, struct error *error);
/* yes, no, true, false, on, off. */
bool parse_flag(const char *value, bool *to, struct error *error);
/* The number of the value in a list of words ended by NULL, or -1. */
int parse_word(const char *value, const char *const *words, struct error *error);
/* PORT or HOST:PORT; the host, 127.0.0.1 if none is named, is an address in numbers, one of IPv6 in
 * brackets. */
struct place {
    char host[64];
    long port;
};
bool parse_place(const char *value, struct place *to, struct error *error);
/* Adds NAME=VALUE to the list. */
bool parse_pair(const char *value, struct strings *list, struct error *error);

#endif
