#include "count.h"

#include <assert.h>
#include <stdlib.h>

#include "../core/memory.h"
#include "../core/rng.h"
#include "small.h"

/* When a game ends depends on who owns which cell, never on numbers. So a position is the open
 * cells (numbered 0 .. 8 whatever the board), who settled in which of them since the count began,
 * and the spooky pairs of each side in no order. As in small.h, each open cell keeps the outcome of
 * its component with the hole there. A set of owned cells has the first side's cells in its low
 * half, the second side's in its high half. */
typedef uint32_t owned;
enum { OWNED_SECOND = 16 };

struct count_position {
    owned hole[COUNT_OPEN];
    owned settled;
    uint8_t pair[2][COUNT_OPEN]; /* codes, largest first */
    uint8_t pairs[2];
    uint8_t side; /* to place: 0 is the first side */
};

struct slot {
    uint64_t key; /* 0: free */
    uint64_t games;
};

struct counter {
    struct small_tables tables;
    bool row[2][SMALL_BOARD + 1];    /* whether a side that owns these cells has a row */
    uint32_t trits[SMALL_BOARD + 1]; /* the set as digits of base 3 */
    uint8_t size[SMALL_BOARD + 1];   /* of the set */
    unsigned board;                  /* the open cells at the start */
    int symmetries;
    bool bars; /* own pairs may not be repeated */
    struct slot *slots;
    size_t used, room;
};

static uint64_t counter_count(struct counter *counter, const struct count_position *t);

static unsigned owned_by(owned o, int side) {
    return o >> (side ? OWNED_SECOND : 0) & SMALL_BOARD;
}
static unsigned owned_cells(owned o) {
    return (o | o >> OWNED_SECOND) & SMALL_BOARD;
}
static owned owned_cell(int side, int cell) {
    return (owned)1 << ((side ? OWNED_SECOND : 0) + cell);
}

/* Memory */

enum { ROOM_FIRST = 1 << 12, KEY_PAIRS = 48 };

static struct slot *slots_find(struct slot *slots, size_t room, uint64_t key) {
    size_t place = (size_t)rng_mix(key) & (room - 1);
    while (slots[place].key != 0 && slots[place].key != key)
        place = (place + 1) & (room - 1);
    return &slots[place];
}

static void counter_store(struct counter *counter, uint64_t key, uint64_t games) {
    if (4 * counter->used >= 3 * counter->room) {
        size_t room = counter->room ? 2 * counter->room : ROOM_FIRST;
        struct slot *slots = memory_new(room, sizeof *slots);
        for (size_t i = 0; i < counter->room; i++)
            if (counter->slots[i].key != 0)
                *slots_find(slots, room, counter->slots[i].key) = counter->slots[i];
        free(counter->slots);
        counter->slots = slots;
        counter->room = room;
    }
    *slots_find(counter->slots, counter->room, key) = (struct slot){.key = key, .games = games};
    counter->used++;
}

static void pairs_insert(uint8_t *pairs, int count, uint8_t code) {
    int k = count;
    for (; k > 0 && pairs[k - 1] < code; k--)
        pairs[k] = pairs[k - 1];
    pairs[k] = code;
}

/* Pairs of either side and the owner of each settled cell. Whose pairs they are and whose turn it
 * is follow from how many marks there are. */
static uint64_t position_key(const struct counter *counter, const struct count_position *t,
                             int symmetry) {
    const uint8_t *map = counter->tables.map_code[symmetry];
    uint64_t key = 0;
    for (int side = 0; side < 2; side++) {
        uint8_t sorted[COUNT_OPEN];
        for (int i = 0; i < t->pairs[side]; i++)
            pairs_insert(sorted, i, map[t->pair[side][i]]);
        for (int i = 0; i < t->pairs[side]; i++)
            key = key << SMALL_CODE_BITS | sorted[i];
    }
    unsigned first = owned_by(t->settled, 0), second = owned_by(t->settled, 1);
    uint64_t cells = counter->trits[counter->tables.map_set[first][symmetry]] +
                     2 * counter->trits[counter->tables.map_set[second][symmetry]];
    return cells << KEY_PAIRS | key;
}

