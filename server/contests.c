#include "contests.h"

#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "client.h"
#include "lobby.h"
#include "secret.h"
#include "server.h"
#include "store.h"

static struct server *server_of(const struct contest *contest) {
    return contest->hooks->owner;
}

/* Keys and codes. */

static void new_code(char code[CONTEST_CODE]) {
    secret_name(code, CONTEST_CODE);
}

static void new_key(char key[ROOM_TOKEN], char proof[ROOM_PROOF]) {
    secret_key(key, ROOM_TOKEN);
    secret_hash(key, proof);
}

static bool is_key(const char *key, const char *proof) {
    char hash[SECRET_HASH];
    secret_hash(key, hash);
    return strlen(key) == ROOM_TOKEN - 1 && strlen(proof) == SECRET_HASH - 1 &&
           secret_same(hash, proof);
}

/* Games. */

static bool check(void *owner, const char *setup, const char *engine, struct text *name,
                  struct error *error) {
    const struct server *server = owner;
    const char *const names[2] = {"", ""}, *const engines[2] = {engine, NULL};
    struct room *room =
        room_for(lobby_hooks(server->lobby), setup, names, engines, monotonic_now(), error);
    if (room == NULL)
        return false;
    if (name != NULL)
        text_put(name, room->seats[0].name);
    room_free(room);
    return true;
}

static void set_switches(const struct contest *contest, struct room *room) {
    strncpy(room->contest, contest->code, sizeof room->contest - 1);
    room->no_chat = !contest->chat;
    room->no_advice = !contest->hints;
}

static bool is_paused(const struct contest *contest) {
    return contest->phase == CONTEST_PAUSED;
}

static bool make_game(struct contest *contest, const int players[2], char id[ROOM_ID],
                      struct error *error) {
    struct server *server = server_of(contest);
    const char *names[2], *engines[2];
    for (int side = 0; side < 2; side++) {
        names[side] = contest->players[players[side]].name;
        engines[side] = contest->players[players[side]].engine;
    }
    double now = monotonic_now();
    struct room *room =
        room_for(lobby_hooks(server->lobby), contest->spec.setup, names, engines, now, error);
    if (room == NULL)
        return false;
    set_switches(contest, room);
    room->paused = is_paused(contest);
    if (!lobby_place(server->lobby, room, gate_address(server->gate, ""), 0, error)) {
        room_free(room);
        return false;
    }
    strncpy(id, room->id, ROOM_ID);
    room_go_on(room, now);
    return true;
}

/* Without a winner it was broken off, and is a draw. */
static void end_game(struct contest *contest, const char *id, int winner, const char *why) {
    struct room *room = lobby_find(server_of(contest)->lobby, id, NULL);
    if (room != NULL)
        room_end(room, monotonic_now(), winner == SIDE_NONE ? ENDING_AGREED : ENDING_TIME, winner,
                 why);
}

/* Games that go on are told, wherever they are: a clock must not run on in one that was put away.
 */
static void switched(struct contest *contest) {
    const struct server *server = server_of(contest);
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        struct room *room = game->result == RESULT_NONE
                                ? lobby_find(server->lobby, game->room, NULL)
                                : lobby_here(server->lobby, game->room);
        if (room == NULL)
            continue;
        set_switches(contest, room);
        room->people_changed = true;
        room_pause(room, monotonic_now(), is_paused(contest));
    }
}

void contests_game_over(struct room *room) {
    struct server *server = lobby_server(room);
    struct contest *contest =
        *room->contest == '\0' ? NULL : club_find(server->contests, room->contest, NULL);
    if (contest == NULL)
        return;
    contest_set_time(contest, monotonic_now());
    contest_game_over(contest, room->id, session_result(room->session, NULL).winner,
                      room_ending(room));
}

void contests_adopt(struct server *server, struct room *room) {
    char code[CONTEST_CODE];
    struct contest *contest = NULL;
    if (store_contest_of(server->store, room->id, code))
        contest = club_find(server->contests, code, NULL);
    if (contest == NULL)
        return;
    set_switches(contest, room);
    room_pause(room, monotonic_now(), is_paused(contest));
}

static bool sit(struct order *order, const char *id, int side) {
    const struct client *client = order->person->data;
    struct room *room = lobby_find(client->server->lobby, id, &order->error);
    if (room == NULL)
        return false;
    if (room->seats[side].kind != SEAT_HUMAN)
        return error_set(&order->error, "contest.no-game", "there is no game {0} of yours", id,
                         NULL);
    room_sit(room, order->now, order->person, side);
    text_putc(&order->out, '{');
    json_member(&order->out, "room", room->id);
    text_put(&order->out, ",\"tokens\":{}}"); /* the player's own token does */
    room_tell_state(room, order->person);
    room_go_on(room, order->now);
    return true;
}

