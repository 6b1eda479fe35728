/* Clocks of all kinds as arithmetic. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "../../src/core/clock.h"
#include "../support/suite.h"

static struct clock started(struct clock_settings settings) {
    struct clock clock;
    clock_start(&clock, &settings);
    return clock;
}

static struct clock_settings absolute(double main) {
    return (struct clock_settings){.kind = CLOCK_ABSOLUTE, .main = main};
}

static struct clock_settings per_move(double period) {
    return (struct clock_settings){.kind = CLOCK_MOVE, .period = period};
}

static struct clock_settings fischer(double main, double period) {
    return (struct clock_settings){.kind = CLOCK_FISCHER, .main = main, .period = period};
}

static struct clock_settings byoyomi(double main, int count, double period) {
    return (struct clock_settings){
        .kind = CLOCK_BYOYOMI, .main = main, .period = period, .count = count};
}

static struct clock_settings canadian(double main, int count, double period) {
    return (struct clock_settings){
        .kind = CLOCK_CANADIAN, .main = main, .period = period, .count = count};
}

static void shows(const struct clock *clock, double seconds, int count) {
    double left;
    int periods;
    clock_report(clock, &left, &periods);
    ck_assert_double_eq_tol(left, seconds, 1e-9);
    ck_assert_int_eq(periods, count);
}

START_TEST(without_limit) {
    struct clock clock = started((struct clock_settings){.kind = CLOCK_NONE});
    ck_assert(clock_limit(&clock) < 0);
    ck_assert(clock_spend(&clock, 1e12, 0));
    ck_assert(!clock.fallen);
    ck_assert(clock_budget(&clock, 30, 0) < 0);
}
END_TEST

START_TEST(every_move_anew) {
    struct clock clock = started(per_move(2));
    for (int i = 0; i < 5; i++) {
        ck_assert_double_eq(clock_limit(&clock), 2);
        ck_assert(clock_spend(&clock, 2, 0));
        shows(&clock, 2, 0);
    }
    ck_assert(!clock_spend(&clock, 2.25, 0));
    ck_assert(clock.fallen);
    ck_assert_double_eq(clock.late, 0.25);
}
END_TEST

START_TEST(absolute_runs_down) {
    struct clock clock = started(absolute(10));
    ck_assert(clock_spend(&clock, 4, 0));
    shows(&clock, 6, 0);
    ck_assert(clock_spend(&clock, -1, 0));
    shows(&clock, 6, 0);
    ck_assert(clock_spend(&clock, 6, 0));
    shows(&clock, 0, 0);
    ck_assert(clock_spend(&clock, 0, 0));
    ck_assert(!clock_spend(&clock, 0.5, 0));
    ck_assert_double_eq(clock.late, 0.5);
    shows(&clock, 0, 0);
    ck_assert(!clock_spend(&clock, 0, 0)); /* once fallen, fallen */
}
END_TEST

START_TEST(fischer_adds_after_the_ply) {
    struct clock clock = started(fischer(10, 2));
    ck_assert_double_eq(clock_limit(&clock), 10);
    ck_assert(clock_spend(&clock, 3, 0));
    shows(&clock, 9, 0);
    ck_assert(clock_spend(&clock, 9, 0));
    shows(&clock, 2, 0);
    ck_assert(!clock_spend(&clock, 2.5, 0));
    ck_assert_double_eq(clock.late, 0.5);
}
END_TEST

START_TEST(byoyomi_gives_the_period_back) {
    struct clock clock = started(byoyomi(10, 3, 5));
    ck_assert_double_eq(clock_limit(&clock), 25);
    ck_assert(clock_spend(&clock, 8, 0));
    shows(&clock, 2, 0);
    ck_assert_double_eq(clock_limit(&clock), 17);
    ck_assert(clock_spend(&clock, 6, 0)); /* 2 of main time, 4 of the first period */
    shows(&clock, 5, 3);
    ck_assert_double_eq(clock_limit(&clock), 15);
    ck_assert(clock_spend(&clock, 5, 0)); /* exactly one period keeps it */
    shows(&clock, 5, 3);
    ck_assert(clock_spend(&clock, 5.5, 0));
    shows(&clock, 5, 2);
    ck_assert(clock_spend(&clock, 9, 0));
    shows(&clock, 5, 1);
    ck_assert_double_eq(clock_limit(&clock), 5);
    ck_assert(clock_spend(&clock, 5, 0));
    shows(&clock, 5, 1);
    ck_assert(!clock_spend(&clock, 5.5, 0));
    ck_assert_double_eq(clock.late, 0.5);
}
END_TEST

