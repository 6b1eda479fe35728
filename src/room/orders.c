#include "orders.h"

#include <math.h>
#include <string.h>

#include "../core/games.h"
#include "../core/json.h"
#include "room_private.h"

/* For those who implement orders. */

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

/* An argument, or "" if there are fewer. */
static const char *argument(const struct order *order, int index) {
    return index < order->count ? order->words[index] : "";
}

/* The side a player decides for: the only seat, or with both the one to play. */
static int own_side(const struct order *order) {
    const struct person *person = order->person;
    if (person->seats == 3)
        return session_to_play(person->room->session);
    return person->seats == 1 ? 0 : 1;
}

void order_put_seats(struct order *order, const struct room *room) {
    struct text *json = &order->out;
    text_putc(json, '{');
    json_member(json, "room", room->id);
    json_name(json, "tokens");
    text_putc(json, '{');
    for (int side = 0; side < 2; side++)
        if ((order->person->seats >> side & 1) != 0)
            json_member(json, session_game(room->session)->sides[side], room->seats[side].token);
    text_put(json, "}}");
}

bool order_join_room(struct order *order, struct room *room, int side) {
    if (!room_join(room, order->now, order->person, side, &order->error))
        return false;
    order_put_seats(order, room);
    room_tell_state(room, order->person); /* with what was said before */
    room_tell_all(room);
    room_go_on(room, order->now);
    return true;
}

/* Orders of everybody. */

static bool order_name(struct order *order) {
    if (order->tail.length > 40)
        return order_fail(order, "syntax error", "syntax.name", "a name has at most 40 bytes",
                          NULL);
    person_set_name(order->person, text_string(&order->tail));
    return true;
}

static bool order_ping(struct order *order) {
    text_put(&order->out, "pong");
    return true;
}

static bool order_qr(struct order *order) {
    bool drawn = order->hooks->draw_code != NULL &&
                 order->hooks->draw_code(text_string(&order->tail), &order->out);
    return drawn ||
           order_fail(order, "no code", "server.no-code",
                      "the text is too long for a QR code, or this server draws none", NULL);
}

static void put_names(struct text *json, const char *const *names) {
    text_putc(json, '[');
    for (int i = 0; names[i] != NULL; i++) {
        json_next(json);
        json_quoted(json, names[i]);
    }
    text_putc(json, ']');
}

static void put_bots(struct text *json, const struct room_hooks *hooks, const struct game *game) {
    struct room_bot bot;
    text_putc(json, '[');
    for (size_t i = 0; hooks->find_bot != NULL && hooks->find_bot(hooks->owner, game, i, &bot);
         i++) {
        struct text levels = {0};
        words_join(bot.levels, 0, &levels);
        json_next(json);
        text_putc(json, '{');
        json_member(json, "name", bot.name);
        json_member(json, "levels", text_string(&levels));
        text_putc(json, '}');
        text_free(&levels);
    }
    text_putc(json, ']');
}

static bool order_games(struct order *order) {
    struct text *json = &order->out;
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
        put_names(json, game->rules);
        json_name(json, "sizes");
        text_print(json, "[%d,%d,%d]", game->size_min, game->size_max, game->size_default);
        json_name(json, "bots");
        put_bots(json, order->hooks, game);
        text_putc(json, '}');
    }
    text_putc(json, ']');
    return true;
}

/* Orders of those who play and talk in a game. */

static bool order_leave(struct order *order) {
    room_leave(order->person->room, order->now, order->person);
    return true;
}

static bool order_state(struct order *order) {
    room_state(order->person->room, order->person, &order->out);
    return true;
}

static bool order_ply(struct order *order) {
    return room_ply(order->person->room, order->now, own_side(order), text_string(&order->tail),
                    &order->error);
}

static bool order_pass(struct order *order) {
    return room_ply(order->person->room, order->now, own_side(order), "pass", &order->error);
}

static bool order_resign(struct order *order) {
    return room_resign(order->person->room, order->now, own_side(order), &order->error);
}

static bool order_draw(struct order *order) {
    return room_draw(order->person->room, own_side(order), order->words[0], &order->error);
}

/* What is played in a tournament stands. */
static bool may_begin_anew(struct order *order) {
    return *order->person->room->contest == '\0' ||
           order_fail(order, "not allowed", "room.contest", "in a tournament nothing is taken back",
                      NULL);
}

