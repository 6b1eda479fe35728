/* The rules of Go on drawn boards. */
#include "go_draw.h"

#include "../../src/core/rng.h"
#include "../../src/go/playout.h"
#include "../../src/go/tactics.h"
#include "../support/suite.h"

static void refused(struct session *session, const char *line, const char *code) {
    const char *found = line_play(session, line);
    ck_assert_msg(found != NULL, "%s was not refused", line);
    ck_assert_str_eq(found, code);
}

static void played(struct session *session, const char *line) {
    const char *found = line_play(session, line);
    ck_assert_msg(found == NULL, "%s was refused: %s", line, found);
}

/* Every figure that the board keeps, counted afresh from the colours alone. */
static void board_verify(const struct go_board *board) {
    struct go_board fresh;
    go_board_init(&fresh, board->size);
    int empty = 0;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        empty += go_board_colour(board, p) == GO_EMPTY;
        if (go_board_colour(board, p) != GO_EMPTY)
            go_board_put(&fresh, p, go_board_colour(board, p));
        else
            ck_assert_int_eq(board->empty[board->point[p].slot], p);
    }
    ck_assert_int_eq(board->empty_count, empty);
    ck_assert(board->key == fresh.key);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        ck_assert_uint_eq(board->point[p].around, fresh.point[p].around);
        unsigned shape = 0;
        for (int i = 0; i < 8; i++) {
            int step = i < 4 ? go_board_step(board, i) : go_board_corner(board, i - 4);
            shape |= (unsigned)go_board_colour(board, p + step) << 2 * i;
        }
        ck_assert_uint_eq(board->point[p].around >> 16, shape);
        if (go_board_colour(board, p) == GO_EMPTY)
            continue;
        const struct go_point *a = &board->point[go_board_head(board, p)];
        const struct go_point *b = &fresh.point[go_board_head(&fresh, p)];
        ck_assert_int_eq(a->stones, b->stones);
        ck_assert_int_eq(a->liberties, b->liberties);
        ck_assert_uint_eq(a->sum, b->sum);
        ck_assert_uint_eq(a->squares, b->squares);
        int one[GO_POINTS];
        int liberties = go_board_liberties(board, p, GO_POINTS, one);
        ck_assert_int_gt(liberties, 0);
        ck_assert_int_eq(go_board_in_atari(board, p), liberties == 1);
        if (liberties == 1)
            ck_assert_int_eq(go_board_last_liberty(board, p), one[0]);
    }
}

START_TEST(captures_take_whole_chains) {
    struct session *s = drawing_session("japanese",
                                        ". X X . ."
                                        "X O O X ."
                                        ". X O X ."
                                        ". . . . ."
                                        ". . . . .",
                                        "b");
    played(s, "b C2");
    board_assert(s, ". X X . ."
                    "X . . X ."
                    ". X . X ."
                    ". . X . ."
                    ". . . . .");
    ck_assert_int_eq(state_of(s)->board.captured[GO_BLACK], 3);
    board_verify(&state_of(s)->board);
    session_free(s);
}
END_TEST

START_TEST(one_stone_may_take_four_chains) {
    struct session *s = drawing_session("japanese",
                                        ". . X . ."
                                        ". X O X ."
                                        "X O . O X"
                                        ". X O X ."
                                        ". . X . .",
                                        "b");
    refused(s, "w C3", "go.suicide");
    played(s, "b C3");
    ck_assert_int_eq(state_of(s)->board.captured[GO_BLACK], 4);
    ck_assert_int_eq(state_of(s)->board.ko, GO_NO_POINT);
    board_verify(&state_of(s)->board);
    session_free(s);
}
END_TEST

START_TEST(corner_and_edge_captures) {
    struct session *s = drawing_session("japanese",
                                        "O X ."
                                        ". . O"
                                        ". X .",
                                        "b");
    played(s, "b A2 w C1 b C3 b B2");
    board_assert(s, ". X X"
                    "X X ."
                    ". X .");
    ck_assert_int_eq(state_of(s)->board.captured[GO_BLACK], 3);
    session_free(s);
}
END_TEST

