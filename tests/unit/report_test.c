/* The pure parts of the arena's report: texts made safe, scales, positions as edits, the choice of
 * games. */
#include <stdlib.h>
#include <string.h>

#include "../../arena/view/chart.h"
#include "../../arena/view/html.h"
#include "../../arena/view/report_page.h"
#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../support/suite.h"

/* ---- html */

static void expect_html(const char *string, const char *expected) {
    struct text text = {0};
    html_put(&text, string);
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
}

START_TEST(html_escapes) {
    expect_html("</script><b>", "&lt;/script&gt;&lt;b&gt;");
    expect_html("\"'&amp;", "&quot;&#39;&amp;amp;");
    expect_html("za\305\274\303\263\305\202\304\207 \342\202\254",
                "za\305\274\303\263\305\202\304\207 \342\202\254");
    expect_html("a\001b\033[31m\177", "a\uFFFDb\uFFFD[31m\uFFFD");
    expect_html("line\n\ttab", "line\n\ttab");
    expect_html("\377\300\200x\355\240\200", "\uFFFD\uFFFD\uFFFDx\uFFFD\uFFFD\uFFFD");
    expect_html("\342\202", "\uFFFD\uFFFD"); /* cut off in the middle of a character */
}
END_TEST

START_TEST(html_shortens) {
    struct text text = {0};
    html_put_short(&text, "a<\305\274bc", 3);
    ck_assert_str_eq(text_string(&text), "a&lt;\305\274…");
    text_clear(&text);
    html_put_short(&text, "abc", 3);
    ck_assert_str_eq(text_string(&text), "abc");
    text_free(&text);
}
END_TEST

START_TEST(html_json_ends_no_element) {
    struct text text = {0};
    html_put_json(&text, "[\"</script><!--\"]");
    ck_assert_str_eq(text_string(&text), "[\"\\u003c/script>\\u003c!--\"]");
    text_free(&text);
}
END_TEST

static void expect_seconds(double seconds, const char *expected) {
    struct text text = {0};
    html_seconds(&text, seconds);
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
}

START_TEST(html_numbers) {
    struct text text = {0};
    html_count(&text, 1234567);
    text_putc(&text, ' ');
    html_count(&text, 1000);
    text_putc(&text, ' ');
    html_count(&text, 999);
    ck_assert_str_eq(text_string(&text), "1,234,567 1,000 999");
    text_free(&text);
    expect_seconds(0, "0");
    expect_seconds(18e-6, "18\u00A0µs");
    expect_seconds(0.9996e-3, "1.00\u00A0ms");
    expect_seconds(0.0124, "12.4\u00A0ms");
    expect_seconds(0.9999, "1.00\u00A0s");
    expect_seconds(119.6, "2\u00A0min 00\u00A0s");
    expect_seconds(307.2, "5\u00A0min 07\u00A0s");
    expect_seconds(7500, "2\u00A0h 05\u00A0min");
}
END_TEST

/* ---- scales */

START_TEST(axis_linear) {
    struct axis axis = {.low = -513, .high = 491};
    struct ticks ticks;
    axis_round(&axis, &ticks);
    ck_assert_double_eq(axis.low, -600);
    ck_assert_double_eq(axis.high, 600);
    ck_assert_int_eq(ticks.count, 7);
    ck_assert_double_eq(ticks.at[3], 0);
    ck_assert_double_eq(axis_at(&axis, 0), 50);
    ck_assert_double_eq(axis_at(&axis, 10000), 100);
    ck_assert_double_eq(axis_at(&axis, -10000), 0);
}
END_TEST

START_TEST(axis_logarithmic) {
    struct axis axis = {.low = 12, .high = 59000, .logarithmic = true};
    struct ticks ticks;
    axis_round(&axis, &ticks);
    ck_assert_double_eq(axis.low, 10);
    ck_assert_double_eq(axis.high, 100000);
    ck_assert_int_eq(ticks.count, 5);
    ck_assert_double_eq_tol(axis_at(&axis, 100), 25, 1e-9);
    ck_assert_double_eq(axis_at(&axis, 1), 0);
    axis = (struct axis){.low = 1, .high = 1, .logarithmic = true};
    axis_round(&axis, &ticks);
    ck_assert_double_eq(axis.high, 10);
}
END_TEST

/* Whatever the ends, the ticks lie on the axis and fit. */
START_TEST(axis_always_fits) {
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 2000; i++) {
        double low = (double)rng_below(&rng, 4000) - 2000;
        struct axis axis = {.low = low, .high = low + 1 + (double)rng_below(&rng, 4000)};
        struct ticks ticks;
        const struct axis before = axis;
        axis_round(&axis, &ticks);
        ck_assert(axis.low <= before.low && axis.high >= before.high);
        ck_assert_int_ge(ticks.count, 3);
        ck_assert_int_le(ticks.count, CHART_TICKS);
        ck_assert_double_eq_tol(ticks.at[ticks.count - 1], axis.high, 1e-6);
    }
}
END_TEST

/* ---- edits */

/* The edits of a JSON array of numbers and plain strings, applied as the page does. */
static void apply(const char *from, const char *json, struct text *to) {
    const char *at = json + 1;
    while (*at != ']') {
        char *end;
        size_t keep = strtoul(at, &end, 10), drop = strtoul(end + 1, &end, 10);
        const char *word = end + 2, *close = strchr(word, '"');
        ck_assert_uint_le(keep + drop, strlen(from));
        text_putn(to, from, keep);
        text_putn(to, word, (size_t)(close - word));
        from += keep + drop;
        at = close + 1 + (close[1] == ',');
    }
    text_put(to, from);
}

