/* The referee: turns, undo, endings, records. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../support/suite.h"

static struct session *session;

static void setup(void) {
    session = session_new(games_find("qttt")->game);
}

static void teardown(void) {
    session_free(session);
}

/* "x A1-B1 o A1-B1": colours and tokens by turns. */
static void plays(const char *line) {
    struct words words;
    words_split(&words, line);
    for (int i = 0; i + 1 < words.count; i += 2) {
        struct error error = {0};
        struct text why = {0};
        int side = game_side(session_game(session), words.at[i]);
        bool good = session_play(session, side, words.at[i + 1], &error);
        error_print(&error, &why);
        ck_assert_msg(good, "%s %s: %s", words.at[i], words.at[i + 1], text_string(&why));
    }
    words_free(&words);
}

static char *position(void) {
    struct text text = {0};
    session_game(session)->save(session_state(session), &text);
    return text_take(&text);
}

static char *record(void) {
    struct text text = {0};
    session_print_record(session, &text);
    return text_take(&text);
}

static void position_is(const char *expected) {
    char *text = position();
    ck_assert_str_eq(text, expected);
    free(text);
}

static void result_is(const char *expected) {
    struct text text = {0};
    session_print_result(session, &text);
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
}

static void error_says(struct error *error, const char *code, const char *text) {
    struct text why = {0};
    ck_assert_ptr_nonnull(error->code);
    error_print(error, &why);
    ck_assert_str_eq(text_string(&why), text);
    ck_assert_str_eq(error->code, code);
    text_free(&why);
    error_clear(error);
}

static void undoes(long count) {
    struct error error = {0};
    ck_assert(session_undo(session, count, &error));
}

static void cannot_undo(long count) {
    struct error error = {0};
    char *before = record();
    ck_assert(!session_undo(session, count, &error));
    error_says(&error, "session.undo", "there are not so many plies to take back");
    char *after = record();
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
}

START_TEST(a_new_session) {
    ck_assert_uint_eq(session_plies(session), 0);
    int side = 7;
    ck_assert_uint_eq(session_last(session, &side), MOVE_NONE);
    ck_assert_int_eq(side, SIDE_NONE);
    ck_assert_uint_eq(session_past(session).count, 0);
    ck_assert_int_eq(session_draw_offered(session), SIDE_NONE);
    result_is("*");
    cannot_undo(1);
}
END_TEST

START_TEST(turns) {
    struct error error = {0};
    plays("x A1-B1");
    ck_assert(!session_play(session, 0, "A2-B2", &error));
    error_says(&error, "session.wrong-side", "o is to play");
    ck_assert(!session_may_play(session, 0, &error));
    error_says(&error, "session.wrong-side", "o is to play");
    ck_assert(session_may_play(session, 1, &error));
    ck_assert(!session_turn(session, 0, &error));
    error_clear(&error);
    ck_assert_uint_eq(session_plies(session), 1);
    ck_assert_int_eq(session_to_play(session), 1);
}
END_TEST

START_TEST(undo_over_a_collapse) {
    static const char *const plies[] = {"x A1-B1", "o A1-B1", "x O2@A1", "x A2-B2", "o A2-C3"};
    char *seen[6];
    for (int i = 0; i < 5; i++) {
        seen[i] = position();
        plays(plies[i]);
    }
    seen[5] = position();
    ck_assert_uint_eq(session_plies(session), 5);
    for (int i = 4; i >= 0; i--) {
        undoes(1);
        position_is(seen[i]);
        ck_assert_uint_eq(session_plies(session), (size_t)i);
        ck_assert_uint_eq(session_past(session).count, (size_t)i);
        ck_assert_int_eq(session_to_play(session), plies[i][0] == 'o');
    }
    for (int i = 0; i < 5; i++)
        plays(plies[i]);
    cannot_undo(6);
    undoes(3);
    position_is(seen[2]);
    undoes(2);
    position_is(seen[0]);
    for (int i = 0; i < 6; i++)
        free(seen[i]);
}
END_TEST

