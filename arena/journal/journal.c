#include "journal.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/system/file.h"
#include "../../src/system/now.h"
#include "journal_rows.h"

enum {
    BACKLOG_SHORT = 8,
    LOCKED_LIMIT = 10,      /* seconds to wait for a lock; but see journal_patience */
    LOCKED_PAUSE = 50000000 /* nanoseconds between tries */
};

/* What waits to be written: a game, what an engine calls itself, what is owed to force, or a note.
 */
struct journal_item {
    struct journal_item *next;
    struct arena_result *result;
    bool forced; /* the program is a line of what is owed to force */
    int engine;
    char *program; /* or the words of a note */
    char *version; /* NULL: a note */
};

struct journal {
    sqlite3 *db;
    int lock;
    int wake;
    char *forced; /* what only force has let through, as in MANIFEST_FORCED; NULL: nothing, or it is
                     told */
    bool writing; /* the thread runs */
    pthread_t thread;
    double locked; /* the thread's own: for how many seconds what it writes has waited for a lock */
    double met;    /* the same: when it met the lock that it waits for */
    journal_fn *written; /* or NULL */
    void *context;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    /* Guarded by the mutex: */
    struct journal_item *first, **last;
    size_t backlog;
    bool closing;
    double closed; /* when that began */
    bool failed;
    struct error error;
};

/* ---- opening */

static bool journal_lock(struct journal *journal, const char *path, struct error *error) {
    journal->lock = file_lock(path, "journal.locked", "another arena is writing {0}", error);
    return journal->lock >= 0;
}

static struct journal *journal_new(void) {
    struct journal *journal = memory_new(1, sizeof *journal);
    journal->lock = -1;
    journal->wake = -1;
    journal->last = &journal->first;
    pthread_mutex_init(&journal->mutex, NULL);
    pthread_cond_init(&journal->cond, NULL);
    return journal;
}

static void journal_free(struct journal *journal) {
    if (journal->db != NULL)
        sqlite3_close(journal->db);
    if (journal->lock >= 0)
        close(journal->lock);
    if (journal->wake >= 0)
        close(journal->wake);
    pthread_mutex_destroy(&journal->mutex);
    pthread_cond_destroy(&journal->cond);
    error_clear(&journal->error);
    free(journal->forced);
    free(journal);
}

static bool journal_connect(struct journal *journal, const char *path, int flags,
                            struct error *error) {
    if (sqlite3_open_v2(path, &journal->db, flags, NULL) != SQLITE_OK)
        return error_set(error, "journal.open", "cannot open {0}: {1}", path,
                         sqlite3_errmsg(journal->db), NULL);
    sqlite3_busy_timeout(journal->db, LOCKED_LIMIT * 1000);
    return true;
}

static bool journal_begin(sqlite3 *db, const struct manifest *manifest, struct error *error) {
    return rows_put_manifest(db, manifest, error) && rows_run(db, "COMMIT", error);
}

/* Most often a second match was started without naming a journal, and met that of the first. */
static bool journal_is_other(const char *path, struct error *error) {
    struct text why = {0};
    error_print(error, &why);
    error_set(error, "journal.other", "{0}: {1} (--journal FILE begins another run)", path,
              text_string(&why), NULL);
    text_free(&why);
    return false;
}

static bool resume_write(sqlite3 *db, const struct manifest *manifest, bool forced,
                         struct error *error) {
    const char *rounds = manifest_value(manifest, "rounds");
    return rows_set(db, "games", manifest_value(manifest, "games"), error) &&
           (rounds == NULL || rows_set(db, "rounds", rounds, error)) &&
           (forced || rows_put_event(db, "resumed", error));
}

static bool journal_resume(struct journal *journal, const char *path,
                           const struct manifest *manifest, bool force, struct error *error) {
    sqlite3 *db = journal->db;
    struct manifest then;
    struct text forced = {0};
    if (!rows_get_manifest(db, &then, error))
        return false;
    bool fine =
        manifest_continues(&then, manifest, force, &forced, error) || journal_is_other(path, error);
    manifest_free(&then);
    fine = fine && rows_run(db, "BEGIN IMMEDIATE", error) &&
           resume_write(db, manifest, forced.length > 0, error) && rows_run(db, "COMMIT", error);
    if (fine && forced.length > 0)
        journal->forced = text_take(&forced);
    text_free(&forced);
    return fine;
}

