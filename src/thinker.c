#include "thinker.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "system/thread.h"

static const double SLICE = 0.1; /* seconds of an endless thought without a thread */

struct thinker {
    const struct kit *kit;
    void *memory;
    struct wakeup *wakeup;
    pthread_t thread;
    bool running; /* the thread was started: only a player that is asked needs one, or it may be
                     that none can be had */
    atomic_bool stop;

    /* Under the wakeup's lock. */
    enum { IDLE, WANTED, RUNNING, DONE, LEAVING } phase;
    struct thought news;
    bool has_news;
    struct choice choice;

    /* The question; written while IDLE, read while RUNNING. */
    void *state;
    uint64_t *keys;
    struct past past;
    struct limits limits;
};

void thought_free(struct thought *thought) {
    for (size_t i = 0; i < thought->report.count; i++)
        free((char *)thought->variations[i].words);
    free(thought->variations);
    free(thought->moves);
    free(thought->root);
    free(thought->line_visits);
    free(thought->floats);
    *thought = (struct thought){0};
}

/* Appends a copy of count numbers at *next; NULL stays NULL. */
static const float *floats_copy(float **next, const float *from, size_t count) {
    if (from == NULL)
        return NULL;
    float *copy = *next;
    memcpy(copy, from, count * sizeof *copy);
    *next += count;
    return copy;
}

/* How many numbers a report has in its boards. */
static size_t report_floats(const struct report *report) {
    size_t boards = report->ownership != NULL;
    for (size_t i = 0; i < report->count; i++)
        boards += report->best[i].ownership != NULL;
    return boards * report->points + (report->policy != NULL ? report->points + 1 : 0);
}

void thought_copy(struct thought *thought, const struct report *report) {
    thought_free(thought);
    size_t moves = 0;
    for (size_t i = 0; i < report->count; i++)
        moves += report->best[i].length;
    thought->report = *report;
    thought->variations = memory_copy(report->best, report->count * sizeof *report->best);
    thought->moves = memory_new(moves, sizeof *thought->moves);
    thought->line_visits = memory_new(moves, sizeof *thought->line_visits);
    thought->floats = memory_new(report_floats(report), sizeof *thought->floats);
    move *next = thought->moves;
    float *next_float = thought->floats;
    for (size_t i = 0; i < report->count; i++) {
        struct variation *variation = &thought->variations[i];
        uint64_t *visits = thought->line_visits + (next - thought->moves);
        memcpy(next, variation->line, variation->length * sizeof *next);
        if (variation->line_visits != NULL) {
            memcpy(visits, variation->line_visits, variation->length * sizeof *visits);
            variation->line_visits = visits;
        }
        variation->line = next;
        variation->words = memory_string(variation->words);
        variation->ownership = floats_copy(&next_float, variation->ownership, report->points);
        next += variation->length;
    }
    thought->report.best = thought->variations;
    thought->report.ownership = floats_copy(&next_float, report->ownership, report->points);
    thought->report.policy = floats_copy(&next_float, report->policy, report->points + 1);
    if (report->root != NULL) {
        thought->root = memory_copy(report->root, sizeof *report->root);
        thought->report.root = thought->root;
    }
}

/* Runs on the worker. */
static void take_report(void *context, const struct report *report) {
    struct thinker *thinker = context;
    wakeup_lock(thinker->wakeup);
    thought_copy(&thinker->news, report);
    thinker->has_news = true;
    wakeup_signal(thinker->wakeup);
    wakeup_unlock(thinker->wakeup);
}

static void *thinker_run(void *argument) {
    struct thinker *thinker = argument;
    wakeup_lock(thinker->wakeup);
    for (;;) {
        while (thinker->phase != WANTED && thinker->phase != LEAVING)
            wakeup_wait(thinker->wakeup);
        if (thinker->phase == LEAVING)
            break;
        thinker->phase = RUNNING;
        wakeup_unlock(thinker->wakeup);
        struct choice choice =
            thinker->kit->player->think(thinker->memory, thinker->state, &thinker->past,
                                        &thinker->limits, take_report, thinker);
        wakeup_lock(thinker->wakeup);
        thinker->choice = choice;
        thinker->phase = DONE;
        wakeup_signal(thinker->wakeup);
    }
    wakeup_unlock(thinker->wakeup);
    return NULL;
}

