#include "listing.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/json.h"
#include "rounds_table.h"

static void put_out(struct text *text, FILE *out) {
    fputs(text_string(text), out);
    text_free(text);
}

/* ---- many games */

static bool has_openings(const struct archive *archive) {
    const char *openings = manifest_value(&archive->manifest, "openings");
    return openings == NULL || strcmp(openings, "none") != 0;
}

/* The number of an opening, where there are any. */
static void put_opening(const struct archive *archive, const struct arena_result *result, int width,
                        struct text *text) {
    if (has_openings(archive))
        text_print(text, "%*ld", width, result->game.opening);
    else
        text_print(text, "%*s", width, "-");
}

struct listing {
    const struct archive *archive;
    const struct filter *filter;
    FILE *out;
    size_t width; /* of names */
    long count;
};

static void list_head(const struct listing *list) {
    struct text text = {0};
    text_put(&text, " game  ");
    for (int side = 0; side < 2; side++) {
        table_pad(&text, list->archive->words.sides[side], list->width);
        text_put(&text, "  ");
    }
    text_put(&text, "result    ending       plies   seconds  opening  remarks\n");
    put_out(&text, list->out);
}

static void list_line(const struct listing *list, const struct arena_result *result) {
    struct text text = {0};
    text_print(&text, "%5ld  ", result->game.number);
    for (int side = 0; side < 2; side++) {
        table_pad(&text, list->archive->words.names[result->game.players[side]], list->width);
        text_put(&text, "  ");
    }
    table_pad(&text, result->text, 8);
    text_print(&text, "  %-11s  %5zu  %8.3f  ", ending_name(result->ending), result->plies,
               result->seconds);
    put_opening(list->archive, result, 7, &text);
    if (result->fault != NULL || result->detail != NULL || result->dispute)
        text_put(&text, "  ");
    table_remark(result, list->archive->words.names, &text);
    text_putc(&text, '\n');
    put_out(&text, list->out);
}

static bool list_take(void *context, const struct arena_result *result, struct error *error) {
    struct listing *list = context;
    (void)error;
    if (!filter_passes(list->filter, list->archive, result))
        return true;
    if (list->count++ == 0)
        list_head(list);
    list_line(list, result);
    return true;
}

bool listing_games(struct archive *archive, const struct filter *filter, FILE *out,
                   struct error *error) {
    struct listing list = {
        .archive = archive,
        .filter = filter,
        .out = out,
        .width = table_width(archive->words.names, (int)archive->manifest.engine_count)};
    bool fine = archive_each(archive, false, list_take, &list, error);
    if (fine && list.count == 0)
        fputs("no such games\n", out);
    return fine;
}

/* ---- one game */

static void put_field(struct text *text, const char *name, const char *value) {
    text_print(text, "%-9s %s\n", name, value);
}

static void put_header(const struct archive *archive, const struct arena_result *result,
                       struct text *text) {
    struct text value = {0};
    const int *engines = result->game.players;
    text_print(text, "game %ld: %s (%s) - %s (%s)\n", result->game.number,
               archive->words.names[engines[0]], archive->words.sides[0],
               archive->words.names[engines[1]], archive->words.sides[1]);
    text_print(&value, "%s, %s%s, %zu plies in %.3f s", result->text, ending_name(result->ending),
               result->counted ? "" : ", counts for nobody", result->plies, result->seconds);
    put_field(text, "result", text_string(&value));
    text_clear(&value);
    archive_print_time(result->began, &value);
    text_put(&value, " UTC");
    put_field(text, "began", text_string(&value));
    text_clear(&value);
    put_opening(archive, result, 0, &value);
    text_print(&value, "%s%s; pair %ld, seed %016llx", result->opening[0] != '\0' ? ": " : "",
               result->opening, result->game.pair, (unsigned long long)result->game.seed);
    put_field(text, "opening", text_string(&value));
    text_free(&value);
}

