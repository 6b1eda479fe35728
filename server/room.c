#include "room.h"

#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "../src/core/memory.h"
#include "advice.h"
#include "bot.h"
#include "lobby.h"
#include "room_inside.h"
#include "secret.h"
#include "server.h"
#include "store.h"

static bool set_handicap(struct room *room, struct error *error) {
    if (room->handicap == 0)
        return true;
    struct text order = {0}, out = {0};
    struct words words;
    text_print(&order, "fixed_handicap %d", room->handicap);
    words_split(&words, text_string(&order));
    bool good = room_question(room, words.count, words.at, &out, error);
    if (!good && strcmp(error->code, "room.question") == 0) {
        error_clear(error);
        error_set(error, "create.no-handicap", "{0} has no handicap",
                  session_game(room->session)->name, NULL);
    }
    words_free(&words);
    text_free(&order);
    text_free(&out);
    return good;
}

bool room_set_out(struct room *room, struct error *error) {
    session_set_up(room->session, &room->setup);
    if (room->start != NULL)
        return session_set_position(room->session, room->start, error);
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

static void seat_prepare(struct room *room, int side, const struct room_wish *wish) {
    struct seat *seat = &room->seats[side];
    secret_key(seat->token, sizeof seat->token);
    if (wish->bot[side] != NULL) {
        seat_fill_bot(seat, wish->bot[side], wish->level[side]);
    } else if (wish->both || wish->side == side) {
        seat->kind = SEAT_HUMAN;
        seat->name = memory_string(wish->name);
    }
}

struct room *room_new(struct server *server, const struct room_wish *wish, struct error *error) {
    struct room *room = memory_new(1, sizeof *room);
    room->server = server;
    secret_name(room->id, sizeof room->id);
    room->session = wish->session;
    room->setup = *session_setup(room->session);
    room_bill(room, wish->payer);
    room->listed = wish->listed;
    room->handicap = wish->handicap;
    room->first = wish->first;
    room->start = memory_string(wish->start);
    room->clock = wish->clock;
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->resumed_at = SIZE_MAX;
    room->touched = host_now();
    session_set_clock(room->session, &room->clock);
    for (int side = 0; side < 2; side++)
        seat_prepare(room, side, wish);
    if (room_set_out(room, error))
        return room;
    room_free(room);
    return NULL;
}

static void seat_clear(struct seat *seat) {
    bot_free(seat->engine);
    free(seat->name);
    free(seat->bot);
    free(seat->level);
}

void room_bill(struct room *room, struct address *payer) {
    payer->rooms++;
    if (room->payer != NULL)
        room->payer->rooms--;
    room->payer = payer;
}

void room_free(struct room *room) {
    while (room->people != NULL) {
        struct client *client = room->people;
        client_event(client, "closed {}");
        room->people = client->next_in_room;
        client->room = NULL;
        client->seats = 0;
    }
    advice_forget(room);
    seat_clear(&room->seats[0]);
    seat_clear(&room->seats[1]);
    for (size_t i = 0; i < room->chat_count; i++)
        chat_clear(&room->chat[i]);
    free(room->chat);
    if (room->flag != NULL)
        event_free(room->flag);
    room->payer->rooms--;
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

/* What may be done now. */

bool room_must_play(const struct room *room, struct error *error) {
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

bool room_need_not_ask(const struct room *room, int side) {
    const struct seat *own = &room->seats[side], *other = &room->seats[side_other(side)];
    return other->kind == SEAT_BOT || (own->client != NULL && own->client == other->client);
}

bool room_allows_advice(const struct room *room) {
    if (room_phase(room) == ROOM_OVER)
        return true;
    const struct seat *a = &room->seats[0], *b = &room->seats[1];
    return a->kind == SEAT_BOT || b->kind == SEAT_BOT ||
           (a->client != NULL && a->client == b->client);
}

bool room_put_back(struct room *room, struct session *before) {
    session_free(room->session);
    room->session = before;
    return false;
}

void room_forget_requests(struct room *room) {
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->rematch[0] = room->rematch[1] = false;
    room->accepted[0] = room->accepted[1] = false;
}

/* Going on. */

void room_rest_bots(struct room *room) {
    for (int side = 0; side < 2; side++)
        if (room->seats[side].engine != NULL)
            bot_cancel(room->seats[side].engine);
}

void room_go_on(struct room *room) {
    switch (room_phase(room)) {
    case ROOM_OPEN:
        room_halt_clock(room);
        break;
    case ROOM_PLAYING: {
        room_run_clock(room);
        struct seat *seat = &room->seats[session_to_play(room->session)];
        if (seat->kind == SEAT_BOT) {
            if (seat->engine == NULL)
                seat->engine = bot_new(room, session_to_play(room->session));
            bot_think(seat->engine);
        }
        break;
    }
    case ROOM_STOPPED:
        room_halt_clock(room);
        room_stopped(room);
        break;
    case ROOM_OVER:
        room_halt_clock(room);
        room_rest_bots(room);
        room_reveal_chat(room);
        break;
    }
}
