/* Opening and closing the database. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/system/file.h"
#include "../src/system/now.h"
#include "secret.h"
#include "store_private.h"

enum { APPLICATION = 0x5465726E, STORE_VERSION = 3 }; /* "Tern" */
/* Version 0.1; and one that was brought up to date, but may still have tokens of 0.1 in bytes that
 * are not used. */
enum { STORE_OLD = 2, STORE_UNCLEAN = -3 };
/* Milliseconds to wait for somebody else who writes to the database: by hand at the start, by hand
 * while everybody waits with us, and for the thread that moves the log. */
enum { BUSY_START = 2000, BUSY = 50, BUSY_RESTART = 5000 };

#define SCHEMA_PAST                                                                                \
    "CREATE TABLE past(room TEXT NOT NULL, round INT NOT NULL, start TEXT, name0 TEXT,"            \
    " name1 TEXT, PRIMARY KEY(room, round)) WITHOUT ROWID;"
/* A database of 0.1 or of a server before there were tournaments gets these as well. */
static const char schema_contests[] =
    "CREATE TABLE IF NOT EXISTS contest(code TEXT PRIMARY KEY, title TEXT, setup TEXT NOT NULL,"
    " proof TEXT NOT NULL, format TEXT NOT NULL, rounds INT NOT NULL, gone REAL NOT NULL,"
    " touched REAL NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS contest_entry(contest TEXT NOT NULL, number INT NOT NULL,"
    " kind TEXT NOT NULL, one INT NOT NULL, other INT NOT NULL, word TEXT, text TEXT,"
    " time REAL NOT NULL, PRIMARY KEY(contest, number)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS contest_game ON contest_entry(word) WHERE kind='game';";
static const char schema[] =
    "CREATE TABLE room(id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL,"
    " size INT NOT NULL, settings TEXT NOT NULL, handicap INT NOT NULL, clock TEXT NOT NULL,"
    " listed INT NOT NULL, round INT NOT NULL, phase INT NOT NULL, result TEXT NOT NULL,"
    " touched REAL NOT NULL,"
    " kind0 INT NOT NULL, proof0 TEXT NOT NULL, name0 TEXT, bot0 TEXT, level0 TEXT,"
    " kind1 INT NOT NULL, proof1 TEXT NOT NULL, name1 TEXT, bot1 TEXT, level1 TEXT,"
    " left0 REAL, count0 INT, left1 REAL, count1 INT, first INT NOT NULL, start TEXT,"
    " began REAL NOT NULL, maker INT NOT NULL) WITHOUT ROWID;" SCHEMA_PAST
    "CREATE TABLE life(ran REAL NOT NULL);"
    "INSERT INTO life VALUES(0);"
    "CREATE TABLE entry(room TEXT NOT NULL, round INT NOT NULL, number INT NOT NULL,"
    " kind TEXT NOT NULL, side INT NOT NULL, text TEXT NOT NULL, time REAL NOT NULL,"
    " PRIMARY KEY(room, round, number)) WITHOUT ROWID;"
    "CREATE TABLE chat(room TEXT NOT NULL, number INT NOT NULL, scope INT NOT NULL,"
    " side INT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, time REAL NOT NULL,"
    " PRIMARY KEY(room, number)) WITHOUT ROWID;";

