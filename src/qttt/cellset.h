/* cellset: sets of up to 128 cells, by two words, since not every machine has integers of 128 bits.
 */
#ifndef TERNION_QTTT_CELLSET_H
#define TERNION_QTTT_CELLSET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t low, high;
} cellset;

static inline cellset set_of(int spot) {
    uint64_t bit = UINT64_C(1) << (spot & 63);
    return spot < 64 ? (cellset){bit, 0} : (cellset){0, bit};
}

static inline bool set_any(cellset set) {
    return (set.low | set.high) != 0;
}
static inline bool set_same(cellset a, cellset b) {
    return a.low == b.low && a.high == b.high;
}
static inline cellset set_and(cellset a, cellset b) {
    return (cellset){a.low & b.low, a.high & b.high};
}
static inline cellset set_or(cellset a, cellset b) {
    return (cellset){a.low | b.low, a.high | b.high};
}
static inline cellset set_minus(cellset a, cellset b) {
    return (cellset){a.low & ~b.low, a.high & ~b.high};
}
static inline bool set_has(cellset set, int spot) {
    return ((spot < 64 ? set.low : set.high) >> (spot & 63) & 1) != 0;
}
static inline void set_add(cellset *set, cellset more) {
    *set = set_or(*set, more);
}
static inline void set_drop(cellset *set, cellset less) {
    *set = set_minus(*set, less);
}

/* All members moved by a number of spots from 0 to 127; those that leave the set are lost. */
static inline cellset set_down(cellset set, int by) {
    if (by >= 64)
        return (cellset){set.high >> (by - 64), 0};
    return (cellset){set.low >> by | set.high << 1 << (63 - by), set.high >> by};
}
static inline cellset set_up(cellset set, int by) {
    if (by >= 64)
        return (cellset){0, set.low << (by - 64)};
    return (cellset){set.low << by, set.high << by | set.low >> 1 >> (63 - by)};
}

/* The lowest member, of a set that has one; the set without it. */
static inline int set_first(cellset set) {
    return set.low ? __builtin_ctzll(set.low) : 64 + __builtin_ctzll(set.high);
}
static inline cellset set_rest(cellset set) {
    return set.low ? (cellset){set.low & (set.low - 1), set.high}
                   : (cellset){0, set.high & (set.high - 1)};
}
static inline int set_size(cellset set) {
    return __builtin_popcountll(set.low) + __builtin_popcountll(set.high);
}

#endif
