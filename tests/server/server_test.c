/* The server as its clients see it, over both wires, and what it survives. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../server/http.h"
#include "../../server/websocket.h"
#include "../../src/core/json.h"
#include "../support/suite.h"
#include "server_house.h"

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
    {"create listed=", "? syntax error: listed is yes or no, not ''"},
};

START_TEST(creations_refused) {
    struct talker *t = open_wire(0);
    ck_starts(talker_ask(t, bad_creations[_i][0]), bad_creations[_i][1]);
    ck_assert_str_eq(talker_ask(t, "list"), "= []");
    talker_close(t);
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
    ck_event_has(p[1], "state", "\"rematchAsked\":\"x\"");
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
    ck_event_has(p[1], "state", "\"undoAsked\":\"w\"");
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

/* Nobody has to be asked while nobody has come; whoever comes finds the board as it was left. */
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
    house_start("");
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

/* Marks are not seen while play goes on: who marks and resumes at once has nobody's consent to
 * them. */
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
        state = talker_event(t, "state");
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
    house_start("");
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

/* Who takes back a loss on time has the whole time again, and only they; also after the server was
 * away. */
START_TEST(undo_of_a_fall) {
    struct talker *t = open_wire(0);
    struct text room = {0}, token = {0}, order = {0};
    person_create(t, "create game=qttt side=x bot=stub time=4", &room, &token);
    ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
    ck_event_has(t, "end", "time");
    if (_i == 1) {
        talker_close(t);
        served_stop(&served, false);
        house_start("");
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

/* Bots. */

START_TEST(bot_plays) {
    struct talker *t = open_wire(1);
    struct text room = {0};
    person_create(t, "create game=qttt side=x bot=ternion level=random", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
    ck_event_has(t, "ply", "\"side\":\"o\"");
    ck_has(talker_ask(t, "hint"), ": ");
    ck_has(talker_ask(t, "evaluate 1"), "winrate");
    ck_starts(talker_ask(t, "draw offer"), "? not allowed: a bot accepts no draw");
    /* Back to my own last decision, without asking. */
    ck_assert_str_eq(talker_ask(t, "undo"), "=");
    ck_has(talker_ask(t, "state"), "\"plies\":[]");
    ck_assert_str_eq(talker_ask(t, "ply c1 c2"), "=");
    const char *ply;
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"side\":\"o\"") == NULL);
    ck_assert_str_eq(talker_ask(t, "resign"), "=");
    ck_assert_str_eq(talker_ask(t, "rematch"), "=");
    /* Now the bot is x and begins. */
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"side\":\"x\"") == NULL);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Advice is for whoever is to play when the engine is told the position, not when it was asked for.
 */
START_TEST(advice_meanwhile) {
    static const char *const meanwhile[][3] = {{"hint", "undo", "= "},
                                               {"evaluate 1", "undo", "= "},
                                               {"hint", "resign", "? cannot advise"}};
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_assert_str_eq(talker_ask(t, "ply c3 d4"), "=");
    struct text both = {0}; /* at once, before any engine can be told */
    text_print(&both, "%s\n%s", meanwhile[_i][0], meanwhile[_i][1]);
    ck_assert_str_eq(talker_ask(t, text_string(&both)), "=");
    text_free(&both);
    ck_starts(talker_reply(t), meanwhile[_i][2]);
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(bots_among_themselves) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=none bot=stub", &room, NULL);
    const char *ply;
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"phase\":\"over\"") == NULL);
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(bot_crashes) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=o bot=crash", &room, NULL);
    ck_event_has(t, "end", "the bot failed: crash");
    const char *state = talker_ask(t, "state");
    ck_has(state, "\"result\":\"O+F\"");
    ck_has(state, "\"ending\":\"fault\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(bot_crashes_once) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=draughts side=b bot=once", &room, NULL);
    /* Its second move kills it; a new one is told the game and goes on. */
    ck_event_has(t, "ply", "\"side\":\"w\"");
    ck_assert_str_eq(talker_ask(t, "ply b6 a5"), "=");
    const char *ply;
    do
        ply = talker_event(t, "ply");
    while (strstr(ply, "\"side\":\"w\"") == NULL);
    ck_has(ply, "\"n\":3");
    text_free(&room);
    talker_close(t);
}
END_TEST

