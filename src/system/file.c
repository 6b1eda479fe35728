#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../core/memory.h"

static bool file_fail(struct error *error, const char *name, const char *why) {
    return error_set(error, "file.error", "{0}: {1}", name, why, NULL);
}

bool file_read(const char *name, struct text *text, struct error *error) {
    text_clear(text);
    struct stat status;
    /* Opening a pipe could wait for ever, so look first. */
    if (stat(name, &status) != 0)
        return file_fail(error, name, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return file_fail(error, name, S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a file");
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return file_fail(error, name, strerror(errno));
    bool good = true;
    char bytes[65536];
    size_t count;
    while (good && (count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        text_putn(text, bytes, count);
        if (text->length > FILE_MAX) {
            errno = EFBIG;
            good = false;
        }
    }
    good = good && ferror(file) == 0;
    const char *why = strerror(errno);
    fclose(file);
    return good || file_fail(error, name, why);
}

enum { LINKS_MOST = 40 }; /* as the system has it */

/* Where a name leads if it is a link; else NULL. */
static char *link_target(const char *name) {
    char target[PATH_MAX];
    ssize_t length = readlink(name, target, sizeof target);
    if (length <= 0)
        return NULL;
    struct text whole = {0};
    const char *slash = strrchr(name, '/');
    if (target[0] != '/' && slash != NULL)
        text_putn(&whole, name, (size_t)(slash - name) + 1);
    text_putn(&whole, target, (size_t)length);
    return text_take(&whole);
}

/* The file's own name, links followed: also of one that is not there yet, for which realpath has no
 * word. */
static char *file_name(const char *name) {
    char *at = realpath(name, NULL), *next;
    if (at != NULL)
        return at;
    at = memory_string(name);
    for (int i = 0; i < LINKS_MOST && (next = link_target(at)) != NULL; i++) {
        free(at);
        at = next;
    }
    return at;
}

/* Whether a chain of links goes through what some process has open. */
static bool leads_to_descriptor(const char *name) {
    char *at = memory_string(name), *next;
    bool found = false;
    for (int i = 0; i < LINKS_MOST && !found && (next = link_target(at)) != NULL; i++) {
        found = strncmp(at, "/proc/", 6) == 0;
        free(at);
        at = next;
    }
    free(at);
    return found;
}

/* The descriptor of this process that a name means (of the standard output by its name in /dev), or
 * -1. */
static int own_descriptor(const char *name) {
    char *folder = realpath("/proc/self/fd", NULL), *at = memory_string(name);
    int found = -1;
    for (int i = 0; i < LINKS_MOST && at != NULL && folder != NULL && found < 0; i++) {
        char *slash = strrchr(at, '/');
        long number;
        if (slash != NULL && slash > at && text_to_whole(slash + 1, 0, INT_MAX, &number)) {
            *slash = '\0';
            char *above = realpath(at, NULL);
            *slash = '/';
            if (above != NULL && strcmp(above, folder) == 0)
                found = (int)number;
            free(above);
        }
        char *next = link_target(at);
        free(at);
        at = next;
    }
    free(at);
    free(folder);
    return found;
}

/* Opening a pipe that nobody reads from would wait for ever, so it fails. What is open already goes
 * on where it is. */
static FILE *open_special(const char *name, int own) {
    int descriptor = own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 0)
                              : open(name, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return NULL;
    if (own < 0)
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return fdopen(descriptor, "wb");
}

/* All bytes, and on the disk if it is a file. */
static bool write_out(FILE *file, const char *bytes, size_t count, bool special) {
    bool good = fwrite(bytes, 1, count, file) == count && fflush(file) == 0;
    good = good && (special || fsync(fileno(file)) == 0);
    int saved = errno;
    bool closed = fclose(file) == 0;
    if (!good)
        errno = saved;
    return good && closed;
}

/* What links lead to is written, not the link; what replaces a file has its mode. What processes
 * have open (the standard output by its name in /dev) has no name that could be replaced. */
bool file_write(const char *name, const char *bytes, size_t count, struct error *error) {
    struct stat status;
    bool there = stat(name, &status) == 0;
    char *own = file_name(name);
    /* A device or a pipe cannot be replaced: write into it. */
    int open_as = own_descriptor(name);
    bool special = there && (!S_ISREG(status.st_mode) || open_as >= 0 || leads_to_descriptor(name));
    struct text beside = {0};
    text_put(&beside, special ? name : own);
    if (!special)
        text_print(&beside, ".%ld.new", (long)getpid());
    FILE *file = special ? open_special(name, open_as) : fopen(text_string(&beside), "wb");
    bool good = file != NULL;
    if (good && there && !special)
        (void)!fchmod(fileno(file), status.st_mode & 07777);
    good = good && write_out(file, bytes, count, special);
    if (good && !special)
        good = rename(text_string(&beside), own) == 0;
    if (!good) {
        file_fail(error, name, strerror(errno));
        if (!special && file != NULL)
            unlink(text_string(&beside));
    }
    text_free(&beside);
    free(own);
    return good;
}

/* A lock of the process, not of the open file as flock has it: a child between fork and exec would
 * hold that one on when this process is killed, and a new process that starts at once would be kept
 * out.
 */
static bool lock_take(int descriptor) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_SETLK, &whole) == 0;
}

int file_lock(const char *name, const char *code, const char *template, struct error *error) {
    struct text lock = {0};
    char *own = file_name(name);
    text_print(&lock, "%s.lock", own);
    free(own);
    int descriptor = open(text_string(&lock), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool good = descriptor >= 0 && lock_take(descriptor);
    if (!good && descriptor >= 0 && (errno == EACCES || errno == EAGAIN))
        error_set(error, code, template, name, NULL);
    else if (!good)
        error_set(error, "file.lock", "cannot lock {0}: {1}", text_string(&lock), strerror(errno),
                  NULL);
    if (!good && descriptor >= 0)
        close(descriptor);
    text_free(&lock);
    return good ? descriptor : -1;
}
