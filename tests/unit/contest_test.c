/* A contest without any socket: what the leader and the players do, the log, and who meets whom. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/contest/club.h"
#include "../../src/core/rng.h"
#include "../support/suite.h"

/* What the owner was asked for, and the log as it keeps it. */
static struct {
    bool refuses;
    int rooms, ended, winner, switched;
    size_t entries;
    struct note {
        char kind[16], word[80], text[80];
        long one, other;
        bool has_word, has_text;
    } log[4000];
} kept;

static struct contest *contest;
static double now;

static void note(char *copy, bool *has, const char *text) {
    *has = text != NULL;
    snprintf(copy, 80, "%s", text == NULL ? "" : text);
}

static bool keep(const struct contest *of, const struct contest_entry *entries, size_t count,
                 struct error *error) {
    if (kept.refuses)
        return error_set(error, "store.failed", "the disk is full", NULL);
    ck_assert_uint_eq(of->entries, kept.entries);
    for (size_t i = 0; i < count; i++) {
        struct note *to = &kept.log[kept.entries++];
        snprintf(to->kind, sizeof to->kind, "%s", entries[i].kind);
        note(to->word, &to->has_word, entries[i].word);
        note(to->text, &to->has_text, entries[i].text);
        to->one = entries[i].one;
        to->other = entries[i].other;
    }
    return true;
}

static bool make_game(struct contest *of, const int players[2], char id[ROOM_ID],
                      struct error *error) {
    (void)of;
    (void)error;
    ck_assert_int_ne(players[0], players[1]);
    snprintf(id, ROOM_ID, "r%d", ++kept.rooms % 10000);
    return true;
}

static void end_game(struct contest *of, const char *room, int winner, const char *why) {
    kept.ended++;
    kept.winner = winner;
    contest_game_over(of, room, winner, why); /* as the room says; the contest knows already */
}

static void switched(struct contest *of) {
    (void)of;
    kept.switched++;
}

static const struct contest_hooks hooks = {
    .store = keep, .make_game = make_game, .end_game = end_game, .switched = switched};

static struct contest *begin_contest(enum contest_format format) {
    return contest_new(&(struct contest_spec){.code = "abcde",
                                              .title = "class",
                                              .setup = "game=qttt",
                                              .proof = "key",
                                              .format = format,
                                              .gone = 60},
                       &hooks, now);
}

static void join(int count) {
    for (int i = 0; i < count; i++) {
        char name[16];
        int player;
        snprintf(name, sizeof name, "P%d", contest->player_count);
        ck_assert(contest_join(contest, name, name, &player, NULL));
        contest_come(contest, player);
    }
}

static void begin(enum contest_format format, int players) {
    memset(&kept, 0, sizeof kept);
    now = 0;
    contest = begin_contest(format);
    join(players);
}

/* What comes back from the store is what was there. */
static void end(void) {
    struct text before = {0}, after = {0};
    struct contest *again = begin_contest(contest->spec.format);
    for (size_t i = 0; i < kept.entries; i++) {
        const struct note *from = &kept.log[i];
        ck_assert(contest_replay(
            again, &(struct contest_entry){.kind = from->kind,
                                           .one = from->one,
                                           .other = from->other,
                                           .word = from->has_word ? from->word : NULL,
                                           .text = from->has_text ? from->text : NULL}));
    }
    for (int i = 0; i < again->player_count; i++)
        again->players[i].visitors = contest->players[i].visitors;
    for (int i = 0; i < again->player_count; i++)
        again->players[i].claim = contest->players[i].claim;
    contest_put_state(contest, &before);
    contest_put_state(again, &after);
    ck_assert_str_eq(text_string(&before), text_string(&after));
    text_free(&before);
    text_free(&after);
    contest_free(again);
    contest_free(contest);
}

static void ck_refused(bool good, const struct error *error, const char *code) {
    ck_assert(!good);
    ck_assert_ptr_nonnull(error->code);
    ck_assert_str_eq(error->code, code);
}