static bool order_undo(struct order *order) {
    return may_begin_anew(order) &&
           room_undo(order->person->room, own_side(order), argument(order, 0), &order->error);
}

static bool order_reset(struct order *order) {
    return may_begin_anew(order) &&
           room_reset(order->person->room, own_side(order), argument(order, 0), &order->error);
}

static bool order_setup(struct order *order) {
    if (!may_begin_anew(order))
        return false;
    order->failure = "bad position";
    return room_setup(order->person->room, own_side(order), text_string(&order->tail),
                      &order->error);
}

static bool order_rematch(struct order *order) {
    return may_begin_anew(order) &&
           room_rematch(order->person->room, own_side(order), &order->error);
}

static bool order_reopen(struct order *order) {
    return may_begin_anew(order) &&
           room_reopen(order->person->room, order->now, own_side(order), &order->error);
}

static bool order_mark(struct order *order) {
    return room_mark(order->person->room, order->words[0], order->words[1], &order->error);
}

static bool order_accept(struct order *order) {
    return room_accept(order->person->room, own_side(order), argument(order, 0), &order->error);
}

static bool order_resume(struct order *order) {
    return room_resume(order->person->room, own_side(order), &order->error);
}

static bool order_chat(struct order *order) {
    if (order->tail.length > 500)
        return order_fail(order, "syntax error", "syntax.chat", "at most 500 bytes at once", NULL);
    order->failure = "cannot say";
    return room_chat(order->person->room, order->person, text_string(&order->tail), &order->error);
}

/* Orders that change nothing: positions, boards, records, advice. */

/* The position that a ply would lead to, without playing it. */
static bool order_preview(struct order *order) {
    struct room *room = order->person->room;
    struct session *copy = session_copy(room->session);
    bool good = session_play(copy, session_to_play(copy), text_string(&order->tail), &order->error);
    if (good)
        session_game(copy)->save(session_state(copy), &order->out);
    session_free(copy);
    return good;
}

/* The position after the first N plies of the game, for replay. */
static bool order_position(struct order *order) {
    long plies;
    struct session *copy = session_copy(order->person->room->session);
    enum ending ending;
    session_result(copy, &ending);
    long had = (long)session_plies(copy);
    long declared = ending != ENDING_NONE && ending != ENDING_RULES ? 1 : 0;
    bool good = text_to_whole(order->words[0], 0, had, &plies);
    if (good) {
        session_undo(copy, had - plies + declared, NULL);
        session_game(copy)->save(session_state(copy), &order->out);
    } else {
        order_fail(order, "syntax error", "syntax.plies", "no number of plies: '{0}'",
                   order->words[0]);
    }
    session_free(copy);
    return good;
}

/* The board for people at a terminal. */
static bool order_show(struct order *order) {
    struct look look = {0};
    for (int i = 0; i < order->count; i++) {
        long columns;
        if (text_to_whole(order->words[i], 1, 100000, &columns))
            look.columns = (int)columns;
        look.colour = look.colour || strcmp(order->words[i], "colour") == 0;
        look.unicode = look.unicode || strcmp(order->words[i], "unicode") == 0;
    }
    text_putc(&order->out, '\n');
    session_show(order->person->room->session, &look, &order->out);
    return true;
}

static bool order_record(struct order *order) {
    text_putc(&order->out, '\n');
    room_record(order->person->room, &order->out);
    return true;
}

static bool advice(struct order *order, const char *command, const char *words) {
    struct room *room = order->person->room;
    if (!room_allows_advice(room))
        return order_fail(order, "not allowed", "room.advice", "no advice while two people play",
                          NULL);
    if (room_phase(room) != ROOM_PLAYING)
        return order_fail(order, "cannot advise", "room.not-playing", "nobody is to play", NULL);
    if (room->hooks->advise == NULL)
        return order_fail(order, "no engine answers", "server.no-answer", "there is none", NULL);
    order->later = true;
    room->hooks->advise(room, order->person, order->id, command, words);
    return true;
}

static bool order_hint(struct order *order) {
    return advice(order, "hint", "");
}

