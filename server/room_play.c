/* Plies and endings. */
#include <string.h>

#include "../src/core/json.h"
#include "room_inside.h"
#include "server.h"
#include "store.h"

struct ply {
    int side;
    const char *text;
};

static void put_ply(struct room *room, const struct client *client, const void *what,
                    struct text *event) {
    const struct ply *ply = what;
    text_put(event, "ply {");
    json_number(event, "n", (double)session_plies(room->session));
    json_member(event, "side", session_game(room->session)->sides[ply->side]);
    json_member(event, "move", ply->text);
    room_put_now(room, client, event);
    text_putc(event, '}');
}

/* A ply that the rules allow: the clock pays, the store keeps, then it happens. */
static bool ply_happens(struct room *room, int side, move m, struct error *error) {
    const struct game *game = session_game(room->session);
    struct clock *clock = session_clock(room->session, side);
    struct clock before = *clock;
    if (room->turn_began > 0 && !clock_spend(clock, room_elapsed(room), 0)) {
        room_end(room, ENDING_TIME, side_other(side), "time");
        return error_set(error, "room.time", "the time of {0} is over", game->sides[side], NULL);
    }
    struct text text = {0};
    game->print(session_state(room->session), m, &text);
    bool good = store_entry(room->server->store, room, room->entries, "ply", side,
                            text_string(&text), error);
    if (good) {
        room_halt_clock(room);
        room->entries++;
        session_play_move(room->session, side, m);
        room_forget_requests(room);
        if (room_phase(room) == ROOM_STOPPED && !room_nothing_new(room))
            room->judged = false;
        room_tell_each(room, put_ply, &(struct ply){side, text_string(&text)});
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
    if (!room_must_play(room, error))
        return false;
    if (room_phase(room) != ROOM_OVER && session_to_play(room->session) != side)
        return error_set(error, "session.wrong-side", "{0} is to play",
                         session_game(room->session)->sides[side_other(side)], NULL);
    if (!session_parse(room->session, side, text, &m, error) || !ply_happens(room, side, m, error))
        return false;
    room->touched = host_now();
    /* With every ply a state gets longer and an undo slower; no game that people play comes near.
     */
    if (room_phase(room) == ROOM_PLAYING &&
        session_plies(room->session) >= (size_t)room->server->config.plies)
        room_end(room, ENDING_AGREED, SIDE_NONE, "the game is too long");
    else
        room_go_on(room);
    return true;
}

/* Endings. */

static const char *const ending_kinds[] = {
    [ENDING_RESIGN] = "resign", [ENDING_TIME] = "time",   [ENDING_AGREED] = "agreed",
    [ENDING_SCORED] = "scored", [ENDING_FAULT] = "fault",
};

/* Stores that the session has ended the game; a resignation with the side that resigned. */
static bool keep_ending(struct room *room, enum ending ending, int side, struct error *error) {
    bool good = store_entry(room->server->store, room, room->entries, ending_kinds[ending], side,
                            "", error);
    room->entries += good;
    return good;
}

static void room_ended(struct room *room) {
    room_halt_clock(room);
    room_forget_requests(room);
    room_tell_all(room);
    room_go_on(room);
}

void room_keep(struct room *room) {
    if (!room->unsaved)
        return;
    enum ending ending;
    struct error error = {0};
    int winner = session_result(room->session, &ending).winner;
    room->unsaved = !keep_ending(room, ending, winner, &error);
    error_clear(&error);
}

/* Nobody can be refused here: the game ends even if that cannot be stored before it can. */
void room_end(struct room *room, enum ending ending, int winner, const char *why) {
    if (!session_end(room->session, ending, winner, 0, NULL))
        return;
    room->unsaved = true;
    room_keep(room);
    struct text event = {0};
    text_put(&event, "end {");
    json_member(&event, "why", why);
    text_putc(&event, '}');
    room_say(room, text_string(&event));
    text_free(&event);
    room_ended(room);
}

bool room_resign(struct room *room, int side, struct error *error) {
    if (room_phase(room) == ROOM_OPEN)
        return error_set(error, "room.open", "the other seat is still empty", NULL);
    struct session *before = session_copy(room->session);
    if (!session_resign(room->session, side, error) ||
        !keep_ending(room, ENDING_RESIGN, side, error))
        return room_put_back(room, before);
    session_free(before);
    room_ended(room);
    return true;
}

/* What an offer or an answer does to the session. */
static bool draw_changes(struct room *room, int side, const char *what, struct error *error) {
    if (strcmp(what, "offer") != 0)
        return session_draw_answer(room->session, side, *what == 'a', error);
    return session_draw_offer(room->session, side, error) &&
           (session_draw_offered(room->session) != side || !room_need_not_ask(room, side) ||
            session_draw_answer(room->session, side_other(side), true, error)); /* both are one */
}

bool room_draw(struct room *room, int side, const char *what, struct error *error) {
    if (!room_must_play(room, error))
        return false;
    bool offer = strcmp(what, "offer") == 0;
    if (!offer && strcmp(what, "accept") != 0 && strcmp(what, "decline") != 0)
        return error_set(error, "syntax.draw", "'{0}' is none of offer, accept, decline", what,
                         NULL);
    if (offer && room->seats[side_other(side)].kind == SEAT_BOT)
        return error_set(error, "room.bot-draw", "a bot accepts no draw", NULL);
    struct session *before = session_copy(room->session);
    bool good = draw_changes(room, side, what, error);
    bool over = good && room_phase(room) == ROOM_OVER;
    if (!good || (over && !keep_ending(room, ENDING_AGREED, SIDE_NONE, error)))
        return room_put_back(room, before);
    session_free(before);
    if (over)
        room_ended(room);
    else
        room_tell_all(room);
    return true;
}
