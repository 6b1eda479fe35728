/* worker: what the files of the search share: node.c searches below a move, order.c decides which
 * move comes first, search.c holds the root, the threads and the limits together. */
#ifndef TERNION_DRAUGHTS_WORKER_H
#define TERNION_DRAUGHTS_WORKER_H

#include <pthread.h>

#include "hash.h"
#include "search.h"

enum {
    INFINITE = 32000,
    POLL = 512, /* nodes between looks at the clock */
    HISTORY_MAX = 1 << 14,
    LATE_QUIET = 40,   /* quiet plies from which positions are told apart by that number */
    OPENING_PLIES = 8, /* plies of a game in which variety is sought */
    OPENING_PIECES = 20
};

struct worker {
    struct draughts_search *search;
    pthread_t thread;
    int id;
    _Atomic uint64_t nodes; /* written by this worker only */
    uint64_t poll;          /* node count at which the limits are looked at again */
    bool stopped;
    int root_depth;
    size_t path_base; /* earlier positions at the start of path */
    uint64_t path[DRAUGHTS_QUIET_LIMIT + 2 + DRAUGHTS_PLIES];
    move killers[DRAUGHTS_PLIES][2];
    int history[2][DRAUGHTS_BITS][DRAUGHTS_BITS];
    struct {
        move moves[DRAUGHTS_PLIES];
        int length;
    } pv[DRAUGHTS_PLIES + 1];
    struct draughts_line lines[DRAUGHTS_MOVES];
    int legal;
};

struct draughts_search {
    struct draughts_hash *hash;
    struct draughts_egtb *egtb;
    struct worker **workers;
    int count;
    /* The question. */
    struct draughts root;
    struct draughts_settings settings;
    const struct limits *limits;
    atomic_bool stop; /* tells the helpers to end */
    draughts_search_report *report;
    void *context;
    int depth;
};

/* What a node knows of the way to it. */
struct node {
    int ply;
    move last;    /* the move that led here */
    uint64_t key; /* as the rules' repetition sees the position */
    bool pv;      /* its window is open */
    int extended; /* plies gained by extensions on the way */
};

/* Moves with what the order is decided by. */
struct list {
    move moves[DRAUGHTS_MOVES];
    int worth[DRAUGHTS_MOVES];
    unsigned char number[DRAUGHTS_MOVES]; /* in the generator's order */
    int count;
};

static inline bool is_without(const struct worker *w, enum draughts_without what) {
    return (w->search->settings.without & what) != 0;
}

static inline struct draughts draughts_played(const struct draughts *pos, move m) {
    struct draughts next = *pos;
    draughts_play(&next, m);
    return next;
}

/* order.c */

/* All moves of the side to play, capture paths that end alike once; returns their number. */
int draughts_order_list(const struct draughts *pos, move *moves);
/* Gives every move of the list its worth; `choice` is the number of the move known to be best, or
 * 0. */
void draughts_order_moves(const struct worker *w, const struct draughts *pos, int ply, int choice,
                          struct list *list);
/* Brings the best of the moves from index i on to that place. */
move draughts_order_pick(struct list *list, int i);
/* Move number `cut` refuted the position: what that says for others. */
void draughts_order_learn(struct worker *w, const struct draughts *pos, int ply, int depth,
                          const struct list *list, int cut);

/* node.c */

/* The value of a position for its side to play; worthless once w->stopped is set. */
int draughts_node_search(struct worker *w, const struct draughts *pos, int depth, int alpha,
                         int beta, struct node node);
/* Whether the endgame tables know a position, and its score there. */
bool draughts_node_table(const struct worker *w, const struct draughts *pos, int ply, int *score);
/* Nodes of all workers so far. */
uint64_t draughts_node_count(const struct draughts_search *search);

#endif
