/* rules: how positions of quantum tic-tac-toe change and end. */
#include <string.h>

#include "../core/assert_hot.h"
#include "../core/rng.h"
#include "qttt.h"

static int cells_of(const struct qttt *q) {
    return q->size * q->size;
}

void qttt_start(struct qttt *q, int rules, int size, int win, int first) {
    memset(q, 0, sizeof *q);
    q->rules = (uint8_t)rules;
    q->size = (uint8_t)size;
    q->win = (uint8_t)win;
    q->first = (uint8_t)first;
}

/* Whoever did not close the cycle both collapses it and makes the next numbered move, so the number
 * of moves alone tells. */
int qttt_to_play(const void *state) {
    const struct qttt *q = state;
    return qttt_side(q, q->moves + 1);
}

bool qttt_haunts(const struct qttt *q, int mark, int cell) {
    return q->at[mark] == QTTT_SPOOKY && (q->a[mark] == cell || q->b[mark] == cell);
}

int qttt_other_cell(const struct qttt *q, int mark, int cell) {
    return q->a[mark] == cell ? q->b[mark] : q->a[mark];
}

static int open_count(const struct qttt *q) {
    int count = 0;
    for (int c = 0; c < cells_of(q); c++)
        count += q->owner[c] == 0;
    return count;
}

static int open_first(const struct qttt *q) {
    int c = 0;
    while (q->owner[c] != 0)
        c++;
    return c;
}

int qttt_lone(const struct qttt *q) {
    bool due = q->rules != QTTT_SUM && !q->waiting && !q->done && open_count(q) == 1;
    return due ? open_first(q) : -1;
}

bool qttt_repeats(const struct qttt *q, int a, int b) {
    if (q->rules != QTTT_SUM)
        return false;
    int low = a < b ? a : b, high = a < b ? b : a;
    /* The side to play owns every second mark, counted back from the one before the last. */
    for (int n = q->moves - 1; n >= 1; n -= 2)
        if (q->at[n] == QTTT_SPOOKY && q->a[n] == low && q->b[n] == high)
            return true;
    return false;
}

/* Under `sum` the own spooky pairs are crossed out first: on a large board there are thousands of
 * pairs, and asking qttt_repeats about each would walk the marks as often. */
static void pairs_add(const struct qttt *q, struct moves *list) {
    int cells = cells_of(q);
    uint8_t own[QTTT_CELLS * QTTT_CELLS];
    memset(own, 0, (size_t)(cells * cells));
    if (q->rules == QTTT_SUM)
        for (int n = q->moves - 1; n >= 1; n -= 2)
            if (q->at[n] == QTTT_SPOOKY)
                own[q->a[n] * cells + q->b[n]] = 1;
    for (int a = 0; a < cells; a++) {
        if (q->owner[a])
            continue;
        for (int b = a + 1; b < cells; b++)
            if (!q->owner[b] && !own[a * cells + b])
                moves_add(list, qttt_pair(a, b));
    }
}

void qttt_moves(const void *state, const struct past *past, struct moves *list) {
    const struct qttt *q = state;
    (void)past;
    if (q->done)
        return;
    if (q->waiting) {
        moves_add(list, qttt_settle(q->a[q->waiting]));
        moves_add(list, qttt_settle(q->b[q->waiting]));
        return;
    }
    int lone = qttt_lone(q);
    if (lone >= 0)
        moves_add(list, qttt_pair(lone, lone));
    else
        pairs_add(q, list);
}

/* A forest on three or more cells never holds all their pairs, so only two open cells can leave the
 * side to play without a pair. */
static bool move_exists(const struct qttt *q) {
    int open = open_count(q);
    if (open >= 3)
        return true;
    if (open == 1)
        return q->rules != QTTT_SUM;
    if (open == 0)
        return false;
    int a = open_first(q), b = a + 1;
    while (q->owner[b])
        b++;
    return !qttt_repeats(q, a, b);
}

