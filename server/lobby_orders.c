/* The orders about many rooms: coming and going. */
#include <string.h>

#include "../src/core/json.h"
#include "client.h"
#include "contests.h"
#include "http.h"
#include "lobby.h"
#include "secret.h"
#include "server.h"

static struct client *order_client(const struct order *order) {
    return order->person->data;
}

static bool order_list(struct order *order) {
    long page = 1;
    if (order->count > 0 && !text_to_whole(order->words[0], 1, 1000000, &page))
        return order_fail(order, "syntax error", "syntax.whole",
                          "'{0}' is no page of the list: they count from 1", order->words[0]);
    lobby_list(order_client(order)->server->lobby, page, &order->out);
    return true;
}

/* Of the page, for a person on the server's own machine who invites others. */
static bool order_addresses(struct order *order) {
    const struct http *http = order_client(order)->server->http;
    struct text list = {0};
    struct words words;
    if (http != NULL)
        http_links(http, &list);
    words_split(&words, text_string(&list));
    text_putc(&order->out, '[');
    for (int i = 0; i < words.count; i++) {
        json_next(&order->out);
        json_quoted(&order->out, words.at[i]);
    }
    text_putc(&order->out, ']');
    words_free(&words);
    text_free(&list);
    return true;
}

static bool order_quit(struct order *order) {
    person_reply(order->person, true, order->id, "");
    order->later = true;
    client_dismiss(order_client(order), "bye");
    return true;
}

static struct room *find_room(struct order *order) {
    return lobby_find(order_client(order)->server->lobby, order->words[0], &order->error);
}

static bool order_join(struct order *order) {
    struct room *room = find_room(order);
    int side = SIDE_NONE;
    if (room == NULL)
        return false;
    order->failure = "cannot join";
    if (order->count > 1) {
        const struct game *game = session_game(room->session);
        side = game_side(game, order->words[1]);
        if (side == SIDE_NONE)
            return order_fail_side(order, "create.side", "", game, order->words[1]);
    }
    return order_join_room(order, room, side);
}

/* The side whose token that is, or SIDE_NONE. */
static int token_side(const struct room *room, const char *token) {
    char hash[SECRET_HASH];
    secret_hash(token, hash);
    for (int side = 0; side < 2; side++)
        if (secret_same(hash, room->seats[side].proof) && room->seats[side].kind == SEAT_HUMAN &&
            strlen(token) == ROOM_TOKEN - 1)
            return side;
    return SIDE_NONE;
}

static bool order_rejoin(struct order *order) {
    struct room *room = find_room(order);
    if (room == NULL)
        return false;
    int side = token_side(room, order->words[1]);
    if (side == SIDE_NONE)
        return order_fail(order, "cannot join", "room.token", "that is no seat token of this game",
                          NULL);
    room_set_token(room, side, order->words[1]); /* it may have come back without */
    room_sit(room, order->now, order->person, side);
    order_put_seats(order, room);
    room_tell_state(room, order->person);
    room_go_on(room, order->now);
    return true;
}

static bool order_watch(struct order *order) {
    struct room *room = find_room(order);
    if (room == NULL)
        return false;
    room_watch(room, order->now, order->person);
    room_tell_state(room, order->person);
    return true;
}

const struct order_row lobby_orders[] = {
    {"list", "[PAGE]", "The games going on or waiting for somebody, 100 a page, as JSON.",
     order_list, 0, false, false},
    {"join", "GAME [COLOUR]", "Takes an empty seat.", order_join, 1, false, false},
    {"rejoin", "GAME TOKEN", "Takes your own seat again.", order_rejoin, 2, false, false},
    {"watch", "GAME", "Looks on.", order_watch, 1, false, false},
    {"contest", "VERB CODE ...", "Tournaments of people; the verbs are in docs/server.md.",
     contests_order, 1, false, false},
    {"addresses", "", "Where others find the server's page, as JSON.", order_addresses, 0, false,
     false},
    {"quit", "", "Leaves the server.", order_quit, 0, false, false},
    {.name = NULL},
};
