#include "ttt.h"

#include <string.h>

#include "../core/vertex.h"

/* Cells as bits, A1 first, row by row. */
struct ttt {
    uint16_t cells[2];
    uint8_t side;
};

enum { CELLS = 9, FULL = 0x1ff };

static const char *const x_words[] = {"x", "b", "black", NULL};
static const char *const o_words[] = {"o", "w", "white", NULL};
static const char *const rules[] = {"classical", NULL};

static void init(void *state, const struct setup *setup) {
    (void)setup;
    memset(state, 0, sizeof(struct ttt));
}

static int to_play(const void *state) {
    return ((const struct ttt *)state)->side;
}

static bool turn(void *state, int side, struct error *error) {
    return side == to_play(state) ||
           error_set(error, "ttt.turn", "{0} is to play", side == 0 ? "o" : "x", NULL);
}

static bool has_row(unsigned cells) {
    static const unsigned rows[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((cells & rows[i]) == rows[i])
            return true;
    return false;
}

static struct result result(const void *state, const struct past *past) {
    const struct ttt *t = state;
    (void)past;
    for (int side = 0; side < 2; side++)
        if (has_row(t->cells[side]))
            return (struct result){PHASE_OVER, side, 1};
    bool full = (t->cells[0] | t->cells[1]) == FULL;
    return (struct result){full ? PHASE_OVER : PHASE_PLAYING, SIDE_NONE, 0};
}

/* A move is the number of its cell, from 1. */
static void moves(const void *state, const struct past *past, struct moves *list) {
    const struct ttt *t = state;
    for (int cell = 0; cell < CELLS && result(state, past).phase == PHASE_PLAYING; cell++)
        if (((t->cells[0] | t->cells[1]) >> cell & 1) == 0)
            moves_add(list, (move)cell + 1);
}

static bool parse(const void *state, const struct past *past, const char *text, move *m,
                  struct error *error) {
    const struct ttt *t = state;
    int column, row, length = vertex_parse(text, &column, &row);
    if (length == 0 || text[length] != '\0' || column > 2 || row > 2)
        return error_set(error, "syntax.ttt-cell", "'{0}' is no cell: A1 to C3", text, NULL);
    if (result(state, past).phase == PHASE_OVER)
        return error_set(error, "ttt.over", "the game is over", NULL);
    if (((t->cells[0] | t->cells[1]) >> (3 * row + column) & 1) != 0)
        return error_set(error, "ttt.taken", "{0} is taken", text, NULL);
    *m = (move)(3 * row + column + 1);
    return true;
}

static void print(const void *state, move m, struct text *text) {
    (void)state;
    vertex_print(text, (int)(m - 1) % 3, (int)(m - 1) / 3);
}

static void play(void *state, move m) {
    struct ttt *t = state;
    t->cells[t->side] = (uint16_t)(t->cells[t->side] | 1u << (m - 1));
    t->side ^= 1;
}

static uint64_t key(const void *state) {
    const struct ttt *t = state;
    return (uint64_t)t->cells[0] << 16 | (uint64_t)t->cells[1] << 1 | t->side;
}

static char letter(const struct ttt *t, int cell) {
    return t->cells[0] >> cell & 1 ? 'x' : t->cells[1] >> cell & 1 ? 'o' : '.';
}

/* "x..o....." from A1 on; who is to play follows from the count. */
static void save(const void *state, struct text *text) {
    for (int cell = 0; cell < CELLS; cell++)
        text_putc(text, letter(state, cell));
}

static bool load(void *state, struct setup *setup, const char *text, struct error *error) {
    struct ttt t = {0};
    int count[2] = {0};
    (void)setup;
    for (int cell = 0; cell < CELLS && strlen(text) == CELLS; cell++) {
        int side = text[cell] == 'x' ? 0 : 1;
        if (text[cell] == '.')
            continue;
        t.cells[side] = (uint16_t)(t.cells[side] | 1u << cell);
        count[side]++;
    }
    t.side = count[0] > count[1];
    bool possible = count[0] - count[1] == t.side && !(has_row(t.cells[0]) && t.side == 0) &&
                    !(has_row(t.cells[1]) && t.side == 1);
    if (strlen(text) != CELLS || strspn(text, "xo.") != CELLS || !possible)
        return error_set(
            error, "ttt.position",
            "a position is nine of x, o and . from A1 on, with as many x as o or one more", NULL);
    memcpy(state, &t, sizeof t);
    return true;
}

static void show(const void *state, const struct look *look, struct text *text) {
    (void)look;
    for (int row = 2; row >= 0; row--)
        text_print(text, "%d %c %c %c\n", row + 1, letter(state, 3 * row),
                   letter(state, 3 * row + 1), letter(state, 3 * row + 2));
    text_put(text, "  A B C\n");
}

static void due(const void *state, struct text *text) {
    (void)state;
    text_put(text, "take a cell");
}

const struct game ttt_game = {
    .name = "ttt",
    .title = "Tic-tac-toe",
    .how = "Type a cell such as 'b2'.",
    .sides = {"x", "o"},
    .side_words = {x_words, o_words},
    .rules = rules,
    .size_min = 3,
    .size_max = 3,
    .size_default = 3,
    .state_size = sizeof(struct ttt),
    .init = init,
    .to_play = to_play,
    .turn = turn,
    .moves = moves,
    .parse = parse,
    .print = print,
    .play = play,
    .result = result,
    .key = key,
    .save = save,
    .load = load,
    .show = show,
    .due = due,
};