#define REFUSED(call, code)                                                                        \
    do {                                                                                           \
        struct error error = {0};                                                                  \
        ck_refused(call, &error, code);                                                            \
        error_clear(&error);                                                                       \
    } while (0)

/* Everything that goes on ends, by lot unless a side is said. */
static void finish(int winner) {
    for (size_t i = 0; i < contest->game_count; i++) {
        int lot = (int)(rng_mix(i * 77 + (uint64_t)contest->player_count) % 5) % 3 - 1;
        if (contest->games[i].result == RESULT_NONE)
            contest_game_over(contest, contest->games[i].room, winner == 9 ? lot : winner, "rules");
    }
}

static int met(int a, int b) {
    int count = 0;
    for (size_t i = 0; i < contest->game_count; i++) {
        const int *players = contest->games[i].players;
        count += (players[0] == a && players[1] == b) || (players[0] == b && players[1] == a);
    }
    return count;
}

/* Everybody meets everybody once, in as few rounds as can be, and with either colour as often. */
START_TEST(robin) {
    int players = _i, rounds = 0, colours[16] = {0};
    begin(CONTEST_ROBIN, players);
    for (; contest_pair(contest, NULL); rounds++)
        finish(9);
    ck_assert_int_eq(rounds, players - 1 + players % 2);
    REFUSED(contest_pair(contest, &error), "contest.complete");
    for (int a = 0; a < players; a++)
        for (int b = 0; b < a; b++)
            ck_assert_int_eq(met(a, b), 1);
    for (size_t i = 0; i < contest->game_count; i++)
        for (int side = 0; side < 2; side++)
            colours[contest->games[i].players[side]] += side ? -1 : 1;
    for (int a = 0; a < players; a++)
        ck_assert_int_le(abs(colours[a]), 2);
    end();
}
END_TEST

/* Who comes late meets everybody, too; who leaves has lost the game that went on, and plays no more
 * unless they come back. */
START_TEST(robin_comers_and_goers) {
    begin(CONTEST_ROBIN, 6);
    ck_assert(contest_pair(contest, NULL));
    finish(0);
    join(2);
    ck_assert(contest_pair(contest, NULL));
    long game = contest_playing(contest, 2);
    int side = contest->games[game].players[1] == 2;
    ck_assert(contest_leave(contest, 2, false, NULL));
    ck_assert_int_eq(kept.winner, 1 - side);
    ck_assert_int_eq(contest->games[game].result, side == 0 ? RESULT_SECOND : RESULT_FIRST);
    finish(1);
    size_t before = contest->game_count;
    while (contest_pair(contest, NULL))
        finish(9);
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < a; b++)
            ck_assert_int_eq(met(a, b), a == 2 || b == 2 ? met(a, b) : 1);
    for (size_t i = before; i < contest->game_count; i++)
        ck_assert(contest->games[i].players[0] != 2 && contest->games[i].players[1] != 2);
    ck_assert(contest_return(contest, 2, NULL));
    ck_assert(contest_pair(contest, NULL));
    end();
}
END_TEST

/* No pair twice while it can be helped; the bye goes to somebody else each time, and counts. */
START_TEST(swiss) {
    begin(CONTEST_SWISS, 7);
    for (int round = 0; round < 5; round++) {
        ck_assert(contest_pair(contest, NULL));
        REFUSED(contest_pair(contest, &error), "contest.round-open");
        finish(9);
    }
    struct contest_standing table[16];
    contest_standings(contest, table);
    int halves = 0, byes = 0;
    for (int i = 0; i < 7; i++) {
        halves += table[i].halves;
        byes += (int)table[i].byes;
        ck_assert_int_le(table[i].byes, 1);
        ck_assert(i == 0 || table[i - 1].halves >= table[i].halves);
        for (int j = 0; j < i; j++)
            ck_assert_int_le(met(i, j), 1);
    }
    ck_assert_int_eq(byes, 5);
    ck_assert_int_eq(halves, 5 * 8);
    end();
}
END_TEST

