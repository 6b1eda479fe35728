/* show: the board as people see it. Every cell is a box of three lines; spooky marks stand in
 * slots, a classical mark fills the box. */
#include <string.h>

#include "../core/vertex.h"
#include "qttt.h"

enum { LINES = 3 }; /* of a cell */
enum { SLOT = 4 };  /* columns: a flag, a letter, a number of at most two digits */
enum { SLOTS_MOST = 3 * LINES };

/* Everything that the drawing of one cell depends on. */
struct sketch {
    const struct qttt *q;
    const struct look *look;
    int inner;                 /* columns inside a cell */
    int slots;                 /* in a line of a cell */
    bool on_cycle[QTTT_MARKS]; /* by mark */
    bool fresh[QTTT_MARKS];    /* by mark: the last move placed or settled it */
    bool won[QTTT_CELLS];      /* by cell: part of a complete row */
};

static const char *const side_colours[2] = {"94", "91"};
static const char *const side_letters[2] = {"x", "o"};

/* Widths are odd so that big marks stand in the middle. With one slot a big mark and its number
 * need more room than the slots. */
static int inner_columns(int slots) {
    enum { BIG_MARK = 7 };
    return slots > 1 ? slots * SLOT + 1 : BIG_MARK;
}

/* Nine columns of cells stay below a hundred, and within the terminal if marks may be left out for
 * it: on 3 x 3 none is. */
static void sketch_measure(struct sketch *sketch) {
    int size = sketch->q->size, columns = sketch->look->columns;
    sketch->slots = size <= 6 ? 3 : 2;
    while (size > 3 && sketch->slots > 1 && columns > 0 &&
           3 + size * (inner_columns(sketch->slots) + 1) > columns)
        sketch->slots--;
    sketch->inner = inner_columns(sketch->slots);
}

/* A collapse settled the last numbered mark and all that shared its component: marks of earlier
 * collapses never touched these cells, so following shared cells finds exactly them. */
static void fresh_collapse(struct sketch *sketch) {
    const struct qttt *q = sketch->q;
    bool grown = true;
    sketch->fresh[q->moves] = true;
    while (grown) {
        grown = false;
        for (int n = 1; n < q->moves; n++)
            for (int k = 1; k <= q->moves && !sketch->fresh[n] && q->at[n] != QTTT_SPOOKY; k++)
                if (sketch->fresh[k] && (q->a[n] == q->a[k] || q->a[n] == q->b[k] ||
                                         q->b[n] == q->a[k] || q->b[n] == q->b[k]))
                    sketch->fresh[n] = grown = true;
    }
}

static void sketch_fill(struct sketch *sketch) {
    const struct qttt *q = sketch->q;
    struct qttt_cycle cycle;
    struct qttt_row rows[QTTT_ROWS];
    sketch_measure(sketch);
    qttt_cycle_find(q, &cycle);
    for (int i = 0; i < cycle.length; i++)
        sketch->on_cycle[cycle.marks[i]] = true;
    for (int i = qttt_rows(q, rows) - 1; i >= 0; i--)
        for (int k = 0; k < q->win; k++)
            sketch->won[rows[i].start + k * rows[i].step] = true;
    if (sketch->look->last != MOVE_NONE && q->moves > 0) {
        if (qttt_is_settle(sketch->look->last))
            fresh_collapse(sketch);
        else
            sketch->fresh[q->moves] = true;
    }
}

static void style_begin(const struct sketch *sketch, const char *codes, struct text *text) {
    if (sketch->look->colour)
        text_print(text, "\x1b[%sm", codes);
}

static void style_end(const struct sketch *sketch, struct text *text) {
    if (sketch->look->colour)
        text_put(text, "\x1b[0m");
}

/* Appends the string, padded with blanks to the given number of columns. */
static void put_padded(const char *string, int columns, struct text *text) {
    size_t used = text_columns(string);
    text_put(text, string);
    if (used < (size_t)columns)
        text_fill(text, ' ', (size_t)columns - used);
}

