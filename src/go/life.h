/* life: unconditional life (Benson): stones that stay on the board even if their side only passes.
 */
#ifndef TERNION_GO_LIFE_H
#define TERNION_GO_LIFE_H

#include "board.h"

/* For every point of the board: whether it is a stone of side that is unconditionally alive, or
 * lies in a region that is vital to such stones, where the enemy cannot live. */
void go_life_find(const struct go_board *board, int side, bool safe[GO_INDEXES]);

#endif
