#include "rng.h"

uint64_t rng_mix(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

void rng_seed(struct rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        rng->s[i] = rng_mix(seed);
        seed += 0x9E3779B97F4A7C15u;
    }
}

static uint64_t rotate_left(uint64_t value, int count) {
    return value << count | value >> (64 - count);
}

uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->s;
    uint64_t next = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return next;
}

uint64_t rng_below(struct rng *rng, uint64_t bound) {
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