START_TEST(bot_is_missing) {
    struct talker *t = open_wire(0);
    struct text room = {0};
    talker_say(t, "create game=qttt side=o bot=gone");
    ck_event_has(t, "end", "no-such-engine");
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
    house_start("clients_per_address = 3\n");
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
    house_start("rooms_per_client = 2\n");
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
    house_start("burst = 1000\n");
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

/* Who asks and never reads is cut off; nobody else notices. */
START_TEST(slow_readers) {
    house_start("backlog = 65536\nrate = 1000000\nburst = 1000000\naddress_rate = 1000000\n");
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
    house_start("idle = 2.5\nping = 1\n");
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

/* The store. */

START_TEST(damaged_database) {
    char content[8192], after[8192];
    memset(content, 'x', sizeof content);
    write_bytes(house_database, content, sizeof content);
    house_refuses("is no database or is damaged");
    FILE *file = fopen(house_database, "rb");
    ck_assert_uint_eq(fread(after, 1, sizeof after, file), sizeof after);
    fclose(file);
    ck_assert_mem_eq(content, after, sizeof content);
}
END_TEST

START_TEST(torn_database) {
    house_start("");
    struct talker *t = open_wire(0);
    for (int i = 0; i < 40; i++)
        ck_starts(talker_ask(t, "create game=go size=19"), "= {");
    talker_close(t);
    served_stop(&served, true);
    struct stat status;
    ck_assert_int_eq(stat(house_database, &status), 0);
    ck_assert_int_gt(status.st_size, 8192);
    FILE *file = fopen(house_database, "r+b");
    fseek(file, 4096, SEEK_SET);
    for (int i = 0; i < 3000; i++)
        fputc(0x5A, file);
    fclose(file);
    house_refuses("damaged");
}
END_TEST

START_TEST(foreign_database) {
    house_start("");
    served_stop(&served, true);
    /* The application id stands at offset 68 of the file's header. */
    FILE *file = fopen(house_database, "r+b");
    fseek(file, 68, SEEK_SET);
    fwrite("\0\0\0\1", 1, 4, file);
    fclose(file);
    house_refuses("another program");
}
END_TEST

START_TEST(database_of_another_server) {
    house_start("");
    struct talker *t = open_wire(0);
    struct served second = {0};
    struct text said = {0};
    served_start(&second, (const char *const[]){"--database", house_database, house_config, NULL},
                 0, &said);
    ck_assert_int_eq(second.pid, -1);
    ck_has(text_string(&said), "another server keeps its games in");
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    text_free(&said);
    talker_close(t);
}
END_TEST

START_TEST(full_disk) {
    house_configure("");
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
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

START_TEST(bad_configuration) {
    struct text said = {0};
    write_text(house_config, "address = \"127.0.0.1\"\nnonsense = 3\n");
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
                 0, &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "server.conf:2");
    text_clear(&said);
    write_text(house_config, "clients = -5\n");
    served_start(&served, (const char *const[]){"--database", house_database, house_config, NULL},
                 0, &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "clients must be from 1");
    text_free(&said);
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
        ck_assert(http_path(good[i][0], &name));
        ck_assert_str_eq(text_string(&name), good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!http_path(bad[i], &name), "%s", bad[i]);
    text_free(&name);
    ck_assert_str_eq(http_type("a/b.css"), "text/css; charset=utf-8");
    ck_assert_str_eq(http_type("b.unknown"), "application/octet-stream");
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
    json_string(&json, "a\"b\\c\n\x01ł\xff\xc0\xaf\xed\xa0\x80");
    ck_assert_str_eq(text_string(&json), "\"a\\\"b\\\\c\\u000a\\u0001ł\xEF\xBF\xBD\xEF\xBF\xBD"
                                         "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    text_free(&json);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("server");
    TCase *talk = house_case(suite, "talk", house_setup_started);
    tcase_add_loop_test(talk, basics, 0, 2);
    tcase_add_loop_test(talk, creations_refused, 0,
                        (int)(sizeof bad_creations / sizeof bad_creations[0]));
    tcase_add_test(talk, game_of_two);
    tcase_add_test(talk, who_begins);
    tcase_add_test(talk, watchers_and_chat);
    tcase_add_loop_test(talk, watchers_are_heard_once, 0, 2);
    tcase_add_test(talk, undo_and_draw);
    tcase_add_test(talk, start_positions);
    tcase_add_test(talk, alone_and_waiting);
    tcase_add_test(talk, positions_and_wishes);
    tcase_add_test(talk, marking);
    tcase_add_test(talk, marking_meanwhile);
    tcase_add_test(talk, resuming);
    tcase_add_test(talk, marks_of_one);
    tcase_add_test(talk, marking_where_all_live);
    tcase_add_test(talk, resuming_with_stones);
    tcase_add_test(talk, seats_stay);
    tcase_add_test(talk, killed_server);
    tcase_add_test(talk, clock_falls);
    tcase_add_loop_test(talk, undo_of_a_fall, 0, 2);
    TCase *bots = house_case(suite, "bots", house_setup_started);
    tcase_add_test(bots, bot_plays);
    tcase_add_loop_test(bots, advice_meanwhile, 0, 3);
    tcase_add_test(bots, bots_among_themselves);
    tcase_add_test(bots, bot_crashes);
    tcase_add_test(bots, bot_crashes_once);
    tcase_add_test(bots, bot_is_missing);
    TCase *company = house_case(suite, "company", house_setup_started);
    tcase_add_test(company, terminal_client);
    tcase_add_test(company, long_lines);
    tcase_add_loop_test(company, floods, 0, 2);
    tcase_add_test(company, half_closed);
    tcase_add_test(company, last_line_without_newline);
    tcase_add_test(company, garbage);
    tcase_add_test(company, frames);
    tcase_add_test(company, foreign_pages);
    TCase *limits = house_case(suite, "limits", house_setup);
    tcase_add_test(limits, crowds);
    tcase_add_test(limits, too_many_games);
    tcase_add_test(limits, left_behind);
    tcase_add_loop_test(limits, slow_readers, 0, 2);
    tcase_add_loop_test(limits, silent_people, 0, 2);
    TCase *store = house_case(suite, "store", house_setup);
    tcase_add_test(store, damaged_database);
    tcase_add_test(store, torn_database);
    tcase_add_test(store, foreign_database);
    tcase_add_test(store, database_of_another_server);
    tcase_add_test(store, full_disk);
    tcase_add_test(store, bad_configuration);
    TCase *pure = tcase_create("pure");
    tcase_add_test(pure, paths);
    tcase_add_test(pure, origins);
    tcase_add_test(pure, handshake_and_json);
    suite_add_tcase(suite, pure);
    return suite_run(suite);
}
