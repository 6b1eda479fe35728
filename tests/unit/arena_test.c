/* The pure parts of the arena and of its engine processes. */
#include <check.h>
#include <event2/event.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../arena/journal/archive.h"
#include "../../arena/journal/journal.h"
#include "../../arena/plan/openings.h"
#include "../../arena/play/transcript.h"
#include "../../arena/view/table.h"
#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/driver/driver.h"
#include "../../src/driver/placement.h"
#include "../../src/driver/replies.h"
#include "../../src/system/file.h"
#include "../../src/system/now.h"
#include "../../src/tournament/schedule.h"
#include "../support/suite.h"

/* ---- replies */

static void feed(struct replies *replies, const char *bytes) {
    size_t room, length = strlen(bytes);
    char *space = replies_space(replies, length, &room);
    ck_assert_uint_ge(room, length);
    memcpy(space, bytes, length);
    replies_added(replies, length);
}

static void expect_reply(struct replies *replies, bool ok, long id, const char *text) {
    struct reply reply;
    ck_assert_int_eq(replies_next(replies, 1000, &reply, NULL), REPLY_WHOLE);
    ck_assert_int_eq(reply.ok, ok);
    ck_assert_int_eq(reply.id, id);
    ck_assert_str_eq(reply.text, text);
    ck_assert_uint_eq(reply.length, strlen(text));
}

static void expect_more(struct replies *replies) {
    struct reply reply;
    ck_assert_int_eq(replies_next(replies, 1000, &reply, NULL), REPLY_MORE);
}

START_TEST(replies_cut) {
    struct replies replies = {0};
    expect_more(&replies);
    feed(&replies, "=1 A1\n\n?2 illegal move\n\n=\n\n= \n\n=12\n\n");
    expect_reply(&replies, true, 1, "A1");
    expect_reply(&replies, false, 2, "illegal move");
    expect_reply(&replies, true, REPLY_ID_NONE, "");
    expect_reply(&replies, true, REPLY_ID_NONE, "");
    expect_reply(&replies, true, 12, "");
    expect_more(&replies);
    feed(&replies, "= one\ntwo\n three\n\n");
    expect_reply(&replies, true, REPLY_ID_NONE, "one\ntwo\n three");
    feed(&replies, "\r\n=3\tD4  \r\n\r\n");
    expect_reply(&replies, true, 3, "D4");
    feed(&replies, "=4 a\001b\n\n");
    expect_reply(&replies, true, 4, "ab");
    replies_free(&replies);
}
END_TEST

START_TEST(replies_byte_by_byte) {
    static const char stream[] = "=7 first\r\nsecond\r\n\r\n?8 no\n\n";
    struct replies replies = {0};
    struct reply reply;
    int count = 0;
    for (const char *c = stream; *c != '\0'; c++) {
        char one[2] = {*c, '\0'};
        feed(&replies, one);
        if (replies_next(&replies, 1000, &reply, NULL) != REPLY_WHOLE)
            continue;
        count++;
        ck_assert_int_eq(reply.id, 6 + count);
        ck_assert_str_eq(reply.text, count == 1 ? "first\nsecond" : "no");
    }
    ck_assert_int_eq(count, 2);
    replies_free(&replies);
}
END_TEST

START_TEST(replies_bad) {
    struct replies replies = {0};
    struct reply reply;
    size_t skipped = 0;
    feed(&replies, "\n\n hello\n");
    ck_assert_int_eq(replies_next(&replies, 1000, &reply, &skipped), REPLY_GARBAGE);
    ck_assert_str_eq(reply.text, "hello");
    ck_assert_uint_eq(skipped, 3);
    replies_clear(&replies);
    feed(&replies, "= 0123456789");
    ck_assert_int_eq(replies_next(&replies, 5, &reply, NULL), REPLY_FLOOD);
    ck_assert_int_eq(replies_next(&replies, 50, &reply, NULL), REPLY_MORE);
    replies_free(&replies);
}
END_TEST

/* ---- command lines */

static void expect_words(const char *line, const char *expected) {
    char **words;
    ck_assert(process_words(line, &words, NULL));
    struct text text = {0};
    for (int i = 0; words[i] != NULL; i++)
        text_print(&text, "[%s]", words[i]);
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
    process_words_free(words);
}

START_TEST(command_words) {
    char **words;
    expect_words("engine --level hard", "[engine][--level][hard]");
    expect_words("  a  'b c' \"d 'e'\" f\\ g \"\" ", "[a][b c][d 'e'][f g][]");
    expect_words("a'b'\"c\"", "[abc]");
    expect_words("'a\\b' \"c\\\"d\"", "[a\\b][c\"d]");
    ck_assert(!process_words("", &words, NULL));
    ck_assert(!process_words("   ", &words, NULL));
    ck_assert(!process_words("a 'b", &words, NULL));
    ck_assert(!process_words("a \\", &words, NULL));
}
END_TEST