static void put_trouble(const struct archive *archive, const struct arena_result *result,
                        struct text *text) {
    struct text value = {0};
    if (result->fault != NULL) {
        table_fault(result, archive->words.names, &value);
        put_field(text, "fault", text_string(&value));
        text_clear(&value);
    } else if (result->detail != NULL) {
        put_field(text, "remark", result->detail);
    }
    if (result->claims[0] != NULL || result->claims[1] != NULL) {
        table_claims(result, &value);
        put_field(text, "claims", text_string(&value));
        text_clear(&value);
    }
    table_dead(result, archive->words.names, &value);
    if (value.length > 0)
        put_field(text, "dead", text_string(&value));
    text_free(&value);
}

static void put_times(const struct archive *archive, const struct arena_result *result,
                      struct text *text) {
    for (int side = 0; side < 2; side++) {
        double plies = (double)result->side_plies[side];
        text_print(text, "%-9s %s: %zu plies, %.3f s, %.3f ms each, slowest %.3f ms",
                   side == 0 ? "time" : "", archive->words.sides[side], result->side_plies[side],
                   result->side_time[side], plies > 0 ? 1e3 * result->side_time[side] / plies : 0,
                   1e3 * result->side_slow[side]);
        table_overruns(result->side_overruns[side], text);
        text_putc(text, '\n');
    }
}

/* Plays the game a second time, since only the rules know whose ply each was. */
static bool put_plies(const struct archive *archive, const struct arena_result *result,
                      struct text *text, struct error *error) {
    struct session *session = archive_start(archive, result, error);
    if (session == NULL)
        return false;
    struct words words;
    words_split(&words, text_string(&result->moves));
    size_t width = 8;
    for (int i = 0; i < words.count; i++)
        width = strlen(words.at[i]) > width ? strlen(words.at[i]) : width;
    struct evaluation *evaluations = arena_result_evaluations(result);
    bool fine = true;
    for (int i = 0; fine && i < words.count && (size_t)i < result->plies; i++) {
        int side = session_to_play(session);
        text_print(text, "%5d  %-5s  %-*s %12.3f ms", i + 1, archive->words.sides[side], (int)width,
                   words.at[i], (double)result->times[i] / 1e3);
        archive_print_evaluation(&evaluations[i], text);
        text_putc(text, '\n');
        fine = session_play(session, side, words.at[i], error);
    }
    free(evaluations);
    words_free(&words);
    session_free(session);
    return fine;
}

/* Where the last `lines` lines begin, and how many there are before them. */
static const char *last_lines(const char *text, long lines, long *before) {
    long count = 0;
    for (const char *c = text; *c != '\0'; c++)
        count += *c == '\n';
    *before = lines < 0 || count <= lines ? 0 : count - lines;
    for (long i = 0; i < *before; i++)
        text = strchr(text, '\n') + 1;
    return text;
}

static void put_dialogue(const char *dialogue, long tail, struct text *text) {
    long before;
    const char *rest = last_lines(dialogue, tail, &before);
    text_put(text, "\ndialogue (seconds, engine, > to it, < from it, ! its errors)");
    if (before > 0)
        text_print(text, ", %ld lines before these", before);
    text_print(text, ":\n%s", rest);
}

bool listing_game(const struct archive *archive, const struct arena_result *result, long tail,
                  FILE *out, struct error *error) {
    struct session *session = archive_session(archive, result, error);
    if (session == NULL)
        return false;
    struct text text = {0};
    const struct look look = {0};
    put_header(archive, result, &text);
    put_trouble(archive, result, &text);
    put_times(archive, result, &text);
    bool fine = put_plies(archive, result, &text, error);
    session_show(session, &look, &text);
    if (result->dialogue != NULL)
        put_dialogue(result->dialogue, tail, &text);
    else if (result->fault != NULL || result->dispute)
        text_put(&text, "\nits dialogue was not kept\n");
    session_free(session);
    put_out(&text, out);
    return fine;
}

/* ---- the run */

