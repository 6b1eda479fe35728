/* policy: the probability of each move, as learned from recorded games.
 *
 * A move's logit is the sum of the weights of its features and of its known neighbourhoods; a
 * softmax over the legal moves makes probabilities of the logits. */
#ifndef TERNION_GO_POLICY_H
#define TERNION_GO_POLICY_H

#include "features.h"
#include "neighbourhood.h"

/* A neighbourhood with a weight of its own. All smaller ones around the same point are known too.
 */
struct go_known_neighbourhood {
    uint32_t code;
    int16_t weight;
};

/* Weights in hundredths, from data/go, written by tools/go_train.c. */
extern const int16_t go_feature_weights[GO_FEATURES];
extern const struct go_known_neighbourhood go_known_neighbourhoods[];
extern const uint32_t go_known_neighbourhood_count;

/* Tables that never change once made. */
struct go_policy {
    struct go_neighbourhoods neighbourhoods;
    uint32_t mask;
    struct go_known_neighbourhood *known; /* a hash table with linear probing */
};
void go_policy_init(struct go_policy *policy);
void go_policy_free(struct go_policy *policy);

/* What a neighbourhood adds to a move's logit, in hundredths; 0 if it is not known. */
int go_policy_weight(const struct go_policy *policy, uint32_t code);
/* Near enough to exp(x), and the same on every machine; x must not be positive. */
double go_policy_exp(double x);

/* Working memory of one thread. */
struct go_policy_work {
    struct go_grid grid;
    struct go_move_features features[GO_INDEXES];
};

/* Fills in the probability of every empty point that is legal (superko apart) and no own eye, and 0
 * for the other empty points. last and before are the two latest moves, or GO_PASS. */
void go_policy_probabilities(const struct go_policy *policy, struct go_policy_work *work,
                             const struct go_board *board, int side, int last, int before,
                             float probabilities[GO_INDEXES]);

#endif
