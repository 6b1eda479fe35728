/* Connections that misbehave, and a server that has no descriptors, processes or places left. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/suite.h"
#include "fixture.h"

/* Bad company. */

START_TEST(long_lines) {
    struct talker *t = open_wire(0);
    char *line = malloc(100001);
    memset(line, 'a', 100000);
    line[100000] = '\0';
    ck_starts(talker_ask(t, line), "? syntax error: the line is too long");
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    talker_close(t);
    t = open_wire(1);
    talker_say(t, line);
    ck_assert(talker_is_closed(t, 10));
    talker_close(t);
    free(line);
}
END_TEST

START_TEST(floods) {
    struct talker *t = open_wire(_i), *other = open_wire(0);
    for (int i = 0; i < 150; i++)
        talker_say(t, "17 ping");
    bool warned = false;
    const char *message;
    for (int i = 0; i < 150 && (message = talker_next(t, 5)) != NULL; i++)
        warned = warned || strncmp(message, "?17 too fast", 12) == 0;
    ck_assert(warned);
    for (int i = 0; i < 400; i++)
        talker_say(t, "ping");
    ck_assert(talker_is_closed(t, 10));
    ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    talker_close(t);
    talker_close(other);
}
END_TEST

START_TEST(half_closed) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=both", &room, NULL);
    talker_say(t, "5 ping");
    talker_say(t, "6 hint");
    talker_finish(t);
    ck_assert_str_eq(talker_reply(t), "=5 pong");
    ck_starts(talker_reply(t), "=6 ");
    ck_assert(talker_is_closed(t, 10));
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(last_line_without_newline) {
    struct talker *t = open_wire(0);
    talker_raw(t, "7 ping", 6);
    talker_finish(t);
    ck_assert_str_eq(talker_reply(t), "=7 pong");
    talker_close(t);
}
END_TEST

START_TEST(garbage) {
    static const char bytes[] = "\0\1\2\377\376\r\n\n\n# remark\n\t 3\tping\r\n";
    struct talker *t = open_wire(0);
    talker_raw(t, bytes, sizeof bytes - 1);
    const char *reply = talker_reply(t);
    if (*reply == '?') /* the first line may have had a word in it */
        reply = talker_reply(t);
    ck_assert_str_eq(reply, "=3 pong");
    talker_close(t);
}
END_TEST

