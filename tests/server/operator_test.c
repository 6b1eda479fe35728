/* What an operator has: status, metrics, a password, bans, no chat, and an end that ends no game.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../server/password.h"
#include "../support/suite.h"
#include "fixture.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

/* The answer to a request with further header lines, each ending in \r\n. */
static void ask(const char *path, const char *headers, struct text *answer) {
    struct talker *talker = talker_lines(served.http_port);
    struct text request = {0};
    text_print(&request, "GET %s HTTP/1.1\r\nHost: h\r\n%sConnection: close\r\n\r\n", path,
               headers);
    talker_raw(talker, request.at, request.length);
    text_clear(answer);
    talker_rest(talker, answer);
    talker_close(talker);
    text_free(&request);
}

static void ck_answer(const char *path, const char *headers, const char *start, const char *part) {
    struct text answer = {0};
    ask(path, headers, &answer);
    ck_starts(text_string(&answer), start);
    ck_has(text_string(&answer), part);
    text_free(&answer);
}

/* Status and metrics. */

START_TEST(figures) {
    struct talker *t = open_wire(0);
    struct text room = {0}, answer = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_good(t, "ply c3 d4");
    ck_good(t, "ply b6 a5");
    static const char *const parts[] = {
        "\nternion_connections 1\n",   "\nternion_games 1\n",
        "\nternion_games_total 1\n",   "\nternion_plies_total 2\n",
        "\nternion_engines 0\n",       "\nternion_order_seconds_count 3\n",
        "_bucket{le=\"+Inf\"} 3\n",    "\n# TYPE ternion_wal_bytes gauge\n",
        "\nternion_backlog_bytes 0\n", "\nternion_store_failing 0\n",
    };
    ask("/metrics", "", &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    ck_has(text_string(&answer), "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
    for (int i = 0; i < COUNT(parts); i++)
        ck_has(text_string(&answer), parts[i]);
    ck_answer("/status", "", "HTTP/1.1 200", "\nconnections  1 of 10000");
    ck_answer("/status", "", "HTTP/1.1 200", "\n127.0.0.1 (1, 1, 0)\n");
    text_free(&room);
    text_free(&answer);
    talker_close(t);
}
END_TEST

static const struct {
    const char *settings, *headers, *start;
} watchers[] = {
    {"", "", "HTTP/1.1 200"},
    /* a proxy on this machine that the server was not told of */
    {"", "X-Forwarded-For: 192.0.2.1\r\n", "HTTP/1.1 403"},
    {"", "X-Forwarded-For: 127.0.0.1\r\n", "HTTP/1.1 403"},
    {"proxies = {\"127.0.0.1\"}\n", "X-Forwarded-For: 192.0.2.1\r\n", "HTTP/1.1 403"},
    {"proxies = {\"127.0.0.1\"}\n", "X-Forwarded-For: ::1\r\n", "HTTP/1.1 200"},
    {"proxies = {\"127.0.0.1\"}\n", "X-Forwarded-For: nonsense\r\n", "HTTP/1.1 403"},
    {"proxies = {\"127.0.0.1\"}\n", "", "HTTP/1.1 403"},
    {"proxies = {\"127.0.0.1\"}\nstatus_from = {\"192.0.2.0/24\"}\n",
     "X-Forwarded-For: 192.0.2.1\r\n", "HTTP/1.1 200"},
    {"status_from = {\"192.0.2.0/24\"}\n", "", "HTTP/1.1 403"},
};

START_TEST(who_may_watch) {
    fixture_start(watchers[_i].settings);
    ck_answer("/status", watchers[_i].headers, watchers[_i].start, "");
    ck_answer("/metrics", watchers[_i].headers, watchers[_i].start, "");
}
END_TEST

/* The password. */

#define PASSWORD "password = \"open sesame # 1\"\n"
#define BASIC    "Authorization: Basic YW55OjEyb3BlbiBzZXNhbWU=\r\n"     /* any:12open sesame */
#define RIGHT    "Authorization: Basic YW55Om9wZW4gc2VzYW1lICMgMQ==\r\n" /* any:open sesame # 1 */

START_TEST(password_of_the_page) {
    fixture_start(PASSWORD);
    static const char *const paths[] = {"/", "/app.js", "/ws", "/record/abcdefghi"};
    for (int i = 0; i < COUNT(paths); i++) {
        ck_answer(paths[i], "", "HTTP/1.1 401", "WWW-Authenticate: Basic realm=");
        ck_answer(paths[i], BASIC, "HTTP/1.1 401", "wants a password");
    }
    ck_answer("/app.js", RIGHT, "HTTP/1.1 200", "text/javascript");
    struct text answer = {0}, headers = {0};
    ask("/", RIGHT, &answer);
    const char *cookie = strstr(text_string(&answer), "Set-Cookie: ternion=");
    ck_assert_ptr_nonnull(cookie);
    ck_has(cookie, "; HttpOnly; SameSite=Strict\r\n");
    text_put(&headers, "Cookie: other=1; ");
    text_putn(&headers, cookie + 12, strcspn(cookie + 12, ";"));
    text_put(&headers, "\r\n");
    ck_answer("/ws", text_string(&headers), "HTTP/1.1 426", "WebSocket is spoken here");
    ck_answer("/ws", "Cookie: ternion=0; ternion\r\n", "HTTP/1.1 401", "");
    ck_assert_ptr_null(talker_websocket(served.http_port, NULL));
    text_free(&answer);
    text_free(&headers);
}
END_TEST

START_TEST(password_of_the_lines) {
    fixture_start(PASSWORD);
    struct talker *t = talker_lines(served.line_port);
    ck_event_has(t, "hello", "\"password\":true");
    ck_assert_str_eq(talker_ask(t, "3 list"), "?3 password needed: say 'password TEXT' first\n"
                                              "code server.password []");
    ck_starts(talker_ask(t, "password open sesame"), "? wrong password");
    ck_starts(talker_ask(t, "create side=both"), "? password needed");
    ck_assert_str_eq(talker_ask(t, "4 password  open sesame # 1\r"), "=4");
    ck_assert_str_eq(talker_ask(t, "list"), "= []");
    struct talker *guesser = talker_lines(served.line_port);
    for (int i = 0; i < 5; i++)
        ck_starts(talker_ask(guesser, "password 12345678"), "? wrong password");
    ck_event_has(guesser, "bye", "too many wrong passwords");
    talker_close(guesser);
    talker_close(t);
}
END_TEST

/* Nobody tries a dictionary; others are not kept out by that. */
START_TEST(password_guesses) {
    fixture_start(PASSWORD "proxies = {\"127.0.0.1\"}\n");
    struct text answer = {0};
    for (int i = 0; i < 200 && strstr(text_string(&answer), "429") == NULL; i++)
        ask("/", BASIC "X-Forwarded-For: 192.0.2.1\r\n", &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 429");
    ck_answer("/", RIGHT "X-Forwarded-For: 192.0.2.2\r\n", "HTTP/1.1 200", "");
    text_free(&answer);
}
END_TEST

START_TEST(password_headers) {
    static const char *const bad[] = {"",           "Basic",         "Basic ",
                                      "Basic !!!!", "Bearer YTpi",   "Basic YTpj",
                                      "Basic YWI=", "Basic YTpiAA=="};
    ck_assert(password_in_basic("b", "basic  YTpi"));
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_msg(!password_in_basic("b", bad[i]), "%s", bad[i]);
    ck_assert(!password_in_basic("b", NULL));
    ck_assert(!password_in_cookies("b", NULL));
    ck_assert(!password_in_cookies("b", "ternion=; ternion=b;;"));
    ck_assert(password_is("b", "b") && !password_is("b", "") && !password_is("b", "bb"));
}
END_TEST

/* Bans. */

START_TEST(bans) {
    char file[100], setting[140];
    struct text answer = {0};
    snprintf(file, sizeof file, "%s/bans", fixture_folder);
    snprintf(setting, sizeof setting, "bans = \"%s\"\n", file);
    write_text(file, "# nobody yet\n\n");
    fixture_start(setting);
    struct talker *near = open_wire(0), *far = talker_lines_from(served.line_port, 1);
    talker_event(far, "hello");
    write_text(file, "127.0.0.2/32   # too loud\n192.0.2.0/24\n");
    kill(served.pid, SIGHUP);
    ck_event_has(far, "bye", "your address is banned");
    ck_assert(talker_is_closed(far, 10));
    talker_close(far);
    far = talker_lines_from(served.line_port, 1);
    ck_event_has(far, "bye", "your address is banned");
    talker_close(far);
    ck_assert_str_eq(talker_ask(near, "ping"), "= pong");
    /* A file with a mistake changes nothing. */
    write_text(file, "127.0.0.1\nsomebody\n");
    kill(served.pid, SIGHUP);
    ck_assert_str_eq(talker_ask(near, "ping"), "= pong");
    far = talker_lines_from(served.line_port, 1);
    ck_event_has(far, "bye", "your address is banned");
    talker_close(far);
    write_text(file, "127.0.0.1\n");
    kill(served.pid, SIGHUP);
    ck_event_has(near, "bye", "your address is banned");
    ck_answer("/", "", "HTTP/1.1 403", "Your address is banned.");
    text_free(&answer);
    talker_close(near);
}
END_TEST

START_TEST(bans_refused) {
    static const char *const bad[][2] = {{"127.0.0.1\nsomebody\n", "bans:2: that is no address"},
                                         {"127.0.0.1/33\n", "bans:1: that is no address"},
                                         {"127.0.0.1 bad\n", "bans:1: that is no address"},
                                         {NULL, "bans: No such file"}};
    char file[100], setting[140];
    struct text said = {0};
    snprintf(file, sizeof file, "%s/bans", fixture_folder);
    snprintf(setting, sizeof setting, "bans = \"%s\"\n", file);
    if (bad[_i][0] != NULL)
        write_text(file, bad[_i][0]);
    fixture_configure(setting);
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), bad[_i][1]);
    text_free(&said);
}
END_TEST

/* Chat. */

START_TEST(no_chat) {
    fixture_start("chat = false\n");
    struct talker *t = talker_lines(served.line_port);
    struct text room = {0};
    ck_event_has(t, "hello", "\"chat\":false");
    person_create(t, "create side=both", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "chat hello"),
                     "? cannot say: there is no chat on this server\ncode room.no-chat []");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* The end. */

/* Everybody is told, by a close frame of 1001 over WebSocket; nobody loses a game by it, though the
 * bot is in thought and its process dies of the same signal; nobody is let in any more. */
START_TEST(graceful_stop) {
    struct talker *people[2];
    struct text room = {0}, token = {0}, rest = {0}, order = {0};
    int status;
    for (int i = 0; i < 2; i++)
        people[i] = open_wire(i);
    person_create(people[0], "create game=go size=9 side=b bot=ternion level=hard time=600", &room,
                  &token);
    text_print(&order, "watch %s", text_string(&room));
    talker_ask(people[1], text_string(&order));
    ck_good(people[0], "ply e5");
    kill(served.pid, SIGTERM);
    ck_event_has(people[0], "bye", "the server is going down");
    ck_assert(talker_is_closed(people[0], 10));
    talker_rest(people[1], &rest);
    bool told = false;
    for (size_t i = 0; i + 4 <= rest.length; i++)
        told = told || memcmp(rest.at + i, "\x88\x02\x03\xe9", 4) == 0;
    ck_assert(told);
    ck_assert_int_eq(waitpid(served.pid, &status, 0), served.pid);
    served.pid = -1;
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < 2; i++)
        talker_close(people[i]);
    fixture_start("");
    struct talker *again = open_wire(0);
    text_clear(&order);
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(again, text_string(&order)), "= ");
    ck_state(again, "\"result\":\"*\"");
    ck_comes(again, "state", "[\"w\",");
    talker_close(again);
    text_free(&room);
    text_free(&token);
    text_free(&rest);
    text_free(&order);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("operator");
    fixture_add(suite, fixture_setup_started, figures);
    fixture_add_loop(suite, fixture_setup, who_may_watch, 0, COUNT(watchers));
    fixture_add(suite, fixture_setup, password_of_the_page);
    fixture_add(suite, fixture_setup, password_of_the_lines);
    fixture_add(suite, fixture_setup, password_guesses);
    suite_add(suite, password_headers);
    fixture_add(suite, fixture_setup, bans);
    fixture_add_loop(suite, fixture_setup, bans_refused, 0, 4);
    fixture_add(suite, fixture_setup, no_chat);
    fixture_add(suite, fixture_setup_started, graceful_stop);
    return suite_run(suite);
}
