/* Thirty people behind one address in a Swiss tournament of fourteen rounds, 210 games, through
 * killed servers and people who leave and return: no result is lost, and no limit is met. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/json.h"
#include "../../src/core/rng.h"
#include "../support/suite.h"
#include "fixture.h"

enum { PEOPLE = 30, ROUNDS = 14, GAMES = PEOPLE / 2 * ROUNDS };

static struct talker *leader, *people[PEOPLE];
static char code[16], key[64], tokens[PEOPLE][64];
static struct rng rng;

static void find(const char *json, const char *name, char *value, size_t size) {
    struct text found = {0};
    json_find(json, name, &found);
    snprintf(value, size, "%s", text_string(&found));
    text_free(&found);
}

static const char *ask(struct talker *talker, const char *verb, const char *rest) {
    static char order[200];
    snprintf(order, sizeof order, "contest %s %s %s", verb, code, rest);
    const char *reply = talker_ask(talker, order);
    ck_assert_msg(*reply == '=', "'%s' was answered '%s'", order, reply);
    return reply;
}

static void join(int player) {
    char name[32];
    people[player] = open_wire(player % 2);
    snprintf(name, sizeof name, "name P%d", player);
    ck_good(people[player], name);
    find(ask(people[player], "join", ""), "token", tokens[player], sizeof *tokens);
}

static void kill_and_come_back(int here) {
    talker_close(leader);
    for (int i = 0; i < here; i++)
        talker_close(people[i]);
    served_stop(&served, false);
    fixture_start("");
    leader = open_wire(0);
    ask(leader, "rejoin", key);
    for (int i = 0; i < here; i++) {
        people[i] = open_wire(i % 2);
        ask(people[i], "rejoin", tokens[i]);
    }
}

/* Any of the moves in a state; false: it is not their turn. */
static bool any_move(const char *state, char move[64]) {
    struct text legal = {0};
    long count = 0;
    json_find(state, "legal", &legal);
    const char *at = text_string(&legal);
    for (const char *c = at; *c != '\0'; c++)
        count += *c == '"';
    long wanted = count > 0 ? (long)rng_below(&rng, (uint64_t)count / 2) : 0;
    for (long i = 0; count > 0 && i <= 2 * wanted; i++)
        at = strchr(at, '"') + 1;
    if (count > 0)
        snprintf(move, 64, "%.*s", (int)strcspn(at, "\""), at);
    text_free(&legal);
    return count > 0;
}

/* Everybody who is to play does; false: nobody was. */
static bool play_once(int here) {
    bool any = false;
    for (int i = 0; i < here; i++) {
        char move[64], order[80];
        if (!any_move(talker_ask(people[i], "state"), move))
            continue;
        snprintf(order, sizeof order, "ply %s", move);
        ck_good(people[i], order);
        any = true;
    }
    return any;
}

static void sit_all(int here) {
    for (int i = 0; i < here; i++)
        ask(people[i], "sit", "");
}

static long count_of(const char *text, const char *part) {
    long count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

/* Each result is that of its room. */
static void ck_games(void) {
    struct text games = {0}, game = {0}, none = {0};
    text_put(&games, ask(leader, "games", "") + 2);
    const char *at = text_string(&games);
    long count = 0;
    for (; json_walk(&at, &none, &game); count++) {
        char room[16], result[8], order[32], winner[4];
        find(text_string(&game), "room", room, sizeof room);
        find(text_string(&game), "result", result, sizeof result);
        snprintf(order, sizeof order, "watch %s", room);
        struct talker *looker = people[count % PEOPLE]; /* no more lines of each than are allowed */
        ck_good(looker, order);
        const char *state = talker_ask(looker, "state");
        ck_has(state, "\"phase\":\"over\"");
        find(state + 2, "winner", winner, sizeof winner);
        ck_assert_str_eq(result, *winner == '\0' ? "draw" : *winner == 'x' ? "1-0" : "0-1");
    }
    ck_assert_int_eq(count, GAMES);
    text_free(&games);
    text_free(&game);
    text_free(&none);
}

START_TEST(class_of_thirty) {
    rng_seed(&rng, 30);
    leader = open_wire(1);
    const char *reply = talker_ask(leader, "contest open format=swiss game=qttt Class");
    find(reply, "contest", code, sizeof code);
    find(reply, "key", key, sizeof key);
    int here = 0;
    while (here < PEOPLE)
        join(here++);
    for (int round = 0; round < ROUNDS; round++) {
        ask(leader, "pair", "");
        sit_all(here);
        if (round % 4 == 1) { /* in the middle of its games */
            play_once(here);
            play_once(here);
            kill_and_come_back(here);
            sit_all(here);
        }
        while (play_once(here))
            ;
        if (round % 4 == 3) /* just after them */
            kill_and_come_back(here);
        int other = round % here;
        ask(people[other], "leave", "");
        ask(people[other], "return", "");
    }
    const char *state = ask(leader, "state", "");
    ck_has(state, "\"round\":14");
    ck_assert_int_eq(count_of(state, "\"wins\""), PEOPLE);
    ck_games();
    ask(leader, "end", "");
    talker_close(leader);
    for (int i = 0; i < here; i++)
        talker_close(people[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("class");
    fixture_add(suite, fixture_setup_started, class_of_thirty);
    return suite_run(suite);
}
