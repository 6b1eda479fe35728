/* eval: the static evaluation of a quiet position. */
#ifndef TERNION_DRAUGHTS_EVAL_H
#define TERNION_DRAUGHTS_EVAL_H

#include "draughts.h"

/* Hand-made or learned, so that the gain from learning can be measured. */
enum draughts_evaluation { DRAUGHTS_BY_HAND, DRAUGHTS_LEARNED };

/* Hundredths of a man for the side to play. */
int draughts_eval(enum draughts_evaluation evaluation, const struct draughts_board *board,
                  int side);
/* The expected result, 0 .. 1, for a score of draughts_eval or of the search. */
double draughts_winrate(int score);

/* The board rotated by half a turn with colours swapped: the same position for the other side. */
struct draughts_board draughts_rotated(const struct draughts_board *board);

#endif
