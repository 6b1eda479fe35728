/* explain: one sentence for people on why a move is good. Every sentence states facts that were
 * worked out for the position at hand. */
#ifndef TERNION_QTTT_EXPLAIN_H
#define TERNION_QTTT_EXPLAIN_H

#include "solver.h"

/* Appends the sentence, addressed to the side to play, without a full stop. `solver` is NULL on
 * bigger boards, where only what happens at once is told, and the winrate (0 .. 1, negative when it
 * is not known) that the search expects. */
void explain_move(const struct qttt *q, move m, struct solver *solver, double winrate,
                  struct text *text);

#endif