START_TEST(whoever_was_told_begins) {
    plays("o A1-B1");
    ck_assert_int_eq(session_to_play(session), 0);
    undoes(1);
    ck_assert_int_eq(session_to_play(session), 1);
    ck_assert_uint_eq(session_plies(session), 0);
    cannot_undo(1);
    ck_assert_int_eq(session_to_play(session), 1);
    plays("o A1-C1 x A1-B2");
    undoes(2);
    ck_assert_int_eq(session_to_play(session), 1);
    plays("x A1-B1"); /* the last word counts */
    undoes(1);
    ck_assert_int_eq(session_to_play(session), 0);
    plays("x A1-B1 o A1-B2");
    undoes(2);
    ck_assert_int_eq(session_to_play(session), 0);
    plays("o A1-B1");
    session_clear(session);
    ck_assert_int_eq(session_to_play(session), 0);
}
END_TEST

START_TEST(the_end_by_the_rules) {
    struct error error = {0};
    enum ending ending;
    plays("x A1-B1 o A1-B1 x O2@A1 x A2-B2 o A2-B2 x O4@A2 x A3-B3 o A3-B3 x O6@A3");
    result_is("X+0.5");
    struct result result = session_result(session, &ending);
    ck_assert_int_eq(ending, ENDING_RULES);
    ck_assert_int_eq(result.winner, 0);
    struct moves list = {0};
    session_moves(session, &list);
    ck_assert_uint_eq(list.count, 0);
    ck_assert(!session_play(session, 1, "C1-C2", &error));
    error_says(&error, "session.over", "the game is over, X+0.5");
    ck_assert(!session_resign(session, 1, &error));
    error_says(&error, "session.over", "the game is over, X+0.5");
    ck_assert(!session_draw_offer(session, 1, &error));
    error_clear(&error);
    ck_assert(!session_end(session, ENDING_TIME, 1, 0, &error));
    error_clear(&error);
    undoes(1);
    result_is("*");
    plays("x X5@A3");
    result_is("*");
}
END_TEST

START_TEST(resignation_and_its_undoing) {
    struct error error = {0};
    enum ending ending;
    plays("x A1-B1");
    char *before = position();
    ck_assert(session_resign(session, 0, &error));
    result_is("O+R");
    session_result(session, &ending);
    ck_assert_int_eq(ending, ENDING_RESIGN);
    ck_assert(!session_play(session, 1, "A2-B2", &error));
    error_says(&error, "session.over", "the game is over, O+R");
    struct moves list = {0};
    session_moves(session, &list);
    ck_assert_uint_eq(list.count, 0);
    undoes(1); /* takes the resignation back, not the ply */
    result_is("*");
    position_is(before);
    ck_assert(session_resign(session, 1, &error));
    result_is("X+R");
    undoes(2); /* the resignation and the ply */
    ck_assert_uint_eq(session_plies(session), 0);
    ck_assert(session_resign(session, 1, &error));
    cannot_undo(2);
    result_is("X+R");
    undoes(1);
    result_is("*");
    free(before);
}
END_TEST

START_TEST(steps_back_to_ones_own_decision) {
    static const bool x[2] = {true, false}, o[2] = {false, true}, any[2] = {true, true};
    ck_assert_int_eq(session_steps_back(session, any), 0);
    plays("x A1-B1 o A1-B1 x O2@A1 x B2-C2"); /* x decides twice in a row */
    ck_assert_int_eq(session_steps_back(session, x), 1);
    ck_assert_int_eq(session_steps_back(session, o), 3);
    ck_assert(session_resign(session, 0, NULL));
    ck_assert_int_eq(session_steps_back(session, any), 2);
    ck_assert_int_eq(session_steps_back(session, o), 4);
    undoes(4);
    ck_assert_uint_eq(session_plies(session), 1);
    ck_assert_int_eq(session_steps_back(session, o), 0);
    ck_assert(session_resign(session, 0, NULL));
    ck_assert_int_eq(session_steps_back(session, o), 0);
}
END_TEST

