#include "store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/games.h"
#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "store_private.h"

static const char *const sources[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [PUT_ROOM] = ("INSERT OR REPLACE INTO room VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
                  "?,?,?,?,?,?,?,?)"),
    [PUT_ENTRY] = "INSERT OR REPLACE INTO entry VALUES(?,?,?,?,?,?,?)",
    [CUT_ENTRIES] = "DELETE FROM entry WHERE room=? AND round=? AND number>=?",
    [PUT_CHAT] = "INSERT OR REPLACE INTO chat VALUES(?,?,?,?,?,?,?)",
    [PUT_PAST] = ("INSERT OR IGNORE INTO past SELECT id, round, start, name0, name1 FROM room "
                  "WHERE id=? AND round<?"),
    [CUT_CHAT] = "DELETE FROM chat WHERE room=? AND number<=?",
};

enum { ROUND_LAST = -1 };

static const char code_failed[] = "store.failed";

bool store_fail(struct store *store, const char *doing, struct error *error) {
    return error_set(error, code_failed, "cannot {0}: {1}", doing, sqlite3_errmsg(store->database),
                     NULL);
}

bool store_has_failed(const struct error *error) {
    return error->code == code_failed;
}

void store_bind(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

bool store_prepare(struct store *store, struct error *error) {
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->database, sources[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return store_fail(store, "use the database", error);
    return true;
}

double store_time_run(const struct store *store) {
    return store->ran + monotonic_now() - store->opened;
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
    store_bind(statement, index + 1, seat->proof);
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

/* What the present ply's clock has run when a game is stored, in one number: the moment at which it
 * began, or, while it is paused, -1 less the seconds. */
static double clock_began(const struct store *store, const struct room *room, double ran) {
    return room->paused ? -1 - ran : fmax(store_time_run(store) - ran, 0);
}

/* `ran`: of the present ply's clock, which begins with most changes. */
static bool put_room(struct store *store, const struct room *room, double ran,
                     struct error *error) {
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
    sqlite3_bind_double(s, 29, clock_began(store, room, ran));
    sqlite3_bind_int(s, 30, room->maker);
    bool good = run(store, PUT_ROOM, "store the game", error);
    free(settings);
    text_free(&clock);
    text_free(&result);
    return good;
}

bool store_begin(struct store *store, struct error *error) {
    return run(store, BEGIN, "store the game", error);
}

bool store_finish(struct store *store, bool good, struct error *error) {
    if (good && run(store, COMMIT, "store the game", error))
        return true;
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

/* What will not be known of the round before any more. */
static bool put_past(struct store *store, const struct room *room, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_PAST];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    return run(store, PUT_PAST, "store the round before", error);
}

bool store_change(struct store *store, const struct room *room, const struct room_change *change,
                  struct error *error) {
    if (!store_begin(store, error))
        return false;
    bool good = !change->cut ||
                (put_past(store, room, error) && cut_entries(store, room, change->from, error));
    for (size_t i = 0; good && i < change->count; i++)
        good = put_entry(store, room, change->from + i, &change->entries[i], error);
    bool goes_on = !change->cut && change->count == 0;
    double ran = goes_on ? room_elapsed(room, room->now) : 0;
    good = good && put_room(store, room, ran, error);
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
                               .proof = column(s, index + 1),
                               .name = column_or_null(s, index + 2),
                               .bot = column_or_null(s, index + 3),
                               .level = column_or_null(s, index + 4)};
    return strlen(seat->proof) < ROOM_PROOF &&
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

/* The room without its log. An earlier round has a start and names of its own, if they are known.
 */
static struct room *load_room(const struct room_hooks *hooks, sqlite3_stmt *s, long round) {
    const struct kit *kit = games_find(column(s, 1));
    if (kit == NULL)
        return NULL;
    struct room_spec spec = {.session = session_new(kit->game),
                             .handicap = sqlite3_column_int(s, 5),
                             .listed = sqlite3_column_int(s, 7) != 0,
                             .round = (long)sqlite3_column_int64(s, 8),
                             .first = sqlite3_column_int(s, 26),
                             .maker = sqlite3_column_int(s, 29),
                             .start = column_or_null(s, 27)};
    bool past = round != ROUND_LAST && round != spec.round;
    if (strlen(column(s, 0)) >= ROOM_ID || !is_side(spec.first) || !is_side(spec.maker) ||
        !load_seat(&spec.seats[0], s, 12) || !load_seat(&spec.seats[1], s, 17) ||
        !load_setup(spec.session, s) || !clock_parse(column(s, 6), &spec.clock) ||
        (past && (round < 0 || round > spec.round))) {
        session_free(spec.session);
        return NULL;
    }
    if (past) {
        spec.round = round;
        spec.seats[0].name = column_or_null(s, 31);
        spec.seats[1].name = column_or_null(s, 32);
        if (sqlite3_column_int(s, 30) != 0)
            spec.start = column_or_null(s, 33);
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
    double began = sqlite3_column_double(s, 28);
    double spent = began < 0 ? -1 - began : store_time_run(store) - began;
    if (!isfinite(spent))
        return false;
    if (room->seats[session_to_play(room->session)].kind == SEAT_HUMAN)
        room_recall_spent(room, spent);
    return true;
}

/* What changes while a game goes on, beside its log. */
static bool load_present(struct store *store, struct room *room, sqlite3_stmt *s) {
    load_chat(store, room);
    return load_clock(room, s, 22, 0) && load_clock(room, s, 24, 1) && load_spent(store, room, s);
}

struct room *store_load_round(struct store *store, const struct room_hooks *hooks, const char *id,
                              long round) {
    sqlite3_stmt *s;
    struct room *room = NULL;
    if (sqlite3_prepare_v2(store->database,
                           "SELECT room.*, past.room IS NOT NULL, past.name0, past.name1, "
                           "past.start FROM room LEFT JOIN past ON past.room=id AND past.round=?2 "
                           "WHERE id=?1",
                           -1, &s, NULL) != SQLITE_OK)
        return NULL;
    store_bind(s, 1, id);
    sqlite3_bind_int64(s, 2, round);
    if (sqlite3_step(s) == SQLITE_ROW)
        room = load_room(hooks, s, round);
    if (room != NULL) {
        if (room_recall(room))
            load_log(store, room);
        if (round == ROUND_LAST && !load_present(store, room, s)) {
            room_free(room);
            room = NULL;
        }
    }
    sqlite3_finalize(s);
    return room;
}

struct room *store_load(struct store *store, const struct room_hooks *hooks, const char *id) {
    return store_load_round(store, hooks, id, ROUND_LAST);
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
