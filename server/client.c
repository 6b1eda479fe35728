#include "client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/gtp.h"
#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "advice.h"
#include "lobby.h"
#include "orders.h"
#include "room.h"
#include "server.h"

static const double FAREWELL = 5; /* seconds to read one's last messages */

struct gate {
    struct addresses addresses;
    struct client *clients;
    long count;
};

/* The gate. */

struct gate *gate_new(void) {
    return memory_new(1, sizeof(struct gate));
}

void gate_free(struct gate *gate) {
    addresses_sweep(&gate->addresses, NULL, 0);
    free(gate);
}

void gate_close(struct gate *gate) {
    for (struct client *client = gate->clients, *next; client != NULL; client = next) {
        next = client->next;
        client_dismiss(client, "the server is going down");
    }
}

void gate_tick(struct server *server) {
    double now = host_now();
    addresses_sweep(&server->gate->addresses, &server->config, now);
    for (struct client *client = server->gate->clients, *next; client != NULL; client = next) {
        next = client->next;
        double silent = now - client->heard;
        if (client->closing) {
            if (now - client->dismissed > FAREWELL)
                client->wire->drop(client->wire_data);
            continue;
        }
        if (silent > server->config.idle) {
            client_dismiss(client, "nothing was heard for too long");
        } else if (silent > server->config.ping &&
                   now - fmax(client->pinged, client->heard) > server->config.ping) {
            client->pinged = now;
            client->wire->ping(client->wire_data);
        }
    }
}

/* Clients. */

struct client *client_new(struct server *server, const char *address, const struct wire *wire,
                          void *wire_data, const char **why) {
    struct gate *gate = server->gate;
    struct address *from = address_find(&gate->addresses, address);
    if (gate->count >= server->config.clients) {
        *why = "the server is full";
        return NULL;
    }
    if (from->clients >= server->config.clients_per_address) {
        *why = "there are too many connections from your address";
        return NULL;
    }
    from->clients++;
    struct client *client = memory_new(1, sizeof *client);
    client->server = server;
    client->wire = wire;
    client->wire_data = wire_data;
    client->address = from;
    client->next = gate->clients;
    if (client->next != NULL)
        client->next->previous = client;
    gate->clients = client;
    gate->count++;
    client->heard = host_now();
    client->lines = (struct bucket){server->config.burst, client->heard};
    client_event(client, "hello {\"server\":\"ternion-server\",\"version\":\"" PACKAGE_VERSION
                         "\",\"protocol\":1}");
    return client;
}

void client_free(struct client *client) {
    struct gate *gate = client->server->gate;
    if (client->room != NULL)
        room_leave(client->room, client);
    advice_abandon(client);
    client->address->clients--; /* gate_tick forgets it in its time */
    if (client->previous != NULL)
        client->previous->next = client->next;
    else
        gate->clients = client->next;
    if (client->next != NULL)
        client->next->previous = client->previous;
    gate->count--;
    free(client->name);
    free(client);
}

const char *client_name(const struct client *client) {
    return client->name == NULL ? "guest" : client->name;
}

static void client_send(struct client *client, const struct text *message, bool event) {
    if (!client->closing)
        client->wire->send(client->wire_data, text_string(message), message->length, event);
}

void client_event(struct client *client, const char *event) {
    struct text message = {0};
    text_put(&message, "! ");
    text_put(&message, event);
    client_send(client, &message, true);
    text_free(&message);
}

void client_reply(struct client *client, bool good, const char *id, const char *text) {
    struct text message = {0};
    gtp_reply(&message, good, id, text);
    text_cut(&message, message.length - 2); /* the wire knows how messages end */
    client_send(client, &message, false);
    text_free(&message);
}

void client_refuse(struct client *client, const char *id, const char *failure,
                   const struct error *error) {
    struct text text = {0};
    text_put(&text, failure);
    if (error->code != NULL) {
        text_put(&text, ": ");
        error_print(error, &text);
        text_print(&text, "\ncode %s [", error->code);
        for (int i = 0; i < error->count; i++) {
            json_next(&text);
            json_string(&text, error->arguments[i]);
        }
        text_putc(&text, ']');
    }
    client_reply(client, false, id, text_string(&text));
    text_free(&text);
}

void client_dismiss(struct client *client, const char *why) {
    if (client->closing)
        return;
    struct text event = {0};
    text_put(&event, "bye {");
    json_member(&event, "why", why);
    text_putc(&event, '}');
    client_event(client, text_string(&event));
    text_free(&event);
    client->closing = true;
    client->dismissed = host_now();
    client->wire->close(client->wire_data);
}

struct address *gate_address(struct gate *gate, const char *name) {
    return address_find(&gate->addresses, name);
}

/* Whether a line comes not too soon. Who goes on far beyond the limit is sent away. */
static bool client_keeps_pace(struct client *client) {
    const struct config *config = &client->server->config;
    bool slow = bucket_take(&client->lines, config->rate, config->burst, config->burst);
    bool all_slow = address_keeps_pace(client->address, config);
    if (client->lines.tokens <= -config->burst)
        client_dismiss(client, "too many lines at once");
    return slow && all_slow;
}

static bool client_may_speak(struct client *client, const char *id) {
    if (client_keeps_pace(client))
        return true;
    client_reply(client, false, id, "too fast: wait a moment\ncode server.fast []");
    return false;
}

void client_alive(struct client *client) {
    if (client->closing)
        return;
    client->heard = host_now();
    client_keeps_pace(client);
}

bool client_may_create(struct client *client) {
    const struct config *config = &client->server->config;
    double now = host_now();
    return tally_count(&client->created, now) < config->rooms_per_client &&
           tally_count(&client->address->created, now) < config->rooms_per_address;
}

void client_created(struct client *client) {
    double now = host_now();
    tally_add(&client->created, now);
    tally_add(&client->address->created, now);
}

void client_mend(const char *words, size_t length, struct text *mended) {
    struct text whole = {0}; /* with a NUL behind it */
    text_putn(&whole, words, length);
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)whole.at + i;
        if (at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0)
            i += 2;
        else
            i += text_put_character(mended, whole.at + i);
    }
    text_free(&whole);
}

void client_line(struct client *client, const char *line, size_t length) {
    if (client->closing)
        return;
    client->heard = host_now();
    struct text mended = {0};
    struct gtp_request request;
    client_mend(line, length, &mended);
    bool says = gtp_parse_text(text_string(&mended), mended.length, orders_take_text, &request);
    if (client_may_speak(client, says ? request.id : "") && says)
        orders_run(client, &request);
    if (says)
        gtp_free(&request);
    text_free(&mended);
}

void client_long_line(struct client *client) {
    if (client->closing)
        return;
    client->heard = host_now();
    if (client_may_speak(client, ""))
        client_reply(client, false, "", "syntax error: the line is too long\ncode syntax.long []");
}
