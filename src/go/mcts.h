/* mcts: Monte Carlo tree search for Go, with RAVE, priors and progressive widening. */
#ifndef TERNION_GO_MCTS_H
#define TERNION_GO_MCTS_H

#include "../core/player.h"
#include "go.h"
#include "prior.h"

/* Parameters of a search. go_tuning_init gives those in use; measurements change single ones. */
struct go_tuning {
    unsigned heuristics; /* of playouts: GO_HEURISTIC_... */
    struct go_prior_weights prior;
    int expand; /* visits after which a node gets children */
    /* RAVE's equivalence parameter, the visits at which it weighs as much as own results (0: no
     * RAVE), and the visits of the parent that halve this parameter (0: none do). */
    double rave, rave_fade;
    double explore; /* UCT's exploration constant */
    double puct;    /* weight of the policy in PUCT's exploration term */
    /* Progressive widening: children added for every doubling of visits, by descending policy; 0:
     * all at once. */
    double widening;
    /* A less visited move is chosen if its winrate leads by this; 0: the most visited one always
     * is.
     */
    double gap;
    double score_weight; /* part of a result that depends on the score instead of the winner */
    /* Part of a result that is the network's value, where it was asked: the first while at least
     * three quarters of the board are empty, the second once half of it is full. */
    double value_weight, value_late;
    bool reuse; /* keep the subtree that the game went into */
};
void go_tuning_init(struct go_tuning *tuning, int size);
/* The part of a result that is the network's value where so much of the board is empty. */
double go_value_weight(const struct go_tuning *tuning, double empty);

enum { GO_LINE_SHOWN = 12 };

/* A move of the root with its principal variation. */
struct go_candidate {
    move line[GO_LINE_SHOWN];
    uint64_t line_visits[GO_LINE_SHOWN];
    int length;
    uint32_t visits;
    double winrate; /* of the side to play */
    double prior;   /* the policy's probability */
    /* Mean and standard deviation of its points at the end of the simulations that this run made
     * below the move; NAN and 0 if there are none (the visits are older). */
    double score, spread;
    const float *ownership; /* after the move, if the limits ask for owners; else NULL */
};

/* The result of a search; borrowed until the next run. */
struct go_search_result {
    const struct go_candidate *best; /* the choice, then by visits; none if there is only a pass */
    size_t count;
    uint64_t simulations; /* of this run */
    double seconds;
    uint64_t visits;        /* of the root, those before this run included */
    double winrate;         /* the mean of all of them */
    double score;           /* expected points of the side to play, komi counted */
    double spread;          /* standard deviation of these points */
    double won;             /* part of the simulations that it won, without dynamic komi */
    const float *ownership; /* by number of the point, +1 is the side to play */
    const float *policy;    /* the same way, last the pass; -1 where a move is illegal */
};
typedef void go_search_report_fn(void *context, const struct go_search_result *result);

struct go_search;

struct go_search *go_search_new(size_t megabytes);
void go_search_free(struct go_search *search);
void go_search_resize(struct go_search *search, size_t megabytes);
void go_search_forget(struct go_search *search);
/* Whether the network is used, as it is by default. */
void go_search_set_net(struct go_search *search, bool use);
/* NULL restores the default tuning. */
void go_search_tune(struct go_search *search, const struct go_tuning *tuning);

/* Searches until a limit is reached, or until the choice cannot change any more unless endless;
 * without any limit it makes a default number of simulations. threads must be positive. report may
 * be NULL and is called from this thread. */
const struct go_search_result *go_search_run(struct go_search *search, const struct go_state *state,
                                             const struct past *past, const struct limits *limits,
                                             int threads, go_search_report_fn *report,
                                             void *context);

#endif
