/* tactics: short reading around single chains, for playouts and priors. */
#ifndef TERNION_GO_TACTICS_H
#define TERNION_GO_TACTICS_H

#include "board.h"

/* A few candidate moves; more than fit are dropped. */
struct go_move_queue {
    int count;
    uint16_t at[24];
};
static inline void go_move_queue_add(struct go_move_queue *queue, int p) {
    if (queue->count < (int)(sizeof queue->at / sizeof queue->at[0]))
        queue->at[queue->count++] = (uint16_t)p;
}

/* Distinct liberties of a chain up to 3 (which stands for more); the first two are stored. */
int go_tactics_liberties(const struct go_board *board, int p, int liberties[3]);
/* The chain that side would have at an empty p: its liberties (3 stands for more) and, in *stones,
 * its size. Captured stones count as liberties only next to p. */
int go_tactics_chain_after(const struct go_board *board, int side, int p, int *stones);

/* Whether a chain with at most two liberties, its enemy to move, is captured in a ladder; *first is
 * the move that starts it. */
bool go_tactics_ladder(const struct go_board *board, int p, int *first);
/* Whether the owner of a chain in atari, to move, escapes by playing its last liberty. */
bool go_tactics_escapes(const struct go_board *board, int p);
/* Adds moves that capture an enemy chain next to this one. */
void go_tactics_counter_captures(const struct go_board *board, int p, struct go_move_queue *queue);
/* Whether side's stone at an empty p is a self-atari that captures nothing worth it and has no
 * nakade shape. */
bool go_tactics_is_bad_self_atari(const struct go_board *board, int side, int p);
/* The same, and one or two stones are bad as well unless they press an enemy chain that is short of
 * liberties or spoil an eye next to own stones. */
bool go_tactics_is_wasteful_self_atari(const struct go_board *board, int side, int p);
/* The vital point of the small eye space around an empty p that one side encloses, or GO_NO_POINT.
 */
int go_tactics_vital(const struct go_board *board, int p);

#endif
