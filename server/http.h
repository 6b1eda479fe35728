/* http: the page's files and the way to WebSocket, by libmicrohttpd on our loop. */
#ifndef TERNION_HTTP_H
#define TERNION_HTTP_H

#include "../src/core/error.h"

struct http;
struct server;

struct http *http_open(struct server *server, const char *address, int port, struct error *error);
/* Once a second: sends away whose request does not come to an end, and lets others in again. */
void http_tick(struct http *http);
int http_port(const struct http *http);
/* Where others find the page, with a blank after each; nothing if it is for this machine only. */
void http_links(const struct http *http, struct text *list);
/* Nobody can connect any more; whoever is there is served. */
void http_quiesce(struct http *http);
void http_close(struct http *http);

/* The address that a proxy names in X-Forwarded-For: the last one, which it has added itself. False
 * if that is none. Pure. */
bool http_forwarded(const char *header, char name[64]);
/* Whether a Host header names this machine by digits, as localhost or what ends in .localhost,
 * which nobody's name server can, or as `own`, the address that it was told to listen on. Pure. */
bool http_local(const char *host, const char *own);
/* Whether a browser page of this origin may connect: it came from `host` itself (the Host header),
 * or stands in the list. No origin (NULL) is no browser. Pure. */
bool http_origin(const char *origin, const char *host, char *const *allowed, size_t count);

#endif
