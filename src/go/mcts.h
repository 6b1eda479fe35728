/* mcts: Monte Carlo tree search for Go. */
#ifndef TERNION_GO_MCTS_H
#define TERNION_GO_MCTS_H

#include "../core/player.h"
#include "go.h"
#include "prior.h"

/* How a search works. Measurements change single values; go_tuning_init gives those in use. */
struct go_tuning {
    unsigned habits; /* of playouts: GO_HABIT_... */
    struct go_guesses guesses;
    int expand;  /* visits after which a position gets children */
    double rave; /* simulations at which own results and those of RAVE weigh the same; 0: none */
    double fade; /* visits of a position at which RAVE counts half as long there; 0: never */
    double explore;
    double lean;   /* how strongly likely moves are tried before others */
    double widen;  /* moves looked at, likeliest first, for every doubling of visits; 0: all */
    double gap;    /* by how much another move must win more often to go first; 0: by visits */
    double margin; /* part of a result that depends on the score */
    double trust;  /* part of a result that is the network's, where that was asked */
    bool reuse;    /* keep the part of the tree that the game went into */
};
void go_tuning_init(struct go_tuning *tuning, int size);

enum { GO_LINE_SHOWN = 12 };

/* A move of the root, with the line expected after it. */
struct go_candidate {
    move line[GO_LINE_SHOWN];
    int length;
    uint32_t visits;
    double winrate; /* of the side to play */
    double prior;
};

/* What a search found; borrowed until the next run. */
struct go_finding {
    const struct go_candidate *best; /* the choice, then most visits first; none if only a pass */
    size_t count;
    uint64_t simulations; /* of this run */
    double seconds;
    double score; /* expected points of the side to play, komi counted */
    double won;   /* part of the simulations that it won; as the score, without the loan */
    const float *ownership; /* by number of the point, +1 is the side to play */
};
typedef void go_finding_fn(void *context, const struct go_finding *finding);

struct go_search;

struct go_search *go_search_new(size_t megabytes);
void go_search_free(struct go_search *search);
void go_search_resize(struct go_search *search, size_t megabytes);
void go_search_forget(struct go_search *search);
/* Whether the network is asked, as it is unless told otherwise. */
void go_search_use_net(struct go_search *search, bool use);
/* NULL gives back the usual tuning. */
void go_search_tune(struct go_search *search, const struct go_tuning *tuning);

/* Searches until the limits say so, or until it cannot matter any more unless endless; with no
 * limit at all it makes a usual number of simulations. tell may be NULL and is called from this
 * thread. */
const struct go_finding *go_search_run(struct go_search *search, const struct go_state *state,
                                       const struct past *past, const struct limits *limits,
                                       int threads, go_finding_fn *tell, void *context);

#endif
