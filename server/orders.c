#include "orders.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "client.h"
#include "errand.h"
#include "lobby.h"
#include "room.h"
#include "server.h"

/* One order being carried out. */
struct order {
    struct client *client;
    const char *id;
    int count;
    char **words;
    struct text tail; /* the arguments joined by spaces */
    struct text out;  /* the reply */
    struct error error;
    const char *failure; /* standard words; NULL: from the error's code */
    bool later;          /* the reply comes by itself */
};

struct order_row {
    const char *name;
    const char *usage;
    const char *help;
    bool (*run)(struct order *order);
    int least; /* arguments */
    bool needs_room;
    bool needs_seat;
};

static bool fail(struct order *order, const char *failure, const char *code, const char *template,
                 const char *argument) {
    order->failure = failure;
    return error_set(&order->error, code, template, argument, NULL);
}

/* The side a player decides for: the only seat, or with both the one to play. */
static int own_side(const struct order *order) {
    const struct client *client = order->client;
    if (client->seats == 3)
        return session_to_play(client->room->session);
    return client->seats == 1 ? 0 : 1;
}

/* About the server. */

static bool run_help(struct order *order);

static bool run_name(struct order *order) {
    struct client *client = order->client;
    const char *name = text_string(&order->tail);
    if (order->tail.length > 40)
        return fail(order, "syntax error", "syntax.name", "a name has at most 40 bytes", "");
    char *copy = memory_string(name);
    free(client->name);
    client->name = copy;
    return true;
}

static bool run_games(struct order *order) {
    struct text *json = &order->out;
    const struct config *config = &order->client->server->config;
    text_putc(json, '[');
    for (int i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i]->game;
        json_next(json);
        text_putc(json, '{');
        json_member(json, "name", game->name);
        json_member(json, "title", game->title);
        json_name(json, "sides");
        text_print(json, "[\"%s\",\"%s\"]", game->sides[0], game->sides[1]);
        json_name(json, "rules");
        text_putc(json, '[');
        for (int k = 0; game->rules[k] != NULL; k++) {
            json_next(json);
            json_string(json, game->rules[k]);
        }
        text_putc(json, ']');
        json_name(json, "sizes");
        text_print(json, "[%d,%d,%d]", game->size_min, game->size_max, game->size_default);
        json_name(json, "bots");
        text_putc(json, '[');
        for (size_t k = 0; k < config->bot_count; k++) {
            const struct bot_config *bot = config_bot(config, config->bot[k].name, game->name);
            if (bot == NULL)
                continue;
            json_next(json);
            text_putc(json, '{');
            json_member(json, "name", bot->name);
            json_member(json, "levels", bot->levels);
            text_putc(json, '}');
        }
        text_put(json, "]}");
    }
    text_putc(json, ']');
    return true;
}

static bool run_list(struct order *order) {
    lobby_list(order->client->server->lobby, &order->out);
    return true;
}

static bool run_quit(struct order *order) {
    client_reply(order->client, true, order->id, "");
    order->later = true;
    client_dismiss(order->client, "bye");
    return true;
}

static bool run_ping(struct order *order) {
    text_put(&order->out, "pong");
    return true;
}

/* Coming and going. */

/* What `create` collects from its KEY=VALUE words. */
struct wish {
    struct room_wish room;
    const char *side, *begin, *bot, *level;
    struct setting_word {
        const char *name, *value;
    } settings[8];
    int setting_count;
    const char *rules, *size;
};

