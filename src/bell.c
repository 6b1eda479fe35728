#include "bell.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/player.h"

void bell_init(struct bell *bell) {
    pthread_mutex_init(&bell->lock, NULL);
    pthread_cond_init(&bell->rung, NULL);
    bell->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (bell->descriptor < 0)
        memory_give_up("no descriptor left for signals between threads");
}

void bell_destroy(struct bell *bell) {
    close(bell->descriptor);
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
    eventfd_write(bell->descriptor, 1);
}

void bell_wait(struct bell *bell) {
    pthread_cond_wait(&bell->rung, &bell->lock);
}

bool bell_watch(struct bell *bell, int descriptor, double deadline) {
    struct pollfd watched[2] = {{.fd = bell->descriptor, .events = POLLIN},
                                {.fd = descriptor, .events = POLLIN}};
    double left = fmax(deadline - monotonic_now(), 0);
    struct timespec timeout = {.tv_sec = (time_t)left};
    timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
    if (ppoll(watched, 2, deadline > 0 ? &timeout : NULL, NULL) <= 0)
        return false;
    eventfd_t rings;
    if (watched[0].revents != 0)
        eventfd_read(bell->descriptor, &rings);
    return watched[1].revents != 0;
}
