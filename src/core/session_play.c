/* Plies of a session, and the way back. */
#include "session_inside.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static struct log_entry *session_log_add(struct session *session, struct log_entry entry) {
    if (session->log_count == session->log_room) {
        session->log_room = session->log_room == 0 ? 64 : 2 * session->log_room;
        session->log = memory_grow(session->log, session->log_room, sizeof *session->log);
    }
    session->log[session->log_count] = entry;
    session->plies += entry.kind == LOG_PLY;
    return &session->log[session->log_count++];
}

static void session_key_add(struct session *session) {
    if (session->key_count == session->key_room) {
        session->key_room = session->key_room == 0 ? 64 : 2 * session->key_room;
        session->keys = memory_grow(session->keys, session->key_room, sizeof *session->keys);
    }
    session->keys[session->key_count++] = session->game->key(session->state);
}

static bool session_wrong_side(const struct session *session, struct error *error) {
    return error_set(error, "session.wrong-side", "{0} is to play",
                     session->game->sides[session_to_play(session)], NULL);
}

/* Whether the rules would hand the move to side; *turned then holds the state in which it has it
 * (the caller frees it). */
static bool session_try_turn(const struct session *session, int side, void **turned,
                             struct error *error) {
    *turned = memory_copy(session->state, session->game->state_size);
    if (session->game->turn(*turned, side, NULL))
        return true;
    free(*turned);
    *turned = NULL;
    return session_wrong_side(session, error);
}

bool session_may_play(const struct session *session, int side, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (session_to_play(session) == side)
        return true;
    void *turned;
    bool may = session_try_turn(session, side, &turned, error);
    free(turned);
    return may;
}

bool session_parse(const struct session *session, int side, const char *text, move *m,
                   struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    struct past past = session_past(session);
    if (session_to_play(session) == side)
        return session->game->parse(session->state, &past, text, m, error);
    void *turned;
    if (!session_try_turn(session, side, &turned, error))
        return false;
    bool good = session->game->parse(turned, &past, text, m, error);
    free(turned);
    return good;
}

bool session_play(struct session *session, int side, const char *text, struct error *error) {
    move m;
    if (!session_parse(session, side, text, &m, error))
        return false;
    session_play_move(session, side, m);
    return true;
}

void session_play_move(struct session *session, int side, move m) {
    bool turned = session_to_play(session) != side;
    session_key_add(session);
    if (turned)
        session->game->turn(session->state, side, NULL);
    session->game->play(session->state, m);
    session_log_add(session,
                    (struct log_entry){.kind = LOG_PLY, .side = side, .turned = turned, .m = m});
    session->draw_offered = SIDE_NONE;
}

void session_moves(const struct session *session, struct moves *list) {
    if (session->ending != ENDING_NONE)
        return;
    struct past past = session_past(session);
    session->game->moves(session->state, &past, list);
}

void session_print_moves(const struct session *session, struct text *text) {
    struct moves list = {0};
    session_moves(session, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (i > 0)
            text_putc(text, ' ');
        session->game->print(session->state, list.at[i], text);
    }
    moves_free(&list);
}

bool session_turn(struct session *session, int side, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (!session->game->turn(session->state, side, error))
        return false;
    session_log_add(session, (struct log_entry){.kind = LOG_TURN, .side = side});
    return true;
}

void session_edit(struct session *session, const void *state) {
    size_t size = session->game->state_size;
    session_log_add(
        session,
        (struct log_entry){.kind = LOG_EDIT, .side = SIDE_NONE, .state = memory_copy(state, size)});
    memcpy(session->state, state, size);
    session->key_count = 0;
    session_forget_ending(session);
}

void session_comment(struct session *session, const char *text) {
    if (session->log_count == 0) {
        session_set_tag(session, "Comment", text);
        return;
    }
    struct log_entry *entry = &session->log[session->log_count - 1];
    char *copy = memory_string(text);
    free(entry->comment);
    entry->comment = copy;
}

/* Taking back. */

void session_drop_log(struct session *session, size_t keep) {
    while (session->log_count > keep) {
        struct log_entry *entry = &session->log[--session->log_count];
        session->plies -= entry->kind == LOG_PLY;
        free(entry->state);
        free(entry->comment);
    }
}

/* Undo replays: everything before the plies that go is played again from the start. */
static void session_replay(struct session *session) {
    memcpy(session->state, session->start, session->game->state_size);
    session->key_count = 0;
    for (size_t i = 0; i < session->log_count; i++) {
        const struct log_entry *entry = &session->log[i];
        switch (entry->kind) {
        case LOG_EDIT:
            memcpy(session->state, entry->state, session->game->state_size);
            session->key_count = 0;
            break;
        case LOG_TURN:
            session->game->turn(session->state, entry->side, NULL);
            break;
        case LOG_PLY:
            session_key_add(session);
            if (entry->turned)
                session->game->turn(session->state, entry->side, NULL);
            session->game->play(session->state, entry->m);
            break;
        }
    }
}

size_t session_leading_turns(const struct session *session) {
    size_t count = 0;
    while (count < session->log_count && session->log[count].kind == LOG_TURN)
        count++;
    return count;
}

/* The last word counts: the first ply's, if it was out of turn. Whoever would have begun anyway was
 * not chosen. */
int session_chosen_first(const struct session *session) {
    if (!session->game->keeps_first)
        return SIDE_NONE;
    size_t turns = session_leading_turns(session);
    int first = SIDE_NONE;
    if (turns < session->log_count && session->log[turns].turned)
        first = session->log[turns].side;
    else if (turns > 0)
        first = session->log[turns - 1].side;
    return first == session->game->to_play(session->start) ? SIDE_NONE : first;
}

long session_steps_back(const struct session *session, const bool decides[2]) {
    long steps = session->ending != ENDING_NONE;
    for (size_t i = session->log_count; i-- > 0;) {
        if (session->log[i].kind != LOG_PLY)
            continue;
        steps++;
        if (decides[session->log[i].side])
            return steps;
    }
    return 0;
}

bool session_undo(struct session *session, long count, struct error *error) {
    if (count <= 0)
        return true;
    if (session->ending != ENDING_NONE)
        count--;
    size_t keep = session->log_count;
    while (count > 0 && keep > 0 && session->log[keep - 1].kind != LOG_EDIT)
        count -= session->log[--keep].kind == LOG_PLY;
    if (count > 0)
        return error_set(error, "session.undo", "there are not so many plies to take back", NULL);
    session_forget_ending(session);
    if (keep == session->log_count)
        return true;
    int first = SIDE_NONE;
    if (session->game->keeps_first && keep <= session_leading_turns(session)) {
        first = session_chosen_first(session);
        keep = 0;
    }
    session_drop_log(session, keep);
    session_replay(session);
    return first == SIDE_NONE || first == session_to_play(session) ||
           session_turn(session, first, error);
}
