#include "run.h"

#include <errno.h>
#include <event2/event.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../../src/core/json.h"
#include "../../src/core/memory.h"
#include "../../src/system/now.h"
#include "../../src/tournament/statistics.h"
#include "../journal/hash.h"
#include "../journal/journal.h"
#include "../journal/manifest.h"
#include "../journal/records.h"
#include "../view/rounds_table.h"
#include "../view/table.h"
#include "arena_game.h"
#include "live.h"
#include "progress.h"
#include "schedule_state.h"

enum {
    RUN_SIGNALS = 4,
    BACKLOG_MAX = 64,    /* games unwritten before no new one begins */
    DRIVERS_SPARE = 16,  /* processes on their way out before no new game begins */
    SHORT_OF_WAITS = 10, /* seconds for all engines to leave at the end */
    PATIENCE = 3         /* seconds without room for a single engine */
};
static const double LONG_STALL = 0.5; /* seconds in which the arena did not run, noted at once */
/* The part of a run's time in stalls from which on its machine is said to starve it. */
static const double STARVED_SHARE = 0.01, STARVED_LEAST = 1; /* and at least so many seconds */
static const char STALLS_TOLD[] =
    "the arena itself did not run %ld times, %.1f s of %.1f s in all, which no clock counts";
enum { DIALOGUES_MAX = 256 << 20 }; /* bytes kept of all dialogues */

struct run {
    const struct plan *plan;
    const struct run_hooks *hooks; /* or NULL */
    struct schedule_state schedule;
    struct event_base *base;
    struct driver_loop *loop;
    struct openings openings;
    struct session *fresh;
    struct run_shared shared;
    struct journal *journal;
    struct records *records; /* or NULL */
    struct dialogue_files *dialogues;
    void *tables;       /* or NULL */
    atomic_bool halted; /* somebody else has decided the test of which this is a shard */
    struct event *on_wake, *on_tick, *on_signal[RUN_SIGNALS];
    struct game_slot {
        struct run *run;
        struct arena_game *game;
        bool busy;
    } * slots;
    const struct engine_spec **specs; /* the engines and, as the last, the judge */
    struct stamp *stamps;             /* of their programs, as they were seen last */
    bool *started;                    /* the engines that were ready in a game of the journal */
    long *idle_faults; /* of each engine while it was in no game, or in one that was over */
    double starved;    /* since when all games wait for the system; 0: they do not */
    double wanting;    /* when one of them last found that it still lacks something */
    long stalls;       /* times in which the arena itself did not run */
    double stalled;    /* seconds of them all */
    double began;      /* monotonic_now before the first game */
    double lasted;     /* seconds from then to the last game */
    struct arena_statistics stats;
    struct sprt sprt; /* of a match of two; else without games */
    struct table_words words;
    struct progress progress;
    struct live *live; /* or NULL */
    long dialogue_bytes;
    bool stopping; /* no new games */
    bool broken;   /* the journal failed */
    bool over;     /* no game is being played any more */
    enum status status;
    struct error error; /* why the hooks stopped the run */
};

/* Opening. */

static bool run_tell_hooks(struct run *run, const struct arena_result *result,
                           struct error *error) {
    const struct run_hooks *hooks = run->hooks;
    return hooks == NULL || hooks->ended(hooks->context, result, error);
}

/* All games were played, or the sequential test wants no more of them. */
static bool run_is_over(const struct run *run) {
    return schedule_state_is_over(&run->schedule) || run->sprt.verdict != SPRT_OPEN || run->halted;
}

static bool run_report(FILE *errors, struct error *error) {
    struct text text = {0};
    error_print(error, &text);
    fprintf(errors, "ternion-arena: %s\n", text_string(&text));
    text_free(&text);
    error_clear(error);
    return false;
}

static bool fault_is(const char *fault, const char *kind) {
    return fault != NULL && strcmp(fault, kind) == 0;
}

static void run_know_started(struct run *run, const struct arena_result *result) {
    for (int side = 0; side < 2; side++) {
        const char *fault = arena_result_fault(result, side);
        run->started[result->game.players[side]] |=
            !fault_is(fault, "start") && !fault_is(fault, "withdrawn");
    }
}

