/* Arbitrary lines from two clients of one server; a line that begins with '<' is the second one's.
 * Every line that says something is answered exactly once, and never by nonsense. */
#include "fuzz.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/client.h"
#include "../../server/lobby.h"
#include "../../server/server.h"
#include "../../server/store.h"
#include "../../src/core/gtp.h"

struct ear {
    struct client *client;
    size_t replies;
    bool closed;
};

static void hear(void *data, const char *message, size_t length, bool event) {
    struct ear *ear = data;
    fuzz_law(length > 0 && strlen(message) == length, "a message is a text");
    fuzz_law(event == (*message == '!'), "events and replies differ by their first character");
    fuzz_law(event || *message == '=' || *message == '?', "a reply begins with = or ?");
    fuzz_law(strstr(message, "\n\n") == NULL, "no message holds an empty line");
    ear->replies += !event;
}

static void hear_ping(void *data) {
    (void)data;
}

static void hear_close(void *data) {
    ((struct ear *)data)->closed = true;
}

static const struct wire wire = {.send = hear, .ping = hear_ping, .close = hear_close};

static struct server server;
static int tried;

/* No bots, no network, no limits on speed, and now and then a new database. */
static void server_ready(void) {
    if (tried++ % 200 != 0)
        return;
    struct error error = {0};
    struct config config;
    if (server.store != NULL)
        server_close(&server);
    config_defaults(&config, "none", "none");
    config_drop_bots(&config);
    free(config.database);
    config.database = strdup(":memory:");
    config.http_port = config.line_port = 0;
    config.rate = config.burst = config.limits.address_rate = 1e9;
    config.rooms_per_client = 1000000;
    fuzz_law(server_open(&server, &config, &error), "the server opens");
}

/* Whether there is anything to reply to: control characters, those beyond ASCII among them, say
 * nothing. */
static bool says_something(const char *line, size_t length) {
    struct text heard = {0};
    struct gtp_request request;
    for (size_t i = 0; i < length; i++) {
        if (i + 1 < length && line[i] == '\xC2' && (line[i + 1] & 0xE0) == 0x80)
            i++;
        else
            text_putc(&heard, line[i]);
    }
    bool says = gtp_parse(text_string(&heard), heard.length, &request);
    if (says)
        gtp_free(&request);
    text_free(&heard);
    return says;
}

static void speak(struct ear *ear, const char *line, size_t length) {
    bool says = says_something(line, length);
    size_t before = ear->replies;
    if (ear->closed)
        return;
    client_line(ear->client, line, length);
    fuzz_law(ear->replies == before + says, "one line, one reply");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct ear ears[2] = {0};
    const char *why;
    server_ready();
    for (int i = 0; i < 2; i++)
        ears[i].client = client_new(&server, i == 0 ? "a" : "b", true, &wire, &ears[i], &why);
    const char *at = (const char *)bytes, *end = at + count;
    char last_room[ROOM_ID] = "";
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline == NULL ? end : newline;
        int who = at < stop && *at == '<';
        /* "join *" means the last game made, whose name nobody can guess. */
        struct text line = {0};
        for (const char *c = at + who; c < stop; c++) {
            if (*c == '*')
                text_put(&line, last_room);
            else
                text_putc(&line, *c);
        }
        speak(&ears[who], text_string(&line), line.length);
        text_free(&line);
        if (!ears[who].closed && ears[who].client->person.room != NULL)
            memcpy(last_room, ears[who].client->person.room->id, ROOM_ID);
        event_base_loop(server.base, EVLOOP_NONBLOCK);
        at = stop + 1;
    }
    for (int i = 0; i < 2; i++) {
        struct room *room = ears[i].client->person.room;
        client_free(ears[i].client);
        if (room != NULL && room->people == NULL)
            lobby_remove(server.lobby, room);
    }
    return 0;
}
