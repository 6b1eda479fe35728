#include "pool.h"

#include <assert.h>
#include <stdlib.h>

#include "../core/memory.h"

struct member {
    struct pooled shown; /* the first, so that one pointer serves for both */
    struct pool *pool;
    struct member *next; /* among the idle of its engine */
    long place;          /* of the games that it may take part in, -1: any */
    struct sender sender;
    struct handshake handshake;
    struct pooled_events events; /* of the borrower; all NULL while it is idle */
    void *context;
};

struct pool {
    struct driver_loop *loop;
    struct pool_settings settings;
    struct pool_events events;
    void *context;
    struct member **idle; /* a list for every engine */
    size_t idle_count;
    bool *known; /* which were ready once, and have told their names */
};

static const struct engine_spec *pool_spec(const struct pool *pool, int engine) {
    return pool->settings.specs[engine];
}

static void member_unlink(struct member *member) {
    struct pool *pool = member->pool;
    struct member **link = &pool->idle[member->shown.engine];
    while (*link != NULL && *link != member)
        link = &(*link)->next;
    if (*link == member) {
        *link = member->next;
        pool->idle_count--;
    }
}

static void member_leave(struct member *member, bool polite) {
    driver_stop(member->shown.driver, polite);
    free(member->handshake.name);
    free(member->handshake.version);
    free(member);
}

void pool_fail_idle(struct pool *pool, const struct pooled *pooled, const char *kind,
                    const char *detail) {
    if (pool->events.idle_fault != NULL)
        pool->events.idle_fault(pool->context, pooled->engine, kind, detail);
}

static void member_fail(struct member *member, const char *kind, const char *detail) {
    if (member->events.fault != NULL) {
        member->events.fault(member->context, kind, detail);
        return;
    }
    pool_fail_idle(member->pool, &member->shown, kind, detail);
    member_unlink(member);
    member_leave(member, false);
}

/* Events of the process. */

static void on_fault(void *context, enum driver_fault fault, const char *detail) {
    struct member *member = context;
    if (member->shown.ready) {
        member_fail(member, driver_fault_name(fault), detail);
        return;
    }
    struct text words = {0};
    text_print(&words, "at start-up: %s", detail);
    member_fail(member, "start", text_string(&words));
    text_free(&words);
}

static void on_traffic(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                       double when) {
    struct member *member = context;
    if (member->events.traffic != NULL)
        member->events.traffic(member->context, kind, bytes, length, when);
}

static void on_ready(void *context) {
    struct member *member = context;
    struct pool *pool = member->pool;
    const struct handshake *handshake = &member->handshake;
    bool *known = &pool->known[member->shown.engine];
    member->shown.ready = true;
    if (!*known && pool->events.known != NULL &&
        (handshake->name != NULL || handshake->version != NULL))
        pool->events.known(pool->context, member->shown.engine, handshake->name,
                           handshake->version);
    *known = true;
    if (member->events.ready != NULL)
        member->events.ready(member->context);
}

static void on_refused(void *context, enum refusal refusal, const char *detail) {
    (void)refusal;
    member_fail(context, "start", detail);
}

/* Starting. */

/* Where an engine may run; false: anywhere. */
static bool pool_cpus(const struct pool *pool, const struct engine_spec *spec, long place,
                      struct cpus *cpus) {
    const struct pool_settings *settings = &pool->settings;
    if (spec->pin.count > 0)
        *cpus = spec->pin;
    else if (settings->cpus.count > 0)
        *cpus = cpus_part(&settings->cpus, (size_t)place, (size_t)settings->places);
    else
        return false;
    return true;
}

