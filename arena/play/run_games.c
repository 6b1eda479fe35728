#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../../src/core/memory.h"
#include "../journal/hash.h"
#include "../journal/manifest.h"
#include "run_inside.h"

enum {
    BACKLOG_MAX = 64,    /* games unwritten before no new one begins */
    DRIVERS_SPARE = 16,  /* processes on their way out before no new game begins */
    SHORT_OF_WAITS = 10, /* seconds for all engines to leave at the end */
    PATIENCE = 3         /* seconds without room for a single engine */
};
enum { DIALOGUES_MAX = 256 << 20 }; /* bytes kept of all dialogues */

/* ---- beginning games */

static bool engine_is_withdrawn(const struct run *run, int engine) {
    /* In rounds faults count from the end of their round on, so that the order of its games does
     * not matter: whoever had too many is paired no more. */
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

/* ---- events */

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

static void on_finished(void *context, struct arena_result *result) {
    struct game_slot *slot = context;
    struct run *run = slot->run;
    slot->busy = false;
    struct played_game played = arena_result_played(result);
    if (!run_tell_hooks(run, result, &run->error) ||
        !schedule_state_end(&run->schedule, &played, &run->error)) {
        arena_result_free(result);
        run->stopping = true;
        run->status = STATUS_FAILED;
        event_base_loopbreak(run->base);
        return;
    }
    run->starved = 0;
    arena_statistics_add(&run->stats, result);
    sprt_add(&run->sprt, &played);
    run->progress.total = run->schedule.due;
    progress_game(&run->progress, result, &run->words, run->schedule.done);
    run_bound_dialogues(run, result);
    journal_put(run->journal, result);
    run->stopping |= run->sprt.verdict != SPRT_OPEN;
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
    run->stopping = true;
    run->status = STATUS_FAILED;
    event_base_loopbreak(run->base);
    return error_set(error, "run.changed", "{0} has changed", run->specs[engine]->path, NULL);
}

/* While other games go on there will be room; where none does, somebody else may make some, for a
 * while. */
static bool on_starved(void *context, const struct error *error) {
    const struct game_slot *slot = context;
    struct run *run = slot->run;
    double now = host_now();
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
    run->stopping = true;
    run->status = STATUS_FAILED;
    event_base_loopbreak(run->base);
    return false;
}

static void on_idle_fault(void *context, int engine, const char *kind, const char *detail) {
    struct run *run = context;
    journal_note_idle(run->journal, run_name(run, engine), kind, detail);
    if ((size_t)engine < run->plan->engine_count)
        run->idle_faults[engine]++;
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
    if (journal_failed(run->journal, NULL)) {
        run->broken = run->stopping = true;
        event_base_loopbreak(run->base);
        return;
    }
    run_fill(run);
}

static void on_tick(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct run *run = context;
    progress_draw(&run->progress, &run->stats, &run->words, host_now());
}

static void on_signal(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct run *run = context;
    run->stopping = true;
    run->status = STATUS_INTERRUPTED;
    event_base_loopbreak(run->base);
}

static void on_stalled(void *context, double seconds) {
    struct run *run = context;
    struct text words = {0};
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

/* ---- the loop */

/* Every engine has four descriptors, and those of one that leaves are there for a while. Engines
 * inherit the limit, so that it is raised no further than it must be. */
static void run_raise_descriptors(const struct plan *plan) {
    struct rlimit limit;
    rlim_t wanted = 64 + 16 * (rlim_t)(plan->concurrency + (long)plan->engine_count);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Who was started by nohup stays when the terminal goes. */
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
    driver_loop_watch(run->loop, on_stalled);
    run->shared = (struct run_shared){.plan = plan,
                                      .pool = run_open_pool(run),
                                      .openings = &run->openings,
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
    /* Who is impatient may interrupt a second time; but a shell passes on the SIGHUP of a terminal
     * that says it to all. */
    signal(SIGHUP, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    double end = host_now() + SHORT_OF_WAITS;
    while (driver_loop_count(run->loop) > 0 && host_now() < end)
        event_base_loop(run->base, EVLOOP_ONCE);
    driver_loop_free(run->loop);
    event_base_free(run->base);
}

void run_play(struct run *run, FILE *out) {
    progress_init(&run->progress, out, run->plan->display, run->schedule.due, run->schedule.done);
    run->progress.hooks = run->hooks;
    run->progress.sprt = &run->sprt;
    run->progress.rounds = run->schedule.rounds;
    run_open_loop(run);
    run_fill(run);
    if (run->error.code == NULL)
        event_base_dispatch(run->base);
    /* In this order: where nobody reads the output its end is waited for, and signals are to end
     * the run even then. */
    run_close_loop(run);
    progress_end(&run->progress);
}