long store_ask_number(sqlite3 *database, const char *sql) {
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
bool store_inspect(const char *file, bool *fresh, struct error *error) {
    struct stat status;
    *fresh = strcmp(file, ":memory:") == 0 || stat(file, &status) != 0 || status.st_size == 0;
    if (*fresh)
        return true;
    sqlite3 *database = NULL;
    bool good = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (good)
        sqlite3_busy_timeout(database, BUSY_START);
    long application = good ? store_ask_number(database, "PRAGMA application_id") : -1;
    long version = good ? store_ask_number(database, "PRAGMA user_version") : -1;
    *fresh =
        application == 0 && store_ask_number(database, "SELECT count(*) FROM sqlite_schema") == 0;
    if (!good || application < 0)
        good = error_set(error, "store.damaged", "{0} is no database or is damaged: {1}", file,
                         sqlite3_errmsg(database), NULL);
    else if (*fresh)
        good = true;
    else if (application != APPLICATION)
        good =
            error_set(error, "store.foreign", "{0} is a database of another program", file, NULL);
    else if (version != STORE_VERSION && version != STORE_OLD && version != STORE_UNCLEAN)
        good = error_set(error, "store.version",
                         "{0} was written by another version of ternion-server", file, NULL);
    else if (!is_sound(database))
        good = error_set(error, "store.damaged", "{0} is damaged; move it away to start anew", file,
                         NULL);
    sqlite3_close(database);
    return good;
}

/* Bringing a database of version 0.1 up to date. */

static void sql_secret_hash(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    char hash[SECRET_HASH];
    const char *token = (const char *)sqlite3_value_text(values[0]);
    secret_hash(token == NULL ? "" : token, hash);
    sqlite3_result_text(context, hash, -1, SQLITE_TRANSIENT);
}

static bool hash_tokens(sqlite3 *database) {
    static const char sql[] =
        "BEGIN IMMEDIATE;"
        "ALTER TABLE room RENAME COLUMN token0 TO proof0;"
        "ALTER TABLE room RENAME COLUMN token1 TO proof1;"
        "ALTER TABLE room ADD COLUMN maker INT NOT NULL DEFAULT -1;" SCHEMA_PAST
        "UPDATE room SET proof0=CASE kind0 WHEN 1 THEN secret_hash(proof0) ELSE '' END,"
        " proof1=CASE kind1 WHEN 1 THEN secret_hash(proof1) ELSE '' END;"
        "PRAGMA user_version=-3; COMMIT";
    bool good = sqlite3_create_function(database, "secret_hash", 1, SQLITE_UTF8, NULL,
                                        sql_secret_hash, NULL, NULL) == SQLITE_OK &&
                sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!good)
        sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

/* Nothing of a token may be left anywhere in the file. If the server ends half-way, the next one
 * goes on. */
static bool upgrade(struct store *store, struct error *error) {
    long version = store_ask_number(store->database, "PRAGMA user_version");
    if ((version != STORE_OLD || hash_tokens(store->database)) &&
        (version == STORE_VERSION || sqlite3_exec(store->database, "VACUUM; PRAGMA user_version=3",
                                                  NULL, NULL, NULL) == SQLITE_OK))
        return true;
    return store_fail(store, "bring the database up to date", error);
}

static bool prepare(struct store *store, bool fresh, struct error *error) {
    static const char settings[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                                   "PRAGMA wal_autocheckpoint=0; PRAGMA locking_mode=NORMAL;"
                                   "PRAGMA journal_size_limit=4194304; PRAGMA secure_delete=ON;";
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
    if (!upgrade(store, error))
        return false;
    if (sqlite3_exec(store->database, schema_contests, NULL, NULL, NULL) != SQLITE_OK)
        return store_fail(store, "make room for tournaments", error);
    return store_prepare(store, error);
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
    return ask_seconds(store, "SELECT max(touched) FROM room", calendar_now());
}

/* The server's time, by which clocks run: what a server that was killed had not noted is known from
 * its last change. */
static double stored_time_run(struct store *store) {
    return fmax(ask_seconds(store, "SELECT max(ran) FROM life WHERE ran<1e12", 0),
                ask_seconds(store, "SELECT max(began) FROM room WHERE began<1e12", 0));
}

static void note_time_run(struct store *store) {
    struct text sql = {0};
    text_print(&sql, "UPDATE life SET ran=%.6f", store_time_run(store));
    sqlite3_exec(store->database, text_string(&sql), NULL, NULL, NULL);
    text_free(&sql);
}

/* Nobody else may read what people said, or find out how to sit on their seats. SQLite gives its
 * log the mode of the database. */
static bool make_private(const char *file, struct error *error) {
    static const char *const parts[] = {"", "-wal", "-shm"};
    struct stat status;
    if (stat(file, &status) != 0) {
        int made = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
        if (made >= 0)
            close(made);
    }
    char *own = realpath(file, NULL);
    bool good = true;
    for (size_t i = 0; own != NULL && good && i < sizeof parts / sizeof *parts; i++) {
        struct text name = {0};
        text_print(&name, "%s%s", own, parts[i]);
        bool wide = stat(text_string(&name), &status) == 0 && S_ISREG(status.st_mode) &&
                    (status.st_mode & 0177) != 0;
        if (wide && chmod(text_string(&name), status.st_mode & 0600) != 0)
            good = error_set(error, "store.mode",
                             "others may read {0}, and that cannot be changed: {1}",
                             text_string(&name), strerror(errno), NULL);
        text_free(&name);
    }
    free(own);
    return good;
}

static bool store_lock(struct store *store, struct error *error) {
    store->owned =
        file_lock(store->file, "store.locked", "another server keeps its games in {0}", error);
    if (store->owned >= 0)
        (void)!fchmod(store->owned, 0600);
    return store->owned >= 0;
}

/* The thread that moves the log may hold us off for as long as the disk takes; anybody else only
 * for a moment, since everybody waits with us. */
static int wait_for_lock(void *context, int tries) {
    struct store *store = context;
    if (tries == 0)
        store->busy_from = 0;
    if (atomic_load(&store->log.restarting) && tries < BUSY_RESTART)
        store->busy_from = tries;
    if (tries - store->busy_from >= BUSY)
        return 0;
    sqlite3_sleep(1);
    return 1;
}

struct store *store_open(const char *file, struct error *error) {
    bool fresh, memory = strcmp(file, ":memory:") == 0;
    struct store *store = memory_new(1, sizeof *store);
    store->file = memory_string(file);
    store->owned = -1;
    bool good = (memory || (store_lock(store, error) && make_private(file, error))) &&
                store_inspect(file, &fresh, error);
    if (good)
        good = sqlite3_open_v2(file, &store->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                               NULL) == SQLITE_OK ||
               store_fail(store, "open the database", error);
    if (good)
        sqlite3_busy_timeout(store->database, BUSY_START);
    good = good && prepare(store, fresh, error) && (memory || store_log_open(store, error));
    if (!good) {
        store_close(store);
        return NULL;
    }
    sqlite3_busy_handler(store->database, wait_for_lock, store);
    store->opened = monotonic_now();
    store->ran = stored_time_run(store);
    store->last_change = last_change(store);
    return store;
}

void store_close(struct store *store) {
    if (store == NULL)
        return;
    store_log_close(store);
    if (store->opened > 0)
        note_time_run(store);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    if (store->owned >= 0)
        close(store->owned);
    free(store->file);
    free(store);
}
