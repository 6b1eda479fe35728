#include "policy.h"

#include <stdlib.h>

#include "../core/assert_hot.h"
#include "../core/memory.h"

/* The slot of a code in the hash table, or the free one where it belongs. A weight of INT16_MIN
 * marks a free slot. */
static struct go_known_neighbourhood *slot_find(const struct go_policy *policy, uint32_t code) {
    uint32_t i = code & policy->mask;
    while (policy->known[i].weight != INT16_MIN && policy->known[i].code != code)
        i = (i + 1) & policy->mask;
    return &policy->known[i];
}

void go_policy_init(struct go_policy *policy) {
    uint32_t room = 1024;
    go_neighbourhoods_init(&policy->neighbourhoods);
    while (room < 3 * go_known_neighbourhood_count)
        room *= 2;
    policy->mask = room - 1;
    policy->known = memory_new(room, sizeof *policy->known);
    for (uint32_t i = 0; i < room; i++)
        policy->known[i].weight = INT16_MIN;
    for (uint32_t i = 0; i < go_known_neighbourhood_count; i++)
        *slot_find(policy, go_known_neighbourhoods[i].code) = go_known_neighbourhoods[i];
}

void go_policy_free(struct go_policy *policy) {
    free(policy->known);
}

double go_policy_exp(double x) {
    assert_hot(x <= 0);
    double power = x > -16 ? 1 + x / 1024 : 1 - 16.0 / 1024;
    for (int i = 0; i < 10; i++)
        power *= power;
    return power;
}

int go_policy_weight(const struct go_policy *policy, uint32_t code) {
    const struct go_known_neighbourhood *known = slot_find(policy, code);
    return known->weight == INT16_MIN ? 0 : known->weight;
}

struct logit_sum {
    const struct go_policy *policy;
    int sum;
};

static bool logit_add(void *context, uint32_t code) {
    struct logit_sum *logit = context;
    const struct go_known_neighbourhood *known = slot_find(logit->policy, code);
    if (known->weight == INT16_MIN)
        return false;
    logit->sum += known->weight;
    return true;
}

static int logit_of(const struct go_policy *policy, const struct go_policy_work *work,
                    const struct go_board *board, int p) {
    const struct go_move_features *features = &work->features[p];
    struct logit_sum logit = {.policy = policy};
    for (int i = 0; i < features->count; i++)
        logit.sum += go_feature_weights[features->at[i]];
    go_neighbourhood_codes(&policy->neighbourhoods, &work->grid, go_board_column(board, p),
                           go_board_row(board, p), logit_add, &logit);
    return logit.sum;
}

void go_policy_probabilities(const struct go_policy *policy, struct go_policy_work *work,
                             const struct go_board *board, int side, int last, int before,
                             float probabilities[GO_INDEXES]) {
    int logit[GO_POINTS], best = INT32_MIN;
    double total = 0;
    go_grid_init(&work->grid, board, side);
    go_features_find(board, side, last, before, work->features);
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        bool playable = go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p);
        logit[i] = playable ? logit_of(policy, work, board, p) : INT32_MIN;
        best = logit[i] > best ? logit[i] : best;
    }
    for (int i = 0; i < board->empty_count; i++) {
        double part = logit[i] > INT32_MIN ? go_policy_exp((logit[i] - best) / 100.0) : 0;
        probabilities[board->empty[i]] = (float)part;
        total += part;
    }
    for (int i = 0; i < board->empty_count && total > 0; i++)
        probabilities[board->empty[i]] = (float)(probabilities[board->empty[i]] / total);
}
