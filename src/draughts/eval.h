/* eval: what a quiet position is worth without looking ahead. */
#ifndef TERNION_DRAUGHTS_EVAL_H
#define TERNION_DRAUGHTS_EVAL_H

#include "draughts.h"

/* Two ways to judge, so that what learning gained can be measured. */
enum draughts_judge { DRAUGHTS_BY_HAND, DRAUGHTS_LEARNED };

/* Hundredths of a man for the side to play. */
int draughts_eval(enum draughts_judge judge, const struct draughts_board *board, int side);
/* The result to expect, 0 .. 1, from a value of draughts_eval or of the search. */
double draughts_winrate(int score);

/* The board seen from the other side: A1 and H8 change places, and so do black and white. */
struct draughts_board draughts_turned(const struct draughts_board *board);

#endif