/* Lists are values of several lines. */
static void put_pair(const struct manifest_pair *pair, struct text *text) {
    const char *rest = pair->value;
    struct text line = {0};
    while (text_next_line(&rest, &line))
        text_print(text, "%s = %s\n", pair->name, text_string(&line));
    text_free(&line);
}

static void put_manifest(const struct manifest *manifest, struct text *text) {
    struct text line = {0};
    for (size_t i = 0; i < manifest->pair_count; i++)
        put_pair(&manifest->pairs[i], text);
    for (size_t i = 0; i < manifest->engine_count; i++) {
        const struct manifest_engine *engine = &manifest->engines[i];
        bool versed = engine->version != NULL && engine->version[0] != '\0';
        text_print(text, "engine %s: %s\n    %s%s%s; %s, sha256 %s\n", engine->name,
                   engine->command,
                   engine->program != NULL ? engine->program : "its name is unknown",
                   versed ? " " : "", versed ? engine->version : "", engine->path, engine->hash);
        const char *rest = engine->depends;
        while (text_next_line(&rest, &line))
            text_print(text, "    depends on %s\n", text_string(&line));
    }
    text_putc(text, '\n');
    text_free(&line);
}

/* What the games of a run add up to. */
struct sum {
    struct arena_statistics stats;
    struct rounds *rounds; /* NULL: the schedule does not depend on results */
    struct sprt sprt;      /* of a match of two; else without games */
};

static bool sum_take(void *context, const struct arena_result *result, struct error *error) {
    struct sum *sum = context;
    (void)error;
    struct played_game played = arena_result_played(result);
    arena_statistics_add(&sum->stats, result);
    if (sum->rounds != NULL)
        rounds_add(sum->rounds, &played, NULL);
    sprt_add(&sum->sprt, &played);
    return true;
}

static bool sum_make(struct sum *sum, struct archive *archive, struct error *error) {
    *sum = (struct sum){.rounds = rounds_of(&archive->manifest)};
    arena_statistics_init(&sum->stats, (int)archive->manifest.engine_count);
    struct schedule schedule = manifest_schedule(&archive->manifest);
    struct sprt_settings settings;
    manifest_sprt(&archive->manifest, &settings);
    if (schedule.players == 2 && schedule_is_fixed(&schedule))
        sprt_open(&sum->sprt, &settings, &schedule);
    bool fine = archive_each(archive, settings.on, sum_take, sum, error);
    sum->stats.repeats = journal_repeats(archive->journal);
    return fine;
}

static void sum_free(struct sum *sum) {
    arena_statistics_free(&sum->stats);
    rounds_free(sum->rounds);
    sprt_free(&sum->sprt);
}

bool listing_table(struct archive *archive, FILE *out, struct error *error) {
    struct sum sum;
    struct text text = {0};
    bool fine = sum_make(&sum, archive, error);
    if (sum.rounds != NULL) {
        rounds_print(sum.rounds, &archive->words, &text);
        text_putc(&text, '\n');
    }
    table_full(&sum.stats, &archive->words, &text);
    sprt_show(&sum.sprt, archive->words.names, &text);
    put_out(&text, out);
    sum_free(&sum);
    return fine;
}

/* ---- for programs */

static void put_known(struct text *text, const char *name, bool known, double value) {
    if (known)
        json_number(text, name, value);
    else
        json_member(text, name, NULL);
}

static void put_json_engine(const struct sum *sum, const struct ratings *ratings, int engine,
                            const char *name, struct text *text) {
    struct wdl wdl = statistics_player(&sum->stats.results, engine);
    const struct engine_statistics *own = &sum->stats.each[engine];
    const struct rating *rating = &ratings->each[engine];
    bool rated = sum->stats.results.players > 2 && rating->bound != RATING_NONE;
    json_next(text);
    text_putc(text, '{');
    json_member(text, "name", name);
    json_number(text, "games", (double)wdl_games(&wdl));
    json_number(text, "won", (double)wdl.wins);
    json_number(text, "drawn", (double)wdl.draws);
    json_number(text, "lost", (double)wdl.losses);
    put_known(text, "score", wdl_games(&wdl) > 0, wdl_score(&wdl));
    put_known(text, "rating", rated, rating->elo);
    put_known(text, "rating_error", rated, rating->error);
    json_number(text, "faults", (double)own->fault_count);
    json_number(text, "overruns", (double)own->overruns);
    text_putc(text, '}');
}

