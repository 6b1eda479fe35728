/* What the solver found out about positions. */
#include "solver_inside.h"

static struct entry *table_start(const struct solver *solver, uint64_t key) {
    return &solver->table[(key * 0x9e3779b97f4a7c15u) >> (64 - TABLE_BITS) &
                          ~(uint64_t)(TABLE_PROBES - 1)];
}

const struct entry *table_find(const struct solver *solver, uint64_t key) {
    const struct entry *entry = table_start(solver, key);
    for (int i = 0; i < TABLE_PROBES; i++, entry++)
        if (entry->key == key)
            return entry;
    return NULL;
}

/* The entry of a key: its own, a free one, or that of the position with the most marks. */
static struct entry *table_claim(struct solver *solver, uint64_t key) {
    struct entry *entry = table_start(solver, key), *worst = entry;
    for (int i = 0; i < TABLE_PROBES; i++, entry++) {
        if (entry->key == key)
            return entry;
        if (entry->key == 0 || (worst->key != 0 && entry->marks > worst->marks))
            worst = entry;
    }
    *worst = (struct entry){.key = key, .low = -SOLVER_WIN, .high = SOLVER_WIN};
    return worst;
}

void table_store(struct solver *solver, const struct small *p, uint64_t key, int symmetry,
                 int bound, int score, int best) {
    struct entry *entry = table_claim(solver, key);
    entry->marks = (uint8_t)p->marks;
    if (score >= bound) {
        entry->low = (int8_t)(score > entry->low ? score : entry->low);
        entry->best = solver->tables.map_code[symmetry][best];
    } else if (score < entry->high)
        entry->high = (int8_t)score;
}
