/* The tables of a report: standings, each against each, by colour, by opening. */
#include <math.h>
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "report_inside.h"

enum { OPENINGS_SHOWN = 60, OPENING_CHARACTERS = 72 };

/* ---- cells */

void report_percent(struct report_page *report, double share) {
    text_print(&report->page, "%.1f\u00A0%%", 100 * share);
}

static void report_decimal(struct text *page, double value, int decimals) {
    double rounded = elo_rounded(value, decimals);
    text_print(page, "%s%.*f", rounded < 0 ? "−" : rounded > 0 ? "+" : "", decimals, fabs(rounded));
}

void report_signed(struct text *page, double value) {
    report_decimal(page, value, 0);
}

void report_rating(struct text *page, const struct rating *rating) {
    report_decimal(page, rating->elo, elo_decimals(2 * rating->error));
}

void report_difference(struct text *page, const struct elo *elo) {
    report_decimal(page, elo->difference, elo_decimals(elo->high - elo->low));
}

/* "12–3–5", and a bar of these parts. */
static void put_wdl(struct report_page *report, const struct wdl *wdl) {
    text_print(&report->page, "%ld–%ld–%ld", wdl->wins, wdl->draws, wdl->losses);
}

static void put_bar(struct report_page *report, const struct wdl *wdl) {
    double games = fmax((double)wdl_games(wdl), 1), from = 0;
    const long parts[] = {wdl->wins, wdl->draws, wdl->losses};
    static const char *const classes[] = {"won", "drawn", "lost"};
    text_put(&report->page, "<svg class=\"bar\" aria-hidden=\"true\">");
    for (int i = 0; i < 3; i++) {
        double wide = 100 * (double)parts[i] / games;
        if (parts[i] > 0)
            text_print(&report->page,
                       "<rect class=\"%s\" x=\"%.2f%%\" width=\"%.2f%%\" height=\"100%%\"/>",
                       classes[i], from, wide);
        from += wide;
    }
    text_put(&report->page, "</svg>");
}

static void put_row_name(struct report_page *report, int engine) {
    text_put(&report->page, "<th scope=\"row\" class=\"name\">");
    html_name(&report->page, report->names[engine]);
    text_put(&report->page, "</th>");
}

/* ---- standings */

static void put_rating(struct report_page *report, const struct rating *rating) {
    static const char *const signs[] = {[RATING_EXACT] = "",
                                        [RATING_FLOOR] = "≥\u00A0",
                                        [RATING_CEILING] = "≤\u00A0",
                                        [RATING_LOOSE] = "≈\u00A0"};
    if (rating->bound == RATING_NONE) {
        text_put(&report->page, "–");
        return;
    }
    text_put(&report->page, signs[rating->bound]);
    report_rating(&report->page, rating);
    text_print(&report->page, " <small>± %.*f</small>", elo_decimals(2 * rating->error),
               rating->error);
}

void report_bounds(struct text *page, const struct elo *elo) {
    int decimals = elo_decimals(elo->high - elo->low);
    report_decimal(page, elo->low, decimals);
    text_put(page, " … ");
    report_decimal(page, elo->high, decimals);
}

static void put_elo(struct report_page *report, const struct wdl *wdl) {
    struct elo elo = elo_estimate(wdl);
    struct text *page = &report->page;
    if (elo.known) {
        report_difference(page, &elo);
        text_put(page, " <small>");
        report_bounds(page, &elo);
        text_put(page, "</small>");
    } else if (elo.open_low && elo.open_high) {
        text_put(page, "–");
    } else {
        text_put(page, elo.open_high ? "≥\u00A0" : "≤\u00A0");
        report_signed(page, elo.open_high ? elo.low : elo.high);
    }
}

/* How likely it is stronger than the next one in the table. */
static double ahead(const struct report_page *report, int place) {
    const struct digest *digest = report->digest;
    struct wdl wdl = report_engine(report, digest->ranks[place]);
    return report_is_match(report) ? wdl_superiority(&wdl)
                                   : ratings_superiority(&digest->ratings, digest->ranks[place],
                                                         digest->ranks[place + 1]);
}

static void put_ahead(struct report_page *report, int place) {
    const struct digest *digest = report->digest;
    if (place + 1 >= digest->stats.results.players ||
        !ratings_compare(&digest->ratings, digest->ranks[place], digest->ranks[place + 1]))
        text_put(&report->page, "–");
    else
        report_percent(report, ahead(report, place));
}

