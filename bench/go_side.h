/* go_side: the Go search with settings given as words, for measurements. */
#ifndef TERNION_BENCH_GO_SIDE_H
#define TERNION_BENCH_GO_SIDE_H

#include "../src/go/mcts.h"

struct side {
    struct go_tuning tuning;
    uint64_t nodes;
    struct go_search *search;
    double seconds;
    uint64_t simulations;
};

/* As usual on boards of this size. */
void side_init(struct side *side, int size, uint64_t nodes);
/* NAME=VALUE; names are habits, priors, even, low, shape, near, tactics, learned, net, expand,
 * rave, fade, explore, lean, critical, widen, gap, margin, trust, reuse and nodes. False if it is
 * not understood. */
bool side_read(struct side *side, const char *word);
/* Makes the search, once all settings are read. */
void side_open(struct side *side);
void side_close(struct side *side);

#endif
