/* prior: what is known about every move of a position before any simulation, as virtual wins and
 * visits. */
#ifndef TERNION_GO_PRIOR_H
#define TERNION_GO_PRIOR_H

#include "board.h"
#include "net.h"
#include "pattern.h"
#include "playout.h"
#include "policy.h"

/* Kinds of prior knowledge, each of which measurements can switch off. */
enum {
    GO_PRIOR_ATARI = 1,       /* capturing and saving stones, ladders read out */
    GO_PRIOR_PATTERN = 2,     /* 3x3 patterns */
    GO_PRIOR_NEAR = 4,        /* close to the last move */
    GO_PRIOR_LINE = 8,        /* height on the open board */
    GO_PRIOR_SELF_ATARI = 16, /* against bad self-atari */
    GO_PRIOR_POLICY = 32,     /* the learned policy */
    GO_PRIOR_VITAL = 64,      /* vital points of small eye spaces */
    GO_PRIOR_NET = 128,       /* the network in place of the learned policy, where it can be */
    GO_PRIOR_ALL = 255
};

/* Tables that all threads read. */
struct go_knowledge {
    struct go_pattern_set patterns;
    struct go_playout_weights playout_weights;
    struct go_policy policy;
    struct go_net *net;
};
void go_knowledge_init(struct go_knowledge *knowledge);
void go_knowledge_free(struct go_knowledge *knowledge);

/* Which kinds are used, and how many virtual simulations they count for. */
struct go_prior_weights {
    unsigned kinds;
    double even;    /* for every move, half of them won */
    double low;     /* lost, on the two lowest lines far from all stones */
    double pattern; /* won, for a 3x3 pattern */
    double near;    /* won, next to the last move */
    double tactics; /* factor on capturing and saving stones, ladders and vital points */
    double policy;  /* for the learned policy */
    double net;     /* for the network's policy */
};

/* Virtual wins and visits of every empty point. */
struct go_prior {
    float visits[GO_INDEXES];
    float wins[GO_INDEXES];
    float policy[GO_INDEXES]; /* probabilities; only with GO_PRIOR_POLICY */
    double net_value;         /* winrate of the side to play by the network; 0 without it */
    /* For its own use. */
    const struct go_prior_weights *weights;
    struct go_policy_work work;
    struct go_net_input input;
};

/* Only empty points are filled in. The board may be of any size. */
void go_prior_fill(struct go_prior *prior, const struct go_net_position *position,
                   const struct go_knowledge *knowledge, const struct go_prior_weights *weights);

#endif
