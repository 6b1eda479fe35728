/* What the server stores, and what it does when it cannot: it refuses, says why, changes nothing,
 * and lives on. What it has confirmed is there when it comes back. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/system/now.h"
#include "../support/suite.h"
#include "fixture.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

/* Storage. */

static void ck_unstored(struct talker *talker, const char *order) {
    const char *reply = talker_ask(talker, order);
    ck_assert_msg(*reply == '?' && strstr(reply, "\ncode store.failed") != NULL,
                  "'%s' was answered '%s'", order, reply);
}

/* Ends the server and starts it again; somebody comes back to the seat. */
static struct talker *back_after(bool polite, const struct text *room, const struct text *token) {
    struct text order = {0};
    served_stop(&served, polite);
    fixture_start("");
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
    fixture_start("");
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

/* A lock that somebody holds on the database by hand delays nobody who changes nothing. */
START_TEST(database_in_use) {
    struct talker *player = open_wire(0), *other = open_wire(0);
    struct text room = {0};
    sqlite3 *base;
    person_create(player, "create side=both", &room, NULL);
    ck_assert_int_eq(sqlite3_open_v2(fixture_database, &base, SQLITE_OPEN_READWRITE, NULL),
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
    fixture_start("");
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
    fixture_start("rooms = 1\n");
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
    fixture_start("rooms = 2\n");
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
    person_create(t, "create game=go size=5 komi=1e3 side=both", &room, &token);
    ck_good(t, "pass");
    ck_good(t, "pass");
    ck_comes(t, "accept", "=");
    talker_close(t);
    t = back_after(false, &room, &token);
    ck_state(t, "\"result\":\"W+1000\"");
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
    ck_assert_int_eq(sqlite3_open(fixture_database, &base), SQLITE_OK);
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
    ck_assert_int_eq(sqlite3_open(fixture_database, &base), SQLITE_OK);
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
    fixture_start("");
    leave_game(&old);
    leave_game(&young);
    served_stop(&served, true);
    text_print(&sql,
               "UPDATE room SET touched=touched-31*86400, round=7 WHERE id='%s';"
               "WITH RECURSIVE c(n) AS (VALUES(10) UNION ALL SELECT n+1 FROM c WHERE n<4000) "
               "INSERT INTO entry SELECT '%s', n/600, n, 'ply', 0, 'C3-D4', 0 FROM c",
               text_string(&old), text_string(&old));
    change_database(text_string(&sql));
    fixture_start("keep_days = 30\nroom_idle = 1\n");
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
    fixture_start("");
    leave_game(&old);
    leave_game(&young);
    served_stop(&served, true);
    text_print(&sql,
               "UPDATE room SET touched=touched-365*86400;"
               "UPDATE room SET touched=touched-31*86400 WHERE id='%s'",
               text_string(&old));
    change_database(text_string(&sql));
    fixture_start("keep_days = 30\n");
    text_clear(&sql);
    text_print(&sql, "= '%s'", text_string(&old));
    ck_swept(text_string(&sql));
    served_stop(&served, true); /* at the end of a step, which has looked at both */
    text_clear(&sql);
    text_print(&sql, "= '%s'", text_string(&young));
    ck_assert_int_eq(rows_of(text_string(&sql)), 1 + 4 + 2);
    fixture_start("");
    text_free(&old);
    text_free(&young);
    text_free(&sql);
}
END_TEST

/* They go later if they cannot go now. */
START_TEST(old_games_on_a_full_disk) {
    struct text old = {0};
    fixture_start("keep_days = 30\nroom_idle = 1\n");
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
        fixture_refuses("cannot use the database");
    } else {
        fixture_start("");
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
    fixture_start("");
    served_stop(&served, true);
    change_database("PRAGMA user_version=99");
    fixture_refuses("another version");
    change_database("PRAGMA user_version=3");
    sqlite3 *base;
    ck_assert_int_eq(sqlite3_open(fixture_database, &base), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(base, "PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE", NULL, NULL, NULL),
        SQLITE_OK);
    fixture_refuses("database is locked");
    sqlite3_close(base);
    fixture_start("");
    served_stop(&served, true);
    snprintf(fixture_database, sizeof fixture_database, "%s/nowhere/games.db", fixture_folder);
    fixture_refuses("nowhere/games.db.lock: No such file or directory");
    snprintf(fixture_database, sizeof fixture_database, "%s/folder", fixture_folder);
    ck_assert_int_eq(mkdir(fixture_database, 0700), 0);
    fixture_refuses("is no database");
}
END_TEST

/* No file can be written from the beginning. */
START_TEST(no_disk_at_all) {
    struct text said = {0};
    fixture_configure("");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 1,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "database");
    text_free(&said);
}
END_TEST

/* A disk with room for a database's header and no more: once there is more, the server starts. */
START_TEST(no_disk_for_the_schema) {
    struct text said = {0};
    struct stat status;
    fixture_configure("");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 8192,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "cannot make the database");
    ck_assert_int_eq(stat(fixture_database, &status), 0);
    ck_assert_int_gt(status.st_size, 0);
    fixture_start("");
    /* What somebody else keeps without saying whose it is is not taken for that. */
    served_stop(&served, true);
    ck_assert_int_eq(remove(fixture_database), 0);
    change_database("CREATE TABLE theirs(x)");
    fixture_refuses("another program");
    text_free(&said);
}
END_TEST

