/* A room without any socket: orders in, events out, time passed in, everything else by hooks. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/json.h"
#include "../../src/room/orders.h"
#include "../support/suite.h"

/* Somebody who notes what they hear. */
struct listener {
    struct person person;
    struct text reply;  /* the last one */
    struct text events; /* since the last order of anybody, one a line */
    int replies;
};

enum { ALICE, BOB, CAROL, PEOPLE };
static struct listener people[PEOPLE];
static struct room *room;
static double now;

/* What the hooks were asked for, and how they are to answer. */
static struct {
    bool store_refuses;
    int stored, told; /* changes; messages delivered */
    int told_at_store;
    size_t entries; /* the log as the store has it */
    struct text log;
    double timer;
    int thinking; /* the side that is to think, or SIDE_NONE */
    int judging, cancelled, swapped, seated;
    struct text advice;
    char advice_id[8];
} asked;

static void deliver(struct person *person, const char *message, size_t length, bool event) {
    struct listener *listener = person->data;
    ck_assert_uint_eq(strlen(message), length);
    ck_assert_int_eq(event, message[0] == '!');
    asked.told++;
    if (event) {
        text_print(&listener->events, "%s\n", message + 2);
    } else {
        text_clear(&listener->reply);
        text_put(&listener->reply, message);
        listener->replies++;
    }
}

static struct words bot_levels;

static bool find_bot(void *owner, const struct game *game, size_t number, struct room_bot *bot) {
    (void)game;
    ck_assert_ptr_eq(owner, &asked);
    *bot = (struct room_bot){.name = "first", .levels = &bot_levels};
    return number == 0;
}

static bool admit(struct order *order, struct room *made) {
    if (!room_store(made, &order->error))
        return false;
    room_set_id(made, "r1");
    room_set_token(made, 0, "key0");
    room_set_token(made, 1, "key1");
    room = made;
    return true;
}

static void seated(struct room *where, struct person *person) {
    ck_assert_ptr_eq(person->room, where);
    asked.seated++;
}

static void swapped(struct room *where) {
    ck_assert(room_is_ok(where));
    asked.swapped++;
}

static bool store_game(const struct room *where, const struct room_change *change,
                       struct error *error) {
    (void)where;
    asked.told_at_store = asked.told;
    if (asked.store_refuses)
        return error_set(error, "store.failed", "no", NULL);
    asked.stored++;
    if (change->cut)
        asked.entries = change->from;
    ck_assert(change->count == 0 || change->from == asked.entries);
    for (size_t i = 0; i < change->count; i++)
        text_print(&asked.log, "%s %d %s;", change->entries[i].kind, change->entries[i].side,
                   change->entries[i].text);
    asked.entries += change->count;
    return true;
}

static bool store_chat(const struct room *where, const struct chat_line *line,
                       struct error *error) {
    (void)where;
    ck_assert_str_ne(line->text, "");
    return !asked.store_refuses || error_set(error, "store.failed", "no", NULL);
}

static void think(struct room *where, int side) {
    ck_assert_int_eq(where->seats[side].kind, SEAT_BOT);
    asked.thinking = side;
}

static void judge(struct room *where) {
    ck_assert_int_eq(room_phase(where), ROOM_STOPPED);
    asked.judging++;
}

static void cancel(struct room *where) {
    (void)where;
    asked.thinking = SIDE_NONE;
    asked.cancelled++;
}

static void advise(struct room *where, struct person *person, const char *id, const char *command,
                   const char *argument) {
    ck_assert_ptr_eq(person->room, where);
    text_print(&asked.advice, "%s(%s)", command, argument);
    strncpy(asked.advice_id, id, sizeof asked.advice_id - 1);
}

static void puzzle(void *owner, struct person *person, const char *id, struct session *session,
                   const char *argument) {
    const struct game *game = session_game(session);
    ck_assert_ptr_eq(owner, &asked);
    ck_assert_ptr_eq(person->room, NULL);
    text_print(&asked.advice, "%s %s %s(%s)", id, game->name,
               game->rules[session_setup(session)->rules], argument);
    session_free(session);
}

static void set_timer(struct room *where, double when) {
    (void)where;
    asked.timer = when;
}

static struct room_hooks hooks = {
    .owner = &asked,
    .find_bot = find_bot,
    .admit = admit,
    .seated = seated,
    .swapped = swapped,
    .store_game = store_game,
    .store_chat = store_chat,
    .think = think,
    .judge = judge,
    .cancel = cancel,
    .advise = advise,
    .puzzle = puzzle,
    .set_timer = set_timer,
};

static void setup(void) {
    now = 1000;
    memset(&asked, 0, sizeof asked);
    asked.thinking = SIDE_NONE;
    asked.timer = INFINITY;
    hooks.most_plies = 0;
    words_split(&bot_levels, "weak strong");
    static const char *const names[] = {"alice", "bob", "carol"};
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = (struct listener){.person = {.deliver = deliver, .data = &people[i]}};
        person_set_name(&people[i].person, names[i]);
    }
}

static void teardown(void) {
    for (int i = 0; i < PEOPLE; i++) {
        person_clear(&people[i].person, now);
        text_free(&people[i].reply);
        text_free(&people[i].events);
    }
    if (room != NULL)
        room_free(room);
    room = NULL;
    text_free(&asked.log);
    text_free(&asked.advice);
    words_free(&bot_levels);
}

/* Somebody says a line; the reply is returned. */
static const char *say_to(const struct room_hooks *to, int who, const char *line) {
    struct gtp_request request;
    for (int i = 0; i < PEOPLE; i++)
        text_clear(&people[i].events);
    ck_assert(orders_parse(line, strlen(line), &request));
    orders_run(to, &people[who].person, &request, now);
    gtp_free(&request);
    if (room != NULL)
        ck_assert(room_is_ok(room));
    return text_string(&people[who].reply);
}

