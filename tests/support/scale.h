/* scale: how much work a test is to do. TERNION_TEST_SCALE holds a percentage: 100 is `make check`,
 * sanitizer runs set less, `make check-long` more. */
#ifndef TERNION_TESTS_SCALE_H
#define TERNION_TESTS_SCALE_H

#include <stdlib.h>

/* The number scaled, at least 1. */
static inline long test_scale(long full) {
    const char *word = getenv("TERNION_TEST_SCALE");
    long percent = word ? strtol(word, NULL, 10) : 100;
    long scaled = full * (percent > 0 ? percent : 100) / 100;
    return scaled > 0 ? scaled : 1;
}

/* The same, but never less than the number: for shares that need as many tries. */
static inline long test_scale_up(long least) {
    long scaled = test_scale(least);
    return scaled > least ? scaled : least;
}

#endif
