/* bell: how a program's threads wake each other: a lock, a condition for those who wait for nothing
 * else, and a descriptor for those who also wait for input. Whoever wakes checks what happened. */
#ifndef TERNION_BELL_H
#define TERNION_BELL_H

#include <pthread.h>
#include <stdbool.h>

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int descriptor; /* readable once the bell was rung */
};

void bell_init(struct bell *bell);
void bell_destroy(struct bell *bell);
void bell_lock(struct bell *bell);
void bell_unlock(struct bell *bell);
/* Wakes everybody who waits. The lock must be held. */
void bell_ring(struct bell *bell);
/* Waits for the next ring. The lock must be held; it is released while waiting. */
void bell_wait(struct bell *bell);
/* Without the lock: waits until the bell was rung since the last bell_watch, until `descriptor` (if
 * not negative) can be read, or until `deadline` of monotonic_now() if that is above 0. A signal
 * also ends the waiting. Tells whether the descriptor can be read. */
bool bell_watch(struct bell *bell, int descriptor, double deadline);

#endif