static const char *say(int who, const char *line) {
    return say_to(&hooks, who, line);
}

static void agrees(int who, const char *line) {
    const char *reply = say(who, line);
    ck_assert_msg(reply[0] == '=', "%s: %s", line, reply);
}

static void refuses(int who, const char *line, const char *code) {
    struct text wanted = {0};
    const char *reply = say(who, line);
    text_print(&wanted, "\ncode %s [", code);
    ck_assert_msg(reply[0] == '?' && strstr(reply, text_string(&wanted)) != NULL, "%s: %s", line,
                  reply);
    text_free(&wanted);
}

static bool hears(int who, const char *words) {
    return strstr(text_string(&people[who].events), words) != NULL;
}

static void has(const char *text, const char *words) {
    ck_assert_msg(strstr(text, words) != NULL, "no %s in %s", words, text);
}

/* Alice makes a game, Bob joins, Carol watches. */
static void sit_down(const char *create) {
    agrees(ALICE, create);
    ck_assert(room_join(room, now, &people[BOB].person, SIDE_NONE, NULL));
    room_watch(room, now, &people[CAROL].person);
    room_tell_all(room);
    room_go_on(room, now);
}

/* The two play by turns, Alice first. */
static void play(const char *moves) {
    struct words words;
    words_split(&words, moves);
    for (int i = 0; i < words.count; i++) {
        struct text line = {0};
        text_print(&line, "play %s", words.at[i]);
        agrees(i % 2 == 0 ? ALICE : BOB, text_string(&line));
        text_free(&line);
    }
    words_free(&words);
}

static const char *const game_names[] = {"qttt", "draughts", "go"};
enum { GAMES = sizeof game_names / sizeof game_names[0] };

/* The first legal move, or none. */
static bool first_move(struct text *token) {
    struct moves list = {0};
    session_moves(room->session, &list);
    bool any = list.count > 0;
    if (any)
        session_game(room->session)->print(session_state(room->session), list.at[0], token);
    moves_free(&list);
    return any;
}

/* A whole game of each kind by orders, told to all three, with every ply stored before it. */
START_TEST(whole_games) {
    struct text create = {0};
    text_print(&create, "create game=%s%s", game_names[_i], _i == 2 ? " size=2" : "");
    sit_down(text_string(&create));
    text_free(&create);
    ck_assert_int_eq(asked.seated, 2);
    for (int plies = 0; room_phase(room) == ROOM_PLAYING; plies++) {
        struct text line = {0};
        ck_assert_int_lt(plies, 300);
        text_put(&line, "play ");
        ck_assert(first_move(&line));
        int side = session_to_play(room->session);
        int who = room->seats[0].person == &people[ALICE].person ? side : 1 - side;
        int told = asked.told;
        refuses(1 - who, text_string(&line), "session.wrong-side");
        ck_assert_int_eq(asked.told, told + 1);
        refuses(CAROL, text_string(&line), "order.no-seat");
        told = asked.told;
        agrees(who, text_string(&line));
        if (room_phase(room) == ROOM_PLAYING)
            ck_assert_int_eq(asked.told_at_store, told);
        for (int i = 0; i < PEOPLE; i++)
            ck_assert(hears(i, "ply {\"n\":"));
        text_free(&line);
    }
    if (room_phase(room) == ROOM_STOPPED) {
        room_judged(room, now, &(struct marks){0});
        agrees(ALICE, "accept");
        agrees(BOB, "accept");
    }
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
    const char *state = say(CAROL, "state");
    has(state, "\"phase\":\"over\"");
    has(state, "\"you\":[]");
    has(state, "\"watchers\":1");
    has(state, game_names[_i]);
    ck_assert_ptr_eq(strstr(state, "\"result\":\"*\""), NULL);
    ck_assert_uint_gt(strlen(say(CAROL, "record")), 10);
    refuses(ALICE, "play a1", "session.over");
}
END_TEST

/* The same game comes back from the entries of its log. */
START_TEST(replay) {
    sit_down("create game=go size=5 rules=japanese");
    play("C3 D4 pass pass");
    room_judged(room, now, &(struct marks){.at = {[18] = MARK_DEAD}});
    agrees(ALICE, "accept");
    agrees(BOB, "accept");
    struct words entries;
    has(text_string(&asked.log), "ply 0 C3;ply 1 D4;ply 0 pass;ply 1 pass;scored 0");
    struct room_spec spec = {.session = session_new(games_find("go")->game),
                             .first = SIDE_NONE,
                             .seats = {{.kind = SEAT_HUMAN}, {.kind = SEAT_HUMAN}}};
    ck_assert(session_set_size(spec.session, 5, NULL));
    struct room *back = room_new(&spec, &hooks, now);
    ck_assert(room_recall(back));
    char *log = text_take(&asked.log), *rest = log;
    for (char *line; (line = strtok_r(rest, ";", &rest)) != NULL;) {
        words_split(&entries, line);
        struct text text = {0};
        words_join(&entries, 2, &text);
        ck_assert(room_replay(back, &(struct room_entry){.kind = entries.at[0],
                                                         .side = entries.at[1][0] - '0',
                                                         .text = text_string(&text)}));
        text_free(&text);
        words_free(&entries);
    }
    free(log);
    ck_assert(!room_replay(back, &(struct room_entry){"ply", 0, "A1"}));
    ck_assert_uint_eq(back->entries, room->entries);
    ck_assert_mem_eq(&back->marks, &room->marks, sizeof room->marks);
    struct text a = {0}, b = {0};
    session_print_result(room->session, &a);
    session_print_result(back->session, &b);
    ck_assert_str_eq(text_string(&a), text_string(&b));
    text_free(&a);
    text_free(&b);
    room_free(back);
}
END_TEST

