/* go_side: one player of a measurement: the Go search with settings given as words. */
#ifndef TERNION_BENCH_GO_SIDE_H
#define TERNION_BENCH_GO_SIDE_H

#include "../src/go/mcts.h"

struct go_side {
    struct go_tuning tuning;
    uint64_t nodes;
    struct go_search *search;
    double seconds;
    uint64_t simulations;
};

/* The defaults for boards of this size. */
void go_side_init(struct go_side *side, int size, uint64_t nodes);
/* NAME=VALUE; names are heuristics, priors, even, low, pattern, near, tactics, policy, net, expand,
 * rave, rave_fade, explore, puct, widening, gap, score_weight, value_weight, value_late, reuse and
 * nodes, as in struct go_tuning. False if it is none of these. */
bool go_side_read(struct go_side *side, const char *word);
/* Makes the search, after all settings are read. */
void go_side_open(struct go_side *side);
void go_side_close(struct go_side *side);

/* A game under way. */
enum { GO_GAME_PLIES = 1500 };
struct go_bench_game {
    struct go_state state;
    uint64_t keys[GO_GAME_PLIES];
    struct past past;
};
void go_bench_game_init(struct go_bench_game *game, const struct setup *setup);
/* Adds a ply; there must be room for it. */
void go_bench_game_play(struct go_bench_game *game, move m);
/* Searches the position with the side's number of simulations. */
const struct go_search_result *go_side_search(struct go_side *side,
                                              const struct go_bench_game *game, uint64_t seed);

#endif