static void put_standing(struct report_page *report, int place) {
    int engine = report->digest->ranks[place];
    struct wdl wdl = report_engine(report, engine);
    struct text *page = &report->page;
    text_print(page, "<tr><td class=\"rank\">%d</td>", place + 1);
    put_row_name(report, engine);
    text_put(page, "<td>");
    if (report_is_match(report))
        put_elo(report, &wdl);
    else
        put_rating(report, &report->digest->ratings.each[engine]);
    text_put(page, "</td><td>");
    put_ahead(report, place);
    text_put(page, "</td><td>");
    html_count(page, wdl_games(&wdl));
    text_put(page, "</td><td><strong>");
    if (wdl_games(&wdl) > 0)
        report_percent(report, wdl_score(&wdl));
    else
        text_put(page, "–");
    text_print(page, "</strong></td><td>%ld</td><td>%ld</td><td>%ld</td><td class=\"wide\">",
               wdl.wins, wdl.draws, wdl.losses);
    put_bar(report, &wdl);
    text_put(page, "</td></tr>\n");
}

static void put_standings(struct report_page *report) {
    text_print(&report->page,
               "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Standings\">"
               "<table class=\"numbers\"><thead><tr><th scope=\"col\">#</th>"
               "<th scope=\"col\" class=\"name\">Engine</th><th scope=\"col\">%s</th>"
               "<th scope=\"col\"><abbr title=\"likelihood of being stronger than the next one\">"
               "Ahead</abbr></th><th scope=\"col\">Games</th><th scope=\"col\">Score</th>"
               "<th scope=\"col\">Won</th><th scope=\"col\">Drawn</th><th scope=\"col\">Lost</th>"
               "<th scope=\"col\"><span class=\"hidden\">Shares</span></th></tr></thead><tbody>\n",
               report_is_match(report) ? "Elo" : "Rating");
    for (int place = 0; place < report->digest->stats.results.players; place++)
        put_standing(report, place);
    text_put(&report->page, "</tbody></table></div>\n");
}

static bool has_bounds(const struct ratings *ratings) {
    for (int i = 0; i < ratings->players; i++)
        if (ratings->each[i].bound > RATING_EXACT)
            return true;
    return false;
}

static const char MATCH_NOTE[] = "Elo is the difference to the opponent, with its 95 % interval. "
                                 "Ahead is the likelihood of being "
                                 "the stronger one.";
static const char RATINGS_NOTE[] =
    "Ratings are on the Elo scale (Bradley and Terry's model over all games), with the mean at 0 "
    "and "
    "half of the 95 % interval. Ahead is the likelihood of being stronger than the next one.";

static void put_repeats(struct report_page *report) {
    const struct arena_statistics *stats = &report->digest->stats;
    if (!arena_statistics_repeat(stats))
        return;
    text_put(&report->page, "<p class=\"note\">");
    html_count(&report->page, stats->repeats);
    text_put(&report->page, " of ");
    html_count(&report->page, stats->results.games);
    text_put(&report->page, " games repeat an earlier one move for move, so that intervals and "
                            "likelihoods claim too much.</p>\n");
}

void report_standings(struct report_page *report) {
    const struct ratings *ratings = &report->digest->ratings;
    report_open(report, "standings", "Standings",
                report_is_match(report) ? MATCH_NOTE : RATINGS_NOTE);
    put_standings(report);
    if (!report_is_match(report) && has_bounds(ratings))
        text_put(&report->page, "<p class=\"note\">≥ and ≤: this engine won, or lost, everything "
                                "against the others, so that its rating is a bound; ≈: nothing "
                                "bounds it. Where that is so, one game counts as drawn.</p>\n");
    if (ratings->groups > 1)
        text_put(&report->page, "<p class=\"note\">Ratings of engines that are joined by no games "
                                "do not compare.</p>\n");
    put_repeats(report);
    report_ratings(report);
    if (!report->sprt.settings.on)
        report_pairs(report);
    report_close(report);
}

/* ---- each against each */

static void put_cross_head(struct report_page *report, const char *label) {
    struct text *page = &report->page;
    text_print(page,
               "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">"
               "<table class=\"cross\"><thead><tr><td></td>",
               label);
    for (int i = 0; i < report->digest->stats.results.players; i++) {
        text_put(page, "<th scope=\"col\"><abbr title=\"");
        html_put(page, report->names[report->digest->ranks[i]]);
        text_print(page, "\">%d</abbr></th>", i + 1);
    }
    text_put(page, "</tr></thead><tbody>\n");
}

