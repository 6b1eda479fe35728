/* The tables of a report: standings, each against each, by colour, by opening; the rounds of a
 * Swiss tournament or a knockout, and the sequential test. */
#include <math.h>
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "chart.h"
#include "report_page.h"
#include "rounds_table.h"

enum { OPENINGS_SHOWN = 60, OPENING_CHARACTERS = 72 };

/* ---- cells */

void report_percent(struct report_page *report, double share) {
    text_print(&report->page, "%.1f\u00A0%%", 100 * share);
}

void report_decimal(struct text *page, double value, int decimals, bool anchored) {
    double rounded = elo_rounded(value, decimals);
    text_print(page, "%s%.*f",
               rounded < 0                ? "−"
               : rounded > 0 && !anchored ? "+"
                                          : "",
               decimals, fabs(rounded));
}

void report_signed(struct text *page, double value) {
    report_decimal(page, value, 0, false);
}

void report_anchored(struct text *page, double value) {
    report_decimal(page, value, 0, true);
}

void report_rating(struct text *page, const struct rating *rating) {
    report_decimal(page, rating->elo, rating_decimals(rating), rating->anchored);
}

void report_difference(struct text *page, const struct elo *elo) {
    report_decimal(page, elo->difference, elo_decimals(elo->high - elo->low), false);
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
    text_print(&report->page, " <small>± %.*f</small>", rating_decimals(rating), rating->error);
}

void report_bounds(struct text *page, const struct elo *elo) {
    int decimals = elo_decimals(elo->high - elo->low);
    report_decimal(page, elo->low, decimals, false);
    text_put(page, " … ");
    report_decimal(page, elo->high, decimals, false);
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
    const struct report_data *data = report->data;
    struct wdl wdl = report_engine(report, data->ranks[place]);
    return report_is_match(report)
               ? wdl_superiority(&wdl)
               : ratings_superiority(&data->ratings, data->ranks[place], data->ranks[place + 1]);
}

static void put_ahead(struct report_page *report, int place) {
    const struct report_data *data = report->data;
    if (place + 1 >= data->stats.results.players ||
        !ratings_compare(&data->ratings, data->ranks[place], data->ranks[place + 1]))
        text_put(&report->page, "–");
    else
        report_percent(report, ahead(report, place));
}

