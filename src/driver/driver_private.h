/* driver_private: what driver.c and driver_loop.c know of each other. */
#ifndef TERNION_DRIVER_PRIVATE_H
#define TERNION_DRIVER_PRIVATE_H

#include <event2/event.h>

#include "driver.h"
#include "driver_loop.h"

/* Reading and thinking are kept apart: callbacks of the loop only read, take the time, and put the
 * driver on the ready list; the list is worked off after the last of them, in the same round. So
 * the stamp of a reply does not depend on how long the work on another driver's reply took. */
struct driver_loop {
    struct event_base *base;
    struct event *drain;
    struct driver_loop_limits limits;
    struct driver_loop_events events;
    void *context;
    struct driver *drivers; /* all of them, doubly linked */
    size_t count;
    struct driver *ready, **ready_end;
    bool draining;
    bool adopts; /* what engines leave behind comes to this process */
    struct event *on_child;
    struct event *beat; /* or NULL */
    double beaten;      /* when it last fired */
    double stall;       /* seconds between two of them that count as one */
    void (*stalled)(void *context, double seconds);
};

void driver_loop_make_ready(struct driver_loop *loop, struct driver *driver);
/* Reaps what engines have left behind, and ends it once the last of them is gone; returns how many
 * of these there were. */
size_t driver_loop_tidy(struct driver_loop *loop);

/* Links that driver_loop.c keeps in a driver. */
struct driver_links {
    struct driver *previous, *next, *next_ready;
    bool ready;
};
struct driver_links *driver_links(struct driver *driver);
/* The process, or 0 once it was reaped. */
pid_t driver_pid(const struct driver *driver);
/* What went by between two moments is not counted in what the driver is waited for. */
void driver_forgive(struct driver *driver, double since, double now);
/* Works on whatever arrived. May free the driver. */
void driver_work(struct driver *driver);
/* SIGKILL, and a last try to reap; frees the driver if `last` or reaped. Returns whether freed. */
bool driver_kill(struct driver *driver, bool last);

#endif
