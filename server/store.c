#include "store.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../src/core/file.h"
#include "../src/core/memory.h"
#include "room_inside.h"
#include "server.h"

enum { APPLICATION = 0x5465726E, STORE_VERSION = 1 }; /* "Tern" */
enum { PUT_ROOM, PUT_ENTRY, CUT_ENTRIES, PUT_CHAT, CUT_CHAT, STATEMENTS };

struct store {
    int owned; /* the lock that keeps a second server out, or -1 */
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    /* The thread that moves the log into the database. */
    char *file;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool leaving, has_thread;
};

static const char schema[] =
    "CREATE TABLE room(id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL,"
    " size INT NOT NULL, settings TEXT NOT NULL, handicap INT NOT NULL, clock TEXT NOT NULL,"
    " listed INT NOT NULL, round INT NOT NULL, phase INT NOT NULL, result TEXT NOT NULL,"
    " touched REAL NOT NULL,"
    " kind0 INT NOT NULL, token0 TEXT NOT NULL, name0 TEXT, bot0 TEXT, level0 TEXT,"
    " kind1 INT NOT NULL, token1 TEXT NOT NULL, name1 TEXT, bot1 TEXT, level1 TEXT,"
    " left0 REAL, count0 INT, left1 REAL, count1 INT, first INT NOT NULL, start TEXT) WITHOUT "
    "ROWID;"
    "CREATE TABLE entry(room TEXT NOT NULL, round INT NOT NULL, number INT NOT NULL,"
    " kind TEXT NOT NULL, side INT NOT NULL, text TEXT NOT NULL, time REAL NOT NULL,"
    " PRIMARY KEY(room, round, number)) WITHOUT ROWID;"
    "CREATE TABLE chat(room TEXT NOT NULL, number INT NOT NULL, scope INT NOT NULL,"
    " side INT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, time REAL NOT NULL,"
    " PRIMARY KEY(room, number)) WITHOUT ROWID;";

static const char *const sources[STATEMENTS] = {
    [PUT_ROOM] = ("INSERT OR REPLACE INTO room VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
                  "?,?,?,?,?,?)"),
    [PUT_ENTRY] = "INSERT OR REPLACE INTO entry VALUES(?,?,?,?,?,?,?)",
    [CUT_ENTRIES] = "DELETE FROM entry WHERE room=? AND round=? AND number>=?",
    [PUT_CHAT] = "INSERT OR REPLACE INTO chat VALUES(?,?,?,?,?,?,?)",
    [CUT_CHAT] = "DELETE FROM chat WHERE room=? AND number<=?",
};

