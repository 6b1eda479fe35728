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

/* Events go by until one has the part. */
static void comes(struct talker *talker, const char *name, const char *part) {
    while (strstr(talker_event(talker, name), part) == NULL)
        ;
}

/* The state once all games of the round are over. */
static void ck_results(int count) {
    for (;;) {
        int results = 0;
        const char *games = class_ask(leader, "games", "");
        for (const char *at = games; (at = strstr(at, "\"result\":\"")) != NULL; at++)
            results++;
        ck_assert_int_le(results, count);
        if (results == count)
            return;
    }
}

/* Rounds, a kill in the middle of one, a correction: nothing that was told is lost. */
START_TEST(rounds_and_a_kill) {
    class_open("format=swiss game=qttt time=60 Class 5b");
    for (int i = 0; i < PEOPLE; i++)
        class_join(i);
    ck_starts(class_ask(pupils[0], "pair", ""), "? not allowed: only the leader");
    class_good(leader, "pair", "");
    comes(pupils[3], "contest", "\"round\":1");
    for (int i = 0; i < PEOPLE; i++)
        class_good(pupils[i], "sit", "");
    ck_has(talker_ask(pupils[0], "state"), "\"you\":[\"x\"]");
    ck_good(pupils[0], "ply a1 b1");
    ck_starts(talker_ask(pupils[0], "undo"), "? not allowed: in a tournament");
    ck_good(pupils[1], "resign"); /* the pairing puts the first half against the other */
    class_kill("DELETE FROM contest_entry WHERE kind='result'");
    ck_results(1); /* the game itself knows how it ended */
    for (int i = 0; i < PEOPLE; i++)
        class_good(pupils[i], "sit", "");
    ck_has(talker_ask(pupils[0], "state"), "\"plies\":[[\"x\",\"A1-B1\"]]");
    ck_starts(talker_ask(pupils[0], "undo"), "? not allowed: in a tournament");
    ck_has(talker_ask(pupils[0], "chat hello"), "code room.no-chat");
    ck_good(pupils[0], "resign");
    ck_results(2);
    ck_starts(talker_ask(pupils[0], "rematch"), "? not allowed: in a tournament");
    ck_good(leader, "name Teacher");
    class_good(leader, "result", "0 draw the wrong seat");
    class_good(leader, "pair", "");
    class_kill("");
    const char *state = class_ask(leader, "state", "");
    ck_has(state, "\"title\":\"Class 5b\"");
    ck_has(state, "\"round\":2");
    ck_has(class_ask(leader, "games", ""),
           "\"result\":\"draw\",\"why\":\"resign\",\"was\":\"0-1\",\"by\":\"Teacher\","
           "\"reason\":\"the wrong seat\"");
    class_good(leader, "close", "");
    ck_results(4);
    class_good(leader, "end", "");
    class_close();
}
END_TEST

/* In a pause nobody plays and no clock runs, whatever happens to the server. */
START_TEST(pause_and_a_kill) {
    char before[400], after[400];
    class_open("format=robin game=qttt time=600");
    class_join(0);
    class_join(1);
    class_good(leader, "pair", "");
    for (int i = 0; i < 2; i++)
        class_good(pupils[i], "sit", "");
    bool first = strstr(talker_ask(pupils[0], "state"), "\"you\":[\"x\"]") != NULL;
    class_good(leader, "pause", "");
    ck_has(talker_ask(pupils[!first], "ply a1 b1"), "code room.paused");
    member_of(talker_ask(pupils[0], "state"), "clock", before, sizeof before);
    class_kill("UPDATE life SET ran=ran+300"); /* the pause lasts */
    for (int i = 0; i < 2; i++)
        class_good(pupils[i], "sit", "");
    ck_has(talker_ask(pupils[!first], "ply a1 b1"), "code room.paused");
    member_of(talker_ask(pupils[0], "state"), "clock", after, sizeof after);
    ck_assert_str_eq(before, after);
    class_good(leader, "resume", "");
    ck_good(pupils[!first], "ply a1 b1");
    class_good(leader, "end", ""); /* the last game still counts */
    ck_has(class_ask(leader, "pair", ""), "code contest.over");
    ck_good(pupils[first], "resign");
    ck_results(1);
    class_close();
}
END_TEST