static void put_cross_name(struct report_page *report, int place) {
    text_print(&report->page, "<tr><th scope=\"row\" class=\"name\"><small>%d</small> ", place + 1);
    html_name(&report->page, report->names[report->digest->ranks[place]]);
    text_put(&report->page, "</th>");
}

/* From -4, clearly bad, to 4, clearly good. */
static int heat(double share) {
    return (int)round((share - 0.5) * 8);
}

static void put_cross_cell(struct report_page *report, int a, int b) {
    const struct wdl *wdl =
        &report->digest->stats.results.pairs[a * report->digest->stats.results.players + b];
    if (wdl_games(wdl) == 0) {
        text_put(&report->page, a == b ? "<td class=\"self\"></td>" : "<td>·</td>");
        return;
    }
    double score = wdl_score(wdl);
    text_print(&report->page, "<td class=\"heat%d\"><strong>%.0f\u00A0%%</strong><small>",
               heat(score), 100 * score);
    put_wdl(report, wdl);
    text_put(&report->page, "</small></td>");
}

static void put_superiority(struct report_page *report, int a, int b) {
    const struct ratings *ratings = &report->digest->ratings;
    if (a == b || !ratings_compare(ratings, a, b)) {
        text_put(&report->page, a == b ? "<td class=\"self\"></td>" : "<td>·</td>");
        return;
    }
    double likelihood = ratings_superiority(ratings, a, b);
    text_print(&report->page, "<td class=\"heat%d\">%.1f\u00A0%%</td>", heat(likelihood),
               100 * likelihood);
}

static void put_matrix(struct report_page *report, const char *label,
                       void (*cell)(struct report_page *, int, int)) {
    const int *ranks = report->digest->ranks;
    int engines = report->digest->stats.results.players;
    put_cross_head(report, label);
    for (int i = 0; i < engines; i++) {
        put_cross_name(report, i);
        for (int j = 0; j < engines; j++)
            cell(report, ranks[i], ranks[j]);
        text_put(&report->page, "</tr>\n");
    }
    text_put(&report->page, "</tbody></table></div>\n");
}

void report_cross(struct report_page *report) {
    report_open(report, "cross", "Each against each", NULL);
    text_put(&report->page, "<div class=\"pairs\"><div><h3>Scores</h3><p class=\"note\">Of the "
                            "engine on the left against the one above; games won, drawn and "
                            "lost.</p>\n");
    put_matrix(report, "Scores of each against each", put_cross_cell);
    if (!report_is_match(report)) {
        text_put(&report->page,
                 "</div><div><h3>Likelihood of superiority</h3><p class=\"note\">How likely the "
                 "engine on the left is stronger than the one above.</p>\n");
        put_matrix(report, "Likelihoods of superiority", put_superiority);
    }
    text_put(&report->page, "</div></div>\n");
    report_close(report);
}

/* ---- by colour */

static void put_side(struct report_page *report, const struct wdl *wdl) {
    struct text *page = &report->page;
    text_put(page, "<td>");
    if (wdl_games(wdl) > 0)
        report_percent(report, wdl_score(wdl));
    else
        text_put(page, "–");
    text_put(page, "</td><td>");
    put_wdl(report, wdl);
    text_put(page, "</td><td class=\"wide\">");
    put_bar(report, wdl);
    text_put(page, "</td>");
}

static void put_side_heads(struct report_page *report) {
    struct text *page = &report->page;
    text_put(page,
             "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"By colour\">"
             "<table class=\"numbers\"><thead><tr><th scope=\"col\" class=\"name\">Engine</th>");
    for (int side = 0; side < 2; side++)
        text_print(page,
                   "<th scope=\"col\">As %s</th><th scope=\"col\">won–drawn–lost</th>"
                   "<th scope=\"col\"><span class=\"hidden\">Shares as %s</span></th>",
                   report->sides[side], report->sides[side]);
    text_put(page, "</tr></thead><tbody>\n");
}

void report_colours(struct report_page *report) {
    const struct digest *digest = report->digest;
    struct text *page = &report->page;
    const struct wdl *first = &digest->stats.results.first;
    const struct wdl second = {.wins = first->losses, .draws = first->draws, .losses = first->wins};
    report_open(report, "colours", "By colour", NULL);
    put_side_heads(report);
    for (int place = 0; place < digest->stats.results.players; place++) {
        text_put(page, "<tr>");
        put_row_name(report, digest->ranks[place]);
        for (int side = 0; side < 2; side++)
            put_side(report, &digest->stats.results.by_side[digest->ranks[place]][side]);
        text_put(page, "</tr>\n");
    }
    text_put(page, "<tr class=\"sum\"><th scope=\"row\" class=\"name\">all</th>");
    put_side(report, first);
    put_side(report, &second);
    text_put(page, "</tr></tbody></table></div>\n");
    report_close(report);
}

