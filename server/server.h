/* server: the program as one object: one event loop, and everything that lives on it. */
#ifndef TERNION_SERVER_H
#define TERNION_SERVER_H

#include <event2/event.h>

#include "../src/driver/driver_loop.h"
#include "bans.h"
#include "config.h"
#include "engine_queue.h"
#include "log.h"
#include "status.h"

struct advice;
struct club;
struct driver;
struct driver_events;
struct engine_spec;

struct server {
    struct config config;
    struct event_base *base;
    struct driver_loop *loop;
    struct store *store;
    struct lobby *lobby;
    struct club *contests; /* tournaments of people */
    struct gate *gate;
    struct http *http;
    struct listener *lines;
    struct event *tick; /* once a second */
    struct event *signals[3];
    bool stopping; /* nobody comes in any more, and no engine's failure counts */
    struct log log;
    struct status status;
    struct bans bans;
    struct engine_queue engines; /* processes that play or answer, and what waits for one */
    struct event *start_engines; /* when one has ended */
    struct advice *advice;       /* under way */
};

/* Opens everything; false with an error if something is in the way. The config is taken over. */
bool server_open(struct server *server, const struct config *config, struct error *error);
/* From now on events are written there; see log.h. */
void server_log_to(struct server *server, bool (*write)(void *, const char *, size_t),
                   void *context);
/* Until SIGTERM or SIGINT: then nobody comes in, everybody is told to go, and it returns when the
 * last one has gone or some seconds later. No game ends by that. */
void server_run(struct server *server);
void server_close(struct server *server);
/* A client has left, which may be the last that a server that stops waits for. */
void server_client_gone(struct server *server);
/* The ports really listened on, 0 if none. */
int server_http_port(const struct server *server);
int server_line_port(const struct server *server);

/* The engine of a bot, to be freed by the caller in any case; false: its program is not there. */
bool server_find_engine(const struct bot_config *bot, struct engine_spec *spec,
                        struct error *error);
/* Starts the engine of a bot as a process for a claim whose turn it is, and ends one. NULL with an
 * error if it cannot be started: then the claim still waits. */
struct driver *server_start_engine(struct server *server, const struct bot_config *bot,
                                   struct engine_claim *claim, const struct driver_events *events,
                                   void *context, struct error *error);
/* Whether to try again next second: the error says that the system lacks something just now, and
 * has done so for no longer than the configuration allows. `since` is 0 before the first try. */
bool server_may_retry(const struct server *server, const struct error *error, double *since);
void server_stop_engine(struct server *server, struct driver *driver, struct engine_claim *claim,
                        bool polite);

#endif