static uint64_t position_least(const struct counter *counter, const struct count_position *t) {
    uint64_t least = position_key(counter, t, 0);
    for (int s = 1; s < counter->symmetries; s++) {
        uint64_t key = position_key(counter, t, s);
        least = key < least ? key : least;
    }
    return least;
}

/* Moves */

static unsigned position_open(const struct counter *counter, const struct count_position *t) {
    return counter->board & ~owned_cells(t->settled);
}

static unsigned position_component(const struct count_position *t, int cell) {
    return owned_cells(t->hole[cell]) | 1u << cell;
}

static void position_join(const struct counter *counter, struct count_position *t, int a, int b) {
    owned to_a = t->hole[a] | owned_cell(t->side, a), to_b = t->hole[b] | owned_cell(t->side, b);
    unsigned with_a = position_component(t, a), with_b = position_component(t, b);
    for (unsigned rest = with_a; rest; rest &= rest - 1)
        t->hole[__builtin_ctz(rest)] |= to_b;
    for (unsigned rest = with_b; rest; rest &= rest - 1)
        t->hole[__builtin_ctz(rest)] |= to_a;
    pairs_insert(t->pair[t->side], t->pairs[t->side]++, counter->tables.code[a][b]);
    t->side = (uint8_t)side_other(t->side);
}

/* What is settled once the closing mark is in `cell`. */
static owned position_outcome(const struct count_position *t, int cell) {
    return t->settled | t->hole[cell] | owned_cell(t->side, cell);
}

static bool counter_row(const struct counter *counter, owned o) {
    return counter->row[0][owned_by(o, 0)] || counter->row[1][owned_by(o, 1)];
}

static void position_collapse(const struct counter *counter, struct count_position *t, int cell) {
    unsigned component = position_component(t, cell);
    t->settled = position_outcome(t, cell);
    for (int side = 0; side < 2; side++) {
        int kept = 0;
        for (int i = 0; i < t->pairs[side]; i++)
            if ((component >> counter->tables.low[t->pair[side][i]] & 1) == 0)
                t->pair[side][kept++] = t->pair[side][i];
        t->pairs[side] = (uint8_t)kept;
    }
    t->side = (uint8_t)side_other(t->side);
}

static uint64_t count_hole(struct counter *counter, const struct count_position *t, int cell) {
    if (counter_row(counter, position_outcome(t, cell)))
        return 1;
    struct count_position after = *t;
    position_collapse(counter, &after, cell);
    return counter_count(counter, &after);
}

/* Pairs of a side within a component, and those that end in a cell. */
static int position_pairs(const struct counter *counter, const struct count_position *t, int side,
                          unsigned component) {
    int count = 0;
    for (int i = 0; i < t->pairs[side]; i++)
        count += (int)(component >> counter->tables.low[t->pair[side][i]] & 1);
    return count;
}

static int position_degree(const struct counter *counter, const struct count_position *t, int side,
                           int cell) {
    int count = 0;
    for (int i = 0; i < t->pairs[side]; i++)
        count += counter->tables.low[t->pair[side][i]] == cell ||
                 counter->tables.high[t->pair[side][i]] == cell;
    return count;
}

/* One tree holds all open cells: every pair closes, and both its outcomes fill the board. A side
 * without a pair has ended the game. */
static uint64_t count_last(const struct counter *counter, int open, int own) {
    int pairs = open * (open - 1) / 2 - (counter->bars ? own : 0);
    return pairs > 0 ? 2 * (uint64_t)pairs : 1;
}

/* With how many cells of its component of `size` cells a side may close a cycle from this one. */
static uint64_t position_partners(const struct counter *counter, const struct count_position *t,
                                  int side, int size, int cell) {
    return (uint64_t)(size - 1 - (counter->bars ? position_degree(counter, t, side, cell) : 0));
}

/* Every hole of a component is an outcome of each closing pair that its cell is in. */
static uint64_t count_closing(struct counter *counter, const struct count_position *t,
                              unsigned component) {
    uint64_t games = 0;
    for (unsigned rest = component; rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        games += position_partners(counter, t, t->side, counter->size[component], cell) *
                 count_hole(counter, t, cell);
    }
    return games;
}

