/* store_inside: what the files of the store know of each other. */
#ifndef TERNION_STORE_INSIDE_H
#define TERNION_STORE_INSIDE_H

#include <pthread.h>
#include <sqlite3.h>

#include "room_inside.h"
#include "store.h"

enum { PUT_ROOM, PUT_ENTRY, CUT_ENTRIES, PUT_CHAT, CUT_CHAT, STATEMENTS };

struct store {
    int owned; /* the lock that keeps a second server out, or -1 */
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    /* The thread that moves the log into the database. */
    char *file;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool leaving, has_thread;
    char swept[ROOM_ID]; /* the last room that store_sweep has looked at */
    double opened;       /* by host_now, or 0 */
    double ran;          /* by store_time_run, when it was opened */
    double last_change;  /* before that, by store_time */
};

/* store.c: seconds since 1970. */
double store_time(void);
/* store.c: seconds for which servers have run on this database. */
double store_time_run(const struct store *store);
/* store.c: what SQLite says; always false. */
bool store_fail(struct store *store, const char *doing, struct error *error);
/* store.c: binds a text, or NULL, which is copied. */
void store_bind(sqlite3_stmt *statement, int index, const char *text);

/* store_write.c: a transaction, and its end: kept if all went well, else taken back. */
bool store_begin(struct store *store, struct error *error);
bool store_finish(struct store *store, bool good, struct error *error);

#endif
