#include "hash.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../core/memory.h"

enum { BUCKET = 4, AGES = 64 };

/* `check` is the key XOR the data, so that a torn pair of words fits no key. */
struct hash_slot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
};

struct draughts_hash {
    struct hash_slot *slots;
    size_t mask; /* number of buckets - 1 */
    unsigned age;
};

/* From the lowest bit: 16 score, 8 depth, 8 choice, 2 bound, 6 age. */
static uint64_t pack(const struct draughts_hash_entry *found, unsigned age) {
    return (uint64_t)(uint16_t)found->score | (uint64_t)found->depth << 16 |
           (uint64_t)found->choice << 24 | (uint64_t)found->bound << 32 | (uint64_t)age << 34;
}

static void unpack(uint64_t data, struct draughts_hash_entry *found) {
    *found = (struct draughts_hash_entry){.score = (int16_t)(uint16_t)data,
                                          .depth = (int)(data >> 16 & 255),
                                          .choice = (int)(data >> 24 & 255),
                                          .bound = (enum draughts_bound)(data >> 32 & 3)};
}

static size_t hash_size(const struct draughts_hash *hash) {
    return (hash->mask + 1) * BUCKET * sizeof(struct hash_slot);
}

/* In huge pages if possible: accesses are random, and misses of the TLB took a quarter of all time.
 */
struct draughts_hash *draughts_hash_new(size_t megabytes) {
    assert(megabytes > 0);
    struct draughts_hash *hash = memory_new(1, sizeof *hash);
    size_t buckets = 1;
    while (buckets * 2 * BUCKET * sizeof(struct hash_slot) <= megabytes << 20) {
        buckets *= 2;
    }
    hash->mask = buckets - 1;
    hash->slots =
        mmap(NULL, hash_size(hash), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (hash->slots == MAP_FAILED) { /* reports that there is no memory, and exits */
        hash->slots = memory_new(SIZE_MAX, 1);
    }
    madvise((void *)hash->slots, hash_size(hash), MADV_HUGEPAGE);
    return hash;
}

void draughts_hash_free(struct draughts_hash *hash) {
    if (hash != NULL) {
        munmap((void *)hash->slots, hash_size(hash));
        free(hash);
    }
}

void draughts_hash_clear(struct draughts_hash *hash) {
    /* Giving the pages back is quicker than writing zeros, and unused ones stay unused. */
    if (madvise((void *)hash->slots, hash_size(hash), MADV_DONTNEED) != 0) {
        memset((void *)hash->slots, 0, hash_size(hash));
    }
    hash->age = 0;
}

void draughts_hash_age(struct draughts_hash *hash) {
    hash->age = (hash->age + 1) % AGES;
}

static struct hash_slot *bucket_of(const struct draughts_hash *hash, uint64_t key) {
    return &hash->slots[(key & hash->mask) * BUCKET];
}

void draughts_hash_prefetch(const struct draughts_hash *hash, uint64_t key) {
    __builtin_prefetch(bucket_of(hash, key));
}

bool draughts_hash_get(const struct draughts_hash *hash, uint64_t key,
                       struct draughts_hash_entry *found) {
    struct hash_slot *slot = bucket_of(hash, key);
    for (int i = 0; i < BUCKET; i++, slot++) {
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            unpack(data, found);
            return true;
        }
    }
    return false;
}

/* Replaces the entry of the same position, else the shallowest one, old ones counting as shallower.
 */
void draughts_hash_put(struct draughts_hash *hash, uint64_t key,
                       const struct draughts_hash_entry *found) {
    struct hash_slot *slot = bucket_of(hash, key), *worst = slot;
    int lowest = 1 << 20;
    for (int i = 0; i < BUCKET; i++, slot++) {
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        unsigned age = (hash->age - (unsigned)(data >> 34)) % AGES;
        int value = data == 0 ? -(1 << 20) : (int)(data >> 16 & 255) - 8 * (int)age;
        if ((check ^ data) == key && data != 0) {
            worst = slot;
            break;
        }
        if (value < lowest) {
            lowest = value;
            worst = slot;
        }
    }
    uint64_t data = pack(found, hash->age);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}
