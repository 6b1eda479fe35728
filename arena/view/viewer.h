/* viewer: a game of a journal, ply by ply, on a terminal. */
#ifndef TERNION_VIEWER_H
#define TERNION_VIEWER_H

#include <stdio.h>

#include "../journal/archive.h"

/* On a terminal a board that goes on and back with keys until q is pressed or the input ends;
 * otherwise every position in turn. Keys are read from standard input. */
bool viewer_run(const struct archive *archive, const struct arena_result *result, FILE *out,
                struct error *error);

#endif
