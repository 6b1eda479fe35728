/* net: a small residual network with a policy and a value head, for boards of GO_NET_SIZE_MIN lines
 * and more.
 *
 * A convolution over the input planes, residual blocks of two 3x3 convolutions each, some of which
 * see the mean and the maximum of every channel over the board, then a 1x1 convolution whose
 * channels are read out as policy, ownership and value. All but the value is integer arithmetic up
 * to the last step, so that every kernel on every machine gives the same numbers. */
#ifndef TERNION_GO_NET_H
#define TERNION_GO_NET_H

#include "board.h"

/* The input planes. Those of stones and liberties describe the chain at a point. */
enum go_net_plane {
    GO_NET_OWN,
    GO_NET_ENEMY,
    GO_NET_OWN_LIBERTIES, /* one to four */
    GO_NET_ENEMY_LIBERTIES = GO_NET_OWN_LIBERTIES + 4,
    GO_NET_OWN_CAPTURABLE = GO_NET_ENEMY_LIBERTIES + 4, /* lost in a ladder or in atari */
    GO_NET_ENEMY_CAPTURABLE,
    GO_NET_LAST,
    GO_NET_BEFORE,
    GO_NET_KO,
    GO_NET_OWN_EYE,
    GO_NET_ENEMY_EYE,
    GO_NET_BAD_SELF_ATARI,
    GO_NET_ILLEGAL,
    GO_NET_CAPTURES,
    /* The rest are the same on every point of the board, and 0 off it. */
    GO_NET_BOARD,     /* 1 */
    GO_NET_KOMI,      /* komi / 8 */
    GO_NET_TERRITORY, /* 1 under territory rules */
    GO_NET_EXTENT,    /* how much wider than 9 lines the board is, in tens */
    GO_NET_PLANES
};

enum {
    GO_NET_SIZE_MIN = 7,
    GO_NET_CHANNELS = 32,
    GO_NET_BLOCKS = 3,
    GO_NET_LAYERS = 2 * GO_NET_BLOCKS, /* after the first one */
    GO_NET_TAPS = 9,
    GO_NET_PARTS = 2, /* of the heads' layer, as wide as the others each */
    GO_NET_HEADS = GO_NET_PARTS * GO_NET_CHANNELS,
    GO_NET_POOLS = GO_NET_BLOCKS / 2 + GO_NET_PARTS, /* every second block, and the heads */
    GO_NET_HIDDEN = 32,
    GO_NET_BUFFERS = 3, /* of activations, for evaluation */
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
    GO_NET_POINTWISE = GO_NET_CHANNELS * GO_NET_CHANNELS,
    GO_NET_WEIGHTS =
        GO_NET_FIRST + GO_NET_CHANNELS + GO_NET_LAYERS * (GO_NET_LAYER + GO_NET_CHANNELS) +
        GO_NET_POOLS * 2 * GO_NET_POINTWISE + GO_NET_PARTS * (GO_NET_POINTWISE + GO_NET_CHANNELS) +
        2 * GO_NET_HEADS + 1 + (GO_NET_HEADS + 2) * GO_NET_HIDDEN + GO_NET_HIDDEN + 2
};
extern const int16_t go_net_weights[GO_NET_WEIGHTS];

/* Whether the block with that number sees what is pooled. */
static inline bool go_net_pools(int block) {
    return (block & 1) == 1;
}
/* How far tap 0 .. 8 of a 3x3 filter is from its middle, in points. */
static inline int go_net_tap(int tap, int stride) {
    return (tap / 3 - 1) * stride + tap % 3 - 1;
}

struct go_net_position {
    const struct go_board *board; /* of GO_NET_SIZE_MIN lines at least */
    int side;                     /* to play */
    int last, before;             /* the two latest moves, or GO_PASS */
    /* What White gets by area. Under territory rules the balance of stones (go_balance) belongs to
     * it. */
    double komi;
    bool territory;
};

/* A position as activations by point and plane; points off the board are 0. */
struct go_net_input {
    int size;
    double komi; /* what the side to play gets */
    int16_t at[GO_INDEXES][GO_NET_PLANES];
    int16_t layer[GO_NET_BUFFERS][GO_INDEXES][GO_NET_CHANNELS]; /* for go_net_evaluate's own use */
};
void go_net_input_fill(const struct go_net_position *position, struct go_net_input *input);

struct go_net;
struct go_net *go_net_new(void);
void go_net_free(struct go_net *net);
/* Kernels of the convolutions, which all give the same numbers. A new network takes the last one
 * that the machine supports. */
enum go_net_kernel { GO_NET_SCALAR, GO_NET_SIMD128, GO_NET_AVX2, GO_NET_AVX512, GO_NET_KERNELS };
/* Changes the kernel, for tests and measurements; false if the machine does not support it. */
bool go_net_set_kernel(struct go_net *net, enum go_net_kernel kernel);

struct go_net_output {
    float logit[GO_POINTS]; /* of the policy, by number of the point */
    double value;           /* winrate of the side to play, 0 .. 1 */
    double score;           /* its points at the end, komi counted */
};
void go_net_evaluate(const struct go_net *net, struct go_net_input *input,
                     struct go_net_output *output);

#endif
