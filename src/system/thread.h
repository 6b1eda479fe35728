/* thread: threads that think. */
#ifndef TERNION_THREAD_H
#define TERNION_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* As pthread_create, with the same room for a stack everywhere: systems give from 128 KiB to
 * whatever `ulimit -s` says, and Go on large boards takes more than half a MiB. No signal of the
 * system goes to it: those are for the thread that waits for them. False: there is none to be had.
 */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *context);

#endif
