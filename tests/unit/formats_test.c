/* The formats of a tournament: schedules worked out by hand, and laws that hold for all of them. */
#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../arena/view/rounds_table.h"
#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/tournament/rounds.h"
#include "../../src/tournament/schedule.h"
#include "../../src/tournament/swiss.h"
#include "../support/suite.h"

/* ---- match and round robin */

START_TEST(schedule_match) {
    const struct schedule schedule = {.players = 2, .games = 5, .swap = true, .seed = 3};
    ck_assert_int_eq(schedule_count(&schedule), 5);
    static const int first[] = {0, 1, 0, 1, 0};
    static const long pair[] = {0, 0, 1, 1, 2};
    for (long i = 0; i < 5; i++) {
        struct scheduled_game scheduled = schedule_game(&schedule, i);
        ck_assert_int_eq(scheduled.players[0], first[i]);
        ck_assert_int_eq(scheduled.players[1], 1 - first[i]);
        ck_assert_int_eq(scheduled.pair, pair[i]);
        ck_assert_int_eq(scheduled.opening, pair[i]);
    }
}
END_TEST

/* Three engines, three games a pair, by hand: a round of pairs of games, then a round of single
 * games. */
START_TEST(schedule_round_robin) {
    const struct schedule schedule = {.players = 3, .games = 3, .swap = true, .seed = 3};
    static const int rows[9][4] = {/* first, second, pair, opening */
                                   {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 2, 1, 0},
                                   {2, 0, 1, 0}, {1, 2, 2, 0}, {2, 1, 2, 0},
                                   {1, 0, 3, 1}, {0, 2, 4, 1}, {2, 1, 5, 1}};
    ck_assert_int_eq(schedule_count(&schedule), 9);
    for (long i = 0; i < 9; i++) {
        struct scheduled_game scheduled = schedule_game(&schedule, i);
        ck_assert_int_eq(scheduled.players[0], rows[i][0]);
        ck_assert_int_eq(scheduled.players[1], rows[i][1]);
        ck_assert_int_eq(scheduled.pair, rows[i][2]);
        ck_assert_int_eq(scheduled.opening, rows[i][3]);
    }
}
END_TEST

START_TEST(schedule_laws) {
    for (int engines = 2; engines < 8; engines++)
        for (long each = 2; each < 9; each += 2) {
            const struct schedule some = {
                .players = engines, .games = each, .swap = true, .seed = 9};
            const struct schedule more = {
                .players = engines, .games = each + 2, .swap = true, .seed = 9};
            int met[8][8] = {{0}};
            for (long i = 0; i < schedule_count(&some); i++) {
                struct scheduled_game a = schedule_game(&some, i), b = schedule_game(&more, i);
                met[a.players[0]][a.players[1]]++;
                ck_assert_mem_eq(&a.players, &b.players, sizeof a.players);
                ck_assert_int_eq(a.opening, b.opening);
                ck_assert_uint_eq(a.seed, b.seed);
                ck_assert_int_eq(a.number, i);
            }
            for (int a = 0; a < engines; a++)
                for (int b = 0; b < engines; b++)
                    ck_assert_int_eq(met[a][b], a == b ? 0 : each / 2);
        }
}
END_TEST

START_TEST(schedule_without_swap) {
    const struct schedule schedule = {.players = 2, .games = 4, .swap = false, .seed = 3};
    for (long i = 0; i < 4; i++) {
        struct scheduled_game scheduled = schedule_game(&schedule, i);
        ck_assert_int_eq(scheduled.players[0], i % 2);
        ck_assert_int_eq(scheduled.opening, i);
    }
}
END_TEST

/* ---- gauntlet */

struct row {
    int first, second;
    long pair, opening;
};

static void expect_rows(const struct schedule *schedule, const struct row *rows, long count) {
    ck_assert_int_eq(schedule_count(schedule), count);
    for (long i = 0; i < count; i++) {
        struct scheduled_game scheduled = schedule_game(schedule, i);
        ck_assert_int_eq(scheduled.number, i);
        ck_assert_int_eq(scheduled.players[0], rows[i].first);
        ck_assert_int_eq(scheduled.players[1], rows[i].second);
        ck_assert_int_eq(scheduled.pair, rows[i].pair);
        ck_assert_int_eq(scheduled.opening, rows[i].opening);
    }
}

