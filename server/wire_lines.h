/* wire_lines: plain text lines over TCP, for nc, scripts and the terminal client. */
#ifndef TERNION_WIRE_LINES_H
#define TERNION_WIRE_LINES_H

#include "../src/core/error.h"

struct listener;
struct server;

/* Listens on the configured address; port 0 of the system's choice if -1 was asked for. */
struct listener *listener_open(struct server *server, const char *address, int port,
                               struct error *error);
int listener_port(const struct listener *listener);
/* Nobody can connect any more. */
void listener_quiesce(struct listener *listener);
void listener_close(struct listener *listener);
/* Once a second: listens again if descriptors had run out. */
void listener_tick(struct listener *listener);

#endif
