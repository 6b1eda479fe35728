/* store: games, plies and chat in SQLite, so that they survive the server.
 *
 * Every change is committed before anybody is told of it. Commits go to the write-ahead log and do
 * not wait for the disk; a thread of its own moves the log into the database. What was told
 * survives the end of the process at any moment. */
#ifndef TERNION_STORE_H
#define TERNION_STORE_H

#include "../src/room/room.h"

struct store;

/* Opens or makes the database. A file that is no database, is damaged, belongs to another program
 * or version, or is another server's is refused and stays as it is. */
struct store *store_open(const char *file, struct error *error);
void store_close(struct store *store);
/* Whether that error says that a change could not be stored. */
bool store_has_failed(const struct error *error);

/* One change of a game, with the room's row: seats, clocks, phase. */
bool store_change(struct store *store, const struct room *room, const struct room_change *change,
                  struct error *error);
/* The next line of the chat; lines that the room keeps no more go. */
bool store_chat(struct store *store, const struct room *room, const struct chat_line *line,
                struct error *error);

/* A room with its log and chat, or NULL. Not yet in the lobby. */
struct room *store_load(struct store *store, const struct room_hooks *hooks, const char *id);
/* Calls back for every room that is not over and was touched within `seconds`, the last `most` of
 * them, the last one last. */
void store_each(struct store *store, double seconds, long most,
                void (*found)(void *context, const char *id), void *context);

/* Deletes games that have not changed for `days` days and are not `is_here`, in memory. The days
 * from the last change of all to store_open do not count: the clock may be wrong. Once a second:
 * each call looks at a few and takes no longer than a ply. */
void store_sweep(struct store *store, double days,
                 bool (*is_here)(const void *context, const char *id), const void *context);

#endif
