#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "client.h"
#include "contests.h"
#include "links.h"
#include "lobby.h"
#include "password.h"
#include "server.h"
#include "socket.h"
#include "static_file.h"
#include "websocket.h"

enum {
    SPARE = 16,         /* connections of an address for pages, beside those for games */
    MEMORY = 96 * 1024, /* bytes for a connection: a head of 32 KiB, read and taken apart */
};
static const double HEAD = 15; /* seconds until the head of a request must be there */

struct http {
    struct server *server;
    struct MHD_Daemon *daemon;
    struct event *ready, *timer;
    struct websocket *sockets;
    struct visit *visits;
    struct text policy; /* Content-Security-Policy of the page */
    int descriptor;
    bool local; /* it listens for this machine only */
};

/* Whose pages may connect. */

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

static const char plain_text[] = "text/plain; charset=utf-8";

static enum MHD_Result answer_typed(struct MHD_Connection *connection, unsigned status,
                                    const char *text, const char *type) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET, HEAD");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED || status == MHD_HTTP_BAD_REQUEST)
        MHD_add_response_header(response, "Connection", "close");
    if (status == MHD_HTTP_TOO_MANY_REQUESTS)
        MHD_add_response_header(response, "Retry-After", "1");
    if (status == MHD_HTTP_UNAUTHORIZED)
        MHD_add_response_header(response, "WWW-Authenticate",
                                "Basic realm=\"Ternion\", charset=\"UTF-8\"");
    if (status == MHD_HTTP_UPGRADE_REQUIRED) {
        MHD_add_response_header(response, "Upgrade", "websocket");
        MHD_add_response_header(response, "Sec-WebSocket-Version", "13");
    }
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned status,
                                   const char *text) {
    return answer_typed(connection, status, text, plain_text);
}

/* Who has come by the password for the page may open its WebSocket by a cookie. */
static void add_cookie(const struct http *http, struct MHD_Connection *connection,
                       struct MHD_Response *response) {
    const char *scheme =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "X-Forwarded-Proto");
    bool secure = scheme != NULL && text_same(scheme, "https");
    bool framed = secure && http->server->config.frame_ancestor_count > 0;
    char proof[PASSWORD_PROOF];
    struct text cookie = {0};
    password_prove(http->server->config.password, proof);
    text_print(&cookie, PASSWORD_COOKIE "=%s; HttpOnly; SameSite=%s%s", proof,
               framed ? "None" : "Strict", secure ? "; Secure" : "");
    MHD_add_response_header(response, "Set-Cookie", text_string(&cookie));
    text_free(&cookie);
}

static void add_page_headers(const struct http *http, struct MHD_Response *response,
                             const struct static_file *file) {
    MHD_add_response_header(response, "ETag", file->tag);
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    MHD_add_response_header(response, "Cache-Control",
                            file->lasting ? "max-age=31536000, immutable" : "no-cache");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    if (http->server->config.frame_ancestor_count == 0) /* which knows no names of sites */
        MHD_add_response_header(response, "X-Frame-Options", "DENY");
    MHD_add_response_header(response, "Content-Security-Policy", text_string(&http->policy));
}