/* Clocks run by the time that is passed in, and the flag falls when it should, not before. */
START_TEST(flag_falls) {
    sit_down("create game=qttt side=x time=60");
    ck_assert_double_eq(asked.timer, 1060);
    now = 1010;
    agrees(ALICE, "play a1 b1");
    ck_assert_double_eq(asked.timer, 1070);
    has(say(CAROL, "state"), "\"clock\":{\"x\":{\"left\":50.000,\"count\":0},"
                             "\"o\":{\"left\":60.000,\"count\":0},\"running\":\"o\"");
    now = 1030.5;
    has(say(CAROL, "state"), "\"elapsed\":20.500");
    agrees(BOB, "play a2 b2");
    ck_assert_double_eq(asked.timer, 1080.5);
    room_tick(room, 1080.499);
    ck_assert_int_eq(room_phase(room), ROOM_PLAYING);
    text_clear(&people[CAROL].events);
    room_tick(room, 1080.5);
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
    ck_assert(hears(CAROL, "end {\"why\":\"time\"}"));
    ck_assert(hears(CAROL, "\"result\":\"O+T\""));
    ck_assert(isinf(asked.timer));
    /* The loser has the whole time again if that is taken back. */
    now = 1090;
    agrees(ALICE, "undo");
    agrees(BOB, "undo accept");
    ck_assert_double_eq(asked.timer, 1150);
}
END_TEST

/* A ply that comes after the flag, but before the tick that would have noticed. */
START_TEST(late_ply) {
    sit_down("create game=qttt side=x time=60");
    now = 1060.001;
    refuses(ALICE, "play a1 b1", "room.time");
    has(say(CAROL, "state"), "\"ending\":\"time\"");
    ck_assert_uint_eq(session_plies(room->session), 0);
}
END_TEST

/* No clock runs before both have come, nor once the game is stopped. */
START_TEST(clock_rests) {
    agrees(ALICE, "create game=go size=5 time=60");
    ck_assert(isinf(asked.timer));
    room_tick(room, 5000);
    ck_assert_int_eq(room_phase(room), ROOM_OPEN);
    now = 5000;
    ck_assert(room_join(room, now, &people[BOB].person, SIDE_NONE, NULL));
    room_go_on(room, now);
    ck_assert_double_eq(asked.timer, 5060);
    play("pass pass");
    ck_assert(isinf(asked.timer));
}
END_TEST

/* In a pause nobody plays, and what the clock had run stays spent. */
START_TEST(pause_of_a_game) {
    sit_down("create game=qttt side=x time=60");
    strcpy(room->contest, "abcde");
    now = 1020;
    room_pause(room, now, true);
    ck_assert(isinf(asked.timer));
    has(say(ALICE, "state"), "\"elapsed\":20.000},\"paused\":true");
    has(say(ALICE, "state"), "\"legal\":[]");
    refuses(ALICE, "play a1 b1", "room.paused");
    room_go_on(room, 1500);
    room_tick(room, 2000);
    ck_assert_int_eq(room_phase(room), ROOM_PLAYING);
    now = 3000;
    text_clear(&people[BOB].events);
    room_pause(room, now, false);
    ck_assert(hears(BOB, "\"elapsed\":20.000},\"paused\":false"));
    ck_assert_double_eq(asked.timer, 3040);
    now = 3010;
    agrees(ALICE, "play a1 b1");
    has(say(CAROL, "state"), "\"x\":{\"left\":30.000");
}
END_TEST

/* A flag that is due falls before the pause begins; a bot begins its ply anew. */
START_TEST(pause_comes_too_late) {
    sit_down("create game=qttt side=x time=60");
    room_pause(room, 1060, true);
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
}
END_TEST

START_TEST(pause_of_a_bot) {
    agrees(ALICE, "create game=qttt side=o bot=first");
    ck_assert_int_eq(asked.thinking, 0);
    room_pause(room, now, true);
    ck_assert_int_eq(asked.thinking, SIDE_NONE);
    room_pause(room, now, false);
    ck_assert_int_eq(asked.thinking, 0);
}
END_TEST

/* Time that ran while the game was put away is spent. */
START_TEST(spent_before) {
    sit_down("create game=qttt side=x time=60");
    room_free(room);
    struct room_spec spec = {.session = session_new(games_find("qttt")->game),
                             .first = SIDE_NONE,
                             .seats = {{.kind = SEAT_HUMAN}, {.kind = SEAT_HUMAN}}};
    ck_assert(clock_parse("60", &spec.clock));
    room = room_new(&spec, &hooks, now);
    ck_assert(room_recall(room));
    room_recall_clock(room, 0, 40, 0);
    room_recall_spent(room, 15);
    room_go_on(room, now);
    ck_assert_double_eq(asked.timer, now + 25);
    ck_assert_double_eq(room_elapsed(room, now + 5), 20);
}
END_TEST

START_TEST(undo_is_asked_for) {
    sit_down("create game=qttt side=x");
    refuses(ALICE, "undo", "room.undo");
    play("a1-b1 a2-b2");
    refuses(BOB, "undo accept", "room.no-request");
    agrees(ALICE, "undo");
    ck_assert(hears(CAROL, "\"undoAsked\":\"x\""));
    refuses(ALICE, "undo accept", "room.no-request");
    agrees(BOB, "undo decline");
    ck_assert(hears(ALICE, "\"undoAsked\":null"));
    refuses(BOB, "undo accept", "room.no-request");
    ck_assert_uint_eq(session_plies(room->session), 2);
    agrees(ALICE, "undo");
    agrees(BOB, "undo accept");
    ck_assert_uint_eq(session_plies(room->session), 0);
    ck_assert_uint_eq(asked.entries, 0);
    ck_assert(hears(CAROL, "now {\"n\":0,"));
    refuses(BOB, "undo perhaps", "syntax.request");
}
END_TEST

