#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../src/core/file.h"
#include "../src/core/memory.h"
#include "../src/driver/driver_loop.h"
#include "store_inside.h"

enum { APPLICATION = 0x5465726E, STORE_VERSION = 2 }; /* "Tern" */
/* Milliseconds to wait for somebody else who writes to the database by hand: at the start, and
 * while everybody waits with us. */
enum { BUSY_START = 2000, BUSY = 50 };

static const char schema[] =
    "CREATE TABLE room(id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL,"
    " size INT NOT NULL, settings TEXT NOT NULL, handicap INT NOT NULL, clock TEXT NOT NULL,"
    " listed INT NOT NULL, round INT NOT NULL, phase INT NOT NULL, result TEXT NOT NULL,"
    " touched REAL NOT NULL,"
    " kind0 INT NOT NULL, token0 TEXT NOT NULL, name0 TEXT, bot0 TEXT, level0 TEXT,"
    " kind1 INT NOT NULL, token1 TEXT NOT NULL, name1 TEXT, bot1 TEXT, level1 TEXT,"
    " left0 REAL, count0 INT, left1 REAL, count1 INT, first INT NOT NULL, start TEXT,"
    " began REAL NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE life(ran REAL NOT NULL);"
    "INSERT INTO life VALUES(0);"
    "CREATE TABLE entry(room TEXT NOT NULL, round INT NOT NULL, number INT NOT NULL,"
    " kind TEXT NOT NULL, side INT NOT NULL, text TEXT NOT NULL, time REAL NOT NULL,"
    " PRIMARY KEY(room, round, number)) WITHOUT ROWID;"
    "CREATE TABLE chat(room TEXT NOT NULL, number INT NOT NULL, scope INT NOT NULL,"
    " side INT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, time REAL NOT NULL,"
    " PRIMARY KEY(room, number)) WITHOUT ROWID;";

static const char *const sources[STATEMENTS] = {
    [PUT_ROOM] = ("INSERT OR REPLACE INTO room VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
                  "?,?,?,?,?,?,?)"),
    [PUT_ENTRY] = "INSERT OR REPLACE INTO entry VALUES(?,?,?,?,?,?,?)",
    [CUT_ENTRIES] = "DELETE FROM entry WHERE room=? AND round=? AND number>=?",
    [PUT_CHAT] = "INSERT OR REPLACE INTO chat VALUES(?,?,?,?,?,?,?)",
    [CUT_CHAT] = "DELETE FROM chat WHERE room=? AND number<=?",
};

double store_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char code_failed[] = "store.failed";

bool store_fail(struct store *store, const char *doing, struct error *error) {
    return error_set(error, code_failed, "cannot {0}: {1}", doing, sqlite3_errmsg(store->database),
                     NULL);
}

bool store_has_failed(const struct error *error) {
    return error->code == code_failed;
}