START_TEST(draws) {
    struct error error = {0};
    enum ending ending;
    ck_assert(!session_draw_answer(session, 0, true, &error));
    error_says(&error, "session.no-offer", "o has offered no draw");
    ck_assert(session_draw_offer(session, 0, &error));
    ck_assert_int_eq(session_draw_offered(session), 0);
    ck_assert(session_draw_offer(session, 0, &error));
    result_is("*");
    ck_assert(!session_draw_answer(session, 0, true, &error));
    error_says(&error, "session.no-offer", "o has offered no draw");
    ck_assert(session_draw_answer(session, 1, false, &error));
    ck_assert_int_eq(session_draw_offered(session), SIDE_NONE);
    ck_assert(session_draw_offer(session, 0, &error));
    plays("x A1-B1"); /* a ply closes the offer */
    ck_assert(!session_draw_answer(session, 1, true, &error));
    error_says(&error, "session.no-offer", "x has offered no draw");
    ck_assert(session_draw_offer(session, 1, &error));
    ck_assert(session_draw_answer(session, 0, true, &error));
    result_is("0");
    session_result(session, &ending);
    ck_assert_int_eq(ending, ENDING_AGREED);
    undoes(1);
    ck_assert_uint_eq(session_plies(session), 1);
    ck_assert(session_draw_offer(session, 0, &error));
    ck_assert(session_draw_offer(session, 1, &error)); /* both offer: agreed */
    result_is("0");
}
END_TEST

