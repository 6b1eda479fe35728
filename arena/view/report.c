#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "assets.h"
#include "report_page.h"

/* ---- parts */

void report_open(struct report_page *report, const char *id, const char *title, const char *note) {
    text_print(&report->page,
               "<section id=\"%s\" aria-labelledby=\"%s-title\"><h2 id=\"%s-title\">%s</h2>\n", id,
               id, id, title);
    if (note != NULL)
        text_print(&report->page, "<p class=\"note\">%s</p>\n", note);
}

void report_close(struct report_page *report) {
    text_put(&report->page, "</section>\n");
}

/* Whether game `number` can be replayed. */
static bool has_replay(const struct report_page *report, long number) {
    size_t low = 0, high = report->chosen_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (report->data->briefs[report->chosen[middle]].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < report->chosen_count && report->data->briefs[report->chosen[low]].number == number;
}

void report_link(struct report_page *report, long number, size_t ply) {
    struct text *page = &report->page;
    if (!has_replay(report, number)) {
        text_print(page, "game %ld", number);
        return;
    }
    text_print(page, "<a href=\"#game-%ld", number);
    if (ply > 0)
        text_print(page, "-%zu", ply);
    text_print(page, "\">game %ld</a>", number);
}

bool report_is_match(const struct report_page *report) {
    return report->data->stats.results.players == 2;
}

struct wdl report_engine(const struct report_page *report, int engine) {
    const struct arena_statistics *stats = &report->data->stats;
    return report_is_match(report) ? stats->results.pairs[engine * 2 + 1 - engine]
                                   : statistics_player(&stats->results, engine);
}

/* ---- what the run is */

static const char *setting(const struct report_page *report, const char *name) {
    const char *value = manifest_value(&report->archive->manifest, name);
    return value != NULL ? value : "";
}

static void put_format(const struct report_page *report, struct text *text) {
    static const char *const names[][2] = {
        {"gauntlet", "gauntlet"}, {"swiss", "Swiss tournament"}, {"knockout", "knockout"}};
    const char *format = setting(report, "format"), *word = "round robin";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(format, names[i][0]) == 0)
            word = names[i][1];
    if (report->data->stats.results.players == 2) {
        html_name(text, report->names[report->data->ranks[0]]);
        text_put(text, " against ");
        html_name(text, report->names[report->data->ranks[1]]);
    } else {
        text_print(text, "%s of %d engines", word, report->data->stats.results.players);
    }
}

static void put_title(const struct report_page *report, struct text *text) {
    html_put(text, report->archive->plan.game->title);
    text_put(text, ": ");
    put_format(report, text);
}

/* Without elements, which a title cannot have. */
static void put_plain_title(const struct report_page *report, struct text *text) {
    const struct report_data *data = report->data;
    html_put(text, report->archive->plan.game->title);
    text_put(text, ": ");
    if (data->stats.results.players == 2) {
        html_put(text, report->names[data->ranks[0]]);
        text_put(text, " against ");
        html_put(text, report->names[data->ranks[1]]);
    } else {
        put_format(report, text);
    }
}

static void put_fact(struct text *page, const char *name, const char *value) {
    if (value[0] == '\0')
        return;
    text_print(page, "<span>%s ", name);
    html_put(page, value);
    text_put(page, "</span> ");
}

static void put_facts(struct report_page *report) {
    struct text *page = &report->page;
    const char *size = setting(report, "size");
    text_put(page, "<p class=\"meta\">");
    put_fact(page, "rules", setting(report, "rules"));
    text_print(page, "<span>%s × %s</span> ", size, size);
    put_fact(page, "time",
             strcmp(setting(report, "time"), "none") == 0 ? "unlimited" : setting(report, "time"));
    put_fact(page, "openings", setting(report, "openings"));
    put_fact(page, "seed", setting(report, "seed"));
    if (report->data->began > 0) {
        text_put(page, "<span>");
        archive_print_time(report->data->began, page);
        text_put(page, " UTC</span>");
    }
    text_put(page, "</p>\n");
}

/* ---- the headline */

