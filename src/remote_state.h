/* remote_state: what a person who plays on a server has to know beside the board, in words, out of
 * the states and plies that the server tells (docs/server.md). */
#ifndef TERNION_REMOTE_STATE_H
#define TERNION_REMOTE_STATE_H

#include <stdbool.h>

#include "core/text.h"

/* All zero: in no game. */
struct remote_state {
    struct text told; /* the last state: JSON */
    struct text now;  /* the last state or ply */
    double since;     /* when that was told */
    long seen;        /* the number of the marking that was put last; 0: there is none */
};

void remote_state_free(struct remote_state *state);
/* In no game any more. */
void remote_state_forget(struct remote_state *state);
/* The JSON of an event: a state, or a ply, which has less in it. Times here are of one clock, in
 * seconds. */
void remote_state_take(struct remote_state *state, const char *json, bool is_state, double now);

/* Who is to do what, for a prompt: "x, place a pair". */
void remote_state_put_prompt(const struct remote_state *state, struct text *text);
/* Lines to stand below the board: which side you are, clocks, the marking of a stopped game, how it
 * ended, and what was asked for and how that is answered. The marking counts as seen from then on.
 */
void remote_state_put_remarks(struct remote_state *state, double now, struct text *text);
/* What you may play, eight moves a line. */
void remote_state_put_moves(const struct remote_state *state, struct text *text);

#endif
