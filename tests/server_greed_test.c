/* One who wants more than a fair share of the server, by whatever the protocol allows: the others do not
 * notice, and memory, descriptors and processes stay within bounds. */
#include <arpa/inet.h>
#include <dirent.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../server/wire_lines.h"
#include "../src/core/player.h"
#include "server_house.h"
#include "suite.h"

static const char unlimited[] =
    "backlog = 67108864\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n";

/* How many sockets the server has. */
static int sockets(void) {
    char path[300], target[20];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)served.pid);
    DIR *folder = opendir(path);
    ck_assert_ptr_nonnull(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        snprintf(path, sizeof path, "/proc/%d/fd/%s", (int)served.pid, entry->d_name);
        count += readlink(path, target, sizeof target) > 7 && strncmp(target, "socket:", 7) == 0;
    }
    closedir(folder);
    return count;
}

static void ck_sockets(int wanted) {
    double until = monotonic_now() + 20;
    while (sockets() > wanted && monotonic_now() < until)
        usleep(100000);
    ck_assert_int_le(sockets(), wanted);
}

/* Frames that are no messages: as many as fit into one go, again and again. */
static void flood(struct talker *talker, char opcode, int rounds) {
    char frames[6 * 1000] = {0};
    for (size_t i = 0; i < sizeof frames; i += 6) {
        frames[i] = (char)(0x80 | opcode);
        frames[i + 1] = (char)0x80;
    }
    while (rounds-- > 0)
        talker_raw(talker, frames, sizeof frames);
}

/* Pings and pongs count as lines do. */
START_TEST(pings_without_end) {
    struct talker *other = open_wire(0), *greedy = open_wire(1);
    flood(greedy, (char)_i, 500);
    double began = monotonic_now();
    ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    ck_assert_double_lt(monotonic_now() - began, 1);
    ck_assert(talker_is_closed(greedy, 10));
    talker_close(greedy);
    talker_close(other);
}
END_TEST

/* Answers to pings that nobody reads count as what waits for a slow reader. */
START_TEST(pongs_unread) {
    house_start("backlog = 65536\nrate = 1000000\nburst = 1000000\naddress_rate = 10000000\n");
    struct talker *greedy = open_wire(1);
    int before = sockets();
    flood(greedy, 9, 3000);
    ck_sockets(before - 1);
    talker_close(greedy);
}
END_TEST

/* Who is sent away and does not read on is not waited for. */
START_TEST(farewells_unread) {
    house_start(unlimited);
    int before = sockets();
    struct talker *greedy = open_wire(_i);
    for (int i = 0; i < 8000; i++)
        talker_say(greedy, "help");
    talker_say(greedy, "quit");
    ck_sockets(before);
    talker_close(greedy);
}
END_TEST

/* Leaving and coming again does not begin a new hour. */
START_TEST(games_of_an_address) {
    house_start("rooms_per_address = 5\n");
    for (int i = 0; i < 6; i++) {
        struct talker *t = open_wire(i % 2);
        ck_starts(talker_ask(t, "create"), i < 5 ? "= {" : "? too many games: you have created");
        talker_close(t);
        ck_sockets(2);
    }
}
END_TEST

/* ... nor fills what may be said at once. */
START_TEST(lines_of_an_address) {
    house_start("address_rate = 1\n");
    int refused = 0;
    for (int i = 0; i < 30; i++) {
        struct talker *t = open_wire(0);
        refused += *talker_ask(t, "ping") == '?';
        talker_close(t);
        ck_sockets(2);
    }
    ck_assert_int_ge(refused, 10);
}
END_TEST

/* Games that people left are no reason to refuse one: they are put away, and come back when asked for. */
START_TEST(games_left_alone) {
    house_start("rooms = 3\n");
    struct text first = {0}, token = {0}, room = {0}, order = {0};
    for (int i = 0; i < 6; i++) {
        struct talker *t = open_wire(0);
        person_create(t, "create side=both", i == 0 ? &first : &room, i == 0 ? &token : NULL);
        ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
        talker_close(t);
        ck_sockets(2);
    }
    struct talker *t = open_wire(0);
    text_print(&order, "rejoin %s %s", text_string(&first), text_string(&token));
    ck_starts(talker_ask(t, text_string(&order)), "= {");
    ck_has(talker_ask(t, "state"), "\"plies\":[[\"x\",\"A1-B1\"]]");
    talker_close(t);
    text_free(&first);
    text_free(&token);
    text_free(&room);
    text_free(&order);
}
END_TEST

/* The last lines are kept, here and in the store; nobody fills memory or disk by talking. */
START_TEST(endless_talk) {
    house_start(unlimited);
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0}, order = {0};
    person_create(t, "create side=x", &room, &token);
    for (int i = 0; i < 250; i++) {
        text_clear(&order);
        text_print(&order, "chat line %d.", i);
        ck_assert_str_eq(talker_ask(t, text_string(&order)), "=");
    }
    for (int again = 0; again < 2; again++) {
        const char *state = talker_ask(t, "state");
        ck_assert_ptr_null(strstr(state, "line 149."));
        ck_has(state, "line 150.");
        ck_has(state, "line 249.");
        talker_close(t);
        served_stop(&served, true);
        house_start(unlimited);
        t = open_wire(0);
        text_clear(&order);
        text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
        ck_starts(talker_ask(t, text_string(&order)), "= {");
    }
    ck_assert_str_eq(talker_ask(t, "chat the end"), "=");
    ck_has(talker_ask(t, "state"), "the end");
    talker_close(t);
    sqlite3 *base;
    sqlite3_stmt *count;
    ck_assert_int_eq(sqlite3_open(house_database, &base), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(base, "SELECT count(*) FROM chat", -1, &count, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(count), SQLITE_ROW);
    ck_assert_int_eq(sqlite3_column_int(count, 0), 100);
    sqlite3_finalize(count);
    sqlite3_close(base);
    text_free(&room);
    text_free(&token);
    text_free(&order);
}
END_TEST

/* Everybody has 2^64 addresses of IPv6. */
START_TEST(neighbours) {
    static const char *const pairs[][2] = {{"2001:db8:1:2::7", "2001:db8:1:2:ffff::1"},
                                           {"::ffff:10.0.0.1", "::ffff:10.0.0.2"}};
    char names[2][64];
    for (int i = 0; i < 2; i++) {
        struct sockaddr_storage peer = {.ss_family = AF_INET6};
        inet_pton(AF_INET6, pairs[_i][i], &((struct sockaddr_in6 *)&peer)->sin6_addr);
        socket_name(&peer, sizeof(struct sockaddr_in6), names[i]);
    }
    ck_assert_int_eq(strcmp(names[0], names[1]) == 0, _i == 0);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("server greed");
    TCase *started = house_case(suite, "a server", house_setup_started);
    tcase_add_loop_test(started, pings_without_end, 9, 11);
    TCase *tests = house_case(suite, "its limits", house_setup);
    tcase_add_test(tests, pongs_unread);
    tcase_add_loop_test(tests, farewells_unread, 0, 2);
    tcase_add_test(tests, games_of_an_address);
    tcase_add_test(tests, lines_of_an_address);
    tcase_add_test(tests, games_left_alone);
    tcase_add_test(tests, endless_talk);
    TCase *pure = tcase_create("addresses");
    tcase_add_loop_test(pure, neighbours, 0, 2);
    suite_add_tcase(suite, pure);
    return suite_run(suite);
}
