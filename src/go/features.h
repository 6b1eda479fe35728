/* features: what can be said about a move at a glance, as numbers that weights can be learned for.
 *
 * A move's strength is the exponential of the sum of its features' weights; its chance to be played
 * is its strength's part of the sum over all moves. */
#ifndef TERNION_GO_FEATURES_H
#define TERNION_GO_FEATURES_H

#include "board.h"
#include "pattern.h"

enum {
    GO_FEATURE_SHAPES = 1200, /* patterns of eight points, no matter how turned, mover first */
    GO_FEATURE_DISTANCES = 18,
    GO_FEATURE_LINES = 7,

    GO_FEATURE_SHAPE = 0,
    GO_FEATURE_NEAR_LAST = GO_FEATURE_SHAPE + GO_FEATURE_SHAPES,
    GO_FEATURE_NEAR_BEFORE = GO_FEATURE_NEAR_LAST + GO_FEATURE_DISTANCES,
    GO_FEATURE_LINE = GO_FEATURE_NEAR_BEFORE + GO_FEATURE_DISTANCES,
    GO_FEATURE_LONELY = GO_FEATURE_LINE + GO_FEATURE_LINES, /* no stone near: by line */
    GO_FEATURE_TAKE_ONE = GO_FEATURE_LONELY + GO_FEATURE_LINES,
    GO_FEATURE_TAKE_MANY,
    GO_FEATURE_TAKE_SAVES, /* takes a chain that holds own stones in atari */
    GO_FEATURE_CATCH,      /* begins a ladder that works */
    GO_FEATURE_ATARI,      /* an atari that begins none */
    GO_FEATURE_RUN,        /* saves stones in atari by running */
    GO_FEATURE_RUN_VAIN,   /* tries to, and fails */
    GO_FEATURE_DEFEND,     /* a liberty of own stones that a ladder threatens */
    GO_FEATURE_THROW,      /* throws stones away */
    GO_FEATURE_SELF_ATARI, /* puts own stones in atari, maybe for good reason */
    GO_FEATURE_VITAL,
    GO_FEATURES
};

/* The features of one move; each at most once. */
struct go_traits {
    int count;
    uint16_t at[12];
};

/* The numbers of the patterns, as a table by code for each side to move. */
struct go_shape_names {
    uint16_t name[2][GO_PATTERNS];
};
void go_shape_names_init(struct go_shape_names *names);

/* The traits of every empty point (others are untouched) for side to move; last and before are the
 * moves that came before, or GO_PASS. */
void go_features_find(const struct go_board *board, int side, int last, int before,
                      const struct go_shape_names *names, struct go_traits traits[GO_INDEXES]);

/* The weights in use in hundredths, from data/go/weights.txt, where tools/go_train.c puts them. */
extern const int16_t go_feature_weights[GO_FEATURES];

#endif
