#include "client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/gtp.h"
#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "errand.h"
#include "lobby.h"
#include "orders.h"
#include "room.h"
#include "server.h"

enum { BUCKETS = 1024, BURST = 10 /* seconds of its lines that an address may send at once */ };
static const double FAREWELL = 5; /* seconds to read one's last messages */

/* One network address and what it has used up. */
struct address {
    struct address *next;
    char *name;
    long clients;
    double tokens, filled;
    struct tally created;
};

struct gate {
    struct address *buckets[BUCKETS];
    struct client *clients;
    long count;
};

/* Within an hour that begins with the first. */
static long tally_count(struct tally *tally, double now) {
    if (now - tally->since > 3600)
        *tally = (struct tally){0};
    return tally->count;
}

static void tally_add(struct tally *tally, double now) {
    if (tally_count(tally, now) == 0)
        tally->since = now;
    tally->count++;
}

/* Addresses. */

static struct address **address_slot(struct gate *gate, const char *name) {
    uint64_t hash = 0;
    for (const char *c = name; *c != '\0'; c++)
        hash = rng_mix(hash ^ (unsigned char)*c);
    struct address **slot = &gate->buckets[hash % BUCKETS];
    while (*slot != NULL && strcmp((*slot)->name, name) != 0)
        slot = &(*slot)->next;
    return slot;
}

static struct address *address_find(struct gate *gate, const char *name) {
    struct address **slot = address_slot(gate, name);
    if (*slot == NULL) {
        *slot = memory_new(1, sizeof **slot);
        (*slot)->name = memory_string(name);
        (*slot)->tokens = HUGE_VAL; /* filled to the brim at the first look */
        (*slot)->filled = host_now();
    }
    return *slot;
}

/* Just the same as one that is new. Who breaks a connection off and makes another has not slept it off. */
static bool address_is_rested(struct address *address, const struct config *config, double now) {
    double tokens = address->tokens + (now - address->filled) * config->address_rate;
    return tokens >= BURST * config->address_rate && tally_count(&address->created, now) == 0;
}

/* Forgets addresses from which nobody is here; with a configuration only those that are rested. */
static void addresses_sweep(struct gate *gate, const struct config *config, double now) {
    for (int i = 0; i < BUCKETS; i++)
        for (struct address **slot = &gate->buckets[i]; *slot != NULL;) {
            struct address *address = *slot;
            if (address->clients > 0 ||
                (config != NULL && !address_is_rested(address, config, now))) {
                slot = &address->next;
                continue;
            }
            *slot = address->next;
            free(address->name);
            free(address);
        }
}

/* The gate. */

struct gate *gate_new(void) {
    return memory_new(1, sizeof(struct gate));
}

void gate_free(struct gate *gate) {
    addresses_sweep(gate, NULL, 0);
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
    addresses_sweep(server->gate, &server->config, now);
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
    struct address *from = address_find(gate, address);
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
    client->tokens = server->config.burst;
    client->filled = client->heard = host_now();
    client_event(client, "hello {\"server\":\"ternion-server\",\"version\":\"" PACKAGE_VERSION
                         "\",\"protocol\":1}");
    return client;
}

void client_free(struct client *client) {
    struct gate *gate = client->server->gate;
    if (client->room != NULL)
        room_leave(client->room, client);
    errands_abandon(client);
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
    text_print(&message, "! %s", event);
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

/* How fast. A bucket of tokens fills at `rate` up to `most`; each line takes one. */
static bool bucket_take(double *tokens, double *filled, double rate, double most) {
    double now = host_now();
    *tokens = fmin(most, *tokens + (now - *filled) * rate);
    *filled = now;
    *tokens -= 1;
    return *tokens >= 0;
}

static bool address_keeps_pace(struct address *address, const struct config *config) {
    bool slow = bucket_take(&address->tokens, &address->filled, config->address_rate,
                            BURST * config->address_rate);
    address->tokens = fmax(address->tokens, -config->address_rate);
    return slow;
}

bool gate_may_ask(struct server *server, const char *address) {
    return address_keeps_pace(address_find(server->gate, address), &server->config);
}

/* Whether a line comes not too soon. Who goes on far beyond the limit is sent away. */
static bool client_keeps_pace(struct client *client) {
    const struct config *config = &client->server->config;
    bool slow = bucket_take(&client->tokens, &client->filled, config->rate, config->burst);
    bool all_slow = address_keeps_pace(client->address, config);
    client->tokens = fmax(client->tokens, -config->burst);
    if (client->tokens <= -config->burst)
        client_dismiss(client, "too many lines at once");
    return slow && all_slow;
}

static bool client_may_speak(struct client *client) {
    if (client_keeps_pace(client))
        return true;
    client_reply(client, false, "", "too fast: wait a moment\ncode server.fast []");
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

/* What one says may be told to others. Bytes that are no UTF-8 would break their WebSocket, and the control
 * characters beyond ASCII (U+0080 to U+009F) command their terminal; those within it GTP drops anyway. */
static void line_mend(const struct text *line, struct text *mended) {
    for (size_t i = 0; i < line->length;) {
        const unsigned char *at = (const unsigned char *)line->at + i;
        if (at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0)
            i += 2;
        else
            i += text_put_character(mended, line->at + i);
    }
}

void client_line(struct client *client, const char *line, size_t length) {
    if (client->closing)
        return;
    client->heard = host_now();
    if (!client_may_speak(client))
        return;
    struct text raw = {0}, mended = {0};
    struct gtp_request request;
    text_putn(&raw, line, length);
    line_mend(&raw, &mended);
    if (gtp_parse(text_string(&mended), mended.length, &request)) {
        orders_run(client, &request);
        gtp_free(&request);
    }
    text_free(&raw);
    text_free(&mended);
}

void client_long_line(struct client *client) {
    if (client->closing)
        return;
    client->heard = host_now();
    if (client_may_speak(client))
        client_reply(client, false, "", "syntax error: the line is too long\ncode syntax.long []");
}
