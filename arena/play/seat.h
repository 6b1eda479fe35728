/* seat: an engine process that takes part in games one after the other, and what it can do. A pool
 * keeps those that are free. */
#ifndef TERNION_SEAT_H
#define TERNION_SEAT_H

#include "../../src/driver/driver.h"
#include "../plan/plan.h"
#include "transcript.h"

struct seat;
struct pool;

/* Commands that are sent only to engines that list them. */
enum ability {
    CAN_SET_GAME,
    CAN_SET_RULES,
    CAN_SET_POSITION,
    CAN_TIME_SETTINGS,
    CAN_TIME_LEFT,
    CAN_KATA_TIME,
    CAN_KGS_TIME,
    CAN_RANDOM_SEED,
    CAN_FINAL_SCORE,
    CAN_STATUS_LIST,
    CAN_GENMOVE_ANALYZE,
    CAN_NAME,
    CAN_VERSION,
    ABILITIES
};

/* Called from the loop only. */
struct seat_events {
    void (*ready)(void *context);
    /* The seat is of no use any more: give it to pool_drop. kind is one of fault_kinds. */
    void (*fault)(void *context, const char *kind, const char *detail);
    void (*traffic)(void *context, enum transcript_kind kind, const char *bytes, size_t length,
                    double when);
};

struct pool_events {
    /* The engine told its name and version for the first time in this run. */
    void (*known)(void *context, int engine, const char *name, const char *version);
    /* The program of an engine that is to be started is not what it was; false: it must not be. */
    bool (*changed)(void *context, int engine);
    /* An engine failed while it was in no game, or in one that was over. */
    void (*idle_fault)(void *context, int engine, const char *kind, const char *detail);
};

/* Engine number engine_count is the judge. */
struct pool *pool_new(struct driver_loop *loop, const struct plan *plan,
                      const struct pool_events *events, void *context);
/* Tells every idle engine to leave. */
void pool_rest(struct pool *pool);
void pool_free(struct pool *pool);

/* A free seat of an engine, or a new one, for the game at one of the places 0 .. concurrency-1.
 * Where games have processors of their own, a seat stays with its place. NULL with an error if it
 * cannot even be started. Unless seat_is_ready, events->ready comes once it is. */
struct seat *pool_take(struct pool *pool, int engine, long place, const struct seat_events *events,
                       void *context, struct error *error);
/* Back after a game; leaves the process running if the engine's restart policy says so. */
void pool_give(struct pool *pool, struct seat *seat);
/* Ends the process. */
void pool_drop(struct pool *pool, struct seat *seat);

/* The engine failed when its game was over already: nobody but the pool's owner need know. */
void seat_fail_idle(struct seat *seat, const char *kind, const char *detail);
bool seat_is_ready(const struct seat *seat);
bool seat_can(const struct seat *seat, enum ability ability);
/* Whether list_commands has this name. */
bool seat_has_command(const struct seat *seat, const char *name);
struct driver *seat_driver(struct seat *seat);
/* Whether it takes seconds with decimals in time_left; learnt by trying. */
bool *seat_whole_seconds(struct seat *seat);

#endif
