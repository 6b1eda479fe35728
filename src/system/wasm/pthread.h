/* POSIX threads where there are none: there is nobody else, so every lock is free. Only what our
 * sources use is here; threads are started by thread_start, which refuses. */
#ifndef TERNION_WASM_PTHREAD_H
#define TERNION_WASM_PTHREAD_H

#include <stddef.h>

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread;
    (void)result;
    return 0;
}

#endif
