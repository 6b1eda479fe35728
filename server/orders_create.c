/* The order that makes a game. */
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "lobby.h"
#include "orders_inside.h"
#include "server.h"
#include "store.h"

enum { WISH_SETTINGS = 8 };

/* What `create` collects from its KEY=VALUE words. */
struct wish {
    struct room_wish room;
    const char *side, *begin, *bot, *level;
    struct setting_word {
        const char *name, *value;
    } settings[WISH_SETTINGS];
    int setting_count;
    const char *rules, *size;
};

static bool wish_game(struct order *order, struct wish *wish, const char *value) {
    wish->room.kit = games_find(value);
    return wish->room.kit != NULL || order_fail(order, "unknown game", "create.game",
                                                "no game '{0}'; 'games' lists them", value);
}

/* A clock, with underscores for the spaces that would end the word. */
static bool wish_time(struct order *order, struct wish *wish, const char *value) {
    char *spaced = memory_string(value);
    for (char *c = spaced; *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
    bool good = clock_parse(spaced, &wish->room.clock);
    free(spaced);
    return good ||
           order_fail(order, "syntax error", "create.time",
                      "'{0}' is no clock: none, 10/move, 300, 60+1, 600+3x30, 600+25/300", value);
}

static bool wish_handicap(struct order *order, struct wish *wish, const char *value) {
    long handicap;
    if (!text_to_whole(value, 0, 9, &handicap))
        return order_fail(order, "syntax error", "create.handicap",
                          "'{0}' is no handicap: 0, 2 to 9", value);
    wish->room.handicap = (int)handicap;
    return true;
}

static bool wish_listed(struct order *order, struct wish *wish, const char *value) {
    wish->room.listed = text_same(value, "yes");
    return wish->room.listed || text_same(value, "no") ||
           order_fail(order, "syntax error", "create.listed", "listed is yes or no, not '{0}'",
                      value);
}

/* A word that is kept until all are known: its place in the wish, or NULL. */
static const char **wish_slot(struct wish *wish, const char *key) {
    const struct {
        const char *key;
        const char **slot;
    } slots[] = {{"side", &wish->side},   {"begin", &wish->begin}, {"bot", &wish->bot},
                 {"level", &wish->level}, {"rules", &wish->rules}, {"size", &wish->size}};
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++)
        if (strcmp(key, slots[i].key) == 0)
            return slots[i].slot;
    return NULL;
}

static bool wish_word(struct order *order, struct wish *wish, char *word) {
    static const struct {
        const char *key;
        bool (*read)(struct order *order, struct wish *wish, const char *value);
    } readers[] = {{"game", wish_game},
                   {"time", wish_time},
                   {"handicap", wish_handicap},
                   {"listed", wish_listed}};
    char *equals = strchr(word, '=');
    if (equals == NULL || equals == word)
        return order_fail(order, "syntax error", "syntax.pair", "'{0}' is not KEY=VALUE", word);
    *equals = '\0';
    const char *value = equals + 1;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(word, readers[i].key) == 0)
            return readers[i].read(order, wish, value);
    const char **slot = wish_slot(wish, word);
    if (slot != NULL) {
        *slot = value;
        return true;
    }
    if (wish->setting_count == WISH_SETTINGS)
        return order_fail(order, "syntax error", "create.many", "too many settings", NULL);
    wish->settings[wish->setting_count++] = (struct setting_word){word, value};
    return true;
}

/* Which side each plays. */
static bool wish_sides(struct order *order, struct wish *wish) {
    const struct game *game = wish->room.kit->game;
    wish->room.side = 0;
    if (strcmp(wish->side, "both") == 0) {
        wish->room.both = true;
    } else if (strcmp(wish->side, "random") == 0) {
        wish->room.side = (int)(rng_mix((uint64_t)(host_now() * 1e6)) & 1);
    } else if (strcmp(wish->side, "none") == 0) {
        wish->room.side = SIDE_NONE;
    } else if (*wish->side != '\0') {
        wish->room.side = game_side(game, wish->side);
        if (wish->room.side == SIDE_NONE)
            return order_fail_side(order, "create.side", ", both, random, none", game, wish->side);
    }
    wish->room.first = SIDE_NONE;
    if (*wish->begin != '\0') {
        wish->room.first = game_side(game, wish->begin);
        if (wish->room.first == SIDE_NONE)
            return order_fail_side(order, "create.begin", "", game, wish->begin);
        if (!game->keeps_first)
            return order_fail(order, "syntax error", "create.begin-fixed",
                              "who begins is fixed by the rules of {0}", game->name);
    }
    return true;
}

