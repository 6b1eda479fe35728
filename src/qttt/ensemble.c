#include "ensemble.h"

#include <string.h>

/* Which mark each cell gets if `hole` stays empty and every mark of its tree moves away from it, or
 * if `mark` (not 0) settles there; returns the number of cells reached. owner holds 0 elsewhere. */
static int tree_settle(const struct qttt *q, int hole, int mark, uint8_t owner[QTTT_CELLS]) {
    bool moved[QTTT_MARKS] = {0};
    uint8_t queue[QTTT_CELLS];
    int read = 0, write = 0;
    memset(owner, 0, QTTT_CELLS);
    owner[hole] = (uint8_t)mark;
    moved[mark] = true;
    queue[write++] = (uint8_t)hole;
    while (read < write) {
        int from = queue[read++];
        for (int n = 1; n <= q->moves; n++)
            if (!moved[n] && qttt_haunts(q, n, from)) {
                int to = qttt_other_cell(q, n, from);
                moved[n] = true;
                owner[to] = (uint8_t)n;
                queue[write++] = (uint8_t)to;
            }
    }
    return write;
}

static void ensemble_add(struct ensemble *ensemble, const struct qttt *q,
                         const uint8_t owner[QTTT_CELLS]) {
    for (int cell = 0; cell < q->size * q->size; cell++)
        if (owner[cell])
            ensemble->cell[cell].side[qttt_side(q, owner[cell])]++;
}

/* A component with a cycle has two outcomes: the closing mark settles in either of its cells. */
static void ensemble_add_cycle(struct ensemble *ensemble, const struct qttt *q,
                               bool seen[QTTT_CELLS]) {
    for (int i = 0; i < 2; i++) {
        uint8_t owner[QTTT_CELLS];
        tree_settle(q, i ? q->b[q->waiting] : q->a[q->waiting], q->waiting, owner);
        ensemble_add(ensemble, q, owner);
        for (int cell = 0; cell < q->size * q->size; cell++)
            if (owner[cell]) {
                seen[cell] = true;
                ensemble->cell[cell].of = 2;
            }
    }
    ensemble->boards *= 2;
}

/* A tree has one outcome for each of its cells: the one that stays empty. */
static void ensemble_add_hole(struct ensemble *ensemble, const struct qttt *q, int hole,
                              bool seen[QTTT_CELLS]) {
    uint8_t owner[QTTT_CELLS];
    int size = tree_settle(q, hole, 0, owner);
    ensemble_add(ensemble, q, owner);
    ensemble->cell[hole].of = (uint8_t)size;
    if (!seen[hole])
        ensemble->boards *= (uint64_t)size;
    for (int cell = 0; cell < q->size * q->size; cell++)
        seen[cell] |= owner[cell] != 0;
}

void ensemble_make(struct ensemble *ensemble, const struct qttt *q) {
    bool seen[QTTT_CELLS] = {0}, cycle[QTTT_CELLS] = {0};
    memset(ensemble, 0, sizeof *ensemble);
    ensemble->boards = 1;
    if (q->waiting)
        ensemble_add_cycle(ensemble, q, cycle);
    for (int cell = 0; cell < q->size * q->size; cell++) {
        if (q->owner[cell]) {
            ensemble->cell[cell].side[qttt_side(q, q->owner[cell])] = 1;
            ensemble->cell[cell].of = 1;
        } else if (!cycle[cell])
            ensemble_add_hole(ensemble, q, cell, seen);
    }
}

/* "0", "1", or a fraction in lowest terms. */
static void fraction_print(const char *name, int part, int whole, struct text *text) {
    int a = part, b = whole;
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    text_print(text, " %s %d", name, part / a);
    if (part % whole != 0)
        text_print(text, "/%d", whole / a);
}

void ensemble_print(const struct qttt *q, struct text *text) {
    struct ensemble ensemble;
    ensemble_make(&ensemble, q);
    text_print(text, "boards %llu", (unsigned long long)ensemble.boards);
    for (int cell = 0; cell < q->size * q->size; cell++) {
        int x = ensemble.cell[cell].side[0], o = ensemble.cell[cell].side[1];
        int of = ensemble.cell[cell].of;
        text_putc(text, '\n');
        qttt_cell_print(q, cell, text);
        fraction_print(qttt_game.sides[0], x, of, text);
        fraction_print(qttt_game.sides[1], o, of, text);
        fraction_print("empty", of - x - o, of, text);
    }
}
