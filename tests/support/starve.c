/* Preloaded into a program, lets allocation number STARVE_AT fail, and with STARVE_ON all later
 * ones too. Only the process whose name is STARVE_NAME is starved, not its children. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long count;
static long at = -1;
static int on;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("STARVE_NAME"), *when = getenv("STARVE_AT");
    if (name == NULL || when == NULL || strcmp(name, program_invocation_short_name) != 0)
        return;
    on = getenv("STARVE_ON") != NULL;
    atomic_store(&count, 0);
    at = strtol(when, NULL, 10);
}

static int fails(void) {
    if (at < 0)
        return 0;
    long number = atomic_fetch_add(&count, 1);
    if (number != at && !(on && number > at))
        return 0;
    errno = ENOMEM;
    return 1;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
    return fails() ? NULL : __libc_calloc(number, size);
}
void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}
void *reallocarray(void *old, size_t number, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(number, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

/* How many there were, for the test to choose from. */
__attribute__((destructor)) static void end(void) {
    const char *file = getenv("STARVE_COUNT");
    if (at < 0 || file == NULL)
        return;
    at = -1;
    FILE *out = fopen(file, "w");
    if (out == NULL)
        return;
    fprintf(out, "%ld\n", atomic_load(&count));
    fclose(out);
}
