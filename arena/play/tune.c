#include "tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/driver/process.h"
#include "../plan/tuning.h"
#include "../view/outfile.h"

enum { LINE_COLUMNS = 78 }; /* before the mark that it goes on */

struct tune {
    const struct plan *plan;
    struct tuning tuning;
    long ended;      /* games of the iteration that is due */
    double *answers; /* its questions, half a point a game */
};

/* ---- the hooks of the run */

static long games_each(const struct tune *tune) {
    return 2 * tune->tuning.spsa.pairs;
}

static void describe(void *context, struct manifest *manifest) {
    const struct tune *tune = context;
    struct text text = {0};
    tuning_print(&tune->tuning, &text);
    manifest_add(manifest, "tune", text_string(&text));
    text_free(&text);
}

static bool may_begin(void *context, long number) {
    const struct tune *tune = context;
    return number / games_each(tune) == tune->tuning.spsa.done;
}

static void put_settings(const struct tune *tune, long question, int sign, struct text *lines) {
    const struct spsa *spsa = &tune->tuning.spsa;
    for (size_t i = 0; i < spsa->count; i++) {
        text_print(lines, "%s %s ", tune->tuning.command, spsa->parameters[i].name);
        tuning_put_value(&spsa->parameters[i], spsa_point(spsa, question, sign, i), lines);
        text_putc(lines, '\n');
    }
}

static void prepare(void *context, const struct scheduled_game *scheduled, int side,
                    struct text *lines) {
    const struct tune *tune = context;
    put_settings(tune, scheduled->number % games_each(tune) / 2,
                 scheduled->players[side] == 0 ? 1 : -1, lines);
}

/* An engine that does not even take the values would lose every game, and teach nothing. One that
 * has played does start, and if it does not this once, that costs its game as anywhere else. */
static bool check_set_up(const struct tune *tune, const struct arena_result *result,
                         struct error *error) {
    bool begun = tune->tuning.spsa.done > 0;
    bool refused = result->fault != NULL && (strcmp(result->fault, "setup") == 0 ||
                                             (!begun && strcmp(result->fault, "start") == 0));
    return !refused || error_set(error, "tune.refused", "the engine cannot be tuned like that: {0}",
                                 result->detail != NULL ? result->detail : result->fault, NULL);
}

static bool ended(void *context, const struct arena_result *result, struct error *error) {
    struct tune *tune = context;
    const struct scheduled_game *scheduled = &result->game;
    if (scheduled->number < 0 || !may_begin(tune, scheduled->number))
        return error_set(error, "tune.game", "the journal's games are not those of the walk", NULL);
    if (!check_set_up(tune, result, error))
        return false;
    double *answer = &tune->answers[scheduled->number % games_each(tune) / 2];
    if (result->counted && result->winner != SIDE_NONE)
        *answer += scheduled->players[result->winner] == 0 ? 0.5 : -0.5;
    if (++tune->ended < games_each(tune))
        return true;
    spsa_step(&tune->tuning.spsa, tune->answers);
    tune->ended = 0;
    memset(tune->answers, 0, (size_t)tune->tuning.spsa.pairs * sizeof *tune->answers);
    return true;
}

/* ---- what is shown */

static void put_right(struct text *text, const char *string, size_t width) {
    size_t columns = text_columns(string);
    if (columns < width)
        text_fill(text, ' ', width - columns);
    text_put(text, string);
}

static void put_value(struct text *text, const struct spsa_parameter *row, double value,
                      size_t width) {
    struct text number = {0};
    const struct spsa_parameter real = {.min = row->min, .max = row->max};
    tuning_put_value(row->whole ? &real : row, value, &number);
    /* Seven digits are for engines; people get four. */
    size_t point = strcspn(text_string(&number), ".");
    if (number.length > point + 4)
        text_cut(&number, point + 4);
    put_right(text, text_string(&number), width);
    text_free(&number);
}

static size_t name_width(const struct spsa *spsa) {
    size_t width = 9;
    for (size_t i = 0; i < spsa->count; i++) {
        size_t columns = text_columns(spsa->parameters[i].name);
        width = columns > width ? columns : width;
    }
    return width;
}

static void put_name(struct text *text, const char *name, size_t width) {
    text_put(text, name);
    text_fill(text, ' ', width - text_columns(name));
}

static void put_estimate(struct text *text, const struct spsa_parameter *row,
                         const struct spsa_estimate *estimate) {
    struct text value = {0};
    tuning_put_value(row, estimate->value, &value);
    put_right(text, text_string(&value), 11);
    text_free(&value);
    if (estimate->peak)
        put_value(text, row, estimate->error, 10);
    else
        put_right(text, "?", 10);
}

