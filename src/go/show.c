#include "../core/vertex.h"
#include "go.h"

/* The line where star points lie, counted from 0 at the edge; -1 if the board has none. */
static int star_line(int size) {
    if (size < 7)
        return -1;
    return size < 13 ? 2 : 3;
}

/* Corners on every board that has star points, the centre on odd ones, the middles of the sides where
 * there is room for them. */
bool go_is_star(int size, int column, int row) {
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
    if (shape == GO_EMPTY && go_is_star(board->size, column, row))
        shape = 3;
    return unicode ? fine[shape] : plain[shape];
}

/* The last move stands in brackets, as wide as the blanks that they replace. */
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

static void side_show(const struct go_state *state, int side, bool unicode, struct text *text) {
    static const char *const names[] = {"Black", "White"};
    static const char *const plain[] = {"X", "O"};
    static const char *const fine[] = {"●", "○"};
    text_print(text, "%s (%s) has taken %d", names[side], unicode ? fine[side] : plain[side],
               state->board.captured[side]);
    if (state->to_play == side)
        text_put(text, state->passes >= 2 ? "; stopped" : "; to play");
}

static void last_show(const struct go_state *state, const struct look *look, struct text *text) {
    if (look->last == MOVE_NONE)
        return;
    text_put(text, "last move: ");
    go_print(state, look->last, text);
}

/* Beside the topmost rows: what has been taken, whose turn it is, the last move, komi. */
static void remark_show(const struct go_state *state, int line, const struct look *look,
                        struct text *text) {
    size_t before = text->length;
    size_t gap = state->board.size >= 10 && state->board.size - line < 10 ? 3 : 2;
    text_fill(text, ' ', gap + 1);
    size_t start = text->length;
    if (line == 0)
        side_show(state, GO_BLACK, look->unicode, text);
    else if (line == 1)
        side_show(state, GO_WHITE, look->unicode, text);
    else if (line == 2)
        last_show(state, look, text);
    if (text->length == start)
        text_cut(text, before);
}

void go_show(const void *memory, const struct look *look, struct text *text) {
    const struct go_state *state = memory;
    const struct go_board *board = &state->board;
    letters_show(board->size, text);
    for (int row = board->size - 1; row >= 0; row--) {
        row_show(board, row, look, text);
        remark_show(state, board->size - 1 - row, look, text);
        text_putc(text, '\n');
    }
    letters_show(board->size, text);
    if (board->size < 3 && look->last != MOVE_NONE) {
        last_show(state, look, text);
        text_putc(text, '\n');
    }
}