static void take_back(void *context, struct arena_result *result) {
    struct run *run = context;
    struct played_game played = arena_result_played(result);
    if (run->error.code == NULL && run_tell_hooks(run, result, NULL) &&
        schedule_state_end(&run->schedule, &played, &run->error)) {
        run_know_started(run, result);
        arena_statistics_add(&run->stats, result);
        sprt_add(&run->sprt, &played);
    }
    arena_result_free(result);
}

/* Records, of games that the journal has. */

static bool on_written(void *context, const struct arena_result *result, struct error *error) {
    struct run *run = context;
    if (!records_put(run->records, result, error))
        return false;
    if (run->plan->sprt.on && run->plan->shard.count > 0 && records_want_stop(run->records)) {
        run->halted = true;
        journal_wake_up(run->journal);
    }
    return true;
}

static void put_missing(void *context, struct arena_result *result) {
    struct run *run = context;
    if (run->error.code == NULL && !records_has(run->records, result->game.number))
        records_put(run->records, result, &run->error);
    arena_result_free(result);
}

/* A run that was killed may have written games to the journal only. */
static bool run_open_records(struct run *run, const struct manifest *manifest,
                             struct error *error) {
    const struct plan *plan = run->plan;
    if (plan->records == NULL)
        return true;
    run->records = records_open(plan->records, manifest, error);
    if (run->records == NULL || !journal_each(run->journal, true, put_missing, run, error))
        return false;
    bool fine = run->error.code == NULL;
    if (!fine)
        *error = run->error;
    run->error = (struct error){0};
    run->halted = plan->sprt.on && plan->shard.count > 0 && records_want_stop(run->records);
    journal_set_written(run->journal, on_written, run);
    return fine;
}

static bool run_open_journal(struct run *run, struct error *error) {
    struct manifest manifest;
    bool resumed = false;
    if (!manifest_make(&manifest, run->plan, error))
        return false;
    if (run->hooks != NULL)
        run->hooks->describe(run->hooks->context, &manifest);
    run->journal = journal_open(run->plan->journal, &manifest, run->plan->force, &resumed, error);
    bool opened = run->journal != NULL && run_open_records(run, &manifest, error);
    manifest_free(&manifest);
    if (!opened)
        return false;
    run->dialogue_bytes = journal_dialogue_bytes(run->journal);
    for (size_t i = 0; i < run->plan->engine_count; i++)
        run->idle_faults[i] = journal_idle_faults(run->journal, run->plan->engines[i].name);
    if (!journal_each(run->journal, run->plan->sprt.on, take_back, run, error))
        return false;
    bool fine = run->error.code == NULL;
    if (!fine)
        *error = run->error;
    run->error = (struct error){0};
    return fine && journal_start(run->journal, error);
}

static bool run_open(struct run *run, struct error *error) {
    const struct plan *plan = run->plan;
    run->status = STATUS_USAGE; /* until all that was given is read */
    schedule_state_open(&run->schedule, plan);
    run->idle_faults = memory_new(plan->engine_count, sizeof *run->idle_faults);
    run->started = memory_new(plan->engine_count, sizeof *run->started);
    if (plan->engine_count == 2 && schedule_is_fixed(&run->schedule.schedule))
        sprt_open(&run->sprt, plan->shard.count == 0 ? &plan->sprt : &(struct sprt_settings){0},
                  &run->schedule.schedule);
    run->fresh = plan_session(plan, error);
    if (run->fresh == NULL)
        return false;
    arena_statistics_init(&run->stats, (int)plan->engine_count);
    const char **names = memory_new(plan->engine_count, sizeof *names);
    for (size_t i = 0; i < plan->engine_count; i++)
        names[i] = plan->engines[i].name;
    run->words = (struct table_words){.names = names, .sides = plan->game->sides};
    if (!openings_open(&run->openings, plan, run->fresh, error))
        return plan_blame(plan, "openings=", error);
    if (!plan_open_tables(plan, &run->tables, error))
        return false;
    run->dialogues = dialogue_files_open(plan, error);
    if (run->dialogues == NULL)
        return false;
    run->status = run_open_journal(run, error) ? STATUS_DONE : STATUS_FAILED;
    return run->status == STATUS_DONE;
}

static void run_free(struct run *run) {
    schedule_state_free(&run->schedule);
    free(run->idle_faults);
    free(run->started);
    sprt_free(&run->sprt);
    records_close(run->records);
    dialogue_files_close(run->dialogues);
    if (run->tables != NULL)
        run->plan->game->tables_close(run->tables);
    error_clear(&run->error);
    free((void *)run->words.names);
    arena_statistics_free(&run->stats);
    openings_free(&run->openings);
    if (run->fresh != NULL)
        session_free(run->fresh);
}