static const char *const all_rules[] = {"japanese", "chinese", "tromp-taylor"};

START_TEST(suicide_is_refused) {
    struct session *s = drawing_session(all_rules[_i],
                                        ". X . ."
                                        "X . . ."
                                        ". . . ."
                                        ". . . .",
                                        "w");
    refused(s, "w A4", "go.suicide");
    played(s, "b A4");
    session_free(s);
    s = drawing_session(all_rules[_i],
                        "O X . ."
                        ". X . ."
                        "X X . ."
                        ". . . .",
                        "w");
    refused(s, "w A3", "go.suicide"); /* of two stones */
    session_free(s);
}
END_TEST

START_TEST(suicide_that_takes_is_a_capture) {
    struct session *s = drawing_session(all_rules[_i],
                                        ". X O . ."
                                        "X O O . ."
                                        "O O . . ."
                                        ". . . . ."
                                        ". . . . .",
                                        "w");
    played(s, "w A5");
    board_assert(s, "O . O . ."
                    ". O O . ."
                    "O O . . ."
                    ". . . . ."
                    ". . . . .");
    ck_assert_int_eq(state_of(s)->board.captured[GO_WHITE], 2);
    session_free(s);
}
END_TEST

#define KO_BOARD                                                                                   \
    ". X O . ."                                                                                    \
    "X . X O ."                                                                                    \
    ". X O . ."                                                                                    \
    ". . . . ."                                                                                    \
    ". . . . ."

START_TEST(simple_ko) {
    struct session *s = drawing_session(all_rules[_i], KO_BOARD, "w");
    played(s, "w B4");
    ck_assert_int_eq(state_of(s)->board.captured[GO_WHITE], 1);
    refused(s, "b C4", "go.ko");
    played(s, "b A1 w B1 b C4");
    refused(s, "w B4", "go.ko");
    session_free(s);
}
END_TEST

START_TEST(ko_binds_one_side_only) {
    struct session *s = drawing_session("japanese", KO_BOARD, "w");
    played(s, "w B4 w C4"); /* two plays of one side: white fills its own ko */
    ck_assert(session_undo(s, 1, NULL));
    refused(s, "b C4", "go.ko");
    played(s, "w pass b C4"); /* a pass opens it */
    session_free(s);
}
END_TEST

START_TEST(ko_survives_save_and_turn) {
    struct session *s = drawing_session("japanese", KO_BOARD, "w");
    played(s, "w B4");
    struct text line = {0};
    go_save(session_state(s), &line);
    ck_assert_msg(strstr(text_string(&line), " b b:C4 0 1 0 ") != NULL, "%s", text_string(&line));
    struct session *t = session_new(&go_game);
    ck_assert(session_set_position(t, text_string(&line), NULL));
    refused(t, "b C4", "go.ko");
    ck_assert(session_turn(t, GO_WHITE, NULL));
    ck_assert(session_turn(t, GO_BLACK, NULL));
    refused(t, "b C4", "go.ko");
    text_free(&line);
    session_free(s);
    session_free(t);
}
END_TEST

START_TEST(snapback) {
    struct session *s = drawing_session(all_rules[_i],
                                        ". . . . ."
                                        ". . . . ."
                                        "X X X X ."
                                        "O O O X ."
                                        ". . X . .",
                                        "b");
    played(s, "b A1 w B1");
    ck_assert_int_eq(state_of(s)->board.captured[GO_WHITE], 1);
    ck_assert_int_eq(state_of(s)->board.ko, GO_NO_POINT);
    played(s, "b A1");
    board_assert(s, ". . . . ."
                    ". . . . ."
                    "X X X X ."
                    ". . . X ."
                    "X . X . .");
    ck_assert_int_eq(state_of(s)->board.captured[GO_BLACK], 4);
    session_free(s);
}
END_TEST

#define TWO_FOR_ONE                                                                                \
    ". O . O ."                                                                                    \
    "X X O O ."                                                                                    \
    ". X X O ."                                                                                    \
    ". . . . ."                                                                                    \
    ". . . . ."

