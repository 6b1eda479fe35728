/* situation: what somebody who plays on a server has to know beside the board, out of the states
 * and plies that the server tells (protocol.md, section 13), in words. */
#ifndef TERNION_SITUATION_H
#define TERNION_SITUATION_H

#include <stdbool.h>

#include "core/text.h"

/* All zero: in no game. */
struct situation {
    struct text state; /* the last one told: JSON */
    struct text now;   /* the last state or ply */
    double since;      /* when that was told */
    long seen;         /* the number of the marking that was put last; 0: there is none */
};

void situation_free(struct situation *situation);
/* In no game any more. */
void situation_forget(struct situation *situation);
/* The JSON of an event: a state, or a ply, which has less in it. Times here are of one clock, in
 * seconds. */
void situation_take(struct situation *situation, const char *json, bool is_state, double now);

/* Who is to do what, for a prompt: "x, place a pair". */
void situation_put_prompt(const struct situation *situation, struct text *text);
/* Lines to stand below the board: which side you are, clocks, the marking of a stopped game, how it
 * ended, and what was asked for and how that is answered. The marking counts as seen from then on.
 */
void situation_put_remarks(struct situation *situation, double now, struct text *text);
/* What you may play, eight moves a line. */
void situation_put_moves(const struct situation *situation, struct text *text);

#endif