static uint64_t count_moves(struct counter *counter, const struct count_position *t) {
    uint64_t games = 0;
    unsigned open = position_open(counter, t);
    for (unsigned rest = open; rest;) {
        unsigned component = position_component(t, __builtin_ctz(rest));
        rest &= ~component;
        if ((component & (component - 1)) != 0)
            games += count_closing(counter, t, component);
        for (unsigned as = component; as; as &= as - 1)
            for (unsigned bs = rest; bs; bs &= bs - 1) {
                struct count_position after = *t;
                position_join(counter, &after, __builtin_ctz(as), __builtin_ctz(bs));
                games += counter_count(counter, &after);
            }
    }
    return games;
}

/* What is left for a side to place in one tree that holds all open cells. */
static uint64_t count_tree(const struct counter *counter, int size, int own) {
    return size < 2 ? 1 : count_last(counter, size, own);
}

/* Closing one of the last two trees: then the other one is all that is left. */
static uint64_t count_closing_one(const struct counter *counter, const struct count_position *t,
                                  unsigned component, unsigned other) {
    int next = side_other(t->side), size = counter->size[component];
    uint64_t left =
        count_tree(counter, counter->size[other], position_pairs(counter, t, next, other));
    uint64_t games = 0;
    for (unsigned rest = component; rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        games += position_partners(counter, t, t->side, size, cell) *
                 (counter_row(counter, position_outcome(t, cell)) ? 1 : left);
    }
    return games;
}

/* Two trees: worked out without looking further. */
static uint64_t count_two(const struct counter *counter, const struct count_position *t,
                          unsigned open) {
    unsigned one = position_component(t, __builtin_ctz(open)), two = open & ~one;
    uint64_t joins = (uint64_t)counter->size[one] * counter->size[two];
    return joins * count_last(counter, counter->size[open], t->pairs[side_other(t->side)]) +
           count_closing_one(counter, t, one, two) + count_closing_one(counter, t, two, one);
}

/* The games after joining trees `one` and `two` of three, in which the next side then closes a
 * cycle of the joined tree with the hole in `one`. Such an outcome depends on where the pair ends
 * in `two`, not on where it ends in `one`. `left` games follow if there is no row. */
static uint64_t count_joined(const struct counter *counter, const struct count_position *t,
                             unsigned one, unsigned two, uint64_t left) {
    int next = side_other(t->side), size = counter->size[one | two];
    uint64_t games = 0;
    for (unsigned as = one; as; as &= as - 1) {
        int a = __builtin_ctz(as);
        owned hole = t->settled | t->hole[a] | owned_cell(next, a);
        uint64_t sum = 0;
        for (unsigned bs = two; bs; bs &= bs - 1) {
            int b = __builtin_ctz(bs);
            owned o = hole | t->hole[b] | owned_cell(t->side, b);
            sum += counter_row(counter, o) ? 1 : left;
        }
        games += sum * position_partners(counter, t, next, size, a);
    }
    return games * counter->size[one];
}

/* All games after joining `one` and `two` of three trees: the next side joins again, or closes in
 * the joined tree, or in the third one. */
static uint64_t count_join(const struct counter *counter, const struct count_position *t,
                           unsigned one, unsigned two, unsigned three) {
    int next = side_other(t->side), joined = counter->size[one | two];
    uint64_t joins = (uint64_t)counter->size[one] * counter->size[two];
    uint64_t again = (uint64_t)joined * counter->size[three];
    uint64_t games =
        joins * again * count_last(counter, joined + counter->size[three], t->pairs[t->side] + 1);
    uint64_t left =
        count_tree(counter, counter->size[three], position_pairs(counter, t, t->side, three));
    games += count_joined(counter, t, one, two, left) + count_joined(counter, t, two, one, left);
    left = count_tree(counter, joined, position_pairs(counter, t, t->side, one | two) + 1);
    for (unsigned rest = three; rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        owned o = t->settled | t->hole[cell] | owned_cell(next, cell);
        games += joins * position_partners(counter, t, next, counter->size[three], cell) *
                 (counter_row(counter, o) ? 1 : left);
    }
    return games;
}

