/* export: games of a journal in formats that other programs read. */
#ifndef TERNION_EXPORT_H
#define TERNION_EXPORT_H

#include <stdio.h>

#include "filter.h"

/* Whether games of this archive can be written so. */
bool export_check(const char *format, const struct archive *archive, struct error *error);
/* Writes the games with these numbers, all that pass if there are none. */
bool export_games(struct archive *archive, const char *format, char *const *numbers, size_t count,
                  const struct filter *filter, FILE *out, struct error *error);

#endif
