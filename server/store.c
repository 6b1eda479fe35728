#include "store.h"

#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/games.h"
#include "../src/core/memory.h"
#include "../src/system/file.h"
#include "../src/system/now.h"

enum { APPLICATION = 0x5465726E, STORE_VERSION = 2 }; /* "Tern" */
/* Milliseconds to wait for somebody else who writes to the database by hand: at the start, and
 * while everybody waits with us. */
enum { BUSY_START = 2000, BUSY = 50 };

enum { PUT_ROOM, PUT_ENTRY, CUT_ENTRIES, PUT_CHAT, CUT_CHAT, STATEMENTS };

struct store {
    int owned; /* the lock that keeps a second server out, or -1 */
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    /* The thread that moves the write-ahead log into the database. */
    char *file;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool leaving, has_thread;
    char swept[ROOM_ID]; /* the last room that store_sweep has looked at */
    double opened;       /* by monotonic_now, or 0 */
    double ran;          /* by time_run, when it was opened */
    double last_change;  /* before that, by wall_time */
};

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

static const char code_failed[] = "store.failed";

/* What SQLite says; always false. */
static bool store_fail(struct store *store, const char *doing, struct error *error) {
    return error_set(error, code_failed, "cannot {0}: {1}", doing, sqlite3_errmsg(store->database),
                     NULL);
}

bool store_has_failed(const struct error *error) {
    return error->code == code_failed;
}

/* A text, or NULL, which is copied. */
static void store_bind(sqlite3_stmt *statement, int index, const char *text) {
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
        struct timespec until = monotonic_after(2);
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
    return ask_seconds(store, "SELECT max(touched) FROM room", calendar_now());
}

/* The server's time, by which clocks run: what a server that was killed had not noted is known from
 * its last change. */
static double stored_time_run(struct store *store) {
    return fmax(ask_seconds(store, "SELECT max(ran) FROM life WHERE ran<1e12", 0),
                ask_seconds(store, "SELECT max(began) FROM room WHERE began<1e12", 0));
}

/* Seconds for which servers have run on this database. */
static double time_run(const struct store *store) {
    return store->ran + monotonic_now() - store->opened;
}

static void note_time_run(struct store *store) {
    struct text sql = {0};
    text_print(&sql, "UPDATE life SET ran=%.6f", time_run(store));
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
    store->opened = monotonic_now();
    store->ran = stored_time_run(store);
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

/* Writing: every change is a transaction of its own. */

/* "win_length=4 komi=7.5" */
static char *settings_text(const struct game *game, const struct setup *setup) {
    struct text text = {0};
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        text_print(&text, "%s%s=", i > 0 ? " " : "", game->settings[i].name);
        game->get(setup, i, &text);
    }
    return text_take(&text);
}

static void bind_seat(sqlite3_stmt *statement, int index, const struct seat *seat) {
    sqlite3_bind_int(statement, index, (int)seat->kind);
    store_bind(statement, index + 1, seat->token);
    store_bind(statement, index + 2, seat->name);
    store_bind(statement, index + 3, seat->bot);
    store_bind(statement, index + 4, seat->level);
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
    bool good = sqlite3_step(statement) == SQLITE_DONE || store_fail(store, doing, error);
    sqlite3_reset(statement);
    return good;
}

static bool put_room(struct store *store, const struct room *room, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_ROOM];
    const struct game *game = session_game(room->session);
    const struct setup *setup = &room->setup;
    struct text clock = {0}, result = {0};
    clock_print(&room->clock, &clock);
    session_print_result(room->session, &result);
    char *settings = settings_text(game, setup);
    store_bind(s, 1, room->id);
    store_bind(s, 2, game->name);
    store_bind(s, 3, game->rules[setup->rules]);
    sqlite3_bind_int(s, 4, setup->size);
    store_bind(s, 5, settings);
    sqlite3_bind_int(s, 6, room->handicap);
    store_bind(s, 7, text_string(&clock));
    sqlite3_bind_int(s, 8, room->listed);
    sqlite3_bind_int64(s, 9, room->round);
    sqlite3_bind_int(s, 10, (int)room_phase(room));
    store_bind(s, 11, text_string(&result));
    sqlite3_bind_double(s, 12, calendar_now());
    bind_seat(s, 13, &room->seats[0]);
    bind_seat(s, 18, &room->seats[1]);
    bind_clock(s, 23, room->session, 0);
    bind_clock(s, 25, room->session, 1);
    sqlite3_bind_int(s, 27, room->first);
    store_bind(s, 28, room->start);
    /* Whatever is stored, a ply begins with it. */
    sqlite3_bind_double(s, 29, time_run(store));
    free(settings);
    text_free(&clock);
    text_free(&result);
    return run(store, PUT_ROOM, "store the game", error);
}

