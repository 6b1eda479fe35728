/* net: a small residual network for the 9x9 board, with a policy and a value head.
 *
 * A convolution over the input planes, then three residual blocks of two 3x3 convolutions each,
 * then heads for policy, ownership and value. All but the heads is integer arithmetic, so that
 * every kernel on every machine gives the same numbers. */
#ifndef TERNION_GO_NET_H
#define TERNION_GO_NET_H

#include "board.h"

/* The input planes. Those of stones and liberties describe the chain at a point. */
enum go_net_plane {
    GO_NET_OWN,
    GO_NET_ENEMY,
    GO_NET_OWN_LIBERTIES, /* one, two, three */
    GO_NET_ENEMY_LIBERTIES = GO_NET_OWN_LIBERTIES + 3,
    GO_NET_OWN_CAPTURABLE = GO_NET_ENEMY_LIBERTIES + 3, /* lost in a ladder or in atari */
    GO_NET_ENEMY_CAPTURABLE,
    GO_NET_LAST,
    GO_NET_BEFORE,
    GO_NET_KO,
    GO_NET_OWN_EYE,
    GO_NET_ENEMY_EYE,
    GO_NET_BAD_SELF_ATARI,
    GO_NET_ILLEGAL,
    GO_NET_CAPTURES,
    GO_NET_BOARD, /* 1 on every point, to tell them from cells off the board */
    GO_NET_KOMI,  /* komi / 8, the same on every point */
    GO_NET_PLANES
};

enum {
    GO_NET_SIZE = 9,
    GO_NET_LINE = GO_NET_SIZE + 2, /* cells of a row, with an empty one on either side */
    GO_NET_CELLS = GO_NET_LINE * GO_NET_LINE,
    GO_NET_CHANNELS = 32,
    GO_NET_LAYERS = 6, /* after the first one */
    GO_NET_TAPS = 9,
    GO_NET_VALUE_CHANNELS = 16,
    GO_NET_HIDDEN = 32,
    /* What stands for 1 in activations and in weights, and the largest activation. The sum of all
     * products then fits 32 bits. */
    GO_NET_UNIT = 256,
    GO_NET_WEIGHT_UNIT = 1024,
    GO_NET_MOST = 8 * GO_NET_UNIT - 1,
    GO_NET_WEIGHT_MOST = 2 * GO_NET_WEIGHT_UNIT - 1
};

/* All weights in the order in which tools/go_learn.c writes them. */
enum {
    GO_NET_FIRST = GO_NET_TAPS * GO_NET_PLANES * GO_NET_CHANNELS,
    GO_NET_LAYER = GO_NET_TAPS * GO_NET_CHANNELS * GO_NET_CHANNELS,
    GO_NET_WEIGHTS = GO_NET_FIRST + GO_NET_CHANNELS +
                     GO_NET_LAYERS * (GO_NET_LAYER + GO_NET_CHANNELS) +
                     GO_NET_CHANNELS * GO_NET_CHANNELS + 2 * GO_NET_CHANNELS + 1 +
                     (GO_NET_CHANNELS + 1) * GO_NET_VALUE_CHANNELS +
                     (GO_NET_VALUE_CHANNELS + 3) * GO_NET_HIDDEN + 2
};
extern const int16_t go_net_weights[GO_NET_WEIGHTS];

/* A position as activations by cell and plane. */
struct go_net_input {
    int16_t at[GO_NET_CELLS][GO_NET_PLANES];
    double komi; /* what the side to play gets */
};

static inline int go_net_cell(int column, int row) {
    return (row + 1) * GO_NET_LINE + column + 1;
}
/* The offset of tap 0 .. 8 of a 3x3 filter. */
static inline int go_net_tap(int tap) {
    return (tap / 3 - 1) * GO_NET_LINE + tap % 3 - 1;
}

/* The board must have GO_NET_SIZE lines; last and before are the two latest moves, or GO_PASS. */
void go_net_input_fill(const struct go_board *board, int side, int last, int before, double komi,
                       struct go_net_input *input);

struct go_net;
struct go_net *go_net_new(void);
void go_net_free(struct go_net *net);
/* Kernels of the convolutions, which all give the same numbers. A new network takes the last one
 * that the machine supports. */
enum go_net_kernel { GO_NET_SCALAR, GO_NET_SSE2, GO_NET_AVX2, GO_NET_KERNELS };
/* Changes the kernel, for tests and measurements; false if the machine does not support it. */
bool go_net_set_kernel(struct go_net *net, enum go_net_kernel kernel);

struct go_net_output {
    float logit[GO_NET_SIZE * GO_NET_SIZE]; /* of the policy, by number of the point */
    double value;                           /* winrate of the side to play, 0 .. 1 */
};
void go_net_evaluate(const struct go_net *net, const struct go_net_input *input,
                     struct go_net_output *output);

#endif
