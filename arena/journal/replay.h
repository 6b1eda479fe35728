/* replay: the plies of a session as text. */
#ifndef TERNION_REPLAY_H
#define TERNION_REPLAY_H

#include "../../src/core/session.h"

typedef void ply_fn(void *context, int side, const char *token);

/* Calls `each` for every ply of the log, oldest first. The log must hold nothing but plies. */
void replay_each(const struct session *session, ply_fn *each, void *context);
/* Calls `each` for plies that put the position from which the session starts on an empty board,
 * where the game's rules let that be (Go, but for a forbidden ko): first those of the side to play,
 * then the other's, so that whoever goes by the last ply takes the right side to be to play. False
 * where they do not; plies told until then mean nothing. */
bool replay_place(const struct session *session, ply_fn *each, void *context);
/* How the session came to its position: the tokens of its plies, or "position TEXT" where it starts
 * from another position than `fresh`. */
void replay_describe(const struct session *session, const struct session *fresh, struct text *text);

#endif
