#include "client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "advice.h"
#include "contests.h"
#include "lobby.h"
#include "password.h"
#include "server.h"

static const double FAREWELL = 5; /* seconds to read one's last messages */

struct gate {
    struct addresses addresses;
    struct client *clients;
    long count;
    size_t waiting;        /* bytes, for all of them */
    unsigned long numbers; /* given to clients so far */
};

/* The gate. */

struct gate *gate_new(const struct config *config) {
    struct gate *gate = memory_new(1, sizeof *gate);
    gate->addresses.config = config;
    return gate;
}

void gate_free(struct gate *gate) {
    addresses_clear(&gate->addresses);
    free(gate);
}

void gate_close(struct gate *gate) {
    for (struct client *client = gate->clients, *next; client != NULL; client = next) {
        next = client->next;
        client_dismiss(client, "the server is going down");
    }
}

void gate_expel(struct gate *gate, const struct bans *bans) {
    for (struct client *client = gate->clients, *next; client != NULL; client = next) {
        next = client->next;
        if (bans_have(bans, client->address->name))
            client_dismiss(client, "your address is banned");
    }
}

long gate_count(const struct gate *gate) {
    return gate->count;
}

static int compare_addresses(const void *one, const void *other) {
    const struct address *a = *(struct address *const *)one, *b = *(struct address *const *)other;
    long more = b->clients + b->engines - a->clients - a->engines;
    return more != 0 ? (more > 0 ? 1 : -1) : strcmp(a->name, b->name);
}

void gate_put_addresses(const struct gate *gate, struct text *text) {
    enum { SHOWN = 20 };
    const struct address **list = memory_new((size_t)gate->count + 1, sizeof *list);
    long count = 0;
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        for (const struct address *at = gate->addresses.buckets[i]; at != NULL; at = at->next)
            if (at->clients > 0)
                list[count++] = at;
    qsort(list, (size_t)count, sizeof *list, compare_addresses);
    for (long i = 0; i < count && i < SHOWN; i++)
        text_print(text, "%s (%ld, %ld, %ld)\n", list[i]->name, list[i]->clients, list[i]->rooms,
                   list[i]->engines);
    if (count > SHOWN)
        text_print(text, "and %ld more\n", count - SHOWN);
    free(list);
}

size_t gate_backlog(const struct gate *gate) {
    return gate->waiting;
}

static void set_waiting(struct gate *gate, struct client *client, size_t bytes) {
    gate->waiting = gate->waiting - client->waiting + bytes;
    client->waiting = bytes;
}

static struct client *heaviest(const struct gate *gate) {
    struct client *most = gate->clients;
    for (struct client *client = most; client != NULL; client = client->next)
        if (client->waiting > most->waiting)
            most = client;
    return most;
}

void client_waits(struct client *client, size_t bytes) {
    struct gate *gate = client->server->gate;
    if (client->dropped)
        return;
    set_waiting(gate, client, bytes);
    while (gate->waiting > (size_t)client->server->config.backlog_sum) {
        struct client *slow = heaviest(gate);
        set_waiting(gate, slow, 0);
        slow->dropped = slow->closing = true;
        slow->dismissed = monotonic_now();
        slow->wire->drop(slow->wire_data);
    }
}

