/* A tournament of people as an arena's journal, for ternion-arena show, export and report. Its
 * pairings followed from what people did, so it is written as a round robin that may have gaps:
 * game numbers follow from who met whom, how often, and with which colours. */
#include <ctype.h>
#include <sqlite3.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "../src/tournament/journal_schema.h"
#include "../src/tournament/schedule.h"
#include "contests.h"
#include "lobby.h"
#include "server.h"
#include "store.h"

struct journal_writer {
    sqlite3 *database;
    const struct contest *contest;
    struct schedule schedule;
    struct room *fresh; /* a game of it, as it begins */
};

/* Runs one statement with texts, NULL at the end. */
static bool run(sqlite3 *database, const char *sql, const char *const *texts) {
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(database, sql, -1, &s, NULL) != SQLITE_OK)
        return false;
    for (int i = 0; texts[i] != NULL; i++)
        sqlite3_bind_text(s, i + 1, texts[i], -1, SQLITE_TRANSIENT);
    bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return good;
}

static bool put_setting(struct journal_writer *writer, const char *name, const char *value) {
    return run(writer->database, "INSERT INTO manifest VALUES(?,?)",
               (const char *const[]){name, value, NULL});
}

static bool put_whole(struct journal_writer *writer, const char *name, long value) {
    struct text text = {0};
    text_print(&text, "%ld", value);
    bool good = put_setting(writer, name, text_string(&text));
    text_free(&text);
    return good;
}

static bool put_manifest(struct journal_writer *writer) {
    static const char *const rest[][2] = {{"format", "round-robin"},
                                          {"swap", "yes"},
                                          {"seed", "0"},
                                          {"sprt", ""},
                                          {"shard", ""},
                                          {"margin", "0"},
                                          {"max-plies", "0"},
                                          {"draw-after", "0"},
                                          {"resign", "0"},
                                          {"resign-plies", "0"},
                                          {"evaluations", "no"},
                                          {"judge", ""},
                                          {"judge-sha256", ""},
                                          {"opening-order", "listed"},
                                          {"openings", "none"}};
    const struct room *room = writer->fresh;
    const struct game *game = session_game(room->session);
    struct text settings = {0}, clock = {0};
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        text_print(&settings, "%s%s=", i > 0 ? "\n" : "", game->settings[i].name);
        game->get(&room->setup, i, &settings);
    }
    clock_print(&room->clock, &clock);
    bool good = put_setting(writer, "game", game->name) &&
                put_setting(writer, "rules", game->rules[room->setup.rules]) &&
                put_whole(writer, "size", room->setup.size) &&
                put_setting(writer, "set", text_string(&settings)) &&
                put_setting(writer, "time", text_string(&clock)) &&
                put_whole(writer, "games", writer->schedule.games);
    for (size_t i = 0; good && i < sizeof rest / sizeof *rest; i++)
        good = put_setting(writer, rest[i][0], rest[i][1]);
    text_free(&settings);
    text_free(&clock);
    return good;
}

static bool put_players(struct journal_writer *writer) {
    bool good = true;
    for (int i = 0; good && i < writer->contest->player_count; i++) {
        const struct contest_player *player = &writer->contest->players[i];
        struct text number = {0};
        text_print(&number, "%d", i);
        const char *const texts[] = {text_string(&number), player->name,
                                     player->engine == NULL ? "a person" : player->engine, NULL};
        good = run(writer->database,
                   "INSERT INTO engine(number,name,command,directory,variables,startup,path,sha256,"
                   "depends) VALUES(?,?,?,'','','','','','')",
                   texts);
        text_free(&number);
    }
    return good;
}

/* Games. */

/* How often these two met with these colours before that game. */
static long times_before(const struct contest *contest, size_t number) {
    const int *players = contest->games[number].players;
    long count = 0;
    for (size_t i = 0; i < number; i++)
        count += contest->games[i].players[0] == players[0] &&
                 contest->games[i].players[1] == players[1];
    return count;
}

