#include "orders.h"

#include <string.h>

#include "../src/core/json.h"
#include "orders_inside.h"

struct order_row {
    const char *name;
    const char *usage;
    const char *help;
    bool (*run)(struct order *order);
    int least; /* arguments */
    bool needs_room;
    bool needs_seat;
};

bool order_fail(struct order *order, const char *failure, const char *code, const char *template,
                const char *argument) {
    order->failure = failure;
    return error_set(&order->error, code, template, argument, NULL);
}

bool order_fail_side(struct order *order, const char *code, const char *further,
                     const struct game *game, const char *word) {
    order->failure = "syntax error";
    return error_set(&order->error, code, "no side '{0}'; there are {1}, {2}{3}", word,
                     game->sides[0], game->sides[1], further, NULL);
}

const char *order_argument(const struct order *order, int index) {
    return index < order->count ? order->words[index] : "";
}

int order_side(const struct order *order) {
    const struct client *client = order->client;
    if (client->seats == 3)
        return session_to_play(client->room->session);
    return client->seats == 1 ? 0 : 1;
}

void order_put_seats(struct order *order, const struct room *room) {
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

static bool order_help(struct order *order);

static const struct order_row rows[] = {
    {"help", "[ORDER]", "What an order, or every order, does.", order_help, 0, false, false},
    {"name", "TEXT", "Says who you are.", order_name, 1, false, false},
    {"ping", "", "Answers pong.", order_ping, 0, false, false},
    {"games", "", "The games with rules, sizes and bots, as JSON.", order_games, 0, false, false},
    {"list", "", "The games going on or waiting for somebody, as JSON.", order_list, 0, false,
     false},
    {"create",
     "[game=NAME] [rules=NAME] [size=N] [SETTING=VALUE] [time=CLOCK] "
     "[side=COLOUR|both|random|none] "
     "[begin=COLOUR] [handicap=N] [listed=yes|no] [bot=NAME] [level=NAME]",
     "Makes a game and takes a seat in it.", order_create, 0, false, false},
    {"join", "GAME [COLOUR]", "Takes an empty seat.", order_join, 1, false, false},
    {"rejoin", "GAME TOKEN", "Takes your own seat again.", order_rejoin, 2, false, false},
    {"watch", "GAME", "Looks on.", order_watch, 1, false, false},
    {"leave", "", "Goes out; the seat stays yours by its token.", order_leave, 0, true, false},
    {"state", "", "Everything about the game, as JSON.", order_state, 0, true, false},
    {"ply", "MOVE", "Plays a move.", order_ply, 1, true, true},
    {"play", "MOVE", "The same as ply.", order_ply, 1, true, true},
    {"collapse", "CELL | MARK CELL", "Resolves a cycle in quantum tic-tac-toe.", order_ply, 1, true,
     true},
    {"pass", "", "Passes (Go).", order_pass, 0, true, true},
    {"resign", "", "Gives up.", order_resign, 0, true, true},
    {"draw", "offer|accept|decline", "Offers a draw or answers an offer.", order_draw, 1, true,
     true},
    {"undo", "[accept|decline]", "Asks to take back your last decision, or answers.", order_undo, 0,
     true, true},
    {"reset", "[accept|decline]", "Asks to begin anew, or answers.", order_reset, 0, true, true},
    {"setup", "POSITION|default", "Begins anew from a position (against a bot, or alone).",
     order_setup, 1, true, true},
    {"rematch", "", "Asks for another game with colours swapped.", order_rematch, 0, true, true},
    {"mark", "VERTEX alive|dead|seki", "Changes the status of a chain in a stopped game.",
     order_mark, 2, true, true},
    {"accept", "[NUMBER]", "Accepts the status of all chains, if it is still that marking.",
     order_accept, 0, true, true},
    {"resume", "", "Takes a stopped game up again; the other side moves first.", order_resume, 0,
     true, true},
    {"hint", "", "One good move and why.", order_hint, 0, true, false},
    {"evaluate", "[N]", "The N best moves with their values.", order_evaluate, 0, true, false},
    {"preview", "MOVE", "The position a move would lead to.", order_preview, 1, true, false},
    {"position", "N", "The position after N plies.", order_position, 1, true, false},
    {"ask", "QUESTION", "cycle, marks CELL, ensemble and the like about the position.", order_ask,
     1, true, false},
    {"show", "[colour] [unicode] [COLUMNS]", "The board as a drawing, so wide at most if it can.",
     order_show, 0, true, false},
    {"record", "", "The game as a record.", order_record, 0, true, false},
    {"chat", "TEXT", "Says something to the others.", order_chat, 1, true, false},
    {"quit", "", "Leaves the server.", order_quit, 0, false, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct order_row *find_row(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

bool orders_take_text(const char *name) {
    const struct order_row *row = find_row(name);
    return row != NULL && strcmp(row->usage, "TEXT") == 0;
}

static bool order_help(struct order *order) {
    for (size_t i = 0; i < ROWS; i++)
        if (order->count == 0 || strcmp(rows[i].name, order->words[0]) == 0)
            text_print(&order->out, "%s%s%s: %s\n", rows[i].name, *rows[i].usage == '\0' ? "" : " ",
                       rows[i].usage, rows[i].help);
    if (order->out.length == 0)
        return order_fail(order, "unknown command", "order.unknown", "no order '{0}'",
                          order->words[0]);
    return true;
}

static bool row_run(const struct order_row *row, struct order *order) {
    struct client *client = order->client;
    if (order->count < row->least)
        return order_fail(order, "syntax error", "syntax.usage", "{0} is missing", row->usage);
    if (row->needs_room && client->room == NULL)
        return order_fail(order, "no game", "order.no-room", "create, join or watch a game first",
                          NULL);
    if (row->needs_seat && client->seats == 0)
        return order_fail(order, "no seat", "order.no-seat", "you are watching", NULL);
    return row->run(order);
}

/* What a refusal begins with if the order did not choose: errors that rules, rooms and the store
 * share by their code or its owner. */
static const char *failure_of(const struct error *error) {
    static const char *const owners[][2] = {{"syntax.", "syntax error"},
                                            {"room.unknown", "unknown game"},
                                            {"room.no-place", "too many games"},
                                            {"room.", "not allowed"},
                                            {"store.", "server error"}};
    for (size_t i = 0; error->code != NULL && i < sizeof owners / sizeof *owners; i++)
        if (strncmp(error->code, owners[i][0], strlen(owners[i][0])) == 0)
            return owners[i][1];
    return "illegal move";
}

void orders_run(struct client *client, const struct gtp_request *request) {
    struct order order = {
        .client = client, .id = request->id, .count = request->count, .words = request->arguments};
    words_join(&(struct words){.at = request->arguments, .count = request->count}, 0, &order.tail);
    const struct order_row *row = find_row(request->name);
    bool good = row != NULL ? row_run(row, &order)
                            : order_fail(&order, "unknown command", "order.unknown",
                                         "no order '{0}'; help lists them", request->name);
    if (good && !order.later)
        client_reply(client, true, order.id, text_string(&order.out));
    else if (!good)
        client_refuse(client, order.id,
                      order.failure != NULL ? order.failure : failure_of(&order.error),
                      &order.error);
    text_free(&order.tail);
    text_free(&order.out);
    error_clear(&order.error);
}
