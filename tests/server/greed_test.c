/* One client that wants more than a fair share of the server, by whatever the protocol allows: the
 * others do not notice, and memory, descriptors and processes stay within bounds. */
#include <arpa/inet.h>
#include <dirent.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../server/address.h"
#include "../../server/config.h"
#include "../../server/http.h"
#include "../../server/socket.h"
#include "../../src/core/player.h"
#include "../support/suite.h"
#include "fixture.h"

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
static void flood(struct talker *talker, int first, int rounds) {
    char frames[6 * 1000] = {0};
    for (size_t i = 0; i < sizeof frames; i += 6) {
        frames[i] = (char)first;
        frames[i + 1] = (char)0x80;
    }
    while (rounds-- > 0)
        talker_raw(talker, frames, sizeof frames);
}

enum { PART = 0x00, EMPTY = 0x81, PING = 0x89, PONG = 0x8A };

/* Pings, pongs, empty messages and parts of messages count as lines do, so that a client that
 * floods the server is sent away. */
START_TEST(frames_without_end) {
    static const int kinds[] = {PING, PONG, EMPTY, PART};
    struct talker *other = open_wire(0), *greedy = open_wire(1);
    if (kinds[_i] == PART)
        talker_frame(greedy, 1, false, true, "", 0);
    flood(greedy, kinds[_i], 500);
    ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    ck_assert(talker_is_closed(greedy, 10));
    talker_close(greedy);
    talker_close(other);
}
END_TEST

/* Answers to pings that nobody reads count as what waits for a slow reader. */
START_TEST(pongs_unread) {
    fixture_start("backlog = 65536\nrate = 1000000\nburst = 1000000\naddress_rate = 10000000\n");
    struct talker *greedy = open_wire(1);
    int before = sockets();
    flood(greedy, PING, 3000);
    ck_sockets(before - 1);
    talker_close(greedy);
}
END_TEST

/* A client that is sent away and does not read on is not waited for. */
START_TEST(farewells_unread) {
    fixture_start(unlimited);
    int before = sockets();
    struct talker *greedy = open_wire(_i);
    for (int i = 0; i < 8000; i++)
        talker_say(greedy, "help");
    talker_say(greedy, "quit");
    ck_sockets(before);
    talker_close(greedy);
}
END_TEST

/* Of a build whose allocator keeps for a while what is freed nothing can be told by its size. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SIZE_TELLS false
#elif defined(__has_feature)
#define SIZE_TELLS !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SIZE_TELLS true
#endif

/* KiB of memory that the server has. */
static long resident(void) {
    char path[40], line[200];
    long size = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)served.pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            size = strtol(line + 6, NULL, 10);
    ck_assert_ptr_nonnull(file);
    fclose(file);
    return size;
}

/* A client that reads as much as it asks for, but lags by more than the system holds for it, costs
 * no more than what it has not read: here 22 MB, of answers of 67 MB. */
START_TEST(trailing_reader) {
    fixture_start(unlimited);
    struct talker *t = open_wire(_i);
    long before = 0;
    int lag = 22000000 / (int)strlen(talker_ask(t, "help"));
    for (int i = 0; i < lag; i++)
        talker_say(t, "help");
    sleep(1); /* until it has answered all of them */
    for (int i = 0; i < 2 * lag + 1000; i++) {
        talker_say(t, "help");
        ck_starts(talker_reply(t), "= help");
        if (i == 1000)
            before = resident();
    }
    ck_assert(!SIZE_TELLS || resident() - before < 15000);
    talker_close(t);
}
END_TEST

/* What waits for all slow readers together is bounded, and of these the slowest goes first: one
 * that has left a few answers unread, before or after it, misses none. */
START_TEST(slowest_reader) {
    enum { FEW = 800, MANY = 15000 };
    struct text limits = {0};
    text_print(&limits, "%sbacklog_sum = 8388608\n", unlimited);
    fixture_start(text_string(&limits));
    struct talker *early = open_wire(_i), *slow = open_wire(1 - _i), *late = open_wire(_i);
    int before = sockets();
    for (int i = 0; i < FEW; i++) {
        talker_say(early, "help");
        talker_say(late, "help");
    }
    for (int i = 0; i < MANY; i++)
        talker_say(slow, "help");
    ck_sockets(before - 1);
    for (int i = 0; i < FEW; i++) {
        ck_starts(talker_reply(early), "= help");
        ck_starts(talker_reply(late), "= help");
    }
    ck_assert_str_eq(talker_ask(early, "ping"), "= pong");
    talker_close(early);
    talker_close(late);
    talker_close(slow);
    text_free(&limits);
}
END_TEST

