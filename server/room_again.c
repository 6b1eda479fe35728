/* Taking back, beginning anew, and rematches. */
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "bot.h"
#include "room_inside.h"
#include "server.h"
#include "store.h"

/* Steps of session_undo back to before the side's own last decision; 0: it has made none. */
static long steps_back(const struct room *room, int side) {
    bool both = room->seats[0].client != NULL && room->seats[0].client == room->seats[1].client;
    const bool decides[2] = {both || side == 0, both || side == 1};
    return session_steps_back(room->session, decides);
}

/* After the session has changed and was stored, or not: goes on from there, or has it as it was
 * before. */
static bool room_rewritten(struct room *room, struct session *before, bool good) {
    if (!good)
        return room_put_back(room, before);
    session_free(before);
    room->unsaved = false;
    room_rest_bots(room);
    room_halt_clock(room);
    room_forget_requests(room);
    room_judge_anew(room);
    room->resumed_at = SIZE_MAX;
    room_tell_all(room);
    room_go_on(room);
    return true;
}

static size_t log_count(const struct session *session) {
    const struct log_entry *log;
    return session_log(session, &log);
}

/* Who lost on time has none left to go on with, and would lose again at once: the clock starts
 * anew. */
static void restart_clock(struct room *room, const struct session *before) {
    enum ending ending;
    int winner = session_result(before, &ending).winner;
    if (ending == ENDING_TIME && winner != SIDE_NONE)
        clock_start(session_clock(room->session, side_other(winner)), &room->clock);
}

/* The stored log has an entry for each of the session's that can be taken back, and one for an
 * ending that was declared. */
static bool undo_now(struct room *room, int side, struct error *error) {
    struct session *before = session_copy(room->session);
    enum ending ending;
    session_result(before, &ending);
    size_t kept = room->entries;
    if (ending != ENDING_NONE && ending != ENDING_RULES && !room->unsaved)
        kept--;
    bool good = session_undo(room->session, steps_back(room, side), error);
    if (good)
        restart_clock(room, before);
    kept -= log_count(before) - log_count(room->session);
    good = good && store_cut(room->server->store, room, kept, error);
    room->entries = good ? kept : room->entries;
    return room_rewritten(room, before, good);
}

/* Nobody has come yet who could be asked. */
static bool waits_for(const struct room *room, int side) {
    return room->seats[side].kind == SEAT_EMPTY;
}

/* Only an open game can be joined. */
static bool may_be_joined(const struct room *room, struct error *error) {
    bool waits = waits_for(room, 0) || waits_for(room, 1);
    return !waits || room_phase(room) == ROOM_OPEN ||
           error_set(error, "room.setup-ended",
                     "nobody could join a game that is stopped or over already", NULL);
}

static bool reset_now(struct room *room, int side, struct error *error) {
    (void)side;
    struct session *before = session_copy(room->session);
    bool good = room_set_out(room, error) && may_be_joined(room, error) &&
                store_rewrite(room->server->store, room, &room->entries, error);
    return room_rewritten(room, before, good);
}

/* Undo and reset are asked for and granted in the same way. */
static bool request(struct room *room, int side, const char *what, int *asked, const char *name,
                    bool (*act)(struct room *, int, struct error *), struct error *error) {
    if (*what == '\0') {
        if (room_need_not_ask(room, side) || waits_for(room, side_other(side)))
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
    if (*what == 'a')
        return act(room, side_other(side), error);
    *asked = SIDE_NONE;
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
    if (!room_need_not_ask(room, side) && !waits_for(room, side_other(side)))
        return error_set(error, "room.setup", "the other player would have to be asked", NULL);
    char *before = room->start;
    room->start = strcmp(position, "default") == 0 ? NULL : memory_string(position);
    bool good = reset_now(room, side, error);
    free(good ? before : room->start);
    if (!good)
        room->start = before;
    return good;
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
    bool swap = !room_need_not_ask(room, side) || room->seats[side_other(side)].kind == SEAT_BOT;
    room_keep(room);
    room->round++;
    if (swap)
        seats_swap(room);
    bool good = reset_now(room, side, error);
    if (!good) {
        room->round--;
        if (swap)
            seats_swap(room);
        room->rematch[side] = false;
    }
    return good;
}