static struct scheduled_game schedule_of(const struct journal_writer *writer, size_t number) {
    const int *players = writer->contest->games[number].players;
    long count = writer->schedule.players, pairings = count * (count - 1) / 2;
    bool turned = players[0] > players[1];
    long a = players[turned], b = players[!turned];
    long pairing = a * (2 * count - a - 1) / 2 + b - a - 1;
    long index = (times_before(writer->contest, number) * pairings + pairing) * 2 + turned;
    return schedule_game(&writer->schedule, index);
}

/* The plies that can be played through; sides that do not take turns (a resumed game) end them. */
static size_t put_moves(const struct room *room, struct session *session, struct text *moves,
                        long side_plies[2]) {
    struct record record;
    size_t plies = 0;
    session_record(room->session, &record);
    for (size_t i = 0; i < record.entry_count; i++) {
        const struct record_entry *entry = &record.entries[i];
        if (entry->kind != RECORD_PLY)
            continue;
        if (session_to_play(session) != entry->side ||
            !session_play(session, entry->side, entry->text, NULL))
            break;
        text_print(moves, "%s%s", plies++ > 0 ? " " : "", entry->text);
        side_plies[entry->side]++;
    }
    record_free(&record);
    return plies;
}

/* The words of the result: as on the board, or as it was corrected or declared. */
static void put_result(const struct contest_game *game, const struct room *room,
                       struct text *text) {
    const struct game *rules = session_game(room->session);
    bool same = game->result == game->played && room_ending(room) != NULL;
    if (game->result == RESULT_VOID)
        text_put(text, "void");
    else if (same)
        session_print_result(room->session, text);
    else if (game->result == RESULT_DRAW)
        text_put(text, "0");
    else
        text_print(text, "%c+A", toupper(*rules->sides[game->result == RESULT_SECOND]));
}

static void put_detail(const struct contest_game *game, struct text *text) {
    if (game->by != NULL || game->reason != NULL)
        text_print(text, "corrected by %s: %s; it was %s", game->by == NULL ? "" : game->by,
                   game->reason == NULL ? "" : game->reason, contest_results[game->played]);
    else if (game->why != NULL)
        text_put(text, game->why);
}

