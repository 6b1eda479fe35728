/* Go's end: two passes stop a game; the players agree on what is dead, or take it up again. */
#include <limits.h>
#include <string.h>

#include "../core/vertex.h"
#include "room_private.h"

static bool marks_equal(const struct marks *a, const struct marks *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static const char *const status_names[] = {
    [MARK_ALIVE] = "alive", [MARK_DEAD] = "dead", [MARK_SEKI] = "seki"};
enum { STATUSES = sizeof status_names / sizeof status_names[0] };

/* As the log keeps them: " dead A1 seki C3 ...". */
static void marks_put(const struct room *room, const struct marks *marks, struct text *text) {
    int size = session_setup(room->session)->size;
    for (int i = 0; i < size * size; i++) {
        if (marks->at[i] == MARK_ALIVE)
            continue;
        text_print(text, " %s ", status_names[marks->at[i]]);
        vertex_print(text, i % size, i / size);
    }
}

static bool mark_one(const struct room *room, struct marks *marks, const char *vertex,
                     const char *status, struct error *error) {
    const struct game *game = session_game(room->session);
    for (int i = 0; i < STATUSES; i++)
        if (strcmp(status_names[i], status) == 0 && game->mark != NULL)
            return game->mark(session_state(room->session), marks, vertex, (enum mark)i, error);
    return error_set(error, "syntax.status", "'{0}' is none of alive, dead, seki", status, NULL);
}

bool room_recall_marks(struct room *room, const struct words *words) {
    struct marks marks = {0};
    for (int i = 1; i < words->count; i += 2)
        if (i + 1 == words->count || !mark_one(room, &marks, words->at[i + 1], words->at[i], NULL))
            return false;
    room->marks = room->proposal = marks;
    room->judged = true;
    return true;
}

/* Ends the game as it is marked. Where that cannot be stored it stays stopped. */
static bool score(struct room *room, struct error *error) {
    const struct game *game = session_game(room->session);
    struct result result = game->score(session_state(room->session), &room->marks);
    struct text entry = {0};
    text_number(&entry, result.margin);
    marks_put(room, &room->marks, &entry);
    struct session *before = session_copy(room->session);
    session_end(room->session, ENDING_SCORED, result.winner, result.margin, NULL);
    bool good = room_store_entry(room, "scored", result.winner, text_string(&entry), error);
    text_free(&entry);
    if (!good)
        return room_put_back(room, before);
    session_free(before);
    room_forget_requests(room);
    room_tell_now(room);
    room_continue(room);
    return true;
}

/* The same where nobody asked for it. */
static void score_itself(struct room *room) {
    struct error error = {0};
    if (!score(room, &error))
        room_tell_now(room);
    error_clear(&error);
}

static bool both_are_bots(const struct room *room) {
    return room->seats[0].kind == SEAT_BOT && room->seats[1].kind == SEAT_BOT;
}

/* A game that stops again without a stone since it was last resumed is scored as proposed. */
static bool nothing_new(const struct room *room) {
    return room->judged && room->resumed_at != SIZE_MAX &&
           session_plies(room->session) <= room->resumed_at + 2;
}

void room_judge_anew(struct room *room) {
    if (room_phase(room) == ROOM_STOPPED && !nothing_new(room))
        room->judged = false;
}

/* The proposal is here. Two bots agree with it. */
static void take_proposal(struct room *room, const struct marks *marks) {
    room->judging = false;
    room->judged = true;
    room->marks = room->proposal = *marks;
    room->marking++;
    room->accepted[0] = room->accepted[1] = false;
    if (both_are_bots(room))
        score_itself(room);
    else
        room_tell_now(room);
}

void room_judged(struct room *room, double now, const struct marks *marks) {
    room_set_time(room, now);
    if (room_phase(room) == ROOM_STOPPED && room->judging)
        take_proposal(room, marks);
}

/* Where nobody can judge, everything is taken to be alive, and the players mark by hand. */
void room_stopped(struct room *room) {
    if (nothing_new(room)) {
        score_itself(room);
    } else if (!room->judging && !room->judged) {
        room->judging = true;
        if (room->hooks->judge != NULL)
            room->hooks->judge(room);
        else
            take_proposal(room, &(struct marks){0});
    }
}

static bool must_be_stopped(const struct room *room, struct error *error) {
    if (room_phase(room) != ROOM_STOPPED)
        return error_set(error, "room.not-stopped", "the game is not stopped", NULL);
    if (!room->judged)
        return error_set(error, "room.judging", "the judgement is still being worked out", NULL);
    return true;
}

void room_settle(struct room *room) {
    struct error error = {0};
    if (room_phase(room) == ROOM_STOPPED && room->judged &&
        (both_are_bots(room) || nothing_new(room)))
        score(room, &error);
    error_clear(&error);
}

bool room_mark(struct room *room, const char *vertex, const char *status, struct error *error) {
    struct marks marks = room->marks;
    if (!must_be_stopped(room, error) || !mark_one(room, &marks, vertex, status, error))
        return false;
    room->touched = room->now;
    if (marks_equal(&marks, &room->marks))
        return true; /* everybody knows */
    room->marks = marks;
    room->marking++;
    room->resumed_at = SIZE_MAX; /* nobody passed on these */
    room->accepted[0] = room->accepted[1] = false;
    room_tell_now(room);
    return true;
}

bool room_accept(struct room *room, int side, const char *number, struct error *error) {
    if (!must_be_stopped(room, error))
        return false;
    long seen = room->marking;
    if (*number != '\0' && !text_to_whole(number, 0, LONG_MAX, &seen))
        return error_set(error, "syntax.whole", "'{0}' is no number of a marking", number, NULL);
    /* The other player may have marked while this was on its way. */
    if (seen != room->marking)
        return error_set(error, "room.marks", "the marks have changed", NULL);
    const struct seat *other = &room->seats[side_other(side)];
    if (other->kind == SEAT_BOT && !marks_equal(&room->marks, &room->proposal))
        return error_set(error, "room.bot-marks",
                         "the bot accepts only the judgement proposed; resume to play it out",
                         NULL);
    room->touched = room->now;
    if (room->accepted[side_other(side)] || room_need_not_ask(room, side))
        return score(room, error);
    if (!room->accepted[side]) {
        room->accepted[side] = true;
        room_tell_now(room);
    }
    return true;
}

static bool store_turn(struct room *room, int side, struct error *error) {
    struct text entry = {0};
    if (room->judged) {
        text_put(&entry, "judged");
        marks_put(room, &room->proposal, &entry);
    }
    bool good = room_store_entry(room, "turn", side, text_string(&entry), error);
    text_free(&entry);
    return good;
}

/* What was marked by hand is one player's word: nobody sees it while play goes on, so that passes
 * are no consent. */
static void marks_take_back(struct room *room) {
    if (!room->judged || marks_equal(&room->marks, &room->proposal))
        return;
    room->marks = room->proposal;
    room->marking++;
}

bool room_resume(struct room *room, int side, struct error *error) {
    if (room_phase(room) != ROOM_STOPPED)
        return error_set(error, "room.not-stopped", "the game is not stopped", NULL);
    int next = side_other(side);
    struct session *before = session_copy(room->session);
    if (!session_turn(room->session, next, error) || !store_turn(room, next, error))
        return room_put_back(room, before);
    session_free(before);
    room->resumed_at = room->judged ? session_plies(room->session) : SIZE_MAX;
    marks_take_back(room);
    room->accepted[0] = room->accepted[1] = false;
    room_cancel(room);
    room->touched = room->now;
    room_tell_now(room);
    room_continue(room);
    return true;
}