static uint64_t count_three(struct counter *counter, const struct count_position *t,
                            unsigned open) {
    unsigned one = position_component(t, __builtin_ctz(open)), rest = open & ~one;
    unsigned two = position_component(t, __builtin_ctz(rest)), three = rest & ~two;
    return count_join(counter, t, one, two, three) + count_join(counter, t, one, three, two) +
           count_join(counter, t, two, three, one) + count_closing(counter, t, one) +
           count_closing(counter, t, two) + count_closing(counter, t, three);
}

static uint64_t counter_count(struct counter *counter, const struct count_position *t) {
    unsigned cells = position_open(counter, t);
    int open = counter->size[cells], trees = open - t->pairs[0] - t->pairs[1];
    if (open < 2)
        return 1;
    if (trees == 1)
        return count_last(counter, open, t->pairs[t->side]);
    if (trees == 2)
        return count_two(counter, t, cells);
    if (trees == 3)
        return count_three(counter, t, cells);
    uint64_t key = position_least(counter, t) + 1;
    if (counter->room) {
        const struct slot *slot = slots_find(counter->slots, counter->room, key);
        if (slot->key == key)
            return slot->games;
    }
    uint64_t games = count_moves(counter, t);
    counter_store(counter, key, games);
    return games;
}

/* The start */

int count_open(const struct qttt *q) {
    int open = 0;
    for (int cell = 0; cell < q->size * q->size; cell++)
        open += q->owner[cell] == 0;
    return open;
}

/* Tries which sets of open cells give a side a row, on the real board. */
static void counter_rows(struct counter *counter, const struct qttt *q, const int *cells,
                         int open) {
    struct qttt board = *q;
    for (int side = 0; side < 2; side++)
        for (unsigned set = 0; set < 1u << open; set++) {
            for (int i = 0; i < open; i++)
                board.owner[cells[i]] = (uint8_t)(set >> i & 1 ? side + 1 : 0);
            struct qttt_row rows[QTTT_ROWS];
            int count = qttt_rows(&board, rows);
            for (int i = 0; i < count; i++)
                counter->row[side][set] |= rows[i].side == qttt_side(q, side + 1);
        }
}

static void counter_init(struct counter *counter, const struct qttt *q, const int *cells,
                         int open) {
    small_tables_init(&counter->tables);
    counter_rows(counter, q, cells, open);
    counter->board = (1u << open) - 1;
    counter->symmetries = q->size == 3 && open == SMALL_CELLS ? SMALL_SYMMETRIES : 1;
    counter->bars = q->rules == QTTT_SUM;
    for (unsigned set = 1; set <= SMALL_BOARD; set++) {
        counter->trits[set] = 3 * counter->trits[set >> 1] + (set & 1);
        counter->size[set] = (uint8_t)(counter->size[set >> 1] + (set & 1));
    }
}

struct count count_games(const struct qttt *q) {
    int cells[QTTT_CELLS], index[QTTT_CELLS] = {0}, open = 0;
    for (int cell = 0; cell < q->size * q->size; cell++)
        if (q->owner[cell] == 0) {
            assert(open < COUNT_OPEN);
            index[cell] = open;
            cells[open++] = cell;
        }
    if (qttt_result(q, NULL).phase == PHASE_OVER)
        return (struct count){.games = 1};
    struct counter *counter = memory_new(1, sizeof *counter);
    counter_init(counter, q, cells, open);
    struct count_position t = {0};
    for (int n = 1; n <= q->moves; n++)
        if (q->at[n] == QTTT_SPOOKY && n != q->waiting) {
            t.side = (uint8_t)((n - 1) & 1);
            position_join(counter, &t, index[q->a[n]], index[q->b[n]]);
        }
    struct count count = {0};
    if (q->waiting) {
        t.side = (uint8_t)((q->waiting - 1) & 1);
        count.games = count_hole(counter, &t, index[q->a[q->waiting]]) +
                      count_hole(counter, &t, index[q->b[q->waiting]]);
    } else {
        t.side = (uint8_t)(q->moves & 1);
        count.games = counter_count(counter, &t);
    }
    count.positions = counter->used;
    count.bytes = counter->room * sizeof *counter->slots;
    free(counter->slots);
    free(counter);
    return count;
}
