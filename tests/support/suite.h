/* suite: runs a Check suite as the harness wants it. */
#ifndef TERNION_TESTS_SUITE_H
#define TERNION_TESTS_SUITE_H

#include <check.h>

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
