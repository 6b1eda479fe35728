#include "outlet.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "../../src/core/text.h"

enum { WAITING_MAX = 1 << 20 };

struct outlet {
    FILE *stream;
    pthread_t thread;
    bool running;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    /* Guarded by the mutex: */
    struct text waiting;
    bool closing;
};

static void *outlet_thread(void *context) {
    struct outlet *outlet = context;
    struct text taken = {0};
    pthread_mutex_lock(&outlet->mutex);
    while (outlet->waiting.length > 0 || !outlet->closing) {
        if (outlet->waiting.length == 0) {
            pthread_cond_wait(&outlet->cond, &outlet->mutex);
            continue;
        }
        struct text empty = taken;
        taken = outlet->waiting;
        outlet->waiting = empty;
        pthread_mutex_unlock(&outlet->mutex);
        fputs(text_string(&taken), outlet->stream);
        fflush(outlet->stream);
        text_clear(&taken);
        pthread_mutex_lock(&outlet->mutex);
    }
    pthread_mutex_unlock(&outlet->mutex);
    text_free(&taken);
    return NULL;
}

struct outlet *outlet_open(FILE *stream) {
    struct outlet *outlet = memory_new(1, sizeof *outlet);
    outlet->stream = stream;
    pthread_mutex_init(&outlet->mutex, NULL);
    pthread_cond_init(&outlet->cond, NULL);
    return outlet;
}

void outlet_put(struct outlet *outlet, const char *text) {
    pthread_mutex_lock(&outlet->mutex);
    if (outlet->waiting.length < WAITING_MAX)
        text_put(&outlet->waiting, text);
    if (!outlet->running)
        outlet->running = pthread_create(&outlet->thread, NULL, outlet_thread, outlet) == 0;
    pthread_cond_signal(&outlet->cond);
    pthread_mutex_unlock(&outlet->mutex);
}

void outlet_close(struct outlet *outlet) {
    if (outlet == NULL)
        return;
    pthread_mutex_lock(&outlet->mutex);
    outlet->closing = true;
    pthread_cond_signal(&outlet->cond);
    pthread_mutex_unlock(&outlet->mutex);
    if (outlet->running)
        pthread_join(outlet->thread, NULL);
    pthread_mutex_destroy(&outlet->mutex);
    pthread_cond_destroy(&outlet->cond);
    text_free(&outlet->waiting);
    free(outlet);
}