/* Beginning games. */

static bool engine_is_withdrawn(const struct run *run, int engine) {
    /* In rounds faults count from the end of their round on, so that the order of its games does
     * not matter: an engine that had too many is paired no more. */
    if (run->schedule.rounds != NULL)
        return false;
    const struct engine_spec *spec = &run->plan->engines[engine];
    long faults = run->stats.each[engine].fault_count;
    return (spec->restart == RESTART_NEVER && faults > 0) ||
           (run->plan->strikes > 0 && faults >= run->plan->strikes);
}

static bool run_has_room(struct run *run) {
    size_t drivers = 2 * (size_t)run->plan->concurrency + 2 * (size_t)run->plan->engine_count;
    return !run->stopping && driver_loop_count(run->loop) < 2 * drivers + DRIVERS_SPARE &&
           journal_backlog(run->journal) < BACKLOG_MAX;
}

static void slot_begin(struct game_slot *slot, const struct scheduled_game *scheduled) {
    struct run *run = slot->run;
    bool absent[2];
    for (int side = 0; side < 2; side++)
        absent[side] = engine_is_withdrawn(run, scheduled->players[side]);
    slot->busy = true;
    schedule_state_begin(&run->schedule, scheduled->number);
    arena_game_begin(slot->game, run->base, scheduled, absent);
}

static bool run_may_begin(const struct run *run, const struct scheduled_game *scheduled) {
    const struct run_hooks *hooks = run->hooks;
    return hooks == NULL || hooks->may_begin(hooks->context, scheduled->number);
}

static void run_fill(struct run *run) {
    struct scheduled_game scheduled;
    for (long i = 0; i < run->plan->concurrency && run_has_room(run); i++) {
        if (run->slots[i].busy)
            continue;
        if (!schedule_state_next(&run->schedule, &scheduled) || !run_may_begin(run, &scheduled))
            return;
        slot_begin(&run->slots[i], &scheduled);
    }
}

/* Events. */

/* The flight recorder has a bound as a whole, too. Where it keeps all games, a quarter is left to
 * those for which it is there. */
static void run_bound_dialogues(struct run *run, struct arena_result *result) {
    const struct plan *plan = run->plan;
    if (result->dialogue == NULL)
        return;
    bool normal = plan->dialogues == DIALOGUES_ALL && result->fault == NULL && !result->dispute;
    long bytes = (long)strlen(result->dialogue);
    long most = DIALOGUES_MAX - (normal ? DIALOGUES_MAX / 4 : 0);
    if (run->dialogue_bytes + bytes > most) {
        free(result->dialogue);
        result->dialogue = NULL;
        return;
    }
    run->dialogue_bytes += bytes;
}

static bool run_is_idle(const struct run *run) {
    bool busy = false;
    for (long i = 0; i < run->plan->concurrency; i++)
        busy |= run->slots[i].busy;
    return !busy;
}

/* A player that has never once started will not start in the next game either: a tournament of its
 * forfeits would say nothing. */
static bool run_lacks_engine(struct run *run, const struct arena_result *result) {
    for (int side = 0; side < 2; side++) {
        int engine = result->game.players[side];
        if (!fault_is(arena_result_fault(result, side), "start") || run->started[engine] ||
            pool_has_started(run->shared.pool, engine))
            continue;
        return !error_set(&run->error, "run.not-started", "{0} never started: {1}",
                          run->plan->engines[engine].name, result->detail, NULL);
    }
    return false;
}

static bool run_had_faults(const struct run *run) {
    bool faults = false;
    for (int i = 0; i < run->stats.results.players; i++)
        faults |= run->stats.each[i].fault_count > 0 || run->idle_faults[i] > 0;
    return faults;
}

/* After the first fault no further game begins. */
static void run_heed_strictness(struct run *run) {
    if (!run->plan->strict || !run_had_faults(run))
        return;
    run->stopping = true;
    if (run_is_idle(run))
        event_base_loopbreak(run->base);
}

static void run_give_up(struct run *run, enum status status) {
    run->stopping = true;
    run->status = status;
    event_base_loopbreak(run->base);
}

