/* bot: an engine process that plays one seat. It is started when it is first to move, stopped when
 * it has had nothing to do for a while, and brought to the position again whenever needed. */
#ifndef TERNION_BOT_H
#define TERNION_BOT_H

#include <stdbool.h>

struct bot;
struct room;
struct server;

/* The bots that have a process, or those that wait for one in the order in which they asked for it.
 */
struct bot_queue {
    struct bot *first, *last;
};

struct bot *bot_new(struct room *room, int side);
/* NULL is fine. */
void bot_free(struct bot *bot);
/* It is this bot's turn: it will call room_ply, room_resign or room_end later. Where no place is
 * free among the processes, one that has nothing to do gives up its own; else this one waits. */
void bot_think(struct bot *bot);
/* The position changed under it, or the game is over: whatever it says to the last question does
 * not count, it must be told the whole game again, and its failures so far are forgiven. */
void bot_cancel(struct bot *bot);
/* Once a second: stops idle processes, starts those that had to wait, asks again for moves that
 * could not be stored. */
void bots_tick(struct server *server);

#endif
