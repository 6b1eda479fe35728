/* store: games, plies and chat in SQLite, so that they survive the server.
 *
 * Every change is committed before anybody is told of it. Commits go to the write-ahead log and do
 * not wait for the disk; a thread of its own moves the log into the database. What was told
 * survives the end of the process at any moment. */
#ifndef TERNION_STORE_H
#define TERNION_STORE_H

#include "../src/core/error.h"
#include "../src/core/session.h"

struct chat_line;
struct room;
struct server;
struct store;

/* Opens or makes the database. A file that is no database, is damaged, belongs to another program
 * or version, or is another server's is refused and stays as it is. */
struct store *store_open(const char *file, struct error *error);
void store_close(struct store *store);
/* Whether that error says that a change could not be stored. */
bool store_has_failed(const struct error *error);

/* The room's row: seats, clocks, phase, requests. */
bool store_room(struct store *store, const struct room *room, struct error *error);
/* The next entry of the log, with the room's row, in one transaction. side may be SIDE_NONE. */
bool store_entry(struct store *store, const struct room *room, size_t number, const char *kind,
                 int side, const char *text, struct error *error);
/* Drops the entries of the log from a number on (undo), with the room's row. */
bool store_cut(struct store *store, const struct room *room, size_t number, struct error *error);
/* Replaces the whole log by what the session holds now (reset), with the room's row. *count is the
 * number of entries then. */
bool store_rewrite(struct store *store, const struct room *room, size_t *count,
                   struct error *error);
/* The next line of the chat; lines that the room keeps no more go. */
bool store_chat(struct store *store, const struct room *room, const struct chat_line *line,
                struct error *error);

/* A room with its log and chat, or NULL. Not yet in the lobby. */
struct room *store_load(struct store *store, struct server *server, const char *id);
/* Calls back for every room that is not over and was touched within `seconds`, the last `most` of
 * them, the last one last. */
void store_each(struct store *store, double seconds, long most,
                void (*found)(void *context, const char *id), void *context);

/* Deletes games that have not changed for so many days and are not `is_here`, in memory. The days
 * from the last change of all to store_open do not count: the clock may be wrong. Once a second:
 * each call looks at a few and takes no longer than a ply. */
void store_sweep(struct store *store, double days,
                 bool (*is_here)(const void *context, const char *id), const void *context);

#endif
