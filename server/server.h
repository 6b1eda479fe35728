/* server: the program as one object: one event loop, and everything that lives on it. */
#ifndef TERNION_SERVER_H
#define TERNION_SERVER_H

#include <event2/event.h>

#include "../src/driver/driver_loop.h"
#include "bot.h"
#include "config.h"

struct address;
struct advice;
struct driver;
struct driver_events;
struct engine_spec;

struct server {
    struct config config;
    struct event_base *base;
    struct driver_loop *loop;
    struct store *store;
    struct lobby *lobby;
    struct gate *gate;
    struct http *http;
    struct listener *lines;
    struct event *tick; /* once a second */
    struct event *signals[2];
    long engines;                   /* processes that play or answer */
    struct bot_queue bots, waiting; /* with a process, and without a place for one */
    struct advice *advice;          /* under way */
};

/* Opens everything; false with an error if something is in the way. The config is taken over. */
bool server_open(struct server *server, const struct config *config, struct error *error);
void server_run(struct server *server);
void server_close(struct server *server);
/* The ports really listened on, 0 if none. */
int server_http_port(const struct server *server);
int server_line_port(const struct server *server);

/* Whether one more engine may run for an address. */
bool server_has_place(const struct server *server, const struct address *address);
/* The engine of a bot, to be freed by the caller in any case; false: its program is not there. */
bool server_find_engine(const struct bot_config *bot, struct engine_spec *spec,
                        struct error *error);
/* Starts the engine of a bot as a process, and ends one; both keep count, in all and for the
 * address (NULL: for nobody). NULL with an error if it cannot be started. */
struct driver *server_start_engine(struct server *server, const struct bot_config *bot,
                                   struct address *address, const struct driver_events *events,
                                   void *context, struct error *error);
/* Whether to try again next second: the error says that the system lacks something just now, and
 * has done so for no longer than the configuration allows. `since` is 0 before the first try. */
bool server_may_retry(const struct server *server, const struct error *error, double *since);
void server_stop_engine(struct server *server, struct driver *driver, struct address *address,
                        bool polite);

#endif
