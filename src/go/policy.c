#include "policy.h"

#include <stdlib.h>

#include "../core/memory.h"

/* The place of a code in the table, or the free one where it belongs. A weight of INT16_MIN is
 * free. */
static struct go_known_diamond *place_find(const struct go_policy *policy, uint32_t code) {
    uint32_t i = code & policy->mask;
    while (policy->known[i].weight != INT16_MIN && policy->known[i].code != code)
        i = (i + 1) & policy->mask;
    return &policy->known[i];
}

void go_policy_init(struct go_policy *policy) {
    uint32_t room = 1024;
    go_diamonds_init(&policy->diamonds);
    while (room < 3 * go_known_diamond_count)
        room *= 2;
    policy->mask = room - 1;
    policy->known = memory_new(room, sizeof *policy->known);
    for (uint32_t i = 0; i < room; i++)
        policy->known[i].weight = INT16_MIN;
    for (uint32_t i = 0; i < go_known_diamond_count; i++)
        *place_find(policy, go_known_diamonds[i].code) = go_known_diamonds[i];
}

void go_policy_free(struct go_policy *policy) {
    free(policy->known);
}

double go_policy_power(double x) {
    double power = x > -16 ? 1 + x / 1024 : 1 - 16.0 / 1024;
    for (int i = 0; i < 10; i++)
        power *= power;
    return power;
}

int go_policy_weight(const struct go_policy *policy, uint32_t code) {
    const struct go_known_diamond *known = place_find(policy, code);
    return known->weight == INT16_MIN ? 0 : known->weight;
}

struct tally {
    const struct go_policy *policy;
    int sum;
};

static bool tally_add(void *context, uint32_t code) {
    struct tally *tally = context;
    const struct go_known_diamond *known = place_find(tally->policy, code);
    if (known->weight == INT16_MIN)
        return false;
    tally->sum += known->weight;
    return true;
}

static int strength_of(const struct go_policy *policy, const struct go_policy_work *work,
                       const struct go_board *board, int p) {
    const struct go_traits *traits = &work->traits[p];
    struct tally tally = {.policy = policy};
    for (int i = 0; i < traits->count; i++)
        tally.sum += go_feature_weights[traits->at[i]];
    go_diamond_codes(&policy->diamonds, &work->grid, go_board_column(board, p),
                     go_board_row(board, p), tally_add, &tally);
    return tally.sum;
}

void go_policy_chances(const struct go_policy *policy, struct go_policy_work *work,
                       const struct go_board *board, int side, int last, int before,
                       float chances[GO_INDEXES]) {
    int strength[GO_POINTS], best = INT32_MIN;
    double total = 0;
    go_grid_init(&work->grid, board, side);
    go_features_find(board, side, last, before, work->traits);
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        bool playable = go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p);
        strength[i] = playable ? strength_of(policy, work, board, p) : INT32_MIN;
        best = strength[i] > best ? strength[i] : best;
    }
    for (int i = 0; i < board->empty_count; i++) {
        double part = strength[i] > INT32_MIN ? go_policy_power((strength[i] - best) / 100.0) : 0;
        chances[board->empty[i]] = (float)part;
        total += part;
    }
    for (int i = 0; i < board->empty_count && total > 0; i++)
        chances[board->empty[i]] = (float)(chances[board->empty[i]] / total);
}
