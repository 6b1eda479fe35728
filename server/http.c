#include "http.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "client.h"
#include "lobby.h"
#include "server.h"
#include "socket.h"
#include "websocket.h"

enum { SPARE = 16 /* connections of an address for pages, beside those for games */ };

struct http {
    struct server *server;
    struct MHD_Daemon *daemon;
    struct event *ready, *timer;
    struct websocket *sockets;
    int descriptor;
    bool local; /* it listens for this machine only */
};

/* What may be asked for. */

bool http_path(const char *path, struct text *name) {
    if (*path != '/')
        return false;
    text_clear(name);
    text_put(name, path[1] == '\0' ? "index.html" : path + 1);
    bool start = true;
    for (const char *c = text_string(name); *c != '\0'; c++) {
        bool plain = isalnum((unsigned char)*c) || *c == '-' || *c == '_' ||
                     (*c == '.' && !start) || (*c == '/' && !start);
        if (!plain)
            return false;
        start = *c == '/';
    }
    return !start;
}

const char *http_type(const char *name) {
    static const struct {
        const char *suffix, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
        {".wav", "audio/wav"},
        {".webmanifest", "application/manifest+json"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i].suffix) == 0)
            return types[i].type;
    return "application/octet-stream";
}

bool http_origin(const char *origin, const char *host, char *const *allowed, size_t count) {
    if (origin == NULL)
        return true;
    for (size_t i = 0; i < count; i++)
        if (text_same(origin, allowed[i]))
            return true;
    const char *after = strstr(origin, "://");
    bool web = text_starts(origin, "http://") || text_starts(origin, "https://");
    return web && host != NULL && text_same(after + 3, host);
}

bool http_local(const char *host, const char *own) {
    static const char local[] = ".localhost";
    unsigned char bytes[4];
    char name[256] = "."; /* no name is longer */
    size_t length = strcspn(host, ":");
    if (*host == '[')
        return true;
    if (length > 0 && length < sizeof name - 1)
        memcpy(name + 1, host, length);
    size_t end = strlen(name);
    if (end > 1 && name[end - 1] == '.')
        name[--end] = '\0';
    return text_same(name + 1, own) || inet_pton(AF_INET, name + 1, bytes) == 1 ||
           (end + 1 >= sizeof local && text_same(name + end + 1 - sizeof local, local));
}

bool http_forwarded(const char *header, char name[64]) {
    const char *comma = strrchr(header, ',');
    const char *last = comma == NULL ? header : comma + 1;
    struct text digits = {0};
    last += strspn(last, " \t");
    text_putn(&digits, last, strcspn(last, " \t"));
    bool good = socket_name_read(text_string(&digits), name);
    text_free(&digits);
    return good;
}

/* Who asks. */

static bool is_proxy(const struct http *http, const struct sockaddr_storage *peer) {
    const struct config *config = &http->server->config;
    for (size_t i = 0; i < config->proxy_count; i++)
        if (socket_is_from(peer, config->proxies[i]))
            return true;
    return false;
}

static socklen_t connection_peer(struct MHD_Connection *connection, struct sockaddr_storage *peer) {
    return socket_other(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd, peer);
}

/* A header may come more than once: the last is the proxy's. */
static enum MHD_Result keep_forwarded(void *context, enum MHD_ValueKind kind, const char *key,
                                      const char *value) {
    (void)kind;
    if (text_same(key, "X-Forwarded-For") && value != NULL)
        *(const char **)context = value;
    return MHD_YES;
}

/* The peer's address or, where that is a proxy of ours, the one that it names. */
static void asker(const struct http *http, struct MHD_Connection *connection, char name[64]) {
    struct sockaddr_storage peer;
    const char *forwarded = NULL;
    socklen_t length = connection_peer(connection, &peer);
    bool proxy = is_proxy(http, &peer);
    socket_name(&peer, length, name);
    if (!proxy)
        return;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, keep_forwarded, &forwarded);
    if (forwarded != NULL)
        http_forwarded(forwarded, name);
}

