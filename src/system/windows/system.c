/* What the other files of src/system do, on Windows, and the calls of POSIX that our sources use.
 * Time comes from now.c and threads from winpthreads as everywhere.
 *
 * Nothing can wait for a pipe, a file or a console in the same way here. So a thread reads the
 * standard input and passes the bytes on through a pipe, and an event tells that some have come. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <windows.h>
/* After windows.h. */
#include <bcrypt.h>

#include "../../core/memory.h"
#include "../file.h"
#include "../now.h"
#include "../random.h"
#include "../standard.h"
#include "../thread.h"
#include "../wait.h"
#include "../wakeup.h"

/* Memory. */

void *reallocarray(void *old, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return realloc(old, count * size);
}

char *strndup(const char *text, size_t length) {
    size_t bytes = strnlen(text, length);
    char *copy = malloc(bytes + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    return copy;
}

static void *map_whole(int descriptor) {
    HANDLE file = (HANDLE)_get_osfhandle(descriptor);
    HANDLE mapping = CreateFileMapping(file, NULL, PAGE_READONLY, 0, 0, NULL);
    void *block = mapping == NULL ? NULL : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    if (mapping != NULL)
        CloseHandle(mapping);
    return block;
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, long offset) {
    assert(address == NULL && offset == 0);
    (void)protection;
    void *block = (flags & MAP_ANONYMOUS) == 0
                      ? map_whole(descriptor)
                      : VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return block == NULL ? MAP_FAILED : block;
}

int munmap(void *address, size_t size) {
    (void)size;
    return UnmapViewOfFile(address) || VirtualFree(address, 0, MEM_RELEASE) ? 0 : -1;
}

/* Fails: callers then do without. */
int madvise(void *address, size_t size, int advice) {
    (void)address;
    (void)size;
    (void)advice;
    return -1;
}

bool random_fill(void *block, size_t size) {
    return BCryptGenRandom(NULL, block, (ULONG)size, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}

/* Threads. */

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    enum { STACK = 8 << 20 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool good = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                pthread_create(thread, &attributes, run, context) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

/* Handles have 32 bits that count, so one goes into the descriptor. */
static HANDLE wakeup_event(const struct wakeup *wakeup) {
    return (HANDLE)(intptr_t)wakeup->descriptor;
}

void wakeup_init(struct wakeup *wakeup) {
    pthread_mutex_init(&wakeup->lock, NULL);
    pthread_cond_init(&wakeup->signalled, NULL);
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    if (event == NULL)
        memory_give_up("no event left for signals between threads");
    wakeup->descriptor = (int)(intptr_t)event;
}

void wakeup_destroy(struct wakeup *wakeup) {
    CloseHandle(wakeup_event(wakeup));
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
    SetEvent(wakeup_event(wakeup));
}

void wakeup_wait(struct wakeup *wakeup) {
    pthread_cond_wait(&wakeup->signalled, &wakeup->lock);
}

/* Standard input and output. */

static struct {
    HANDLE from, to; /* what the thread reads, and the pipe that it fills */
    HANDLE arrived;  /* an event: bytes, or the end, since somebody waited */
    int descriptor;  /* the pipe's other end; -1 before the thread runs */
} input = {.descriptor = -1};

static void *pass_on(void *context) {
    char bytes[65536];
    DWORD count, written;
    while (ReadFile(input.from, bytes, sizeof bytes, &count, NULL) && count > 0 &&
           WriteFile(input.to, bytes, count, &written, NULL))
        SetEvent(input.arrived);
    CloseHandle(input.to);
    SetEvent(input.arrived);
    return context;
}

int standard_input(void) {
    HANDLE end;
    pthread_t thread;
    if (input.descriptor >= 0)
        return input.descriptor;
    input.from = GetStdHandle(STD_INPUT_HANDLE);
    input.arrived = CreateEvent(NULL, FALSE, FALSE, NULL);
    if (input.arrived == NULL || !CreatePipe(&end, &input.to, NULL, 0) ||
        (input.descriptor = _open_osfhandle((intptr_t)end, _O_RDONLY | _O_BINARY)) < 0 ||
        !thread_start(&thread, pass_on, NULL))
        memory_give_up("the standard input cannot be read");
    pthread_detach(thread);
    return input.descriptor;
}

void standard_prepare(void) {
    _setmode(STDIN_FILENO, _O_BINARY);
    _setmode(STDOUT_FILENO, _O_BINARY);
}

/* A console takes bytes one by one, and none of those of a longer character. */
bool standard_is_utf8(void) {
    return false;
}

int standard_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO screen;
    bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &screen);
    return known ? screen.srWindow.Right - screen.srWindow.Left + 1 : 0;
}

/* The end of the input can be read, too. */
bool wait_is_readable(int descriptor) {
    DWORD count = 0;
    return !PeekNamedPipe((HANDLE)_get_osfhandle(descriptor), NULL, 0, NULL, &count, NULL) ||
           count > 0;
}

void wait_readable(int descriptor) {
    while (!wait_is_readable(descriptor))
        WaitForSingleObject(input.arrived, INFINITE);
}

/* Writing waits by itself. */
void wait_writable(int descriptor) {
    (void)descriptor;
}

/* Milliseconds until a moment, from 0; without a moment, for ever. */
static DWORD wait_length(double deadline) {
    enum { LONGEST = 1000000000 };
    double left = (deadline - monotonic_now()) * 1000;
    return deadline <= 0 ? INFINITE : (DWORD)ceil(fmin(fmax(left, 0), LONGEST));
}

bool wakeup_watch(struct wakeup *wakeup, int descriptor, double deadline) {
    HANDLE events[2] = {wakeup_event(wakeup), input.arrived};
    assert(descriptor < 0 || descriptor == input.descriptor);
    DWORD ended;
    do {
        if (descriptor >= 0 && wait_is_readable(descriptor))
            return true;
        ended =
            WaitForMultipleObjects(descriptor >= 0 ? 2 : 1, events, FALSE, wait_length(deadline));
    } while (ended == WAIT_OBJECT_0 + 1);
    return descriptor >= 0 && wait_is_readable(descriptor);
}

/* Files. */

static bool file_fail(struct error *error, const char *name) {
    return error_set(error, "file.error", "{0}: {1}", name, strerror(errno), NULL);
}

bool file_read(const char *name, struct text *text, struct error *error) {
    text_clear(text);
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return file_fail(error, name);
    char bytes[65536];
    size_t count;
    while (text->length <= FILE_MAX && (count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_putn(text, bytes, count);
    bool good = ferror(file) == 0;
    if (text->length > FILE_MAX) {
        errno = EFBIG;
        good = false;
    }
    good = good || file_fail(error, name);
    fclose(file);
    return good;
}

static bool write_out(const char *name, const char *bytes, size_t count) {
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return false;
    bool good =
        fwrite(bytes, 1, count, file) == count && fflush(file) == 0 && _commit(_fileno(file)) == 0;
    return fclose(file) == 0 && good;
}

bool file_write(const char *name, const char *bytes, size_t count, struct error *error) {
    struct text beside = {0};
    text_print(&beside, "%s.%ld.new", name, (long)getpid());
    bool good = write_out(text_string(&beside), bytes, count);
    if (!good)
        file_fail(error, name);
    else if (!MoveFileExA(text_string(&beside), name,
                          MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        errno = EACCES;
        good = file_fail(error, name);
    }
    if (!good)
        unlink(text_string(&beside));
    text_free(&beside);
    return good;
}
