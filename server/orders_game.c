/* Orders of those who play and talk in a game. */
#include "orders_inside.h"

bool order_state(struct order *order) {
    room_state(order->client->room, order->client, &order->out);
    return true;
}

bool order_ply(struct order *order) {
    return room_ply(order->client->room, order_side(order), text_string(&order->tail),
                    &order->error);
}

bool order_pass(struct order *order) {
    return room_ply(order->client->room, order_side(order), "pass", &order->error);
}

bool order_resign(struct order *order) {
    return room_resign(order->client->room, order_side(order), &order->error);
}

bool order_draw(struct order *order) {
    return room_draw(order->client->room, order_side(order), order->words[0], &order->error);
}

bool order_undo(struct order *order) {
    return room_undo(order->client->room, order_side(order), order_argument(order, 0),
                     &order->error);
}

bool order_reset(struct order *order) {
    return room_reset(order->client->room, order_side(order), order_argument(order, 0),
                      &order->error);
}

bool order_setup(struct order *order) {
    order->failure = "bad position";
    return room_setup(order->client->room, order_side(order), text_string(&order->tail),
                      &order->error);
}

bool order_rematch(struct order *order) {
    return room_rematch(order->client->room, order_side(order), &order->error);
}

bool order_mark(struct order *order) {
    return room_mark(order->client->room, order_side(order), order->words[0], order->words[1],
                     &order->error);
}

bool order_accept(struct order *order) {
    return room_accept(order->client->room, order_side(order), order_argument(order, 0),
                       &order->error);
}

bool order_resume(struct order *order) {
    return room_resume(order->client->room, order_side(order), &order->error);
}

bool order_chat(struct order *order) {
    if (order->tail.length > 500)
        return order_fail(order, "syntax error", "syntax.chat", "at most 500 bytes at once", NULL);
    order->failure = "cannot say";
    return room_chat(order->client->room, order->client, text_string(&order->tail), &order->error);
}