/* The name by which the page was asked for, if it can be believed. A stranger's page may have its
 * own name lead to this machine: then Host and Origin agree, and are both the stranger's. */
static const char *host_of(const struct http *http, struct MHD_Connection *connection) {
    struct sockaddr_storage peer;
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    connection_peer(connection, &peer);
    bool good = host != NULL && (!http->local || is_proxy(http, &peer) ||
                                 http_local(host, http->server->config.address));
    return good ? host : NULL;
}

/* Answers. */

static enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned status,
                                   const char *text) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET, HEAD");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED || status == MHD_HTTP_BAD_REQUEST)
        MHD_add_response_header(response, "Connection", "close");
    if (status == MHD_HTTP_TOO_MANY_REQUESTS)
        MHD_add_response_header(response, "Retry-After", "1");
    if (status == MHD_HTTP_UPGRADE_REQUIRED) {
        MHD_add_response_header(response, "Upgrade", "websocket");
        MHD_add_response_header(response, "Sec-WebSocket-Version", "13");
    }
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* A file below the web folder; links that lead out of it are not followed. */
static int open_file(const char *folder, const char *name, struct stat *status) {
    int descriptor = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    char *copy = memory_string(name);
    char *rest = copy;
    for (char *part; descriptor >= 0 && (part = strtok_r(rest, "/", &rest)) != NULL;) {
        bool last = *rest == '\0';
        int flags = O_NOFOLLOW | O_CLOEXEC | O_RDONLY | O_NONBLOCK | (last ? 0 : O_DIRECTORY);
        int next = openat(descriptor, part, flags);
        close(descriptor);
        descriptor = next;
    }
    free(copy);
    if (descriptor >= 0 && (fstat(descriptor, status) != 0 || !S_ISREG(status->st_mode))) {
        close(descriptor);
        descriptor = -1;
    }
    return descriptor;
}

static enum MHD_Result answer_file(struct http *http, struct MHD_Connection *connection,
                                   const char *path) {
    struct text name = {0};
    struct stat status;
    int descriptor = -1;
    if (http_path(path, &name))
        descriptor = open_file(http->server->config.web, text_string(&name), &status);
    if (descriptor < 0) {
        text_free(&name);
        return answer_text(connection, MHD_HTTP_NOT_FOUND, "There is no such page.\n");
    }
    struct MHD_Response *response =
        MHD_create_response_from_fd64((uint64_t)status.st_size, descriptor);
    MHD_add_response_header(response, "Content-Type", http_type(text_string(&name)));
    MHD_add_response_header(response, "Cache-Control", "no-cache");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "X-Frame-Options", "DENY");
    MHD_add_response_header(response, "Content-Security-Policy",
                            "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; "
                            "form-action 'none'; frame-ancestors 'none'");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    text_free(&name);
    return result;
}

/* A record is worth an order: it is read from the disk and played through. */
static bool may_ask(struct http *http, struct MHD_Connection *connection) {
    char address[64];
    asker(http, connection, address);
    return address_keeps_pace(gate_address(http->server->gate, address), &http->server->config);
}

/* /record/ID: the game as a file to keep. */
static enum MHD_Result answer_record(struct http *http, struct MHD_Connection *connection,
                                     const char *id) {
    if (!may_ask(http, connection))
        return answer_text(connection, MHD_HTTP_TOO_MANY_REQUESTS, "Too fast: wait a moment.\n");
    struct text record = {0}, disposition = {0};
    const char *suffix = lobby_record(http->server->lobby, id, &record);
    if (suffix == NULL)
        return answer_text(connection, MHD_HTTP_NOT_FOUND, "There is no such game.\n");
    text_print(&disposition, "attachment; filename=\"%s.%s\"", id, suffix);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        record.length, (void *)text_string(&record), MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
    MHD_add_response_header(response, "Content-Disposition", text_string(&disposition));
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    text_free(&record);
    text_free(&disposition);
    return result;
}

