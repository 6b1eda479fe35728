#include "board.h"

#include <assert.h>
#include <string.h>

#include "../core/assert_hot.h"

/* Rows. */

static bool row_in_word(uint64_t set, int win, int stride) {
    const int steps[4] = {1, stride, stride + 1, stride - 1};
    for (int i = 0; i < 4; i++) {
        uint64_t run = set;
        for (int k = 1; k < win && run; k++)
            run &= set >> k * steps[i];
        if (run)
            return true;
    }
    return false;
}

/* Most boards fit into 64 bits. */
static bool row_in(const struct board *board, cellset set) {
    int stride = board->size + 1;
    if (board->size <= 7)
        return row_in_word(set.low, board->win, stride);
    const int steps[4] = {1, stride, stride + 1, stride - 1};
    for (int i = 0; i < 4; i++) {
        cellset run = set;
        for (int k = 1; k < board->win && set_any(run); k++)
            run = set_and(run, set_down(set, k * steps[i]));
        if (set_any(run))
            return true;
    }
    return false;
}

static void rows_update(struct board *board, cellset spots) {
    for (int side = 0; side < 2; side++) {
        set_drop(&board->row[side], spots);
        set_drop(&board->row_closing[side], spots);
    }
    for (cellset rest = spots; set_any(rest); rest = set_rest(rest)) {
        int spot = set_first(rest);
        cellset bit = set_of(spot);
        if (set_same(board_component(board, spot), bit))
            continue;
        for (int side = 0; side < 2; side++) {
            cellset set = set_or(board->settled[side], board->hole[side][spot]);
            if (!row_in(board, set_or(set, bit)))
                continue;
            set_add(&board->row_closing[side], bit);
            if (row_in(board, set))
                set_add(&board->row[side], bit);
        }
    }
}

/* Ties. Only these need the numbers of marks, and they are rare. */

static int spots_rank(const struct board *board, int start, int step) {
    int low = QTTT_MARKS, high = 0, sum = 0;
    for (int i = 0; i < board->win; i++) {
        int n = board->owner[start + i * step];
        low = n < low ? n : low;
        high = n > high ? n : high;
        sum += n;
    }
    return board->rules == QTTT_GOFF ? -high : board->rules == QTTT_EARLIEST ? -low : sum;
}

/* The best number of a side's rows, the larger the better. */
static int side_rank(const struct board *board, int side) {
    const int stride = board->size + 1, steps[4] = {1, stride, stride + 1, stride - 1};
    int best = -QTTT_MARKS;
    for (int i = 0; i < 4; i++) {
        cellset run = board->settled[side];
        for (int k = 1; k < board->win; k++)
            run = set_and(run, set_down(board->settled[side], k * steps[i]));
        for (; set_any(run); run = set_rest(run)) {
            int rank = spots_rank(board, set_first(run), steps[i]);
            best = rank > best ? rank : best;
        }
    }
    return best;
}

static void board_end(struct board *board, int winner, bool narrow) {
    board->over = true;
    board->winner = (int8_t)winner;
    board->narrow = narrow;
}

static void board_look(struct board *board) {
    bool rows[2] = {row_in(board, board->settled[0]), row_in(board, board->settled[1])};
    if (rows[0] && rows[1]) {
        int first = side_rank(board, 0), second = side_rank(board, 1);
        board_end(board, first == second ? SIDE_NONE : first > second ? 0 : 1, true);
    } else if (rows[0] || rows[1])
        board_end(board, rows[0] ? 0 : 1, false);
}

/* Moves. */

bool board_is_ok(const struct board *board) {
    cellset both = set_or(board->settled[0], board->settled[1]);
    int cells = set_size(board->open) + set_size(both);
    if (board->size < 3 || board->size > QTTT_SIZE_MAX || board->win < 3 ||
        board->win > board->size || board->waiting > board->moves || board->moves >= QTTT_MARKS ||
        cells != board->size * board->size || set_any(set_and(board->open, both)) ||
        set_any(set_and(board->settled[0], board->settled[1])))
        return false;
    for (cellset rest = board->open; set_any(rest); rest = set_rest(rest)) {
        cellset component = board_component(board, set_first(rest));
        if (set_any(set_minus(component, board->open)))
            return false;
    }
    return true;
}

int board_spot(const struct board *board, int cell) {
    return cell / board->size * (board->size + 1) + cell % board->size;
}

int board_cell(const struct board *board, int spot) {
    return spot / (board->size + 1) * board->size + spot % (board->size + 1);
}

bool board_barred(const struct board *board, int a, int b) {
    if (board->rules != QTTT_SUM)
        return false;
    for (int n = board->moves - 1; n >= 1; n -= 2)
        if ((board->a[n] == a && board->b[n] == b) || (board->a[n] == b && board->b[n] == a))
            return true;
    return false;
}

