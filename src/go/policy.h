/* policy: how likely a player like those of the games learned from plays each move.
 *
 * A move's strength is the sum of the weights of its features and of the neighbourhoods around it
 * that are known; the exponential of its strength is its part of the chances. */
#ifndef TERNION_GO_POLICY_H
#define TERNION_GO_POLICY_H

#include "features.h"
#include "neighbourhood.h"

/* A neighbourhood worth a weight of its own. All smaller ones of the same point are known too. */
struct go_known_diamond {
    uint32_t code;
    int16_t weight;
};

/* Weights in hundredths, from data/go, where tools/go_train.c puts them. */
extern const int16_t go_feature_weights[GO_FEATURES];
extern const struct go_known_diamond go_known_diamonds[];
extern const uint32_t go_known_diamond_count;

/* Tables that never change once made. */
struct go_policy {
    struct go_diamonds diamonds;
    uint32_t mask;
    struct go_known_diamond *known; /* by the low bits of the code or the next free place */
};
void go_policy_init(struct go_policy *policy);
void go_policy_free(struct go_policy *policy);

/* What a neighbourhood adds to a move's strength, in hundredths; 0 if it is not known. */
int go_policy_weight(const struct go_policy *policy, uint32_t code);
/* Near enough to exp(x) for x <= 0, and the same on every machine. */
double go_policy_power(double x);

/* One thread's room for the work. */
struct go_policy_work {
    struct go_grid grid;
    struct go_traits traits[GO_INDEXES];
};

/* Fills in the chance of every empty point of the board that is legal (superko apart) and fills no
 * own eye, and 0 for the other empty ones. last and before are the moves that came before, or
 * GO_PASS. */
void go_policy_chances(const struct go_policy *policy, struct go_policy_work *work,
                       const struct go_board *board, int side, int last, int before,
                       float chances[GO_INDEXES]);

#endif
