/* The formats of a tournament: schedules worked out by hand, and laws that hold for all of them. */
#include <check.h>
#include <stdlib.h>

#include "../arena/schedule.h"

/* ---- gauntlet */

struct row {
    int first, second;
    long pair, opening;
};

static void expect_rows(const struct schedule *schedule, const struct row *rows, long count) {
    ck_assert_int_eq(schedule_count(schedule), count);
    for (long i = 0; i < count; i++) {
        struct fixture fixture = schedule_game(schedule, i);
        ck_assert_int_eq(fixture.number, i);
        ck_assert_int_eq(fixture.engines[0], rows[i].first);
        ck_assert_int_eq(fixture.engines[1], rows[i].second);
        ck_assert_int_eq(fixture.pair, rows[i].pair);
        ck_assert_int_eq(fixture.opening, rows[i].opening);
    }
}

START_TEST(gauntlet_one) {
    const struct schedule schedule = {
        .format = FORMAT_GAUNTLET, .engines = 4, .challengers = 1, .games = 3, .swap = true};
    static const struct row rows[] = {{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 2, 1, 0},
                                      {2, 0, 1, 0}, {0, 3, 2, 0}, {3, 0, 2, 0},
                                      {0, 1, 3, 1}, {0, 2, 4, 1}, {0, 3, 5, 1}};
    expect_rows(&schedule, rows, 9);
}
END_TEST

START_TEST(gauntlet_two) {
    const struct schedule schedule = {
        .format = FORMAT_GAUNTLET, .engines = 5, .challengers = 2, .games = 2, .swap = true};
    static const struct row rows[] = {{0, 2, 0, 0}, {2, 0, 0, 0}, {1, 2, 1, 0}, {2, 1, 1, 0},
                                      {0, 3, 2, 0}, {3, 0, 2, 0}, {1, 3, 3, 0}, {3, 1, 3, 0},
                                      {0, 4, 4, 0}, {4, 0, 4, 0}, {1, 4, 5, 0}, {4, 1, 5, 0}};
    expect_rows(&schedule, rows, 12);
}
END_TEST

START_TEST(gauntlet_without_swap) {
    const struct schedule schedule = {
        .format = FORMAT_GAUNTLET, .engines = 4, .challengers = 2, .games = 2, .swap = false};
    static const struct row rows[] = {{0, 2, 0, 0}, {2, 1, 1, 0}, {3, 0, 2, 0}, {1, 3, 3, 0},
                                      {2, 0, 4, 1}, {1, 2, 5, 1}, {0, 3, 6, 1}, {3, 1, 7, 1}};
    expect_rows(&schedule, rows, 8);
}
END_TEST

START_TEST(gauntlet_laws) {
    for (int engines = 2; engines < 9; engines++)
        for (int challengers = 1; challengers < engines; challengers++) {
            const struct schedule schedule = {.format = FORMAT_GAUNTLET,
                                              .engines = engines,
                                              .challengers = challengers,
                                              .games = 6,
                                              .swap = true};
            int met[9][9] = {{0}};
            for (long i = 0; i < schedule_count(&schedule); i++) {
                struct fixture fixture = schedule_game(&schedule, i);
                met[fixture.engines[0]][fixture.engines[1]]++;
            }
            for (int a = 0; a < engines; a++)
                for (int b = 0; b < engines; b++)
                    ck_assert_int_eq(met[a][b], (a < challengers) != (b < challengers) ? 3 : 0);
        }
}
END_TEST

static TCase *cases(void) {
    TCase *all = tcase_create("formats");
    const TTest *const tests[] = {
        gauntlet_one,
        gauntlet_two,
        gauntlet_without_swap,
        gauntlet_laws,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(all, tests[i]);
    return all;
}

int main(void) {
    Suite *suite = suite_create("formats");
    suite_add_tcase(suite, cases());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