START_TEST(draw_reset_rematch) {
    sit_down("create game=qttt side=x");
    refuses(ALICE, "rematch", "room.not-over");
    play("a1-b1");
    agrees(ALICE, "reset");
    agrees(BOB, "reset accept");
    ck_assert_uint_eq(session_plies(room->session), 0);
    refuses(ALICE, "setup 3 3 x", "room.setup");
    agrees(ALICE, "draw offer");
    ck_assert(hears(BOB, "\"drawOffered\":\"x\""));
    agrees(BOB, "draw accept");
    ck_assert(hears(CAROL, "\"ending\":\"agreed\""));
    agrees(BOB, "rematch");
    ck_assert(hears(ALICE, "\"rematchAsked\":\"o\""));
    ck_assert_int_eq(asked.swapped, 0);
    agrees(ALICE, "rematch");
    ck_assert_int_eq(asked.swapped, 1);
    ck_assert(hears(ALICE, "\"you\":[\"o\"]"));
    ck_assert(hears(BOB, "\"you\":[\"x\"]"));
    ck_assert(hears(CAROL, "\"round\":1"));
    ck_assert_str_eq(room->seats[0].token, "key1");
    agrees(BOB, "resign");
    ck_assert(hears(CAROL, "\"result\":\"O+R\""));
}
END_TEST

/* The state of a stopped game, and who has to agree. */
START_TEST(marking) {
    sit_down("create game=go size=5 rules=japanese");
    play("C3 D4 pass pass");
    ck_assert_int_eq(asked.judging, 1);
    refuses(ALICE, "accept", "room.judging");
    refuses(ALICE, "play A1", "room.stopped");
    ck_assert(hears(CAROL, "") && strstr(say(CAROL, "state"), "\"marks\":null") != NULL);
    room_judged(room, now, &(struct marks){.at = {[18] = MARK_DEAD}});
    ck_assert(hears(CAROL, "\"marks\":{\"number\":1,\"dead\":[\"D4\"]"));
    agrees(ALICE, "accept 1");
    ck_assert(hears(BOB, "\"accepted0\":true,\"accepted1\":false"));
    agrees(BOB, "mark D4 alive");
    ck_assert(hears(ALICE, "\"number\":2,\"dead\":[]"));
    ck_assert(hears(ALICE, "\"accepted0\":false"));
    refuses(ALICE, "accept 1", "room.marks");
    refuses(ALICE, "accept one", "syntax.whole");
    refuses(CAROL, "mark D4 dead", "order.no-seat");
    refuses(ALICE, "mark A1 dead", "go.no-stone");
    agrees(ALICE, "accept 2");
    agrees(BOB, "accept 2");
    ck_assert(hears(CAROL, "\"ending\":\"scored\""));
    has(text_string(&asked.log), "scored ");
}
END_TEST

/* A game stopped again without a stone is scored as proposed; one with a stone is judged anew. */
START_TEST(resuming) {
    sit_down("create game=go size=5 rules=japanese");
    play("C3 D4 pass pass");
    room_judged(room, now, &(struct marks){.at = {[18] = MARK_DEAD}});
    agrees(BOB, "resume");
    ck_assert(hears(CAROL, "\"toPlay\":\"b\""));
    ck_assert(hears(CAROL, "\"resumedAt\":4"));
    play("E5 A5 pass pass");
    ck_assert_int_eq(asked.judging, 2);
    room_judged(room, now, &(struct marks){.at = {[18] = MARK_DEAD}});
    agrees(BOB, "mark D4 alive");
    agrees(BOB, "resume");
    play("pass pass");
    ck_assert_int_eq(asked.judging, 2);
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
    ck_assert_int_eq(room->marks.at[18], MARK_DEAD);
}
END_TEST

/* A judgement that comes after the game was taken up again counts no more. */
START_TEST(late_judgement) {
    sit_down("create game=go size=5 rules=japanese");
    play("pass pass");
    int cancelled = asked.cancelled;
    agrees(ALICE, "resume");
    ck_assert_int_eq(asked.cancelled, cancelled + 1);
    room_judged(room, now, &(struct marks){0});
    ck_assert(!room->judged);
    ck_assert_int_eq(room_phase(room), ROOM_PLAYING);
}
END_TEST

/* Where nobody can be asked what is dead, everything lives until somebody marks it. */
START_TEST(nobody_judges) {
    hooks.judge = NULL;
    sit_down("create game=go size=5");
    play("C3 pass pass");
    hooks.judge = judge;
    ck_assert_int_eq(asked.judging, 0);
    ck_assert(hears(CAROL, "\"marks\":{\"number\":1,\"dead\":[]"));
}
END_TEST

/* What watchers say reaches the players at the end only. */
START_TEST(chat) {
    sit_down("create game=qttt side=x");
    agrees(ALICE, "chat good # luck");
    for (int i = 0; i < PEOPLE; i++)
        ck_assert(hears(i, "chat {\"from\":\"alice\",\"side\":\"x\",\"text\":\"good # luck\"}"));
    agrees(CAROL, "chat she should have resigned");
    ck_assert(hears(CAROL, "\"side\":null"));
    ck_assert(!hears(ALICE, "resigned") && !hears(BOB, "resigned"));
    ck_assert_ptr_eq(strstr(say(ALICE, "state"), "should"), NULL);
    has(say(CAROL, "state"), "should");
    agrees(ALICE, "resign");
    ck_assert(hears(BOB, "should") && hears(ALICE, "should"));
    ck_assert(!hears(CAROL, "should")); /* she knows */
    agrees(CAROL, "chat so she has");
    ck_assert(hears(BOB, "so she has"));
}
END_TEST

