#include "driver_loop.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../core/memory.h"
#include "../system/now.h"
#include "driver_private.h"
#include "orphans.h"

const struct driver_loop_limits driver_loop_limits_default = {
    .quit = 2.0,
    .terminate = 0.5,
    .reply = (size_t)1 << 20,
};

static void *base_memory(size_t size) {
    return memory_grow(NULL, 1, size);
}

static void *base_memory_again(void *old, size_t size) {
    return memory_grow(old, 1, size);
}

struct event_base *event_loop_new(void) {
    event_set_mem_functions(base_memory, base_memory_again, free);
    struct event_base *base = event_base_new();
    if (base == NULL)
        memory_give_up("the system refuses an event loop");
    return base;
}

/* driver_work may make drivers ready again; they are worked off in this same round. */
static void driver_loop_drain(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct driver_loop *loop = context;
    loop->draining = true;
    while (loop->ready != NULL) {
        struct driver *driver = loop->ready;
        struct driver_links *links = driver_links(driver);
        loop->ready = links->next_ready;
        if (loop->ready == NULL)
            loop->ready_end = &loop->ready;
        links->ready = false;
        driver_work(driver);
    }
    loop->draining = false;
}

void driver_loop_make_ready(struct driver_loop *loop, struct driver *driver) {
    struct driver_links *links = driver_links(driver);
    if (links->ready)
        return;
    if (loop->ready == NULL && !loop->draining)
        event_active(loop->drain, EV_TIMEOUT, 0);
    links->ready = true;
    links->next_ready = NULL;
    *loop->ready_end = driver;
    loop->ready_end = &links->next_ready;
}

/* Time in which this process did not run. */

static const double STALL_LEAST = 0.01, STALL_MOST = 0.5;

/* Two beats fit into the shortest stall, so that none ends between two of them unseen. What arrived
 * meanwhile has been read in this same round, maybe, but nobody has judged it: driver_loop_drain
 * comes after this. */
static void on_beat(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct driver_loop *loop = context;
    double now = monotonic_now(), since = loop->beaten;
    loop->beaten = now;
    if (now - since < loop->stall)
        return;
    for (struct driver *driver = loop->drivers; driver != NULL; driver = driver_links(driver)->next)
        driver_forgive(driver, since, now);
    loop->stalled(loop->context, now - since);
}

void driver_loop_watch(struct driver_loop *loop, double shortest,
                       void (*stalled)(void *context, double seconds)) {
    loop->stall = fmin(fmax(shortest, STALL_LEAST), STALL_MOST);
    const struct timeval beat = {.tv_usec = (suseconds_t)(loop->stall / 2 * 1e6)};
    loop->stalled = stalled;
    loop->beaten = monotonic_now();
    loop->beat = event_new(loop->base, -1, EV_PERSIST, on_beat, loop);
    event_add(loop->beat, &beat);
}

/* What engines leave behind. */

static bool is_driver(const void *context, pid_t pid) {
    const struct driver_loop *loop = context;
    struct driver *driver = loop->drivers;
    while (driver != NULL && driver_pid(driver) != pid)
        driver = driver_links(driver)->next;
    return driver != NULL;
}

/* An orphan may serve other engines than the one that started it, so it may stay while there are
 * any. */
size_t driver_loop_tidy(struct driver_loop *loop) {
    return loop->adopts ? orphans_reap(is_driver, loop, loop->count == 0) : 0;
}

static void on_child(evutil_socket_t number, short what, void *context) {
    (void)number, (void)what;
    driver_loop_tidy(context);
}

/* If the program that started this one ignores SIGCHLD, and lets it do so, the end of an engine
 * could not be seen. */
static void driver_loop_adopt(struct driver_loop *loop) {
    signal(SIGCHLD, SIG_DFL);
    loop->adopts = orphans_adopt();
    loop->on_child = evsignal_new(loop->base, SIGCHLD, on_child, loop);
    if (loop->adopts)
        event_add(loop->on_child, NULL);
}

struct driver_loop *driver_loop_new(struct event_base *base,
                                    const struct driver_loop_limits *limits,
                                    const struct driver_loop_events *events, void *context) {
    struct driver_loop *loop = memory_new(1, sizeof *loop);
    loop->base = base;
    loop->limits = *limits;
    if (events != NULL)
        loop->events = *events;
    loop->context = context;
    loop->ready_end = &loop->ready;
    loop->drain = event_new(base, -1, 0, driver_loop_drain, loop);
    driver_loop_adopt(loop);
    return loop;
}

size_t driver_loop_count(const struct driver_loop *loop) {
    return loop->count;
}

static void driver_loop_kill_all(struct driver_loop *loop, double end) {
    for (bool last = false; loop->drivers != NULL; last = monotonic_now() > end) {
        struct driver *next;
        for (struct driver *driver = loop->drivers; driver != NULL; driver = next) {
            next = driver_links(driver)->next;
            driver_kill(driver, last);
        }
        if (loop->drivers != NULL)
            usleep(1000);
    }
}

void driver_loop_free(struct driver_loop *loop) {
    double end = monotonic_now() + 1.0;
    driver_loop_kill_all(loop, end);
    while (driver_loop_tidy(loop) > 0 && monotonic_now() < end)
        usleep(1000);
    if (loop->adopts)
        orphans_refuse();
    if (loop->beat != NULL)
        event_free(loop->beat);
    event_free(loop->on_child);
    event_free(loop->drain);
    free(loop);
}