struct thinker *thinker_new(const struct kit *kit, const long *options, struct wakeup *wakeup) {
    struct thinker *thinker = memory_new(1, sizeof *thinker);
    thinker->kit = kit;
    thinker->wakeup = wakeup;
    thinker->memory = kit->player->open(kit->game, options);
    thinker->state = memory_new(1, kit->game->state_size);
    atomic_init(&thinker->stop, false);
    return thinker;
}

void thinker_free(struct thinker *thinker) {
    if (thinker == NULL)
        return;
    if (thinker_busy(thinker)) {
        thinker_stop(thinker);
        thinker_finish(thinker);
    }
    if (thinker->running) {
        wakeup_lock(thinker->wakeup);
        thinker->phase = LEAVING;
        wakeup_signal(thinker->wakeup);
        wakeup_unlock(thinker->wakeup);
        pthread_join(thinker->thread, NULL);
    }
    thinker->kit->player->close(thinker->memory);
    thought_free(&thinker->news);
    free(thinker->state);
    free(thinker->keys);
    free(thinker);
}

void thinker_set(struct thinker *thinker, int which, long value) {
    thinker->kit->player->set(thinker->memory, which, value);
}

void thinker_forget(struct thinker *thinker) {
    thinker->kit->player->forget(thinker->memory);
}

void thinker_judge(struct thinker *thinker, const void *state, const struct past *past,
                   const struct limits *limits, struct marks *marks) {
    thinker->kit->player->judge(thinker->memory, state, past, limits, marks);
}

bool thinker_explain(struct thinker *thinker, const void *state, const struct past *past, move m,
                     struct text *text) {
    if (thinker->kit->player->explain == NULL)
        return false;
    thinker->kit->player->explain(thinker->memory, state, past, m, text);
    return true;
}

void thinker_start(struct thinker *thinker, const void *state, const struct past *past,
                   const struct limits *limits) {
    memcpy(thinker->state, state, thinker->kit->game->state_size);
    free(thinker->keys);
    thinker->keys = memory_copy(past->keys, past->count * sizeof *past->keys);
    thinker->past = (struct past){thinker->keys, past->count};
    thinker->limits = *limits;
    thinker->limits.stop = &thinker->stop;
    atomic_store(&thinker->stop, false);
    if (!thinker->running)
        thinker->running = thread_start(&thinker->thread, thinker_run, thinker);
    wakeup_lock(thinker->wakeup);
    thinker->has_news = false;
    thinker->phase = WANTED;
    wakeup_signal(thinker->wakeup);
    wakeup_unlock(thinker->wakeup);
}

bool thinker_work(struct thinker *thinker) {
    if (thinker->running || thinker->phase != WANTED)
        return false;
    struct limits slice = thinker->limits;
    double end = monotonic_now() + SLICE;
    if (slice.endless && !(slice.deadline > 0 && slice.deadline < end))
        slice.deadline = end;
    thinker->choice = thinker->kit->player->think(thinker->memory, thinker->state, &thinker->past,
                                                  &slice, take_report, thinker);
    /* It goes on if it was only the slice that ended. */
    if (!slice.endless || monotonic_now() < slice.deadline || limits_reached(&thinker->limits))
        thinker->phase = DONE;
    return true;
}

bool thinker_busy(const struct thinker *thinker) {
    wakeup_lock(thinker->wakeup);
    bool busy = thinker->phase != IDLE;
    wakeup_unlock(thinker->wakeup);
    return busy;
}

bool thinker_done(const struct thinker *thinker) {
    return thinker->phase == DONE;
}

void thinker_stop(struct thinker *thinker) {
    atomic_store(&thinker->stop, true);
}

bool thinker_news(struct thinker *thinker, struct thought *thought) {
    if (!thinker->has_news)
        return false;
    thought_free(thought);
    *thought = thinker->news;
    thinker->news = (struct thought){0};
    thinker->has_news = false;
    return true;
}

struct choice thinker_finish(struct thinker *thinker) {
    while (thinker_work(thinker))
        ;
    wakeup_lock(thinker->wakeup);
    while (thinker->phase != DONE)
        wakeup_wait(thinker->wakeup);
    thinker->phase = IDLE;
    struct choice choice = thinker->choice;
    wakeup_unlock(thinker->wakeup);
    return choice;
}