/* ... also one who leaves the seat and watches, on the same connection. */
START_TEST(chat_after_leaving_the_seat) {
    sit_down("create game=qttt side=x");
    agrees(CAROL, "chat a bad opening");
    agrees(ALICE, "leave");
    room_watch(room, now, &people[ALICE].person);
    ck_assert_ptr_eq(strstr(say(ALICE, "state"), "opening"), NULL);
    agrees(CAROL, "chat he should play b2");
    ck_assert(!hears(ALICE, "b2"));
    agrees(BOB, "draw offer");
    ck_assert(hears(CAROL, "drawOffered") && hears(ALICE, "drawOffered"));
    agrees(BOB, "chat where are you"); /* what players say is for all */
    ck_assert(hears(ALICE, "where are you"));
    agrees(BOB, "resign");
    ck_assert(hears(ALICE, "opening") && hears(ALICE, "b2"));
    has(say(ALICE, "state"), "opening");
}
END_TEST

/* Who has had many seats is forgotten in the oldest. */
START_TEST(seats_are_remembered) {
    struct person person = {0};
    char id[ROOM_ID];
    for (int i = 0; i < 2 * PERSON_SEATS; i++) {
        snprintf(id, sizeof id, "room%d", i);
        ck_assert(!person_has_sat(&person, id));
        person_note_seat(&person, id);
        ck_assert(person_has_sat(&person, id));
    }
    ck_assert(person_has_sat(&person, "room64") && !person_has_sat(&person, "room63"));
    person_clear(&person, now);
    ck_assert(!person_has_sat(&person, "room64"));
}
END_TEST

/* What everybody knows is not told again, and what is told has neither chat nor plies in it. */
START_TEST(requests_are_small) {
    static const char *const asks[] = {"undo", "reset", "draw offer"};
    sit_down("create game=qttt side=x");
    for (int i = 0; i < ROOM_CHAT; i++)
        agrees(BOB, "chat something long that everybody has read already");
    play("a1-b1 a2-b2");
    for (int i = 0; i < 3; i++) {
        agrees(ALICE, asks[i]);
        ck_assert(hears(CAROL, "now {") && !hears(CAROL, "chat") && !hears(CAROL, "plies"));
        ck_assert_uint_lt(people[CAROL].events.length, 700);
        for (int again = 0; again < 3; again++) {
            agrees(ALICE, asks[i]);
            ck_assert(!hears(CAROL, "now") && !hears(BOB, "now") && !hears(ALICE, "now"));
        }
    }
    agrees(BOB, "undo decline");
    agrees(ALICE, "undo");
    ck_assert(hears(BOB, "\"undoAsked\":\"x\"")); /* after an answer one may ask again */
    agrees(ALICE, "resign");
    agrees(ALICE, "rematch");
    ck_assert(hears(BOB, "rematchAsked"));
    agrees(ALICE, "rematch");
    ck_assert(!hears(BOB, "now"));
    agrees(BOB, "rematch");
    ck_assert(hears(CAROL, "state {") && !hears(CAROL, "chat"));
    has(say(CAROL, "state"), "has read already");
}
END_TEST

/* Numbers that make no valid record are refused, wherever they come from. */
START_TEST(sensible_numbers) {
    static const char *const komi[] = {"1e308", "-1e308", "1001", "-1001", "1e-5", "-1e-300"};
    struct text line = {0};
    for (size_t i = 0; i < sizeof komi / sizeof *komi; i++) {
        text_clear(&line);
        text_print(&line, "create game=go size=5 side=both komi=%s", komi[i]);
        refuses(ALICE, text_string(&line), "create.setting");
    }
    static const char *const times[] = {"1e9",       "2678401",    "3e6/move",  "60+3e6",
                                        "600+3x1e7", "600+25/1e7", "0",         "0+0",
                                        "0.09",      "0+9",        "0.09/move", "0+1x0.09"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        text_clear(&line);
        text_print(&line, "create game=go size=5 side=both time=%s", times[i]);
        refuses(ALICE, text_string(&line), "create.time");
    }
    agrees(ALICE, "create game=go size=5 side=both komi=-1000 time=2678400");
    has(say(ALICE, "record"), "KM[-1000]");
    struct text position = {0}, setup_order = {0};
    session_game(room->session)->save(session_state(room->session), &position);
    char *number = strstr(text_string(&position), "-1000");
    ck_assert_ptr_nonnull(number);
    text_print(&setup_order, "setup %.*s1e308%s", (int)(number - text_string(&position)),
               text_string(&position), number + 5);
    refuses(ALICE, text_string(&setup_order), "create.setting");
    has(say(ALICE, "state"), "\"komi\":\"-1000\"");
    text_free(&line);
    text_free(&position);
    text_free(&setup_order);
}
END_TEST

START_TEST(marks_are_small) {
    sit_down("create game=go size=5 rules=japanese");
    play("C3 D4 pass pass");
    room_judged(room, now, &(struct marks){0});
    agrees(ALICE, "mark D4 dead");
    ck_assert(hears(CAROL, "now {") && !hears(CAROL, "chat") && !hears(CAROL, "plies"));
    agrees(BOB, "mark D4 dead");
    ck_assert(!hears(CAROL, "now"));
    agrees(ALICE, "accept");
    ck_assert(hears(CAROL, "\"accepted0\":true"));
    agrees(ALICE, "accept");
    ck_assert(!hears(CAROL, "now"));
    agrees(BOB, "accept");
    ck_assert(hears(CAROL, "\"ending\":\"scored\""));
}
END_TEST

