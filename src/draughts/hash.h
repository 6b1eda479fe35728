/* hash: what the search found out about positions, shared by all its threads without locks. */
#ifndef TERNION_DRAUGHTS_HASH_H
#define TERNION_DRAUGHTS_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum draughts_bound { DRAUGHTS_UPPER = 1, DRAUGHTS_LOWER = 2, DRAUGHTS_EXACT = 3 };

/* One finding. `choice` is the number of the best move in the generator's list, counted from 1; 0:
 * none. */
struct draughts_finding {
    int score;
    int depth; /* 0 .. 255 */
    enum draughts_bound bound;
    int choice; /* 0 .. 255 */
};

struct draughts_hash;

/* Room for at most so many megabytes of findings, at least 1. */
struct draughts_hash *draughts_hash_new(size_t megabytes);
void draughts_hash_free(struct draughts_hash *hash);
/* Forgets everything. */
void draughts_hash_clear(struct draughts_hash *hash);
/* A new search begins: what is older is overwritten first. */
void draughts_hash_age(struct draughts_hash *hash);
/* A finding that another thread is writing at the same time is not found rather than mixed up. */
bool draughts_hash_get(const struct draughts_hash *hash, uint64_t key,
                       struct draughts_finding *found);
void draughts_hash_put(struct draughts_hash *hash, uint64_t key,
                       const struct draughts_finding *found);
/* Asks the processor to fetch the place of a key. */
void draughts_hash_fetch(const struct draughts_hash *hash, uint64_t key);

#endif
