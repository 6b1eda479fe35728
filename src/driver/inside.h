/* inside: what host.c and guest.c know of each other. */
#ifndef TERNION_HOST_INSIDE_H
#define TERNION_HOST_INSIDE_H

#include <event2/event.h>

#include "guest.h"
#include "host.h"

/* Reading and thinking are kept apart: callbacks of the loop only read, take the time, and put the
 * guest on the ready list; the list is worked off behind the last of them, in the same round. So
 * the stamp of a reply does not depend on how long the work on another guest's reply took. */
struct host {
    struct event_base *base;
    struct event *drain;
    struct host_limits limits;
    struct host_events events;
    void *context;
    struct guest *guests; /* all of them, doubly linked */
    size_t count;
    struct guest *ready, **ready_end;
    bool draining;
    bool adopts; /* what engines leave behind comes to this process */
    struct event *on_child;
    struct event *beat; /* or NULL */
    double beaten;      /* when it last fired */
    void (*stalled)(void *context, double seconds);
};

void host_make_ready(struct host *host, struct guest *guest);
/* Reaps what engines have left behind, and ends it once the last of them is gone; returns how many
 * of these there were. */
size_t host_tidy(struct host *host);

/* Links that host.c keeps in a guest. */
struct guest_links {
    struct guest *previous, *next, *next_ready;
    bool ready;
};
struct guest_links *guest_links(struct guest *guest);
/* The process, or 0 once it was reaped. */
pid_t guest_pid(const struct guest *guest);
/* What went by between two moments is not counted in what the guest is waited for. */
void guest_forgive(struct guest *guest, double since, double now);
/* Works on whatever arrived. May free the guest. */
void guest_work(struct guest *guest);
/* SIGKILL, and a last try to reap; frees the guest if `last` or reaped. Returns whether freed. */
bool guest_kill(struct guest *guest, bool last);

#endif