/* A seat that somebody took and left without a ply. */
START_TEST(reopened_seat) {
    sit_down("create game=qttt side=x time=60");
    refuses(ALICE, "reopen", "room.reopen"); /* Bob is here */
    refuses(BOB, "reopen", "room.reopen");
    agrees(ALICE, "play a1-b1");
    agrees(BOB, "leave");
    refuses(CAROL, "reopen", "order.no-seat");
    asked.store_refuses = true;
    refuses(ALICE, "reopen", "store.failed");
    ck_assert_int_eq(room->seats[1].kind, SEAT_HUMAN);
    asked.store_refuses = false;
    agrees(ALICE, "reopen");
    ck_assert_int_eq(room_phase(room), ROOM_OPEN);
    ck_assert(isinf(asked.timer)); /* nobody's clock runs */
    ck_assert_str_eq(room->seats[1].token, "");
    ck_assert_ptr_eq(room->seats[1].name, NULL);
    ck_assert(hears(CAROL, "\"phase\":\"open\""));
    refuses(ALICE, "reopen", "room.reopen");
    ck_assert(room_join(room, now, &people[CAROL].person, SIDE_NONE, NULL));
    room_go_on(room, now);
    agrees(CAROL, "play a2-b2");
    agrees(CAROL, "leave");
    refuses(ALICE, "reopen", "room.reopen"); /* she has played */
}
END_TEST

/* Who joined cannot put out who made the game. */
START_TEST(reopening_is_for_the_maker) {
    sit_down("create game=qttt side=o");
    agrees(ALICE, "leave");
    refuses(BOB, "reopen", "room.reopen");
    has(say(BOB, "state"), "\"maker\":\"o\"");
}
END_TEST

START_TEST(reopening_needs_somebody_away) {
    static const char *const orders[] = {"create game=qttt side=x", "create game=qttt side=both",
                                         "create game=qttt side=x bot=first"};
    agrees(ALICE, orders[_i]);
    refuses(ALICE, "reopen", "room.reopen");
}
END_TEST

/* Only the last lines are kept. */
START_TEST(long_chat) {
    sit_down("create game=qttt side=x");
    for (int i = 0; i <= ROOM_CHAT; i++) {
        struct text line = {0};
        text_print(&line, "chat line%dend", i);
        agrees(ALICE, text_string(&line));
        text_free(&line);
    }
    const char *state = say(BOB, "state");
    ck_assert_ptr_eq(strstr(state, "line0end"), NULL);
    has(state, "line1end");
    has(state, "line100end");
    ck_assert_uint_eq(room->chat_gone, 1);
}
END_TEST

/* Orders that a store which refuses must undo: nobody is told, and all is as before. */
static const char *const refused_orders[] = {"play a3-b3",  "resign",       "draw accept",
                                             "undo accept", "reset accept", "chat hello"};
enum { REFUSED = sizeof refused_orders / sizeof refused_orders[0] };

START_TEST(store_refuses) {
    sit_down("create game=qttt side=x time=60");
    play("a1-b1 a2-b2");
    agrees(BOB, "undo");
    agrees(BOB, "reset");
    agrees(BOB, "draw offer");
    now += 10;
    char *before = strdup(say(CAROL, "state"));
    double timer = asked.timer;
    size_t entries = room->entries;
    asked.store_refuses = true;
    int told = asked.told;
    refuses(ALICE, refused_orders[_i], "store.failed");
    ck_assert_int_eq(asked.told, told + 1);
    for (int i = 0; i < PEOPLE; i++)
        ck_assert_uint_eq(people[i].events.length, 0);
    ck_assert_str_eq(say(CAROL, "state"), before);
    ck_assert_double_eq(asked.timer, timer);
    ck_assert_uint_eq(room->entries, entries);
    asked.store_refuses = false;
    agrees(ALICE, refused_orders[_i]);
    free(before);
}
END_TEST

/* A room that cannot be stored is not made; a seat that cannot be stored is not taken. */
START_TEST(store_refuses_rooms) {
    struct error error = {0};
    asked.store_refuses = true;
    refuses(ALICE, "create game=qttt", "store.failed");
    ck_assert_ptr_eq(people[ALICE].person.room, NULL);
    asked.store_refuses = false;
    agrees(ALICE, "create game=qttt");
    asked.store_refuses = true;
    ck_assert(!room_join(room, now, &people[BOB].person, SIDE_NONE, &error));
    ck_assert_str_eq(error.code, "store.failed");
    error_clear(&error);
    ck_assert_int_eq(room_phase(room), ROOM_OPEN);
    ck_assert_ptr_eq(people[BOB].person.room, NULL);
}
END_TEST

/* A flag falls whatever the store says; that is stored as soon as it can be. */
START_TEST(late_storing) {
    sit_down("create game=qttt side=x time=60");
    asked.store_refuses = true;
    room_tick(room, now + 60);
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
    room_leave(room, now, &people[ALICE].person);
    room_leave(room, now, &people[BOB].person);
    room_leave(room, now, &people[CAROL].person);
    ck_assert(!room_may_go(room));
    asked.store_refuses = false;
    room_tick(room, now + 61);
    has(text_string(&asked.log), "time 1");
    ck_assert(room_may_go(room));
}
END_TEST

/* The bot behind the hooks decides: a move, or the first legal one. */
static void bot_moves(const char *chosen) {
    struct text token = {0};
    int side = asked.thinking;
    ck_assert_int_eq(side, session_to_play(room->session));
    asked.thinking = SIDE_NONE;
    if (chosen != NULL)
        text_put(&token, chosen);
    else
        ck_assert(first_move(&token));
    ck_assert(room_ply(room, now, side, text_string(&token), NULL));
    text_free(&token);
}

