/* go_gradient: the network of src/go/net.h in floating point, for go_learn: forward and backward
 * pass. */
#ifndef TERNION_TOOLS_GO_GRADIENT_H
#define TERNION_TOOLS_GO_GRADIENT_H

#include "../src/go/net.h"
#include "go_sample.h"

enum {
    CELLS = GO_NET_CELLS,
    IN = GO_NET_PLANES,
    C = GO_NET_CHANNELS,
    LAYERS = GO_NET_LAYERS,
    TAPS = GO_NET_TAPS,
    V = GO_NET_VALUE_CHANNELS,
    H = GO_NET_HIDDEN,
    BLOCKS = LAYERS / 2,
    POINTS = SAMPLE_POINTS
};
/* All weights in the order in which they are written. */
struct float_net {
    float first[TAPS][IN][C], first_bias[C];
    float layer[LAYERS][TAPS][C][C], bias[LAYERS][C];
    float pool[C][C];
    float policy[C];
    float owner[C], owner_bias;
    float view[C][V], view_bias[V];
    float hidden[V + 1][H], hidden_bias[H];
    float out[H], out_score, out_bias;
};
enum { WEIGHTS = sizeof(struct float_net) / sizeof(float) };

struct position {
    uint8_t input[POINTS][IN]; /* all but the komi, which is a number of its own */
    float komi_input, komi;
    float visits[POINTS]; /* parts of 1 */
    float weight;         /* of these: a short search says little */
    float owner[POINTS];
    float value;
};

/* The activations of one position. */
struct pass {
    float x[CELLS][IN];
    float a[BLOCKS + 1][CELLS][C], h[BLOCKS][CELLS][C]; /* trunk, and inner layers of the blocks */
    float mean[C];
    float policy[POINTS], owner[POINTS];
    float views[POINTS][V], view_mean[V];
    float score, hidden[H], value;
};

struct losses {
    double policy, value, owner, hits, value_square;
    long count;
};

/* The forward pass of a position under symmetry 0 .. 7; its losses are added. */
void net_pass(const struct float_net *net, const struct position *position, int symmetry,
              struct pass *pass, struct losses *losses);
/* The backward pass after that: adds to the gradient. slope is working memory. */
void net_gradient(const struct float_net *net, const struct position *position, int symmetry,
                  const struct pass *pass, struct pass *slope, struct float_net *gradient);

#endif
