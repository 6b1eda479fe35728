/* Records in SGF: reading, writing, and what is refused. */
#include "../support/suite.h"
#include "go_draw.h"

static struct session *loaded(const char *text, size_t index, long plies) {
    struct session *session = session_new(&go_game);
    struct error error = {0};
    if (!session_load_record(session, text, strlen(text), index, plies, &error)) {
        struct text why = {0};
        error_print(&error, &why);
        ck_abort_msg("%s: %s", text, text_string(&why));
    }
    return session;
}

/* The record is refused, the session unchanged, and the error's text has this in it. */
static void refused(const char *text, size_t length, const char *code, const char *part) {
    struct session *session = session_new(&go_game);
    struct error error = {0};
    struct text why = {0};
    session_play(session, GO_BLACK, "D4", NULL);
    ck_assert_msg(!session_load_record(session, text, length, 0, -1, &error), "%s was taken", text);
    error_print(&error, &why);
    ck_assert_msg(strcmp(error.code, code) == 0, "%s: %s (%s)", text, text_string(&why),
                  error.code);
    ck_assert_msg(strstr(text_string(&why), part) != NULL, "%s", text_string(&why));
    ck_assert_uint_eq(session_plies(session), 1);
    error_clear(&error);
    text_free(&why);
    session_free(session);
}

static void printed(const struct session *session, const char *want) {
    struct text text = {0};
    session_print_record(session, &text);
    ck_assert_str_eq(text_string(&text), want);
    text_free(&text);
}

START_TEST(plain_game) {
    struct session *s = loaded("(;FF[4]GM[1]SZ[9]KM[5.5]RU[Chinese];B[ee];W[ce];B[])", 0, -1);
    ck_assert_int_eq(session_setup(s)->size, 9);
    ck_assert_int_eq(session_setup(s)->rules, GO_CHINESE);
    ck_assert_double_eq(session_setup(s)->value[GO_KOMI], 5.5);
    ck_assert_uint_eq(session_plies(s), 3);
    ck_assert_int_eq(state_of(s)->passes, 1);
    printed(s, "(;FF[4]GM[1]CA[UTF-8]AP[Ternion:" PACKAGE_VERSION
               "]SZ[9]RU[Chinese]KM[5.5]\n;B[ee];W[ce];B[])\n");
    session_free(s);
}
END_TEST

START_TEST(both_spellings_of_pass) {
    struct session *s = loaded("(;SZ[19];B[tt];W[])", 0, -1);
    ck_assert_int_eq(state_of(s)->passes, 2);
    session_free(s);
    s = loaded("(;SZ[25];B[tt];W[])", 0, -1); /* a point of a board that large */
    ck_assert_int_eq(state_of(s)->passes, 1);
    ck_assert_int_eq(state_of(s)->board.empty_count, 624);
    session_free(s);
}
END_TEST

START_TEST(main_line_is_the_first_branch) {
    struct session *s = loaded("(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd];W[ee]))(;W[ff]))", 0, -1);
    ck_assert_uint_eq(session_plies(s), 3);
    ck_assert_int_eq(session_to_play(s), GO_WHITE);
    ck_assert_int_eq(go_game.holder(session_state(s), 2, 6), GO_BLACK);
    ck_assert_int_eq(go_game.holder(session_state(s), 3, 5), SIDE_NONE);
    session_free(s);
}
END_TEST

START_TEST(several_games_in_a_file) {
    static const char file[] =
        "From: somebody\n\n(;SZ[5];B[aa])\n junk (;SZ[7];B[aa];W[bb])(;SZ[9])";
    static const int sizes[] = {5, 7, 9}, plies[] = {1, 2, 0};
    for (size_t i = 0; i < 3; i++) {
        struct session *s = loaded(file, i, -1);
        ck_assert_int_eq(session_setup(s)->size, sizes[i]);
        ck_assert_uint_eq(session_plies(s), (size_t)plies[i]);
        session_free(s);
    }
    struct session *s = session_new(&go_game);
    ck_assert(!session_load_record(s, file, strlen(file), 3, -1, NULL));
    session_free(s);
}
END_TEST

START_TEST(stops_before_a_ply) {
    static const char file[] = "(;SZ[9];B[aa];W[bb];B[cc])";
    for (long plies = 0; plies <= 3; plies++) {
        struct session *s = loaded(file, 0, plies);
        ck_assert_uint_eq(session_plies(s), (size_t)plies);
        session_free(s);
    }
}
END_TEST

