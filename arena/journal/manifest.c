#include "manifest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../plan/openings.h"
#include "hash.h"

static const char GAMES[] = "games", ROUNDS[] = "rounds", STRIKES[] = "strikes", SPRT[] = "sprt";
static const char *const formats[] = {"round-robin", "gauntlet", "swiss", "knockout", NULL};

void manifest_add(struct manifest *manifest, const char *name, const char *value) {
    manifest->pairs =
        memory_grow(manifest->pairs, manifest->pair_count + 1, sizeof *manifest->pairs);
    manifest->pairs[manifest->pair_count++] =
        (struct manifest_pair){.name = memory_string(name), .value = memory_string(value)};
}

const char *manifest_value(const struct manifest *manifest, const char *name) {
    for (size_t i = 0; i < manifest->pair_count; i++)
        if (strcmp(manifest->pairs[i].name, name) == 0)
            return manifest->pairs[i].value;
    return NULL;
}

struct manifest_engine *manifest_add_engine(struct manifest *manifest) {
    manifest->engines =
        memory_grow(manifest->engines, manifest->engine_count + 1, sizeof *manifest->engines);
    struct manifest_engine *engine = &manifest->engines[manifest->engine_count++];
    *engine = (struct manifest_engine){0};
    return engine;
}

void manifest_free(struct manifest *manifest) {
    for (size_t i = 0; i < manifest->pair_count; i++) {
        free(manifest->pairs[i].name);
        free(manifest->pairs[i].value);
    }
    for (size_t i = 0; i < manifest->engine_count; i++) {
        struct manifest_engine *engine = &manifest->engines[i];
        char *all[] = {engine->name,    engine->command, engine->directory, engine->variables,
                       engine->startup, engine->path,    engine->hash,      engine->depends,
                       engine->program, engine->version};
        for (size_t j = 0; j < sizeof all / sizeof *all; j++)
            free(all[j]);
    }
    free(manifest->pairs);
    free(manifest->engines);
    *manifest = (struct manifest){0};
}

static void add_whole(struct manifest *manifest, const char *name, long long value) {
    struct text text = {0};
    text_print(&text, "%lld", value);
    manifest_add(manifest, name, text_string(&text));
    text_free(&text);
}

static void add_number(struct manifest *manifest, const char *name, double value) {
    struct text text = {0};
    text_number(&text, value);
    manifest_add(manifest, name, text_string(&text));
    text_free(&text);
}

static char *join_lines(const struct strings *list) {
    struct text text = {0};
    for (size_t i = 0; i < list->count; i++) {
        text_put(&text, i > 0 ? "\n" : "");
        text_put(&text, list->at[i]);
    }
    return text_take(&text);
}

static bool add_openings(struct manifest *manifest, const struct plan *plan, struct error *error) {
    struct text text = {0};
    char digits[65] = "";
    bool fine = true;
    if (plan->openings == OPENINGS_RANDOM) {
        text_print(&text, "random:%ld", plan->opening_plies);
    } else if (plan->openings == OPENINGS_BALLOTS) {
        text_put(&text, "ballots");
    } else if (plan->openings == OPENINGS_FILE) {
        fine = hash_file(plan->opening_file, digits, error);
        text_print(&text, "file:%s %s", plan->opening_file, digits);
    } else if (plan->openings == OPENINGS_GAMES) {
        fine = opening_games_hash(plan->opening_file, plan->game, digits, error);
        text_print(&text, "games:%s %s %ld", plan->opening_file, digits, plan->record_plies);
    } else {
        text_put(&text, "none");
    }
    manifest_add(manifest, "openings", text_string(&text));
    manifest_add(manifest, "opening-order", plan->opening_shuffle ? "shuffled" : "listed");
    text_free(&text);
    return fine;
}

