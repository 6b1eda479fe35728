#include "lobby.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "advice.h"
#include "client.h"
#include "secret.h"
#include "server.h"
#include "store.h"

enum { LISTED = 100 }; /* rooms in one list */

struct lobby {
    struct server *server;
    struct room_hooks hooks;
    struct lobby_room *rooms; /* newest first */
    long count;
};

/* What the server knows of a room; room->data. */
struct lobby_room {
    struct room *room;
    struct lobby_room *previous, *next;
    struct address *payer;
    struct bot *bots[2]; /* once they have had to think */
    struct event *timer; /* for room_tick */
};

struct server *lobby_server(const struct room *room) {
    return room->hooks->owner;
}

struct address *lobby_payer(const struct room *room) {
    const struct lobby_room *entry = room->data;
    return entry->payer;
}

/* What rooms ask of the server. */

static bool find_bot(void *owner, const struct game *game, size_t number, struct room_bot *bot) {
    const struct server *server = owner;
    const struct bot_config *config = config_bot_number(&server->config, game->name, number);
    if (config != NULL)
        *bot = (struct room_bot){.name = config->name, .levels = &config->levels};
    return config != NULL;
}

static void pay(struct lobby_room *entry, struct address *payer) {
    payer->rooms++;
    entry->payer->rooms--;
    entry->payer = payer;
}

static void seated(struct room *room, struct person *person) {
    const struct client *client = person->data;
    pay(room->data, client->address);
}

static void free_bots(struct room *room) {
    struct lobby_room *entry = room->data;
    for (int side = 0; side < 2; side++) {
        bot_free(entry->bots[side]);
        entry->bots[side] = NULL;
    }
}

static bool store_game(const struct room *room, const struct room_change *change,
                       struct error *error) {
    return store_change(lobby_server(room)->store, room, change, error);
}

static bool keep_chat(const struct room *room, const struct chat_line *line, struct error *error) {
    return store_chat(lobby_server(room)->store, room, line, error);
}

static void think(struct room *room, int side) {
    struct lobby_room *entry = room->data;
    if (entry->bots[side] == NULL)
        entry->bots[side] = bot_new(room, side);
    bot_think(entry->bots[side]);
}

static void cancel(struct room *room) {
    struct lobby_room *entry = room->data;
    for (int side = 0; side < 2; side++)
        if (entry->bots[side] != NULL)
            bot_cancel(entry->bots[side]);
    advice_recall(room);
}

static void advise(struct room *room, struct person *person, const char *id, const char *command,
                   const char *argument) {
    advice_ask(room, person->data, id, command, argument);
}

static void set_timer(struct room *room, double when) {
    struct lobby_room *entry = room->data;
    if (isinf(when)) {
        event_del(entry->timer);
        return;
    }
    /* Rounded up: a timer that comes too early would have to be set again. */
    double delay = fmax(when - monotonic_now(), 0), whole = floor(delay);
    struct timeval time = {.tv_sec = (time_t)whole,
                           .tv_usec = (suseconds_t)((delay - whole) * 1e6) + 1};
    event_add(entry->timer, &time);
}

static void timer_rings(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct room *room = context;
    room_tick(room, monotonic_now());
    if (!isinf(room->deadline))
        set_timer(room, room->deadline);
}

/* All rooms. */

static bool is_full(const struct lobby *lobby) {
    return lobby->count >= lobby->server->config.rooms;
}

static struct lobby_room *longest_alone(const struct lobby *lobby) {
    struct lobby_room *longest = NULL;
    for (struct lobby_room *entry = lobby->rooms; entry != NULL; entry = entry->next)
        if (room_may_go(entry->room) &&
            (longest == NULL || entry->room->touched < longest->room->touched))
            longest = entry;
    return longest;
}

bool lobby_has_place(const struct lobby *lobby) {
    return !is_full(lobby) || longest_alone(lobby) != NULL;
}

/* Only where there is a place. If all are taken, the room without people that was left alone for
 * longest goes; it stays in the store. */
static void lobby_add(struct lobby *lobby, struct room *room, struct address *payer) {
    if (is_full(lobby))
        lobby_remove(lobby, longest_alone(lobby)->room);
    struct lobby_room *entry = memory_new(1, sizeof *entry);
    entry->room = room;
    entry->payer = payer;
    payer->rooms++;
    entry->timer = event_new(lobby->server->base, -1, 0, timer_rings, room);
    entry->next = lobby->rooms;
    if (entry->next != NULL)
        entry->next->previous = entry;
    lobby->rooms = entry;
    lobby->count++;
    room->data = entry;
}

void lobby_remove(struct lobby *lobby, struct room *room) {
    struct lobby_room *entry = room->data;
    *(entry->previous != NULL ? &entry->previous->next : &lobby->rooms) = entry->next;
    if (entry->next != NULL)
        entry->next->previous = entry->previous;
    lobby->count--;
    advice_forget(room);
    free_bots(room);
    room_free(room);
    event_free(entry->timer);
    entry->payer->rooms--;
    free(entry);
}

