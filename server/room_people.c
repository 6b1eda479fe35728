/* Who sits, who watches. */
#include <stdlib.h>
#include <string.h>

#include <nettle/memops.h>

#include "../src/core/memory.h"
#include "room_inside.h"
#include "server.h"
#include "store.h"

static void enter(struct room *room, struct client *client) {
    if (client->room == room)
        return;
    if (client->room != NULL)
        room_leave(client->room, client);
    client->room = room;
    client->seats = 0;
    client->next_in_room = room->people;
    room->people = client;
    room->people_changed = true;
    room->touched = host_now();
}

/* Whoever sat there is told so. */
void room_sit(struct room *room, struct client *client, int side) {
    struct seat *seat = &room->seats[side];
    enter(room, client);
    struct client *before = seat->client == client ? NULL : seat->client;
    seat->client = client;
    room_bill(room, client->address);
    client->seats |= 1u << side;
    room->people_changed = true;
    if (before != NULL) {
        before->seats &= ~(1u << side);
        room_tell_state(room, before);
    }
}

bool room_join(struct room *room, struct client *client, int side, struct error *error) {
    if (room_phase(room) != ROOM_OPEN)
        return error_set(error, "room.full", "both seats are taken; watch it with 'watch {0}'",
                         room->id, NULL);
    if (side == SIDE_NONE)
        side = room->seats[0].kind == SEAT_EMPTY ? 0 : 1;
    if (room->seats[side].kind != SEAT_EMPTY)
        return error_set(error, "room.taken", "{0} is taken",
                         session_game(room->session)->sides[side], NULL);
    struct seat *seat = &room->seats[side];
    struct seat before = *seat;
    seat->kind = SEAT_HUMAN;
    seat->name = memory_string(client_name(client));
    if (!store_room(room->server->store, room, error)) {
        free(seat->name);
        *seat = before;
        return false;
    }
    free(before.name);
    room_sit(room, client, side);
    return true;
}

bool room_rejoin(struct room *room, struct client *client, const char *token, struct error *error) {
    char padded[ROOM_TOKEN] = {0};
    strncpy(padded, token, ROOM_TOKEN - 1);
    for (int side = 0; side < 2; side++) {
        const struct seat *seat = &room->seats[side];
        bool right = memeql_sec(padded, seat->token, ROOM_TOKEN) && strlen(token) == ROOM_TOKEN - 1;
        if (right && seat->kind == SEAT_HUMAN) {
            room_sit(room, client, side);
            return true;
        }
    }
    return error_set(error, "room.token", "that is no seat token of this game", NULL);
}

void room_watch(struct room *room, struct client *client) {
    enter(room, client);
}

void room_leave(struct room *room, struct client *client) {
    struct client **link = &room->people;
    while (*link != NULL && *link != client)
        link = &(*link)->next_in_room;
    if (*link == client)
        *link = client->next_in_room;
    client->next_in_room = NULL;
    for (int side = 0; side < 2; side++)
        if (room->seats[side].client == client)
            room->seats[side].client = NULL;
    client->room = NULL;
    client->seats = 0;
    room->people_changed = true;
    room->touched = host_now();
}