START_TEST(other_endings) {
    static const struct {
        enum ending ending;
        int winner;
        const char *text;
    } known[] = {{ENDING_TIME, 0, "X+T"},       {ENDING_TIME, 1, "O+T"},
                 {ENDING_FAULT, 1, "O+F"},      {ENDING_ADJUDICATED, 0, "X+A"},
                 {ENDING_TIME, SIDE_NONE, "0"}, {ENDING_ADJUDICATED, SIDE_NONE, "0"},
                 {ENDING_SCORED, 1, "O+2.5"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        enum ending ending;
        struct error error = {0};
        ck_assert(session_end(session, known[i].ending, known[i].winner, 2.5, &error));
        result_is(known[i].text);
        session_result(session, &ending);
        ck_assert_int_eq(ending, known[i].ending);
        undoes(1);
        result_is("*");
    }
}
END_TEST

START_TEST(settings_start_anew) {
    struct error error = {0};
    plays("x A1-B1");
    session_set_tag(session, "Event", "test");
    ck_assert(!session_set_rules(session, "chess", &error));
    error_says(&error, "session.rules", "no rule set 'chess'; qttt has goff, earliest, sum");
    ck_assert(!session_set_size(session, 10, &error));
    error_says(&error, "session.size", "qttt has boards from 3 to 9");
    ck_assert(!session_set(session, "komi", "7", &error));
    error_says(&error, "session.setting", "qttt has no setting 'komi'");
    ck_assert(!session_set(session, "win_length", "4", &error));
    error_clear(&error);
    ck_assert(!session_set_position(session, "nonsense", &error));
    error_clear(&error);
    ck_assert_uint_eq(session_plies(session), 1);
    ck_assert_str_eq(session_tag(session, "Event"), "test");
    ck_assert(session_set_size(session, 5, &error));
    ck_assert_uint_eq(session_plies(session), 0);
    ck_assert_ptr_null(session_tag(session, "Event"));
    position_is("5 4 x");
    ck_assert(session_set(session, "win_length", "3", &error));
    position_is("5 3 x");
    ck_assert(session_set_rules(session, "sum", &error));
    ck_assert_int_eq(session_setup(session)->rules, 2);
    ck_assert(session_resign(session, 0, &error));
    session_clear(session);
    result_is("*");
    session_set_game(session, games_find("draughts")->game);
    ck_assert_int_eq(session_setup(session)->rules, 0);
    session_set_game(session, games_find("qttt")->game);
    position_is("3 3 x");
}
END_TEST

START_TEST(clocks) {
    struct clock_settings settings = {.kind = CLOCK_ABSOLUTE, .main = 60};
    session_set_clock(session, &settings);
    session_spend_time(session, 0, 20, 0);
    ck_assert_double_eq(session_clock(session, 0)->left, 40);
    ck_assert_double_eq(session_clock(session, 1)->left, 60);
    session_clear(session);
    ck_assert_double_eq(session_clock(session, 0)->left, 60);
    session_set_game(session, games_find("draughts")->game);
    ck_assert_int_eq(session_clock(session, 1)->settings.kind, CLOCK_ABSOLUTE);
}
END_TEST

/* Loads text into a second session and compares everything. */
static void round_trip(void) {
    char *text = record();
    struct error error = {0};
    struct text why = {0};
    struct session *kept = session;
    session = session_new(session_game(kept));
    bool good = session_load_record(session, text, strlen(text), 0, -1, &error);
    error_print(&error, &why);
    ck_assert_msg(good, "%s\n%s", text_string(&why), text);
    char *again = record();
    ck_assert_str_eq(again, text);
    ck_assert_int_eq(session_to_play(session), session_to_play(kept));
    ck_assert_uint_eq(session_past(session).count, session_past(kept).count);
    free(text);
    free(again);
    session_free(session);
    session = kept;
}

START_TEST(a_change_of_rules_starts_nothing_anew) {
    struct clock_settings settings = {.kind = CLOCK_BYOYOMI, .main = 60, .period = 10, .count = 5};
    session_set_game(session, games_find("go")->game);
    session_set_clock(session, &settings);
    plays("b D4 w Q16");
    session_set_tag(session, "Event", "test");
    session_spend_time(session, 0, 20, 0);
    session_spend_time(session, 1, 75, 0);
    struct clock before = *session_clock(session, 1);
    ck_assert(session_draw_offer(session, 0, NULL));
    ck_assert(session_change_rules(session, 1, NULL));
    ck_assert_int_eq(session_setup(session)->rules, 1);
    ck_assert_double_eq(session_clock(session, 0)->left, 40);
    ck_assert(session_clock(session, 1)->overtime);
    ck_assert_int_eq(session_clock(session, 1)->count, before.count);
    ck_assert_int_eq(session_draw_offered(session), 0);
    ck_assert_uint_eq(session_plies(session), 2);
    ck_assert_str_eq(session_tag(session, "Event"), "test");
    /* A lone stone, and the same again after six plies: area rules forbid that. */
    session_set_game(session, games_find("go")->game);
    ck_assert(session_set_size(session, 2, NULL));
    plays("b B2 w A1 b B1 w A2 b B2 w B1 b B2");
    ck_assert(session_draw_offer(session, 1, NULL));
    struct error error = {0};
    ck_assert(!session_change_rules(session, 1, &error));
    error_clear(&error);
    ck_assert_int_eq(session_setup(session)->rules, 0);
    ck_assert_int_eq(session_draw_offered(session), 1);
    ck_assert_uint_eq(session_plies(session), 7);
}
END_TEST

START_TEST(records_come_back) {
    struct error error = {0};
    round_trip();
    session_comment(session, "before the first ply");
    round_trip();
    session_set_tag(session, "Event", "a \"quoted\" \\ name");
    session_set_tag(session, "Side0", "anna");
    plays("o A1-B1 x A1-B1");
    session_comment(session, "a cycle,\nin two lines");
    round_trip();
    plays("o X2@B1");
    session_comment(session, "one {two");
    round_trip();
    ck_assert(session_resign(session, 1, &error));
    round_trip();
    undoes(1);
    ck_assert(session_end(session, ENDING_TIME, 1, 0, &error));
    round_trip();
    undoes(1);
    ck_assert(session_end(session, ENDING_FAULT, 0, 0, &error));
    round_trip();
    undoes(1);
    ck_assert(session_end(session, ENDING_ADJUDICATED, 0, 0, &error));
    round_trip();
    undoes(1);
    ck_assert(session_end(session, ENDING_AGREED, SIDE_NONE, 0, &error));
    round_trip();
    undoes(4);
    ck_assert_int_eq(session_to_play(session), 1);
    round_trip(); /* no plies, but o begins */
}
END_TEST

/* A side that begins anyway is not told so again: the record is that of a session nobody told
 * anything. */
START_TEST(records_of_turns_that_change_nothing) {
    struct error error = {0};
    char *before = record();
    ck_assert(session_turn(session, 0, &error));
    round_trip();
    ck_assert(session_turn(session, 1, &error));
    round_trip();
    ck_assert(session_turn(session, 0, &error));
    round_trip();
    char *after = record();
    ck_assert_str_eq(after, before);
    free(before);
    free(after);
    ck_assert(session_turn(session, 1, &error));
    plays("x A1-B1 o A1-B1");
    round_trip();
    undoes(2);
    ck_assert_int_eq(session_to_play(session), 0);
    round_trip();
}
END_TEST

START_TEST(records_of_set_positions_and_edits) {
    struct error error = {0};
    ck_assert(session_set_size(session, 4, &error));
    plays("x A1-B1 o B1-C2");
    char *text = position();
    ck_assert(session_set_position(session, text, &error));
    ck_assert_uint_eq(session_plies(session), 0);
    plays("x A1-A2");
    round_trip();
    char *written = record();
    ck_assert_ptr_nonnull(strstr(written, "[Position \""));
    free(written);

    /* An edit stands in the log; undo stops there, repetition is counted from there. */
    struct session *other = session_copy(session);
    ck_assert(session_play(other, 1, "C3-C4", &error));
    session_edit(session, session_state(other));
    session_free(other);
    ck_assert_uint_eq(session_past(session).count, 0);
    cannot_undo(1);
    plays("x D1-D2");
    session_comment(session, "after the edit");
    round_trip();
    undoes(1);
    ck_assert_uint_eq(session_past(session).count, 0);
    cannot_undo(1);
    free(text);
}
END_TEST

/* The side to play in an edited position is so again after undo; a game that is over has no
 * turns. */
START_TEST(turns_of_edits) {
    struct error error = {0};
    session_free(session);
    session = session_new(games_find("go")->game);
    struct session *other = session_copy(session);
    ck_assert(session_turn(other, 1, &error));
    session_edit(session, session_state(other));
    session_free(other);
    plays("w A1 b B1");
    undoes(2);
    ck_assert_int_eq(session_to_play(session), 1);
    ck_assert(session_resign(session, 1, &error));
    ck_assert(!session_turn(session, 0, &error));
    ck_assert_str_eq(error.code, "session.over");
    error_clear(&error);
}
END_TEST

/* Results that no move gives are taken from a record as they stand, half points included. */
START_TEST(results_of_records) {
    static const char *const results[] = {"B+0.5", "W+12.5", "B+R", "W+T", "B+F"};
    session_free(session);
    session = session_new(games_find("go")->game);
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        struct error error = {0};
        struct text text = {0};
        text_print(&text, "(;GM[1]SZ[9]RE[%s];B[aa])", results[i]);
        ck_assert(session_load_record(session, text_string(&text), text.length, 0, -1, &error));
        result_is(results[i]);
        text_free(&text);
    }
}
END_TEST

