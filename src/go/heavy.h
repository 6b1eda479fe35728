/* heavy: playouts that answer the last move as a player would. */
#ifndef TERNION_GO_HEAVY_H
#define TERNION_GO_HEAVY_H

#include "../core/rng.h"
#include "appeal.h"
#include "board.h"
#include "pattern.h"

/* The moves of one simulation in turn, passes included, so that sides alternate. */
enum { GO_LINE = 4 * GO_POINTS };
struct go_line {
    int count;
    uint16_t at[GO_LINE];
};

/* What the playouts may do; measurements switch single habits off. */
enum {
    GO_HABIT_ATARI = 1,      /* take and save stones next to the last move */
    GO_HABIT_SHAPE = 2,      /* answer by a pattern next to the last move */
    GO_HABIT_VITAL = 4,      /* take the vital point of a small space that a capture left */
    GO_HABIT_CAUTION = 8,    /* do not throw stones away */
    GO_HABIT_LADDER = 16,    /* attack and defend chains with two liberties next to the last move */
    GO_HABIT_CAPTURE = 64,   /* look for stones to take anywhere */
    GO_HABIT_WARY = 128,     /* nor single ones, unless they press something */
    GO_HABIT_INLAND = 256,   /* no move on the edge far from all stones while there are others */
    GO_HABIT_APPEAL = 512,   /* among patterns, rather those that players play into */
    GO_HABIT_ALL = 1023 - 32 /* 32 was a habit that lost games */
};

struct go_habits {
    unsigned kinds;
    const struct go_shapes *shapes;
    const struct go_appeal *appeal;
};

/* Plays on from the board, side first, to the end. The line holds the moves before (the last two
 * matter; taken is how many stones the very last one took) and gets those of the playout. */
void go_heavy_playout(struct go_board *board, int side, int taken, const struct go_habits *habits,
                      struct rng *rng, struct go_line *line);

#endif
