/* A server for one person: whole games of every kind against the engine, advice, what is kept and
 * how it comes back. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/local/local.h"
#include "../support/suite.h"

enum { KEPT = 64 };

/* Who hears and keeps everything. */
static struct host {
    struct text events; /* since the last order, one a line */
    struct text reply;
    int replies;
    struct {
        char id[16];
        char *game;
    } kept[KEPT];
    int dropped;
    double timer;
} host;
static struct local *local;

static void hear(void *context, const char *message, size_t length) {
    ck_assert_ptr_eq(context, &host);
    ck_assert_uint_eq(strlen(message), length);
    if (*message == '!') {
        text_print(&host.events, "%s\n", message + 2);
        return;
    }
    text_clear(&host.reply);
    text_put(&host.reply, message);
    host.replies++;
}

static void keep(void *context, const char *id, const char *game) {
    int at = 0;
    ck_assert_ptr_eq(context, &host);
    while (at < KEPT && host.kept[at].game != NULL && strcmp(host.kept[at].id, id) != 0)
        at++;
    ck_assert_int_lt(at, KEPT);
    free(host.kept[at].game);
    host.kept[at].game = memory_string(game == NULL ? "" : game);
    host.dropped += game == NULL;
    snprintf(host.kept[at].id, sizeof host.kept[at].id, "%s", id);
}

static void set_timer(void *context, double when) {
    ck_assert_ptr_eq(context, &host);
    host.timer = when;
}

static void open_local(void) {
    const struct local_host functions = {
        .context = &host, .say = hear, .keep = keep, .set_timer = set_timer};
    local = local_new(&functions, 0.05);
}

static void setup(void) {
    host = (struct host){0};
    open_local();
}

static void teardown(void) {
    local_free(local);
    text_free(&host.events);
    text_free(&host.reply);
    for (int i = 0; i < KEPT; i++)
        free(host.kept[i].game);
}

static void order(const char *line) {
    text_clear(&host.events);
    local_line(local, line, strlen(line));
}

static void good(const char *line) {
    order(line);
    ck_assert_msg(text_starts(text_string(&host.reply), "="), "%s: %s", line,
                  text_string(&host.reply));
}

static void refused(const char *line, const char *code) {
    order(line);
    ck_assert_msg(*text_string(&host.reply) == '?' &&
                      strstr(text_string(&host.reply), code) != NULL,
                  "%s: %s", line, text_string(&host.reply));
}

static void work(void) {
    while (local_has_work(local))
        local_work(local);
}

/* The value of a member of the state as it stands there, or the first of several, without quotes.
 */
static const char *member(const char *name) {
    static char value[200];
    char wanted[40];
    good("state");
    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *at = strstr(text_string(&host.reply), wanted);
    ck_assert_msg(at != NULL, "no %s", name);
    at += strlen(wanted);
    at += strspn(at, "[\"");
    size_t length = strcspn(at, "\",]}");
    snprintf(value, sizeof value, "%.*s", (int)length, at);
    return value;
}

static void assert_member(const char *name, const char *value) {
    const char *found = member(name);
    ck_assert_msg(strcmp(found, value) == 0, "%s is %s, not %s", name, found, value);
}

/* The id of the game that was made last. */
static const char *made(void) {
    static char id[16];
    const char *at = strstr(text_string(&host.reply), "\"room\":\"");
    ck_assert_ptr_nonnull(at);
    snprintf(id, sizeof id, "%.9s", at + strlen("\"room\":\""));
    return id;
}

static const char *kept(const char *id) {
    for (int i = 0; i < KEPT && host.kept[i].game != NULL; i++)
        if (strcmp(host.kept[i].id, id) == 0)
            return host.kept[i].game;
    ck_abort_msg("%s is not kept", id);
}

/* As if the program had ended in the middle of everything. */
static void restart(const char *id) {
    local_free(local);
    open_local();
    for (int i = 0; i < KEPT && host.kept[i].game != NULL; i++)
        ck_assert_int_eq(local_recall(local, host.kept[i].game), *host.kept[i].game != '\0');
    if (id != NULL)
        ck_assert(local_enter(local, id));
}

