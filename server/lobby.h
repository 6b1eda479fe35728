/* lobby: all rooms of the server. */
#ifndef TERNION_LOBBY_H
#define TERNION_LOBBY_H

#include "../src/core/text.h"

struct client;
struct error;
struct lobby;
struct room;
struct server;

/* Brings back the rooms that were in play when the server last went. */
struct lobby *lobby_open(struct server *server);
void lobby_close(struct lobby *lobby);
/* A room by its id, from memory or from the store; NULL with an error if there is none, or no place
 * for it. */
struct room *lobby_find(struct lobby *lobby, const char *id, struct error *error);
/* Whether one more room may come in: there is a place, or a room without people that can go. */
bool lobby_has_place(const struct lobby *lobby);
/* Only where there is a place. If all are taken, the room without people that was left alone for
 * longest goes; it stays in the store. */
void lobby_add(struct lobby *lobby, struct room *room);
void lobby_remove(struct lobby *lobby, struct room *room);
/* The record of a game, in memory or in the store, which stays where it is: its file suffix, or
 * NULL if there is no such game. */
const char *lobby_record(struct lobby *lobby, const char *id, struct text *record);
/* The listed rooms as a JSON array: those that wait for somebody, those with people in them, those
 * without; of each kind the newest first. */
void lobby_list(const struct lobby *lobby, struct text *json);
/* Once a second: puts away rooms that nobody has visited for long, and sweeps the store. */
void lobby_tick(struct lobby *lobby);

#endif
