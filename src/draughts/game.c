#include "draughts.h"

#include <string.h>

static const char *const black_words[] = {"b", "black", NULL};
static const char *const white_words[] = {"w", "white", NULL};

static const char *const rule_names[] = {
    [DRAUGHTS_WARCABY] = "warcaby", [DRAUGHTS_ENGLISH] = "english", NULL};

static const char *const notation_names[] = {
    [DRAUGHTS_LETTERS] = "letters", [DRAUGHTS_NUMERIC] = "numeric"};

enum { SETTING_NOTATION };

static const struct setting settings[] = {
    [SETTING_NOTATION] = {.name = "notation",
                          .usage = "letters|numeric: how moves are printed, C3-D4 or 22-18"},
    {0}};

static void defaults(struct setup *setup, enum setup_change changed) {
    if (changed == SETUP_NEW) {
        setup->value[SETTING_NOTATION] = DRAUGHTS_LETTERS;
    }
}

static bool set(struct setup *setup, int which, const char *text, struct error *error) {
    for (int i = DRAUGHTS_LETTERS; i <= DRAUGHTS_NUMERIC; i++) {
        if (text_same(text, notation_names[i])) {
            setup->value[which] = i;
            return true;
        }
    }
    return error_set(error, "draughts.notation", "\"{0}\" is no notation: write letters or numeric",
                     text, NULL);
}

static void get(const struct setup *setup, int which, struct text *text) {
    text_put(text, notation_names[(int)setup->value[which]]);
}

static void adjust(void *state, const struct setup *setup) {
    ((struct draughts *)state)->notation = (uint8_t)setup->value[SETTING_NOTATION];
}

static void init(void *state, const struct setup *setup) {
    struct draughts *d = state;
    memset(d, 0, sizeof *d);
    d->rules = (uint8_t)setup->rules;
    d->side = (uint8_t)draughts_first_side(d->rules);
    draughts_start(&d->board);
    adjust(d, setup);
}

static int holder(const void *state, int column, int row) {
    const struct draughts *d = state;
    int square = draughts_square_at(column, row);
    for (int side = 0; square >= 0 && side < 2; side++) {
        if ((d->board.side[side] & draughts_bit(square)) != 0) {
            return side;
        }
    }
    return SIDE_NONE;
}

const struct game draughts_game = {
    .name = "draughts",
    .title = "Draughts",
    .how =
        "Type the squares of a move, such as 'c3 d4', or 'c3 e5 g7' for a capture that goes on. B "
        "is a white man, C a black one, Bd and Cd are kings.",
    .sides = {"b", "w"},
    .side_words = {black_words, white_words},
    .rules = rule_names,
    .settings = settings,
    .size_min = 8,
    .size_max = 8,
    .size_default = 8,
    .defaults = defaults,
    .set = set,
    .get = get,
    .state_size = sizeof(struct draughts),
    .init = init,
    .adjust = adjust,
    .to_play = draughts_to_play,
    .turn = draughts_turn,
    .moves = draughts_moves,
    .parse = draughts_parse,
    .print = draughts_print,
    .play = draughts_play,
    .quiet = draughts_quiet,
    .result = draughts_result,
    .key = draughts_key,
    .save = draughts_save,
    .load = draughts_load,
    .show = draughts_show,
    .due = draughts_due,
    .record_suffix = "pdn",
    .record_print = draughts_record_print,
    .record_parse = draughts_record_parse,
    .holder = holder,
};
