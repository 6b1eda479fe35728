/* bell: one lock and one condition on which a program's threads wake each other. Whoever waits
 * holds the lock and checks for itself what happened. */
#ifndef TERNION_BELL_H
#define TERNION_BELL_H

#include <pthread.h>

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
};

void bell_init(struct bell *bell);
void bell_destroy(struct bell *bell);
void bell_lock(struct bell *bell);
void bell_unlock(struct bell *bell);
/* Wakes everybody who waits. The lock must be held. */
void bell_ring(struct bell *bell);
/* Waits for the next ring, or until `deadline` of monotonic_now() if that is above 0. The lock must
 * be held; it is released while waiting. */
void bell_wait(struct bell *bell, double deadline);

#endif