void store_bind(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

/* Opening. */

static long ask_number(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement;
    long value = -1;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = (long)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static bool is_sound(sqlite3 *database) {
    sqlite3_stmt *statement;
    const char *verdict = NULL;
    if (sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        verdict = (const char *)sqlite3_column_text(statement, 0);
    bool sound = verdict != NULL && strcmp(verdict, "ok") == 0;
    sqlite3_finalize(statement);
    return sound;
}

/* Looks at an existing file before anything may write to it. A first start that failed may have
 * left a database with nothing in it: SQLite writes a header before our schema comes. */
static bool inspect(const char *file, bool *fresh, struct error *error) {
    struct stat status;
    *fresh = strcmp(file, ":memory:") == 0 || stat(file, &status) != 0 || status.st_size == 0;
    if (*fresh)
        return true;
    sqlite3 *database = NULL;
    bool good = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (good)
        sqlite3_busy_timeout(database, BUSY_START);
    long application = good ? ask_number(database, "PRAGMA application_id") : -1;
    long version = good ? ask_number(database, "PRAGMA user_version") : -1;
    *fresh = application == 0 && ask_number(database, "SELECT count(*) FROM sqlite_schema") == 0;
    if (!good || application < 0)
        good = error_set(error, "store.damaged", "{0} is no database or is damaged: {1}", file,
                         sqlite3_errmsg(database), NULL);
    else if (*fresh)
        good = true;
    else if (application != APPLICATION)
        good =
            error_set(error, "store.foreign", "{0} is a database of another program", file, NULL);
    else if (version != STORE_VERSION)
        good = error_set(error, "store.version",
                         "{0} was written by another version of ternion-server", file, NULL);
    else if (!is_sound(database))
        good = error_set(error, "store.damaged", "{0} is damaged; move it away to start anew", file,
                         NULL);
    sqlite3_close(database);
    return good;
}

static void *checkpoint_run(void *context) {
    struct store *store = context;
    sqlite3 *database = NULL;
    bool good = sqlite3_open_v2(store->file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    pthread_mutex_lock(&store->lock);
    while (!store->leaving && good) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += 2;
        pthread_cond_timedwait(&store->wake, &store->lock, &until);
        pthread_mutex_unlock(&store->lock);
        sqlite3_wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    sqlite3_close(database);
    return NULL;
}

static bool prepare(struct store *store, bool fresh, struct error *error) {
    static const char settings[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                                   "PRAGMA wal_autocheckpoint=0; PRAGMA locking_mode=NORMAL;";
    if (sqlite3_exec(store->database, settings, NULL, NULL, NULL) != SQLITE_OK)
        return store_fail(store, "open the database", error);
    if (fresh) {
        struct text sql = {0};
        text_print(&sql, "BEGIN; %s PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT;",
                   schema, APPLICATION, STORE_VERSION);
        int status = sqlite3_exec(store->database, text_string(&sql), NULL, NULL, NULL);
        text_free(&sql);
        if (status != SQLITE_OK)
            return store_fail(store, "make the database", error);
    }
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->database, sources[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return store_fail(store, "use the database", error);
    return true;
}

static double ask_seconds(struct store *store, const char *sql, double otherwise) {
    sqlite3_stmt *s;
    double seconds = otherwise;
    if (sqlite3_prepare_v2(store->database, sql, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW && sqlite3_column_type(s, 0) != SQLITE_NULL)
        seconds = sqlite3_column_double(s, 0);
    sqlite3_finalize(s);
    return seconds;
}

/* When a room was changed last, or now if there is none. */
static double last_change(struct store *store) {
    return ask_seconds(store, "SELECT max(touched) FROM room", store_time());
}

/* The server's time, by which clocks run: what a server that was killed had not noted is known from
 * its last change. */
static double time_run(struct store *store) {
    return fmax(ask_seconds(store, "SELECT max(ran) FROM life WHERE ran<1e12", 0),
                ask_seconds(store, "SELECT max(began) FROM room WHERE began<1e12", 0));
}

double store_time_run(const struct store *store) {
    return store->ran + host_now() - store->opened;
}

static void note_time_run(struct store *store) {
    struct text sql = {0};
    text_print(&sql, "UPDATE life SET ran=%.6f", store_time_run(store));
    sqlite3_exec(store->database, text_string(&sql), NULL, NULL, NULL);
    text_free(&sql);
}

static bool store_lock(struct store *store, struct error *error) {
    store->owned =
        file_lock(store->file, "store.locked", "another server keeps its games in {0}", error);
    return store->owned >= 0;
}

/* What waits for it counts seconds that pass, whatever the system's clock is set to. */
static void wake_init(pthread_cond_t *wake) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(wake, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct store *store_open(const char *file, struct error *error) {
    bool fresh, memory = strcmp(file, ":memory:") == 0;
    struct store *store = memory_new(1, sizeof *store);
    store->file = memory_string(file);
    store->owned = -1;
    pthread_mutex_init(&store->lock, NULL);
    wake_init(&store->wake);
    bool good = (memory || store_lock(store, error)) && inspect(file, &fresh, error);
    if (good)
        good = sqlite3_open_v2(file, &store->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                               NULL) == SQLITE_OK ||
               store_fail(store, "open the database", error);
    if (good)
        sqlite3_busy_timeout(store->database, BUSY_START);
    good = good && prepare(store, fresh, error);
    if (good && !memory)
        store->has_thread = pthread_create(&store->thread, NULL, checkpoint_run, store) == 0;
    if (!good) {
        store_close(store);
        return NULL;
    }
    sqlite3_busy_timeout(store->database, BUSY);
    store->opened = host_now();
    store->ran = time_run(store);
    store->last_change = last_change(store);
    return store;
}

void store_close(struct store *store) {
    if (store == NULL)
        return;
    if (store->has_thread) {
        pthread_mutex_lock(&store->lock);
        store->leaving = true;
        pthread_cond_signal(&store->wake);
        pthread_mutex_unlock(&store->lock);
        pthread_join(store->thread, NULL);
    }
    if (store->opened > 0)
        note_time_run(store);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    if (store->owned >= 0)
        close(store->owned);
    pthread_cond_destroy(&store->wake);
    pthread_mutex_destroy(&store->lock);
    free(store->file);
    free(store);
}