START_TEST(part_of_a_record) {
    struct error error = {0};
    plays("x A1-B1 o A1-B1 x O2@A1 x A2-B2");
    session_comment(session, "the last");
    ck_assert(session_resign(session, 0, &error));
    char *text = record();
    for (long plies = 0; plies <= 5; plies++) {
        ck_assert(session_load_record(session, text, strlen(text), 0, plies, &error));
        ck_assert_uint_eq(session_plies(session), plies > 4 ? 4 : (size_t)plies);
        result_is(plies >= 4 ? "O+R" : "*");
    }
    free(text);
}
END_TEST

START_TEST(several_games_in_a_text) {
    static const char text[] = "[Game \"qttt\"]\n[Result \"*\"]\n1. x A1-B1\n*\n\n"
                               "[Game \"qttt\"]\n[Size \"4\"]\n1. x A1-D4 2. o A1-D4 X+R\n"
                               "[Game \"qttt\"]\n[Rules \"sum\"]\n"
                               "[Game \"qttt\"]\n1. o A1-C3\n";
    struct error error = {0};
    ck_assert(session_load_record(session, text, sizeof text - 1, 0, -1, &error));
    position_is("3 3 x X1:A1-B1");
    ck_assert(session_load_record(session, text, sizeof text - 1, 1, -1, &error));
    ck_assert_uint_eq(session_plies(session), 2);
    ck_assert_int_eq(session_setup(session)->size, 4);
    result_is("X+R");
    ck_assert(!session_load_record(session, text, sizeof text - 1, 9, -1, &error));
    error_clear(&error);
    ck_assert_uint_eq(session_plies(session), 2);
}
END_TEST

