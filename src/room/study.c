/* The orders about a board that is no game of anybody's. */
#include <string.h>

#include "../core/games.h"
#include "orders.h"
#include "room_private.h"

/* A room without an owner: nothing is stored, and it is gone with the order. */
static const struct room_hooks nobody;

/* The number of the first word that is one of the two, from `from` on; order->count: none is. */
static int find_word(const struct order *order, int from, const char *one, const char *other) {
    while (from < order->count && strcmp(order->words[from], one) != 0 &&
           strcmp(order->words[from], other) != 0)
        from++;
    return from;
}

static struct session *study_session(struct order *order) {
    const struct kit *kit = games_find(order->words[0]);
    if (kit == NULL) {
        order_fail(order, "unknown game", "create.game", "no game '{0}'; 'games' lists them",
                   order->words[0]);
        return NULL;
    }
    struct session *session = session_new(kit->game);
    if (session_set_rules(session, order->words[1], &order->error))
        return session;
    order->failure = "cannot study";
    session_free(session);
    return NULL;
}

/* The board as the words from 2 to `end` say, with nobody in the room. */
static struct room *study_room(struct order *order, int end) {
    struct session *session = study_session(order);
    if (session == NULL)
        return NULL;
    struct text start = {0};
    words_join(&(struct words){.at = order->words, .count = end}, 2, &start);
    bool usual = strcmp(text_string(&start), "default") == 0;
    struct room *room = room_new(&(struct room_spec){.session = session,
                                                     .first = SIDE_NONE,
                                                     .maker = SIDE_NONE,
                                                     .start = usual ? NULL : text_string(&start),
                                                     .seats = {{.kind = SEAT_HUMAN, .name = ""},
                                                               {.kind = SEAT_HUMAN, .name = ""}}},
                                 &nobody, order->now);
    text_free(&start);
    if (room_set_out(room, &order->error))
        return room;
    order->failure = "bad position";
    room_free(room);
    return NULL;
}

static bool study_play(struct order *order, struct room *room, int from, int end) {
    for (int i = from; i < end; i++)
        if (!room_ply(room, order->now, session_to_play(room->session), order->words[i],
                      &order->error))
            return false;
    return true;
}

bool order_study(struct order *order) {
    const struct person reader = {.seats = 3, .is_player = true};
    int plies = find_word(order, 2, "play", "ask");
    int question = find_word(order, plies, "ask", "ask");
    struct room *room = study_room(order, plies);
    if (room == NULL)
        return false;
    bool good = study_play(order, room, plies + 1, question);
    if (good && question + 1 < order->count)
        good = order_answer(order, room, question + 1);
    else if (good)
        room_state(room, &reader, &order->out);
    room_free(room);
    return good;
}

bool order_puzzle(struct order *order) {
    long seed;
    if (!text_to_whole(order->words[2], 0, INT32_MAX, &seed))
        return order_fail(order, "syntax error", "syntax.whole", "'{0}' is no whole number",
                          order->words[2]);
    if (order->hooks->puzzle == NULL)
        return order_fail(order, "no engine answers", "server.no-answer", "there is none", NULL);
    struct session *session = study_session(order);
    if (session == NULL)
        return false;
    struct text argument = {0};
    text_print(&argument, "%ld%s%s", seed, order->count > 3 ? " " : "",
               order->count > 3 ? order->words[3] : "");
    order->later = true;
    order->hooks->puzzle(order->hooks->owner, order->person, order->id, session,
                         text_string(&argument));
    text_free(&argument);
    return true;
}
