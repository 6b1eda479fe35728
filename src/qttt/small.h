/* small: 3 x 3 positions packed for the solver and the counting of games.
 *
 * A tree of k cells joined by k - 1 pairs has k outcomes, one for each cell that stays empty: every
 * mark moves away from that hole. So a position keeps, for each open cell, the outcome of its
 * component with the hole there. Joining two components is an OR, and so is a collapse: the closing
 * mark fills the hole. The side that makes move 1 is called first here. */
#ifndef TERNION_QTTT_SMALL_H
#define TERNION_QTTT_SMALL_H

#include "qttt.h"

enum { SMALL_CELLS = 9, SMALL_BOARD = 511, SMALL_LINES = 8, SMALL_SYMMETRIES = 8 };

/* Which mark is in each cell: its number (4 bits a cell), then the set of the first side's cells,
 * then that of the second side's. */
typedef uint64_t outcome;
enum { OUTCOME_FIRST = 36, OUTCOME_SECOND = 45 };

/* Each mark is a code of 6 bits: 1 .. 36 a spooky pair, 37 .. 45 a classical mark in a cell, 0 not
 * there. Nine codes by number make 54 bits. */
enum { SMALL_CODES = 46, SMALL_CODE_BITS = 6, SMALL_CODE_MASK = 63, SMALL_CLASSICAL = 37 };

struct small {
    outcome settled;
    outcome hole[SMALL_CELLS]; /* of open cells only */
    uint64_t raw;              /* the codes by number as they were played */
    int marks;                 /* made so far */
};

/* A position's key in each symmetry of the board; the least of them stands for all positions that
 * are as good as this one: see small.c. */
struct small_keys {
    uint64_t at[SMALL_SYMMETRIES];
};

struct small_tables {
    uint8_t code[SMALL_CELLS][SMALL_CELLS];
    uint8_t low[SMALL_CODES], high[SMALL_CODES]; /* the cells of a code */
    uint8_t map_cell[SMALL_SYMMETRIES][SMALL_CELLS];
    uint8_t map_code[SMALL_SYMMETRIES][SMALL_CODE_MASK + 1];
    uint8_t inverse[SMALL_SYMMETRIES];
    outcome mark[SMALL_CELLS + 1][SMALL_CELLS];
    uint64_t item[SMALL_CELLS + 1][SMALL_CODES]
                 [SMALL_SYMMETRIES];                     /* what a mark adds to each key */
    uint16_t map_set[SMALL_BOARD + 1][SMALL_SYMMETRIES]; /* a set of cells seen in each */
    uint8_t open_lines[SMALL_BOARD + 1];                 /* lines that no cell of the set touches */
    uint16_t open_cells[SMALL_BOARD + 1];                /* the cells of those lines */
    uint8_t near_lines[2][SMALL_BOARD + 1]; /* lines that a side with these marks can still fill */
    bool row[SMALL_BOARD + 1];              /* the set holds a whole line */
};

/* Rows from the bottom, columns, diagonals. */
extern const uint16_t small_line[SMALL_LINES];

void small_tables_init(struct small_tables *tables);

static inline unsigned outcome_first(outcome o) {
    return (unsigned)(o >> OUTCOME_FIRST & SMALL_BOARD);
}
static inline unsigned outcome_second(outcome o) {
    return (unsigned)(o >> OUTCOME_SECOND & SMALL_BOARD);
}
static inline unsigned outcome_cells(outcome o) {
    return outcome_first(o) | outcome_second(o);
}
static inline int outcome_number(outcome o, int cell) {
    return (int)(o >> 4 * cell & 15);
}

static inline uint64_t small_code(uint64_t codes, int n) {
    return codes >> SMALL_CODE_BITS * (n - 1) & SMALL_CODE_MASK;
}
static inline unsigned small_open(const struct small *p) {
    return ~outcome_cells(p->settled) & SMALL_BOARD;
}
/* The cells joined with an open cell, itself included. */
static inline unsigned small_component(const struct small *p, int cell) {
    return outcome_cells(p->hole[cell]) | 1u << cell;
}
/* Everything that is classical after the next mark closed a cycle of this cell's component and
 * settled in this cell. */
static inline outcome small_outcome(const struct small_tables *tables, const struct small *p,
                                    int cell) {
    return p->settled | p->hole[cell] | tables->mark[p->marks + 1][cell];
}

/* Mark n joins two components. */
static inline void small_join(const struct small_tables *tables, struct small *p, int n, int a,
                              int b) {
    outcome to_a = p->hole[a] | tables->mark[n][a];
    outcome to_b = p->hole[b] | tables->mark[n][b];
    unsigned with_a = small_component(p, a), with_b = small_component(p, b);
    for (unsigned rest = with_a; rest; rest &= rest - 1)
        p->hole[__builtin_ctz(rest)] |= to_b;
    for (unsigned rest = with_b; rest; rest &= rest - 1)
        p->hole[__builtin_ctz(rest)] |= to_a;
    p->raw |= tables->item[n][tables->code[a][b]][0];
    p->marks = n;
}

/* Mark number marks + 1 closed a cycle, and all that is classical now is `settled`. */
void small_collapse(struct small *p, outcome settled);

/* The lines that a side (0: the first) may still fill: without a mark of the other, and with enough
 * of its five or four marks left for them. */
static inline unsigned small_lines(const struct small_tables *tables, const struct small *p,
                                   int side) {
    unsigned first = outcome_first(p->settled), second = outcome_second(p->settled);
    return tables->open_lines[side ? first : second] &
           tables->near_lines[side][side ? second : first];
}
/* Whether one collapse can still give both sides a row, given the lines of each: two parallel ones.
 */
bool small_narrow(unsigned lines, unsigned others);
/* The pairs that the side to play may not repeat, as a set of codes. */
uint64_t small_barred(const struct small *p, enum qttt_rules rules);

/* Keys after the last move joined two components, from those before it. */
void small_keys_join(const struct small_tables *tables, const struct small *p,
                     enum qttt_rules rules, const struct small_keys *before,
                     struct small_keys *keys);
/* Keys of any position. */
void small_keys_make(const struct small_tables *tables, const struct small *p,
                     enum qttt_rules rules, struct small_keys *keys);
/* The symmetry with the least key. */
int small_keys_least(const struct small_keys *keys);

/* Reads a 3 x 3 position, without the mark that waits for its collapse. */
void small_read(const struct small_tables *tables, const struct qttt *q, struct small *p);

#endif