/* What cannot be stored has not happened. */
START_TEST(store_refuses) {
    begin(CONTEST_SWISS, 4);
    struct text before = {0}, after = {0};
    ck_assert(contest_pair(contest, NULL));
    contest_game_over(contest, "r1", 0, "rules");
    contest_put_state(contest, &before);
    kept.refuses = true;
    int player;
    REFUSED(contest_join(contest, "late", "proof", &player, &error), "store.failed");
    REFUSED(contest_leave(contest, 0, false, &error), "store.failed");
    REFUSED(contest_close_round(contest, &error), "store.failed");
    REFUSED(contest_correct(contest, 0, RESULT_DRAW, "x", "y", &error), "store.failed");
    REFUSED(contest_pause(contest, true, &error), "store.failed");
    REFUSED(contest_switch(contest, "chat", true, &error), "store.failed");
    contest_game_over(contest, "r2", 0, "rules"); /* it comes again */
    contest_put_state(contest, &after);
    ck_assert_str_eq(text_string(&before), text_string(&after));
    ck_assert_int_eq(kept.ended, 0);
    kept.refuses = false;
    contest_game_over(contest, "r2", 0, "rules");
    ck_assert_int_eq(contest_running(contest), 0);
    text_free(&before);
    text_free(&after);
    end();
}
END_TEST

/* The first result stays to be seen; a correction says whose it is. */
START_TEST(corrections) {
    begin(CONTEST_SWISS, 2);
    struct text json = {0};
    ck_assert(contest_pair(contest, NULL));
    REFUSED(contest_correct(contest, 0, RESULT_DRAW, "Ann", "", &error), "contest.result");
    contest_game_over(contest, "r1", 0, "rules");
    contest_game_over(contest, "r1", 1, "rules"); /* said again, it changes nothing */
    REFUSED(contest_correct(contest, 1, RESULT_DRAW, "Ann", "", &error), "contest.result");
    REFUSED(contest_correct(contest, 0, RESULT_NONE, "Ann", "", &error), "syntax.contest-result");
    ck_assert(contest_correct(contest, 0, RESULT_DRAW, "Ann", "swapped", NULL));
    contest_put_game(contest, 0, &json);
    ck_assert_ptr_nonnull(strstr(text_string(&json), "\"result\":\"draw\""));
    ck_assert_ptr_nonnull(strstr(text_string(&json), "\"was\":\"1-0\",\"by\":\"Ann\""));
    struct contest_standing table[2];
    contest_standings(contest, table);
    ck_assert_int_eq(table[0].halves, 1);
    ck_assert_int_eq(table[1].halves, 1);
    text_free(&json);
    end();
}
END_TEST

/* Draws are played again; who leaves gives the place away; one is left. */
START_TEST(knockout) {
    int players = _i, rounds = 0;
    begin(CONTEST_KNOCKOUT, players);
    int player;
    for (; contest_pair(contest, NULL); rounds++) {
        if (rounds == 0)
            REFUSED(contest_join(contest, "late", "x", &player, &error), "contest.begun");
        finish(rounds == 0 ? -1 : 9);
        if (rounds == 1)
            ck_assert(contest_leave(contest, players - 1, false, NULL));
        ck_assert_int_lt(rounds, 20);
    }
    ck_assert_int_eq(contest_running(contest), 0);
    struct contest_standing table[16];
    contest_standings(contest, table);
    ck_assert_int_gt(table[0].reached, table[1].reached);
    ck_assert_int_eq(table[0].reached, contest->round);
    if (contest->round > 1) /* later rounds stand on the first */
        REFUSED(
            contest_correct(contest, 0,
                            contest->games[0].result == RESULT_DRAW ? RESULT_FIRST : RESULT_DRAW,
                            "Ann", "", &error),
            "contest.past");
    end();
}
END_TEST

static void tick(double seconds) {
    now += seconds;
    contest_set_time(contest, now);
    contest_tick(contest);
}

