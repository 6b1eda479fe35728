/* Scores in the three rule sets, handicap points, and the judge on drawn boards. */
#include "go_draw.h"
#include "go_plain.h"

#include "../../src/go/handicap.h"
#include "../../src/go/judge.h"
#include "../../src/go/life.h"
#include "../../src/go/reading.h"
#include "../support/suite.h"

static const char *const all_rules[] = {"japanese", "chinese", "tromp-taylor"};

/* Marks drawn over a board: d dead, s seki, anything else alive. */
static struct marks marks_drawn(const struct go_board *board, const char *drawing) {
    struct marks marks = {0};
    int done = 0;
    for (const char *c = drawing; *c != '\0'; c++) {
        if (*c == ' ')
            continue;
        int column = done % board->size, row = board->size - 1 - done / board->size;
        unsigned char mark = *c == 'd' ? MARK_DEAD : *c == 's' ? MARK_SEKI : MARK_ALIVE;
        marks.at[row * board->size + column] = mark;
        done++;
    }
    ck_assert_int_eq(done, board->size * board->size);
    return marks;
}

/* Scores of a drawn board with drawn marks in the three rule sets. */
static void scores_are(const char *board, const char *marks, const char *rest, const char *japanese,
                       const char *chinese, const char *tromp_taylor) {
    const char *want[] = {japanese, chinese, tromp_taylor};
    for (int i = 0; i < 3; i++) {
        struct session *s = drawing_session(all_rules[i], board, rest);
        struct marks drawn = marks_drawn(&state_of(s)->board, marks);
        struct result result = go_score(session_state(s), &drawn);
        struct text text = {0};
        game_print_result(&go_game, &result, &text);
        ck_assert_msg(strcmp(text_string(&text), want[i]) == 0, "%s: %s, not %s", all_rules[i],
                      text_string(&text), want[i]);
        text_free(&text);
        session_free(s);
    }
}

START_TEST(empty_board_is_komi) {
    scores_are("....", "....", "b - 0 0 2 6.5", "W+6.5", "W+6.5", "W+6.5");
    scores_are("....", "....", "b - 0 0 2 0", "0", "0", "0");
    scores_are("....", "....", "b - 0 0 2 -3.25", "B+3.25", "B+3.25", "B+3.25");
}
END_TEST

START_TEST(territory_and_area) {
    /* Black 10 points and 5 stones, White 5 points and 5 stones, no dame. */
    scores_are(". . X O ."
               ". . X O ."
               ". . X O ."
               ". . X O ."
               ". . X O .",
               ". . . . ."
               ". . . . ."
               ". . . . ."
               ". . . . ."
               ". . . . .",
               "b - 0 0 2 0.5", "B+4.5", "B+4.5", "B+4.5");
    /* Prisoners count in territory only. */
    scores_are(". . X O ."
               ". . X O ."
               ". . X O ."
               ". . X O ."
               ". . X O .",
               ". . . . ."
               ". . . . ."
               ". . . . ."
               ". . . . ."
               ". . . . .",
               "b - 1 7 2 0.5", "W+1.5", "B+4.5", "B+4.5");
}
END_TEST

START_TEST(dame_are_nobodys_and_no_seki) {
    scores_are(". X . O ."
               ". X . O ."
               ". X . O ."
               ". X X O ."
               ". X . O .",
               ". . . . ."
               ". . . . ."
               ". . . . ."
               ". . . . ."
               ". . . . .",
               "b - 0 0 2 0", "0", "B+1", "B+1");
}
END_TEST

START_TEST(dead_stones_are_prisoners) {
    /* Territory: 10 points and a prisoner against 5. Area: 15 against 10. As it stands: the dead
     * stone spoils all of Black's area. */
    scores_are(". . X O ."
               ". O X O ."
               ". . X O ."
               ". . X O ."
               ". . X O .",
               ". . . . ."
               ". d . . ."
               ". . . . ."
               ". . . . ."
               ". . . . .",
               "b - 0 0 2 0", "B+6", "B+5", "W+6");
}
END_TEST

