#include "small.h"

#include <string.h>

const uint16_t small_line[SMALL_LINES] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* A key is nine codes by number, the set of dead cells, and a bit that keeps it from being 0. */
enum { KEY_DEAD = 54, KEY_BIT = 63 };

/* Tables */

static int symmetry_map(int symmetry, int cell) {
    int column = cell % 3, row = cell / 3;
    if (symmetry & 4) {
        int old = column;
        column = row;
        row = old;
    }
    if (symmetry & 1)
        column = 2 - column;
    if (symmetry & 2)
        row = 2 - row;
    return row * 3 + column;
}

static void tables_codes(struct small_tables *tables) {
    uint8_t next = 1;
    for (uint8_t a = 0; a < SMALL_CELLS; a++)
        for (uint8_t b = (uint8_t)(a + 1); b < SMALL_CELLS; b++) {
            tables->code[a][b] = tables->code[b][a] = next;
            tables->low[next] = a;
            tables->high[next++] = b;
        }
    for (uint8_t a = 0; a < SMALL_CELLS; a++) {
        tables->code[a][a] = next;
        tables->low[next] = tables->high[next] = a;
        next++;
    }
}

static void tables_symmetries(struct small_tables *tables) {
    for (int s = 0; s < SMALL_SYMMETRIES; s++) {
        uint8_t *map = tables->map_cell[s];
        for (int cell = 0; cell < SMALL_CELLS; cell++)
            map[cell] = (uint8_t)symmetry_map(s, cell);
        for (int code = 1; code < SMALL_CODES; code++)
            tables->map_code[s][code] =
                tables->code[map[tables->low[code]]][map[tables->high[code]]];
    }
    for (int s = 0; s < SMALL_SYMMETRIES; s++)
        for (uint8_t t = 0; t < SMALL_SYMMETRIES; t++)
            if (symmetry_map(t, symmetry_map(s, 0)) == 0 &&
                symmetry_map(t, symmetry_map(s, 1)) == 1)
                tables->inverse[s] = t;
}

/* The first side has five marks in all, the second four; three of them make a row. */
static void tables_lines(struct small_tables *tables, unsigned set) {
    for (int line = 0; line < SMALL_LINES; line++) {
        unsigned cells = small_line[line];
        uint8_t bit = (uint8_t)(1 << line);
        int outside = __builtin_popcount(set & ~cells);
        if ((set & cells) == cells)
            tables->row[set] = true;
        if ((set & cells) == 0) {
            tables->open_lines[set] |= bit;
            tables->open_cells[set] |= (uint16_t)cells;
        }
        if (outside <= 2)
            tables->near_lines[0][set] |= bit;
        if (outside <= 1)
            tables->near_lines[1][set] |= bit;
    }
}

void small_tables_init(struct small_tables *tables) {
    memset(tables, 0, sizeof *tables);
    tables_codes(tables);
    tables_symmetries(tables);
    for (unsigned set = 0; set <= SMALL_BOARD; set++) {
        tables_lines(tables, set);
        for (int s = 0; s < SMALL_SYMMETRIES; s++)
            for (int cell = 0; cell < SMALL_CELLS; cell++)
                if (set >> cell & 1)
                    tables->map_set[set][s] |= (uint16_t)(1 << tables->map_cell[s][cell]);
    }
    for (int n = 1; n <= SMALL_CELLS; n++) {
        int side = n & 1 ? OUTCOME_FIRST : OUTCOME_SECOND;
        for (int cell = 0; cell < SMALL_CELLS; cell++)
            tables->mark[n][cell] = (outcome)n << 4 * cell | (outcome)1 << (side + cell);
        for (int code = 1; code < SMALL_CODES; code++)
            for (int s = 0; s < SMALL_SYMMETRIES; s++)
                tables->item[n][code][s] = (uint64_t)tables->map_code[s][code]
                                           << SMALL_CODE_BITS * (n - 1);
    }
}

/* Positions */

void small_collapse(struct small *p, outcome settled) {
    unsigned fresh = outcome_cells(settled) & ~outcome_cells(p->settled);
    for (unsigned rest = fresh; rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        int shift = SMALL_CODE_BITS * (outcome_number(settled, cell) - 1);
        p->raw &= ~((uint64_t)SMALL_CODE_MASK << shift);
        p->raw |= (uint64_t)(SMALL_CLASSICAL + cell) << shift;
    }
    p->marks++;
    p->settled = settled;
}

bool small_narrow(unsigned lines, unsigned others) {
    for (int parallel = 0; parallel < 2; parallel++, lines >>= 3, others >>= 3) {
        unsigned mine = lines & 7, theirs = others & 7;
        if (mine && theirs && (mine != theirs || (mine & (mine - 1)) != 0))
            return true;
    }
    return false;
}

uint64_t small_barred(const struct small *p, enum qttt_rules rules) {
    if (rules != QTTT_SUM)
        return 0;
    uint64_t barred = 0, pairs = ((uint64_t)1 << SMALL_CLASSICAL) - 2;
    for (int n = p->marks - 1; n >= 1; n -= 2)
        barred |= (uint64_t)1 << small_code(p->raw, n);
    return barred & pairs;
}