START_TEST(sending_two_returning_one_is_superko) {
    struct session *s = drawing_session(all_rules[_i], TWO_FOR_ONE, "w");
    played(s, "w A5 b C5");
    ck_assert_int_eq(state_of(s)->board.captured[GO_BLACK], 2);
    if (_i == GO_JAPANESE) {
        played(s, "w B5");
        board_assert(s, TWO_FOR_ONE);
    } else {
        refused(s, "w B5", "go.superko");
        played(s, "w E1 b D1 w B5"); /* another position by now */
    }
    session_free(s);
}
END_TEST

START_TEST(third_occurrence_is_no_result) {
    struct session *s = drawing_session("japanese", TWO_FOR_ONE, "w");
    enum ending ending;
    played(s, "w A5 b C5 w B5 b pass w A5 b C5 w B5 b pass");
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
    played(s, "w A5");
    struct result result = session_result(s, &ending);
    ck_assert_int_eq(result.phase, PHASE_OVER);
    ck_assert_int_eq(result.winner, SIDE_NONE);
    ck_assert_int_eq(ending, ENDING_RULES);
    refused(s, "b E1", "session.over");
    struct moves list = {0};
    session_moves(s, &list);
    ck_assert_uint_eq(list.count, 0);
    moves_free(&list);
    ck_assert(session_undo(s, 1, NULL));
    played(s, "w E1");
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
    session_free(s);
}
END_TEST

START_TEST(passes_alone_repeat_nothing) {
    struct session *s = drawing_session("japanese", KO_BOARD, "b");
    for (int i = 0; i < 5; i++) {
        played(s, "b pass w pass");
        ck_assert_int_eq(session_result(s, NULL).phase, PHASE_STOPPED);
    }
    played(s, "b A1"); /* playing resumes */
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
    session_free(s);
}
END_TEST

#define TRIPLE_KO                                                                                  \
    ". X O . . . . . ."                                                                            \
    "X . X O . . . . ."                                                                            \
    ". X O . . . . . ."                                                                            \
    ". X O . . . . . ."                                                                            \
    "X O . O . . . . ."                                                                            \
    ". X O . . . . . ."                                                                            \
    ". X O . . . . . ."                                                                            \
    "X . X O . . . . ."                                                                            \
    ". X O . . . . . ."

START_TEST(triple_ko) {
    struct session *s = drawing_session(all_rules[_i], TRIPLE_KO, "w");
    played(s, "w B8 b C5 w B2 b C8 w B5");
    if (_i != GO_JAPANESE) {
        refused(s, "b C2", "go.superko");
        session_free(s);
        return;
    }
    played(s, "b C2");
    board_assert(s, TRIPLE_KO);
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
    played(s, "w B8 b C5 w B2 b C8 w B5 b C2");
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_OVER);
    session_free(s);
}
END_TEST

START_TEST(superko_looks_back_to_the_beginning) {
    struct session *s = drawing_session("chinese", KO_BOARD, "w");
    played(s, "w B4");
    for (int i = 0; i < 200; i++)
        played(s, "b pass w pass");
    refused(s, "b C4", "go.superko");
    session_free(s);
}
END_TEST

/* A stopped game that is taken up again needs two passes to stop once more, and is no repetition.
 */
START_TEST(resumed_games_go_on) {
    struct session *s = drawing_session(all_rules[_i], KO_BOARD, "b");
    for (int round = 0; round < 4; round++) {
        played(s, session_to_play(s) == GO_BLACK ? "b pass w pass" : "w pass b pass");
        ck_assert_int_eq(session_result(s, NULL).phase, PHASE_STOPPED);
        ck_assert(session_turn(s, GO_WHITE, NULL));
        ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
        played(s, "w pass");
        ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
    }
    played(s, "b A1");
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_PLAYING);
    session_free(s);
}
END_TEST