/* The way to WebSocket. */

struct lease {
    struct http *http;
    struct MHD_UpgradeResponseHandle *handle;
};

/* libmicrohttpd closes the socket the next time it runs, so it is made to. */
static void socket_released(void *handle) {
    struct lease *lease = handle;
    MHD_upgrade_action(lease->handle, MHD_UPGRADE_ACTION_CLOSE);
    event_active(lease->http->timer, EV_TIMEOUT, 0);
    free(lease);
}

static void take_over(void *context, struct MHD_Connection *connection, void *request,
                      const char *extra, size_t extra_length, MHD_socket descriptor,
                      struct MHD_UpgradeResponseHandle *handle) {
    (void)request;
    struct http *http = context;
    struct lease *lease = memory_new(1, sizeof *lease);
    char address[64];
    *lease = (struct lease){http, handle};
    asker(http, connection, address);
    websocket_start(http->server, &http->sockets, descriptor, address, extra, extra_length,
                    socket_released, lease);
}

/* Whether a comma-separated header holds a word. */
static bool header_has(const char *header, const char *word) {
    size_t length = strlen(word);
    for (const char *at = header; at != NULL && *at != '\0';) {
        at += strspn(at, " \t,");
        size_t token = strcspn(at, " \t,");
        if (token == length && strncasecmp(at, word, length) == 0)
            return true;
        at += token;
    }
    return false;
}

/* 16 bytes in base64: 22 characters and "==". */
static bool good_key(const char *key) {
    size_t length = strlen(key);
    return length == 24 && strcmp(key + 22, "==") == 0 &&
           strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") == 22;
}

static enum MHD_Result answer_websocket(struct http *http, struct MHD_Connection *connection,
                                        const char *method, const char *version) {
    const struct config *config = &http->server->config;
    const char *upgrade = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Upgrade");
    const char *linked = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Connection");
    const char *key = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-WebSocket-Key");
    const char *spoken =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-WebSocket-Version");
    const char *origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin");
    if (strcmp(method, "GET") != 0 || strcmp(version, "HTTP/1.1") != 0 ||
        !header_has(upgrade, "websocket") || !header_has(linked, "upgrade"))
        return answer_text(connection, MHD_HTTP_UPGRADE_REQUIRED, "WebSocket is spoken here.\n");
    if (spoken == NULL || strcmp(spoken, "13") != 0)
        return answer_text(connection, MHD_HTTP_UPGRADE_REQUIRED, "WebSocket version 13 only.\n");
    if (key == NULL || !good_key(key))
        return answer_text(connection, MHD_HTTP_BAD_REQUEST, "The Sec-WebSocket-Key is no key.\n");
    if (!http_origin(origin, host_of(http, connection), config->origins, config->origin_count))
        return answer_text(connection, MHD_HTTP_FORBIDDEN, "Pages of other sites may not play.\n");
    char accept[WEBSOCKET_ACCEPT];
    websocket_accept(key, accept);
    struct MHD_Response *response = MHD_create_response_for_upgrade(take_over, http);
    MHD_add_response_header(response, "Upgrade", "websocket");
    MHD_add_response_header(response, "Sec-WebSocket-Accept", accept);
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

/* Some forgive blanks before the colon. */
static bool is_header(const char *key, const char *name) {
    size_t length = strlen(name);
    return strncasecmp(key, name, length) == 0 &&
           strspn(key + length, " \t") == strlen(key + length);
}

static enum MHD_Result find_body(void *context, enum MHD_ValueKind kind, const char *key,
                                 const char *value) {
    (void)kind;
    bool empty = value != NULL && strcmp(value, "0") == 0;
    if (is_header(key, "Transfer-Encoding") || (is_header(key, "Content-Length") && !empty))
        *(bool *)context = true;
    return MHD_YES;
}

/* Where a body ends a proxy may see otherwise than we, and take the rest for somebody else's
 * request. */
static bool has_body(struct MHD_Connection *connection) {
    bool found = false;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, find_body, &found);
    return found;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request) {
    (void)upload;
    (void)upload_size;
    struct http *http = context;
    static int seen;
    /* The first call has only the headers; a request with a body is answered before it is read. */
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return answer_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
    if (*request == NULL) {
        *request = &seen;
        return has_body(connection)
                   ? answer_text(connection, MHD_HTTP_BAD_REQUEST, "A request has no body here.\n")
                   : MHD_YES;
    }
    if (strcmp(path, "/ws") == 0)
        return answer_websocket(http, connection, method, version);
    if (strncmp(path, "/record/", 8) == 0)
        return answer_record(http, connection, path + 8);
    return answer_file(http, connection, path);
}

