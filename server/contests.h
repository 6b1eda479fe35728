/* contests: the tournaments of people on this server: what src/contest asks of its owner. */
#ifndef TERNION_CONTESTS_H
#define TERNION_CONTESTS_H

#include "../src/contest/club.h"

struct client;
struct server;

struct club *contests_open(struct server *server);
/* Those in which something happened lately, with results that came in last. */
void contests_bring_back(struct server *server);
void contests_close(struct club *club);
void contests_tick(struct server *server);
/* The order `contest`. */
bool contests_order(struct order *order);
/* The client has gone. */
void contests_forget(struct client *client);
/* A room comes back from the store: whether it is a game of a tournament. */
void contests_adopt(struct server *server, struct room *room);
/* A game is over, whatever it was; the hook of rooms. */
void contests_game_over(struct room *room);

/* contest_journal.c: one as an arena's journal. */

/* How many games it has; 0: there is no such contest, or nothing to write. */
size_t contests_games(struct server *server, const char *code);
/* The file, to be freed; NULL: it cannot be made. There must be games. */
unsigned char *contests_journal(struct server *server, const char *code, size_t *size);

/* store_contest.c: how they are kept. */

struct store;
/* Entries that follow those the contest has; with the contest's row, so that none is without. */
bool store_contest(struct store *store, const struct contest *contest,
                   const struct contest_entry *entries, size_t count, struct error *error);
/* Not yet in the club; NULL: there is none, or it is damaged. */
struct contest *store_load_contest(struct store *store, const struct contest_hooks *hooks,
                                   const char *code, double now);
/* The contest that a room is a game of; false: none. */
bool store_contest_of(struct store *store, const char *room, char code[CONTEST_CODE]);
/* When the game of a room was paired, in seconds of the calendar; 0: not known. */
double store_paired(struct store *store, const char *room);
/* Those in which something happened within `seconds`, the last `most` of them. */
void store_each_contest(struct store *store, double seconds, long most,
                        void (*found)(void *context, const char *code), void *context);
/* Deletes a few of those in which nothing has happened for `days` days and that are not here. */
void store_sweep_contests(struct store *store, double days,
                          bool (*is_here)(const void *context, const char *code),
                          const void *context);

#endif
