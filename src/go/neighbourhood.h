/* diamond: what stands around a point, in neighbourhoods that grow from eight points to
 * seventy-two.
 *
 * A neighbourhood holds all points up to a distance |dx| + |dy| + max(|dx|, |dy|), which makes
 * shapes between a diamond and a circle. Its code is the same however the board is turned or
 * mirrored and whichever colour moves; different neighbourhoods share one about as often as random
 * numbers do. */
#ifndef TERNION_GO_DIAMOND_H
#define TERNION_GO_DIAMOND_H

#include "board.h"

enum {
    GO_DIAMOND_SMALLEST = 3, /* the eight points around */
    GO_DIAMOND_LARGEST = 10,
    GO_DIAMONDS = GO_DIAMOND_LARGEST - GO_DIAMOND_SMALLEST + 1,
    GO_DIAMOND_POINTS = 72,
    GO_DIAMOND_REACH = 5,
    GO_GRID_STRIDE = GO_SIZE_MAX + 2 * GO_DIAMOND_REACH
};

/* The points of every neighbourhood, nearest first, and the numbers that make codes. */
struct go_diamonds {
    int8_t column[GO_DIAMOND_POINTS], row[GO_DIAMOND_POINTS];
    int count[GO_DIAMONDS]; /* points of each size */
    uint32_t mix[GO_DIAMOND_POINTS][4][8];
};
void go_diamonds_init(struct go_diamonds *diamonds);

/* The colours of a board as the side to move sees them: 0 own, 1 the enemy's, GO_EMPTY, GO_EDGE. */
struct go_grid {
    uint8_t colour[GO_GRID_STRIDE * GO_GRID_STRIDE];
};
void go_grid_init(struct go_grid *grid, const struct go_board *board, int side);

/* The code of one size (0 .. GO_DIAMONDS - 1) after the other; more says whether to go on with the
 * next one. */
typedef bool go_diamond_fn(void *context, uint32_t code);
void go_diamond_codes(const struct go_diamonds *diamonds, const struct go_grid *grid, int column,
                      int row, go_diamond_fn *more, void *context);

#endif