static void on_finished(void *context, struct arena_result *result) {
    struct game_slot *slot = context;
    struct run *run = slot->run;
    slot->busy = false;
    struct played_game played = arena_result_played(result);
    if (run->hooks == NULL && run_lacks_engine(run, result)) {
        arena_result_free(result);
        run_give_up(run, STATUS_NO_ENGINE);
        return;
    }
    if (!run_tell_hooks(run, result, &run->error) ||
        !schedule_state_end(&run->schedule, &played, &run->error)) {
        arena_result_free(result);
        run_give_up(run, STATUS_FAILED);
        return;
    }
    run->starved = 0;
    arena_statistics_add(&run->stats, result);
    sprt_add(&run->sprt, &played);
    run->progress.total = run->schedule.due;
    progress_game(&run->progress, result, &run->words, run->schedule.done);
    run_bound_dialogues(run, result);
    journal_put(run->journal, result);
    if (!dialogue_files_are_written(run->dialogues, &run->error)) {
        run_give_up(run, STATUS_FAILED);
        return;
    }
    run->stopping |= run->sprt.verdict != SPRT_OPEN;
    run_heed_strictness(run);
    if (run_is_over(run)) {
        if (run->status == STATUS_INTERRUPTED) /* by on_retire, which had no more to wait for */
            run->status = STATUS_DONE;
        event_base_loopbreak(run->base);
    } else if (run->stopping && run_is_idle(run)) {
        event_base_loopbreak(run->base);
    } else {
        run_fill(run);
    }
}

static void on_known(void *context, int engine, const char *name, const char *version) {
    struct run *run = context;
    char *name_line = name != NULL ? printable_line(name) : NULL;
    char *version_line = version != NULL ? printable_line(version) : NULL;
    if ((size_t)engine < run->plan->engine_count)
        journal_know(run->journal, engine, name_line, version_line);
    free(name_line);
    free(version_line);
}

static const char *run_name(const struct run *run, int engine) {
    return (size_t)engine < run->plan->engine_count ? run->plan->engines[engine].name : "the judge";
}

static void run_write_forced(struct run *run, int engine) {
    char digits[65];
    struct text line = {0};
    manifest_put_forced(&line, run_name(run, engine), NULL,
                        hash_file(run->specs[engine]->path, digits, NULL) ? digits : "missing");
    journal_force(run->journal, text_string(&line));
    text_free(&line);
}

/* An engine that was built anew meanwhile would play under the old one's name. */
static bool on_start(void *context, int engine, struct error *error) {
    struct run *run = context;
    if (engine_spec_is_unchanged(run->specs[engine], &run->stamps[engine]))
        return true;
    if (run->plan->force) {
        struct text words = {0};
        text_print(&words, "%s has another program than when the run began", run_name(run, engine));
        journal_note(run->journal, text_string(&words));
        text_free(&words);
        run_write_forced(run, engine);
        return true;
    }
    error_set(&run->error, "run.changed",
              "the program of {0} has changed since the run began; --force goes on all the same",
              run_name(run, engine), NULL);
    run_give_up(run, STATUS_FAILED);
    return error_set(error, "run.changed", "{0} has changed", run->specs[engine]->path, NULL);
}

/* While other games go on there will be room; where none does, somebody else may make some, for a
 * while. */
static bool on_starved(void *context, const struct error *error) {
    const struct game_slot *slot = context;
    struct run *run = slot->run;
    double now = monotonic_now();
    pool_rest(run->shared.pool);
    for (long i = 0; i < run->plan->concurrency; i++)
        if (run->slots[i].busy && &run->slots[i] != slot &&
            !arena_game_is_starved(run->slots[i].game)) {
            run->starved = 0;
            return true;
        }
    /* They try twice a second: where nobody complained for longer there was room, or this process
     * was stopped. */
    if (run->starved == 0 || now - run->wanting > 1)
        run->starved = now;
    run->wanting = now;
    if (now - run->starved < PATIENCE)
        return true;
    struct text words = {0};
    error_print(error, &words);
    error_set(&run->error, "run.starved", "{0}", text_string(&words), NULL);
    text_free(&words);
    run_give_up(run, STATUS_FAILED);
    return false;
}

static void on_idle_fault(void *context, int engine, const char *kind, const char *detail) {
    struct run *run = context;
    journal_note_idle(run->journal, run_name(run, engine), kind, detail);
    if ((size_t)engine < run->plan->engine_count)
        run->idle_faults[engine]++;
    run_heed_strictness(run);
}

