/* rng: a small seeded random generator (xoshiro256**), the same on every machine. */
#ifndef TERNION_RNG_H
#define TERNION_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

/* Any seed is good, 0 included; different seeds give unrelated streams. */
void rng_seed(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
/* 0 .. bound-1 without bias; bound must not be 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);
/* 0 <= x < 1, 53 bits. */
double rng_unit(struct rng *rng);
/* A good 64-bit hash of one value (splitmix64's finisher), for seeds and keys. */
uint64_t rng_mix(uint64_t value);

#endif