/* The start, then where the walk was after each quarter, then what it comes to. */
static void put_table(const struct spsa *spsa, struct text *text) {
    static const char *const heads[] = {"start", "25 %", "50 %", "75 %", "100 %"};
    size_t width = name_width(spsa);
    put_name(text, "parameter", width);
    for (size_t i = 0; i < 5; i++)
        put_right(text, heads[i], 10);
    text_put(text, "      value     error\n");
    for (size_t i = 0; i < spsa->count; i++) {
        const struct spsa_parameter *row = &spsa->parameters[i];
        put_name(text, row->name, width);
        for (long quarter = 0; quarter <= 4; quarter++) {
            long at = (spsa->iterations * quarter + 3) / 4;
            if (at <= spsa->done)
                put_value(text, row, spsa->path[(size_t)at * spsa->count + i], 10);
            else
                put_right(text, "", 10);
        }
        struct spsa_estimate estimate = spsa_estimate(spsa, i);
        put_estimate(text, row, &estimate);
        text_putc(text, '\n');
    }
}

static void draw(void *context, struct text *text) {
    const struct tune *tune = context;
    put_table(&tune->tuning.spsa, text);
    text_print(text, "iteration %ld of %ld\n", tune->tuning.spsa.done,
               tune->tuning.spsa.iterations);
}

/* Pushed against a bound, the walk is thrown back by luck again and again, and so stays near it. */
static bool at_bound(const struct spsa_parameter *row, const struct spsa_estimate *estimate) {
    double free_way = fmin(estimate->value - row->min, row->max - estimate->value);
    return free_way <= 0 || (!estimate->peak && free_way <= 2 * row->step);
}

static void put_remarks(const struct spsa *spsa, struct text *text) {
    text_put(text, "\nerror: standard error of the value, from the scatter of all results;\n"
                   "? where they show no peak yet.\n");
    for (size_t i = 0; i < spsa->count; i++) {
        const struct spsa_parameter *row = &spsa->parameters[i];
        struct spsa_estimate estimate = spsa_estimate(spsa, i);
        if (at_bound(row, &estimate))
            text_print(text, "%s ends at a bound, or near it: the best value may lie beyond.\n",
                       row->name);
        else if (!estimate.peak)
            text_print(text,
                       "%s: the games do not show where its best value is; its value is the\n"
                       "mean of the walk's last half. More iterations or a larger step may tell.\n",
                       row->name);
    }
}

/* A word as a shell reads it. */
static void put_word(const char *word, struct text *text) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        text_put(text, word);
        return;
    }
    process_put_quoted(word, text);
}

static void put_engine(const struct tune *tune, const char *name, bool tuned, struct text *text) {
    const struct spsa *spsa = &tune->tuning.spsa;
    struct text engine = {0};
    engine_spec_print(&tune->plan->engines[0], name, &engine);
    for (size_t i = 0; i < spsa->count; i++) {
        const struct spsa_parameter *row = &spsa->parameters[i];
        text_print(&engine, ",init=%s %s ", tune->tuning.command, row->name);
        tuning_put_value(row, tuned ? spsa_estimate(spsa, i).value : row->start, &engine);
    }
    text_put(text, "    --engine ");
    put_word(text_string(&engine), text);
    text_put(text, " \\\n");
    text_free(&engine);
}

/* On this line, or on the next one where this one is full. */
static void put_option(const char *name, const char *value, struct text *text) {
    struct text option = {0};
    text_print(&option, " --%s ", name);
    put_word(value, &option);
    const char *line = strrchr(text_string(text), '\n') + 1;
    if (text_columns(line) + text_columns(text_string(&option)) > LINE_COLUMNS)
        text_put(text, " \\\n   ");
    text_put(text, text_string(&option));
    text_free(&option);
}