static void put_difference(struct report_page *report, const struct wdl *wdl) {
    struct elo elo = elo_estimate(wdl);
    struct text *page = &report->page;
    if (elo.known) {
        text_put(page, "; the difference is ");
        report_difference(page, &elo);
        text_put(page, " Elo (");
        report_bounds(page, &elo);
        text_putc(page, ')');
    } else if (!elo.open_low) {
        text_put(page, "; the difference is at least ");
        report_signed(page, elo.low);
        text_put(page, " Elo");
    }
    if (wdl->wins == wdl->losses)
        return;
    text_put(page, ". It is the stronger one with a likelihood of ");
    report_percent(report, wdl_superiority(wdl));
}

/* Whether nothing tells the first two apart. */
static bool is_level(const struct report_page *report, const struct wdl *wdl) {
    const struct report_data *data = report->data;
    const int *ranks = data->ranks;
    if (report_is_match(report))
        return wdl->wins == wdl->losses;
    if (!data->rated) {
        struct wdl next = report_engine(report, ranks[1]);
        return wdl_rank(wdl) == wdl_rank(&next);
    }
    return fabs(data->ratings.each[ranks[0]].elo - data->ratings.each[ranks[1]].elo) < 1e-6;
}

static void put_leader(struct report_page *report, int place) {
    text_put(&report->page, "<strong>");
    html_name(&report->page, report->names[report->data->ranks[place]]);
    text_put(&report->page, "</strong>");
}

static void put_lead(struct report_page *report, const struct wdl *wdl) {
    struct text *page = &report->page;
    put_leader(report, 0);
    if (is_level(report, wdl)) {
        text_put(page, " and ");
        put_leader(report, 1);
        text_put(page, " are level");
        if (!report_is_match(report))
            return;
        text_put(page, " after ");
    } else {
        text_put(page, " is ahead with ");
        report_percent(report, wdl_score(wdl));
        text_put(page, " of ");
    }
    html_count(page, wdl_games(wdl));
    text_put(page, wdl_games(wdl) == 1 ? " game" : " games");
}

static void put_lede(struct report_page *report) {
    const struct report_data *data = report->data;
    struct wdl wdl = report_engine(report, report->data->ranks[0]);
    struct text *page = &report->page;
    text_put(page, "<p class=\"lede\">");
    if (wdl_games(&wdl) == 0) {
        text_put(page, "No game has been finished that counts.</p>\n");
        return;
    }
    const struct rating *rating = &data->ratings.each[data->ranks[0]];
    report_champion(report);
    report_verdict(report);
    put_lead(report, &wdl);
    if (report_is_match(report)) {
        put_difference(report, &wdl);
    } else if (data->rated) {
        text_put(page, rating->bound == RATING_FLOOR   ? ", at least "
                       : rating->bound == RATING_LOOSE ? ", about "
                                                       : ", ");
        report_rating(page, rating);
        text_print(page, " ± %.*f Elo", rating_decimals(rating), rating->error);
    }
    text_put(page, ".</p>\n");
}

static void tile_open(struct text *page, const char *name) {
    text_print(page, "<div><dt>%s</dt><dd>", name);
}

static void tile_close(struct text *page) {
    text_put(page, "</dd></div>");
}

static void put_share_tile(struct report_page *report, const char *name, double share) {
    tile_open(&report->page, name);
    if (wdl_games(&report->data->stats.results.first) > 0)
        report_percent(report, share);
    else
        text_put(&report->page, "–");
    tile_close(&report->page);
}

/* How many games the run, or this shard of it, is to have; as many as there are where the schedule
 * does not know, or a sequential test has ended it. */
static long games_planned(const struct report_page *report) {
    struct schedule schedule = manifest_schedule(&report->archive->manifest);
    struct shard shard = {0};
    if (!schedule_is_fixed(&schedule) || report->sprt.verdict != SPRT_OPEN)
        return report->data->stats.results.games;
    if (setting(report, MANIFEST_SHARD)[0] != '\0')
        shard_parse(setting(report, MANIFEST_SHARD), &shard, NULL);
    return shard_games(&shard, &schedule);
}

static void put_games_tile(struct report_page *report) {
    long games = report->data->stats.results.games, planned = games_planned(report);
    tile_open(&report->page, "games");
    html_count(&report->page, games);
    if (games < planned) {
        text_put(&report->page, " <small>of ");
        html_count(&report->page, planned);
        text_put(&report->page, "</small>");
    }
    tile_close(&report->page);
}

