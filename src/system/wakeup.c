#include "wakeup.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "../core/memory.h"
#include "now.h"

void wakeup_init(struct wakeup *wakeup) {
    pthread_mutex_init(&wakeup->lock, NULL);
    pthread_cond_init(&wakeup->signalled, NULL);
    wakeup->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wakeup->descriptor < 0)
        memory_give_up("no descriptor left for signals between threads");
}

void wakeup_destroy(struct wakeup *wakeup) {
    close(wakeup->descriptor);
    pthread_cond_destroy(&wakeup->signalled);
    pthread_mutex_destroy(&wakeup->lock);
}

void wakeup_lock(struct wakeup *wakeup) {
    pthread_mutex_lock(&wakeup->lock);
}

void wakeup_unlock(struct wakeup *wakeup) {
    pthread_mutex_unlock(&wakeup->lock);
}

void wakeup_signal(struct wakeup *wakeup) {
    pthread_cond_broadcast(&wakeup->signalled);
    eventfd_write(wakeup->descriptor, 1);
}

void wakeup_wait(struct wakeup *wakeup) {
    pthread_cond_wait(&wakeup->signalled, &wakeup->lock);
}

bool wakeup_watch(struct wakeup *wakeup, int descriptor, double deadline) {
    struct pollfd watched[2] = {{.fd = wakeup->descriptor, .events = POLLIN},
                                {.fd = descriptor, .events = POLLIN}};
    double left = fmax(deadline - monotonic_now(), 0);
    struct timespec timeout = {.tv_sec = (time_t)left};
    timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
    if (ppoll(watched, 2, deadline > 0 ? &timeout : NULL, NULL) <= 0)
        return false;
    eventfd_t signals;
    if (watched[0].revents != 0)
        eventfd_read(wakeup->descriptor, &signals);
    return watched[1].revents != 0;
}