START_TEST(bad_records_change_nothing) {
    static const struct {
        const char *text, *code, *says;
    } bad[] = {
        {"", "record.index", "there is no game in it"},
        {"[Game \"draughts\"]\n*", "record.game",
         "line 1: this is a record of draughts; set_game first"},
        {"[Game \"qttt\"]\n[Size \"99\"]\n", "record.size", "line 2: no board of size 99"},
        {"[Game \"qttt\"]\n\n[Rules \"chess\"]\n", "record.rules", "line 3: no rule set chess"},
        {"[First \"green\"]\n", "record.first", "line 1: no colour green"},
        {"[WinLength \"9\"]\n", "record.setting",
         "line 1: the win length goes from 3 to the board size, 3"},
        {"[Game qttt]\n", "record.quote", "line 1: a text in double quotes is missing"},
        {"[Game \"qttt\n]", "record.quote", "line 1: the quoted text does not end"},
        {"[Game \"qttt\"\n1. A1-B1", "record.tag", "line 2: the tag Game does not end with ]"},
        {"[ \"qttt\"]", "record.tag", "line 1: a tag needs a name: [Name \"value\"]"},
        {"1. x A1-B1\n2. o A1-A1\n", "record.ply", NULL},
        {"1. x A1-B1\n2. x A1-B2\n", "record.ply", "line 2: A1-B2: o is to play"},
        {"1. x A1-B1 {open\n", "record.comment", "line 1: the comment does not end with }"},
        {"1. x A1-B1 }\n", "record.stray", "line 1: stray }"},
        {"1. x A1-B1\nX+1\n", "record.result", "the record says X+1, its plies give no result"},
        {"1. x A1-B1 2. o A1-B1 3. x O2@A1 4. x A2-B2 5. o A2-B2 6. x O4@A2 7. x A3-B3\n"
         "8. o A3-B3 9. x O6@A3 O+1",
         "record.result", "the record says O+1, its plies give X+0.5"},
        {"[Position \"nonsense\"]\n*", NULL, NULL},
        {"position \"nonsense\"\n*", "record.ply", NULL},
        {"position \"4 4 x\"\n*", "record.ply", "line 1: 4 4 x: the size changes within the game"},
        {"1. x A1-B1\nturn x\n", "record.ply", NULL},
    };
    plays("x C1-C2");
    char *before = record();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct error error = {0};
        const char *text = bad[i].text;
        ck_assert_msg(!session_load_record(session, text, strlen(text), 0, -1, &error),
                      "accepted: %s", text);
        struct text why = {0};
        error_print(&error, &why);
        if (bad[i].code != NULL)
            ck_assert_str_eq(error.code, bad[i].code);
        if (bad[i].says != NULL)
            ck_assert_str_eq(text_string(&why), bad[i].says);
        ck_assert_uint_gt(why.length, 0);
        text_free(&why);
        error_clear(&error);
        char *after = record();
        ck_assert_str_eq(before, after);
        free(after);
    }
    struct error error = {0};
    ck_assert(!session_load_record(session, "1. \0", 4, 0, -1, &error));
    error_says(&error, "record.binary", "this is not a text file");
    /* Nobody need ask why. */
    ck_assert(!session_load_record(session, "1. x A1-A1", 10, 0, -1, NULL));
    free(before);
}
END_TEST

/* Each tag is looked for among those before it: without a limit a megabyte of them takes half a
 * minute. */
