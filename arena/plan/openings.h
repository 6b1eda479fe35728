/* openings: where games begin. */
#ifndef TERNION_OPENINGS_H
#define TERNION_OPENINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../src/core/error.h"
#include "../../src/core/session.h"
#include "plan.h"

enum { OPENING_GAMES_MAX = 10000 }; /* recorded games; more are refused */

/* Move lists or positions from a file or from records of games; empty for openings made by seed. */
struct openings {
    struct strings lines;
    bool shuffle;
    long plies; /* of random openings, 0: none */
    uint64_t seed;
    size_t *order;  /* of the lines in one cycle through them, or NULL */
    uint64_t cycle; /* which one */
};

/* Reads and tries every line: a list of moves, or `position TEXT`. Blank lines and lines that begin
 * with '#' are skipped. Errors name the line. Random openings that end the game, all of many that
 * were tried, are refused. `fresh` is a session with the plan's settings. */
bool openings_open(struct openings *openings, const struct plan *plan, const struct session *fresh,
                   struct error *error);
void openings_free(struct openings *openings);
/* Plays an opening as it is written: moves, or `position TEXT`. */
bool opening_play(const char *line, struct session *session, struct error *error);
/* Plays opening number `index` in a fresh session. The game is not over after it. A number for
 * which no random plies were found that leave a game to play has the opening of number 0. */
void openings_play(struct openings *openings, long index, struct session *session);

/* Adds a line for every recorded game of a file, or of all files of a directory with the game's
 * suffix (SGF, PDN, or the tag record) in the order of their names: the first `plies` moves (all:
 * -1), or "position TEXT" where a game does not begin as usual. Errors name the file and the game.
 */
bool opening_games_read(const char *path, const struct session *fresh, long plies,
                        struct strings *lines, struct error *error);
/* A hash over all that would be read. */
bool opening_games_hash(const char *path, const struct game *game, char digits[65],
                        struct error *error);

#endif
