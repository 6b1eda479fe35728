#include "rng.h"

#include "assert_hot.h"

void rng_seed(struct rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        rng->s[i] = rng_mix(seed);
        seed += 0x9E3779B97F4A7C15u;
    }
}

uint64_t rng_below(struct rng *rng, uint64_t bound) {
    assert_hot(bound > 0);
    /* Values below this threshold would make small remainders likelier: draw again. */
    uint64_t threshold = -bound % bound;
    uint64_t next;
    do
        next = rng_next(rng);
    while (next < threshold);
    return next % bound;
}

double rng_unit(struct rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1.0p-53;
}
