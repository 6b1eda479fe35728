/* explain: one sentence for people on why a move is good. Every sentence states facts that were
 * worked out for the position at hand. */
#ifndef TERNION_QTTT_EXPLAIN_H
#define TERNION_QTTT_EXPLAIN_H

#include "solver.h"

/* What the search of a bigger board thinks of a move. */
struct explain_search {
    double winrate; /* 0 .. 1; negative when nothing is known */
    bool exact;     /* value and distance are proved */
    int value;      /* as solver_value tells it */
    int distance;   /* plies to the end, or -1 */
};

/* Appends the sentence, addressed to the side to play, without a full stop. `solver` is NULL on
 * bigger boards, where what happens at once is told, and what the search thinks. */
void explain_move(const struct qttt *q, move m, struct solver *solver,
                  const struct explain_search *search, struct text *text);

#endif
