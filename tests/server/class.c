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

static struct rng rng;

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
        if (!any_move(talker_ask(pupils[i], "state"), move))
            continue;
        snprintf(order, sizeof order, "ply %s", move);
        ck_good(pupils[i], order);
        any = true;
    }
    return any;
}

static void sit_all(int here) {
    for (int i = 0; i < here; i++)
        class_good(pupils[i], "sit", "");
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
    const char *at = "";
    long count = 0;
    for (;; count++) {
        if (count % 100 == 0) { /* as many as are on a page */
            char page[24];
            snprintf(page, sizeof page, "%ld", count / 100 + 1);
            text_clear(&games);
            text_put(&games, class_good(leader, "games", page) + 2);
            at = text_string(&games);
        }
        if (!json_walk(&at, &none, &game))
            break;
        char room[16], result[8], order[32], winner[4];
        member_of(text_string(&game), "room", room, sizeof room);
        member_of(text_string(&game), "result", result, sizeof result);
        snprintf(order, sizeof order, "watch %s", room);
        struct talker *looker = pupils[count % PEOPLE]; /* no more lines of each than are allowed */
        ck_good(looker, order);
        const char *state = talker_ask(looker, "state");
        ck_has(state, "\"phase\":\"over\"");
        member_of(state + 2, "winner", winner, sizeof winner);
        ck_assert_str_eq(result, *winner == '\0' ? "draw" : *winner == 'x' ? "1-0" : "0-1");
    }
    ck_assert_int_eq(count, GAMES);
    text_free(&games);
    text_free(&game);
    text_free(&none);
}

/* Thirty pages are opened at once, each with what a page asks for. */
static void come_at_once(void) {
    static const char *const asked[] = {"games", "list 1", "name Somebody"};
    struct talker *arrivals[PEOPLE];
    char watch[40];
    snprintf(watch, sizeof watch, "contest watch %s", class_code);
    for (int i = 0; i < PEOPLE; i++) {
        arrivals[i] = open_wire(1);
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
            talker_say(arrivals[i], asked[k]);
        talker_say(arrivals[i], watch);
    }
    for (int i = 0; i < PEOPLE; i++) {
        for (size_t k = 0; k <= sizeof asked / sizeof *asked; k++)
            ck_starts(talker_reply(arrivals[i]), "=");
        talker_close(arrivals[i]);
    }
}

START_TEST(class_of_thirty) {
    rng_seed(&rng, 30);
    class_open("format=swiss game=qttt Class");
    come_at_once();
    int here = 0;
    while (here < PEOPLE)
        class_join(here++);
    for (int round = 0; round < ROUNDS; round++) {
        class_good(leader, "pair", "");
        sit_all(here);
        if (round % 4 == 1) { /* in the middle of its games */
            play_once(here);
            play_once(here);
            class_kill("");
            sit_all(here);
        }
        while (play_once(here))
            ;
        if (round % 4 == 3) /* just after them */
            class_kill("");
        int other = round % here;
        class_good(pupils[other], "leave", "");
        class_good(pupils[other], "return", "");
    }
    const char *state = class_good(leader, "state", "");
    ck_has(state, "\"round\":14");
    ck_assert_int_eq(count_of(state, "\"wins\""), PEOPLE);
    ck_games();
    class_good(leader, "end", "");
    class_close();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("class");
    fixture_add(suite, fixture_setup_started, class_of_thirty);
    return suite_run(suite);
}