static double day_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool fail(struct store *store, const char *doing, struct error *error) {
    return error_set(error, "store.failed", "cannot {0}: {1}", doing,
                     sqlite3_errmsg(store->database), NULL);
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

/* Looks at an existing file before anything may write to it. */
static bool inspect(const char *file, bool *fresh, struct error *error) {
    struct stat status;
    *fresh = strcmp(file, ":memory:") == 0 || stat(file, &status) != 0 || status.st_size == 0;
    if (*fresh)
        return true;
    sqlite3 *database = NULL;
    bool good = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (good)
        sqlite3_busy_timeout(database, 2000);
    long application = good ? ask_number(database, "PRAGMA application_id") : -1;
    long version = good ? ask_number(database, "PRAGMA user_version") : -1;
    if (!good || application < 0)
        good = error_set(error, "store.damaged", "{0} is no database or is damaged: {1}", file,
                         sqlite3_errmsg(database), NULL);
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
        clock_gettime(CLOCK_REALTIME, &until);
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
        return fail(store, "open the database", error);
    if (fresh) {
        struct text sql = {0};
        text_print(&sql, "BEGIN; %s PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT;",
                   schema, APPLICATION, STORE_VERSION);
        int status = sqlite3_exec(store->database, text_string(&sql), NULL, NULL, NULL);
        text_free(&sql);
        if (status != SQLITE_OK)
            return fail(store, "make the database", error);
    }
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->database, sources[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return fail(store, "use the database", error);
    return true;
}

static bool store_lock(struct store *store, struct error *error) {
    store->owned =
        file_lock(store->file, "store.locked", "another server keeps its games in {0}", error);
    return store->owned >= 0;
}

struct store *store_open(const char *file, struct error *error) {
    bool fresh, memory = strcmp(file, ":memory:") == 0;
    struct store *store = memory_new(1, sizeof *store);
    store->file = memory_string(file);
    store->owned = -1;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->wake, NULL);
    bool good = (memory || store_lock(store, error)) && inspect(file, &fresh, error);
    if (good)
        good = sqlite3_open_v2(file, &store->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                               NULL) == SQLITE_OK ||
               fail(store, "open the database", error);
    if (good)
        sqlite3_busy_timeout(store->database, 2000);
    good = good && prepare(store, fresh, error);
    if (good && !memory)
        store->has_thread = pthread_create(&store->thread, NULL, checkpoint_run, store) == 0;
    if (!good) {
        store_close(store);
        return NULL;
    }
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

/* Writing. */

static void bind_text(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

/* "win_length=4 komi=7.5" */
static char *settings_text(const struct session *session) {
    const struct game *game = session_game(session);
    struct text text = {0};
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        text_print(&text, "%s%s=", i > 0 ? " " : "", game->settings[i].name);
        game->get(session_setup(session), i, &text);
    }
    return text_take(&text);
}

static void bind_seat(sqlite3_stmt *statement, int index, const struct seat *seat) {
    sqlite3_bind_int(statement, index, (int)seat->kind);
    bind_text(statement, index + 1, seat->token);
    bind_text(statement, index + 2, seat->name);
    bind_text(statement, index + 3, seat->bot);
    bind_text(statement, index + 4, seat->level);
}

static void bind_clock(sqlite3_stmt *statement, int index, struct session *session, int side) {
    double left;
    int count;
    clock_report(session_clock(session, side), &left, &count);
    sqlite3_bind_double(statement, index, left);
    sqlite3_bind_int(statement, index + 1, count);
}

static bool run(struct store *store, int which, const char *doing, struct error *error) {
    sqlite3_stmt *statement = store->statements[which];
    bool good = sqlite3_step(statement) == SQLITE_DONE || fail(store, doing, error);
    sqlite3_reset(statement);
    return good;
}

static bool put_room(struct store *store, const struct room *room, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_ROOM];
    const struct game *game = session_game(room->session);
    const struct setup *setup = session_setup(room->session);
    struct text clock = {0}, result = {0};
    clock_print(&room->clock, &clock);
    session_print_result(room->session, &result);
    char *settings = settings_text(room->session);
    bind_text(s, 1, room->id);
    bind_text(s, 2, game->name);
    bind_text(s, 3, game->rules[setup->rules]);
    sqlite3_bind_int(s, 4, setup->size);
    bind_text(s, 5, settings);
    sqlite3_bind_int(s, 6, room->handicap);
    bind_text(s, 7, text_string(&clock));
    sqlite3_bind_int(s, 8, room->listed);
    sqlite3_bind_int64(s, 9, room->round);
    sqlite3_bind_int(s, 10, (int)room_phase(room));
    bind_text(s, 11, text_string(&result));
    sqlite3_bind_double(s, 12, day_time());
    bind_seat(s, 13, &room->seats[0]);
    bind_seat(s, 18, &room->seats[1]);
    bind_clock(s, 23, room->session, 0);
    bind_clock(s, 25, room->session, 1);
    sqlite3_bind_int(s, 27, room->first);
    bind_text(s, 28, room->start);
    free(settings);
    text_free(&clock);
    text_free(&result);
    return run(store, PUT_ROOM, "store the game", error);
}

static bool begin(struct store *store, struct error *error) {
    return sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ||
           fail(store, "store the game", error);
}

static bool finish(struct store *store, bool good, struct error *error) {
    if (good && sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    if (good)
        fail(store, "store the game", error);
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool store_room(struct store *store, const struct room *room, struct error *error) {
    return put_room(store, room, error);
}

static bool put_entry(struct store *store, const struct room *room, size_t number, const char *kind,
                      int side, const char *text, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_ENTRY];
    bind_text(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)number);
    bind_text(s, 4, kind);
    sqlite3_bind_int(s, 5, side);
    bind_text(s, 6, text);
    sqlite3_bind_double(s, 7, day_time());
    return run(store, PUT_ENTRY, "store the ply", error);
}

bool store_entry(struct store *store, const struct room *room, size_t number, const char *kind,
                 int side, const char *text, struct error *error) {
    if (!begin(store, error))
        return false;
    bool good =
        put_entry(store, room, number, kind, side, text, error) && put_room(store, room, error);
    return finish(store, good, error);
}

/* The log as it was played; set-up stones come from the room's own row. */
static bool put_log(struct store *store, const struct room *room, size_t *count,
                    struct error *error) {
    struct record record;
    bool good = true;
    session_record(room->session, &record);
    if (record.first != SIDE_NONE)
        good = put_entry(store, room, (*count)++, "turn", record.first, "", error);
    for (size_t i = 0; good && i < record.entry_count; i++) {
        const struct record_entry *entry = &record.entries[i];
        if (entry->kind == RECORD_PLY)
            good = put_entry(store, room, (*count)++, "ply", entry->side, entry->text, error);
        else if (entry->kind == RECORD_TURN)
            good = put_entry(store, room, (*count)++, "turn", entry->side, "", error);
    }
    record_free(&record);
    return good;
}

static bool cut_entries(struct store *store, const struct room *room, size_t number,
                        struct error *error) {
    sqlite3_stmt *s = store->statements[CUT_ENTRIES];
    bind_text(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)number);
    return run(store, CUT_ENTRIES, "take plies back", error);
}