static void bind_game(sqlite3_stmt *s, const struct journal_writer *writer, size_t number,
                      const struct room *room, double began) {
    const struct contest_game *game = &writer->contest->games[number];
    struct scheduled_game scheduled = schedule_of(writer, number);
    struct session *session = session_copy(writer->fresh->session);
    struct text moves = {0}, times = {0}, result = {0}, detail = {0}, seed = {0};
    long side_plies[2] = {0, 0};
    size_t plies = put_moves(room, session, &moves, side_plies);
    bool declared = game->result != game->played || room_ending(room) == NULL;
    for (size_t i = 0; i < plies; i++)
        text_put(&times, i > 0 ? " 0" : "0");
    put_result(game, room, &result);
    put_detail(game, &detail);
    text_print(&seed, "%016llx", (unsigned long long)scheduled.seed);
    sqlite3_bind_int64(s, 1, scheduled.number);
    sqlite3_bind_int64(s, 2, scheduled.pair);
    sqlite3_bind_int(s, 3, scheduled.players[0]);
    sqlite3_bind_int(s, 4, scheduled.players[1]);
    sqlite3_bind_int64(s, 5, scheduled.opening);
    sqlite3_bind_text(s, 6, text_string(&seed), -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 7, text_string(&result), -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(s, 8, game->result != RESULT_VOID);
    sqlite3_bind_int(s, 9,
                     game->result == RESULT_FIRST    ? 0
                     : game->result == RESULT_SECOND ? 1
                                                     : SIDE_NONE);
    sqlite3_bind_double(s, 10, declared ? 0 : session_result(room->session, NULL).margin);
    sqlite3_bind_text(s, 11, declared ? "adjudicated" : room_ending(room), -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 12, text_string(&detail), -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(s, 13, (sqlite3_int64)plies);
    sqlite3_bind_text(s, 14, text_string(&moves), -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 15, text_string(&times), -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(s, 16, side_plies[0]);
    sqlite3_bind_int64(s, 17, side_plies[1]);
    sqlite3_bind_double(s, 18, began);
    session_free(session);
    text_free(&moves);
    text_free(&times);
    text_free(&result);
    text_free(&detail);
    text_free(&seed);
}

/* A game that nobody began has no room. */
static bool put_game(struct journal_writer *writer, struct server *server, size_t number) {
    const struct contest_game *game = &writer->contest->games[number];
    struct room *room = NULL;
    sqlite3_stmt *s;
    if (game->result == RESULT_NONE || game->players[1] == CONTEST_NOBODY)
        return true;
    if (*game->room != '\0')
        room = store_load_round(server->store, lobby_hooks(server->lobby), game->room, 0);
    if (sqlite3_prepare_v2(writer->database,
                           "INSERT INTO game(number,pair,engine0,engine1,opening_number,opening,"
                           "seed,result,counted,winner,margin,ending,fault_side,detail,late,plies,"
                           "moves,times,plies0,plies1,time0,time1,slow0,slow1,dispute,began,"
                           "seconds,overruns0,overruns1) "
                           "VALUES(?,?,?,?,?,'',?,?,?,?,?,?,-1,?,0,?,?,?,?,?,0,0,0,0,0,?,0,0,0)",
                           -1, &s, NULL) != SQLITE_OK)
        return false;
    bind_game(s, writer, number, room != NULL ? room : writer->fresh,
              store_paired(server->store, game->room));
    bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    if (room != NULL)
        room_free(room);
    return good;
}

static long most_meetings(const struct contest *contest) {
    long most = 0;
    for (size_t i = 0; i < contest->game_count; i++) {
        long times = times_before(contest, i) + 1;
        most = times > most ? times : most;
    }
    return most;
}

static bool write_all(struct journal_writer *writer, struct server *server) {
    struct text sql = {0};
    text_print(&sql, "%s PRAGMA application_id=%d; PRAGMA user_version=%d; BEGIN;", JOURNAL_SCHEMA,
               JOURNAL_APPLICATION, JOURNAL_VERSION);
    bool good = sqlite3_exec(writer->database, text_string(&sql), NULL, NULL, NULL) == SQLITE_OK &&
                put_manifest(writer) && put_players(writer);
    for (size_t i = 0; good && i < writer->contest->game_count; i++)
        good = put_game(writer, server, i);
    text_free(&sql);
    return good && sqlite3_exec(writer->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

size_t contests_games(struct server *server, const char *code) {
    const struct contest *contest = club_find(server->contests, code, NULL);
    return contest == NULL || contest->player_count < 2 ? 0 : contest->game_count;
}

unsigned char *contests_journal(struct server *server, const char *code, size_t *size) {
    const char *const names[2] = {"", ""}, *const engines[2] = {NULL, NULL};
    struct contest *contest = club_find(server->contests, code, NULL);
    struct error error = {0};
    struct journal_writer writer = {.contest = contest};
    unsigned char *bytes = NULL;
    sqlite3_int64 length = 0;
    writer.fresh = room_for(lobby_hooks(server->lobby), contest->spec.setup, names, engines,
                            monotonic_now(), &error);
    error_clear(&error);
    if (writer.fresh == NULL)
        return NULL;
    long most = most_meetings(contest);
    writer.schedule = (struct schedule){.players = contest->player_count,
                                        .games = 2 * (most > 0 ? most : 1),
                                        .swap = true,
                                        .format = FORMAT_ROUND_ROBIN};
    unsigned char *made = NULL;
    if (sqlite3_open(":memory:", &writer.database) == SQLITE_OK && write_all(&writer, server))
        made = sqlite3_serialize(writer.database, "main", &length, 0);
    if (made != NULL)
        bytes = memory_copy(made, (size_t)length);
    sqlite3_free(made);
    sqlite3_close(writer.database);
    room_free(writer.fresh);
    *size = (size_t)length;
    return bytes;
}
