/* suite: runs a Check suite as the harness wants it. */
#ifndef TERNION_TESTS_SUITE_H
#define TERNION_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Adds a test as a case of its own, which has its name: CK_RUN_CASE=name runs it alone. Some take
 * longer than Check's 4 seconds on a slow machine. */
static inline TCase *suite_add_loop(Suite *suite, const TTest *test, int from, int to) {
    setenv("CK_DEFAULT_TIMEOUT", "300", 0);
    TCase *tests = tcase_create(test->name);
    tcase_add_loop_test(tests, test, from, to);
    suite_add_tcase(suite, tests);
    return tests;
}

static inline TCase *suite_add(Suite *suite, const TTest *test) {
    return suite_add_loop(suite, test, 0, 1);
}

/* The same for a test with something to set up and to tear down. */
static inline void suite_add_loop_with(Suite *suite, void (*setup)(void), void (*teardown)(void),
                                       const TTest *test, int from, int to) {
    tcase_add_checked_fixture(suite_add_loop(suite, test, from, to), setup, teardown);
}

static inline void suite_add_with(Suite *suite, void (*setup)(void), void (*teardown)(void),
                                  const TTest *test) {
    suite_add_loop_with(suite, setup, teardown, test, 0, 1);
}

/* Runs all tests, reports as CK_VERBOSITY and CK_TAP_LOG_FILE_NAME say, and frees the suite; the
 * exit status of the program. */
static inline int suite_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}

#endif
