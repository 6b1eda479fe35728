#include "power.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/core/text.h"

enum { SECTOR = 512 };

/* Something that was done to a file and not synced: bytes were written, or it was cut (no bytes).
 */
struct change {
    struct change *next;
    long long offset;
    size_t count;
    unsigned char *bytes;
};

/* A file as the disk has it, and what has happened since. */
struct image {
    struct image *next;
    char *name;
    unsigned char *bytes;
    size_t size, room; /* of the bytes; `room` are allocated */
    bool there;        /* its name is on the disk too */
    struct change *changes, **last;
};

struct power_file {
    sqlite3_file file;
    struct image *image; /* NULL: it does not matter */
    sqlite3_file *real;
};

static struct {
    sqlite3_vfs vfs, *real;
    pthread_mutex_t lock;
    struct image *images;
    void (*happens)(void *context, const char *name, char what, long long offset);
    void *context;
} power = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Images. */

static void image_resize(struct image *image, size_t size) {
    if (size >= image->room) { /* it grows by a page at a time, to megabytes */
        image->room = 2 * size + 1;
        image->bytes = memory_grow(image->bytes, image->room, 1);
    }
    if (size > image->size)
        memset(image->bytes + image->size, 0, size - image->size);
    image->size = size;
}

static void image_put(struct image *image, const struct change *change, size_t from, size_t to) {
    if (change->bytes == NULL) {
        image_resize(image, (size_t)change->offset);
        return;
    }
    if ((size_t)change->offset + to > image->size)
        image_resize(image, (size_t)change->offset + to);
    memcpy(image->bytes + change->offset + from, change->bytes + from, to - from);
}

static void changes_free(struct image *image) {
    for (struct change *change = image->changes, *next; change != NULL; change = next) {
        next = change->next;
        free(change->bytes);
        free(change);
    }
    image->changes = NULL;
    image->last = &image->changes;
}

static void image_note(struct image *image, long long offset, const void *bytes, size_t count) {
    struct change *change = memory_new(1, sizeof *change);
    *change = (struct change){.offset = offset, .count = count};
    if (bytes != NULL) {
        change->bytes = memory_new(count, 1);
        memcpy(change->bytes, bytes, count);
    }
    pthread_mutex_lock(&power.lock);
    *image->last = change;
    image->last = &change->next;
    pthread_mutex_unlock(&power.lock);
}

static void image_sync(struct image *image) {
    pthread_mutex_lock(&power.lock);
    for (const struct change *change = image->changes; change != NULL; change = change->next)
        image_put(image, change, 0, change->count);
    changes_free(image);
    image->there = true;
    pthread_mutex_unlock(&power.lock);
}

static struct image *image_find(const char *name) {
    pthread_mutex_lock(&power.lock);
    struct image *image = power.images;
    while (image != NULL && strcmp(image->name, name) != 0)
        image = image->next;
    if (image == NULL) {
        image = memory_new(1, sizeof *image);
        image->name = memory_string(name);
        image->last = &image->changes;
        image->next = power.images;
        power.images = image;
    }
    pthread_mutex_unlock(&power.lock);
    return image;
}

static void tell(const struct image *image, char what, long long offset) {
    if (power.happens != NULL)
        power.happens(power.context, image->name, what, offset);
}

/* The methods of a file: the real ones, and notes. */

static sqlite3_file *real_of(sqlite3_file *file) {
    return ((struct power_file *)file)->real;
}

static struct image *image_of(sqlite3_file *file) {
    return ((struct power_file *)file)->image;
}

static int power_close(sqlite3_file *file) {
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int power_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int power_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct image *image = image_of(file);
    if (image != NULL)
        tell(image, 'w', offset);
    int status = real_of(file)->pMethods->xWrite(real_of(file), bytes, count, offset);
    if (image != NULL && status == SQLITE_OK)
        image_note(image, offset, bytes, (size_t)count);
    return status;
}

static int power_truncate(sqlite3_file *file, sqlite3_int64 size) {
    struct image *image = image_of(file);
    if (image != NULL)
        tell(image, 't', size);
    int status = real_of(file)->pMethods->xTruncate(real_of(file), size);
    if (image != NULL && status == SQLITE_OK)
        image_note(image, size, NULL, 0);
    return status;
}

static int power_sync(sqlite3_file *file, int flags) {
    struct image *image = image_of(file);
    if (image != NULL) {
        tell(image, 's', 0);
        image_sync(image);
    }
    (void)flags; /* the machine's own disk need not be waited for */
    return SQLITE_OK;
}

