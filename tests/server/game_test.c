/* Games of people, over both wires: talk, moves, requests, the end of Go, seats and clocks. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../src/core/json.h"
#include "../support/suite.h"
#include "fixture.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

/* Talking. */

START_TEST(basics) {
    struct talker *t = open_wire(_i);
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    ck_assert_str_eq(talker_ask(t, "17 ping"), "=17 pong");
    ck_assert_str_eq(talker_ask(t, "  8   ping # remark"), "=8 pong");
    ck_assert_str_eq(talker_ask(t, "name Żaneta"), "=");
    ck_starts(talker_ask(t, "9 nonsense"), "?9 unknown command: no order 'nonsense'");
    ck_has(talker_ask(t, "nonsense"), "\ncode order.unknown [\"nonsense\"]");
    ck_starts(talker_ask(t, "ply a1 b1"), "? no game");
    ck_starts(talker_ask(t, "join"), "? syntax error");
    ck_starts(talker_ask(t, "join nowhere"), "? unknown game");
    ck_has(talker_ask(t, "help create"), "game=NAME");
    ck_has(talker_ask(t, "games"), "\"name\":\"qttt\"");
    ck_assert_str_eq(talker_ask(t, "list"), "= []");
    talker_say(t, "quit");
    ck_assert_str_eq(talker_reply(t), "=");
    ck_event_has(t, "bye", "bye");
    ck_assert(talker_is_closed(t, 5));
    talker_close(t);
}
END_TEST

static const char *const bad_creations[][2] = {
    {"create game=chess", "? unknown game"},
    {"create game=qttt size=2", "? cannot create: qttt has boards from 3 to 9"},
    {"create game=qttt size=x", "? syntax error"},
    {"create game=qttt rules=none", "? cannot create: no rule set 'none'"},
    {"create game=qttt win_length=9", "? cannot create"},
    {"create game=qttt colour=red", "? cannot create: qttt has no setting 'colour'"},
    {"create nonsense", "? syntax error: 'nonsense' is not KEY=VALUE"},
    {"create side=z", "? syntax error: no side 'z'; there are x, o, both, random, none"},
    {"create game=go begin=w", "? syntax error: who begins is fixed"},
    {"create time=soon", "? syntax error: 'soon' is no clock"},
    {"create game=go handicap=1", "? cannot create"},
    {"create game=qttt handicap=2", "? cannot create: qttt has no handicap"},
    {"create bot=nobody", "? unknown bot"},
    {"create bot=ternion level=godlike", "? unknown level"},
    {"create listed=false", "? syntax error: listed is yes or no, not 'false'"},
    {"create match=maybe", "? syntax error: match is yes or no, not 'maybe'"},
    {"create match=yes side=both", "? syntax error: match=yes is for a listed game"},
    {"create match=yes listed=no", "? syntax error: match=yes is for a listed game"},
    {"create match=yes bot=ternion", "? syntax error: match=yes is for a listed game"},
    {"create listed=", "? syntax error: listed is yes or no, not ''"},
};

START_TEST(creations_refused) {
    struct talker *t = open_wire(0);
    ck_starts(talker_ask(t, bad_creations[_i][0]), bad_creations[_i][1]);
    ck_assert_str_eq(talker_ask(t, "list"), "= []");
    talker_close(t);
}
END_TEST

/* Whoever asks for the same is paired, in the order of their coming; other games and a side that is
 * taken are not what they asked for. */