START_TEST(it_greets_and_knows_the_games) {
    ck_assert_ptr_nonnull(strstr(text_string(&host.events), "hello {"));
    good("games");
    for (int i = 0; games[i] != NULL; i++) {
        char name[40];
        snprintf(name, sizeof name, "\"name\":\"%s\"", games[i]->game->name);
        ck_assert_ptr_nonnull(strstr(text_string(&host.reply), name));
    }
    ck_assert_ptr_nonnull(
        strstr(text_string(&host.reply), "\"levels\":\"random easy medium hard optimal\""));
    good("list");
    ck_assert_str_eq(text_string(&host.reply), "= []");
    refused("rejoin nobody x", "room.unknown");
    refused("watch nobody", "room.unknown");
    refused("quit", "order.unknown");
}
END_TEST

/* The first legal move, which the state tells to those who are to play. */
static bool play_first(void) {
    char line[80];
    const char *first = member("legal");
    if (*first == '\0')
        return false;
    snprintf(line, sizeof line, "ply %s", first);
    good(line);
    return true;
}

START_TEST(whole_games_against_the_engine) {
    static const char *const begin[] = {"create game=qttt bot=ternion level=easy",
                                        "create game=draughts bot=ternion level=random side=b",
                                        "create game=qttt size=4 rules=sum bot=ternion side=o"};
    good(begin[_i]);
    char id[16];
    snprintf(id, sizeof id, "%s", made());
    for (int plies = 0; plies < 400; plies++) {
        work();
        if (plies % 7 == 3)
            restart(id);
        work();
        if (!play_first())
            break;
    }
    assert_member("phase", "over");
    good("list");
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), id));
    good("rematch");
    work();
    assert_member("phase", "playing");
    assert_member("round", "1");
}
END_TEST

START_TEST(go_stops_is_judged_and_scored) {
    good("create game=go size=7 side=both");
    static const char *const plies[] = {"D4", "A1", "D3", "pass", "D5", "pass", "pass"};
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        char line[20];
        snprintf(line, sizeof line, "ply %s", plies[i]);
        good(line);
    }
    assert_member("phase", "stopped");
    refused("accept", "room.judging");
    ck_assert(local_has_work(local));
    ck_assert(!local_is_sliced(local));
    work();
    ck_assert_ptr_nonnull(strstr(text_string(&host.events), "\"dead\":[\"A1\"]"));
    good("accept");
    assert_member("ending", "scored");
    char id[16];
    snprintf(id, sizeof id, "%s", member("room"));
    restart(id);
    assert_member("ending", "scored");
}
END_TEST

/* Ending the program stops a thought: what was kept is where the game stands, and an order that
 * comes before the thought begins again takes it back. */
START_TEST(a_thought_is_stopped_by_a_new_start) {
    good("create bot=ternion level=optimal");
    char id[16];
    snprintf(id, sizeof id, "%s", made());
    good("ply A1-B2");
    ck_assert(local_has_work(local));
    restart(id);
    assert_member("toPlay", "o");
    ck_assert(local_has_work(local));
    good("undo");
    ck_assert(!local_has_work(local));
    assert_member("toPlay", "x");
    good("state");
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "\"plies\":[]"));
    good("ply A1-B2");
    good("leave");
    ck_assert(!local_has_work(local)); /* nobody looks on */
    ck_assert(local_enter(local, id));
    work();
    assert_member("toPlay", "x");
    ck_assert(!local_enter(local, "nobody"));
}
END_TEST

START_TEST(what_is_kept_comes_back_the_same) {
    static const char *const games_made[] = {
        "create side=both rules=earliest size=4 win_length=3 begin=o time=600+3x30",
        "create game=go size=9 handicap=3 side=both komi=0.5",
        "create game=draughts rules=english bot=ternion level=hard time=180+2"};
    char id[16];
    good("name A \xC5\x81ukasz");
    good(games_made[_i]);
    snprintf(id, sizeof id, "%s", made());
    for (int i = 0; i < 5; i++) {
        work();
        ck_assert(play_first());
    }
    work();
    if (_i == 0)
        good("setup 3 3 x X1:A1-B1");
    char *before = memory_string(kept(id));
    struct text state = {0};
    good("state");
    text_put(&state, text_string(&host.reply));
    restart(id);
    good("state");
    /* Times apart. */
    ck_assert_uint_eq(strcspn(text_string(&host.reply), "\xC5"),
                      strcspn(text_string(&state), "\xC5"));
    const char *a = strstr(text_string(&state), "\"plies\""),
               *b = strstr(text_string(&host.reply), "\"plies\"");
    size_t length = (size_t)(strstr(a, "\"clock\"") - a);
    ck_assert_int_eq(strncmp(a, b, length), 0);
    ck_assert_str_eq(before, kept(id));
    if (_i == 2)
        ck_assert(isfinite(host.timer));
    free(before);
    text_free(&state);
}
END_TEST