/* A line "SHA-256 NAME" for each file. */
static bool hash_files(const struct strings *names, char **lines, struct error *error) {
    struct text text = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < names->count; i++) {
        char digits[65];
        fine = hash_file(names->at[i], digits, error);
        text_print(&text, "%s%s %s", i > 0 ? "\n" : "", digits, names->at[i]);
    }
    *lines = text_take(&text);
    return fine;
}

static bool add_engine(struct manifest *manifest, const struct engine_spec *spec,
                       struct error *error) {
    struct manifest_engine *engine = manifest_add_engine(manifest);
    engine->name = memory_string(spec->name);
    engine->command = memory_string(spec->command);
    engine->directory = memory_string(spec->directory != NULL ? spec->directory : "");
    engine->variables = join_lines(&spec->variables);
    engine->startup = join_lines(&spec->startup);
    engine->path = memory_string(spec->path);
    engine->hash = memory_string(spec->hash);
    return hash_files(&spec->depends, &engine->depends, error);
}

/* Pairings that follow from results follow from withdrawals, too. */
static void add_strikes(struct manifest *manifest, const struct plan *plan) {
    long *strikes = memory_new(plan->engine_count, sizeof *strikes);
    struct text text = {0};
    plan_strikes(plan, strikes);
    for (size_t i = 0; i < plan->engine_count; i++)
        text_print(&text, i > 0 ? " %ld" : "%ld", strikes[i]);
    manifest_add(manifest, STRIKES, text_string(&text));
    text_free(&text);
    free(strikes);
}

static void add_format(struct manifest *manifest, const struct plan *plan) {
    if (plan->format == FORMAT_GAUNTLET)
        add_whole(manifest, "challengers", plan->challengers);
    if (plan->format == FORMAT_SWISS)
        add_whole(manifest, ROUNDS, plan->rounds);
    if (plan->format == FORMAT_KNOCKOUT)
        add_whole(manifest, "tie-games", plan->tie_games);
    if (plan->format == FORMAT_SWISS || plan->format == FORMAT_KNOCKOUT) {
        manifest_add(manifest, "seeding", plan->seeds_shuffled ? "shuffled" : "listed");
        add_strikes(manifest, plan);
    }
}

/* Our own judge lies elsewhere on every machine; its hash tells whether it is the same. */
static const char *judge_words(const struct plan *plan) {
    return plan->judge.path == NULL ? "" : plan->judge_is_ours ? "own" : plan->judge.command;
}

static void add_settings(struct manifest *manifest, const struct plan *plan) {
    struct text clock = {0}, shard = {0}, sprt = {0};
    char *settings = join_lines(&plan->settings);
    manifest_add(manifest, "game", plan->game->name);
    manifest_add(manifest, "rules", plan->rules);
    add_whole(manifest, "size", plan->size);
    manifest_add(manifest, "set", settings != NULL ? settings : "");
    manifest_add(manifest, "format", formats[plan->format]);
    add_format(manifest, plan);
    add_whole(manifest, GAMES, plan->games);
    manifest_add(manifest, "swap", plan->swap ? "yes" : "no");
    add_whole(manifest, "seed", (long long)plan->seed);
    sprt_print(&plan->sprt, &sprt);
    manifest_add(manifest, SPRT, text_string(&sprt));
    shard_print(&plan->shard, &shard);
    manifest_add(manifest, MANIFEST_SHARD, text_string(&shard));
    clock_print(&plan->clock, &clock);
    for (size_t i = 0; i < plan->engine_count; i++)
        if (plan->engines[i].timed) {
            text_print(&clock, "; %s: ", plan->engines[i].name);
            clock_print(&plan->engines[i].clock, &clock);
        }
    manifest_add(manifest, "time", text_string(&clock));
    add_number(manifest, "margin", plan->margin);
    add_whole(manifest, "max-plies", plan->max_plies);
    add_whole(manifest, "draw-after", plan->quiet_plies);
    add_whole(manifest, "resign", plan->resign_below);
    add_whole(manifest, "resign-plies", plan->resign_plies);
    if (plan->resign_both)
        manifest_add(manifest, "resign-by", "both");
    if (plan->draw_within > 0) {
        struct text draw = {0};
        text_print(&draw, "%ld:%ld:%ld", plan->draw_within, plan->draw_plies, plan->draw_from);
        manifest_add(manifest, "draw", text_string(&draw));
        text_free(&draw);
    }
    if (plan->tables)
        manifest_add(manifest, "tables", "yes");
    manifest_add(manifest, "evaluations", plan->evaluations ? "yes" : "no");
    manifest_add(manifest, "judge", judge_words(plan));
    manifest_add(manifest, MANIFEST_JUDGE_HASH, plan->judge.hash);
    text_free(&clock);
    text_free(&shard);
    text_free(&sprt);
    free(settings);
}