static bool fail_level(struct order *order, const struct bot_config *bot, const char *word) {
    struct text levels = {0};
    words_join(&bot->levels, 0, &levels);
    order->failure = "unknown level";
    error_set(&order->error, "create.level",
              bot->levels.count == 0 ? "no level '{0}': the bot has none"
                                     : "no level '{0}'; there are {1}",
              word, text_string(&levels), NULL);
    text_free(&levels);
    return false;
}

static bool wish_bots(struct order *order, struct wish *wish) {
    const struct config *config = &order->client->server->config;
    const char *game = wish->room.kit->game->name;
    if (wish->room.side == SIDE_NONE && *wish->bot == '\0')
        wish->bot = config_bot(config, "", game) == NULL ? "" : config_bot(config, "", game)->name;
    if (*wish->bot == '\0')
        return true;
    const struct bot_config *bot = config_bot(config, wish->bot, game);
    if (bot == NULL)
        return order_fail(order, "unknown bot", "create.bot",
                          "no bot '{0}' plays this game; 'games' lists those that do", wish->bot);
    const char *level = config_level(bot, wish->level);
    if (level == NULL)
        return fail_level(order, bot, wish->level);
    for (int side = 0; side < 2; side++) {
        if (side == wish->room.side || wish->room.both)
            continue;
        wish->room.bot[side] = bot;
        wish->room.level[side] = level;
    }
    return true;
}

static bool wish_session(struct order *order, struct wish *wish) {
    struct session *session = session_new(wish->room.kit->game);
    long size;
    bool good = *wish->rules == '\0' || session_set_rules(session, wish->rules, &order->error);
    if (good && *wish->size != '\0') {
        good = text_to_whole(wish->size, 1, 99, &size) ||
               order_fail(order, "syntax error", "create.size", "'{0}' is no size", wish->size);
        good = good && session_set_size(session, size, &order->error);
    }
    for (int i = 0; good && i < wish->setting_count; i++)
        good = session_set(session, wish->settings[i].name, wish->settings[i].value, &order->error);
    if (good) {
        wish->room.session = session;
        return true;
    }
    session_free(session);
    if (order->failure == NULL)
        order->failure = "cannot create";
    return false;
}

/* All that can be wrong with the wish is known by now: what it costs others comes last. */
static bool admit(struct order *order, struct room *room) {
    struct client *client = order->client;
    struct server *server = client->server;
    if (!client_may_create(client))
        return order_fail(order, "too many games", "create.rate",
                          "you have created enough games for this hour", NULL);
    if (!lobby_has_place(server->lobby))
        return order_fail(order, "too many games", "create.full",
                          "the server has no room for more games", NULL);
    order->failure = "cannot create";
    if (!store_rewrite(server->store, room, &room->entries, &order->error))
        return false;
    lobby_add(server->lobby, room);
    client_created(client);
    return true;
}

static struct room *wish_room(struct order *order) {
    struct client *client = order->client;
    struct wish wish = {
        .room = {.kit = games[0],
                 .listed = true,
                 .name = client_name(client),
                 .payer = client->address},
        .side = "",
        .begin = "",
        .bot = "",
        .level = "",
        .rules = "",
        .size = "",
    };
    for (int i = 0; i < order->count; i++)
        if (!wish_word(order, &wish, order->words[i]))
            return NULL;
    if (!wish_sides(order, &wish) || !wish_bots(order, &wish) || !wish_session(order, &wish))
        return NULL;
    order->failure = "cannot create";
    return room_new(client->server, &wish.room, &order->error);
}

bool order_create(struct order *order) {
    struct client *client = order->client;
    struct room *room = wish_room(order);
    if (room == NULL)
        return false;
    if (!admit(order, room)) {
        room_free(room);
        return false;
    }
    room_watch(room, client);
    for (int side = 0; side < 2; side++)
        if (room->seats[side].kind == SEAT_HUMAN)
            room_sit(room, client, side);
    order_put_seats(order, room);
    room_tell_state(room, client);
    room_go_on(room);
    return true;
}