/* The store. */

START_TEST(damaged_database) {
    char content[8192], after[8192];
    memset(content, 'x', sizeof content);
    write_bytes(fixture_database, content, sizeof content);
    fixture_refuses("is no database or is damaged");
    FILE *file = fopen(fixture_database, "rb");
    ck_assert_uint_eq(fread(after, 1, sizeof after, file), sizeof after);
    fclose(file);
    ck_assert_mem_eq(content, after, sizeof content);
}
END_TEST

START_TEST(torn_database) {
    fixture_start("");
    struct talker *t = open_wire(0);
    for (int i = 0; i < 40; i++)
        ck_starts(talker_ask(t, "create game=go size=19"), "= {");
    talker_close(t);
    served_stop(&served, true);
    struct stat status;
    ck_assert_int_eq(stat(fixture_database, &status), 0);
    ck_assert_int_gt(status.st_size, 8192);
    FILE *file = fopen(fixture_database, "r+b");
    fseek(file, 4096, SEEK_SET);
    for (int i = 0; i < 3000; i++)
        fputc(0x5A, file);
    fclose(file);
    fixture_refuses("damaged");
}
END_TEST

START_TEST(foreign_database) {
    fixture_start("");
    served_stop(&served, true);
    /* The application id stands at offset 68 of the file's header. */
    FILE *file = fopen(fixture_database, "r+b");
    fseek(file, 68, SEEK_SET);
    fwrite("\0\0\0\1", 1, 4, file);
    fclose(file);
    fixture_refuses("another program");
}
END_TEST

START_TEST(database_of_another_server) {
    fixture_start("");
    struct talker *t = open_wire(0);
    struct served second = {0};
    struct text said = {0};
    served_start(&second,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    ck_assert_int_eq(second.pid, -1);
    ck_has(text_string(&said), "another server keeps its games in");
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    text_free(&said);
    talker_close(t);
}
END_TEST

START_TEST(full_disk) {
    fixture_configure("");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL},
                 200000, NULL);
    ck_assert_int_gt(served.pid, 0);
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=both", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
    bool refused = false;
    for (int i = 0; i < 400 && !refused; i++) {
        const char *reply = talker_ask(t, i % 2 == 0 ? "undo" : "ply a1 b1");
        refused = strstr(reply, "store.failed") != NULL;
        usleep(60000); /* as fast as the server lets one person go on */
    }
    ck_assert(refused);
    /* It says so and lives on. */
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    text_free(&room);
    talker_close(t);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("storage");
    fixture_add(suite, fixture_setup_started, full_disk_changes_nothing);
    fixture_add(suite, fixture_setup_started, full_disk_at_a_rematch);
    fixture_add(suite, fixture_setup_started, full_disk_at_a_setup);
    fixture_add(suite, fixture_setup_started, full_disk_at_the_end_of_go);
    fixture_add(suite, fixture_setup_started, full_disk_at_the_score);
    fixture_add_loop(suite, fixture_setup_started, full_disk_at_a_fall, 0, 2);
    fixture_add(suite, fixture_setup_started, database_in_use);
    fixture_add_loop(suite, fixture_setup_started, endings_survive, 0, COUNT(endings));
    fixture_add(suite, fixture_setup_started, scores_survive);
    fixture_add(suite, fixture_setup_started, marks_survive);
    fixture_add_loop(suite, fixture_setup_started, clocks_survive, 0, 5);
    fixture_add(suite, fixture_setup_started, clocks_of_games_put_away);
    fixture_add(suite, fixture_setup_started, order_of_games_survives);
    fixture_add(suite, fixture_setup_started, undo_survives);
    fixture_add(suite, fixture_setup_started, great_scores_survive);
    fixture_add(suite, fixture_setup_started, failures_of_bots_survive);
    fixture_add(suite, fixture_setup, old_games_go);
    fixture_add(suite, fixture_setup, wrong_clocks_delete_nothing);
    fixture_add(suite, fixture_setup, old_games_on_a_full_disk);
    fixture_add_loop(suite, fixture_setup_started, nonsense_in_the_database, 0, COUNT(nonsense));
    fixture_add(suite, fixture_setup, databases_refused);
    fixture_add(suite, fixture_setup, no_disk_at_all);
    fixture_add(suite, fixture_setup, no_disk_for_the_schema);
    fixture_add(suite, fixture_setup, damaged_database);
    fixture_add(suite, fixture_setup, torn_database);
    fixture_add(suite, fixture_setup, foreign_database);
    fixture_add(suite, fixture_setup, database_of_another_server);
    fixture_add(suite, fixture_setup, full_disk);
    return fixture_run(suite);
}
