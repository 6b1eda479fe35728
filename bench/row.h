/* row: one line of the table that `make bench` prints. Whatever else a benchmark prints is detail.
 */
#ifndef TERNION_BENCH_ROW_H
#define TERNION_BENCH_ROW_H

#include <stdio.h>

#include "../src/system/now.h"

/* Three digits that count, without powers of ten. */
static inline const char *row_number(char text[32], double value) {
    double unit = 1;
    while (value >= 1000 * unit)
        unit *= 10;
    if (value >= 1000)
        snprintf(text, 32, "%.0f", unit * (double)(long)(value / unit + 0.5));
    else
        snprintf(text, 32, "%.3g", value);
    return text;
}

/* What was measured, in its unit; what it is held against, with its figure; the one in the other.
 */
static inline void row_print(const char *what, double here, const char *unit, const char *against,
                             double there, double ratio) {
    char a[32], b[32], c[32], measured[64], held[96];
    snprintf(measured, sizeof measured, "%s %s", row_number(a, here), unit);
    snprintf(held, sizeof held, "%s: %s", against, row_number(b, there));
    printf("| %-52s | %-21s | %-36s | %6s |\n", what, measured, held, row_number(c, ratio));
    fflush(stdout);
}

#endif
