#include "plan.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/core/session.h"
#include "../../src/driver/process.h"
#include "../journal/arena_result.h"

enum { SPRT_GAMES = 100000 }; /* at most, unless --games says otherwise */

void plan_init(struct plan *plan) {
    *plan = (struct plan){
        .game = games[0]->game,
        .challengers = 1,
        .record_plies = -1,
        .tie_games = 4,
        .swap = true,
        .seed = 1,
        .clock = {.kind = CLOCK_NONE},
        .margin = 0.05,
        .grace = 2.0,
        .hang = 60.0,
        .answer = 10.0,
        .resign_plies = 3,
        .draw_plies = 10,
        .draw_from = 40,
        .evaluations = true,
        .concurrency = 1,
    };
    string_replace(&plan->journal, "arena.db");
    engine_spec_init(&plan->judge);
    engine_spec_init(&plan->each);
}

bool plan_is_ok(const struct plan *plan) {
    bool numbers = plan->size >= 0 && plan->games >= 0 && plan->challengers >= 1 &&
                   plan->rounds >= 0 && plan->tie_games >= 0 && plan->concurrency >= 1 &&
                   plan->strikes >= 0 && plan->max_plies >= 0 && plan->quiet_plies >= 0 &&
                   plan->resign_below >= 0 && plan->resign_below < 50 && plan->resign_plies >= 1;
    bool seconds = plan->margin >= 0 && plan->grace >= 0 && plan->hang >= 0 && plan->answer >= 0;
    bool shard = plan->shard.count == 0
                     ? plan->shard.number == 0
                     : plan->shard.number >= 1 && plan->shard.number <= plan->shard.count;
    bool openings = (plan->openings != OPENINGS_RANDOM || plan->opening_plies >= 1) &&
                    ((plan->openings != OPENINGS_FILE && plan->openings != OPENINGS_GAMES) ||
                     plan->opening_file != NULL);
    return plan->game != NULL && plan->journal != NULL && numbers && seconds && shard && openings &&
           (plan->engines != NULL || plan->engine_count == 0) &&
           plan->given.count == plan->places.count;
}

/* What plan_finish promises. */
static bool plan_is_finished(const struct plan *plan) {
    bool named = true;
    for (size_t i = 0; i < plan->engine_count; i++)
        named = named && plan->engines[i].name != NULL && plan->engines[i].path != NULL;
    return plan_is_ok(plan) && named && plan->engine_count >= 2 && plan->rules != NULL &&
           plan->size > 0 && plan->games > 0 && plan->rounds > 0;
}

void plan_free(struct plan *plan) {
    for (size_t i = 0; i < plan->engine_count; i++)
        engine_spec_free(&plan->engines[i]);
    free(plan->engines);
    engine_spec_free(&plan->judge);
    engine_spec_free(&plan->each);
    cpus_free(&plan->cpus);
    free(plan->rules);
    strings_free(&plan->settings);
    free(plan->opening_file);
    free(plan->journal);
    free(plan->records);
    free(plan->live);
    strings_free(&plan->given);
    strings_free(&plan->places);
    free(plan->file);
    free(plan->place);
    *plan = (struct plan){0};
}

struct engine_spec *plan_add(struct plan *plan) {
    plan->engines = memory_grow(plan->engines, plan->engine_count + 1, sizeof *plan->engines);
    struct engine_spec *spec = &plan->engines[plan->engine_count++];
    engine_spec_init(spec);
    return spec;
}

/* The place that an error is about. */

static void error_place(const char *place, struct error *error) {
    struct text why = {0};
    if (error == NULL || place == NULL || place[0] == '\0')
        return;
    const char *code = error->code;
    error_print(error, &why);
    error_clear(error);
    error_set(error, code, "{0}: {1}", place, text_string(&why), NULL);
    text_free(&why);
}

static const char *plan_place(const struct plan *plan, const char *beginning) {
    for (size_t i = plan->given.count; i-- > 0;)
        if (text_starts(plan->given.at[i], beginning))
            return plan->places.at[i];
    return NULL;
}

bool plan_blame(const struct plan *plan, const char *beginning, struct error *error) {
    const char *place = plan_place(plan, beginning);
    error_place(place != NULL ? place : plan->file, error);
    return false;
}