START_TEST(matches) {
    static const char *const asks[] = {
        "create match=yes game=qttt side=random",  "create match=yes game=go size=9 side=b",
        "create match=yes game=go size=13 side=w", "create match=yes game=go size=9 side=b",
        "create match=yes game=qttt side=random",  "create match=yes game=go size=9 side=w",
        "create match=yes game=qttt side=random",  "create match=yes game=go size=9 side=random"};
    static const int partner[] = {4, 5, -1, 7, 0, 1, -1, 3};
    struct talker *all[COUNT(asks)];
    char rooms[COUNT(asks)][32];
    for (int i = 0; i < COUNT(asks); i++) {
        all[i] = open_wire(i % 2);
        ck_assert_int_eq(1,
                         sscanf(talker_ask(all[i], asks[i]), "= {\"room\":\"%9[a-z0-9]", rooms[i]));
    }
    for (int i = 0; i < COUNT(asks); i++)
        for (int j = 0; j < i; j++)
            ck_assert_int_eq(strcmp(rooms[i], rooms[j]) == 0, partner[i] == j);
    /* Nobody meets themselves, or somebody who has gone. */
    ck_has(talker_ask(all[6], asks[6]), "\"room\"");
    ck_has(talker_ask(all[6], "state"), "\"phase\":\"open\"");
    ck_good(all[6], "leave");
    ck_has(talker_ask(all[4], asks[4]), "\"room\"");
    ck_has(talker_ask(all[4], "state"), "\"phase\":\"open\"");
    for (int i = 0; i < COUNT(asks); i++)
        talker_close(all[i]);
}
END_TEST

/* Who joins is told what was said before. */
START_TEST(chat_before_joining) {
    struct talker *p[2] = {open_wire(0), open_wire(1)};
    struct text room = {0}, order = {0};
    person_create(p[0], "create game=qttt side=x", &room, NULL);
    ck_good(p[0], "chat anybody there");
    text_print(&order, "join %s", text_string(&room));
    talker_say(p[1], text_string(&order));
    ck_event_has(p[1], "state", "anybody there");
    text_free(&order);
    close_two(p, &room);
}
END_TEST

/* A whole game of two people on different wires. */
START_TEST(game_of_two) {
    struct talker *p[2];
    struct text room = {0};
    two_people(p, "create game=qttt side=x", &room);
    ck_event_has(p[0], "state", "\"phase\":\"playing\"");
    ck_starts(talker_ask(p[1], "ply a1 b1"), "? illegal move: x is to play");
    ck_has(talker_ask(p[0], "ply a1 a1"), "code qttt.same-cell");
    ck_assert_str_eq(talker_ask(p[0], "ply a1 b1"), "=");
    ck_event_has(p[1], "ply", "\"move\":\"A1-B1\"");
    ck_assert_str_eq(talker_ask(p[1], "ply a1 b1"), "=");
    const char *ply = talker_event(p[0], "ply");
    ck_has(ply, "O2:A1-B1?");
    ck_has(ply, "\"legal\":[\"O2@A1\",\"O2@B1\"]");
    ck_has(talker_ask(p[0], "ask cycle"), "marks: X1 O2");
    ck_has(talker_ask(p[0], "preview O2@A1"), "O2:A1-B1@A1");
    ck_assert_str_eq(talker_ask(p[0], "collapse b1"), "=");
    /* The same side goes on. */
    ck_has(talker_event(p[1], "ply"), "\"toPlay\":\"x\"");
    ck_assert_str_eq(talker_ask(p[0], "ply a2 b2"), "=");
    ck_assert_str_eq(talker_ask(p[1], "ply a2 b2"), "=");
    ck_assert_str_eq(talker_ask(p[0], "ply O4@B2"), "=");
    ck_assert_str_eq(talker_ask(p[0], "ply a3 b3"), "=");
    ck_assert_str_eq(talker_ask(p[1], "ply a3 b3"), "=");
    ck_assert_str_eq(talker_ask(p[0], "ply O6@B3"), "=");
    const char *state = talker_ask(p[1], "state");
    ck_has(state, "\"phase\":\"over\"");
    ck_has(state, "\"result\":\"X+0.5\"");
    ck_has(state, "\"ending\":\"rules\"");
    ck_starts(talker_ask(p[1], "ply c1 c2"), "? illegal move: the game is over, X+0.5");
    ck_has(talker_ask(p[1], "ask rows"), "A1 A2 A3");
    ck_has(talker_ask(p[1], "position 1"), "= 3 3 x X1:A1-B1");
    ck_has(talker_ask(p[1], "record"), "[Result \"X+0.5\"]");
    /* Another game with the seats swapped. */
    ck_assert_str_eq(talker_ask(p[0], "rematch"), "=");
    ck_event_has(p[1], "now", "\"rematchAsked\":\"x\"");
    ck_assert_str_eq(talker_ask(p[1], "rematch"), "=");
    state = talker_ask(p[1], "state");
    ck_has(state, "\"you\":[\"x\"]");
    ck_has(state, "\"round\":1");
    ck_has(state, "\"plies\":[]");
    ck_assert_str_eq(talker_ask(p[1], "ply a1 b1"), "=");
    close_two(p, &room);
}
END_TEST

