/* critical: which points decide a game, by simulations of it.
 *
 * A point is critical if whoever owns it at the end wins more often than chance would have it, that is,
 * than if owning it and winning had nothing to do with one another. */
#ifndef TERNION_GO_CRITICAL_H
#define TERNION_GO_CRITICAL_H

#include "board.h"

struct go_critical {
    uint32_t ends, won;                           /* simulations, and those that Black won */
    uint32_t black[GO_POINTS], winner[GO_POINTS]; /* in which Black, or the winner, owned a point */
    float worth[GO_INDEXES];                      /* 0 .. 0.5; 0 for points that matter little */
};

/* Counts the end of one simulation. */
void go_critical_count(struct go_critical *critical, const struct go_board *end, int winner);

#endif
