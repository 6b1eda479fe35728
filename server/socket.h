/* socket: what the wires know of TCP: listening, and who is at the other end. */
#ifndef TERNION_SOCKET_H
#define TERNION_SOCKET_H

#include <sys/socket.h>

#include "../src/core/error.h"
#include "../src/core/text.h"

/* A bound, listening, close-on-exec, non-blocking socket, or -1. `option` is the one of
 * the command line by which a port is chosen. */
int socket_listen(const char *address, int port, const char *option, struct error *error);
int socket_port(int descriptor);
/* The peer's address as text; ports do not count. Of an IPv6 address only the network counts, in
 * which one person has as many addresses as they like. */
void socket_peer(int descriptor, char name[64]);
/* The same of any address, and of one written in digits; false if that is none. */
void socket_name(struct sockaddr_storage *peer, socklen_t length, char name[64]);
bool socket_name_read(const char *digits, char name[64]);
/* A network: an address in digits, with /BITS or without. Whether a name that socket_name has given
 * lies in it; of IPv6 no more than 64 bits count. */
bool socket_network_is_ok(const char *network);
bool socket_is_within(const char *name, const char *network);
/* The IPv4 addresses of this machine in its networks, in digits, with a blank after each. */
void socket_addresses(struct text *list);
/* Whether a socket listens to this machine only. */
bool socket_is_local(int descriptor);
/* Who is at the other end; nobody (AF_UNSPEC) if it is gone already. Returns the length. */
socklen_t socket_other(int descriptor, struct sockaddr_storage *peer);
/* Whether an address is just this one, written in digits. */
bool socket_is_from(const struct sockaddr_storage *peer, const char *digits);

#endif