static void put_tiles(struct report_page *report) {
    const struct report_data *data = report->data;
    const struct wdl *first = &data->stats.results.first;
    struct text *page = &report->page, scores = {0};
    double games = (double)(data->stats.results.games > 0 ? data->stats.results.games : 1);
    long abnormal = 0;
    for (size_t i = 0; i < data->brief_count; i++)
        abnormal += data->briefs[i].abnormal;
    text_put(page, "<dl class=\"tiles\">");
    put_games_tile(report);
    put_share_tile(report, "drawn", (double)first->draws / (double)wdl_games(first));
    text_print(&scores, "%s scores", report->sides[0]);
    put_share_tile(report, text_string(&scores), wdl_score(first));
    tile_open(page, "plies a game");
    text_print(page, "%.1f", (double)data->stats.plies / games);
    tile_close(page);
    tile_open(page, "faults, disputes");
    html_count(page, abnormal);
    tile_close(page);
    tile_open(page, "duration");
    html_seconds(page, data->ended - data->began);
    tile_close(page);
    text_put(page, "</dl>\n");
    text_free(&scores);
}

static void put_head(struct report_page *report) {
    struct text *page = &report->page;
    text_put(page,
             "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
             "<meta name=\"generator\" content=\"ternion-arena " PACKAGE_VERSION "\">\n<title>");
    put_plain_title(report, page);
    text_put(page, "</title>\n<style>\n");
    text_put(page, report_style);
    text_put(page,
             "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the tables</a>\n"
             "<header><p class=\"kicker\">Arena report</p><h1>");
    put_title(report, page);
    text_put(page, "</h1>\n");
    put_facts(report);
    put_lede(report);
    put_tiles(report);
    text_put(page, "</header>\n<nav aria-label=\"Sections\">");
    text_put(page, report->rounds != NULL ? "<a href=\"#rounds\">Rounds</a> " : "");
    text_put(page, "<a href=\"#standings\">Standings</a> ");
    text_put(page, report->sprt.settings.on ? "<a href=\"#sprt\">Sequential test</a> " : "");
    text_put(page, "<a href=\"#cross\">Each against each</a> <a href=\"#course\">Over time</a> "
                   "<a href=\"#times\">Time use</a> <a href=\"#colours\">Colours</a> "
                   "<a href=\"#openings\">Openings</a> <a href=\"#faults\">Faults</a> "
                   "<a href=\"#games\">Games</a> <a href=\"#run\">The run</a></nav>\n"
                   "<main id=\"main\" tabindex=\"-1\">\n");
}

/* ---- the end of the page: everything that would be needed to play it again */

static void put_engine(struct report_page *report, const struct manifest_engine *engine) {
    struct text *page = &report->page;
    text_put(page, "<dt>");
    html_name(page, engine->name);
    text_put(page, "</dt><dd><code>");
    html_put(page, engine->command);
    text_put(page, "</code><br>");
    html_put(page, engine->program != NULL ? engine->program : "its name is unknown");
    if (engine->version != NULL && engine->version[0] != '\0') {
        text_putc(page, ' ');
        html_put(page, engine->version);
    }
    text_put(page, "; sha256 <code class=\"hash\">");
    html_put(page, engine->hash != NULL ? engine->hash : "unknown");
    text_put(page, "</code>");
    const char *rest = engine->depends;
    struct text line = {0};
    while (text_next_line(&rest, &line)) {
        text_put(page, "<br>depends on <code class=\"hash\">");
        html_put(page, text_string(&line));
        text_put(page, "</code>");
    }
    text_free(&line);
    text_put(page, "</dd>\n");
}

/* Those whose lines are too long for the columns of the settings. */
static bool is_list(const char *name) {
    return strcmp(name, MANIFEST_FORCED) == 0;
}

static void put_setting(struct report_page *report, const struct manifest_pair *pair) {
    struct text *page = &report->page;
    text_put(page, "<div><dt>");
    html_put(page, pair->name);
    text_put(page, "</dt><dd>");
    html_put(page, pair->value);
    text_put(page, "</dd></div>\n");
}

