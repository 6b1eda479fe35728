#include "websocket.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <wslay/wslay.h>

#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "client.h"
#include "frames.h"
#include "server.h"

enum {
    ROUND = 65536,     /* bytes taken before others have their turn */
    MESSAGE_COST = 256 /* bytes that a queued message takes beside its own */
};
static const double LINGER = 5; /* seconds for the other side to close, after we have */

struct websocket {
    struct server *server;
    struct websocket **list, *previous, *next;
    struct client *client;
    wslay_event_context_ptr context;
    struct event *reading, *writing;
    int descriptor;
    struct text extra; /* came with the handshake, not yet read */
    size_t extra_used;
    size_t allowance; /* bytes that may still be read in this round */
    struct frames frames;
    uint8_t close[FRAMES_CONTROL]; /* the payload of a close frame so far */
    size_t close_held;
    bool close_given;
    int fault;               /* the code to close with, of what came; 0: none */
    double finished;         /* when the last byte was sent, or 0 */
    struct address *visitor; /* who is waited for since then */
    bool leaving;
    bool farewell; /* the close frame is queued */
    bool broken;
    void (*released)(void *);
    void *handle;
};

void websocket_accept(const char *key, char accept[WEBSOCKET_ACCEPT]) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx hash;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&hash);
    sha1_update(&hash, strlen(key), (const uint8_t *)key);
    sha1_update(&hash, strlen(magic), (const uint8_t *)magic);
    sha1_digest(&hash, sizeof digest, digest);
    base64_encode_raw(accept, sizeof digest, digest);
    accept[WEBSOCKET_ACCEPT - 1] = '\0';
}

static void websocket_free(struct websocket *socket) {
    if (socket->visitor != NULL)
        socket->visitor->visits--;
    if (socket->client != NULL)
        client_free(socket->client);
    if (socket->previous != NULL)
        socket->previous->next = socket->next;
    else
        *socket->list = socket->next;
    if (socket->next != NULL)
        socket->next->previous = socket->previous;
    event_free(socket->reading);
    event_free(socket->writing);
    wslay_event_context_free(socket->context);
    text_free(&socket->extra);
    socket->released(socket->handle);
    free(socket);
}

/* What wslay asks for. */

/* As recv; what came with the handshake comes first. */
static ssize_t receive(struct websocket *socket, uint8_t *bytes, size_t room) {
    ssize_t count;
    if (socket->extra_used < socket->extra.length) {
        size_t left = socket->extra.length - socket->extra_used;
        count = (ssize_t)(left < room ? left : room);
        memcpy(bytes, socket->extra.at + socket->extra_used, (size_t)count);
        socket->extra_used += (size_t)count;
        return count;
    }
    do
        count = recv(socket->descriptor, bytes, room, 0);
    while (count < 0 && errno == EINTR);
    return count;
}

/* wslay skips the code at the front of every piece of a close frame's payload, so that it misjudges
 * a reason that comes in pieces: the payload is held back until it is whole. Returns how many bytes
 * wslay is to see of those that came, `good` of which may be seen at all. */
static size_t hold_close(struct websocket *socket, uint8_t *bytes, size_t room, size_t good,
                         bool inside) {
    size_t from = inside ? 0 : socket->frames.begun, whole = (size_t)socket->frames.left;
    size_t more = whole - socket->close_held;
    more = good - from < more ? good - from : more;
    memcpy(socket->close + socket->close_held, bytes + from, more);
    socket->close_held += more;
    if (socket->close_given || socket->close_held < whole || room < from + whole)
        return from;
    socket->close_given = true; /* what follows a close frame does not count */
    memcpy(bytes + from, socket->close, whole);
    return from + whole;
}

