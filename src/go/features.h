/* features: what can be said about a move at a glance, as numbers that weights can be learned for.
 */
#ifndef TERNION_GO_FEATURES_H
#define TERNION_GO_FEATURES_H

#include "board.h"

enum {
    GO_FEATURE_DISTANCES = 18,
    GO_FEATURE_LINES = 7,
    GO_FEATURE_STAGES = 9, /* three kinds of board sizes, three parts of a game each */
    GO_FEATURE_REACH = 6,
    GO_FEATURE_SIZES = 3, /* chains of one, two or three, and more stones */

    GO_FEATURE_NEAR_LAST = 0,
    GO_FEATURE_NEAR_BEFORE = GO_FEATURE_NEAR_LAST + GO_FEATURE_DISTANCES,
    GO_FEATURE_LINE = GO_FEATURE_NEAR_BEFORE + GO_FEATURE_DISTANCES, /* by stage and line */
    GO_FEATURE_AMONG = GO_FEATURE_LINE + GO_FEATURE_STAGES * GO_FEATURE_LINES, /* next stones */
    GO_FEATURE_TAKE = GO_FEATURE_AMONG + GO_FEATURE_REACH * GO_FEATURE_REACH,
    GO_FEATURE_TAKE_DEAD = GO_FEATURE_TAKE + GO_FEATURE_SIZES,   /* stones that cannot run */
    GO_FEATURE_CATCH = GO_FEATURE_TAKE_DEAD + GO_FEATURE_SIZES,  /* begins a ladder that works */
    GO_FEATURE_ATARI = GO_FEATURE_CATCH + GO_FEATURE_SIZES,      /* an atari that begins none */
    GO_FEATURE_PRESS = GO_FEATURE_ATARI + GO_FEATURE_SIZES,      /* leaves enemies two liberties */
    GO_FEATURE_RUN = GO_FEATURE_PRESS + GO_FEATURE_SIZES,        /* saves stones in atari */
    GO_FEATURE_RUN_VAIN = GO_FEATURE_RUN + GO_FEATURE_SIZES,     /* tries to, and fails */
    GO_FEATURE_DEFEND = GO_FEATURE_RUN_VAIN + GO_FEATURE_SIZES,  /* of stones a ladder threatens */
    GO_FEATURE_EASE = GO_FEATURE_DEFEND + GO_FEATURE_SIZES,      /* of own stones with two or */
    GO_FEATURE_EASE_MORE = GO_FEATURE_EASE + GO_FEATURE_SIZES,   /* three liberties */
    GO_FEATURE_THROW = GO_FEATURE_EASE_MORE + GO_FEATURE_SIZES,  /* throws stones away */
    GO_FEATURE_SELF_ATARI = GO_FEATURE_THROW + GO_FEATURE_SIZES, /* maybe for good reason */
    GO_FEATURE_TAKE_SAVES = GO_FEATURE_SELF_ATARI + GO_FEATURE_SIZES, /* takes what holds own stones
                                                                         that are in danger */
    GO_FEATURE_KO,                                                    /* takes a ko */
    GO_FEATURE_VITAL,
    GO_FEATURES
};

/* The features of one move; each at most once, and more than fit are left out. */
struct go_traits {
    int count;
    uint16_t at[15];
};

/* The traits of every empty point (others are untouched) for side to move; last and before are the
 * moves that came before, or GO_PASS. */
void go_features_find(const struct go_board *board, int side, int last, int before,
                      struct go_traits traits[GO_INDEXES]);

#endif