START_TEST(frames) {
    struct talker *t = open_wire(1);
    talker_frame(t, 1, false, true, "4 pi", 4);
    talker_frame(t, 9, true, true, "x", 1); /* a ping in between */
    talker_frame(t, 0, true, true, "ng", 2);
    ck_assert_str_eq(talker_reply(t), "=4 pong");
    talker_say(t, "1 ping\n2 ping");
    ck_assert_str_eq(talker_reply(t), "=1 pong");
    ck_assert_str_eq(talker_reply(t), "=2 pong");
    talker_frame(t, 2, true, true, "binary", 6);
    ck_event_has(t, "bye", "text messages only");
    ck_assert(talker_is_closed(t, 5));
    talker_close(t);
    t = open_wire(1);
    talker_frame(t, 1, true, false, "ping", 4); /* clients must mask */
    ck_assert(talker_is_closed(t, 5));
    talker_close(t);
    t = open_wire(1);
    talker_frame(t, 1, true, true, "\xff\xfe", 2); /* no UTF-8 */
    ck_assert(talker_is_closed(t, 5));
    talker_close(t);
    t = open_wire(1);
    talker_raw(t, "\xf7\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10);
    ck_assert(talker_is_closed(t, 5));
    talker_close(t);
    t = open_wire(1);
    talker_frame(t, 8, true, true, "\x03\xe8", 2); /* goodbye */
    ck_assert(talker_is_closed(t, 5));
    talker_close(t);
}
END_TEST

START_TEST(foreign_pages) {
    char own[60];
    snprintf(own, sizeof own, "http://127.0.0.1:%d", served.http_port);
    struct talker *t = talker_websocket(served.http_port, own);
    ck_assert_ptr_nonnull(t);
    talker_close(t);
    ck_assert_ptr_null(talker_websocket(served.http_port, "http://elsewhere.example"));
    ck_assert_ptr_null(talker_websocket(served.http_port, "null"));
}
END_TEST

START_TEST(crowds) {
    fixture_start("clients_per_address = 3\n");
    struct talker *t[3];
    for (int i = 0; i < 3; i++)
        t[i] = open_wire(i % 2);
    struct talker *late = talker_lines(served.line_port);
    ck_event_has(late, "bye", "too many connections");
    ck_assert(talker_is_closed(late, 5));
    talker_close(late);
    talker_close(t[0]);
    while ((late = talker_lines(served.line_port)) != NULL) {
        const char *first = talker_next(late, 5);
        bool in = first != NULL && strstr(first, "hello") != NULL;
        talker_close(late);
        if (in)
            break;
        usleep(20000);
    }
    talker_close(t[1]);
    talker_close(t[2]);
}
END_TEST

START_TEST(too_many_games) {
    fixture_start("rooms_per_client = 2\n");
    struct talker *t = open_wire(0);
    ck_starts(talker_ask(t, "create"), "= {");
    ck_starts(talker_ask(t, "create"), "= {");
    ck_starts(talker_ask(t, "create"), "? too many games");
    talker_close(t);
}
END_TEST

/* However many games somebody leaves behind, those that wait for somebody, or have people, are
 * seen. */
START_TEST(left_behind) {
    fixture_start("burst = 1000\n");
    struct talker *waits = open_wire(0), *p[2], *t = open_wire(0);
    struct text waiting = {0}, played = {0};
    person_create(waits, "create game=draughts side=w", &waiting, NULL);
    two_people(p, "create game=draughts side=w", &played);
    for (int i = 0; i < 101; i++)
        ck_starts(talker_ask(t, "create game=draughts side=both"), "= {");
    talker_close(t);
    t = open_wire(0);
    const char *list = talker_ask(t, "list"), *first = strstr(list, text_string(&waiting)),
               *second = strstr(list, text_string(&played));
    int count = 0;
    for (const char *at = list; (at = strstr(at, "{\"room\":")) != NULL; at++)
        count++;
    ck_assert_int_eq(count, 100);
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_nonnull(second);
    ck_assert(first < second);
    text_free(&waiting);
    talker_close(waits);
    talker_close(t);
    close_two(p, &played);
}
END_TEST

/* A client that asks and never reads is cut off; nobody else notices. */
START_TEST(slow_readers) {
    fixture_start("backlog = 65536\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n");
    struct talker *deaf = open_wire(_i), *other = open_wire(0);
    for (int i = 0; i < 6000; i++)
        talker_say(deaf, "help");
    ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    int answers = 0;
    const char *message;
    while ((message = talker_next(deaf, 5)) != NULL)
        answers++;
    ck_assert_int_lt(answers, 6000);
    ck_assert(talker_is_closed(deaf, 5));
    talker_close(deaf);
    talker_close(other);
}
END_TEST

START_TEST(silent_people) {
    fixture_start("idle = 2.5\nping = 1\n");
    struct talker *t = open_wire(_i);
    if (_i == 0) {
        ck_assert_str_eq(talker_event(t, "ping"), " {}");
        ck_event_has(t, "bye", "nothing was heard");
        ck_assert(talker_is_closed(t, 10));
    } else { /* answers to pings count as words; talker_next answers them */
        ck_assert_ptr_null(talker_next(t, 5));
        ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    }
    talker_close(t);
}
END_TEST

/* Descriptors. */

/* No new descriptor may have this number or a higher one. The search for leaks at the end needs
 * some: a test gives them back. */
static void descriptor_limit(int count) {
    struct rlimit limit;
    ck_assert_int_eq(prlimit(served.pid, RLIMIT_NOFILE, NULL, &limit), 0);
    limit.rlim_cur = (rlim_t)count;
    ck_assert_int_eq(prlimit(served.pid, RLIMIT_NOFILE, &limit, NULL), 0);
}

/* Processor time of the server so far, in ticks of the kernel's clock. */
static long server_ticks(void) {
    char path[40], line[1024] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)served.pid);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    long user = 0, system = 0;
    ck_assert_int_eq(sscanf(strrchr(line, ')') + 1,
                            " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system),
                     2);
    return user + system;
}

/* A client that comes when no descriptor is left waits for one; the server neither spins nor
 * stumbles. */
