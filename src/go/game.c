#include <math.h>
#include <stddef.h>

#include "go.h"

static const char *const black_words[] = {"b", "black", NULL};
static const char *const white_words[] = {"w", "white", NULL};
static const char *const rule_sets[] = {"japanese", "chinese", "tromp-taylor", NULL};
static const double komi_defaults[] = {6.5, 7.5, 7.5};
static const enum mark scored_marks[] = {
    [GO_JAPANESE] = MARK_SEKI, [GO_CHINESE] = MARK_DEAD, [GO_TROMP_TAYLOR] = MARK_ALIVE};

static const struct setting settings[] = {
    [GO_KOMI] = {.name = "komi", .usage = "K: points that White is given, any number"},
    {.name = NULL},
};

/* A new size keeps the komi, as GTP says. */
static void go_defaults(struct setup *setup, enum setup_change changed) {
    if (changed != SETUP_SIZE)
        setup->value[GO_KOMI] = komi_defaults[setup->rules];
}

static bool go_set(struct setup *setup, int which, const char *text, struct error *error) {
    double komi;
    if (!text_to_number(text, -HUGE_VAL, HUGE_VAL, &komi))
        return error_set(error, "syntax.komi", "{0} is no komi: a number such as 6.5 is wanted",
                         text, NULL);
    setup->value[which] = komi + 0.0; /* turns -0 into 0 */
    return true;
}

static void go_get(const struct setup *setup, int which, struct text *text) {
    text_number(text, setup->value[which]);
}

static int go_holder(const void *memory, int column, int row) {
    const struct go_state *state = memory;
    int colour = go_board_colour(&state->board, go_board_at(&state->board, column, row));
    return colour < GO_EMPTY ? colour : SIDE_NONE;
}

static bool go_mark(const void *memory, struct marks *marks, const char *vertex, enum mark mark,
                    struct error *error) {
    const struct go_state *state = memory;
    const struct go_board *board = &state->board;
    int p;
    if (!go_vertex_parse(board, vertex, &p, error))
        return false;
    if (go_board_colour(board, p) >= GO_EMPTY)
        return error_set(error, "go.no-stone", "there is no stone on {0}", vertex, NULL);
    if (state->rules == GO_TROMP_TAYLOR && mark != MARK_ALIVE)
        return error_set(error, "go.all-alive", "by these rules every stone on the board is alive",
                         NULL);
    int stone = p;
    do {
        marks->at[go_board_number(board, stone)] = (unsigned char)mark;
        stone = go_board_next(board, stone);
    } while (stone != p);
    return true;
}

static void go_owners(const void *memory, const struct marks *marks,
                      unsigned char owner[MARKS_POINTS]) {
    go_territory(memory, marks, owner);
}

/* Most games end when about two thirds of the points have stones; the estimate is a little lower,
 * to leave more time for the first half. */
static int go_plies_left(const void *memory) {
    const struct go_board *board = &((const struct go_state *)memory)->board;
    int points = board->size * board->size;
    int left = (points * 3 / 5 - (points - board->empty_count)) / 2;
    return left > 20 ? left : 20;
}

const struct game go_game = {
    .name = "go",
    .title = "Go",
    .how =
        "Type a point such as 'd4', or 'pass'; after two passes the game is counted, and whoever "
        "disagrees plays on.",
    .sides = {"b", "w"},
    .side_words = {black_words, white_words},
    .rules = rule_sets,
    .rules_named = go_rules_named,
    .settings = settings,
    .size_min = GO_SIZE_MIN,
    .size_max = GO_SIZE_MAX,
    .size_default = 19,
    .defaults = go_defaults,
    .set = go_set,
    .get = go_get,
    .state_size = sizeof(struct go_state),
    .init = go_init,
    .adjust = go_adjust,
    .to_play = go_to_play,
    .turn = go_turn,
    .moves = go_moves,
    .parse = go_parse,
    .print = go_print,
    .play = go_play,
    .result = go_result,
    .key = go_key,
    .save = go_save,
    .load = go_load,
    .show = go_show,
    .due = go_due,
    .holder = go_holder,
    .plies_left = go_plies_left,
    .score = go_score,
    .scored_marks = scored_marks,
    .mark = go_mark,
    .territory = go_owners,
    .sheet = go_sheet,
    .record_suffix = "sgf",
    .record_print = go_record_print,
    .record_parse = go_record_parse,
};