START_TEST(gauntlet_one) {
    const struct schedule schedule = {
        .format = FORMAT_GAUNTLET, .players = 4, .challengers = 1, .games = 3, .swap = true};
    static const struct row rows[] = {{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 2, 1, 0},
                                      {2, 0, 1, 0}, {0, 3, 2, 0}, {3, 0, 2, 0},
                                      {1, 0, 3, 1}, {0, 2, 4, 1}, {3, 0, 5, 1}};
    expect_rows(&schedule, rows, 9);
}
END_TEST

START_TEST(gauntlet_two) {
    const struct schedule schedule = {
        .format = FORMAT_GAUNTLET, .players = 5, .challengers = 2, .games = 2, .swap = true};
    static const struct row rows[] = {{0, 2, 0, 0}, {2, 0, 0, 0}, {1, 2, 1, 0}, {2, 1, 1, 0},
                                      {0, 3, 2, 0}, {3, 0, 2, 0}, {1, 3, 3, 0}, {3, 1, 3, 0},
                                      {0, 4, 4, 0}, {4, 0, 4, 0}, {1, 4, 5, 0}, {4, 1, 5, 0}};
    expect_rows(&schedule, rows, 12);
}
END_TEST

START_TEST(gauntlet_without_swap) {
    const struct schedule schedule = {
        .format = FORMAT_GAUNTLET, .players = 4, .challengers = 2, .games = 2, .swap = false};
    static const struct row rows[] = {{0, 2, 0, 0}, {2, 1, 1, 0}, {3, 0, 2, 0}, {1, 3, 3, 0},
                                      {2, 0, 4, 1}, {1, 2, 5, 1}, {0, 3, 6, 1}, {3, 1, 7, 1}};
    expect_rows(&schedule, rows, 8);
}
END_TEST

START_TEST(gauntlet_laws) {
    for (int engines = 2; engines < 9; engines++)
        for (int challengers = 1; challengers < engines; challengers++) {
            const struct schedule schedule = {.format = FORMAT_GAUNTLET,
                                              .players = engines,
                                              .challengers = challengers,
                                              .games = 6,
                                              .swap = true};
            int met[9][9] = {{0}};
            for (long i = 0; i < schedule_count(&schedule); i++) {
                struct scheduled_game scheduled = schedule_game(&schedule, i);
                met[scheduled.players[0]][scheduled.players[1]]++;
            }
            for (int a = 0; a < engines; a++)
                for (int b = 0; b < engines; b++)
                    ck_assert_int_eq(met[a][b], (a < challengers) != (b < challengers) ? 3 : 0);
        }
}
END_TEST

/* With an odd number of games, too, everybody has the first colour as often as the second, or once
 * more or less. */
static void expect_fair(const struct schedule *schedule) {
    int first[9] = {0}, second[9] = {0};
    for (long i = 0; i < schedule_count(schedule); i++) {
        struct scheduled_game scheduled = schedule_game(schedule, i);
        first[scheduled.players[0]]++;
        second[scheduled.players[1]]++;
    }
    for (int i = 0; i < schedule->players; i++)
        ck_assert_int_le(abs(first[i] - second[i]), 1);
}

START_TEST(odd_games_are_fair) {
    for (int engines = 2; engines < 9; engines++)
        for (int challengers = 0; challengers < engines; challengers++)
            for (long each = 1; each < 6; each += 2) {
                const struct schedule schedule = {.format = challengers > 0 ? FORMAT_GAUNTLET
                                                                            : FORMAT_ROUND_ROBIN,
                                                  .players = engines,
                                                  .challengers = challengers,
                                                  .games = each,
                                                  .swap = true};
                expect_fair(&schedule);
            }
}
END_TEST

/* ---- Swiss and knockout */

/* Half points of the first side of a game. */
typedef int result_fn(const struct scheduled_game *scheduled);

static int better_wins(const struct scheduled_game *scheduled) {
    return scheduled->players[0] < scheduled->players[1] ? 2 : 0;
}

static int first_wins(const struct scheduled_game *scheduled) {
    (void)scheduled;
    return 2;
}

static int by_lot(const struct scheduled_game *scheduled) {
    return (int)(scheduled->seed % 3);
}