static void put_subscript(bool unicode, int number, struct text *text) {
    char digits[12];
    struct text plain = {0};
    text_print(&plain, "%d", number);
    strncpy(digits, text_string(&plain), sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    text_free(&plain);
    for (const char *c = digits; *c != '\0'; c++)
        if (unicode)
            text_print(text, "\xe2\x82%c", 0x80 + (*c - '0'));
        else
            text_putc(text, *c);
}

/* Which mark stands in each slot of an open cell, 0 for none; returns how many marks are left out.
 * On 3 x 3 every number has a slot of its own, the same in both of its cells. Elsewhere the marks
 * come in order; those of the cycle are never left out: two of them meet in a cell, and there are
 * at least three slots. */
static int cell_slots(const struct sketch *sketch, int cell, int *marks) {
    const struct qttt *q = sketch->q;
    int all = 0, on_cycle = 0, shown = 0, room = sketch->slots * LINES;
    memset(marks, 0, SLOTS_MOST * sizeof *marks);
    for (int n = 1; n <= q->moves; n++)
        if (qttt_haunts(q, n, cell)) {
            all++;
            on_cycle += sketch->on_cycle[n];
        }
    int others = (all <= room ? room : room - 1) - on_cycle;
    for (int n = 1; n <= q->moves; n++)
        if (qttt_haunts(q, n, cell) && (sketch->on_cycle[n] || others-- > 0))
            marks[q->size == 3 ? n - 1 : shown] = n, shown++;
    return all - shown;
}

static void put_spooky(const struct sketch *sketch, int mark, struct text *text) {
    const struct qttt *q = sketch->q;
    struct text name = {0}, style = {0};
    int side = qttt_side(q, mark);
    bool cycle = sketch->on_cycle[mark];
    text_put(&name, side_letters[side]);
    put_subscript(sketch->look->unicode, mark, &name);
    text_print(&style, "%s%s%s", cycle ? "4;" : "", sketch->fresh[mark] ? "1;" : "",
               side_colours[side]);
    if (cycle) {
        style_begin(sketch, "93", text);
        text_putc(text, mark == q->waiting ? '?' : '*');
        style_end(sketch, text);
    } else {
        text_putc(text, ' ');
    }
    style_begin(sketch, text_string(&style), text);
    text_put(text, text_string(&name));
    style_end(sketch, text);
    text_fill(text, ' ', SLOT - 1 - text_columns(text_string(&name)));
    text_free(&name);
    text_free(&style);
}

/* The middle line of a cell that nobody is in yet, where people type digits. */
static void put_digit(const struct sketch *sketch, int cell, struct text *text) {
    int before = sketch->inner / 2, digit = (2 - cell / 3) * 3 + cell % 3;
    text_fill(text, ' ', (size_t)before);
    style_begin(sketch, "2", text);
    text_print(text, "%d", digit);
    style_end(sketch, text);
    text_fill(text, ' ', (size_t)(sketch->inner - before - 1));
}

static bool cell_is_bare(const struct sketch *sketch, const int *marks) {
    for (int i = 0; i < sketch->slots * LINES; i++)
        if (marks[i] != 0)
            return false;
    return true;
}

static void put_open_line(const struct sketch *sketch, int cell, int line, struct text *text) {
    int marks[SLOTS_MOST], last = sketch->slots * LINES - 1;
    int hidden = cell_slots(sketch, cell, marks);
    if (sketch->look->digits && sketch->q->size == 3 && line == 1 && cell_is_bare(sketch, marks)) {
        put_digit(sketch, cell, text);
        return;
    }
    for (int i = line * sketch->slots; i < (line + 1) * sketch->slots; i++) {
        struct text more = {0};
        if (i == last && hidden > 0)
            text_print(&more, " +%d", hidden);
        if (marks[i])
            put_spooky(sketch, marks[i], text);
        else
            put_padded(text_string(&more), SLOT, text);
        text_free(&more);
    }
    text_fill(text, ' ', (size_t)(sketch->inner - sketch->slots * SLOT));
}

/* One line of a big X or O; the subscript stands at its foot. In a complete row stars flank it
 * where colour does not tell. */
static void put_classical_line(const struct sketch *sketch, int cell, int line, struct text *text) {
    static const char *const glyphs[2][2][LINES] = {
        {{"\\ /", " X ", "/ \\"}, {".-.", "| |", "'-'"}},
        {{"╲ ╱", " ╳ ", "╱ ╲"}, {"╭─╮", "│ │", "╰─╯"}}};
    const struct look *look = sketch->look;
    int mark = sketch->q->owner[cell], side = qttt_side(sketch->q, mark);
    bool won = sketch->won[cell], star = won && line == 1 && !look->colour;
    int left = (sketch->inner - 3) / 2;
    struct text style = {0}, content = {0};
    text_putc(&content, star ? '*' : ' ');
    text_fill(&content, ' ', (size_t)left - 1);
    text_put(&content, glyphs[look->unicode][side][line]);
    if (line == LINES - 1) {
        if (!look->unicode && sketch->slots > 1)
            text_putc(&content, ' ');
        put_subscript(look->unicode, mark, &content);
    }
    text_print(&style, "%s%s%s", won ? "7;" : "", sketch->fresh[mark] || won ? "1;" : "",
               side_colours[side]);
    style_begin(sketch, text_string(&style), text);
    put_padded(text_string(&content), star ? sketch->inner - 1 : sketch->inner, text);
    if (star)
        text_putc(text, '*');
    style_end(sketch, text);
    text_free(&style);
    text_free(&content);
}

/* A line of the frame; level 0 is the top, 1 between rows, 2 the bottom. */
static void put_rule(const struct sketch *sketch, int level, struct text *text) {
    static const char *const joints[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    bool unicode = sketch->look->unicode;
    text_put(text, "  ");
    style_begin(sketch, "90", text);
    for (int column = 0; column < sketch->q->size; column++) {
        text_put(text, unicode ? joints[level][column > 0] : "+");
        for (int i = 0; i < sketch->inner; i++)
            text_put(text, unicode ? "─" : "-");
    }
    text_put(text, unicode ? joints[level][2] : "+");
    style_end(sketch, text);
    text_putc(text, '\n');
}

static void put_bar(const struct sketch *sketch, struct text *text) {
    style_begin(sketch, "90", text);
    text_put(text, sketch->look->unicode ? "│" : "|");
    style_end(sketch, text);
}

static void put_row(const struct sketch *sketch, int row, struct text *text) {
    const struct qttt *q = sketch->q;
    for (int line = 0; line < LINES; line++) {
        text_print(text, line == 1 ? "%d " : "  ", row + 1);
        for (int column = 0; column < q->size; column++) {
            int cell = row * q->size + column;
            put_bar(sketch, text);
            if (q->owner[cell])
                put_classical_line(sketch, cell, line, text);
            else
                put_open_line(sketch, cell, line, text);
        }
        put_bar(sketch, text);
        text_putc(text, '\n');
    }
}

static void put_letters(const struct sketch *sketch, struct text *text) {
    text_put(text, "  ");
    for (int column = 0; column < sketch->q->size; column++) {
        int before = (sketch->inner + 1) / 2;
        text_fill(text, ' ', (size_t)(column == 0 ? before : sketch->inner));
        text_putc(text, vertex_letter(column));
    }
    text_putc(text, '\n');
}

static void put_last(const struct qttt *q, move last, struct text *text) {
    if (last == MOVE_NONE || q->moves == 0)
        return;
    int side = qttt_side(q, q->moves), low = qttt_low(last), high = qttt_high(last);
    bool settle = qttt_is_settle(last);
    text_print(text, "%s %s ", side_letters[settle ? side_other(side) : side],
               settle ? "settled" : "put");
    qttt_mark_print(q, q->moves, text);
    text_put(text, " in ");
    qttt_cell_print(q, low, text);
    if (!settle && low != high) {
        text_put(text, " and ");
        qttt_cell_print(q, high, text);
    }
    text_putc(text, '\n');
}

static void put_winning_rows(const struct qttt *q, struct text *text) {
    struct qttt_row rows[QTTT_ROWS];
    int count = qttt_rows(q, rows);
    for (int i = 0; i < count; i++) {
        text_print(text, "%s has the row", side_letters[rows[i].side]);
        for (int k = 0; k < q->win; k++) {
            int cell = rows[i].start + k * rows[i].step;
            text_putc(text, ' ');
            qttt_cell_print(q, cell, text);
        }
        text_putc(text, '\n');
    }
}

static void put_status(const struct qttt *q, bool ended, struct text *text) {
    struct result result = qttt_result(q, NULL);
    if (result.phase == PHASE_OVER) {
        put_winning_rows(q, text);
        if (result.winner == SIDE_NONE)
            text_put(text, "the game is drawn\n");
        else
            text_print(text, "%s wins%s\n", side_letters[result.winner],
                       result.margin < 1 ? " narrowly" : "");
        return;
    }
    if (ended) {
        text_put(text, "the game has ended\n");
        return;
    }
    text_print(text, "%s to play: ", side_letters[qttt_to_play(q)]);
    qttt_due(q, text);
    text_putc(text, '\n');
    if (q->waiting) {
        text_put(text, "* on the cycle, ? where ");
        qttt_mark_print(q, q->waiting, text);
        text_put(text, " may settle\n");
    }
}

void qttt_show(const void *state, const struct look *look, struct text *text) {
    struct sketch sketch = {.q = state, .look = look};
    int size = sketch.q->size;
    sketch_fill(&sketch);
    for (int row = size - 1; row >= 0; row--) {
        put_rule(&sketch, row < size - 1, text);
        put_row(&sketch, row, text);
    }
    put_rule(&sketch, 2, text);
    put_letters(&sketch, text);
    put_last(sketch.q, look->last, text);
    put_status(sketch.q, look->ended, text);
}

static void put_small_cell(const struct qttt *q, int cell, struct text *text) {
    size_t start = text->length;
    if (q->owner[cell])
        qttt_mark_print(q, q->owner[cell], text);
    for (int n = 1; n <= q->moves; n++)
        if (qttt_haunts(q, n, cell))
            text_print(text, "%s%s%d", text->length > start ? " " : "",
                       side_letters[qttt_side(q, n)], n);
    if (text->length == start)
        text_putc(text, '.');
}

static size_t small_width(const struct qttt *q, int column) {
    size_t width = 0;
    for (int row = 0; row < q->size; row++) {
        struct text cell = {0};
        put_small_cell(q, row * q->size + column, &cell);
        width = cell.length > width ? cell.length : width;
        text_free(&cell);
    }
    return width;
}

void qttt_show_small(const struct qttt *q, struct text *text) {
    for (int row = q->size - 1; row >= 0; row--) {
        text_print(text, "%d", row + 1);
        for (int column = 0; column < q->size; column++) {
            size_t start = text->length + 3;
            text_put(text, column == 0 ? "   " : " | ");
            put_small_cell(q, row * q->size + column, text);
            size_t width = small_width(q, column);
            if (column < q->size - 1)
                text_fill(text, ' ', start + width - text->length);
        }
        text_putc(text, '\n');
    }
    text_put(text, " ");
    for (int column = 0; column < q->size; column++) {
        text_print(text, "   %c", vertex_letter(column));
        if (column < q->size - 1)
            text_fill(text, ' ', small_width(q, column) - 1);
    }
}

/* For GoGui, which shows classical marks as stones. */

/* The spooky marks of a cell as one label; GoGui cuts long ones off, so three close up. */
static void gfx_spooky(const struct qttt *q, int cell, struct text *text) {
    int marks = 0, put = 0;
    for (int n = 1; n <= q->moves; n++)
        marks += qttt_haunts(q, n, cell);
    if (marks == 0)
        return;
    text_put(text, "LABEL ");
    qttt_cell_print(q, cell, text);
    text_put(text, " \"");
    for (int n = 1; n <= q->moves; n++)
        if (qttt_haunts(q, n, cell))
            text_print(text, "%s%c%d", put++ > 0 && marks <= 2 ? " " : "",
                       qttt_side(q, n) == 0 ? 'x' : 'o', n);
    text_put(text, "\"\n");
}

static void gfx_cycle(const struct qttt *q, struct text *text) {
    struct qttt_cycle cycle;
    qttt_cycle_find(q, &cycle);
    if (cycle.length == 0)
        return;
    text_put(text, "COLOR #ffc040");
    for (int i = 0; i < cycle.length; i++) {
        text_putc(text, ' ');
        qttt_cell_print(q, cycle.cells[i], text);
    }
    text_put(text, "\nCIRCLE ");
    qttt_cell_print(q, q->a[q->waiting], text);
    text_putc(text, ' ');
    qttt_cell_print(q, q->b[q->waiting], text);
    text_putc(text, '\n');
}

void qttt_gfx(const void *state, struct text *text) {
    const struct qttt *q = state;
    for (int cell = 0; cell < q->size * q->size; cell++) {
        gfx_spooky(q, cell, text);
        if (q->owner[cell] == 0)
            continue;
        text_put(text, "LABEL ");
        qttt_cell_print(q, cell, text);
        text_putc(text, ' ');
        qttt_mark_print(q, q->owner[cell], text);
        text_putc(text, '\n');
    }
    gfx_cycle(q, text);
}
