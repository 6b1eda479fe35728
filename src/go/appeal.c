#include "appeal.h"

#include <string.h>

/* Parts go from LEAST to MOST, which stands for a weight of HIGH hundredths and more; SHARPNESS
 * says how fast they fall below it. Measured by bench/go_foresight. */
enum { LEAST = 3, MOST = 256, HIGH = 250, SHARPNESS = 2 };

/* The eight points around in the order of go_pattern_code. */
static const signed char columns[8] = {1, -1, 0, 0, 1, -1, -1, 1};
static const signed char rows[8] = {0, 0, 1, -1, 1, 1, -1, -1};

static bool code_keep(void *context, uint32_t code) {
    *(uint32_t *)context = code;
    return false;
}

/* The code that the policy knows a pattern by. */
static uint32_t diamond_code(const struct go_policy *policy, struct go_grid *grid, unsigned pattern,
                             int side) {
    enum { MIDDLE = GO_DIAMOND_REACH };
    uint32_t code = 0;
    for (int i = 0; i < 8; i++) {
        unsigned colour = pattern >> (2 * i) & 3;
        grid->colour[(MIDDLE + rows[i]) * GO_GRID_STRIDE + MIDDLE + columns[i]] =
            (uint8_t)(colour < GO_EMPTY ? colour ^ (unsigned)side : colour);
    }
    go_diamond_codes(&policy->diamonds, grid, 0, 0, code_keep, &code);
    return code;
}

static uint16_t part_of(int weight) {
    double part =
        weight < HIGH ? MOST * go_policy_power(SHARPNESS * (weight - HIGH) / 100.0) : MOST;
    return (uint16_t)(part > LEAST ? part + 0.5 : LEAST);
}

void go_appeal_init(struct go_appeal *appeal, const struct go_policy *policy,
                    const struct go_shapes *shapes) {
    struct go_grid grid;
    memset(&grid, GO_EDGE, sizeof grid);
    for (int side = 0; side < 2; side++)
        for (unsigned code = 0; code < GO_PATTERNS; code++)
            appeal->part[side][code] =
                go_shapes_has(shapes, code)
                    ? part_of(go_policy_weight(policy, diamond_code(policy, &grid, code, side)))
                    : LEAST;
}
