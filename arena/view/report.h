/* report: a run as one page that holds all it needs. */
#ifndef TERNION_REPORT_H
#define TERNION_REPORT_H

#include <stdio.h>

#include "../journal/archive.h"

/* Writes the page; at most `replays` games (negative: all) can be replayed in it. Says what it did
 * in one line of `summary`. */
bool report_write(struct archive *archive, long replays, FILE *out, struct text *summary,
                  struct error *error);

#endif