static int root_of(const uint8_t *parent, int cell) {
    while (parent[cell] != cell)
        cell = parent[cell];
    return cell;
}

/* Whether spooky pairs join the two cells already. */
static bool cells_joined(const struct qttt *q, int a, int b) {
    uint8_t parent[QTTT_CELLS];
    for (int c = 0; c < cells_of(q); c++)
        parent[c] = (uint8_t)c;
    for (int n = 1; n <= q->moves; n++)
        if (q->at[n] == QTTT_SPOOKY)
            parent[root_of(parent, q->a[n])] = (uint8_t)root_of(parent, q->b[n]);
    return root_of(parent, a) == root_of(parent, b);
}

static int row_side(const struct qttt *q, int start, int step) {
    int n = q->owner[start];
    if (n == 0)
        return SIDE_NONE;
    int side = qttt_side(q, n);
    for (int i = 1; i < q->win; i++) {
        n = q->owner[start + i * step];
        if (n == 0 || qttt_side(q, n) != side)
            return SIDE_NONE;
    }
    return side;
}

int qttt_rows(const struct qttt *q, struct qttt_row *rows) {
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int size = q->size, count = 0;
    for (int c = 0; c < cells_of(q); c++)
        for (int d = 0; d < 4; d++) {
            int column = c % size + directions[d][0] * (q->win - 1);
            int row = c / size + directions[d][1] * (q->win - 1);
            if (column < 0 || column >= size || row >= size)
                continue;
            int step = directions[d][1] * size + directions[d][0];
            int side = row_side(q, c, step);
            if (side != SIDE_NONE)
                rows[count++] = (struct qttt_row){.start = c, .step = step, .side = side};
        }
    return count;
}

static void rows_look(struct qttt *q) {
    struct qttt_row rows[QTTT_ROWS];
    q->done = qttt_rows(q, rows) > 0;
}

static void mark_settle(struct qttt *q, int mark, int cell) {
    q->at[mark] = (uint8_t)cell;
    q->owner[cell] = (uint8_t)mark;
}

void qttt_cascade(const struct qttt *q, int mark, int cell, struct qttt_cascade *cascade) {
    assert_hot(!mark || qttt_haunts(q, mark, cell));
    bool moved[QTTT_MARKS] = {0};
    uint8_t cells[QTTT_MARKS], by[QTTT_MARKS];
    int read = 0, write = 0;
    cascade->length = 0;
    cells[write] = (uint8_t)cell;
    by[write++] = (uint8_t)mark;
    if (mark) {
        moved[mark] = true;
        cascade->step[cascade->length].mark = (uint8_t)mark;
        cascade->step[cascade->length].cell = (uint8_t)cell;
        cascade->step[cascade->length++].by = 0;
    }
    for (; read < write; read++)
        for (int n = 1; n <= q->moves; n++)
            if (!moved[n] && qttt_haunts(q, n, cells[read])) {
                int to = qttt_other_cell(q, n, cells[read]);
                moved[n] = true;
                cascade->step[cascade->length].mark = (uint8_t)n;
                cascade->step[cascade->length].cell = (uint8_t)to;
                cascade->step[cascade->length++].by = by[read];
                cells[write] = (uint8_t)to;
                by[write++] = (uint8_t)n;
            }
}

/* A settled mark pushes every other mark out of its cell, and so on through the component; what the
 * closing mark's cell does not reach belongs to other components and stays spooky. */
static void component_collapse(struct qttt *q, int cell) {
    struct qttt_cascade cascade;
    qttt_cascade(q, q->waiting, cell, &cascade);
    for (int i = 0; i < cascade.length; i++)
        mark_settle(q, cascade.step[i].mark, cascade.step[i].cell);
    q->waiting = 0;
}