bool store_cut(struct store *store, const struct room *room, size_t number, struct error *error) {
    if (!begin(store, error))
        return false;
    bool good = cut_entries(store, room, number, error) && put_room(store, room, error);
    return finish(store, good, error);
}

bool store_rewrite(struct store *store, const struct room *room, size_t *count,
                   struct error *error) {
    if (!begin(store, error))
        return false;
    size_t entries = 0;
    bool good = cut_entries(store, room, 0, error) && put_log(store, room, &entries, error) &&
                put_room(store, room, error);
    good = finish(store, good, error);
    if (good)
        *count = entries;
    return good;
}

static bool put_chat(struct store *store, const struct room *room, sqlite3_int64 number,
                     const struct chat_line *line, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_CHAT];
    bind_text(s, 1, room->id);
    sqlite3_bind_int64(s, 2, number);
    sqlite3_bind_int(s, 3, line->scope);
    sqlite3_bind_int(s, 4, line->side);
    bind_text(s, 5, line->name);
    bind_text(s, 6, line->text);
    sqlite3_bind_double(s, 7, day_time());
    return run(store, PUT_CHAT, "store the chat", error);
}

static bool cut_chat(struct store *store, const struct room *room, sqlite3_int64 last,
                     struct error *error) {
    sqlite3_stmt *s = store->statements[CUT_CHAT];
    bind_text(s, 1, room->id);
    sqlite3_bind_int64(s, 2, last);
    return run(store, CUT_CHAT, "store the chat", error);
}

bool store_chat(struct store *store, const struct room *room, const struct chat_line *line,
                struct error *error) {
    sqlite3_int64 number = (sqlite3_int64)(room->chat_gone + room->chat_count);
    if (!begin(store, error))
        return false;
    bool good = put_chat(store, room, number, line, error) &&
                cut_chat(store, room, number - ROOM_CHAT, error);
    return finish(store, good, error);
}

/* Reading. */

static const char *column(sqlite3_stmt *statement, int index) {
    const char *text = (const char *)sqlite3_column_text(statement, index);
    return text == NULL ? "" : text;
}

/* One of the sides, or none. */
static bool is_side(int side) {
    return side >= SIDE_NONE && side < 2;
}

static bool load_seat(struct seat *seat, sqlite3_stmt *s, int index) {
    seat->kind = (enum seat_kind)sqlite3_column_int(s, index);
    strncpy(seat->token, column(s, index + 1), ROOM_TOKEN - 1);
    seat->name = memory_string((const char *)sqlite3_column_text(s, index + 2));
    seat->bot = memory_string((const char *)sqlite3_column_text(s, index + 3));
    seat->level = memory_string((const char *)sqlite3_column_text(s, index + 4));
    return seat->kind == SEAT_EMPTY || seat->kind == SEAT_HUMAN ||
           (seat->kind == SEAT_BOT && seat->bot != NULL);
}

static bool load_setup(struct session *session, sqlite3_stmt *s) {
    bool good = session_set_rules(session, column(s, 2), NULL) &&
                session_set_size(session, sqlite3_column_int(s, 3), NULL);
    struct words words;
    words_split(&words, column(s, 4));
    for (int i = 0; good && i < words.count; i++) {
        char *equals = strchr(words.at[i], '=');
        if (equals != NULL) {
            *equals = '\0';
            good = session_set(session, words.at[i], equals + 1, NULL);
        }
    }
    words_free(&words);
    return good;
}

static struct room *load_room(struct server *server, sqlite3_stmt *s) {
    const struct kit *kit = games_find(column(s, 1));
    if (kit == NULL)
        return NULL;
    struct room *room = memory_new(1, sizeof *room);
    room->server = server;
    room_bill(room, gate_address(server->gate, "")); /* until somebody takes a seat */
    strncpy(room->id, column(s, 0), ROOM_ID - 1);
    room->session = session_new(kit->game);
    room->handicap = sqlite3_column_int(s, 5);
    room->listed = sqlite3_column_int(s, 7) != 0;
    room->round = (long)sqlite3_column_int64(s, 8);
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->resumed_at = SIZE_MAX;
    room->touched = host_now();
    room->first = sqlite3_column_int(s, 26);
    room->start = memory_string((const char *)sqlite3_column_text(s, 27));
    bool good = is_side(room->first) && load_seat(&room->seats[0], s, 12);
    good = load_seat(&room->seats[1], s, 17) && good;
    if (!good || !load_setup(room->session, s) || !clock_parse(column(s, 6), &room->clock)) {
        room_free(room);
        return NULL;
    }
    return room;
}

