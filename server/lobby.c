#include "lobby.h"

#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "room.h"
#include "server.h"
#include "store.h"

enum { LISTED = 100 }; /* rooms in one list */

struct lobby {
    struct server *server;
    struct room *rooms; /* newest first */
    long count;
};

static void bring_back(void *context, const char *id) {
    lobby_find(context, id, NULL);
}

struct lobby *lobby_open(struct server *server) {
    struct lobby *lobby = memory_new(1, sizeof *lobby);
    lobby->server = server;
    server->lobby = lobby;
    store_each(server->store, server->config.room_idle, server->config.rooms, bring_back, lobby);
    return lobby;
}

void lobby_close(struct lobby *lobby) {
    if (lobby == NULL)
        return;
    while (lobby->rooms != NULL) {
        room_keep(lobby->rooms);
        lobby_remove(lobby, lobby->rooms);
    }
    free(lobby);
}

void lobby_remove(struct lobby *lobby, struct room *room) {
    if (room->previous != NULL)
        room->previous->next = room->next;
    else
        lobby->rooms = room->next;
    if (room->next != NULL)
        room->next->previous = room->previous;
    lobby->count--;
    room_free(room);
}

/* Nobody is in it, and the store has all of it. */
static bool may_be_put_away(const struct room *room) {
    return room->people == NULL && !room->unsaved;
}

static bool is_full(const struct lobby *lobby) {
    return lobby->count >= lobby->server->config.rooms;
}

static struct room *longest_alone(const struct lobby *lobby) {
    struct room *longest = NULL;
    for (struct room *room = lobby->rooms; room != NULL; room = room->next)
        if (may_be_put_away(room) && (longest == NULL || room->touched < longest->touched))
            longest = room;
    return longest;
}

bool lobby_has_place(const struct lobby *lobby) {
    return !is_full(lobby) || longest_alone(lobby) != NULL;
}

void lobby_add(struct lobby *lobby, struct room *room) {
    if (is_full(lobby))
        lobby_remove(lobby, longest_alone(lobby));
    room->next = lobby->rooms;
    if (room->next != NULL)
        room->next->previous = room;
    lobby->rooms = room;
    lobby->count++;
}

static struct room *find_here(const struct lobby *lobby, const char *id) {
    struct room *room = lobby->rooms;
    while (room != NULL && strcmp(room->id, id) != 0)
        room = room->next;
    return room;
}

static struct room *find_stored(struct lobby *lobby, const char *id) {
    if (strlen(id) != ROOM_ID - 1)
        return NULL;
    return store_load(lobby->server->store, lobby->server, id);
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
        lobby_add(lobby, room);
        room_go_on(room);
    }
    return room;
}

/* How much a game is worth showing: however many somebody leaves behind, they hide nobody who waits
 * or plays. */
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
        for (const struct room *room = lobby->rooms; room != NULL && shown < LISTED;
             room = room->next) {
            if (room_worth(room) != worth)
                continue;
            json_next(json);
            room_summary(room, json);
            shown++;
        }
    text_putc(json, ']');
}

static bool is_here(const void *context, const char *id) {
    return find_here(context, id) != NULL;
}

void lobby_tick(struct lobby *lobby) {
    double now = host_now();
    for (struct room *room = lobby->rooms, *next; room != NULL; room = next) {
        next = room->next;
        room_keep(room);
        room_settle(room);
        room_tell_people(room);
        if (may_be_put_away(room) && now - room->touched > lobby->server->config.room_idle)
            lobby_remove(lobby, room);
    }
    if (lobby->server->config.keep_days > 0)
        store_sweep(lobby->server->store, lobby->server->config.keep_days, is_here, lobby);
}
