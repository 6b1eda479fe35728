/* wakeup: how a program's threads wake each other: a lock, a condition for threads that wait for
 * nothing else, and a descriptor for the thread that also waits for input. A thread that was woken
 * checks what happened. */
#ifndef TERNION_WAKEUP_H
#define TERNION_WAKEUP_H

#include <pthread.h>
#include <stdbool.h>

struct wakeup {
    pthread_mutex_t lock;
    pthread_cond_t signalled;
    int descriptor; /* readable once there was a signal */
};

void wakeup_init(struct wakeup *wakeup);
void wakeup_destroy(struct wakeup *wakeup);
void wakeup_lock(struct wakeup *wakeup);
void wakeup_unlock(struct wakeup *wakeup);
/* Wakes every thread that waits. The lock must be held. */
void wakeup_signal(struct wakeup *wakeup);
/* Waits for the next signal. The lock must be held; it is released while waiting. */
void wakeup_wait(struct wakeup *wakeup);
/* Without the lock: waits until there was a wakeup_signal since the last wakeup_watch, until
 * `descriptor` (if not negative) can be read, or until `deadline` of monotonic_now() if that is
 * above 0. A signal of the system also ends the waiting. Tells whether the descriptor can be read.
 */
bool wakeup_watch(struct wakeup *wakeup, int descriptor, double deadline);

#endif
