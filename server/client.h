/* client: somebody who is connected, by whatever wire. */
#ifndef TERNION_CLIENT_H
#define TERNION_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/room/person.h"
#include "address.h"

struct bans;
struct client;
struct config;
struct server;

/* How messages leave. A message is text without a final newline; `event` tells the two kinds apart
 * where the wire must frame them. send never calls back. close may be called inside callbacks: the
 * wire lets what was sent go out first, and calls client_free later. drop does not wait for that.
 */
struct wire {
    void (*send)(void *data, const char *message, size_t length, bool event);
    void (*ping)(void *data);
    void (*close)(void *data);
    void (*drop)(void *data);
};

struct client {
    struct server *server;
    const struct wire *wire;
    void *wire_data;
    struct address *address;
    unsigned long number;           /* of the connection, from 1 */
    struct client *previous, *next; /* all clients */
    struct person person;           /* whose data it is */
    struct bucket lines;            /* that it may still send */
    double heard, pinged;
    struct tally created; /* games */
    int pending;          /* answers that are still being worked out */
    bool locked;          /* it has yet to say the password, */
    int guesses;          /* and has said as many wrong ones */
    size_t waiting;       /* bytes that it has not read yet */
    bool closing;
    bool dropped;     /* what waits for it is not sent any more */
    double dismissed; /* when it was told to go */
};

/* A new connection from an address; `trusted`: it has given the password, if there is one. NULL: it
 * may not come in; *why then says why. */
struct client *client_new(struct server *server, const char *address, bool trusted,
                          const struct wire *wire, void *wire_data, const char **why);
/* The wire is gone. Seats stay, empty of the person. */
void client_free(struct client *client);

/* One line or message came in. */
void client_line(struct client *client, const char *line, size_t length);
/* A line that was too long, and was thrown away. */
void client_long_line(struct client *client);
/* It lives, but said nothing (a ping or pong of its own). That counts as a line and is not
 * answered. */
void client_alive(struct client *client);
/* Says why (NULL: nothing; the wire does) and closes. */
void client_dismiss(struct client *client, const char *why);
/* The wire keeps so many bytes for it. Where all connections together keep more than the
 * configuration allows, the one that keeps most is dropped, and the next. */
void client_waits(struct client *client, size_t bytes);
/* Whether it may create one more game in this hour; and that it did. */
bool client_may_create(struct client *client);
void client_created(struct client *client);
/* gate: all clients, and how many and how fast they may be. */
struct gate *gate_new(const struct config *config);
void gate_free(struct gate *gate);
/* An address by its name, whether somebody from there is connected or not; "" is nobody's. */
struct address *gate_address(struct gate *gate, const char *name);
/* Bytes that wait for all clients together. */
size_t gate_backlog(const struct gate *gate);
/* Pings, and sends away who is silent for too long. */
void gate_tick(struct server *server);
/* Closes every connection; those of banned addresses. */
void gate_close(struct gate *gate);
void gate_expel(struct gate *gate, const struct bans *bans);
/* How many clients there are, and a line about each of the busiest addresses. */
long gate_count(const struct gate *gate);
void gate_put_addresses(const struct gate *gate, struct text *text);

#endif
