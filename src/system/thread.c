#include "thread.h"

#include <signal.h>

enum { STACK = 8 << 20 }; /* what most systems give; pages never touched cost nothing */

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                pthread_create(thread, &attributes, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return good;
}
