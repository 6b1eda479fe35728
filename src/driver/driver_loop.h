/* driver_loop: the engine processes of one event loop. */
#ifndef TERNION_DRIVER_LOOP_H
#define TERNION_DRIVER_LOOP_H

#include <stdbool.h>
#include <stddef.h>

struct event_base;
struct driver_loop;

/* How a driver that was told to stop went. */
enum parting {
    PARTING_LEFT,  /* by itself */
    PARTING_TERM,  /* after SIGTERM */
    PARTING_KILLED /* after SIGKILL */
};

struct driver_loop_limits {
    double quit;      /* seconds to leave after quit */
    double terminate; /* seconds to leave after SIGTERM */
    size_t reply;     /* bytes of one reply */
};
extern const struct driver_loop_limits driver_loop_limits_default;

struct driver_loop_events {
    /* A driver is gone for good: its process was reaped. `polite` is how it was told to stop. */
    void (*gone)(void *context, const char *name, bool polite, enum parting parting, int status);
};

/* An event loop. libevent's memory comes from memory.h: it fails loudly or not at all. */
struct event_base *event_loop_new(void);

/* The base must have one priority only. events may be NULL. SIGPIPE must be ignored. The process
 * gets the orphans of its engines (orphans.h): whatever they have started ends with the last of
 * them, whatever session or group it is in. Nothing else in the process may have children. */
struct driver_loop *driver_loop_new(struct event_base *base,
                                    const struct driver_loop_limits *limits,
                                    const struct driver_loop_events *events, void *context);
/* From now on time in which this process did not run (stopped by Ctrl-Z, or starved) is no
 * driver's: whenever `shortest` seconds or more went by unnoticed, the stamps and deadlines of all
 * open commands are moved on by that, and `stalled` is told of it. Less than 0.01 s are never
 * noticed, half a second always. */
void driver_loop_watch(struct driver_loop *loop, double shortest,
                       void (*stalled)(void *context, double seconds));
/* Drivers that live or have not been reaped. */
size_t driver_loop_count(const struct driver_loop *loop);
/* Ends every driver at once by SIGKILL, then what they left behind, and waits, at most a second,
 * until all are reaped. */
void driver_loop_free(struct driver_loop *loop);

#endif