/* A setting of the game has a name of its own, or is one of `set`. */
static bool plan_blame_setting(const struct plan *plan, const char *pair, struct error *error) {
    struct text beginning = {0};
    text_print(&beginning, "set=%s", pair);
    bool named = plan_place(plan, text_string(&beginning)) == NULL;
    plan_blame(plan, named ? pair : text_string(&beginning), error);
    text_free(&beginning);
    return false;
}

/* The plan as a whole. */

static bool name_taken(const struct plan *plan, size_t before, const char *name) {
    for (size_t i = 0; i < before; i++)
        if (strcmp(plan->engines[i].name, name) == 0)
            return true;
    return false;
}

/* The program's own name, followed by a number if another engine has it. */
static void engine_spec_name_by_program(struct plan *plan, size_t index) {
    struct engine_spec *spec = &plan->engines[index];
    const char *slash = strrchr(spec->words[0], '/');
    char *base = printable_line(slash != NULL ? slash + 1 : spec->words[0]);
    struct text name = {0};
    text_put(&name, base);
    for (int number = 2; name_taken(plan, index, text_string(&name)); number++) {
        text_clear(&name);
        text_print(&name, "%s-%d", base, number);
    }
    spec->name = text_take(&name);
    free(base);
}

static bool engine_spec_blame(const struct engine_spec *spec, struct error *error) {
    error_place(spec->place, error);
    return false;
}

static bool spec_has(const struct engine_spec *spec, const char *name) {
    struct text beginning = {0};
    bool has = false;
    text_print(&beginning, "%s=", name);
    for (size_t i = 0; i < spec->given.count; i++)
        has |= text_starts(spec->given.at[i], text_string(&beginning));
    text_free(&beginning);
    return has;
}

/* What an engine was given of its own wins over what all were given; lists grow by both. */
static bool engine_spec_share(struct engine_spec *spec, const struct strings *given,
                              struct error *error) {
    bool fine = true;
    struct text name = {0};
    for (size_t i = 0; fine && i < given->count; i++) {
        const char *pair = given->at[i];
        size_t length = strcspn(pair, "=");
        text_clear(&name);
        text_putn(&name, pair, length);
        if (engine_key_is_list(text_string(&name)) || !spec_has(spec, text_string(&name)))
            fine = engine_spec_set(spec, text_string(&name), pair + length + 1, error);
    }
    text_free(&name);
    return fine;
}

static bool plan_finish_engines(struct plan *plan, struct error *error) {
    if (plan->engine_count < 2)
        return error_set(error, "plan.engines", "a tournament needs at least two engines", NULL) ||
               plan_blame(plan, "engine=", error);
    for (size_t i = 0; i < plan->engine_count; i++) {
        struct engine_spec *spec = &plan->engines[i];
        if (!engine_spec_share(spec, &plan->each.given, error))
            return plan_blame(plan, "each=", error);
        if (spec->command == NULL)
            return error_set(error, "plan.no-command", "engine {0} has no command (cmd)",
                             spec->name != NULL ? spec->name : "", NULL);
        if (!engine_spec_identify(spec, error))
            return false;
        if (spec->name == NULL)
            engine_spec_name_by_program(plan, i);
        else if (name_taken(plan, i, spec->name))
            return error_set(error, "plan.name", "two engines are called {0}", spec->name, NULL) ||
                   engine_spec_blame(spec, error);
    }
    return true;
}

static bool plan_finish_sprt(const struct plan *plan, struct error *error) {
    if (!plan->sprt.on)
        return true;
    if (plan->engine_count != 2 || plan->format != FORMAT_ROUND_ROBIN)
        return error_set(error, "plan.sprt", "a sequential test needs a match of two engines",
                         NULL);
    if (plan->sprt.results == SPRT_PENTANOMIAL && !plan->swap)
        return error_set(error, "plan.sprt",
                         "pentanomial results need pairs with swapped colours: give swap = yes, "
                         "or results=trinomial",
                         NULL);
    if (plan->shard.count > 0 && plan->records == NULL)
        return error_set(error, "plan.sprt",
                         "a shard has only a part of the games and cannot decide a sequential "
                         "test: give --records too, and let `ternion-arena sprt` decide it",
                         NULL);
    if (plan_place(plan, "openings=") == NULL)
        return error_set(error, "plan.sprt",
                         "a sequential test needs games that differ: give openings, such as "
                         "random:2 or file:PATH (or none, if the engines vary by themselves)",
                         NULL);
    return true;
}

