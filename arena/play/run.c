#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../journal/manifest.h"
#include "../view/rounds_table.h"
#include "run_inside.h"

/* ---- opening */

bool run_tell_hooks(struct run *run, const struct arena_result *result, struct error *error) {
    const struct run_hooks *hooks = run->hooks;
    return hooks == NULL || hooks->ended(hooks->context, result, error);
}

bool run_is_over(const struct run *run) {
    return schedule_state_is_over(&run->schedule) || run->sprt.verdict != SPRT_OPEN;
}

static bool run_report(FILE *errors, struct error *error) {
    struct text text = {0};
    error_print(error, &text);
    fprintf(errors, "ternion-arena: %s\n", text_string(&text));
    text_free(&text);
    error_clear(error);
    return false;
}

static void take_back(void *context, struct arena_result *result) {
    struct run *run = context;
    struct played_game played = arena_result_played(result);
    if (run->error.code == NULL && run_tell_hooks(run, result, NULL) &&
        schedule_state_end(&run->schedule, &played, &run->error)) {
        arena_statistics_add(&run->stats, result);
        sprt_add(&run->sprt, &played);
    }
    arena_result_free(result);
}

static bool run_open_journal(struct run *run, struct error *error) {
    struct manifest manifest;
    bool resumed = false;
    if (!manifest_make(&manifest, run->plan, error))
        return false;
    if (run->hooks != NULL)
        run->hooks->describe(run->hooks->context, &manifest);
    run->journal = journal_open(run->plan->journal, &manifest, run->plan->force, &resumed, error);
    manifest_free(&manifest);
    if (run->journal == NULL)
        return false;
    run->dialogue_bytes = journal_dialogue_bytes(run->journal);
    for (size_t i = 0; i < run->plan->engine_count; i++)
        run->idle_faults[i] = journal_idle_faults(run->journal, run->plan->engines[i].name);
    if (!journal_each(run->journal, false, take_back, run, error))
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
    if (plan->engine_count == 2 && schedule_is_fixed(&run->schedule.schedule))
        sprt_open(&run->sprt, &plan->sprt, &run->schedule.schedule);
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
    run->status = run_open_journal(run, error) ? STATUS_DONE : STATUS_FAILED;
    return run->status == STATUS_DONE;
}

static void run_free(struct run *run) {
    schedule_state_free(&run->schedule);
    free(run->idle_faults);
    sprt_free(&run->sprt);
    error_clear(&run->error);
    free((void *)run->words.names);
    arena_statistics_free(&run->stats);
    openings_free(&run->openings);
    if (run->fresh != NULL)
        session_free(run->fresh);
}

static void run_print_plan(const struct plan *plan, FILE *out) {
    struct text text = {0};
    plan_describe(plan, &text);
    fprintf(out, "%s\n", text_string(&text));
    text_free(&text);
}

static void run_print_table(const struct run *run, FILE *out) {
    struct text text = {0};
    run_print_plan(run->plan, out);
    if (run->schedule.rounds != NULL) {
        rounds_print(run->schedule.rounds, &run->words, &text);
        text_putc(&text, '\n');
    }
    table_full(&run->stats, &run->words, &text);
    sprt_show(&run->sprt, run->words.names, &text);
    fputs(text_string(&text), out);
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

/* The tables, or what the hooks has in their place; the journal is closed by now. */
static bool run_print_end(struct run *run, FILE *out, struct error *error) {
    if (run->hooks != NULL)
        return run->hooks->finish(run->hooks->context, out, error);
    run_print_table(run, out);
    return true;
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

static bool run_had_faults(const struct run *run) {
    bool faults = false;
    for (int i = 0; i < run->stats.results.players; i++)
        faults |= run->stats.each[i].fault_count > 0 || run->idle_faults[i] > 0;
    return faults;
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
    run_print_idle_faults(run, out);
    if (!run_is_over(run) || lost > 0)
        fprintf(out, "\n%ld of %ld games; the same command goes on with %s\n",
                run->schedule.done - lost, run->schedule.due, run->plan->journal);
    if (lost > 0)
        fprintf(out, "(%ld more are in these tables, but could not be written)\n", lost);
    if (run->status == STATUS_DONE && run->plan->strict && run_had_faults(run))
        run->status = STATUS_FAULTS;
    if (run->status == STATUS_DONE && run->plan->sprt.on)
        run->status = run->sprt.verdict == SPRT_ACCEPTED   ? STATUS_DONE
                      : run->sprt.verdict == SPRT_REJECTED ? STATUS_REJECTED
                                                           : STATUS_UNDECIDED;
}

/* Nobody should take half a table for a whole one; who stopped reading does not. */
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
    if (!run_is_over(&run)) {
        journal_own_up(run.journal);
        run_play(&run, out);
    }
    run_finish(&run, out, errors);
    run_flush(&run, out, errors);
    enum status status = run.status;
    run_free(&run);
    return status;
}
