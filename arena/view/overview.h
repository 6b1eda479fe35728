/* overview: several journals of one run at a time, how far they are and what they add up to. */
#ifndef TERNION_OVERVIEW_H
#define TERNION_OVERVIEW_H

#include <stdio.h>

#include "../../src/core/error.h"
#include "../plan/parse.h"

/* Each path is a journal or a directory of journals. Waits for no writer. A journal that cannot be
 * read makes it fail, but only when everything else is printed. */
bool overview_show(const struct strings *paths, FILE *out, struct error *error);

#endif
