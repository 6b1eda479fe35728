/* store: games, plies and chat in SQLite, so that they survive the server.
 *
 * Every change is committed before anybody is told of it. Commits go to the write-ahead log and do
 * not wait for the disk. A thread syncs the log twice a second and moves it into the database when
 * it has grown. So what was told survives the end of the process at any moment; a power cut takes
 * the changes of the last second at most, the last ones first, and never damages the file. */
#ifndef TERNION_STORE_H
#define TERNION_STORE_H

#include "../src/room/room.h"

struct store;

/* Opens or makes the database, for this user only (mode 0600, with its log and its lock). One of
 * version 0.1, which has tokens in clear, is brought up to date. A file that is no database, is
 * damaged, belongs to another program or version, or is another server's is refused and stays as it
 * is. */
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
/* Does at once what the thread does twice a second: what was committed before is on the disk then.
 * It waits for the disk. */
bool store_sync(struct store *store);

/* For those who watch over the server. */
struct store_figures {
    long long database_bytes, log_bytes; /* of the files */
    long unsynced;                       /* commits that a power cut would take now */
    bool failing; /* the last sync did not work: the disk is full or broken */
};
void store_figures(struct store *store, struct store_figures *figures);

/* A room with its log and chat, or NULL. Not yet in the lobby. */
struct room *store_load(struct store *store, const struct room_hooks *hooks, const char *id);
/* One round of a room for its record: without chat, and with clocks as they were set; NULL if there
 * is no such round. */
struct room *store_load_round(struct store *store, const struct room_hooks *hooks, const char *id,
                              long round);
/* Calls back for every room that is not over and was touched within `seconds`, the last `most` of
 * them, the last one last. */
void store_each(struct store *store, double seconds, long most,
                void (*found)(void *context, const char *id), void *context);

/* store_keep.c: what is kept for how long. */

/* Deletes games that have not changed for `days` days and are not `is_here`, in memory. The days
 * from the last change of all to store_open do not count: the clock may be wrong. Once a second:
 * each call looks at a few and takes no longer than a ply. */
void store_sweep(struct store *store, double days,
                 bool (*is_here)(const void *context, const char *id), const void *context);
/* Deletes a game, all its rounds and what was said in it; refused if there is none. It must not be
 * in memory, from where it would come back. */
bool store_erase_game(struct store *store, const char *id, struct error *error);
/* Takes a person's name off every seat, and deletes what was said under it; the games stay. Returns
 * how many games that changed, or -1. No room may be in memory. */
long store_erase_name(struct store *store, const char *name, struct error *error);
/* Copies a database to a new file, whether a server runs on it or not, which goes on meanwhile. The
 * copy is one file, complete and synced, or not there. It needs no store_open. */
bool store_backup(const char *file, const char *copy, struct error *error);

#endif