/* ---- time in which nobody looked */

static double stalled_for;
static void take_stall(void *context, double seconds) {
    (void)context;
    stalled_for = seconds;
}

static void take_seconds(void *context, const struct reply *reply) {
    *(double *)context = reply->arrived - reply->sent;
}

/* The second answer waits when the loop runs again, and is read before anybody sees how late it is.
 */
START_TEST(stalled_answer) {
    static char script[] = "while read -r id rest; do echo =$id; echo; done";
    static char *words[] = {"sh", "-c", script, NULL};
    static const struct engine_spec spec = {
        .name = "a", .path = "/bin/sh", .words = words, .pipeline = true};
    static const struct driver_loop_events quiet = {0};
    static const struct driver_events deaf = {0};
    struct event_base *base = event_loop_new();
    struct driver_loop *loop = driver_loop_new(base, &driver_loop_limits_default, &quiet, NULL);
    struct error error = {0};
    double seconds = HUGE_VAL;
    driver_loop_watch(loop, 0.5, take_stall);
    struct driver *driver = driver_start(loop, &spec, NULL, &deaf, NULL, &error);
    ck_assert_ptr_nonnull(driver);
    for (useconds_t pause = 0; pause <= 1000000; pause += 1000000) {
        driver_send(driver, "genmove x", 10, take_seconds, &seconds);
        driver_flush(driver);
        usleep(pause);
        while (driver_waiting(driver) > 0)
            event_base_loop(base, EVLOOP_ONCE);
    }
    ck_assert_double_ge(stalled_for, 1);
    ck_assert_double_ge(seconds, 0);
    ck_assert_double_lt(seconds, 0.5);
    driver_stop(driver, true);
    driver_loop_free(loop);
    event_base_free(base);
}
END_TEST

START_TEST(engine_spec) {
    struct engine_spec spec;
    struct error error = {0};
    engine_spec_init(&spec);
    ck_assert(
        engine_spec_parse(&spec, "cmd=a --b c,d=e,name=f, g,env=H=1,env=I=2,restart=game", &error));
    ck_assert_str_eq(spec.command, "a --b c,d=e");
    ck_assert_str_eq(spec.name, "f, g");
    ck_assert_uint_eq(spec.variables.count, 2);
    ck_assert_str_eq(spec.variables.at[1], "I=2");
    ck_assert_int_eq(spec.restart, RESTART_GAME);
    ck_assert(!engine_spec_parse(&spec, "speed=3", &error));
    error_clear(&error);
    ck_assert(!engine_spec_parse(&spec, "cmd=a,restart=often", &error));
    error_clear(&error);
    engine_spec_free(&spec);
}
END_TEST

/* ---- statistics */

static struct wdl wdl_of(long wins, long draws, long losses) {
    return (struct wdl){.wins = wins, .draws = draws, .losses = losses};
}

/* Whole numbers, and one decimal where the interval is narrower than 20. */
START_TEST(elo_words) {
    struct wdl few = wdl_of(60, 20, 20), many = wdl_of(6000, 8600, 5400);
    struct wdl even = wdl_of(10, 80000, 10), all = wdl_of(10, 0, 0);
    const struct wdl *const wdls[] = {&few, &many, &even, &all};
    static const char *const words[] = {"+147 [+82 .. +213]", "+10.4 [+6.8 .. +14.1]",
                                        "+0.0 [+0.0 .. +0.0]", "> +140"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct text text = {0};
        struct elo elo = elo_estimate(wdls[i]);
        table_elo(&elo, &text);
        ck_assert_str_eq(text_string(&text), words[i]);
        text_free(&text);
    }
    const struct rating rough = {.bound = RATING_EXACT, .elo = -12.34, .error = 10.1};
    const struct rating fine = {.bound = RATING_EXACT, .elo = -12.34, .error = 9.87};
    struct text text = {0};
    table_rating(&rough, &text);
    table_rating(&fine, &text);
    ck_assert_str_eq(text_string(&text), "    -12 ± 10    -12.3 ± 9.9");
    text_free(&text);
}
END_TEST

START_TEST(elo_words_never_nan) {
    struct text text = {0};
    for (long wins = 0; wins < 4; wins++)
        for (long draws = 0; draws < 4; draws++)
            for (long losses = 0; losses < 4; losses++) {
                struct wdl wdl = wdl_of(wins, draws, losses);
                if (draws == 3 && wins > 0 && losses > 0)
                    wdl_join(&wdl, 2, 0);
                struct elo elo = elo_estimate(&wdl);
                table_elo(&elo, &text);
                text_putc(&text, '\n');
            }
    ck_assert_ptr_null(strstr(text_string(&text), "nan"));
    ck_assert_ptr_null(strstr(text_string(&text), "inf"));
    text_free(&text);
}
END_TEST