/* A setting that another format has would change nothing, and its author meant something. */
static bool plan_finish_foreign(const struct plan *plan, struct error *error) {
    enum {
        GAUNTLET = 1 << FORMAT_GAUNTLET,
        SWISS = 1 << FORMAT_SWISS,
        KNOCKOUT = 1 << FORMAT_KNOCKOUT
    };
    static const struct {
        const char *setting;
        int formats;
        const char *meant;
    } rows[] = {
        {"rounds=", SWISS,
         "rounds are those of a Swiss tournament (--format swiss); --games is how often two meet"},
        {"tie-games=", KNOCKOUT,
         "tie-games are those of a knockout (--format knockout); --games is how often two meet"},
        {"challengers=", GAUNTLET,
         "challengers are those of a gauntlet (--format gauntlet); elsewhere all engines meet"},
        {"seeding=", SWISS | KNOCKOUT,
         "seeding is that of a Swiss tournament or a knockout (--format); elsewhere all meet"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(rows[i].formats >> plan->format & 1) && plan_place(plan, rows[i].setting) != NULL)
            return error_set(error, "plan.foreign", rows[i].meant, NULL) ||
                   plan_blame(plan, rows[i].setting, error);
    return true;
}

static bool plan_finish_format(struct plan *plan, struct error *error) {
    bool fixed = plan->format == FORMAT_ROUND_ROBIN || plan->format == FORMAT_GAUNTLET;
    if (plan->games == 0)
        plan->games = plan->sprt.on ? SPRT_GAMES : fixed ? 10 : 2;
    bool open = plan->rounds == 0;
    while (open && (plan->rounds == 0 || 1UL << plan->rounds < plan->engine_count))
        plan->rounds++;
    if (plan->match && plan->engine_count != 2)
        return error_set(error, "plan.match", "a match is between two engines, not more", NULL) ||
               plan_blame(plan, "format=", error);
    if (plan->format == FORMAT_GAUNTLET && (size_t)plan->challengers >= plan->engine_count)
        return error_set(error, "plan.gauntlet",
                         "a gauntlet needs at least one engine besides its challengers", NULL) ||
               plan_blame(plan, "challengers=", error);
    if (plan->format == FORMAT_KNOCKOUT && plan->swap && plan->tie_games % 2 == 1)
        return error_set(error, "plan.tie-games",
                         "tie-games come in pairs with swapped colours: give an even number",
                         NULL) ||
               plan_blame(plan, "tie-games=", error);
    return plan_finish_foreign(plan, error) &&
           (plan_finish_sprt(plan, error) || plan_blame(plan, "sprt=", error));
}

static bool plan_finish_pins(struct plan *plan, struct error *error) {
    if (plan->pinned && plan->cpus.count == 0)
        cpus_allowed(&plan->cpus);
    if (!plan->pinned || (size_t)plan->concurrency <= plan->cpus.count)
        return true;
    struct text have = {0}, want = {0};
    text_print(&have, "%zu", plan->cpus.count);
    text_print(&want, "%ld", plan->concurrency);
    error_set(error, "plan.pin",
              "{0} games at a time cannot have processors of their own: there are only {1}",
              text_string(&want), text_string(&have), NULL);
    text_free(&have);
    text_free(&want);
    return plan_blame(plan, "concurrency=", error);
}

/* Our own engine: beside this program, else in PATH. */
static char *judge_command(const struct game *game) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    struct text command = {0};
    if (length > 0) {
        self[length] = '\0';
        char *slash = strrchr(self, '/');
        struct text path = {0};
        text_putn(&path, self, (size_t)(slash - self) + 1);
        text_put(&path, "ternion");
        if (access(text_string(&path), X_OK) == 0)
            process_put_quoted(text_string(&path), &command);
        text_free(&path);
    }
    if (command.length == 0)
        text_put(&command, "ternion");
    text_print(&command, " --game %s", game->name);
    return text_take(&command);
}

