#include "ensemble.h"

#include <assert.h>
#include <string.h>

/* Which mark each cell gets if `hole` stays empty and every mark of its tree moves away from it, or
 * if `mark` (not 0) settles there; returns the number of cells reached. owner holds 0 elsewhere. */
static int tree_settle(const struct qttt *q, int hole, int mark, uint8_t owner[QTTT_CELLS]) {
    struct qttt_cascade cascade;
    qttt_cascade(q, mark, hole, &cascade);
    memset(owner, 0, QTTT_CELLS);
    for (int i = 0; i < cascade.length; i++)
        owner[cascade.step[i].cell] = cascade.step[i].mark;
    return cascade.length + (mark == 0);
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

/* The cells of a tree, in rising order, each of which may stay empty; or the two of the closing
 * mark, where a cycle waits in the component. Returns their number. */
static int component_choices(const struct qttt *q, int cell, bool seen[QTTT_CELLS],
                             uint8_t choices[QTTT_CELLS]) {
    uint8_t owner[QTTT_CELLS];
    bool cycle = false;
    int count = 0;
    for (int i = 0; q->waiting && i < 2; i++) {
        int end = i ? q->b[q->waiting] : q->a[q->waiting];
        tree_settle(q, end, q->waiting, owner);
        cycle |= owner[cell] != 0;
        choices[i] = (uint8_t)end;
    }
    if (!cycle) {
        tree_settle(q, cell, 0, owner);
        owner[cell] = 1;
    }
    for (int c = 0; c < q->size * q->size; c++)
        if (owner[c]) {
            seen[c] = true;
            if (!cycle)
                choices[count++] = (uint8_t)c;
        }
    return cycle ? 2 : count;
}

/* Board number `index`, counted from 0: the marks of each cell. The index is a number with a digit
 * for each component, which chooses among its outcomes; the component of the lowest cell comes
 * first. */
static void board_number(const struct qttt *q, uint64_t index, uint8_t owner[QTTT_CELLS]) {
    bool seen[QTTT_CELLS] = {0};
    memcpy(owner, q->owner, QTTT_CELLS);
    for (int cell = 0; cell < q->size * q->size; cell++) {
        if (seen[cell] || q->owner[cell])
            continue;
        uint8_t choices[QTTT_CELLS], settled[QTTT_CELLS];
        int count = component_choices(q, cell, seen, choices);
        int chosen = choices[index % (uint64_t)count];
        index /= (uint64_t)count;
        bool cycle = q->waiting && count == 2 && qttt_haunts(q, q->waiting, chosen);
        tree_settle(q, chosen, cycle ? q->waiting : 0, settled);
        for (int c = 0; c < q->size * q->size; c++)
            if (settled[c])
                owner[c] = settled[c];
    }
}

void ensemble_print_boards(const struct qttt *q, uint64_t from, int count, struct text *text) {
    struct ensemble ensemble;
    ensemble_make(&ensemble, q);
    assert(from >= 1 && from <= ensemble.boards);
    for (uint64_t index = from - 1; index < ensemble.boards && count-- > 0; index++) {
        uint8_t owner[QTTT_CELLS];
        board_number(q, index, owner);
        if (text->length > 0)
            text_putc(text, '\n');
        text_print(text, ensemble.boards == 1 ? "1" : "1/%llu",
                   (unsigned long long)ensemble.boards);
        for (int n = 1; n <= q->moves; n++)
            for (int cell = 0; cell < q->size * q->size; cell++)
                if (owner[cell] == n) {
                    text_putc(text, ' ');
                    qttt_mark_print(q, n, text);
                    text_putc(text, '@');
                    qttt_cell_print(q, cell, text);
                }
    }
}