static bool wish_word(struct order *order, struct wish *wish, char *word) {
    char *equals = strchr(word, '=');
    if (equals == NULL || equals == word)
        return fail(order, "syntax error", "syntax.pair", "'{0}' is not KEY=VALUE", word);
    *equals = '\0';
    const char *value = equals + 1;
    long handicap;
    if (strcmp(word, "game") == 0) {
        wish->room.kit = games_find(value);
        return wish->room.kit != NULL ||
               fail(order, "unknown game", "create.game", "no game '{0}'", value);
    }
    if (strcmp(word, "time") == 0) {
        char *spaced = memory_string(value);
        for (char *c = spaced; *c != '\0'; c++)
            *c = *c == '_' ? ' ' : *c;
        bool good = clock_parse(spaced, &wish->room.clock);
        free(spaced);
        return good ||
               fail(order, "syntax error", "create.time",
                    "'{0}' is no clock: none, 10/move, 300, 60+1, 600+3x30, 600+25/300", value);
    }
    if (strcmp(word, "handicap") == 0) {
        if (!text_to_whole(value, 0, 9, &handicap))
            return fail(order, "syntax error", "create.handicap", "'{0}' is no handicap: 0, 2 to 9",
                        value);
        wish->room.handicap = (int)handicap;
        return true;
    }
    if (strcmp(word, "listed") == 0) {
        wish->room.listed = strcmp(value, "no") != 0;
        return true;
    }
    const struct {
        const char *key;
        const char **slot;
    } words[] = {{"side", &wish->side},   {"begin", &wish->begin}, {"bot", &wish->bot},
                 {"level", &wish->level}, {"rules", &wish->rules}, {"size", &wish->size}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i].key) == 0) {
            *words[i].slot = value;
            return true;
        }
    }
    if (wish->setting_count == 8)
        return fail(order, "syntax error", "create.many", "too many settings", "");
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
            return fail(order, "syntax error", "create.side", "no side '{0}'", wish->side);
    }
    wish->room.first = SIDE_NONE;
    if (*wish->begin != '\0') {
        wish->room.first = game_side(game, wish->begin);
        if (wish->room.first == SIDE_NONE)
            return fail(order, "syntax error", "create.begin", "no side '{0}'", wish->begin);
        if (!game->keeps_first)
            return fail(order, "syntax error", "create.begin-fixed",
                        "who begins is fixed by the rules of {0}", game->name);
    }
    return true;
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
        return fail(order, "unknown bot", "create.bot", "no bot '{0}' plays this game", wish->bot);
    if (*wish->level == '\0') { /* the last is the best */
        const char *space = strrchr(bot->levels, ' ');
        wish->level = space == NULL ? bot->levels : space + 1;
    } else if (!config_has_word(bot->levels, wish->level)) {
        return fail(order, "unknown level", "create.level", "no level '{0}'", wish->level);
    }
    for (int side = 0; side < 2; side++) {
        if (side == wish->room.side || wish->room.both)
            continue;
        wish->room.bot[side] = bot;
        wish->room.level[side] = wish->level;
    }
    return true;
}

