/* rng: a small seeded random generator (xoshiro256**), the same on every machine. */
#ifndef TERNION_RNG_H
#define TERNION_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

/* A good 64-bit hash of one value (splitmix64's finisher), for seeds and keys. */
static inline uint64_t rng_mix(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

/* Any seed is good, 0 included; different seeds give unrelated streams. */
void rng_seed(struct rng *rng, uint64_t seed);

static inline uint64_t rng_rotate(uint64_t value, int count) {
    return value << count | value >> (64 - count);
}

static inline uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->s;
    uint64_t next = rng_rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return next;
}

/* 0 .. bound-1, quickly, with a bias of at most bound in 2^32; for playouts. */
static inline int rng_draw(struct rng *rng, int bound) {
    return (int)((rng_next(rng) >> 32) * (uint64_t)bound >> 32);
}

/* 0 .. bound-1 without bias; bound must not be 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);
/* 0 <= x < 1, 53 bits. */
double rng_unit(struct rng *rng);

#endif
