#include "outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/core/memory.h"

/* Devices and pipes are written to, links followed; neither is to be replaced by a file. */
static bool is_replaceable(const char *path) {
    struct stat status;
    return lstat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static char *name_beside(const char *path) {
    struct text beside = {0};
    text_print(&beside, "%s.new", path);
    return text_take(&beside);
}

static bool is_same(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

bool outfile_spares(const char *path, const char *other) {
    if (path == NULL || strcmp(path, "-") == 0)
        return true;
    char *beside = name_beside(path);
    bool hit = is_same(path, other) || (is_replaceable(path) && is_same(beside, other));
    free(beside);
    return !hit;
}

bool outfile_open(struct outfile *file, const char *path, FILE *standard, struct error *error) {
    *file = (struct outfile){.standard = standard};
    if (path == NULL || strcmp(path, "-") == 0) {
        file->stream = standard;
        return true;
    }
    if (is_replaceable(path))
        file->beside = name_beside(path);
    file->stream = fopen(file->beside != NULL ? file->beside : path, "we");
    if (file->stream != NULL) {
        file->path = memory_string(path);
        return true;
    }
    error_set(error, "outfile.open", "cannot write {0}: {1}", path, strerror(errno), NULL);
    free(file->beside);
    return false;
}

bool outfile_close(struct outfile *file, bool keep, struct error *error) {
    bool fine = fflush(file->stream) == 0 && !ferror(file->stream);
    int reason = errno;
    if (file->stream != file->standard && fclose(file->stream) != 0 && fine) {
        fine = false;
        reason = errno;
    }
    if (file->beside != NULL && (!fine || !keep)) {
        unlink(file->beside);
    } else if (file->beside != NULL && rename(file->beside, file->path) != 0) {
        fine = false;
        reason = errno;
    }
    if (!fine)
        error_set(error, "outfile.write", "the output could not be written: {0}", strerror(reason),
                  NULL);
    free(file->path);
    free(file->beside);
    return fine;
}
