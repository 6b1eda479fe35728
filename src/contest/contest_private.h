/* contest_private: what the files of src/contest know of each other. */
#ifndef TERNION_CONTEST_PRIVATE_H
#define TERNION_CONTEST_PRIVATE_H

#include "contest.h"

/* contest_table.c */

/* Whether a game belongs to the state: it goes on, or is of the present round or one of the last.
 */
bool contest_is_recent(const struct contest *contest, size_t number);

/* contest_pair.c */

struct pairing {
    int players[2];
    long bracket; /* knockout */
};
/* Half points of a side of a game, 0 while it goes on. */
int contest_halves(const struct contest_game *game, int side);
bool contest_is_bye(const struct contest_game *game);
/* Pairs those wanted as in a Swiss round; *bye is who is left over, or CONTEST_NOBODY. There must
 * be room for half as many pairings as there are players. */
int contest_pair_swiss(const struct contest *contest, const bool *wanted, struct pairing *pairings,
                       int *bye);
/* The next round of a round robin: as many as can be of those who have not met; the same, of who
 * is idle, for free pairing. */
int contest_pair_robin(const struct contest *contest, struct pairing *pairings);
int contest_pair_idle(const struct contest *contest, struct pairing *pairings);
/* Knockout: what can be played and is not yet, and in which round. -1: the results do not fit. */
int contest_pair_knockout(const struct contest *contest, struct pairing *pairings, long *round);
/* The round that each player has reached: struct contest_standing. */
void contest_knockout_reached(const struct contest *contest, struct contest_standing *standings);
/* Whether the bracket is as it was if that game had another result. */
bool contest_knockout_stands(const struct contest *contest, long game, enum contest_result result);

#endif