/* What the match has in any case, or has of its own. */
static bool is_left_out(const char *name) {
    static const char *const names[] = {"game", "rules", "size",    "games", "journal",
                                        "seed", "sprt",  "display", "each"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    for (const struct plan_key *key = plan_keys; key->name[0] != '\0'; key++)
        if (strcmp(key->name, name) == 0)
            return key->flag; /* about this run, not about its games */
    return false;
}

static void put_games(const struct plan *plan, struct text *text) {
    struct text name = {0};
    text_print(&name, "%ld", plan->size);
    text_put(text, "   ");
    put_option("game", plan->game->name, text);
    put_option("rules", plan->rules, text);
    put_option("size", text_string(&name), text);
    /* Openings that the values were not made for. */
    text_clear(&name);
    text_print(&name, "%llu", (unsigned long long)(plan->seed + 1) & INT64_MAX);
    put_option("seed", text_string(&name), text);
    for (size_t i = 0; i < plan->given.count; i++) {
        const char *pair = plan->given.at[i];
        size_t length = strcspn(pair, "=");
        text_clear(&name);
        text_putn(&name, pair, length);
        if (!is_left_out(text_string(&name)))
            put_option(text_string(&name), pair + length + 1, text);
    }
    if (plan->openings == OPENINGS_NONE) /* which a sequential test wants to be said */
        put_option("openings", "none", text);
    text_put(text, " \\\n");
    text_free(&name);
}

/* Of the very game that was tuned: with everything that was given, of the engine and of the run. */
static void put_hint(const struct tune *tune, struct text *text) {
    text_put(text, "\nA tuner can be wrong; a match verifies it:\n  ternion-arena \\\n");
    put_engine(tune, "tuned", true, text);
    put_engine(tune, "before", false, text);
    put_games(tune->plan, text);
    text_put(text, "    --games 20000 --sprt elo0=0,elo1=10 --journal verify.db\n");
}

/* Asked before the first game, when the journal may not be there yet, and before it is written. */
static bool trajectory_is_apart(const struct tune *tune, struct error *error) {
    const char *path = tune->tuning.trajectory, *journal = tune->plan->journal;
    return path == NULL || (strcmp(path, journal) != 0 && outfile_spares(path, journal)) ||
           error_set(error, "tune.trajectory", "the walk is not written over the journal, {0}",
                     path, NULL);
}

static bool write_trajectory(const struct tune *tune, struct error *error) {
    const struct spsa *spsa = &tune->tuning.spsa;
    const char *path = tune->tuning.trajectory;
    if (!trajectory_is_apart(tune, error))
        return false;
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return error_set(error, "tune.trajectory", "cannot write {0}: {1}", path, strerror(errno),
                         NULL);
    fputs("iteration", file);
    for (size_t i = 0; i < spsa->count; i++)
        fprintf(file, ",%s,pull of %s", spsa->parameters[i].name, spsa->parameters[i].name);
    fputc('\n', file);
    for (long at = 0; at <= spsa->done; at++) {
        fprintf(file, "%ld", at);
        for (size_t i = 0; i < spsa->count; i++) {
            size_t row = (size_t)at * spsa->count + i;
            fprintf(file, ",%.9g,", spsa->path[row]);
            if (at < spsa->done)
                fprintf(file, "%.9g", spsa->pulls[row]);
        }
        fputc('\n', file);
    }
    bool fine = ferror(file) == 0;
    fine = fclose(file) == 0 && fine;
    return fine || error_set(error, "tune.trajectory", "cannot write {0}: {1}", path,
                             strerror(errno), NULL);
}

static bool finish(void *context, FILE *out, struct error *error) {
    const struct tune *tune = context;
    const struct spsa *spsa = &tune->tuning.spsa;
    struct text text = {0};
    text_print(&text, "%ld of %ld iterations\n", spsa->done, spsa->iterations);
    put_table(spsa, &text);
    if (spsa->done == spsa->iterations) {
        put_remarks(spsa, &text);
        put_hint(tune, &text);
    }
    fputs(text_string(&text), out);
    text_free(&text);
    return tune->tuning.trajectory == NULL || write_trajectory(tune, error);
}

/* ---- the whole */

static void say(FILE *errors, struct error *error) {
    struct text text = {0};
    error_print(error, &text);
    fprintf(errors, "ternion-arena: %s\n", text_string(&text));
    text_free(&text);
    error_clear(error);
}

static void name_side(struct engine_spec *spec, const char *name, const char *sign) {
    struct text text = {0};
    text_print(&text, "%s%s", name, sign);
    string_replace(&spec->name, text_string(&text));
    text_free(&text);
}

/* The engine twice, and a match of as many games as the walk needs. */
static bool tune_plan(const struct tune *tune, struct plan *plan, struct error *error) {
    struct schedule schedule = plan_schedule(plan);
    if (plan->engine_count != 1)
        return error_set(error, "tune.engine", "tune takes one engine, which plays against itself",
                         NULL);
    if (!plan->swap || plan->shard.count > 0 || plan->sprt.on ||
        schedule.format != FORMAT_ROUND_ROBIN)
        return error_set(error, "tune.plan",
                         "tune plays swapped pairs, each after the results of those before: it has "
                         "no --format, --shard, --sprt or --swap no",
                         NULL);
    char *name = memory_string(plan->engines[0].name != NULL ? plan->engines[0].name : "engine");
    if (plan->engines[0].restart == RESTART_NEVER)
        plan->engines[0].restart = RESTART_FAULT; /* a side that is gone teaches nothing */
    struct engine_spec *twin = plan_add(plan);
    engine_spec_copy(twin, &plan->engines[0]);
    name_side(&plan->engines[0], name, "+");
    name_side(&plan->engines[1], name, "-");
    free(name);
    plan->games = tune->tuning.spsa.iterations * games_each(tune);
    plan->strikes = 0;
    return plan_finish(plan, error);
}

enum status tune_run(struct plan *plan, const char *path, FILE *out, FILE *errors) {
    struct error error = {0};
    struct tune tune = {.plan = plan};
    struct run_hooks hooks = {.context = &tune,
                              .describe = describe,
                              .may_begin = may_begin,
                              .prepare = prepare,
                              .ended = ended,
                              .draw = draw,
                              .finish = finish};
    enum status status = STATUS_USAGE;
    if (!tuning_read(&tune.tuning, path, &error) || !tune_plan(&tune, plan, &error) ||
        !trajectory_is_apart(&tune, &error)) {
        say(errors, &error);
    } else {
        tune.tuning.spsa.seed = plan->seed;
        tune.answers = memory_new((size_t)tune.tuning.spsa.pairs, sizeof *tune.answers);
        spsa_begin(&tune.tuning.spsa);
        status = run_plan(plan, &hooks, out, errors);
    }
    free(tune.answers);
    tuning_free(&tune.tuning);
    return status;
}