/* Whatever somebody makes of it, it comes back as a game or not at all. */
START_TEST(what_is_no_game_is_refused) {
    good("create game=go size=7 bot=ternion level=random time=600");
    char id[16];
    snprintf(id, sizeof id, "%s", made());
    for (int i = 0; i < 3; i++) {
        work();
        ck_assert(play_first());
    }
    char *game = memory_string(kept(id));
    size_t length = strlen(game);
    ck_assert(!local_recall(local, game)); /* it is here already */
    ck_assert(!local_recall(local, ""));
    ck_assert(!local_recall(local, "id a\n"));
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 1000; i++) {
        char *bad = memory_string(game);
        local_free(local);
        open_local();
        for (unsigned n = (unsigned)rng_below(&rng, 3); n < 3; n++)
            bad[rng_below(&rng, length)] = " \n-9zA"[rng_below(&rng, 6)];
        if (rng_below(&rng, 4) == 0)
            bad[rng_below(&rng, length)] = '\0';
        if (local_recall(local, bad)) {
            char word[16] = {0};
            snprintf(word, sizeof word, "%.*s", (int)strcspn(bad + 3, "\n"), bad + 3);
            local_enter(local, word);
            local_tick(local);
            order("state");
            order("undo");
        }
        free(bad);
    }
    free(game);
}
END_TEST

START_TEST(advice_comes_in_slices) {
    good("create game=go size=9 bot=ternion");
    int before = host.replies;
    order("7 evaluate 2");
    ck_assert_int_eq(host.replies, before); /* later */
    int slices = 0;
    for (; local_has_work(local); slices++) {
        ck_assert(local_is_sliced(local));
        local_work(local);
    }
    ck_assert_int_ge(slices, 1);
    ck_assert_int_eq(host.replies, before + 1);
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "=7 "));
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), " winrate "));
    order("8 hint");
    work();
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "=8 "));
    /* A ply ends it before it begins. */
    order("9 hint");
    good("ply E5");
    work();
    good("leave");
    refused("hint", "order.no-room");
}
END_TEST

START_TEST(a_review_comes_in_slices) {
    static const char *const plies[] = {"a1-b1", "a1-b1", "b1", "a2-c2", "a2-c2"};
    good("create side=both");
    refused("review", "room.not-over");
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        char line[20];
        snprintf(line, sizeof line, "ply %s", plies[i]);
        good(line);
    }
    good("resign");
    int before = host.replies, slices = 0;
    order("7 review");
    for (; local_has_work(local); slices++) {
        ck_assert_int_eq(host.replies, before);
        local_work(local);
    }
    ck_assert_int_eq(slices, 6); /* the last one finds none left */
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "=7 1 x A1-B1 winrate "));
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "\n5 o A2-C2 winrate "));
    /* What goes on is reviewed no longer. */
    order("8 review");
    local_work(local);
    good("undo");
    work();
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "?8 no engine answers"));
    order("hint"); /* and what the engine thinks of is whole */
    work();
    ck_assert_msg(*text_string(&host.reply) == '=', "%s", text_string(&host.reply));
}
END_TEST

/* Its plies are kept, too. */
START_TEST(a_game_that_is_over_goes_on) {
    static const char *const plies[] = {"a2-b2", "c1-a3", "c1-b3", "c2-a3", "a2-b3", "a1-c3",
                                        "a2-b2", "b2",    "a1-b1", "a1-b1", "a1"};
    char id[16];
    good("create side=both");
    strcpy(id, made());
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        char line[20];
        snprintf(line, sizeof line, "ply %s", plies[i]);
        good(line);
    }
    restart(id);
    assert_member("phase", "over");
    good("undo");
    assert_member("phase", "playing");
}
END_TEST

