#include "../core/vertex.h"
#include "go.h"

/* The line of the star points, counted from 0 at the edge; -1 if the board has none. */
static int star_line(int size) {
    if (size < 7)
        return -1;
    return size < 13 ? 2 : 3;
}

/* Corner stars on every board that has star points, the centre on odd sizes, the middles of the
 * sides where there is room. */
static bool is_star(int size, int column, int row) {
    int line = star_line(size);
    int middle = size % 2 == 1 ? size / 2 : -1;
    if (column == middle && row == middle)
        return size >= 5;
    if (line < 0)
        return false;
    bool column_line = column == line || column == size - 1 - line;
    bool row_line = row == line || row == size - 1 - line;
    if (column_line && row_line)
        return true;
    return size >= 15 && ((column_line && row == middle) || (row_line && column == middle));
}

static void letters_show(int size, struct text *text) {
    text_put(text, "  ");
    for (int column = 0; column < size; column++)
        text_print(text, " %c", vertex_letter(column));
    text_putc(text, '\n');
}

static const char *point_shown(const struct go_board *board, int column, int row, bool unicode) {
    static const char *const plain[] = {"X", "O", ".", "+"};
    static const char *const fine[] = {"●", "○", "·", "+"};
    int shape = go_board_colour(board, go_board_at(board, column, row));
    if (shape == GO_EMPTY && is_star(board->size, column, row))
        shape = 3;
    return unicode ? fine[shape] : plain[shape];
}

/* The last move stands in parentheses, which replace the blanks around it. */
static void row_show(const struct go_board *board, int row, const struct look *look,
                     struct text *text) {
    bool mark = false;
    text_print(text, "%2d", row + 1);
    for (int column = 0; column < board->size; column++) {
        bool last = look->last == (move)go_board_at(board, column, row);
        text_putc(text, last ? '(' : mark ? ')' : ' ');
        if (last && look->colour)
            text_put(text, "\033[1m");
        text_put(text, point_shown(board, column, row, look->unicode));
        if (last && look->colour)
            text_put(text, "\033[0m");
        mark = last;
    }
    text_print(text, "%c%d", mark ? ')' : ' ', row + 1);
}

static void side_show(const struct go_state *state, int side, const struct look *look,
                      struct text *text) {
    static const char *const names[] = {"Black", "White"};
    static const char *const plain[] = {"X", "O"};
    static const char *const fine[] = {"●", "○"};
    text_print(text, "%s (%s) has taken %d", names[side], look->unicode ? fine[side] : plain[side],
               state->board.captured[side]);
    if (state->to_play == side && !look->ended)
        text_put(text, state->passes >= 2 ? "; stopped" : "; to play");
}

/* Remarks: prisoners and turn, a line for each side, and the last move; may be empty. */
enum { REMARKS = 3 };
static void remark_show(const struct go_state *state, int line, const struct look *look,
                        struct text *text) {
    if (line < 2) {
        side_show(state, line == 0 ? GO_BLACK : GO_WHITE, look, text);
    } else if (look->last != MOVE_NONE) {
        text_put(text, "last move: ");
        go_print(state, look->last, text);
    }
}

/* How many remarks stand beside the top rows; the others go below the board. As many as there are
 * rows, but none if the longest would not fit ("Black (X) has taken 361; to play"). */
static int remarks_beside(const struct go_board *board, const struct look *look) {
    enum { NUMBERS_AND_GAP = 8, LONGEST = 32 };
    if (look->columns > 0 && 2 * board->size + NUMBERS_AND_GAP + LONGEST > look->columns)
        return 0;
    return board->size < REMARKS ? board->size : REMARKS;
}

static void remark_show_beside(const struct go_state *state, int line, const struct look *look,
                               struct text *text) {
    struct text remark = {0};
    remark_show(state, line, look, &remark);
    if (remark.length > 0) {
        size_t gap = state->board.size >= 10 && state->board.size - line < 10 ? 4 : 3;
        text_fill(text, ' ', gap);
        text_put(text, text_string(&remark));
    }
    text_free(&remark);
}

void go_show(const void *memory, const struct look *look, struct text *text) {
    const struct go_state *state = memory;
    const struct go_board *board = &state->board;
    int beside = remarks_beside(board, look);
    letters_show(board->size, text);
    for (int line = 0; line < board->size; line++) {
        row_show(board, board->size - 1 - line, look, text);
        if (line < beside)
            remark_show_beside(state, line, look, text);
        text_putc(text, '\n');
    }
    letters_show(board->size, text);
    for (int line = beside; line < REMARKS; line++) {
        size_t before = text->length;
        remark_show(state, line, look, text);
        if (text->length > before)
            text_putc(text, '\n');
    }
}
