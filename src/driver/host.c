#include "host.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../core/memory.h"
#include "inside.h"
#include "orphans.h"

const struct host_limits host_limits_default = {
    .quit = 2.0,
    .terminate = 0.5,
    .reply = (size_t)1 << 20,
};

double host_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *base_memory(size_t size) {
    return memory_grow(NULL, 1, size);
}

static void *base_memory_again(void *old, size_t size) {
    return memory_grow(old, 1, size);
}

struct event_base *host_base_new(void) {
    event_set_mem_functions(base_memory, base_memory_again, free);
    struct event_base *base = event_base_new();
    if (base == NULL)
        memory_give_up("the system refuses an event loop");
    return base;
}

/* guest_work may make guests ready again; they are worked off in this same round. */
static void host_drain(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct host *host = context;
    host->draining = true;
    while (host->ready != NULL) {
        struct guest *guest = host->ready;
        struct guest_links *links = guest_links(guest);
        host->ready = links->next_ready;
        if (host->ready == NULL)
            host->ready_end = &host->ready;
        links->ready = false;
        guest_work(guest);
    }
    host->draining = false;
}

void host_make_ready(struct host *host, struct guest *guest) {
    struct guest_links *links = guest_links(guest);
    if (links->ready)
        return;
    if (host->ready == NULL && !host->draining)
        event_active(host->drain, EV_TIMEOUT, 0);
    links->ready = true;
    links->next_ready = NULL;
    *host->ready_end = guest;
    host->ready_end = &links->next_ready;
}

/* ---- time in which nobody looked */

static const double BEAT = 0.2, STALL = 0.5;

/* What arrived meanwhile has been read in this same round, maybe, but nobody has judged it:
 * host_drain comes behind. */
static void on_beat(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct host *host = context;
    double now = host_now(), since = host->beaten;
    host->beaten = now;
    if (now - since < BEAT + STALL)
        return;
    for (struct guest *guest = host->guests; guest != NULL; guest = guest_links(guest)->next)
        guest_forgive(guest, since, now);
    host->stalled(host->context, now - since);
}

void host_watch(struct host *host, void (*stalled)(void *context, double seconds)) {
    const struct timeval beat = {.tv_usec = (suseconds_t)(BEAT * 1e6)};
    host->stalled = stalled;
    host->beaten = host_now();
    host->beat = event_new(host->base, -1, EV_PERSIST, on_beat, host);
    event_add(host->beat, &beat);
}

/* ---- what engines leave behind */

static bool is_guest(const void *context, pid_t pid) {
    const struct host *host = context;
    struct guest *guest = host->guests;
    while (guest != NULL && guest_pid(guest) != pid)
        guest = guest_links(guest)->next;
    return guest != NULL;
}

/* An orphan may serve other engines than the one that started it, so it may stay while there are
 * any. */
size_t host_tidy(struct host *host) {
    return host->adopts ? orphans_reap(is_guest, host, host->count == 0) : 0;
}

static void on_child(evutil_socket_t number, short what, void *context) {
    (void)number, (void)what;
    host_tidy(context);
}

/* Where whoever started this program ignores SIGCHLD, and lets it do so, the end of an engine could
 * not be seen. */
static void host_adopt(struct host *host) {
    signal(SIGCHLD, SIG_DFL);
    host->adopts = orphans_adopt();
    host->on_child = evsignal_new(host->base, SIGCHLD, on_child, host);
    if (host->adopts)
        event_add(host->on_child, NULL);
}

struct host *host_new(struct event_base *base, const struct host_limits *limits,
                      const struct host_events *events, void *context) {
    struct host *host = memory_new(1, sizeof *host);
    host->base = base;
    host->limits = *limits;
    if (events != NULL)
        host->events = *events;
    host->context = context;
    host->ready_end = &host->ready;
    host->drain = event_new(base, -1, 0, host_drain, host);
    host_adopt(host);
    return host;
}

size_t host_guests(const struct host *host) {
    return host->count;
}

static void host_kill_guests(struct host *host, double end) {
    for (bool last = false; host->guests != NULL; last = host_now() > end) {
        struct guest *next;
        for (struct guest *guest = host->guests; guest != NULL; guest = next) {
            next = guest_links(guest)->next;
            guest_kill(guest, last);
        }
        if (host->guests != NULL)
            usleep(1000);
    }
}

void host_free(struct host *host) {
    double end = host_now() + 1.0;
    host_kill_guests(host, end);
    while (host_tidy(host) > 0 && host_now() < end)
        usleep(1000);
    if (host->adopts)
        orphans_refuse();
    if (host->beat != NULL)
        event_free(host->beat);
    event_free(host->on_child);
    event_free(host->drain);
    free(host);
}
