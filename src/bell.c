#include "bell.h"

#include <time.h>

void bell_init(struct bell *bell) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&bell->lock, NULL);
    pthread_cond_init(&bell->rung, &attributes);
    pthread_condattr_destroy(&attributes);
}

void bell_destroy(struct bell *bell) {
    pthread_cond_destroy(&bell->rung);
    pthread_mutex_destroy(&bell->lock);
}

void bell_lock(struct bell *bell) {
    pthread_mutex_lock(&bell->lock);
}

void bell_unlock(struct bell *bell) {
    pthread_mutex_unlock(&bell->lock);
}

void bell_ring(struct bell *bell) {
    pthread_cond_broadcast(&bell->rung);
}

void bell_wait(struct bell *bell, double deadline) {
    if (deadline <= 0) {
        pthread_cond_wait(&bell->rung, &bell->lock);
        return;
    }
    struct timespec until = {.tv_sec = (time_t)deadline};
    until.tv_nsec = (long)((deadline - (double)until.tv_sec) * 1e9);
    pthread_cond_timedwait(&bell->rung, &bell->lock, &until);
}
