/* Orders about the server, and about coming and going. */
#include <stdlib.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "lobby.h"
#include "orders_inside.h"
#include "server.h"

bool order_name(struct order *order) {
    struct client *client = order->client;
    const char *name = text_string(&order->tail);
    if (order->tail.length > 40)
        return order_fail(order, "syntax error", "syntax.name", "a name has at most 40 bytes",
                          NULL);
    char *copy = memory_string(name);
    free(client->name);
    client->name = copy;
    return true;
}

static void put_names(struct text *json, const char *const *names) {
    text_putc(json, '[');
    for (int i = 0; names[i] != NULL; i++) {
        json_next(json);
        json_string(json, names[i]);
    }
    text_putc(json, ']');
}

static void put_bot(struct text *json, const struct bot_config *bot) {
    struct text levels = {0};
    words_join(&bot->levels, 0, &levels);
    json_next(json);
    text_putc(json, '{');
    json_member(json, "name", bot->name);
    json_member(json, "levels", text_string(&levels));
    text_putc(json, '}');
    text_free(&levels);
}

static void put_bots(struct text *json, const struct config *config, const char *game) {
    text_putc(json, '[');
    for (size_t i = 0; i < config->bot_count; i++) {
        const struct bot_config *bot = config_bot(config, config->bot[i].name, game);
        if (bot != NULL)
            put_bot(json, bot);
    }
    text_putc(json, ']');
}

static void put_game(struct text *json, const struct config *config, const struct game *game) {
    json_next(json);
    text_putc(json, '{');
    json_member(json, "name", game->name);
    json_member(json, "title", game->title);
    json_name(json, "sides");
    text_print(json, "[\"%s\",\"%s\"]", game->sides[0], game->sides[1]);
    json_name(json, "rules");
    put_names(json, game->rules);
    json_name(json, "sizes");
    text_print(json, "[%d,%d,%d]", game->size_min, game->size_max, game->size_default);
    json_name(json, "bots");
    put_bots(json, config, game->name);
    text_putc(json, '}');
}

bool order_games(struct order *order) {
    text_putc(&order->out, '[');
    for (int i = 0; games[i] != NULL; i++)
        put_game(&order->out, &order->client->server->config, games[i]->game);
    text_putc(&order->out, ']');
    return true;
}

bool order_list(struct order *order) {
    lobby_list(order->client->server->lobby, &order->out);
    return true;
}

bool order_quit(struct order *order) {
    client_reply(order->client, true, order->id, "");
    order->later = true;
    client_dismiss(order->client, "bye");
    return true;
}

bool order_ping(struct order *order) {
    text_put(&order->out, "pong");
    return true;
}

/* Coming and going. */

static struct room *find_room(struct order *order) {
    return lobby_find(order->client->server->lobby, order->words[0], &order->error);
}

bool order_join(struct order *order) {
    struct room *room = find_room(order);
    int side = SIDE_NONE;
    if (room == NULL)
        return false;
    order->failure = "cannot join";
    if (order->count > 1) {
        side = game_side(session_game(room->session), order->words[1]);
        if (side == SIDE_NONE)
            return order_fail_side(order, "create.side", "", session_game(room->session),
                                   order->words[1]);
    }
    if (!room_join(room, order->client, side, &order->error))
        return false;
    order_put_seats(order, room);
    room_tell_all(room);
    room_go_on(room);
    return true;
}

bool order_rejoin(struct order *order) {
    struct room *room = find_room(order);
    if (room == NULL)
        return false;
    order->failure = "cannot join";
    if (!room_rejoin(room, order->client, order->words[1], &order->error))
        return false;
    order_put_seats(order, room);
    room_tell_state(room, order->client);
    room_go_on(room);
    return true;
}

bool order_watch(struct order *order) {
    struct room *room = find_room(order);
    if (room == NULL)
        return false;
    room_watch(room, order->client);
    room_tell_state(room, order->client);
    return true;
}

bool order_leave(struct order *order) {
    room_leave(order->client->room, order->client);
    return true;
}