static void add_game(struct arena_statistics *stats, int first, int second, int winner,
                     double margin, const char *fault) {
    struct scheduled_game scheduled = {.players = {first, second}};
    struct arena_result *result = arena_result_new(&scheduled);
    result->winner = winner;
    result->margin = margin;
    result->ending = fault != NULL ? ENDING_FAULT : ENDING_RULES;
    result->fault = fault;
    result->fault_side = fault != NULL ? side_other(winner) : SIDE_NONE;
    arena_result_add_ply(result, 0, "A1", 0.25);
    arena_result_add_ply(result, 1, "A2", 0.5);
    arena_result_add_ply(result, 1, "A3", 1.5);
    arena_statistics_add(stats, result);
    arena_result_free(result);
}

START_TEST(stats_count) {
    struct arena_statistics stats;
    arena_statistics_init(&stats, 3);
    add_game(&stats, 0, 1, 0, 1, NULL);
    add_game(&stats, 1, 0, 1, 0.5, NULL);
    add_game(&stats, 0, 2, SIDE_NONE, 0, NULL);
    char crash[] = "crash"; /* a string of its own */
    add_game(&stats, 2, 1, 0, 0, crash);
    ck_assert_int_eq(stats.results.by_side[0][0].wins, 1);
    ck_assert_int_eq(stats.results.by_side[0][1].wins, 1);
    ck_assert_int_eq(stats.results.by_side[0][1].narrow_wins, 1);
    ck_assert_int_eq(stats.results.by_side[1][0].narrow_losses, 1);
    ck_assert_int_eq(stats.results.by_side[0][0].draws, 1);
    ck_assert_int_eq(stats.results.pairs[0 * 3 + 1].wins, 2);
    ck_assert_int_eq(stats.results.pairs[1 * 3 + 0].losses, 2);
    ck_assert_int_eq(stats.results.pairs[2 * 3 + 1].wins, 1);
    ck_assert_int_eq(stats.each[1].faults[2], 1);
    ck_assert_int_eq(stats.each[1].fault_count, 1);
    ck_assert_uint_eq(stats.each[0].plies, 1 + 2 + 1);
    ck_assert_double_eq_tol(stats.each[0].time, 0.25 + 2.0 + 0.25, 1e-12);
    ck_assert_double_eq_tol(stats.each[1].slowest, 1.5, 1e-12);
    ck_assert_int_eq(stats.results.first.wins, 2);
    ck_assert_int_eq(stats.results.first.losses, 1);
    ck_assert_uint_eq(stats.opening_count, 1);
    ck_assert_int_eq(arena_statistics_opening(&stats, "")->first.draws, 1);
    ck_assert_int_eq(arena_statistics_opening(&stats, "")->engine.wins, 2);
    ck_assert_ptr_null(arena_statistics_opening(&stats, "A1"));
    arena_statistics_free(&stats);
}
END_TEST

/* What a tournament learns of a game that does not count: if the judge failed, the players share
 * the point; if both engines did, both lose it, and both are at fault. */
START_TEST(result_of_void_games) {
    const struct scheduled_game scheduled = {.players = {1, 0}, .pair = 3};
    struct arena_result *result = arena_result_new(&scheduled);
    result->counted = false;
    result->fault = "judge";
    struct played_game played = arena_result_played(result);
    ck_assert(played.is_void && played.void_shared && !played.faults[0] && !played.faults[1]);
    ck_assert_int_eq(played.game.players[0], 1);
    ck_assert_int_eq(played.game.pair, 3);
    result->fault = "crash";
    played = arena_result_played(result);
    ck_assert(played.is_void && !played.void_shared && played.faults[0] && played.faults[1]);
    arena_result_free(result);
}
END_TEST