static enum MHD_Result answer_file(struct http *http, struct MHD_Connection *connection,
                                   const char *path) {
    const char *takes = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    struct static_file file;
    if (!static_file_open(&file, http->server->config.web, path, static_file_takes_gzip(takes)))
        return answer_text(connection, MHD_HTTP_NOT_FOUND, "There is no such page.\n");
    struct MHD_Response *response;
    unsigned status = MHD_HTTP_OK;
    if (static_file_matches(known, file.tag)) {
        close(file.descriptor);
        status = MHD_HTTP_NOT_MODIFIED;
        response = MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
    } else {
        response = MHD_create_response_from_fd64(file.size, file.descriptor);
        MHD_add_response_header(response, "Content-Type", file.type);
        if (file.compressed)
            MHD_add_response_header(response, "Content-Encoding", "gzip");
    }
    add_page_headers(http, response, &file);
    if (*http->server->config.password != '\0' && path[strcspn(path + 1, "/") + 1] == '\0')
        add_cookie(http, connection, response);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* ID or ID/ROUND. */
static bool read_record_name(const char *name, struct text *id, long *round) {
    const char *slash = strchr(name, '/');
    *round = -1;
    text_putn(id, name, slash == NULL ? strlen(name) : (size_t)(slash - name));
    return slash == NULL || text_to_whole(slash + 1, 0, LONG_MAX, round);
}

/* /record/ID, /record/ID/ROUND: the game as a file to keep. It is worth an order: it is read from
 * the disk and played through. */
static enum MHD_Result answer_record(struct http *http, struct MHD_Connection *connection,
                                     const char *name, struct address *address) {
    if (!address_keeps_pace(address))
        return answer_text(connection, MHD_HTTP_TOO_MANY_REQUESTS, "Too fast: wait a moment.\n");
    struct text id = {0}, record = {0}, disposition = {0};
    long round;
    const char *suffix = NULL;
    double used = cpu_now();
    if (read_record_name(name, &id, &round))
        suffix = lobby_record(http->server->lobby, text_string(&id), round, &record);
    address_charge(address, cpu_now() - used);
    if (suffix == NULL) {
        text_free(&id);
        return answer_text(connection, MHD_HTTP_NOT_FOUND, "There is no such game.\n");
    }
    text_print(&disposition, "attachment; filename=\"%s", text_string(&id));
    if (round >= 0)
        text_print(&disposition, "-%ld", round);
    text_print(&disposition, ".%s\"", suffix);
    text_free(&id);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        record.length, (void *)text_string(&record), MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(response, "Content-Type", plain_text);
    MHD_add_response_header(response, "Content-Disposition", text_string(&disposition));
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    text_free(&record);
    text_free(&disposition);
    return result;
}

/* /contest/CODE: a tournament of people as an arena's journal. Each of its games is worth an order.
 */
static enum MHD_Result answer_contest(struct http *http, struct MHD_Connection *connection,
                                      const char *code, struct address *address) {
    size_t size = 0, games = contests_games(http->server, code);
    bool slow = address_keeps_pace(address);
    for (size_t i = 0; slow && i < games; i++)
        slow = address_keeps_pace(address);
    if (!slow)
        return answer_text(connection, MHD_HTTP_TOO_MANY_REQUESTS, "Too fast: wait a moment.\n");
    unsigned char *bytes = games == 0 ? NULL : contests_journal(http->server, code, &size);
    if (bytes == NULL)
        return answer_text(connection, MHD_HTTP_NOT_FOUND, "There are no games of this.\n");
    struct text disposition = {0};
    text_print(&disposition, "attachment; filename=\"%s.db\"", code);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, bytes, MHD_RESPMEM_MUST_COPY);
    free(bytes);
    MHD_add_response_header(response, "Content-Type", "application/vnd.sqlite3");
    MHD_add_response_header(response, "Content-Disposition", text_string(&disposition));
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    text_free(&disposition);
    return result;
}

/* A connection, from its first byte to its end. */
struct visit {
    struct http *http;
    struct visit *previous, *next;
    struct address *address;
    int descriptor;
    bool asking;  /* no whole head has come since it was last answered */
    double since; /* when it began to ask */
};

static void visit_begin(struct http *http, struct MHD_Connection *connection,
                        struct visit **visitor) {
    struct visit *visit = memory_new(1, sizeof *visit);
    struct sockaddr_storage peer;
    char name[64];
    socklen_t length = connection_peer(connection, &peer);
    socket_name(&peer, length, name);
    *visit = (struct visit){
        .http = http,
        .next = http->visits,
        .address = gate_address(http->server->gate, name),
        .descriptor =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
        .asking = true,
        .since = monotonic_now(),
    };
    if (visit->next != NULL)
        visit->next->previous = visit;
    http->visits = *visitor = visit;
    visit->address->visits++;
}

static void visit_end(struct visit *visit) {
    *(visit->previous != NULL ? &visit->previous->next : &visit->http->visits) = visit->next;
    if (visit->next != NULL)
        visit->next->previous = visit->previous;
    visit->address->visits--;
    event_active(visit->http->timer, EV_TIMEOUT, 0); /* its place is another's */
    free(visit);
}