/* Leaving and coming again does not begin a new hour. */
START_TEST(games_of_an_address) {
    fixture_start("rooms_per_address = 5\n");
    for (int i = 0; i < 6; i++) {
        struct talker *t = open_wire(i % 2);
        ck_starts(talker_ask(t, "create"), i < 5 ? "= {" : "? too many games: you have created");
        talker_close(t);
        ck_sockets(2);
    }
}
END_TEST

/* ... nor fills what may be said at once: ten lines, and one more every second. */
START_TEST(lines_of_an_address) {
    fixture_start("address_rate = 1\n");
    int good = 0, refused = 0;
    double began = monotonic_now();
    while (refused < 10) {
        struct talker *t = open_wire(0);
        bool taken = *talker_ask(t, "ping") == '=';
        good += taken;
        refused += !taken;
        talker_close(t);
        ck_sockets(2);
        ck_assert_double_le(good, 10 + (monotonic_now() - began));
    }
}
END_TEST

/* An order that takes long counts as several lines, whoever was quick before. */
START_TEST(orders_that_take_long) {
    struct config config;
    config_defaults(&config, "true", "");
    config.limits.address_rate = 1; /* ten at once */
    struct addresses addresses = {.config = &config};
    struct address *address = address_find(&addresses, "10.0.0.1");
    for (int i = 0; i < 5; i++) {
        ck_assert(address_keeps_pace(address));
        address_charge(address, 0.00004);
    }
    ck_assert(address_keeps_pace(address));
    address_charge(address, 0.1);
    ck_assert(!address_keeps_pace(address));
    ck_assert_double_ge(address->lines.tokens, -1); /* but it is not silenced for long */
    addresses_clear(&addresses);
    config_free(&config);
}
END_TEST

/* Games that people left are no reason to refuse one: they are put away, and come back when asked
 * for. */