static bool plan_finish_judge(struct plan *plan, struct error *error) {
    if (plan->game->score == NULL)
        return true;
    if (plan->judge.command == NULL) {
        plan->judge.command = judge_command(plan->game);
        plan->judge_is_ours = true;
    }
    string_replace(&plan->judge.name, "judge");
    return engine_spec_identify(&plan->judge, error) || plan_blame(plan, "judge=", error);
}

/* The arena's own default where it differs from the engine's: area scoring needs no agreement about
 * prisoners, so that a game can be judged from its final board. */
static const char *default_rules(const struct game *game) {
    int area = game->score != NULL ? game_rules(game, "chinese") : -1;
    return area >= 0 ? game->rules[area] : game->rules[0];
}

static bool session_take(struct session *session, const char *pair, struct error *error) {
    struct text name = {0};
    size_t length = strcspn(pair, "=");
    text_putn(&name, pair, length);
    bool fine = session_set(session, text_string(&name), pair + length + 1, error);
    text_free(&name);
    return fine;
}

struct session *plan_session(const struct plan *plan, struct error *error) {
    assert(plan_is_ok(plan) && plan->rules != NULL && plan->size > 0);
    struct session *session = session_new(plan->game);
    bool fine =
        (session_set_rules(session, plan->rules, error) || plan_blame(plan, "rules=", error)) &&
        (session_set_size(session, plan->size, error) || plan_blame(plan, "size=", error));
    for (size_t i = 0; fine && i < plan->settings.count; i++)
        fine = session_take(session, plan->settings.at[i], error) ||
               plan_blame_setting(plan, plan->settings.at[i], error);
    if (fine)
        return session;
    session_free(session);
    return NULL;
}

bool plan_open_tables(const struct plan *plan, void **tables, struct error *error) {
    *tables = NULL;
    if (!plan->tables)
        return true;
    if (plan->game->tables_open == NULL)
        error_set(error, "plan.tables", "{0} has no endgame tables", plan->game->title, NULL);
    else
        *tables = plan->game->tables_open(game_rules(plan->game, plan->rules), error);
    return *tables != NULL || plan_blame(plan, "tables=", error);
}

/* Only a schedule that is known beforehand can be cut. */
static bool plan_finish_shard(const struct plan *plan, struct error *error) {
    struct schedule schedule = plan_schedule(plan);
    return plan->shard.count == 0 || schedule_is_fixed(&schedule) ||
           error_set(error, "plan.shard",
                     "pairings of this format depend on results: it cannot be cut in shards",
                     NULL) ||
           plan_blame(plan, "shard=", error);
}

bool plan_finish(struct plan *plan, struct error *error) {
    assert(plan_is_ok(plan));
    if (plan->rules == NULL)
        string_replace(&plan->rules, default_rules(plan->game));
    if (plan->size == 0)
        plan->size = plan->game->size_default;
    struct session *session = plan_session(plan, error);
    if (session == NULL)
        return false;
    session_free(session);
    if (!(plan_finish_engines(plan, error) && plan_finish_format(plan, error) &&
          plan_finish_shard(plan, error) && plan_finish_pins(plan, error) &&
          plan_finish_judge(plan, error)))
        return false;
    assert(plan_is_finished(plan));
    return true;
}

struct schedule plan_schedule(const struct plan *plan) {
    return (struct schedule){.players = (int)plan->engine_count,
                             .games = plan->games,
                             .swap = plan->swap,
                             .seed = plan->seed,
                             .format = plan->format,
                             .challengers = (int)plan->challengers,
                             .rounds = plan->rounds,
                             .extra = plan->tie_games,
                             .shuffled = plan->seeds_shuffled};
}

void plan_describe(const struct plan *plan, struct text *text) {
    struct schedule schedule = plan_schedule(plan);
    text_print(text, "%s, rules %s, %ld x %ld, %ld %s", plan->game->title, plan->rules, plan->size,
               plan->size, plan->games, plan->games == 1 ? "game" : "games");
    if (!schedule_is_fixed(&schedule))
        text_put(text, " a meeting");
    else if (plan->engine_count > 2)
        text_put(text, " a pair");
}

void plan_strikes(const struct plan *plan, long *strikes) {
    for (size_t i = 0; i < plan->engine_count; i++)
        strikes[i] = plan->engines[i].restart == RESTART_NEVER ? 1 : plan->strikes;
}