void gate_tick(struct server *server) {
    double now = monotonic_now();
    addresses_sweep(&server->gate->addresses, now);
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

/* Whether somebody from an address may come in; else *why says why not. */
static bool client_may_come(const struct server *server, const struct address *from,
                            const char **why) {
    if (bans_have(&server->bans, from->name))
        *why = "your address is banned";
    else if (server->gate->count >= server->config.clients)
        *why = "the server is full";
    else if (from->clients >= from->limits->clients_per_address)
        *why = "there are too many connections from your address";
    else
        return true;
    return false;
}

static void log_client(struct client *client, enum log_level level, const char *event,
                       const char *why) {
    struct log *log = &client->server->log;
    char digits[LOG_NUMBER];
    log_event(log, level, event, "client", log_number(digits, (long)client->number), "address",
              log_address(log, client->address->name), "why", why, NULL);
}

static void greet(struct client *client) {
    struct text event = {0};
    text_put(&event, "hello {\"server\":\"ternion-server\",\"version\":\"" PACKAGE_VERSION
                     "\",\"protocol\":1");
    if (client->locked)
        text_put(&event, ",\"password\":true");
    if (!client->server->config.chat)
        text_put(&event, ",\"chat\":false");
    text_putc(&event, '}');
    person_event(&client->person, text_string(&event));
    text_free(&event);
}

struct client *client_new(struct server *server, const char *address, bool trusted,
                          const struct wire *wire, void *wire_data, const char **why) {
    struct gate *gate = server->gate;
    struct address *from = address_find(&gate->addresses, address);
    if (!client_may_come(server, from, why)) {
        server->status.refused++;
        log_event(&server->log, LOG_LEVEL_INFO, "client.refused", "address",
                  log_address(&server->log, address), "why", *why, NULL);
        return NULL;
    }
    server->status.clients++;
    from->clients++;
    struct client *client = memory_new(1, sizeof *client);
    client->server = server;
    client->wire = wire;
    client->wire_data = wire_data;
    client->address = from;
    client->number = ++gate->numbers;
    client->person = (struct person){.deliver = client_deliver, .data = client};
    client->next = gate->clients;
    if (client->next != NULL)
        client->next->previous = client;
    gate->clients = client;
    gate->count++;
    client->heard = monotonic_now();
    client->lines = (struct bucket){server->config.burst, client->heard};
    client->locked = !trusted && *server->config.password != '\0';
    log_client(client, LOG_LEVEL_DEBUG, "client.came", NULL);
    greet(client);
    return client;
}

void client_free(struct client *client) {
    struct gate *gate = client->server->gate;
    person_clear(&client->person, monotonic_now());
    contests_forget(client);
    advice_abandon(client);
    set_waiting(gate, client, 0);
    client->address->clients--; /* gate_tick forgets it in its time */
    if (client->previous != NULL)
        client->previous->next = client->next;
    else
        gate->clients = client->next;
    if (client->next != NULL)
        client->next->previous = client->previous;
    gate->count--;
    log_client(client, LOG_LEVEL_DEBUG, "client.left", NULL);
    server_client_gone(client->server);
    free(client);
}

void client_dismiss(struct client *client, const char *why) {
    if (client->closing)
        return;
    if (why != NULL) {
        struct text event = {0};
        text_put(&event, "bye {");
        json_member(&event, "why", why);
        text_putc(&event, '}');
        person_event(&client->person, text_string(&event));
        text_free(&event);
    }
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
    bool all_slow = address_keeps_pace(client->address);
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
           tally_count(&client->address->created, now) < client->address->limits->rooms_per_address;
}

void client_created(struct client *client) {
    double now = monotonic_now();
    tally_add(&client->created, now);
    tally_add(&client->address->created, now);
}

/* The password. */

enum { GUESSES = 5 }; /* wrong ones until a connection is closed */

/* `password TEXT`, which is all that may be said before. A # begins no comment in it. */
static void client_unlock(struct client *client, const char *line, size_t length,
                          const struct gtp_request *request) {
    struct text said = {0};
    text_putn(&said, line, length);
    const char *word = strstr(text_string(&said), "password"), *end = strchr(said.at, '\r');
    bool asked = text_same(request->name, "password") && word != NULL;
    if (end != NULL)
        text_cut(&said, (size_t)(end - said.at));
    if (asked)
        word += strlen("password");
    bool right = asked && address_may_guess(client->address) &&
                 password_is(client->server->config.password, word + strspn(word, " \t"));
    client->locked = !right;
    person_reply(&client->person, right, request->id,
                 right   ? ""
                 : asked ? "wrong password\ncode server.wrong-password []"
                         : "password needed: say 'password TEXT' first\ncode server.password []");
    if (asked && !right) {
        log_client(client, LOG_LEVEL_INFO, "password.wrong", NULL);
        address_guessed(client->address);
        if (++client->guesses >= GUESSES)
            client_dismiss(client, "too many wrong passwords");
    }
    text_free(&said);
}

void client_line(struct client *client, const char *line, size_t length) {
    if (client->closing)
        return;
    client->heard = monotonic_now();
    struct gtp_request request;
    bool says = orders_parse(line, length, &request);
    if (client_may_speak(client, says ? request.id : "") && says) {
        double used = cpu_now();
        if (client->locked)
            client_unlock(client, line, length, &request);
        else
            orders_run(lobby_hooks(client->server->lobby), &client->person, &request,
                       client->heard);
        address_charge(client->address, cpu_now() - used);
        status_count_order(&client->server->status, monotonic_now() - client->heard);
    }
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
