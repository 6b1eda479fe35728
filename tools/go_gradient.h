/* go_gradient: the network of src/go/net.h in floating point, for go_learn: forward and backward
 * pass. */
#ifndef TERNION_TOOLS_GO_GRADIENT_H
#define TERNION_TOOLS_GO_GRADIENT_H

#include "../src/go/net.h"
#include "go_sample.h"

enum {
    IN = GO_NET_PLANES,
    C = GO_NET_CHANNELS,
    BLOCKS = GO_NET_BLOCKS,
    LAYERS = GO_NET_LAYERS,
    TAPS = GO_NET_TAPS,
    HEAD_PARTS = GO_NET_PARTS,
    HEADS = GO_NET_HEADS,
    POOLS = GO_NET_POOLS,
    H = GO_NET_HIDDEN,
    CELLS = (SAMPLE_SIZE_MAX + 1) * (SAMPLE_SIZE_MAX + 2) + 1 /* points with those off the board */
};
/* All weights in the order in which they are written. */
struct float_net {
    float first[TAPS][IN][C], first_bias[C];
    float layer[LAYERS][TAPS][C][C], bias[LAYERS][C];
    float pool[POOLS][2][C][C];
    float head[HEAD_PARTS][C][C], head_bias[HEAD_PARTS][C];
    float policy[HEAD_PARTS][C];
    float owner[HEAD_PARTS][C], owner_bias;
    float hidden[HEADS + 1][H], hidden_bias[H];
    float out[H], out_score, out_bias;
};
enum { WEIGHTS = sizeof(struct float_net) / sizeof(float) };

/* The weights of the layers turned round, by which gradients flow back. */
struct turned_net {
    float layer[LAYERS][TAPS][C][C];
};
void net_turn(const struct float_net *net, struct turned_net *turned);

/* What is to be learned of a position, seen under one symmetry. Cells are points of the board. */
struct position {
    int size;
    float komi;
    bool empty[CELLS];
    float x[CELLS][IN];
    float visits[CELLS]; /* parts of 1 */
    float weight;        /* of these: a short search says little */
    float owner[CELLS];
    float value, score;
};

/* What is pooled before a block or the heads. */
struct pooled {
    float mean[C], most[C];
    int where[C]; /* the maximum is */
};

/* The activations of one position; slopes take their form, too. */
struct pass {
    float a[BLOCKS + 1][CELLS][C], h[BLOCKS][CELLS][C]; /* trunk, and inner layers of the blocks */
    struct pooled pooled[BLOCKS / 2 + 1];
    float head[HEAD_PARTS][CELLS][C], head_mean[HEADS];
    float policy[CELLS], owner[CELLS];
    float score, hidden[H], value;
};

struct losses {
    double policy, value, owner, score, hits, value_square;
    long count;
};

/* The forward pass; its losses are added. */
void net_pass(const struct float_net *net, const struct position *position, struct pass *pass,
              struct losses *losses);
/* The backward pass after that: adds to the gradient. slope is working memory. */
void net_gradient(const struct float_net *net, const struct turned_net *turned,
                  const struct position *position, const struct pass *pass, struct pass *slope,
                  struct float_net *gradient);

#endif