struct sqlite3 *journal_database(struct journal *journal) {
    return journal->db;
}

/* NFS, SMB, SMB2, Lustre, GPFS, BeeGFS, Ceph, AFS, as statfs(2) and their makers number them. */
static bool is_on_network(const char *path) {
    static const unsigned long kinds[] = {0x6969,     0xff534d42, 0xfe534d42, 0x0bd00bd0,
                                          0x47504653, 0x19830326, 0x00c36400, 0x5346414f};
    struct statfs system;
    if (statfs(path, &system) != 0)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((unsigned long)system.f_type == kinds[i])
            return true;
    return false;
}

/* How a new file is written, once and for all. Ahead of it: readers never wait, and a transaction
 * is one sync; but readers must share memory with the writer, which those on other machines cannot.
 * On a network's file system readers and the writer take turns instead. */
static bool journal_choose_mode(struct journal *journal, const char *path, struct error *error) {
    long tables = 1;
    rows_number(journal->db, "SELECT count(*) FROM sqlite_schema", &tables);
    const char *mode =
        is_on_network(path) ? "PRAGMA journal_mode=TRUNCATE" : "PRAGMA journal_mode=WAL";
    return tables > 0 || rows_run(journal->db, mode, error);
}

static bool journal_open_tables(struct journal *journal, const char *path, bool *fresh,
                                struct error *error) {
    journal->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return journal_lock(journal, path, error) &&
           journal_connect(journal, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) &&
           journal_choose_mode(journal, path, error) &&
           rows_run(journal->db, "PRAGMA synchronous=FULL", error) &&
           rows_prepare(journal->db, path, fresh, error);
}

struct journal *journal_open_bare(const char *path, bool *fresh, struct error *error) {
    struct journal *journal = journal_new();
    if (journal_open_tables(journal, path, fresh, error) &&
        (*fresh || rows_run(journal->db, "BEGIN IMMEDIATE", error)))
        return journal;
    journal_free(journal);
    return NULL;
}

struct journal *journal_open(const char *path, const struct manifest *manifest, bool force,
                             bool *resumed, struct error *error) {
    struct journal *journal = journal_new();
    bool fresh = false;
    bool fine = journal_open_tables(journal, path, &fresh, error) &&
                (fresh ? journal_begin(journal->db, manifest, error)
                       : journal_resume(journal, path, manifest, force, error));
    if (!fine) {
        journal_free(journal);
        return NULL;
    }
    *resumed = !fresh;
    return journal;
}

/* Whether all of a journal is in its own file: an arena that ends leaves nothing beside it. */
static bool journal_is_whole(const char *path) {
    struct text name = {0};
    struct stat ahead;
    text_print(&name, "%s-wal", path);
    bool whole = stat(text_string(&name), &ahead) != 0 || ahead.st_size == 0;
    text_free(&name);
    return whole;
}

/* SQLite makes an index beside the file even for reading. Where that cannot be, as in somebody
 * else's directory or on a disk that is read-only, a whole journal is read as a file that nobody
 * changes. */