/* Who may connect. All come from the proxy's address where there is one, and who they are is known
 * only later. */

static enum MHD_Result admit(void *context, const struct sockaddr *from, socklen_t length) {
    const struct http *http = context;
    struct sockaddr_storage peer = {0};
    char name[64];
    if (length > sizeof peer)
        return MHD_NO;
    memcpy(&peer, from, length);
    if (is_proxy(http, &peer))
        return MHD_YES;
    socket_name(&peer, length, name);
    const struct address *address = gate_address(http->server->gate, name);
    return address->visits < http->server->config.clients_per_address + SPARE ? MHD_YES : MHD_NO;
}

static void count_visit(void *context, struct MHD_Connection *connection, void **visitor,
                        enum MHD_ConnectionNotificationCode what) {
    const struct http *http = context;
    struct address *address = *visitor;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        struct sockaddr_storage peer;
        char name[64];
        socklen_t length = connection_peer(connection, &peer);
        socket_name(&peer, length, name);
        *visitor = address = gate_address(http->server->gate, name);
        address->visits++;
    } else if (address != NULL) {
        address->visits--;
    }
}

/* On our loop: libmicrohttpd has one epoll descriptor that we watch. */

static void http_work(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct http *http = context;
    MHD_run(http->daemon);
    MHD_UNSIGNED_LONG_LONG wait;
    if (MHD_get_timeout(http->daemon, &wait) == MHD_YES) {
        struct timeval delay = {.tv_sec = (time_t)(wait / 1000),
                                .tv_usec = (suseconds_t)(wait % 1000 * 1000)};
        event_add(http->timer, &delay);
    }
}

struct http *http_open(struct server *server, const char *address, int port, struct error *error) {
    int descriptor = socket_listen(address, port, "--port", error);
    if (descriptor < 0)
        return NULL;
    struct http *http = memory_new(1, sizeof *http);
    http->server = server;
    http->descriptor = descriptor;
    http->local = socket_is_local(descriptor);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE, 0, admit, http, answer, http, MHD_OPTION_LISTEN_SOCKET,
        descriptor, MHD_OPTION_CONNECTION_LIMIT, (unsigned)server->config.clients + 64,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)8192, MHD_OPTION_CONNECTION_TIMEOUT, 30u,
        MHD_OPTION_NOTIFY_CONNECTION, count_visit, http, MHD_OPTION_END);
    if (http->daemon == NULL) {
        error_set(error, "server.http", "the HTTP library does not start: {0}", strerror(errno),
                  NULL);
        close(descriptor);
        free(http);
        return NULL;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    http->ready = event_new(server->base, info->epoll_fd, EV_READ | EV_PERSIST, http_work, http);
    http->timer = event_new(server->base, -1, 0, http_work, http);
    event_add(http->ready, NULL);
    return http;
}

int http_port(const struct http *http) {
    return socket_port(http->descriptor);
}

void http_close(struct http *http) {
    if (http == NULL)
        return;
    websocket_end_all(&http->sockets);
    event_free(http->ready);
    event_free(http->timer);
    MHD_stop_daemon(http->daemon);
    free(http);
}