static bool wish_session(struct order *order, struct wish *wish) {
    struct session *session = session_new(wish->room.kit->game);
    long size;
    bool good = *wish->rules == '\0' || session_set_rules(session, wish->rules, &order->error);
    if (good && *wish->size != '\0') {
        good = text_to_whole(wish->size, 1, 99, &size) ||
               fail(order, "syntax error", "create.size", "'{0}' is no size", wish->size);
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

/* Within an hour one connection may create only so many games. */
static bool may_create(struct order *order) {
    struct client *client = order->client;
    const struct config *config = &client->server->config;
    double now = host_now();
    if (now - client->created_since > 3600) {
        client->created_since = now;
        client->created = 0;
    }
    if (client->created >= config->rooms_per_client)
        return fail(order, "too many games", "create.rate",
                    "you have created enough games for this hour", "");
    if (lobby_count(client->server->lobby) >= config->rooms)
        return fail(order, "too many games", "create.full", "the server has no room for more games",
                    "");
    client->created++;
    return true;
}

/* {"room":ID,"tokens":{side:token}} for the seats that the client holds. */
static void put_seats(struct order *order, const struct room *room) {
    struct text *json = &order->out;
    text_putc(json, '{');
    json_member(json, "room", room->id);
    json_name(json, "tokens");
    text_putc(json, '{');
    for (int side = 0; side < 2; side++)
        if ((order->client->seats >> side & 1) != 0)
            json_member(json, session_game(room->session)->sides[side], room->seats[side].token);
    text_put(json, "}}");
}

static bool run_create(struct order *order) {
    struct client *client = order->client;
    struct wish wish = {.room = {.kit = games[0], .listed = true},
                        .side = "",
                        .begin = "",
                        .bot = "",
                        .level = "",
                        .rules = "",
                        .size = ""};
    for (int i = 0; i < order->count; i++)
        if (!wish_word(order, &wish, order->words[i]))
            return false;
    if (!wish_sides(order, &wish) || !wish_bots(order, &wish) || !may_create(order) ||
        !wish_session(order, &wish))
        return false;
    struct room *room = room_new(client->server, &wish.room, &order->error);
    if (room == NULL) {
        order->failure = "cannot create";
        return false;
    }
    if (wish.room.side == SIDE_NONE) {
        room_watch(room, client);
    } else {
        room_sit(room, client, wish.room.side);
        if (wish.room.both)
            room_sit(room, client, side_other(wish.room.side));
    }
    struct error unsaved = {0};
    if (!room_save(room, &unsaved)) {
        order->failure = "cannot create";
        order->error = unsaved;
        lobby_remove(client->server->lobby, room);
        return false;
    }
    put_seats(order, room);
    room_tell_state(room, client);
    room_go_on(room);
    return true;
}

static struct room *find_room(struct order *order) {
    struct room *room = lobby_find(order->client->server->lobby, order->words[0]);
    if (room == NULL)
        fail(order, "unknown game", "room.unknown", "there is no game {0}", order->words[0]);
    return room;
}

static bool run_join(struct order *order) {
    struct room *room = find_room(order);
    int side = SIDE_NONE;
    if (room == NULL)
        return false;
    order->failure = "cannot join";
    if (order->count > 1) {
        side = game_side(session_game(room->session), order->words[1]);
        if (side == SIDE_NONE)
            return fail(order, "syntax error", "create.side", "no side '{0}'", order->words[1]);
    }
    if (!room_join(room, order->client, side, &order->error))
        return false;
    put_seats(order, room);
    room_tell_all(room);
    room_go_on(room);
    return true;
}

static bool run_rejoin(struct order *order) {
    struct room *room = find_room(order);
    if (room == NULL)
        return false;
    order->failure = "cannot join";
    if (!room_rejoin(room, order->client, order->words[1], &order->error))
        return false;
    put_seats(order, room);
    room_tell_all(room);
    room_go_on(room);
    return true;
}

static bool run_watch(struct order *order) {
    struct room *room = find_room(order);
    if (room == NULL)
        return false;
    room_watch(room, order->client);
    room_tell_all(room);
    return true;
}

static bool run_leave(struct order *order) {
    room_leave(order->client->room, order->client);
    return true;
}

/* In a game. */

static bool run_state(struct order *order) {
    room_state(order->client->room, order->client, &order->out);
    return true;
}

static bool run_ply(struct order *order) {
    return room_ply(order->client->room, own_side(order), text_string(&order->tail), &order->error);
}

static bool run_pass(struct order *order) {
    return room_ply(order->client->room, own_side(order), "pass", &order->error);
}

static bool run_resign(struct order *order) {
    return room_resign(order->client->room, own_side(order), &order->error);
}

static bool run_draw(struct order *order) {
    return room_draw(order->client->room, own_side(order), order->words[0], &order->error);
}

static const char *argument(const struct order *order, int index) {
    return index < order->count ? order->words[index] : "";
}

static bool run_undo(struct order *order) {
    return room_undo(order->client->room, own_side(order), argument(order, 0), &order->error);
}

static bool run_reset(struct order *order) {
    return room_reset(order->client->room, own_side(order), argument(order, 0), &order->error);
}

static bool run_setup(struct order *order) {
    order->failure = "bad position";
    return room_setup(order->client->room, own_side(order), text_string(&order->tail),
                      &order->error);
}

static bool run_rematch(struct order *order) {
    return room_rematch(order->client->room, own_side(order), &order->error);
}

static bool run_mark(struct order *order) {
    return room_mark(order->client->room, own_side(order), order->words[0], order->words[1],
                     &order->error);
}

static bool run_accept(struct order *order) {
    return room_accept(order->client->room, own_side(order), &order->error);
}

static bool run_resume(struct order *order) {
    return room_resume(order->client->room, own_side(order), &order->error);
}

static bool run_chat(struct order *order) {
    if (order->tail.length > 500)
        return fail(order, "syntax error", "syntax.chat", "at most 500 bytes at once", "");
    room_chat(order->client->room, order->client, text_string(&order->tail));
    return true;
}

/* The position that a ply would lead to, without playing it. */
static bool run_preview(struct order *order) {
    struct room *room = order->client->room;
    struct session *copy = session_copy(room->session);
    bool good = session_play(copy, session_to_play(copy), text_string(&order->tail), &order->error);
    if (good)
        session_game(copy)->save(session_state(copy), &order->out);
    session_free(copy);
    return good;
}

/* The position after so many plies of the game, for replay. */
static bool run_position(struct order *order) {
    long plies;
    struct session *copy = session_copy(order->client->room->session);
    enum ending ending;
    session_result(copy, &ending);
    long had = (long)session_plies(copy);
    long declared = ending != ENDING_NONE && ending != ENDING_RULES ? 1 : 0;
    bool good = text_to_whole(order->words[0], 0, had, &plies);
    if (good) {
        session_undo(copy, had - plies + declared, NULL);
        session_game(copy)->save(session_state(copy), &order->out);
    } else {
        fail(order, "syntax error", "syntax.plies", "no number of plies: '{0}'", order->words[0]);
    }
    session_free(copy);
    return good;
}

/* The board for people at a terminal. */
static bool run_show(struct order *order) {
    struct look look = {0};
    for (int i = 0; i < order->count; i++) {
        look.colour = look.colour || strcmp(order->words[i], "colour") == 0;
        look.unicode = look.unicode || strcmp(order->words[i], "unicode") == 0;
    }
    text_putc(&order->out, '\n');
    session_show(order->client->room->session, &look, &order->out);
    return true;
}

static bool run_record(struct order *order) {
    text_putc(&order->out, '\n');
    room_record(order->client->room, &order->out);
    return true;
}

static bool advice(struct order *order, const char *what) {
    struct room *room = order->client->room;
    if (!room_allows_advice(room))
        return fail(order, "not allowed", "room.advice", "no advice while two people play", "");
    if (room_phase(room) != ROOM_PLAYING)
        return fail(order, "cannot advise", "room.not-playing", "nobody is to play", "");
    errand_ask(room, order->client, order->id, what);
    order->later = true;
    return true;
}

static bool run_hint(struct order *order) {
    return advice(order, "hint");
}

static bool run_evaluate(struct order *order) {
    long most = 5;
    if (order->count > 0 && !text_to_whole(order->words[0], 1, 100, &most))
        return fail(order, "syntax error", "syntax.whole", "'{0}' is no number from 1 to 100",
                    order->words[0]);
    struct text command = {0};
    struct room *room = order->client->room;
    text_print(&command, "evaluate %s %ld",
               session_game(room->session)->sides[session_to_play(room->session)], most);
    bool good = advice(order, text_string(&command));
    text_free(&command);
    return good;
}

/* A question about the position that the game itself can answer: cycle, marks A1, ensemble. */
static bool run_ask(struct order *order) {
    static const char *const allowed[] = {
        "cycle",    "rows",     "marks",       "ensemble",
        "captures", "countlib", "list_stones", "final_status_list"};
    bool known = false;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        known = known || strcmp(allowed[i], order->words[0]) == 0;
    if (!known)
        return fail(
            order, "unknown question", "ask.unknown",
            "'{0}' is none of cycle, rows, marks, ensemble, captures, countlib, list_stones",
            order->words[0]);
    return room_question(order->client->room, order->count, order->words, &order->out,
                         &order->error);
}

static const struct order_row rows[] = {
    {"help", "[ORDER]", "What an order, or every order, does.", run_help, 0, false, false},
    {"name", "TEXT", "Says who you are.", run_name, 1, false, false},
    {"ping", "", "Answers pong.", run_ping, 0, false, false},
    {"games", "", "The games with rules, sizes and bots, as JSON.", run_games, 0, false, false},
    {"list", "", "The games going on or waiting for somebody, as JSON.", run_list, 0, false, false},
    {"create",
     "[game=NAME] [rules=NAME] [size=N] [SETTING=VALUE] [time=CLOCK] "
     "[side=COLOUR|both|random|none] "
     "[begin=COLOUR] [handicap=N] [listed=no] [bot=NAME] [level=NAME]",
     "Makes a game and takes a seat in it.", run_create, 0, false, false},
    {"join", "GAME [COLOUR]", "Takes an empty seat.", run_join, 1, false, false},
    {"rejoin", "GAME TOKEN", "Takes your own seat again.", run_rejoin, 2, false, false},
    {"watch", "GAME", "Looks on.", run_watch, 1, false, false},
    {"leave", "", "Goes out; the seat stays yours by its token.", run_leave, 0, true, false},
    {"state", "", "Everything about the game, as JSON.", run_state, 0, true, false},
    {"ply", "MOVE", "Plays a move.", run_ply, 1, true, true},
    {"play", "MOVE", "The same as ply.", run_ply, 1, true, true},
    {"collapse", "CELL | MARK CELL", "Resolves a cycle in quantum tic-tac-toe.", run_ply, 1, true,
     true},
    {"pass", "", "Passes (Go).", run_pass, 0, true, true},
    {"resign", "", "Gives up.", run_resign, 0, true, true},
    {"draw", "offer|accept|decline", "Offers a draw or answers an offer.", run_draw, 1, true, true},
    {"undo", "[accept|decline]", "Asks to take back your last decision, or answers.", run_undo, 0,
     true, true},
    {"reset", "[accept|decline]", "Asks to begin anew, or answers.", run_reset, 0, true, true},
    {"setup", "POSITION|default", "Begins anew from a position (against a bot, or alone).",
     run_setup, 1, true, true},
    {"rematch", "", "Asks for another game with colours swapped.", run_rematch, 0, true, true},
    {"mark", "VERTEX alive|dead|seki", "Changes the status of a chain in a stopped game.", run_mark,
     2, true, true},
    {"accept", "", "Accepts the status of all chains.", run_accept, 0, true, true},
    {"resume", "", "Takes a stopped game up again; the other side moves first.", run_resume, 0,
     true, true},
    {"hint", "", "One good move and why.", run_hint, 0, true, false},
    {"evaluate", "[N]", "The N best moves with their values.", run_evaluate, 0, true, false},
    {"preview", "MOVE", "The position a move would lead to.", run_preview, 1, true, false},
    {"position", "N", "The position after N plies.", run_position, 1, true, false},
    {"ask", "QUESTION", "cycle, marks CELL, ensemble and the like about the position.", run_ask, 1,
     true, false},
    {"show", "[colour] [unicode]", "The board as a drawing.", run_show, 0, true, false},
    {"record", "", "The game as a record.", run_record, 0, true, false},
    {"chat", "TEXT", "Says something to the others.", run_chat, 1, true, false},
    {"quit", "", "Leaves the server.", run_quit, 0, false, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct order_row *find_row(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static bool run_help(struct order *order) {
    for (size_t i = 0; i < ROWS; i++)
        if (order->count == 0 || strcmp(rows[i].name, order->words[0]) == 0)
            text_print(&order->out, "%s%s%s: %s\n", rows[i].name, *rows[i].usage == '\0' ? "" : " ",
                       rows[i].usage, rows[i].help);
    if (order->out.length == 0)
        return fail(order, "unknown command", "order.unknown", "no order '{0}'", order->words[0]);
    return true;
}

static bool run_row(const struct order_row *row, struct order *order) {
    struct client *client = order->client;
    if (order->count < row->least)
        return fail(order, "syntax error", "syntax.usage", "{0} is missing", row->usage);
    if (row->needs_room && client->room == NULL)
        return fail(order, "no game", "order.no-room", "create, join or watch a game first", "");
    if (row->needs_seat && client->seats == 0)
        return fail(order, "no seat", "order.no-seat", "you are watching", "");
    return row->run(order);
}

void orders_run(struct client *client, const struct gtp_request *request) {
    struct order order = {
        .client = client, .id = request->id, .count = request->count, .words = request->arguments};
    words_join(&(struct words){.at = request->arguments, .count = request->count}, 0, &order.tail);
    const struct order_row *row = find_row(request->name);
    bool good = row != NULL ? run_row(row, &order)
                            : fail(&order, "unknown command", "order.unknown",
                                   "no order '{0}'; help lists them", request->name);
    if (good && !order.later)
        client_reply(client, true, order.id, text_string(&order.out));
    else if (!good)
        client_refuse(client, order.id,
                      order.failure != NULL           ? order.failure
                      : error_is_syntax(&order.error) ? "syntax error"
                                                      : "illegal move",
                      &order.error);
    text_free(&order.tail);
    text_free(&order.out);
    error_clear(&order.error);
}