START_TEST(too_many_tags) {
    struct text text = {0};
    for (int i = 0; i < 1000; i++)
        text_print(&text, "[T%d \"x\"]\n", i);
    ck_assert(session_load_record(session, text.at, text.length, 0, -1, NULL));
    text_put(&text, "[Last \"x\"]\n");
    struct error error = {0};
    ck_assert(!session_load_record(session, text.at, text.length, 0, -1, &error));
    error_says(&error, "record.tags", "line 1001: a game has at most 1000 tags");
    text_free(&text);
}
END_TEST

START_TEST(a_copy_shares_nothing) {
    struct error error = {0};
    plays("x A1-B1 o A1-B1");
    session_comment(session, "kept");
    session_set_tag(session, "Event", "one");
    session_edit(session, session_state(session));
    struct session *copy = session_copy(session);
    char *before = record();
    ck_assert(session_play(copy, 0, "O2@A1", &error));
    session_comment(copy, "changed");
    session_set_tag(copy, "Event", "two");
    session_clear(copy);
    char *after = record();
    ck_assert_str_eq(before, after);
    session_free(copy);
    copy = session_copy(session);
    session_clear(session);
    session_free(session);
    session = copy;
    free(after);
    after = record();
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
}
END_TEST

START_TEST(copy_of_an_empty_session) {
    struct session *copy = session_copy(session);
    struct error error = {0};
    ck_assert(session_play(copy, 0, "A1-B1", &error));
    ck_assert_uint_eq(session_plies(session), 0);
    session_free(copy);
}
END_TEST

/* Many plies and undos, so that every list grows. */
START_TEST(a_long_game) {
    session_set_game(session, games_find("draughts")->game);
    struct error error = {0};
    for (int round = 0; round < 3; round++) {
        size_t plies = 0;
        for (; plies < 300; plies++) {
            struct moves list = {0};
            session_moves(session, &list);
            if (list.count == 0)
                break;
            session_play_move(session, session_to_play(session),
                              list.at[(plies * 7 + (size_t)round) % list.count]);
            moves_free(&list);
        }
        ck_assert_uint_eq(session_plies(session), plies);
        round_trip();
        ck_assert(session_undo(session, (long)plies, &error));
        ck_assert_uint_eq(session_plies(session), 0);
        cannot_undo(1);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("session");
    suite_add_with(suite, setup, teardown, a_new_session);
    suite_add_with(suite, setup, teardown, turns);
    suite_add_with(suite, setup, teardown, undo_over_a_collapse);
    suite_add_with(suite, setup, teardown, whoever_was_told_begins);
    suite_add_with(suite, setup, teardown, the_end_by_the_rules);
    suite_add_with(suite, setup, teardown, resignation_and_its_undoing);
    suite_add_with(suite, setup, teardown, steps_back_to_ones_own_decision);
    suite_add_with(suite, setup, teardown, draws);
    suite_add_with(suite, setup, teardown, other_endings);
    suite_add_with(suite, setup, teardown, settings_start_anew);
    suite_add_with(suite, setup, teardown, clocks);
    suite_add_with(suite, setup, teardown, a_change_of_rules_starts_nothing_anew);
    suite_add_with(suite, setup, teardown, records_come_back);
    suite_add_with(suite, setup, teardown, records_of_turns_that_change_nothing);
    suite_add_with(suite, setup, teardown, records_of_set_positions_and_edits);
    suite_add_with(suite, setup, teardown, turns_of_edits);
    suite_add_with(suite, setup, teardown, results_of_records);
    suite_add_with(suite, setup, teardown, part_of_a_record);
    suite_add_with(suite, setup, teardown, several_games_in_a_text);
    suite_add_with(suite, setup, teardown, bad_records_change_nothing);
    suite_add_with(suite, setup, teardown, too_many_tags);
    suite_add_with(suite, setup, teardown, a_copy_shares_nothing);
    suite_add_with(suite, setup, teardown, copy_of_an_empty_session);
    suite_add_with(suite, setup, teardown, a_long_game);
    return suite_run(suite);
}