/* A transaction, and its end: kept if all went well, else taken back. */
static bool store_begin(struct store *store, struct error *error) {
    return sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ||
           store_fail(store, "store the game", error);
}

static bool store_finish(struct store *store, bool good, struct error *error) {
    if (good && sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    if (good)
        store_fail(store, "store the game", error);
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool put_entry(struct store *store, const struct room *room, size_t number,
                      const struct room_entry *entry, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_ENTRY];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)number);
    store_bind(s, 4, entry->kind);
    sqlite3_bind_int(s, 5, entry->side);
    store_bind(s, 6, entry->text);
    sqlite3_bind_double(s, 7, calendar_now());
    return run(store, PUT_ENTRY, "store the ply", error);
}

static bool cut_entries(struct store *store, const struct room *room, size_t number,
                        struct error *error) {
    sqlite3_stmt *s = store->statements[CUT_ENTRIES];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)number);
    return run(store, CUT_ENTRIES, "take plies back", error);
}

bool store_change(struct store *store, const struct room *room, const struct room_change *change,
                  struct error *error) {
    if (!store_begin(store, error))
        return false;
    bool good = !change->cut || cut_entries(store, room, change->from, error);
    for (size_t i = 0; good && i < change->count; i++)
        good = put_entry(store, room, change->from + i, &change->entries[i], error);
    good = good && put_room(store, room, error);
    return store_finish(store, good, error);
}

static bool put_chat(struct store *store, const struct room *room, sqlite3_int64 number,
                     const struct chat_line *line, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_CHAT];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, number);
    sqlite3_bind_int(s, 3, (int)line->scope);
    sqlite3_bind_int(s, 4, line->side);
    store_bind(s, 5, line->name);
    store_bind(s, 6, line->text);
    sqlite3_bind_double(s, 7, calendar_now());
    return run(store, PUT_CHAT, "store the chat", error);
}

static bool cut_chat(struct store *store, const struct room *room, sqlite3_int64 last,
                     struct error *error) {
    sqlite3_stmt *s = store->statements[CUT_CHAT];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, last);
    return run(store, CUT_CHAT, "store the chat", error);
}

bool store_chat(struct store *store, const struct room *room, const struct chat_line *line,
                struct error *error) {
    sqlite3_int64 number = (sqlite3_int64)(room->chat_gone + room->chat_count);
    if (!store_begin(store, error))
        return false;
    bool good = put_chat(store, room, number, line, error) &&
                cut_chat(store, room, number - ROOM_CHAT, error);
    return store_finish(store, good, error);
}

/* Reading: what does not make sense comes back as far as it does, or not at all. */

static const char *column(sqlite3_stmt *statement, int index) {
    const char *text = (const char *)sqlite3_column_text(statement, index);
    return text == NULL ? "" : text;
}

/* The same, or NULL. */
static const char *column_or_null(sqlite3_stmt *statement, int index) {
    return (const char *)sqlite3_column_text(statement, index);
}

/* One of the sides, or none. */
static bool is_side(int side) {
    return side >= SIDE_NONE && side < 2;
}

