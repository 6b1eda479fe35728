/* draughts_test: rules, move text, positions and boards, on drawn boards. */
#include "draughts_draw.h"

#include "../../src/core/session.h"
#include "../support/suite.h"

#define WARCABY DRAUGHTS_WARCABY
#define ENGLISH DRAUGHTS_ENGLISH
enum { BLACK = DRAUGHTS_BLACK, WHITE = DRAUGHTS_WHITE };

/* Squares. */

START_TEST(squares_have_names_and_numbers) {
    static const struct {
        int number;
        const char *name;
    } known[] = {{1, "B8"},  {4, "H8"},  {5, "A7"},  {8, "G7"},  {12, "H6"}, {14, "C5"},
                 {21, "A3"}, {22, "C3"}, {25, "B2"}, {28, "H2"}, {29, "A1"}, {32, "G1"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct text text = {0};
        draughts_square_print(draughts_square_numbered(known[i].number), DRAUGHTS_LETTERS, &text);
        ck_assert_str_eq(text_string(&text), known[i].name);
        text_free(&text);
    }
    uint64_t all = 0;
    for (int number = 1; number <= 32; number++) {
        int square = draughts_square_numbered(number);
        ck_assert_int_eq(draughts_square_number(square), number);
        ck_assert_int_eq(
            draughts_square_at(draughts_square_column(square), draughts_square_row(square)),
            square);
        all |= draughts_bit(square);
    }
    ck_assert_uint_eq(all, DRAUGHTS_BOARD);
    ck_assert_int_eq(draughts_square_numbered(0), -1);
    ck_assert_int_eq(draughts_square_numbered(33), -1);
}
END_TEST

START_TEST(light_and_distant_places_are_no_squares) {
    for (int column = -2; column < 10; column++) {
        for (int row = -2; row < 10; row++) {
            bool dark = column >= 0 && column < 8 && row >= 0 && row < 8 && (column + row) % 2 == 0;
            ck_assert_int_eq(draughts_square_at(column, row) >= 0, dark);
        }
    }
}
END_TEST

/* Rules. */

START_TEST(men_step_forward) {
    struct draughts d = draw(WARCABY, WHITE,
                             "........\n"
                             "..b.....\n"
                             "........\n"
                             "........\n"
                             "...w...w\n"
                             "........\n"
                             "........\n"
                             "w.......\n");
    assert_moves(&d, "A1-B2 D4-C5 D4-E5 H4-G5");
    d.side = BLACK;
    assert_moves(&d, "C7-B6 C7-D6");
}
END_TEST

START_TEST(kings_step_everywhere) {
    struct draughts d = draw(WARCABY, WHITE,
                             ".......B\n"
                             "........\n"
                             "........\n"
                             "........\n"
                             "...W....\n"
                             "........\n"
                             "........\n"
                             "........\n");
    assert_moves(&d, "D4-C3 D4-C5 D4-E3 D4-E5");
    d.side = BLACK;
    assert_moves(&d, "H8-G7");
}
END_TEST

START_TEST(men_capture_forward_only) {
    struct draughts d = draw(WARCABY, WHITE,
                             "........\n"
                             "........\n"
                             "........\n"
                             "..b.b...\n"
                             "...w....\n"
                             "..b.b...\n"
                             "........\n"
                             "........\n");
    assert_moves(&d, "D4xB6 D4xF6");
    d.board.side[BLACK] &=
        draughts_bit(draughts_square_at(2, 2)) | draughts_bit(draughts_square_at(4, 2));
    assert_moves(&d, "D4-C5 D4-E5");
    d.board.kings = d.board.side[WHITE];
    assert_moves(&d, "D4xB2 D4xF2");
}
END_TEST

START_TEST(capturing_is_compulsory_for_the_whole_side) {
    struct draughts d = draw(ENGLISH, BLACK,
                             ".b.....b\n"
                             "........\n"
                             "...b....\n"
                             "..w.....\n"
                             "........\n"
                             "........\n"
                             "........\n"
                             "........\n");
    assert_moves(&d, "D6xB4");
}
END_TEST

START_TEST(the_longest_capture_is_not_required) {
    struct draughts d = draw(WARCABY, WHITE,
                             "........\n"
                             "........\n"
                             ".....b..\n"
                             "........\n"
                             ".b.b....\n"
                             "..w.....\n"
                             "........\n"
                             "........\n");
    assert_moves(&d, "C3xA5 C3xE5xG7");
}
END_TEST

START_TEST(a_capture_goes_on_as_far_as_it_can) {
    struct draughts d = draw(ENGLISH, BLACK,
                             "........\n"
                             "..b.....\n"
                             "...w....\n"
                             "........\n"
                             "...w.w..\n"
                             "........\n"
                             ".w.w.w..\n"
                             "........\n");
    assert_moves(&d, "C7xE5xC3xA1 C7xE5xC3xE1 C7xE5xG3xE1");
}
END_TEST

static const char crowning[] = "........\n"
                               "..b.b...\n"
                               ".w......\n"
                               "........\n"
                               "........\n"
                               "........\n"
                               "........\n"
                               "........\n";

START_TEST(crowning_ends_the_capture_in_english) {
    struct draughts d = draw(ENGLISH, WHITE, crowning);
    assert_moves(&d, "B6xD8");
    play(&d, "B6xD8");
    assert_position(&d, "B:WK2:B7");
}
END_TEST

START_TEST(a_crowned_man_captures_on_in_warcaby) {
    struct draughts d = draw(WARCABY, WHITE, crowning);
    assert_moves(&d, "B6xD8xF6");
    play(&d, "B6xD8xF6");
    assert_position(&d, "B:WK11:B");
}
END_TEST

START_TEST(a_crowned_man_may_end_on_its_start_square) {
    struct draughts d;
    d = draw(WARCABY, WHITE,
             "........\n"
             "..b.b...\n"
             "........\n"
             "..b.b...\n"
             "...w....\n"
             "........\n"
             "........\n"
             "........\n");
    assert_moves(&d, "D4xB6xD8xF6xD4 D4xF6xD8xB6xD4");
    play(&d, "D4xB6xD8xF6xD4");
    assert_position(&d, "B:WK18:B");
    d = draw(ENGLISH, WHITE,
             "........\n"
             "..b.b...\n"
             "........\n"
             "..b.b...\n"
             "...w....\n"
             "........\n"
             "........\n"
             "........\n");
    assert_moves(&d, "D4xB6xD8 D4xF6xD8");
}
END_TEST

START_TEST(kings_run_loops_in_both_directions) {
    struct draughts d = draw(ENGLISH, BLACK,
                             "........\n"
                             "........\n"
                             "...B....\n"
                             "..w.w...\n"
                             "........\n"
                             "..w.w...\n"
                             "........\n"
                             "........\n");
    assert_moves(&d, "D6xB4xD2xF4xD6 D6xF4xD2xB4xD6");
    play(&d, "D6xF4xD2xB4xD6");
    assert_position(&d, "W:W:BK10");
}
END_TEST

START_TEST(paths_to_one_end_are_told_apart) {
    struct draughts d = draw(WARCABY, WHITE,
                             "........\n"
                             "........\n"
                             "........\n"
                             "..b.b...\n"
                             "........\n"
                             "..b.b...\n"
                             "...w....\n"
                             "........\n");
    assert_moves(&d, "D2xB4xD6 D2xF4xD6");
    struct moves list = {0};
    draughts_moves(&d, &no_past, &list);
    ck_assert_int_eq(draughts_to(list.at[0]), draughts_to(list.at[1]));
    ck_assert_uint_ne(list.at[0], list.at[1]);
    moves_free(&list);
    struct draughts left = d, right = d;
    play(&left, "D2xB4xD6");
    play(&right, "D2xF4xD6");
    assert_position(&left, "B:W10:B15,23");
    assert_position(&right, "B:W10:B14,22");
}
END_TEST

START_TEST(nine_jumps_fit_into_a_move) {
    struct draughts d = draw(ENGLISH, WHITE,
                             "........\n"
                             "..b.b.b.\n"
                             "........\n"
                             "..b.b.b.\n"
                             "........\n"
                             "..b.b.b.\n"
                             "........\n"
                             "........\n");
    int from = draughts_square_at(1, 1);
    d.board.side[WHITE] = d.board.kings = draughts_bit(from);
    move list[DRAUGHTS_MOVES];
    size_t count = draughts_list(&d.board, WHITE, ENGLISH, list);
    int longest = 0;
    for (size_t i = 0; i < count; i++) {
        longest = draughts_jumps(list[i]) > longest ? draughts_jumps(list[i]) : longest;
        struct draughts next = d;
        draughts_play(&next, list[i]);
        ck_assert_int_eq(draughts_size(next.board.side[BLACK]), 9 - draughts_jumps(list[i]));
        ck_assert_uint_eq(draughts_captured(list[i]) & ~d.board.side[BLACK], 0);
    }
    ck_assert_uint_eq(count, draughts_count(&d.board, WHITE, ENGLISH));
    ck_assert_int_eq(longest, DRAUGHTS_JUMPS);
}
END_TEST

START_TEST(reaching_the_far_row_crowns) {
    struct draughts d = draw(WARCABY, WHITE,
                             "........\n"
                             "w.......\n"
                             "........\n"
                             "........\n"
                             "........\n"
                             "........\n"
                             "...b....\n"
                             "........\n");
    play(&d, "A7-B8");
    assert_position(&d, "B:WK1:B26");
    play(&d, "D2-E1");
    assert_position(&d, "W:WK1:BK31");
}
END_TEST

static struct result result_of(const struct draughts *d) {
    return draughts_result(d, &no_past);
}

START_TEST(who_cannot_move_has_lost) {
    struct draughts blocked = draw(WARCABY, WHITE,
                                   "........\n"
                                   "........\n"
                                   "........\n"
                                   "..b.....\n"
                                   ".b......\n"
                                   "w.......\n"
                                   "........\n"
                                   "........\n");
    assert_moves(&blocked, "");
    struct result result = result_of(&blocked);
    ck_assert_int_eq(result.phase, PHASE_OVER);
    ck_assert_int_eq(result.winner, BLACK);
    ck_assert(result.margin > 0.99 && result.margin < 1.01);
    blocked.side = BLACK;
    ck_assert_int_eq(result_of(&blocked).phase, PHASE_PLAYING);
    struct draughts none = load(ENGLISH, "B:W18:B");
    ck_assert_int_eq(result_of(&none).winner, WHITE);
    assert_moves(&none, "");
}
END_TEST

START_TEST(eighty_quiet_plies_are_a_draw) {
    struct draughts d = load(WARCABY, "W:WK29,9:BK4,24:H79");
    struct draughts king = d, man = d;
    play(&king, "A1-B2");
    ck_assert_int_eq(king.quiet, 80);
    ck_assert_int_eq(result_of(&king).phase, PHASE_OVER);
    ck_assert_int_eq(result_of(&king).winner, SIDE_NONE);
    assert_moves(&king, "");
    assert_refused(&king, "H8-G7", "draughts.over", "the game is over");
    play(&man, "B6-C7");
    ck_assert_int_eq(man.quiet, 0);
    ck_assert_int_eq(result_of(&man).phase, PHASE_PLAYING);
    struct draughts capture = load(WARCABY, "W:WK22:B18,1:H79");
    play(&capture, "C3xE5");
    ck_assert_int_eq(capture.quiet, 0);
    ck_assert_int_eq(result_of(&capture).phase, PHASE_PLAYING);
}
END_TEST

START_TEST(a_blocked_side_loses_even_after_eighty_plies) {
    struct draughts d = load(WARCABY, "W:WK30,17:B13:H79");
    play(&d, "C1-D2");
    ck_assert_int_eq(d.quiet, 80);
    ck_assert_int_eq(result_of(&d).phase, PHASE_OVER);
    ck_assert_int_eq(result_of(&d).winner, SIDE_NONE);
    d = load(WARCABY, "W:WK26,17,22:B13:H79");
    play(&d, "D2-E3");
    ck_assert_int_eq(result_of(&d).phase, PHASE_OVER);
    ck_assert_int_eq(result_of(&d).winner, WHITE);
}
END_TEST

static struct session *session_at(const char *rules, const char *position) {
    struct session *session = session_new(&draughts_game);
    ck_assert(session_set_rules(session, rules, NULL));
    ck_assert(position == NULL || session_set_position(session, position, NULL));
    return session;
}

/* Plays alternately from the side to play; every move but the last must leave the game going. */
static void play_line(struct session *session, int count, const char *const *moves) {
    for (int i = 0; i < count; i++) {
        struct error error = {0};
        struct text why = {0};
        bool good = session_play(session, session_to_play(session), moves[i], &error);
        error_print(&error, &why);
        ck_assert_msg(good, "%s: %s", moves[i], text_string(&why));
        error_clear(&error);
        text_free(&why);
    }
}

START_TEST(the_third_occurrence_is_a_draw) {
    static const char *const around[] = {"A1-B2", "H8-G7", "B2-A1", "G7-H8",
                                         "A1-B2", "H8-G7", "B2-A1", "G7-H8"};
    struct session *session = session_at(_i == WARCABY ? "warcaby" : "english", "W:WK29:BK4");
    play_line(session, 7, around);
    ck_assert_int_eq(session_result(session, NULL).phase, PHASE_PLAYING);
    play_line(session, 1, around + 7);
    ck_assert_int_eq(session_result(session, NULL).phase, PHASE_OVER);
    ck_assert_int_eq(session_result(session, NULL).winner, SIDE_NONE);
    struct moves list = {0};
    session_moves(session, &list);
    ck_assert_uint_eq(list.count, 0);
    moves_free(&list);
    ck_assert(session_undo(session, 1, NULL));
    ck_assert_int_eq(session_result(session, NULL).phase, PHASE_PLAYING);
    session_free(session);
}
END_TEST

/* However long it was quiet before. */
START_TEST(the_second_occurrence_is_no_draw) {
    static const char *const around[] = {"A1-B2", "H8-G7", "B2-A1", "G7-H8"};
    struct session *session = session_at("warcaby", "W:WK29:BK4:H20");
    play_line(session, 4, around);
    ck_assert_int_eq(session_result(session, NULL).phase, PHASE_PLAYING);
    play_line(session, 4, around);
    ck_assert_int_eq(session_result(session, NULL).phase, PHASE_OVER);
    session_free(session);
}
END_TEST

START_TEST(keys_tell_what_matters_to_repetition) {
    static const char *const positions[] = {"W:W29:B4",  "W:W29:B3",  "W:W30:B4",
                                            "W:WK29:B4", "W:W29:BK4", "W:W29:B4,3"};
    struct draughts white = load(WARCABY, "W:WK29:BK4"), black = load(WARCABY, "B:WK29:BK4");
    ck_assert_uint_ne(draughts_key(&white), draughts_key(&black));
    struct draughts plain = load(WARCABY, "W:W29:B5"), counted = load(ENGLISH, "W:W29:B5:H30");
    ck_assert_uint_eq(draughts_key(&plain), draughts_key(&counted));
    for (size_t i = 0; i < 6; i++) {
        for (size_t k = 0; k < i; k++) {
            struct draughts a = load(WARCABY, positions[i]), b = load(WARCABY, positions[k]);
            ck_assert_uint_ne(draughts_key(&a), draughts_key(&b));
        }
    }
}
END_TEST

START_TEST(the_rule_set_says_who_begins) {
    struct session *session = session_at("warcaby", NULL);
    ck_assert_int_eq(session_to_play(session), WHITE);
    ck_assert(session_set_rules(session, "english", NULL));
    ck_assert_int_eq(session_to_play(session), BLACK);
    struct error error = {0};
    ck_assert(!session_play(session, WHITE, "C3-D4", &error));
    ck_assert_str_eq(error.code, "session.wrong-side");
    error_clear(&error);
    struct draughts d = load(ENGLISH, "default");
    ck_assert(!draughts_turn(&d, WHITE, &error));
    struct text why = {0};
    error_print(&error, &why);
    ck_assert_str_eq(text_string(&why), "it is black's turn, not white's");
    text_free(&why);
    error_clear(&error);
    ck_assert(draughts_turn(&d, BLACK, &error));
    session_free(session);
}
END_TEST

START_TEST(start_positions_are_as_written) {
    struct draughts d = load(WARCABY, "default");
    assert_position(&d, "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    d = load(ENGLISH, " Default ");
    assert_position(&d, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    d = load(ENGLISH, "test");
    assert_position(&d, "W:W25,26,27,28:B5,6,7,8");
}
END_TEST

START_TEST(perft_matches_the_known_counts) {
    static const uint64_t known[2][11] = {
        [WARCABY] = {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963629, 18391602, 85153971},
        [ENGLISH] = {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128}};
    struct draughts_board board;
    draughts_start(&board);
    int side = draughts_first_side((enum draughts_rules)_i);
    for (int depth = 1; depth <= 10; depth++) {
        ck_assert_uint_eq(draughts_perft(&board, side, (enum draughts_rules)_i, depth),
                          known[_i][depth - 1]);
    }
}
END_TEST

/* Move text. */

START_TEST(moves_are_read_in_every_form) {
    static const char *const steps[] = {"C3-D4", "c3-d4",     "C3 D4", "c3d4",  "22-18",
                                        "22 18", " C3 - D4 ", "C3-18", "022-18"};
    struct draughts start = load(WARCABY, "default");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct draughts d = start;
        play(&d, steps[i]);
        assert_position(&d, "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    }
    static const char *const captures[] = {"C3xE5xG7", "c3:e5:g7", "C3xG7",   "C3:G7", "C3 G7",
                                           "22x15x8",  "22:8",     "22 15 8", "22x8",  "C3-E5-G7",
                                           "C3-G7",    "C3XE5xG7", "c3e5g7"};
    for (size_t i = 0; i < sizeof captures / sizeof *captures; i++) {
        struct draughts d = load(WARCABY, "W:W22:B18,11,1");
        play(&d, captures[i]);
        assert_position(&d, "B:W8:B1");
    }
}
END_TEST

START_TEST(moves_print_in_letters_or_numbers) {
    struct draughts d = load(WARCABY, "W:W22:B18,11,1");
    assert_moves(&d, "C3xE5xG7");
    d.notation = DRAUGHTS_NUMERIC;
    assert_moves(&d, "22x15x8");
    d = load(WARCABY, "W:W22:B1");
    d.notation = DRAUGHTS_NUMERIC;
    assert_moves(&d, "22-17 22-18");
}
END_TEST

START_TEST(abbreviations_must_be_unambiguous) {
    struct draughts d = load(WARCABY, "W:W26:B14,15,22,23");
    assert_refused(&d, "D2xD6", "draughts.ambiguous",
                   "there are several ways to D6, write one in full: D2xF4xD6, D2xB4xD6");
    struct draughts full = d;
    play(&full, "D2xB4xD6");
    d = load(ENGLISH, "B:W14,15,22,23:BK10");
    assert_refused(&d, "D6xD6", "draughts.ambiguous",
                   "there are several ways to D6, write one in full: D6xB4xD2xF4xD6, "
                   "D6xF4xD2xB4xD6");
    play(&d, "D6xF4xD2xD6");
    /* Captures that end on F6 are meant, not those that only pass it. */
    d = load(WARCABY, "W:WK20:B6,7,14,15,16,22");
    assert_moves(&d, "H4xF6xD4xB2 H4xF6xD4xB6xD8xF6 H4xF6xD8xB6xD4xB2 H4xF6xD8xB6xD4xF6");
    assert_refused(&d, "H4xF6", "draughts.ambiguous",
                   "there are several ways to F6, write one in full: H4xF6xD8xB6xD4xF6, "
                   "H4xF6xD4xB6xD8xF6");
    play(&d, "H4xD8xD4xF6");
    d = load(ENGLISH, "B:W14,15,22,23:BK10");
    play(&d, "D6xF4xD2xD6");
    assert_position(&d, "W:W:BK10");
}
END_TEST

START_TEST(squares_must_be_playable) {
    struct draughts d = load(WARCABY, "default");
    assert_refused(&d, "C3-C4", "draughts.light-square",
                   "C4 is a light square: the game is played on the dark ones, such as A1");
    assert_refused(&d, "A2-B3", "draughts.light-square",
                   "A2 is a light square: the game is played on the dark ones, such as A1");
    assert_refused(&d, "I9-C3", "draughts.off-board",
                   "I9 is not on the board: columns are A to H, rows 1 to 8");
    assert_refused(&d, "A9-B8", "draughts.off-board",
                   "A9 is not on the board: columns are A to H, rows 1 to 8");
    assert_refused(&d, "22-33", "draughts.off-board",
                   "there is no square 33: squares are numbered 1 to 32");
    assert_refused(&d, "0-4", "draughts.off-board",
                   "there is no square 0: squares are numbered 1 to 32");
    assert_refused(&d, "99999999999999999999-4", "draughts.off-board",
                   "there is no square 99999999999999999999: squares are numbered 1 to 32");
}
END_TEST

START_TEST(unreadable_text_is_a_syntax_error) {
    static const char *const texts[] = {"",     " ",      "C3",       "C3-",   "C3--D4", "-C3-D4",
                                        "pass", "C3-D4x", "C3-D4 ?",  "C-D",   "22",     "22-",
                                        "x",    "C3+D4",  "\xc3\xbc", "C3\tD4"};
    struct draughts d = load(WARCABY, "default");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error error = {0};
        move m;
        ck_assert_msg(!draughts_parse(&d, &no_past, texts[i], &m, &error), "%s", texts[i]);
        ck_assert_msg(error_is_syntax(&error), "%s: %s", texts[i], error.code);
        error_clear(&error);
    }
    assert_refused(&d, "C3?", "syntax.draughts-move",
                   "cannot read \"C3?\" as a move: write C3-D4, C3xE5xG7, or numbers: 22-18");
    assert_refused(&d, "A1xC3xA1xC3xA1xC3xA1xC3xA1xC3xA1", "draughts.too-long",
                   "no capture has more than nine jumps, and every step has two squares");
}
END_TEST

START_TEST(the_piece_must_be_there_and_ones_own) {
    struct draughts d = load(WARCABY, "default");
    assert_refused(&d, "D4-E5", "draughts.empty-square", "there is no piece on D4");
    assert_refused(&d, "B6-A5", "draughts.not-yours",
                   "the piece on B6 is black's, and it is white's turn");
    d = load(ENGLISH, "default");
    assert_refused(&d, "22-18", "draughts.not-yours",
                   "the piece on C3 is white's, and it is black's turn");
}
END_TEST

START_TEST(steps_are_refused_with_the_rule) {
    struct draughts d = draw(WARCABY, WHITE,
                             "........\n"
                             "........\n"
                             "........\n"
                             "....w...\n"
                             "...w....\n"
                             "....W...\n"
                             "........\n"
                             "b.......\n");
    assert_refused(&d, "D4-C3", "draughts.backwards",
                   "a man moves and captures forward only: the one on D4 cannot go back");
    assert_refused(&d, "D4-E5", "draughts.occupied", "E5 is occupied");
    assert_refused(&d, "D4-D6", "draughts.out-of-reach",
                   "the man on D4 cannot reach D6: it steps one square diagonally forward, or "
                   "jumps an enemy piece in front of it");
    assert_refused(&d, "E3-A1", "draughts.out-of-reach",
                   "the king on E3 cannot reach A1: it steps one square diagonally, or jumps an "
                   "enemy piece next to it");
    assert_refused(&d, "D4-D4", "draughts.out-of-reach",
                   "the man on D4 cannot reach D4: it steps one square diagonally forward, or "
                   "jumps an enemy piece in front of it");
    assert_refused(&d, "D4-C5-B6", "draughts.step-ends",
                   "a step ends the move: it cannot go on from C5");
    assert_refused(&d, "D4xC5", "draughts.no-capture",
                   "a step to C5 captures nothing: write it with -");
    assert_refused(&d, "D4xB6", "draughts.nothing-to-capture",
                   "there is no piece to capture on C5");
    assert_refused(&d, "D4xF6", "draughts.nothing-to-capture",
                   "the piece on E5 is one's own: only enemy pieces are jumped");
}
END_TEST

START_TEST(unfinished_captures_say_how_they_go_on) {
    struct draughts d = load(WARCABY, "W:W22,24:B18,11,17");
    assert_refused(&d, "G3-F4", "draughts.must-capture",
                   "capturing is compulsory: C3xA5, C3xE5xG7");
    assert_refused(&d, "G3-B8", "draughts.must-capture",
                   "capturing is compulsory: C3xA5, C3xE5xG7");
    assert_refused(&d, "C3xE5", "draughts.unfinished", "the capture goes on from E5: C3xE5xG7");
    assert_refused(&d, "C3-B2", "draughts.backwards",
                   "a man moves and captures forward only: the one on C3 cannot go back");
    assert_refused(&d, "C3xE5xC7", "draughts.nothing-to-capture",
                   "there is no piece to capture on D6");
    assert_refused(&d, "C3xE5xG7xE5", "draughts.backwards",
                   "a man moves and captures forward only: the one on G7 cannot go back");
    d = load(WARCABY, "W:WK22:B18,11,4");
    assert_refused(&d, "C3xE5xG7xE5", "draughts.nothing-to-capture",
                   "the piece on F6 was already jumped");
    d = load(WARCABY, "W:W22:B18,15");
    assert_refused(&d, "C3xE5", "draughts.occupied", "E5 is occupied");
    d = draw(ENGLISH, WHITE, crowning);
    assert_refused(&d, "B6xD8xF6", "draughts.crowned",
                   "the man is crowned on D8, and that ends the move");
    d = draw(WARCABY, WHITE, crowning);
    assert_refused(&d, "B6xD8", "draughts.unfinished", "the capture goes on from D8: B6xD8xF6");
    d = load(ENGLISH, "W:WK26:B7,14,15,22,23");
    assert_refused(&d, "D2xD6", "draughts.unfinished",
                   "the capture goes on from D6: D2xB4xD6xF4xD2, D2xF4xD6xB4xD2, D2xF4xD6xF8, "
                   "D2xB4xD6xF8");
}
END_TEST

/* Positions. */

START_TEST(positions_are_read_in_every_form) {
    static const char *const same[] = {"W:WK3,21,22:B1,2",      "W:B1,2:W22,21,K3",
                                       "w:wk3,21,22:b1,2.",     " W : W K3 , 21,22 : B 1,2 ",
                                       "W:WK3,21-22:B1-2",      "W:WKF8,A3,C3:BB8,D8",
                                       "W:WK3,21,22:B1,2:H0:F1"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct draughts d = load(WARCABY, same[i]);
        assert_position(&d, "W:WK3,21,22:B1,2");
    }
    struct draughts d = load(WARCABY, "B:W:BK29-32:H12");
    assert_position(&d, "B:W:BK29,K30,K31,K32:H12");
}
END_TEST

static const struct {
    const char *text, *code, *words;
} bad_positions[] = {
    {"", "syntax.draughts-position",
     "at character 1: expected W or B for the side to play, as in W:WK3,21,22:B1,2; or the word "
     "default or test"},
    {"X:W1:B2", "syntax.draughts-position",
     "at character 1: expected W or B for the side to play, as in W:WK3,21,22:B1,2; or the word "
     "default or test"},
    {"W", "draughts.fen-empty", "there are no pieces on the board"},
    {"W:W:B", "draughts.fen-empty", "there are no pieces on the board"},
    {"W:21:B1", "syntax.draughts-position",
     "at character 3: expected W or B and the squares of that side, or H and a number"},
    {"W:W21:B1:", "syntax.draughts-position",
     "at character 10: expected W or B and the squares of that side, or H and a number"},
    {"W:W33:B1", "draughts.fen-square",
     "at character 4: expected a playable square, 1 to 32 or such as A1"},
    {"W:W0:B1", "draughts.fen-square",
     "at character 4: expected a playable square, 1 to 32 or such as A1"},
    {"W:W21,:B1", "draughts.fen-square",
     "at character 7: expected a playable square, 1 to 32 or such as A1"},
    {"W:WA2:B1", "draughts.fen-square",
     "at character 4: expected a playable square, 1 to 32 or such as A1"},
    {"W:WK:B1", "draughts.fen-square",
     "at character 5: expected a playable square, 1 to 32 or such as A1"},
    {"W:W21,21:B1", "draughts.fen-twice", "at character 7: A3 is occupied twice"},
    {"W:W21:B1,21", "draughts.fen-twice", "at character 10: A3 is occupied twice"},
    {"W:W21:W22", "draughts.fen-listed", "at character 8: white is listed twice"},
    {"W:W4:B5", "draughts.fen-crowned",
     "at character 4: a white man on H8 would be a king: write K"},
    {"W:W5:B1,30", "draughts.fen-crowned",
     "at character 9: a black man on C1 would be a king: write K"},
    {"W:W20-32:B1", "draughts.fen-too-many", "at character 4: white has more than 12 pieces"},
    {"W:W31:B1-5,6-13", "draughts.fen-too-many", "at character 12: black has more than 12 pieces"},
    {"W:W22-21:B1", "draughts.fen-range",
     "at character 4: a range goes up by square numbers, such as 1-12"},
    {"W:W21:B1:H81", "draughts.fen-quiet",
     "at character 13: expected the number of plies without a capture or a man's move once, 0 to "
     "80"},
    {"W:W21:B1:H", "draughts.fen-quiet",
     "at character 11: expected the number of plies without a capture or a man's move once, 0 to "
     "80"},
    {"W:W21:B1:H3:H4", "draughts.fen-quiet",
     "at character 14: expected the number of plies without a capture or a man's move once, 0 to "
     "80"},
    {"W:W21:B1:Fx", "draughts.fen-number", "at character 11: expected a move number"},
    {"W:W21;B1", "syntax.draughts-position",
     "at character 6: expected a colon, a comma, or the end of the position"},
    {"defaults", "syntax.draughts-position",
     "at character 1: expected W or B for the side to play, as in W:WK3,21,22:B1,2; or the word "
     "default or test"},
};

START_TEST(bad_positions_are_refused_with_their_place) {
    struct draughts d = {.quiet = 7}, before = d;
    struct setup setup = {.size = 8};
    struct error error = {0};
    struct text why = {0};
    ck_assert_msg(!draughts_load(&d, &setup, bad_positions[_i].text, &error), "%s",
                  bad_positions[_i].text);
    error_print(&error, &why);
    ck_assert_str_eq(text_string(&why), bad_positions[_i].words);
    ck_assert_str_eq(error.code, bad_positions[_i].code);
    ck_assert_mem_eq(&d, &before, sizeof d);
    error_clear(&error);
    text_free(&why);
}
END_TEST

/* Boards. */

static char *show_text(const struct draughts *d, const struct look *look) {
    struct text text = {0};
    draughts_show(d, look, &text);
    return text_take(&text);
}

static void assert_shown(const struct draughts *d, const struct look *look, const char *expected) {
    char *got = show_text(d, look);
    ck_assert_str_eq(got, expected);
    free(got);
}

START_TEST(boards_show_pieces_turn_and_last_move) {
    struct draughts d = load(WARCABY, "W:W22,K1:B18,K32,5:H20");
    struct look look = {0};
    assert_shown(&d, &look,
                 "   A   B   C   D   E   F   G   H\n"
                 "8      Bd      .       .       .   8\n"
                 "7  C       .       .       .       7\n"
                 "6      .       .       .       .   6\n"
                 "5  .       .       .       .       5\n"
                 "4      .       C       .       .   4\n"
                 "3  .       B       .       .       3\n"
                 "2      .       .       .       .   2\n"
                 "1  .       .       .       Cd      1\n"
                 "   A   B   C   D   E   F   G   H\n"
                 "white to play and must capture; 20 of 80 plies without a capture or a man's "
                 "move\n");
    move m;
    ck_assert(draughts_parse(&d, &no_past, "C3xE5", &m, NULL));
    draughts_play(&d, m);
    d.notation = DRAUGHTS_NUMERIC;
    look.last = m;
    assert_shown(&d, &look,
                 "   A   B   C   D   E   F   G   H\n"
                 "8      Bd      2       3       4   8\n"
                 "7  C       6       7       8       7\n"
                 "6      9       10      11      12  6\n"
                 "5  13      14     [B ]     16      5\n"
                 "4      17      18      19      20  4\n"
                 "3  21     (22)     23      24      3\n"
                 "2      25      26      27      28  2\n"
                 "1  29      30      31      Cd      1\n"
                 "   A   B   C   D   E   F   G   H\n"
                 "black to play; last move 22x15\n");
}
END_TEST

START_TEST(colour_and_unicode_change_no_width) {
    struct draughts d = load(ENGLISH, "default");
    for (int kind = 0; kind < 4; kind++) {
        struct look look = {.colour = kind & 1, .unicode = kind & 2};
        struct look none = {0};
        char *plain = show_text(&d, &none), *rich = show_text(&d, &look);
        ck_assert_int_eq(strstr(rich, "\033[") != NULL, look.colour);
        char *p = plain, *r = rich;
        for (int line = 0; line < 11; line++) {
            char *p_end = strchr(p, '\n'), *r_end = strchr(r, '\n');
            ck_assert(p_end != NULL && r_end != NULL);
            *p_end = *r_end = '\0';
            ck_assert_uint_eq(text_columns(p), text_columns(r));
            p = p_end + 1;
            r = r_end + 1;
        }
        free(plain);
        free(rich);
    }
}
END_TEST

START_TEST(boards_say_who_has_lost_or_that_it_is_drawn) {
    struct draughts lost = load(WARCABY, "B:WK3:B"), drawn = load(WARCABY, "B:WK3:BK32:H80");
    struct look look = {0};
    char *text = show_text(&lost, &look);
    ck_assert_ptr_nonnull(strstr(text, "\nblack cannot move: white wins\n"));
    free(text);
    text = show_text(&drawn, &look);
    ck_assert_ptr_nonnull(strstr(text, "\ndraw: 80 plies without a capture or a man's move\n"));
    free(text);
}
END_TEST

START_TEST(what_is_due_names_the_captures) {
    struct text text = {0};
    struct draughts d = load(WARCABY, "default");
    draughts_due(&d, &text);
    ck_assert_str_eq(text_string(&text), "move a piece");
    text_clear(&text);
    d = load(WARCABY, "W:W22:B18,11,17");
    draughts_due(&d, &text);
    ck_assert_str_eq(text_string(&text), "capture: C3xA5 or C3xE5xG7");
    text_free(&text);
}
END_TEST

START_TEST(notation_is_a_setting_that_keeps_the_board) {
    struct session *session = session_at("warcaby", NULL);
    struct error error = {0};
    ck_assert(session_play(session, WHITE, "C3-D4", NULL));
    ck_assert(session_set(session, "notation", "NUMERIC", NULL));
    ck_assert_uint_eq(session_plies(session), 1);
    struct text text = {0};
    session_game(session)->print(
        session_state(session),
        draughts_move(draughts_square_at(1, 5), draughts_square_at(0, 4), 0, DRAUGHTS_DOWN_LEFT),
        &text);
    ck_assert_str_eq(text_string(&text), "9-13");
    ck_assert(!session_set(session, "notation", "roman", &error));
    ck_assert_str_eq(error.code, "draughts.notation");
    error_clear(&error);
    text_free(&text);
    session_free(session);
}
END_TEST

/* Ballots. */

static void expect_ballot(const struct draughts_ballot *ballot, uint64_t *key) {
    struct draughts d = {.rules = (uint8_t)ballot->rules,
                         .side = (uint8_t)draughts_first_side(ballot->rules)};
    struct words words;
    draughts_start(&d.board);
    words_split(&words, ballot->moves);
    ck_assert_int_eq(words.count, 3);
    for (int i = 0; i < words.count; i++) {
        move m;
        ck_assert(draughts_parse(&d, NULL, words.at[i], &m, NULL));
        draughts_play(&d, m);
    }
    words_free(&words);
    ck_assert_int_le(abs(ballot->value), 40);
    *key = draughts_key(&d);
}

START_TEST(ballots_are_legal_and_lead_to_different_positions) {
    uint64_t keys[500];
    size_t count = 0, listed[2] = {0};
    for (const struct draughts_ballot *ballot = draughts_ballots; ballot->moves != NULL; ballot++) {
        ck_assert_uint_lt(count, sizeof keys / sizeof *keys);
        expect_ballot(ballot, &keys[count]);
        for (size_t i = 0; i < count; i++) {
            ck_assert_uint_ne(keys[i], keys[count]);
        }
        ck_assert_str_eq(draughts_game.ballot((int)ballot->rules, listed[ballot->rules]++),
                         ballot->moves);
        count++;
    }
    for (int rules = WARCABY; rules <= ENGLISH; rules++) {
        ck_assert_uint_gt(listed[rules], 80);
        ck_assert_ptr_null(draughts_game.ballot(rules, listed[rules]));
    }
}
END_TEST

static Suite *draughts_suite(void) {
    Suite *suite = suite_create("draughts");
    suite_add(suite, squares_have_names_and_numbers);
    suite_add(suite, light_and_distant_places_are_no_squares);
    suite_add(suite, men_step_forward);
    suite_add(suite, kings_step_everywhere);
    suite_add(suite, men_capture_forward_only);
    suite_add(suite, capturing_is_compulsory_for_the_whole_side);
    suite_add(suite, the_longest_capture_is_not_required);
    suite_add(suite, a_capture_goes_on_as_far_as_it_can);
    suite_add(suite, crowning_ends_the_capture_in_english);
    suite_add(suite, a_crowned_man_captures_on_in_warcaby);
    suite_add(suite, a_crowned_man_may_end_on_its_start_square);
    suite_add(suite, kings_run_loops_in_both_directions);
    suite_add(suite, paths_to_one_end_are_told_apart);
    suite_add(suite, nine_jumps_fit_into_a_move);
    suite_add(suite, reaching_the_far_row_crowns);
    suite_add(suite, who_cannot_move_has_lost);
    suite_add(suite, eighty_quiet_plies_are_a_draw);
    suite_add(suite, a_blocked_side_loses_even_after_eighty_plies);
    suite_add_loop(suite, the_third_occurrence_is_a_draw, WARCABY, ENGLISH + 1);
    suite_add(suite, the_second_occurrence_is_no_draw);
    suite_add(suite, keys_tell_what_matters_to_repetition);
    suite_add(suite, the_rule_set_says_who_begins);
    suite_add(suite, start_positions_are_as_written);
    suite_add_loop(suite, perft_matches_the_known_counts, WARCABY, ENGLISH + 1);
    suite_add(suite, moves_are_read_in_every_form);
    suite_add(suite, moves_print_in_letters_or_numbers);
    suite_add(suite, abbreviations_must_be_unambiguous);
    suite_add(suite, squares_must_be_playable);
    suite_add(suite, unreadable_text_is_a_syntax_error);
    suite_add(suite, the_piece_must_be_there_and_ones_own);
    suite_add(suite, steps_are_refused_with_the_rule);
    suite_add(suite, unfinished_captures_say_how_they_go_on);
    suite_add(suite, notation_is_a_setting_that_keeps_the_board);
    suite_add(suite, positions_are_read_in_every_form);
    suite_add_loop(suite, bad_positions_are_refused_with_their_place, 0,
                   sizeof bad_positions / sizeof *bad_positions);
    suite_add(suite, boards_show_pieces_turn_and_last_move);
    suite_add(suite, colour_and_unicode_change_no_width);
    suite_add(suite, boards_say_who_has_lost_or_that_it_is_drawn);
    suite_add(suite, what_is_due_names_the_captures);
    suite_add(suite, ballots_are_legal_and_lead_to_different_positions);
    return suite;
}

int main(void) {
    return suite_run(draughts_suite());
}