static void put_standing(struct report_page *report, int place) {
    int engine = report->data->ranks[place];
    struct wdl wdl = report_engine(report, engine);
    struct text *page = &report->page;
    text_print(page, "<tr><td class=\"rank\">%d</td>", place + 1);
    put_row_name(report, engine);
    text_put(page, "<td>");
    if (report_is_match(report))
        put_elo(report, &wdl);
    else
        put_rating(report, &report->data->ratings.each[engine]);
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
    for (int place = 0; place < report->data->stats.results.players; place++)
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
static const char ANCHORED_NOTE[] =
    "Ratings are on the Elo scale (Bradley and Terry's model over all games), counted from the "
    "anchor, with half of the 95 % interval of the difference to it. Ahead is the likelihood of "
    "being stronger than the next one.";

bool report_is_anchored(const struct report_page *report) {
    const struct rating_anchor *anchor = report->archive->words.anchor;
    return anchor != NULL && report->data->ratings.each[anchor->player].anchored;
}

static void put_anchor(struct report_page *report) {
    const struct rating_anchor *anchor = report->archive->words.anchor;
    struct text *page = &report->page;
    text_put(page, "<p class=\"note\">");
    html_name(page, report->names[anchor->player]);
    if (report_is_anchored(report)) {
        text_put(page, " is the anchor, at ");
        report_anchored(page, anchor->elo);
        text_put(page, ".</p>\n");
    } else {
        text_put(page, " has no games that count: nothing is anchored.</p>\n");
    }
}

static void put_repeats(struct report_page *report) {
    const struct arena_statistics *stats = &report->data->stats;
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
    const struct ratings *ratings = &report->data->ratings;
    report_open(report, "standings", "Standings",
                report_is_match(report)      ? MATCH_NOTE
                : report_is_anchored(report) ? ANCHORED_NOTE
                                             : RATINGS_NOTE);
    if (report->archive->words.anchor != NULL)
        put_anchor(report);
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
    for (int i = 0; i < report->data->stats.results.players; i++) {
        text_put(page, "<th scope=\"col\"><abbr title=\"");
        html_put(page, report->names[report->data->ranks[i]]);
        text_print(page, "\">%d</abbr></th>", i + 1);
    }
    text_put(page, "</tr></thead><tbody>\n");
}

static void put_cross_name(struct report_page *report, int place) {
    text_print(&report->page, "<tr><th scope=\"row\" class=\"name\"><small>%d</small> ", place + 1);
    html_name(&report->page, report->names[report->data->ranks[place]]);
    text_put(&report->page, "</th>");
}

/* From -4, clearly bad, to 4, clearly good. */
static int heat(double share) {
    return (int)round((share - 0.5) * 8);
}

static void put_cross_cell(struct report_page *report, int a, int b) {
    const struct wdl *wdl =
        &report->data->stats.results.pairs[a * report->data->stats.results.players + b];
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
    const struct ratings *ratings = &report->data->ratings;
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
    const int *ranks = report->data->ranks;
    int engines = report->data->stats.results.players;
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
    const struct report_data *data = report->data;
    struct text *page = &report->page;
    const struct wdl *first = &data->stats.results.first;
    const struct wdl second = {.wins = first->losses, .draws = first->draws, .losses = first->wins};
    report_open(report, "colours", "By colour", NULL);
    put_side_heads(report);
    for (int place = 0; place < data->stats.results.players; place++) {
        text_put(page, "<tr>");
        put_row_name(report, data->ranks[place]);
        for (int side = 0; side < 2; side++)
            put_side(report, &data->stats.results.by_side[data->ranks[place]][side]);
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
static int opening_compare(const void *a, const void *b) {
    const struct report_opening *p = *(const struct report_opening *const *)a,
                                *q = *(const struct report_opening *const *)b;
    long more = wdl_games(&q->first) - wdl_games(&p->first);
    if (more != 0)
        return more > 0 ? 1 : -1;
    double slant = fabs(wdl_score(&q->first) - 0.5) - fabs(wdl_score(&p->first) - 0.5);
    if (slant != 0)
        return slant > 0 ? 1 : -1;
    return (p->number > q->number) - (p->number < q->number);
}

static void put_opening(struct report_page *report, const struct report_opening *opening) {
    struct text *page = &report->page;
    long games = wdl_games(&opening->first);
    text_print(page, "<tr><td class=\"rank\">%ld</td><th scope=\"row\" class=\"opening\"",
               opening->number);
    if (text_columns(opening->opening) > OPENING_CHARACTERS) {
        text_put(page, " title=\"");
        html_put(page, opening->opening);
        text_put(page, "\"");
    }
    text_putc(page, '>');
    html_put_short(page, opening->opening[0] != '\0' ? opening->opening : "the usual beginning",
                   OPENING_CHARACTERS);
    text_print(page, "</th><td>%ld</td><td>%.1f</td>", games,
               (double)opening->plies / (double)(games > 0 ? games : 1));
    put_side(report, &opening->first);
    if (report_is_match(report)) {
        double score = wdl_score(&opening->engine);
        text_put(page, "<td>");
        report_percent(report, report->data->ranks[0] == 0 ? score : 1 - score);
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
        html_name(page, report->names[report->data->ranks[0]]);
        text_put(page, "</th>");
    }
    text_put(page, "</tr></thead><tbody>\n");
}

static void put_openings(struct report_page *report) {
    const struct report_data *data = report->data;
    const struct report_opening **order = memory_new(data->opening_count, sizeof *order);
    for (size_t i = 0; i < data->opening_count; i++)
        order[i] = &data->openings[i];
    qsort(order, data->opening_count, sizeof *order, opening_compare);
    put_opening_heads(report);
    for (size_t i = 0; i < data->opening_count && i < OPENINGS_SHOWN; i++)
        put_opening(report, order[i]);
    text_put(&report->page, "</tbody></table></div>\n");
    if (data->opening_count > OPENINGS_SHOWN) {
        text_put(&report->page, "<p class=\"note\">");
        html_count(&report->page, (long)data->opening_count - OPENINGS_SHOWN);
        text_put(&report->page,
                 " further openings, with fewer games or more even results, are left "
                 "out of this table; <code>ternion-arena export csv</code> has them "
                 "all.</p>\n");
    }
    free(order);
}

void report_openings(struct report_page *report) {
    const struct report_data *data = report->data;
    bool usual = data->opening_count == 0 ||
                 (data->opening_count == 1 && data->openings[0].opening[0] == '\0');
    report_open(report, "openings", "By opening", NULL);
    if (usual)
        text_put(&report->page, "<p>All games began in the usual position.</p>\n");
    else
        put_openings(report);
    report_close(report);
}

/* ---- rounds */

static void put_points(struct text *page, int halves) {
    if (halves != 1)
        text_print(page, "%d", halves / 2);
    text_put(page, halves % 2 != 0 ? "½" : "");
}

static void put_seat(struct report_page *report, const struct meeting_view *view, int side,
                     bool first) {
    struct text *page = &report->page;
    int engine = view->players[side];
    text_print(page, "<span class=\"seat%s\">",
               engine >= 0 && view->winner == engine ? " winner" : "");
    if (engine >= 0)
        html_name(page, report->names[engine]);
    else
        text_put(page, first ? "<small>bye</small>" : "<small>open</small>");
    if (engine >= 0 && view->played > 0) {
        text_put(page, "<b>");
        put_points(page, view->halves[side]);
        text_put(page, view->by_seed && view->winner == engine ? "*</b>" : "</b>");
    }
    text_put(page, "</span>");
}

static void put_round_name(struct report_page *report, const struct rounds *rounds, long round) {
    static const char *const names[] = {"Final", "Semi-finals", "Quarter-finals"};
    long left = rounds_count(rounds) - 1 - round;
    if (left < (long)(sizeof names / sizeof *names))
        text_put(&report->page, names[left]);
    else
        text_print(&report->page, "Round %ld", round + 1);
}

static bool put_round(struct report_page *report, const struct rounds *rounds, long round) {
    struct text *page = &report->page;
    bool by_seed = false;
    text_put(page, "<div class=\"round\"><h3>");
    put_round_name(report, rounds, round);
    text_put(page, "</h3><ol>");
    for (long i = 0; i < rounds_meetings(rounds, round); i++) {
        struct meeting_view view = rounds_meeting(rounds, round, i);
        text_put(page, "<li class=\"meeting\">");
        put_seat(report, &view, 0, round == 0);
        put_seat(report, &view, 1, round == 0);
        text_put(page, "</li>");
        by_seed = by_seed || view.by_seed;
    }
    text_put(page, "</ol></div>\n");
    return by_seed;
}

static void put_tree(struct report_page *report, const struct rounds *rounds) {
    struct text *page = &report->page;
    int winner = rounds_place(rounds, rounds_count(rounds), 0);
    bool by_seed = false;
    text_put(page, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Tree\">"
                   "<div class=\"tree\">\n");
    for (long round = 0; round < rounds_count(rounds); round++)
        by_seed = put_round(report, rounds, round) || by_seed;
    if (winner >= 0) {
        text_put(page, "<div class=\"round\"><h3>Winner</h3><ol><li class=\"meeting\">"
                       "<span class=\"seat winner\">");
        html_name(page, report->names[winner]);
        text_put(page, "</span></li></ol></div>\n");
    }
    text_put(page, "</div></div>\n");
    if (by_seed)
        text_put(page, "<p class=\"note\">* Tied after all games: the better seed went on.</p>\n");
}

/* Whom an engine met in a round: the opponent's place, and its own points. */
static void put_met(struct report_page *report, const struct rounds *rounds, const int *places,
                    int engine, long round) {
    struct text *page = &report->page;
    text_put(page, "<td>");
    for (long i = 0; i < rounds_meetings(rounds, round); i++) {
        struct meeting_view view = rounds_meeting(rounds, round, i);
        int side = view.players[1] == engine;
        if (view.players[side] != engine)
            continue;
        if (view.players[1 - side] < 0)
            text_put(page, "<small>bye</small> ");
        else
            text_print(page, "<small>%d:</small> ", places[view.players[1 - side]]);
        put_points(page, view.halves[side]);
    }
    text_put(page, "</td>");
}

static void put_swiss_heads(struct report_page *report, const struct rounds *rounds) {
    struct text *page = &report->page;
    text_put(page, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Rounds\">"
                   "<table class=\"numbers\"><thead><tr><th scope=\"col\">#</th>"
                   "<th scope=\"col\" class=\"name\">Engine</th><th scope=\"col\">Points</th>"
                   "<th scope=\"col\">Buchholz</th><th scope=\"col\">Sonneborn</th>");
    for (long round = 0; round < rounds_count(rounds); round++)
        text_print(page, "<th scope=\"col\">Round %ld</th>", round + 1);
    text_put(page, "</tr></thead><tbody>\n");
}

static void put_swiss(struct report_page *report, const struct rounds *rounds) {
    struct text *page = &report->page;
    size_t count = (size_t)rounds_players(rounds);
    struct swiss_standing *standings = memory_new(count, sizeof *standings);
    int *places = memory_new(count, sizeof *places);
    rounds_standings(rounds, standings);
    for (size_t i = 0; i < count; i++)
        places[standings[i].player] = (int)i + 1;
    put_swiss_heads(report, rounds);
    for (size_t i = 0; i < count; i++) {
        const struct swiss_standing *standing = &standings[i];
        text_print(page, "<tr><td class=\"rank\">%zu</td><th scope=\"row\" class=\"name\">", i + 1);
        html_name(page, report->names[standing->player]);
        text_put(page, standing->withdrawn ? " <small>withdrawn</small></th><td><strong>"
                                           : "</th><td><strong>");
        put_points(page, standing->halves);
        text_print(page, "</strong></td><td>%.1f</td><td>%.2f</td>", standing->buchholz,
                   standing->sonneborn);
        for (long round = 0; round < rounds_count(rounds); round++)
            put_met(report, rounds, places, standing->player, round);
        text_put(page, "</tr>\n");
    }
    text_put(page, "</tbody></table></div>\n");
    free(standings);
    free(places);
}

static bool rounds_take(void *context, const struct arena_result *result, struct error *error) {
    struct played_game played = arena_result_played(result);
    return rounds_add(context, &played, error);
}

bool report_gather_rounds(struct report_page *report, struct error *error) {
    report->rounds = rounds_of(&report->archive->manifest);
    return report->rounds == NULL ||
           archive_each(report->archive, false, rounds_take, report->rounds, error);
}

void report_rounds(struct report_page *report) {
    const struct rounds *rounds = report->rounds;
    if (rounds == NULL)
        return;
    struct text note = {0};
    text_print(
        &note, "%ld of %ld rounds are complete.%s", rounds_complete(rounds), rounds_count(rounds),
        rounds_is_swiss(rounds)
            ? " Points, then Buchholz, then Sonneborn and Berger decide; each round: place of the "
              "opponent, points made."
            : " Points of each meeting; its winner goes on.");
    report_open(report, "rounds", "Rounds", text_string(&note));
    if (rounds_is_swiss(rounds))
        put_swiss(report, rounds);
    else
        put_tree(report, rounds);
    report_close(report);
    text_free(&note);
}

static int rounds_winner(const struct rounds *rounds) {
    if (rounds_complete(rounds) < rounds_count(rounds))
        return -1;
    if (!rounds_is_swiss(rounds))
        return rounds_place(rounds, rounds_count(rounds), 0);
    struct swiss_standing *standings =
        memory_new((size_t)rounds_players(rounds), sizeof *standings);
    rounds_standings(rounds, standings);
    int winner = standings[0].player;
    free(standings);
    return winner;
}

void report_champion(struct report_page *report) {
    int winner = report->rounds != NULL ? rounds_winner(report->rounds) : -1;
    if (winner < 0)
        return;
    text_put(&report->page, "<strong>");
    html_name(&report->page, report->names[winner]);
    text_print(&report->page, "</strong> has won the %s. By %s, ",
               rounds_is_swiss(report->rounds) ? "tournament" : "knockout",
               report->data->rated ? "rating" : "score");
}

/* ---- the sequential test */

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
    return archive_each(report->archive, settings.on, sprt_take, &report->sprt, error);
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