START_TEST(handicap_and_setup) {
    struct session *s = loaded("(;SZ[9]HA[2]AB[cg][gc];W[ee])", 0, -1);
    ck_assert_int_eq(state_of(s)->handicap, 2);
    ck_assert_int_eq(state_of(s)->board.empty_count, 78);
    ck_assert(!session_undo(s, 2, NULL)); /* handicap stones are no plies */
    session_free(s);
    static const char *const bare[] = {"(;SZ[9]HA[3];W[ee])", "(;SZ[9]HA[3])",
                                       "(;SZ[9]HA[3]PL[W])"};
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
        s = loaded(bare[i], 0, 0); /* no stones shown: the usual points */
        board_assert(s, ". . . . . . . . ."
                        ". . . . . . . . ."
                        ". . X . . . X . ."
                        ". . . . . . . . ."
                        ". . . . . . . . ."
                        ". . . . . . . . ."
                        ". . X . . . . . ."
                        ". . . . . . . . ."
                        ". . . . . . . . .");
        ck_assert_int_eq(session_to_play(s), GO_WHITE);
        session_free(s);
    }
    s = loaded("(;SZ[9]HA[3]PL[B])", 0, -1); /* Black will put them where he likes */
    ck_assert_int_eq(state_of(s)->board.empty_count, 81);
    session_free(s);
    s = loaded("(;SZ[3]AB[aa]AW[cc]AB[ba]PL[W])", 0, -1); /* a name may stand twice */
    board_assert(s, "X X ."
                    ". . ."
                    ". . O");
    session_free(s);
    s = loaded("(;SZ[3]AB[aa:ba]AW[cc]PL[W])", 0, -1);
    board_assert(s, "X X ."
                    ". . ."
                    ". . O");
    ck_assert_int_eq(session_to_play(s), GO_WHITE);
    session_free(s);
}
END_TEST

START_TEST(setup_in_the_middle) {
    struct session *s = loaded("(;SZ[3];B[aa];W[bb];AE[aa]AW[ca];B[cc];PL[B];B[ab])", 0, -1);
    board_assert(s, ". . O"
                    "X O ."
                    ". . X");
    ck_assert_uint_eq(session_plies(s), 4);
    struct text once = {0}, twice = {0};
    session_print_record(s, &once);
    struct session *again = loaded(text_string(&once), 0, -1);
    session_print_record(again, &twice);
    ck_assert_str_eq(text_string(&once), text_string(&twice));
    text_free(&once);
    text_free(&twice);
    session_free(again);
    session_free(s);
}
END_TEST

START_TEST(escaped_text) {
    struct session *s = loaded("(;SZ[9]PB[A \\] B \\\\ C]PW[two\nlines]C[one\\\ntwo\nthree\\:four];"
                               "B[aa]C[a [bracket\\] and a backslash \\\\])",
                               0, -1);
    ck_assert_str_eq(session_tag(s, "Side0"), "A ] B \\ C");
    ck_assert_str_eq(session_tag(s, "Side1"), "two lines");
    ck_assert_str_eq(session_tag(s, "Comment"), "onetwo\nthree:four");
    printed(s, "(;FF[4]GM[1]CA[UTF-8]AP[Ternion:" PACKAGE_VERSION
               "]SZ[9]RU[Japanese]KM[6.5]PB[A \\] B \\\\ C]"
               "PW[two lines]C[onetwo\nthree:four]\n"
               ";B[aa]C[a [bracket\\] and a backslash \\\\])\n");
    session_free(s);
}
END_TEST