static void journal_settle(struct journal *journal, const char *path) {
    long tables;
    if (rows_number(journal->db, "SELECT count(*) FROM sqlite_schema", &tables))
        return;
    int why = sqlite3_errcode(journal->db);
    if ((why != SQLITE_CANTOPEN && why != SQLITE_READONLY) || !journal_is_whole(path))
        return;
    struct text name = {0};
    text_put(&name, path[0] == '/' ? "file://" : "file:");
    for (; *path != '\0'; path++)
        text_print(&name, strchr("%?#", *path) != NULL ? "%%%02X" : "%c", *path);
    text_put(&name, "?immutable=1");
    sqlite3_close(journal->db);
    sqlite3_open_v2(text_string(&name), &journal->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    text_free(&name);
}

struct journal *journal_read(const char *path, struct error *error) {
    struct journal *journal = journal_new();
    bool fresh = false;
    if (access(path, R_OK) != 0) {
        error_set(error, "journal.none", "cannot read {0}: {1}", path, strerror(errno), NULL);
        journal_free(journal);
        return NULL;
    }
    /* Reading a write-ahead file may need its index built, which read-only access cannot. */
    long tables = 1;
    bool fine = journal_connect(journal, path, SQLITE_OPEN_READWRITE, error);
    if (fine)
        journal_settle(journal, path);
    fine = fine && rows_run(journal->db, "PRAGMA query_only=1", error);
    if (fine && rows_number(journal->db, "SELECT count(*) FROM sqlite_schema", &tables) &&
        tables == 0)
        fine = error_set(error, "journal.empty", "{0} is empty", path, NULL);
    if (fine && rows_prepare(journal->db, path, &fresh, error))
        return journal;
    journal_free(journal);
    return NULL;
}

/* ---- reading */

bool journal_hold(struct journal *journal, struct error *error) {
    return rows_run(journal->db, "BEGIN", error);
}

void journal_let_go(struct journal *journal) {
    rows_run(journal->db, "COMMIT", NULL);
}

bool journal_each(struct journal *journal, bool full, void (*each)(void *, struct arena_result *),
                  void *context, struct error *error) {
    return rows_each(journal->db, full, -1, each, context, error);
}

static void take_one(void *context, struct arena_result *result) {
    struct arena_result **found = context;
    arena_result_free(*found);
    *found = result;
}

struct arena_result *journal_game(struct journal *journal, long number, struct error *error) {
    struct arena_result *found = NULL;
    if (!rows_each(journal->db, true, number, take_one, &found, error))
        return NULL;
    if (found == NULL) {
        struct text text = {0};
        text_print(&text, "%ld", number);
        error_set(error, "journal.no-game", "the journal has no game {0}", text_string(&text),
                  NULL);
        text_free(&text);
    }
    return found;
}

bool journal_manifest(struct journal *journal, struct manifest *manifest, struct error *error) {
    if (!rows_get_manifest(journal->db, manifest, error))
        return false;
    struct schedule schedule = manifest_schedule(manifest);
    if (schedule_is_ok(&schedule))
        return true;
    manifest_free(manifest);
    return error_set(error, "journal.damaged",
                     "the journal {0} is damaged: its schedule makes no sense",
                     sqlite3_db_filename(journal->db, "main"), NULL);
}

long journal_dialogue_bytes(struct journal *journal) {
    long bytes = 0;
    rows_number(journal->db, "SELECT coalesce(sum(length(CAST(text AS BLOB))), 0) FROM dialogue",
                &bytes);
    return bytes;
}

long journal_repeats(struct journal *journal) {
    long repeats = 0;
    rows_number(journal->db,
                "SELECT count(*) - count(DISTINCT engine0 || ' ' || engine1 || ' ' || opening || "
                "'; ' || moves) FROM game WHERE fault IS NULL",
                &repeats);
    return repeats;
}

long journal_games(struct journal *journal) {
    long games = 0;
    rows_number(journal->db, "SELECT count(*) FROM game", &games);
    return games;
}

bool journal_events(struct journal *journal, struct text *text, struct error *error) {
    sqlite3_stmt *row;
    static const char sql[] =
        "SELECT ifnull(datetime(time,'unixepoch'),''), ifnull(words,'') FROM event ORDER BY number";
    if (sqlite3_prepare_v2(journal->db, sql, -1, &row, NULL) != SQLITE_OK)
        return rows_fail(journal->db, error);
    while (sqlite3_step(row) == SQLITE_ROW)
        text_print(text, "%s %s\n", sqlite3_column_text(row, 0), sqlite3_column_text(row, 1));
    sqlite3_finalize(row);
    return true;
}

/* ---- the writing thread */

static bool item_write(struct journal *journal, const struct journal_item *item,
                       struct error *error) {
    if (item->result != NULL)
        return rows_put_game(journal->db, item->result, error) &&
               (journal->written == NULL ||
                journal->written(journal->context, item->result, error));
    if (item->forced)
        return rows_add_forced(journal->db, item->program, error);
    if (item->version == NULL)
        return rows_put_event(journal->db, item->program, error);
    return rows_put_known(journal->db, item->engine, item->program, item->version, error);
}

static void item_free(struct journal_item *item) {
    arena_result_free(item->result);
    free(item->program);
    free(item->version);
    free(item);
}

void journal_set_written(struct journal *journal, journal_fn *written, void *context) {
    journal->written = written;
    journal->context = context;
}

void journal_wake_up(const struct journal *journal) {
    static const uint64_t one = 1;
    ssize_t put = write(journal->wake, &one, sizeof one);
    (void)put; /* a full counter wakes as well */
}

/* Asked by SQLite whether to try again what somebody's lock keeps from being written. On a
 * network's file system every reader has a lock for as long as it reads, which may be hours
 * where an export is paged through. A run can wait for that; only one that ends does not. */
static int journal_patience(void *context, int tries) {
    static const struct timespec pause = {.tv_nsec = LOCKED_PAUSE};
    struct journal *journal = context;
    double now = monotonic_now();
    if (tries == 0)
        journal->met = now;
    pthread_mutex_lock(&journal->mutex);
    double since = fmax(journal->met, journal->closed);
    bool enough = journal->closing && now - since >= LOCKED_LIMIT;
    pthread_mutex_unlock(&journal->mutex);
    if (enough)
        return 0;
    double before = monotonic_now();
    nanosleep(&pause, NULL);
    journal->locked += monotonic_now() - before;
    return 1;
}

/* A run that stood still ought to say why. */
static bool journal_tell_locked(struct journal *journal, struct error *error) {
    struct text words = {0};
    double seconds = journal->locked;
    journal->locked = 0;
    if (seconds < LOCKED_LIMIT)
        return true;
    text_print(&words, "the journal was locked by somebody else for %.0f s", seconds);
    bool fine = rows_put_event(journal->db, text_string(&words), error);
    text_free(&words);
    return fine;
}

static void *journal_thread(void *context) {
    struct journal *journal = context;
    pthread_mutex_lock(&journal->mutex);
    for (;;) {
        while (journal->first == NULL && !journal->closing)
            pthread_cond_wait(&journal->cond, &journal->mutex);
        struct journal_item *item = journal->first;
        if (item == NULL)
            break;
        journal->first = item->next;
        if (journal->first == NULL)
            journal->last = &journal->first;
        bool skip = journal->failed;
        pthread_mutex_unlock(&journal->mutex);
        struct error error = {0};
        bool fine =
            skip || (item_write(journal, item, &error) && journal_tell_locked(journal, &error));
        bool game = item->result != NULL;
        item_free(item);
        pthread_mutex_lock(&journal->mutex);
        if (!fine) {
            journal->failed = true;
            journal->error = error;
        }
        journal->backlog -= game;
        if (!fine || (game && journal->backlog == BACKLOG_SHORT))
            journal_wake_up(journal);
    }
    pthread_mutex_unlock(&journal->mutex);
    return NULL;
}

bool journal_start(struct journal *journal, struct error *error) {
    sqlite3_busy_handler(journal->db, journal_patience, journal);
    int why = pthread_create(&journal->thread, NULL, journal_thread, journal);
    journal->writing = why == 0;
    return journal->writing ||
           error_set(error, "journal.thread",
                     "cannot start the thread that writes the journal: {0}", strerror(why), NULL);
}

static void journal_push(struct journal *journal, struct journal_item *item) {
    pthread_mutex_lock(&journal->mutex);
    journal->backlog += item->result != NULL;
    *journal->last = item;
    journal->last = &item->next;
    pthread_cond_signal(&journal->cond);
    pthread_mutex_unlock(&journal->mutex);
}

void journal_put(struct journal *journal, struct arena_result *result) {
    struct journal_item *item = memory_new(1, sizeof *item);
    item->result = result;
    journal_push(journal, item);
}

void journal_note(struct journal *journal, const char *words) {
    struct journal_item *item = memory_new(1, sizeof *item);
    item->program = memory_string(words);
    journal_push(journal, item);
}

void journal_force(struct journal *journal, const char *line) {
    struct journal_item *item = memory_new(1, sizeof *item);
    item->forced = true;
    item->program = memory_string(line);
    journal_push(journal, item);
}

void journal_own_up(struct journal *journal) {
    if (journal->forced == NULL)
        return;
    journal_note(journal, "resumed by force with a changed program or file");
    journal_force(journal, journal->forced);
    free(journal->forced);
    journal->forced = NULL;
}

static void put_idle(struct text *words, const char *name) {
    text_print(words, "%s failed between games (", name);
}

void journal_note_idle(struct journal *journal, const char *name, const char *kind,
                       const char *detail) {
    struct text words = {0};
    char *line = printable_line(detail);
    put_idle(&words, name);
    text_print(&words, "%s): %s", kind, line);
    journal_note(journal, text_string(&words));
    text_free(&words);
    free(line);
}

long journal_idle_faults(struct journal *journal, const char *name) {
    static const char sql[] = "SELECT count(*) FROM event WHERE substr(words,1,length(?1)) = ?1";
    struct text words = {0};
    sqlite3_stmt *row;
    long count = 0;
    put_idle(&words, name);
    if (sqlite3_prepare_v2(journal->db, sql, -1, &row, NULL) == SQLITE_OK) {
        sqlite3_bind_text(row, 1, text_string(&words), -1, SQLITE_TRANSIENT);
        if (sqlite3_step(row) == SQLITE_ROW)
            count = (long)sqlite3_column_int64(row, 0);
    }
    sqlite3_finalize(row);
    text_free(&words);
    return count;
}

void journal_know(struct journal *journal, int engine, const char *program, const char *version) {
    struct journal_item *item = memory_new(1, sizeof *item);
    item->engine = engine;
    item->program = memory_string(program != NULL ? program : "");
    item->version = memory_string(version != NULL ? version : "");
    journal_push(journal, item);
}

size_t journal_backlog(struct journal *journal) {
    pthread_mutex_lock(&journal->mutex);
    size_t backlog = journal->backlog;
    pthread_mutex_unlock(&journal->mutex);
    return backlog;
}

int journal_wake(const struct journal *journal) {
    return journal->wake;
}

void journal_wake_taken(struct journal *journal) {
    uint64_t count;
    ssize_t got = read(journal->wake, &count, sizeof count);
    (void)got;
}

static void error_copy(struct error *to, const struct error *from) {
    struct text text = {0};
    error_print(from, &text);
    error_set(to, "journal.failed", "{0}", text_string(&text), NULL);
    text_free(&text);
}

bool journal_failed(struct journal *journal, struct error *error) {
    pthread_mutex_lock(&journal->mutex);
    bool failed = journal->failed;
    if (failed && error != NULL)
        error_copy(error, &journal->error);
    pthread_mutex_unlock(&journal->mutex);
    return failed;
}

/* What waits where no thread was started. */
static bool journal_drop(struct journal *journal, struct error *error) {
    if (journal->first == NULL)
        return true;
    while (journal->first != NULL) {
        struct journal_item *item = journal->first;
        journal->first = item->next;
        item_free(item);
    }
    return error_set(error, "journal.unwritten",
                     "nothing was written: no thread was started for it", NULL);
}

bool journal_close(struct journal *journal, struct error *error) {
    pthread_mutex_lock(&journal->mutex);
    journal->closing = true;
    journal->closed = monotonic_now();
    pthread_cond_signal(&journal->cond);
    pthread_mutex_unlock(&journal->mutex);
    if (journal->writing)
        pthread_join(journal->thread, NULL);
    bool fine = journal_drop(journal, error) && !journal_failed(journal, error);
    journal_free(journal);
    return fine;
}
