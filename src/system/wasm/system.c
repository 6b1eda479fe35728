/* What the other files of src/system do, in a WebAssembly module: one thread, no files, nothing to
 * wait for. Time comes from now.c as everywhere. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../file.h"
#include "../random.h"
#include "../thread.h"
#include "../wait.h"
#include "../wakeup.h"

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    (void)thread;
    (void)run;
    (void)context;
    return false;
}

bool random_fill(void *block, size_t size) {
    assert(size <= 256);
    return getentropy(block, size) == 0;
}

void wakeup_init(struct wakeup *wakeup) {
    *wakeup = (struct wakeup){.descriptor = -1};
}

void wakeup_destroy(struct wakeup *wakeup) {
    (void)wakeup;
}

void wakeup_lock(struct wakeup *wakeup) {
    (void)wakeup;
}

void wakeup_unlock(struct wakeup *wakeup) {
    (void)wakeup;
}

void wakeup_signal(struct wakeup *wakeup) {
    (void)wakeup;
}

/* Nobody could wake us. */
void wakeup_wait(struct wakeup *wakeup) {
    (void)wakeup;
    abort();
}

bool wakeup_watch(struct wakeup *wakeup, int descriptor, double deadline) {
    (void)wakeup;
    (void)descriptor;
    (void)deadline;
    return false;
}

static bool no_files(const char *name, struct error *error) {
    return error_set(error, "file.error", "{0}: {1}", name, "there are no files here", NULL);
}

bool file_read(const char *name, struct text *text, struct error *error) {
    text_clear(text);
    return no_files(name, error);
}

bool file_write(const char *name, const char *bytes, size_t count, struct error *error) {
    (void)bytes;
    (void)count;
    return no_files(name, error);
}

int file_lock(const char *name, const char *code, const char *template, struct error *error) {
    (void)code;
    (void)template;
    no_files(name, error);
    return -1;
}

/* Declared and not there. Pages cannot be given back: whoever wants zeros writes them. */
int madvise(void *block, size_t bytes, int advice) {
    (void)block;
    (void)bytes;
    (void)advice;
    errno = ENOSYS;
    return -1;
}