/* Whoever is idle gets the next opponent, rather somebody else than the last one. */
START_TEST(free_pairing) {
    begin(CONTEST_FREE, 4);
    tick(1);
    ck_assert_uint_eq(contest->game_count, 0);
    ck_assert(contest_pair(contest, NULL));
    tick(1);
    ck_assert_uint_eq(contest->game_count, 2);
    contest_game_over(contest, contest->games[0].room, 0, "rules");
    tick(1);
    ck_assert_uint_eq(contest->game_count, 2); /* the other two may be done soon */
    contest_game_over(contest, contest->games[1].room, 1, "rules");
    tick(1);
    ck_assert_uint_eq(contest->game_count, 4);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++)
            ck_assert_int_le(met(a, b), 1);
    contest_game_over(contest, contest->games[2].room, -1, "rules");
    tick(60);
    ck_assert_uint_eq(contest->game_count, 5); /* long enough */
    ck_assert(contest_pause(contest, true, NULL));
    finish(0);
    tick(60);
    ck_assert_uint_eq(contest->game_count, 5);
    ck_assert(contest_pause(contest, false, NULL));
    contest_go(contest, 0); /* who is not here is not paired */
    tick(60);
    ck_assert_uint_eq(contest->game_count, 6);
    ck_assert_int_lt(contest_playing(contest, 0), 0);
    contest_come(contest, 0);
    end();
}
END_TEST

/* Engines are there for people. */
START_TEST(engines) {
    begin(CONTEST_FREE, 1);
    ck_assert(contest_add_engine(contest, "bot", "ternion easy", NULL));
    ck_assert(contest_add_engine(contest, "bot 2", "ternion hard", NULL));
    REFUSED(contest_add_engine(contest, "BOT", "ternion hard", &error), "contest.name-taken");
    ck_assert(contest_pair(contest, NULL));
    tick(1);
    ck_assert_uint_eq(contest->game_count, 1);
    ck_assert_int_ge(contest_playing(contest, 0), 0);
    ck_assert(!contest_may_claim(contest, 0));
    end();
}
END_TEST

/* Only who is gone for as long as the contest says loses so. */
START_TEST(claims) {
    begin(CONTEST_SWISS, 2);
    ck_assert(contest_pair(contest, NULL));
    REFUSED(contest_claim(contest, 0, &error), "contest.not-gone");
    contest_come(contest, 1); /* two devices */
    contest_go(contest, 1);
    tick(100);
    REFUSED(contest_claim(contest, 0, &error), "contest.not-gone");
    contest_go(contest, 1);
    tick(59);
    REFUSED(contest_claim(contest, 0, &error), "contest.not-gone");
    ck_assert(!contest->players[0].claim);
    tick(1);
    ck_assert(contest->players[0].claim && contest->changed);
    REFUSED(contest_claim(contest, 1, &error), "contest.not-gone");
    ck_assert(contest_claim(contest, 0, NULL));
    ck_assert_int_eq(kept.ended, 1);
    ck_assert_int_eq(kept.winner, contest->games[0].players[1] == 0);
    ck_assert_str_eq(contest->games[0].why, "gone");
    tick(1);
    REFUSED(contest_claim(contest, 0, &error), "contest.idle");
    end();
}
END_TEST

/* In a pause the owner stops the games, what is paired waits, and nobody is gone for too long; the
 * last games of a contest that is over count. */
START_TEST(pauses) {
    begin(CONTEST_SWISS, 4);
    REFUSED(contest_pause(contest, true, &error), "contest.not-playing");
    ck_assert(contest_pair(contest, NULL));
    contest_go(contest, 1);
    tick(50);
    ck_assert(contest_pause(contest, true, NULL));
    ck_assert_int_eq(kept.switched, 1);
    tick(100);
    for (int i = 0; i < 4; i++)
        REFUSED(contest_claim(contest, i, &error), "contest.not-gone");
    for (int i = 0; i < 4; i++)
        ck_assert(!contest->players[i].claim);
    finish(0);
    ck_assert(contest_pair(contest, NULL));
    ck_assert_int_eq(contest->phase, CONTEST_PAUSED);
    ck_assert(contest_pause(contest, false, NULL));
    ck_assert_int_eq(kept.switched, 2);
    tick(59);
    for (int i = 0; i < 4; i++)
        ck_assert(!contest->players[i].claim);
    tick(1);
    int may = 0;
    for (int i = 0; i < 4; i++)
        may += contest->players[i].claim;
    ck_assert_int_eq(may, 1);
    ck_assert(contest_pause(contest, true, NULL));
    ck_assert(contest_end(contest, NULL));
    ck_assert_int_eq(kept.switched, 4);
    finish(0);
    ck_assert_int_eq(contest_running(contest), 0);
    end();
}
END_TEST