START_TEST(games_left_alone) {
    fixture_start("rooms = 3\n");
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

/* ... unless there is no place for them beside games with people. */
START_TEST(games_without_place) {
    fixture_start("rooms = 2\n");
    struct text first = {0}, token = {0}, room = {0}, order = {0};
    struct talker *t = open_wire(0), *others[2];
    person_create(t, "create side=both", &first, &token);
    talker_close(t);
    ck_sockets(2);
    for (int i = 0; i < 2; i++) {
        others[i] = open_wire(0);
        person_create(others[i], "create side=both", &room, NULL);
    }
    t = open_wire(0);
    text_print(&order, "rejoin %s %s", text_string(&first), text_string(&token));
    const char *reply = talker_ask(t, text_string(&order));
    ck_starts(reply, "? too many games: the game ");
    ck_has(reply, " is kept, but the server has no place for it now");
    ck_has(reply, "\ncode room.no-place "); /* by room.unknown pages forget the seat */
    ck_assert_str_eq(
        talker_ask(t, "watch nosuchone"),
        "? unknown game: there is no game nosuchone\ncode room.unknown [\"nosuchone\"]");
    talker_close(others[0]);
    ck_sockets(4);
    ck_starts(talker_ask(t, text_string(&order)), "= {");
    talker_close(others[1]);
    talker_close(t);
    text_free(&first);
    text_free(&token);
    text_free(&room);
    text_free(&order);
}
END_TEST

/* ... and are left alone by games that cannot be: those do not count for the hour either. */
START_TEST(games_that_cannot_be) {
    static const char *const bad[] = {"create game=go size=99",
                                      "create game=go size=3 handicap=9",
                                      "create game=go rules=none",
                                      "create game=go komi=many",
                                      "create side=q",
                                      "create bot=nobody"};
    fixture_start("rooms = 1\nrooms_per_client = 1\n");
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create side=both", &room, NULL);
    talker_close(t);
    ck_sockets(2);
    t = open_wire(0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_starts(talker_ask(t, bad[i]), "? ");
        ck_has(talker_ask(t, "list"), text_string(&room));
    }
    ck_starts(talker_ask(t, "create game=go size=9 handicap=2"), "= {");
    ck_assert_ptr_null(strstr(talker_ask(t, "list"), text_string(&room)));
    ck_starts(talker_ask(t, "create"), "? too many games: you have created");
    text_free(&room);
    talker_close(t);
}
END_TEST

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

static int listed_on(struct talker *talker, const char *page) {
    struct text order = {0};
    text_print(&order, "list %s", page);
    int count = count_of(talker_ask(talker, text_string(&order)), "\"room\":");
    text_free(&order);
    return count;
}

/* However many games wait at one address, those of others are on the first page. A game that is put
 * away is on none. */
START_TEST(list_full_of_games) {
    enum { GAMES = 130 };
    struct talker *others[2], *greedy[GAMES];
    struct text rooms[2] = {{0}};
    fixture_start(
        "clients = 300\nclients_per_address = 200\nrooms_per_address = 1000\nrate = 1000\n"
        "burst = 1000\naddress_rate = 10000\nrooms = 132\n");
    for (int i = 0; i < 2; i++) {
        others[i] = talker_lines_from(served.line_port, i + 1);
        person_create(others[i], "create game=qttt side=x", &rooms[i], NULL);
    }
    for (int i = 0; i < GAMES; i++) {
        greedy[i] = talker_lines(served.line_port);
        ck_starts(talker_ask(greedy[i], "create game=qttt side=x"), "= {");
    }
    const char *list = talker_ask(others[0], "list");
    ck_assert_int_eq(count_of(list, "\"room\":"), 100);
    for (int i = 0; i < 2; i++) {
        const char *found = strstr(list, text_string(&rooms[i]));
        ck_assert_ptr_nonnull(found);
        ck_assert_int_le(count_of(found, "\"room\":"), 99); /* among the first three */
        ck_assert_int_ge(count_of(found, "\"room\":"), 97);
    }
    ck_assert_int_eq(listed_on(others[0], "2"), GAMES + 2 - 100);
    ck_assert_str_eq(talker_ask(others[0], "list 3"), "= []");
    ck_assert_str_eq(talker_ask(others[0], "list 1000000"), "= []");
    ck_has(talker_ask(others[0], "list 0"), "code syntax.whole");
    ck_has(talker_ask(others[0], "list more"), "code syntax.whole");
    int before = sockets();
    talker_close(greedy[0]);
    ck_sockets(before - 1);
    ck_starts(talker_ask(greedy[1], "create game=qttt side=x"), "= {"); /* two are left alone */
    ck_assert_int_eq(listed_on(others[0], "1") + listed_on(others[0], "2"), GAMES + 1);
    for (int i = 1; i < GAMES; i++)
        talker_close(greedy[i]);
    for (int i = 0; i < 2; i++) {
        talker_close(others[i]);
        text_free(&rooms[i]);
    }
}
END_TEST

/* The last lines are kept, here and in the store; nobody fills memory or disk by talking. */
START_TEST(endless_talk) {
    fixture_start(unlimited);
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
        fixture_start(unlimited);
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
    ck_assert_int_eq(sqlite3_open(fixture_database, &base), SQLITE_OK);
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

/* Seconds of processor time that the server has taken. */
static double spent(void) {
    clockid_t clock;
    struct timespec time;
    ck_assert_int_eq(clock_getcpuclockid(served.pid, &clock), 0);
    ck_assert_int_eq(clock_gettime(clock, &time), 0);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* What `resets` new starts take, of which everybody is told the whole state. */
static double cost_of_resets(struct talker *player, int resets) {
    double before = spent();
    while (resets-- > 0)
        ck_assert_str_eq(talker_ask(player, "reset"), "=");
    return spent() - before;
}

/* A player who brings many watchers to a game of which there is much to tell costs the others
 * little more than the sending: what watchers are told is put together once. */
START_TEST(many_watchers) {
    enum { WATCHERS = 50, RESETS = 20 };
    fixture_start(unlimited);
    struct talker *player = open_wire(0), *watchers[WATCHERS];
    struct text room = {0}, order = {0};
    person_create(player, "create side=both", &room, NULL);
    text_put(&order, "chat ");
    text_fill(&order, '"', 480);
    for (int i = 0; i < 100; i++)
        ck_assert_str_eq(talker_ask(player, text_string(&order)), "=");
    double alone = cost_of_resets(player, RESETS);
    text_clear(&order);
    text_print(&order, "watch %s", text_string(&room));
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i] = open_wire(0);
        ck_assert_str_eq(talker_ask(watchers[i], text_string(&order)), "=");
    }
    double watched = cost_of_resets(player, RESETS);
    ck_assert_double_lt(watched, 0.6 * WATCHERS * alone);
    for (int i = 0; i < WATCHERS; i++)
        talker_close(watchers[i]);
    talker_close(player);
    text_free(&room);
    text_free(&order);
}
END_TEST

/* How many engines the server has started. */
static int engines(void) {
    char path[60], line[1000] = "";
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)served.pid, (int)served.pid);
    FILE *file = fopen(path, "r");
    int count = 0;
    if (file != NULL && fgets(line, sizeof line, file) != NULL)
        for (const char *c = line; *c != '\0'; c++)
            count += *c == ' ';
    if (file != NULL)
        fclose(file);
    return count;
}

