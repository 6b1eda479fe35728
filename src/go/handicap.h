/* handicap: where handicap stones go. */
#ifndef TERNION_GO_HANDICAP_H
#define TERNION_GO_HANDICAP_H

#include "board.h"

enum { GO_HANDICAP_FIXED_MAX = 9 };

/* The largest fixed handicap of a board size, 0 if it has none (GTP 2, section 4.1.1). */
int go_handicap_most(int size);
/* The points of a fixed handicap of count stones, 2 to go_handicap_most, in the order of GTP 2. */
void go_handicap_fixed(const struct go_board *board, int count, int points[GO_HANDICAP_FIXED_MAX]);
/* Evenly spread points for a handicap of 1 stone to all points but one. */
void go_handicap_free(const struct go_board *board, int count, int points[GO_POINTS]);

#endif
