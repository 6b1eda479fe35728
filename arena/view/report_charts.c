/* The drawings of a report: ratings with their intervals, scores as the games went on, times. */
#include <math.h>
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "chart.h"
#include "report_page.h"

enum { COURSE_POINTS = 160 };

static void put_engine_label(struct report_page *report, int engine) {
    text_put(&report->page, "<div class=\"label\">");
    html_name(&report->page, report->names[engine]);
    text_put(&report->page, "</div>");
}

/* ---- ratings */

struct interval {
    double low, at, high;
    bool open_low, open_high; /* goes on beyond */
    bool known;
    bool anchored;
};

static struct interval rating_interval(const struct rating *rating) {
    bool loose = rating->bound == RATING_LOOSE;
    return (struct interval){.low = rating->elo - rating->error,
                             .at = rating->elo,
                             .high = rating->elo + rating->error,
                             .open_low = rating->bound == RATING_CEILING || loose,
                             .open_high = rating->bound == RATING_FLOOR || loose,
                             .known = rating->bound != RATING_NONE,
                             .anchored = rating->anchored};
}

/* Of the best of two engines against the other. */
static struct interval match_interval(const struct report_page *report) {
    struct wdl wdl = report_engine(report, report->data->ranks[0]);
    struct elo elo = elo_estimate(&wdl);
    double bound = elo.open_high ? elo.low : elo.high;
    return (struct interval){.low = elo.open_low ? bound : elo.low,
                             .at = elo.known ? elo.difference : bound,
                             .high = elo.open_high ? bound : elo.high,
                             .open_low = elo.open_low,
                             .open_high = elo.open_high,
                             .known = elo.known || !elo.open_low || !elo.open_high};
}

static void put_interval(struct report_page *report, const struct axis *axis,
                         const struct ticks *ticks, double zero, const struct interval *interval) {
    struct text *page = &report->page;
    chart_open(page, axis, ticks, zero);
    if (interval->known) {
        chart_span(page, axis, "span", interval->open_low ? axis->low : interval->low,
                   interval->open_high ? axis->high : interval->high);
        chart_mark(page, axis, interval->open_low || interval->open_high ? "bound" : "dot",
                   interval->at);
    }
    chart_close(page);
}

static void put_value(struct report_page *report, const struct interval *interval) {
    struct text *page = &report->page;
    double width = interval->high - interval->low;
    text_put(page, "<div class=\"value\">");
    if (!interval->known) {
        text_put(page, "–");
    } else if (interval->open_low || interval->open_high) {
        text_put(page, interval->open_low && interval->open_high ? "≈\u00A0"
                       : interval->open_high                     ? "≥\u00A0"
                                                                 : "≤\u00A0");
        report_decimal(page, interval->at, 0, interval->anchored);
    } else if (width <= 0) { /* the anchor */
        report_decimal(page, interval->at, 0, interval->anchored);
    } else {
        int decimals = elo_decimals(width);
        report_decimal(page, interval->at, decimals, interval->anchored);
        text_put(page, " <small>");
        report_decimal(page, interval->low, decimals, interval->anchored);
        text_put(page, " … ");
        report_decimal(page, interval->high, decimals, interval->anchored);
        text_put(page, "</small>");
    }
    text_put(page, "</div>\n");
}

static bool interval_widen(struct axis *axis, const struct interval *interval) {
    if (!interval->known)
        return false;
    axis->low = fmin(axis->low, interval->low);
    axis->high = fmax(axis->high, interval->high);
    return true;
}

static struct interval place_interval(const struct report_page *report, int place) {
    return report_is_match(report)
               ? match_interval(report)
               : rating_interval(&report->data->ratings.each[report->data->ranks[place]]);
}

void report_ratings(struct report_page *report) {
    const struct report_data *data = report->data;
    bool anchored = report_is_anchored(report);
    double zero = anchored ? report->archive->words.anchor->elo : 0;
    struct axis axis = {.low = zero - 10, .high = zero + 10};
    struct ticks ticks;
    int rows = report_is_match(report) ? 1 : data->stats.results.players;
    bool any = false;
    for (int place = 0; place < rows; place++) {
        struct interval interval = place_interval(report, place);
        any = interval_widen(&axis, &interval) || any;
    }
    if (!any)
        return;
    axis_round(&axis, &ticks);
    text_print(&report->page,
               "<figure class=\"rows\"><figcaption>%s</figcaption><div class=\"grid\">\n",
               report_is_match(report) ? "Difference in Elo with its 95 % interval"
                                       : "Ratings with their 95 % intervals");
    for (int place = 0; place < rows; place++) {
        struct interval interval = place_interval(report, place);
        put_engine_label(report, data->ranks[place]);
        put_interval(report, &axis, &ticks, zero, &interval);
        put_value(report, &interval);
    }
    text_put(&report->page, "<div></div>");
    chart_labels(&report->page, &axis, &ticks, anchored ? report_anchored : report_signed);
    text_put(&report->page, "<div></div></div></figure>\n");
}

