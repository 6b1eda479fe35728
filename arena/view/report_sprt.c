/* The sequential test of a report: where its ratio stands between the bounds, and what it rests on.
 */
#include <math.h>

#include "chart.h"
#include "report_inside.h"

static void print_ratio(struct text *text, double value) {
    text_print(text, "%s%.2f", value < 0 ? "−" : "", value < 0 ? -value : value);
}

static void put_verdict(struct report_page *report, const struct sprt *sprt) {
    struct text *page = &report->page;
    double elo0 = sprt->settings.elo0, elo1 = sprt->settings.elo1;
    text_put(page, "<p>That ");
    html_name(page, report->names[0]);
    text_print(page, " is %s%g Elo stronger than ", elo1 < 0 ? "−" : "", fabs(elo1));
    html_name(page, report->names[1]);
    text_print(page, ", and not %s%g, is <strong>%s</strong>.</p>\n", elo0 < 0 ? "−" : "",
               fabs(elo0), sprt_verdicts[sprt->verdict]);
}

static void put_ratio(struct report_page *report, const struct sprt *sprt) {
    const struct axis axis = {.low = sprt->lower, .high = sprt->upper};
    const struct ticks ticks = {.at = {sprt->lower, 0, sprt->upper}, .count = 3};
    struct text *page = &report->page;
    text_put(page, "<figure class=\"rows\"><figcaption>Logarithm of the likelihood ratio, between "
                   "the bounds that reject and accept</figcaption><div class=\"grid\">"
                   "<div class=\"label\">ratio</div>");
    chart_open(page, &axis, &ticks, 0);
    chart_span(page, &axis, "span", sprt->ratio < 0 ? sprt->ratio : 0,
               sprt->ratio < 0 ? 0 : sprt->ratio);
    chart_mark(page, &axis, "dot", sprt->ratio);
    chart_close(page);
    text_put(page, "<div class=\"value\">");
    print_ratio(page, sprt->ratio);
    text_put(page, "</div><div></div>");
    chart_labels(page, &axis, &ticks, print_ratio);
    text_put(page, "<div></div></div></figure>\n");
}

void report_pairs(struct report_page *report) {
    static const char *const points[] = {"0", "½", "1", "1½", "2"};
    const struct sprt *sprt = &report->sprt;
    long pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += sprt->pairs[i];
    if (pairs == 0)
        return;
    struct text *page = &report->page;
    text_put(page, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Pairs of "
                   "games\"><table class=\"numbers\"><thead><tr><th scope=\"col\" class=\"name\">"
                   "Points of a pair</th>");
    for (int i = 0; i < 5; i++)
        text_print(page, "<th scope=\"col\">%s</th>", points[i]);
    text_put(page, "</tr></thead><tbody><tr><th scope=\"row\" class=\"name\">");
    html_name(page, report->names[0]);
    text_put(page, "</th>");
    for (int i = 0; i < 5; i++)
        text_print(page, "<td>%ld</td>", sprt->pairs[i]);
    text_put(page, "</tr></tbody></table></div>\n");
}

static bool sprt_take(void *context, const struct arena_result *result, struct error *error) {
    (void)error;
    struct played_game played = arena_result_played(result);
    sprt_add(context, &played);
    return true;
}

bool report_gather_sprt(struct report_page *report, struct error *error) {
    const struct manifest *manifest = &report->archive->manifest;
    struct schedule schedule = manifest_schedule(manifest);
    struct sprt_settings settings;
    if (!report_is_match(report) || !schedule_is_fixed(&schedule))
        return true;
    manifest_sprt(manifest, &settings);
    sprt_open(&report->sprt, &settings, &schedule);
    return archive_each(report->archive, false, sprt_take, &report->sprt, error);
}

void report_sprt(struct report_page *report) {
    const struct sprt *sprt = &report->sprt;
    struct text note = {0};
    if (!sprt->settings.on)
        return;
    text_print(
        &note,
        "In the order of the schedule, over the first %ld games; wrong verdicts are allowed in "
        "%g %% and %g %% of runs.",
        sprt->next, 100 * sprt->settings.alpha, 100 * sprt->settings.beta);
    report_open(report, "sprt", "Sequential test", text_string(&note));
    put_verdict(report, sprt);
    put_ratio(report, sprt);
    report_pairs(report);
    report_close(report);
    text_free(&note);
}

void report_verdict(struct report_page *report) {
    if (report->sprt.settings.on)
        text_print(&report->page, "Sequential test: <strong>%s</strong>. ",
                   sprt_verdicts[report->sprt.verdict]);
}
