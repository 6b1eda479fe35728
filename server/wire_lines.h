/* wire_lines: plain text lines over TCP, for nc, scripts and the terminal client. */
#ifndef TERNION_WIRE_LINES_H
#define TERNION_WIRE_LINES_H

#include <sys/socket.h>

#include "../src/core/error.h"

struct listener;
struct server;

/* Listens on the configured address; port 0 of the system's choice if -1 was asked for. */
struct listener *listener_open(struct server *server, const char *address, int port,
                               struct error *error);
int listener_port(const struct listener *listener);
void listener_close(struct listener *listener);
/* Once a second: listens again if descriptors had run out. */
void listener_tick(struct listener *listener);

/* A bound, listening, close-on-exec, non-blocking socket, or -1. Also used for HTTP. `option` is the one of
 * the command line by which a port is chosen. */
int socket_listen(const char *address, int port, const char *option, struct error *error);
int socket_port(int descriptor);
/* The peer's address as text; ports do not count. Of an IPv6 address only the network counts, in which
 * one person has as many addresses as they like. */
void socket_peer(int descriptor, char name[64]);
/* The same of any address, and of one written in digits; false if that is none. */
void socket_name(struct sockaddr_storage *peer, socklen_t length, char name[64]);
bool socket_name_read(const char *digits, char name[64]);
/* Whether the peer has just this address, written in digits. */
bool socket_is_from(int descriptor, const char *digits);

#endif