START_TEST(bot_plays) {
    agrees(ALICE, "create game=qttt side=o bot=first level=WEAK");
    has(text_string(&people[ALICE].reply), "\"tokens\":{\"o\":\"key1\"}");
    ck_assert_str_eq(room->seats[0].name, "first weak");
    ck_assert_int_eq(asked.thinking, 0);
    text_clear(&people[ALICE].events);
    bot_moves(NULL);
    ck_assert(hears(ALICE, "ply {\"n\":1,\"side\":\"x\""));
    ck_assert_int_eq(asked.thinking, SIDE_NONE);
    refuses(ALICE, "draw offer", "room.bot-draw");
    agrees(ALICE, "play a3-b3");
    ck_assert_int_eq(asked.thinking, 0);
    /* Undo needs nobody's consent, and a thought that is under way does not count. */
    agrees(ALICE, "undo");
    ck_assert_uint_eq(session_plies(room->session), 1);
    ck_assert_int_eq(asked.thinking, SIDE_NONE);
    agrees(ALICE, "setup default");
    ck_assert_int_eq(asked.thinking, 0);
    room_end(room, now, ENDING_FAULT, 1, "the bot failed");
    agrees(ALICE, "rematch");
    ck_assert_int_eq(room->seats[1].kind, SEAT_BOT);
    ck_assert_int_eq(asked.thinking, SIDE_NONE);
}
END_TEST

/* Two bots agree with the judge, and a person watches. */
START_TEST(bots_among_themselves) {
    agrees(ALICE, "create game=go size=2 side=none");
    ck_assert_str_eq(room->seats[0].level, "strong");
    bot_moves(NULL);
    bot_moves("pass");
    bot_moves("pass");
    ck_assert_int_eq(asked.judging, 1);
    room_judged(room, now, &(struct marks){0});
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
}
END_TEST

START_TEST(too_long) {
    hooks.most_plies = 4;
    sit_down("create game=draughts");
    for (int i = 0; i < 4; i++) {
        struct text line = {0};
        text_put(&line, "play ");
        ck_assert(first_move(&line));
        agrees(session_to_play(room->session) == 0 ? ALICE : BOB, text_string(&line));
        text_free(&line);
    }
    ck_assert(hears(CAROL, "end {\"why\":\"the game is too long\"}"));
    ck_assert(hears(CAROL, "\"ending\":\"agreed\""));
}
END_TEST

START_TEST(advice) {
    sit_down("create game=qttt side=x");
    refuses(ALICE, "hint", "room.advice");
    struct room *first = room;
    agrees(ALICE, "create game=qttt side=x bot=first");
    room_free(first);
    int replies = people[ALICE].replies;
    say(ALICE, "7 hint");
    say(ALICE, "8 evaluate 3");
    ck_assert_int_eq(people[ALICE].replies, replies);
    ck_assert_str_eq(text_string(&asked.advice), "hint()evaluate(3)");
    ck_assert_str_eq(asked.advice_id, "8");
    refuses(ALICE, "evaluate 101", "syntax.whole");
    hooks.advise = NULL;
    refuses(ALICE, "hint", "server.no-answer");
    hooks.advise = advise;
    refuses(ALICE, "review", "room.not-over");
    agrees(ALICE, "resign");
    refuses(ALICE, "hint", "room.not-playing");
    text_clear(&asked.advice);
    say(ALICE, "9 review");
    ck_assert_str_eq(text_string(&asked.advice), "review(0.500)");
    hooks.advise = NULL;
    refuses(ALICE, "review", "server.no-answer");
    hooks.advise = advise;
}
END_TEST

START_TEST(questions) {
    sit_down("create game=qttt side=x");
    play("a1-b1");
    has(say(CAROL, "preview a2-b2"), "O2:A2-B2");
    has(say(CAROL, "position 0"), "= 3 3");
    refuses(CAROL, "position 2", "syntax.plies");
    has(say(CAROL, "show"), "\n");
    has(say(CAROL, "ask marks A1"), "X1");
    refuses(CAROL, "ask genmove", "ask.unknown");
    refuses(CAROL, "ask captures b", "room.question");
    ck_assert_uint_eq(session_plies(room->session), 1);
}
END_TEST

/* A board of no game is anybody's, and leaves nothing. */
START_TEST(studies) {
    has(say(ALICE, "study qttt goff 3 3 x X1:A1-C3 play a1-b2 c3-b2"),
        "X3:B2-C3?\",\"phase\":\"play");
    has(say(ALICE, "study qttt goff default"), "\"legal\":[\"A1-B1\"");
    has(say(ALICE, "study qttt goff default play a1-c3 a1-b2 c3-b2 ask cascade c3"),
        "= X3 C3\nX1 A1 X3\nO2 B2 X1");
    has(say(ALICE,
            "study go tromp-taylor 5 ...../...../..X../...../..... w - 0 0 0 0 0 play pass pass"),
        "\"phase\":\"stopped\"");
    has(text_string(&people[ALICE].reply), "\"score\":\"B+25\"");
    refuses(ALICE, "study chess goff default", "create.game");
    refuses(ALICE, "study qttt english default", "session.rules");
    refuses(ALICE, "study qttt goff 3 3 x X1:A1-A1", "qttt.position-illegal");
    refuses(ALICE, "study qttt goff default play a1-b1 a1-a1", "qttt.same-cell");
    refuses(ALICE, "study qttt goff default ask genmove", "ask.unknown");
    refuses(ALICE, "study qttt goff", "syntax.usage");
    ck_assert_ptr_eq(room, NULL);
}
END_TEST