/* Nothing to place: a draw. */
static void board_look_for_moves(struct board *board) {
    cellset more = set_rest(board->open);
    if (board->over)
        return;
    if (!set_any(board->open) || (!set_any(more) && board->rules == QTTT_SUM))
        board_end(board, SIDE_NONE, false);
    else if (set_any(more) && !set_any(set_rest(more)) &&
             board_barred(board, set_first(board->open), set_first(more)))
        board_end(board, SIDE_NONE, false);
}

static void board_own(struct board *board, int n, int spot) {
    board->owner[spot] = (uint8_t)n;
    board->a[n] = board->b[n] = (uint8_t)spot;
    set_add(&board->settled[(board->first + n - 1) & 1], set_of(spot));
    set_drop(&board->open, set_of(spot));
}

void board_place(struct board *board, int a, int b) {
    assert_hot(!board->waiting && set_has(board->open, a) && set_has(board->open, b));
    int side = board_side(board), n = ++board->moves;
    if (a == b) {
        board_own(board, n, a);
        board_look(board);
        board_look_for_moves(board);
        return;
    }
    board->a[n] = (uint8_t)a;
    board->b[n] = (uint8_t)b;
    cellset with_a = board_component(board, a), with_b = board_component(board, b);
    if (set_has(with_a, b)) {
        board->waiting = (uint8_t)n;
        return;
    }
    for (int s = 0; s < 2; s++) {
        cellset to_a = board->hole[s][a], to_b = board->hole[s][b];
        if (s == side) {
            set_add(&to_a, set_of(a));
            set_add(&to_b, set_of(b));
        }
        for (cellset rest = with_a; set_any(rest); rest = set_rest(rest))
            set_add(&board->hole[s][set_first(rest)], to_b);
        for (cellset rest = with_b; set_any(rest); rest = set_rest(rest))
            set_add(&board->hole[s][set_first(rest)], to_a);
    }
    rows_update(board, set_or(with_a, with_b));
    board_look_for_moves(board);
}

/* Marks leave the cell that settled, then the next, until the whole component has settled. */
void board_settle(struct board *board, int spot) {
    assert_hot(board->waiting && set_has(board->open, spot));
    cellset component = board_component(board, spot);
    uint8_t queue[BOARD_SPOTS];
    int read = 0, write = 0;
    board_own(board, board->waiting, spot);
    queue[write++] = (uint8_t)spot;
    while (read < write) {
        int from = queue[read++];
        for (int n = 1; n < board->waiting; n++) {
            if (board->a[n] == board->b[n] || (board->a[n] != from && board->b[n] != from))
                continue;
            int to = board->a[n] == from ? board->b[n] : board->a[n];
            board_own(board, n, to);
            queue[write++] = (uint8_t)to;
        }
    }
    board->waiting = 0;
    board_look(board);
    for (int side = 0; side < 2; side++) {
        set_drop(&board->row[side], component);
        set_drop(&board->row_closing[side], component);
    }
    if (!board->over)
        rows_update(board, board->open);
    board_look_for_moves(board);
}

int board_outcome(const struct board *board, int spot, int closer, int side) {
    bool rows[2] = {set_has(board->row[0], spot), set_has(board->row[1], spot)};
    rows[closer] = set_has(board->row_closing[closer], spot);
    if (rows[0] && rows[1]) {
        struct board after = *board;
        after.waiting = after.moves = (uint8_t)(board->moves + 1);
        after.a[after.waiting] = after.b[after.waiting] = QTTT_SPOOKY;
        board_settle(&after, spot);
        return board_result(&after, side);
    }
    if (rows[0] || rows[1])
        return rows[side] ? 2 : -2;
    return set_same(board->open, board_component(board, spot)) ? 0 : BOARD_OPEN;
}

int board_result(const struct board *board, int side) {
    if (board->winner == SIDE_NONE)
        return 0;
    int value = board->narrow ? 1 : 2;
    return board->winner == side ? value : -value;
}

void board_read(struct board *board, const struct qttt *q) {
    memset(board, 0, sizeof *board);
    board->rules = q->rules;
    board->size = q->size;
    board->win = q->win;
    board->first = q->first;
    for (int cell = 0; cell < q->size * q->size; cell++)
        set_add(&board->open, set_of(board_spot(board, cell)));
    for (int n = 1; n <= q->moves; n++)
        if (q->at[n] != QTTT_SPOOKY)
            board_own(board, n, board_spot(board, q->at[n]));
    for (int n = 1; n <= q->moves; n++)
        if (q->at[n] == QTTT_SPOOKY) {
            board->moves = (uint8_t)(n - 1);
            board_place(board, board_spot(board, q->a[n]), board_spot(board, q->b[n]));
        }
    board->moves = q->moves;
    board->over = false;
    rows_update(board, board->open);
    board_look(board);
    if (!board->waiting)
        board_look_for_moves(board);
    assert(board_is_ok(board));
}
