/* tuning: the file that says what is tuned and how, read with libconfuse:
 *
 *   iterations = N             steps of the walk
 *   pairs = N                  pairs of games in each (1)
 *   gain = X                   how boldly it walks (1)
 *   command = "WORDS"          what sets a parameter: WORDS NAME VALUE (set_option)
 *   trajectory = "FILE"        where the walk is written, as CSV
 *   parameter NAME { type = real min = X max = X start = X step = X }
 *                              type: real (default), for decimal numbers, or int */
#ifndef TERNION_TUNING_H
#define TERNION_TUNING_H

#include "../../src/core/error.h"
#include "../../src/tournament/spsa.h"

struct tuning {
    struct spsa spsa; /* not begun */
    char *command;
    char *trajectory; /* or NULL */
};

/* False with an error that names the file and the line. tuning_free is due in any case. */
bool tuning_read(struct tuning *tuning, const char *path, struct error *error);
void tuning_free(struct tuning *tuning);
/* Everything that the games depend on, in one form whatever the file looked like. */
void tuning_print(const struct tuning *tuning, struct text *text);
/* A value as engines are told it. */
void tuning_put_value(const struct spsa_parameter *parameter, double value, struct text *text);

#endif
