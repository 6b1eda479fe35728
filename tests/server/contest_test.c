/* Tournaments of people, over both wires: who may do what, the games, and what a killed server
 * still knows. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/json.h"
#include "../support/suite.h"
#include "fixture.h"

enum { PEOPLE = 4 };

static struct talker *leader, *people[PEOPLE];
static char code[16], key[64], tokens[PEOPLE][64];

static void find(const char *json, const char *name, char *value, size_t size) {
    struct text found = {0};
    json_find(json, name, &found);
    snprintf(value, size, "%s", text_string(&found));
    text_free(&found);
}

/* `contest VERB CODE REST` */
static const char *ask(struct talker *talker, const char *verb, const char *rest) {
    static char order[200];
    snprintf(order, sizeof order, "contest %s %s %s", verb, code, rest);
    return talker_ask(talker, order);
}

static void good(struct talker *talker, const char *verb, const char *rest) {
    const char *reply = ask(talker, verb, rest);
    ck_assert_msg(*reply == '=', "'%s %s' was answered '%s'", verb, rest, reply);
}

/* Events go by until one has the part. */
static void comes(struct talker *talker, const char *name, const char *part) {
    while (strstr(talker_event(talker, name), part) == NULL)
        ;
}

static void open_contest(const char *keys) {
    char order[200];
    leader = open_wire(1);
    snprintf(order, sizeof order, "contest open %s", keys);
    const char *reply = talker_ask(leader, order);
    ck_starts(reply, "= {\"contest\"");
    find(reply, "contest", code, sizeof code);
    find(reply, "key", key, sizeof key);
}

static void join(int player) {
    char name[32];
    people[player] = open_wire(player % 2);
    snprintf(name, sizeof name, "name P%d", player);
    ck_good(people[player], name);
    find(ask(people[player], "join", ""), "token", tokens[player], sizeof *tokens);
    ck_assert_uint_eq(strlen(tokens[player]), 32);
}

static void close_all(void) {
    talker_close(leader);
    for (int i = 0; i < PEOPLE; i++)
        if (people[i] != NULL)
            talker_close(people[i]);
    memset(people, 0, sizeof people);
}

/* Everybody comes back to a server that was killed; `sql`: just before the store had that. */
static void kill_and_come_back(const char *sql) {
    sqlite3 *database;
    close_all();
    served_stop(&served, false);
    ck_assert_int_eq(sqlite3_open(fixture_database, &database), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    fixture_start("");
    leader = open_wire(0);
    good(leader, "rejoin", key);
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = open_wire(i % 2);
        ck_has(ask(people[i], "rejoin", tokens[i]), "\"leads\":false");
    }
}

/* The state once all games of the round are over. */
static void ck_results(int count) {
    for (;;) {
        int results = 0;
        const char *games = ask(leader, "games", "");
        for (const char *at = games; (at = strstr(at, "\"result\":\"")) != NULL; at++)
            results++;
        ck_assert_int_le(results, count);
        if (results == count)
            return;
    }
}

/* Rounds, a kill in the middle of one, a correction: nothing that was told is lost. */
START_TEST(rounds_and_a_kill) {
    open_contest("format=swiss game=qttt time=60 Class 5b");
    for (int i = 0; i < PEOPLE; i++)
        join(i);
    ck_starts(ask(people[0], "pair", ""), "? not allowed: only the leader");
    good(leader, "pair", "");
    comes(people[3], "contest", "\"round\":1");
    for (int i = 0; i < PEOPLE; i++)
        good(people[i], "sit", "");
    ck_has(talker_ask(people[0], "state"), "\"you\":[\"x\"]");
    ck_good(people[0], "ply a1 b1");
    ck_starts(talker_ask(people[0], "undo"), "? not allowed: in a tournament");
    ck_good(people[1], "resign"); /* the pairing puts the first half against the other */
    kill_and_come_back("DELETE FROM contest_entry WHERE kind='result'");
    ck_results(1); /* the game itself knows how it ended */
    for (int i = 0; i < PEOPLE; i++)
        good(people[i], "sit", "");
    ck_has(talker_ask(people[0], "state"), "\"plies\":[[\"x\",\"A1-B1\"]]");
    ck_starts(talker_ask(people[0], "undo"), "? not allowed: in a tournament");
    ck_has(talker_ask(people[0], "chat hello"), "code room.no-chat");
    ck_good(people[0], "resign");
    ck_results(2);
    ck_starts(talker_ask(people[0], "rematch"), "? not allowed: in a tournament");
    ck_good(leader, "name Teacher");
    good(leader, "result", "0 draw the wrong seat");
    good(leader, "pair", "");
    kill_and_come_back("");
    const char *state = ask(leader, "state", "");
    ck_has(state, "\"title\":\"Class 5b\"");
    ck_has(state, "\"round\":2");
    ck_has(ask(leader, "games", ""),
           "\"result\":\"draw\",\"why\":\"resign\",\"was\":\"0-1\",\"by\":\"Teacher\","
           "\"reason\":\"the wrong seat\"");
    good(leader, "close", "");
    ck_results(4);
    good(leader, "end", "");
    close_all();
}
END_TEST

