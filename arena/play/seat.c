#include "seat.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../journal/arena_result.h"

static const char *const ability_names[ABILITIES] = {
    [CAN_SET_GAME] = "set_game",
    [CAN_SET_RULES] = "set_rules",
    [CAN_SET_POSITION] = "set_position",
    [CAN_TIME_SETTINGS] = "time_settings",
    [CAN_TIME_LEFT] = "time_left",
    [CAN_KATA_TIME] = "kata-time_settings",
    [CAN_KGS_TIME] = "kgs-time_settings",
    [CAN_RANDOM_SEED] = "set_random_seed",
    [CAN_FINAL_SCORE] = "final_score",
    [CAN_STATUS_LIST] = "final_status_list",
    [CAN_GENMOVE_ANALYZE] = "lz-genmove_analyze",
    [CAN_NAME] = "name",
    [CAN_VERSION] = "version",
};

struct seat {
    struct pool *pool;
    int engine;
    long place; /* of the games that it may take part in, -1: any */
    struct driver *driver;
    struct seat *next; /* among the free */
    bool ready;
    bool whole_seconds;
    size_t waiting; /* start-up commands not yet answered */
    size_t lines;   /* start-up lines of the user answered */
    unsigned can;
    char *commands; /* list_commands, a newline before and behind each */
    char *program;  /* its own name, or NULL */
    char *version;  /* or NULL */
    struct seat_events events;
    void *context;
};

struct pool {
    struct driver_loop *loop;
    const struct plan *plan;
    struct pool_events events;
    void *context;
    struct seat **free_seats; /* a list for every engine and the judge */
    bool *known;
    struct stamp *stamps; /* of programs as they were seen last */
    size_t free_count;
};

static const struct engine_spec *pool_spec(const struct pool *pool, int engine) {
    return (size_t)engine == pool->plan->engine_count ? &pool->plan->judge
                                                      : &pool->plan->engines[engine];
}

bool seat_is_ready(const struct seat *seat) {
    return seat->ready;
}
bool seat_can(const struct seat *seat, enum ability ability) {
    return seat->can >> ability & 1;
}
struct driver *seat_driver(struct seat *seat) {
    return seat->driver;
}
bool *seat_whole_seconds(struct seat *seat) {
    return &seat->whole_seconds;
}

bool seat_has_command(const struct seat *seat, const char *name) {
    if (seat->commands == NULL)
        return false;
    struct text line = {0};
    text_print(&line, "\n%s\n", name);
    bool has = strstr(seat->commands, text_string(&line)) != NULL;
    text_free(&line);
    return has;
}

static void seat_free(struct seat *seat) {
    free(seat->commands);
    free(seat->program);
    free(seat->version);
    free(seat);
}

/* ---- events of the process */

static void seat_unlink(struct seat *seat) {
    struct seat **link = &seat->pool->free_seats[seat->engine];
    while (*link != NULL && *link != seat)
        link = &(*link)->next;
    if (*link == seat) {
        *link = seat->next;
        seat->pool->free_count--;
    }
}

void seat_fail_idle(struct seat *seat, const char *kind, const char *detail) {
    struct pool *pool = seat->pool;
    if (pool->events.idle_fault != NULL)
        pool->events.idle_fault(pool->context, seat->engine, kind, detail);
}

static void seat_fail(struct seat *seat, const char *kind, const char *detail) {
    if (seat->events.fault != NULL) {
        seat->events.fault(seat->context, kind, detail);
        return;
    }
    seat_fail_idle(seat, kind, detail);
    seat_unlink(seat);
    pool_drop(seat->pool, seat);
}

static void on_fault(void *context, enum driver_fault fault, const char *detail) {
    struct seat *seat = context;
    if (seat->ready) {
        seat_fail(seat, driver_fault_name(fault), detail);
        return;
    }
    struct text words = {0};
    text_print(&words, "at start-up: %s", detail);
    seat_fail(seat, "start", text_string(&words));
    text_free(&words);
}

static void on_traffic(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                       double when) {
    struct seat *seat = context;
    if (seat->events.traffic != NULL)
        seat->events.traffic(seat->context, (enum transcript_kind)kind, bytes, length, when);
}

/* ---- start-up: list_commands, the game, then whatever the user wants sent */