static void ck_engines(int wanted) {
    double until = monotonic_now() + 20;
    while (engines() != wanted && monotonic_now() < until)
        usleep(20000);
    ck_assert_int_eq(engines(), wanted);
}

/* A server whose only engine thinks for some seconds about a judgement, and about advice, or a move
 * on 7x7, for longer than any test takes. */
static void fixture_of_thinkers(const char *seconds, const char *more) {
    static const char script[] =
        "while read -r id command what; do\n"
        "    answer=\n"
        "    case $command in\n"
        "        list_commands) answer=$'boardsize\\nclear_board\\nplay' ;;\n"
        "        boardsize) size=$what ;;\n"
        "        genmove) answer=pass; test \"$size\" != 7 || sleep 100 ;;\n"
        "        final_status_list) sleep $seconds ;;\n"
        "        hint) sleep 100 ;;\n"
        "    esac\n"
        "    printf '=%s %s\\n\\n' \"$id\" \"$answer\"\n"
        "done\n";
    struct text path = {0}, whole = {0}, configuration = {0};
    text_print(&path, "%s/thinker", fixture_folder);
    text_print(&whole, "#!/bin/bash\nseconds=%s\n%s", seconds, script);
    write_text(text_string(&path), text_string(&whole));
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    text_print(&configuration, "bot \"it\" { command = \"%s\" memory = 0 }\n%s", text_string(&path),
               more);
    fixture_start_with(text_string(&configuration));
    text_free(&path);
    text_free(&whole);
    text_free(&configuration);
}

/* Many games that stop at once are judged one after the other. */
START_TEST(many_judgements) {
    enum { GAMES = 6 };
    fixture_of_thinkers("0.5", "bots = 4\n"); /* and two more for judges */
    struct talker *people[GAMES];
    struct text room = {0};
    for (int i = 0; i < GAMES; i++) {
        people[i] = open_wire(i % 2);
        person_create(people[i], "create game=go size=5 side=both", &room, NULL);
        ck_assert_str_eq(talker_ask(people[i], "pass"), "=");
    }
    int most = 0;
    for (int i = 0; i < 2 * GAMES; i++) {
        ck_assert_str_eq(talker_ask(people[i % GAMES], i < GAMES ? "pass" : "ping"),
                         i < GAMES ? "=" : "= pong");
        most = engines() > most ? engines() : most;
    }
    ck_assert_int_le(most, 6);
    for (int i = 0; i < GAMES; i++) {
        while (*talker_ask(people[i], "accept") != '=')
            usleep(200000);
        talker_close(people[i]);
    }
    text_free(&room);
}
END_TEST

/* ... at the cost of the address that plays them, which leaves engines to others. */
START_TEST(judgements_of_one_address) {
    enum { GAMES = 6 };
    fixture_of_thinkers("100", "bots = 4\nbots_per_address = 2\n");
    struct talker *greedy[GAMES], *other = talker_lines_from(served.line_port, 1);
    struct text room = {0};
    for (int i = 0; i < GAMES; i++) {
        greedy[i] = open_wire(i % 2);
        person_create(greedy[i], "create game=go size=5 side=both", &room, NULL);
        ck_assert_str_eq(talker_ask(greedy[i], "pass"), "=");
        ck_assert_str_eq(talker_ask(greedy[i], "pass"), "=");
    }
    ck_assert_int_eq(engines(), 3); /* one more than it may have otherwise */
    person_create(other, "create game=go size=9 side=w bot=it", &room, NULL);
    ck_event_has(other, "ply", "\"n\":1");
    for (int i = 0; i < GAMES; i++)
        talker_close(greedy[i]);
    talker_close(other);
    text_free(&room);
}
END_TEST

/* A class that asks all at once is answered, one after the other. */
START_TEST(hints_at_once) {
    enum { PEOPLE = 25 };
    fixture_of_thinkers("0", "bots = 4\nbot_starts = 100\n");
    struct talker *people[PEOPLE];
    struct text room = {0};
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = open_wire(i % 2);
        person_create(people[i], "create game=go size=9 side=both", &room, NULL);
    }
    for (int i = 0; i < PEOPLE; i++)
        talker_say(people[i], "evaluate");
    for (int i = 0; i < PEOPLE; i++) {
        ck_assert_str_eq(talker_reply(people[i]), "=");
        talker_close(people[i]);
    }
    text_free(&room);
}
END_TEST

/* A player who stops a game and takes it back, again and again, has one judge at a time, and none
 * at the end: one alone would think for longer than is waited for here. */