static bool put_board(void *owner, const char *id, unsigned long *shown, struct text *json) {
    const struct server *server = owner;
    const struct room *room = lobby_here(server->lobby, id);
    if (room == NULL)
        return false;
    unsigned long state =
        1 + 16 * session_plies(room->session) + 2 * (unsigned long)room_phase(room) + room->paused;
    if (state == *shown)
        return false;
    *shown = state;
    room_put_board(room, json);
    return true;
}

/* The store. */

static bool store(const struct contest *contest, const struct contest_entry *entries, size_t count,
                  struct error *error) {
    return store_contest(server_of(contest)->store, contest, entries, count, error);
}

/* How many there are, and how many of them somebody behind that address leads. */
static long count_all(const struct club *club, const struct address *address, long *led) {
    long count = 0;
    *led = 0;
    for (const struct contest *contest = club->contests; contest != NULL; contest = contest->next) {
        bool leads = false;
        for (const struct visitor *v = contest->visitors; v != NULL; v = v->next)
            leads = leads || (v->leads && ((struct client *)v->person->data)->address == address);
        *led += leads;
        count++;
    }
    return count;
}

/* One address may lead a quarter of all, so that nobody keeps the others out. */
static bool has_place(struct server *server, const struct address *address) {
    long most = server->config.contests, share = most > 4 ? most / 4 : 1, led;
    bool full = count_all(server->contests, address, &led) >= most;
    return led < share && most > 0 && (!full || club_make_place(server->contests));
}

static bool admit(struct order *order, const struct contest *contest) {
    struct client *client = order->person->data;
    if (!has_place(client->server, client->address))
        return error_set(&order->error, "contest.many",
                         "the server has no room for more tournaments", NULL);
    if (!client_may_create(client))
        return order_fail(order, "too many games", "create.rate",
                          "you have created enough games for this hour", NULL);
    if (!store(contest, NULL, 0, &order->error))
        return false;
    client_created(client);
    log_event(&client->server->log, LOG_LEVEL_INFO, "contest.opened", "contest", contest->code,
              "format", contest_formats[contest->spec.format], NULL);
    return true;
}

/* Looks at its games: some may have ended just before the server did. */
static void look_at_games(struct server *server, struct contest *contest) {
    for (size_t i = 0; i < contest->game_count; i++)
        if (contest->games[i].result == RESULT_NONE)
            lobby_find(server->lobby, contest->games[i].room, NULL);
}

static struct contest *load(struct club *club, const char *code, struct error *error) {
    struct server *server = club->hooks->contest.owner;
    struct contest *contest = NULL;
    if (strlen(code) == CONTEST_CODE - 1)
        contest = store_load_contest(server->store, &club->hooks->contest, code, monotonic_now());
    if (contest == NULL) {
        error_set(error, "contest.unknown", "there is no tournament {0}", code, NULL);
        return NULL;
    }
    club_add(club, contest);
    look_at_games(server, contest);
    return contest;
}

/* All of them. */

struct contests {
    struct club club;
    struct club_hooks hooks;
};

static void bring_back(void *context, const char *code) {
    club_find(context, code, NULL);
}

struct club *contests_open(struct server *server) {
    struct contests *contests = memory_new(1, sizeof *contests);
    contests->hooks = (struct club_hooks){.contest = {.owner = server,
                                                      .store = store,
                                                      .make_game = make_game,
                                                      .end_game = end_game,
                                                      .switched = switched},
                                          .new_code = new_code,
                                          .new_key = new_key,
                                          .is_key = is_key,
                                          .check = check,
                                          .admit = admit,
                                          .load = load,
                                          .sit = sit,
                                          .put_board = put_board};
    contests->club.hooks = &contests->hooks;
    return &contests->club;
}

void contests_bring_back(struct server *server) {
    store_each_contest(server->store, server->config.room_idle, server->config.contests, bring_back,
                       server->contests);
}

void contests_close(struct club *club) {
    if (club == NULL)
        return;
    club_free(club);
    free(club); /* the first member of struct contests */
}

static bool is_here(const void *context, const char *code) {
    const struct club *club = context;
    const struct contest *contest = club->contests;
    while (contest != NULL && strcmp(contest->code, code) != 0)
        contest = contest->next;
    return contest != NULL;
}

void contests_tick(struct server *server) {
    club_tick(server->contests, monotonic_now(), server->config.room_idle);
    if (server->config.keep_days > 0)
        store_sweep_contests(server->store, server->config.keep_days, is_here, server->contests);
}

bool contests_order(struct order *order) {
    const struct client *client = order->person->data;
    return club_order(client->server->contests, order);
}

void contests_forget(struct client *client) {
    club_forget(client->server->contests, &client->person, monotonic_now());
}
