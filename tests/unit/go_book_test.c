/* The opening book of Go: every line is legal and answered however the board is turned, and only
 * where size, komi and rules fit. */
#include "go_draw.h"

#include "../../src/go/book.h"
#include "../support/suite.h"

/* The position before the last word of a line, turned, and the point of that word. */
static int line_replay(const char *line, int turn, struct go_state *state) {
    struct setup setup = go_book_setup();
    struct words words;
    int p = GO_NO_POINT;
    memset(state, 0, sizeof *state);
    go_init(state, &setup);
    words_split(&words, line);
    ck_assert_int_gt(words.count, 0);
    for (int i = 0; i < words.count; i++) {
        ck_assert(go_vertex_parse(&state->board, words.at[i], &p, NULL));
        p = go_board_symmetric(&state->board, p, turn);
        ck_assert(go_board_is_legal(&state->board, state->to_play, p));
        if (i < words.count - 1)
            go_play(state, (move)p);
    }
    words_free(&words);
    return p;
}

START_TEST(turns_are_eight_different_ones) {
    struct go_board board;
    go_board_init(&board, 9);
    int p = go_board_at(&board, 1, 2);
    for (int turn = 0; turn < GO_SYMMETRIES; turn++) {
        int q = go_board_symmetric(&board, p, turn);
        for (int other = 0; other < turn; other++)
            ck_assert_int_ne(q, go_board_symmetric(&board, p, other));
        bool met[GO_INDEXES] = {false};
        for (int n = 0; n < 81; n++) {
            int r = go_board_symmetric(&board, go_board_point(&board, n), turn);
            ck_assert(!met[r] && go_board_colour(&board, r) == GO_EMPTY);
            met[r] = true;
        }
    }
}
END_TEST

/* What was found turned is as good as the answer: one of the turns that leave the position as it is
 * leads from one to the other. */
static bool is_same_answer(const struct go_state *state, int found, int answer) {
    for (int turn = 0; turn < GO_SYMMETRIES; turn++) {
        bool same = go_board_symmetric(&state->board, found, turn) == answer;
        for (int n = 0; n < 81 && same; n++) {
            int p = go_board_point(&state->board, n);
            same = go_board_colour(&state->board, p) ==
                   go_board_colour(&state->board, go_board_symmetric(&state->board, p, turn));
        }
        if (same)
            return true;
    }
    return false;
}

START_TEST(every_line_is_found_however_turned) {
    struct go_book *book = go_book_new();
    ck_assert_uint_gt(go_book_count, 0);
    for (size_t i = 0; i < go_book_count; i++)
        for (int turn = 0; turn < GO_SYMMETRIES; turn++) {
            struct go_state state;
            int answer = line_replay(go_book_lines[i], turn, &state);
            int found = go_book_find(book, &state);
            ck_assert_msg(found != GO_NO_POINT && is_same_answer(&state, found, answer),
                          "%s, turn %d", go_book_lines[i], turn);
        }
    go_book_free(book);
}
END_TEST

START_TEST(other_games_are_not_in_the_book) {
    struct go_book *book = go_book_new();
    struct go_state state, other;
    line_replay(go_book_lines[0], 0, &state);
    ck_assert_int_ne(go_book_find(book, &state), GO_NO_POINT);
    other = state;
    other.komi = 6.5;
    ck_assert_int_eq(go_book_find(book, &other), GO_NO_POINT);
    other = state;
    other.rules = GO_JAPANESE;
    ck_assert_int_eq(go_book_find(book, &other), GO_NO_POINT);
    other = state;
    other.handicap = 2;
    ck_assert_int_eq(go_book_find(book, &other), GO_NO_POINT);
    other = state;
    go_play(&other, GO_PASS);
    ck_assert_int_eq(go_book_find(book, &other), GO_NO_POINT);
    go_board_init(&state.board, 13);
    ck_assert_int_eq(go_book_find(book, &state), GO_NO_POINT);
    go_book_free(book);
}
END_TEST

/* With one simulation a move of its own would be any. */
START_TEST(player_plays_by_the_book_unless_told_not_to) {
    const long with[] = {1, 2, 0, 1, 1};
    struct go_state state;
    struct past past = {0};
    struct limits limits = {.nodes = 1, .seed = 1};
    struct go_book *book = go_book_new();
    void *memory = go_player.open(&go_game, with);
    line_replay(go_book_lines[0], 0, &state);
    int answer = go_book_find(book, &state);
    ck_assert(go_player.think(memory, &state, &past, &limits, NULL, NULL).m == (move)answer);
    go_player.set(memory, 3, 0);
    int others = 0;
    for (limits.seed = 1; limits.seed <= 20; limits.seed++) {
        go_player.forget(memory);
        others += go_player.think(memory, &state, &past, &limits, NULL, NULL).m != (move)answer;
    }
    ck_assert_int_gt(others, 0);
    go_player.close(memory);
    go_book_free(book);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go book");
    suite_add(suite, turns_are_eight_different_ones);
    suite_add(suite, every_line_is_found_however_turned);
    suite_add(suite, other_games_are_not_in_the_book);
    suite_add(suite, player_plays_by_the_book_unless_told_not_to);
    return suite_run(suite);
}
