/* orders_inside: one order as the files that carry it out see it. */
#ifndef TERNION_ORDERS_INSIDE_H
#define TERNION_ORDERS_INSIDE_H

#include "client.h"
#include "room.h"

/* One order being carried out. */
struct order {
    struct client *client;
    const char *id;
    int count;
    char **words;
    struct text tail; /* the arguments joined by spaces */
    struct text out;  /* the reply */
    struct error error;
    const char *failure; /* standard words; NULL: from the error's code */
    bool later;          /* the reply comes by itself */
};

/* Refuses; standard words, the error's code and its text with an argument, or NULL. Always false.
 */
bool order_fail(struct order *order, const char *failure, const char *code, const char *template,
                const char *argument);
/* Refuses a word that is no side of the game; names those there are, and further words that would
 * do. */
bool order_fail_side(struct order *order, const char *code, const char *further,
                     const struct game *game, const char *word);
/* An argument, or "" if there are not so many. */
const char *order_argument(const struct order *order, int index);
/* The side a player decides for: the only seat, or with both the one to play. */
int order_side(const struct order *order);
/* {"room":ID,"tokens":{side:token}} for the seats that the client holds. */
void order_put_seats(struct order *order, const struct room *room);

/* orders_lobby.c */
bool order_name(struct order *order);
bool order_games(struct order *order);
bool order_list(struct order *order);
bool order_quit(struct order *order);
bool order_ping(struct order *order);
bool order_join(struct order *order);
bool order_rejoin(struct order *order);
bool order_watch(struct order *order);
bool order_leave(struct order *order);

/* orders_create.c */
bool order_create(struct order *order);

/* orders_game.c */
bool order_state(struct order *order);
bool order_ply(struct order *order);
bool order_pass(struct order *order);
bool order_resign(struct order *order);
bool order_draw(struct order *order);
bool order_undo(struct order *order);
bool order_reset(struct order *order);
bool order_setup(struct order *order);
bool order_rematch(struct order *order);
bool order_mark(struct order *order);
bool order_accept(struct order *order);
bool order_resume(struct order *order);
bool order_chat(struct order *order);

/* orders_ask.c */
bool order_preview(struct order *order);
bool order_position(struct order *order);
bool order_show(struct order *order);
bool order_record(struct order *order);
bool order_hint(struct order *order);
bool order_evaluate(struct order *order);
bool order_ask(struct order *order);

#endif