static void put_list(struct report_page *report, const struct manifest_pair *pair) {
    struct text *page = &report->page;
    const char *rest = pair->value;
    struct text line = {0};
    text_put(page, "<dl class=\"engines\"><dt>");
    html_put(page, pair->name);
    text_put(page, "</dt>\n");
    while (text_next_line(&rest, &line)) {
        text_put(page, "<dd><code class=\"hash\">");
        html_put(page, text_string(&line));
        text_put(page, "</code></dd>\n");
    }
    text_put(page, "</dl>\n");
    text_free(&line);
}

static void put_settings(struct report_page *report, const struct manifest *manifest) {
    struct text *page = &report->page;
    text_put(page, "<h3>Settings</h3><dl class=\"settings\">\n");
    for (size_t i = 0; i < manifest->pair_count; i++)
        if (manifest->pairs[i].value[0] != '\0' && !is_list(manifest->pairs[i].name))
            put_setting(report, &manifest->pairs[i]);
    text_put(page, "</dl>\n");
    for (size_t i = 0; i < manifest->pair_count; i++)
        if (manifest->pairs[i].value[0] != '\0' && is_list(manifest->pairs[i].name))
            put_list(report, &manifest->pairs[i]);
}

static bool put_run(struct report_page *report, struct error *error) {
    const struct manifest *manifest = &report->archive->manifest;
    struct text *page = &report->page, events = {0};
    report_open(report, "run", "The run", NULL);
    text_put(page, "<h3>Engines</h3><dl class=\"engines\">\n");
    for (size_t i = 0; i < manifest->engine_count; i++)
        put_engine(report, &manifest->engines[i]);
    text_put(page, "</dl>\n");
    put_settings(report, manifest);
    bool fine = journal_events(report->archive->journal, &events, error);
    if (events.length > 0) {
        text_put(page, "<h3>Events</h3><pre tabindex=\"0\">");
        html_put(page, text_string(&events));
        text_put(page, "</pre>\n");
    }
    text_free(&events);
    report_close(report);
    return fine;
}

static void put_foot(struct report_page *report) {
    struct text *page = &report->page;
    text_put(page, "</main>\n<footer>Written by ternion-arena " PACKAGE_VERSION
                   ". Everything is in this file; nothing is fetched.</footer>\n<script>\n");
    text_put(page, report_script);
    text_put(page, "</script>\n</body>\n</html>\n");
}

/* ---- outside */

static bool report_make(struct report_page *report, struct error *error) {
    put_head(report);
    report_rounds(report);
    report_standings(report);
    report_sprt(report);
    report_cross(report);
    report_course(report);
    report_times(report);
    report_colours(report);
    report_openings(report);
    bool fine =
        report_faults(report, error) && report_games(report, error) && put_run(report, error);
    put_foot(report);
    return fine;
}

/* The longest word for the side that begins as its usual name does: black, not b. */
static const char *side_title(const struct archive *archive, int side) {
    const char *title = archive->words.sides[side];
    for (const char *const *word = archive->plan.game->side_words[side]; *word != NULL; word++)
        if (word[0][0] == title[0] && strlen(*word) > strlen(title))
            title = *word;
    return title;
}

bool report_write(struct archive *archive, long replays, FILE *out, struct text *summary,
                  struct error *error) {
    struct report_data data;
    struct report_page report = {.archive = archive,
                                 .data = &data,
                                 .names = archive->words.names,
                                 .sides = {side_title(archive, 0), side_title(archive, 1)}};
    bool fine = report_data_gather(&data, archive, error);
    if (fine) {
        report.chosen_count = report_data_choose(&data, replays, &report.chosen);
        fine = report_gather_rounds(&report, error) && report_gather_sprt(&report, error) &&
               report_make(&report, error);
    }
    if (fine) {
        fwrite(text_string(&report.page), 1, report.page.length, out);
        text_print(summary, "%zu bytes, %zu of %zu games to replay", report.page.length,
                   report.chosen_count, data.brief_count);
    }
    text_free(&report.page);
    free(report.chosen);
    rounds_free(report.rounds);
    sprt_free(&report.sprt);
    report_data_free(&data);
    return fine;
}