START_TEST(no_descriptors) {
    struct talker *in = open_wire(0), *waiting[4];
    descriptor_limit(3);
    for (int i = 0; i < 4; i++)
        waiting[i] = talker_lines(served.line_port);
    ck_assert_str_eq(talker_ask(in, "ping"), "= pong");
    long before = server_ticks();
    ck_assert_ptr_null(talker_next(waiting[0], 2.5));
    ck_assert_int_lt(server_ticks() - before, sysconf(_SC_CLK_TCK) / 4);
    descriptor_limit(1000);
    for (int i = 0; i < 4; i++) {
        talker_event(waiting[i], "hello");
        talker_close(waiting[i]);
    }
    talker_close(in);
}
END_TEST

/* Bots of several games that the system has no processes for wait, and play when it has. */
START_TEST(no_processes) {
    struct talker *in[3];
    struct text room = {0};
    for (int i = 0; i < 3; i++)
        in[i] = open_wire(i % 2);
    descriptor_limit(3);
    for (int i = 0; i < 3; i++)
        person_create(in[i], "create game=qttt side=o bot=stub", &room, NULL);
    sleep(2);                /* ticks */
    ck_good(in[1], "reset"); /* it need not wait any more, and waits again */
    descriptor_limit(1000);
    for (int i = 0; i < 3; i++) {
        ck_event_has(in[i], "ply", "\"n\":1");
        talker_close(in[i]);
    }
    text_free(&room);
}
END_TEST

/* ... but not for ever. Advice does not wait at all. */
START_TEST(no_processes_at_all) {
    struct text room = {0};
    fixture_start("bot_retry = 1.5\n");
    struct talker *in = open_wire(0);
    descriptor_limit(3);
    person_create(in, "create game=qttt side=x bot=stub", &room, NULL);
    ck_starts(talker_ask(in, "hint"), "? no engine answers");
    ck_good(in, "ply a1 b1");
    ck_event_has(in, "end", "the bot failed: no pipe for");
    ck_comes(in, "state", "\"result\":\"X+F\"");
    descriptor_limit(1000);
    text_free(&room);
    talker_close(in);
}
END_TEST

/* So does the judge of a stopped game; without a judge nothing is dead. */
START_TEST(no_processes_for_judges) {
    struct talker *p[2];
    struct text room = {0};
    fixture_start(_i == 0 ? "" : "bot_retry = 1.5\n");
    stopped_game(p, &room);
    ck_state(p[0], "\"dead\":[\"A1\"]");
    ck_good(p[0], "resume");
    descriptor_limit(3);
    ck_good(p[1], "ply a2");
    ck_good(p[0], "pass");
    ck_good(p[1], "pass");
    ck_starts(talker_ask(p[0], "accept"), "? not allowed: the judgement is still");
    if (_i == 0) {
        sleep(2); /* ticks */
        descriptor_limit(1000);
    }
    ck_comes(p[0], "state", _i == 0 ? "\"dead\":[\"A1\",\"A2\"]" : "\"dead\":[]");
    descriptor_limit(1000);
    close_two(p, &room);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("connection");
    fixture_add(suite, fixture_setup_started, long_lines);
    fixture_add_loop(suite, fixture_setup_started, floods, 0, 2);
    fixture_add(suite, fixture_setup_started, half_closed);
    fixture_add(suite, fixture_setup_started, last_line_without_newline);
    fixture_add(suite, fixture_setup_started, garbage);
    fixture_add(suite, fixture_setup_started, frames);
    fixture_add(suite, fixture_setup_started, foreign_pages);
    fixture_add(suite, fixture_setup, crowds);
    fixture_add(suite, fixture_setup, too_many_games);
    fixture_add(suite, fixture_setup, left_behind);
    fixture_add_loop(suite, fixture_setup, slow_readers, 0, 2);
    fixture_add_loop(suite, fixture_setup, silent_people, 0, 2);
    fixture_add(suite, fixture_setup_started, no_descriptors);
    fixture_add(suite, fixture_setup_started, no_processes);
    fixture_add(suite, fixture_setup, no_processes_at_all);
    fixture_add_loop(suite, fixture_setup, no_processes_for_judges, 0, 2);
    return fixture_run(suite);
}
