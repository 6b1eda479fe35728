/* features: what can be said about a move at a glance, as numbers that weights are learned for. */
#ifndef TERNION_GO_FEATURES_H
#define TERNION_GO_FEATURES_H

#include "board.h"

enum {
    GO_FEATURE_DISTANCES = 18,
    GO_FEATURE_LINES = 7,
    GO_FEATURE_PHASES = 9, /* three classes of board sizes, three phases of a game each */
    GO_FEATURE_REACH = 6,
    GO_FEATURE_SIZES = 3 /* chains of one, of two or three, and of more stones */
};

/* Where each kind of feature begins. Most kinds have one number for each size of chain. */
enum {
    /* By distance to the last move and to the one before. */
    GO_FEATURE_NEAR_LAST = 0,
    GO_FEATURE_NEAR_BEFORE = GO_FEATURE_NEAR_LAST + GO_FEATURE_DISTANCES,
    /* By phase and line. */
    GO_FEATURE_LINE = GO_FEATURE_NEAR_BEFORE + GO_FEATURE_DISTANCES,
    /* By distance to the nearest own and the nearest enemy stone. */
    GO_FEATURE_STONE_DISTANCE = GO_FEATURE_LINE + GO_FEATURE_PHASES * GO_FEATURE_LINES,
    /* Captures stones that could escape, or that could not. */
    GO_FEATURE_CAPTURE = GO_FEATURE_STONE_DISTANCE + GO_FEATURE_REACH * GO_FEATURE_REACH,
    GO_FEATURE_CAPTURE_DEAD = GO_FEATURE_CAPTURE + GO_FEATURE_SIZES,
    /* Starts a ladder that works; an atari that starts none. */
    GO_FEATURE_LADDER = GO_FEATURE_CAPTURE_DEAD + GO_FEATURE_SIZES,
    GO_FEATURE_ATARI = GO_FEATURE_LADDER + GO_FEATURE_SIZES,
    /* Leaves an enemy chain two liberties. */
    GO_FEATURE_PRESS = GO_FEATURE_ATARI + GO_FEATURE_SIZES,
    /* Extends from atari, with and without success. */
    GO_FEATURE_ESCAPE = GO_FEATURE_PRESS + GO_FEATURE_SIZES,
    GO_FEATURE_ESCAPE_FAILS = GO_FEATURE_ESCAPE + GO_FEATURE_SIZES,
    /* Extends own stones that a ladder threatens, others with two, and those with three liberties.
     */
    GO_FEATURE_LADDER_ESCAPE = GO_FEATURE_ESCAPE_FAILS + GO_FEATURE_SIZES,
    GO_FEATURE_EXTEND_TWO = GO_FEATURE_LADDER_ESCAPE + GO_FEATURE_SIZES,
    GO_FEATURE_EXTEND_THREE = GO_FEATURE_EXTEND_TWO + GO_FEATURE_SIZES,
    /* Self-atari: bad, or perhaps for a good reason. */
    GO_FEATURE_BAD_SELF_ATARI = GO_FEATURE_EXTEND_THREE + GO_FEATURE_SIZES,
    GO_FEATURE_SELF_ATARI = GO_FEATURE_BAD_SELF_ATARI + GO_FEATURE_SIZES,
    /* Captures the chain that endangers own stones. */
    GO_FEATURE_CAPTURE_SAVES = GO_FEATURE_SELF_ATARI + GO_FEATURE_SIZES,
    GO_FEATURE_KO,    /* captures in a ko */
    GO_FEATURE_VITAL, /* vital point of a small eye space next to the last move */
    GO_FEATURES
};

/* The features of one move; each at most once, and more than fit are left out. */
struct go_move_features {
    int count;
    uint16_t at[15];
};

/* The features of every empty point (others are untouched) for side to move; last and before are
 * the two latest moves, or GO_PASS. */
void go_features_find(const struct go_board *board, int side, int last, int before,
                      struct go_move_features features[GO_INDEXES]);

#endif
