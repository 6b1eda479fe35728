/* What is kept for how long: sweeping, erasing, copies. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/system/now.h"
#include "store_private.h"

/* Sweeping: games that are kept no more. The database is gone through in small steps, over and
 * over: no step takes long enough for anybody to notice, and nothing has to be remembered from one
 * start of the server to the next. */

/* Rooms looked at in one step, each of which may cost a transaction and a look through the lobby;
 * rows after which a step ends. */
enum { SWEEP_ROOMS = 20, SWEEP_ROWS = 300 };
/* Milliseconds for which a copy waits for who keeps it from reading. */
enum { COPY_BUSY = 5000 };
static const double DAY = 24 * 3600;

/* What is deleted does not come back when a clock that was wrong is set right: it counts no further
 * than the last change that this server found, and the time that it has run, bear it out. */
double store_sweep_time(const struct store *store) {
    return fmin(calendar_now(), store->last_change + monotonic_now() - store->opened);
}

/* Runs one change of a room; returns how many rows it met, or -1. */
static int room_change(struct store *store, const char *sql, const char *id) {
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(store->database, sql, -1, &s, NULL) != SQLITE_OK)
        return -1;
    store_bind(s, 1, id);
    bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return good ? sqlite3_changes(store->database) : -1;
}

/* The first round, if it is not the last; returns how many rows that was, or -1. */
static int round_delete(struct store *store, const char *id) {
    return room_change(store,
                       "DELETE FROM entry WHERE room=?1 AND round="
                       "(SELECT min(round) FROM entry WHERE room=?1) AND round<"
                       "(SELECT round FROM room WHERE id=?1)",
                       id);
}

/* The last round goes with the room, so that there is never half a game. */
static bool room_delete(struct store *store, const char *id, int *rows) {
    static const char *const parts[] = {
        "DELETE FROM entry WHERE room=?", "DELETE FROM chat WHERE room=?",
        "DELETE FROM past WHERE room=?", "DELETE FROM room WHERE id=?"};
    if (!store_begin(store, NULL))
        return false;
    bool good = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && good; i++) {
        int count = room_change(store, parts[i], id);
        good = count >= 0;
        *rows += count;
    }
    return store_finish(store, good, NULL);
}

/* False if it is not all gone: there is too much of it for one step, or the disk is full. */
static bool room_sweep(struct store *store, const char *id, int *rows) {
    for (int count; (count = round_delete(store, id)) != 0;) {
        *rows += count;
        if (count < 0 || *rows >= SWEEP_ROWS)
            return false;
    }
    return room_delete(store, id, rows);
}

/* The next rooms by name, and whether each is old; returns how many. */
static int rooms_next(struct store *store, double before, char ids[][ROOM_ID], bool *old) {
    sqlite3_stmt *s;
    int count = 0;
    if (sqlite3_prepare_v2(store->database,
                           "SELECT id, touched<? FROM room WHERE id>? AND length(id)=? ORDER BY id "
                           "LIMIT ?",
                           -1, &s, NULL) != SQLITE_OK)
        return 0;
    sqlite3_bind_double(s, 1, before);
    store_bind(s, 2, store->swept);
    sqlite3_bind_int(s, 3, ROOM_ID - 1);
    sqlite3_bind_int(s, 4, SWEEP_ROOMS);
    while (count < SWEEP_ROOMS && sqlite3_step(s) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(s, 0);
        snprintf(ids[count], ROOM_ID, "%s", id == NULL ? "" : id);
        old[count++] = sqlite3_column_int(s, 1) != 0;
    }
    sqlite3_finalize(s);
    return count;
}