static bool order_evaluate(struct order *order) {
    long most = 5;
    if (order->count > 0 && !text_to_whole(order->words[0], 1, 100, &most))
        return order_fail(order, "syntax error", "syntax.whole", "'{0}' is no number from 1 to 100",
                          order->words[0]);
    struct text number = {0};
    text_print(&number, "%ld", most);
    bool good = advice(order, "evaluate", text_string(&number));
    text_free(&number);
    return good;
}

/* What the engine thinks of every ply of a game that is over. */
static bool order_review(struct order *order) {
    static const double WHOLE = 15, MOST = 0.5; /* seconds for the game, and for a ply */
    struct room *room = order->person->room;
    size_t plies = session_plies(room->session);
    if (room_phase(room) != ROOM_OVER)
        return order_fail(order, "cannot review", "room.not-over", "the game is not over", NULL);
    if (room->hooks->advise == NULL)
        return order_fail(order, "no engine answers", "server.no-answer", "there is none", NULL);
    struct text seconds = {0};
    text_print(&seconds, "%.3f", fmin(WHOLE / (double)(plies + 1), MOST));
    order->later = true;
    room->hooks->advise(room, order->person, order->id, "review", text_string(&seconds));
    text_free(&seconds);
    return true;
}

bool order_answer(struct order *order, const struct room *room, int from) {
    static const char *const allowed[] = {"cycle",    "rows",        "marks",
                                          "ensemble", "cascade",     "captures",
                                          "countlib", "list_stones", "final_status_list"};
    char **words = order->words + from;
    bool known = false;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        known = known || strcmp(allowed[i], words[0]) == 0;
    if (!known)
        return order_fail(order, "unknown question", "ask.unknown",
                          "'{0}' is none of cycle, rows, marks, ensemble, cascade, captures, "
                          "countlib, list_stones, "
                          "final_status_list",
                          words[0]);
    return room_question(room, order->count - from, words, &order->out, &order->error);
}

static bool order_ask(struct order *order) {
    return order_answer(order, order->person->room, 0);
}

/* The table. */

static bool order_help(struct order *order);

static const struct order_row rows[] = {
    {"help", "[ORDER]", "What an order, or every order, does.", order_help, 0, false, false},
    {"name", "TEXT", "Says who you are.", order_name, 1, false, false},
    {"ping", "", "Answers pong.", order_ping, 0, false, false},
    {"qr", "TEXT", "The QR code of a text, a link perhaps, as an SVG image.", order_qr, 1, false,
     false},
    {"games", "", "The games with rules, sizes and bots, as JSON.", order_games, 0, false, false},
    {"create",
     "[game=NAME] [rules=NAME] [size=N] [SETTING=VALUE] [time=CLOCK] "
     "[side=COLOUR|both|random|none] "
     "[begin=COLOUR] [handicap=N] [listed=yes|no] [match=yes|no] [bot=NAME] [level=NAME]",
     "Makes a game, or joins one that matches and waits, and takes a seat in it.", order_create, 0,
     false, false},
    {"puzzle", "GAME RULES SEED [KIND]", "A position with something to find.", order_puzzle, 3,
     false, false},
    {"study", "GAME RULES POSITION|default [play MOVE ...] [ask QUESTION]",
     "A board of no game: its state after these moves, or the answer to a question about it.",
     order_study, 3, false, false},
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
    {"reopen", "", "Opens the seat of somebody who joined, made no ply and went away.",
     order_reopen, 0, true, true},
    {"mark", "VERTEX alive|dead|seki", "Changes the status of a chain in a stopped game.",
     order_mark, 2, true, true},
    {"accept", "[NUMBER]", "Accepts the status of all chains, if it is still that marking.",
     order_accept, 0, true, true},
    {"resume", "", "Takes a stopped game up again; the other side moves first.", order_resume, 0,
     true, true},
    {"hint", "", "One good move and why.", order_hint, 0, true, false},
    {"evaluate", "[N]", "The N best moves with their values.", order_evaluate, 0, true, false},
    {"review", "", "What the engine thinks of every ply, once the game is over.", order_review, 0,
     true, false},
    {"preview", "MOVE", "The position a move would lead to.", order_preview, 1, true, false},
    {"position", "N", "The position after N plies.", order_position, 1, true, false},
    {"ask", "QUESTION", "cycle, marks CELL, ensemble and the like about the position.", order_ask,
     1, true, false},
    {"show", "[colour] [unicode] [COLUMNS]", "The board as a drawing, so wide at most if it can.",
     order_show, 0, true, false},
    {"record", "", "The game as a record.", order_record, 0, true, false},
    {"chat", "TEXT", "Says something to the others.", order_chat, 1, true, false},
    {.name = NULL},
};

