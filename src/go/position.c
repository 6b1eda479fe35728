#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "go.h"

/* A position is one line of words:
 *   SIZE ROWS [SIDE [KO [BLACK WHITE [PASSES [KOMI [HANDICAP]]]]]]
 * ROWS from the top, '/' between them, X black, O white, '.' empty; KO is '-' or SIDE:VERTEX, where
 * that side may not recapture; BLACK and WHITE are their prisoners; PASSES in a row, -1 if the turn
 * was handed over. A list of colours and vertices, as KataGo has it, is read too. */
enum {
    WORD_SIZE,
    WORD_ROWS,
    WORD_SIDE,
    WORD_KO,
    WORD_BLACK,
    WORD_WHITE,
    WORD_PASSES,
    WORD_KOMI,
    WORD_HANDICAP,
    WORD_COUNT
};
enum { PRISONERS_MAX = 1000000, PASSES_MAX = 1000000 };

static const char *const usage = "SIZE ROWS SIDE KO BLACK-TOOK WHITE-TOOK PASSES KOMI HANDICAP";

static void rows_save(const struct go_board *board, struct text *text) {
    for (int row = board->size - 1; row >= 0; row--) {
        for (int column = 0; column < board->size; column++)
            text_putc(text, "XO."[go_board_colour(board, go_board_at(board, column, row))]);
        if (row > 0)
            text_putc(text, '/');
    }
}

void go_save(const void *memory, struct text *text) {
    const struct go_state *state = memory;
    const struct go_board *board = &state->board;
    text_print(text, "%d ", board->size);
    rows_save(board, text);
    text_put(text, state->to_play == GO_BLACK ? " b " : " w ");
    if (board->ko == GO_NO_POINT) {
        text_putc(text, '-');
    } else {
        text_put(text, board->ko_side == GO_BLACK ? "b:" : "w:");
        go_vertex_print(board, board->ko, text);
    }
    text_print(text, " %d %d %d ", board->captured[GO_BLACK], board->captured[GO_WHITE],
               state->passes);
    text_number(text, state->komi);
    text_print(text, " %d", state->handicap);
}

static bool board_is_sound(const struct go_board *board, struct error *error) {
    int p;
    if (go_board_is_sound(board, &p))
        return true;
    struct text vertex = {0};
    go_vertex_print(board, p, &vertex);
    error_set(error, "go.no-liberty", "the stone at {0} has no liberty", text_string(&vertex),
              NULL);
    text_free(&vertex);
    return false;
}

static bool rows_load(struct go_board *board, const char *rows, struct error *error) {
    int column = 0, row = board->size - 1;
    for (const char *c = rows;; c++) {
        if (*c == '/' || *c == '\0') {
            struct text number = {0};
            text_print(&number, "%d", row + 1);
            bool full = column == board->size;
            if (!full)
                error_set(error, "go.row-length",
                          "row {0} does not have as many points as the board", text_string(&number),
                          NULL);
            text_free(&number);
            if (!full)
                return false;
            column = 0;
            if (*c == '\0')
                break;
            if (--row < 0)
                return error_set(error, "go.row-count", "there are more rows than the board has",
                                 NULL);
            continue;
        }
        const char *colour = strchr("XO.", *c);
        if (colour == NULL) {
            const char shown[2] = {*c, '\0'};
            return error_set(error, "syntax.position", "{0} is no point: X, O and . are", shown,
                             NULL);
        }
        if (column < board->size && *colour != '.')
            go_board_put(board, go_board_at(board, column, row),
                         *colour == 'X' ? GO_BLACK : GO_WHITE);
        column++;
    }
    if (row > 0)
        return error_set(error, "go.row-count", "there are fewer rows than the board has", NULL);
    return board_is_sound(board, error);
}

static bool side_load(const char *word, int *side, struct error *error) {
    *side = game_side(&go_game, word);
    return *side != SIDE_NONE ||
           error_set(error, "syntax.side", "{0} is no side: b and w are", word, NULL);
}

