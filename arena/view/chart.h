/* chart: marks on a common scale, drawn as SVG that stretches with its place while strokes and text
 * keep their size. Words stand beside the drawings, in HTML. */
#ifndef TERNION_CHART_H
#define TERNION_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "../../src/core/text.h"

/* From `low` to `high`; on a logarithmic scale both are above 0. */
struct axis {
    double low, high;
    bool logarithmic;
};

enum { CHART_TICKS = 12 };
struct ticks {
    double at[CHART_TICKS];
    int count;
};

/* Widened to round numbers; the ticks that lie on it. */
void axis_round(struct axis *axis, struct ticks *ticks);
/* Where a value lies, in percent of the width; values beyond the ends lie at them. */
double axis_at(const struct axis *axis, double value);

/* One row of intervals: a drawing with the ticks as thin lines. `zero` is a value whose line stands
 * out, if it lies on the axis. */
void chart_open(struct text *text, const struct axis *axis, const struct ticks *ticks, double zero);
void chart_close(struct text *text);
void chart_span(struct text *text, const struct axis *axis, const char *class, double from,
                double to);
void chart_box(struct text *text, const struct axis *axis, const char *class, double from,
               double to);
void chart_mark(struct text *text, const struct axis *axis, const char *class, double at);
/* The row of tick labels beneath, each printed by `print`. */
void chart_labels(struct text *text, const struct axis *axis, const struct ticks *ticks,
                  void (*print)(struct text *, double));

/* A line with the band around it; the x axis is the number of the point. y: 0 .. 1 of the axis. */
struct chart_point {
    double x, y, low, high;
};
void chart_lines(struct text *text, const struct axis *x, const struct axis *y,
                 const struct ticks *ticks, double zero, const struct chart_point *points,
                 size_t count);

#endif