static ssize_t take_bytes(wslay_event_context_ptr context, uint8_t *bytes, size_t room, int flags,
                          void *data) {
    (void)flags;
    struct websocket *socket = data;
    size_t capacity = room;
    room = room < socket->allowance ? room : socket->allowance;
    wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
    if (room == 0 || socket->leaving || socket->fault != 0)
        return -1;
    ssize_t count = receive(socket, bytes, room);
    if (count > 0) {
        size_t good = (size_t)count;
        bool inside = socket->frames.closed;
        socket->allowance -= good;
        socket->fault =
            frames_check(&socket->frames, (uint64_t)socket->server->config.message, bytes, &good);
        if (socket->frames.closed && socket->fault == 0)
            good = hold_close(socket, bytes, capacity, good, inside);
        return good > 0 ? (ssize_t)good : -1;
    }
    if (count == 0 || errno != EAGAIN)
        wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t give_bytes(wslay_event_context_ptr context, const uint8_t *bytes, size_t length,
                          int flags, void *data) {
    struct websocket *socket = data;
    int more = (flags & WSLAY_MSG_MORE) != 0 ? MSG_MORE : 0;
    ssize_t count;
    do
        count = send(socket->descriptor, bytes, length, more | MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    if (count >= 0)
        return count;
    wslay_event_set_error(context,
                          errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void take_message(wslay_event_context_ptr context,
                         const struct wslay_event_on_msg_recv_arg *message, void *data) {
    (void)context;
    struct websocket *socket = data;
    if (message->opcode == WSLAY_PONG || message->opcode == WSLAY_PING) {
        client_alive(socket->client);
    } else if (message->opcode == WSLAY_TEXT_FRAME && !socket->leaving) {
        /* A message with several lines is as good as several messages, and one with nothing in it
         * as an empty line. */
        const char *at = message->msg_length == 0 ? "" : (const char *)message->msg;
        const char *end = at + message->msg_length;
        do {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            const char *stop = newline == NULL ? end : newline;
            client_line(socket->client, at, (size_t)(stop - at));
            at = stop + 1;
        } while (at < end && !socket->leaving);
    }
}

/* A message in parts without end would never be one. wslay returns a close frame before all that
 * waits, and nothing after it: what came before is answered first. */
static void take_part(wslay_event_context_ptr context,
                      const struct wslay_event_on_frame_recv_start_arg *frame, void *data) {
    struct websocket *socket = data;
    if (!frame->fin)
        client_alive(socket->client);
    if (frame->opcode == WSLAY_CONNECTION_CLOSE && wslay_event_send(context) != 0)
        socket->broken = true;
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = take_bytes,
    .send_callback = give_bytes,
    .on_frame_recv_start_callback = take_part,
    .on_msg_recv_callback = take_message,
};

/* The loop's side. */

static size_t websocket_backlog(const struct websocket *socket) {
    return wslay_event_get_queued_msg_length(socket->context) +
           MESSAGE_COST * wslay_event_get_queued_msg_count(socket->context);
}

static void websocket_count(struct websocket *socket) {
    if (socket->client != NULL)
        client_waits(socket->client, websocket_backlog(socket));
}

/* Whether one more message of that length would be too much for so slow a reader. */
static bool websocket_is_full(const struct websocket *socket, size_t length) {
    return websocket_backlog(socket) + length > (size_t)socket->server->config.backlog;
}

/* All is said. The person is gone; but a socket that is closed while bytes come in is reset, and
 * the other side might never read why, so it is waited for. */
static void websocket_linger(struct websocket *socket) {
    const struct timeval limit = {.tv_sec = (time_t)LINGER};
    if (socket->client != NULL) {
        socket->visitor = socket->client->address;
        socket->visitor->visits++;
        client_free(socket->client);
    }
    socket->client = NULL;
    socket->finished = monotonic_now();
    shutdown(socket->descriptor, SHUT_WR);
    event_add(socket->reading, &limit);
}

static void websocket_drain(struct websocket *socket, short what) {
    uint8_t bytes[16384];
    ssize_t count = recv(socket->descriptor, bytes, sizeof bytes, 0);
    bool more = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
    if (!more || (what & EV_TIMEOUT) != 0 || monotonic_now() - socket->finished > LINGER)
        websocket_free(socket);
}

static void websocket_write(int descriptor, short what, void *data) {
    (void)descriptor;
    (void)what;
    struct websocket *socket = data;
    if (socket->finished != 0)
        return;
    if (socket->broken || wslay_event_send(socket->context) != 0) {
        websocket_free(socket);
        return;
    }
    websocket_count(socket);
    /* A close frame overtakes messages, so it is queued only once they are out. */
    if (socket->leaving && !socket->farewell && !wslay_event_want_write(socket->context)) {
        socket->farewell = true;
        int code = socket->fault != 0 ? socket->fault : WSLAY_CODE_GOING_AWAY;
        wslay_event_queue_close(socket->context, (uint16_t)code, NULL, 0);
        event_active(socket->writing, EV_WRITE, 0);
        return;
    }
    if (wslay_event_want_write(socket->context))
        event_add(socket->writing, NULL);
    else if (socket->leaving || !wslay_event_want_read(socket->context))
        websocket_linger(socket);
}

/* wslay reads until there is nothing left and answers pings by itself: a client that sends faster
 * than we read would have the loop alone, and one that does not read its answers all our memory. */
static void websocket_read(int descriptor, short what, void *data) {
    (void)descriptor;
    struct websocket *socket = data;
    if (socket->finished != 0) {
        websocket_drain(socket, what);
        return;
    }
    socket->allowance = ROUND;
    if (wslay_event_recv(socket->context) != 0 || websocket_is_full(socket, 0))
        socket->broken = true;
    if (socket->fault != 0)
        client_dismiss(socket->client,
                       socket->fault == FRAMES_BINARY ? "text messages only" : NULL);
    websocket_count(socket);
    if (!wslay_event_want_read(socket->context))
        event_del(socket->reading);
    event_active(socket->writing, EV_WRITE, 0);
}

/* The client's side. */

static void queue(struct websocket *socket, uint8_t opcode, const char *bytes, size_t length) {
    struct wslay_event_msg message = {opcode, (const uint8_t *)bytes, length};
    wslay_event_queue_msg(socket->context, &message);
    websocket_count(socket);
    event_active(socket->writing, EV_WRITE, 0);
}

static void socket_send(void *data, const char *message, size_t length, bool event) {
    (void)event;
    struct websocket *socket = data;
    if (socket->leaving || socket->broken)
        return;
    if (websocket_is_full(socket, length)) {
        socket->broken = true; /* too slow a reader */
        if (socket->client != NULL)
            socket->client->closing = true;
        event_active(socket->writing, EV_WRITE, 0);
        return;
    }
    queue(socket, WSLAY_TEXT_FRAME, message, length);
}

static void socket_ping(void *data) {
    struct websocket *socket = data;
    if (!socket->leaving && !socket->broken)
        queue(socket, WSLAY_PING, NULL, 0);
}

static void socket_close(void *data) {
    struct websocket *socket = data;
    socket->leaving = true;
    event_del(socket->reading);
    event_active(socket->writing, EV_WRITE, 0);
}

static void socket_drop(void *data) {
    struct websocket *socket = data;
    socket->broken = true;
    event_active(socket->writing, EV_WRITE, 0);
}

static const struct wire websocket_wire = {
    .send = socket_send, .ping = socket_ping, .close = socket_close, .drop = socket_drop};

void websocket_start(struct server *server, struct websocket **list, int descriptor,
                     const char *address, const char *extra, size_t extra_length,
                     void (*released)(void *), void *handle) {
    struct websocket *socket = memory_new(1, sizeof *socket);
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    evutil_make_socket_nonblocking(descriptor);
    evutil_make_socket_closeonexec(descriptor);
    socket->server = server;
    socket->list = list;
    socket->next = *list;
    if (socket->next != NULL)
        socket->next->previous = socket;
    *list = socket;
    socket->descriptor = descriptor;
    socket->released = released;
    socket->handle = handle;
    text_putn(&socket->extra, extra, extra_length);
    wslay_event_context_server_init(&socket->context, &callbacks, socket);
    wslay_event_config_set_max_recv_msg_length(socket->context, (uint64_t)server->config.message);
    socket->reading =
        event_new(server->base, descriptor, EV_READ | EV_PERSIST, websocket_read, socket);
    socket->writing = event_new(server->base, descriptor, EV_WRITE, websocket_write, socket);
    const char *why = NULL;
    socket->client = client_new(server, address, true, &websocket_wire, socket, &why);
    if (socket->client == NULL) {
        struct text event = {0};
        text_print(&event, "! bye {\"why\":\"%s\"}", why);
        socket_send(socket, event.at, event.length, true);
        text_free(&event);
        socket_close(socket);
        return;
    }
    event_add(socket->reading, NULL);
    if (extra_length > 0)
        event_active(socket->reading, EV_READ, 0);
}

void websocket_end_all(struct websocket **list) {
    while (*list != NULL)
        websocket_free(*list);
}
