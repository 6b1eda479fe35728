/* tactics: short reading around single chains, for playouts and for first guesses at moves. */
#ifndef TERNION_GO_TACTICS_H
#define TERNION_GO_TACTICS_H

#include "board.h"

/* A few moves worth choosing among; more than fit are dropped. */
struct go_picks {
    int count;
    uint16_t at[24];
};
static inline void go_picks_add(struct go_picks *picks, int p) {
    if (picks->count < (int)(sizeof picks->at / sizeof picks->at[0]))
        picks->at[picks->count++] = (uint16_t)p;
}

/* Different liberties of a chain up to 3 (which stands for more), the first two stored. */
int go_tactics_liberties(const struct go_board *board, int p, int liberties[3]);
/* The liberties (3 stands for more) and, in *stones, the size of the chain that side would have at
 * an empty p; what is taken counts as a liberty only next to p. */
int go_tactics_shape(const struct go_board *board, int side, int p, int *stones);
/* Whether a chain with at most two liberties, the other side to move, is taken by one atari after
 * the other; *first is the move that begins it. */
bool go_tactics_ladder(const struct go_board *board, int p, int *first);
/* Whether the owner of a chain in atari, to move, gets it away by playing its last liberty. */
bool go_tactics_runs(const struct go_board *board, int p);
/* Adds moves that take an enemy chain next to this one. */
void go_tactics_counter(const struct go_board *board, int p, struct go_picks *picks);
/* Whether side's stone at p would only put own stones in atari: nothing taken, and no shape that
 * would kill the eye it is thrown into. */
bool go_tactics_throws_away(const struct go_board *board, int side, int p);
/* The same, and one or two stones are wasted too unless they press an enemy chain that is short of
 * liberties or spoil an eye next to own stones. */
bool go_tactics_wastes(const struct go_board *board, int side, int p);
/* The point that decides the small space around an empty p which one side encloses, or GO_NO_POINT.
 */
int go_tactics_vital(const struct go_board *board, int p);

#endif