START_TEST(who_begins) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=both begin=o", &room, NULL);
    ck_has(talker_ask(t, "state"), "\"toPlay\":\"o\"");
    ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
    ck_has(talker_ask(t, "state"), "O1:A1-B1");
    ck_assert_str_eq(talker_ask(t, "undo"), "=");
    ck_has(talker_ask(t, "state"), "\"toPlay\":\"o\"");
    ck_assert_str_eq(talker_ask(t, "ply a1 b2"), "=");
    ck_assert_str_eq(talker_ask(t, "reset"), "=");
    ck_has(talker_ask(t, "state"), "\"toPlay\":\"o\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(watchers_and_chat) {
    struct talker *p[2], *w = open_wire(1);
    struct text room = {0}, order = {0};
    two_people(p, "create game=qttt side=x", &room);
    text_print(&order, "watch %s", text_string(&room));
    ck_assert_str_eq(talker_ask(w, text_string(&order)), "=");
    ck_starts(talker_ask(w, "ply a1 b1"), "? no seat");
    ck_assert_str_eq(talker_ask(w, "name #1 fan"), "=");
    ck_assert_str_eq(talker_ask(w, "chat x should resign"), "=");
    ck_assert_str_eq(talker_ask(p[0], "chat good luck, #2"), "=");
    /* The first line that a player reads is not the watcher's. */
    ck_event_has(p[1], "chat", "\"good luck, #2\"");
    ck_event_has(w, "chat", "good luck");
    ck_assert_ptr_null(strstr(talker_ask(p[0], "state"), "should resign"));
    ck_starts(talker_ask(w, "hint"), "? not allowed");
    ck_assert_str_eq(talker_ask(p[0], "resign"), "=");
    ck_event_has(p[1], "chat", "\"from\":\"#1 fan\",\"side\":null,\"text\":\"x should resign\"");
    ck_has(talker_ask(p[0], "state"), "\"result\":\"O+R\"");
    ck_starts(talker_ask(p[0], "resign"), "? illegal move: the game is over, O+R");
    talker_close(w);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

/* What watchers said reaches a player once, and is in every state from then on: whoever adds the
 * lines told to those of the last state has each of them once. */
START_TEST(watchers_are_heard_once) {
    static const char *const lines[] = {"ply a1 b1", "ply a1 b1", "collapse b1", "ply a2 b2",
                                        "ply a2 b2", "ply O4@B2", "ply a3 b3",   "ply a3 b3"};
    static const int sides[] = {0, 1, 0, 0, 1, 0, 0, 1};
    struct talker *p[2], *w = open_wire(1);
    struct text room = {0}, order = {0};
    two_people(p, "create game=qttt side=x", &room);
    text_print(&order, "watch %s", text_string(&room));
    ck_assert_str_eq(talker_ask(w, text_string(&order)), "=");
    ck_assert_str_eq(talker_ask(w, "chat x should resign"), "=");
    for (int i = 0; _i == 0 && i < 8; i++)
        ck_assert_str_eq(talker_ask(p[sides[i]], lines[i]), "=");
    talker_say(p[0], _i == 0 ? "ply O6@B3" : "resign");
    talker_say(p[0], "99 ping");
    int told = 0, had = 0;
    for (const char *message = ""; strcmp(message, "=99 pong") != 0;) {
        message = talker_next(p[0], 10);
        ck_assert_ptr_nonnull(message);
        bool heard = strstr(message, "should resign") != NULL;
        if (strncmp(message, "! state ", 8) == 0)
            had = heard;
        else if (heard)
            had++, told++;
    }
    ck_assert_int_eq(told, 1);
    ck_assert_int_eq(had, 1);
    talker_close(w);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

START_TEST(undo_and_draw) {
    struct talker *p[2];
    struct text room = {0};
    two_people(p, "create game=draughts side=w", &room);
    ck_starts(talker_ask(p[0], "undo"), "? not allowed: there is no decision of yours");
    ck_assert_str_eq(talker_ask(p[0], "ply c3 d4"), "=");
    ck_assert_str_eq(talker_ask(p[0], "undo"), "=");
    ck_event_has(p[1], "ply", "C3-D4");
    ck_event_has(p[1], "now", "\"undoAsked\":\"w\"");
    ck_assert_str_eq(talker_ask(p[1], "undo decline"), "=");
    ck_starts(talker_ask(p[1], "undo accept"), "? not allowed: nobody has asked");
    ck_has(talker_ask(p[0], "state"), "\"toPlay\":\"b\"");
    ck_assert_str_eq(talker_ask(p[0], "undo"), "=");
    ck_assert_str_eq(talker_ask(p[1], "undo accept"), "=");
    ck_has(talker_ask(p[0], "state"), "\"plies\":[]");
    ck_starts(talker_ask(p[1], "draw accept"), "? illegal move: w has offered no draw");
    ck_starts(talker_ask(p[1], "draw perhaps"), "? syntax error");
    ck_assert_str_eq(talker_ask(p[0], "draw offer"), "=");
    ck_has(talker_ask(p[1], "state"), "\"drawOffered\":\"w\"");
    ck_assert_str_eq(talker_ask(p[1], "draw accept"), "=");
    ck_has(talker_ask(p[0], "state"), "\"ending\":\"agreed\"");
    ck_starts(talker_ask(p[0], "reset maybe"), "? syntax error");
    ck_assert_str_eq(talker_ask(p[0], "reset"), "=");
    ck_assert_str_eq(talker_ask(p[1], "reset accept"), "=");
    ck_has(talker_ask(p[0], "state"), "\"phase\":\"playing\"");
    ck_starts(talker_ask(p[0], "setup test"), "? bad position");
    close_two(p, &room);
}
END_TEST

START_TEST(start_positions) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "setup test"), "=");
    ck_has(talker_ask(t, "state"), "W:W25,26,27,28:B5,6,7,8");
    ck_starts(talker_ask(t, "setup W:nonsense"), "? bad position");
    ck_has(talker_ask(t, "state"), "W:W25,26,27,28:B5,6,7,8");
    ck_assert_str_eq(talker_ask(t, "setup default"), "=");
    ck_has(talker_ask(t, "state"), "29,30,31,32");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Nobody has to be asked while nobody has come; the next person finds the board as it was left. */