static void give_fault(struct rounds *rounds, const struct scheduled_game *scheduled, int halves,
                       int culprit) {
    struct played_game played = {.game = *scheduled,
                                 .winner = halves == 1   ? -1
                                           : halves == 2 ? 0
                                                         : 1};
    if (culprit >= 0)
        played.faults[culprit] = true;
    ck_assert(rounds_add(rounds, &played, NULL));
}

static void give(struct rounds *rounds, const struct scheduled_game *scheduled, int halves) {
    give_fault(rounds, scheduled, halves, -1);
}

/* Plays on until nothing can be played, always the first game or any; returns how many there were.
 */
static long play_on(struct rounds *rounds, const struct schedule *schedule, result_fn *result,
                    struct rng *lot) {
    long games = 0, total = schedule_count(schedule);
    bool *done = memory_new((size_t)total, sizeof *done);
    for (;;) {
        struct scheduled_game ready[64];
        size_t count = 0;
        for (long i = 0; i < total && count < 64; i++)
            if (!done[i] && rounds_game(rounds, i, &ready[count]) == ROUNDS_PLAY)
                count++;
        if (count == 0)
            break;
        const struct scheduled_game *scheduled = &ready[lot != NULL ? rng_below(lot, count) : 0];
        done[scheduled->number] = true;
        give(rounds, scheduled, result(scheduled));
        games++;
    }
    free(done);
    return games;
}

static void expect_round(const struct rounds *rounds, long round, const int (*pairs)[2],
                         long count) {
    ck_assert_int_eq(rounds_meetings(rounds, round), count);
    for (long i = 0; i < count; i++) {
        struct meeting_view view = rounds_meeting(rounds, round, i);
        bool turned = view.players[0] != pairs[i][0];
        ck_assert_int_eq(view.players[turned], pairs[i][0]);
        ck_assert_int_eq(view.players[!turned], pairs[i][1]);
    }
}

/* Six engines; the better seed wins both games of every meeting. Worked by hand: in the last round
 * 0 and 2 lead; 1 has met 4, and 1 - 3 would leave 4 and 5, who have met: so 1 - 5. */
START_TEST(swiss_even) {
    const struct schedule schedule = {
        .format = FORMAT_SWISS, .players = 6, .games = 2, .swap = true, .rounds = 3};
    static const int one[][2] = {{0, 3}, {1, 4}, {2, 5}}, two[][2] = {{0, 1}, {2, 3}, {4, 5}},
                     three[][2] = {{0, 2}, {1, 5}, {4, 3}};
    static const struct swiss_standing expected[] = {
        {0, 12, 10, 10, 0, false}, {1, 8, 8, 2, 0, false}, {2, 8, 8, 2, 0, false},
        {3, 4, 12, 2, 0, false},   {4, 4, 6, 0, 0, false}, {5, 0, 10, 0, 0, false}};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    ck_assert_int_eq(schedule_count(&schedule), 18);
    ck_assert_int_eq(rounds_horizon(rounds), 6);
    ck_assert_int_eq(play_on(rounds, &schedule, better_wins, NULL), 18);
    expect_round(rounds, 0, one, 3);
    expect_round(rounds, 1, two, 3);
    expect_round(rounds, 2, three, 3);
    struct swiss_standing standings[6];
    rounds_standings(rounds, standings);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(standings[i].player, expected[i].player);
        ck_assert_int_eq(standings[i].halves, expected[i].halves);
        ck_assert_double_eq_tol(standings[i].buchholz, expected[i].buchholz, 1e-9);
        ck_assert_double_eq_tol(standings[i].sonneborn, expected[i].sonneborn, 1e-9);
    }
    rounds_free(rounds);
}
END_TEST

