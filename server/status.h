/* status: how the server is doing, as a page for people (/status) and in the text format that
 * Prometheus scrapes (/metrics). */
#ifndef TERNION_STATUS_H
#define TERNION_STATUS_H

#include "../src/core/text.h"

struct server;

enum { STATUS_BOUNDS = 9 };

/* What has been counted since the server began. */
struct status {
    double began;          /* on the monotonic clock */
    long clients, refused; /* connections taken, and turned away */
    long requests;         /* over HTTP */
    long games, plies;     /* created; stored */
    long engine_starts, engine_faults;
    long store_failures;              /* changes that could not be stored */
    long orders;                      /* lines that were carried out or refused, */
    double order_seconds;             /* the time that took, */
    long order_within[STATUS_BOUNDS]; /* and for how many no longer than each bound */
};

/* An order took that many seconds. */
void status_count_order(struct status *status, double seconds);
void status_put_page(const struct server *server, struct text *text);
void status_put_metrics(const struct server *server, struct text *text);

#endif
