/* draughts_pdn_test: PDN records written and read, and bad ones refused with line and reason. */
#include "draughts_draw.h"

#include "../../src/core/rng.h"
#include "../../src/core/session.h"
#include "../support/suite.h"

/* A session from PDN that must be good. */
static struct session *read_game(const char *pdn, size_t index) {
    struct session *session = session_new(&draughts_game);
    struct error error = {0};
    struct text why = {0};
    bool good = session_load_record(session, pdn, strlen(pdn), index, -1, &error);
    error_print(&error, &why);
    ck_assert_msg(good, "%s\n%s", text_string(&why), pdn);
    error_clear(&error);
    text_free(&why);
    return session;
}

static char *record_text(const struct session *session) {
    struct text text = {0};
    session_print_record(session, &text);
    return text_take(&text);
}

/* "warcaby letters W+R 3 B:W...": what a session came to. */
static char *summary(const struct session *session) {
    struct text text = {0};
    const struct setup *setup = session_setup(session);
    text_print(&text, "%s ", draughts_game.rules[setup->rules]);
    draughts_game.get(setup, 0, &text);
    text_put(&text, " ");
    session_print_result(session, &text);
    text_print(&text, " %zu ", session_plies(session));
    draughts_save(session_state(session), &text);
    return text_take(&text);
}

static void assert_game(const char *pdn, size_t index, const char *expected) {
    struct session *session = read_game(pdn, index);
    char *got = summary(session);
    ck_assert_str_eq(got, expected);
    free(got);
    session_free(session);
}

static void assert_record(const struct session *session, const char *expected) {
    char *got = record_text(session);
    ck_assert_str_eq(got, expected);
    free(got);
}

static void must(bool good) {
    ck_assert(good);
}

/* Writing. */

START_TEST(records_are_written_with_tags_numbers_and_result) {
    struct session *session = session_new(&draughts_game);
    must(session_play(session, DRAUGHTS_WHITE, "C3-D4", NULL));
    must(session_play(session, DRAUGHTS_BLACK, "B6-A5", NULL));
    session_comment(session, "to the edge");
    must(session_play(session, DRAUGHTS_WHITE, "D4-C5", NULL));
    session_set_tag(session, "Event", "Club \"Dama\"");
    session_set_tag(session, "Side0", "Czarny");
    session_set_tag(session, "Side1", "Bia\xc5\x82y");
    session_set_tag(session, "no tag", "has spaces in its name");
    assert_record(session, "[Event \"Club \\\"Dama\\\"\"]\n"
                           "[Black \"Czarny\"]\n"
                           "[White \"Bia\xc5\x82y\"]\n"
                           "[Result \"*\"]\n"
                           "[GameType \"21,W,8,8,A0,0\"]\n"
                           "\n"
                           "1. C3-D4 B6-A5 {to the edge} 2. D4-C5 *\n");
    must(session_resign(session, DRAUGHTS_BLACK, NULL));
    session_clear_tags(session);
    must(session_set(session, "notation", "numeric", NULL));
    assert_record(session, "[Result \"1-0\"]\n"
                           "[Score \"W+R\"]\n"
                           "[GameType \"21,W,8,8,N2,0\"]\n"
                           "\n"
                           "1. 22-18 9-13 {to the edge} 2. 18-14 1-0\n");
    session_free(session);
}
END_TEST