static const struct order_row *find_among(const struct order_row *table, const char *name) {
    for (; table != NULL && table->name != NULL; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

static const struct order_row *find_row(const struct room_hooks *hooks, const char *name) {
    const struct order_row *own = find_among(rows, name);
    return own != NULL ? own : find_among(hooks->orders, name);
}

/* One order, or all of them. */
static void put_help(const struct order_row *table, const char *name, struct text *out) {
    for (; table != NULL && table->name != NULL; table++)
        if (name == NULL || strcmp(table->name, name) == 0)
            text_print(out, "%s%s%s: %s\n", table->name, *table->usage == '\0' ? "" : " ",
                       table->usage, table->help);
}

static bool order_help(struct order *order) {
    const char *name = order->count > 0 ? order->words[0] : NULL;
    put_help(rows, name, &order->out);
    put_help(order->hooks->orders, name, &order->out);
    if (order->out.length == 0)
        return order_fail(order, "unknown command", "order.unknown", "no order '{0}'", name);
    return true;
}

/* Carrying out. */

/* Whether an order takes what people say, '#' and all. */
static bool takes_text(const char *name) {
    const struct order_row *row = find_among(rows, name);
    return row != NULL && strcmp(row->usage, "TEXT") == 0;
}

bool orders_parse(const char *line, size_t length, struct gtp_request *request) {
    struct text mended = {0};
    person_mend(line, length, &mended);
    bool says = gtp_parse_text(text_string(&mended), mended.length, takes_text, request);
    text_free(&mended);
    return says;
}

static bool row_run(const struct order_row *row, struct order *order) {
    const struct person *person = order->person;
    if (order->count < row->least)
        return order_fail(order, "syntax error", "syntax.usage", "{0} is missing", row->usage);
    if (row->needs_room && person->room == NULL)
        return order_fail(order, "no game", "order.no-room", "create, join or watch a game first",
                          NULL);
    if (row->needs_seat && person->seats == 0)
        return order_fail(order, "no seat", "order.no-seat", "you are watching", NULL);
    if (person->room != NULL)
        room_set_time(person->room, order->now);
    return row->run(order);
}

/* What a refusal begins with if the order did not choose: errors that rules, rooms and the store
 * share by their code or its owner. */
static const char *failure_of(const struct error *error) {
    static const char *const owners[][2] = {{"syntax.", "syntax error"},
                                            {"room.unknown", "unknown game"},
                                            {"room.no-place", "too many games"},
                                            {"room.", "not allowed"},
                                            {"contest.unknown", "unknown tournament"},
                                            {"contest.", "not allowed"},
                                            {"store.", "server error"}};
    for (size_t i = 0; error->code != NULL && i < sizeof owners / sizeof *owners; i++)
        if (strncmp(error->code, owners[i][0], strlen(owners[i][0])) == 0)
            return owners[i][1];
    return "illegal move";
}

void orders_run(const struct room_hooks *hooks, struct person *person,
                const struct gtp_request *request, double now) {
    struct order order = {.hooks = hooks,
                          .person = person,
                          .now = now,
                          .id = request->id,
                          .count = request->count,
                          .words = request->arguments};
    words_join(&(struct words){.at = request->arguments, .count = request->count}, 0, &order.tail);
    const struct order_row *row = find_row(hooks, request->name);
    bool good = row != NULL ? row_run(row, &order)
                            : order_fail(&order, "unknown command", "order.unknown",
                                         "no order '{0}'; help lists them", request->name);
    if (good && !order.later)
        person_reply(person, true, order.id, text_string(&order.out));
    else if (!good)
        person_refuse(person, order.id,
                      order.failure != NULL ? order.failure : failure_of(&order.error),
                      &order.error);
    text_free(&order.tail);
    text_free(&order.out);
    error_clear(&order.error);
}
