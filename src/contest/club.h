/* club: all contests of a server, who visits them, and the order `contest` (docs/server.md). As a
 * room it opens nothing and reads no time; keys, codes, games and the store are its owner's. */
#ifndef TERNION_CLUB_H
#define TERNION_CLUB_H

#include "../room/orders.h"
#include "contest.h"

struct club;

/* What a club asks of its owner, beside what each contest asks. */
struct club_hooks {
    struct contest_hooks contest;
    void (*new_code)(char code[CONTEST_CODE]);
    /* A key for a person, and what is stored of it; whether a key is the one of that proof. */
    void (*new_key)(char key[ROOM_TOKEN], char proof[ROOM_PROOF]);
    bool (*is_key)(const char *key, const char *proof);
    /* Whether games can be made so, and with that engine ("BOT LEVEL"; NULL: none), whose name is
     * then put. */
    bool (*check)(void *owner, const char *setup, const char *engine, struct text *name,
                  struct error *error);
    /* A new contest is stored, or refused. */
    bool (*admit)(struct order *order, const struct contest *contest);
    /* One that is stored, NULL with an error if there is none. */
    struct contest *(*load)(struct club *club, const char *code, struct error *error);
    /* The person takes a seat, or looks on, and is told so. */
    bool (*sit)(struct order *order, const char *room, int side);
    /* The board of a room as an object, unless *shown says that it was told already; then false. */
    bool (*put_board)(void *owner, const char *room, unsigned long *shown, struct text *json);
};

struct visitor {
    struct person *person;
    struct visitor *next;
    int player; /* or CONTEST_NOBODY */
    bool leads, watches;
};

struct club {
    const struct club_hooks *hooks;
    struct contest *contests;
};

void club_add(struct club *club, struct contest *contest);
void club_free(struct club *club);
/* NULL with an error: there is none. */
struct contest *club_find(struct club *club, const char *code, struct error *error);
/* `contest VERB CODE ...` */
bool club_order(struct club *club, struct order *order);
/* Puts away the contest without visitors in which nothing has happened for longest; false: none. */
bool club_make_place(struct club *club);
/* The person has gone. */
void club_forget(struct club *club, const struct person *person, double now);
/* Once a second: pairs, and tells what has changed. Contests in which nothing has happened for
 * `idle` seconds and nobody is are put away. */
void club_tick(struct club *club, double now, double idle);

#endif
