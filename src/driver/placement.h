/* placement: a start position told by plies, for engines that have no command for it. */
#ifndef TERNION_PLACEMENT_H
#define TERNION_PLACEMENT_H

#include "../core/session.h"

/* Appends the commands ("play b D4", one a line) that put the position from which the session
 * starts on an empty board, where the rules allow it (in Go, except for a forbidden ko): first
 * those of the side to play, then the other's, so that an engine that goes by the last ply takes
 * the right side to be to play. False where they do not; `plays` is then as it was. */
bool placement_print(const struct session *session, struct text *plays);

#endif