/* A ko needs an empty point that the other side surrounds. */
static bool ko_load(struct go_state *state, const char *word, struct error *error) {
    int side = state->to_play;
    int p;
    if (strcmp(word, "-") == 0)
        return true;
    const char *vertex = word;
    if (word[0] != '\0' && word[1] == ':') {
        const char letter[2] = {word[0], '\0'};
        if (!side_load(letter, &side, error))
            return false;
        vertex = word + 2;
    }
    if (!go_vertex_parse(&state->board, vertex, &p, error))
        return false;
    if (go_board_colour(&state->board, p) != GO_EMPTY ||
        go_board_around(&state->board, p, side_other(side)) != 4)
        return error_set(error, "go.no-ko", "there is no ko at {0}", vertex, NULL);
    state->board.ko = p;
    state->board.ko_side = side;
    return true;
}

static bool count_load(const char *word, long min, long max, const char *what, int *value,
                       struct error *error) {
    long number;
    if (!text_to_whole(word, min, max, &number))
        return error_set(error, "syntax.position", "{0} is no number of {1}", word, what, NULL);
    *value = (int)number;
    return true;
}

static bool words_load(struct go_state *state, const struct words *words, struct error *error) {
    char *const *at = words->at;
    int count = words->count;
    if (!rows_load(&state->board, at[WORD_ROWS], error))
        return false;
    if (count > WORD_SIDE && !side_load(at[WORD_SIDE], &state->to_play, error))
        return false;
    if (count > WORD_KO && !ko_load(state, at[WORD_KO], error))
        return false;
    if (count > WORD_BLACK && !count_load(at[WORD_BLACK], 0, PRISONERS_MAX, "prisoners",
                                          &state->board.captured[GO_BLACK], error))
        return false;
    if (count > WORD_WHITE && !count_load(at[WORD_WHITE], 0, PRISONERS_MAX, "prisoners",
                                          &state->board.captured[GO_WHITE], error))
        return false;
    if (count > WORD_PASSES &&
        !count_load(at[WORD_PASSES], GO_HANDED, PASSES_MAX, "passes", &state->passes, error))
        return false;
    if (count > WORD_KOMI && !text_to_number(at[WORD_KOMI], -HUGE_VAL, HUGE_VAL, &state->komi))
        return error_set(error, "syntax.position", "{0} is no komi", at[WORD_KOMI], NULL);
    return count <= WORD_HANDICAP ||
           count_load(at[WORD_HANDICAP], 0, GO_POINTS, "handicap stones", &state->handicap, error);
}

/* KataGo's form: COLOUR VERTEX COLOUR VERTEX ... on a board of the present size, Black to play. */
static bool stones_load(struct go_state *state, const struct words *words, struct error *error) {
    int side, p;
    if (words->count % 2 != 0)
        return error_set(error, "syntax.position", "a list of stones has a vertex for each colour",
                         NULL);
    for (int i = 0; i < words->count; i += 2) {
        if (!side_load(words->at[i], &side, error) ||
            !go_vertex_parse(&state->board, words->at[i + 1], &p, error))
            return false;
        if (go_board_colour(&state->board, p) != GO_EMPTY)
            return error_set(error, "go.stone-twice", "{0} is there twice", words->at[i + 1], NULL);
        go_board_put(&state->board, p, side);
    }
    return board_is_sound(&state->board, error);
}

bool go_load(void *memory, struct setup *setup, const char *text, struct error *error) {
    struct words words;
    struct go_state state;
    struct setup changed = *setup;
    long size;
    words_split(&words, text);
    bool done = false;
    if (words.count > 0 && game_side(&go_game, words.at[0]) != SIDE_NONE) {
        go_init(&state, &changed);
        done = stones_load(&state, &words, error);
    } else if (words.count <= WORD_ROWS || words.count == WORD_BLACK + 1 ||
               words.count > WORD_COUNT) {
        error_set(error, "syntax.position",
                  "a position has the words {0}; all from SIDE on may be "
                  "left out",
                  usage, NULL);
    } else if (!text_to_whole(words.at[WORD_SIZE], GO_SIZE_MIN, GO_SIZE_MAX, &size)) {
        error_set(error, "syntax.position", "{0} is no board size: 2 to 25 are",
                  words.at[WORD_SIZE], NULL);
    } else {
        changed.size = (int)size;
        go_init(&state, &changed);
        done = words_load(&state, &words, error);
    }
    words_free(&words);
    if (!done)
        return false;
    assert(go_board_is_ok(&state.board));
    state.komi += 0.0; /* turns -0 into 0 */
    changed.value[GO_KOMI] = state.komi;
    *setup = changed;
    memcpy(memory, &state, sizeof state);
    return true;
}
