/* go_gradient: the network of src/go/net.h in floating point, for go_learn: what it says of a
 * position, and by how much each weight is to blame for what is wrong with that. */
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
struct net {
    float first[TAPS][IN][C], first_bias[C];
    float layer[LAYERS][TAPS][C][C], bias[LAYERS][C];
    float pool[C][C];
    float policy[C];
    float owner[C], owner_bias;
    float view[C][V], view_bias[V];
    float hidden[V + 1][H], hidden_bias[H];
    float out[H], out_score, out_bias;
};
enum { WEIGHTS = sizeof(struct net) / sizeof(float) };

struct position {
    uint8_t input[POINTS][IN]; /* all but the komi, which is a number of its own */
    float komi_input, komi;
    float visits[POINTS]; /* parts of 1 */
    float weight;         /* of these: a short look says little */
    float owner[POINTS];
    float value;
};

/* One position on its way through the network. */
struct pass {
    float x[CELLS][IN];
    float a[BLOCKS + 1][CELLS][C], h[BLOCKS][CELLS][C]; /* main road and detours */
    float mean[C];
    float policy[POINTS], owner[POINTS];
    float views[POINTS][V], view_mean[V];
    float score, hidden[H], value;
};

struct losses {
    double policy, value, owner, hits, value_square;
    long count;
};

/* Shows the network a position, turned or mirrored in one of eight ways; pass gets all it makes of
 * it, and its errors are added to losses. */
void net_pass(const struct net *net, const struct position *position, int turn, struct pass *pass,
              struct losses *losses);
/* After such a pass: adds the slope of the error by every weight to the gradient. slope is room to
 * work in. */
void net_slopes(const struct net *net, const struct position *position, int turn,
                const struct pass *pass, struct pass *slope, struct net *gradient);

#endif
