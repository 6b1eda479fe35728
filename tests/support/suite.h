/* suite: runs a Check suite as the harness wants it. */
#ifndef TERNION_TESTS_SUITE_H
#define TERNION_TESTS_SUITE_H

#include <check.h>

/* Adds a test as a case of its own, which has its name: CK_RUN_CASE=name runs it alone. */
static inline TCase *suite_add_loop(Suite *suite, const TTest *test, int from, int to) {
    TCase *tests = tcase_create(test->name);
    tcase_add_loop_test(tests, test, from, to);
    suite_add_tcase(suite, tests);
    return tests;
}

static inline TCase *suite_add(Suite *suite, const TTest *test) {
    return suite_add_loop(suite, test, 0, 1);
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