static void on_gone(void *context, const char *name, bool polite, enum parting parting,
                    int status) {
    struct run *run = context;
    (void)status;
    if (polite && parting != PARTING_LEFT && run->journal != NULL) {
        struct text words = {0};
        text_print(&words, "%s did not leave after quit and was ended by %s", name,
                   parting == PARTING_TERM ? "SIGTERM" : "SIGKILL");
        journal_note(run->journal, text_string(&words));
        text_free(&words);
    }
    if (run->slots != NULL && run->shared.pool != NULL)
        run_fill(run);
}

static void on_wake(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct run *run = context;
    journal_wake_taken(run->journal);
    bool failed = journal_failed(run->journal, NULL);
    if (failed || run->halted) {
        run->broken = failed;
        run->stopping = true;
        event_base_loopbreak(run->base);
        return;
    }
    run_fill(run);
}

static void on_tick(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct run *run = context;
    progress_draw(&run->progress, &run->stats, &run->words, monotonic_now());
}

static void on_signal(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct run *run = context;
    run->stopping = true;
    run->status = STATUS_INTERRUPTED;
    event_base_loopbreak(run->base);
}

/* The short ones are only added up: where the machine is busy there may be thousands. */
static void on_stalled(void *context, double seconds) {
    struct run *run = context;
    struct text words = {0};
    run->stalls++;
    run->stalled += seconds;
    if (seconds < LONG_STALL)
        return;
    text_print(&words, "the arena did not run for %.1f s, which no clock counts", seconds);
    journal_note(run->journal, text_string(&words));
    text_free(&words);
}

/* What is being played is played to its end, but nothing begins any more. */
static void on_retire(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct run *run = context;
    run->stopping = true;
    run->status = STATUS_INTERRUPTED;
    if (run_is_idle(run))
        event_base_loopbreak(run->base);
}

/* What watchers see. */

static void run_put_table(const struct run *run, struct text *json) {
    const struct statistics *results = &run->stats.results;
    struct ratings ratings;
    struct text elo = {0};
    ratings_make(&ratings, results->pairs, results->players);
    json_name(json, "table");
    text_putc(json, '[');
    for (int i = 0; i < results->players; i++) {
        struct wdl sum = statistics_player(results, i);
        long games = sum.wins + sum.draws + sum.losses;
        text_clear(&elo);
        table_rating(&ratings.each[i], &elo);
        json_next(json);
        text_putc(json, '{');
        json_member(json, "name", run->words.names[i]);
        json_member(json, "elo", text_string(&elo));
        json_number(json, "share",
                    games > 0 ? ((double)sum.wins + (double)sum.draws / 2) / (double)games : 0);
        json_name(json, "games");
        text_print(json, "%ld,\"won\":%ld,\"drawn\":%ld,\"lost\":%ld,\"faults\":%ld}", games,
                   sum.wins, sum.draws, sum.losses, run->stats.each[i].fault_count);
    }
    text_putc(json, ']');
    ratings_free(&ratings);
    text_free(&elo);
}

static void run_put_test(const struct run *run, struct text *json) {
    struct text words = {0};
    json_name(json, "test");
    if (!run->sprt.settings.on) {
        text_put(json, "null");
        return;
    }
    sprt_show_state(&run->sprt, &words);
    text_putc(json, '{');
    json_number(json, "ratio", run->sprt.ratio);
    json_number(json, "lower", run->sprt.lower);
    json_number(json, "upper", run->sprt.upper);
    json_member(json, "text", text_string(&words));
    text_putc(json, '}');
    text_free(&words);
}

static void on_snapshot(void *context, struct text *json) {
    const struct run *run = context;
    struct text title = {0};
    double now = monotonic_now();
    plan_describe(run->plan, &title);
    text_print(json, "{\"done\":%ld,\"due\":%ld", run->schedule.done, run->schedule.due);
    json_flag(json, "over", run->over);
    json_member(json, "game", run->plan->game->name);
    json_member(json, "title", text_string(&title));
    json_name(json, "sides");
    text_print(json, "[\"%s\",\"%s\"]", run->words.sides[0], run->words.sides[1]);
    run_put_table(run, json);
    run_put_test(run, json);
    json_name(json, "games");
    text_putc(json, '[');
    bool any = false;
    for (long i = 0; i < run->plan->concurrency; i++) {
        struct text game = {0};
        if (run->slots[i].busy && arena_game_put(run->slots[i].game, now, &game)) {
            text_put(json, any ? "," : "");
            text_put(json, text_string(&game));
            any = true;
        }
        text_free(&game);
    }
    text_put(json, "]}");
    text_free(&title);
}

