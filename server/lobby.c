#include "lobby.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/system/now.h"
#include "advice.h"
#include "bot.h"
#include "client.h"
#include "contests.h"
#include "links.h"
#include "secret.h"
#include "server.h"
#include "store.h"

enum { LISTED = 100 }; /* rooms on one page of the list */
enum { BUCKETS = 4096 };
/* Seconds for which the order of a list of several pages stands: to sort ten thousand rooms takes
 * as long as a hundred plies. */
static const double LIST_STANDS = 1;

struct lobby {
    struct server *server;
    struct room_hooks hooks;
    struct lobby_room *rooms; /* newest first */
    struct lobby_room *buckets[BUCKETS];
    long count;
    struct listing *list; /* or NULL */
    size_t listed;
    double list_made;
};

/* What the server knows of a room; room->data. */
struct lobby_room {
    struct room *room;
    struct lobby_room *previous, *next;
    struct lobby_room *beside; /* the next one in its bucket */
    struct address *payer;
    unsigned long connection; /* of the payer; 0: nobody's */
    struct bot *bots[2];      /* once they have had to think */
    struct event *timer;      /* for room_tick */
    char *review, *reviewed;  /* and of which game, as a record; or NULL */
};

struct server *lobby_server(const struct room *room) {
    return room->hooks->owner;
}

struct address *lobby_payer(const struct room *room) {
    const struct lobby_room *entry = room->data;
    return entry->payer;
}

unsigned long lobby_connection(const struct room *room) {
    const struct lobby_room *entry = room->data;
    return entry->connection;
}

char *lobby_game(const struct room *room) {
    struct text record = {0};
    room_record(room, &record);
    return text_take(&record);
}

const char *lobby_review(const struct room *room) {
    const struct lobby_room *entry = room->data;
    if (entry->review == NULL || room_phase(room) != ROOM_OVER)
        return NULL;
    char *game = lobby_game(room);
    bool same = strcmp(game, entry->reviewed) == 0;
    free(game);
    return same ? entry->review : NULL;
}

void lobby_keep_review(struct room *room, const char *game, const char *review) {
    struct lobby_room *entry = room->data;
    free(entry->review);
    free(entry->reviewed);
    entry->review = memory_string(review);
    entry->reviewed = memory_string(game);
}

/* What rooms ask of the server. */

static bool find_bot(void *owner, const struct game *game, size_t number, struct room_bot *bot) {
    const struct server *server = owner;
    const struct bot_config *config = config_bot_number(&server->config, game->name, number);
    if (config != NULL)
        *bot = (struct room_bot){.name = config->name, .levels = &config->levels};
    return config != NULL;
}

_Static_assert((int)SECRET_HASH == (int)ROOM_PROOF, "the proof of a token is its hash");

static void new_token(struct room *room, int side) {
    char token[ROOM_TOKEN], hash[SECRET_HASH];
    secret_key(token, sizeof token);
    secret_hash(token, hash);
    room_set_token(room, side, token);
    room_set_proof(room, side, hash);
}

static void seated(struct room *room, struct person *person) {
    const struct client *client = person->data;
    struct lobby_room *entry = room->data;
    client->address->rooms++;
    entry->payer->rooms--;
    entry->payer = client->address;
    entry->connection = client->number;
}

/* Whether somebody else sits there and waits for just this, and `side` (or any) is free. */
static bool waits_for(const struct room *room, const struct room *like, const struct person *person,
                      int side) {
    for (int i = 0; i < 2; i++) {
        const struct person *maker = room->seats[side_other(i)].person;
        if (room->seats[i].kind == SEAT_EMPTY && maker != NULL && maker != person)
            return room->listed && (side == SIDE_NONE || side == i) && room_is_like(room, like);
    }
    return false;
}

/* Who has waited longest comes first. */
static struct room *find_match(void *owner, const struct room *like, const struct person *person,
                               int side) {
    const struct server *server = owner;
    struct room *found = NULL;
    for (struct lobby_room *entry = server->lobby->rooms; entry != NULL; entry = entry->next)
        if (room_phase(entry->room) == ROOM_OPEN && waits_for(entry->room, like, person, side))
            found = entry->room;
    return found;
}

static void free_bots(struct room *room) {
    struct lobby_room *entry = room->data;
    for (int side = 0; side < 2; side++) {
        bot_free(entry->bots[side]);
        entry->bots[side] = NULL;
    }
}

