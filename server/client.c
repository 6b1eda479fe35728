#include "client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "advice.h"
#include "lobby.h"
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
    double now = monotonic_now();
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

static void client_deliver(struct person *person, const char *message, size_t length, bool event) {
    struct client *client = person->data;
    if (!client->closing)
        client->wire->send(client->wire_data, message, length, event);
}

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
    client->person = (struct person){.deliver = client_deliver, .data = client};
    client->next = gate->clients;
    if (client->next != NULL)
        client->next->previous = client;
    gate->clients = client;
    gate->count++;
    client->heard = monotonic_now();
    client->lines = (struct bucket){server->config.burst, client->heard};
    person_event(&client->person, "hello {\"server\":\"ternion-server\",\"version\":"
                                  "\"" PACKAGE_VERSION "\",\"protocol\":1}");
    return client;
}

void client_free(struct client *client) {
    struct gate *gate = client->server->gate;
    person_clear(&client->person, monotonic_now());
    advice_abandon(client);
    client->address->clients--; /* gate_tick forgets it in its time */
    if (client->previous != NULL)
        client->previous->next = client->next;
    else
        gate->clients = client->next;
    if (client->next != NULL)
        client->next->previous = client->previous;
    gate->count--;
    free(client);
}

void client_dismiss(struct client *client, const char *why) {
    if (client->closing)
        return;
    struct text event = {0};
    text_put(&event, "bye {");
    json_member(&event, "why", why);
    text_putc(&event, '}');
    person_event(&client->person, text_string(&event));
    text_free(&event);
    client->closing = true;
    client->dismissed = monotonic_now();
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
    person_reply(&client->person, false, id, "too fast: wait a moment\ncode server.fast []");
    return false;
}

void client_alive(struct client *client) {
    if (client->closing)
        return;
    client->heard = monotonic_now();
    client_keeps_pace(client);
}

bool client_may_create(struct client *client) {
    const struct config *config = &client->server->config;
    double now = monotonic_now();
    return tally_count(&client->created, now) < config->rooms_per_client &&
           tally_count(&client->address->created, now) < config->rooms_per_address;
}

void client_created(struct client *client) {
    double now = monotonic_now();
    tally_add(&client->created, now);
    tally_add(&client->address->created, now);
}

void client_line(struct client *client, const char *line, size_t length) {
    if (client->closing)
        return;
    client->heard = monotonic_now();
    struct gtp_request request;
    bool says = orders_parse(line, length, &request);
    if (client_may_speak(client, says ? request.id : "") && says)
        orders_run(lobby_hooks(client->server->lobby), &client->person, &request, client->heard);
    if (says)
        gtp_free(&request);
}

void client_long_line(struct client *client) {
    if (client->closing)
        return;
    client->heard = monotonic_now();
    if (client_may_speak(client, ""))
        person_reply(&client->person, false, "",
                     "syntax error: the line is too long\ncode syntax.long []");
}
