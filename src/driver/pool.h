/* pool: engine processes that are used for one game after the other. */
#ifndef TERNION_POOL_H
#define TERNION_POOL_H

#include "send_game.h"

struct pool;

/* An engine on loan. To be read only. */
struct pooled {
    struct driver *driver;
    int engine; /* number of its spec */
    bool ready; /* the handshake is over */
};

/* Called from the loop only. */
struct pooled_events {
    void (*ready)(void *context);
    /* The process is of no use any more: give it to pool_drop. `kind` is driver_fault_name's word,
     * or "start" before it was ready. */
    void (*fault)(void *context, const char *kind, const char *detail);
    void (*traffic)(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                    double when);
};

struct pool_events {
    /* An engine told its name and version (NULL: it did not) for the first time. */
    void (*known)(void *context, int engine, const char *name, const char *version);
    /* Whether a process may be started; false with an error. */
    bool (*may_start)(void *context, int engine, struct error *error);
    /* An engine failed while it was in no game, or in one that was over. */
    void (*idle_fault)(void *context, int engine, const char *kind, const char *detail);
};

struct pool_settings {
    const struct engine_spec *const *specs; /* an engine is known by its number among them */
    size_t count;
    const struct game *game;
    double answer;    /* seconds for each answer */
    long places;      /* games at a time */
    struct cpus cpus; /* shared out among the places; empty: every engine may run anywhere */
};

/* What the settings point to must stay. */
struct pool *pool_new(struct driver_loop *loop, const struct pool_settings *settings,
                      const struct pool_events *events, void *context);
/* Tells every idle engine to leave. */
void pool_rest(struct pool *pool);
void pool_free(struct pool *pool);

/* An idle process of an engine, or a new one, for the game at one of the places. Where places have
 * processors of their own, a process stays with its place. NULL with an error if it cannot even be
 * started. Unless it is ready, events->ready comes once it is. */
struct pooled *pool_take(struct pool *pool, int engine, long place,
                         const struct pooled_events *events, void *context, struct error *error);
/* Back after a game; leaves the process running if the engine's restart policy says so. */
void pool_give(struct pool *pool, struct pooled *pooled);
/* Ends the process. */
void pool_drop(struct pool *pool, struct pooled *pooled);
/* Whether a process of this engine was ever ready. */
bool pool_has_started(const struct pool *pool, int engine);
/* The engine failed when its game was over already: only the pool's owner need know. */
void pool_fail_idle(struct pool *pool, const struct pooled *pooled, const char *kind,
                    const char *detail);

#endif
