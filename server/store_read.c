/* Rooms as they come back. What does not make sense comes back as far as it does, or not at all. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/driver/driver_loop.h"
#include "server.h"
#include "store_inside.h"

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
    room->setup = *session_setup(room->session);
    return room;
}

/* The clock of a person ran on while the game was put away. A bot had no process then: its ply
 * begins anew. */
static bool load_spent(struct store *store, struct room *room, sqlite3_stmt *s) {
    double spent = store_time_run(store) - sqlite3_column_double(s, 28);
    if (room->seats[session_to_play(room->session)].kind == SEAT_HUMAN)
        room->spent = fmax(spent, 0);
    return isfinite(spent);
}

static bool load_clock(struct room *room, sqlite3_stmt *s, int index, int side) {
    double left = sqlite3_column_double(s, index);
    int count = sqlite3_column_int(s, index + 1);
    if (room->clock.kind == CLOCK_NONE)
        return true;
    clock_correct(session_clock(room->session, side), left, count);
    return isfinite(left) && left >= 0 && count >= 0;
}

/* The margin, and what was dead. */
static bool replay_score(struct room *room, int side, const char *text) {
    struct words words;
    double margin;
    words_split(&words, text);
    bool good = is_side(side) && words.count > 0 &&
                text_to_number(words.at[0], 0, DBL_MAX, &margin) &&
                room_recall_marks(room, &words) &&
                session_end(room->session, ENDING_SCORED, side, margin, NULL);
    words_free(&words);
    return good;
}

/* Play was resumed, in a game that had been judged if there is any text; or the game began so. */
static bool replay_turn(struct room *room, int side, const char *text) {
    struct words words;
    words_split(&words, text);
    room->judged = false;
    bool good = (words.count == 0 || room_recall_marks(room, &words)) &&
                session_turn(room->session, side, NULL);
    words_free(&words);
    room->resumed_at = room->judged ? session_plies(room->session) : SIZE_MAX;
    return good;
}

static bool replay_ply(struct room *room, int side, const char *text) {
    bool good = session_play(room->session, side, text, NULL);
    if (room_phase(room) == ROOM_STOPPED && !room_nothing_new(room))
        room->judged = false;
    return good;
}

/* One line of the log; a log that does not replay ends where it stops making sense. */
static bool replay(struct room *room, const char *kind, int side, const char *text) {
    struct session *session = room->session;
    if (strcmp(kind, "agreed") == 0)
        return session_end(session, ENDING_AGREED, SIDE_NONE, 0, NULL);
    if (strcmp(kind, "scored") == 0)
        return replay_score(room, side, text);
    if (side != 0 && side != 1)
        return false;
    if (strcmp(kind, "ply") == 0)
        return replay_ply(room, side, text);
    if (strcmp(kind, "turn") == 0)
        return replay_turn(room, side, text);
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
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    while (sqlite3_step(s) == SQLITE_ROW &&
           replay(room, column(s, 0), sqlite3_column_int(s, 1), column(s, 2)))
        room->entries++;
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
    store_bind(s, 1, id);
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
    sqlite3_bind_double(s, 2, store_time() - seconds);
    sqlite3_bind_int64(s, 3, most);
    while (sqlite3_step(s) == SQLITE_ROW)
        found(context, column(s, 0));
    sqlite3_finalize(s);
}