START_TEST(byoyomi_from_main_through_several_periods) {
    struct clock clock = started(byoyomi(10, 3, 5));
    ck_assert(clock_spend(&clock, 21, 0)); /* main, two periods, one second of the third */
    shows(&clock, 5, 1);
    clock = started(byoyomi(0, 2, 5));
    shows(&clock, 5, 2);
    clock = started(byoyomi(10, 3, 5));
    ck_assert(!clock_spend(&clock, 26, 0));
    ck_assert_double_eq(clock.late, 1);
}
END_TEST

START_TEST(canadian_counts_plies) {
    struct clock clock = started(canadian(10, 2, 6));
    ck_assert_double_eq(clock_limit(&clock), 16);
    ck_assert(clock_spend(&clock, 9, 0));
    shows(&clock, 1, 0);
    ck_assert(clock_spend(&clock, 3, 0)); /* 1 of main time, 2 of the period; one more ply due */
    shows(&clock, 4, 1);
    ck_assert_double_eq(clock_limit(&clock), 4);
    ck_assert(clock_spend(&clock, 4, 0)); /* the period is renewed */
    shows(&clock, 6, 2);
    ck_assert(clock_spend(&clock, 6, 0));
    shows(&clock, 0, 1);
    ck_assert(!clock_spend(&clock, 0.5, 0));
    ck_assert_double_eq(clock.late, 0.5);
}
END_TEST

START_TEST(a_game_has_one_margin) {
    struct clock clock = started(absolute(10));
    ck_assert(clock_spend(&clock, 10.25, 0.5));
    shows(&clock, 0, 0);
    ck_assert(!clock.fallen);
    ck_assert(clock_spend(&clock, 0.25, 0.5));
    ck_assert_int_eq(clock.overruns, 2);
    ck_assert(!clock_spend(&clock, 0.25, 0.5));
    ck_assert_double_eq(clock.late, 0.75);
    ck_assert_int_eq(clock.overruns, 2);

    clock = started(fischer(10, 2)); /* the increment pays what is owed */
    ck_assert(clock_spend(&clock, 10.5, 1));
    shows(&clock, 1.5, 0);
    ck_assert_double_eq(clock_limit(&clock), 1.5);
    ck_assert(clock_spend(&clock, 1, 1));
    ck_assert_int_eq(clock.overruns, 1);
    shows(&clock, 2.5, 0);
    clock = started(canadian(0, 1, 5));
    ck_assert(clock_spend(&clock, 5.5, 1));
    shows(&clock, 4.5, 1);
    ck_assert(!clock_spend(&clock, 5.75, 1));
    ck_assert_double_eq(clock.late, 1.25);
}
END_TEST

START_TEST(a_period_for_each_ply_has_a_margin_of_its_own) {
    struct clock clock = started(byoyomi(0, 1, 5));
    for (int i = 1; i <= 3; i++) {
        ck_assert(clock_spend(&clock, 5.5, 0.5));
        shows(&clock, 5, 1);
        ck_assert_int_eq(clock.overruns, i);
    }
    clock = started(per_move(5));
    for (int i = 1; i <= 3; i++) {
        ck_assert(clock_spend(&clock, 5.5, 0.5));
        ck_assert_int_eq(clock.overruns, i);
    }
}
END_TEST

