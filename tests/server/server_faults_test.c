/* What goes wrong around the server: storage, engines, descriptors, requests, configuration, people
 * who vanish. It refuses, says why, changes nothing, and lives on. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/json.h"
#include "../../src/core/player.h"
#include "../support/suite.h"
#include "server_house.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

/* Storage. */

/* While the disk is full no byte beyond a file's first can be written. */
static void disk(bool full) {
    struct rlimit limit;
    ck_assert_int_eq(prlimit(served.pid, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = full ? 1 : limit.rlim_max;
    ck_assert_int_eq(prlimit(served.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

static void ck_unstored(struct talker *talker, const char *order) {
    const char *reply = talker_ask(talker, order);
    ck_assert_msg(*reply == '?' && strstr(reply, "\ncode store.failed") != NULL,
                  "'%s' was answered '%s'", order, reply);
}

static void ck_good(struct talker *talker, const char *order) {
    ck_assert_str_eq(talker_ask(talker, order), "=");
}

static void ck_state(struct talker *talker, const char *part) {
    ck_has(talker_ask(talker, "state"), part);
}

/* Asks until the answer has the part. */
static void ck_comes(struct talker *talker, const char *order, const char *part) {
    const char *reply = "";
    for (int i = 0; i < 600 && strstr(reply, part) == NULL; i++) {
        usleep(i == 0 ? 0 : 100000);
        reply = talker_ask(talker, order);
    }
    ck_has(reply, part);
}

/* Ends the server and starts it again; somebody comes back to the seat. */
static struct talker *back_after(bool polite, const struct text *room, const struct text *token) {
    struct text order = {0};
    served_stop(&served, polite);
    house_start("");
    struct talker *talker = open_wire(0);
    text_print(&order, "rejoin %s %s", text_string(room), text_string(token));
    ck_starts(talker_ask(talker, text_string(&order)), "= {");
    text_free(&order);
    return talker;
}

START_TEST(full_disk_changes_nothing) {
    struct talker *p[2] = {open_wire(0), open_wire(1)}, *other = open_wire(0);
    struct text room = {0}, token = {0}, open = {0}, order = {0};
    person_create(p[0], "create game=qttt side=x", &room, &token);
    person_join(p[1], &room, NULL);
    person_create(other, "create game=qttt side=x", &open, NULL);
    ck_good(p[0], "ply a1 b1");
    ck_good(p[0], "undo");
    ck_good(p[0], "reset");
    ck_good(p[0], "draw offer");
    disk(true);
    ck_unstored(p[1], "ply a2 b2");
    ck_unstored(p[1], "undo accept");
    ck_unstored(p[1], "reset accept");
    ck_unstored(p[1], "draw accept");
    ck_unstored(p[1], "resign");
    ck_unstored(p[1], "chat can you hear me");
    text_print(&order, "join %s", text_string(&room));
    ck_starts(talker_ask(other, text_string(&order)), "? cannot join");
    text_clear(&order);
    text_print(&order, "join %s", text_string(&open));
    talker_close(other);
    other = open_wire(1);
    ck_unstored(other, text_string(&order));
    ck_starts(talker_ask(other, "state"), "? no game");
    ck_unstored(other, "create game=qttt side=both");
    ck_starts(talker_ask(other, "state"), "? no game");
    const char *state = talker_ask(p[0], "state");
    ck_has(state, "\"phase\":\"playing\"");
    ck_has(state, "\"plies\":[[\"x\",\"A1-B1\"]]");
    ck_has(state, "\"undoAsked\":\"x\"");
    ck_has(state, "\"resetAsked\":\"x\"");
    ck_has(state, "\"drawOffered\":\"x\"");
    ck_has(state, "\"chat\":[]");
    disk(false);
    ck_good(p[1], "ply a2 b2");
    ck_good(p[0], "chat now");
    ck_starts(talker_ask(other, text_string(&order)), "= {");
    talker_close(p[0]);
    p[0] = back_after(true, &room, &token);
    state = talker_ask(p[0], "state");
    ck_has(state, "X1:A1-B1 O2:A2-B2");
    ck_has(state, "\"text\":\"now\"");
    talker_close(other);
    text_free(&token);
    text_free(&open);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

START_TEST(full_disk_at_a_rematch) {
    struct talker *p[2] = {open_wire(0), open_wire(1)};
    struct text room = {0}, token = {0};
    person_create(p[0], "create game=qttt side=x", &room, &token);
    person_join(p[1], &room, NULL);
    ck_starts(talker_ask(p[0], "rematch"), "? not allowed: the game is not over");
    ck_good(p[0], "ply a1 b1");
    ck_good(p[0], "resign");
    ck_good(p[0], "rematch");
    disk(true);
    ck_unstored(p[1], "rematch");
    const char *state = talker_ask(p[1], "state");
    ck_has(state, "\"you\":[\"o\"]");
    ck_has(state, "\"round\":0");
    ck_has(state, "\"result\":\"O+R\"");
    ck_has(state, "\"rematchAsked\":\"x\"");
    disk(false);
    ck_good(p[1], "rematch");
    ck_state(p[1], "\"you\":[\"x\"]");
    ck_state(p[0], "\"round\":1");
    ck_good(p[1], "ply c1 c2");
    talker_close(p[0]);
    p[0] = back_after(true, &room, &token);
    ck_state(p[0], "X1:C1-C2");
    text_free(&token);
    close_two(p, &room);
}
END_TEST

START_TEST(full_disk_at_a_setup) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_good(t, "setup test");
    ck_good(t, "ply d2 e3");
    disk(true);
    ck_unstored(t, "setup default");
    ck_unstored(t, "reset");
    ck_unstored(t, "undo");
    ck_unstored(t, "draw offer");
    ck_state(t, "\"plies\":[[\"w\",\"D2-E3\"]]");
    disk(false);
    ck_good(t, "reset");
    ck_state(t, "W:W25,26,27,28:B5,6,7,8");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* A game of Go that was taken up again goes on from there when the server comes back. */
START_TEST(full_disk_at_the_end_of_go) {
    struct talker *p[2];
    struct text room = {0}, token = {0}, order = {0};
    stopped_game(p, &room);
    ck_good(p[0], "accept");
    disk(true);
    ck_unstored(p[1], "accept");
    ck_unstored(p[1], "resume");
    ck_state(p[0], "\"phase\":\"stopped\"");
    disk(false);
    ck_good(p[1], "resume");
    ck_good(p[0], "ply d4");
    talker_close(p[1]);
    served_stop(&served, true);
    house_start("");
    p[1] = open_wire(1);
    text_print(&order, "watch %s", text_string(&room));
    ck_good(p[1], text_string(&order));
    ck_state(p[1], "[\"b\",\"D4\"]]");
    text_free(&token);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

/* Two passes after nothing new: the score cannot be stored, so the game stays stopped. */
START_TEST(full_disk_at_the_score) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_good(p[1], "resume");
    ck_good(p[0], "pass");
    disk(true);
    ck_unstored(p[1], "pass");
    disk(false);
    ck_good(p[1], "pass");
    ck_state(p[0], "\"ending\":\"scored\"");
    close_two(p, &room);
}
END_TEST

/* How often the store has what the SQL counts, asked until it has some. */
static long stored(const char *sql) {
    sqlite3 *base;
    long count = 0;
    ck_assert_int_eq(sqlite3_open_v2(house_database, &base, SQLITE_OPEN_READWRITE, NULL),
                     SQLITE_OK);
    for (int i = 0; i < 300 && count == 0; i++) {
        sqlite3_stmt *statement;
        usleep(i == 0 ? 0 : 100000);
        ck_assert_int_eq(sqlite3_prepare_v2(base, sql, -1, &statement, NULL), SQLITE_OK);
        if (sqlite3_step(statement) == SQLITE_ROW)
            count = (long)sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
    }
    sqlite3_close(base);
    return count;
}

/* Nobody can be refused when a clock runs out or a bot fails: that happens all the same, and is
 * stored as soon as that is possible: in time, or before the next game. */
START_TEST(full_disk_at_a_fall) {
    struct talker *p[2];
    struct text room = {0};
    two_people(p, "create game=qttt side=x time=0.5", &room);
    disk(true);
    ck_event_has(p[1], "end", "time");
    ck_state(p[1], "\"result\":\"O+T\"");
    ck_good(p[0], "rematch");
    ck_unstored(p[1], "rematch");
    ck_state(p[1], "\"result\":\"O+T\"");
    disk(false);
    if (_i == 1) {
        ck_good(p[0], "rematch");
        ck_good(p[1], "rematch");
    }
    ck_assert_int_eq(stored("SELECT count(*) FROM entry WHERE kind='time' AND side=1 AND round=0"),
                     1);
    close_two(p, &room);
}
END_TEST

/* Somebody who holds on to the database by hand keeps nobody waiting who does not change anything.
 */
START_TEST(database_in_use) {
    struct talker *player = open_wire(0), *other = open_wire(0);
    struct text room = {0};
    sqlite3 *base;
    person_create(player, "create side=both", &room, NULL);
    ck_assert_int_eq(sqlite3_open_v2(house_database, &base, SQLITE_OPEN_READWRITE, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(base, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    ck_unstored(player, "ply a1 b1");
    double began = monotonic_now();
    for (int i = 0; i < 4; i++)
        talker_say(player, "ply a1 b1");
    ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    for (int i = 0; i < 4; i++)
        ck_starts(talker_reply(player), "? server error: ");
    ck_assert_double_lt(monotonic_now() - began, 4);
    sqlite3_close(base);
    ck_good(player, "ply a1 b1");
    text_free(&room);
    talker_close(player);
    talker_close(other);
}
END_TEST

/* What each ending leaves in the store. */
static const struct {
    const char *order, *last[2], *result, *ending;
} endings[] = {
    {"create game=qttt side=x", {"resign", NULL}, "\"result\":\"O+R\"", "\"ending\":\"resign\""},
    {"create game=draughts side=w",
     {"draw offer", "draw accept"},
     "\"result\":\"0\"",
     "\"ending\":\"agreed\""},
    {"create game=qttt side=x time=0.2", {NULL, NULL}, "\"result\":\"O+T\"", "\"ending\":\"time\""},
};

START_TEST(endings_survive) {
    struct talker *p[2] = {open_wire(0), open_wire(1)};
    struct text room = {0}, token = {0};
    person_create(p[0], endings[_i].order, &room, &token);
    person_join(p[1], &room, NULL);
    for (int i = 0; i < 2; i++)
        if (endings[_i].last[i] != NULL)
            ck_good(p[i], endings[_i].last[i]);
    ck_comes(p[1], "state", "\"phase\":\"over\"");
    ck_state(p[1], endings[_i].result);
    talker_close(p[0]);
    p[0] = back_after(false, &room, &token);
    ck_state(p[0], endings[_i].result);
    ck_state(p[0], endings[_i].ending);
    ck_good(p[0], "chat good game");
    ck_state(p[0], "good game");
    text_free(&token);
    close_two(p, &room);
}
END_TEST

START_TEST(scores_survive) {
    struct talker *p[2];
    struct text room = {0}, order = {0};
    stopped_game(p, &room);
    ck_good(p[0], "mark a1 dead");
    ck_good(p[0], "accept");
    ck_good(p[1], "accept");
    talker_close(p[1]);
    served_stop(&served, false);
    house_start("");
    p[1] = open_wire(0);
    text_print(&order, "watch %s", text_string(&room));
    ck_good(p[1], text_string(&order));
    ck_state(p[1], "\"result\":\"B+24.5\"");
    ck_state(p[1], "\"dead\":[\"A1\"],\"seki\":[]");
    text_free(&order);
    close_two(p, &room);
}
END_TEST

/* That no stone was played since the game was resumed is known after a restart too, and how it was
 * judged. */
START_TEST(marks_survive) {
    static const char *const orders[] = {"ply c3", "ply a1", "pass", "pass"};
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0};
    person_create(t, "create game=go size=5 rules=chinese komi=0.5 side=both", &room, &token);
    for (int i = 0; i < COUNT(orders); i++)
        ck_good(t, orders[i]);
    ck_comes(t, "mark c3 dead", "=");
    ck_good(t, "mark a1 alive");
    ck_good(t, "resume");
    ck_good(t, "pass");
    talker_close(t);
    t = back_after(false, &room, &token);
    ck_state(t, "\"toPlay\":\"b\"");
    ck_good(t, "pass");
    ck_state(t, "\"result\":\"B+24.5\"");
    ck_state(t, "\"dead\":[\"A1\"],\"seki\":[]");
    text_free(&room);
    text_free(&token);
    talker_close(t);
}
END_TEST

static double left_of(struct talker *t, const char *side) {
    const char *state = talker_ask(t, "state"), *clock = strstr(state, "\"clock\":{");
    char name[12];
    ck_assert_ptr_nonnull(clock);
    snprintf(name, sizeof name, "\"%s\":", side);
    const char *left = strstr(strstr(clock, name), "\"left\":");
    const char *elapsed = strstr(clock, "\"elapsed\":");
    return strtod(left + 7, NULL) - strtod(elapsed + 10, NULL);
}

/* Only time when there is no server is free, and a clock runs on with every ply as before. */
START_TEST(clocks_survive) {
    static const char *const times[] = {"20", "20/move", "20+1", "0+2x20", "0+3/20"};
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0}, order = {0};
    text_print(&order, "create game=draughts side=w time=%s", times[_i]);
    person_create(t, text_string(&order), &room, &token);
    struct talker *other = open_wire(1);
    person_join(other, &room, NULL);
    usleep(1500000);
    double left = left_of(t, "w");
    talker_close(t);
    talker_close(other);
    served_stop(&served, true);
    usleep(1500000);
    t = back_after(true, &room, &token);
    double now = left_of(t, "w");
    ck_assert_double_le(now, left);
    ck_assert_double_ge(now, left - 1.4);
    ck_good(t, "ply c3 d4");
    text_free(&order);
    text_free(&room);
    text_free(&token);
    talker_close(t);
}
END_TEST

/* A game that had to make place for another goes on against the clock. */
START_TEST(clocks_of_games_put_away) {
    served_stop(&served, true);
    house_start("rooms = 1\n");
    struct talker *p[2], *other = open_wire(0);
    struct text room = {0}, next = {0}, order = {0};
    two_people(p, "create game=draughts side=w time=3", &room);
    ck_good(p[0], "leave");
    ck_good(p[1], "leave");
    person_create(other, "create side=both", &next, NULL);
    talker_close(other);
    usleep(3200000);
    double began = monotonic_now();
    text_print(&order, "watch %s", text_string(&room));
    ck_comes(p[0], text_string(&order), "=");
    ck_comes(p[0], "state", "\"result\":\"B+T\"");
    ck_assert_double_lt(monotonic_now() - began, 2.5);
    text_free(&order);
    text_free(&next);
    close_two(p, &room);
}
END_TEST

/* A server that comes back shows the newest games first, as it did, and if it may have fewer now it
 * is the older ones that have to wait until somebody asks for them. */
START_TEST(order_of_games_survives) {
    struct talker *t = open_wire(0);
    struct text rooms[3] = {{0}}, other = {0};
    for (int i = 0; i < 3; i++)
        person_create(t, "create game=qttt side=both", &rooms[i], NULL);
    talker_close(t);
    served_stop(&served, false);
    house_start("rooms = 2\n");
    t = open_wire(0);
    const char *list = talker_ask(t, "list");
    const char *newest = strstr(list, text_string(&rooms[2]));
    const char *older = strstr(list, text_string(&rooms[1]));
    ck_assert_ptr_nonnull(newest);
    ck_assert_ptr_nonnull(older);
    ck_assert(newest < older);
    ck_assert_ptr_null(strstr(list, text_string(&rooms[0])));
    person_create(t, "create game=qttt side=both", &other, NULL);
    list = talker_ask(t, "list");
    ck_has(list, text_string(&rooms[2]));
    ck_assert_ptr_null(strstr(list, text_string(&rooms[1])));
    for (int i = 0; i < 3; i++)
        text_free(&rooms[i]);
    text_free(&other);
    talker_close(t);
}
END_TEST

/* What was taken back stays taken back, endings and resumed games included. */
START_TEST(undo_survives) {
    static const char *const orders[] = {"ply c3", "pass",   "pass", "resume", "ply a1",
                                         "ply b2", "resign", "undo", "ply d4"};
    static const char plies[] =
        "[[\"b\",\"C3\"],[\"w\",\"pass\"],[\"b\",\"pass\"],[\"b\",\"A1\"],[\"w\",\"D4\"]]";
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0};
    person_create(t, "create game=go size=5 side=both", &room, &token);
    for (int i = 0; i < 9; i++)
        ck_good(t, orders[i]);
    ck_state(t, plies);
    talker_close(t);
    t = back_after(false, &room, &token);
    ck_state(t, plies);
    ck_state(t, "\"toPlay\":\"b\"");
    text_free(&room);
    text_free(&token);
    talker_close(t);
}
END_TEST

START_TEST(great_scores_survive) {
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0};
    person_create(t, "create game=go size=5 komi=1e7 side=both", &room, &token);
    ck_good(t, "pass");
    ck_good(t, "pass");
    ck_comes(t, "accept", "=");
    talker_close(t);
    t = back_after(false, &room, &token);
    ck_state(t, "\"result\":\"W+10000000\"");
    text_free(&room);
    text_free(&token);
    talker_close(t);
}
END_TEST

START_TEST(failures_of_bots_survive) {
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0};
    person_create(t, "create game=qttt side=o bot=crash", &room, &token);
    ck_event_has(t, "end", "the bot failed: crash");
    talker_close(t);
    t = back_after(false, &room, &token);
    ck_state(t, "\"result\":\"O+F\"");
    text_free(&room);
    text_free(&token);
    talker_close(t);
}
END_TEST

static void change_database(const char *sql) {
    sqlite3 *base;
    ck_assert_int_eq(sqlite3_open(house_database, &base), SQLITE_OK);
    sqlite3_busy_timeout(base, 10000);
    ck_assert_int_eq(sqlite3_exec(base, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(base);
}

/* A log that makes no sense ends where it stops making sense; a room that makes none is not there.
 */
static const char *const nonsense[][2] = {
    {"UPDATE entry SET side=7 WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET kind='scored', side=-9, text='3' WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET kind='scored', side=1, text='much' WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET kind='scored', side=1, text='3 dead A1' WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET kind='turn', side=1, text='judged dead' WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET kind='resign', side=-1 WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET kind='what' WHERE number=1", "X1:A1-B1\""},
    {"UPDATE entry SET text='a1 a1' WHERE number=1", "X1:A1-B1\""},
    {"UPDATE room SET kind0=7", NULL},
    {"UPDATE room SET kind1=2", NULL},
    {"UPDATE room SET clock='soon'", NULL},
    {"UPDATE room SET clock='600', left0=500, left1=500", "\"left\":500"},
    {"UPDATE room SET clock='600', left0=-1", NULL},
    {"UPDATE room SET clock='600', left1=9e999", NULL},
    {"UPDATE room SET clock='600', count1=-1", NULL},
    {"UPDATE room SET rules='none'", NULL},
    {"UPDATE room SET settings='win_length=99'", NULL},
    {"UPDATE room SET game='chess'", NULL},
    {"UPDATE room SET handicap=4", "\"plies\":[]"},
    {"UPDATE room SET first=7", NULL},
    {"UPDATE room SET began=9e999", NULL},
    {"UPDATE life SET ran=9e999", "X1:A1-B1 O2:A2-B2\""},
    {"DELETE FROM life", "X1:A1-B1 O2:A2-B2\""},
    {"INSERT INTO chat SELECT id,0,0,7,'a','b',0 FROM room",
     "\"chat\":[{\"from\":\"a\",\"side\":null"},
    {"DROP TABLE chat", ""},
};

/* How many rows all tables have of the rooms that a condition on their ids describes. */
static int rows_of(const char *condition) {
    sqlite3 *base;
    sqlite3_stmt *s;
    struct text sql = {0};
    text_print(&sql,
               "SELECT (SELECT count(*) FROM room WHERE id %s) + (SELECT count(*) FROM entry WHERE "
               "room %s) + (SELECT count(*) FROM chat WHERE room %s)",
               condition, condition, condition);
    ck_assert_int_eq(sqlite3_open(house_database, &base), SQLITE_OK);
    sqlite3_busy_timeout(base, 10000);
    ck_assert_int_eq(sqlite3_prepare_v2(base, text_string(&sql), -1, &s, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    int count = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(base);
    text_free(&sql);
    return count;
}

static void ck_swept(const char *condition) {
    double until = monotonic_now() + 60;
    while (rows_of(condition) > 0 && monotonic_now() < until)
        usleep(100000);
    ck_assert_int_eq(rows_of(condition), 0);
}

/* A finished game with two rounds and talk in it, left alone. */
static void leave_game(struct text *room) {
    struct talker *t = open_wire(0);
    person_create(t, "create game=draughts side=both", room, NULL);
    for (int round = 0; round < 2; round++) {
        ck_good(t, "ply c3 d4");
        ck_good(t, "chat hello");
        ck_good(t, "resign");
        ck_good(t, round == 0 ? "rematch" : "leave");
    }
    talker_close(t);
}

/* What nobody has changed for keep_days goes with all that belongs to it, a little at a time; what
 * is in memory stays, and so does all else. */
START_TEST(old_games_go) {
    struct text old = {0}, young = {0}, present = {0}, token = {0}, sql = {0};
    house_start("");
    leave_game(&old);
    leave_game(&young);
    served_stop(&served, true);
    text_print(&sql,
               "UPDATE room SET touched=touched-31*86400, round=7 WHERE id='%s';"
               "WITH RECURSIVE c(n) AS (VALUES(10) UNION ALL SELECT n+1 FROM c WHERE n<4000) "
               "INSERT INTO entry SELECT '%s', n/600, n, 'ply', 0, 'C3-D4', 0 FROM c",
               text_string(&old), text_string(&old));
    change_database(text_string(&sql));
    house_start("keep_days = 30\nroom_idle = 1\n");
    struct talker *t = open_wire(0);
    person_create(t, "create game=qttt side=both", &present, &token);
    ck_good(t, "ply a1 b1");
    text_clear(&sql);
    text_print(&sql, "UPDATE room SET touched=1 WHERE id='%s'", text_string(&present));
    change_database(text_string(&sql));
    text_clear(&sql);
    text_print(&sql, "= '%s'", text_string(&old));
    ck_swept(text_string(&sql));
    text_clear(&sql);
    text_print(&sql, "= '%s'", text_string(&young));
    ck_assert_int_eq(rows_of(text_string(&sql)), 1 + 4 + 2);
    ck_good(t, "ply a2 b2");
    talker_close(t);
    t = back_after(true, &present, &token);
    ck_state(t, "X1:A1-B1 O2:A2-B2");
    talker_close(t);
    text_free(&old);
    text_free(&young);
    text_free(&present);
    text_free(&token);
    text_free(&sql);
}
END_TEST

/* A clock that is a year ahead when the server starts makes no game older than it is beside the
 * others. */
START_TEST(wrong_clocks_delete_nothing) {
    struct text old = {0}, young = {0}, sql = {0};
    house_start("");
    leave_game(&old);
    leave_game(&young);
    served_stop(&served, true);
    text_print(&sql,
               "UPDATE room SET touched=touched-365*86400;"
               "UPDATE room SET touched=touched-31*86400 WHERE id='%s'",
               text_string(&old));
    change_database(text_string(&sql));
    house_start("keep_days = 30\n");
    text_clear(&sql);
    text_print(&sql, "= '%s'", text_string(&old));
    ck_swept(text_string(&sql));
    served_stop(&served, true); /* at the end of a step, which has looked at both */
    text_clear(&sql);
    text_print(&sql, "= '%s'", text_string(&young));
    ck_assert_int_eq(rows_of(text_string(&sql)), 1 + 4 + 2);
    house_start("");
    text_free(&old);
    text_free(&young);
    text_free(&sql);
}
END_TEST

/* They go later if they cannot go now. */
START_TEST(old_games_on_a_full_disk) {
    struct text old = {0};
    house_start("keep_days = 30\nroom_idle = 1\n");
    leave_game(&old);
    disk(true);
    change_database("UPDATE room SET touched=1");
    struct talker *t = open_wire(0);
    ck_comes(t, "list", "= []");
    usleep(2500000);
    ck_assert_int_gt(rows_of("IS NOT NULL"), 0);
    disk(false);
    ck_swept("IS NOT NULL");
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    text_free(&old);
    talker_close(t);
}
END_TEST

START_TEST(nonsense_in_the_database) {
    struct talker *t = open_wire(0);
    struct text room = {0}, order = {0};
    person_create(t, "create game=qttt side=x", &room, NULL);
    talker_close(t);
    struct talker *p[2];
    text_clear(&room);
    two_people(p, "create game=qttt side=x", &room);
    ck_good(p[0], "ply a1 b1");
    ck_good(p[1], "ply a2 b2");
    talker_close(p[0]);
    talker_close(p[1]);
    served_stop(&served, true);
    change_database(nonsense[_i][0]);
    if (strncmp(nonsense[_i][0], "DROP", 4) == 0) {
        house_refuses("cannot use the database");
    } else {
        house_start("");
        t = open_wire(0);
        text_print(&order, "watch %s", text_string(&room));
        const char *reply = talker_ask(t, text_string(&order));
        if (nonsense[_i][1] == NULL) {
            ck_starts(reply, "? unknown game");
        } else {
            ck_assert_str_eq(reply, "=");
            ck_state(t, nonsense[_i][1]);
            ck_state(t, "\"phase\":\"playing\"");
        }
        talker_close(t);
    }
    text_free(&room);
    text_free(&order);
}
END_TEST

START_TEST(databases_refused) {
    house_start("");
    served_stop(&served, true);
    change_database("PRAGMA user_version=99");
    house_refuses("another version");
    change_database("PRAGMA user_version=2");
    sqlite3 *base;
    ck_assert_int_eq(sqlite3_open(house_database, &base), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(base, "PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE", NULL, NULL, NULL),
        SQLITE_OK);
    house_refuses("database is locked");
    sqlite3_close(base);
    house_start("");
    served_stop(&served, true);
    snprintf(house_database, sizeof house_database, "%s/nowhere/games.db", house_folder);
    house_refuses("nowhere/games.db.lock: No such file or directory");
    snprintf(house_database, sizeof house_database, "%s/folder", house_folder);
    ck_assert_int_eq(mkdir(house_database, 0700), 0);
    house_refuses("is no database");
}
END_TEST

/* No file can be written from the beginning. */
START_TEST(no_disk_at_all) {
    struct text said = {0};
    house_configure("");
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
                 1, &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "database");
    text_free(&said);
}
END_TEST

/* A disk with room for a database's header and no more: once there is more, the server starts. */
START_TEST(no_disk_for_the_schema) {
    struct text said = {0};
    struct stat status;
    house_configure("");
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
                 8192, &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "cannot make the database");
    ck_assert_int_eq(stat(house_database, &status), 0);
    ck_assert_int_gt(status.st_size, 0);
    house_start("");
    /* What somebody else keeps without saying whose it is is not taken for that. */
    served_stop(&served, true);
    ck_assert_int_eq(remove(house_database), 0);
    change_database("CREATE TABLE theirs(x)");
    house_refuses("another program");
    text_free(&said);
}
END_TEST

/* Engines. */

/* "ternion" with one line of the configuration in place of all bots. */
static struct talker *against(const char *command, const char *more) {
    struct text lines = {0};
    text_print(&lines, "bot \"it\" { command = \"%s\" memory = 0 }\n%s", command, more);
    house_start_with(text_string(&lines));
    text_free(&lines);
    return open_wire(0);
}

static const char *const bad_bots[][2] = {
    {"./tests/support/stub_engine --fault fail --at 1", "the bot failed: it refused to move"},
    {"./tests/support/stub_engine --fault illegal --at 1",
     "the bot failed: its move was not legal"},
    {"./tests/support/stub_engine --fault refuse --at 0", "the bot failed: it refused the game"},
    {"./tests/support/stub_engine --start exit", "the bot failed: crash"},
    {"'unclosed", "the bot failed: "},
};

START_TEST(bots_that_fail) {
    struct talker *t = against(bad_bots[_i][0], "");
    struct text room = {0};
    person_create(t, "create game=qttt side=x bot=it", &room, NULL);
    talker_say(t, "ply a1 b1");
    ck_event_has(t, "end", bad_bots[_i][1]);
    ck_comes(t, "state", "\"result\":\"X+F\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* A bot whose move, or resignation, cannot be stored has not failed: it goes on when that is
 * possible. */
START_TEST(bots_on_a_full_disk) {
    static const char *const answers[] = {"A1-B1", "resign"};
    struct text path = {0}, script = {0}, room = {0};
    text_print(&path, "%s/late", house_folder);
    text_print(&script,
               "#!/bin/bash\n"
               "while read -r id command rest; do\n"
               "    test $command != genmove || sleep 0.7\n"
               "    test $command != genmove || answer=%s\n"
               "    printf '=%%s %%s\\n\\n' $id $answer\n"
               "    answer=\n"
               "done\n",
               answers[_i]);
    write_text(text_string(&path), text_string(&script));
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=qttt side=o bot=it", &room, NULL);
    disk(true);
    sleep(4); /* three failures would have come */
    ck_state(t, "\"phase\":\"playing\"");
    ck_state(t, "\"plies\":[]");
    disk(false);
    ck_comes(t, "state", _i == 0 ? "\"plies\":[[\"x\",\"A1-B1\"]]" : "\"result\":\"O+R\"");
    text_free(&path);
    text_free(&script);
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(bot_resigns) {
    struct talker *t = against("./tests/support/stub_engine --fault resign --at 1", "");
    struct text room = {0};
    person_create(t, "create game=qttt side=o bot=it", &room, NULL);
    const char *state;
    do
        state = talker_event(t, "state");
    while (strstr(state, "\"phase\":\"over\"") == NULL);
    ck_has(state, "\"result\":\"O+R\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* An engine that knows next to nothing is told only that. */
START_TEST(bot_knows_little) {
    struct talker *t = against("./tests/support/stub_engine --minimal", "");
    struct text room = {0};
    person_create(t, "create game=qttt side=x bot=it time=60", &room, NULL);
    ck_good(t, "ply a1 b1");
    ck_event_has(t, "ply", "\"n\":2");
    text_free(&room);
    talker_close(t);
}
END_TEST

static const char *const clocks[] = {"10/move", "300", "60+1", "600+3x30", "600+25/300"};

START_TEST(bots_have_clocks) {
    struct talker *t = open_wire(0);
    struct text room = {0}, order = {0};
    text_print(&order, "create game=go size=5 side=w bot=ternion level=random time=%s", clocks[_i]);
    person_create(t, text_string(&order), &room, NULL);
    ck_event_has(t, "ply", "\"side\":\"b\"");
    /* Its move is anywhere, and may be a pass, which another would make the last. */
    if (strcmp(talker_ask(t, "ply c3"), "=") != 0)
        ck_good(t, "ply b2");
    const char *ply;
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"n\":3") == NULL);
    text_free(&order);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* ... and are told how much time is left, if there is a clock, less what their process took to
 * start. This one takes more than a second and resigns if it hears anything else. */
static const struct {
    const char *time, *also, *settings,
        *left; /* another command that it knows; what it is told, had it not been late */
} told_clocks[] = {
    {"", "", "", ""},
    {"time=10/move", "", "0 10 1", "b 10 1"},
    {"time=300", "", "300 0 0", "b 300 0"},
    {"time=60+1", "", "60 0 0", "b 60 0"},
    {"time=60+1", "kata-time_settings", "fischer 60 1", "b 60 0"},
    {"time=10.75/move", "", "0 10 1", "b 11 1"},
    {"time=10.75/move", "set_game", "0 10.75 1", "b 11 1"},
    {"time=600+3x30", "", "600 30 1", "b 600 0"},
    {"time=0+3x30", "", "0 30 1", "b 30 1"},
    {"time=1+3x30", "", "1 30 1", "b 31 1"},
    {"time=600+3x30", "kgs-time_settings", "byoyomi 600 30 3", "b 600 0"},
    {"time=0+3x30", "kgs-time_settings", "byoyomi 0 30 3", "b 30 3"},
    {"time=600+25/300", "kgs-time_settings", "600 300 25", "b 600 0"},
    {"time=0+25/300", "", "0 300 25", "b 300 25"},
};

START_TEST(bots_know_their_clocks) {
    struct text path = {0}, script = {0}, order = {0}, room = {0};
    text_print(&path, "%s/listener", house_folder);
    text_print(
        &script,
        "#!/bin/bash\n"
        "while read -r id command what; do\n"
        "    answer=\n"
        "    case $command in\n"
        "        list_commands) sleep 1.1\n"
        "            answer=$'boardsize\\nclear_board\\nplay\\ntime_left\\ntime_settings\\n%s' ;;\n"
        "        *time_settings) settings=$what ;;\n"
        "        time_left) left=$what ;;\n"
        "        genmove) answer=resign\n"
        "            read -r side seconds count <<<\"$left\"\n"
        "            test \"$settings/$left\" = '%s/%s' -a -z \"$left\" && answer=c3\n"
        "            for late in 2 3 4 5; do\n"
        "                test \"$settings/$side $((${seconds%%%%.*} + late)) $count\" = '%s/%s' && "
        "answer=c3\n"
        "            done ;;\n"
        "    esac\n"
        "    printf '=%%s %%s\\n\\n' \"$id\" \"$answer\"\n"
        "done\n",
        told_clocks[_i].also, told_clocks[_i].settings, told_clocks[_i].left,
        told_clocks[_i].settings, told_clocks[_i].left);
    write_text(text_string(&path), text_string(&script));
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    struct talker *t = against(text_string(&path), "");
    text_print(&order, "create game=go size=5 side=w bot=it %s", told_clocks[_i].time);
    person_create(t, text_string(&order), &room, NULL);
    ck_comes(t, "state", "\"plies\":[[\"b\",\"C3\"]]");
    text_free(&path);
    text_free(&script);
    text_free(&order);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* ... but who only advises thinks as long as the configuration says, whatever the players' clock.
 */
START_TEST(advice_has_no_clock) {
    struct text path = {0}, room = {0};
    text_print(&path, "%s/adviser", house_folder);
    write_text(text_string(&path),
               "#!/bin/bash\n"
               "heard=\n"
               "while read -r id command what; do\n"
               "    answer=\n"
               "    case $command in\n"
               "        list_commands) answer=$'boardsize\\nclear_board\\nplay\\n"
               "set_option\\ntime_left\\ntime_settings\\nhint' ;;\n"
               "        set_option | time_*) heard+=\"($command $what)\" ;;\n"
               "        hint) answer=$heard ;;\n"
               "    esac\n"
               "    printf '=%s %s\\n\\n' \"$id\" \"$answer\"\n"
               "done\n");
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=draughts side=both time=600+3x30", &room, NULL);
    const char *reply = talker_ask(t, "hint");
    ck_has(reply, "(set_option move_time 1)");
    ck_assert_ptr_null(strstr(reply, "(time_"));
    text_free(&path);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Commands may depend on the game: who has fixed_handicap only once the game is Go is told the
 * stones, as a player, who resigns otherwise, and as an adviser. */
START_TEST(bots_know_the_handicap) {
    struct text path = {0}, room = {0};
    text_print(&path, "%s/giver", house_folder);
    write_text(text_string(&path),
               "#!/bin/bash\n"
               "more= heard=\n"
               "while read -r id command what; do\n"
               "    answer=\n"
               "    case $command in\n"
               "        list_commands) answer=$'set_game\\nhint'$more ;;\n"
               "        set_game) more=$'\\nfixed_handicap' ;;\n"
               "        fixed_handicap) heard=\"stones $what\" ;;\n"
               "        genmove) answer=resign; test \"$heard\" = 'stones 3' && answer=e5 ;;\n"
               "        hint) answer=$heard ;;\n"
               "    esac\n"
               "    printf '=%s %s\\n\\n' \"$id\" \"$answer\"\n"
               "done\n");
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=go size=9 handicap=3 side=b bot=it", &room, NULL);
    ck_event_has(t, "ply", "\"move\":\"E5\"");
    ck_assert_str_eq(talker_ask(t, "hint"), "= stones 3");
    text_free(&path);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Handicap stones and positions are told to the engine. */
START_TEST(bots_in_positions) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=go size=9 handicap=2 side=b bot=ternion level=random", &room,
                  NULL);
    ck_event_has(t, "ply", "\"side\":\"w\"");
    person_create(t, "create game=draughts side=w bot=ternion level=random", &room, NULL);
    ck_good(t, "setup test");
    ck_good(t, "ply d2 e3");
    const char *ply;
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"side\":\"b\"") == NULL);
    ck_has(ply, "\"n\":2");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* One process for two games: the second waits until the first rests, and back again. */
START_TEST(bots_take_turns) {
    struct talker *t = against("./tests/support/stub_engine --seed 1", "bots = 1\nbot_idle = 1\n");
    struct talker *other = open_wire(1);
    struct text room = {0};
    person_create(t, "create game=draughts side=b bot=it", &room, NULL);
    ck_event_has(t, "ply", "\"n\":1");
    ck_starts(talker_ask(t, "hint"), "? no engine answers");
    person_create(other, "create game=draughts side=b bot=it", &room, NULL);
    ck_event_has(other, "ply", "\"n\":1");
    ck_good(t, "ply b6 a5");
    const char *ply;
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"n\":3") == NULL);
    text_free(&room);
    talker_close(t);
    talker_close(other);
}
END_TEST

/* A bot that is configured no more is replaced by another that plays the game, or loses. */
START_TEST(bots_that_are_gone) {
    static const char *const later[] = {
        "bot \"new\" { command = \"./tests/support/stub_engine\" memory = 0 }\n",
        "bot \"new\" { command = \"./ternion\" games = \"go\" }\n"};
    struct talker *t = against("./tests/support/stub_engine", "");
    struct text room = {0}, token = {0}, order = {0};
    person_create(t, "create game=qttt side=x bot=it", &room, &token);
    talker_close(t);
    served_stop(&served, true);
    house_start_with(later[_i]);
    t = open_wire(0);
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(t, text_string(&order)), "= {");
    talker_say(t, "ply a1 b1");
    if (_i == 0) {
        ck_event_has(t, "ply", "\"n\":1");
        ck_event_has(t, "ply", "\"n\":2");
    } else {
        ck_event_has(t, "end", "there is no bot for this game any more");
        ck_comes(t, "games", "\"bots\":[]");
        ck_comes(t, "create game=qttt side=none", "\"tokens\":{}");
    }
    text_free(&room);
    text_free(&token);
    text_free(&order);
    talker_close(t);
}
END_TEST

/* An engine may be ended before it is more than a copy of the server; that ends nobody else. */
START_TEST(bots_ended_at_birth) {
    house_start("bot_starts = 1000\n");
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=o bot=stub", &room, NULL);
    for (int i = 0; i < 80; i++)
        ck_good(t, "reset");
    ck_event_has(t, "ply", "\"n\":1");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Advice that nobody can give. */
static const char *const bad_advisers[][2] = {
    {"./no-such-engine", "no engine answers"},
    {"./tests/support/stub_engine --start crash", "no engine answers"},
    {"./tests/support/stub_engine --minimal", "no engine answers"},
    {"./tests/support/stub_engine --fault refuse --at 0", "the engine refuses this game"},
    {"./tests/support/stub_engine", ""}, /* knows no hint */
};

START_TEST(bad_advice) {
    struct talker *t = against(bad_advisers[_i][0], "");
    struct text room = {0};
    person_create(t, "create game=qttt side=both", &room, NULL);
    ck_good(t, "ply a1 b1");
    const char *reply = talker_ask(t, "5 hint");
    ck_starts(reply, "?5");
    ck_has(reply, bad_advisers[_i][1]);
    ck_has(reply, "\ncode server.no-answer []");
    ck_starts(talker_ask(t, "ping"), "= pong");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Where nobody can judge, everything counts as alive and the players mark by hand. */
START_TEST(bad_judges) {
    talker_close(against(bad_advisers[_i][0], ""));
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_good(p[0], "mark a1 dead");
    ck_good(p[0], "accept");
    ck_good(p[1], "accept");
    ck_state(p[0], "\"result\":\"B+24.5\"");
    close_two(p, &room);
}
END_TEST

/* An engine for questions whose answers come when the test wants them: its first process waits for
 * the file `one` and says that A1 is dead; the second waits for `two`, and nothing is dead. The
 * links `first` and `second` point to their numbers: whether they are gone does not depend on what
 * they still had time to do. */
static void write_waiter(struct text *path) {
    static const char script[] =
        "#!/bin/bash\n"
        "cd \"${0%/*}\"\n"
        "me=one dead=A1\n"
        "ln -s $$ first 2>/dev/null || { me=two dead=; ln -s $$ second; }\n"
        "while read -r id command what; do\n"
        "    case $id in [a-z]*) what=$command command=$id id= ;; esac\n"
        "    answer=\n"
        "    case $command in\n"
        "        list_commands) answer=$'boardsize\\nclear_board\\nplay' ;;\n"
        "        genmove) answer=pass ;;\n"
        "        final_status_list | hint)\n"
        "            until test -e $me; do sleep 0.02; done\n"
        "            test \"$what\" != dead || answer=$dead ;;\n"
        "    esac\n"
        "    printf '=%s %s\\n\\n' \"$id\" \"$answer\"\n"
        "    test \"$command\" != quit || exit\n"
        "done\n";
    text_print(path, "%s/waiter", house_folder);
    write_text(text_string(path), script);
    ck_assert_int_eq(chmod(text_string(path), 0755), 0);
}

static void let(const char *name) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", house_folder, name);
    write_text(path, "");
}

/* Waits until the process that a link names is there, or gone. */
static void wait_for(const char *link, bool gone) {
    char path[100], number[20] = "";
    snprintf(path, sizeof path, "%s/%s", house_folder, link);
    double until = monotonic_now() + 60;
    while (readlink(path, number, sizeof number - 1) < 0 ||
           (gone && kill((pid_t)strtol(number, NULL, 10), 0) == 0)) {
        ck_assert_msg(monotonic_now() < until, "%s does not %s", link, gone ? "go" : "come");
        usleep(20000);
    }
}

static void wait_come(const char *link) {
    wait_for(link, false);
}

static void wait_gone(const char *link) {
    wait_for(link, true);
}

/* The answer for a position that is no more does not count for the next. */
START_TEST(late_judgement) {
    struct talker *p[2];
    struct text room = {0}, path = {0};
    write_waiter(&path);
    talker_close(against(text_string(&path), ""));
    stopped_unjudged(p, &room);
    ck_starts(talker_ask(p[0], "accept"), "? not allowed: the judgement is still");
    wait_come("first");
    if (_i == 0) {
        ck_good(p[0], "resume");
        ck_good(p[1], "ply a2");
    } else if (_i == 2) {
        ck_good(p[0], "resume");
        ck_good(p[1], "pass");
    } else {
        ck_good(p[0], "undo");
        ck_good(p[1], "undo accept");
        ck_good(p[0], "ply d4");
        ck_good(p[1], "ply a2");
    }
    ck_good(p[0], "pass");
    if (_i != 2)
        ck_good(p[1], "pass");
    let("one");
    wait_gone("first");
    ck_state(p[0], "\"marks\":null");
    let("two");
    const char *state;
    do
        state = talker_event(p[1], "state");
    while (strstr(state, "\"marks\":null") != NULL);
    ck_assert_ptr_null(strstr(state, "\"dead\":[\"A1\""));
    if (_i == 2) {
        usleep(1500000); /* the server looks every second: nobody has consented to marks that are
                            new */
        ck_state(p[0], "\"phase\":\"stopped\"");
    }
    text_free(&path);
    close_two(p, &room);
}
END_TEST

/* Who asked is gone, or the game is, or the server goes: nobody is answered, nothing breaks. */
START_TEST(unwanted_advice) {
    struct text room = {0}, path = {0};
    write_waiter(&path);
    struct talker *t = against(text_string(&path), "room_idle = 1\n"), *other = open_wire(0);
    person_create(t, "create game=qttt side=both", &room, NULL);
    talker_say(t, "hint");
    talker_say(t, "hint");
    wait_come("first");
    wait_come("second");
    talker_reset(t); /* who only closes may still be waiting for an answer */
    if (_i == 0) {
        ck_comes(other, "list", "= []");
        let("one");
        let("two");
        wait_gone("first");
        wait_gone("second");
    }
    ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    ck_assert_int_eq(served_stop(&served, true), 0);
    ck_event_has(other, "bye", "the server is going down");
    text_free(&room);
    text_free(&path);
    talker_close(other);
}
END_TEST

/* Two bots end a game by themselves, Go included. */
START_TEST(bots_score) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=go size=3 side=none bot=ternion level=random", &room, NULL);
    const char *state;
    do
        state = talker_event(t, "state");
    while (strstr(state, "\"phase\":\"over\"") == NULL);
    ck_has(state, "\"ending\":\"scored\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* ... even if the score cannot be stored when they stop. */
START_TEST(bots_score_later) {
    struct text room = {0}, path = {0};
    sqlite3 *base;
    write_waiter(&path);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=go size=5 komi=0.5 side=none bot=it", &room, NULL);
    ck_comes(t, "state", "\"phase\":\"stopped\"");
    ck_assert_int_eq(sqlite3_open_v2(house_database, &base, SQLITE_OPEN_READWRITE, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(base, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    let("two");
    ck_comes(t, "state", "\"score\":\"W+0.5\"");
    ck_state(t, "\"phase\":\"stopped\"");
    sqlite3_close(base);
    ck_comes(t, "state", "\"ending\":\"scored\"");
    text_free(&room);
    text_free(&path);
    talker_close(t);
}
END_TEST

/* A bot agrees to its own judgement only. */
START_TEST(bot_insists) {
    struct text room = {0}, path = {0};
    write_waiter(&path);
    struct talker *t = against(text_string(&path), "");
    let("two");
    person_create(t, "create game=go size=5 rules=chinese komi=0.5 side=b bot=it", &room, NULL);
    ck_good(t, "ply c3");
    ck_event_has(t, "ply", "\"n\":2"); /* it passes */
    ck_starts(talker_ask(t, "accept"), "? not allowed: the game is not stopped");
    ck_good(t, "pass");
    ck_comes(t, "state", "\"phase\":\"stopped\"");
    ck_comes(t, "mark c3 dead", "=");
    ck_starts(talker_ask(t, "accept"), "? not allowed: the bot accepts only");
    ck_good(t, "mark c3 alive");
    ck_good(t, "accept");
    ck_state(t, "\"result\":\"B+24.5\"");
    text_free(&room);
    text_free(&path);
    talker_close(t);
}
END_TEST

/* ... also if the game is taken up again and it passes: what was marked by hand counts no more. */
START_TEST(bot_passes_again) {
    struct text room = {0}, path = {0};
    write_waiter(&path);
    struct talker *t = against(text_string(&path), "");
    let("two");
    person_create(t, "create game=go size=5 rules=chinese komi=0.5 side=b bot=it", &room, NULL);
    ck_good(t, "ply c3");
    ck_event_has(t, "ply", "\"n\":2");
    ck_good(t, "pass");
    ck_comes(t, "mark c3 dead", "=");
    ck_state(t, "\"score\":\"W+0.5\"");
    ck_good(t, "resume");
    ck_comes(t, "state", "\"toPlay\":\"b\"");
    ck_good(t, "pass");
    ck_state(t, "\"result\":\"B+24.5\"");
    text_free(&room);
    text_free(&path);
    talker_close(t);
}
END_TEST

/* An engine made of a few lines of shell: cases of $command, whose arguments are $what, that set
 * $answer, and $sign to ? if they refuse; it knows those commands that `known` lists. */
static void write_engine(const char *known, const char *cases, struct text *path) {
    struct text script = {0};
    text_print(path, "%s/shell", house_folder);
    text_print(&script,
               "#!/bin/bash\n"
               "cd \"${0%%/*}\"\n"
               "while read -r id command what; do\n"
               "    answer= sign==\n"
               "    case $command in\n"
               "        list_commands) answer=$'boardsize\\nclear_board\\nplay%s' ;;\n"
               "        %s\n"
               "    esac\n"
               "    printf '%%s%%s %%s\\n\\n' $sign \"$id\" \"$answer\"\n"
               "done\n",
               known, cases);
    write_text(text_string(path), text_string(&script));
    ck_assert_int_eq(chmod(text_string(path), 0755), 0);
    text_free(&script);
}

/* A game of a bot whose levels are others now is played on at the seat's level if that is still
 * there, else at the best. */
START_TEST(levels_that_are_gone) {
    static const char *const later[] = {"easy hard", "hard strong"}, *const told[] = {"hard",
                                                                                      "strong"};
    struct text path = {0}, lines = {0}, room = {0}, token = {0}, order = {0};
    write_engine("\\nlevel",
                 "level) level=$what ;; genmove) answer=\"A1-B1\"; echo $level >level ;;", &path);
    struct talker *t = against(text_string(&path), "");
    talker_close(t);
    served_stop(&served, true);
    for (int i = 0; i < 2; i++) {
        text_clear(&lines);
        text_print(&lines, "bot \"it\" { command = \"%s\" levels = \"%s\" memory = 0 }\n",
                   text_string(&path), i == 0 ? "weak strong" : later[_i]);
        house_start_with(text_string(&lines));
        t = open_wire(0);
        if (i == 0) {
            person_create(t, "create game=qttt side=x bot=it", &room, &token);
            talker_close(t);
            served_stop(&served, true);
        }
    }
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(t, text_string(&order)), "= {");
    ck_good(t, "ply c3 c2");
    ck_comes(t, "state", "[\"o\",\"A1-B1\"]");
    text_clear(&path);
    text_print(&path, "test \"$(cat %s/level)\" = %s", house_folder, told[_i]);
    ck_assert_int_eq(system(text_string(&path)), 0);
    text_free(&path);
    text_free(&lines);
    text_free(&room);
    text_free(&token);
    text_free(&order);
    talker_close(t);
}
END_TEST

/* An adviser does not know that play was resumed, but is told whose advice is wanted. */
START_TEST(advice_after_resuming) {
    static const char *const orders[] = {"ply c3", "pass", "pass", "resume"};
    struct text path = {0}, room = {0};
    write_engine("\\nhint", "hint) answer=\"hint $what\" ;;", &path);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=go size=5 side=both", &room, NULL);
    for (int i = 0; i < COUNT(orders); i++)
        ck_good(t, orders[i]);
    ck_state(t, "\"toPlay\":\"b\"");
    ck_assert_str_eq(talker_ask(t, "hint"), "= hint b");
    text_free(&path);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Failures count in one game, not in the next. */
START_TEST(failures_are_forgiven) {
    struct text path = {0}, fails = {0}, room = {0};
    write_engine("",
                 "genmove) answer=A1-B1 left=$(cat fails); ((left == 0)) || sign=?; "
                 "echo $((left > 0 ? left - 1 : 0)) >fails ;;",
                 &path);
    text_print(&fails, "%s/fails", house_folder);
    write_text(text_string(&fails), "2\n");
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=qttt side=o bot=it", &room, NULL);
    ck_comes(t, "state", "\"toPlay\":\"o\"");
    write_text(text_string(&fails), "2\n");
    ck_good(t, "reset");
    ck_comes(t, "state", "\"toPlay\":\"o\"");
    text_free(&path);
    text_free(&fails);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Who cannot be told how the game began does not play another one, nor advise on it. */
START_TEST(bots_that_know_no_setup) {
    static const struct {
        const char *known, *order;
        bool sets_up, plays;
    } games[] = {
        {"", "create game=draughts side=w bot=it", true, false},
        {"\\nset_position", "create game=draughts side=w bot=it", true, true},
        {"", "create game=go size=9 handicap=2 side=b bot=it", false, false},
        {"\\nfixed_handicap", "create game=go size=9 handicap=2 side=b bot=it", false, true}};
    struct text path = {0}, room = {0};
    write_engine(games[_i].known,
                 "genmove) answer=e5; test $what = w || answer=a7-b6 ;; hint) answer=none ;;",
                 &path);
    struct talker *t = against(text_string(&path), "");
    person_create(t, games[_i].order, &room, NULL);
    if (games[_i].sets_up) {
        ck_good(t, "setup W:W25:B5");
        ck_starts(talker_ask(t, "hint"), games[_i].plays ? "= none" : "? no engine answers");
        talker_say(t, "ply b2 c3");
    }
    if (games[_i].plays)
        ck_event_has(t, "ply", "\"n\":1");
    if (games[_i].plays && games[_i].sets_up)
        ck_event_has(t, "ply", "\"n\":2"); /* the bot's */
    if (!games[_i].plays)
        ck_event_has(t, "end", "the bot failed: it has no command for the position or handicap");
    text_free(&path);
    text_free(&room);
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

/* Whoever comes when no descriptor is left waits for one; the server neither spins nor stumbles. */
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
    house_start("bot_retry = 1.5\n");
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
    house_start(_i == 0 ? "" : "bot_retry = 1.5\n");
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

/* People. */

/* Who reads late, but reads, misses nothing. */
START_TEST(late_readers) {
    house_start("backlog = 67108864\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n");
    struct talker *late = open_wire(_i);
    for (int i = 0; i < 8000; i++)
        talker_say(late, "help");
    for (int i = 0; i < 8000; i++)
        ck_starts(talker_reply(late), "= help");
    talker_close(late);
}
END_TEST

/* Who asks for much and tears the connection down harms nobody. */
START_TEST(torn_connections) {
    house_start("backlog = 67108864\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n");
    struct talker *other = open_wire(0);
    for (int round = 0; round < 3; round++) {
        struct talker *rude = open_wire(_i);
        for (int i = 0; i < 3000; i++)
            talker_say(rude, "help");
        talker_reset(rude);
        ck_assert_str_eq(talker_ask(other, "ping"), "= pong");
    }
    talker_close(other);
}
END_TEST

START_TEST(full_house) {
    house_start("clients = 1\n");
    struct talker *in = open_wire(_i), *late = talker_lines(served.line_port);
    ck_event_has(late, "bye", "the server is full");
    talker_close(late);
    late = talker_websocket(served.http_port, NULL);
    ck_assert_ptr_nonnull(late);
    ck_event_has(late, "bye", "the server is full");
    ck_assert(talker_is_closed(late, 10));
    talker_close(late);
    ck_assert_int_eq(served_stop(&served, true), 0);
    ck_event_has(in, "bye", "the server is going down");
    talker_close(in);
}
END_TEST

START_TEST(no_more_games) {
    house_start("rooms = 1\n");
    struct talker *t = open_wire(0);
    ck_starts(talker_ask(t, "create side=both"), "= {");
    ck_starts(talker_ask(t, "create"), "? too many games: the server has no room");
    talker_close(t);
}
END_TEST

/* A seat taken again by its token is taken from whoever sat there. */
/* Whoever changes the marks needs the other's consent anew, whichever side it is. */
START_TEST(marks_after_consent) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_good(p[_i], "accept");
    ck_good(p[1 - _i], "mark c3 dead");
    ck_good(p[1 - _i], "accept");
    ck_state(p[_i], "\"phase\":\"stopped\"");
    ck_good(p[_i], "accept");
    ck_state(p[_i], "\"phase\":\"over\"");
    close_two(p, &room);
}
END_TEST

/* A score answers what was asked for before. */
START_TEST(requests_before_the_score) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_good(p[0], "undo");
    ck_good(p[1], "reset");
    ck_good(p[0], "accept");
    ck_good(p[1], "accept");
    ck_state(p[0], "\"ending\":\"scored\"");
    ck_state(p[0], "\"undoAsked\":null,\"resetAsked\":null");
    ck_starts(talker_ask(p[0], "reset accept"), "? not allowed: nobody has asked for reset");
    close_two(p, &room);
}
END_TEST

/* Who watches may ask, and does nothing else. */
START_TEST(watchers) {
    static const char *const deeds[] = {
        "ply a1 b1", "play a1 b1", "collapse a1", "pass",         "resign", "draw offer", "undo",
        "reset",     "rematch",    "setup 3 3 x", "mark a1 dead", "accept", "resume"};
    static const char *const questions[] = {"hint", "evaluate 1", "preview a1 b1", "position 0",
                                            "show", "record",     "state",         "ask cycle"};
    struct talker *in = open_wire(0), *watcher = open_wire(1);
    struct text room = {0}, order = {0};
    person_create(in, "create game=qttt side=x bot=ternion", &room, NULL);
    text_print(&order, "watch %s", text_string(&room));
    ck_starts(talker_ask(watcher, text_string(&order)), "=");
    for (size_t i = 0; i < COUNT(deeds); i++)
        ck_starts(talker_ask(watcher, deeds[i]), "? no seat: you are watching");
    for (size_t i = 0; i < COUNT(questions); i++)
        ck_starts(talker_ask(watcher, questions[i]), "=");
    ck_state(in, "\"plies\":[]");
    text_free(&room);
    text_free(&order);
    talker_close(in);
    talker_close(watcher);
}
END_TEST

START_TEST(one_seat_two_people) {
    struct talker *p[2] = {open_wire(0), open_wire(1)}, *again = open_wire(0);
    struct text room = {0}, token = {0}, order = {0};
    ck_good(p[0], "name Ada");
    person_create(p[0], "create game=qttt side=x", &room, &token);
    person_join(p[1], &room, NULL);
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(again, text_string(&order)), "= {");
    const char *state;
    do /* that it sits there no more; whose seat it is has not changed */
        state = talker_event(p[0], "state");
    while (strstr(state, "\"you\":[]") == NULL);
    ck_has(state, "\"name\":\"Ada\"");
    ck_starts(talker_ask(p[0], "ply a1 b1"), "? no seat");
    ck_good(again, "ply a1 b1");
    ck_good(p[1], "leave");
    ck_starts(talker_ask(p[1], "state"), "? no game");
    talker_close(again);
    text_free(&token);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

/* Orders that are not as they should be, alone in an open game. */
static const char *const bad_orders[][2] = {
    {"help nonsense", "? unknown command: no order 'nonsense'"},
    {"name 12345678901234567890123456789012345678901",
     "? syntax error: a name has at most 40 bytes\ncode syntax.name []"},
    {"ply a1 b1", "? not allowed: the other seat is still empty"},
    {"resign", "? not allowed: the other seat is still empty"},
    {"draw offer", "? not allowed: the other seat is still empty"},
    {"position 99", "? syntax error: no number of plies: '99'"},
    {"evaluate 0", "? syntax error: '0' is no number from 1 to 100"},
    {"ask genmove", "? unknown question: 'genmove' is none of"},
    {"ask captures b", "? not allowed: qttt knows no 'captures'"},
    {"ask marks", "? "},
    {"hint", "? not allowed"},
    {"preview a1 a1", "? illegal move"},
    {"show colour unicode", "="},
    {"rematch", "? not allowed: the game is not over"},
    {"mark a1 dead", "? not allowed: the game is not stopped"},
    {"create handicap=10", "? syntax error: '10' is no handicap"},
    {"create begin=z", "? syntax error: no side 'z'"},
    {"create a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9", "? syntax error: too many settings"},
    {"create =3", "? syntax error: '=3' is not KEY=VALUE"},
    {"create listed=no time=600+3x30_byoyomi", "= {"},
    {"create side=random", "= {"},
    {"create side=none", "= {"},
    {"list", "= [{"},
};

START_TEST(orders_refused) {
    struct talker *t = open_wire(0), *other = open_wire(1);
    struct text room = {0}, order = {0};
    person_create(t, "create game=qttt side=x", &room, NULL);
    const char *reply = talker_ask(t, bad_orders[_i][0]);
    ck_starts(reply, bad_orders[_i][1]);
    text_print(&order, "join %s q", text_string(&room));
    ck_starts(talker_ask(other, text_string(&order)), "? syntax error: no side 'q'");
    text_clear(&order);
    text_print(&order, "join %s x", text_string(&room));
    ck_starts(talker_ask(other, text_string(&order)), "? cannot join: x is taken");
    text_clear(&order);
    text_print(&order, "join %s o", text_string(&room));
    ck_starts(talker_ask(other, text_string(&order)), "= {");
    text_free(&room);
    text_free(&order);
    talker_close(t);
    talker_close(other);
}
END_TEST

START_TEST(long_chat) {
    struct talker *t = open_wire(0);
    struct text room = {0}, order = {0};
    person_create(t, "create game=go side=both", &room, NULL);
    text_put(&order, "chat ");
    for (int i = 0; i < 501; i++)
        text_putc(&order, 'a');
    ck_starts(talker_ask(t, text_string(&order)), "? syntax error: at most 500 bytes");
    text_cut(&order, order.length - 1);
    ck_good(t, text_string(&order));
    ck_starts(talker_ask(t, "ask final_status_list dead"), "? ");
    ck_good(t, "resign");
    ck_starts(talker_ask(t, "hint"), "? cannot advise: nobody is to play");
    ck_good(t, "chat after the end");
    text_free(&room);
    text_free(&order);
    talker_close(t);
}
END_TEST

/* Somebody alone with both sides agrees with themselves. */
START_TEST(alone) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_starts(talker_ask(t, "draw maybe"), "? syntax error");
    ck_starts(talker_ask(t, "draw accept"), "? illegal move: b has offered no draw");
    ck_good(t, "draw offer");
    ck_state(t, "\"ending\":\"agreed\"");
    ck_good(t, "rematch");
    ck_state(t, "\"you\":[\"b\",\"w\"]");
    ck_state(t, "\"phase\":\"playing\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

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
     "Content-Security-Policy: default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'\r\n"},
    {"GET /boards/go.js HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 200", "text/javascript"},
    {"HEAD /style.css HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 200", "X-Frame-Options: DENY"},
    {"GET /nothing.html HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /../configure.ac HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /boards HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
    {"GET /index.html/more HTTP/1.1\nHost: h\n" LAST, "HTTP/1.1 404", "There is no such page."},
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
    {"GET / HTTP/1.1\nHost: h\nTransfer-Encoding : chunked\n\n0\n\n" SECOND, "HTTP/1.1 400",
     "has no body here"},
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
    house_start(own_names[_i].setting);
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

/* Whoever reads the record of a game that was put away does not bring it back, in the place of
 * another. */
START_TEST(http_record_of_the_past) {
    house_start("rooms = 1\n");
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
    house_start("address_rate = 1\n");
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
    snprintf(web, sizeof web, "%s/web", house_folder);
    ck_assert_int_eq(mkdir(web, 0755), 0);
    snprintf(path, sizeof path, "%s/page.html", web);
    write_text(path, "<p>mine");
    snprintf(path, sizeof path, "%s/passwd.txt", web);
    ck_assert_int_eq(symlink("/etc/passwd", path), 0);
    snprintf(path, sizeof path, "%s/up", web);
    ck_assert_int_eq(symlink("/etc", path), 0);
    snprintf(path, sizeof path, "%s/pipe", web);
    ck_assert_int_eq(mkfifo(path, 0644), 0);
    house_configure("");
    served_start(
        &served,
        (const char *const[]){"--database", house_database, "--web", web, house_config, NULL}, 0,
        NULL);
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
    house_start("origins = {\"https://play.example\", \"http://other.example\"}\n");
    struct talker *t = talker_websocket(served.http_port, "http://other.example");
    ck_assert_ptr_nonnull(t);
    talker_close(t);
    ck_assert_ptr_null(talker_websocket(served.http_port, "http://elsewhere.example"));
}
END_TEST

/* The command line. */

/* What the program prints on both streams, and its exit status. */
static int program(const char *arguments, struct text *said) {
    char command[300], bytes[4096];
    snprintf(command, sizeof command, "./ternion-server %s 2>&1", arguments);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, pipe)) > 0;)
        text_putn(said, bytes, count);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const struct {
    const char *arguments;
    int status;
    const char *said;
} command_lines[] = {
    {"--help", 0, "Usage: ternion-server"},
    {"--version", 0, "ternion-server (Ternion) "},
    {"--help >/dev/full", 1, ""},
    {"--check", 0, "The configuration is good."},
    {"--check ../server/examples/server.conf", -1,
     "The configuration is good"}, /* its bots may be missing */
    {"--check /nowhere/server.conf", 1, "/nowhere/server.conf"},
    {"--nonsense", 2, "Try 'ternion-server --help'"},
    {"one two", 2, "one configuration file is enough, but there is also two"},
    {"--demo --port many", 2, "a port is a number from -1 to 65535, not many"},
    {"--demo --port 65536", 2, "a port is a number from -1 to 65535, not 65536"},
    {"--demo --port -1 --line-port 0 --address 300.1.1.1", 1, "300.1.1.1: "},
    {"--demo --port 0 --line-port -1 --address 192.0.2.1", 1, "cannot listen on 192.0.2.1 port 0"},
};

START_TEST(command_line) {
    struct text said = {0};
    char arguments[200];
    const char *at = strstr(command_lines[_i].arguments, "../server");
    const char *source = getenv("srcdir");
    if (at != NULL && source != NULL)
        snprintf(arguments, sizeof arguments, "%.*s%s%s", (int)(at - command_lines[_i].arguments),
                 command_lines[_i].arguments, source, at + 2);
    else
        snprintf(arguments, sizeof arguments, "%s", command_lines[_i].arguments);
    int status = program(arguments, &said);
    if (command_lines[_i].status < 0) /* as PATH has its bots */
        ck_assert(status == 0 || status == 1);
    else
        ck_assert_int_eq(status, command_lines[_i].status);
    ck_has(text_string(&said), command_lines[_i].said);
    text_free(&said);
}
END_TEST

/* Ports are there once. */
START_TEST(ports_in_use) {
    struct text said = {0};
    char arguments[120];
    snprintf(arguments, sizeof arguments, "--demo --port %d --line-port 0", served.http_port);
    ck_assert_int_eq(program(arguments, &said), 1);
    ck_has(text_string(&said), "Address already in use; --port chooses another");
    text_clear(&said);
    snprintf(arguments, sizeof arguments, "--demo --port 0 --line-port %d", served.line_port);
    ck_assert_int_eq(program(arguments, &said), 1);
    ck_has(text_string(&said), "Address already in use; --line-port chooses another");
    text_free(&said);
}
END_TEST

START_TEST(demo) {
    struct text said = {0};
    served_start(&served,
                 (const char *const[]){"--demo", "--engine", "./tests/support/stub_engine",
                                       "--address", "localhost", NULL},
                 0, &said);
    ck_assert_int_gt(served.pid, 0);
    ck_has(text_string(&said), "games: :memory:");
    struct talker *t = open_wire(0);
    ck_has(talker_ask(t, "games"), "\"bots\":[{\"name\":\"ternion\"");
    text_free(&said);
    talker_close(t);
}
END_TEST

/* The engine beside the server is found whatever their folder is called. */
START_TEST(folder_with_any_name) {
    static const char script[] =
        "#!/bin/sh\n"
        "while read -r id command what; do\n"
        "    case $command in genmove) echo \"=$id C3\" ;; *) echo \"=$id\" ;; esac; echo\n"
        "done\n";
    char command[400];
    struct text room = {0};
    snprintf(command, sizeof command,
             "mkdir \"%s/a b'\\\\c\" && cp ternion-server \"%s/a b'\\\\c/\"", house_folder,
             house_folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "%s/a b'\\c", house_folder);
    ck_assert_int_eq(chdir(command), 0);
    write_text("ternion", script);
    ck_assert_int_eq(chmod("ternion", 0755), 0);
    served_start(&served, (const char *const[]){"--demo", NULL}, 0, NULL);
    ck_assert_int_gt(served.pid, 0);
    struct talker *t = open_wire(0);
    person_create(t, "create game=go size=5 side=w bot=ternion", &room, NULL);
    ck_event_has(t, "ply", "\"move\":\"C3\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* An IPv6 address stands in brackets where a port follows. */
START_TEST(sixth_version) {
    struct text said = {0};
    served_start(&served, (const char *const[]){"--demo", "--address", "::1", NULL}, 0, &said);
    if (served.pid < 0) { /* there is none here */
        ck_has(text_string(&said), "cannot listen on ::1");
    } else {
        char page[40], command[160], heard[200] = "";
        snprintf(page, sizeof page, "page:  http://[::1]:%d/\n", served.http_port);
        ck_has(text_string(&said), page);
        snprintf(command, sizeof command, "echo ping | ./ternion --connect [::1]:%d",
                 served.line_port);
        FILE *pipe = popen(command, "r");
        ck_assert_ptr_nonnull(pipe);
        heard[fread(heard, 1, sizeof heard - 1, pipe)] = '\0';
        ck_assert_int_eq(pclose(pipe), 0);
        ck_has(heard, "= pong");
    }
    text_free(&said);
}
END_TEST

/* Who listens everywhere is told addresses that others can go to. */
START_TEST(everywhere) {
    struct text said = {0};
    struct ifaddrs *all;
    int found = 0;
    served_start(&served, (const char *const[]){"--demo", "--address", "0.0.0.0", NULL}, 0, &said);
    ck_assert_int_eq(getifaddrs(&all), 0);
    for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
        char page[60];
        if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET ||
            (one->ifa_flags & IFF_UP) == 0)
            continue;
        const struct sockaddr_in *address = (const struct sockaddr_in *)one->ifa_addr;
        snprintf(page, sizeof page, "page:  http://%s:%d/\n", inet_ntoa(address->sin_addr),
                 served.http_port);
        bool loopback = (one->ifa_flags & IFF_LOOPBACK) != 0;
        ck_assert_msg((strstr(text_string(&said), page) == NULL) == loopback, "%s", page);
        found += !loopback;
    }
    freeifaddrs(all);
    ck_assert((strstr(text_string(&said), "http://0.0.0.0:") == NULL) == (found > 0));
    text_free(&said);
}
END_TEST

/* Without processes there are no bots, rather than such as never move. */
START_TEST(no_bots) {
    struct text said = {0};
    write_text(house_config, "http_port = -1\nline_port = -1\nbots = 0\n");
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
                 0, &said);
    struct talker *t = open_wire(0);
    ck_has(talker_ask(t, "games"), "\"bots\":[]");
    ck_starts(talker_ask(t, "create game=qttt side=x bot=ternion"), "? ");
    talker_close(t);
    text_free(&said);
}
END_TEST

/* Whatever --check calls good can be played: words in any case, with any blanks between them. */
START_TEST(names_as_people_write_them) {
    struct text room = {0};
    house_start_with(
        "bot \"a=b\" { command = \"./tests/support/stub_engine\" games = \" Go  DRAUGHTS\" "
        "levels = \" easy  Hard \" memory = 0 }\n");
    struct talker *t = open_wire(0);
    ck_has(talker_ask(t, "games"), "\"bots\":[{\"name\":\"a=b\",\"levels\":\"easy Hard\"}]");
    ck_starts(talker_ask(t, "create game=qttt bot=a=b"), "? unknown bot");
    ck_starts(talker_ask(t, "create game=go bot=a=b level=medium"),
              "? unknown level: no level 'medium'; there are easy Hard\n");
    person_create(t, "create game=go bot=a=b", &room, NULL);
    ck_state(t, "\"name\":\"a=b Hard\",\"level\":\"Hard\"");
    person_create(t, "create game=draughts bot=a=b level=HARD", &room, NULL);
    ck_state(t, "\"name\":\"a=b Hard\",\"level\":\"Hard\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* A bot without a program would lose every game. */
START_TEST(bots_without_a_program) {
    struct text said = {0};
    char arguments[200];
    snprintf(arguments, sizeof arguments, "--check %s", house_config);
    write_text(house_config,
               "bot \"it\" { command = \"./tests/support/stub_engine --game go\" }\n");
    ck_assert_int_eq(program(arguments, &said), 0);
    ck_has(text_string(&said), "The configuration is good.");
    text_clear(&said);
    write_text(house_config, "bot \"it\" { command = \"no-such-engine --game go\" }\n");
    ck_assert_int_eq(program(arguments, &said), 1);
    ck_has(text_string(&said), "bot it: there is no program no-such-engine");
    ck_has(text_string(&said), "but for bots whose program is not there");
    text_free(&said);
}
END_TEST

START_TEST(configurations_refused) {
    static const char *const bad[][2] = {
        {"bot \"it\" { levels = \"one\" }\n", "the bot it has no command"},
        {"bot \"it\" { command = \"x\" }\nbot \"it\" { command = \"y\" }\n", "server.conf:2"},
        {"bot \"it\" { command = \"x\" think = -5 }\n",
         "think of a bot must be from 0.01 to 86400"},
        {"bot \"it\" { command = \"x\" memory = -5 }\n", "memory of a bot must be from 0 to"},
        {"bot \"it\" { command = \"x\" games = \"go chess\" }\n",
         "the bot it plays chess, which is no game here"},
        {"bot \"\" { command = \"x\" }\n", "'' names no bot and no level"},
        {"bot \"a b\" { command = \"x\" }\n", "'a b' names no bot"},
        {"bot \"a/b\" { command = \"x\" }\n", "'a/b' names no bot"},
        {"bot \"#1\" { command = \"x\" }\n", "'#1' names no bot"},
        {"bot \"it\" { command = \"x\" levels = \"easy a/b\" }\n", "'a/b' names no bot"},
        {"rate = 0\n", "rate must be from 0.1 to 1000000"},
        {"bots = 10001\n", "bots must be from 0 to 10000"},
        {"clients = many\n", "server.conf:1"},
        {"address = \n", "server.conf:"},
        {"proxies = {\"127.0.0.1\", \"localhost\"}\n", "localhost is no address in digits"},
    };
    struct text said = {0};
    write_text(house_config, bad[_i][0]);
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
                 0, &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), bad[_i][1]);
    text_free(&said);
}
END_TEST

static void add_storage(Suite *suite) {
    TCase *tests = house_case(suite, "storage", house_setup_started);
    tcase_add_test(tests, full_disk_changes_nothing);
    tcase_add_test(tests, full_disk_at_a_rematch);
    tcase_add_test(tests, full_disk_at_a_setup);
    tcase_add_test(tests, full_disk_at_the_end_of_go);
    tcase_add_test(tests, full_disk_at_the_score);
    tcase_add_loop_test(tests, full_disk_at_a_fall, 0, 2);
    tcase_add_test(tests, database_in_use);
    tcase_add_loop_test(tests, endings_survive, 0, COUNT(endings));
    tcase_add_test(tests, scores_survive);
    tcase_add_test(tests, marks_survive);
    tcase_add_test(tests, order_of_games_survives);
    tcase_add_test(tests, undo_survives);
    tcase_add_test(tests, great_scores_survive);
    tcase_add_test(tests, failures_of_bots_survive);
    tcase_add_loop_test(tests, nonsense_in_the_database, 0, COUNT(nonsense));
    TCase *timed = house_case(suite, "clocks", house_setup_started);
    tcase_add_loop_test(timed, clocks_survive, 0, 5);
    tcase_add_test(timed, clocks_of_games_put_away);
    TCase *refused = house_case(suite, "refused storage", house_setup);
    tcase_add_test(refused, old_games_go);
    tcase_add_test(refused, wrong_clocks_delete_nothing);
    tcase_add_test(refused, old_games_on_a_full_disk);
    tcase_add_test(refused, databases_refused);
    tcase_add_test(refused, no_disk_at_all);
    tcase_add_test(refused, no_disk_for_the_schema);
}

static void add_engines(Suite *suite) {
    TCase *tests = house_case(suite, "engines", house_setup);
    tcase_add_loop_test(tests, bots_that_fail, 0, COUNT(bad_bots));
    tcase_add_loop_test(tests, bots_on_a_full_disk, 0, 2);
    tcase_add_test(tests, bot_resigns);
    tcase_add_test(tests, bot_knows_little);
    tcase_add_test(tests, bots_ended_at_birth);
    tcase_add_loop_test(tests, bots_know_their_clocks, 0, COUNT(told_clocks));
    tcase_add_test(tests, advice_has_no_clock);
    tcase_add_test(tests, bots_know_the_handicap);
    tcase_add_test(tests, bots_take_turns);
    tcase_add_loop_test(tests, bots_that_are_gone, 0, 2);
    tcase_add_loop_test(tests, bad_advice, 0, COUNT(bad_advisers));
    tcase_add_loop_test(tests, bad_judges, 0, COUNT(bad_advisers));
    tcase_add_loop_test(tests, late_judgement, 0, 3);
    tcase_add_test(tests, bots_score_later);
    tcase_add_test(tests, bot_insists);
    tcase_add_test(tests, bot_passes_again);
    tcase_add_loop_test(tests, unwanted_advice, 0, 2);
    TCase *shell = house_case(suite, "engines of shell", house_setup);
    tcase_add_loop_test(shell, levels_that_are_gone, 0, 2);
    tcase_add_test(shell, advice_after_resuming);
    tcase_add_test(shell, failures_are_forgiven);
    tcase_add_loop_test(shell, bots_that_know_no_setup, 0, 4);
    TCase *started = house_case(suite, "engines of a server", house_setup_started);
    tcase_add_loop_test(started, bots_have_clocks, 0, COUNT(clocks));
    tcase_add_test(started, bots_in_positions);
    tcase_add_test(started, bots_score);
}

static void add_people(Suite *suite) {
    TCase *tests = house_case(suite, "people", house_setup_started);
    tcase_add_test(tests, no_descriptors);
    tcase_add_test(tests, no_processes);
    tcase_add_loop_test(tests, marks_after_consent, 0, 2);
    tcase_add_test(tests, requests_before_the_score);
    tcase_add_test(tests, watchers);
    tcase_add_test(tests, one_seat_two_people);
    tcase_add_loop_test(tests, orders_refused, 0, COUNT(bad_orders));
    tcase_add_test(tests, long_chat);
    tcase_add_test(tests, alone);
    TCase *limits = house_case(suite, "limits", house_setup);
    tcase_add_test(limits, no_processes_at_all);
    tcase_add_loop_test(limits, no_processes_for_judges, 0, 2);
    tcase_add_loop_test(limits, late_readers, 0, 2);
    tcase_add_loop_test(limits, torn_connections, 0, 2);
    tcase_add_loop_test(limits, full_house, 0, 2);
    tcase_add_test(limits, no_more_games);
}

static void add_web(Suite *suite) {
    TCase *tests = house_case(suite, "web", house_setup_started);
    tcase_add_loop_test(tests, http_requests, 0, COUNT(requests));
    tcase_add_test(tests, http_to_the_lines);
    tcase_add_test(tests, http_records);
    tcase_add_test(tests, hasty_websocket);
    tcase_add_test(tests, ports_in_use);
    TCase *alone_tests = house_case(suite, "starts", house_setup);
    tcase_add_test(alone_tests, http_traps);
    tcase_add_test(alone_tests, http_record_of_the_past);
    tcase_add_test(alone_tests, http_records_without_end);
    tcase_add_test(alone_tests, origins_of_the_configuration);
    tcase_add_loop_test(alone_tests, pages_under_own_names, 0, COUNT(own_names));
    tcase_add_test(alone_tests, demo);
    tcase_add_test(alone_tests, folder_with_any_name);
    tcase_add_test(alone_tests, no_bots);
    tcase_add_test(alone_tests, names_as_people_write_them);
    tcase_add_test(alone_tests, sixth_version);
    tcase_add_test(alone_tests, everywhere);
    tcase_add_loop_test(alone_tests, configurations_refused, 0, 15);
    tcase_add_test(alone_tests, bots_without_a_program);
    TCase *line = tcase_create("command line");
    tcase_add_loop_test(line, command_line, 0, COUNT(command_lines));
    suite_add_tcase(suite, line);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("server faults");
    add_storage(suite);
    add_engines(suite);
    add_people(suite);
    add_web(suite);
    return suite_run(suite);
}