static int power_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int power_lock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int power_unlock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int power_reserved(sqlite3_file *file, int *held) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), held);
}

static int power_control(sqlite3_file *file, int order, void *argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), order, argument);
}

static int power_sector(sqlite3_file *file) {
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int power_device(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int power_map(sqlite3_file *file, int page, int size, int extend, void volatile **at) {
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, at);
}

static int power_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void power_barrier(sqlite3_file *file) {
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int power_unmap(sqlite3_file *file, int forget) {
    return real_of(file)->pMethods->xShmUnmap(real_of(file), forget);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = power_close,
    .xRead = power_read,
    .xWrite = power_write,
    .xTruncate = power_truncate,
    .xSync = power_sync,
    .xFileSize = power_size,
    .xLock = power_lock,
    .xUnlock = power_unlock,
    .xCheckReservedLock = power_reserved,
    .xFileControl = power_control,
    .xSectorSize = power_sector,
    .xDeviceCharacteristics = power_device,
    .xShmMap = power_map,
    .xShmLock = power_shm_lock,
    .xShmBarrier = power_barrier,
    .xShmUnmap = power_unmap,
};

/* The file system. */

static int power_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *given) {
    (void)vfs;
    struct power_file *own = (struct power_file *)file;
    own->real = (sqlite3_file *)(own + 1);
    own->image = name == NULL ? NULL : image_find(name);
    own->real->pMethods = NULL;
    int status = power.real->xOpen(power.real, name, own->real, flags, given);
    file->pMethods = status == SQLITE_OK ? &methods : NULL;
    return status;
}

/* A deleted file is gone at once; SQLite never needs it to be. */
static int power_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    struct image *image = image_find(name);
    pthread_mutex_lock(&power.lock);
    changes_free(image);
    image->there = false;
    image->size = 0;
    pthread_mutex_unlock(&power.lock);
    return power.real->xDelete(power.real, name, sync);
}

void power_start(void (*happens)(void *context, const char *name, char what, long long offset),
                 void *context) {
    power.real = sqlite3_vfs_find("unix");
    power.happens = happens;
    power.context = context;
    power.vfs = *power.real;
    power.vfs.zName = "power";
    power.vfs.pNext = NULL;
    power.vfs.szOsFile = (int)sizeof(struct power_file) + power.real->szOsFile;
    power.vfs.xOpen = power_open;
    power.vfs.xDelete = power_delete;
    sqlite3_vfs_register(&power.vfs, 1);
}

void power_stop(void) {
    sqlite3_vfs_unregister(&power.vfs);
    sqlite3_vfs_register(power.real, 1);
    for (struct image *image = power.images, *next; image != NULL; image = next) {
        next = image->next;
        changes_free(image);
        free(image->bytes);
        free(image->name);
        free(image);
    }
    power.images = NULL;
}

/* Of each change nothing, all, or some sectors survive: seldom, mostly, or by half. */
static void image_survives(struct image *after, const struct image *image, uint64_t *random) {
    uint64_t share = (*random = rng_mix(*random)) % 3;
    static const unsigned parts[] = {2, 50, 98};
    for (const struct change *change = image->changes; change != NULL; change = change->next) {
        for (size_t at = 0; at == 0 || at < change->count; at += SECTOR) {
            size_t end = at + SECTOR < change->count ? at + SECTOR : change->count;
            *random = rng_mix(*random);
            if (*random % 100 < parts[share])
                image_put(after, change, at, end);
        }
    }
}

static void image_write(const struct image *image, const char *folder) {
    struct text path = {0};
    text_print(&path, "%s/%s", folder, strrchr(image->name, '/') + 1);
    remove(text_string(&path));
    FILE *file = image->there ? fopen(text_string(&path), "wb") : NULL;
    if (file != NULL) {
        fwrite(image->bytes, 1, image->size, file);
        fclose(file);
    }
    text_free(&path);
}

void power_cut(const char *folder, uint64_t seed) {
    pthread_mutex_lock(&power.lock);
    for (const struct image *image = power.images; image != NULL; image = image->next) {
        struct image after = {.name = image->name, .there = image->there};
        seed = rng_mix(seed + 1);
        image_resize(&after, image->size);
        if (image->size > 0)
            memcpy(after.bytes, image->bytes, image->size);
        after.there = after.there || (image->changes != NULL && (seed & 1) != 0);
        image_survives(&after, image, &seed);
        image_write(&after, folder);
        free(after.bytes);
    }
    pthread_mutex_unlock(&power.lock);
}
