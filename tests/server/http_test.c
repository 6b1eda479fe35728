/* Requests, records and handshakes over HTTP. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../server/http.h"
#include "../../server/static_file.h"
#include "../../server/websocket.h"
#include "../../src/core/json.h"
#include "../../src/system/now.h"
#include "../support/suite.h"
#include "fixture.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

/* HTTP. */

/* The whole answer to a request whose lines end in \n here. */
static void http_ask(const char *request, struct text *answer) {
    struct talker *talker = talker_lines(served.http_port);
    struct text bytes = {0};
    for (const char *c = request; *c != '\0'; c++)
        text_print(&bytes, "%s%c", *c == '\n' ? "\r" : "", *c);
    talker_raw(talker, bytes.at, bytes.length);
    talker_rest(talker, answer);
    talker_close(talker);
    text_free(&bytes);
}

#define WEBSOCKET_KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n"
#define WEBSOCKET_13  "Sec-WebSocket-Version: 13\n"
#define UPGRADE       "Host: h\nUpgrade: websocket\nConnection: Upgrade\n"
#define LAST          "Connection: close\n\n"
#define SECOND        "GET /second HTTP/1.1\nHost: h\n\n"

static const char *const requests[][3] = {
    {"GET / HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 200", "text/html"},
    {"GET /index.html HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 200",
     "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"},
    {"GET /games/go.js HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 200", "text/javascript"},
    {"HEAD /style.css HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 200", "X-Frame-Options: DENY"},
    {"GET /local.mk HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /nothing.html HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /../configure.ac HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /games HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /index.html/more HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /contest/nowhe HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There are no games of this."},
    {"GET /record/nowhere99 HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such game."},
    {"POST / HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 405", "Allow: GET"},
    {"POST / HTTP/1.1\nHost: h\nContent-Length: 3\n" LAST "abc", "HTTP/1.1 405", "Allow: GET"},
    {"GET /ws HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 426", "WebSocket is spoken here."},
    {"GET /ws HTTP/1.1\nHost: h\nUpgrade: h2c, more\n" LAST, "HTTP/1.1 426",
     "WebSocket is spoken here."},
    {"GET /ws HTTP/1.1\nHost: h\nUpgrade: websocket\n" LAST, "HTTP/1.1 426",
     "WebSocket is spoken here."},
    {"GET /ws HTTP/1.0\n" UPGRADE WEBSOCKET_KEY WEBSOCKET_13 "\n", "HTTP/1.",
     "WebSocket is spoken here."},
    {"GET /ws HTTP/1.1\n" UPGRADE LAST, "HTTP/1.1 426", "WebSocket version 13 only."},
    {"GET /ws HTTP/1.1\n" UPGRADE "Sec-WebSocket-Version: 8\n" LAST, "HTTP/1.1 426",
     "Sec-WebSocket-Version: 13"},
    {"GET /ws HTTP/1.1\n" UPGRADE WEBSOCKET_13 LAST, "HTTP/1.1 400", "is no key"},
    {"GET /ws HTTP/1.1\n" UPGRADE WEBSOCKET_13 "Sec-WebSocket-Key: short\n" LAST, "HTTP/1.1 400",
     "is no key"},
    {"GET /ws HTTP/1.1\n" UPGRADE WEBSOCKET_13 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQAA\n" LAST,
     "HTTP/1.1 400", "is no key"},
    {"GET /ws HTTP/1.1\n" UPGRADE WEBSOCKET_13 "Sec-WebSocket-Key: dGhlIHNhbX!sZSBub25jZQ==\n" LAST,
     "HTTP/1.1 400", "is no key"},
    {"HEAD /ws HTTP/1.1\n" UPGRADE WEBSOCKET_KEY WEBSOCKET_13 LAST, "HTTP/1.1 426", "Upgrade: "},
    /* a stranger's name that leads to this machine */
    {"GET /ws HTTP/1.1\nOrigin: http://h\n" UPGRADE WEBSOCKET_KEY WEBSOCKET_13 LAST, "HTTP/1.1 403",
     "Pages of other sites"},
    /* where a request ends, a proxy may see otherwise: what follows is not read */
    {"GET / HTTP/1.1\nHost: h\nContent-Length: 0\nContent-Length: 9\n\n" SECOND, "HTTP/1.1 400",
     "has no body here"},
    {"GET / HTTP/1.1\nHost: h\nContent-Length: 9\nTransfer-Encoding: chunked\n\n0\n\n" SECOND,
     "HTTP/1.1 400", "has no body here"},
    /* which libmicrohttpd 1.0 says itself */
    {"GET / HTTP/1.1\nHost: h\nTransfer-Encoding : chunked\n\n0\n\n" SECOND, "HTTP/1.1 400", "400"},
    {"GET / HTTP/1.0\n" LAST, "HTTP/1.", "200"},
    {"GET / HTTP/1.1\nHost: h\nContent-Length: 0\n" LAST, "HTTP/1.1 200", "text/html"},
};