void store_sweep(struct store *store, double days,
                 bool (*is_here)(const void *context, const char *id), const void *context) {
    char ids[SWEEP_ROOMS][ROOM_ID];
    bool old[SWEEP_ROOMS];
    int count = rooms_next(store, store_sweep_time(store) - days * DAY, ids, old);
    int next = 0;
    for (int rows = 0; next < count && rows < SWEEP_ROWS; next++) {
        if (old[next] && !is_here(context, ids[next]) && !room_sweep(store, ids[next], &rows))
            return;
        memcpy(store->swept, ids[next], ROOM_ID);
    }
    if (next == count && count < SWEEP_ROOMS)
        store->swept[0] = '\0'; /* from the beginning */
}

/* Erasing: what somebody asks to have deleted. The bytes are overwritten (secure_delete). */

bool store_erase_game(struct store *store, const char *id, struct error *error) {
    int rows = 0;
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(store->database, "SELECT 1 FROM room WHERE id=?", -1, &s, NULL) !=
        SQLITE_OK)
        return store_fail(store, "look for the game", error);
    store_bind(s, 1, id);
    bool found = sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    if (!found)
        return error_set(error, "room.unknown", "there is no game {0}", id, NULL);
    return room_delete(store, id, &rows) || store_fail(store, "delete the game", error);
}

long store_erase_name(struct store *store, const char *name, struct error *error) {
    static const char *const parts[] = {
        "CREATE TEMP TABLE met AS SELECT id FROM room WHERE name0=?1 OR name1=?1 UNION "
        "SELECT room FROM chat WHERE name=?1 UNION "
        "SELECT room FROM past WHERE name0=?1 OR name1=?1",
        "UPDATE room SET name0=NULL WHERE name0=?",
        "UPDATE room SET name1=NULL WHERE name1=?",
        "UPDATE past SET name0=NULL WHERE name0=?",
        "UPDATE past SET name1=NULL WHERE name1=?",
        "DELETE FROM chat WHERE name=?",
        "UPDATE contest_entry SET text='' WHERE kind='player' AND text=?",
        "UPDATE contest_entry SET word=NULL WHERE kind='correct' AND word=?",
    };
    if (!store_begin(store, error))
        return -1;
    bool good = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && good; i++)
        good = room_change(store, parts[i], name) >= 0;
    long games = good ? store_ask_number(store->database, "SELECT count(*) FROM met") : -1;
    if (!good)
        store_fail(store, "take the name out", error);
    good = store_finish(store, games >= 0, error);
    sqlite3_exec(store->database, "DROP TABLE IF EXISTS met", NULL, NULL, NULL);
    return good ? games : -1;
}

/* Copies. SQLite copies what one reading connection sees, so that writers go on. */

static bool copy_fail(const char *copy, const char *why, struct error *error) {
    return error_set(error, "store.copy", "cannot copy the database to {0}: {1}", copy, why, NULL);
}

/* The copy is no log and file but one file, which may lie on a medium that cannot be written to. */
static bool copy_pages(sqlite3 *from, const char *copy, struct error *error) {
    sqlite3 *to = NULL;
    bool good = sqlite3_open_v2(copy, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(to, "main", from, "main") : NULL;
    if (backup != NULL) {
        sqlite3_backup_step(backup, -1);
        good = sqlite3_backup_finish(backup) == SQLITE_OK &&
               sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) == SQLITE_OK;
    }
    good = good && backup != NULL;
    if (!good)
        copy_fail(copy, sqlite3_errmsg(to), error);
    return sqlite3_close(to) == SQLITE_OK && good;
}

bool store_backup(const char *file, const char *copy, struct error *error) {
    bool fresh;
    sqlite3 *from = NULL;
    if (access(file, F_OK) != 0)
        return copy_fail(copy, "there is none", error);
    if (!store_inspect(file, &fresh, error))
        return false;
    int made = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0)
        return copy_fail(copy, strerror(errno), error);
    close(made);
    bool good = sqlite3_open_v2(file, &from, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                copy_fail(copy, sqlite3_errmsg(from), error);
    sqlite3_busy_timeout(from, COPY_BUSY);
    good = good && copy_pages(from, copy, error);
    sqlite3_close(from);
    if (!good)
        unlink(copy);
    return good;
}