/* ---- by opening */

/* Most games first, then the most one-sided: what is left out says least. */
static int begin_compare(const void *a, const void *b) {
    const struct begin *p = *(const struct begin *const *)a, *q = *(const struct begin *const *)b;
    long more = wdl_games(&q->first) - wdl_games(&p->first);
    if (more != 0)
        return more > 0 ? 1 : -1;
    double slant = fabs(wdl_score(&q->first) - 0.5) - fabs(wdl_score(&p->first) - 0.5);
    if (slant != 0)
        return slant > 0 ? 1 : -1;
    return (p->number > q->number) - (p->number < q->number);
}

static void put_opening(struct report_page *report, const struct begin *begin) {
    struct text *page = &report->page;
    long games = wdl_games(&begin->first);
    text_print(page, "<tr><td class=\"rank\">%ld</td><th scope=\"row\" class=\"opening\"",
               begin->number);
    if (text_columns(begin->opening) > OPENING_CHARACTERS) {
        text_put(page, " title=\"");
        html_put(page, begin->opening);
        text_put(page, "\"");
    }
    text_putc(page, '>');
    html_put_short(page, begin->opening[0] != '\0' ? begin->opening : "the usual beginning",
                   OPENING_CHARACTERS);
    text_print(page, "</th><td>%ld</td><td>%.1f</td>", games,
               (double)begin->plies / (double)(games > 0 ? games : 1));
    put_side(report, &begin->first);
    if (report_is_match(report)) {
        double score = wdl_score(&begin->engine);
        text_put(page, "<td>");
        report_percent(report, report->digest->ranks[0] == 0 ? score : 1 - score);
        text_put(page, "</td>");
    }
    text_put(page, "</tr>\n");
}

static void put_opening_heads(struct report_page *report) {
    struct text *page = &report->page;
    text_print(page,
               "<div class=\"scroll tall\" tabindex=\"0\" role=\"group\" aria-label=\"By opening\">"
               "<table class=\"numbers\"><thead><tr><th scope=\"col\">#</th>"
               "<th scope=\"col\" class=\"opening\">Opening</th><th scope=\"col\">Games</th>"
               "<th scope=\"col\">Plies</th><th scope=\"col\">%s scores</th>"
               "<th scope=\"col\">won–drawn–lost</th>"
               "<th scope=\"col\"><span class=\"hidden\">Shares</span></th>",
               report->sides[0]);
    if (report_is_match(report)) {
        text_put(page, "<th scope=\"col\">");
        html_name(page, report->names[report->digest->ranks[0]]);
        text_put(page, "</th>");
    }
    text_put(page, "</tr></thead><tbody>\n");
}

static void put_openings(struct report_page *report) {
    const struct digest *digest = report->digest;
    const struct begin **order = memory_new(digest->begin_count, sizeof *order);
    for (size_t i = 0; i < digest->begin_count; i++)
        order[i] = &digest->begins[i];
    qsort(order, digest->begin_count, sizeof *order, begin_compare);
    put_opening_heads(report);
    for (size_t i = 0; i < digest->begin_count && i < OPENINGS_SHOWN; i++)
        put_opening(report, order[i]);
    text_put(&report->page, "</tbody></table></div>\n");
    if (digest->begin_count > OPENINGS_SHOWN) {
        text_put(&report->page, "<p class=\"note\">");
        html_count(&report->page, (long)digest->begin_count - OPENINGS_SHOWN);
        text_put(&report->page,
                 " further openings, with fewer games or more even results, are left "
                 "out of this table; <code>ternion-arena export csv</code> has them "
                 "all.</p>\n");
    }
    free(order);
}

void report_openings(struct report_page *report) {
    const struct digest *digest = report->digest;
    bool usual = digest->begin_count == 0 ||
                 (digest->begin_count == 1 && digest->begins[0].opening[0] == '\0');
    report_open(report, "openings", "By opening", NULL);
    if (usual)
        text_put(&report->page, "<p>All games began in the usual position.</p>\n");
    else
        put_openings(report);
    report_close(report);
}