bool manifest_make(struct manifest *manifest, const struct plan *plan, struct error *error) {
    *manifest = (struct manifest){0};
    add_settings(manifest, plan);
    bool fine = add_openings(manifest, plan, error);
    for (size_t i = 0; fine && i < plan->engine_count; i++)
        fine = add_engine(manifest, &plan->engines[i], error);
    if (!fine)
        manifest_free(manifest);
    return fine;
}

static bool same(const char *a, const char *b) {
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

void manifest_put_forced(struct text *lines, const char *engine, const char *file,
                         const char *hash) {
    text_print(lines, "%s%s: ", lines->length > 0 ? "\n" : "", engine);
    if (file != NULL)
        text_print(lines, "%s ", file);
    text_put(lines, hash);
}

/* ---- files that an engine depends on */

/* Told of a file that differs, with its hashes with `a` and with `b`, "" for none. */
typedef void file_fn(void *context, const char *name, const char *a, const char *b);

/* Cuts the next line, "SHA-256 NAME", off the lines; false: there is none. What other programs
 * wrote there may have no hash. */
static bool next_file(const char **lines, struct text *hash, const char **name, size_t *length) {
    if (*lines == NULL || **lines == '\0')
        return false;
    const char *line = *lines;
    size_t end = strcspn(line, "\n"), blank = strcspn(line, " \n");
    text_clear(hash);
    text_putn(hash, line, blank);
    *name = line + blank + (blank < end);
    *length = (size_t)(line + end - *name);
    *lines = line + end + (line[end] != '\0');
    return true;
}

/* The hash of a file in these lines, "" if it is not there. */
static void find_hash(const char *lines, const char *name, size_t length, struct text *hash) {
    const char *other;
    size_t other_length;
    while (next_file(&lines, hash, &other, &other_length))
        if (other_length == length && memcmp(other, name, length) == 0)
            return;
    text_clear(hash);
}

/* Files of `a` whose hash in `b` is another; where `missing`, those that `b` does not have, told
 * as b's. */
static void compare_files(const char *a, const char *b, bool missing, file_fn *each,
                          void *context) {
    struct text ours = {0}, theirs = {0}, file = {0};
    const char *name;
    size_t length;
    while (next_file(&a, &ours, &name, &length)) {
        find_hash(b, name, length, &theirs);
        if (missing ? theirs.length > 0 : strcmp(text_string(&ours), text_string(&theirs)) == 0)
            continue;
        text_clear(&file);
        text_putn(&file, name, length);
        each(context, text_string(&file), text_string(missing ? &theirs : &ours),
             text_string(missing ? &ours : &theirs));
    }
    text_free(&ours);
    text_free(&theirs);
    text_free(&file);
}

/* Every file that only one of two engines depends on, or that differs. */
static void compare_all_files(const struct manifest_engine *a, const struct manifest_engine *b,
                              file_fn *each, void *context) {
    compare_files(a->depends, b->depends, false, each, context);
    compare_files(b->depends, a->depends, true, each, context);
}

/* ---- going on */

static bool program_continues(const struct manifest_engine *then, const struct manifest_engine *now,
                              bool force, struct text *forced, struct error *error) {
    if (same(then->hash, now->hash))
        return true;
    manifest_put_forced(forced, now->name, NULL, now->hash);
    return force || error_set(error, "manifest.program",
                              "the program of engine {0}, {1}, is not the one that the journal was "
                              "begun with; --force goes on all the same",
                              now->name, now->path, NULL);
}

struct changed_files {
    const char *engine;
    struct text *forced;
    char *first; /* the name of one of them, or NULL */
};

static void note_changed(void *context, const char *name, const char *now, const char *then) {
    struct changed_files *changed = context;
    (void)then;
    manifest_put_forced(changed->forced, changed->engine, name, now[0] != '\0' ? now : "missing");
    if (changed->first == NULL)
        changed->first = memory_string(name);
}

static bool files_continue(const struct manifest_engine *then, const struct manifest_engine *now,
                           bool force, struct text *forced, struct error *error) {
    struct changed_files changed = {.engine = now->name, .forced = forced};
    compare_all_files(now, then, note_changed, &changed);
    bool fine = changed.first == NULL || force ||
                error_set(error, "manifest.file",
                          "{0}, which engine {1} depends on, is not as it was when the journal was "
                          "begun; --force goes on all the same",
                          changed.first, now->name, NULL);
    free(changed.first);
    return fine;
}

static bool engine_continues(const struct manifest_engine *then, const struct manifest_engine *now,
                             struct error *error) {
    return (same(then->name, now->name) && same(then->command, now->command) &&
            same(then->directory, now->directory) && same(then->variables, now->variables) &&
            same(then->startup, now->startup)) ||
           error_set(error, "manifest.engine",
                     "the journal was begun with engine {0} as '{1}', not {2} as '{3}'", then->name,
                     then->command, now->name, now->command, NULL);
}

/* Those that may differ, within bounds. */
static bool pair_is_free(const char *name) {
    return strcmp(name, GAMES) == 0 || strcmp(name, ROUNDS) == 0;
}

static bool pairs_continue(const struct manifest *then, const struct manifest *now, bool force,
                           struct text *forced, struct error *error) {
    for (size_t i = 0; i < now->pair_count; i++) {
        const struct manifest_pair *pair = &now->pairs[i];
        const char *before = manifest_value(then, pair->name);
        if (same(before, pair->value) || pair_is_free(pair->name))
            continue;
        bool judge = strcmp(pair->name, MANIFEST_JUDGE_HASH) == 0;
        if (judge)
            manifest_put_forced(forced, MANIFEST_JUDGE_NAME, NULL, pair->value);
        if (!judge || !force)
            return error_set(error, "manifest.setting",
                             "the journal was begun with {0} = {1}, not {2}", pair->name,
                             before != NULL ? before : "", pair->value, NULL);
    }
    return true;
}

static uint64_t seed_value(const struct manifest *manifest) {
    const char *text = manifest_value(manifest, "seed");
    int64_t seed;
    return text != NULL && text_to_wide(text, 0, INT64_MAX, &seed) ? (uint64_t)seed : 0;
}

/* At most `most`: with more, readers would count for ever. */
static long whole_value(const struct manifest *manifest, const char *name, long otherwise,
                        long most) {
    const char *text = manifest_value(manifest, name);
    long value;
    if (text == NULL || !text_to_whole(text, 0, LONG_MAX, &value))
        return otherwise;
    return value < most ? value : most;
}

/* More games may be asked for where those there keep their numbers. */
static bool games_continue(const struct manifest *then, const struct manifest *now,
                           struct error *error) {
    struct schedule schedule = manifest_schedule(now);
    struct schedule before = manifest_schedule(then);
    long games_then = before.games, games_now = schedule.games;
    if (!schedule_is_fixed(&schedule)) {
        bool fine = games_now == games_then && schedule.rounds >= before.rounds;
        return fine || error_set(error, "manifest.rounds",
                                 "in a run whose pairings depend on results only rounds of a Swiss "
                                 "tournament may be added",
                                 NULL);
    }
    bool whole_pairs = games_then % 2 == 0 || !schedule.swap;
    return (games_now >= games_then && (games_now == games_then || whole_pairs)) ||
           error_set(error, "manifest.games",
                     "the journal was begun for {0} games a pair; that number may only grow, and "
                     "only from whole pairs of games",
                     manifest_value(then, GAMES), NULL);
}

bool manifest_continues(const struct manifest *then, const struct manifest *now, bool force,
                        struct text *forced, struct error *error) {
    /* Some settings have a value for each engine, and would seem to differ. */
    if (then->engine_count != now->engine_count) {
        char count[2][24];
        snprintf(count[0], sizeof count[0], "%zu", then->engine_count);
        snprintf(count[1], sizeof count[1], "%zu", now->engine_count);
        return error_set(error, "manifest.engines",
                         "the journal was begun with {0} engines, not {1}", count[0], count[1],
                         NULL);
    }
    if (!pairs_continue(then, now, force, forced, error) || !games_continue(then, now, error))
        return false;
    for (size_t i = 0; i < now->engine_count; i++)
        if (!engine_continues(&then->engines[i], &now->engines[i], error) ||
            !program_continues(&then->engines[i], &now->engines[i], force, forced, error) ||
            !files_continue(&then->engines[i], &now->engines[i], force, forced, error))
            return false;
    return true;
}

/* ---- whether two manifests are of one run */

static void put_difference(struct text *text, const char *what, const char *a, const char *b) {
    text_print(text, "%s%s is '%s', not '%s'", text->length > 0 ? "; " : "", what,
               a != NULL ? a : "", b != NULL ? b : "");
}

static bool may_differ(const char *name, bool force) {
    return strcmp(name, MANIFEST_SHARD) == 0 || strcmp(name, "games") == 0 ||
           (force &&
            (strcmp(name, MANIFEST_JUDGE_HASH) == 0 || strcmp(name, MANIFEST_FORCED) == 0));
}

/* Settings that are in `a`, and have another value or none in `b`; with `missing` only the latter.
 */
static void compare_settings(const struct manifest *a, const struct manifest *b, bool force,
                             bool missing, struct text *text) {
    for (size_t i = 0; i < a->pair_count; i++) {
        const char *name = a->pairs[i].name, *other = manifest_value(b, name);
        if (may_differ(name, force) || same(a->pairs[i].value, other) || (missing && other != NULL))
            continue;
        if (missing)
            put_difference(text, name, NULL, a->pairs[i].value);
        else
            put_difference(text, name, a->pairs[i].value, other);
    }
}

struct differences {
    const char *engine;
    struct text *text;
};

static void put_file_difference(void *context, const char *name, const char *a, const char *b) {
    const struct differences *differences = context;
    struct text what = {0};
    text_print(&what, "engine %s: its file %s (SHA-256)", differences->engine, name);
    put_difference(differences->text, text_string(&what), a, b);
    text_free(&what);
}

static void compare_engine(const struct manifest_engine *a, const struct manifest_engine *b,
                           bool force, struct text *text) {
    const struct {
        const char *what, *a, *b;
    } rows[] = {
        {"name", a->name, b->name},
        {"command", a->command, b->command},
        {"directory", a->directory, b->directory},
        {"environment", a->variables, b->variables},
        {"start-up", a->startup, b->startup},
        {"program (SHA-256)", force ? "" : a->hash, force ? "" : b->hash},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (same(rows[i].a, rows[i].b))
            continue;
        struct text what = {0};
        text_print(&what, "engine %s: its %s", b->name, rows[i].what);
        put_difference(text, text_string(&what), rows[i].a, rows[i].b);
        text_free(&what);
    }
    struct differences files = {.engine = b->name, .text = text};
    if (!force)
        compare_all_files(a, b, put_file_difference, &files);
}

static void put_foreign_file(void *context, const char *name, const char *a, const char *b) {
    const struct differences *foreign = context;
    (void)b;
    manifest_put_forced(foreign->text, foreign->engine, name, a[0] != '\0' ? a : "missing");
}

void manifest_put_foreign(const struct manifest *a, const struct manifest *b, struct text *lines) {
    const char *judge = manifest_value(a, MANIFEST_JUDGE_HASH);
    const char *forced = manifest_value(a, MANIFEST_FORCED);
    for (size_t i = 0; i < a->engine_count && i < b->engine_count; i++) {
        struct differences foreign = {.engine = b->engines[i].name, .text = lines};
        if (!same(a->engines[i].hash, b->engines[i].hash))
            manifest_put_forced(lines, b->engines[i].name, NULL, a->engines[i].hash);
        compare_all_files(&a->engines[i], &b->engines[i], put_foreign_file, &foreign);
    }
    if (!same(judge, manifest_value(b, MANIFEST_JUDGE_HASH)))
        manifest_put_forced(lines, MANIFEST_JUDGE_NAME, NULL, judge != NULL ? judge : "");
    if (!same(forced, ""))
        text_print(lines, "%s%s", lines->length > 0 ? "\n" : "", forced);
}

bool manifest_is_same_run(const struct manifest *a, const struct manifest *b, bool force,
                          struct text *text) {
    size_t before = text->length;
    struct schedule ours = manifest_schedule(a), theirs = manifest_schedule(b);
    compare_settings(a, b, force, false, text);
    compare_settings(b, a, force, true, text);
    /* An odd game at the end is another game once there are more of them. */
    if (ours.games != theirs.games && ours.swap && ours.games % 2 != 0)
        put_difference(text, "games", manifest_value(a, "games"), manifest_value(b, "games"));
    if (a->engine_count != b->engine_count)
        text_print(text, "%sit has %zu engines, not %zu", text->length > 0 ? "; " : "",
                   a->engine_count, b->engine_count);
    for (size_t i = 0; i < a->engine_count && i < b->engine_count; i++)
        compare_engine(&a->engines[i], &b->engines[i], force, text);
    return text->length == before;
}

/* ---- what it describes */

struct schedule manifest_schedule(const struct manifest *manifest) {
    const char *format = manifest_value(manifest, "format");
    struct schedule schedule = {
        .players = (int)manifest->engine_count,
        .games = whole_value(manifest, GAMES, 0, SCHEDULE_GAMES_MAX),
        .swap = !same(manifest_value(manifest, "swap"), "no"),
        .seed = seed_value(manifest),
        .challengers = (int)whole_value(manifest, "challengers", 1, SCHEDULE_CHALLENGERS_MAX),
        .rounds = whole_value(manifest, ROUNDS, 0, SCHEDULE_ROUNDS_MAX),
        .extra = whole_value(manifest, "tie-games", 0, SCHEDULE_EXTRA_MAX),
        .shuffled = same(manifest_value(manifest, "seeding"), "shuffled")};
    for (int i = 0; formats[i] != NULL; i++)
        if (same(formats[i], format))
            schedule.format = (enum schedule_format)i;
    return schedule;
}

void manifest_strikes(const struct manifest *manifest, long *strikes) {
    struct words words;
    const char *text = manifest_value(manifest, STRIKES);
    words_split(&words, text != NULL ? text : "");
    for (size_t i = 0; i < manifest->engine_count; i++)
        if ((int)i >= words.count || !text_to_whole(words.at[i], 0, LONG_MAX, &strikes[i]))
            strikes[i] = 0;
    words_free(&words);
}

bool manifest_sprt(const struct manifest *manifest, struct sprt_settings *settings) {
    const char *text = manifest_value(manifest, SPRT);
    *settings = (struct sprt_settings){0};
    return text != NULL && text[0] != '\0' && sprt_parse(text, settings, NULL);
}