static size_t check_edits(const char *from, const char *to) {
    struct text json = {0}, result = {0};
    report_put_edits(from, to, &json);
    apply(from, text_string(&json), &result);
    ck_assert_str_eq(text_string(&result), to);
    size_t length = json.length;
    text_free(&json);
    text_free(&result);
    return length;
}

START_TEST(edits_edges) {
    ck_assert_uint_eq(check_edits("same", "same"), 2);
    check_edits("", "something");
    check_edits("something", "");
    check_edits("aaa", "aa");
    check_edits("aa", "aaa");
    check_edits("a b c", "a c");
    check_edits("a b", "a b c");
    check_edits("abcabcabcabcabc", "xbcabcabcabcabx");
    check_edits("one two three", "one 2 three");
}
END_TEST

/* Every ply of random games of every game, and the sum stays small. */
START_TEST(edits_positions) {
    for (int i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i]->game;
        struct session *session = session_new(game);
        struct text before = {0}, after = {0};
        struct moves list = {0};
        struct rng rng;
        size_t edits = 0, whole = 0;
        rng_seed(&rng, 11);
        game->save(session_state(session), &before);
        for (int ply = 0; ply < 80; ply++) {
            list.count = 0;
            session_moves(session, &list);
            if (list.count == 0)
                break;
            session_play_move(session, session_to_play(session),
                              list.at[rng_below(&rng, list.count)]);
            text_clear(&after);
            game->save(session_state(session), &after);
            edits += check_edits(text_string(&before), text_string(&after));
            whole += after.length;
            text_clear(&before);
            text_put(&before, text_string(&after));
        }
        ck_assert_uint_lt(edits, whole);
        text_free(&before);
        text_free(&after);
        moves_free(&list);
        session_free(session);
    }
}
END_TEST

/* ---- the choice of games */

/* Of 100 games 10 are abnormal (those that end in 0), 30 are won by the weaker engine (1, 2, 3). */
static struct report_data data_new(struct brief *briefs, int *ranks) {
    for (int i = 0; i < 100; i++)
        briefs[i] = (struct brief){.number = 1000 + i,
                                   .engines = {0, 1},
                                   .winner = i % 10 >= 1 && i % 10 <= 3 ? 0 : 1,
                                   .counted = true,
                                   .abnormal = i % 10 == 0};
    ranks[0] = 1;
    ranks[1] = 0;
    return (struct report_data){
        .stats = {.results = {.players = 2}}, .ranks = ranks, .briefs = briefs, .brief_count = 100};
}

static size_t count_chosen(long most, size_t *abnormal, size_t *upsets, size_t *late) {
    struct brief briefs[100];
    int ranks[2];
    struct report_data data = data_new(briefs, ranks);
    size_t *chosen, count = report_data_choose(&data, most, &chosen);
    *abnormal = *upsets = *late = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert(i == 0 || chosen[i] > chosen[i - 1]);
        *abnormal += briefs[chosen[i]].abnormal;
        *upsets += briefs[chosen[i]].winner == 0;
        *late += chosen[i] >= 50;
    }
    free(chosen);
    return count;
}

START_TEST(choice_of_games) {
    size_t abnormal, upsets, late;
    ck_assert_uint_eq(count_chosen(-1, &abnormal, &upsets, &late), 100);
    ck_assert_uint_eq(count_chosen(1000, &abnormal, &upsets, &late), 100);
    ck_assert_uint_eq(count_chosen(0, &abnormal, &upsets, &late), 0);
    ck_assert_uint_eq(count_chosen(4, &abnormal, &upsets, &late), 4);
    ck_assert_uint_eq(abnormal, 4);
    ck_assert_uint_eq(late, 2);
    ck_assert_uint_eq(count_chosen(25, &abnormal, &upsets, &late), 25);
    ck_assert_uint_eq(abnormal, 10);
    ck_assert_uint_eq(upsets, 15);
    ck_assert_uint_eq(count_chosen(60, &abnormal, &upsets, &late), 60);
    ck_assert_uint_eq(abnormal, 10);
    ck_assert_uint_eq(upsets, 30);
    ck_assert_uint_eq(late, 30);
}
END_TEST

START_TEST(pace_of_plies) {
    uint64_t times[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 110};
    struct time_use use = {.times = times, .count = 10};
    ck_assert_uint_eq(time_use_quantile(&use, 0), 1);
    ck_assert_uint_eq(time_use_quantile(&use, 0.5), 6);
    ck_assert_uint_eq(time_use_quantile(&use, 1), 110);
    ck_assert_double_eq(time_use_mean(&use), 15.5);
    const struct time_use none = {0};
    ck_assert_uint_eq(time_use_quantile(&none, 0.5), 0);
    ck_assert_double_eq(time_use_mean(&none), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report");
    const TTest *tests[] = {html_escapes,     html_shortens, html_json_ends_no_element,
                            html_numbers,     axis_linear,   axis_logarithmic,
                            axis_always_fits, edits_edges,   edits_positions,
                            choice_of_games,  pace_of_plies};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        suite_add(suite, tests[i]);
    return suite_run(suite);
}