/* ---- scores as the games went on */

static void wdl_point(struct wdl *wdl, const struct course_game *game) {
    wdl->wins += game->halves == 2;
    wdl->draws += game->halves == 1;
    wdl->losses += game->halves == 0;
    if (game->before >= 0)
        wdl_join(wdl, game->halves, game->before);
}

static size_t course_points(const struct course *course, struct chart_point *points) {
    struct wdl wdl = {0};
    size_t count = 0;
    size_t step = course->count / COURSE_POINTS + 1;
    for (size_t i = 0; i < course->count; i++) {
        wdl_point(&wdl, &course->games[i]);
        if ((i + 1) % step != 0 && i + 1 != course->count)
            continue;
        struct chart_point *point = &points[count++];
        *point = (struct chart_point){.x = (double)(i + 1), .y = wdl_score(&wdl)};
        wdl_interval(&wdl, &point->low, &point->high);
    }
    return count;
}

/* High enough for every line, and for its band once a quarter of the games is played: the first few
 * games would need the whole height. */
static struct axis course_axis(const struct report_page *report, struct ticks *ticks) {
    struct axis axis = {.low = 0.45, .high = 0.55};
    struct chart_point points[COURSE_POINTS + 1];
    for (int i = 0; i < report->data->stats.results.players; i++) {
        const struct course *course = &report->data->courses[i];
        size_t count = course_points(course, points);
        for (size_t j = 0; j < count; j++) {
            bool late = points[j].x * 4 >= (double)course->count;
            axis.low = fmin(axis.low, late ? points[j].low : points[j].y);
            axis.high = fmax(axis.high, late ? points[j].high : points[j].y);
        }
    }
    axis_round(&axis, ticks);
    axis.low = fmax(axis.low, 0);
    axis.high = fmin(axis.high, 1);
    while (ticks->count > 0 && ticks->at[ticks->count - 1] > 1.001)
        ticks->count--;
    return axis;
}

static void put_course_scale(struct report_page *report, const struct axis *axis,
                             const struct ticks *ticks) {
    text_put(&report->page, "<div class=\"scale\" aria-hidden=\"true\">");
    for (int i = 0; i < ticks->count; i++)
        if (ticks->at[i] >= axis->low - 0.001)
            text_print(&report->page, "<span style=\"bottom:%.2f%%\">%.0f</span>",
                       axis_at(axis, ticks->at[i]), 100 * ticks->at[i]);
    text_put(&report->page, "</div>");
}

static void put_course(struct report_page *report, int engine, const struct axis *y,
                       const struct ticks *ticks) {
    const struct course *course = &report->data->courses[engine];
    struct text *page = &report->page;
    struct chart_point points[COURSE_POINTS + 1];
    size_t count = course_points(course, points);
    const struct axis x = {.low = course->count > 1 ? 1 : 0, .high = (double)course->count};
    const struct chart_point *last = &points[count - 1];
    text_put(page, "<figure class=\"course\"><figcaption>");
    html_name(page, report->names[engine]);
    text_print(page,
               " <span><strong>%.1f\u00A0%%</strong> <small>%.1f … %.1f</small></span>"
               "</figcaption><div class=\"plot\">",
               100 * last->y, 100 * fmax(last->low, 0), 100 * fmin(last->high, 1));
    put_course_scale(report, y, ticks);
    chart_lines(page, &x, y, ticks, 0.5, points, count);
    text_put(page, "</div><div class=\"ends\"><span>1</span><span>");
    html_count(page, (long)course->count);
    text_put(page, " games</span></div></figure>\n");
}

/* As even rows of three or four as can be. */
static int course_columns(int count) {
    return count <= 4 ? count : count % 4 == 0 || count % 4 == 3 ? 4 : 3;
}

void report_course(struct report_page *report) {
    const struct report_data *data = report->data;
    /* Of two engines each has what the other lacks. */
    int shown = report_is_match(report) ? 1 : data->stats.results.players;
    struct ticks ticks;
    struct axis axis = course_axis(report, &ticks);
    report_open(report, "course", "Score over time",
                shown == 1 ? "Score in percent after each game, in the order of the schedule, with "
                             "its 95 % band. The opponent's is the mirror image."
                           : "Score in percent after each game, in the order of the schedule, with "
                             "its 95 % band. All drawings have the same scale.");
    text_print(&report->page, "<div class=\"courses%s\" style=\"--columns:%d\">\n",
               shown == 1 ? " single" : "", course_columns(shown));
    for (int place = 0; place < shown; place++)
        if (data->courses[data->ranks[place]].count > 0)
            put_course(report, data->ranks[place], &axis, &ticks);
    text_put(&report->page, "</div>\n");
    report_close(report);
}

/* ---- times */