START_TEST(http_requests) {
    struct text answer = {0};
    http_ask(requests[_i][0], &answer);
    ck_starts(text_string(&answer), requests[_i][1]);
    ck_has(text_string(&answer), requests[_i][2]);
    ck_assert(strstr(requests[_i][0], "/second") == NULL ||
              strstr(text_string(&answer), "404") == NULL);
    text_free(&answer);
}
END_TEST

/* A proxy on the same machine is asked for by the name of the site, and a server by the name it was
 * given. */
static const struct {
    const char *setting, *name;
} own_names[] = {
    {"proxies = {\"127.0.0.1\"}\n", "play.example"},
    {"origins = {\"https://play.example\"}\n", "play.example"},
    /* as good as a name: those are not all digits of an address */
    {"address = \"127.1\"\n", "127.1"},
};

START_TEST(pages_under_own_names) {
    fixture_start(own_names[_i].setting);
    struct talker *proxy = talker_lines(served.http_port);
    struct text request = {0}, answer = {0};
    text_print(&request,
               "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: https://%s\r\n"
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
               own_names[_i].name, own_names[_i].name);
    talker_raw(proxy, text_string(&request), request.length);
    talker_finish(proxy);
    talker_rest(proxy, &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 101");
    text_free(&request);
    text_free(&answer);
    talker_close(proxy);
}
END_TEST

/* A stranger's page has a browser say orders to the port of lines. */
START_TEST(http_to_the_lines) {
    static const char request[] =
        "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nOrigin: http://evil.example\r\n"
        "Content-Length: 17\r\n\r\ncreate side=both\n";
    struct talker *browser = talker_lines(served.line_port), *other = open_wire(0);
    struct text answer = {0};
    talker_raw(browser, request, strlen(request));
    talker_rest(browser, &answer);
    ck_has(text_string(&answer), "! bye {\"why\":\"this port does not speak HTTP\"}\n");
    ck_assert_ptr_null(strstr(text_string(&answer), "\"room\""));
    ck_assert_str_eq(talker_ask(other, "list"), "= []");
    text_free(&answer);
    talker_close(browser);
    talker_close(other);
}
END_TEST

START_TEST(http_records) {
    struct talker *t = open_wire(0);
    struct text room = {0}, request = {0}, answer = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_good(t, "ply c3 d4");
    text_print(&request, "GET /record/%s HTTP/1.1\nHost: h\n" LAST, text_string(&room));
    http_ask(text_string(&request), &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    ck_has(text_string(&answer), ".pdn\"");
    ck_has(text_string(&answer), "1. C3-D4");
    text_free(&room);
    text_free(&request);
    text_free(&answer);
    talker_close(t);
}
END_TEST

/* Earlier rounds have their own players, start and end, whether the game is in memory or not. */
START_TEST(http_records_of_rounds) {
    struct talker *p[2] = {open_wire(0), open_wire(1)};
    struct text room = {0}, request = {0}, answer = {0};
    ck_good(p[0], "name first");
    ck_good(p[1], "name second");
    person_create(p[0], "create game=draughts side=w", &room, NULL);
    person_join(p[1], &room, NULL);
    static const char *const plies[] = {"ply c3 d4", "ply e3 f4", "ply g3 h4"};
    for (int round = 0; round < 3; round++) {
        ck_good(p[round & 1], plies[round]);
        if (round < 2) {
            ck_good(p[0], "resign");
            ck_good(p[0], "rematch");
            ck_good(p[1], "rematch");
        }
    }
    static const struct {
        const char *round, *parts[4];
    } rounds[] = {
        {"/0", {"HTTP/1.1 200", "[White \"first\"]", "C3-D4", "0-1"}},
        {"/1", {"HTTP/1.1 200", "[White \"second\"]", "E3-F4", "1-0"}},
        {"/2", {"HTTP/1.1 200", "[White \"first\"]", "G3-H4", "*"}},
        {"", {"HTTP/1.1 200", "[White \"first\"]", "G3-H4", "*"}},
        {"/3", {"HTTP/1.1 404", "", "", ""}},
        {"/-1", {"HTTP/1.1 404", "", "", ""}},
        {"/", {"HTTP/1.1 404", "", "", ""}},
        {"/0/", {"HTTP/1.1 404", "", "", ""}},
        {"/first", {"HTTP/1.1 404", "", "", ""}},
        {"/99999999999999999999", {"HTTP/1.1 404", "", "", ""}},
    };
    for (int restarted = 0; restarted < 2; restarted++) {
        for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
            text_clear(&request);
            text_clear(&answer);
            text_print(&request, "GET /record/%s%s HTTP/1.1\nHost: h\n" LAST, text_string(&room),
                       rounds[i].round);
            http_ask(text_string(&request), &answer);
            for (int part = 0; part < 4; part++)
                ck_has(text_string(&answer), rounds[i].parts[part]);
        }
        if (restarted == 0) {
            served_stop(&served, false);
            fixture_start("");
        }
    }
    text_free(&request);
    text_free(&answer);
    close_two(p, &room);
}
END_TEST

START_TEST(http_record_of_another_start) {
    static const char *const orders[] = {"setup test", "ply d2 e3",     "resign",
                                         "rematch",    "setup default", "ply c3 d4"};
    struct talker *t = open_wire(0);
    struct text room = {0}, request = {0}, answer = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        ck_good(t, orders[i]);
    text_print(&request, "GET /record/%s/0 HTTP/1.1\nHost: h\n" LAST, text_string(&room));
    http_ask(text_string(&request), &answer);
    ck_has(text_string(&answer), "[FEN \"");
    ck_has(text_string(&answer), "D2-E3");
    text_free(&room);
    text_free(&request);
    text_free(&answer);
    talker_close(t);
}
END_TEST

/* Reading the record of a game that was put away does not bring it back, in the place of
 * another. */
START_TEST(http_record_of_the_past) {
    fixture_start("rooms = 1\n");
    struct text past = {0}, room = {0}, request = {0}, answer = {0};
    struct talker *t = open_wire(0);
    person_create(t, "create game=draughts side=both", &past, NULL);
    ck_good(t, "ply c3 d4");
    ck_good(t, "leave");
    person_create(t, "create side=both", &room, NULL);
    ck_good(t, "leave");
    text_print(&request, "GET /record/%s HTTP/1.1\nHost: h\n" LAST, text_string(&past));
    http_ask(text_string(&request), &answer);
    ck_has(text_string(&answer), "1. C3-D4");
    const char *list = talker_ask(t, "list");
    ck_has(list, text_string(&room));
    ck_assert_ptr_null(strstr(list, text_string(&past)));
    text_free(&past);
    text_free(&room);
    text_free(&request);
    text_free(&answer);
    talker_close(t);
}
END_TEST

/* Records count as lines do: ten at once, and one more every second. */
START_TEST(http_records_without_end) {
    fixture_start("address_rate = 1\n");
    struct text answer = {0};
    int good = 0;
    double began = monotonic_now();
    for (bool refused = false; !refused;) {
        text_clear(&answer);
        http_ask("GET /record/abcdefghi HTTP/1.1\nHost: h\n" LAST, &answer);
        refused = strncmp(text_string(&answer), "HTTP/1.1 404", 12) != 0;
        good += !refused;
        ck_assert_double_le(good, 10 + (monotonic_now() - began));
    }
    ck_starts(text_string(&answer), "HTTP/1.1 429");
    ck_has(text_string(&answer), "Retry-After: 1");
    text_clear(&answer);
    http_ask("GET / HTTP/1.1\nHost: h\n" LAST, &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    text_free(&answer);
}
END_TEST

/* A link is no way out of the folder, a pipe no page. */
START_TEST(http_traps) {
    struct text answer = {0};
    char path[100], web[60];
    snprintf(web, sizeof web, "%s/web", fixture_folder);
    ck_assert_int_eq(mkdir(web, 0755), 0);
    snprintf(path, sizeof path, "%s/page.html", web);
    write_text(path, "<p>mine");
    snprintf(path, sizeof path, "%s/passwd.txt", web);
    ck_assert_int_eq(symlink("/etc/passwd", path), 0);
    snprintf(path, sizeof path, "%s/up", web);
    ck_assert_int_eq(symlink("/etc", path), 0);
    snprintf(path, sizeof path, "%s/pipe", web);
    ck_assert_int_eq(mkfifo(path, 0644), 0);
    fixture_configure("");
    served_start(
        &served,
        (const char *const[]){"--database", fixture_database, "--web", web, fixture_config, NULL},
        0, NULL);
    static const char *const names[] = {"passwd.txt", "up/passwd", "pipe", "index.html"};
    for (int i = 0; i < 4; i++) {
        struct text request = {0};
        text_print(&request, "GET /%s HTTP/1.1\nHost: h\n" LAST, names[i]);
        text_clear(&answer);
        http_ask(text_string(&request), &answer);
        ck_starts(text_string(&answer), "HTTP/1.1 404");
        text_free(&request);
    }
    text_clear(&answer);
    http_ask("GET /page.html HTTP/1.1\nHost: h\n" LAST, &answer);
    ck_has(text_string(&answer), "<p>mine");
    text_free(&answer);
}
END_TEST

/* The first frames may come in one packet with the handshake. */
START_TEST(hasty_websocket) {
    static const char frames[] = "\x81\x84\0\0\0\0ping\x81\x84\0\0\0\0quit";
    struct talker *talker = talker_lines(served.http_port);
    struct text bytes = {0};
    text_put(&bytes, "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    text_putn(&bytes, frames, sizeof frames - 1);
    talker_raw(talker, bytes.at, bytes.length);
    text_clear(&bytes);
    talker_rest(talker, &bytes);
    bool answered = false;
    for (size_t i = 0; i + 6 <= bytes.length; i++)
        answered = answered || memcmp(bytes.at + i, "= pong", 6) == 0;
    ck_assert(answered);
    text_free(&bytes);
    talker_close(talker);
}
END_TEST

START_TEST(origins_of_the_configuration) {
    fixture_start("origins = {\"https://play.example\", \"http://other.example\"}\n");
    struct talker *t = talker_websocket(served.http_port, "http://other.example");
    ck_assert_ptr_nonnull(t);
    talker_close(t);
    ck_assert_ptr_null(talker_websocket(served.http_port, "http://elsewhere.example"));
}
END_TEST

/* Files of the page. */

/* The value of a header in an answer, or "". */
static void header_of(const struct text *answer, const char *name, struct text *value) {
    struct text line = {0};
    text_print(&line, "\r\n%s: ", name);
    const char *at = strstr(text_string(answer), text_string(&line));
    text_clear(value);
    if (at != NULL)
        text_putn(value, at + line.length, strcspn(at + line.length, "\r"));
    text_free(&line);
}

static void ask_file(const char *path, const char *headers, struct text *answer) {
    struct text request = {0};
    text_print(&request, "GET %s HTTP/1.1\nHost: h\n%s" LAST, path, headers);
    text_clear(answer);
    http_ask(text_string(&request), answer);
    text_free(&request);
}

/* What a browser has it need not fetch again; compressed it is something else. */
START_TEST(http_tags) {
    struct text answer = {0}, tag = {0}, other = {0}, headers = {0};
    ask_file("/app.js", "", &answer);
    header_of(&answer, "ETag", &tag);
    ck_assert_uint_gt(tag.length, 10);
    ck_has(text_string(&answer), "\r\nCache-Control: no-cache\r\n");
    ck_has(text_string(&answer), "\r\nVary: Accept-Encoding\r\n");
    ck_assert_ptr_null(strstr(text_string(&answer), "Content-Encoding"));
    text_print(&headers, "If-None-Match: \"none\", W/%s\n", text_string(&tag));
    ask_file("/app.js", text_string(&headers), &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 304");
    ck_has(text_string(&answer), text_string(&tag));
    ask_file("/net.js", text_string(&headers), &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    text_put(&headers, "Accept-Encoding: br, gzip\n");
    ask_file("/app.js", text_string(&headers), &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    ck_has(text_string(&answer), "\r\nContent-Encoding: gzip\r\n");
    ck_has(text_string(&answer), "\r\nContent-Type: text/javascript");
    ck_has(text_string(&answer), "\r\n\r\n\x1f\x8b");
    header_of(&answer, "ETag", &other);
    ck_assert_str_ne(text_string(&tag), text_string(&other));
    text_free(&answer);
    text_free(&tag);
    text_free(&other);
    text_free(&headers);
}
END_TEST

/* The page names its files by a version: those stay as they are, the page itself may change. */
START_TEST(http_versions) {
    struct text answer = {0}, version = {0}, path = {0};
    ask_file("/", "", &answer);
    const char *at = strstr(text_string(&answer), "src=\"v-");
    ck_assert_ptr_nonnull(at);
    text_putn(&version, at + 5, strcspn(at + 5, "/"));
    ck_has(text_string(&answer), "\r\nCache-Control: no-cache\r\n");
    text_print(&path, "/%s/app.js", text_string(&version));
    ask_file(text_string(&path), "", &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    ck_has(text_string(&answer), "\r\nCache-Control: max-age=31536000, immutable\r\n");
    text_clear(&path);
    text_print(&path, "/%s/games/go.js", text_string(&version));
    ask_file(text_string(&path), "", &answer);
    ck_has(text_string(&answer), "immutable");
    /* Another version than this one has gone: whoever still asks for it gets the present file. */
    static const char *const others[] = {"/v-0123456789abcdef/app.js", "/v-/app.js", "/v-0/app.js"};
    for (int i = 0; i < 3; i++) {
        ask_file(others[i], "", &answer);
        ck_starts(text_string(&answer), "HTTP/1.1 200");
        ck_has(text_string(&answer), "\r\nCache-Control: no-cache\r\n");
    }
    ask_file("/v-0/v-0/app.js", "", &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 404");
    ask_file("/v-0/../VERSION", "", &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 404");
    text_free(&answer);
    text_free(&version);
    text_free(&path);
}
END_TEST

/* A file that somebody has changed is served, not what was compressed before. */
START_TEST(http_stale_compression) {
    struct text answer = {0}, before = {0}, after = {0};
    char command[400], web[60];
    snprintf(web, sizeof web, "%s/web", fixture_folder);
    snprintf(command, sizeof command,
             "mkdir %s && echo one >%s/a.txt && touch -d @1000000000 %s/a.txt && gzip -k %s/a.txt",
             web, web, web, web);
    ck_assert_int_eq(system(command), 0);
    fixture_configure("");
    served_start(
        &served,
        (const char *const[]){"--database", fixture_database, "--web", web, fixture_config, NULL},
        0, NULL);
    ask_file("/a.txt", "Accept-Encoding: gzip\n", &answer);
    ck_has(text_string(&answer), "Content-Encoding: gzip");
    header_of(&answer, "ETag", &before);
    snprintf(command, sizeof command, "echo two >%s/a.txt", web);
    ck_assert_int_eq(system(command), 0);
    ask_file("/a.txt", "Accept-Encoding: gzip\n", &answer);
    ck_has(text_string(&answer), "\r\n\r\ntwo\n");
    header_of(&answer, "ETag", &after);
    ck_assert_str_ne(text_string(&before), text_string(&after));
    text_free(&answer);
    text_free(&before);
    text_free(&after);
}
END_TEST

START_TEST(http_frames) {
    fixture_start("frame_ancestors = {\"https://moodle.example\", \"http://10.0.0.1:8000\"}\n");
    struct text answer = {0};
    ask_file("/", "", &answer);
    ck_has(text_string(&answer),
           "; frame-ancestors https://moodle.example http://10.0.0.1:8000\r\n");
    ck_assert_ptr_null(strstr(text_string(&answer), "X-Frame-Options"));
    text_free(&answer);
}
END_TEST

START_TEST(encodings_and_tags) {
    static const char *const gzip[] = {"gzip", "br, GZIP", "deflate,gzip;q=0.5", "*", "gzip ; q=1"};
    static const char *const plain[] = {"", "br", "gzip;q=0", "xgzip", "gzip;q=0.0, br", "*;q=0"};
    for (size_t i = 0; i < sizeof gzip / sizeof *gzip; i++)
        ck_assert_msg(static_file_takes_gzip(gzip[i]), "%s", gzip[i]);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        ck_assert_msg(!static_file_takes_gzip(plain[i]), "%s", plain[i]);
    ck_assert(!static_file_takes_gzip(NULL));
    static const char *const known[] = {"\"a\"", "\"b\",\"a\"", "W/\"a\"", "*", " \"a\" "};
    static const char *const unknown[] = {"", "a", "\"A\"", "\"a", "\"ab\"", "W/", "W/a"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_msg(static_file_matches(known[i], "\"a\""), "%s", known[i]);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        ck_assert_msg(!static_file_matches(unknown[i], "\"a\""), "%s", unknown[i]);
    ck_assert(!static_file_matches(NULL, "\"a\""));
}
END_TEST

/* Limits. */

/* libmicrohttpd stops listening at its limit, which is that of clients and 64 more. When all have
 * left it listens again, though nobody is there who could wake it. */
START_TEST(http_after_a_crowd) {
    enum { MOST = 1 + 64, MORE = 4 };
    static const char request[] = "GET /app.js HTTP/1.1\r\nHost: h\r\n\r\n";
    struct talker *crowd[MOST + MORE], *last;
    fixture_start("clients = 1\n");
    for (int i = 0; i < MOST; i++) {
        crowd[i] = talker_lines(served.http_port);
        talker_raw(crowd[i], request, strlen(request));
        ck_assert_ptr_nonnull(talker_next(crowd[i], 10)); /* up to the first empty line */
    }
    for (int i = MOST; i < MOST + MORE; i++)
        crowd[i] = talker_lines(served.http_port);
    struct talker *other = open_wire(0);
    for (int i = 0; i < 20; i++) /* rounds of the loop, until it has done all it can for them */
        ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    kill(served.pid, SIGSTOP); /* so that they leave all at once */
    for (int i = 0; i < MOST + MORE; i++)
        talker_close(crowd[i]);
    kill(served.pid, SIGCONT);
    last = talker_lines(served.http_port);
    talker_raw(last, request, strlen(request));
    ck_assert_ptr_nonnull(talker_next(last, 10));
    talker_close(last);
    talker_close(other);
}
END_TEST

/* A head that comes byte by byte has as long as any other. */
START_TEST(http_slow_head) {
    struct talker *talker = talker_lines(served.http_port);
    bool closed = false;
    talker_raw(talker, "GET / HTTP/1.1\r\nHost: h\r\nX: ", 29);
    for (int i = 0; i < 60 && !closed; i++) {
        talker_raw(talker, "x", 1);
        closed = talker_is_closed(talker, 1);
    }
    ck_assert(closed);
    talker_close(talker);
}
END_TEST

/* Cookies of a school's sign-on are long; a head without end is not taken. */
START_TEST(http_long_heads) {
    static const struct {
        int bytes;
        const char *status;
    } heads[] = {{4096, "200"}, {8192, "200"}, {32000, "200"}, {200000, "431"}};
    struct text request = {0}, answer = {0}, status = {0};
    text_put(&request, "GET /style.css HTTP/1.1\nHost: h\n");
    for (int i = 0; (int)request.length < heads[_i].bytes; i++)
        text_print(&request, "Cookie: session%d=%0900d\n", i, i);
    text_put(&request, LAST);
    http_ask(text_string(&request), &answer);
    text_print(&status, "HTTP/1.1 %s", heads[_i].status);
    ck_starts(text_string(&answer), text_string(&status));
    text_free(&request);
    text_free(&answer);
    text_free(&status);
}
END_TEST

/* The pure parts. */

START_TEST(paths) {
    static const char *const good[][2] = {
        {"/", "index.html"}, {"/app.js", "app.js"}, {"/boards/go.js", "boards/go.js"}};
    static const char *const bad[] = {"",        "app.js",   "/..",        "/../etc/passwd",
                                      "/a/../b", "/.hidden", "/a/.hidden", "//etc/passwd",
                                      "/a//b",   "/a/",      "/a b",       "/a%2e",
                                      "/a\\b",   "/\xff",    "/a:b",       "/boards/"};
    struct text name = {0};
    for (size_t i = 0; i < 3; i++) {
        ck_assert(static_file_path(good[i][0], &name));
        ck_assert_str_eq(text_string(&name), good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!static_file_path(bad[i], &name), "%s", bad[i]);
    text_free(&name);
    ck_assert_str_eq(static_file_type("a/b.css"), "text/css; charset=utf-8");
    ck_assert_str_eq(static_file_type("b.unknown"), "application/octet-stream");
}
END_TEST

START_TEST(origins) {
    char *const allowed[] = {(char *)"https://play.example", NULL};
    ck_assert(http_origin(NULL, "host", allowed, 1));
    ck_assert(http_origin("http://127.0.0.1:8080", "127.0.0.1:8080", allowed, 1));
    ck_assert(http_origin("https://Host:1", "host:1", allowed, 1));
    ck_assert(http_origin("https://play.example", "inside:8080", allowed, 1));
    ck_assert(!http_origin("https://play.example.evil", "inside:8080", allowed, 1));
    ck_assert(!http_origin("http://evil", "127.0.0.1:8080", allowed, 1));
    ck_assert(!http_origin("null", "127.0.0.1", allowed, 1));
    ck_assert(!http_origin("", "", allowed, 1));
    ck_assert(!http_origin("ftp://127.0.0.1", "127.0.0.1", allowed, 1));
    ck_assert(!http_origin("http://evil", NULL, allowed, 1));
    static const char *const here[] = {"localhost",      "LOCALHOST:8080", "127.0.0.1:8080",
                                       "10.0.0.1",       "[::1]:8080",     "localhost.:8080",
                                       "Play.localhost", "mybox:8080",     "MyBox."};
    static const char *const there[] = {"evil.example:8080",
                                        "localhost.evil",
                                        "127.0.0.1.evil",
                                        "127.0.0.evil:1",
                                        "7f000001",
                                        ":8080",
                                        "",
                                        ".",
                                        ".:8080",
                                        "localhostx",
                                        "xlocalhost",
                                        "mybox.evil"};
    for (size_t i = 0; i < sizeof here / sizeof *here; i++)
        ck_assert_msg(http_local(here[i], "mybox"), "%s", here[i]);
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        ck_assert_msg(!http_local(there[i], "mybox"), "%s", there[i]);
}
END_TEST

START_TEST(handshake_and_json) {
    char accept[WEBSOCKET_ACCEPT];
    websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", accept); /* the example of RFC 6455 */
    ck_assert_str_eq(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    struct text json = {0};
    json_quoted(&json, "a\"b\\c\n\x01ł\xff\xc0\xaf\xed\xa0\x80");
    ck_assert_str_eq(text_string(&json), "\"a\\\"b\\\\c\\u000a\\u0001ł\xEF\xBF\xBD\xEF\xBF\xBD"
                                         "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    text_free(&json);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("http");
    fixture_add_loop(suite, fixture_setup_started, http_requests, 0, COUNT(requests));
    fixture_add_loop(suite, fixture_setup, pages_under_own_names, 0, COUNT(own_names));
    fixture_add(suite, fixture_setup_started, http_to_the_lines);
    fixture_add(suite, fixture_setup_started, http_records);
    fixture_add(suite, fixture_setup_started, http_records_of_rounds);
    fixture_add(suite, fixture_setup_started, http_record_of_another_start);
    fixture_add(suite, fixture_setup, http_record_of_the_past);
    fixture_add(suite, fixture_setup, http_records_without_end);
    fixture_add(suite, fixture_setup, http_traps);
    fixture_add(suite, fixture_setup_started, hasty_websocket);
    fixture_add(suite, fixture_setup, origins_of_the_configuration);
    fixture_add(suite, fixture_setup_started, http_tags);
    fixture_add(suite, fixture_setup_started, http_versions);
    fixture_add(suite, fixture_setup, http_stale_compression);
    fixture_add(suite, fixture_setup, http_frames);
    suite_add(suite, encodings_and_tags);
    fixture_add(suite, fixture_setup, http_after_a_crowd);
    fixture_add(suite, fixture_setup_started, http_slow_head);
    fixture_add_loop(suite, fixture_setup_started, http_long_heads, 0, 4);
    suite_add(suite, paths);
    suite_add(suite, origins);
    suite_add(suite, handshake_and_json);
    return fixture_run(suite);
}
