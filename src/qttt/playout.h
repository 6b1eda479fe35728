/* playout: random games that take wins which are there and avoid losses which are near. */
#ifndef TERNION_QTTT_PLAYOUT_H
#define TERNION_QTTT_PLAYOUT_H

#include "../core/rng.h"
#include "board.h"

/* Two spots of one component where closing wins for a side at once, whichever way the other
 * collapses it, if it is to place; false if there are none. */
bool board_wins(const struct board *board, int side, int *a, int *b);

/* Plays the board to its end. One in `errors` of the plies of side `fool` is a blind one; 0: none.
 */
void playout_run(struct board *board, int fool, int errors, struct rng *rng);

#endif
