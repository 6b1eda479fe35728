/* tap: how programs say ok that are no Check programs. */
#ifndef TERNION_TESTS_TAP_H
#define TERNION_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_number, tap_failed;

/* One result, with what was tried. */
__attribute__((format(printf, 2, 3))) static inline void tap_ok(bool good, const char *format,
                                                                ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%sok %d - ", good ? "" : "not ", ++tap_number);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    va_end(arguments);
    tap_failed += !good;
}

/* The plan, after all results, of which there must be one; returns the exit status of the
 * program. */
static inline int tap_done(void) {
    if (tap_number == 0)
        tap_ok(false, "there is something to try");
    printf("1..%d\n", tap_number);
    return tap_failed > 0;
}

/* For a program that cannot try anything here; returns its exit status. */
static inline int tap_skip_all(const char *reason) {
    printf("1..0 # SKIP %s\n", reason);
    return 0;
}

#endif
