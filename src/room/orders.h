/* orders: what a person may say, one line each (docs/server.md). A few are about games in general
 * (help, name, ping, games, create), the rest about the room that the person is in; an owner with
 * many rooms adds its own. */
#ifndef TERNION_ORDERS_H
#define TERNION_ORDERS_H

#include "../core/gtp.h"
#include "room.h"

/* One order being carried out. */
struct order {
    const struct room_hooks *hooks;
    struct person *person;
    double now;
    const char *id;
    int count;
    char **words;
    struct text tail; /* the arguments joined by spaces */
    struct text out;  /* the reply */
    struct error error;
    const char *failure; /* standard words; NULL: from the error's code */
    bool later;          /* the reply comes by itself */
};

struct order_row {
    const char *name;
    const char *usage;
    const char *help;
    /* The reply, or false with an error. */
    bool (*run)(struct order *order);
    int least; /* arguments */
    bool needs_room;
    bool needs_seat;
};

/* Reads a line; false: there is nothing to answer. Free with gtp_free. */
bool orders_parse(const char *line, size_t length, struct gtp_request *request);
/* Carries one request out and replies, now or later. */
void orders_run(const struct room_hooks *hooks, struct person *person,
                const struct gtp_request *request, double now);

/* For those who implement orders. */
/* Refuses; standard words, the error's code and its text with an argument, or NULL. Always false.
 */
bool order_fail(struct order *order, const char *failure, const char *code, const char *template,
                const char *argument);
/* Refuses a word that is no side of the game; names those there are, and further words that would
 * do. */
bool order_fail_side(struct order *order, const char *code, const char *further,
                     const struct game *game, const char *word);
/* Takes an empty seat (SIDE_NONE: any) and tells everybody; the reply is order_put_seats. */
bool order_join_room(struct order *order, struct room *room, int side);
/* {"room":ID,"tokens":{side:token}} for the seats that the person holds. */
void order_put_seats(struct order *order, const struct room *room);

/* Answers the question that begins with word `from`, which must be there: cycle, marks A1, ensemble
 * and whatever else the game itself can answer about the position. */
bool order_answer(struct order *order, const struct room *room, int from);

/* create.c: makes a room from KEY=VALUE words and takes the seats in it. */
bool order_create(struct order *order);
/* study.c: a board that is no game of anybody's. */
bool order_study(struct order *order);
/* The same: asks for a puzzle. */
bool order_puzzle(struct order *order);

#endif