/* Talk is off until it is switched on; advice against an engine is on until it is switched off. */
START_TEST(switches) {
    open_contest("format=free game=qttt");
    join(0);
    good(leader, "engine", "ternion easy");
    ck_has(ask(leader, "engine", "ternion godlike"), "? cannot add: no level");
    good(leader, "watch", "");
    good(leader, "pair", "");
    comes(leader, "boards", "\"position\"");
    while (strncmp(ask(people[0], "sit", ""), "=", 1) != 0)
        ;
    ck_has(talker_ask(people[0], "chat hello"), "code room.no-chat");
    ck_has(talker_ask(people[0], "state"), "\"chatOff\":true");
    good(leader, "chat", "on");
    ck_good(people[0], "chat hello");
    ck_has(talker_ask(people[0], "state"), "\"advice\":true");
    good(leader, "hints", "off");
    ck_has(talker_ask(people[0], "state"), "\"advice\":false");
    ck_has(talker_ask(people[0], "hint"), "code room.advice");
    ck_starts(ask(leader, "hints", "perhaps"), "? syntax error: on or off");
    close_all();
}
END_TEST

/* An opponent whose last connection is gone for a second loses when that is claimed. */
START_TEST(claim) {
    open_contest("format=robin gone=1 game=qttt");
    join(0);
    join(1);
    good(leader, "pair", "");
    good(people[0], "sit", "");
    ck_starts(ask(people[0], "claim", ""), "? not allowed: only an opponent who has been gone");
    talker_close(people[1]);
    people[1] = NULL;
    do
        talker_event(people[0], "contest");
    while (strncmp(ask(people[0], "claim", ""), "=", 1) != 0);
    ck_has(talker_ask(people[0], "state"), "\"phase\":\"over\"");
    ck_has(ask(leader, "games", ""), "\"why\":\"gone\"");
    close_all();
}
END_TEST

/* What a command of the arena prints of a file. */
static void arena(const char *command, const char *file, struct text *out) {
    char line[300], bytes[4096];
    size_t count;
    snprintf(line, sizeof line, "./ternion-arena %s %s 2>&1", command, file);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    text_clear(out);
    while ((count = fread(bytes, 1, sizeof bytes, pipe)) > 0)
        text_putn(out, bytes, count);
    int status = pclose(pipe);
    ck_assert_msg(status == 0, "%s: %d: %s", line, status, text_string(out));
}

static void fetch(const char *file) {
    struct talker *talker = talker_lines(served.http_port);
    struct text answer = {0};
    char request[200];
    snprintf(request, sizeof request,
             "GET /contest/%s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", code);
    talker_raw(talker, request, strlen(request));
    talker_rest(talker, &answer);
    ck_starts(text_string(&answer), "HTTP/1.1 200");
    const char *body = strstr(answer.at, "\r\n\r\n") + 4;
    FILE *to = fopen(file, "wb");
    fwrite(body, 1, answer.length - (size_t)(body - answer.at), to);
    ck_assert_int_eq(fclose(to), 0);
    text_free(&answer);
    talker_close(talker);
}