START_TEST(puzzles) {
    int replies = people[ALICE].replies;
    say(ALICE, "7 puzzle qttt sum 12 win");
    say(ALICE, "8 puzzle draughts warcaby 0");
    ck_assert_int_eq(people[ALICE].replies, replies);
    ck_assert_str_eq(text_string(&asked.advice), "7 qttt sum(12 win)8 draughts warcaby(0)");
    refuses(ALICE, "puzzle qttt goff -1", "syntax.whole");
    refuses(ALICE, "puzzle qttt goff", "syntax.usage");
    refuses(ALICE, "puzzle qttt english 1", "session.rules");
    refuses(ALICE, "puzzle chess goff 1", "create.game");
    hooks.puzzle = NULL;
    refuses(ALICE, "puzzle qttt goff 1", "server.no-answer");
    hooks.puzzle = puzzle;
}
END_TEST

START_TEST(everybody) {
    refuses(ALICE, "state", "order.no-room");
    refuses(ALICE, "nonsense", "order.unknown");
    refuses(ALICE, "name", "syntax.usage");
    ck_assert_str_eq(say(ALICE, "ping"), "= pong");
    has(say(ALICE, "help"), "= help [ORDER]: ");
    has(say(ALICE, "games"), "\"bots\":[{\"name\":\"first\",\"levels\":\"weak strong\"}]");
    agrees(ALICE, "name Z\xc3\xbc rich #1");
    ck_assert_str_eq(person_name(&people[ALICE].person), "Z\xc3\xbc rich #1");
    refuses(ALICE, "create game=chess", "create.game");
    refuses(ALICE, "create bot=second", "create.bot");
    refuses(ALICE, "create bot=first level=best", "create.level");
    refuses(ALICE, "create game=draughts handicap=2", "create.no-handicap");
    refuses(ALICE, "create game=draughts begin=b", "create.begin-fixed");
    ck_assert_ptr_eq(room, NULL);
    agrees(ALICE, "create game=qttt begin=o time=60+1");
    ck_assert_int_eq(session_to_play(room->session), 1);
    agrees(ALICE, "leave");
    ck_assert_ptr_eq(room->people, NULL);
    ck_assert_int_eq(room->seats[0].kind, SEAT_HUMAN);
}
END_TEST

/* A seat is taken over by whoever proves that it is theirs; the others learn of it once a second.
 */
START_TEST(seats) {
    sit_down("create game=qttt side=x");
    struct error error = {0};
    ck_assert(!room_join(room, now, &people[CAROL].person, SIDE_NONE, &error));
    ck_assert_str_eq(error.code, "room.full");
    error_clear(&error);
    room_tick(room, now);
    text_clear(&people[ALICE].events);
    text_clear(&people[BOB].events);
    room_sit(room, now, &people[CAROL].person, 0);
    ck_assert(hears(ALICE, "\"you\":[]"));
    ck_assert_uint_eq(people[BOB].events.length, 0);
    room_tick(room, now);
    ck_assert(hears(BOB, "people {\"seats\":{\"x\":{"));
    text_clear(&people[BOB].events);
    room_tick(room, now);
    ck_assert_uint_eq(people[BOB].events.length, 0);
    agrees(CAROL, "play a1-b1");
    refuses(ALICE, "resign", "order.no-seat");
    room_free(room);
    ck_assert(hears(CAROL, "closed {}"));
    ck_assert_ptr_eq(people[CAROL].person.room, NULL);
    room = NULL;
}
END_TEST

/* The page without a server: no hook at all, one person on both seats. */
START_TEST(alone) {
    static const struct room_hooks none;
    ck_assert_int_eq(*say_to(&none, ALICE, "create game=go size=5 side=both time=60"), '=');
    room = people[ALICE].person.room;
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(*say_to(&none, ALICE, "pass"), '=');
    ck_assert(hears(ALICE, "\"marks\":{\"number\":1"));
    ck_assert_int_eq(*say_to(&none, ALICE, "accept"), '=');
    has(say_to(&none, ALICE, "state"), "\"result\":\"W+6.5\"");
    ck_assert_int_eq(*say_to(&none, ALICE, "undo"), '=');
    ck_assert_uint_eq(session_plies(room->session), 1);
    ck_assert_int_eq(*say_to(&none, ALICE, "draw offer"), '=');
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
    ck_assert_int_eq(*say_to(&none, ALICE, "rematch"), '=');
    ck_assert_int_eq(room_phase(room), ROOM_PLAYING);
    room_tick(room, room->deadline);
    ck_assert_int_eq(room_phase(room), ROOM_OVER);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("room");
    const struct {
        const TTest *test;
        int times;
    } tests[] = {{whole_games, GAMES},
                 {replay, 1},
                 {flag_falls, 1},
                 {late_ply, 1},
                 {clock_rests, 1},
                 {spent_before, 1},
                 {pause_of_a_game, 1},
                 {pause_comes_too_late, 1},
                 {pause_of_a_bot, 1},
                 {undo_is_asked_for, 1},
                 {draw_reset_rematch, 1},
                 {marking, 1},
                 {resuming, 1},
                 {late_judgement, 1},
                 {nobody_judges, 1},
                 {chat, 1},
                 {long_chat, 1},
                 {chat_after_leaving_the_seat, 1},
                 {seats_are_remembered, 1},
                 {requests_are_small, 1},
                 {marks_are_small, 1},
                 {sensible_numbers, 1},
                 {reopened_seat, 1},
                 {reopening_is_for_the_maker, 1},
                 {reopening_needs_somebody_away, 3},
                 {store_refuses, REFUSED},
                 {store_refuses_rooms, 1},
                 {late_storing, 1},
                 {bot_plays, 1},
                 {bots_among_themselves, 1},
                 {too_long, 1},
                 {advice, 1},
                 {questions, 1},
                 {studies, 1},
                 {puzzles, 1},
                 {everybody, 1},
                 {seats, 1},
                 {alone, 1}};
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tcase_add_checked_fixture(suite_add_loop(suite, tests[i].test, 0, tests[i].times), setup,
                                  teardown);
    return suite_run(suite);
}
