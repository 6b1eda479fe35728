#include "draughts.h"

#include <string.h>

#include "egtb.h"

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

static const char *find_ballot(int rules, size_t index) {
    const struct draughts_ballot *ballot = draughts_ballots;
    for (; ballot->moves != NULL; ballot++) {
        if (ballot->rules == (enum draughts_rules)rules && index-- == 0) {
            break;
        }
    }
    return ballot->moves;
}

/* Endgame tables. */

static void *open_tables(int rules, struct error *error) {
    struct text path = {0};
    bool placed = draughts_egtb_directory(&path);
    struct draughts_egtb *egtb = draughts_egtb_open(placed ? text_string(&path) : NULL,
                                                    (enum draughts_rules)rules, NULL, NULL);
    if (draughts_egtb_pieces(egtb) == 0) {
        error_set(error, "draughts.no-tables",
                  "there are no endgame tables of {0} in {1}: `ternion-egtb --rules {0} build` "
                  "makes them",
                  rule_names[rules], placed ? text_string(&path) : "~/.cache/ternion/egtb", NULL);
        draughts_egtb_close(egtb);
        egtb = NULL;
    }
    text_free(&path);
    return egtb;
}

static void close_tables(void *tables) {
    draughts_egtb_close(tables);
}

/* Tables know nothing of quiet plies: a win may come too late for the rules. */
static bool find_table_result(void *tables, const void *state, struct result *result) {
    const struct draughts *d = state;
    int byte = draughts_egtb_probe(tables, &d->board, d->side);
    bool lost = byte >= DRAUGHTS_EGTB_LOSS;
    int distance = lost ? byte - DRAUGHTS_EGTB_LOSS : byte;
    if (byte == DRAUGHTS_EGTB_UNKNOWN ||
        (byte != DRAUGHTS_EGTB_DRAW && d->quiet + distance > DRAUGHTS_QUIET_LIMIT)) {
        return false;
    }
    *result = (struct result){.phase = PHASE_OVER, .winner = SIDE_NONE};
    if (byte != DRAUGHTS_EGTB_DRAW) {
        result->winner = lost ? side_other(d->side) : d->side;
        result->margin = 1;
    }
    return true;
}

const struct game draughts_game = {
    .name = "draughts",
    .title = "Draughts",
    .how =
        "Type the squares of a move, such as 'c3 d4', or 'c3 e5 g7' for a capture that goes on. B "
        "is a white man, C a black one, Bd and Cd are kings; under english w, b, wK and bK.",
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
    .perft = draughts_fast_perft,
    .play_on = draughts_play_on,
    .result = draughts_result,
    .key = draughts_key,
    .save = draughts_save,
    .load = draughts_load,
    .show = draughts_show,
    .due = draughts_due,
    .ballot = find_ballot,
    .tables_open = open_tables,
    .tables_close = close_tables,
    .tables_result = find_table_result,
    .record_suffix = "pdn",
    .record_print = draughts_record_print,
    .record_parse = draughts_record_parse,
    .holder = holder,
    .points = draughts_points,
    .gfx = draughts_gfx,
};
