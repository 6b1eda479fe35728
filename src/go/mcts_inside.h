/* mcts_inside: what the files of the search share. */
#ifndef TERNION_GO_MCTS_INSIDE_H
#define TERNION_GO_MCTS_INSIDE_H

#include <pthread.h>

#include "heavy.h"
#include "mcts.h"
#include "prior.h"
#include "tree.h"

/* The longest way down the tree, and the moves before the root that every line begins with. */
enum { GO_DEPTH = 256, GO_HISTORY = 2 };

/* What all threads of a search read, and the tree they grow. */
struct go_search {
    struct go_tree tree;
    struct go_knowledge knowledge;
    struct go_tuning tuning; /* of the present run */
    struct go_tuning wanted; /* instead of the usual one, if tuned */
    bool tuned, without_net;

    bool rooted;             /* the tree belongs to root */
    struct go_state root;    /* the position at the root of the tree */
    struct past past;        /* borrowed while running */
    int history[GO_HISTORY]; /* the moves that led to it, older first, GO_PASS where unknown */
    bool banned[GO_INDEXES]; /* points that only the past forbids */
    double balance;          /* what territory rules take off Black's area, as far as known here */
    double bonus;            /* points lent to White in handicap games */

    const struct limits *limits;
    uint64_t most; /* simulations, or 0 */
    double began;
    atomic_bool stop;
    _Atomic uint64_t simulations;
    struct go_worker *workers;
    int threads;

    struct go_finding finding;
    struct go_candidate candidates[GO_POINTS + 1];
    float ownership[GO_POINTS];
};

/* One thread's own things. */
struct go_worker {
    struct go_search *search;
    pthread_t thread;
    struct rng rng;
    struct go_habits habits;
    struct go_board board;
    struct go_line line;
    struct go_prior prior;
    struct go_node *path[GO_DEPTH];
    uint64_t keys[GO_DEPTH]; /* of the position at each node of the path but the last */
    int depth;
    int taken;      /* stones that the last move of the tree took */
    double opinion; /* the network's, of the last position it was asked about, or 0 */
    unsigned char owner[GO_INDEXES]; /* who first played where, while results are handed back */
    _Atomic int32_t owned[GO_POINTS];
    _Atomic int64_t score; /* sum of Black's margins */
    _Atomic int64_t won;   /* games that Black won, less those that he lost, whatever was lent */
    _Atomic uint64_t done;
};

/* simulate.c: one simulation from the root to the end of a game and back. */
void go_simulate(struct go_worker *worker);
/* root.c: makes the position the root, keeping what is known about it. */
void go_root_set(struct go_search *search, const struct go_state *state, const struct past *past);

#endif
