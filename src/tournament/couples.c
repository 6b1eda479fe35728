#include "couples.h"

#include <stdlib.h>

#include "../core/memory.h"
#include "../core/rng.h"

enum { ROOM_FIRST = 64 };

/* The first game of a pair, until the second one comes: no schedule has a third. */
struct couple {
    bool used;
    long pair;
    int engines[2];
    int halves; /* of the engine that had side 0 */
};

static size_t home_of(size_t room, long pair) {
    return (size_t)rng_mix((uint64_t)pair) & (room - 1);
}

static struct couple *slot_of(struct couple *table, size_t room, long pair) {
    size_t at = home_of(room, pair);
    while (table[at].used && table[at].pair != pair)
        at = (at + 1) & (room - 1);
    return &table[at];
}

static void couples_widen(struct couples *couples) {
    size_t room = couples->room == 0 ? ROOM_FIRST : 2 * couples->room;
    struct couple *table = memory_new(room, sizeof *table);
    for (size_t i = 0; i < couples->room; i++)
        if (couples->table[i].used)
            *slot_of(table, room, couples->table[i].pair) = couples->table[i];
    free(couples->table);
    couples->table = table;
    couples->room = room;
}

/* Those behind it move up, where that brings them no further than their home, so that no search
 * ends at the gap. */
static void couples_remove(struct couples *couples, struct couple *couple) {
    struct couple *table = couples->table;
    size_t last = couples->room - 1, gap = (size_t)(couple - table);
    for (size_t at = (gap + 1) & last; table[at].used; at = (at + 1) & last) {
        size_t home = home_of(couples->room, table[at].pair);
        if (((at - home) & last) < ((at - gap) & last))
            continue;
        table[gap] = table[at];
        gap = at;
    }
    table[gap].used = false;
    couples->count--;
}

int couples_add(struct couples *couples, const struct outcome *outcome) {
    const struct fixture *fixture = &outcome->fixture;
    const int *engines = fixture->engines;
    if (2 * couples->count >= couples->room)
        couples_widen(couples);
    struct couple *couple = slot_of(couples->table, couples->room, fixture->pair);
    if (!couple->used) {
        *couple = (struct couple){.used = true,
                                  .pair = fixture->pair,
                                  .engines = {engines[0], engines[1]},
                                  .halves = outcome_halves(outcome, 0)};
        couples->count++;
        return -1;
    }
    if (couple->engines[0] != engines[1] || couple->engines[1] != engines[0])
        return -1;
    int halves = couple->halves;
    couples_remove(couples, couple);
    return 2 - halves;
}

void couples_free(struct couples *couples) {
    free(couples->table);
    *couples = (struct couples){0};
}
