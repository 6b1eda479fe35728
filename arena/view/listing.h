/* listing: games of a journal as people read them in a terminal: one a line, or one in full. */
#ifndef TERNION_LISTING_H
#define TERNION_LISTING_H

#include <stdio.h>

#include "filter.h"

/* A heading and a line for each game that passes; "no such games" without any. */
bool listing_games(struct archive *archive, const struct filter *filter, FILE *out,
                   struct error *error);
/* One game: who, what, why, every ply with its time, the last board, the last `tail` lines of the
 * dialogue if it was kept (negative: all of it). */
bool listing_game(const struct archive *archive, const struct arena_result *result, long tail,
                  FILE *out, struct error *error);
/* The run: its manifest, the tables, what happened beside games. */
/* What its games add up to, as one JSON object: score, Elo, sequential test, faults, status. */
bool listing_json(struct archive *archive, FILE *out, struct error *error);
bool listing_run(struct archive *archive, FILE *out, struct error *error);
/* The tables alone. */
bool listing_table(struct archive *archive, FILE *out, struct error *error);

#endif