/* Powers of ten, in whole units. */
static void print_tick(struct text *text, double microseconds) {
    static const char *const units[] = {"µs", "ms", "s"};
    int unit = microseconds < 999 ? 0 : microseconds < 999999 ? 1 : 2;
    text_print(text, "%.0f\u00A0%s", microseconds / pow(1000, unit), units[unit]);
}

static double at_least_one(uint64_t microseconds) {
    return microseconds > 0 ? (double)microseconds : 1;
}

static void put_pace(struct report_page *report, const struct axis *axis, const struct ticks *ticks,
                     const struct time_use *use) {
    struct text *page = &report->page;
    chart_open(page, axis, ticks, 0);
    if (use->count > 0) {
        double middle = at_least_one(time_use_quantile(use, 0.5));
        chart_span(page, axis, "reach", at_least_one(use->times[0]), at_least_one(use->slowest));
        chart_box(page, axis, "box", at_least_one(time_use_quantile(use, 0.25)),
                  at_least_one(time_use_quantile(use, 0.75)));
        chart_box(page, axis, "median", middle, middle);
        chart_mark(page, axis, "slow", at_least_one(use->slowest));
    }
    chart_close(page);
}

static void put_pace_chart(struct report_page *report) {
    const struct report_data *data = report->data;
    struct axis axis = {.low = 1e12, .high = 1, .logarithmic = true};
    struct ticks ticks;
    for (int i = 0; i < data->stats.results.players; i++) {
        const struct time_use *use = &data->time_uses[i];
        if (use->count == 0)
            continue;
        axis.low = fmin(axis.low, at_least_one(use->times[0]));
        axis.high = fmax(axis.high, at_least_one(use->slowest));
    }
    axis_round(&axis, &ticks);
    text_put(&report->page,
             "<figure class=\"rows\"><figcaption>Time of a ply: from the quickest to the slowest "
             "(dot), the middle half (box), the median (line); logarithmic</figcaption>"
             "<div class=\"grid\">\n");
    for (int place = 0; place < data->stats.results.players; place++) {
        const struct time_use *use = &data->time_uses[data->ranks[place]];
        put_engine_label(report, data->ranks[place]);
        put_pace(report, &axis, &ticks, use);
        text_put(&report->page, "<div class=\"value\">");
        html_seconds(&report->page, (double)time_use_quantile(use, 0.5) / 1e6);
        text_put(&report->page, "</div>\n");
    }
    text_put(&report->page, "<div></div>");
    chart_labels(&report->page, &axis, &ticks, print_tick);
    text_put(&report->page, "<div></div></div></figure>\n");
}

static void put_time_cell(struct report_page *report, double microseconds) {
    text_put(&report->page, "<td>");
    html_seconds(&report->page, microseconds / 1e6);
    text_put(&report->page, "</td>");
}

static void put_pace_row(struct report_page *report, int engine) {
    const struct time_use *use = &report->data->time_uses[engine];
    struct text *page = &report->page;
    text_put(page, "<tr><th scope=\"row\" class=\"name\">");
    html_name(page, report->names[engine]);
    text_put(page, "</th><td>");
    html_count(page, (long)use->count);
    text_put(page, "</td>");
    put_time_cell(report, time_use_mean(use));
    put_time_cell(report, (double)time_use_quantile(use, 0.5));
    put_time_cell(report, (double)time_use_quantile(use, 0.95));
    put_time_cell(report, (double)use->slowest);
    text_put(page, "<td>");
    if (use->slowest_ply > 0) {
        report_link(report, use->slowest_game, use->slowest_ply);
        text_print(page, ", ply %zu", use->slowest_ply);
    }
    text_put(page, "</td>");
    put_time_cell(report, time_use_mean(use) * (double)use->count);
    text_put(page, "</tr>\n");
}

void report_times(struct report_page *report) {
    const struct report_data *data = report->data;
    bool any = false;
    for (int i = 0; i < data->stats.results.players; i++)
        any = any || data->time_uses[i].count > 0;
    report_open(report, "times", "Time use", NULL);
    if (any) {
        put_pace_chart(report);
        text_put(&report->page,
                 "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Time use\">"
                 "<table class=\"numbers\"><thead><tr><th scope=\"col\" class=\"name\">Engine</th>"
                 "<th scope=\"col\">Plies</th><th scope=\"col\">Mean</th>"
                 "<th scope=\"col\">Median</th><th scope=\"col\">95 % within</th>"
                 "<th scope=\"col\">Slowest</th><th scope=\"col\">where</th>"
                 "<th scope=\"col\">All plies</th></tr></thead><tbody>\n");
        for (int place = 0; place < data->stats.results.players; place++)
            put_pace_row(report, data->ranks[place]);
        text_put(&report->page, "</tbody></table></div>\n");
    } else {
        text_put(&report->page, "<p>No ply was played.</p>\n");
    }
    report_close(report);
}
