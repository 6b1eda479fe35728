/* The page of a run that goes on: what it answers, and that a watcher who does not read is dropped
 * while the others go on. */
#include <errno.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../arena/play/live.h"
#include "../support/suite.h"

enum { LARGE = 8 << 20 };

static struct event_base *base;
static struct live *live;
static unsigned port;
static size_t size; /* of a snapshot */
static int snapshots;

static void on_snapshot(void *context, struct text *json) {
    (void)context;
    snapshots++;
    text_put(json, "{\"x\":\"");
    text_fill(json, 'x', size);
    text_put(json, "\"}");
}

static void setup(void) {
    struct error error = {0};
    struct text url = {0};
    base = event_base_new();
    live = live_open(base, "127.0.0.1:0", on_snapshot, NULL, &error);
    ck_assert_ptr_nonnull(live);
    live_print(live, &url);
    ck_assert_int_eq(sscanf(text_string(&url), "http://127.0.0.1:%u/", &port), 1);
    text_free(&url);
    size = 3;
    snapshots = 0;
}

static void teardown(void) {
    live_close(live);
    event_base_free(base);
}

static int ask(const char *path) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct text request = {0};
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(connect(client, (struct sockaddr *)&to, sizeof to), 0);
    text_print(&request, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    ck_assert_int_eq(write(client, request.at, request.length), (ssize_t)request.length);
    text_free(&request);
    return client;
}

/* Reads until the words have come, turning the loop meanwhile; false: the other side is gone. */
static bool hear(int client, const char *words, struct text *heard) {
    char bytes[4096];
    for (;;) {
        if (strstr(text_string(heard), words) != NULL)
            return true;
        event_base_loop(base, EVLOOP_NONBLOCK);
        ssize_t count = recv(client, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count == 0 || (count < 0 && errno != EAGAIN))
            return false;
        if (count > 0)
            text_putn(heard, bytes, (size_t)count);
    }
}

static const struct {
    const char *path, *words;
} answers[] = {{"/", "new EventSource('events')"},
               {"/events", "data: {\"x\":\"xxx\"}\n\n"},
               {"/nothing", "404 Not Found"},
               {"/?x=%00", "new EventSource('events')"}};

START_TEST(requests_are_answered) {
    struct text heard = {0};
    int client = ask(answers[_i].path);
    ck_assert_msg(hear(client, answers[_i].words, &heard), "%s", answers[_i].path);
    text_free(&heard);
    close(client);
}
END_TEST

START_TEST(further_snapshots_come) {
    struct text heard = {0};
    int client = ask("/events");
    ck_assert(hear(client, "}\n\n", &heard));
    int before = snapshots;
    while (snapshots < before + 1)
        event_base_loop(base, EVLOOP_ONCE);
    text_clear(&heard);
    ck_assert(hear(client, "}\n\n", &heard));
    close(client);
    text_free(&heard);
}
END_TEST

START_TEST(slow_watchers_are_dropped) {
    struct text heard = {0};
    size = LARGE;
    int slow = ask("/events");
    while (snapshots == 0)
        event_base_loop(base, EVLOOP_ONCE);
    size = 3;
    int quick = ask("/events");
    ck_assert(hear(quick, "xxx", &heard));
    int before = snapshots;
    while (snapshots == before) /* the next tick finds how much waits */
        event_base_loop(base, EVLOOP_ONCE);
    text_clear(&heard);
    ck_assert(hear(quick, "}\n\n", &heard));
    text_clear(&heard);
    ck_assert(!hear(slow, "xxx\"}\n\n", &heard));
    ck_assert_uint_lt(heard.length, LARGE);
    close(slow);
    close(quick);
    text_free(&heard);
}
END_TEST

START_TEST(watchers_have_a_bound) {
    int clients[300], served = 0, refused = 0;
    for (int i = 0; i < 300; i++) {
        struct text heard = {0};
        clients[i] = ask("/events");
        hear(clients[i], "\r\n\r\n", &heard);
        served += strstr(text_string(&heard), "200 OK") != NULL;
        refused += strstr(text_string(&heard), "503 ") != NULL;
        text_free(&heard);
    }
    ck_assert_int_eq(served, 256);
    ck_assert_int_eq(refused, 44);
    for (int i = 0; i < 300; i++)
        close(clients[i]);
}
END_TEST

START_TEST(a_taken_port_is_refused) {
    struct error error = {0};
    struct text address = {0};
    text_print(&address, "127.0.0.1:%u", port);
    ck_assert_ptr_null(live_open(base, text_string(&address), on_snapshot, NULL, &error));
    ck_assert_str_eq(error.code, "live.bind");
    error_clear(&error);
    text_free(&address);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("live");
    suite_add_loop_with(suite, setup, teardown, requests_are_answered, 0,
                        (int)(sizeof answers / sizeof *answers));
    suite_add_with(suite, setup, teardown, further_snapshots_come);
    suite_add_with(suite, setup, teardown, slow_watchers_are_dropped);
    suite_add_with(suite, setup, teardown, watchers_have_a_bound);
    suite_add_with(suite, setup, teardown, a_taken_port_is_refused);
    return suite_run(suite);
}