START_TEST(time_left_is_believed) {
    struct clock clock = started(canadian(10, 5, 60));
    clock_correct(&clock, 7, 0);
    shows(&clock, 7, 0);
    ck_assert(!clock.overtime);
    clock_correct(&clock, 50, 3);
    shows(&clock, 50, 3);
    ck_assert_double_eq(clock_limit(&clock), 50);
    ck_assert(!clock_spend(&clock, 51, 0));
    clock_correct(&clock, 20, 2); /* a fallen flag rises again */
    ck_assert(clock_spend(&clock, 1, 0));
    shows(&clock, 19, 1);
}
END_TEST

START_TEST(gtp_edges) {
    ck_assert_int_eq(clock_gtp(300, 0, 0).kind, CLOCK_ABSOLUTE);
    ck_assert_int_eq(clock_gtp(300, 0, 25).kind, CLOCK_ABSOLUTE);
    ck_assert_int_eq(clock_gtp(300, 10, 0).kind, CLOCK_NONE);
    ck_assert_int_eq(clock_gtp(0, 1, 0).kind, CLOCK_NONE);
    ck_assert_int_eq(clock_gtp(0, 0, 0).kind, CLOCK_NONE);
    struct clock_settings settings = clock_gtp(300, 60, 25);
    ck_assert_int_eq(settings.kind, CLOCK_CANADIAN);
    struct clock clock = started(settings);
    shows(&clock, 300, 0);
    clock = started(clock_gtp(0, 60, 25));
    shows(&clock, 60, 25);
    ck_assert(clock.overtime);
}
END_TEST