void small_read(const struct small_tables *tables, const struct qttt *q, struct small *p) {
    memset(p, 0, sizeof *p);
    for (int n = 1; n <= q->moves; n++) {
        if (q->at[n] != QTTT_SPOOKY) {
            p->settled |= tables->mark[n][q->at[n]];
            p->raw |= tables->item[n][SMALL_CLASSICAL + q->at[n]][0];
            p->marks = n;
        } else if (n != q->waiting)
            small_join(tables, p, n, q->a[n], q->b[n]);
    }
}

/* Keys */

/* Puts the larger of two codes of one side first; no mark comes last. */
static uint64_t key_sort(uint64_t key, int n, int m) {
    uint64_t a = small_code(key, n), b = small_code(key, m);
    if (a >= b)
        return key;
    uint64_t both = a ^ b;
    return key ^ both << SMALL_CODE_BITS * (n - 1) ^ both << SMALL_CODE_BITS * (m - 1);
}

/* Sorts the codes with the numbers n, n + 2 and n + 4. */
static uint64_t key_sort_three(uint64_t key, int n) {
    key = key_sort(key, n, n + 2);
    key = key_sort(key, n + 2, n + 4);
    return key_sort(key, n, n + 2);
}

/* Sorts all codes of each side. */
static uint64_t key_sort_all(uint64_t key) {
    for (int pass = SMALL_CELLS - 2; pass >= 1; pass -= 2)
        for (int n = 1; n <= pass; n++)
            key = key_sort(key, n, n + 2);
    return key;
}

/* Under `goff` rows are compared by their highest number. The highest is among the three lowest
 * numbers of a side only if the row consists of just these three, so they may be exchanged among
 * each other. Under `earliest` rows are compared by their lowest number, and the same holds for the
 * three highest numbers that a side can ever have: 5, 7, 9 and 4, 6, 8. */
static uint64_t key_exchange(uint64_t key, enum qttt_rules rules) {
    if (rules == QTTT_GOFF)
        return key_sort_three(key_sort_three(key, 1), 2);
    if (rules == QTTT_EARLIEST)
        return key_sort_three(key_sort_three(key, 5), 4);
    return key;
}

/* The two lowest numbers of a side that still matter move to its two lowest slots: under `goff`
 * only the third and later ones can be the highest of a row. */
static uint64_t key_lower(uint64_t key, int first) {
    int slot = first;
    for (int n = first; n <= SMALL_CELLS && slot < first + 4; n += 2) {
        uint64_t code = small_code(key, n);
        if (code == 0)
            continue;
        key &= ~((uint64_t)SMALL_CODE_MASK << SMALL_CODE_BITS * (n - 1));
        key |= code << SMALL_CODE_BITS * (slot - 1);
        slot += 2;
    }
    return key;
}

void small_keys_join(const struct small_tables *tables, const struct small *p,
                     enum qttt_rules rules, const struct small_keys *before,
                     struct small_keys *keys) {
    int n = p->marks;
    const uint64_t *item = tables->item[n][small_code(p->raw, n)];
    bool exchange = rules == QTTT_GOFF ? n >= 3 && n <= 6 : rules == QTTT_EARLIEST && n >= 6;
    for (int s = 0; s < SMALL_SYMMETRIES; s++)
        keys->at[s] = before->at[s] | item[s];
    for (int s = 0; s < SMALL_SYMMETRIES && exchange; s++)
        keys->at[s] = key_exchange(keys->at[s], rules);
}

/* A classical mark is dead when every line through it holds marks of both sides: nobody can use it
 * any more, so neither its owner nor its number matters. (How many dead marks each side has follows
 * from the number of all marks.) Where no collapse can give both sides a row, no number matters. */
void small_keys_make(const struct small_tables *tables, const struct small *p,
                     enum qttt_rules rules, struct small_keys *keys) {
    unsigned first = outcome_first(p->settled), second = outcome_second(p->settled);
    unsigned dead = (first & ~tables->open_cells[second]) | (second & ~tables->open_cells[first]);
    uint64_t codes = p->raw;
    for (unsigned rest = dead; rest; rest &= rest - 1) {
        int n = outcome_number(p->settled, __builtin_ctz(rest));
        codes &= ~((uint64_t)SMALL_CODE_MASK << SMALL_CODE_BITS * (n - 1));
    }
    if (rules == QTTT_GOFF)
        codes = key_lower(key_lower(codes, 1), 2);
    for (int s = 0; s < SMALL_SYMMETRIES; s++)
        keys->at[s] = (uint64_t)1 << KEY_BIT | (uint64_t)tables->map_set[dead][s] << KEY_DEAD;
    for (int n = 1; n <= p->marks; n++) {
        const uint64_t *item = tables->item[n][small_code(codes, n)];
        for (int s = 0; s < SMALL_SYMMETRIES; s++)
            keys->at[s] |= item[s];
    }
    bool narrow = small_narrow(small_lines(tables, p, 0), small_lines(tables, p, 1));
    for (int s = 0; s < SMALL_SYMMETRIES; s++)
        keys->at[s] = narrow ? key_exchange(keys->at[s], rules) : key_sort_all(keys->at[s]);
}

int small_keys_least(const struct small_keys *keys) {
    int best = 0;
    for (int s = 1; s < SMALL_SYMMETRIES; s++)
        if (keys->at[s] < keys->at[best])
            best = s;
    return best;
}