/* Five engines: the bye goes to the lowest that had none, and counts as a meeting won. */
START_TEST(swiss_odd) {
    const struct schedule schedule = {
        .format = FORMAT_SWISS, .players = 5, .games = 2, .swap = true, .rounds = 3};
    static const int one[][2] = {{0, 2}, {1, 3}, {4, -1}}, two[][2] = {{0, 1}, {4, 2}, {3, -1}},
                     three[][2] = {{0, 3}, {1, 4}, {2, -1}};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    ck_assert_int_eq(play_on(rounds, &schedule, better_wins, NULL), 12);
    expect_round(rounds, 0, one, 3);
    expect_round(rounds, 1, two, 3);
    expect_round(rounds, 2, three, 3);
    struct meeting_view bye = rounds_meeting(rounds, 0, 2);
    ck_assert(bye.halves[0] == 4 && bye.halves[1] == 0);
    struct swiss_standing standings[5];
    rounds_standings(rounds, standings);
    static const int order[] = {0, 2, 1, 3, 4}, halves[] = {12, 8, 8, 4, 4};
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(standings[i].player, order[i]);
        ck_assert_int_eq(standings[i].halves, halves[i]);
    }
    /* 2 met 0 (6 points), 4 (2 points), and in its bye one of its own 4. */
    ck_assert_double_eq_tol(standings[1].buchholz, 12, 1e-9);
    ck_assert_double_eq_tol(standings[1].sonneborn, 6, 1e-9);
    rounds_free(rounds);
}
END_TEST

/* The fewest that meet again if all of the rest are paired, by trying everything. */
static int brute_again(const int *met, int engines, unsigned rest) {
    if (rest == 0)
        return 0;
    int a = 0, fewest = INT_MAX;
    while (!(rest >> a & 1))
        a++;
    for (int b = a + 1; b < engines; b++) {
        if (!(rest >> b & 1))
            continue;
        int again =
            (met[a * engines + b] > 0) + brute_again(met, engines, rest & ~(1U << a) & ~(1U << b));
        fewest = again < fewest ? again : fewest;
    }
    return fewest;
}

/* The same for a round, in which one of those with the fewest byes has another. */
static int brute_round(const int *met, const int *byes, int engines, unsigned all) {
    int fewest = INT_MAX, least = INT_MAX, count = 0;
    for (int i = 0; i < engines; i++) {
        count += (int)(all >> i & 1);
        if (all >> i & 1 && byes[i] < least)
            least = byes[i];
    }
    if (count % 2 == 0)
        return brute_again(met, engines, all);
    for (int bye = 0; bye < engines; bye++) {
        if (!(all >> bye & 1) || byes[bye] != least)
            continue;
        int again = brute_again(met, engines, all & ~(1U << bye));
        fewest = again < fewest ? again : fewest;
    }
    return fewest;
}

/* Whatever the results: everybody plays once a round or has the bye, which nobody has twice before
 * all have it once; as few meet again as can be then; colours stay even. */
START_TEST(swiss_laws) {
    for (int engines = 2; engines <= 9; engines++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            const struct schedule schedule = {.format = FORMAT_SWISS,
                                              .players = engines,
                                              .games = 1 + (long)(seed % 2),
                                              .swap = true,
                                              .seed = seed,
                                              .rounds = 2 * engines,
                                              .shuffled = seed % 3 == 0};
            struct rounds *rounds = rounds_new(&schedule, NULL);
            play_on(rounds, &schedule, by_lot, NULL);
            ck_assert_int_eq(rounds_complete(rounds), schedule.rounds);
            int met[81] = {0}, lean[9] = {0}, byes[9] = {0};
            for (long round = 0; round < schedule.rounds; round++) {
                int seen[9] = {0}, again = 0;
                int fewest = brute_round(met, byes, engines, (1U << engines) - 1);
                for (long i = 0; i < rounds_meetings(rounds, round); i++) {
                    struct meeting_view view = rounds_meeting(rounds, round, i);
                    int a = view.players[0], b = view.players[1];
                    seen[a]++;
                    byes[a] += b < 0;
                    if (b < 0)
                        continue;
                    seen[b]++;
                    again += met[a * engines + b] > 0;
                    met[a * engines + b]++, met[b * engines + a]++;
                    lean[a]++, lean[b]--;
                }
                ck_assert_int_eq(again, fewest);
                for (int i = 0; i < engines; i++) {
                    ck_assert_int_eq(seen[i], 1);
                    ck_assert(engines % 2 == 0 ||
                              (byes[i] >= round / engines && byes[i] <= round / engines + 1));
                    ck_assert(schedule.games % 2 == 0 || round > engines || abs(lean[i]) <= 2 ||
                              (2 * round > engines && abs(lean[i]) <= 3));
                }
            }
            rounds_free(rounds);
        }
}
END_TEST

/* The same for histories that no tournament had: some withdrew, some met often, byes as they come.
 */
