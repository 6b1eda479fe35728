/* prior: a first guess at every move of a position, before any simulation. */
#ifndef TERNION_GO_PRIOR_H
#define TERNION_GO_PRIOR_H

#include "board.h"
#include "pattern.h"

/* Guesses that measurements switch off. */
enum {
    GO_PRIOR_ATARI = 1,    /* taking and saving stones, ladders read out */
    GO_PRIOR_SHAPE = 2,    /* patterns */
    GO_PRIOR_NEAR = 4,     /* near the last move */
    GO_PRIOR_PLACE = 8,    /* lines of the open board */
    GO_PRIOR_CAUTION = 16, /* not throwing stones away */
    GO_PRIOR_ALL = 31
};

/* For every point, simulations won and made in thought. */
struct go_prior {
    float visits[GO_INDEXES];
    float wins[GO_INDEXES];
};

/* For side to move after the last move (or GO_PASS). Only empty points are filled in. */
void go_prior_make(struct go_prior *prior, const struct go_board *board, int side, int last,
                   const struct go_shapes *shapes, unsigned kinds);

#endif