/* Who has lost the way to their seat gets another one from the leader; it outlives the server. */
START_TEST(lost_seat) {
    char token[64], old[64];
    struct talker *talker = open_wire(0);
    class_open("format=robin game=qttt");
    ck_good(talker, "name Ann");
    member_of(class_good(talker, "join", ""), "token", old, sizeof old);
    talker_close(talker);
    member_of(class_good(leader, "seat", "Ann"), "token", token, sizeof token);
    class_kill("");
    talker = open_wire(1);
    ck_has(class_ask(talker, "rejoin", old), "code contest.key");
    ck_has(class_good(talker, "rejoin", token), "\"you\":0");
    talker_close(talker);
    class_close();
}
END_TEST

/* Talk is off until it is switched on; advice against an engine is on until it is switched off. */
START_TEST(switches) {
    class_open("format=free game=qttt");
    class_join(0);
    class_good(leader, "engine", "ternion easy");
    ck_has(class_ask(leader, "engine", "ternion godlike"), "? cannot add: no level");
    class_good(leader, "watch", "");
    class_good(leader, "pair", "");
    comes(leader, "boards", "\"position\"");
    while (strncmp(class_ask(pupils[0], "sit", ""), "=", 1) != 0)
        ;
    ck_has(talker_ask(pupils[0], "chat hello"), "code room.no-chat");
    ck_has(talker_ask(pupils[0], "state"), "\"chatOff\":true");
    class_good(leader, "chat", "on");
    ck_good(pupils[0], "chat hello");
    ck_has(talker_ask(pupils[0], "state"), "\"advice\":true");
    class_good(leader, "hints", "off");
    ck_has(talker_ask(pupils[0], "state"), "\"advice\":false");
    ck_has(talker_ask(pupils[0], "hint"), "code room.advice");
    ck_starts(class_ask(leader, "hints", "perhaps"), "? syntax error: on or off");
    class_close();
}
END_TEST

/* An opponent whose last connection is gone for a second loses when that is claimed. */
START_TEST(claim) {
    class_open("format=robin gone=1 game=qttt");
    class_join(0);
    class_join(1);
    class_good(leader, "pair", "");
    class_good(pupils[0], "sit", "");
    ck_starts(class_ask(pupils[0], "claim", ""),
              "? not allowed: only an opponent who has been gone");
    talker_close(pupils[1]);
    pupils[1] = NULL;
    do
        talker_event(pupils[0], "contest");
    while (strncmp(class_ask(pupils[0], "claim", ""), "=", 1) != 0);
    ck_has(talker_ask(pupils[0], "state"), "\"phase\":\"over\"");
    ck_has(class_ask(leader, "games", ""), "\"why\":\"gone\"");
    class_close();
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
             "GET /contest/%s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", class_code);
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
    class_open("format=swiss game=qttt win_length=3");
    for (int i = 0; i < PEOPLE; i++)
        class_join(i);
    class_good(leader, "pair", "");
    for (int i = 0; i < PEOPLE; i++)
        class_good(pupils[i], "sit", "");
    ck_good(pupils[0], "ply a1 b1");
    ck_good(pupils[0], "resign");
    ck_good(pupils[1], "resign");
    ck_results(2);
    class_good(leader, "result", "1 void never played");
    class_good(leader, "pair", "");
    class_good(leader, "close", "");
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
    arena("report --output -", file, &out);
    ck_has(text_string(&out), "P3");
    ck_has(text_string(&out), "A1-B1");
    class_close();
    text_free(&out);
}
END_TEST