START_TEST(sheet_tells_how_the_score_comes_about) {
    static const struct sheet want[3][2] = {
        {{.territory = 10, .prisoners = 3, .total = 13},
         {.territory = 4, .komi = 0.5, .total = 4.5}},
        {{.stones = 5, .territory = 10, .total = 15},
         {.stones = 6, .territory = 4, .komi = 0.5, .total = 10.5}},
        {{.stones = 5, .territory = 0, .total = 5},
         {.stones = 7, .territory = 4, .komi = 0.5, .total = 11.5}},
    };
    for (int i = 0; i < 3; i++) {
        struct session *s = drawing_session(all_rules[i],
                                            ". . X O ."
                                            ". O X O ."
                                            ". . X O ."
                                            ". . X O ."
                                            ". . X O O",
                                            "b - 2 0 2 0.5");
        struct marks marks = marks_drawn(&state_of(s)->board, ". . . . ."
                                                              ". d . . ."
                                                              ". . . . ."
                                                              ". . . . ."
                                                              ". . . . .");
        struct sheet sheet[2];
        go_sheet(session_state(s), &marks, sheet);
        for (int side = 0; side < 2; side++) {
            ck_assert_int_eq(sheet[side].stones, want[i][side].stones);
            ck_assert_int_eq(sheet[side].territory, want[i][side].territory);
            ck_assert_int_eq(sheet[side].prisoners, want[i][side].prisoners);
            ck_assert_double_eq(sheet[side].komi, want[i][side].komi);
            ck_assert_double_eq(sheet[side].total, want[i][side].total);
        }
        session_free(s);
    }
}
END_TEST

START_TEST(seki_has_no_territory) {
    /* Black has one eye, White two, but all is seki: only area counts eyes. */
    scores_are("X X O O ."
               "X X O O O"
               "X X . O O"
               "X X X O O"
               ". X X O .",
               "s s s s ."
               "s s s s s"
               "s s . s s"
               "s s s s s"
               ". s s s .",
               "b - 0 0 2 0", "0", "0", "0");
}
END_TEST

START_TEST(bent_four_is_dead) {
    static const char board[] = ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                "X X X . . . ."
                                "O O X X X X ."
                                ". O O O O X ."
                                "X X X . O X .";
    scores_are(board,
               ". . . . . . ."
               ". . . . . . ."
               ". . . . . . ."
               ". . . . . . ."
               "d d . . . . ."
               ". d d d d . ."
               ". . . . d . .",
               "b - 0 0 2 0", "B+44", "B+49", "B+33");
}
END_TEST

/* Handicap. */

static void vertices_are(int size, int count, const char *want) {
    struct go_board board;
    struct text text = {0};
    int points[GO_HANDICAP_FIXED_MAX];
    go_board_init(&board, size);
    go_handicap_fixed(&board, count, points);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text_putc(&text, ' ');
        go_vertex_print(&board, points[i], &text);
    }
    ck_assert_str_eq(text_string(&text), want);
    text_free(&text);
}