static bool log_store(struct server *server, bool stored, const struct error *error) {
    struct text why = {0};
    if (!stored) {
        server->status.store_failures++;
        error_print(error, &why);
        log_event(&server->log, LOG_LEVEL_ERROR, "store.failed", "why", text_string(&why), NULL);
    }
    text_free(&why);
    return stored;
}

static bool store_game(const struct room *room, const struct room_change *change,
                       struct error *error) {
    struct server *server = lobby_server(room);
    bool stored = store_change(server->store, room, change, error);
    for (size_t i = 0; stored && i < change->count; i++)
        server->status.plies += strcmp(change->entries[i].kind, "ply") == 0;
    return log_store(server, stored, error);
}

static bool keep_chat(const struct room *room, const struct chat_line *line, struct error *error) {
    struct server *server = lobby_server(room);
    if (!server->config.chat || room->no_chat)
        return error_set(error, "room.no-chat", "there is no chat on this server", NULL);
    return log_store(server, store_chat(server->store, room, line, error), error);
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
    const char *review = strcmp(command, "review") == 0 ? lobby_review(room) : NULL;
    if (review != NULL)
        person_reply(person, true, id, review);
    else
        advice_ask(room, person->data, id, command, argument);
}

static void puzzle(void *owner, struct person *person, const char *id, struct session *session,
                   const char *argument) {
    (void)owner;
    advice_puzzle(person->data, id, session, argument);
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

static size_t bucket_of(const char *id) {
    uint64_t hash = 0;
    for (const char *c = id; *c != '\0'; c++)
        hash = rng_mix(hash ^ (unsigned char)*c);
    return (size_t)(hash % BUCKETS);
}

static struct room *find_here(const struct lobby *lobby, const char *id) {
    const struct lobby_room *entry = lobby->buckets[bucket_of(id)];
    while (entry != NULL && strcmp(entry->room->id, id) != 0)
        entry = entry->beside;
    return entry == NULL ? NULL : entry->room;
}

static void bucket_add(struct lobby *lobby, struct lobby_room *entry) {
    struct lobby_room **first = &lobby->buckets[bucket_of(entry->room->id)];
    entry->beside = *first;
    *first = entry;
}

static void bucket_remove(struct lobby *lobby, const struct lobby_room *entry) {
    struct lobby_room **link = &lobby->buckets[bucket_of(entry->room->id)];
    while (*link != entry)
        link = &(*link)->beside;
    *link = entry->beside;
}

static void forget_list(struct lobby *lobby) {
    free(lobby->list);
    lobby->list = NULL;
}

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
static void lobby_add(struct lobby *lobby, struct room *room, struct address *payer,
                      unsigned long connection) {
    if (is_full(lobby))
        lobby_remove(lobby, longest_alone(lobby)->room);
    struct lobby_room *entry = memory_new(1, sizeof *entry);
    entry->room = room;
    entry->payer = payer;
    payer->rooms++;
    entry->connection = connection;
    entry->timer = event_new(lobby->server->base, -1, 0, timer_rings, room);
    entry->next = lobby->rooms;
    if (entry->next != NULL)
        entry->next->previous = entry;
    lobby->rooms = entry;
    bucket_add(lobby, entry);
    lobby->count++;
    room->data = entry;
}

void lobby_remove(struct lobby *lobby, struct room *room) {
    struct lobby_room *entry = room->data;
    forget_list(lobby);
    bucket_remove(lobby, entry);
    *(entry->previous != NULL ? &entry->previous->next : &lobby->rooms) = entry->next;
    if (entry->next != NULL)
        entry->next->previous = entry->previous;
    lobby->count--;
    advice_forget(room);
    free_bots(room);
    room_free(room);
    event_free(entry->timer);
    entry->payer->rooms--;
    free(entry->review);
    free(entry->reviewed);
    free(entry);
}

bool lobby_place(struct lobby *lobby, struct room *room, struct address *payer,
                 unsigned long connection, struct error *error) {
    if (!lobby_has_place(lobby))
        return error_set(error, "create.full", "the server has no room for more games", NULL);
    char id[ROOM_ID];
    secret_name(id, sizeof id);
    room_set_id(room, id);
    for (int side = 0; side < 2; side++)
        if (room->seats[side].kind == SEAT_HUMAN)
            new_token(room, side);
    if (!room_store(room, error))
        return false;
    lobby_add(lobby, room, payer, connection);
    lobby->server->status.games++;
    log_event(&lobby->server->log, LOG_LEVEL_INFO, "game.created", "game", room->id, "kind",
              session_game(room->session)->name, NULL);
    return true;
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
    if (!lobby_place(lobby, room, client->address, client->number, &order->error))
        return false;
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
        .find_match = find_match,
        .admit = admit,
        .new_token = new_token,
        .seated = seated,
        .swapped = free_bots,
        .store_game = store_game,
        .store_chat = keep_chat,
        .think = think,
        .judge = advice_judge,
        .cancel = cancel,
        .over = contests_game_over,
        .advise = advise,
        .puzzle = puzzle,
        .draw_code = links_draw,
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
    forget_list(lobby);
    free(lobby);
}

const struct room_hooks *lobby_hooks(const struct lobby *lobby) {
    return &lobby->hooks;
}

struct room *lobby_here(const struct lobby *lobby, const char *id) {
    return find_here(lobby, id);
}

static struct room *find_stored(struct lobby *lobby, const char *id) {
    if (strlen(id) != ROOM_ID - 1)
        return NULL;
    return store_load(lobby->server->store, &lobby->hooks, id);
}

const char *lobby_record(struct lobby *lobby, const char *id, long round, struct text *record) {
    struct room *here = find_here(lobby, id);
    if (here != NULL && round >= 0 && round != here->round)
        here = NULL;
    struct room *room = here;
    if (here == NULL)
        room = round < 0 ? find_stored(lobby, id)
                         : store_load_round(lobby->server->store, &lobby->hooks, id, round);
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
        lobby_add(lobby, room, gate_address(lobby->server->gate, ""), 0);
        contests_adopt(lobby->server, room);
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

/* A room that may be listed. */
struct listing {
    const struct room *room;
    enum worth worth;
    const struct address *payer;
    long turn; /* how many better ones the payer has */
    long age;  /* the newest has the least */
};

static int compare(long a, long b) {
    return (a > b) - (a < b);
}

/* All of one payer together, the best first. */
static int by_payer(const void *a, const void *b) {
    const struct listing *x = a, *y = b;
    int order = (x->payer > y->payer) - (x->payer < y->payer);
    order = order != 0 ? order : compare((long)y->worth, (long)x->worth);
    return order != 0 ? order : compare(x->age, y->age);
}

static int by_turn(const void *a, const void *b) {
    const struct listing *x = a, *y = b;
    int order = compare((long)y->worth, (long)x->worth);
    order = order != 0 ? order : compare(x->turn, y->turn);
    return order != 0 ? order : compare(x->age, y->age);
}

/* All rooms worth listing, in order; returns how many. */
static size_t collect(const struct lobby *lobby, struct listing *list) {
    size_t count = 0;
    long age = 0;
    for (const struct lobby_room *entry = lobby->rooms; entry != NULL; entry = entry->next) {
        enum worth worth = room_worth(entry->room);
        if (worth != WORTH_NOTHING)
            list[count++] = (struct listing){
                .room = entry->room, .worth = worth, .payer = entry->payer, .age = age++};
    }
    qsort(list, count, sizeof *list, by_payer);
    for (size_t i = 1; i < count; i++)
        if (list[i].payer == list[i - 1].payer && list[i].worth == list[i - 1].worth)
            list[i].turn = list[i - 1].turn + 1;
    qsort(list, count, sizeof *list, by_turn);
    return count;
}

/* A room that was put away takes the list with it, so that all rooms in it are there. */
static void make_list(struct lobby *lobby) {
    double now = monotonic_now();
    bool stands = lobby->list != NULL && lobby->listed > LISTED;
    if (stands && now - lobby->list_made < LIST_STANDS)
        return;
    forget_list(lobby);
    lobby->list = memory_new((size_t)lobby->count + 1, sizeof *lobby->list);
    lobby->listed = collect(lobby, lobby->list);
    lobby->list_made = now;
}

void lobby_list(struct lobby *lobby, long page, struct text *json) {
    make_list(lobby);
    text_putc(json, '[');
    for (size_t i = (size_t)(page - 1) * LISTED; i < lobby->listed && i < (size_t)page * LISTED;
         i++) {
        if (room_worth(lobby->list[i].room) == WORTH_NOTHING)
            continue; /* since the list was made */
        json_next(json);
        room_summary(lobby->list[i].room, json);
    }
    text_putc(json, ']');
}

static bool is_here(const void *context, const char *id) {
    return find_here(context, id) != NULL;
}

void lobby_count(const struct lobby *lobby, struct lobby_counts *counts) {
    *counts = (struct lobby_counts){.rooms = lobby->count};
    for (const struct lobby_room *entry = lobby->rooms; entry != NULL; entry = entry->next) {
        counts->over += room_phase(entry->room) == ROOM_OVER;
        counts->alone += entry->room->people == NULL;
    }
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