START_TEST(alone_and_waiting) {
    struct talker *t = open_wire(0), *late = open_wire(1);
    struct text room = {0};
    person_create(t, "create game=draughts side=w", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "setup test"), "=");
    const char *state = talker_ask(t, "state");
    ck_has(state, "W:W25,26,27,28:B5,6,7,8");
    ck_has(state, "\"phase\":\"open\"");
    ck_assert_str_eq(talker_ask(t, "reset"), "=");
    ck_has(talker_ask(t, "state"), "\"resetAsked\":null");
    person_join(late, &room, NULL);
    ck_has(talker_ask(late, "state"), "W:W25,26,27,28:B5,6,7,8");
    ck_starts(talker_ask(t, "setup default"), "? bad position: the other player");
    text_clear(&room);
    /* A board on which nobody could play is none that anybody could join. */
    person_create(t, "create game=go size=5 side=b", &room, NULL);
    ck_has(talker_ask(t, "setup 5 ...../..X../..OX./...../..... b - 0 0 2 0.5"),
           "code room.setup-ended []");
    ck_assert_str_eq(talker_ask(t, "setup 2 ../.. b - 0 0 1 0.5"), "=");
    state = talker_ask(t, "state");
    ck_has(state, "\"phase\":\"open\"");
    ck_has(state, "\"size\":2");
    text_free(&room);
    talker_close(t);
    talker_close(late);
}
END_TEST

/* A position has its own size, stones and side to play, whatever the game was made with; "default"
 * is what it was made with, also after the server was away. */
