/* Engines that play, advise and judge on the server, and every way in which they fail. */
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

/* Engines. */

/* "ternion" with one line of the configuration in place of all bots. */
static struct talker *against(const char *command, const char *more) {
    struct text lines = {0};
    text_print(&lines, "bot \"it\" { command = \"%s\" memory = 0 }\n%s", command, more);
    fixture_start_with(text_string(&lines));
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
    text_print(&path, "%s/late", fixture_folder);
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
        state = talker_event(t, "now");
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
    text_print(&path, "%s/listener", fixture_folder);
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

/* ... but an engine that only advises thinks as long as the configuration says, whatever the
 * players' clock. */
START_TEST(advice_has_no_clock) {
    struct text path = {0}, room = {0};
    text_print(&path, "%s/adviser", fixture_folder);
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

/* An engine is told a game that is over and how long it may think about each ply; one that knows no
 * review says so. */
START_TEST(games_are_reviewed) {
    static const char *const answers[][2] = {{"=", "4 0.500"}, {"?", "unknown command"}};
    struct text path = {0}, script = {0}, room = {0};
    text_print(&path, "%s/critic", fixture_folder);
    text_print(&script,
               "#!/bin/bash\n"
               "plies=0\n"
               "while read -r id command what; do\n"
               "    answer=\n"
               "    sign==\n"
               "    case $command in\n"
               "        list_commands) answer=$'boardsize\\nclear_board\\nplay\\nreview' ;;\n"
               "        play) plies=$((plies + 1)) ;;\n"
               "        review) sign='%s' answer=\"%s $((RANDOM))$$\" ;;\n"
               "    esac\n"
               "    printf '%%s%%s %%s\\n\\n' \"$sign\" \"$id\" \"$answer\"\n"
               "done\n",
               answers[_i][0], _i == 0 ? "$plies $what" : answers[_i][1]);
    write_text(text_string(&path), text_string(&script));
    ck_assert_int_eq(chmod(text_string(&path), 0755), 0);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=draughts side=both", &room, NULL);
    ck_starts(talker_ask(t, "review"), "? cannot review: the game is not over");
    static const char *const plies[] = {"c3-d4", "f6-g5", "d4-e5", "d6xf4"};
    for (size_t i = 0; i < COUNT(plies); i++) {
        struct text order = {0};
        text_print(&order, "ply %s", plies[i]);
        ck_good(t, text_string(&order));
        text_free(&order);
    }
    ck_good(t, "resign");
    struct text first = {0};
    text_put(&first, talker_ask(t, "review"));
    ck_starts(text_string(&first), answers[_i][0]);
    ck_has(text_string(&first), answers[_i][1]);
    /* Once is enough, until the game is another one. */
    if (_i == 0) {
        ck_assert_str_eq(talker_ask(t, "review"), text_string(&first));
        ck_good(t, "undo");
        ck_good(t, "resign");
        ck_has(talker_ask(t, "review"), "3 0.500");
    }
    text_free(&first);
    text_free(&path);
    text_free(&script);
    text_free(&room);
    talker_close(t);
}
END_TEST

/* Somebody in no game asks for puzzles, waits for two at most, and goes away. */
START_TEST(puzzles_are_made) {
    struct talker *t = open_wire(0);
    ck_starts(talker_ask(t, "puzzle qttt sum 3 collapse"), "= kind collapse\nposition 3 3 ");
    ck_starts(talker_ask(t, "puzzle go japanese 3"), "? unknown command");
    for (int i = 0; i < 2; i++)
        talker_say(t, "puzzle qttt goff 1 win");
    ck_starts(talker_ask(t, "puzzle qttt goff 2 win"), "? busy");
    talker_close(t);
    t = open_wire(0);
    ck_starts(talker_ask(t, "puzzle qttt goff 2 win"), "= kind win\n");
    talker_close(t);
}
END_TEST

/* Commands may depend on the game: an engine that has fixed_handicap only once the game is Go is
 * told the stones, as a player, which resigns otherwise, and as an adviser. */
START_TEST(bots_know_the_handicap) {
    struct text path = {0}, room = {0};
    text_print(&path, "%s/giver", fixture_folder);
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

/* One process for two games: the second waits until the first rests, and back again; so does
 * advice, which this engine refuses. */
START_TEST(bots_take_turns) {
    struct talker *t = against("./tests/support/stub_engine --seed 1", "bots = 1\nbot_idle = 1\n");
    struct talker *other = open_wire(1);
    struct text room = {0};
    person_create(t, "create game=draughts side=b bot=it", &room, NULL);
    ck_event_has(t, "ply", "\"n\":1");
    ck_assert_str_eq(talker_ask(t, "hint"), "?\ncode server.no-answer []");
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
    fixture_start_with(later[_i]);
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
    fixture_start("bot_starts = 1000\n");
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
    text_print(path, "%s/waiter", fixture_folder);
    write_text(text_string(path), script);
    ck_assert_int_eq(chmod(text_string(path), 0755), 0);
}

static void let(const char *name) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", fixture_folder, name);
    write_text(path, "");
}

/* Waits until the process that a link names is there, or gone. */
static void wait_for(const char *link, bool gone) {
    char path[100], number[20] = "";
    snprintf(path, sizeof path, "%s/%s", fixture_folder, link);
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
        state = talker_event(p[1], "now");
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

/* The person who asked, the game or the server is gone: nobody is answered, nothing breaks. */
START_TEST(unwanted_advice) {
    struct text room = {0}, path = {0};
    write_waiter(&path);
    struct talker *t = against(text_string(&path), "room_idle = 1\n"), *other = open_wire(0);
    person_create(t, "create game=qttt side=both", &room, NULL);
    talker_say(t, "hint");
    talker_say(t, "hint");
    wait_come("first");
    wait_come("second");
    talker_reset(t); /* a client that only closes may still wait for an answer */
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
        state = talker_event(t, "now");
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
    ck_assert_int_eq(sqlite3_open_v2(fixture_database, &base, SQLITE_OPEN_READWRITE, NULL),
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
    text_print(path, "%s/shell", fixture_folder);
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
        fixture_start_with(text_string(&lines));
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
    text_print(&path, "test \"$(cat %s/level)\" = %s", fixture_folder, told[_i]);
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
    text_print(&fails, "%s/fails", fixture_folder);
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

/* An engine that cannot be told how the game began neither plays another one nor advises on it. */
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

/* KataGo's set_position wants a list of stones: an engine that does not know set_game is told a
 * position by plies. */
START_TEST(bots_with_another_set_position) {
    struct text path = {0}, room = {0};
    write_engine("\\nset_position",
                 "set_position) sign=? ;; play) stones+=\"$what,\" ;;"
                 "genmove) answer=a1; test \"$stones\" = 'b C3,' || answer=resign ;;",
                 &path);
    struct talker *t = against(text_string(&path), "");
    person_create(t, "create game=go size=5 side=b bot=it", &room, NULL);
    ck_good(t, "setup 5 ...../...../..X../...../..... w");
    ck_event_has(t, "ply", "\"move\":\"A1\"");
    text_free(&path);
    text_free(&room);
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

/* Advice is for the side to play when the engine is told the position, not when it was asked for.
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

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("bots");
    fixture_add_loop(suite, fixture_setup, bots_that_fail, 0, COUNT(bad_bots));
    fixture_add_loop(suite, fixture_setup, bots_on_a_full_disk, 0, 2);
    fixture_add(suite, fixture_setup, bot_resigns);
    fixture_add(suite, fixture_setup, bot_knows_little);
    fixture_add_loop(suite, fixture_setup_started, bots_have_clocks, 0, COUNT(clocks));
    fixture_add_loop(suite, fixture_setup, bots_know_their_clocks, 0, COUNT(told_clocks));
    fixture_add(suite, fixture_setup, advice_has_no_clock);
    fixture_add_loop(suite, fixture_setup, games_are_reviewed, 0, 2);
    fixture_add(suite, fixture_setup_started, puzzles_are_made);
    fixture_add(suite, fixture_setup, bots_know_the_handicap);
    fixture_add(suite, fixture_setup_started, bots_in_positions);
    fixture_add(suite, fixture_setup, bots_take_turns);
    fixture_add_loop(suite, fixture_setup, bots_that_are_gone, 0, 2);
    fixture_add(suite, fixture_setup, bots_ended_at_birth);
    fixture_add_loop(suite, fixture_setup, bad_advice, 0, COUNT(bad_advisers));
    fixture_add_loop(suite, fixture_setup, bad_judges, 0, COUNT(bad_advisers));
    fixture_add_loop(suite, fixture_setup, late_judgement, 0, 3);
    fixture_add_loop(suite, fixture_setup, unwanted_advice, 0, 2);
    fixture_add(suite, fixture_setup_started, bots_score);
    fixture_add(suite, fixture_setup, bots_score_later);
    fixture_add(suite, fixture_setup, bot_insists);
    fixture_add(suite, fixture_setup, bot_passes_again);
    fixture_add_loop(suite, fixture_setup, levels_that_are_gone, 0, 2);
    fixture_add(suite, fixture_setup, advice_after_resuming);
    fixture_add(suite, fixture_setup, failures_are_forgiven);
    fixture_add_loop(suite, fixture_setup, bots_that_know_no_setup, 0, 4);
    fixture_add(suite, fixture_setup, bots_with_another_set_position);
    fixture_add(suite, fixture_setup_started, bot_plays);
    fixture_add_loop(suite, fixture_setup_started, advice_meanwhile, 0, 3);
    fixture_add(suite, fixture_setup_started, bots_among_themselves);
    fixture_add(suite, fixture_setup_started, bot_crashes);
    fixture_add(suite, fixture_setup_started, bot_crashes_once);
    fixture_add(suite, fixture_setup_started, bot_is_missing);
    return fixture_run(suite);
}