START_TEST(eyes) {
    struct session *s = drawing_session("japanese",
                                        ". X . X . . ."
                                        "X X X X X O X"
                                        "X . X . X X X"
                                        "X X O X O . O"
                                        ". X . X O O O"
                                        "O X . X X O ."
                                        ". O X X . X .",
                                        "b");
    static const struct {
        const char *vertex;
        bool black;
    } points[] = {{"A7", true},  {"C7", true},  {"E7", false}, {"G7", false}, {"B5", true},
                  {"D5", false}, {"A3", false}, {"C2", false}, {"F4", false}, {"E1", false}};
    const struct go_board *board = &state_of(s)->board;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        int p;
        ck_assert(go_vertex_parse(board, points[i].vertex, &p, NULL));
        ck_assert_msg(go_board_is_eye(board, GO_BLACK, p) == points[i].black, "%s",
                      points[i].vertex);
        ck_assert(!go_board_is_eye(board, GO_WHITE, p));
    }
    session_free(s);
}
END_TEST

START_TEST(undo_goes_past_passes) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL));
    played(s, "b E5 w pass b pass");
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_STOPPED);
    ck_assert(session_undo(s, 2, NULL));
    ck_assert_int_eq(session_to_play(s), GO_WHITE);
    ck_assert_int_eq(state_of(s)->passes, 0);
    ck_assert(session_undo(s, 1, NULL));
    ck_assert_int_eq(session_to_play(s), GO_BLACK);
    ck_assert(!session_undo(s, 1, NULL));
    session_free(s);
}
END_TEST

START_TEST(either_side_may_play_twice) {
    struct session *s = session_new(&go_game);
    played(s, "w D4 w Q16 b D16 b Q4");
    ck_assert_int_eq(session_to_play(s), GO_WHITE);
    ck_assert(session_undo(s, 3, NULL));
    ck_assert_int_eq(session_to_play(s), GO_BLACK);
    ck_assert(session_set_size(s, 9, NULL)); /* in the middle of a game */
    ck_assert_int_eq(state_of(s)->board.empty_count, 81);
    refused(s, "b Q16", "go.off-board");
    session_free(s);
}
END_TEST

START_TEST(bad_moves_are_refused_by_name) {
    struct session *s = session_new(&go_game);
    played(s, "b D4");
    refused(s, "w D4", "go.occupied");
    refused(s, "w I4", "syntax.vertex");
    refused(s, "w D0", "syntax.vertex");
    refused(s, "w D20", "go.off-board");
    refused(s, "w U1", "go.off-board");
    refused(s, "w D4x", "syntax.vertex");
    refused(s, "w 44", "syntax.vertex");
    played(s, "w PASS b q4");
    session_free(s);
}
END_TEST

/* Random play on every size, all figures recounted after every stone. */
START_TEST(figures_stay_true) {
    struct go_board board;
    struct rng rng;
    go_board_init(&board, _i);
    rng_seed(&rng, (uint64_t)_i);
    int side = GO_BLACK, stones = 0;
    for (int n = 0; n < (_i <= 7 ? 200 : 400); n++, side = side_other(side)) {
        int p = board.empty_count == 0 ? GO_PASS
                                       : board.empty[rng_below(&rng, (uint64_t)board.empty_count)];
        if (p == GO_PASS || !go_board_is_legal(&board, side, p)) {
            go_board_pass(&board);
            continue;
        }
        uint64_t key = go_board_key_after(&board, side, p);
        int size, room = go_tactics_chain_after(&board, side, p, &size);
        ck_assert_int_eq(go_board_liberties_after(&board, side, p), room < 2 ? room : 2);
        stones += 1 - go_board_play(&board, side, p);
        ck_assert(board.key == key);
        ck_assert_int_eq(stones, _i * _i - board.empty_count);
        if (_i > 7 && n % _i != 0)
            continue; /* recounting large boards is slow */
        board_verify(&board);
        ck_assert(go_board_is_ok(&board));
        if (n % 4 == 0 && board.empty_count < _i * _i) { /* lifting stones keeps them true, too */
            struct go_board edited;
            go_board_copy(&edited, &board);
            for (int q = 0; q < _i * _i; q += 3)
                go_board_put(&edited, go_board_point(&edited, q), GO_EMPTY);
            board_verify(&edited);
        }
    }
}
END_TEST