START_TEST(handicap_tables) {
    static const int most[] = {0, 0, 0, 0, 0, 0, 0, 4, 4, 9, 4, 9, 4,
                               9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9};
    for (int size = GO_SIZE_MIN; size <= GO_SIZE_MAX; size++)
        ck_assert_int_eq(go_handicap_most(size), most[size]);
    vertices_are(19, 2, "D4 Q16");
    vertices_are(19, 3, "D4 Q16 D16");
    vertices_are(19, 4, "D4 Q16 D16 Q4");
    vertices_are(19, 5, "D4 Q16 D16 Q4 K10");
    vertices_are(19, 6, "D4 Q16 D16 Q4 D10 Q10");
    vertices_are(19, 7, "D4 Q16 D16 Q4 D10 Q10 K10");
    vertices_are(19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16");
    vertices_are(19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
    vertices_are(7, 4, "C3 E5 C5 E3");
    vertices_are(8, 4, "C3 F6 C6 F3");
    vertices_are(9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5");
    vertices_are(10, 4, "C3 H8 C8 H3");
    vertices_are(11, 5, "C3 J9 C9 J3 F6");
    vertices_are(12, 4, "C3 K10 C10 K3");
    vertices_are(13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7");
    vertices_are(14, 4, "D4 L11 D11 L4");
    vertices_are(25, 9, "D4 W22 D22 W4 D13 W13 N4 N22 N13");
}
END_TEST

/* Every fixed handicap of every size: distinct points, symmetric about the centre for even numbers.
 */
START_TEST(handicaps_are_sound) {
    struct go_board board;
    int points[GO_POINTS];
    go_board_init(&board, _i);
    for (int count = 2; count <= go_handicap_most(_i); count++) {
        long columns = 0, rows = 0;
        go_handicap_fixed(&board, count, points);
        for (int k = 0; k < count; k++) {
            columns += 2 * go_board_column(&board, points[k]) - (_i - 1);
            rows += 2 * go_board_row(&board, points[k]) - (_i - 1);
            for (int j = 0; j < k; j++)
                ck_assert_int_ne(points[j], points[k]);
        }
        ck_assert(count == 3 || (columns == 0 && rows == 0));
    }
    int most = _i * _i - 1;
    go_handicap_free(&board, most, points);
    for (int k = 0; k < most; k++)
        go_board_put(&board, points[k], GO_BLACK);
    int p;
    ck_assert_int_eq(board.empty_count, 1);
    ck_assert(go_board_is_sound(&board, &p));
}
END_TEST

/* Life and death. */

static void judged(const char *board, const char *marks) {
    struct session *s = drawing_session("japanese", board, "b - 0 0 2");
    const struct go_board *b = &state_of(s)->board;
    struct marks want = marks_drawn(b, marks), have;
    go_judge(b, NULL, &have);
    for (int n = 0; n < b->size * b->size; n++) {
        struct text vertex = {0};
        go_vertex_print(b, go_board_point(b, n), &vertex);
        if (go_board_colour(b, go_board_point(b, n)) < GO_EMPTY)
            ck_assert_msg(want.at[n] == have.at[n], "%s is judged %d, not %d", text_string(&vertex),
                          have.at[n], want.at[n]);
        text_free(&vertex);
    }
    session_free(s);
}

START_TEST(judge_finds_the_dead) {
    judged(". O . X O . . O ."
           ". . X X O . . . ."
           "X X . X O O . . ."
           ". . X . X O . X ."
           ". . . . X O O . ."
           ". O . . X X O . ."
           "X X X X . X O O O"
           ". . X . O X X X X"
           ". O X X X . . . .",
           ". d . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . d ."
           ". . . . . . . . ."
           ". d . . . . . . ."
           ". . . . . . . . ."
           ". . . . d . . . ."
           ". d . . . . . . .");
}
END_TEST

START_TEST(judge_knows_seki) {
    judged("X X . O O"
           "X X . O O"
           "X X . O O"
           "X X . O O"
           "X X . O O",
           "s s . s s"
           "s s . s s"
           "s s . s s"
           "s s . s s"
           "s s . s s");
    judged("X X O O ."
           "X X O O O"
           "X X . O O"
           "X X X O O"
           ". X X O O",
           "s s s s ."
           "s s s s s"
           "s s . s s"
           "s s s s s"
           ". s s s s");
}
END_TEST

START_TEST(judge_knows_a_seki_among_the_living) {
    static const char board[] = ". . O X . . . . ."
                                ". . O X . . . . ."
                                ". . O X . . . . ."
                                ". . O X . . . . ."
                                ". . O X . . . . ."
                                "O O O X X . . . ."
                                "O X X O X X . . ."
                                "X X . O O X . . ."
                                "X X . O O X . . .";
    static const char marks[] = ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". s s s . . . . ."
                                "s s . s s . . . ."
                                "s s . s s . . . .";
    judged(board, marks);
    scores_are(board, marks, "b - 0 0 2 0", "B+28", "B+31", "B+31");
}
END_TEST

/* White's only liberties are those of the stones inside: a third one there is taken, and the space
 * of three that this leaves is one eye. */
START_TEST(judge_knows_stones_that_fill_an_eye) {
    judged(". X X O O O O X ."
           "O O . O X X X . ."
           "X O O O O X . X X"
           "X O X O O X X O X"
           "X X X X X X O O O"
           "X O X O X O O . ."
           "O O O O O . O . ."
           ". . . O . O . . ."
           ". . . . . . . . .",
           ". . . d d d d . ."
           "d d . d . . . . ."
           ". d d d d . . . ."
           ". d . d d . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . .");
}
END_TEST

START_TEST(judge_knows_bent_four) {
    judged(". . . . . . ."
           ". X . X . X ."
           ". . X . X . ."
           "X X X . . . ."
           "O O X X X X ."
           ". O O O O X ."
           "X X X . O X .",
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           "d d . . . . ."
           ". d d d d . ."
           ". . . . d . .");
}
END_TEST

/* Four of a bulky five, and three with room for a square: both kill. In a row of five
 * three are in seki. */
START_TEST(judge_knows_nakade) {
    judged("X X X . O X . . ."
           "X . O O O X . X ."
           "O O O X X X . . ."
           "X X X X . . X . ."
           ". . . X . . . . ."
           "X . X . X . X . X"
           ". . . . . . . . ."
           ". X . . X . . X ."
           ". . . . . . . . .",
           ". . . . d . . . ."
           ". . d d d . . . ."
           "d d d . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . .");
    judged("X X O O X X O X X"
           "X X O . X . O X X"
           "X . O O O O O X X"
           "X X X X X X X X ."
           "X . X X X X X . X"
           ". X X X . X . X ."
           "X X X . X X X . X"
           "X X X X . X X X ."
           "X . X . X . X . X",
           ". . d d . . d . ."
           ". . d . . . d . ."
           ". . d d d d d . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . .");
    judged(". . . O . X . . ."
           ". O . O . X . X ."
           ". . . O . X . . ."
           ". . . O . X X X X"
           ". . . O O O O O O"
           "O O O O . . . . ."
           "O O O O O O O . ."
           "X X X X X X O . ."
           ". O O O . X O . .",
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           ". . . . . . . . ."
           "s s s s s s . . ."
           ". s s s . s . . .");
}
END_TEST

/* Points without a living stone, from one on: how many dead stones of each side. */
static void space_count(const struct go_board *board, const struct marks *marks, int p,
                        bool seen[GO_INDEXES], int dead[2]) {
    int colour = go_board_colour(board, p);
    if (colour == GO_EDGE || seen[p] ||
        (colour < GO_EMPTY && marks->at[go_board_number(board, p)] != MARK_DEAD))
        return;
    seen[p] = true;
    if (colour < GO_EMPTY)
        dead[colour]++;
    for (int k = 0; k < 4; k++)
        space_count(board, marks, p + go_board_step(board, k), seen, dead);
}

/* Whoever is dead lies in the other side's territory: no space holds dead stones of both. Boards
 * are filled at random, so that groups of all kinds are short of liberties. */
START_TEST(neighbours_are_never_both_dead) {
    struct rng rng;
    int fallen = 0;
    rng_seed(&rng, 7);
    for (int i = 0; i < 150; i++) {
        struct go_board board;
        struct marks marks;
        bool seen[GO_INDEXES] = {false};
        go_board_init(&board, 5 + i % 4);
        int points = board.size * board.size;
        for (int k = 0; k < points; k++) {
            int p = go_board_point(&board, rng_draw(&rng, points)), side = k % 2;
            if (go_board_is_legal(&board, side, p) && !go_board_is_eye(&board, side, p))
                go_board_play(&board, side, p);
        }
        go_judge(&board, NULL, &marks);
        for (int n = 0; n < points; n++) {
            int dead[2] = {0, 0};
            space_count(&board, &marks, go_board_point(&board, n), seen, dead);
            ck_assert_msg(dead[0] == 0 || dead[1] == 0, "board %d, point %d", i, n);
            fallen += dead[0] + dead[1];
        }
    }
    ck_assert_int_gt(fallen, 300);
}
END_TEST

START_TEST(unconditional_life) {
    struct session *s = drawing_session("japanese",
                                        ". X . X O . ."
                                        "X X X X O . ."
                                        "O O O O O . ."
                                        ". . . . . . ."
                                        ". . . . . . ."
                                        "X X X . . . ."
                                        ". X . . . . .",
                                        "b");
    const struct go_board *board = &state_of(s)->board;
    bool safe[GO_INDEXES];
    go_life_find(board, GO_BLACK, safe);
    ck_assert(safe[go_board_at(board, 1, 6)]);  /* two real eyes */
    ck_assert(safe[go_board_at(board, 0, 6)]);  /* and the eye itself */
    ck_assert(!safe[go_board_at(board, 1, 1)]); /* one eye only */
    go_life_find(board, GO_WHITE, safe);
    ck_assert(!safe[go_board_at(board, 0, 4)]);
    session_free(s);
}
END_TEST

START_TEST(reading_captures) {
    struct session *s = drawing_session("japanese",
                                        ". . . . . . ."
                                        ". . . . . . ."
                                        ". . X . . . ."
                                        ". X O . . . ."
                                        ". . X . . . ."
                                        "X X . . . . ."
                                        "O . X . . . .",
                                        "w");
    const struct go_board *board = &state_of(s)->board;
    int ladder = go_board_at(board, 2, 3), corner = go_board_at(board, 0, 0);
    ck_assert(!go_reading_captured(board, ladder, GO_WHITE)); /* extends to three liberties */
    ck_assert(go_reading_captured(board, corner, GO_WHITE));
    ck_assert(go_reading_captured(board, corner, GO_BLACK));
    session_free(s);
    s = drawing_session("japanese",
                        ". . . . . . . . ."
                        ". . X X . . . . ."
                        ". X O . . . . . ."
                        ". X O X . . . . ."
                        ". . X . . . . . ."
                        ". . . . . . . . ."
                        ". . . . . . . . ."
                        ". . . . . . . . ."
                        ". . . . . . . . .",
                        "w");
    board = &state_of(s)->board;
    ck_assert(go_reading_captured(board, go_board_at(board, 2, 5), GO_BLACK)); /* one liberty */
    session_free(s);
    /* Two liberties that neither side can fill: the one who waits loses nothing. */
    s = drawing_session("japanese",
                        "X X O O ."
                        "X X O O O"
                        "X X . O O"
                        "X X X O O"
                        ". X X O O",
                        "b");
    board = &state_of(s)->board;
    for (int first = 0; first < 2; first++) {
        ck_assert(!go_reading_captured(board, go_board_at(board, 1, 1), first));
        ck_assert(!go_reading_captured(board, go_board_at(board, 3, 3), first));
    }
    session_free(s);
}
END_TEST

/* Both sides take a stone and are taken again: the line that is read is as long as reading may be.
 */
START_TEST(reading_goes_round) {
    struct session *s = drawing_session("japanese",
                                        "O . O"
                                        "X O X"
                                        ". X .",
                                        "b");
    const struct go_board *board = &state_of(s)->board;
    ck_assert(!go_reading_captured(board, go_board_at(board, 1, 1), GO_WHITE));
    ck_assert(!go_reading_captured(board, go_board_at(board, 0, 1), GO_BLACK));
    ck_assert(go_reading_captured(board, go_board_at(board, 0, 2), GO_BLACK));
    session_free(s);
}
END_TEST

/* The plain player. */

static void chosen(const char *drawing, const char *rest, const char *want) {
    struct session *s = drawing_session("chinese", drawing, rest);
    struct past past = session_past(s);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct text text = {0};
        go_print(session_state(s), go_plain_choose(session_state(s), &past, 2000, seed), &text);
        ck_assert_str_eq(text_string(&text), want);
        text_free(&text);
    }
    session_free(s);
}

START_TEST(plain_player_takes_first) {
    static const char race[] = "X X O O O"
                               "X X O O O"
                               "X X O O O"
                               "X X O O O"
                               ". X O O .";
    chosen(race, "b - 0 0 0 0.5", "E1");
    chosen(race, "w - 0 0 0 0.5", "A1");
}
END_TEST

START_TEST(plain_player_passes_at_the_end) {
    chosen(". X . X O ."
           "X X X X O O"
           ". X X O O ."
           "X X X O O O"
           ". X X O . O"
           "X X X O O O",
           "b - 0 0 0 0.5", "pass");
}
END_TEST

START_TEST(plain_player_plays_legal_games) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_rules(s, all_rules[_i], NULL));
    ck_assert(session_set_size(s, 7, NULL));
    for (int ply = 0; ply < 200 && session_result(s, NULL).phase == PHASE_PLAYING; ply++) {
        struct past past = session_past(s);
        struct moves legal = {0};
        move m = go_plain_choose(session_state(s), &past, 100, (uint64_t)ply);
        session_moves(s, &legal);
        ck_assert(moves_has(&legal, m));
        moves_free(&legal);
        session_play_move(s, session_to_play(s), m);
    }
    ck_assert_int_eq(session_result(s, NULL).phase, PHASE_STOPPED);
    session_free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go score");
    suite_add(suite, empty_board_is_komi);
    suite_add(suite, territory_and_area);
    suite_add(suite, dame_are_nobodys_and_no_seki);
    suite_add(suite, dead_stones_are_prisoners);
    suite_add(suite, sheet_tells_how_the_score_comes_about);
    suite_add(suite, seki_has_no_territory);
    suite_add(suite, bent_four_is_dead);
    suite_add(suite, handicap_tables);
    suite_add_loop(suite, handicaps_are_sound, GO_SIZE_MIN, GO_SIZE_MAX + 1);
    suite_add(suite, judge_finds_the_dead);
    suite_add(suite, judge_knows_seki);
    suite_add(suite, judge_knows_a_seki_among_the_living);
    suite_add(suite, judge_knows_stones_that_fill_an_eye);
    suite_add(suite, judge_knows_bent_four);
    suite_add(suite, judge_knows_nakade);
    suite_add(suite, neighbours_are_never_both_dead);
    suite_add(suite, unconditional_life);
    suite_add(suite, reading_captures);
    suite_add(suite, reading_goes_round);
    suite_add(suite, plain_player_takes_first);
    suite_add(suite, plain_player_passes_at_the_end);
    suite_add_loop(suite, plain_player_plays_legal_games, 0, 3);
    return suite_run(suite);
}
