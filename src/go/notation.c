#include <stddef.h>

#include "../core/vertex.h"
#include "go.h"

bool go_vertex_parse(const struct go_board *board, const char *text, int *p, struct error *error) {
    int column, row;
    int length = vertex_parse(text, &column, &row);
    if (length == 0 || text[length] != '\0')
        return error_set(
            error, "syntax.vertex",
            "{0} is no vertex: a column letter (without I) and a row number are wanted, "
            "such as D4",
            text, NULL);
    if (column >= board->size || row >= board->size) {
        struct text corner = {0};
        vertex_print(&corner, board->size - 1, board->size - 1);
        error_set(error, "go.off-board", "{0} is off the board, which ends at {1}", text,
                  text_string(&corner), NULL);
        text_free(&corner);
        return false;
    }
    *p = go_board_at(board, column, row);
    return true;
}

void go_vertex_print(const struct go_board *board, int p, struct text *text) {
    vertex_print(text, go_board_column(board, p), go_board_row(board, p));
}

static bool refuse(enum go_legality refusal, const char *text, struct error *error) {
    switch (refusal) {
    case GO_LEGAL:
        return true;
    case GO_OCCUPIED:
        return error_set(error, "go.occupied", "{0} is occupied", text, NULL);
    case GO_SUICIDE:
        return error_set(error, "go.suicide",
                         "a stone at {0} would have no liberty and take nothing", text, NULL);
    case GO_KO:
        return error_set(error, "go.ko", "{0} would retake the ko at once: play elsewhere first",
                         text, NULL);
    case GO_SUPERKO:
        return error_set(error, "go.superko", "{0} would repeat an earlier position of this game",
                         text, NULL);
    case GO_OFF_BOARD:
        break;
    }
    return error_set(error, "go.off-board", "{0} is off the board", text, NULL);
}

bool go_parse(const void *memory, const struct past *past, const char *text, move *m,
              struct error *error) {
    const struct go_state *state = memory;
    if (go_result(state, past).phase == PHASE_OVER)
        return error_set(error, "go.over",
                         "the game is over: a position came up for the third time", NULL);
    if (text_same(text, "pass")) {
        *m = GO_PASS;
        return true;
    }
    int p;
    if (!go_vertex_parse(&state->board, text, &p, error))
        return false;
    if (!refuse(go_check(state, past, state->to_play, p), text, error))
        return false;
    *m = (move)p;
    return true;
}

void go_print(const void *memory, move m, struct text *text) {
    const struct go_state *state = memory;
    if (m == GO_PASS)
        text_put(text, "pass");
    else
        go_vertex_print(&state->board, (int)m, text);
}

void go_due(const void *memory, struct text *text) {
    const struct go_state *state = memory;
    text_put(text, state->passes >= 2 ? "the game is stopped: count it, or play on"
                                      : "place a stone or pass");
}