/* Name and comment come out as UTF-8, whatever they were in; what cannot be read is marked. */
START_TEST(texts_become_utf8) {
    static const struct {
        const char *charset, *name, *want;
    } texts[] = {
        {"", "M\xFCller", "M\xC3\xBCller"},
        {"CA[ ]", "M\xFCller", "M\xC3\xBCller"},
        {"CA[ISO-8859-1]", "\xBFna\xEFve\xFF", "\xC2\xBFna\xC3\xAFve\xC3\xBF"},
        {"CA[latin1]", "M\xFCller", "M\xC3\xBCller"},
        {"", "M\xC3\xBCller", "M\xC3\xBCller"},
        {"CA[UTF-8]", "M\xC3\xBCller", "M\xC3\xBCller"},
        {"CA[UTF-8]", "M\xFCller", "M\xEF\xBF\xBDller"},
        {"CA[ISO-8859-2]", "\xC3\xBC \xFC", "\xC3\xBC \xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text file = {0};
        text_print(&file, "(;SZ[9]PB[%s]%s;B[aa]C[%s])", texts[i].name, texts[i].charset,
                   texts[i].name);
        struct session *s = loaded(text_string(&file), 0, -1);
        const struct log_entry *log;
        session_log(s, &log);
        ck_assert_str_eq(session_tag(s, "Side0"), texts[i].want);
        ck_assert_str_eq(log[0].comment, texts[i].want);
        session_free(s);
        text_free(&file);
    }
    refused("(;SZ[9]KM[\xFC])", 13, "record.sgf-value", "KM[\xC3\xBC]");
}
END_TEST

/* What falls into one place is joined, in the order of the file; nothing is there twice. */
START_TEST(no_comment_is_lost) {
    static const char *const pairs[][2] = {
        {"C[root];AB[aa]C[two];W[bb]C[move];C[after];C[]", "C[root\ntwo]AB[aa]PL[W]\n"
                                                           ";W[bb]C[move\nafter])\n"},
        {"C[of the move]B[aa];PL[B]C[turn];C[more];W[bb]", "\n;B[aa]C[of the move];PL[B]"
                                                           "C[turn\nmore];W[bb])\n"},
        {"C[];B[aa];C[];C[late]", "\n;B[aa]C[late])\n"},
        {";B[aa]C[one]C[two]", "\n;B[aa]C[one\ntwo])\n"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct text file = {0}, want = {0};
        text_print(&file, "(;SZ[9]%s)", pairs[i][0]);
        text_print(&want,
                   "(;FF[4]GM[1]CA[UTF-8]AP[Ternion:" PACKAGE_VERSION "]SZ[9]RU[Japanese]KM[6.5]%s",
                   pairs[i][1]);
        struct session *s = loaded(text_string(&file), 0, -1);
        printed(s, text_string(&want));
        session_free(s);
        text_free(&file);
        text_free(&want);
    }
}
END_TEST

/* Edits before the first ply are part of the root: their comments join the one about the game. */
START_TEST(comments_on_the_start_are_all_written) {
    struct session *s = loaded("(;SZ[9]C[game])", 0, -1);
    ck_assert(session_turn(s, GO_WHITE, NULL));
    session_comment(s, "first");
    ck_assert(session_turn(s, GO_BLACK, NULL));
    session_comment(s, "second");
    struct text record = {0};
    session_print_record(s, &record);
    ck_assert_ptr_nonnull(strstr(text_string(&record), "C[game\nfirst\nsecond]"));
    text_free(&record);
    session_free(s);
}
END_TEST

START_TEST(results) {
    static const char *const pairs[][2] = {{"B+3.5", "B+3.5"}, {"W+Resign", "W+R"},  {"W+R", "W+R"},
                                           {"B+Time", "B+T"},  {"B+Forfeit", "B+F"}, {"Draw", "0"},
                                           {"0", "0"},         {"?", "*"},           {"Void", "*"},
                                           {"b+12", "B+12"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct text file = {0}, result = {0};
        text_print(&file, "(;SZ[9]RE[%s];B[aa])", pairs[i][0]);
        struct session *s = loaded(text_string(&file), 0, -1);
        session_print_result(s, &result);
        ck_assert_str_eq(text_string(&result), pairs[i][1]);
        text_free(&file);
        text_free(&result);
        session_free(s);
    }
}
END_TEST

START_TEST(positions_round_trip) {
    struct session *s = drawing_session("chinese",
                                        ". X O . ."
                                        "X . X O ."
                                        ". X O . ."
                                        ". . . . ."
                                        ". . . . .",
                                        "w - 3 4 0 -2.25");
    ck_assert(line_play(s, "w B4 b E1") == NULL);
    struct text record = {0}, before = {0}, after = {0};
    session_print_record(s, &record);
    struct session *again = loaded(text_string(&record), 0, -1);
    go_save(session_state(s), &before);
    go_save(session_state(again), &after);
    ck_assert_str_eq(text_string(&before), text_string(&after));
    text_free(&record);
    text_free(&before);
    text_free(&after);
    session_free(s);
    session_free(again);
}
END_TEST

/* A handed-over move begins a cycle of its own: a record that forgets it would end the game too
 * early. */
START_TEST(handed_over_start_round_trips) {
    struct session *s = session_new(&go_game);
    struct go_state state;
    ck_assert(session_set_size(s, 2, NULL));
    memcpy(&state, state_of(s), sizeof state);
    go_board_put(&state.board, go_board_at(&state.board, 1, 1), GO_BLACK);
    session_edit(s, &state);
    ck_assert(session_turn(s, GO_BLACK, NULL) && session_turn(s, GO_WHITE, NULL));
    for (int i = 0; i < 2; i++)
        ck_assert(line_play(s, "w A1 b B1 w A2 b B2 w B1 b B2") == NULL);
    ck_assert(line_play(s, "w A1") == NULL);
    struct text record = {0};
    session_print_record(s, &record);
    struct session *again = loaded(text_string(&record), 0, -1);
    printed(again, text_string(&record));
    text_free(&record);
    session_free(again);
    session_free(s);
}
END_TEST

/* A handicap without stones is read as the usual points, unless the record says that there are
 * none. */
START_TEST(empty_board_of_a_handicap_round_trips) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_position(s,
                                   "7 ......./......./......./......./......./......./....... w - "
                                   "0 0 0 6.5 2",
                                   NULL));
    struct text record = {0};
    session_print_record(s, &record);
    struct session *again = loaded(text_string(&record), 0, -1);
    ck_assert_int_eq(state_of(again)->board.empty_count, 49);
    ck_assert_int_eq(state_of(again)->handicap, 2);
    text_free(&record);
    session_free(again);
    session_free(s);
}
END_TEST

START_TEST(whole_position_says_the_passes_too) {
    struct session *s =
        loaded("(;SZ[3];B[aa];AE[aa]PL[W]TERNION[3 .../.../... w - 0 0 2 6.5 0])", 0, -1);
    ck_assert_int_eq(state_of(s)->passes, 2);
    session_free(s);
}
END_TEST

START_TEST(large_and_deep_files) {
    struct text file = {0};
    text_put(&file, "(;SZ[19]C[");
    text_fill(&file, 'x', 4 << 20);
    text_put(&file, "];B[aa]");
    for (int i = 0; i < 20000; i++)
        text_put(&file, "(;C[deep]");
    for (int i = 0; i < 20000; i++)
        text_put(&file, ")(;W[zz]");
    text_put(&file, ")");
    text_fill(&file, ')', 20000);
    struct session *s = session_new(&go_game);
    struct error error = {0};
    bool good = session_load_record(s, text_string(&file), file.length, 0, -1, &error);
    if (!good) {
        struct text why = {0};
        error_print(&error, &why);
        ck_abort_msg("%s", text_string(&why));
    }
    ck_assert_uint_eq(session_plies(s), 1);
    ck_assert_uint_eq(strlen(session_tag(s, "Comment")), 4u << 20);
    text_free(&file);
    session_free(s);
}
END_TEST

/* Oddities of other people's files, and what is said of them. */
START_TEST(odd_files_are_read) {
    static const struct {
        const char *file, *warned;
        size_t plies;
    } files[] = {
        {"(;SZ[9];B[aa]", "line 1: the game ends without its last )\n", 1},
        {"(;SZ[9]\n;B[aa](;W[bb](;B[cc]\n", "line 3: the game ends without its last )\n", 3},
        {"(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]", "line 1: the game ends without its last )\n", 2},
        {"(;SZ[9]", "line 1: the game ends without its last )\n", 0},
        {"(;SZ[9]AB[aa]\nPL[2];W[bb])", "line 2: PL[2] is read as white to play\n", 1},
        {"(;SZ[9]PL[1];B[bb])", "line 1: PL[1] is read as black to play\n", 1},
        {"(;SZ[9]PL[W];W[bb])", "", 1},
        {"mail\n> (;SZ[9];B[ee];W[])(;SZ[5];B[aa])", "", 2},
        {"(;GaMe[1]SiZe[9]\r\n;Black[aa]\r\n;White[tt])", "", 2},
        {"\xef\xbb\xbf(;FF[3]SZ[9]KM[]RE[Void]RU[Ikeda]MULTIGOGM[0];B[ aa ];W[ii])", "", 2},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct session *s = session_new(&go_game);
        struct error error = {0};
        struct text why = {0}, warnings = {0};
        bool good =
            session_read_record(s, files[i].file, strlen(files[i].file), 0, -1, &warnings, &error);
        error_print(&error, &why);
        ck_assert_msg(good, "%s: %s", files[i].file, text_string(&why));
        ck_assert_uint_eq(session_plies(s), files[i].plies);
        ck_assert_str_eq(text_string(&warnings), files[i].warned);
        text_free(&why);
        text_free(&warnings);
        session_free(s);
    }
}
END_TEST

START_TEST(bad_files_are_refused_with_the_place) {
    static const struct {
        const char *file, *code, *part;
    } files[] = {
        {"", "record.index", "no game"},
        {"no game at all", "record.index", "no game"},
        {"(;SZ[9]\n;B[aa", "syntax.sgf", "line 2"},
        {"(;SZ[9]\n;B)", "syntax.sgf", "line 2, column 3"},
        {"(;SZ[9];B[aa]x[)", "syntax.sgf", "line 1"},
        {"(;SZ[9]\n\n!;B[aa])", "syntax.sgf", "line 3, column 1"},
        {"(;SZ[1])", "record.sgf-size", "line 1"},
        {"(;SZ[26])", "record.sgf-size", "26"},
        {"(;SZ[19:13])", "record.sgf-size", "line 1"},
        {"(;GM[2]SZ[8])", "record.sgf-game", "GM[2]"},
        {"(;SZ[9]KM[many])", "record.sgf-value", "KM[many]"},
        {"(;SZ[9]HA[-1])", "record.sgf-value", "HA[-1]"},
        {"(;SZ[9]\n;B[jj])", "record.sgf-value", "line 2: B[jj]"},
        {"(;SZ[9];B[a])", "record.sgf-value", "B[a]"},
        {"(;SZ[9];B[aab])", "record.sgf-value", "B[aab]"},
        {"(;SZ[9]\n;B[cc][dd];W[aa])", "record.sgf-value", "line 2: B[dd]"},
        {"(;SZ[9]AB[zz])", "record.sgf-value", "AB[zz]"},
        {"(;SZ[9]AB[cc:aa])", "record.sgf-value", "AB[cc:aa]"},
        {"(;SZ[9]PL[red])", "record.sgf-value", "PL[red]"},
        {"(;SZ[2]AB[aa][bb]AW[ab][ba])", "record.sgf-liberty", "no liberty"},
        {"(;SZ[9];B[aa]\n;W[aa])", "record.sgf-illegal", "line 2"},
        {"(;SZ[9];B[ab];W[ii];B[ba]\n;W[aa])", "record.sgf-illegal", "line 2"},
        {"(;SZ[5]AB[ba][ab][bc][cb]AW[ca][db][cc];W[bb];\nB[cb])", "record.ply", "line 2"},
        {"(;SZ[9];B[aa](;W[bb])(;W[cc)", "syntax.sgf", "line 1"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        refused(files[i].file, strlen(files[i].file), files[i].code, files[i].part);
    refused("(;SZ[9]\0;B[aa])", 15, "syntax.sgf", "line 1, column 8");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go sgf");
    suite_add(suite, plain_game);
    suite_add(suite, both_spellings_of_pass);
    suite_add(suite, main_line_is_the_first_branch);
    suite_add(suite, several_games_in_a_file);
    suite_add(suite, stops_before_a_ply);
    suite_add(suite, handicap_and_setup);
    suite_add(suite, setup_in_the_middle);
    suite_add(suite, escaped_text);
    suite_add(suite, texts_become_utf8);
    suite_add(suite, no_comment_is_lost);
    suite_add(suite, comments_on_the_start_are_all_written);
    suite_add(suite, results);
    suite_add(suite, positions_round_trip);
    suite_add(suite, handed_over_start_round_trips);
    suite_add(suite, empty_board_of_a_handicap_round_trips);
    suite_add(suite, whole_position_says_the_passes_too);
    suite_add(suite, large_and_deep_files);
    suite_add(suite, odd_files_are_read);
    suite_add(suite, bad_files_are_refused_with_the_place);
    return suite_run(suite);
}
