/* hash: the transposition table, shared by all threads of a search without locks. */
#ifndef TERNION_DRAUGHTS_HASH_H
#define TERNION_DRAUGHTS_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum draughts_bound { DRAUGHTS_UPPER = 1, DRAUGHTS_LOWER = 2, DRAUGHTS_EXACT = 3 };

/* What is known about a position. `choice` is the number of the best move in the generator's list,
 * counted from 1; 0: none. */
struct draughts_hash_entry {
    int score;
    int depth; /* 0 .. 255 */
    enum draughts_bound bound;
    int choice; /* 0 .. 255 */
};

struct draughts_hash;

/* megabytes must be at least 1; not all of it may be used. */
struct draughts_hash *draughts_hash_new(size_t megabytes);
void draughts_hash_free(struct draughts_hash *hash);
/* Empties the table. */
void draughts_hash_clear(struct draughts_hash *hash);
/* A new search begins: older entries are overwritten first. */
void draughts_hash_age(struct draughts_hash *hash);
/* An entry that another thread writes at the same time is not found, never mixed up. */
bool draughts_hash_get(const struct draughts_hash *hash, uint64_t key,
                       struct draughts_hash_entry *found);
void draughts_hash_put(struct draughts_hash *hash, uint64_t key,
                       const struct draughts_hash_entry *found);
/* Prefetches the bucket of a key. */
void draughts_hash_prefetch(const struct draughts_hash *hash, uint64_t key);

#endif
