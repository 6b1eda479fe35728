/* Orders that change nothing: positions, boards, records, advice. */
#include <string.h>

#include "advice.h"
#include "orders_inside.h"

/* The position that a ply would lead to, without playing it. */
bool order_preview(struct order *order) {
    struct room *room = order->client->room;
    struct session *copy = session_copy(room->session);
    bool good = session_play(copy, session_to_play(copy), text_string(&order->tail), &order->error);
    if (good)
        session_game(copy)->save(session_state(copy), &order->out);
    session_free(copy);
    return good;
}

/* The position after so many plies of the game, for replay. */
bool order_position(struct order *order) {
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
        order_fail(order, "syntax error", "syntax.plies", "no number of plies: '{0}'",
                   order->words[0]);
    }
    session_free(copy);
    return good;
}

/* The board for people at a terminal. */
bool order_show(struct order *order) {
    struct look look = {0};
    for (int i = 0; i < order->count; i++) {
        long columns;
        if (text_to_whole(order->words[i], 1, 100000, &columns))
            look.columns = (int)columns;
        look.colour = look.colour || strcmp(order->words[i], "colour") == 0;
        look.unicode = look.unicode || strcmp(order->words[i], "unicode") == 0;
    }
    text_putc(&order->out, '\n');
    session_show(order->client->room->session, &look, &order->out);
    return true;
}

bool order_record(struct order *order) {
    text_putc(&order->out, '\n');
    room_record(order->client->room, &order->out);
    return true;
}

static bool advice(struct order *order, const char *command, const char *argument) {
    struct room *room = order->client->room;
    if (!room_allows_advice(room))
        return order_fail(order, "not allowed", "room.advice", "no advice while two people play",
                          NULL);
    if (room_phase(room) != ROOM_PLAYING)
        return order_fail(order, "cannot advise", "room.not-playing", "nobody is to play", NULL);
    advice_ask(room, order->client, order->id, command, argument);
    order->later = true;
    return true;
}

bool order_hint(struct order *order) {
    return advice(order, "hint", "");
}

bool order_evaluate(struct order *order) {
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

/* A question about the position that the game itself can answer: cycle, marks A1, ensemble. */
bool order_ask(struct order *order) {
    static const char *const allowed[] = {
        "cycle",    "rows",     "marks",       "ensemble",
        "captures", "countlib", "list_stones", "final_status_list"};
    bool known = false;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        known = known || strcmp(allowed[i], order->words[0]) == 0;
    if (!known)
        return order_fail(
            order, "unknown question", "ask.unknown",
            "'{0}' is none of cycle, rows, marks, ensemble, captures, countlib, list_stones, "
            "final_status_list",
            order->words[0]);
    return room_question(order->client->room, order->count, order->words, &order->out,
                         &order->error);
}