static const struct clock_settings kinds[] = {
    {.kind = CLOCK_MOVE, .period = 0.5},
    {.kind = CLOCK_MOVE, .period = 0.01},
    {.kind = CLOCK_ABSOLUTE, .main = 300},
    {.kind = CLOCK_ABSOLUTE, .main = 0.02},
    {.kind = CLOCK_FISCHER, .main = 60, .period = 1},
    {.kind = CLOCK_FISCHER, .main = 0.1, .period = 5},
    {.kind = CLOCK_BYOYOMI, .main = 600, .period = 30, .count = 3},
    {.kind = CLOCK_BYOYOMI, .main = 0, .period = 0.1, .count = 1},
    {.kind = CLOCK_BYOYOMI, .main = 1, .period = 30, .count = 1},
    {.kind = CLOCK_CANADIAN, .main = 600, .period = 300, .count = 25},
    {.kind = CLOCK_CANADIAN, .main = 0, .period = 10, .count = 1},
    {.kind = CLOCK_CANADIAN, .main = 0.5, .period = 300, .count = 2},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* A side that spends the whole budget each time never loses on time and never stands still. */
START_TEST(budgets_stay_below_the_limit) {
    static const double lags[] = {0, 0.05, 1, 1000};
    static const int plies[] = {-1, 0, 1, 30, 1000};
    struct clock clock = started(kinds[_i]);
    for (int i = 0; i < 400; i++) {
        double limit = clock_limit(&clock);
        for (size_t lag = 0; lag < 4; lag++)
            for (size_t p = 0; p < 5; p++) {
                double budget = clock_budget(&clock, plies[p], lags[lag]);
                ck_assert_double_ge(budget, 0);
                ck_assert(limit <= 0 ? budget <= 0 : budget < limit && budget > 0);
            }
        ck_assert(clock_spend(&clock, clock_budget(&clock, 1 + i % 40, 0.05), 0));
    }
}
END_TEST

/* An increment is not spent whole: a reserve stays, however long the game. */
START_TEST(a_reserve_stays) {
    struct clock clock = started(fischer(60, 2));
    for (int i = 0; i < 1000; i++)
        ck_assert(clock_spend(&clock, clock_budget(&clock, 30, 0.05), 0));
    double left;
    int count;
    clock_report(&clock, &left, &count);
    ck_assert_double_ge(left, 10);
    ck_assert_double_le(left, 20);
}
END_TEST

START_TEST(the_lag_is_kept_back) {
    struct clock clock = started(per_move(1));
    ck_assert_double_eq_tol(clock_budget(&clock, 30, 0.25), 0.75, 1e-9);
    ck_assert_double_eq_tol(clock_budget(&clock, 30, 0.95), 0.1, 1e-9);
    clock = started(absolute(300));
    ck_assert_double_eq_tol(clock_budget(&clock, 30, 0.05), 10, 1e-9);
    ck_assert_double_eq_tol(clock_budget(&clock, 1, 0.05), 297, 1e-9);
}
END_TEST

/* A little later than planned, every ply, and no period is lost. */
START_TEST(a_period_is_not_overstepped) {
    struct clock clock = started(byoyomi(0, 3, 30));
    double left;
    int count;
    for (int i = 0; i < 50; i++)
        ck_assert(clock_spend(&clock, clock_budget(&clock, 30, 0.05) + 0.02, 0));
    clock_report(&clock, &left, &count);
    ck_assert_int_eq(count, 3);
    ck_assert_double_eq_tol(clock_budget(&clock, 30, 1), 29, 1e-9);
}
END_TEST

/* A ply that ends in the first period costs nothing of it. */
START_TEST(the_rest_of_main_time_is_not_all) {
    struct clock clock = started(byoyomi(10, 3, 30));
    clock_correct(&clock, 0.5, 0);
    ck_assert_double_eq_tol(clock_budget(&clock, 30, 1), 29.5, 1e-9);
    ck_assert(clock_spend(&clock, 29.5, 0));
    double left;
    int count;
    clock_report(&clock, &left, &count);
    ck_assert_int_eq(count, 3);
}
END_TEST

/* A flag that fell by one's own count alone leaves time to go on with, however often it falls. */
START_TEST(a_fallen_clock_goes_on) {
    struct clock clock = started(kinds[_i]);
    for (int i = 0; i < 50; i++) {
        ck_assert(!clock_spend(&clock, clock_limit(&clock) + 1, 0));
        ck_assert_double_eq(clock.left, 0);
        clock_resume(&clock);
        ck_assert(!clock.fallen);
        ck_assert_double_gt(clock_budget(&clock, 30, 0.05), 0);
        ck_assert(clock_spend(&clock, clock_budget(&clock, 30, 0.05), 0));
    }
}
END_TEST

START_TEST(a_fallen_clock_begins_another_stage) {
    struct clock clock = started(byoyomi(10, 3, 30));
    clock_resume(&clock);
    ck_assert(clock.overtime && clock.count == 1 && clock.left == 30);
    clock = started(canadian(10, 5, 30));
    clock_resume(&clock);
    ck_assert(clock.overtime && clock.count == 5 && clock.left == 30);
    clock = started(fischer(60, 2));
    clock_resume(&clock);
    ck_assert(!clock.overtime && clock.left == 2);
    clock = started(absolute(60));
    clock_resume(&clock);
    ck_assert(!clock.overtime && clock.left == 6);
}
END_TEST

START_TEST(a_clock_without_time_is_none) {
    ck_assert_int_eq(clock_gtp(0, 0, 0).kind, CLOCK_NONE);
    ck_assert_int_eq(clock_gtp(1, 0, 0).kind, CLOCK_ABSOLUTE);
    ck_assert_int_eq(clock_gtp(0, 1, 1).kind, CLOCK_CANADIAN);
    struct clock_settings nothing = fischer(0, 0), something = fischer(0, 1);
    ck_assert_int_eq(clock_or_none(&nothing).kind, CLOCK_NONE);
    ck_assert_int_eq(clock_or_none(&something).kind, CLOCK_FISCHER);
}
END_TEST

START_TEST(print_and_parse) {
    struct text text = {0}, again = {0};
    struct clock_settings parsed;
    clock_print(&kinds[_i], &text);
    ck_assert_msg(clock_parse(text_string(&text), &parsed), "%s", text_string(&text));
    ck_assert_int_eq(parsed.kind, kinds[_i].kind);
    ck_assert_double_eq(parsed.main, kinds[_i].main);
    ck_assert_double_eq(parsed.period, kinds[_i].period);
    ck_assert_int_eq(parsed.count, kinds[_i].count);
    clock_print(&parsed, &again);
    ck_assert_str_eq(text_string(&text), text_string(&again));
    text_free(&text);
    text_free(&again);
}
END_TEST

START_TEST(texts_as_written) {
    static const struct {
        const char *text;
        struct clock_settings settings;
    } known[] = {
        {"none", {.kind = CLOCK_NONE}},
        {"0.5/move", {.kind = CLOCK_MOVE, .period = 0.5}},
        {"300", {.kind = CLOCK_ABSOLUTE, .main = 300}},
        {"60+1", {.kind = CLOCK_FISCHER, .main = 60, .period = 1}},
        {"600+3x30 byoyomi", {.kind = CLOCK_BYOYOMI, .main = 600, .period = 30, .count = 3}},
        {"600+25/300 canadian", {.kind = CLOCK_CANADIAN, .main = 600, .period = 300, .count = 25}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct text text = {0};
        struct clock_settings parsed = {.kind = CLOCK_MOVE};
        clock_print(&known[i].settings, &text);
        ck_assert_str_eq(text_string(&text), known[i].text);
        ck_assert(clock_parse(known[i].text, &parsed));
        ck_assert_int_eq(parsed.kind, known[i].settings.kind);
        text_free(&text);
    }
    struct clock_settings parsed;
    ck_assert(clock_parse("600+3x30", &parsed));
    ck_assert_int_eq(parsed.kind, CLOCK_BYOYOMI);
    ck_assert(clock_parse("600+25/300", &parsed));
    ck_assert_int_eq(parsed.kind, CLOCK_CANADIAN);
}
END_TEST

START_TEST(bad_texts_change_nothing) {
    static const char *const bad[] = {"",
                                      " ",
                                      "None",
                                      "-1",
                                      "1e99",
                                      "abc",
                                      "0/move",
                                      "/move",
                                      "-1/move",
                                      "5/mov",
                                      "5/moves",
                                      "60+",
                                      "+1",
                                      "60+-1",
                                      "60+1 canadian",
                                      "60 byoyomi",
                                      "600+0x30 byoyomi",
                                      "600+3x0 byoyomi",
                                      "600+x30 byoyomi",
                                      "600+3x30 canadian",
                                      "600+0/30 canadian",
                                      "600+3/0 canadian",
                                      "600+3/30 byoyomi",
                                      "600+3x30 byoyomi x",
                                      "nan",
                                      "inf",
                                      "0x10"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct clock_settings settings = {.kind = CLOCK_FISCHER, .main = 7, .period = 3};
        ck_assert_msg(!clock_parse(bad[i], &settings), "'%s' was accepted", bad[i]);
        ck_assert_int_eq(settings.kind, CLOCK_FISCHER);
        ck_assert_double_eq(settings.main, 7);
        ck_assert_double_eq(settings.period, 3);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("clock");
    suite_add(suite, without_limit);
    suite_add(suite, every_move_anew);
    suite_add(suite, absolute_runs_down);
    suite_add(suite, fischer_adds_after_the_ply);
    suite_add(suite, byoyomi_gives_the_period_back);
    suite_add(suite, byoyomi_from_main_through_several_periods);
    suite_add(suite, canadian_counts_plies);
    suite_add(suite, a_game_has_one_margin);
    suite_add(suite, a_period_for_each_ply_has_a_margin_of_its_own);
    suite_add(suite, time_left_is_believed);
    suite_add(suite, gtp_edges);
    suite_add_loop(suite, budgets_stay_below_the_limit, 0, KINDS);
    suite_add(suite, a_reserve_stays);
    suite_add(suite, the_lag_is_kept_back);
    suite_add(suite, a_period_is_not_overstepped);
    suite_add(suite, the_rest_of_main_time_is_not_all);
    suite_add_loop(suite, a_fallen_clock_goes_on, 0, KINDS);
    suite_add(suite, a_fallen_clock_begins_another_stage);
    suite_add(suite, a_clock_without_time_is_none);
    suite_add_loop(suite, print_and_parse, 0, KINDS);
    suite_add(suite, texts_as_written);
    suite_add(suite, bad_texts_change_nothing);
    return suite_run(suite);
}
