/* bot: an engine process that plays one seat. It is started when it is first to move, stopped when
 * it has had nothing to do for a while, and brought to the position again whenever needed. */
#ifndef TERNION_BOT_H
#define TERNION_BOT_H

#include <stdbool.h>

struct bot;
struct room;
struct server;

struct bot *bot_new(struct room *room, int side);
/* NULL is fine. */
void bot_free(struct bot *bot);
/* It is this bot's turn: it will call room_ply, room_resign or room_end later. If it has no process
 * it claims one (engine_queue.h). */
void bot_think(struct bot *bot);
/* The position changed under it, or the game is over: whatever it says to the last question does
 * not count, it must be told the whole game again, and its failures so far are forgiven. */
void bot_cancel(struct bot *bot);
/* Once a second: stops idle processes, asks again for moves that could not be stored. */
void bots_tick(struct server *server);

#endif
