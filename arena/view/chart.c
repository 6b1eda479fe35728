#include "chart.h"

#include <math.h>

enum { CROWD = 5 }; /* labels from which on they may touch each other on a narrow screen */

/* ---- scales */

static double nice_step(double span) {
    double power = pow(10, floor(log10(span / 4))), share = span / 4 / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static void axis_round_linear(struct axis *axis, struct ticks *ticks) {
    double step = nice_step(axis->high - axis->low);
    axis->low = floor(axis->low / step) * step;
    axis->high = ceil(axis->high / step) * step;
    for (double at = axis->low; at < axis->high + step / 2 && ticks->count < CHART_TICKS;
         at += step)
        ticks->at[ticks->count++] = round(at / step) * step;
}

static void axis_round_decades(struct axis *axis, struct ticks *ticks) {
    double low = floor(log10(axis->low)), high = ceil(log10(axis->high));
    axis->low = pow(10, low);
    axis->high = pow(10, high > low ? high : low + 1);
    for (double power = low; pow(10, power) <= axis->high * 1.001 && ticks->count < CHART_TICKS;
         power++)
        ticks->at[ticks->count++] = pow(10, power);
}

void axis_round(struct axis *axis, struct ticks *ticks) {
    ticks->count = 0;
    if (axis->logarithmic)
        axis_round_decades(axis, ticks);
    else
        axis_round_linear(axis, ticks);
}

double axis_at(const struct axis *axis, double value) {
    double share = axis->logarithmic
                       ? log(fmax(value, axis->low) / axis->low) / log(axis->high / axis->low)
                       : (value - axis->low) / (axis->high - axis->low);
    return 100 * fmin(fmax(share, 0), 1);
}

/* ---- rows of intervals */

void chart_open(struct text *text, const struct axis *axis, const struct ticks *ticks,
                double zero) {
    text_put(text, "<svg class=\"row\" aria-hidden=\"true\">");
    for (int i = 0; i < ticks->count; i++)
        text_print(text, "<line class=\"%s\" x1=\"%.2f%%\" x2=\"%.2f%%\" y2=\"100%%\"/>",
                   ticks->at[i] == zero ? "zero" : "tick", axis_at(axis, ticks->at[i]),
                   axis_at(axis, ticks->at[i]));
}

void chart_close(struct text *text) {
    text_put(text, "</svg>");
}

void chart_span(struct text *text, const struct axis *axis, const char *class, double from,
                double to) {
    text_print(text, "<line class=\"%s\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"50%%\" y2=\"50%%\"/>",
               class, axis_at(axis, from), axis_at(axis, to));
}

void chart_box(struct text *text, const struct axis *axis, const char *class, double from,
               double to) {
    double left = axis_at(axis, from);
    text_print(text,
               "<rect class=\"%s\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"25%%\" height=\"50%%\"/>",
               class, left, fmax(axis_at(axis, to) - left, 0.1));
}

void chart_mark(struct text *text, const struct axis *axis, const char *class, double at) {
    text_print(text, "<circle class=\"%s\" cx=\"%.2f%%\" cy=\"50%%\" r=\"5\"/>", class,
               axis_at(axis, at));
}

void chart_labels(struct text *text, const struct axis *axis, const struct ticks *ticks,
                  void (*print)(struct text *, double)) {
    /* Where there is no room every other label goes, but not that of zero. */
    int zero = 0;
    while (zero < ticks->count && ticks->at[zero] != 0)
        zero++;
    text_print(text, "<div class=\"labels%s\" aria-hidden=\"true\">",
               ticks->count < CROWD                   ? ""
               : zero < ticks->count && zero % 2 != 0 ? " many odd"
                                                      : " many");
    for (int i = 0; i < ticks->count; i++) {
        text_print(text, "<span style=\"left:%.2f%%\">", axis_at(axis, ticks->at[i]));
        print(text, ticks->at[i]);
        text_put(text, "</span>");
    }
    text_put(text, "</div>");
}

/* ---- lines */

enum { WIDE = 1000, HIGH = 200 };

static double line_x(const struct axis *axis, double value) {
    return axis_at(axis, value) * WIDE / 100;
}

static double line_y(const struct axis *axis, double value) {
    return HIGH - axis_at(axis, value) * HIGH / 100;
}

static void put_band(struct text *text, const struct axis *x, const struct axis *y,
                     const struct chart_point *points, size_t count) {
    text_put(text, "<path class=\"band\" d=\"");
    for (size_t i = 0; i < count; i++)
        text_print(text, "%c%.1f %.1f", i == 0 ? 'M' : 'L', line_x(x, points[i].x),
                   line_y(y, points[i].high));
    for (size_t i = count; i > 0; i--)
        text_print(text, "L%.1f %.1f", line_x(x, points[i - 1].x), line_y(y, points[i - 1].low));
    text_put(text, "Z\"/>");
}

void chart_lines(struct text *text, const struct axis *x, const struct axis *y,
                 const struct ticks *ticks, double zero, const struct chart_point *points,
                 size_t count) {
    text_print(text,
               "<svg class=\"lines\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
               "aria-hidden=\"true\">",
               WIDE, HIGH);
    for (int i = 0; i < ticks->count; i++)
        text_print(text, "<path class=\"%s\" d=\"M0 %.1fH%d\"/>",
                   ticks->at[i] == zero ? "zero" : "tick", line_y(y, ticks->at[i]), WIDE);
    put_band(text, x, y, points, count);
    text_put(text, "<path class=\"line\" d=\"");
    for (size_t i = 0; i < count; i++)
        text_print(text, "%c%.1f %.1f", i == 0 ? 'M' : 'L', line_x(x, points[i].x),
                   line_y(y, points[i].y));
    text_put(text, "\"/></svg>");
}
