/* websocket: the same messages in WebSocket frames (wslay), over a socket that HTTP handed over. */
#ifndef TERNION_WEBSOCKET_H
#define TERNION_WEBSOCKET_H

#include <stddef.h>

struct server;
struct websocket;

/* Speaks WebSocket with somebody from an address on the socket from now on. `extra` are bytes that
 * came after the handshake. `released` is called once, when the socket is no longer used; it
 * closes it. */
void websocket_start(struct server *server, struct websocket **list, int descriptor,
                     const char *address, const char *extra, size_t extra_length,
                     void (*released)(void *), void *handle);
/* Ends all of a list at once. */
void websocket_end_all(struct websocket **list);

/* The value of Sec-WebSocket-Accept for a key, NUL-terminated. */
enum { WEBSOCKET_ACCEPT = 29 };
void websocket_accept(const char *key, char accept[WEBSOCKET_ACCEPT]);

#endif