static const char *const bad_orders[][2] = {
    {"contest", "? syntax error: VERB CODE ... is missing"},
    {"contest dance abcde", "? syntax error: 'dance' is nothing"},
    {"contest state", "? syntax error: CODE is missing"},
    {"qr", "? syntax error: TEXT is missing"},
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
    class_open("format=swiss");
    struct talker *talker = open_wire(0);
    ck_has(class_ask(talker, "join", ""), "code contest.nameless");
    ck_has(class_ask(talker, "sit", ""), "code contest.no-player");
    ck_has(class_ask(talker, "end", ""), "code contest.no-leader");
    ck_has(class_ask(talker, "rejoin", "d5b1e78aa27c8caf7d1f04434a9d6328"), "code contest.key");
    ck_has(class_ask(talker, "rejoin", "x"), "code contest.key");
    ck_starts(class_ask(talker, "state", ""), "= {\"contest\"");
    ck_good(talker, "name Ann");
    class_good(talker, "join", "");
    ck_has(class_ask(talker, "games", "2"), "= []");
    ck_has(class_ask(talker, "games", "0"), "code syntax.whole");
    ck_has(class_ask(talker, "join", ""), "code contest.joined");
    ck_has(class_ask(talker, "sit", ""), "code contest.no-game");
    ck_has(class_ask(leader, "seat", "nobody"), "code contest.player");
    ck_has(class_ask(talker, "seat", "Ann"), "code contest.no-leader");
    class_good(leader, "engine", "ternion easy");
    ck_has(class_ask(leader, "seat", "1"), "code contest.player");
    ck_has(class_ask(leader, "remove", "nobody"), "code contest.player");
    class_good(leader, "remove", "Ann");
    ck_has(class_ask(talker, "return", ""), "code contest.removed");
    class_good(talker, "quit", "");
    ck_has(class_ask(talker, "leave", ""), "code contest.no-player");
    talker_close(talker);
    class_close();
}
END_TEST

/* The code of a link, with the part after its '#'; one that is too long has none. */
START_TEST(qr_codes) {
    char order[600] = "qr ", least[2000];
    struct talker *talker = open_wire(0);
#ifdef HAVE_QRENCODE
    snprintf(least, sizeof least, "%s", talker_ask(talker, "qr http://192.168.1.5:8080/"));
    ck_starts(least, "= <svg");
    ck_starts(talker_ask(talker, "qr http://192.168.1.5:8080/#club/abcde/0123456789"), "= <svg");
    ck_assert_str_ne(least, talker_ask(talker, "qr http://192.168.1.5:8080/#club/abcde"));
#endif
    memset(order + 3, 'x', 400);
    ck_has(talker_ask(talker, order), "code server.no-code");
    talker_close(talker);
    (void)least;
}
END_TEST

/* One address leads a quarter of all at most, however many connections it has. */
START_TEST(a_quarter_for_one) {
    fixture_start("contests = 8\n");
    class_open("format=swiss");
    struct talker *same = open_wire(0), *other = talker_lines_from(served.line_port, 1);
    ck_starts(talker_ask(same, "contest open format=swiss"), "= {");
    ck_has(talker_ask(same, "contest open format=swiss"), "code contest.many");
    ck_starts(talker_ask(other, "contest open format=swiss"), "= {");
    talker_close(same);
    talker_close(other);
    class_close();
}
END_TEST

/* One that nobody visits makes place, and comes back. */
START_TEST(place_is_made) {
    fixture_start("contests = 1\n");
    class_open("format=swiss");
    class_good(leader, "quit", "");
    ck_starts(talker_ask(leader, "contest open format=swiss"), "= {");
    class_good(leader, "state", "");
    class_close();
}
END_TEST

START_TEST(as_many_as_configured) {
    fixture_start("contests = 1\n");
    class_open("format=swiss");
    ck_has(talker_ask(leader, "contest open format=swiss"), "code contest.many");
    class_close();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contests");
    fixture_add(suite, fixture_setup_started, rounds_and_a_kill);
    fixture_add(suite, fixture_setup_started, pause_and_a_kill);
    fixture_add(suite, fixture_setup_started, lost_seat);
    fixture_add(suite, fixture_setup_started, qr_codes);
    fixture_add(suite, fixture_setup_started, switches);
    fixture_add(suite, fixture_setup_started, claim);
    fixture_add(suite, fixture_setup_started, journal);
    fixture_add_loop(suite, fixture_setup_started, bad_words, 0,
                     (int)(sizeof bad_orders / sizeof *bad_orders));
    fixture_add(suite, fixture_setup_started, strangers);
    fixture_add(suite, fixture_setup, a_quarter_for_one);
    fixture_add(suite, fixture_setup, place_is_made);
    fixture_add(suite, fixture_setup, as_many_as_configured);
    return fixture_run(suite);
}
