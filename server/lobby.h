/* lobby: all rooms of the server, and what the server does for them behind room_hooks. */
#ifndef TERNION_LOBBY_H
#define TERNION_LOBBY_H

#include "../src/room/orders.h"

struct address;
struct lobby;
struct server;

/* Brings back the rooms that were in play when the server last went. */
struct lobby *lobby_open(struct server *server);
void lobby_close(struct lobby *lobby);
/* The hooks of its rooms, for those who run orders. */
const struct room_hooks *lobby_hooks(const struct lobby *lobby);
/* A room by its id, from memory or from the store; NULL with an error if there is none, or no place
 * for it. */
struct room *lobby_find(struct lobby *lobby, const char *id, struct error *error);
/* The same only from memory, or NULL. */
struct room *lobby_here(const struct lobby *lobby, const char *id);
/* Takes over a new room: it gets an id and tokens and is stored, or refused. Who pays for its
 * engines is as below. */
bool lobby_place(struct lobby *lobby, struct room *room, struct address *payer,
                 unsigned long connection, struct error *error);
/* Whether one more room may come in: there is a place, or a room without people that can go. */
bool lobby_has_place(const struct lobby *lobby);
void lobby_remove(struct lobby *lobby, struct room *room);
/* The record of a game, in memory or in the store, which stays where it is: its file suffix, or
 * NULL if there is no such game. `round` counts its rematches; -1: the last one. */
const char *lobby_record(struct lobby *lobby, const char *id, long round, struct text *record);
/* One page (from 1) of the listed rooms as a JSON array: those that wait for somebody, those with
 * people in them, those without. Within each kind come the newest of every address, then the second
 * newest, and so on: nobody fills the list with games of their own. One of several pages may be a
 * second old. */
void lobby_list(struct lobby *lobby, long page, struct text *json);
/* Games in memory; those among them that are over, and those without people. */
struct lobby_counts {
    long rooms, over, alone;
};
void lobby_count(const struct lobby *lobby, struct lobby_counts *counts);
/* Once a second: puts away rooms that nobody has visited for long, and sweeps the store. */
void lobby_tick(struct lobby *lobby);

/* Of a room in the lobby: its server, and whose turn its engines take: the address and the
 * connection of the person who last took a seat or made the game. */
struct server *lobby_server(const struct room *room);
struct address *lobby_payer(const struct room *room);
unsigned long lobby_connection(const struct room *room);
/* The record of the game, to be freed, and the review that is kept with it; NULL: there is none of
 * the game as it is now. */
char *lobby_game(const struct room *room);
const char *lobby_review(const struct room *room);
void lobby_keep_review(struct room *room, const char *game, const char *review);

/* lobby_orders.c: the orders about many rooms. */
extern const struct order_row lobby_orders[];

#endif
