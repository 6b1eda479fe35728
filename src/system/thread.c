#include "thread.h"

enum { STACK = 8 << 20 }; /* what most systems give; pages never touched cost nothing */

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool good = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                pthread_create(thread, &attributes, run, context) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}
