/* The write-ahead log: a thread brings it to the disk, and keeps it short.
 *
 * SQLite would move the log into the database within a commit of ours, on the event loop, and wait
 * for the disk there. So that is off, and the thread does it by a connection of its own. */
#include <string.h>
#include <sys/stat.h>

#include "../src/core/text.h"
#include "../src/system/now.h"
#include "store_private.h"

/* Seconds from one sync to the next: with the time that a sync takes, what a power cut can take
 * stays below a second. */
static const double SYNC_EVERY = 0.5;
/* Pages of the log from which on it is moved into the database, and from which on writers are held
 * off until that is done. The first commit after it was moved waits for the disk, so that is not
 * done more often than needed. */
enum { LOG_MOVE = 1000, LOG_MOST = 4 * LOG_MOVE };
/* Milliseconds for which the thread waits for a writer or reader. Writers wait meanwhile. */
enum { BUSY_THREAD = 20 };

static int committed(void *context, sqlite3 *database, const char *name, int pages) {
    (void)database;
    (void)name;
    struct store_log *log = context;
    atomic_store(&log->pages, pages);
    atomic_fetch_add(&log->commits, 1);
    if (pages <= LOG_MOVE)
        atomic_store(&log->limit, LOG_MOVE); /* it has begun anew */
    else if (pages > atomic_load(&log->limit) && !atomic_exchange(&log->called, true)) {
        pthread_mutex_lock(&log->lock);
        pthread_cond_signal(&log->wake);
        pthread_mutex_unlock(&log->lock);
    }
    return SQLITE_OK;
}

static bool log_flush(struct store_log *log) {
    sqlite3_file *file = NULL;
    sqlite3_file_control(log->database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return file != NULL && file->pMethods != NULL &&
           file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK;
}

/* Once all of it is in the database, the next commit begins the log anew. While commits never stop
 * there is always a little more, until it is too much: then they wait, for the little that is left
 * to move. */
static void log_move(struct store_log *log) {
    int pages = 0;
    sqlite3_wal_checkpoint_v2(log->database, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, NULL);
    atomic_store(&log->limit, pages + LOG_MOVE);
    if (pages <= LOG_MOST)
        return;
    atomic_store(&log->restarting, true);
    sqlite3_wal_checkpoint_v2(log->database, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    atomic_store(&log->restarting, false);
}

bool store_sync(struct store *store) {
    struct store_log *log = &store->log;
    if (log->database == NULL)
        return true;
    pthread_mutex_lock(&log->work);
    long commits = atomic_load(&log->commits);
    bool good = commits == atomic_load(&log->synced);
    if (!good) {
        good = log_flush(log);
        atomic_store(&log->failing, !good);
        if (good)
            atomic_store(&log->synced, commits);
        if (atomic_load(&log->pages) > LOG_MOVE)
            log_move(log);
    }
    pthread_mutex_unlock(&log->work);
    return good;
}

static void *log_run(void *context) {
    struct store *store = context;
    struct store_log *log = &store->log;
    pthread_mutex_lock(&log->lock);
    while (!log->leaving) {
        struct timespec until = monotonic_after(SYNC_EVERY);
        int status = 0;
        while (!log->leaving && !atomic_load(&log->called) && status == 0)
            status = pthread_cond_timedwait(&log->wake, &log->lock, &until);
        pthread_mutex_unlock(&log->lock);
        atomic_store(&log->called, false);
        store_sync(store);
        pthread_mutex_lock(&log->lock);
    }
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

/* What waits for it counts seconds that pass, whatever the system's clock is set to. */
static void wake_init(pthread_cond_t *wake) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(wake, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* A connection that has never read does not know the log, and moves nothing. */
static bool log_connect(struct store *store) {
    struct store_log *log = &store->log;
    if (sqlite3_open_v2(store->file, &log->database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        store_ask_number(log->database, "SELECT count(*) FROM sqlite_schema") < 0)
        return false;
    sqlite3_busy_timeout(log->database, BUSY_THREAD);
    sqlite3_wal_checkpoint_v2(log->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return true;
}

bool store_log_open(struct store *store, struct error *error) {
    struct store_log *log = &store->log;
    pthread_mutex_init(&log->work, NULL);
    pthread_mutex_init(&log->lock, NULL);
    wake_init(&log->wake);
    if (!log_connect(store))
        return error_set(error, "store.log", "cannot read the log of {0}: {1}", store->file,
                         sqlite3_errmsg(log->database), NULL);
    sqlite3_wal_hook(store->database, committed, log);
    log->has_thread = pthread_create(&log->thread, NULL, log_run, store) == 0;
    return log->has_thread ||
           error_set(error, "store.log", "no thread can be started that keeps {0}", store->file,
                     NULL);
}

void store_log_close(struct store *store) {
    struct store_log *log = &store->log;
    if (log->database == NULL)
        return;
    if (log->has_thread) {
        pthread_mutex_lock(&log->lock);
        log->leaving = true;
        pthread_cond_signal(&log->wake);
        pthread_mutex_unlock(&log->lock);
        pthread_join(log->thread, NULL);
    }
    sqlite3_close(log->database);
    pthread_cond_destroy(&log->wake);
    pthread_mutex_destroy(&log->lock);
    pthread_mutex_destroy(&log->work);
}

static long long file_bytes(const char *name, const char *suffix) {
    struct text whole = {0};
    struct stat status;
    text_print(&whole, "%s%s", name, suffix);
    long long bytes = stat(text_string(&whole), &status) == 0 ? (long long)status.st_size : 0;
    text_free(&whole);
    return bytes;
}

void store_figures(struct store *store, struct store_figures *figures) {
    struct store_log *log = &store->log;
    *figures = (struct store_figures){0};
    if (log->database == NULL)
        return;
    const char *file = sqlite3_db_filename(store->database, "main"); /* links followed */
    long synced = atomic_load(&log->synced);
    figures->database_bytes = file_bytes(file, "");
    figures->log_bytes = file_bytes(file, "-wal");
    figures->unsynced = atomic_load(&log->commits) - synced;
    figures->failing = atomic_load(&log->failing);
}