START_TEST(judgements_taken_back) {
    fixture_of_thinkers("100", "bots = 1\n");
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=go size=5 side=both", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "pass"), "=");
    for (int i = 0; i < 20; i++) {
        ck_assert_str_eq(talker_ask(t, "pass"), "=");
        ck_assert_str_eq(talker_ask(t, "undo"), "=");
    }
    ck_engines(0);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* A player who makes engines or judges think and takes it back, again and again, has to wait until
 * one is started again; others have not. */
START_TEST(starts_without_end) {
    fixture_of_thinkers("100", "bot_starts = 0.3\nbots = 2\n"); /* three at once */
    struct talker *t = open_wire(0), *other;
    struct text room = {0};
    if (_i == 0) {
        person_create(t, "create game=go size=7 side=w bot=it", &room, NULL);
        for (int i = 0; i < 3; i++)
            ck_assert_str_eq(talker_ask(t, "reset"), "=");
    } else {
        person_create(t, "create game=go size=5 side=both", &room, NULL);
        ck_assert_str_eq(talker_ask(t, "pass"), "=");
        for (int i = 0; i < 6; i++)
            ck_assert_str_eq(talker_ask(t, i % 2 == 0 ? "pass" : "undo"), "=");
        ck_assert_str_eq(talker_ask(t, "pass"), "=");
    }
    ck_engines(0);
    other = talker_lines_from(served.line_port, 1);
    person_create(other, "create game=go size=9 side=w bot=it", &room, NULL);
    ck_event_has(other, "ply", "\"n\":1");
    ck_assert_int_eq(engines(), 1);
    ck_engines(2);
    text_free(&room);
    talker_close(t);
    talker_close(other);
}
END_TEST

/* Nobody's engine gives way to one that may not be started. */
START_TEST(starts_in_vain) {
    fixture_of_thinkers("0.5",
                        "bot_starts = 0.1\nbots = 1\n"); /* one, and the next after ten seconds */
    struct talker *t = open_wire(0), *other = talker_lines_from(served.line_port, 1);
    struct text room = {0};
    person_create(t, "create game=go size=7 side=w bot=it", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "reset"), "=");
    ck_engines(0);
    person_create(other, "create game=go size=9 side=w bot=it", &room, NULL);
    ck_event_has(other, "ply", "\"n\":1");
    sleep(4);
    ck_assert_int_eq(engines(), 1);
    text_free(&room);
    talker_close(t);
    talker_close(other);
}
END_TEST

/* Advice for one leaves engines to those who play. */
START_TEST(much_advice) {
    fixture_of_thinkers("0.5", "bots = 4\n");
    struct talker *greedy[3], *other = open_wire(1);
    struct text room = {0};
    for (int i = 0; i < 3; i++) {
        greedy[i] = open_wire(0);
        person_create(greedy[i], "create game=go side=both", &room, NULL);
        for (int j = 0; j < 5; j++)
            talker_say(greedy[i], "hint");
        for (int j = 0; j < 3; j++)
            ck_starts(talker_reply(greedy[i]), "? busy: ");
    }
    ck_assert_int_eq(engines(), 2);
    person_create(other, "create game=go side=w bot=it", &room, NULL);
    ck_event_has(other, "ply", "\"n\":1");
    for (int i = 0; i < 3; i++)
        talker_close(greedy[i]);
    text_free(&room);
    talker_close(other);
}
END_TEST

/* A person who lets engines think in many games leaves engines to others, also after a restart,
 * when nobody has come back to the games. */
START_TEST(many_thoughts) {
    static const char limits[] = "bots = 4\nbots_per_address = 2\nbot_retry = 1\n";
    fixture_of_thinkers("0.5", limits);
    struct talker *greedy = open_wire(0);
    struct talker *other = talker_lines_from(served.line_port, 1);
    struct text room = {0};
    for (int i = 0; i < 5; i++) /* one as a player, the others as a watcher */
        person_create(greedy,
                      i == 0 ? "create game=go size=7 side=w bot=it"
                             : "create game=go size=7 side=none bot=it",
                      &room, NULL);
    ck_assert_int_eq(engines(), 2);
    const char *reply = talker_ask(greedy, "hint"); /* it is waited for a while */
    ck_starts(reply, "? busy: ");
    ck_has(reply, "\ncode server.busy []");
    person_create(other, "create game=go size=9 side=w bot=it", &room, NULL);
    ck_event_has(other, "ply", "\"n\":1");
    talker_close(other);
    talker_close(greedy);
    ck_assert_int_eq(served_stop(&served, true), 0);
    fixture_of_thinkers("0.5", limits);
    greedy = open_wire(0);
    ck_assert_str_eq(talker_ask(greedy, "ping"), "= pong");
    ck_assert_int_eq(engines(), 2);
    text_free(&room);
    talker_close(greedy);
}
END_TEST

