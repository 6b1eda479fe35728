/* Every change, in transactions of its own. */
#include <stdlib.h>

#include "store_inside.h"

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
    sqlite3_bind_double(s, 12, store_time());
    bind_seat(s, 13, &room->seats[0]);
    bind_seat(s, 18, &room->seats[1]);
    bind_clock(s, 23, room->session, 0);
    bind_clock(s, 25, room->session, 1);
    sqlite3_bind_int(s, 27, room->first);
    store_bind(s, 28, room->start);
    /* Whatever is stored, a ply begins with it. */
    sqlite3_bind_double(s, 29, store_time_run(store));
    free(settings);
    text_free(&clock);
    text_free(&result);
    return run(store, PUT_ROOM, "store the game", error);
}

bool store_begin(struct store *store, struct error *error) {
    return sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ||
           store_fail(store, "store the game", error);
}

bool store_finish(struct store *store, bool good, struct error *error) {
    if (good && sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    if (good)
        store_fail(store, "store the game", error);
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool store_room(struct store *store, const struct room *room, struct error *error) {
    return put_room(store, room, error);
}

static bool put_entry(struct store *store, const struct room *room, size_t number, const char *kind,
                      int side, const char *text, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_ENTRY];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)number);
    store_bind(s, 4, kind);
    sqlite3_bind_int(s, 5, side);
    store_bind(s, 6, text);
    sqlite3_bind_double(s, 7, store_time());
    return run(store, PUT_ENTRY, "store the ply", error);
}

bool store_entry(struct store *store, const struct room *room, size_t number, const char *kind,
                 int side, const char *text, struct error *error) {
    if (!store_begin(store, error))
        return false;
    bool good =
        put_entry(store, room, number, kind, side, text, error) && put_room(store, room, error);
    return store_finish(store, good, error);
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
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, room->round);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)number);
    return run(store, CUT_ENTRIES, "take plies back", error);
}

bool store_cut(struct store *store, const struct room *room, size_t number, struct error *error) {
    if (!store_begin(store, error))
        return false;
    bool good = cut_entries(store, room, number, error) && put_room(store, room, error);
    return store_finish(store, good, error);
}

bool store_rewrite(struct store *store, const struct room *room, size_t *count,
                   struct error *error) {
    if (!store_begin(store, error))
        return false;
    size_t entries = 0;
    bool good = cut_entries(store, room, 0, error) && put_log(store, room, &entries, error) &&
                put_room(store, room, error);
    good = store_finish(store, good, error);
    if (good)
        *count = entries;
    return good;
}

static bool put_chat(struct store *store, const struct room *room, sqlite3_int64 number,
                     const struct chat_line *line, struct error *error) {
    sqlite3_stmt *s = store->statements[PUT_CHAT];
    store_bind(s, 1, room->id);
    sqlite3_bind_int64(s, 2, number);
    sqlite3_bind_int(s, 3, line->scope);
    sqlite3_bind_int(s, 4, line->side);
    store_bind(s, 5, line->name);
    store_bind(s, 6, line->text);
    sqlite3_bind_double(s, 7, store_time());
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
