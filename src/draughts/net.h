/* net: half of the learned evaluation, a small network that computes with whole numbers: the same
 * value on every machine.
 *
 * Inputs are the pieces as the side to play sees them, moving up the board: its men, its kings, the
 * enemy's men and kings, 32 squares each. A first layer sums a row of weights for each piece; a
 * second and an output, of which there is one set for each phase of the game, follow. The outputs
 * of both layers lie within 0 and DRAUGHTS_NET_UNIT. */
#ifndef TERNION_DRAUGHTS_NET_H
#define TERNION_DRAUGHTS_NET_H

#include "pattern.h"

enum {
    DRAUGHTS_NET_INPUTS = 4 * DRAUGHTS_SQUARES,
    DRAUGHTS_NET_WIDTH = 128, /* of the first layer */
    DRAUGHTS_NET_HIDDEN = 8,  /* of the second */
    DRAUGHTS_NET_PHASES = 4,
    DRAUGHTS_NET_UNIT = 256,     /* 1 in the first layer and in what layers give */
    DRAUGHTS_NET_FINE = 1024,    /* 1 in the weights of the second layer and the output */
    DRAUGHTS_NET_STEEPEST = 1200 /* no weight of the first layer is larger, so no sum overflows */
};

/* Where each kind of weight begins in draughts_net_weights. */
enum {
    DRAUGHTS_NET_BIAS = DRAUGHTS_NET_INPUTS * DRAUGHTS_NET_WIDTH,
    DRAUGHTS_NET_SECOND = DRAUGHTS_NET_BIAS + DRAUGHTS_NET_WIDTH,
    DRAUGHTS_NET_HIDDEN_BIAS =
        DRAUGHTS_NET_SECOND + DRAUGHTS_NET_PHASES * DRAUGHTS_NET_HIDDEN * DRAUGHTS_NET_WIDTH,
    DRAUGHTS_NET_OUT = DRAUGHTS_NET_HIDDEN_BIAS + DRAUGHTS_NET_PHASES * DRAUGHTS_NET_HIDDEN,
    DRAUGHTS_NET_OUT_BIAS = DRAUGHTS_NET_OUT + DRAUGHTS_NET_PHASES * DRAUGHTS_NET_HIDDEN,
    DRAUGHTS_NET_WEIGHTS = DRAUGHTS_NET_OUT_BIAS + DRAUGHTS_NET_PHASES
};

/* Learned weights from data/draughts. */
extern const int16_t draughts_net_weights[DRAUGHTS_NET_WEIGHTS];

/* Lists the inputs that are 1 with white to play, and returns their number, at most 24. */
int draughts_net_inputs(const struct draughts_board *board, uint8_t *list);
/* The phase of a position with so many pieces. */
int draughts_net_phase(int pieces);
/* Hundredths of a man for white, who is to play. */
int draughts_net_value(const struct draughts_board *board, enum draughts_kernel kernel);

#endif