START_TEST(positions_and_wishes) {
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0}, order = {0};
    person_create(t, "create game=qttt side=both begin=o", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "setup 4 3 x X1:A1-C3"), "=");
    ck_has(talker_ask(t, "state"), "\"toPlay\":\"o\"");
    ck_assert_str_eq(talker_ask(t, "setup 3 3 x"), "=");
    ck_has(talker_ask(t, "state"), "\"toPlay\":\"x\"");
    ck_assert_str_eq(talker_ask(t, "setup default"), "=");
    ck_has(talker_ask(t, "state"), "\"toPlay\":\"o\"");
    text_clear(&room);
    person_create(
        t, "create game=go size=9 komi=5.5 handicap=2 side=b bot=ternion level=random time=60",
        &room, &token);
    ck_assert_str_eq(talker_ask(t, "setup 5 ...../..X../..OX./...../..... b - 0 0 0 0.5"), "=");
    ck_assert_str_eq(talker_ask(t, "ply b3"), "=");
    const char *ply;
    do /* the bot knows the position */
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"n\":2") == NULL);
    talker_close(t);
    served_stop(&served, false);
    fixture_start("");
    t = open_wire(0);
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(t, text_string(&order)), "= {");
    const char *state = talker_ask(t, "state");
    ck_has(state, "\"size\":5,\"settings\":{\"komi\":\"0.5\"}");
    ck_has(state, "\"plies\":[[\"b\",\"B3\"],[\"w\",");
    ck_assert_str_eq(talker_ask(t, "setup default"), "=");
    state = talker_ask(t, "state");
    ck_has(state, "\"size\":9,\"settings\":{\"komi\":\"5.5\"}");
    ck_has(state, "\"handicap\":2");
    text_free(&room);
    text_free(&token);
    text_free(&order);
    talker_close(t);
}
END_TEST

/* Go's end. */

START_TEST(marking) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_starts(talker_ask(p[0], "ply d4"), "? not allowed: the game is stopped");
    ck_starts(talker_ask(p[0], "mark e5 dead"), "? illegal move: there is no stone on e5");
    ck_starts(talker_ask(p[0], "mark a1 broken"), "? syntax error");
    ck_assert_str_eq(talker_ask(p[0], "mark a1 alive"), "=");
    ck_assert_str_eq(talker_ask(p[1], "accept"), "=");
    ck_has(talker_ask(p[0], "state"), "\"accepted1\":true");
    /* Any change cancels what was accepted. */
    ck_assert_str_eq(talker_ask(p[0], "mark a1 dead"), "=");
    ck_has(talker_ask(p[0], "state"), "\"accepted1\":false");
    ck_assert_str_eq(talker_ask(p[0], "accept"), "=");
    ck_has(talker_ask(p[0], "state"), "\"phase\":\"stopped\"");
    ck_assert_str_eq(talker_ask(p[1], "accept"), "=");
    const char *state = talker_ask(p[0], "state");
    ck_has(state, "\"result\":\"B+24.5\"");
    ck_has(state, "\"ending\":\"scored\"");
    close_two(p, &room);
}
END_TEST

/* Nobody accepts marks that were made while the acceptance was on its way. */
START_TEST(marking_meanwhile) {
    struct talker *p[2];
    struct text room = {0}, seen = {0}, order = {0};
    stopped_game(p, &room);
    ck_assert_str_eq(talker_ask(p[0], "mark a1 alive"), "=");
    json_find(strstr(talker_ask(p[1], "state"), "\"marks\":"), "number", &seen);
    text_print(&order, "accept %s", text_string(&seen));
    ck_assert_str_eq(talker_ask(p[0], "mark a1 dead"), "=");
    ck_starts(talker_ask(p[1], text_string(&order)), "? not allowed: the marks have changed");
    ck_starts(talker_ask(p[1], "accept it"), "? syntax error: 'it' is no number of a marking");
    ck_has(talker_ask(p[0], "state"), "\"accepted1\":false");
    json_find(strstr(talker_ask(p[1], "state"), "\"marks\":"), "number", &seen);
    text_clear(&order);
    text_print(&order, "accept %s", text_string(&seen));
    ck_assert_str_eq(talker_ask(p[1], text_string(&order)), "=");
    ck_has(talker_ask(p[0], "state"), "\"accepted1\":true");
    text_free(&seen);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

START_TEST(resuming) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_assert_str_eq(talker_ask(p[0], "mark a1 dead"), "=");
    /* White asks, so black moves first. */
    ck_assert_str_eq(talker_ask(p[1], "resume"), "=");
    ck_has(talker_ask(p[0], "state"), "\"toPlay\":\"b\"");
    ck_starts(talker_ask(p[0], "accept"), "? not allowed: the game is not stopped");
    ck_starts(talker_ask(p[1], "resume"), "? not allowed: the game is not stopped");
    ck_assert_str_eq(talker_ask(p[0], "pass"), "=");
    ck_assert_str_eq(talker_ask(p[1], "pass"), "=");
    /* No stone since: the proposal scores the game. */
    ck_has(talker_ask(p[0], "state"), "\"result\":\"B+24.5\"");
    close_two(p, &room);
}
END_TEST