/* An engine that waits for a person is no reason to let others wait; the one that waits longest
 * comes first. */
START_TEST(engines_give_way) {
    fixture_of_thinkers("0.5", _i == 0 ? "bots = 1\nbot_idle = 1000\n"
                                       : "bots_per_address = 1\nbot_idle = 1000\n");
    struct talker *people[3];
    struct text room = {0};
    for (int i = 0; i < 3; i++) {
        people[i] = open_wire(i % 2);
        person_create(people[i], "create game=go size=9 side=w bot=it", &room, NULL);
    }
    ck_event_has(people[2], "ply", "\"n\":1");
    ck_has(talker_ask(people[1], "state"), "\"plies\":[[");
    ck_assert_int_le(engines(), 2); /* the last, and the one that is just leaving */
    for (int i = 0; i < 3; i++)
        talker_close(people[i]);
    text_free(&room);
}
END_TEST

/* Bytes that are no UTF-8 come in by plain lines; a WebSocket that is told them breaks. Control
 * characters are for nobody's terminal. */
START_TEST(bytes_that_are_no_text) {
    struct talker *rude = open_wire(0), *other = open_wire(1);
    struct text room = {0};
    ck_assert_str_eq(talker_ask(rude, "name a\xFF\xC3"), "=");
    person_create(rude, "create game=go size=9 side=b", &room, NULL);
    person_join(other, &room, NULL);
    ck_has(talker_ask(other, "record"), "PB[a\uFFFD\uFFFD]");
    ck_assert_str_eq(talker_ask(other, "chat a\xC2\x9B\x31mb\xC2\xA0\u010D"), "=");
    ck_event_has(rude, "chat", "\"text\":\"a1mb\u00A0\u010D\"");
    text_free(&room);
    talker_close(rude);
    talker_close(other);
}
END_TEST

/* ... and come from engines. */
START_TEST(advice_that_is_no_text) {
    static const char script[] =
        "#!/bin/bash\n"
        "while read -r id command what; do\n"
        "    answer=\n"
        "    case $command in\n"
        "        list_commands) answer=$'boardsize\\nclear_board\\nplay' ;;\n"
        "        hint) answer=$'a\\xFF b\\xC2\\x9B1m c\\xC3' ;;\n"
        "    esac\n"
        "    printf '=%s %s\\n\\n' \"$id\" \"$answer\"\n"
        "done\n";
    struct text path = {0}, configuration = {0}, room = {0};
    text_print(&path, "%s/adviser", fixture_folder);
    write_text(text_string(&path), script);
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    text_print(&configuration, "bot \"it\" { command = \"%s\" memory = 0 }\n", text_string(&path));
    fixture_start_with(text_string(&configuration));
    struct talker *t = open_wire(_i);
    person_create(t, "create side=both", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "hint"), "= a\uFFFD b1m c\uFFFD");
    text_free(&path);
    text_free(&configuration);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Somebody who comes and goes all the time does not make the server talk to the others all the
 * time. */
START_TEST(restless_watcher) {
    fixture_start(unlimited);
    struct talker *p[2], *restless = open_wire(0);
    struct text room = {0}, order = {0};
    two_people(p, "create game=qttt side=x", &room);
    text_print(&order, "watch %s", text_string(&room));
    for (int i = 0; i < 500; i++) {
        ck_assert_str_eq(talker_ask(restless, text_string(&order)), "=");
        ck_assert_str_eq(talker_ask(restless, "leave"), "=");
    }
    ck_assert_str_eq(talker_ask(restless, text_string(&order)), "=");
    ck_event_has(restless, "people", "\"watchers\":1");
    talker_say(p[1], "ping");
    int told = 0;
    for (const char *message; *(message = talker_next(p[1], 10)) != '=';)
        told += strncmp(message, "! people", 8) == 0 || strncmp(message, "! state", 7) == 0;
    ck_assert_int_lt(told, 50);
    text_free(&order);
    talker_close(restless);
    close_two(p, &room);
}
END_TEST