/* The predicate of assertions sees every kind of damage. */
START_TEST(damage_is_seen) {
    struct go_board good, bad;
    go_board_init(&good, 9);
    int p = go_board_at(&good, 4, 4);
    go_board_play(&good, GO_BLACK, p);
    go_board_play(&good, GO_WHITE, p + 1);
    ck_assert(go_board_is_ok(&good));
    for (int kind = 0; kind < 7; kind++) {
        bad = good;
        bad.size += kind == 0;
        bad.key ^= kind == 1;
        bad.point[p].liberties = (uint16_t)(bad.point[p].liberties + (kind == 2));
        bad.point[p + 2].around += kind == 3;
        bad.empty_count -= kind == 4;
        bad.point[p].head = (uint16_t)(kind == 5 ? p + 1 : p);
        bad.ko = kind == 6 ? p : bad.ko;
        ck_assert_msg(!go_board_is_ok(&bad), "damage %d", kind);
    }
}
END_TEST

START_TEST(playouts_end_with_eyes_only) {
    struct go_board board;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 50; i++) {
        go_board_init(&board, _i);
        go_playout_uniform(&board, GO_BLACK, &rng);
        int points = 0;
        for (int n = 0; n < _i * _i; n++)
            points += go_playout_owner(&board, go_board_point(&board, n)) != GO_EMPTY;
        ck_assert_int_eq((go_playout_area(&board) + points) % 2, 0);
        ck_assert_int_ge(points, _i * _i - 4);
        board_verify(&board);
    }
}
END_TEST

static void position_refused(const char *text, const char *code) {
    struct session *s = session_new(&go_game);
    struct error error = {0};
    ck_assert(session_set_size(s, 9, NULL));
    ck_assert_msg(!session_set_position(s, text, &error), "%s was taken", text);
    ck_assert_str_eq(error.code, code);
    ck_assert_int_eq(session_setup(s)->size, 9);
    error_clear(&error);
    session_free(s);
}

START_TEST(bad_positions_are_refused) {
    position_refused("", "syntax.position");
    position_refused("3", "syntax.position");
    position_refused("1 .", "syntax.position");
    position_refused("26 .", "syntax.position");
    position_refused("2 ../.", "go.row-length");
    position_refused("2 .../..", "go.row-length");
    position_refused("2 ..", "go.row-count");
    position_refused("2 ../../..", "go.row-count");
    position_refused("2 .a/..", "syntax.position");
    position_refused("2 XO/OX", "go.no-liberty");
    position_refused("2 ../.. z", "syntax.side");
    position_refused("2 ../.. b A3", "go.off-board");
    position_refused("2 ../.. b A1", "go.no-ko");
    position_refused("2 ../.. b - 1", "syntax.position");
    position_refused("2 ../.. b - 1 x", "syntax.position");
    position_refused("2 ../.. b - 0 0 -2", "syntax.position");
    position_refused("2 ../.. b - 0 0 0 nan", "syntax.position");
    position_refused("2 ../.. b - 0 0 0 6.5 700", "syntax.position");
    position_refused("2 ../.. b - 0 0 0 6.5 0 more", "syntax.position");
}
END_TEST

START_TEST(positions_round_trip) {
    static const char *const lines[] = {
        "2 ../.. b - 0 0 0 6.5 0",
        "3 X.O/.X./O.X w - 3 4 1 -0.5 0",
        "9 "
        "........./........./........./..X......./........./......O../........./........./"
        "......... "
        "b - 1 0 2 1000000 2",
    };
    struct session *s = session_new(&go_game);
    for (int i = 0; i < 2; i++) {
        struct text again = {0};
        ck_assert(session_set_position(s, lines[i], NULL));
        go_save(session_state(s), &again);
        ck_assert_str_eq(text_string(&again), lines[i]);
        text_free(&again);
    }
    ck_assert(!session_set_position(s, lines[2], NULL)); /* one row is too long */
    ck_assert_double_eq(session_setup(s)->value[GO_KOMI], -0.5);
    session_free(s);
}
END_TEST