static void count_visit(void *context, struct MHD_Connection *connection, void **visitor,
                        enum MHD_ConnectionNotificationCode what) {
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        visit_begin(context, connection, (struct visit **)visitor);
    else if (*visitor != NULL)
        visit_end(*visitor);
}

static struct visit *visit_of(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* The answer is out: it may ask again. */
static void request_done(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode how) {
    (void)context;
    (void)request;
    struct visit *visit = visit_of(connection);
    if (how != MHD_REQUEST_TERMINATED_COMPLETED_OK || visit == NULL)
        return;
    visit->asking = true;
    visit->since = monotonic_now();
}

/* The way to WebSocket. */

static void socket_released(void *handle) {
    close((int)(intptr_t)handle);
}

/* The socket lives on without libmicrohttpd, which would keep the memory that a head may need. It
 * forgets its connection the next time it runs, so it is made to. */
static void take_over(void *context, struct MHD_Connection *connection, void *request,
                      const char *extra, size_t extra_length, MHD_socket descriptor,
                      struct MHD_UpgradeResponseHandle *handle) {
    (void)request;
    struct http *http = context;
    char address[64];
    int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    asker(http, connection, address);
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    event_active(http->timer, EV_TIMEOUT, 0);
    if (own >= 0)
        websocket_start(http->server, &http->sockets, own, address, extra, extra_length,
                        socket_released, (void *)(intptr_t)own);
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

/* Those who watch over the server. A proxy that we do not know, or that does not say for whom it
 * asks, may ask for anybody. */
static bool may_watch(const struct http *http, struct MHD_Connection *connection) {
    const struct config *config = &http->server->config;
    struct sockaddr_storage peer;
    const char *forwarded = NULL;
    char name[64];
    socklen_t length = connection_peer(connection, &peer);
    bool proxy = is_proxy(http, &peer);
    MHD_get_connection_values(connection, MHD_HEADER_KIND, keep_forwarded, &forwarded);
    socket_name(&peer, length, name);
    if (proxy != (forwarded != NULL) || (proxy && !http_forwarded(forwarded, name)))
        return false;
    for (size_t i = 0; i < config->status_from_count; i++)
        if (socket_is_within(name, config->status_from[i]))
            return true;
    return false;
}

static enum MHD_Result answer_watcher(struct http *http, struct MHD_Connection *connection,
                                      bool metrics) {
    static const char form[] = "text/plain; version=0.0.4; charset=utf-8"; /* of Prometheus */
    if (!may_watch(http, connection))
        return answer_text(connection, MHD_HTTP_FORBIDDEN,
                           "Only networks of status_from may read this.\n");
    struct text text = {0};
    if (metrics)
        status_put_metrics(http->server, &text);
    else
        status_put_page(http->server, &text);
    enum MHD_Result result =
        answer_typed(connection, MHD_HTTP_OK, text_string(&text), metrics ? form : plain_text);
    text_free(&text);
    return result;
}

/* The password, in a header or a cookie. A wrong one counts. */
static unsigned password_status(struct http *http, struct MHD_Connection *connection,
                                struct address *address) {
    const char *password = http->server->config.password;
    const char *basic = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Authorization");
    const char *cookies = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Cookie");
    if (*password == '\0')
        return MHD_HTTP_OK;
    if (!address_may_guess(address))
        return MHD_HTTP_TOO_MANY_REQUESTS;
    if (password_in_basic(password, basic) || password_in_cookies(password, cookies))
        return MHD_HTTP_OK;
    if (basic != NULL) {
        struct log *log = &http->server->log;
        address_guessed(address);
        log_event(log, LOG_LEVEL_INFO, "password.wrong", "address", log_address(log, address->name),
                  NULL);
    }
    return MHD_HTTP_UNAUTHORIZED;
}

static enum MHD_Result answer_guest(struct http *http, struct MHD_Connection *connection,
                                    const char *path, const char *method, const char *version) {
    char name[64];
    asker(http, connection, name);
    if (bans_have(&http->server->bans, name))
        return answer_text(connection, MHD_HTTP_FORBIDDEN, "Your address is banned.\n");
    struct address *address = gate_address(http->server->gate, name);
    unsigned status = password_status(http, connection, address);
    if (status == MHD_HTTP_TOO_MANY_REQUESTS)
        return answer_text(connection, status, "Too many wrong passwords: wait a minute.\n");
    if (status != MHD_HTTP_OK)
        return answer_text(connection, status, "This server wants a password.\n");
    if (strcmp(path, "/ws") == 0)
        return answer_websocket(http, connection, method, version);
    if (strncmp(path, "/contest/", 9) == 0)
        return answer_contest(http, connection, path + 9, address);
    if (strncmp(path, "/record/", 8) == 0)
        return answer_record(http, connection, path + 8, address);
    return answer_file(http, connection, path);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request) {
    (void)upload;
    (void)upload_size;
    struct http *http = context;
    static int seen;
    visit_of(connection)->asking = false;
    /* The first call has only the headers; a request with a body is answered before it is read. */
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return answer_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
    if (*request == NULL) {
        *request = &seen;
        return has_body(connection)
                   ? answer_text(connection, MHD_HTTP_BAD_REQUEST, "A request has no body here.\n")
                   : MHD_YES;
    }
    http->server->status.requests++;
    if (strcmp(path, "/status") == 0 || strcmp(path, "/metrics") == 0)
        return answer_watcher(http, connection, path[1] == 'm');
    return answer_guest(http, connection, path, method, version);
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
    bool place = address->visits + address->clients < address->limits->clients_per_address + SPARE;
    return place ? MHD_YES : MHD_NO;
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

/* Listening again after a limit was reached is something that libmicrohttpd does when it next runs,
 * which it would not while nobody is there. */
void http_tick(struct http *http) {
    if (http == NULL)
        return;
    double now = monotonic_now();
    for (const struct visit *visit = http->visits; visit != NULL; visit = visit->next)
        if (visit->asking && now - visit->since > HEAD)
            shutdown(visit->descriptor, SHUT_RDWR); /* it sees that the peer is gone */
    http_work(-1, 0, http);
}

/* The page needs nothing from elsewhere; WebAssembly may be compiled, which no word but this one
 * allows, and nothing else evaluated. */
static void put_policy(struct text *policy, const struct config *config) {
    text_put(policy, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
                     "form-action 'none'; frame-ancestors");
    for (size_t i = 0; i < config->frame_ancestor_count; i++)
        text_print(policy, " %s", config->frame_ancestors[i]);
    if (config->frame_ancestor_count == 0)
        text_put(policy, " 'none'");
}

struct http *http_open(struct server *server, const char *address, int port, struct error *error) {
    int descriptor = socket_listen(address, port, "--port", error);
    if (descriptor < 0)
        return NULL;
    struct http *http = memory_new(1, sizeof *http);
    http->server = server;
    http->descriptor = descriptor;
    http->local = socket_is_local(descriptor);
    put_policy(&http->policy, &server->config);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE, 0, admit, http, answer, http, MHD_OPTION_LISTEN_SOCKET,
        descriptor, MHD_OPTION_CONNECTION_LIMIT, (unsigned)server->config.clients + 64,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, 30u,
        MHD_OPTION_NOTIFY_CONNECTION, count_visit, http, MHD_OPTION_NOTIFY_COMPLETED, request_done,
        http, MHD_OPTION_END);
    if (http->daemon == NULL) {
        error_set(error, "server.http", "the HTTP library does not start: {0}", strerror(errno),
                  NULL);
        close(descriptor);
        text_free(&http->policy);
        free(http);
        return NULL;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    http->ready = event_new(server->base, info->epoll_fd, EV_READ | EV_PERSIST, http_work, http);
    http->timer = event_new(server->base, -1, 0, http_work, http);
    event_add(http->ready, NULL);
    return http;
}

void http_quiesce(struct http *http) {
    if (http == NULL)
        return;
    MHD_quiesce_daemon(http->daemon);
    close(http->descriptor);
}

int http_port(const struct http *http) {
    return socket_port(http->descriptor);
}

void http_links(const struct http *http, struct text *list) {
    if (!http->local)
        links_list(http->server->config.address, http_port(http), list);
}

void http_close(struct http *http) {
    if (http == NULL)
        return;
    websocket_end_all(&http->sockets);
    event_free(http->ready);
    MHD_stop_daemon(http->daemon);
    event_free(http->timer);
    text_free(&http->policy);
    free(http);
}