/* The game at hand is none of its business. */
START_TEST(puzzles) {
    good("create game=go size=5 side=both");
    good("ply c3");
    order("7 puzzle qttt sum 4 draw");
    work();
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "=7 kind draw\nposition 3 3 x "));
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "\nsolutions "));
    order("8 puzzle qttt sum 4 loss");
    work();
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "?8 syntax error: 'loss' is none of"));
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "\ncode server.no-answer []"));
    assert_member("plies", "b");
    order("9 hint");
    work();
    ck_assert_msg(text_starts(text_string(&host.reply), "=9 "), "%s", text_string(&host.reply));
    good("leave");
    order("10 puzzle qttt goff 5"); /* nobody waits for it at the end */
}
END_TEST

START_TEST(advice_that_nobody_waits_for) {
    good("create bot=ternion");
    order("5 hint");
    good("leave");
    work();
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "?5 no engine answers"));
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "server.no-answer"));
}
END_TEST

START_TEST(the_oldest_game_makes_place) {
    char first[16], last[16];
    for (int i = 0; i <= LOCAL_GAMES; i++) {
        good("create side=both");
        snprintf(i == 0 ? first : last, sizeof first, "%s", made());
    }
    ck_assert_int_eq(host.dropped, 1);
    ck_assert_str_eq(kept(first), "");
    ck_assert_str_ne(kept(last), "");
    char line[40];
    snprintf(line, sizeof line, "watch %s", first);
    refused(line, "room.unknown");
}
END_TEST

START_TEST(seats_are_taken_by_colour) {
    char id[16], line[40];
    good("create side=both");
    ck_assert_ptr_nonnull(strstr(text_string(&host.reply), "\"tokens\":{\"x\":\"x\",\"o\":\"o\"}"));
    snprintf(id, sizeof id, "%s", made());
    good("leave");
    snprintf(line, sizeof line, "rejoin %s o", id);
    good(line);
    ck_assert_ptr_nonnull(strstr(text_string(&host.events), "\"you\":[\"o\"]"));
    snprintf(line, sizeof line, "rejoin %s z", id);
    refused(line, "room.token");
    snprintf(line, sizeof line, "rejoin %s x", id);
    good(line);
    ck_assert_ptr_nonnull(strstr(text_string(&host.events), "\"you\":[\"x\",\"o\"]"));
    good("create side=x"); /* nobody else can come, but the same person can */
    assert_member("phase", "open");
    good("list");
    snprintf(line, sizeof line, "join %s", member("room"));
    good(line);
    assert_member("phase", "playing");
    refused(line, "room.full");
}
END_TEST

START_TEST(a_flag_falls) {
    good("create time=1/move bot=ternion level=random");
    ck_assert(isfinite(host.timer));
    assert_member("phase", "playing");
    while (strcmp(member("phase"), "over") != 0)
        local_tick(local);
    assert_member("ending", "time");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("local");
    suite_add_with(suite, setup, teardown, it_greets_and_knows_the_games);
    suite_add_loop_with(suite, setup, teardown, whole_games_against_the_engine, 0, 3);
    suite_add_with(suite, setup, teardown, go_stops_is_judged_and_scored);
    suite_add_with(suite, setup, teardown, a_thought_is_stopped_by_a_new_start);
    suite_add_loop_with(suite, setup, teardown, what_is_kept_comes_back_the_same, 0, 3);
    suite_add_with(suite, setup, teardown, what_is_no_game_is_refused);
    suite_add_with(suite, setup, teardown, advice_comes_in_slices);
    suite_add_with(suite, setup, teardown, a_review_comes_in_slices);
    suite_add_with(suite, setup, teardown, a_game_that_is_over_goes_on);
    suite_add_with(suite, setup, teardown, puzzles);
    suite_add_with(suite, setup, teardown, advice_that_nobody_waits_for);
    suite_add_with(suite, setup, teardown, the_oldest_game_makes_place);
    suite_add_with(suite, setup, teardown, seats_are_taken_by_colour);
    suite_add_with(suite, setup, teardown, a_flag_falls);
    return suite_run(suite);
}