START_TEST(the_first_number_belongs_to_the_side_that_begins) {
    struct session *session = session_new(&draughts_game);
    must(session_set_rules(session, "english", NULL));
    must(session_play(session, DRAUGHTS_BLACK, "11-15", NULL));
    must(session_resign(session, DRAUGHTS_WHITE, NULL));
    assert_record(session, "[Result \"1-0\"]\n"
                           "[Score \"B+R\"]\n"
                           "[GameType \"21,B,8,8,N1,0\"]\n"
                           "[Notation \"letters\"]\n"
                           "\n"
                           "1. 11-15 1-0\n");
    char *letters = record_text(session);
    assert_game(letters, 0,
                "english letters B+R 1 "
                "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
    free(letters);
    must(session_set(session, "notation", "numeric", NULL));
    must(session_undo(session, 1, NULL));
    must(session_end(session, ENDING_TIME, DRAUGHTS_WHITE, 0, NULL));
    assert_record(session, "[Result \"0-1\"]\n"
                           "[Score \"W+T\"]\n"
                           "[GameType \"21,B,8,8,N1,0\"]\n"
                           "\n"
                           "1. 11-15 0-1\n");
    char *text = record_text(session);
    assert_game(text, 0,
                "english numeric W+T 1 "
                "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
    free(text);
    session_free(session);
}
END_TEST

START_TEST(positions_stand_in_tags_and_between_moves) {
    struct session *session = session_new(&draughts_game);
    must(session_set_position(session, "B:W21,K30:B9:H12", NULL));
    must(session_play(session, DRAUGHTS_BLACK, "B6-C5", NULL));
    struct draughts edited = load(DRAUGHTS_WARCABY, "B:W21:B9,10");
    session_edit(session, &edited);
    must(session_play(session, DRAUGHTS_BLACK, "D6-E5", NULL));
    must(session_play(session, DRAUGHTS_WHITE, "A3-B4", NULL));
    const char *expected = "[Result \"*\"]\n"
                           "[GameType \"21,W,8,8,A0,0\"]\n"
                           "[SetUp \"1\"]\n"
                           "[FEN \"B:W21,K30:B9:H12\"]\n"
                           "\n"
                           "1... B6-C5 /FEN \"B:W21:B9,10\"/ 2... D6-E5 3. A3-B4 *\n";
    assert_record(session, expected);
    struct session *again = read_game(expected, 0);
    assert_record(again, expected);
    session_free(again);
    session_free(session);
}
END_TEST

START_TEST(comments_with_braces_and_lines_survive) {
    static const char *const comments[] = {"plain", "a } brace", "two\nlines",
                                           "both } and\nanother } line", "; [ ( $1 \\ \" %"};
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
        struct session *session = session_new(&draughts_game);
        must(session_play(session, DRAUGHTS_WHITE, "C3-D4", NULL));
        session_comment(session, comments[i]);
        must(session_play(session, DRAUGHTS_BLACK, "B6-A5", NULL));
        char *text = record_text(session);
        struct session *again = read_game(text, 0);
        const struct log_entry *log;
        ck_assert_uint_eq(session_log(again, &log), 2);
        ck_assert_str_eq(log[0].comment, comments[i]);
        ck_assert_ptr_null(log[1].comment);
        assert_record(again, text);
        free(text);
        session_free(again);
        session_free(session);
    }
}
END_TEST

START_TEST(lines_stay_short_and_random_games_round_trip) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i);
    struct session *session = session_new(&draughts_game);
    must(session_set_rules(session, _i % 2 ? "english" : "warcaby", NULL));
    must(session_set(session, "notation", _i % 3 ? "letters" : "numeric", NULL));
    for (int ply = 0; ply < 300; ply++) {
        struct moves list = {0};
        session_moves(session, &list);
        if (list.count > 0) {
            session_play_move(session, session_to_play(session),
                              list.at[rng_below(&rng, list.count)]);
            if (rng_below(&rng, 5) == 0) {
                session_comment(session, "a remark");
            }
        }
        moves_free(&list);
    }
    char *text = record_text(session);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        ck_assert_uint_le(strcspn(line, "\n"), 90);
    }
    struct session *again = read_game(text, 0);
    char *one = summary(session), *two = summary(again);
    ck_assert_str_eq(one, two);
    assert_record(again, text);
    free(one);
    free(two);
    free(text);
    session_free(again);
    session_free(session);
}
END_TEST

/* Reading. */

#define AFTER_D4_A5 "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13"

START_TEST(the_layout_is_free) {
    static const char *const games[] = {
        "1. C3-D4 B6-A5 *",
        "1.C3-D4 B6-A5",
        "1.c3-d4 1...b6-a5 *",
        "C3-D4 B6-A5",
        "1. C3-D4\r\n1... B6-A5\r\n*\r\n",
        "\xef\xbb\xbf% a line for programs\n1. C3-D4 ... B6-A5 *",
        "1. C3-D4! $1 (1. E3-D4? B6-C5 (1... F6-E5 {a } note) 2. G3-F4) B6-A5?! *",
        "1. C3-D4(!?) {one} ; two )\n B6-A5 {three} *",
        "{before} 1. C3-D4 B6-A5 $142 *{after}",
        "1. C3xD4 b6:a5 *",
        "1. C3-D4* B6-A5 *",
        "[Event \"x\"]{between}\n[Site \"y\"] 1. C3-D4 (;)\n) B6-A5 1. *",
        "22-18 9-13 *"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        assert_game(games[i], 0, "warcaby letters * 2 " AFTER_D4_A5);
    }
}
END_TEST