static bool load_clock(struct room *room, sqlite3_stmt *s, int index, int side) {
    double left = sqlite3_column_double(s, index);
    int count = sqlite3_column_int(s, index + 1);
    if (room->clock.kind == CLOCK_NONE)
        return true;
    clock_correct(session_clock(room->session, side), left, count);
    return isfinite(left) && left >= 0 && count >= 0;
}

/* One line of the log; a log that does not replay ends where it stops making sense. */
static bool replay(struct session *session, const char *kind, int side, const char *text) {
    double margin;
    if (strcmp(kind, "agreed") == 0)
        return session_end(session, ENDING_AGREED, SIDE_NONE, 0, NULL);
    if (strcmp(kind, "scored") == 0)
        return is_side(side) && text_to_number(text, 0, DBL_MAX, &margin) &&
               session_end(session, ENDING_SCORED, side, margin, NULL);
    if (side != 0 && side != 1)
        return false;
    if (strcmp(kind, "ply") == 0)
        return session_play(session, side, text, NULL);
    if (strcmp(kind, "turn") == 0)
        return session_turn(session, side, NULL);
    if (strcmp(kind, "resign") == 0)
        return session_resign(session, side, NULL);
    if (strcmp(kind, "time") == 0)
        return session_end(session, ENDING_TIME, side, 0, NULL);
    return strcmp(kind, "fault") == 0 && session_end(session, ENDING_FAULT, side, 0, NULL);
}

static void load_log(struct store *store, struct room *room) {
    sqlite3_stmt *s;
    sqlite3_prepare_v2(store->database,
                       "SELECT kind, side, text FROM entry WHERE room=? AND round=? "
                       "ORDER BY number",
                       -1, &s, NULL);
    bind_text(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    while (sqlite3_step(s) == SQLITE_ROW &&
           replay(room->session, column(s, 0), sqlite3_column_int(s, 1), column(s, 2)))
        room->entries++;
    sqlite3_finalize(s);
}

static void load_chat(struct store *store, struct room *room) {
    sqlite3_stmt *s;
    sqlite3_prepare_v2(store->database,
                       "SELECT scope, side, name, text, number FROM chat WHERE room=? "
                       "ORDER BY number",
                       -1, &s, NULL);
    bind_text(s, 1, room->id);
    while (sqlite3_step(s) == SQLITE_ROW) {
        int side = sqlite3_column_int(s, 1);
        if (room->chat_count == 0)
            room->chat_gone = (size_t)sqlite3_column_int64(s, 4);
        chat_add(room, (struct chat_line){
                           .scope = sqlite3_column_int(s, 0),
                           .side = is_side(side) ? side : SIDE_NONE,
                           .name = memory_string(column(s, 2)),
                           .text = memory_string(column(s, 3)),
                       });
    }
    sqlite3_finalize(s);
}

struct room *store_load(struct store *store, struct server *server, const char *id) {
    sqlite3_stmt *s;
    struct room *room = NULL;
    if (sqlite3_prepare_v2(store->database, "SELECT * FROM room WHERE id=?", -1, &s, NULL) !=
        SQLITE_OK)
        return NULL;
    bind_text(s, 1, id);
    if (sqlite3_step(s) == SQLITE_ROW)
        room = load_room(server, s);
    if (room != NULL) {
        struct error error = {0};
        session_set_clock(room->session, &room->clock);
        int first = room->first;
        room->first = SIDE_NONE; /* the log tells it */
        if (room_set_out(room, &error))
            load_log(store, room);
        room->first = first;
        error_clear(&error);
        load_chat(store, room);
        if (!load_clock(room, s, 22, 0) || !load_clock(room, s, 24, 1)) {
            room_free(room);
            room = NULL;
        }
    }
    sqlite3_finalize(s);
    return room;
}

void store_each(struct store *store, double seconds, long most,
                void (*found)(void *context, const char *id), void *context) {
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(store->database,
                           "SELECT id FROM (SELECT id, touched FROM room WHERE phase<>? AND "
                           "touched>? ORDER BY touched DESC LIMIT ?) ORDER BY touched",
                           -1, &s, NULL) != SQLITE_OK)
        return;
    sqlite3_bind_int(s, 1, ROOM_OVER);
    sqlite3_bind_double(s, 2, day_time() - seconds);
    sqlite3_bind_int64(s, 3, most);
    while (sqlite3_step(s) == SQLITE_ROW)
        found(context, column(s, 0));
    sqlite3_finalize(s);
}
