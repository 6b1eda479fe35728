#include "service.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../system/thread.h"
#include "answer.h"
#include "query.h"

enum { VISITS_DEFAULT = 500 };

/* One turn of a query: waiting, or on a thread. */
struct job {
    struct job *next;
    struct query *query;
    long turn, priority;
    bool running;
    atomic_bool stop;
};

struct service {
    struct service_options options;
    service_write_fn *write;
    void *context;
    pthread_t *threads;
    int started;

    pthread_mutex_t lock; /* guards all below, and the use counts of queries */
    pthread_cond_t changed;
    struct job *jobs; /* open ones, in the order in which they came */
    bool ending;
    pthread_mutex_t output; /* one line at a time */
};

static void say(struct service *service, struct text *line) {
    pthread_mutex_lock(&service->output);
    service->write(service->context, text_string(line), line->length);
    pthread_mutex_unlock(&service->output);
    text_free(line);
}

static void complain(void *context, bool error, const char *id, const char *field,
                     const char *message) {
    struct text line = {0};
    answer_complaint(&line, error, id, field, message);
    say(context, &line);
}

/* Searching. */

/* What a search tells while it goes on. */
struct listener {
    struct service *service;
    const struct job *job;
    const struct session *session;
    double next; /* the moment of the next report; 0: none is wanted */
    struct text last;
};

static void listen(void *context, const struct report *report) {
    struct listener *listener = context;
    const struct query *query = listener->job->query;
    double now = monotonic_now();
    if (listener->next > 0 && now >= listener->next) {
        struct text line = {0};
        answer_report(&line, query, listener->job->turn, listener->session, report, true);
        say(listener->service, &line);
        listener->next = now + query->every;
    }
    text_clear(&listener->last);
    answer_report(&listener->last, query, listener->job->turn, listener->session, report, false);
}

/* Reports come ten times a second; only the last one is the result. */
static void job_search(struct service *service, void *memory, struct job *job,
                       struct session *session) {
    const struct player *player = service->options.kit->player;
    const struct query *query = job->query;
    struct past past = session_past(session);
    double seconds = query->seconds > 0 ? query->seconds : service->options.seconds;
    uint64_t visits = query->visits > 0 ? query->visits : service->options.visits;
    if (visits == 0 && seconds <= 0)
        visits = VISITS_DEFAULT;
    struct limits limits = {.nodes = visits,
                            .deadline = seconds > 0 ? monotonic_now() + seconds : 0,
                            .stop = &job->stop,
                            .endless = true,
                            .seed = rng_mix(service->options.seed ^ rng_mix((uint64_t)job->turn)),
                            .avoid = query->avoid.at,
                            .avoid_count = query->avoid.count,
                            .owners = query->moves_ownership};
    struct listener listener = {.service = service,
                                .job = job,
                                .session = session,
                                .next =
                                    query->every > 0 ? monotonic_now() + query->first_after : 0};
    player->forget(memory);
    player->think(memory, session_state(session), &past, &limits, listen, &listener);
    say(service, &listener.last);
}

static void job_run(struct service *service, void *memory, struct job *job) {
    struct session *session = query_session(job->query, job->turn);
    if (session_may_play(session, session_to_play(session), NULL)) {
        job_search(service, memory, job, session);
    } else {
        struct text line = {0};
        answer_nothing(&line, job->query, job->turn);
        say(service, &line);
    }
    session_free(session);
}

/* The queue. All of these hold the lock. */

static struct job *jobs_best(struct service *service) {
    struct job *best = NULL;
    for (struct job *job = service->jobs; job != NULL; job = job->next)
        if (!job->running && (best == NULL || job->priority > best->priority))
            best = job;
    return best;
}

/* Takes a job out; its query goes with the last one. */
static void job_close(struct service *service, struct job *job) {
    struct job **link = &service->jobs;
    while (*link != job)
        link = &(*link)->next;
    *link = job->next;
    bool used = false;
    for (const struct job *other = service->jobs; other != NULL && !used; other = other->next)
        used = other->query == job->query;
    if (!used)
        query_free(job->query);
    free(job);
    pthread_cond_broadcast(&service->changed);
}