/* The first engine of a match against the second. */
static void put_json_match(const struct sum *sum, struct text *text) {
    const struct wdl *wdl = &sum->stats.results.pairs[1];
    struct elo elo = elo_estimate(wdl);
    double value = 0, error = 0;
    bool known = elo_normalized(wdl, &value, &error);
    json_name(text, "match");
    text_putc(text, '{');
    put_known(text, "score", wdl_games(wdl) > 0, wdl_score(wdl));
    put_known(text, "elo", elo.known, elo.difference);
    put_known(text, "elo_low", !elo.open_low, elo.low);
    put_known(text, "elo_high", !elo.open_high, elo.high);
    put_known(text, "los", wdl_games(wdl) > 0, wdl_superiority(wdl));
    put_known(text, "nelo", known, value);
    put_known(text, "nelo_error", known, error);
    json_name(text, "pairs");
    const long *pairs = sum->sprt.pairs;
    text_print(text, "[%ld,%ld,%ld,%ld,%ld]}", pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
}

static void put_json_sprt(const struct sprt *sprt, struct text *text) {
    json_name(text, "sprt");
    text_putc(text, '{');
    json_number(text, "llr", sprt->ratio);
    json_number(text, "lower", sprt->lower);
    json_number(text, "upper", sprt->upper);
    json_number(text, "games", (double)sprt->next);
    json_member(text, "verdict", sprt_verdicts[sprt->verdict]);
    text_putc(text, '}');
}

bool listing_json(struct archive *archive, FILE *out, struct error *error) {
    struct sum sum;
    struct text text = {0};
    struct ratings ratings;
    struct schedule schedule = manifest_schedule(&archive->manifest);
    bool fine = sum_make(&sum, archive, error);
    long due = sum.rounds != NULL          ? rounds_due(sum.rounds)
               : schedule_is_ok(&schedule) ? schedule_count(&schedule)
                                           : 0;
    bool complete = sum.stats.results.games >= due || sum.sprt.verdict != SPRT_OPEN;
    ratings_make_anchored(&ratings, sum.stats.results.pairs, sum.stats.results.players,
                          archive->words.anchor);
    text_putc(&text, '{');
    json_member(&text, "game", manifest_value(&archive->manifest, "game"));
    json_member(&text, "status", complete ? "complete" : "unfinished");
    json_number(&text, "games", (double)sum.stats.results.games);
    json_number(&text, "due", (double)due);
    json_number(&text, "voids", (double)sum.stats.results.voids);
    json_number(&text, "repeats", (double)sum.stats.repeats);
    json_name(&text, "engines");
    text_putc(&text, '[');
    for (int i = 0; i < sum.stats.results.players; i++)
        put_json_engine(&sum, &ratings, i, archive->words.names[i], &text);
    text_putc(&text, ']');
    if (sum.stats.results.players == 2)
        put_json_match(&sum, &text);
    if (sum.sprt.settings.on)
        put_json_sprt(&sum.sprt, &text);
    text_put(&text, "}\n");
    put_out(&text, out);
    ratings_free(&ratings);
    sum_free(&sum);
    return fine;
}

bool listing_run(struct archive *archive, FILE *out, struct error *error) {
    struct text text = {0};
    put_manifest(&archive->manifest, &text);
    put_out(&text, out);
    if (!listing_table(archive, out, error))
        return false;
    struct text events = {0};
    bool fine = journal_events(archive->journal, &events, error);
    if (events.length > 0)
        text_put(&text, "\nevents\n");
    text_wrap(&text, text_string(&events), 80, 20); /* below the words, after the time */
    text_free(&events);
    put_out(&text, out);
    return fine;
}