/* A round is closed by hand; a bye is taken back from who is paired after all. */
START_TEST(by_hand) {
    begin(CONTEST_SWISS, 3);
    REFUSED(contest_close_round(contest, &error), "contest.idle-round");
    ck_assert(contest_pair(contest, NULL));
    int alone = 0;
    while (contest_playing(contest, alone) >= 0)
        alone++;
    join(1);
    REFUSED(contest_pair_two(contest, alone, (alone + 1) % 3, &error), "contest.busy");
    REFUSED(contest_pair_two(contest, alone, alone, &error), "contest.pair");
    ck_assert(contest_pair_two(contest, alone, 3, NULL));
    struct contest_standing table[4];
    contest_standings(contest, table);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(table[i].halves, 0);
    ck_assert(contest_close_round(contest, NULL));
    ck_assert_int_eq(kept.ended, 2);
    ck_assert_int_eq(kept.winner, SIDE_NONE);
    contest_standings(contest, table);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(table[i].halves, 1);
    ck_assert(contest_leave(contest, 0, true, NULL));
    REFUSED(contest_return(contest, 0, &error), "contest.removed");
    ck_assert(contest_end(contest, NULL));
    REFUSED(contest_pair(contest, &error), "contest.over");
    int player;
    REFUSED(contest_join(contest, "late", "x", &player, &error), "contest.over");
    end();
}
END_TEST

START_TEST(names) {
    begin(CONTEST_FREE, 1);
    int player;
    REFUSED(contest_join(contest, "", "x", &player, &error), "contest.nameless");
    REFUSED(contest_join(contest, "Guest", "x", &player, &error), "contest.nameless");
    REFUSED(contest_join(contest, "p0", "x", &player, &error), "contest.name-taken");
    REFUSED(contest_pair(contest, &error), "contest.few");
    ck_assert_int_eq(contest_find_player(contest, "p0", NULL), 0);
    REFUSED(contest_find_player(contest, "1", &error) >= 0, "contest.player");
    for (int i = 1; i < CONTEST_PLAYERS; i++)
        join(1);
    REFUSED(contest_join(contest, "one more", "x", &player, &error), "contest.full");
    end();
}
END_TEST

/* A log that makes no sense is not believed. */
START_TEST(nonsense) {
    static const struct contest_entry entries[] = {
        {.kind = "nothing"},
        {.kind = "player", .text = "no proof"},
        {.kind = "player", .word = "x"},
        {.kind = "leave", .one = 2},
        {.kind = "game", .one = 0, .other = 2, .word = "r1"},
        {.kind = "game", .one = 0, .other = 1, .word = "an id that is too long"},
        {.kind = "game", .one = 0, .other = 1, .word = "r1", .text = "x"},
        {.kind = "result", .one = 0, .other = 1},
        {.kind = "correct", .one = -1, .other = 1},
        {.kind = "phase", .word = "late"},
        {.kind = "phase"},
        {.kind = "round", .one = -1},
        {.kind = "bye", .one = -1}};
    begin(CONTEST_SWISS, 2);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        ck_assert(!contest_replay(contest, &entries[i]));
    end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contest");
    suite_add_loop(suite, robin, 2, 11);
    suite_add(suite, robin_comers_and_goers);
    suite_add(suite, swiss);
    suite_add(suite, store_refuses);
    suite_add(suite, corrections);
    suite_add_loop(suite, knockout, 2, 10);
    suite_add(suite, free_pairing);
    suite_add(suite, engines);
    suite_add(suite, claims);
    suite_add(suite, pauses);
    suite_add(suite, by_hand);
    suite_add(suite, names);
    suite_add(suite, nonsense);
    return suite_run(suite);
}