START_TEST(swiss_from_any_history) {
    struct rng lot;
    rng_seed(&lot, 26);
    for (int turn = 0; turn < 4000; turn++) {
        int count = 2 + (int)rng_below(&lot, 7), met[64] = {0}, byes[8];
        int dense = (int)rng_below(&lot, 5), bye, again = 0;
        struct swiss_player players[8];
        struct swiss_pairing pairings[4];
        unsigned all = 0;
        for (int i = 0; i < count; i++) {
            byes[i] = (int)rng_below(&lot, 3);
            players[i] = (struct swiss_player){.halves = (int)rng_below(&lot, 6),
                                               .seed = i,
                                               .byes = byes[i],
                                               .colours = (int)rng_below(&lot, 7) - 3,
                                               .withdrawn = rng_below(&lot, 8) == 0};
            all |= players[i].withdrawn ? 0 : 1U << i;
            for (int j = 0; j < i; j++)
                met[i * count + j] = met[j * count + i] =
                    (int)rng_below(&lot, 5) < dense ? 1 + (int)rng_below(&lot, 3) : 0;
        }
        int paired = swiss_pair(players, count, met, 3, pairings, &bye);
        if (all == 0)
            continue;
        int fewest = brute_round(met, byes, count, all);
        for (int i = 0; i < paired; i++) {
            int a = pairings[i].players[0], b = pairings[i].players[1];
            ck_assert(a != b && all >> a & 1 && all >> b & 1);
            all &= ~(1U << a) & ~(1U << b);
            again += met[a * count + b] > 0;
        }
        ck_assert_int_eq(again, fewest);
        ck_assert_uint_eq(all, bye >= 0 ? 1U << bye : 0);
        for (int i = 0; bye >= 0 && i < count; i++)
            ck_assert(players[i].withdrawn || byes[i] >= byes[bye]);
    }
}
END_TEST

/* Four engines, three rounds: a round robin. */
START_TEST(swiss_complete) {
    const struct schedule schedule = {
        .format = FORMAT_SWISS, .players = 4, .games = 2, .swap = true, .rounds = 3};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    play_on(rounds, &schedule, better_wins, NULL);
    int met[4][4] = {{0}};
    for (long round = 0; round < 3; round++)
        for (long i = 0; i < 2; i++) {
            struct meeting_view view = rounds_meeting(rounds, round, i);
            met[view.players[0]][view.players[1]]++;
            met[view.players[1]][view.players[0]]++;
        }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            ck_assert_int_eq(met[a][b], a != b);
    rounds_free(rounds);
}
END_TEST

/* The order in which the games of a round end changes nothing. */
START_TEST(rounds_order) {
    static const enum schedule_format formats[] = {FORMAT_SWISS, FORMAT_KNOCKOUT};
    for (size_t format = 0; format < 2; format++)
        for (uint64_t seed = 1; seed < 20; seed++) {
            const struct schedule schedule = {.format = formats[format],
                                              .players = 7,
                                              .games = 2,
                                              .swap = true,
                                              .seed = seed,
                                              .rounds = 4,
                                              .extra = 4};
            struct rounds *one = rounds_new(&schedule, NULL), *other = rounds_new(&schedule, NULL);
            struct rng lot;
            rng_seed(&lot, seed);
            long games = play_on(one, &schedule, by_lot, NULL);
            ck_assert_int_eq(play_on(other, &schedule, by_lot, &lot), games);
            ck_assert_int_eq(rounds_due(one), games);
            for (long i = 0; i < schedule_count(&schedule); i++) {
                struct scheduled_game a, b;
                enum rounds_answer answer = rounds_game(one, i, &a);
                ck_assert_int_eq(answer, rounds_game(other, i, &b));
                if (answer == ROUNDS_PLAY)
                    ck_assert_int_eq(a.players[0] * 100 + a.players[1],
                                     b.players[0] * 100 + b.players[1]);
            }
            rounds_free(one);
            rounds_free(other);
        }
}
END_TEST

/* Plays the games of one meeting that are open now: result[i] for the better seed. */
static void play_meeting(struct rounds *rounds, long first, const int *halves, int count) {
    for (int i = 0; i < count; i++) {
        struct scheduled_game scheduled;
        ck_assert_int_eq(rounds_game(rounds, first + i, &scheduled), ROUNDS_PLAY);
        bool better = scheduled.players[0] < scheduled.players[1];
        give(rounds, &scheduled, better ? halves[i] : 2 - halves[i]);
    }
}