/* Marks are not seen while play goes on: a player who marks and resumes at once has nobody's
 * consent to them. */
START_TEST(marks_of_one) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_has(talker_ask(p[0], "state"), "\"score\":\"B+24.5\"");
    talker_say(p[1], "mark c3 dead");
    ck_assert_str_eq(talker_ask(p[1], "resume"), "=");
    ck_assert_str_eq(talker_reply(p[1]), "=");
    ck_assert_str_eq(talker_ask(p[0], "pass"), "=");
    ck_assert_str_eq(talker_ask(p[1], "pass"), "=");
    const char *state = talker_ask(p[0], "state");
    ck_has(state, "\"result\":\"B+24.5\"");
    ck_has(state, "\"dead\":[\"A1\"]");
    close_two(p, &room);
}
END_TEST

/* Where every stone is alive none can be marked otherwise. */
START_TEST(marking_where_all_live) {
    static const char *const orders[] = {"ply c3", "ply a1", "pass", "pass"};
    struct talker *t = open_wire(0);
    struct text room = {0};
    const char *state;
    person_create(t, "create game=go size=5 rules=tromp-taylor komi=0.5 side=both", &room, NULL);
    for (int i = 0; i < 4; i++)
        ck_assert_str_eq(talker_ask(t, orders[i]), "=");
    do
        state = talker_event(t, "now");
    while (strstr(state, "\"marks\":null") != NULL);
    ck_has(talker_ask(t, "mark a1 dead"), "code go.all-alive []");
    ck_has(talker_ask(t, "mark c3 seki"), "code go.all-alive []");
    ck_starts(talker_ask(t, "mark e5 dead"), "? illegal move: there is no stone on e5");
    ck_assert_str_eq(talker_ask(t, "mark a1 alive"), "=");
    ck_has(talker_ask(t, "state"), "\"dead\":[],\"seki\":[]");
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(resuming_with_stones) {
    struct talker *p[2];
    struct text room = {0};
    stopped_game(p, &room);
    ck_assert_str_eq(talker_ask(p[0], "resume"), "=");
    ck_has(talker_ask(p[0], "state"), "\"toPlay\":\"w\"");
    ck_assert_str_eq(talker_ask(p[1], "ply a2"), "=");
    ck_assert_str_eq(talker_ask(p[0], "pass"), "=");
    ck_assert_str_eq(talker_ask(p[1], "pass"), "=");
    ck_has(talker_ask(p[0], "state"), "\"phase\":\"stopped\"");
    ck_assert_str_eq(talker_ask(p[1], "resign"), "=");
    ck_has(talker_ask(p[0], "state"), "\"result\":\"B+R\"");
    close_two(p, &room);
}
END_TEST

/* Seats and storms. */

START_TEST(seats_stay) {
    struct talker *p[2];
    struct text room = {0}, token = {0}, order = {0};
    p[0] = open_wire(0);
    p[1] = open_wire(1);
    person_create(p[0], "create game=qttt side=x", &room, &token);
    person_join(p[1], &room, NULL);
    ck_assert_str_eq(talker_ask(p[0], "ply a1 b1"), "=");
    talker_close(p[0]);
    ck_event_has(p[1], "ply", "A1-B1");
    const char *people;
    do
        people = talker_event(p[1], "people");
    while (strstr(people, "\"present\":false") == NULL);
    p[0] = open_wire(1);
    text_print(&order, "join %s", text_string(&room));
    ck_starts(talker_ask(p[0], text_string(&order)), "? cannot join: both seats are taken");
    text_clear(&order);
    text_print(&order, "rejoin %s 00000000000000000000000000000000", text_string(&room));
    ck_starts(talker_ask(p[0], text_string(&order)), "? cannot join: that is no seat token");
    text_clear(&order);
    text_print(&order, "rejoin %s %.31s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(p[0], text_string(&order)), "? cannot join: that is no seat token");
    text_clear(&order);
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(p[0], text_string(&order)), "= {");
    ck_has(talker_ask(p[0], "state"), "\"you\":[\"x\"]");
    ck_has(talker_ask(p[0], "state"), "X1:A1-B1");
    ck_assert_str_eq(talker_ask(p[1], "ply a2 b2"), "=");
    text_free(&token);
    text_free(&order);
    close_two(p, &room);
}
END_TEST

START_TEST(killed_server) {
    struct talker *p[2];
    struct text room = {0}, token = {0}, order = {0};
    p[0] = open_wire(0);
    p[1] = open_wire(1);
    person_create(p[0], "create game=qttt side=x begin=o time=600+3x30", &room, &token);
    person_join(p[1], &room, NULL);
    ck_assert_str_eq(talker_ask(p[1], "ply a1 b1"), "=");
    ck_assert_str_eq(talker_ask(p[0], "ply a1 b1"), "=");
    ck_assert_str_eq(talker_ask(p[1], "collapse a1"), "=");
    ck_assert_str_eq(talker_ask(p[1], "chat still here"), "=");
    served_stop(&served, false);
    talker_close(p[0]);
    talker_close(p[1]);
    fixture_start("");
    p[0] = open_wire(0);
    text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
    ck_starts(talker_ask(p[0], text_string(&order)), "= {");
    const char *state = talker_ask(p[0], "state");
    ck_has(state, "3 3 o O1:A1-B1@B1 X2:A1-B1@A1");
    ck_has(state, "\"toPlay\":\"o\"");
    ck_has(state, "still here");
    ck_has(state, "\"time\":\"600+3x30 byoyomi\"");
    ck_has(state, "\"running\":\"o\"");
    talker_close(p[0]);
    text_free(&room);
    text_free(&token);
    text_free(&order);
}
END_TEST

START_TEST(clock_falls) {
    struct talker *p[2];
    struct text room = {0};
    two_people(p, "create game=qttt side=x time=0.3", &room);
    ck_event_has(p[1], "end", "time");
    ck_has(talker_ask(p[0], "state"), "\"result\":\"O+T\"");
    ck_starts(talker_ask(p[0], "ply a1 b1"), "? illegal move: the game is over");
    close_two(p, &room);
}
END_TEST

/* A player who takes back a loss on time has the whole time again, and the other has not; also
 * after the server was away. */
START_TEST(undo_of_a_fall) {
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0}, order = {0};
    person_create(t, "create game=qttt side=x bot=stub time=4", &room, &token);
    ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
    ck_event_has(t, "end", "time");
    if (_i == 1) {
        talker_close(t);
        served_stop(&served, false);
        fixture_start("");
        t = open_wire(0);
        text_print(&order, "rejoin %s %s", text_string(&room), text_string(&token));
        ck_starts(talker_ask(t, text_string(&order)), "= {");
    }
    ck_has(talker_ask(t, "state"), "\"result\":\"O+T\"");
    ck_assert_str_eq(talker_ask(t, "undo"), "=");
    const char *state = talker_ask(t, "state");
    ck_has(state, "\"phase\":\"playing\"");
    ck_has(state, "\"x\":{\"left\":4.000");
    ck_assert_ptr_null(strstr(state, "\"o\":{\"left\":4.000")); /* a process had to start */
    ck_assert_str_eq(talker_ask(t, "ply a1 b2"), "=");
    text_free(&room);
    text_free(&token);
    text_free(&order);
    talker_close(t);
}
END_TEST