/* The texts belong to the statement. */
static bool load_seat(struct seat_spec *seat, sqlite3_stmt *s, int index) {
    *seat = (struct seat_spec){.kind = (enum seat_kind)sqlite3_column_int(s, index),
                               .token = column(s, index + 1),
                               .name = column_or_null(s, index + 2),
                               .bot = column_or_null(s, index + 3),
                               .level = column_or_null(s, index + 4)};
    return strlen(seat->token) < ROOM_TOKEN &&
           (seat->kind == SEAT_EMPTY || seat->kind == SEAT_HUMAN ||
            (seat->kind == SEAT_BOT && seat->bot != NULL));
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

/* The room without its log. */
static struct room *load_room(const struct room_hooks *hooks, sqlite3_stmt *s) {
    const struct kit *kit = games_find(column(s, 1));
    if (kit == NULL)
        return NULL;
    struct room_spec spec = {.session = session_new(kit->game),
                             .handicap = sqlite3_column_int(s, 5),
                             .listed = sqlite3_column_int(s, 7) != 0,
                             .round = (long)sqlite3_column_int64(s, 8),
                             .first = sqlite3_column_int(s, 26),
                             .start = column_or_null(s, 27)};
    if (strlen(column(s, 0)) >= ROOM_ID || !is_side(spec.first) ||
        !load_seat(&spec.seats[0], s, 12) || !load_seat(&spec.seats[1], s, 17) ||
        !load_setup(spec.session, s) || !clock_parse(column(s, 6), &spec.clock)) {
        session_free(spec.session);
        return NULL;
    }
    struct room *room = room_new(&spec, hooks, monotonic_now());
    room_set_id(room, column(s, 0));
    return room;
}

static void load_log(struct store *store, struct room *room) {
    sqlite3_stmt *s;
    sqlite3_prepare_v2(store->database,
                       "SELECT kind, side, text FROM entry WHERE room=? AND round=? "
                       "ORDER BY number",
                       -1, &s, NULL);
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    while (sqlite3_step(s) == SQLITE_ROW &&
           room_replay(room, &(struct room_entry){.kind = column(s, 0),
                                                  .side = sqlite3_column_int(s, 1),
                                                  .text = column(s, 2)}))
        ;
    sqlite3_finalize(s);
}

static void load_chat(struct store *store, struct room *room) {
    sqlite3_stmt *s;
    sqlite3_prepare_v2(store->database,
                       "SELECT scope, side, name, text, number FROM chat WHERE room=? "
                       "ORDER BY number",
                       -1, &s, NULL);
    store_bind(s, 1, room->id);
    while (sqlite3_step(s) == SQLITE_ROW) {
        bool players = sqlite3_column_int(s, 0) == CHAT_PLAYERS;
        int side = sqlite3_column_int(s, 1);
        room_recall_chat(room, (size_t)sqlite3_column_int64(s, 4),
                         players ? CHAT_PLAYERS : CHAT_WATCHERS, is_side(side) ? side : SIDE_NONE,
                         column(s, 2), column(s, 3));
    }
    sqlite3_finalize(s);
}

static bool load_clock(struct room *room, sqlite3_stmt *s, int index, int side) {
    double left = sqlite3_column_double(s, index);
    int count = sqlite3_column_int(s, index + 1);
    if (room->clock.kind == CLOCK_NONE)
        return true;
    if (!isfinite(left) || left < 0 || count < 0)
        return false;
    room_recall_clock(room, side, left, count);
    return true;
}

/* The clock of a person ran on while the game was put away. A bot had no process then: its ply
 * begins anew. */
static bool load_spent(struct store *store, struct room *room, sqlite3_stmt *s) {
    double spent = time_run(store) - sqlite3_column_double(s, 28);
    if (!isfinite(spent))
        return false;
    if (room->seats[session_to_play(room->session)].kind == SEAT_HUMAN)
        room_recall_spent(room, spent);
    return true;
}

struct room *store_load(struct store *store, const struct room_hooks *hooks, const char *id) {
    sqlite3_stmt *s;
    struct room *room = NULL;
    if (sqlite3_prepare_v2(store->database, "SELECT * FROM room WHERE id=?", -1, &s, NULL) !=
        SQLITE_OK)
        return NULL;
    store_bind(s, 1, id);
    if (sqlite3_step(s) == SQLITE_ROW)
        room = load_room(hooks, s);
    if (room != NULL) {
        if (room_recall(room))
            load_log(store, room);
        load_chat(store, room);
        if (!load_clock(room, s, 22, 0) || !load_clock(room, s, 24, 1) ||
            !load_spent(store, room, s)) {
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
    sqlite3_bind_double(s, 2, calendar_now() - seconds);
    sqlite3_bind_int64(s, 3, most);
    while (sqlite3_step(s) == SQLITE_ROW)
        found(context, column(s, 0));
    sqlite3_finalize(s);
}

/* Sweeping: games that are kept no more. The database is gone through in small steps, over and
 * over: no step takes long enough for anybody to notice, and nothing has to be remembered from one
 * start of the server to the next. */

/* Rooms looked at in one step, each of which may cost a transaction and a look through the lobby;
 * rows after which a step ends. */
enum { SWEEP_ROOMS = 20, SWEEP_ROWS = 300 };
static const double DAY = 24 * 3600;

/* What is deleted does not come back when a clock that was wrong is set right: it counts no further
 * than the last change that this server found, and the time that it has run, bear it out. */
static double sweep_time(const struct store *store) {
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
