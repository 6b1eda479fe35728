/* playout: a game played out at random to its very end, where all that is left empty are eyes. */
#ifndef TERNION_GO_PLAYOUT_H
#define TERNION_GO_PLAYOUT_H

#include "../core/rng.h"
#include "board.h"

/* Plays on from the board, side first, every move that is legal (superko apart) and fills no own
 * eye being equally likely, until both pass or a length is reached that only long cycles reach. */
void go_playout_uniform(struct go_board *board, int side, struct rng *rng);
/* The same with a little sense: stones in atari are taken or saved first where that helps. */
void go_playout_light(struct go_board *board, int side, struct rng *rng);
/* The liberties (3 stands for more) and, in *stones, the size of the chain that side would have at
 * an empty p; what is taken counts as a liberty only next to p. */
int go_playout_shape(const struct go_board *board, int side, int p, int *stones);
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

#endif
