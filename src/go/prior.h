/* prior: a first guess at every move of a position, before any simulation. */
#ifndef TERNION_GO_PRIOR_H
#define TERNION_GO_PRIOR_H

#include "board.h"
#include "net.h"
#include "pattern.h"
#include "playout.h"
#include "policy.h"

/* Guesses that measurements switch off. */
enum {
    GO_PRIOR_ATARI = 1,    /* taking and saving stones, ladders read out */
    GO_PRIOR_SHAPE = 2,    /* patterns */
    GO_PRIOR_NEAR = 4,     /* near the last move */
    GO_PRIOR_PLACE = 8,    /* lines of the open board */
    GO_PRIOR_CAUTION = 16, /* not throwing stones away */
    GO_PRIOR_LEARNED = 32, /* the weights of features */
    GO_PRIOR_VITAL = 64,   /* points that decide a small space */
    GO_PRIOR_NET = 128,    /* the network instead of these weights, where it knows the board */
    GO_PRIOR_ALL = 255
};

/* Tables that every guess reads. */
struct go_knowledge {
    struct go_shapes shapes;
    struct go_appeal appeal;
    struct go_policy policy;
    struct go_net *net;
};
void go_knowledge_init(struct go_knowledge *knowledge);
void go_knowledge_free(struct go_knowledge *knowledge);

/* Which guesses are made, and how many simulations some of them count for. */
struct go_guesses {
    unsigned kinds;
    double even;    /* for every move, half of them won */
    double low;     /* lost, for the two lowest lines far from all stones */
    double shape;   /* for a pattern */
    double near;    /* for a neighbour of the last move */
    double tactics; /* factor on taking, saving and catching stones */
    double learned; /* for the weights of features */
    double net;     /* for the network */
};

/* For every point, simulations won and made in thought. */
struct go_prior {
    float visits[GO_INDEXES];
    float wins[GO_INDEXES];
    const struct go_guesses *guesses; /* these two for its own use */
    float chances[GO_INDEXES];        /* by the policy, if that is asked */
    struct go_policy_work work;
    struct go_net_view view;
    double value; /* chance of the side to play by the network, 0 if that was not asked */
};

/* For side to move after the moves before and last (or GO_PASS). Only empty points are filled in.
 */
void go_prior_make(struct go_prior *prior, const struct go_board *board, int side, int last,
                   int before, double komi, const struct go_knowledge *knowledge,
                   const struct go_guesses *guesses);

#endif
