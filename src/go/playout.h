/* playout: a game played out at random to its very end, where all that is left empty are eyes. */
#ifndef TERNION_GO_PLAYOUT_H
#define TERNION_GO_PLAYOUT_H

#include "../core/rng.h"
#include "board.h"
#include "pattern.h"
#include "policy.h"

/* Plays on from the board, side first, every move that is legal (superko apart) and fills no own
 * eye being equally likely, until both pass or a length is reached that only long cycles reach. */
void go_playout_uniform(struct go_board *board, int side, struct rng *rng);
/* The same with a little sense: stones in atari are taken or saved first where that helps. */
void go_playout_light(struct go_board *board, int side, struct rng *rng);
/* Black's points of the board less White's, counting stones and points that only one side touches:
 * exact once a playout has ended. */
int go_playout_area(const struct go_board *board);
/* Whom a point belongs to at the end: a side, or GO_EMPTY. */
static inline int go_playout_owner(const struct go_board *board, int p) {
    if (go_board_colour(board, p) != GO_EMPTY)
        return go_board_colour(board, p);
    if (go_board_around(board, p, GO_BLACK) == 4)
        return GO_BLACK;
    return go_board_around(board, p, GO_WHITE) == 4 ? GO_WHITE : GO_EMPTY;
}

/* Heavy playouts answer the last move as a player would. */

/* Which of several patterns a player would rather play into: the weights that the policy learned
 * for the eight points around a move, as small numbers that one move is drawn by in a few
 * instructions. */
struct go_appeal {
    uint16_t part[2][GO_PATTERNS]; /* by side to move and code; never 0 */
};

/* Only patterns that are among the shapes get parts of their own. */
void go_appeal_init(struct go_appeal *appeal, const struct go_policy *policy,
                    const struct go_shapes *shapes);

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