/* People. */

/* A client that reads late misses nothing. */
START_TEST(late_readers) {
    fixture_start("backlog = 67108864\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n");
    struct talker *late = open_wire(_i);
    for (int i = 0; i < 8000; i++)
        talker_say(late, "help");
    for (int i = 0; i < 8000; i++)
        ck_starts(talker_reply(late), "= help");
    talker_close(late);
}
END_TEST

/* A client that asks for much and tears the connection down harms nobody. */
START_TEST(torn_connections) {
    fixture_start("backlog = 67108864\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n");
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
    fixture_start("clients = 1\n");
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
    fixture_start("rooms = 1\n");
    struct talker *t = open_wire(0);
    ck_starts(talker_ask(t, "create side=both"), "= {");
    ck_starts(talker_ask(t, "create"), "? too many games: the server has no room");
    talker_close(t);
}
END_TEST

/* A player who changes the marks needs the other's consent anew. */
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

/* Watchers may ask, and do nothing else. */
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

/* A seat that is taken again by its token is taken from the person who sat there. */
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

/* The terminal client, as a script uses it. */
START_TEST(terminal_client) {
    char command[200], said[4096] = "";
    snprintf(
        command, sizeof command,
        "printf 'ping\\ncreate side=both\\nply a1 c3\\nshow\\n' | ./ternion --connect 127.0.0.1:%d",
        served.line_port);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t count = fread(said, 1, sizeof said - 1, pipe);
    said[count] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    ck_has(said, "= pong");
    ck_has(said, "x put X1 in A1 and C3");
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("game");
    fixture_add_loop(suite, fixture_setup_started, basics, 0, 2);
    fixture_add_loop(suite, fixture_setup_started, creations_refused, 0,
                     (int)(sizeof bad_creations / sizeof bad_creations[0]));
    fixture_add(suite, fixture_setup_started, matches);
    fixture_add(suite, fixture_setup_started, chat_before_joining);
    fixture_add(suite, fixture_setup_started, game_of_two);
    fixture_add(suite, fixture_setup_started, who_begins);
    fixture_add(suite, fixture_setup_started, watchers_and_chat);
    fixture_add_loop(suite, fixture_setup_started, watchers_are_heard_once, 0, 2);
    fixture_add(suite, fixture_setup_started, undo_and_draw);
    fixture_add(suite, fixture_setup_started, start_positions);
    fixture_add(suite, fixture_setup_started, alone_and_waiting);
    fixture_add(suite, fixture_setup_started, positions_and_wishes);
    fixture_add(suite, fixture_setup_started, marking);
    fixture_add(suite, fixture_setup_started, marking_meanwhile);
    fixture_add(suite, fixture_setup_started, resuming);
    fixture_add(suite, fixture_setup_started, marks_of_one);
    fixture_add(suite, fixture_setup_started, marking_where_all_live);
    fixture_add(suite, fixture_setup_started, resuming_with_stones);
    fixture_add(suite, fixture_setup_started, seats_stay);
    fixture_add(suite, fixture_setup_started, killed_server);
    fixture_add(suite, fixture_setup_started, clock_falls);
    fixture_add_loop(suite, fixture_setup_started, undo_of_a_fall, 0, 2);
    fixture_add_loop(suite, fixture_setup, late_readers, 0, 2);
    fixture_add_loop(suite, fixture_setup, torn_connections, 0, 2);
    fixture_add_loop(suite, fixture_setup, full_house, 0, 2);
    fixture_add(suite, fixture_setup, no_more_games);
    fixture_add_loop(suite, fixture_setup_started, marks_after_consent, 0, 2);
    fixture_add(suite, fixture_setup_started, requests_before_the_score);
    fixture_add(suite, fixture_setup_started, watchers);
    fixture_add(suite, fixture_setup_started, one_seat_two_people);
    fixture_add_loop(suite, fixture_setup_started, orders_refused, 0, COUNT(bad_orders));
    fixture_add(suite, fixture_setup_started, long_chat);
    fixture_add(suite, fixture_setup_started, alone);
    fixture_add(suite, fixture_setup_started, terminal_client);
    return fixture_run(suite);
}