static bool admit(struct order *order, struct room *room) {
    struct client *client = order->person->data;
    struct lobby *lobby = client->server->lobby;
    if (!client_may_create(client))
        return order_fail(order, "too many games", "create.rate",
                          "you have created enough games for this hour", NULL);
    if (!lobby_has_place(lobby))
        return order_fail(order, "too many games", "create.full",
                          "the server has no room for more games", NULL);
    char id[ROOM_ID], token[ROOM_TOKEN];
    secret_name(id, sizeof id);
    room_set_id(room, id);
    for (int side = 0; side < 2; side++) {
        secret_key(token, sizeof token);
        room_set_token(room, side, token);
    }
    if (!room_store(room, &order->error))
        return false;
    lobby_add(lobby, room, client->address);
    client_created(client);
    return true;
}

static void bring_back(void *context, const char *id) {
    lobby_find(context, id, NULL);
}

struct lobby *lobby_open(struct server *server) {
    struct lobby *lobby = memory_new(1, sizeof *lobby);
    lobby->server = server;
    lobby->hooks = (struct room_hooks){
        .owner = server,
        .most_plies = (size_t)server->config.plies,
        .orders = lobby_orders,
        .find_bot = find_bot,
        .admit = admit,
        .seated = seated,
        .swapped = free_bots,
        .store_game = store_game,
        .store_chat = keep_chat,
        .think = think,
        .judge = advice_judge,
        .cancel = cancel,
        .advise = advise,
        .set_timer = set_timer,
    };
    server->lobby = lobby;
    store_each(server->store, server->config.room_idle, server->config.rooms, bring_back, lobby);
    return lobby;
}

void lobby_close(struct lobby *lobby) {
    if (lobby == NULL)
        return;
    while (lobby->rooms != NULL) {
        room_tick(lobby->rooms->room, monotonic_now());
        lobby_remove(lobby, lobby->rooms->room);
    }
    free(lobby);
}

const struct room_hooks *lobby_hooks(const struct lobby *lobby) {
    return &lobby->hooks;
}

static struct room *find_here(const struct lobby *lobby, const char *id) {
    struct lobby_room *entry = lobby->rooms;
    while (entry != NULL && strcmp(entry->room->id, id) != 0)
        entry = entry->next;
    return entry == NULL ? NULL : entry->room;
}

static struct room *find_stored(struct lobby *lobby, const char *id) {
    if (strlen(id) != ROOM_ID - 1)
        return NULL;
    return store_load(lobby->server->store, &lobby->hooks, id);
}

const char *lobby_record(struct lobby *lobby, const char *id, struct text *record) {
    struct room *here = find_here(lobby, id);
    struct room *room = here != NULL ? here : find_stored(lobby, id);
    if (room == NULL)
        return NULL;
    const char *suffix = room_record(room, record);
    if (here == NULL)
        room_free(room);
    return suffix;
}

struct room *lobby_find(struct lobby *lobby, const char *id, struct error *error) {
    struct room *here = find_here(lobby, id);
    if (here != NULL)
        return here;
    struct room *room = find_stored(lobby, id);
    if (room == NULL) {
        error_set(error, "room.unknown", "there is no game {0}", id, NULL);
    } else if (!lobby_has_place(lobby)) {
        error_set(error, "room.no-place",
                  "the game {0} is kept, but the server has no place for it now; try again later",
                  id, NULL);
        room_free(room);
        room = NULL;
    } else {
        /* Nobody pays until somebody takes a seat. */
        lobby_add(lobby, room, gate_address(lobby->server->gate, ""));
        room_go_on(room, monotonic_now());
    }
    return room;
}

/* How much a game is worth showing: abandoned games, however many, never hide one in which somebody
 * waits or plays. */
enum worth { WORTH_NOTHING, WORTH_LEFT, WORTH_PLAYED, WORTH_JOINING };

/* An open game whose people are all away is not worth showing. */
static enum worth room_worth(const struct room *room) {
    enum room_phase phase = room_phase(room);
    bool alone = room->people == NULL;
    if (!room->listed || phase == ROOM_OVER || (phase == ROOM_OPEN && alone))
        return WORTH_NOTHING;
    return phase == ROOM_OPEN ? WORTH_JOINING : alone ? WORTH_LEFT : WORTH_PLAYED;
}

void lobby_list(const struct lobby *lobby, struct text *json) {
    int shown = 0;
    text_putc(json, '[');
    for (enum worth worth = WORTH_JOINING; worth > WORTH_NOTHING; worth--)
        for (const struct lobby_room *entry = lobby->rooms; entry != NULL && shown < LISTED;
             entry = entry->next) {
            if (room_worth(entry->room) != worth)
                continue;
            json_next(json);
            room_summary(entry->room, json);
            shown++;
        }
    text_putc(json, ']');
}

static bool is_here(const void *context, const char *id) {
    return find_here(context, id) != NULL;
}

void lobby_tick(struct lobby *lobby) {
    double now = monotonic_now();
    for (struct lobby_room *entry = lobby->rooms, *next; entry != NULL; entry = next) {
        next = entry->next;
        room_tick(entry->room, now);
        if (room_may_go(entry->room) &&
            now - entry->room->touched > lobby->server->config.room_idle)
            lobby_remove(lobby, entry->room);
    }
    if (lobby->server->config.keep_days > 0)
        store_sweep(lobby->server->store, lobby->server->config.keep_days, is_here, lobby);
}