static void seat_introduce(const struct seat *seat) {
    struct pool *pool = seat->pool;
    bool *known = &pool->known[seat->engine];
    if (!*known && pool->events.known != NULL && (seat->program != NULL || seat->version != NULL))
        pool->events.known(pool->context, seat->engine, seat->program, seat->version);
    *known = true;
}

static void seat_answered(struct seat *seat) {
    if (--seat->waiting > 0)
        return;
    seat->ready = true;
    seat_introduce(seat);
    if (seat->events.ready != NULL)
        seat->events.ready(seat->context);
}

static void on_startup_line(void *context, const struct reply *reply) {
    struct seat *seat = context;
    const struct engine_spec *spec = pool_spec(seat->pool, seat->engine);
    const char *line = spec->startup.at[seat->lines++];
    if (reply->ok) {
        seat_answered(seat);
        return;
    }
    struct text detail = {0};
    text_print(&detail, "start-up command '%s' was refused: %.200s", line, reply->text);
    seat_fail(seat, "start", text_string(&detail));
    text_free(&detail);
}

static void on_name(void *context, const struct reply *reply) {
    struct seat *seat = context;
    if (reply->ok)
        seat->program = printable_line(reply->text);
    seat_answered(seat);
}

static void on_version(void *context, const struct reply *reply) {
    struct seat *seat = context;
    if (reply->ok)
        seat->version = printable_line(reply->text);
    seat_answered(seat);
}

static void seat_learn(struct seat *seat, const struct reply *reply) {
    struct text list = {0};
    text_putc(&list, '\n');
    for (const char *c = reply->ok ? reply->text : ""; *c != '\0'; c++)
        if (*c != ' ')
            text_putc(&list, *c);
    text_putc(&list, '\n');
    free(seat->commands);
    seat->commands = text_take(&list);
    seat->can = 0;
    for (int i = 0; i < ABILITIES; i++)
        if (seat_has_command(seat, ability_names[i]))
            seat->can |= 1U << i;
}

static void seat_send(struct seat *seat, const char *command, reply_fn *done) {
    seat->waiting++;
    driver_send(seat->driver, command, seat->pool->plan->answer, done, seat);
}

static void on_commands_again(void *context, const struct reply *reply) {
    struct seat *seat = context;
    const struct engine_spec *spec = pool_spec(seat->pool, seat->engine);
    seat_learn(seat, reply);
    if (seat_can(seat, CAN_NAME))
        seat_send(seat, "name", on_name);
    if (seat_can(seat, CAN_VERSION))
        seat_send(seat, "version", on_version);
    for (size_t i = 0; i < spec->startup.count; i++)
        seat_send(seat, spec->startup.at[i], on_startup_line);
    driver_flush(seat->driver);
    seat_answered(seat);
}

static void on_set_game(void *context, const struct reply *reply) {
    struct seat *seat = context;
    if (reply->ok) {
        seat_answered(seat);
        return;
    }
    struct text detail = {0};
    text_print(&detail, "set_game was refused: %.200s", reply->text);
    seat_fail(seat, "start", text_string(&detail));
    text_free(&detail);
}

/* An engine of several games may have other commands in the game that is to be played. */
static void on_commands(void *context, const struct reply *reply) {
    struct seat *seat = context;
    seat_learn(seat, reply);
    if (!seat_can(seat, CAN_SET_GAME)) {
        on_commands_again(seat, reply);
        return;
    }
    struct text command = {0};
    text_print(&command, "set_game %s", seat->pool->plan->game->name);
    seat_send(seat, text_string(&command), on_set_game);
    seat_send(seat, "list_commands", on_commands_again);
    driver_flush(seat->driver);
    text_free(&command);
    seat_answered(seat);
}

static struct cpus pool_cpus(const struct pool *pool, const struct engine_spec *spec, long place) {
    const struct plan *plan = pool->plan;
    if (spec->pin.count > 0)
        return spec->pin;
    return plan->pinned ? cpus_part(&plan->cpus, (size_t)place, (size_t)plan->concurrency)
                        : (struct cpus){0};
}

/* An engine that was built anew meanwhile would play under the old one's name. */
static bool pool_may_start(struct pool *pool, int number, struct error *error) {
    const struct engine_spec *spec = pool_spec(pool, number);
    return pool->events.changed == NULL || engine_spec_is_unchanged(spec, &pool->stamps[number]) ||
           pool->events.changed(pool->context, number) ||
           error_set(error, "seat.changed", "{0} has changed", spec->path, NULL);
}

