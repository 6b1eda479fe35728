/* opening_games: openings taken from records of whole games, in the game's own format: SGF, PDN, or
 * the tag record. */
#ifndef TERNION_OPENING_GAMES_H
#define TERNION_OPENING_GAMES_H

#include "../../src/core/error.h"
#include "../../src/core/session.h"
#include "parse.h"

enum { OPENING_GAMES_MAX = 10000 }; /* more are refused */

/* Adds a line for every game of a file, or of all files of a directory with the game's suffix in
 * the order of their names: the first `plies` moves (all: -1), or "position TEXT" where a game does
 * not begin as usual. Errors name the file and the game. */
bool opening_games_read(const char *path, const struct session *fresh, long plies,
                        struct strings *lines, struct error *error);
/* A hash over all that would be read. */
bool opening_games_hash(const char *path, const struct game *game, char digits[65],
                        struct error *error);

#endif
