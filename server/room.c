#include "room.h"

#include <stdlib.h>
#include <string.h>

#include <event2/event.h>
#include <nettle/memops.h>
#include <sys/random.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "bot.h"
#include "errand.h"
#include "lobby.h"
#include "room_inside.h"
#include "server.h"
#include "store.h"

/* Names nobody guesses. */

static void random_bytes(unsigned char *bytes, size_t count) {
    if (getrandom(bytes, count, 0) != (ssize_t)count)
        abort(); /* a server whose secrets can be guessed must not run */
}

static void make_id(char id[ROOM_ID]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* none to mistake */
    unsigned char bytes[ROOM_ID - 1];
    random_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = letters[bytes[i] % 32];
    id[sizeof bytes] = '\0';
}

static void make_token(char token[ROOM_TOKEN]) {
    unsigned char bytes[16];
    random_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        token[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        token[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    token[ROOM_TOKEN - 1] = '\0';
}

/* Making and unmaking. */

/* Commands of a game run on the room's session; there is no engine behind them here. */
static bool no_judge(void *host, struct marks *marks) {
    (void)host;
    (void)marks;
    return false;
}

static bool no_choice(void *host, int side, struct choice *choice, struct error *error) {
    (void)host;
    (void)side;
    (void)choice;
    return error_set(error, "server.no-engine", "no engine thinks here", NULL);
}

static void no_renewal(void *host) {
    (void)host;
}

static bool no_option(void *host, const char *name, const char *value, struct error *error) {
    (void)host;
    (void)value;
    return error_set(error, "server.no-option", "no option {0} here", name, NULL);
}

static const struct services plain_services = {
    .judge = no_judge, .choose = no_choice, .renew = no_renewal, .set_option = no_option};

bool room_question(struct room *room, int count, char **words, struct text *out,
                   struct error *error) {
    const struct game *game = session_game(room->session);
    const struct command *command = games_kit(game)->commands;
    while (command != NULL && command->name != NULL && strcmp(command->name, words[0]) != 0)
        command++;
    if (command == NULL || command->name == NULL)
        return error_set(error, "room.question", "{0} knows no '{1}'", game->name, words[0], NULL);
    struct text tail = {0};
    words_join(&(struct words){.at = words, .count = count}, 1, &tail);
    struct call call = {.session = room->session,
                        .services = &plain_services,
                        .name = words[0],
                        .count = count - 1,
                        .words = words + 1,
                        .tail = text_string(&tail),
                        .out = out,
                        .error = error};
    bool good = command->run(&call);
    if (!good && error->code == NULL)
        error_set(error, "room.refused", "{0}", call.failure == NULL ? words[0] : call.failure,
                  NULL);
    text_free(&tail);
    return good;
}

static bool set_handicap(struct room *room, struct error *error) {
    if (room->handicap == 0)
        return true;
    struct text order = {0}, out = {0};
    struct words words;
    text_print(&order, "fixed_handicap %d", room->handicap);
    words_split(&words, text_string(&order));
    bool good = room_question(room, words.count, words.at, &out, error);
    words_free(&words);
    text_free(&order);
    text_free(&out);
    return good;
}

bool room_save(const struct room *room, struct error *error) {
    return store_room(room->server->store, room, error);
}

bool room_set_out(struct room *room, struct error *error) {
    if (room->start != NULL && !session_set_position(room->session, room->start, error))
        return false;
    if (!set_handicap(room, error))
        return false;
    return room->first == SIDE_NONE || room->first == session_to_play(room->session) ||
           session_turn(room->session, room->first, error);
}

static void seat_fill_bot(struct seat *seat, const struct bot_config *bot, const char *level) {
    seat->kind = SEAT_BOT;
    seat->bot = memory_string(bot->name);
    seat->level = memory_string(level);
    struct text name = {0};
    text_print(&name, "%s%s%s", bot->name, *level == '\0' ? "" : " ", level);
    seat->name = text_take(&name);
}

static void flag_fell(int descriptor, short what, void *context);

struct room *room_new(struct server *server, const struct room_wish *wish, struct error *error) {
    struct room *room = memory_new(1, sizeof *room);
    room->server = server;
    make_id(room->id);
    room->session = wish->session;
    room->listed = wish->listed;
    room->handicap = wish->handicap;
    room->first = wish->first;
    room->start = memory_string(wish->start);
    room->clock = wish->clock;
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->resumed_at = SIZE_MAX;
    room->touched = host_now();
    session_set_clock(room->session, &room->clock);
    for (int side = 0; side < 2; side++) {
        make_token(room->seats[side].token);
        if (wish->bot[side] != NULL)
            seat_fill_bot(&room->seats[side], wish->bot[side], wish->level[side]);
    }
    if (!room_set_out(room, error) || !store_rewrite(server->store, room, &room->entries, error)) {
        room_free(room);
        return NULL;
    }
    lobby_add(server->lobby, room);
    return room;
}

static void seat_clear(struct seat *seat) {
    bot_free(seat->engine);
    free(seat->name);
    free(seat->bot);
    free(seat->level);
}

void room_free(struct room *room) {
    while (room->people != NULL) {
        struct client *client = room->people;
        client_event(client, "closed {}");
        room->people = client->next_in_room;
        client->room = NULL;
        client->seats = 0;
    }
    errands_forget(room);
    seat_clear(&room->seats[0]);
    seat_clear(&room->seats[1]);
    for (size_t i = 0; i < room->chat_count; i++) {
        free(room->chat[i].name);
        free(room->chat[i].text);
    }
    free(room->chat);
    if (room->flag != NULL)
        event_free(room->flag);
    session_free(room->session);
    free(room->start);
    free(room);
}

enum room_phase room_phase(const struct room *room) {
    switch (session_result(room->session, NULL).phase) {
    case PHASE_OVER:
        return ROOM_OVER;
    case PHASE_STOPPED:
        return ROOM_STOPPED;
    case PHASE_PLAYING:
        break;
    }
    bool empty = room->seats[0].kind == SEAT_EMPTY || room->seats[1].kind == SEAT_EMPTY;
    return empty ? ROOM_OPEN : ROOM_PLAYING;
}

/* Clocks. */

static void clock_halt(struct room *room) {
    room->turn_began = 0;
    if (room->flag != NULL)
        event_del(room->flag);
}

static void clock_run(struct room *room) {
    if (room->clock.kind == CLOCK_NONE || room->turn_began > 0)
        return;
    if (room->flag == NULL)
        room->flag = event_new(room->server->base, -1, 0, flag_fell, room);
    room->turn_began = host_now();
    double limit = clock_limit(session_clock(room->session, session_to_play(room->session)));
    struct timeval delay = {.tv_sec = (time_t)limit};
    delay.tv_usec = (suseconds_t)((limit - (double)delay.tv_sec) * 1e6);
    event_add(room->flag, &delay);
}

static void flag_fell(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct room *room = context;
    int side = session_to_play(room->session);
    clock_spend(session_clock(room->session, side), host_now() - room->turn_began, 0);
    room_end(room, ENDING_TIME, side_other(side), "time");
}

/* Going on. */

static void end_hidden_chat(struct room *room);

static void bots_rest(struct room *room) {
    for (int side = 0; side < 2; side++)
        if (room->seats[side].engine != NULL)
            bot_cancel(room->seats[side].engine);
}

void room_go_on(struct room *room) {
    switch (room_phase(room)) {
    case ROOM_OPEN:
        clock_halt(room);
        break;
    case ROOM_PLAYING: {
        clock_run(room);
        struct seat *seat = &room->seats[session_to_play(room->session)];
        if (seat->kind == SEAT_BOT) {
            if (seat->engine == NULL)
                seat->engine = bot_new(room, session_to_play(room->session));
            bot_think(seat->engine);
        }
        break;
    }
    case ROOM_STOPPED:
        clock_halt(room);
        room_stopped(room);
        break;
    case ROOM_OVER:
        clock_halt(room);
        bots_rest(room);
        end_hidden_chat(room);
        break;
    }
}

/* People. */

void room_say(struct room *room, const char *event) {
    for (struct client *client = room->people, *next; client != NULL; client = next) {
        next = client->next_in_room;
        client_event(client, event);
    }
}

static void enter(struct room *room, struct client *client) {
    if (client->room == room)
        return;
    if (client->room != NULL)
        room_leave(client->room, client);
    client->room = room;
    client->seats = 0;
    client->next_in_room = room->people;
    room->people = client;
    room->touched = host_now();
}

void room_sit(struct room *room, struct client *client, int side) {
    struct seat *seat = &room->seats[side];
    enter(room, client);
    if (seat->client != NULL && seat->client != client)
        seat->client->seats &= ~(1u << side);
    seat->kind = SEAT_HUMAN;
    seat->client = client;
    client->seats |= 1u << side;
    char *name = memory_string(client_name(client));
    free(seat->name);
    seat->name = name;
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
    enum seat_kind before = room->seats[side].kind;
    room_sit(room, client, side);
    if (!store_room(room->server->store, room, error)) {
        room->seats[side].kind = before;
        room->seats[side].client = NULL;
        client->seats &= ~(1u << side);
        return false;
    }
    return true;
}

bool room_rejoin(struct room *room, struct client *client, const char *token, struct error *error) {
    char padded[ROOM_TOKEN] = {0};
    strncpy(padded, token, ROOM_TOKEN - 1);
    for (int side = 0; side < 2; side++) {
        const struct seat *seat = &room->seats[side];
        bool right = memeql_sec(padded, seat->token, ROOM_TOKEN) && strlen(token) == ROOM_TOKEN - 1;
        if (right && seat->kind == SEAT_HUMAN) {
            char *name = memory_string(seat->name);
            room_sit(room, client, side);
            free(room->seats[side].name); /* the seat keeps the name it was taken with */
            room->seats[side].name = name;
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
    room->touched = host_now();
    room_tell_all(room);
}

/* Plies. */

static bool must_play(const struct room *room, struct error *error) {
    switch (room_phase(room)) {
    case ROOM_OPEN:
        return error_set(error, "room.open", "the other seat is still empty", NULL);
    case ROOM_STOPPED:
        return error_set(error, "room.stopped",
                         "the game is stopped: agree on what is dead, or resume", NULL);
    case ROOM_OVER:
    case ROOM_PLAYING:
        break;
    }
    return true;
}

static void forget_requests(struct room *room) {
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->rematch[0] = room->rematch[1] = false;
    room->accepted[0] = room->accepted[1] = false;
}

static void tell_ply(struct room *room, int side, const char *move_text) {
    for (struct client *client = room->people; client != NULL; client = client->next_in_room) {
        struct text event = {0};
        text_put(&event, "ply {");
        json_number(&event, "n", (double)session_plies(room->session));
        json_member(&event, "side", session_game(room->session)->sides[side]);
        json_member(&event, "move", move_text);
        room_put_now(room, client, &event);
        text_putc(&event, '}');
        client_event(client, text_string(&event));
        text_free(&event);
    }
}

/* A ply that the rules allow: the clock pays, the store keeps, then it happens. */
static bool ply_happens(struct room *room, int side, move m, struct error *error) {
    const struct game *game = session_game(room->session);
    struct clock *clock = session_clock(room->session, side);
    struct clock before = *clock;
    double began = room->turn_began;
    if (began > 0 && !clock_spend(clock, host_now() - began, 0)) {
        room_end(room, ENDING_TIME, side_other(side), "time");
        return error_set(error, "room.time", "the time of {0} is over", game->sides[side], NULL);
    }
    struct text text = {0};
    game->print(session_state(room->session), m, &text);
    bool good = store_entry(room->server->store, room, room->entries, "ply", side,
                            text_string(&text), error);
    if (good) {
        clock_halt(room);
        room->entries++;
        session_play_move(room->session, side, m);
        forget_requests(room);
        if (room_phase(room) == ROOM_STOPPED && !room_nothing_new(room))
            room->judged = false;
        tell_ply(room, side, text_string(&text));
        if (room_phase(room) == ROOM_OVER) {
            struct error late = {0};
            store_room(room->server->store, room, &late);
            error_clear(&late);
        }
    } else {
        *clock = before;
    }
    text_free(&text);
    return good;
}

bool room_ply(struct room *room, int side, const char *text, struct error *error) {
    move m;
    if (!must_play(room, error))
        return false;
    if (room_phase(room) != ROOM_OVER && session_to_play(room->session) != side)
        return error_set(error, "session.wrong-side", "{0} is to play",
                         session_game(room->session)->sides[side_other(side)], NULL);
    if (!session_parse(room->session, side, text, &m, error) || !ply_happens(room, side, m, error))
        return false;
    room->touched = host_now();
    room_go_on(room);
    return true;
}

/* Endings. */

static const char *const ending_kinds[] = {
    [ENDING_RESIGN] = "resign", [ENDING_TIME] = "time",   [ENDING_AGREED] = "agreed",
    [ENDING_SCORED] = "scored", [ENDING_FAULT] = "fault",
};

/* After the session has ended the game. A resignation is stored with the side that resigned. */
static void room_ended(struct room *room, enum ending ending, int side) {
    struct error error = {0};
    clock_halt(room);
    forget_requests(room);
    if (store_entry(room->server->store, room, room->entries, ending_kinds[ending], side, "",
                    &error))
        room->entries++;
    error_clear(&error);
    room_tell_all(room);
    room_go_on(room);
}

void room_end(struct room *room, enum ending ending, int winner, const char *why) {
    if (!session_end(room->session, ending, winner, 0, NULL))
        return;
    struct text event = {0};
    text_put(&event, "end {");
    json_member(&event, "why", why);
    text_putc(&event, '}');
    room_say(room, text_string(&event));
    text_free(&event);
    room_ended(room, ending, winner);
}

bool room_resign(struct room *room, int side, struct error *error) {
    if (room_phase(room) == ROOM_OPEN)
        return error_set(error, "room.open", "the other seat is still empty", NULL);
    if (!session_resign(room->session, side, error))
        return false;
    room_ended(room, ENDING_RESIGN, side);
    return true;
}

bool room_draw(struct room *room, int side, const char *what, struct error *error) {
    if (!must_play(room, error))
        return false;
    bool good;
    const struct seat *other = &room->seats[side_other(side)];
    if (strcmp(what, "offer") == 0) {
        if (other->kind == SEAT_BOT)
            return error_set(error, "room.bot-draw", "a bot accepts no draw", NULL);
        good = session_draw_offer(room->session, side, error);
        if (good && room_need_not_ask(room, side)) /* both sit at one device */
            good = session_draw_answer(room->session, side_other(side), true, error);
    } else if (strcmp(what, "accept") == 0 || strcmp(what, "decline") == 0) {
        good = session_draw_answer(room->session, side, *what == 'a', error);
    } else {
        return error_set(error, "syntax.draw", "'{0}' is none of offer, accept, decline", what,
                         NULL);
    }
    if (!good)
        return false;
    if (room_phase(room) == ROOM_OVER)
        room_ended(room, ENDING_AGREED, SIDE_NONE);
    else
        room_tell_all(room);
    return true;
}

/* Taking back. */

/* Nobody else is to be asked: a bot, or the same person on both seats. */
bool room_need_not_ask(const struct room *room, int side) {
    const struct seat *own = &room->seats[side], *other = &room->seats[side_other(side)];
    return other->kind == SEAT_BOT || (own->client != NULL && own->client == other->client);
}

/* Steps of session_undo back to before the side's own last decision; 0: it has made none. */
static long steps_back(const struct room *room, int side) {
    enum ending ending;
    session_result(room->session, &ending);
    long steps = ending != ENDING_NONE && ending != ENDING_RULES ? 1 : 0;
    const struct log_entry *log;
    size_t count = session_log(room->session, &log);
    bool both = room->seats[0].client != NULL && room->seats[0].client == room->seats[1].client;
    for (size_t i = count; i-- > 0;) {
        if (log[i].kind != LOG_PLY)
            continue;
        steps++;
        if (both || log[i].side == side)
            return steps;
    }
    return 0;
}

static bool room_rewritten(struct room *room, struct error *error) {
    bots_rest(room);
    clock_halt(room);
    forget_requests(room);
    room->judged = room->judging = false;
    room->resumed_at = SIZE_MAX;
    bool good = store_rewrite(room->server->store, room, &room->entries, error);
    room_tell_all(room);
    room_go_on(room);
    return good;
}

static bool undo_now(struct room *room, int side, struct error *error) {
    long steps = steps_back(room, side);
    if (steps == 0 || !session_undo(room->session, steps, error))
        return error_set(error, "room.undo", "there is no decision of yours to take back", NULL);
    return room_rewritten(room, error);
}

static bool reset_now(struct room *room, int side, struct error *error) {
    (void)side;
    session_clear(room->session);
    return room_set_out(room, error) && room_rewritten(room, error);
}

/* Undo and reset are asked for and granted in the same way. */
static bool request(struct room *room, int side, const char *what, int *asked, const char *name,
                    bool (*act)(struct room *, int, struct error *), struct error *error) {
    if (*what == '\0') {
        if (room_need_not_ask(room, side))
            return act(room, side, error);
        *asked = side;
        room_tell_all(room);
        return true;
    }
    if (strcmp(what, "accept") != 0 && strcmp(what, "decline") != 0)
        return error_set(error, "syntax.request", "{0}, {0} accept or {0} decline, not '{1}'", name,
                         what, NULL);
    if (*asked != side_other(side))
        return error_set(error, "room.no-request", "nobody has asked for {0}", name, NULL);
    *asked = SIDE_NONE;
    if (*what == 'a')
        return act(room, side_other(side), error);
    room_tell_all(room);
    return true;
}

bool room_undo(struct room *room, int side, const char *what, struct error *error) {
    if (*what == '\0' && steps_back(room, side) == 0)
        return error_set(error, "room.undo", "there is no decision of yours to take back", NULL);
    return request(room, side, what, &room->undo_asked, "undo", undo_now, error);
}

bool room_reset(struct room *room, int side, const char *what, struct error *error) {
    return request(room, side, what, &room->reset_asked, "reset", reset_now, error);
}

bool room_setup(struct room *room, int side, const char *position, struct error *error) {
    if (!room_need_not_ask(room, side))
        return error_set(error, "room.setup", "the other player would have to be asked", NULL);
    char *start = strcmp(position, "default") == 0 ? NULL : memory_string(position);
    struct session *trial = session_copy(room->session);
    bool good = start == NULL || session_set_position(trial, start, error);
    session_free(trial);
    if (!good) {
        free(start);
        return false;
    }
    free(room->start);
    room->start = start;
    return reset_now(room, side, error);
}

static void seats_swap(struct room *room) {
    struct seat seat = room->seats[0];
    room->seats[0] = room->seats[1];
    room->seats[1] = seat;
    for (struct client *client = room->people; client != NULL; client = client->next_in_room)
        client->seats = (client->seats & 1) << 1 | (client->seats & 2) >> 1;
    for (int side = 0; side < 2; side++) {
        bot_free(room->seats[side].engine);
        room->seats[side].engine = NULL;
    }
}

bool room_rematch(struct room *room, int side, struct error *error) {
    if (room_phase(room) != ROOM_OVER)
        return error_set(error, "room.not-over", "the game is not over", NULL);
    room->rematch[side] = true;
    if (!room_need_not_ask(room, side) && !room->rematch[side_other(side)]) {
        room_tell_all(room);
        return true;
    }
    room->round++;
    if (!room_need_not_ask(room, side) || room->seats[side_other(side)].kind == SEAT_BOT)
        seats_swap(room);
    session_clear(room->session);
    return room_set_out(room, error) && room_rewritten(room, error);
}

/* Chat. */

static void tell_chat(struct client *client, const struct chat_line *line,
                      const struct room *room) {
    struct text event = {0};
    text_put(&event, "chat {");
    json_member(&event, "from", line->name);
    json_member(&event, "side",
                line->side == SIDE_NONE ? NULL : session_game(room->session)->sides[line->side]);
    json_member(&event, "text", line->text);
    text_putc(&event, '}');
    client_event(client, text_string(&event));
    text_free(&event);
}

/* Whether a person may read a line now: watchers' talk is kept from the players until the end. */
bool room_may_read(const struct room *room, const struct client *client, size_t number) {
    return room->chat[number].scope == CHAT_PLAYERS || client->seats == 0 ||
           room_phase(room) == ROOM_OVER;
}

void room_chat(struct room *room, struct client *client, const char *text) {
    int side = client->seats & 1 ? 0 : client->seats & 2 ? 1 : SIDE_NONE;
    room->chat = memory_grow(room->chat, room->chat_count + 1, sizeof *room->chat);
    room->chat[room->chat_count] =
        (struct chat_line){.scope = client->seats == 0 ? CHAT_WATCHERS : CHAT_PLAYERS,
                           .side = side,
                           .name = memory_string(client_name(client)),
                           .text = memory_string(text)};
    size_t number = room->chat_count++;
    struct error error = {0};
    store_chat(room->server->store, room, number, &error);
    error_clear(&error);
    for (struct client *reader = room->people; reader != NULL; reader = reader->next_in_room)
        if (room_may_read(room, reader, number))
            tell_chat(reader, &room->chat[number], room);
    if (room_phase(room) == ROOM_OVER)
        room->chat_hidden = room->chat_count;
}

static void end_hidden_chat(struct room *room) {
    for (; room->chat_hidden < room->chat_count; room->chat_hidden++) {
        const struct chat_line *line = &room->chat[room->chat_hidden];
        for (struct client *reader = room->people; reader != NULL; reader = reader->next_in_room)
            if (line->scope == CHAT_WATCHERS && reader->seats != 0)
                tell_chat(reader, line, room);
    }
}

bool room_allows_advice(const struct room *room) {
    if (room_phase(room) == ROOM_OVER)
        return true;
    const struct seat *a = &room->seats[0], *b = &room->seats[1];
    return a->kind == SEAT_BOT || b->kind == SEAT_BOT ||
           (a->client != NULL && a->client == b->client);
}