/* No game goes on for ever. */
START_TEST(endless_game) {
    static const char *const plies[] = {"ply c3 d4", "ply b6 a5", "ply e3 f4", "ply d6 c5"};
    fixture_start("plies = 4\n");
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    for (int i = 0; i < 4; i++)
        ck_assert_str_eq(talker_ask(t, plies[i]), "=");
    const char *state = talker_ask(t, "state");
    ck_has(state, "\"result\":\"0\"");
    ck_has(state, "\"ending\":\"agreed\"");
    ck_assert_str_eq(talker_ask(t, "undo"), "=");
    ck_has(talker_ask(t, "state"), "\"phase\":\"playing\"");
    text_free(&room);
    talker_close(t);
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

static const struct {
    const char *name, *network;
    bool within;
} networks[] = {{"10.0.0.1", "10.0.0.1", true},
                {"10.0.0.1", "10.0.0.2", false},
                {"10.0.0.1", "10.0.0.0/24", true},
                {"10.0.1.1", "10.0.0.0/24", false},
                {"10.0.1.1", "10.0.0.0/23", true},
                {"10.0.2.1", "10.0.0.0/23", false},
                {"192.0.2.1", "0.0.0.0/0", true},
                {"::ffff:10.0.0.1", "10.0.0.0/24", true},
                {"2001:db8::", "0.0.0.0/0", false},
                {"2001:db8::", "2001:db8::5", true}, /* 64 bits of it */
                {"2001:db8:0:1::", "2001:db8::/48", true},
                {"2001:db8:1::", "2001:db8::/48", false},
                {"", "10.0.0.0/0", false},
                {"unknown", "10.0.0.0/0", false}};

START_TEST(within_networks) {
    ck_assert_int_eq(socket_is_within(networks[_i].name, networks[_i].network),
                     networks[_i].within);
}
END_TEST

/* A school behind one address has limits of its own; what is not said is as for everybody. */
START_TEST(trusted_networks) {
    fixture_start("clients_per_address = 1\nrooms_per_address = 2\n"
                  "trusted_networks \"10.0.0.0/8 127.0.0.2\" { clients_per_address = 3 }\n");
    struct talker *stranger = open_wire(0), *others[4];
    struct talker *late = talker_lines(served.line_port);
    ck_event_has(late, "bye", "too many connections from your address");
    for (int i = 0; i < 4; i++)
        others[i] = talker_lines_from(served.line_port, 1);
    for (int i = 0; i < 3; i++)
        ck_starts(talker_ask(others[i], "create"), i < 2 ? "= {" : "? too many games");
    ck_event_has(others[3], "bye", "too many connections from your address");
    for (int i = 0; i < 4; i++)
        talker_close(others[i]);
    talker_close(late);
    talker_close(stranger);
}
END_TEST

/* Somebody who comes by a proxy, which says for whom. */
static struct talker *forwarded(const char *header) {
    struct text origin = {0};
    text_print(&origin, "http://127.0.0.1:%d\r\n%s", served.http_port, header);
    struct talker *talker = talker_websocket(served.http_port, text_string(&origin));
    ck_assert_ptr_nonnull(talker);
    text_free(&origin);
    return talker;
}

/* Behind a proxy people have their own addresses, by what the proxy itself has added last; anybody
 * who is no proxy of ours may say what they like. */
START_TEST(people_behind_a_proxy) {
    static const char *const proxies[] = {"proxies = {\"127.0.0.1\"}\n",
                                          "proxies = {\"::1\", \"127.0.0.9\"}\n", ""};
    static const char *const others[] = {"X-Forwarded-For: 10.0.0.1, 10.0.0.2",
                                         "X-Forwarded-For: 10.0.0.1\r\nx-forwarded-for: 10.0.0.3",
                                         "X-Forwarded-For: 2001:db8::1",
                                         "X-Forwarded-For: 10.0.0.1, somebody"};
    struct text limits = {0};
    text_print(&limits, "clients_per_address = 1\n%s", proxies[_i]);
    fixture_start(text_string(&limits));
    struct talker *first = forwarded("X-Forwarded-For: 10.0.0.1"), *people[4];
    talker_event(first, "hello");
    for (int i = 0; i < 4; i++) {
        people[i] = forwarded(others[i]);
        if (_i == 0)
            talker_event(people[i], "hello");
        else
            ck_event_has(people[i], "bye", "too many connections from your address");
    }
    struct talker *again = forwarded("X-Forwarded-For: 10.0.0.9, 10.0.0.1");
    ck_event_has(again, "bye", "too many connections from your address");
    for (int i = 0; i < 4; i++)
        talker_close(people[i]);
    talker_close(first);
    talker_close(again);
    text_free(&limits);
}
END_TEST

/* One address has a few connections to the page, whether it speaks or not, and leaves the others to
 * others; only a proxy has more. Those that ended, as a WebSocket too, do not count. */
START_TEST(visits_without_end) {
    enum { MOST = 2 + 16 };
    static const char *const proxies[] = {"", "proxies = {\"127.0.0.9\"}\n",
                                          "proxies = {\"127.0.0.1\"}\n"};
    static const char request[] = "GET /no-such-page HTTP/1.0\r\n\r\n";
    struct text limits = {0}, answer = {0};
    text_print(&limits, "clients_per_address = 2\n%s", proxies[_i]);
    fixture_start(text_string(&limits));
    int before = sockets();
    for (int i = 0; i < 2 * MOST; i++) {
        talker_close(forwarded("X-Forwarded-For: 10.0.0.1"));
        ck_sockets(before);
    }
    struct talker *silent[MOST], *one_more, *other;
    for (int i = 0; i < MOST; i++)
        silent[i] = talker_lines(served.http_port);
    one_more = talker_lines(served.http_port);
    other = talker_lines_from(served.http_port, 1);
    talker_raw(other, request, strlen(request));
    talker_rest(other, &answer);
    ck_has(text_string(&answer), " 404 ");
    ck_assert_int_eq(talker_is_closed(one_more, 0.5), _i != 2);
    for (int i = 0; i < MOST; i++) {
        ck_assert(!talker_is_closed(silent[i], 0));
        talker_close(silent[i]);
    }
    talker_close(one_more);
    talker_close(other);
    text_free(&limits);
    text_free(&answer);
}
END_TEST

static const struct {
    const char *header, *name; /* NULL: there is none */
} headers[] = {{"10.0.0.1", "10.0.0.1"},
               {" 1.2.3.4 ,\t10.0.0.1 ", "10.0.0.1"},
               {"10.0.0.1, 2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
               {"", NULL},
               {",", NULL},
               {"10.0.0.1,", NULL},
               {"10.0.0.1:80", NULL},
               {"[::1]", NULL},
               {"example.org", NULL}};

START_TEST(forwarded_addresses) {
    char name[64] = "as before";
    bool good = http_forwarded(headers[_i].header, name);
    ck_assert_int_eq(good, headers[_i].name != NULL);
    ck_assert_str_eq(name, good ? headers[_i].name : "as before");
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("greed");
    fixture_add_loop(suite, fixture_setup_started, frames_without_end, 0, 4);
    fixture_add(suite, fixture_setup, pongs_unread);
    fixture_add_loop(suite, fixture_setup, farewells_unread, 0, 2);
    fixture_add_loop(suite, fixture_setup, trailing_reader, 0, 2);
    fixture_add_loop(suite, fixture_setup, slowest_reader, 0, 2);
    fixture_add(suite, fixture_setup, games_of_an_address);
    fixture_add(suite, fixture_setup, lines_of_an_address);
    suite_add(suite, orders_that_take_long);
    fixture_add(suite, fixture_setup, games_left_alone);
    fixture_add(suite, fixture_setup, games_without_place);
    fixture_add(suite, fixture_setup, games_that_cannot_be);
    fixture_add(suite, fixture_setup, endless_talk);
    fixture_add(suite, fixture_setup, many_watchers);
    fixture_add(suite, fixture_setup, many_judgements);
    fixture_add(suite, fixture_setup, judgements_of_one_address);
    fixture_add(suite, fixture_setup, hints_at_once);
    fixture_add(suite, fixture_setup, judgements_taken_back);
    fixture_add_loop(suite, fixture_setup, starts_without_end, 0, 2);
    fixture_add(suite, fixture_setup, starts_in_vain);
    fixture_add(suite, fixture_setup, much_advice);
    fixture_add(suite, fixture_setup, many_thoughts);
    fixture_add_loop(suite, fixture_setup, engines_give_way, 0, 2);
    fixture_add(suite, fixture_setup_started, bytes_that_are_no_text);
    fixture_add_loop(suite, fixture_setup, advice_that_is_no_text, 0, 2);
    fixture_add(suite, fixture_setup, restless_watcher);
    fixture_add(suite, fixture_setup, endless_game);
    fixture_add(suite, fixture_setup, list_full_of_games);
    suite_add_loop(suite, neighbours, 0, 2);
    suite_add_loop(suite, within_networks, 0, sizeof networks / sizeof *networks);
    fixture_add(suite, fixture_setup, trusted_networks);
    fixture_add_loop(suite, fixture_setup, people_behind_a_proxy, 0, 3);
    fixture_add_loop(suite, fixture_setup, visits_without_end, 0, 3);
    suite_add_loop(suite, forwarded_addresses, 0, sizeof headers / sizeof *headers);
    return fixture_run(suite);
}