/* Five engines in a tree of eight places, by hand: 0, 1 and 2 have byes, 3 meets 4; the winner
 * meets 0, and 1 meets 2. Each meeting has two games and room for four more: numbers in sixes. */
START_TEST(knockout_by_hand) {
    const struct schedule schedule = {
        .format = FORMAT_KNOCKOUT, .players = 5, .games = 2, .extra = 4, .swap = true};
    static const int win[] = {2, 2}, tie[] = {2, 0}, loss[] = {0, 1};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    struct scheduled_game scheduled;
    ck_assert_int_eq(schedule_count(&schedule), 42);
    ck_assert_int_eq(rounds_due(rounds), 42 - 18);
    ck_assert_int_eq(rounds_game(rounds, 0, &scheduled), ROUNDS_NEVER);
    ck_assert_int_eq(rounds_game(rounds, 6, &scheduled), ROUNDS_PLAY);
    ck_assert_int_eq(rounds_game(rounds, 8, &scheduled), ROUNDS_WAIT);
    ck_assert_int_eq(rounds_game(rounds, 24, &scheduled), ROUNDS_WAIT);
    play_meeting(rounds, 6, tie, 2);
    ck_assert_int_eq(rounds_game(rounds, 8, &scheduled), ROUNDS_PLAY);
    ck_assert_int_eq(rounds_game(rounds, 10, &scheduled), ROUNDS_WAIT);
    play_meeting(rounds, 8, loss, 2);
    ck_assert_int_eq(rounds_game(rounds, 10, &scheduled), ROUNDS_NEVER);
    static const int first[] = {0, -1, 3, 4, 1, -1, 2, -1}, second[] = {0, 4, 1, 2};
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(rounds_place(rounds, 0, i), first[i]);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(rounds_place(rounds, 1, i), second[i]);
    play_meeting(rounds, 24, win, 2);
    for (int i = 0; i < 6; i += 2)
        play_meeting(rounds, 30 + i, tie, 2); /* tied to the end: seed 1 goes on */
    ck_assert(rounds_meeting(rounds, 1, 1).by_seed);
    ck_assert_int_eq(rounds_place(rounds, 2, 0), 0);
    ck_assert_int_eq(rounds_place(rounds, 2, 1), 1);
    play_meeting(rounds, 36, loss, 2);
    ck_assert_int_eq(rounds_place(rounds, 3, 0), 1);
    ck_assert_int_eq(rounds_complete(rounds), 3);
    ck_assert_int_eq(rounds_due(rounds), 4 + 2 + 6 + 2);
    rounds_free(rounds);
}
END_TEST

/* Three games and four more for a tie: the third game is a pair alone, the tie-break begins a new
 * one; colours are swapped in each. Openings are the same at all tables of a round, and new in the
 * next. */
START_TEST(rounds_fixtures) {
    const struct schedule schedule = {
        .format = FORMAT_KNOCKOUT, .players = 4, .games = 3, .extra = 4, .swap = true};
    static const struct row rows[] = {{0, 3, 0, 0}, {3, 0, 0, 0}, {0, 3, 1, 1}};
    static const struct row ties[] = {{0, 3, 2, 2}, {3, 0, 2, 2}, {0, 3, 3, 3}, {3, 0, 3, 3}};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    struct scheduled_game scheduled;
    for (long i = 0; i < 7; i++) {
        const struct row *row = i < 3 ? &rows[i] : &ties[i - 3];
        ck_assert_int_eq(rounds_game(rounds, i, &scheduled), ROUNDS_PLAY);
        ck_assert_int_eq(scheduled.players[0], row->first);
        ck_assert_int_eq(scheduled.players[1], row->second);
        ck_assert_int_eq(scheduled.pair, row->pair);
        ck_assert_int_eq(scheduled.opening, row->opening);
        give(rounds, &scheduled, 1);
    }
    ck_assert_int_eq(rounds_game(rounds, 7, &scheduled), ROUNDS_PLAY);
    ck_assert_int_eq(scheduled.pair, 4);
    ck_assert_int_eq(scheduled.opening, 0);
    ck_assert_int_eq(scheduled.players[0], 2); /* the better seed does not begin everywhere */
    for (long i = 7; i < 10; i++) {
        rounds_game(rounds, i, &scheduled);
        give(rounds, &scheduled, better_wins(&scheduled));
    }
    ck_assert_int_eq(rounds_game(rounds, 14, &scheduled), ROUNDS_PLAY);
    ck_assert_int_eq(scheduled.pair, 8);
    ck_assert_int_eq(scheduled.opening, 4);
    ck_assert_int_eq(scheduled.players[0], 1);
    rounds_free(rounds);
}
END_TEST