START_TEST(comments_belong_to_the_move_before_them) {
    struct session *session =
        read_game("{opening} 1. C3-D4 {one} ; two\n B6-A5 (x {no}) {three}", 0);
    const struct log_entry *log;
    ck_assert_uint_eq(session_log(session, &log), 2);
    ck_assert_str_eq(log[0].comment, "one\ntwo");
    ck_assert_str_eq(log[1].comment, "three");
    char *text = record_text(session);
    ck_assert_ptr_nonnull(strstr(text, "\n{opening} 1. C3-D4 {one\ntwo} B6-A5 {three} *\n"));
    struct session *again = read_game(text, 0);
    assert_record(again, text);
    session_free(again);
    free(text);
    session_free(session);
}
END_TEST

START_TEST(tags_are_kept_with_quotes_and_backslashes) {
    struct session *session =
        read_game("[Event \"Club \\\"Dama\\\" \\\\o\\\\\"]\n[White \"A\"] [Black \"B\"] *", 0);
    ck_assert_str_eq(session_tag(session, "Event"), "Club \"Dama\" \\o\\");
    ck_assert_str_eq(session_tag(session, "Side0"), "B");
    ck_assert_str_eq(session_tag(session, "Side1"), "A");
    session_free(session);
}
END_TEST

START_TEST(days_have_dots) {
    static const char *const days[][2] = {{"2026-11-17", "2026.11.17"},
                                          {"2026.11.17", "2026.11.17"},
                                          {"2026-11-17 10:00", "2026-11-17 10:00"},
                                          {"2026-11-1x", "2026-11-1x"},
                                          {"2026-11", "2026-11"},
                                          {"", ""}};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        struct session *session = session_new(&draughts_game);
        struct text tag = {0};
        session_set_tag(session, "Date", days[i][0]);
        text_print(&tag, "[Date \"%s\"]\n", days[i][1]);
        char *record = record_text(session);
        ck_assert_msg(strstr(record, text_string(&tag)) != NULL, "%s\n%s", days[i][0], record);
        free(record);
        text_free(&tag);
        session_free(session);
    }
}
END_TEST

START_TEST(captures_may_be_abbreviated) {
    assert_game("[FEN \"W:W22:B18,11,1\"] [GameType \"21,W,8,8,N2,0\"] 1. 22x8 *", 0,
                "warcaby numeric * 1 B:W8:B1");
    assert_game("[FEN \"W:W22:B18,11,1\"] [GameType \"21,B,8,8,N1\"] 1. 22x15x8 *", 0,
                "english numeric * 1 B:W8:B1");
}
END_TEST

