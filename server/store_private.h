/* store_private: what the files of the store know of each other. */
#ifndef TERNION_STORE_PRIVATE_H
#define TERNION_STORE_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "store.h"

enum { BEGIN, COMMIT, PUT_ROOM, PUT_ENTRY, CUT_ENTRIES, PUT_CHAT, CUT_CHAT, PUT_PAST, STATEMENTS };

/* The write-ahead log as its thread sees it. Commits are counted, so that it is known which of them
 * a power cut would take. */
struct store_log {
    sqlite3 *database; /* a connection of the thread's own; NULL: the store is in memory */
    pthread_t thread;
    pthread_mutex_t work; /* held by who syncs or moves the log */
    pthread_mutex_t lock; /* of `leaving` and for `wake` */
    pthread_cond_t wake;
    bool leaving, has_thread;
    atomic_long commits;    /* since the store was opened */
    atomic_long synced;     /* of these, those that are on the disk */
    atomic_long pages;      /* of the log at the last commit */
    atomic_long limit;      /* pages from which on the thread is called at once */
    atomic_bool called;     /* it was */
    atomic_bool restarting; /* the thread holds writers off for a moment */
    atomic_bool failing;    /* the last sync did not work */
};

struct store {
    int owned; /* the lock that keeps a second server out, or -1 */
    char *file;
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    struct store_log log;
    int busy_from;       /* tries to get a lock that do not count: the log was being restarted */
    char swept[ROOM_ID]; /* the last room that store_sweep has looked at */
    double opened;       /* by monotonic_now, or 0 */
    double ran;          /* by store_time_run, when it was opened */
    double last_change;  /* before that, by calendar_now */
};

/* store.c */

/* What SQLite says; always false. */
bool store_fail(struct store *store, const char *doing, struct error *error);
/* Binds a text, or NULL, which must stay until the statement has run. */
void store_bind(sqlite3_stmt *statement, int index, const char *text);
/* A transaction, and its end: kept if all went well, else taken back. */
bool store_begin(struct store *store, struct error *error);
bool store_finish(struct store *store, bool good, struct error *error);
/* The statements by which the store writes. */
bool store_prepare(struct store *store, struct error *error);
/* Seconds for which servers have run on this database. */
double store_time_run(const struct store *store);

/* store_keep.c */

/* The time by which games and tournaments are old. */
double store_sweep_time(const struct store *store);

/* store_open.c */

/* The first column of the first row, or -1. */
long store_ask_number(sqlite3 *database, const char *sql);
/* Whether the file is a database of this program and version, and sound; *fresh: there is nothing
 * in it yet. */
bool store_inspect(const char *file, bool *fresh, struct error *error);

/* store_log.c */

/* Watches over the log of an open database, once that has its schema. Whatever an earlier server
 * left in the log is on the disk then. */
bool store_log_open(struct store *store, struct error *error);
void store_log_close(struct store *store);

#endif
