#include "wire_lines.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "client.h"
#include "server.h"
#include "socket.h"

struct listener {
    struct server *server;
    struct event *event;
    struct peer *peers;
    int descriptor;
};

/* One connection. The buffers exist only while something waits in them, so that an idle connection
 * costs little. */
struct peer {
    struct listener *listener;
    struct peer *previous, *next;
    struct client *client;
    struct event *reading, *writing;
    int descriptor;
    struct text in, out;
    size_t sent;   /* of out */
    bool skipping; /* the rest of a line that was too long */
    bool finished; /* the peer will send no more */
    bool leaving;  /* close once everything is out */
};

/* Leaving. */

static void peer_free(struct peer *peer) {
    if (peer->client != NULL)
        client_free(peer->client);
    if (peer->previous != NULL)
        peer->previous->next = peer->next;
    else
        peer->listener->peers = peer->next;
    if (peer->next != NULL)
        peer->next->previous = peer->previous;
    event_free(peer->reading);
    event_free(peer->writing);
    close(peer->descriptor);
    text_free(&peer->in);
    text_free(&peer->out);
    free(peer);
}

/* Whoever has said its last word stays until the last answer is out. */
static bool peer_is_done(const struct peer *peer) {
    bool silent = peer->finished && peer->client->pending == 0;
    return peer->out.length == 0 && (peer->leaving || silent);
}

/* Writing. */

static void peer_count(struct peer *peer) {
    if (peer->client != NULL)
        client_waits(peer->client, peer->out.length - peer->sent);
}

/* Who reads, but never quite catches up, would have us keep all that it has read. */
static void peer_forget_sent(struct peer *peer) {
    if (peer->sent < peer->out.length / 2)
        return;
    size_t left = peer->out.length - peer->sent;
    memmove(peer->out.at, peer->out.at + peer->sent, left);
    text_cut(&peer->out, left);
    peer->sent = 0;
}

static void peer_write(int descriptor, short what, void *context) {
    (void)what;
    struct peer *peer = context;
    while (peer->sent < peer->out.length) {
        ssize_t count = send(descriptor, peer->out.at + peer->sent, peer->out.length - peer->sent,
                             MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN) {
            peer_forget_sent(peer);
            peer_count(peer);
            event_add(peer->writing, NULL);
            return;
        }
        if (count <= 0) {
            peer_free(peer);
            return;
        }
        peer->sent += (size_t)count;
    }
    text_free(&peer->out);
    peer->sent = 0;
    peer_count(peer);
    if (peer_is_done(peer))
        peer_free(peer);
}

static void peer_close(void *data) {
    struct peer *peer = data;
    peer->leaving = true;
    event_del(peer->reading);
    event_active(peer->writing, EV_WRITE, 0);
}

static void peer_drop(void *data) {
    struct peer *peer = data;
    text_free(&peer->out);
    peer->sent = 0;
    peer_close(peer);
}

static void peer_send(void *data, const char *message, size_t length, bool event) {
    struct peer *peer = data;
    if (peer->leaving)
        return;
    text_putn(&peer->out, message, length);
    text_put(&peer->out, event ? "\n" : "\n\n");
    if (peer->out.length - peer->sent > (size_t)peer->listener->server->config.backlog) {
        /* Too slow a reader: what it has not read by now it will not miss. */
        peer_drop(peer);
        if (peer->client != NULL)
            peer->client->closing = true;
    }
    peer_count(peer);
    event_active(peer->writing, EV_WRITE, 0);
}

static void peer_ping(void *data) {
    peer_send(data, "! ping {}", strlen("! ping {}"), true);
}

static const struct wire lines_wire = {
    .send = peer_send, .ping = peer_ping, .close = peer_close, .drop = peer_drop};

/* Reading. */

/* Any page that a browser on this machine or in its network shows can have it send a request here,
 * with orders in its body: no request is without this header, which comes before them. */
static bool is_http(const char *line) {
    return strncasecmp(line, "Host:", strlen("Host:")) == 0;
}

static void peer_take_line(struct peer *peer) {
    static const char why[] = "this port does not speak HTTP"; /* which no page of ours is told */
    if (is_http(text_string(&peer->in)))
        client_dismiss(peer->client, why);
    else
        client_line(peer->client, text_string(&peer->in), peer->in.length);
}