/* Without swapped pairs every game has an opening of its own, and colours change from game to game,
 * in the tie-break as well, which goes on by one game. Nobody loses a point by a judge. */
START_TEST(rounds_unpaired) {
    const struct schedule schedule = {
        .format = FORMAT_KNOCKOUT, .players = 4, .games = 1, .extra = 3, .swap = false};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    struct scheduled_game scheduled;
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(rounds_game(rounds, i, &scheduled), ROUNDS_PLAY);
        ck_assert_int_eq(scheduled.players[0], i % 2 == 0 ? 0 : 3);
        ck_assert_int_eq(scheduled.players[1], i % 2 == 0 ? 3 : 0);
        ck_assert_int_eq(scheduled.pair, i);
        ck_assert_int_eq(scheduled.opening, i);
        struct scheduled_game next;
        ck_assert(i == 3 || rounds_game(rounds, i + 1, &next) == ROUNDS_WAIT);
        const struct played_game played = {
            .game = scheduled, .winner = -1, .is_void = true, .void_shared = true};
        ck_assert(rounds_add(rounds, &played, NULL));
    }
    struct meeting_view view = rounds_meeting(rounds, 0, 0);
    ck_assert_int_eq(view.halves[0], 4);
    ck_assert_int_eq(view.halves[1], 4);
    ck_assert(view.by_seed && view.winner == 0);
    rounds_free(rounds);
}
END_TEST

/* Where the better seed always wins, the best ones meet last, and seed 0 wins. */
START_TEST(knockout_seeds) {
    for (int engines = 2; engines <= 33; engines++) {
        const struct schedule schedule = {
            .format = FORMAT_KNOCKOUT, .players = engines, .games = 1, .swap = true};
        struct rounds *rounds = rounds_new(&schedule, NULL);
        ck_assert_int_eq(play_on(rounds, &schedule, better_wins, NULL), engines - 1);
        long last = rounds_count(rounds);
        for (long round = 0; round <= last; round++)
            for (long place = 0; place < 1L << (last - round); place++) {
                int engine = rounds_place(rounds, round, place);
                ck_assert_int_lt(engine, 1 << (last - round));
                ck_assert(round == 0 || engine >= 0);
            }
        rounds_free(rounds);
    }
}
END_TEST

/* The first to move wins: every meeting of two games is tied, with all its tie-breaks. */
START_TEST(knockout_ties) {
    const struct schedule schedule = {
        .format = FORMAT_KNOCKOUT, .players = 4, .games = 2, .extra = 2, .swap = true};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    ck_assert_int_eq(play_on(rounds, &schedule, first_wins, NULL), 12);
    ck_assert_int_eq(rounds_place(rounds, 2, 0), 0);
    for (long i = 0; i < 2; i++)
        ck_assert(rounds_meeting(rounds, 0, i).by_seed);
    rounds_free(rounds);
}
END_TEST

/* A fault in the first round: seed 0 is not paired again, and its next opponent goes on without a
 * game. */