/* A run whose page cannot be served does not begin. */
static bool run_open_live(struct run *run, FILE *out) {
    if (run->plan->live == NULL)
        return true;
    run->live = live_open(run->base, run->plan->live, on_snapshot, run, &run->error);
    if (run->live == NULL) {
        run->status = STATUS_FAILED;
        return false;
    }
    struct text url = {0};
    live_print(run->live, &url);
    fprintf(out, "live at %s\n", text_string(&url));
    fflush(out);
    text_free(&url);
    return true;
}

/* The loop. */

/* Every engine has four descriptors, and those of one that leaves are there for a while. Engines
 * inherit the limit, so that it is raised no further than it must be. */
static void run_raise_descriptors(const struct plan *plan) {
    struct rlimit limit;
    rlim_t wanted = (plan->live != NULL ? 384 : 64) +
                    16 * (rlim_t)(plan->concurrency + (long)plan->engine_count);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* An arena that was started by nohup stays when the terminal goes. */
static void run_heed_signals(struct run *run) {
    static const struct {
        int number;
        event_callback_fn heed;
    } signals[RUN_SIGNALS] = {
        {SIGINT, on_signal}, {SIGTERM, on_signal}, {SIGUSR1, on_retire}, {SIGHUP, on_signal}};
    struct sigaction before;
    for (int i = 0; i < RUN_SIGNALS; i++) {
        run->on_signal[i] = evsignal_new(run->base, signals[i].number, signals[i].heed, run);
        bool deaf = signals[i].number == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 &&
                    before.sa_handler == SIG_IGN;
        if (!deaf)
            event_add(run->on_signal[i], NULL);
    }
}

static struct pool *run_open_pool(struct run *run) {
    static const struct pool_events events = {
        .known = on_known, .may_start = on_start, .idle_fault = on_idle_fault};
    const struct plan *plan = run->plan;
    size_t count = plan->engine_count + 1;
    run->specs = memory_new(count, sizeof *run->specs);
    run->stamps = memory_new(count, sizeof *run->stamps);
    for (size_t i = 0; i < count; i++) {
        run->specs[i] = i < plan->engine_count ? &plan->engines[i] : &plan->judge;
        run->stamps[i] = run->specs[i]->stamp;
    }
    const struct pool_settings settings = {.specs = run->specs,
                                           .count = count,
                                           .game = plan->game,
                                           .answer = plan->answer,
                                           .places = plan->concurrency,
                                           .cpus = plan->pinned ? plan->cpus : (struct cpus){0}};
    return pool_new(run->loop, &settings, &events, run);
}

static void run_open_loop(struct run *run) {
    static const struct driver_loop_events driver_loop_events = {.gone = on_gone};
    static const struct timeval half_second = {.tv_usec = 500000};
    const struct plan *plan = run->plan;
    run_raise_descriptors(plan);
    run->base = event_loop_new();
    run->loop = driver_loop_new(run->base, &driver_loop_limits_default, &driver_loop_events, run);
    driver_loop_watch(run->loop, plan->margin, on_stalled);
    run->shared = (struct run_shared){.plan = plan,
                                      .pool = run_open_pool(run),
                                      .openings = &run->openings,
                                      .dialogues = run->dialogues,
                                      .tables = run->tables,
                                      .fresh = run->fresh,
                                      .hooks = run->hooks,
                                      .finished = on_finished,
                                      .starved = on_starved};
    run->on_wake =
        event_new(run->base, journal_wake(run->journal), EV_READ | EV_PERSIST, on_wake, run);
    event_add(run->on_wake, NULL);
    run->on_tick = event_new(run->base, -1, EV_PERSIST, on_tick, run);
    if (run->progress.display == DISPLAY_LIVE)
        event_add(run->on_tick, &half_second);
    run_heed_signals(run);
    run->slots = memory_new((size_t)plan->concurrency, sizeof *run->slots);
    for (long i = 0; i < plan->concurrency; i++) {
        run->slots[i].run = run;
        run->slots[i].game = arena_game_new(&run->shared, i, &run->slots[i]);
    }
}

/* Engines get the time to leave that their loop grants; no longer. */
static void run_close_loop(struct run *run) {
    run->over = true;
    live_finish(run->live);
    for (long i = 0; i < run->plan->concurrency; i++)
        arena_game_free(run->slots[i].game);
    free(run->slots);
    run->slots = NULL;
    pool_free(run->shared.pool);
    run->shared.pool = NULL;
    free(run->specs);
    free(run->stamps);
    event_free(run->on_wake);
    event_free(run->on_tick);
    for (int i = 0; i < RUN_SIGNALS; i++)
        event_free(run->on_signal[i]);
    /* An impatient user may interrupt a second time; but a shell passes on the SIGHUP of a terminal
     * that says it to all. */
    signal(SIGHUP, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    double end = monotonic_now() + SHORT_OF_WAITS;
    while (driver_loop_count(run->loop) > 0 && monotonic_now() < end)
        event_base_loop(run->base, EVLOOP_ONCE);
    live_close(run->live);
    run->live = NULL;
    driver_loop_free(run->loop);
    event_base_free(run->base);
}

/* Results of a run that its machine starved are fair, since stalls are no engine's, but engines on
 * such a machine are not what they are on a quiet one. */
static bool run_was_starved(const struct run *run) {
    return run->stalled > fmax(STARVED_LEAST, STARVED_SHARE * run->lasted);
}

static void run_note_starvation(struct run *run) {
    run->lasted = monotonic_now() - run->began;
    if (!run_was_starved(run))
        return;
    struct text words = {0};
    text_print(&words, STALLS_TOLD, run->stalls, run->stalled, run->lasted);
    journal_note(run->journal, text_string(&words));
    text_free(&words);
}

/* Games until there are no more, or somebody stops them. */
static void run_play(struct run *run, FILE *out) {
    progress_init(&run->progress, out, run->plan->display, run->schedule.due, run->schedule.done);
    run->progress.hooks = run->hooks;
    run->progress.sprt = &run->sprt;
    run->progress.stats = &run->stats;
    run->progress.rounds = run->schedule.rounds;
    run_open_loop(run);
    run->began = monotonic_now();
    if (run_open_live(run, out))
        run_fill(run);
    if (run->error.code == NULL)
        event_base_dispatch(run->base);
    run_note_starvation(run);
    /* In this order: where nobody reads the output its end is waited for, and signals are to end
     * the run even then. */
    run_close_loop(run);
    progress_end(&run->progress);
}

/* The end: tables, and how the program ends. */

static void run_print_plan(const struct plan *plan, FILE *out) {
    struct text text = {0};
    plan_describe(plan, &text);
    fprintf(out, "%s\n", text_string(&text));
    text_free(&text);
}

/* What only the journal knows: repeats, and how many of the games that were played it has. */
static long run_read_back(struct run *run) {
    struct journal *journal = journal_read(run->plan->journal, NULL);
    if (journal == NULL)
        return run->schedule.done;
    long games = journal_games(journal);
    run->stats.repeats = journal_repeats(journal);
    journal_close(journal, NULL);
    return games;
}

/* Faults that cost no game, which the tables do not have. */
static void run_print_idle_faults(const struct run *run, FILE *out) {
    for (size_t i = 0; i < run->plan->engine_count; i++)
        if (run->idle_faults[i] > 0)
            fprintf(
                out,
                "\n%s failed %ld %s in no game, or in one that was over: `show` has the events\n",
                run->plan->engines[i].name, run->idle_faults[i],
                run->idle_faults[i] == 1 ? "time" : "times");
}

static void run_print_starvation(const struct run *run, FILE *out) {
    if (!run_was_starved(run))
        return;
    fprintf(out,
            "\nthe arena itself did not run %ld times, %.1f s of %.1f s in all, which no\n"
            "clock counts: the machine has too little left for this --concurrency\n",
            run->stalls, run->stalled, run->lasted);
}

/* The ranking comes last, and the verdict with it: of what is above, much may have scrolled away.
 */
static void run_print_table(const struct run *run, FILE *out) {
    struct text text = {0};
    run_print_plan(run->plan, out);
    table_notes(&run->stats, &run->words, &text);
    fputs(text_string(&text), out);
    text_clear(&text);
    run_print_idle_faults(run, out);
    run_print_starvation(run, out);
    if (run->stats.results.games > 0)
        fprintf(out,
                "\n`ternion-arena show %s` has the details: colours, times, openings, each against "
                "each\n\n",
                run->plan->journal);
    if (run->schedule.rounds != NULL) {
        rounds_print(run->schedule.rounds, &run->words, &text);
        text_putc(&text, '\n');
    }
    table_final(&run->stats, &run->words, &text);
    sprt_show(&run->sprt, run->words.names, &text);
    fputs(text_string(&text), out);
    text_free(&text);
}

/* The tables, or what the hooks has in their place; the journal is closed by now. */
static bool run_print_end(struct run *run, FILE *out, struct error *error) {
    if (run->hooks == NULL) {
        run_print_table(run, out);
        return true;
    }
    run_print_starvation(run, out);
    bool fine = run->hooks->finish(run->hooks->context, out, error);
    run_print_idle_faults(run, out);
    return fine;
}

/* Why not all games were played, and how to go on. */
static void run_print_rest(const struct run *run, long lost, FILE *out) {
    bool strict = run->plan->strict && run_had_faults(run);
    if (run_is_over(run) && lost == 0)
        return;
    fprintf(out, "\n%ld of %ld games%s; the same command%s goes on with %s\n",
            run->schedule.done - lost, run->schedule.due, strict ? ", to the first fault" : "",
            strict ? " without --strict" : "", run->plan->journal);
    if (lost > 0)
        fprintf(out, "(%ld more are in these tables, but could not be written)\n", lost);
}

enum status run_sprt_status(enum sprt_verdict verdict) {
    static const enum status statuses[] = {[SPRT_OPEN] = STATUS_UNDECIDED,
                                           [SPRT_ACCEPTED] = STATUS_DONE,
                                           [SPRT_REJECTED] = STATUS_REJECTED,
                                           [SPRT_FAULTY] = STATUS_UNPROVEN,
                                           [SPRT_REPEATED] = STATUS_UNPROVEN};
    return statuses[verdict];
}

static void run_finish(struct run *run, FILE *out, FILE *errors) {
    struct error error = {0};
    if (run->error.code != NULL)
        run_report(errors, &run->error);
    if (!journal_close(run->journal, &error)) {
        run->status = STATUS_FAILED;
        run_report(errors, &error);
    }
    long lost = run->schedule.done - run_read_back(run);
    if (!run_print_end(run, out, &error)) {
        run->status = STATUS_FAILED;
        run_report(errors, &error);
    }
    if (run->halted)
        fputs("\nthe sequential test that this is a shard of is decided\n", out);
    run_print_rest(run, lost, out);
    if (run->status == STATUS_DONE && run->plan->strict && run_had_faults(run))
        run->status = STATUS_FAULTS;
    if (run->status == STATUS_DONE && run->plan->sprt.on && run->plan->shard.count == 0)
        run->status = run_sprt_status(run->sprt.verdict);
}

/* Nobody should take half a table for a whole one; a reader that closed the pipe does not. */
static void run_flush(struct run *run, FILE *out, FILE *errors) {
    struct error error = {0};
    if (fflush(out) == 0 || errno == EPIPE)
        return;
    error_set(&error, "run.output", "the output could not be written: {0}", strerror(errno), NULL);
    run->status = run->status == STATUS_DONE ? STATUS_FAILED : run->status;
    run_report(errors, &error);
}

enum status run_plan(const struct plan *plan, const struct run_hooks *hooks, FILE *out,
                     FILE *errors) {
    struct run run = {.plan = plan, .hooks = hooks};
    struct error error = {0};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is the journal's error to report */
    if (!run_open(&run, &error)) {
        run_report(errors, &error);
        if (run.journal != NULL)
            journal_close(run.journal, NULL);
        run_free(&run);
        return run.status;
    }
    long before = run.schedule.done;
    if (!run_is_over(&run) && plan->display != DISPLAY_NONE)
        run_print_plan(plan, out);
    if (before > 0)
        fprintf(out, "%s has %ld of %ld games already\n", plan->journal, before, run.schedule.due);
    if (!run_is_over(&run) && !(plan->strict && run_had_faults(&run))) {
        journal_own_up(run.journal);
        run_play(&run, out);
    }
    run_finish(&run, out, errors);
    run_flush(&run, out, errors);
    enum status status = run.status;
    run_free(&run);
    return status;
}