static void peer_take(struct peer *peer, const char *bytes, size_t count) {
    size_t most = (size_t)peer->listener->server->config.message;
    while (count > 0 && !peer->leaving) {
        const char *newline = memchr(bytes, '\n', count);
        size_t length = newline == NULL ? count : (size_t)(newline - bytes);
        if (!peer->skipping && peer->in.length + length > most) {
            peer->skipping = true;
            text_free(&peer->in);
        }
        if (!peer->skipping)
            text_putn(&peer->in, bytes, length);
        if (newline == NULL)
            return;
        if (peer->skipping)
            client_long_line(peer->client);
        else
            peer_take_line(peer);
        peer->skipping = false;
        text_clear(&peer->in);
        bytes += length + 1;
        count -= length + 1;
    }
}

static void peer_read(int descriptor, short what, void *context) {
    (void)what;
    struct peer *peer = context;
    char bytes[16384];
    ssize_t count = recv(descriptor, bytes, sizeof bytes, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count < 0) {
        peer_free(peer);
        return;
    }
    if (count > 0) {
        peer_take(peer, bytes, (size_t)count);
        if (peer->in.length == 0)
            text_free(&peer->in);
        return;
    }
    peer->finished = true;
    event_del(peer->reading);
    if (peer->in.length > 0 && !peer->skipping)
        client_line(peer->client, text_string(&peer->in), peer->in.length);
    text_free(&peer->in);
    event_active(peer->writing, EV_WRITE, 0);
}

/* Arriving. */

static void turn_away(int descriptor, const char *why) {
    struct text message = {0};
    text_print(&message, "! bye {\"why\":\"%s\"}\n", why);
    if (send(descriptor, message.at, message.length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        /* It will see the connection close, which says enough. */
    }
    text_free(&message);
}

static void peer_new(struct listener *listener, int descriptor) {
    struct server *server = listener->server;
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    struct peer *peer = memory_new(1, sizeof *peer);
    peer->listener = listener;
    peer->descriptor = descriptor;
    peer->next = listener->peers;
    if (peer->next != NULL)
        peer->next->previous = peer;
    listener->peers = peer;
    peer->reading = event_new(server->base, descriptor, EV_READ | EV_PERSIST, peer_read, peer);
    peer->writing = event_new(server->base, descriptor, EV_WRITE, peer_write, peer);
    char address[64];
    const char *why = NULL;
    socket_peer(descriptor, address);
    peer->client = client_new(server, address, false, &lines_wire, peer, &why);
    if (peer->client == NULL) {
        turn_away(descriptor, why);
        peer_free(peer);
        return;
    }
    event_add(peer->reading, NULL);
}

/* Whoever cannot be let in for want of descriptors waits; asking again at once would only spin. */
static void listener_accept(int descriptor, short what, void *context) {
    (void)what;
    struct listener *listener = context;
    for (int i = 0; i < 64; i++) {
        int accepted = accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (accepted < 0) {
            if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR)
                event_del(listener->event);
            return;
        }
        peer_new(listener, accepted);
    }
}

void listener_tick(struct listener *listener) {
    if (listener != NULL && listener->descriptor >= 0)
        event_add(listener->event, NULL);
}

struct listener *listener_open(struct server *server, const char *address, int port,
                               struct error *error) {
    int descriptor = socket_listen(address, port, "--line-port", error);
    if (descriptor < 0)
        return NULL;
    struct listener *listener = memory_new(1, sizeof *listener);
    listener->server = server;
    listener->descriptor = descriptor;
    listener->event =
        event_new(server->base, descriptor, EV_READ | EV_PERSIST, listener_accept, listener);
    event_add(listener->event, NULL);
    return listener;
}

void listener_quiesce(struct listener *listener) {
    if (listener == NULL)
        return;
    event_del(listener->event);
    close(listener->descriptor);
    listener->descriptor = -1;
}

int listener_port(const struct listener *listener) {
    return socket_port(listener->descriptor);
}

void listener_close(struct listener *listener) {
    if (listener == NULL)
        return;
    while (listener->peers != NULL)
        peer_free(listener->peers);
    event_free(listener->event);
    if (listener->descriptor >= 0)
        close(listener->descriptor);
    free(listener);
}
