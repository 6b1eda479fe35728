#include "live.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "../../src/core/memory.h"
#include "../plan/parse.h"
#include "../view/assets.h"

enum {
    WATCHERS_MAX = 256,
    UNSENT_MAX = 1 << 20, /* bytes that wait for a watcher before it is dropped */
    BODY_MAX = 1024,      /* bytes of a request */
    WRITE_LIMIT = 10      /* seconds in which a watcher must take something */
};

struct watcher {
    struct live *live;
    struct evhttp_request *request;
    struct watcher *next;
};

struct live {
    struct evhttp *http;
    struct event *tick;
    struct watcher *watchers;
    size_t count;
    void (*snapshot)(void *context, struct text *json);
    void *context;
    struct text url, page, message;
};

/* Watchers. */

static void watcher_remove(struct watcher *watcher) {
    struct live *live = watcher->live;
    struct watcher **at = &live->watchers;
    while (*at != watcher)
        at = &(*at)->next;
    *at = watcher->next;
    live->count--;
    free(watcher);
}

static void on_gone(struct evhttp_connection *connection, void *context) {
    (void)connection;
    watcher_remove(context);
}

static void watcher_drop(struct watcher *watcher) {
    struct evhttp_connection *connection = evhttp_request_get_connection(watcher->request);
    evhttp_connection_set_closecb(connection, NULL, NULL);
    watcher_remove(watcher);
    evhttp_connection_free(connection);
}

static void watcher_send(struct watcher *watcher) {
    struct evhttp_connection *connection = evhttp_request_get_connection(watcher->request);
    struct bufferevent *stream = evhttp_connection_get_bufferevent(connection);
    const struct text *message = &watcher->live->message;
    if (evbuffer_get_length(bufferevent_get_output(stream)) > UNSENT_MAX) {
        watcher_drop(watcher);
        return;
    }
    struct evbuffer *buffer = evbuffer_new();
    evbuffer_add(buffer, message->at, message->length);
    evhttp_send_reply_chunk(watcher->request, buffer);
    evbuffer_free(buffer);
}

static void live_make_message(struct live *live) {
    text_clear(&live->message);
    text_put(&live->message, "data: ");
    live->snapshot(live->context, &live->message);
    text_put(&live->message, "\n\n");
}

static void live_send(struct live *live) {
    if (live->watchers == NULL)
        return;
    live_make_message(live);
    for (struct watcher *watcher = live->watchers, *next; watcher != NULL; watcher = next) {
        next = watcher->next;
        watcher_send(watcher);
    }
}

static void on_tick(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    live_send(context);
}

/* Requests. */

static void put_headers(struct evhttp_request *request, const char *type) {
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    evhttp_add_header(headers, "Content-Type", type);
    evhttp_add_header(headers, "Cache-Control", "no-store");
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(headers, "Content-Security-Policy",
                      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                      "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'");
}

static void on_page(struct evhttp_request *request, void *context) {
    const struct live *live = context;
    struct evbuffer *buffer = evbuffer_new();
    put_headers(request, "text/html; charset=utf-8");
    evbuffer_add(buffer, live->page.at, live->page.length);
    evhttp_send_reply(request, HTTP_OK, "OK", buffer);
    evbuffer_free(buffer);
}

static void on_events(struct evhttp_request *request, void *context) {
    static const struct timeval limit = {.tv_sec = WRITE_LIMIT};
    struct live *live = context;
    if (live->count >= WATCHERS_MAX) {
        evhttp_send_error(request, HTTP_SERVUNAVAIL, "Too many watchers");
        return;
    }
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    struct watcher *watcher = memory_new(1, sizeof *watcher);
    *watcher = (struct watcher){.live = live, .request = request, .next = live->watchers};
    live->watchers = watcher;
    live->count++;
    evhttp_connection_set_closecb(connection, on_gone, watcher);
    put_headers(request, "text/event-stream");
    evhttp_send_reply_start(request, HTTP_OK, "OK");
    bufferevent_set_timeouts(evhttp_connection_get_bufferevent(connection), NULL, &limit);
    live_make_message(live);
    watcher_send(watcher);
}

/* The whole. */

static void live_make_page(struct live *live) {
    struct text *page = &live->page;
    text_put(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<title>ternion-arena</title>\n<style>\n");
    text_put(page, report_style);
    text_put(page, live_style);
    text_put(page,
             "</style>\n</head>\n<body>\n<main id=\"main\">\n"
             "<header><h1 id=\"title\">ternion-arena</h1><p id=\"state\" role=\"status\"></p>"
             "<p id=\"progress\"></p></header>\n"
             "<section id=\"test\" aria-labelledby=\"test-title\" hidden><h2 "
             "id=\"test-title\">Sequential test</h2><div id=\"bar\"></div></section>\n"
             "<section aria-labelledby=\"table-title\"><h2 id=\"table-title\">Standings</h2>"
             "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Standings\">"
             "<table id=\"table\"></table></div></section>\n"
             "<section aria-labelledby=\"games-title\"><h2 id=\"games-title\">Games under way</h2>"
             "<div id=\"games\"></div></section>\n</main>\n"
             "<noscript><p>This page needs JavaScript.</p></noscript>\n<script>\n");
    text_put(page, live_script);
    text_put(page, "</script>\n</body>\n</html>\n");
}

static bool live_bind(struct live *live, const char *address, struct error *error) {
    struct place place;
    if (!parse_place(address, &place, error))
        return false;
    struct evhttp_bound_socket *bound =
        evhttp_bind_socket_with_handle(live->http, place.host, (ev_uint16_t)place.port);
    if (bound == NULL)
        return error_set(error, "live.bind", "cannot serve at {0}: {1}", address, strerror(errno),
                         NULL);
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&own, &size);
    bool six = own.ss_family == AF_INET6;
    unsigned port = ntohs(six ? ((struct sockaddr_in6 *)&own)->sin6_port
                              : ((struct sockaddr_in *)&own)->sin_port);
    text_print(&live->url, six ? "http://[%s]:%u/" : "http://%s:%u/", place.host, port);
    return true;
}

struct live *live_open(struct event_base *base, const char *address,
                       void (*snapshot)(void *context, struct text *json), void *context,
                       struct error *error) {
    static const struct timeval second = {.tv_sec = 1};
    struct live *live = memory_new(1, sizeof *live);
    *live = (struct live){.snapshot = snapshot, .context = context};
    live->http = evhttp_new(base);
    evhttp_set_allowed_methods(live->http, EVHTTP_REQ_GET);
    evhttp_set_max_body_size(live->http, BODY_MAX);
    evhttp_set_max_headers_size(live->http, 16 * BODY_MAX);
    evhttp_set_cb(live->http, "/", on_page, live);
    evhttp_set_cb(live->http, "/events", on_events, live);
    live->tick = event_new(base, -1, EV_PERSIST, on_tick, live);
    if (!live_bind(live, address, error)) {
        live_close(live);
        return NULL;
    }
    live_make_page(live);
    event_add(live->tick, &second);
    return live;
}

void live_print(const struct live *live, struct text *text) {
    text_put(text, text_string(&live->url));
}

void live_finish(struct live *live) {
    if (live == NULL)
        return;
    live_send(live);
    event_del(live->tick);
}

void live_close(struct live *live) {
    if (live == NULL)
        return;
    while (live->watchers != NULL)
        watcher_drop(live->watchers);
    evhttp_free(live->http);
    event_free(live->tick);
    text_free(&live->url);
    text_free(&live->page);
    text_free(&live->message);
    free(live);
}