void qttt_play(void *state, move m) {
    struct qttt *q = state;
    int low = qttt_low(m), high = qttt_high(m);
    if (qttt_is_settle(m)) {
        component_collapse(q, low);
        rows_look(q);
        return;
    }
    bool closing = low != high && cells_joined(q, low, high);
    int n = ++q->moves;
    q->a[n] = (uint8_t)low;
    q->b[n] = (uint8_t)high;
    q->at[n] = QTTT_SPOOKY;
    if (low == high) {
        mark_settle(q, n, low);
        rows_look(q);
    } else if (closing) {
        q->waiting = (uint8_t)n;
    }
}

int qttt_row_number(const struct qttt *q, const struct qttt_row *row) {
    int low = QTTT_MARKS, high = 0, sum = 0;
    for (int i = 0; i < q->win; i++) {
        int n = q->owner[row->start + i * row->step];
        low = n < low ? n : low;
        high = n > high ? n : high;
        sum += n;
    }
    return q->rules == QTTT_GOFF ? high : q->rules == QTTT_EARLIEST ? low : sum;
}

/* How good a row is when both sides have one: the larger value wins. */
static int row_value(const struct qttt *q, const struct qttt_row *row) {
    int number = qttt_row_number(q, row);
    return q->rules == QTTT_SUM ? number : QTTT_MARKS - number;
}

static struct result rows_result(const struct qttt *q) {
    struct qttt_row rows[QTTT_ROWS];
    int count = qttt_rows(q, rows), best[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        int value = row_value(q, &rows[i]);
        if (value > best[rows[i].side])
            best[rows[i].side] = value;
    }
    struct result result = {.phase = PHASE_OVER, .winner = SIDE_NONE};
    if (best[0] != best[1]) {
        result.winner = best[0] > best[1] ? 0 : 1;
        result.margin = best[0] > 0 && best[1] > 0 ? 0.5 : 1;
    }
    return result;
}

struct result qttt_result(const void *state, const struct past *past) {
    const struct qttt *q = state;
    (void)past;
    if (q->done)
        return rows_result(q);
    bool goes_on = q->waiting || move_exists(q);
    return (struct result){.phase = goes_on ? PHASE_PLAYING : PHASE_OVER, .winner = SIDE_NONE};
}

/* The cells that a settled mark has left do not matter any more and are no part of the key. */
uint64_t qttt_key(const void *state) {
    const struct qttt *q = state;
    uint64_t key = rng_mix((uint64_t)(q->first | q->moves << 1 | q->waiting << 9 | q->done << 17));
    for (int n = 1; n <= q->moves; n++) {
        int cells = q->at[n] == QTTT_SPOOKY ? q->a[n] << 8 | q->b[n] : q->at[n] << 8 | q->at[n];
        key ^= rng_mix((uint64_t)(n << 16 | cells) | (uint64_t)1 << 40);
    }
    return key;
}

/* Breadth first from the closing mark's second cell; the way back from its first is the cycle. */
void qttt_cycle_find(const struct qttt *q, struct qttt_cycle *cycle) {
    cycle->length = 0;
    if (!q->waiting)
        return;
    uint8_t via[QTTT_CELLS] = {0}, queue[QTTT_CELLS];
    int read = 0, write = 0, goal = q->a[q->waiting], start = q->b[q->waiting];
    via[start] = q->waiting;
    queue[write++] = (uint8_t)start;
    while (read < write) {
        int from = queue[read++];
        for (int n = 1; n < q->waiting; n++) {
            int to = qttt_other_cell(q, n, from);
            if (qttt_haunts(q, n, from) && !via[to]) {
                via[to] = (uint8_t)n;
                queue[write++] = (uint8_t)to;
            }
        }
    }
    for (int cell = goal, mark = 0; mark != q->waiting; cell = qttt_other_cell(q, mark, cell)) {
        mark = via[cell];
        cycle->cells[cycle->length] = (uint8_t)cell;
        cycle->marks[cycle->length++] = (uint8_t)mark;
    }
}