static struct seat *seat_start(struct pool *pool, int number, long place, struct error *error) {
    static const struct driver_events events = {.fault = on_fault, .traffic = on_traffic};
    const struct engine_spec *spec = pool_spec(pool, number);
    if (!pool_may_start(pool, number, error))
        return NULL;
    const struct cpus cpus = pool_cpus(pool, spec, place);
    struct seat *seat = memory_new(1, sizeof *seat);
    seat->pool = pool;
    seat->engine = number;
    seat->place = pool->plan->pinned && spec->pin.count == 0 ? place : -1;
    seat->driver = driver_start(pool->loop, spec, &cpus, &events, seat, error);
    if (seat->driver == NULL) {
        free(seat);
        return NULL;
    }
    seat->waiting = 1;
    driver_send(seat->driver, "list_commands", spec->start_limit, on_commands, seat);
    return seat;
}

/* ---- the pool */

struct pool *pool_new(struct driver_loop *loop, const struct plan *plan,
                      const struct pool_events *events, void *context) {
    struct pool *pool = memory_new(1, sizeof *pool);
    pool->loop = loop;
    pool->plan = plan;
    if (events != NULL)
        pool->events = *events;
    pool->context = context;
    pool->free_seats = memory_new(plan->engine_count + 1, sizeof *pool->free_seats);
    pool->known = memory_new(plan->engine_count + 1, sizeof *pool->known);
    pool->stamps = memory_new(plan->engine_count + 1, sizeof *pool->stamps);
    for (size_t i = 0; i <= plan->engine_count; i++)
        pool->stamps[i] = pool_spec(pool, (int)i)->stamp;
    return pool;
}

static void seat_leave(struct seat *seat, bool polite) {
    driver_stop(seat->driver, polite);
    seat_free(seat);
}

void pool_rest(struct pool *pool) {
    for (size_t i = 0; i <= pool->plan->engine_count; i++)
        while (pool->free_seats[i] != NULL) {
            struct seat *seat = pool->free_seats[i];
            seat_unlink(seat);
            seat_leave(seat, true);
        }
}

void pool_free(struct pool *pool) {
    pool_rest(pool);
    free(pool->free_seats);
    free(pool->known);
    free(pool->stamps);
    free(pool);
}

static struct seat *pool_free_seat(struct pool *pool, int engine, long place) {
    struct seat *seat = pool->free_seats[engine];
    while (seat != NULL && seat->place >= 0 && seat->place != place)
        seat = seat->next;
    if (seat != NULL)
        seat_unlink(seat);
    return seat;
}

struct seat *pool_take(struct pool *pool, int engine, long place, const struct seat_events *events,
                       void *context, struct error *error) {
    struct seat *seat = pool_free_seat(pool, engine, place);
    bool fresh = seat == NULL;
    if (fresh) {
        seat = seat_start(pool, engine, place, error);
        if (seat == NULL)
            return NULL;
    }
    seat->next = NULL;
    seat->events = *events;
    seat->context = context;
    if (fresh)
        driver_flush(seat->driver); /* only now, so that the dialogue has it */
    return seat;
}

/* Processes that wait for a game, beyond which one of them leaves: not the one that was just given
 * back, for it is the likeliest to be wanted next. */
static void pool_shrink(struct pool *pool, int but) {
    size_t most = 2 * (size_t)pool->plan->concurrency + 1;
    for (int i = 0; pool->free_count > most && (size_t)i <= pool->plan->engine_count; i++) {
        struct seat *seat = pool->free_seats[i];
        if (seat == NULL || i == but)
            continue;
        seat_unlink(seat);
        seat_leave(seat, true);
    }
}

void pool_give(struct pool *pool, struct seat *seat) {
    if (pool_spec(pool, seat->engine)->restart == RESTART_GAME || !seat->ready) {
        seat_leave(seat, true);
        return;
    }
    seat->events = (struct seat_events){0};
    seat->next = pool->free_seats[seat->engine];
    pool->free_seats[seat->engine] = seat;
    pool->free_count++;
    pool_shrink(pool, seat->engine);
}

void pool_drop(struct pool *pool, struct seat *seat) {
    (void)pool;
    seat_leave(seat, false);
}
