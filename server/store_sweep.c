/* Games that are kept no more. The database is gone through in small steps, over and over: no step
 * takes long enough for anybody to notice, and nothing has to be remembered from one start of the
 * server to the next. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../src/driver/driver_loop.h"
#include "store_inside.h"

/* Rooms looked at in one step, each of which may cost a transaction and a look through the lobby;
 * rows after which a step ends. */
enum { SWEEP_ROOMS = 20, SWEEP_ROWS = 300 };
static const double DAY = 24 * 3600;

/* What is deleted does not come back when a clock that was wrong is set right: it counts no further
 * than the last change that this server found, and the time that it has run, bear it out. */
static double sweep_time(const struct store *store) {
    return fmin(store_time(), store->last_change + host_now() - store->opened);
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

/* A round before the last, which nobody can ask for any more; returns how many rows that was, or
 * -1. */
static int round_delete(struct store *store, const char *id) {
    return room_change(store,
                       "DELETE FROM entry WHERE room=?1 AND round="
                       "(SELECT min(round) FROM entry WHERE room=?1) AND round<"
                       "(SELECT round FROM room WHERE id=?1)",
                       id);
}

/* The last round goes with the room, so that there is never half a game. */
static bool room_delete(struct store *store, const char *id, int *rows) {
    static const char *const parts[] = {"DELETE FROM entry WHERE room=?",
                                        "DELETE FROM chat WHERE room=?",
                                        "DELETE FROM room WHERE id=?"};
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
    int count = rooms_next(store, sweep_time(store) - days * DAY, ids, old);
    int next = 0;
    for (int rows = 0; next < count && rows < SWEEP_ROWS; next++) {
        if (old[next] && !is_here(context, ids[next]) && !room_sweep(store, ids[next], &rows))
            return;
        memcpy(store->swept, ids[next], ROOM_ID);
    }
    if (next == count && count < SWEEP_ROOMS)
        store->swept[0] = '\0'; /* from the beginning */
}