/* Only where there were any is there a column for narrow wins. */
START_TEST(narrow_wins_shown) {
    static const char *const names[] = {"one", "two"}, *const sides[] = {"x", "o"};
    const struct table_words words = {.names = names, .sides = sides};
    struct arena_statistics stats;
    struct text text = {0};
    arena_statistics_init(&stats, 2);
    add_game(&stats, 0, 1, 0, 1, NULL);
    table_ranking(&stats, &words, &text);
    ck_assert_ptr_null(strstr(text_string(&text), "narrow"));
    ck_assert_ptr_nonnull(strstr(text_string(&text), "      1      0      0\n"));
    text_clear(&text);
    add_game(&stats, 1, 0, 1, 0.5, NULL);
    table_ranking(&stats, &words, &text);
    ck_assert_ptr_nonnull(strstr(text_string(&text), "lost    narrow\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&text), "      2      0      0     1-0\n"));
    text_free(&text);
    arena_statistics_free(&stats);
}
END_TEST

/* ---- positions by plies */

/* Stones of both colours, the side to play first, and a capture that happened before; but no ko,
 * and nothing in games in which nobody may move twice. */
START_TEST(positions_by_plies) {
    static const struct {
        const char *game, *position, *plies; /* NULL: it cannot be */
    } rows[] = {
        {"go", "3 .../.../... b", ""},
        {"go", "3 .X./.../X.. w - 0 0 0 0.5 2", "play b A1\nplay b B3\n"},
        {"go", "3 XOO/XXO/.X. b - 2 5 0",
         "play b B1\nplay b A2\nplay b B2\nplay b A3\nplay w C2\nplay w B3\nplay w C3\n"},
        {"go", "4 .XO./X.XO/.XO./.... w - 1 0 0",
         "play w C2\nplay w D3\nplay w C4\nplay b B2\nplay b A3\nplay b C3\nplay b B4\n"},
        {"go", "4 .XO./X.XO/.XO./.... w B3 1 0 0", NULL},
        {"draughts", "W:W18:B1", NULL},
        {"qttt", "3 3 x X1:A1-C3", NULL},
        {"qttt", "3 3 x X1:A1-C3@A1 O2:A1-B2@B2 X3:B2-C3@C3 O4:A3-B3", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct session *session = session_new(games_find(rows[i].game)->game);
        struct error error = {0};
        if (strcmp(rows[i].game, "go") == 0)
            ck_assert(session_set_size(session, rows[i].position[0] - '0', &error));
        if (!session_set_position(session, rows[i].position, &error)) {
            struct text why = {0};
            error_print(&error, &why);
            ck_abort_msg("%s: %s", rows[i].position, text_string(&why));
        }
        struct text plies = {0};
        ck_assert_int_eq(placement_print(session, &plies), rows[i].plies != NULL);
        if (rows[i].plies != NULL)
            ck_assert_str_eq(text_string(&plies), rows[i].plies);
        text_free(&plies);
        session_free(session);
    }
}
END_TEST

/* ---- openings */

static struct session *fresh_with(struct plan *plan, const char *game, long size,
                                  const char *openings) {
    plan_init(plan);
    plan_set(plan, "game", game, NULL);
    plan_set(plan, "openings", openings, NULL);
    plan_set(plan, "rules", plan->game->rules[0], NULL);
    plan->size = size;
    return plan_session(plan, NULL);
}

START_TEST(openings_by_seed) {
    struct plan plan;
    struct session *fresh = fresh_with(&plan, "qttt", 3, "random:4");
    struct openings openings;
    ck_assert(openings_open(&openings, &plan, fresh, NULL));
    int different = 0;
    for (long i = 0; i < 20; i++) {
        struct session *a = session_copy(fresh), *b = session_copy(fresh), *c = session_copy(fresh);
        openings_play(&openings, i, a);
        openings_play(&openings, i, b);
        openings_play(&openings, i + 1, c);
        ck_assert_uint_eq(session_plies(a), 4);
        ck_assert_int_eq(session_result(a, NULL).phase, PHASE_PLAYING);
        uint64_t key = plan.game->key(session_state(a));
        ck_assert_uint_eq(key, plan.game->key(session_state(b)));
        different += key != plan.game->key(session_state(c));
        session_free(a);
        session_free(b);
        session_free(c);
    }
    ck_assert_int_gt(different, 15);
    session_free(fresh);
    openings_free(&openings);
    plan_free(&plan);
}
END_TEST

/* The first 20 openings have that many plies, and `others` of them differ from the first. */
static void expect_openings(const char *game, long size, const char *words, uint64_t seed,
                            int others) {
    struct plan plan;
    struct session *fresh = fresh_with(&plan, game, size, words);
    struct openings openings;
    plan.seed = seed;
    ck_assert(openings_open(&openings, &plan, fresh, NULL));
    uint64_t first = 0;
    int different = 0;
    for (long i = 0; i < 20; i++) {
        struct session *session = session_copy(fresh);
        openings_play(&openings, i, session);
        ck_assert_uint_eq(session_plies(session), (size_t)plan.opening_plies);
        ck_assert_int_eq(session_result(session, NULL).phase, PHASE_PLAYING);
        uint64_t key = plan.game->key(session_state(session));
        first = i == 0 ? key : first;
        different += key != first;
        session_free(session);
    }
    ck_assert_int_eq(different, others);
    session_free(fresh);
    openings_free(&openings);
    plan_free(&plan);
}

/* Games that last so long are rare: one in 200 here, and one in 1,700 there, where a number for
 * which none is found has the first one. */
START_TEST(openings_rare) {
    expect_openings("qttt", 3, "random:12", 1, 19);
    expect_openings("qttt", 4, "random:21", 2, 13);
}
END_TEST

/* Where there is nothing of the kind, the run is refused. */
START_TEST(openings_too_long) {
    struct plan plan;
    struct error error = {0};
    struct session *fresh = fresh_with(&plan, "qttt", 3, "random:18");
    struct openings openings;
    ck_assert(!openings_open(&openings, &plan, fresh, &error));
    ck_assert_str_eq(error.code, "openings.short");
    error_clear(&error);
    session_free(fresh);
    plan_free(&plan);
}
END_TEST

/* Every game of a long file becomes a line, the odd one at its end as well; in all three formats.
 */
static void read_many(const char *name, const char *usual, const char *line, const char *last,
                      const char *last_line) {
    enum { MANY = 1500 };
    char path[] = "/tmp/ternion-openings-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    for (int i = 0; i < MANY; i++)
        fputs(usual, file);
    fputs(last, file);
    fclose(file);
    struct session *fresh = session_new(games_find(name)->game);
    struct strings lines = {0};
    struct error error = {0};
    ck_assert_msg(opening_games_read(path, fresh, 2, &lines, &error), "%s: %s", name, error.code);
    ck_assert_uint_eq(lines.count, MANY + 1);
    for (int i = 0; i < MANY; i++)
        ck_assert_str_eq(lines.at[i], line);
    ck_assert_str_eq(lines.at[MANY], last_line);
    strings_free(&lines);
    session_free(fresh);
    unlink(path);
}

START_TEST(openings_many) {
    read_many("go", "(;GM[1]SZ[19];B[aa];W[bb];B[cc])\n", "A19 B18", "(;SZ[19];B[ss])", "T1");
    read_many("draughts", "[Event \"a\"]\n\n1. A3-B4 B6-A5 *\n\n", "A3-B4 B6-A5",
              "[Event \"b\"]\n\n1. C3-D4 *\n", "C3-D4");
    read_many("qttt", "[Game \"qttt\"]\n\n1. A1-B2 A1-C3 *\n\n", "A1-B2 A1-C3",
              "[Game \"qttt\"]\n\n1. B2-C3 *\n", "B2-C3");
}
END_TEST

/* In every cycle each line comes once, in an order of its own that later questions do not change.
 */
START_TEST(openings_shuffled) {
    static const char *const moves[] = {"A1-B1", "A1-C1", "A1-A2", "A1-B2", "A1-C2"};
    struct openings openings = {.shuffle = true, .seed = 7};
    struct session *fresh = session_new(games[0]->game);
    uint64_t keys[20];
    for (int i = 0; i < 5; i++)
        strings_add(&openings.lines, moves[i]);
    for (int round = 0; round < 2; round++) /* the second time backwards */
        for (int i = 0; i < 20; i++) {
            int index = round == 0 ? i : 19 - i;
            struct session *session = session_copy(fresh);
            openings_play(&openings, index, session);
            uint64_t key = games[0]->game->key(session_state(session));
            for (int j = index / 5 * 5; round == 0 && j < index; j++)
                ck_assert_uint_ne(key, keys[j]);
            if (round == 0)
                keys[index] = key;
            ck_assert_uint_eq(key, keys[index]);
            session_free(session);
        }
    ck_assert_int_ne(memcmp(keys, keys + 5, 5 * sizeof *keys), 0);
    session_free(fresh);
    openings_free(&openings);
}
END_TEST

/* ---- the flight recorder */

/* The last lines of one engine's standard error, whatever else was said meanwhile. */
START_TEST(transcript_tails) {
    struct transcript transcript = {.limit = 4 * TRANSCRIPT_CHUNK};
    struct text text = {0};
    static const char zero[] = "a\0b\n";
    transcript_tail(&transcript, TRANSCRIPT_STDERR, 0, 2, &text);
    ck_assert_str_eq(text_string(&text), "");
    transcript_add(&transcript, TRANSCRIPT_STDERR, 0, "one\n  tw", 8, 1.0);
    transcript_add(&transcript, TRANSCRIPT_STDERR, 1, "not mine\n", 9, 1.0);
    transcript_add(&transcript, TRANSCRIPT_ANSWER, 0, "nor this\n", 9, 1.0);
    transcript_add(&transcript, TRANSCRIPT_STDERR, 0, "o\n\n \nthree\r\n\n", 13, 1.0);
    transcript_tail(&transcript, TRANSCRIPT_STDERR, 0, 2, &text);
    ck_assert_str_eq(text_string(&text), "two / three");
    text_clear(&text);
    transcript_tail(&transcript, TRANSCRIPT_STDERR, 0, 5, &text);
    ck_assert_str_eq(text_string(&text), "one / two / three");
    text_clear(&text);
    transcript_add(&transcript, TRANSCRIPT_STDERR, 2, zero, 4, 1.0);
    transcript_tail(&transcript, TRANSCRIPT_STDERR, 2, 1, &text);
    ck_assert_str_eq(text_string(&text), "a.b");
    text_free(&text);
    transcript_free(&transcript);
}
END_TEST

START_TEST(transcript_bounded) {
    struct transcript transcript = {.limit = 4 * TRANSCRIPT_CHUNK};
    static const char *const names[] = {"a", "b"};
    char line[64];
    for (int i = 0; i < 10000; i++) {
        int length = snprintf(line, sizeof line, "line %d\n", i);
        transcript_add(&transcript, TRANSCRIPT_ANSWER, i % 2, line, (size_t)length, 1.0 + i);
        ck_assert_uint_le(transcript.length, transcript.limit);
    }
    struct text text = {0};
    transcript_print(&transcript, 1.0, names, &text);
    ck_assert_ptr_nonnull(strstr(text_string(&text), "9999.000000 b < line 9999\n"));
    ck_assert_ptr_null(strstr(text_string(&text), "line 1\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&text), "bytes are gone"));
    text_clear(&text);
    transcript_clear(&transcript);
    char *large = memory_new(100000, 1);
    memset(large, 'x', 100000);
    transcript_add(&transcript, TRANSCRIPT_STDERR, 0, large, 100000, 1.0);
    transcript_print(&transcript, 1.0, names, &text);
    ck_assert_ptr_nonnull(strstr(text_string(&text), "more bytes"));
    ck_assert_uint_lt(text.length, 2 * TRANSCRIPT_CHUNK);
    free(large);
    text_free(&text);
    transcript_free(&transcript);
}
END_TEST

/* ---- the journal: its thread against the reader */

static char *scratch_path(void) {
    struct text path = {0};
    const char *folder = getenv("TMPDIR");
    text_print(&path, "%s/arena_test.%ld.db", folder != NULL ? folder : "/tmp", (long)getpid());
    return text_take(&path);
}

static void remove_journal(const char *path) {
    static const char *const suffixes[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        struct text name = {0};
        text_print(&name, "%s%s", path, suffixes[i]);
        unlink(text_string(&name));
        text_free(&name);
    }
}

static void count_game(void *context, struct arena_result *result) {
    long *count = context;
    ck_assert_int_eq(result->game.number, *count);
    ck_assert_str_eq(text_string(&result->moves), "A1 A2 A3");
    ck_assert_uint_eq(result->times[1], 500000);
    ck_assert_str_eq(result->text, "X+1");
    ck_assert_int_eq(result->dialogue != NULL, *count % 2);
    ++*count;
    arena_result_free(result);
}

static struct arena_result *journal_result(long number) {
    struct scheduled_game scheduled = {
        .number = number, .players = {0, 1}, .seed = (uint64_t)number};
    struct arena_result *result = arena_result_new(&scheduled);
    result->opening = memory_string("");
    result->text = memory_string("X+1");
    result->winner = 0;
    result->ending = ENDING_RULES;
    if (number % 2 == 1)
        result->dialogue = memory_string("text");
    arena_result_add_ply(result, 0, "A1", 0.25);
    arena_result_add_ply(result, 1, "A2", 0.5);
    arena_result_add_ply(result, 1, "A3", 1.5);
    return result;
}

/* What a function returns in a process of its own. */
static int in_process(int (*run)(const char *path), const char *path) {
    pid_t pid = fork();
    if (pid == 0)
        _exit(run(path));
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int locked_out(const char *path) {
    struct manifest manifest = {0};
    struct error error = {0};
    bool resumed;
    bool out = journal_open(path, &manifest, false, &resumed, &error) == NULL &&
               strcmp(error.code, "journal.locked") == 0;
    return out ? 0 : 1;
}

/* Ends with the lock while its child, like an engine before its exec, waits at the gate. */
static int gate[2];
static int end_before_child(const char *path) {
    struct error error = {0};
    if (file_lock(path, "test.locked", "{0}", &error) < 0)
        return 1;
    if (fork() == 0) {
        char byte;
        close(gate[1]);
        _exit(read(gate[0], &byte, 1) == 0 ? 0 : 1);
    }
    return 0;
}

START_TEST(journal_lock_ends) {
    char *path = scratch_path();
    struct error error = {0};
    ck_assert_int_eq(pipe(gate), 0);
    ck_assert_int_eq(in_process(end_before_child, path), 0);
    int lock = file_lock(path, "test.locked", "{0}", &error);
    ck_assert_int_ge(lock, 0);
    close(lock);
    close(gate[0]);
    close(gate[1]);
    remove_journal(path);
    free(path);
}
END_TEST

START_TEST(journal_writes) {
    char *path = scratch_path();
    struct manifest manifest = {0};
    struct error error = {0};
    bool resumed = true;
    manifest_add(&manifest, "games", "4");
    struct journal *journal = journal_open(path, &manifest, false, &resumed, &error);
    ck_assert_ptr_nonnull(journal);
    ck_assert(!resumed);
    ck_assert_int_eq(in_process(locked_out, path), 0);
    ck_assert(journal_start(journal, &error));
    for (long i = 0; i < 50; i++) {
        journal_put(journal, journal_result(i));
        if (i % 10 == 0)
            journal_note(journal, "a note");
    }
    journal_backlog(journal);
    ck_assert(journal_close(journal, &error));
    journal = journal_read(path, &error);
    ck_assert_ptr_nonnull(journal);
    long count = 0;
    ck_assert(journal_each(journal, true, count_game, &count, &error));
    ck_assert_int_eq(count, 50);
    ck_assert_ptr_null(journal_game(journal, 50, &error));
    error_clear(&error);
    journal_close(journal, NULL);
    manifest_free(&manifest);
    remove_journal(path);
    free(path);
}
END_TEST

/* A ply may take days. */
START_TEST(plies_of_any_length) {
    static const double seconds[] = {0, 0.0000015, 4294.967296, 1e6};
    struct scheduled_game scheduled = {0};
    struct arena_result *result = arena_result_new(&scheduled);
    struct text text = {0};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        arena_result_add_ply(result, 0, "A1", seconds[i]);
    arena_result_print_times(result, ' ', &text);
    ck_assert_str_eq(text_string(&text), "0 2 4294967296 1000000000000");
    text_free(&text);
    arena_result_free(result);
}
END_TEST

/* The same game twice is refused by the file itself. */
START_TEST(journal_once) {
    char *path = scratch_path();
    struct manifest manifest = {0};
    struct error error = {0};
    bool resumed;
    manifest_add(&manifest, "games", "4");
    struct journal *journal = journal_open(path, &manifest, false, &resumed, &error);
    ck_assert(journal_start(journal, &error));
    journal_put(journal, journal_result(3));
    journal_put(journal, journal_result(3));
    ck_assert(!journal_close(journal, &error));
    error_clear(&error);
    manifest_free(&manifest);
    remove_journal(path);
    free(path);
}
END_TEST

/* What nobody writes is not said to be written. */
START_TEST(journal_unstarted) {
    char *path = scratch_path();
    struct manifest manifest = {0};
    struct error error = {0};
    bool resumed;
    manifest_add(&manifest, "games", "4");
    struct journal *journal = journal_open(path, &manifest, false, &resumed, &error);
    journal_put(journal, journal_result(0));
    journal_note(journal, "a note");
    ck_assert(!journal_close(journal, &error));
    ck_assert_str_eq(error.code, "journal.unwritten");
    error_clear(&error);
    manifest_free(&manifest);
    remove_journal(path);
    free(path);
}
END_TEST

/* A journal written as on a network's file system, with somebody in the middle of reading it. */
struct watched {
    char *path;
    struct journal *journal;
    sqlite3 *reader;
};

static void sql(sqlite3 *db, const char *words) {
    ck_assert_int_eq(sqlite3_exec(db, words, NULL, NULL, NULL), SQLITE_OK);
}

static struct watched watched_open(const char *suffix) {
    struct watched watched;
    struct manifest manifest = {0};
    struct error error = {0};
    struct text path = {0};
    bool resumed;
    char *scratch = scratch_path();
    text_print(&path, "%s.%s", scratch, suffix);
    free(scratch);
    watched.path = text_take(&path);
    manifest_add(&manifest, "games", "4");
    for (int i = 0; i < 2; i++) {
        watched.journal = journal_open(watched.path, &manifest, false, &resumed, &error);
        ck_assert(journal_start(watched.journal, &error));
        if (i == 0) {
            journal_close(watched.journal, NULL);
            ck_assert_int_eq(sqlite3_open(watched.path, &watched.reader), SQLITE_OK);
            sql(watched.reader, "PRAGMA journal_mode=TRUNCATE");
        }
    }
    sql(watched.reader, "BEGIN; SELECT * FROM manifest");
    journal_put(watched.journal, journal_result(0));
    manifest_free(&manifest);
    return watched;
}

static void watched_end(struct watched *watched) {
    sqlite3_close(watched->reader);
    remove_journal(watched->path);
    free(watched->path);
}

/* The run goes on however long it takes; only its end does not wait for ever. */
START_TEST(journal_patient) {
    struct watched longer = watched_open("a"), ending = watched_open("b");
    struct error error = {0};
    double before = monotonic_now();
    ck_assert(!journal_close(ending.journal, &error));
    error_clear(&error);
    ck_assert_double_ge(monotonic_now() - before, 9.5);
    ck_assert_double_le(monotonic_now() - before, 60);
    usleep(1000000);
    ck_assert(!journal_failed(longer.journal, &error));
    sql(longer.reader, "COMMIT");
    ck_assert(journal_close(longer.journal, &error));
    long count = 0;
    struct text events = {0};
    struct journal *journal = journal_read(longer.path, &error);
    ck_assert(journal_each(journal, true, count_game, &count, &error));
    ck_assert(journal_events(journal, &events, &error));
    ck_assert_int_eq(count, 1);
    static const char told[] = "was locked by somebody else for ";
    const char *at = strstr(text_string(&events), told);
    ck_assert_ptr_nonnull(at);
    ck_assert_int_ge(atoi(at + sizeof told - 1), 10);
    text_free(&events);
    journal_close(journal, NULL);
    watched_end(&longer);
    watched_end(&ending);
}
END_TEST

static bool count_archived(void *context, const struct arena_result *result, struct error *error) {
    (void)result, (void)error;
    ++*(long *)context;
    return true;
}

static long archive_count(struct archive *archive) {
    struct error error = {0};
    long count = 0;
    ck_assert(archive_each(archive, false, count_archived, &count, &error));
    return count;
}

/* A walk over the games must not see more of them the second time. */
START_TEST(archive_of_one_moment) {
    char *path = scratch_path();
    struct manifest manifest = {0};
    struct error error = {0};
    bool resumed;
    manifest_add(&manifest, "game", "qttt");
    manifest_add(&manifest, "rules", games_find("qttt")->game->rules[0]);
    manifest_add(&manifest, "size", "3");
    manifest_add(&manifest, "games", "4");
    for (int i = 0; i < 2; i++) {
        struct manifest_engine *engine = manifest_add_engine(&manifest);
        engine->name = memory_string(i == 0 ? "a" : "b");
        engine->command = memory_string("true");
    }
    struct journal *journal = journal_open(path, &manifest, false, &resumed, &error);
    ck_assert_ptr_nonnull(journal);
    ck_assert(journal_start(journal, &error));
    journal_put(journal, journal_result(0));
    ck_assert(journal_close(journal, &error));
    struct archive archive;
    ck_assert(archive_open(&archive, path, &error));
    sqlite3 *writer;
    ck_assert_int_eq(sqlite3_open(path, &writer), SQLITE_OK);
    sql(writer, "DELETE FROM game");
    sqlite3_close(writer);
    ck_assert_int_eq(archive_count(&archive), 1);
    ck_assert_int_eq(journal_games(archive.journal), 1);
    archive_let_go(&archive);
    ck_assert_int_eq(archive_count(&archive), 0);
    archive_close(&archive);
    manifest_free(&manifest);
    remove_journal(path);
    free(path);
}
END_TEST

/* Other programs may have written into a journal: a gauntlet with more challengers than engines. */
START_TEST(journal_of_no_schedule) {
    char *path = scratch_path();
    struct manifest manifest = {0};
    struct error error = {0};
    struct archive archive;
    bool resumed;
    manifest_add(&manifest, "game", "qttt");
    manifest_add(&manifest, "rules", games_find("qttt")->game->rules[0]);
    manifest_add(&manifest, "size", "3");
    manifest_add(&manifest, "games", "4");
    manifest_add(&manifest, "format", "gauntlet");
    manifest_add(&manifest, "challengers", "5");
    for (int i = 0; i < 2; i++) {
        struct manifest_engine *engine = manifest_add_engine(&manifest);
        engine->name = memory_string(i == 0 ? "a" : "b");
        engine->command = memory_string("true");
    }
    struct journal *journal = journal_open(path, &manifest, false, &resumed, &error);
    ck_assert_ptr_nonnull(journal);
    ck_assert(journal_close(journal, &error));
    ck_assert(!archive_open(&archive, path, &error));
    ck_assert_str_eq(error.code, "journal.damaged");
    error_clear(&error);
    archive_close(&archive);
    manifest_free(&manifest);
    remove_journal(path);
    free(path);
}
END_TEST

static void add_all(Suite *suite) {
    const TTest *const tests[] = {
        replies_cut,
        replies_byte_by_byte,
        replies_bad,
        command_words,
        stalled_answer,
        engine_spec,
        elo_words,
        elo_words_never_nan,
        stats_count,
        result_of_void_games,
        narrow_wins_shown,
        positions_by_plies,
        openings_by_seed,
        openings_rare,
        openings_too_long,
        openings_many,
        openings_shuffled,
        transcript_tails,
        transcript_bounded,
        journal_lock_ends,
        journal_writes,
        journal_once,
        journal_unstarted,
        journal_patient,
        plies_of_any_length,
        archive_of_one_moment,
        journal_of_no_schedule,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        suite_add(suite, tests[i]);
}

int main(void) {
    Suite *suite = suite_create("arena");
    add_all(suite);
    return suite_run(suite);
}
