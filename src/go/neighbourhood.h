/* neighbourhood: large patterns around a point, from eight points to seventy-two.
 *
 * A neighbourhood holds all points up to a distance |dx| + |dy| + max(|dx|, |dy|), which makes
 * shapes between a diamond and a circle. Its code is the same for all eight symmetries of the board
 * and for both colours to move; distinct neighbourhoods share one as rarely as random numbers do.
 */
#ifndef TERNION_GO_NEIGHBOURHOOD_H
#define TERNION_GO_NEIGHBOURHOOD_H

#include "board.h"

enum {
    GO_NEIGHBOURHOOD_SMALLEST = 3, /* the eight points around */
    GO_NEIGHBOURHOOD_LARGEST = 10,
    GO_NEIGHBOURHOODS = GO_NEIGHBOURHOOD_LARGEST - GO_NEIGHBOURHOOD_SMALLEST + 1,
    GO_NEIGHBOURHOOD_POINTS = 72,
    GO_NEIGHBOURHOOD_REACH = 5,
    GO_GRID_STRIDE = GO_SIZE_MAX + 2 * GO_NEIGHBOURHOOD_REACH
};

/* The points of every neighbourhood, nearest first, and the random numbers that make codes. */
struct go_neighbourhoods {
    int8_t column[GO_NEIGHBOURHOOD_POINTS], row[GO_NEIGHBOURHOOD_POINTS];
    int count[GO_NEIGHBOURHOODS]; /* points of each size */
    uint32_t mix[GO_NEIGHBOURHOOD_POINTS][4][8];
};
void go_neighbourhoods_init(struct go_neighbourhoods *neighbourhoods);

/* The colours of a board as the side to move sees them: 0 own, 1 the enemy's, GO_EMPTY, GO_EDGE. */
struct go_grid {
    uint8_t colour[GO_GRID_STRIDE * GO_GRID_STRIDE];
};
void go_grid_init(struct go_grid *grid, const struct go_board *board, int side);

/* Calls `more` with the code of each size in turn (0 .. GO_NEIGHBOURHOODS - 1) until it returns
 * false. */
typedef bool go_neighbourhood_fn(void *context, uint32_t code);
void go_neighbourhood_codes(const struct go_neighbourhoods *neighbourhoods,
                            const struct go_grid *grid, int column, int row,
                            go_neighbourhood_fn *more, void *context);

#endif