static struct member *member_start(struct pool *pool, int engine, long place, struct error *error) {
    static const struct driver_events events = {.fault = on_fault, .traffic = on_traffic};
    static const struct sender_events sender_events = {.ready = on_ready, .refused = on_refused};
    const struct engine_spec *spec = pool_spec(pool, engine);
    struct cpus cpus;
    bool bound = pool_cpus(pool, spec, place, &cpus);
    if (pool->events.may_start != NULL && !pool->events.may_start(pool->context, engine, error))
        return NULL;
    struct member *member = memory_new(1, sizeof *member);
    struct driver *driver =
        driver_start(pool->loop, spec, bound ? &cpus : NULL, &events, member, error);
    if (driver == NULL) {
        free(member);
        return NULL;
    }
    member->pool = pool;
    member->shown = (struct pooled){.driver = driver, .engine = engine};
    member->place = bound && spec->pin.count == 0 ? place : -1;
    member->sender = (struct sender){.driver = driver,
                                     .events = &sender_events,
                                     .context = member,
                                     .limit = pool->settings.answer};
    member->handshake = (struct handshake){.game = pool->settings.game,
                                           .startup = &spec->startup,
                                           .start_limit = spec->start_limit,
                                           .introduces = true};
    send_handshake(&member->sender, &member->handshake);
    return member;
}

/* The pool. */

struct pool *pool_new(struct driver_loop *loop, const struct pool_settings *settings,
                      const struct pool_events *events, void *context) {
    struct pool *pool = memory_new(1, sizeof *pool);
    pool->loop = loop;
    pool->settings = *settings;
    pool->events = *events;
    pool->context = context;
    pool->idle = memory_new(settings->count, sizeof *pool->idle);
    pool->known = memory_new(settings->count, sizeof *pool->known);
    return pool;
}

static void pool_dismiss(struct member *idle) {
    member_unlink(idle);
    member_leave(idle, true);
}

void pool_rest(struct pool *pool) {
    for (size_t i = 0; i < pool->settings.count; i++)
        while (pool->idle[i] != NULL)
            pool_dismiss(pool->idle[i]);
}

void pool_free(struct pool *pool) {
    pool_rest(pool);
    free(pool->idle);
    free(pool->known);
    free(pool);
}

static struct member *pool_find_idle(struct pool *pool, int engine, long place) {
    struct member *member = pool->idle[engine];
    while (member != NULL && member->place >= 0 && member->place != place)
        member = member->next;
    if (member != NULL)
        member_unlink(member);
    return member;
}

struct pooled *pool_take(struct pool *pool, int engine, long place,
                         const struct pooled_events *events, void *context, struct error *error) {
    assert(engine >= 0 && (size_t)engine < pool->settings.count);
    assert(place >= 0 && place < pool->settings.places);
    struct member *member = pool_find_idle(pool, engine, place);
    bool fresh = member == NULL;
    if (fresh)
        member = member_start(pool, engine, place, error);
    if (member == NULL)
        return NULL;
    member->next = NULL;
    member->events = *events;
    member->context = context;
    if (fresh)
        driver_flush(member->shown.driver); /* only now, so that the borrower sees the traffic */
    return &member->shown;
}

/* There are enough idle processes for every place to change both of its engines. Beyond that one
 * leaves, but none of the engine that was just given back: it is the likeliest to be wanted next.
 */
static void pool_shrink(struct pool *pool, int but) {
    size_t most = 2 * (size_t)pool->settings.places + 1;
    for (int i = 0; pool->idle_count > most && (size_t)i < pool->settings.count; i++)
        if (pool->idle[i] != NULL && i != but)
            pool_dismiss(pool->idle[i]);
}

void pool_give(struct pool *pool, struct pooled *pooled) {
    struct member *member = (struct member *)pooled;
    if (pool_spec(pool, pooled->engine)->restart == RESTART_GAME || !pooled->ready) {
        member_leave(member, true);
        return;
    }
    member->events = (struct pooled_events){0};
    member->next = pool->idle[pooled->engine];
    pool->idle[pooled->engine] = member;
    pool->idle_count++;
    pool_shrink(pool, pooled->engine);
}

bool pool_has_started(const struct pool *pool, int engine) {
    assert(engine >= 0 && (size_t)engine < pool->settings.count);
    return pool->known[engine];
}

void pool_drop(struct pool *pool, struct pooled *pooled) {
    (void)pool;
    member_leave((struct member *)pooled, false);
}
