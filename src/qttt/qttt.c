/* qttt: the table of quantum tic-tac-toe. */
#include "qttt.h"

#include <limits.h>
#include <string.h>

enum { WIN_LENGTH }; /* settings, as numbered in the table */

static const char *const x_words[] = {"x", "b", "black", NULL};
static const char *const o_words[] = {"o", "w", "white", NULL};
static const char *const rules[] = {
    [QTTT_GOFF] = "goff", [QTTT_EARLIEST] = "earliest", [QTTT_SUM] = "sum", NULL};
static const struct setting settings[] = {
    [WIN_LENGTH] = {.name = "win_length",
                    .usage = "K: marks in a row that win, from 3 to the board size",
                    .clears = true},
    {.name = NULL}};

/* A new rule set keeps the win length; a new size brings its own. */
static void defaults(struct setup *setup, enum setup_change changed) {
    if (changed != SETUP_RULES)
        setup->value[WIN_LENGTH] = setup->size < 4 ? setup->size : 4;
}

static bool set(struct setup *setup, int which, const char *text, struct error *error) {
    long length;
    char most[2] = {(char)('0' + setup->size), '\0'};
    (void)which;
    if (!text_to_whole(text, LONG_MIN, LONG_MAX, &length))
        return error_set(error, "syntax.qttt-win-length",
                         "the win length is a whole number from 3 to the board size, {0}", most,
                         NULL);
    if (length < 3 || length > setup->size)
        return error_set(error, "qttt.win-length",
                         "the win length goes from 3 to the board size, {0}", most, NULL);
    setup->value[WIN_LENGTH] = (double)length;
    return true;
}

static void get(const struct setup *setup, int which, struct text *text) {
    text_number(text, setup->value[which]);
}

static void init(void *state, const struct setup *setup) {
    qttt_start(state, setup->rules, setup->size, (int)setup->value[WIN_LENGTH], 0);
}

static bool turn(void *state, int side, struct error *error) {
    struct qttt *q = state;
    if (q->moves == 0)
        q->first = (uint8_t)side;
    else if (side != qttt_to_play(q))
        return error_set(error, "qttt.turn", "{0} is to play", side == 0 ? "o" : "x", NULL);
    return true;
}

/* One open cell is the first half of a pair: the parser says so by refusing it as only that. */
static bool partial(const void *state, const char *text, struct error *error) {
    struct error why = {0};
    move m;
    bool half = !qttt_parse(state, NULL, text, &m, &why) && strcmp(why.code, "qttt.one-cell") == 0;
    if (!half && error != NULL)
        *error = why;
    else
        error_clear(&why);
    return half;
}

static bool critical(const void *state) {
    const struct qttt *q = state;
    return q->waiting != 0;
}

/* As document 000 has them, from the top left. */
static int digit(const void *state, int column, int row) {
    const struct qttt *q = state;
    return q->size == 3 ? (2 - row) * 3 + column : -1;
}

/* Classical marks only: spooky ones hold nothing yet. */
static int holder(const void *state, int column, int row) {
    const struct qttt *q = state;
    int mark = q->owner[row * q->size + column];
    return mark == 0 ? SIDE_NONE : qttt_side(q, mark);
}

static struct game_point point_of(const struct qttt *q, int cell) {
    return (struct game_point){cell % q->size, cell / q->size};
}

/* A pair's cells in either order; one cell for a collapse, which is its closing mark's, and for the
 * lone last mark. */
static int points(const void *state, move m, int way, struct game_point at[GAME_POINTS]) {
    const struct qttt *q = state;
    bool pair = !qttt_is_settle(m) && qttt_low(m) != qttt_high(m);
    if (way > pair)
        return 0;
    at[way] = point_of(q, qttt_low(m));
    if (pair)
        at[1 - way] = point_of(q, qttt_high(m));
    return 1 + pair;
}

const struct game qttt_game = {
    .name = "qttt",
    .title = "Quantum tic-tac-toe",
    .how =
        "Type two cells such as 'a1 c3', or on 3 x 3 the digits 0 to 8 counted from the top left, "
        "also one after the other: your mark is in both. When a cycle waits, type the cell in "
        "which its closing mark shall settle. A settled row wins.",
    .sides = {"x", "o"},
    .side_words = {x_words, o_words},
    .rules = rules,
    .settings = settings,
    .size_min = 3,
    .size_max = QTTT_SIZE_MAX,
    .size_default = 3,
    .keeps_first = true,
    .defaults = defaults,
    .set = set,
    .get = get,
    .state_size = sizeof(struct qttt),
    .init = init,
    .to_play = qttt_to_play,
    .turn = turn,
    .moves = qttt_moves,
    .parse = qttt_parse,
    .print = qttt_print,
    .play = qttt_play,
    .result = qttt_result,
    .key = qttt_key,
    .save = qttt_save,
    .load = qttt_load,
    .show = qttt_show,
    .due = qttt_due,
    .partial = partial,
    .digit = digit,
    .holder = holder,
    .points = points,
    .gfx = qttt_gfx,
    .critical = critical,
};
