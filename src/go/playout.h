/* playout: a game played at random to its end, where only eyes are left empty.
 *
 * Uniform playouts choose among all sensible points; light ones also answer atari; heavy ones
 * answer the last move by the heuristics below. */
#ifndef TERNION_GO_PLAYOUT_H
#define TERNION_GO_PLAYOUT_H

#include "../core/rng.h"
#include "board.h"
#include "pattern.h"
#include "policy.h"

/* Plays on from the board, side first, until both pass or a length is reached that only long cycles
 * reach. Every move that is legal (superko apart) and fills no own eye is equally likely. */
void go_playout_uniform(struct go_board *board, int side, struct rng *rng);
/* The same, but stones in atari are captured or saved first where that helps, and most bad
 * self-atari is avoided. */
void go_playout_light(struct go_board *board, int side, struct rng *rng);

/* By area: Black's points less White's, exact once a playout has ended. */
int go_playout_area(const struct go_board *board);
/* The owner of a point at the end: a side, or GO_EMPTY. */
static inline int go_playout_owner(const struct go_board *board, int p) {
    if (go_board_colour(board, p) != GO_EMPTY)
        return go_board_colour(board, p);
    if (go_board_around(board, p, GO_BLACK) == 4)
        return GO_BLACK;
    return go_board_around(board, p, GO_WHITE) == 4 ? GO_WHITE : GO_EMPTY;
}

/* The moves of one simulation in turn, passes included, so that sides alternate. */
enum { GO_LINE = 4 * GO_POINTS };
struct go_line {
    int count;
    uint16_t at[GO_LINE];
};

/* Heuristics of heavy playouts; measurements switch single ones off. */
enum {
    /* Next to the last move: capture and save stones, answer by a 3x3 pattern, play the vital point
     * of the space that a capture left. */
    GO_HEURISTIC_ATARI = 1,
    GO_HEURISTIC_PATTERN = 2,
    GO_HEURISTIC_NAKADE = 4,
    /* Avoid bad self-atari. */
    GO_HEURISTIC_SELF_ATARI = 8,
    /* Attack and defend chains with two liberties next to the last move. */
    GO_HEURISTIC_LADDER = 16,
    /* (32 was a heuristic that lost games.) Look for captures anywhere. */
    GO_HEURISTIC_CAPTURE = 64,
    /* Avoid self-atari of one or two stones, too, unless they press something. */
    GO_HEURISTIC_SELF_ATARI_STRICT = 128,
    /* No move on the bare edge while there are others. */
    GO_HEURISTIC_EDGE = 256,
    /* Draw among patterns by their weights. */
    GO_HEURISTIC_WEIGHTS = 512,
    GO_HEURISTICS_ALL = 1023 - 32
};

/* For each 3x3 pattern, the policy's weight of that neighbourhood as a small positive number, so
 * that drawing a move takes a few instructions. */
struct go_playout_weights {
    uint16_t weight[2][GO_PATTERNS]; /* by side to move and code; never 0 */
};
/* Patterns outside the set get the smallest weight. */
void go_playout_weights_init(struct go_playout_weights *weights, const struct go_policy *policy,
                             const struct go_pattern_set *patterns);

/* patterns and weights may be NULL if the heuristics that need them are off. */
struct go_playout_heuristics {
    unsigned kinds;
    const struct go_pattern_set *patterns;
    const struct go_playout_weights *weights;
};

/* Plays on from the board, side first, to the end. The line holds the moves before, of which the
 * last two matter, and gets those of the playout; captured is how many stones the last one took. */
void go_playout_heavy(struct go_board *board, int side, int captured,
                      const struct go_playout_heuristics *heuristics, struct rng *rng,
                      struct go_line *line);

#endif
