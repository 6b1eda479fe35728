/* Arbitrary text as a position: the first byte chooses game, rules and size. */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/qttt/endgame.h"
#include "fuzz.h"

enum { MOVES = 20, NODES = 500 };

/* The form of a position that the search plays on, after one move more. */
static void check_board_after(const struct board *before, const struct qttt *q, move m) {
    struct qttt next = *q;
    struct board board = *before, read;
    int low = board_spot(&board, qttt_low(m));
    qttt_play(&next, m);
    if (qttt_is_settle(m))
        board_settle(&board, low);
    else
        board_place(&board, low, board_spot(&board, qttt_high(m)));
    board_read(&read, &next);
    fuzz_law(board.over == read.over && board.waiting == read.waiting &&
                 (!board.over || (board.winner == read.winner && board.narrow == read.narrow)),
             "a move does to the board what it does to the position");
    fuzz_law(set_same(board.open, read.open) && set_same(board.settled[0], read.settled[0]) &&
                 set_same(board.settled[1], read.settled[1]),
             "the same marks are classical");
}

static void check_board(const struct session *session) {
    const struct qttt *q = session_state(session);
    struct moves list = {0};
    struct board board;
    int value;
    board_read(&board, q);
    fuzz_law(board.over == (session_result(session, NULL).phase == PHASE_OVER),
             "the board is over when the game is");
    if (board.over)
        return;
    session_moves(session, &list);
    for (size_t i = 0; i < list.count && i < MOVES; i++)
        check_board_after(&board, q, list.at[i]);
    moves_free(&list);
    if (endgame_estimate(&board) < NODES) {
        struct endgame *endgame = endgame_new(8);
        endgame_solve_value(endgame, &board, NODES, NULL, &value);
        endgame_free(endgame);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    struct session *session = fuzz_session(bytes[0]);
    char *text = memory_new(count, 1);
    memcpy(text, bytes + 1, count - 1);
    if (session_set_position(session, text, NULL)) {
        if (session_game(session) == &qttt_game)
            check_board(session);
        fuzz_check_session(session);
    }
    free(text);
    session_free(session);
    return 0;
}