static void *service_work(void *argument) {
    struct service *service = argument;
    const struct kit *kit = service->options.kit;
    void *memory = kit->player->open(kit->game, service->options.player_options);
    pthread_mutex_lock(&service->lock);
    for (;;) {
        struct job *job = jobs_best(service);
        if (job == NULL && service->ending)
            break;
        if (job == NULL) {
            pthread_cond_wait(&service->changed, &service->lock);
            continue;
        }
        job->running = true;
        pthread_mutex_unlock(&service->lock);
        job_run(service, memory, job);
        pthread_mutex_lock(&service->lock);
        job_close(service, job);
    }
    pthread_mutex_unlock(&service->lock);
    kit->player->close(memory);
    return NULL;
}

/* Queries. */

/* Once the lock is given back the query belongs to its jobs, and may be gone. */
static void query_open(struct service *service, struct query *query) {
    if (query->turn_count == 0) {
        query_free(query);
        return;
    }
    struct job **link = &service->jobs;
    pthread_mutex_lock(&service->lock);
    while (*link != NULL)
        link = &(*link)->next;
    for (size_t i = 0; i < query->turn_count; i++) {
        struct job *job = memory_new(1, sizeof *job);
        *job =
            (struct job){.query = query, .turn = query->turns[i], .priority = query->priorities[i]};
        *link = job;
        link = &job->next;
    }
    pthread_cond_broadcast(&service->changed);
    pthread_mutex_unlock(&service->lock);
}

static bool is_meant(const struct query *query, const struct job *job) {
    bool numbered = query->numbers == NULL;
    for (size_t i = 0; i < query->number_count && !numbered; i++)
        numbered = query->numbers[i] == job->turn;
    return numbered && (query->all || strcmp(query->terminate_id, job->query->id) == 0);
}

/* What runs tells what it has; what waits has nothing to tell. */
static void terminate(struct service *service, const struct query *query) {
    pthread_mutex_lock(&service->lock);
    for (struct job *job = service->jobs, *next; job != NULL; job = next) {
        next = job->next;
        if (!is_meant(query, job))
            continue;
        atomic_store(&job->stop, true);
        if (!job->running) {
            struct text line = {0};
            answer_nothing(&line, job->query, job->turn);
            say(service, &line);
            job_close(service, job);
        }
    }
    pthread_mutex_unlock(&service->lock);
}

void service_line(struct service *service, const char *line, size_t length) {
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        length--;
    if (length == 0)
        return;
    struct query *query = query_read(service->options.kit->game, line, length, complain, service);
    if (query == NULL)
        return;
    if (query->action == QUERY_ANALYZE) {
        query_open(service, query);
        return;
    }
    if (query->action == QUERY_TERMINATE)
        terminate(service, query);
    struct text answer = {0};
    answer_action(&answer, query, query->action == QUERY_VERSION ? service->options.version : NULL);
    say(service, &answer);
    query_free(query);
}

void service_refuse_line(struct service *service) {
    complain(service, true, NULL, NULL, "A line may have at most 1 MiB");
}

struct service *service_new(const struct service_options *options, service_write_fn *write,
                            void *context) {
    assert(options->threads > 0 && options->kit->game->rules_named != NULL);
    struct service *service = memory_new(1, sizeof *service);
    service->options = *options;
    service->write = write;
    service->context = context;
    pthread_mutex_init(&service->lock, NULL);
    pthread_mutex_init(&service->output, NULL);
    pthread_cond_init(&service->changed, NULL);
    service->threads = memory_new((size_t)options->threads, sizeof *service->threads);
    while (service->started < options->threads &&
           thread_start(&service->threads[service->started], service_work, service))
        service->started++;
    if (service->started == 0)
        memory_give_up("cannot start a thread");
    return service;
}

void service_free(struct service *service, bool hurry) {
    pthread_mutex_lock(&service->lock);
    service->ending = true;
    for (struct job *job = service->jobs, *next; hurry && job != NULL; job = next) {
        next = job->next;
        atomic_store(&job->stop, true);
        if (!job->running)
            job_close(service, job);
    }
    pthread_cond_broadcast(&service->changed);
    pthread_mutex_unlock(&service->lock);
    for (int i = 0; i < service->started; i++)
        pthread_join(service->threads[i], NULL);
    pthread_cond_destroy(&service->changed);
    pthread_mutex_destroy(&service->output);
    pthread_mutex_destroy(&service->lock);
    free(service->threads);
    free(service);
}