START_TEST(withdrawals) {
    static const long strikes[] = {1, 1, 1, 1};
    struct schedule schedule = {.format = FORMAT_KNOCKOUT, .players = 4, .games = 2, .swap = true};
    struct rounds *rounds = rounds_new(&schedule, strikes);
    struct scheduled_game scheduled;
    for (long i = 0; i < 4; i++) {
        ck_assert_int_eq(rounds_game(rounds, i, &scheduled), ROUNDS_PLAY);
        bool first = scheduled.players[0] < scheduled.players[1];
        bool crash = i < 2 && scheduled.players[!first] == 0 && i == 1;
        give_fault(rounds, &scheduled, first ? 2 : 0, crash ? !first : -1);
    }
    ck_assert_int_eq(rounds_place(rounds, 1, 0), 0);
    ck_assert_int_eq(rounds_place(rounds, 2, 0), 1);
    ck_assert_int_eq(rounds_due(rounds), 4);
    struct meeting_view last = rounds_meeting(rounds, 1, 0);
    ck_assert(last.players[0] == 1 && last.players[1] == 0);
    rounds_free(rounds);

    schedule.format = FORMAT_SWISS;
    schedule.rounds = 3;
    rounds = rounds_new(&schedule, strikes);
    for (long i = 0; i < 4; i++) {
        ck_assert_int_eq(rounds_game(rounds, i, &scheduled), ROUNDS_PLAY);
        int culprit = scheduled.players[0] == 0 ? 0 : scheduled.players[1] == 0 ? 1 : -1;
        give_fault(rounds, &scheduled, 1, culprit);
    }
    for (long round = 1; round < 3; round++)
        for (long i = 0; i < rounds_meetings(rounds, round); i++) {
            struct meeting_view view = rounds_meeting(rounds, round, i);
            ck_assert(view.players[0] != 0 && view.players[1] != 0);
        }
    ck_assert_int_eq(rounds_due(rounds), 4 + 2 + 4); /* the last round is not paired yet */
    struct swiss_standing standings[4];
    rounds_standings(rounds, standings);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(standings[i].withdrawn, standings[i].player == 0);
    rounds_free(rounds);
}
END_TEST

/* A result that cannot be: another pairing, a game twice, a round too early. */
START_TEST(rounds_refuse) {
    const struct schedule schedule = {
        .format = FORMAT_SWISS, .players = 4, .games = 2, .swap = true, .rounds = 2};
    struct rounds *rounds = rounds_new(&schedule, NULL);
    struct scheduled_game scheduled;
    struct error error = {0};
    ck_assert_int_eq(rounds_game(rounds, 0, &scheduled), ROUNDS_PLAY);
    give(rounds, &scheduled, 2);
    struct scheduled_game other = {.number = 1, .players = {0, 1}}, late = scheduled;
    late.number = 5;
    const struct scheduled_game *all[] = {&scheduled, &other, &late};
    for (size_t i = 0; i < 3; i++) {
        const struct played_game played = {.game = *all[i], .winner = -1};
        ck_assert(!rounds_add(rounds, &played, &error));
        ck_assert_str_eq(error.code, "rounds.other");
        error_clear(&error);
    }
    rounds_free(rounds);
}
END_TEST

/* Tables of anything, at any stage, hold every name and never nan. */
START_TEST(rounds_shown) {
    static const char *const names[] = {"a", "bb", "ccc", "d", "e"};
    static const char *const sides[] = {"x", "o"};
    const struct table_words words = {.names = names, .sides = sides};
    static const enum schedule_format formats[] = {FORMAT_SWISS, FORMAT_KNOCKOUT};
    for (size_t format = 0; format < 2; format++) {
        const struct schedule schedule = {.format = formats[format],
                                          .players = 5,
                                          .games = 2,
                                          .swap = true,
                                          .rounds = 3,
                                          .extra = 2};
        struct rounds *rounds = rounds_new(&schedule, NULL);
        struct text text = {0};
        rounds_print(rounds, &words, &text);
        play_on(rounds, &schedule, better_wins, NULL);
        rounds_print(rounds, &words, &text);
        for (int i = 0; i < 5; i++)
            ck_assert_ptr_nonnull(strstr(text_string(&text), names[i]));
        ck_assert_ptr_null(strstr(text_string(&text), "nan"));
        text_free(&text);
        rounds_free(rounds);
    }
}
END_TEST

static void add_all(Suite *suite) {
    const TTest *const tests[] = {
        schedule_match,
        schedule_round_robin,
        schedule_laws,
        schedule_without_swap,
        gauntlet_one,
        gauntlet_two,
        gauntlet_without_swap,
        gauntlet_laws,
        odd_games_are_fair,
        swiss_even,
        swiss_odd,
        swiss_laws,
        swiss_from_any_history,
        swiss_complete,
        rounds_order,
        rounds_fixtures,
        rounds_unpaired,
        knockout_by_hand,
        knockout_seeds,
        knockout_ties,
        withdrawals,
        rounds_refuse,
        rounds_shown,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        suite_add(suite, tests[i]);
}

int main(void) {
    Suite *suite = suite_create("formats");
    add_all(suite);
    return suite_run(suite);
}