START_TEST(several_games_stand_in_a_file) {
    const char *file = "[Event \"one\"]\n1. C3-D4 1-0\n"
                       "[Event \"two\"]\n[GameType \"21\"]\n1. 11-15 23-19\n"
                       "{tags only} [Event \"three\"]\n[Result \"1/2-1/2\"]\n"
                       "\n*\n1. E3-F4 0-1 {resigned}\n\n";
    static const char *const events[] = {"one", "two", "three"};
    for (size_t i = 0; i < 3; i++) {
        struct session *session = read_game(file, i);
        ck_assert_str_eq(session_tag(session, "Event"), events[i]);
        session_free(session);
    }
    assert_game(file, 0,
                "warcaby letters W+R 1 "
                "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    assert_game(file, 1,
                "english letters * 2 "
                "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
    assert_game(file, 2,
                "warcaby letters 0 0 "
                "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    assert_game(file, 3,
                "warcaby letters B+R 1 "
                "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
}
END_TEST

#define START "21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

static const struct {
    const char *pdn, *expected;
} results[] = {
    {"[GameType \"21\"] 1-0", "english letters B+R 0 B:W" START},
    {"[GameType \"21\"] 0-1", "english letters W+R 0 B:W" START},
    {"[GameType \"21,W,8,8,A0,0\"] 1-0", "warcaby letters W+R 0 W:W" START},
    {"[GameType \"21,W,8,8,S0\"] 0-1", "warcaby letters B+R 0 W:W" START},
    {"[GameType \" 21, B, 8, 8, N1, 0 \"] 2-0", "english numeric B+R 0 B:W" START},
    {"[GameType \"21\"] 1/2-1/2", "english letters 0 0 B:W" START},
    {"[GameType \"21\"] 1-1", "english letters 0 0 B:W" START},
    {"[GameType \"21\"] 0-0", "english letters * 0 B:W" START},
    {"[GameType \"21\"] [Result \"0-1\"] *", "english letters W+R 0 B:W" START},
    {"[GameType \"21\"] [Result \"0-1\"]", "english letters W+R 0 B:W" START},
    {"[GameType \"21\"] [Result \"*\"] 0-2", "english letters W+R 0 B:W" START},
    {"[GameType \"21\"] [Result \"?\"] *", "english letters * 0 B:W" START},
    {"[GameType \"21\"] [Score \"B+T\"] 1-0", "english letters B+T 0 B:W" START},
    {"[GameType \"21\"] [Score \"B+T\"] *", "english letters * 0 B:W" START},
    {"[GameType \"21\"] [Score \"B+1\"] 1-0", "english letters B+1 0 B:W" START},
    {"[FEN \"W:W22:B18\"] [GameType \"21\"] 1. C3xE5 0-1", "english letters W+1 1 B:W15:B"},
    {"[SetUp \"1\"] [FEN \"B:W22:B1\"] *", "warcaby letters * 0 B:W22:B1"},
    {"1. 11-15 *", "english letters * 1 "
                   "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"},
};

START_TEST(results_belong_to_sides) {
    assert_game(results[_i].pdn, 0, results[_i].expected);
}
END_TEST

static const struct {
    const char *pdn, *words;
} bad[] = {
    {"", "there is no game in it"},
    {" \n{only a comment}\n", "there is no game in it"},
    {"1. C3-D4\n\n{never\nclosed", "line 3: the comment that begins here has no closing brace"},
    {"1. C3-D4\n(2. E3-F4\n (x) ", "line 2: the variation that begins here has no closing "
                                   "parenthesis"},
    {"1. C3-D4 (\n{x ) *", "line 2: the comment that begins here has no closing brace"},
    {"1. C3-D4 )", "line 1: \")\" has no meaning here"},
    {"1. C3-D4\n\x01", "line 2: \"\\x01\" has no meaning here"},
    {"\n[Event \"x]\n", "line 2: the text in double quotes does not end on this line"},
    {"[Event \"x\"", "line 1: the tag Event has no closing bracket"},
    {"[Event x]", "line 1: expected a text in double quotes"},
    {"[\"x\"]", "line 1: expected the name of a tag, as in [Event \"Club\"]"},
    {"1. C3-D4 $", "line 1: a number belongs behind $"},
    {"1. hello", "line 1: cannot read \"hello\" as a move"},
    {"1. C3", "line 1: cannot read \"C3\" as a move"},
    {"1. 3/4", "line 1: cannot read \"3/4\" as a move"},
    {"1. 123-4", "line 1: cannot read \"123-4\" as a move"},
    {"1. C3-D4 \n /FEN W:W1:B2/", "line 2: expected a text in double quotes"},
    {"1. /W:W1:B2/", "line 1: expected a position like /FEN \"W:W31:B1\"/"},
    {"/FEN \"W:W31:B1\" *", "line 1: the position does not end with a slash"},
    {"\n/FEN \"W:W99:B1\"/ *", "line 2: position: at character 4: expected a playable square, 1 to "
                               "32 or such as A1"},
    {"1. 32-28 19-23\n2. 37-32 *", "line 2: 37-32 is a move of another game: 8 x 8 is played here, "
                                   "with squares to 32 or H8"},
    {"1. C3-D4 B6-A5 2. D4-C5 A5-B4\n3. J3-I4", "line 2: J3-I4 is a move of another game: 8 x 8 is "
                                                "played here, with squares to 32 or H8"},
    {"1. C3-D4 0D8", "line 1: 0D8 is a move of another game: 8 x 8 is "
                     "played here, with squares to 32 or H8"},
    {"[SetUp \"1\"]\n*", "line 1: SetUp \"1\" needs a tag FEN with the position"},
    {"[GameType \"20\"]", "line 1: this GameType is another game: 21 is played here, on 8 x 8 with "
                          "a dark lower left corner"},
    {"[GameType \"21,W,10,10,N2,0\"]", "line 1: this GameType is another game: 21 is played here, "
                                       "on 8 x 8 with a dark lower left corner"},
    {"[GameType \"21,W,8,8,N2,1\"]", "line 1: this GameType is another game: 21 is played here, "
                                     "on 8 x 8 with a dark lower left corner"},
    {"[GameType \"checkers\"]", "line 1: a GameType reads like 21 or 21,W,8,8,A0,0"},
    {"[GameType \"21,X,8,8,N2,0\"]", "line 1: a GameType reads like 21 or 21,W,8,8,A0,0"},
    {"[GameType \"21,W,8,8\"]", "line 1: a GameType reads like 21 or 21,W,8,8,A0,0"},
    {"[GameType \"21,W,8,8,N2,0,0\"]", "line 1: a GameType reads like 21 or 21,W,8,8,A0,0"},
    {"[GameType \"\"]", "line 1: a GameType reads like 21 or 21,W,8,8,A0,0"},
    {"[Result \"3-0\"]", "line 1: \"3-0\" is no result: write 1-0, 0-1, 1/2-1/2 or *"},
    {"[Score \"x\"]", "line 1: a Score reads W+1 or B+1, or +R, +T, +F, +A for other endings"},
    {"[Result \"1-0\"]\n1. C3-D4\n0-1",
     "line 3: the moves end with 0-1, but the tag Result says otherwise"},
    {"[Score \"W+R\"] [GameType \"21\"]\n1-0",
     "line 2: the tag Score says W+R, the result another side"},
    {"[Score \"W+T\"]\n1. C3-D4 1/2-1/2", "line 2: the tag Score says W+T, the result a draw"},
    {"[Result \"1-1\"] [Score \"B+1\"]\n*", "line 2: the tag Score says B+1, the result a draw"},
    {"1. C3-D4 B6-A5\n2. D4-E5 F6-G5", "line 2: F6-G5: capturing is compulsory: D6xF4, F6xD4"},
    {"[GameType \"21\"]\n\n1. C3-D4", "line 3: C3-D4: the piece on C3 is white's, and it is "
                                      "black's turn"},
    {"1. C3-D4 B6-A5 C3-C4",
     "line 1: C3-C4: C4 is a light square: the game is played on the dark ones, such as A1"},
};

START_TEST(bad_records_are_refused_with_line_and_reason) {
    struct session *session = session_new(&draughts_game);
    must(session_play(session, DRAUGHTS_WHITE, "C3-D4", NULL));
    struct error error = {0};
    struct text why = {0};
    ck_assert_msg(!session_load_record(session, bad[_i].pdn, strlen(bad[_i].pdn), 0, -1, &error),
                  "%s", bad[_i].pdn);
    error_print(&error, &why);
    ck_assert_str_eq(text_string(&why), bad[_i].words);
    ck_assert_uint_eq(session_plies(session), 1);
    error_clear(&error);
    text_free(&why);
    session_free(session);
}
END_TEST

/* Oddities of other people's files, and what is said of them. */

static void assert_odd(const char *pdn, size_t index, long plies, const char *expected,
                       const char *warned) {
    struct session *session = session_new(&draughts_game);
    struct error error = {0};
    struct text why = {0}, warnings = {0};
    bool good = session_read_record(session, pdn, strlen(pdn), index, plies, &warnings, &error);
    error_print(&error, &why);
    ck_assert_msg(good, "%s\n%s", text_string(&why), pdn);
    char *got = summary(session);
    ck_assert_str_eq(got, expected);
    ck_assert_str_eq(text_string(&warnings), warned);
    free(got);
    error_clear(&error);
    text_free(&why);
    text_free(&warnings);
    session_free(session);
}

/* Of a collection with unreadable games all others are found under their own numbers. */
START_TEST(an_unreadable_game_hides_no_other) {
    const char *file = "[Event \"one\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 2. 8-11Red 22-17 1-0\n"
                       "[Event \"two\"]\n\n1. 11-15 *\n"
                       "[Event \"three\"]\n\n1. 11-15 {never closed 1-0\n\n"
                       "[Event \"four\n\n1. 11-15 *\n\n"
                       "[Event \"five\"] [GameType \"21\"] 0-1";
    static const char moved[] =
        "english letters * 1 "
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
    static const char first[] =
        "game 1 is passed over: line 4: cannot read \"8-11Red\" as a move\n";
    assert_odd(file, 1, -1, moved, first);
    struct text all = {0};
    text_print(
        &all, "%s%s%s", first,
        "game 3 is passed over: line 10: the comment that begins here has no closing brace\n",
        "game 4 is passed over: line 12: the text in double quotes does not end on this line\n");
    assert_odd(file, 4, -1, "english letters W+R 0 B:W" START, text_string(&all));
    text_free(&all);
    struct session *session = session_new(&draughts_game);
    struct error error = {0};
    ck_assert(!session_load_record(session, file, strlen(file), 0, -1, &error));
    ck_assert_str_eq(error.code, "draughts.pdn-move");
    ck_assert(!session_load_record(session, file, strlen(file), 5, -1, &error));
    ck_assert_str_eq(error.code, "record.index");
    error_clear(&error);
    session_free(session);
}
END_TEST

/* Two kings go to and fro: drawn here after eight plies, played on there. */
START_TEST(records_go_on_after_a_draw_by_our_rules) {
    struct text pdn = {0};
    text_put(&pdn, "[FEN \"W:WK32,21:BK1,12\"] [GameType \"21,W,8,8,N2,0\"]\n");
    for (int i = 0; i < 30; i++)
        text_put(&pdn, i % 2 == 0 ? "32-27 1-6 " : "27-32 6-1 ");
    text_put(&pdn, "21-17 12-16 32-27 1/2-1/2");
    assert_odd(text_string(&pdn), 0, -1, "warcaby numeric 0 63 B:W17,K27:BK1,16:H1", "");
    assert_odd(text_string(&pdn), 0, 8, "warcaby numeric 0 8 W:W21,K32:BK1,12:H8", "");
    struct session *session = read_game(text_string(&pdn), 0);
    char *written = record_text(session);
    ck_assert(strstr(written, "/FEN") == NULL); /* the waived draw is not a set-up */
    assert_game(written, 0, "warcaby numeric 0 63 B:W17,K27:BK1,16:H1");
    must(session_undo(session, 4, NULL));
    char *got = summary(session);
    ck_assert_str_eq(got, "warcaby numeric * 60 W:W21,K32:BK1,12:H4");
    free(got);
    free(written);
    /* Our own games do end. */
    session_clear(session);
    must(session_set_position(session, "W:WK32,21:BK1,12", NULL));
    for (int i = 0; i < 8; i++) {
        static const char *const moves[] = {"32-27", "1-6", "27-32", "6-1"};
        must(session_play(session, i % 2 == 0 ? DRAUGHTS_WHITE : DRAUGHTS_BLACK, moves[i % 4],
                          NULL));
    }
    ck_assert(!session_play(session, DRAUGHTS_WHITE, "32-27", NULL));
    session_free(session);
    text_free(&pdn);
}
END_TEST

START_TEST(a_man_on_its_last_row_is_a_king) {
    assert_odd("\n[FEN \"W:W4,30:B1,32\"] *", 0, -1, "warcaby letters * 0 W:WK4,30:B1,K32",
               "line 2: the man on its last row, G1, is read as a king\n");
    assert_odd("1. /FEN \"B:W30:B29,12\"/ A1-B2 *", 0, -1, "warcaby letters * 1 W:W30:B12,K25:H1",
               "line 1: the man on its last row, A1, is read as a king\n");
}
END_TEST

static const struct {
    const char *pdn, *expected;
} odd[] = {
    /* a byte order mark, carriage returns, percent lines, praise, glyphs, no numbers */
    {"\xef\xbb\xbf[Event \"x\"]\r\n%x [y\r\n11-15! 23-19(?!) $1 8-11* *\r\n",
     "english letters * 3 "
     "W:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"},
    /* numbers glued to moves, every move with an x, a variation with a comment in it */
    {"1.11x15 23x19 (1... 22-18 {x ) y}) 2.8-11 1-0",
     "english letters B+R 3 "
     "W:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"},
    /* dots after black's number, a result in points, upper case X, colons */
    {"[FEN \"W:W22:B18,1\"]\n1. c3:e5 2-0", "warcaby letters W+R 1 B:W15:B1"},
    {"[FEN \"B:W22:B18,1.\"] [GameType \"21\"] 1... 18X25 0-1", "english letters B+1 1 W:W:B1,25"},
    {"[FEN \"B:W30,K18:BK1-3:F12\"] *", "warcaby letters * 0 B:WK18,30:BK1,K2,K3"},
    /* tags without an order, unknown ones, a time in a comment, no result */
    {"[Result \"1/2-1/2\"][Round \"2.1\"][ECO \"\"]1. 11-15 {[%clk w0:01:00]}",
     "english letters 0 1 "
     "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"},
};

START_TEST(odd_files_are_read) {
    assert_odd(odd[_i].pdn, 0, -1, odd[_i].expected, "");
}
END_TEST

START_TEST(a_game_that_is_not_there_is_refused) {
    struct session *session = session_new(&draughts_game);
    struct error error = {0};
    struct text why = {0};
    const char *pdn = "1. C3-D4 * 1. E3-D4 *";
    ck_assert(!session_load_record(session, pdn, strlen(pdn), 2, -1, &error));
    error_print(&error, &why);
    ck_assert_str_eq(text_string(&why), "there is no game of that number in it: it has 2");
    error_clear(&error);
    text_free(&why);
    session_free(session);
}
END_TEST

/* Megabytes: the last of many games, many tags, and comments without end. */
START_TEST(large_files_are_read) {
    struct text file = {0};
    for (int i = 0; i < 30000; i++) {
        text_print(&file, "[Event \"%d\"]\n1. C3-D4 {%-60d} B6-A5 (1... F6-E5 {x}) 1-0\n\n", i, i);
    }
    text_put(&file, "1. C3-D4 ");
    for (int i = 0; i < 100000; i++) {
        text_put(&file, "{x}");
    }
    text_put(&file, "B6-A5");
    ck_assert_uint_gt(file.length, 3000000);
    assert_game(text_string(&file), 29999, "warcaby letters W+R 2 " AFTER_D4_A5);
    assert_game(text_string(&file), 30000, "warcaby letters * 2 " AFTER_D4_A5);
    text_clear(&file);
    for (int i = 0; i < 200000; i++) {
        text_print(&file, "[T%d \"\"]", i);
    }
    struct session *session = session_new(&draughts_game);
    struct error error = {0};
    ck_assert(!session_load_record(session, text_string(&file), file.length, 0, -1, &error));
    ck_assert_str_eq(error.code, "draughts.pdn-tags");
    text_clear(&file);
    text_fill(&file, '(', 1000000);
    ck_assert(!session_load_record(session, text_string(&file), file.length, 0, -1, &error));
    ck_assert_str_eq(error.code, "draughts.pdn-variation");
    error_clear(&error);
    session_free(session);
    text_free(&file);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("draughts_pdn");
    suite_add(suite, records_are_written_with_tags_numbers_and_result);
    suite_add(suite, the_first_number_belongs_to_the_side_that_begins);
    suite_add(suite, positions_stand_in_tags_and_between_moves);
    suite_add(suite, comments_with_braces_and_lines_survive);
    suite_add_loop(suite, lines_stay_short_and_random_games_round_trip, 0, 12);
    suite_add(suite, the_layout_is_free);
    suite_add(suite, comments_belong_to_the_move_before_them);
    suite_add(suite, tags_are_kept_with_quotes_and_backslashes);
    suite_add(suite, days_have_dots);
    suite_add(suite, captures_may_be_abbreviated);
    suite_add(suite, several_games_stand_in_a_file);
    suite_add_loop(suite, results_belong_to_sides, 0, sizeof results / sizeof *results);
    suite_add_loop(suite, bad_records_are_refused_with_line_and_reason, 0,
                   sizeof bad / sizeof *bad);
    suite_add(suite, an_unreadable_game_hides_no_other);
    suite_add(suite, records_go_on_after_a_draw_by_our_rules);
    suite_add(suite, a_man_on_its_last_row_is_a_king);
    suite_add_loop(suite, odd_files_are_read, 0, sizeof odd / sizeof odd[0]);
    suite_add(suite, a_game_that_is_not_there_is_refused);
    suite_add(suite, large_files_are_read);
    return suite_run(suite);
}