/* The arena reads it: games as they were played, results as they were corrected. */
START_TEST(journal) {
    char file[120];
    struct text out = {0};
    snprintf(file, sizeof file, "%s/contest.db", fixture_folder);
    open_contest("format=swiss game=qttt win_length=3");
    for (int i = 0; i < PEOPLE; i++)
        join(i);
    good(leader, "pair", "");
    for (int i = 0; i < PEOPLE; i++)
        good(people[i], "sit", "");
    ck_good(people[0], "ply a1 b1");
    ck_good(people[0], "resign");
    ck_good(people[1], "resign");
    ck_results(2);
    good(leader, "result", "1 void never played");
    good(leader, "pair", "");
    good(leader, "close", "");
    fetch(file);
    arena("show", file, &out);
    ck_has(text_string(&out), "4 games");
    ck_has(text_string(&out), "1 game counts for nobody");
    ck_has(text_string(&out), "P3");
    arena("export record", file, &out);
    ck_has(text_string(&out), "1. x A1-B1");
    ck_has(text_string(&out), "[Result \"O+R\"]");
    arena("export jsonl", file, &out);
    ck_has(text_string(&out), "never played; it was ");
    close_all();
    text_free(&out);
}
END_TEST

static const char *const bad_orders[][2] = {
    {"contest", "? syntax error: VERB CODE ... is missing"},
    {"contest dance abcde", "? syntax error: 'dance' is nothing"},
    {"contest state", "? syntax error: CODE is missing"},
    {"contest state nowhere", "? unknown tournament: there is no tournament nowhere"},
    {"contest open format=ladder", "? syntax error: 'format=ladder' is none of"},
    {"contest open rounds=many", "? syntax error"},
    {"contest open gone=0", "? syntax error"},
    {"contest open bot=ternion", "? syntax error"},
    {"contest open game=chess", "? cannot open: no game 'chess'"},
    {"contest open game=go size=99", "? cannot open: go has boards"},
    {"contest open time=soon", "? cannot open: 'soon' is no clock"},
};

START_TEST(bad_words) {
    struct talker *talker = open_wire(0);
    ck_starts(talker_ask(talker, bad_orders[_i][0]), bad_orders[_i][1]);
    talker_close(talker);
}
END_TEST

/* A stranger with the code may join and look on, nothing else; a key is a key of one contest. */
START_TEST(strangers) {
    open_contest("format=swiss");
    struct talker *talker = open_wire(0);
    ck_has(ask(talker, "join", ""), "code contest.nameless");
    ck_has(ask(talker, "sit", ""), "code contest.no-player");
    ck_has(ask(talker, "end", ""), "code contest.no-leader");
    ck_has(ask(talker, "rejoin", "d5b1e78aa27c8caf7d1f04434a9d6328"), "code contest.key");
    ck_has(ask(talker, "rejoin", "x"), "code contest.key");
    ck_starts(ask(talker, "state", ""), "= {\"contest\"");
    ck_good(talker, "name Ann");
    good(talker, "join", "");
    ck_has(ask(talker, "join", ""), "code contest.joined");
    ck_has(ask(talker, "sit", ""), "code contest.no-game");
    ck_has(ask(leader, "remove", "nobody"), "code contest.player");
    good(leader, "remove", "Ann");
    ck_has(ask(talker, "return", ""), "code contest.removed");
    good(talker, "quit", "");
    ck_has(ask(talker, "leave", ""), "code contest.no-player");
    talker_close(talker);
    close_all();
}
END_TEST

START_TEST(as_many_as_configured) {
    fixture_start("contests = 1\n");
    open_contest("format=swiss");
    ck_has(talker_ask(leader, "contest open format=swiss"), "code contest.many");
    close_all();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contests");
    fixture_add(suite, fixture_setup_started, rounds_and_a_kill);
    fixture_add(suite, fixture_setup_started, switches);
    fixture_add(suite, fixture_setup_started, claim);
    fixture_add(suite, fixture_setup_started, journal);
    fixture_add_loop(suite, fixture_setup_started, bad_words, 0,
                     (int)(sizeof bad_orders / sizeof *bad_orders));
    fixture_add(suite, fixture_setup_started, strangers);
    fixture_add(suite, fixture_setup, as_many_as_configured);
    return suite_run(suite);
}