static void shown(const struct session *s, bool unicode, const char *want) {
    struct text text = {0};
    session_show(s, &(struct look){.unicode = unicode}, &text);
    ck_assert_str_eq(text_string(&text), want);
    text_free(&text);
}

START_TEST(boards_for_people) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL));
    shown(s, false,
          "   A B C D E F G H J\n"
          " 9 . . . . . . . . . 9   Black (X) has taken 0; to play\n"
          " 8 . . . . . . . . . 8   White (O) has taken 0\n"
          " 7 . . + . . . + . . 7\n"
          " 6 . . . . . . . . . 6\n"
          " 5 . . . . + . . . . 5\n"
          " 4 . . . . . . . . . 4\n"
          " 3 . . + . . . + . . 3\n"
          " 2 . . . . . . . . . 2\n"
          " 1 . . . . . . . . . 1\n"
          "   A B C D E F G H J\n");
    played(s, "b J9 w A9 w E5");
    shown(s, true,
          "   A B C D E F G H J\n"
          " 9 ○ · · · · · · · ● 9   Black (●) has taken 0; to play\n"
          " 8 · · · · · · · · · 8   White (○) has taken 0\n"
          " 7 · · + · · · + · · 7   last move: E5\n"
          " 6 · · · · · · · · · 6\n"
          " 5 · · · ·(○)· · · · 5\n"
          " 4 · · · · · · · · · 4\n"
          " 3 · · + · · · + · · 3\n"
          " 2 · · · · · · · · · 2\n"
          " 1 · · · · · · · · · 1\n"
          "   A B C D E F G H J\n");
    struct text text = {0};
    session_show(s, &(struct look){.columns = 57}, &text);
    ck_assert(strstr(text_string(&text), "   A B C D E F G H J\n"
                                         "Black (X) has taken 0; to play\n"
                                         "White (O) has taken 0\n"
                                         "last move: E5\n") != NULL);
    text_clear(&text);
    session_show(s, &(struct look){.columns = 58}, &text);
    ck_assert(strstr(text_string(&text), " 7 . . + . . . + . . 7   last move: E5\n") != NULL);
    text_clear(&text);
    played(s, "b pass w pass");
    session_show(s, &(struct look){0}, &text);
    ck_assert(strstr(text_string(&text), "; stopped") != NULL);
    ck_assert(strstr(text_string(&text), "last move: pass") != NULL);
    text_free(&text);
    session_free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go");
    suite_add(suite, captures_take_whole_chains);
    suite_add(suite, one_stone_may_take_four_chains);
    suite_add(suite, corner_and_edge_captures);
    suite_add_loop(suite, suicide_is_refused, 0, 3);
    suite_add_loop(suite, suicide_that_takes_is_a_capture, 0, 3);
    suite_add_loop(suite, simple_ko, 0, 3);
    suite_add(suite, ko_binds_one_side_only);
    suite_add(suite, ko_survives_save_and_turn);
    suite_add_loop(suite, snapback, 0, 3);
    suite_add_loop(suite, sending_two_returning_one_is_superko, 0, 3);
    suite_add(suite, third_occurrence_is_no_result);
    suite_add(suite, passes_alone_repeat_nothing);
    suite_add_loop(suite, triple_ko, 0, 3);
    suite_add(suite, superko_looks_back_to_the_beginning);
    suite_add_loop(suite, resumed_games_go_on, 0, 3);
    suite_add(suite, eyes);
    suite_add(suite, undo_goes_past_passes);
    suite_add(suite, either_side_may_play_twice);
    suite_add(suite, bad_moves_are_refused_by_name);
    suite_add_loop(suite, figures_stay_true, GO_SIZE_MIN, GO_SIZE_MAX + 1);
    suite_add(suite, damage_is_seen);
    suite_add_loop(suite, playouts_end_with_eyes_only, 5, 10);
    suite_add(suite, bad_positions_are_refused);
    suite_add(suite, positions_round_trip);
    suite_add(suite, boards_for_people);
    return suite_run(suite);
}
