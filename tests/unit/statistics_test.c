/* Statistics: numbers worked out by hand, published tables, and simulations. */
#include <check.h>
#include <math.h>

#include "../../src/core/rng.h"
#include "../../src/tournament/statistics.h"
#include "../support/scale.h"
#include "../support/suite.h"

static struct wdl wdl_of(long wins, long draws, long losses) {
    return (struct wdl){.wins = wins, .draws = draws, .losses = losses};
}

/* The table of the Elo formula that chess federations print: expected score and difference. */
START_TEST(elo_known) {
    static const double table[][2] = {{0.5, 0},     {0.64, 100},  {0.76, 200},
                                      {0.849, 300}, {0.909, 400}, {0.24, -200}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_double_eq_tol(elo_from_score(table[i][0]), table[i][1], 1.0);
}
END_TEST

/* Worked by hand: 40 wins, 20 draws, 40 losses: variance 0.2 / 99 = 0.00202, worth 0.25 / 0.00202 =
 * 123.75 games that are won or lost, and Wilson's interval of 50 % of these, with 1.9842 errors as
 * Student has it for 99 degrees of freedom, is 0.5 +- 0.0878, which is 61.65 Elo either way.
 * 60-20-20: score 0.7, variance 0.16 / 99, worth 129.9 games, 0.6153 .. 0.7729. */
START_TEST(elo_interval) {
    struct wdl even = wdl_of(40, 20, 40), better = wdl_of(60, 20, 20);
    struct elo elo = elo_estimate(&even);
    ck_assert(elo.known && !elo.open_low && !elo.open_high);
    ck_assert_double_eq_tol(elo.difference, 0, 1e-9);
    ck_assert_double_eq_tol(elo.high, 61.65, 0.05);
    ck_assert_double_eq_tol(elo.low, -61.65, 0.05);
    elo = elo_estimate(&better);
    ck_assert_double_eq_tol(elo.difference, 147.2, 0.1);
    ck_assert_double_eq_tol(elo.low, elo_from_score(0.6153), 0.1);
    ck_assert_double_eq_tol(elo.high, elo_from_score(0.7729), 0.1);
}
END_TEST

static struct wdl wdl_of_pairs(long lost, long even, long won) {
    struct wdl wdl = wdl_of(even + 2 * won, 0, even + 2 * lost);
    for (long i = 0; i < lost + even + won; i++)
        wdl_join(&wdl, i < lost + even ? 0 : 2, i < lost ? 0 : 2);
    return wdl;
}

/* 50 pairs, of which one is won 2-0 eight times and lost 0-2 twice, the others 1-1: 56 %. The sums
 * of pairs are 0.24 on average, and 40 x 0.24^2 + 8 x 1.76^2 + 2 x 2.24^2 = 37.12 is their spread;
 * the variance of the score is 37.12 / 200^2 x 50 / 49, worth 260.2 games: 0.4977 .. 0.6205 (2.0096
 * errors, 49 degrees of freedom). As a hundred games that have nothing to do with each other it
 * would be 0.46 .. 0.65. 12 is 1.897 times the root of 10 x 2^2. */
START_TEST(elo_of_pairs) {
    struct wdl wdl = wdl_of_pairs(2, 40, 8);
    double low, high;
    wdl_interval(&wdl, &low, &high);
    ck_assert_double_eq_tol(low, 0.4977, 1e-4);
    ck_assert_double_eq_tol(high, 0.6205, 1e-4);
    ck_assert_double_eq_tol(wdl_superiority(&wdl), 0.9711, 1e-4);
    wdl.joint = (struct joint){0};
    wdl_interval(&wdl, &low, &high);
    ck_assert_double_eq_tol(low, 0.4606, 1e-3);
    ck_assert_double_eq_tol(high, 0.6548, 1e-3);
    ck_assert_double_eq_tol(wdl_superiority(&wdl), 0.8849, 1e-4);
    /* Ten pairs that are all the same: of each of them as of ten games. */
    for (int kind = 0; kind < 3; kind++) {
        wdl = wdl_of_pairs(kind == 0 ? 10 : 0, kind == 1 ? 10 : 0, kind == 2 ? 10 : 0);
        wdl_interval(&wdl, &low, &high);
        ck_assert_double_eq_tol(low, kind == 0 ? 0 : kind == 1 ? 0.5 - 0.3085 / 2 : 0.6915, 1e-4);
        ck_assert_double_eq_tol(high, kind == 2 ? 1 : kind == 1 ? 0.5 + 0.3085 / 2 : 0.3085, 1e-4);
    }
    wdl = wdl_of_pairs(0, 10, 0);
    ck_assert_double_eq_tol(wdl_superiority(&wdl), 0.5, 1e-12);
}
END_TEST

/* Few results say little of their own spread: two pairs, one lost 0-2 and one 0.5-1.5, decide
 * nothing, though as if the spread were known 12.5 % would end at 0.495. Student's 12.706
 * errors; 4.303 for three pairs. */
START_TEST(elo_of_few_pairs) {
    struct wdl wdl = wdl_of(0, 1, 3);
    double low, high;
    wdl_join(&wdl, 0, 0);
    wdl_join(&wdl, 1, 0);
    wdl_interval(&wdl, &low, &high);
    ck_assert_double_eq_tol(low, 0.0007, 1e-4);
    ck_assert_double_eq_tol(high, 0.9682, 1e-4);
    wdl = wdl_of_pairs(1, 1, 1); /* variance 8 / 144 x 3 / 2, worth 3 games */
    wdl_interval(&wdl, &low, &high);
    ck_assert_double_eq_tol(high, 0.9639, 1e-4);
    ck_assert_double_eq_tol(low, 1 - 0.9639, 1e-4);
}
END_TEST

/* In made-up matches the interval holds the true score about 95 times of 100: whether all games are
 * alike, or the first to move nearly always wins, or one opening makes both games of a pair go the
 * same way. With a few pairs it is never less. */
START_TEST(elo_intervals_hold) {
    static const struct {
        double first, second; /* odds of a win by the first and by the second to move */
        double same;          /* the share of pairs whose second game goes as the first */
        int pairs;
    } kinds[] = {{0.5, 0.5, 0, 50},   {0.8, 0.8, 0, 50},   {0.9, 0.1, 0, 50}, {0.97, 0.07, 0, 100},
                 {0.95, 0.55, 0, 20}, {0.6, 0.6, 0.8, 50}, {0.4, 0.4, 1, 20}, {0.9, 0.9, 0, 10},
                 {0.5, 0.5, 0, 4},    {0.7, 0.5, 0, 2},    {0.8, 0.6, 0.3, 5}};
    struct rng rng;
    rng_seed(&rng, 17);
    int matches = (int)test_scale_up(4000);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double score = (kinds[i].first + kinds[i].second) / 2;
        int held = 0;
        for (int match = 0; match < matches; match++) {
            struct wdl wdl = {0};
            for (int pair = 0; pair < kinds[i].pairs; pair++) {
                bool one = rng_unit(&rng) < kinds[i].first, two = rng_unit(&rng) < kinds[i].second;
                two = rng_unit(&rng) < kinds[i].same ? one : two;
                wdl.wins += one + two;
                wdl.losses += 2 - one - two;
                wdl_join(&wdl, 2 * one, 2 * two);
            }
            double low, high;
            wdl_interval(&wdl, &low, &high);
            held += low <= score && score <= high;
        }
        ck_assert_double_ge(held, 0.925 * matches);
        ck_assert_double_le(held, (kinds[i].pairs < 10 ? 1 : 0.975) * matches);
    }
}
END_TEST

/* Ten wins of ten: a player who wins each game with probability p has them with p^10, which is
 * 0.025 for p = 0.6915, the bound that every table of binomial limits has. */
START_TEST(elo_one_sided) {
    struct wdl all = wdl_of(10, 0, 0), none = wdl_of(0, 0, 10);
    struct elo elo = elo_estimate(&all);
    ck_assert(!elo.known && elo.open_high && !elo.open_low);
    ck_assert_double_eq_tol(elo.low, elo_from_score(0.6915), 0.1);
    elo = elo_estimate(&none);
    ck_assert(!elo.known && elo.open_low && !elo.open_high);
    ck_assert_double_eq_tol(elo.high, -elo_from_score(0.6915), 0.1);
}
END_TEST

/* 60 of 100 decided games: 0.1 / sqrt(0.24) of 800 / ln 10, give or take 1.96 / 10 of it. In 50
 * pairs of which 20 end 2-0 and 30 end 1-1 the score, 0.7, has the spread sqrt(2) * sqrt(0.06). */
START_TEST(normalized_known) {
    struct wdl single = wdl_of(60, 0, 40), pairs = {0}, all = wdl_of(7, 0, 0);
    double value, error;
    ck_assert(elo_normalized(&single, &value, &error));
    ck_assert_double_eq_tol(value, 70.92, 0.01);
    ck_assert_double_eq_tol(error, 68.10, 0.01);
    for (int i = 0; i < 50; i++) {
        bool won = i < 20;
        pairs.wins += won ? 2 : 1;
        pairs.losses += won ? 0 : 1;
        wdl_join(&pairs, 2, won ? 2 : 0);
    }
    ck_assert(elo_normalized(&pairs, &value, &error));
    ck_assert_double_eq_tol(value, 347.436 * 0.2 / sqrt(0.12), 0.01);
    ck_assert_int_eq(pairs.joint.won, 20);
    ck_assert_int_eq(pairs.joint.lost, 0);
    ck_assert(!elo_normalized(&all, &value, &error));
}
END_TEST

/* The normal distribution's table: 8 wins of 12 decided games are (8 - 4) / sqrt(12) = 1.1547
 * standard deviations, 0.8759; 60 of 100 are 2, 0.9772. Draws do not matter. */
START_TEST(superiority_known) {
    struct wdl some = wdl_of(8, 5, 4), many = wdl_of(60, 0, 40), none = wdl_of(0, 9, 0);
    ck_assert_double_eq_tol(wdl_superiority(&some), 0.8759, 1e-4);
    ck_assert_double_eq_tol(wdl_superiority(&many), 0.9772, 1e-4);
    ck_assert_double_eq_tol(wdl_superiority(&none), 0.5, 1e-12);
}
END_TEST

START_TEST(elo_never_nan) {
    for (long wins = 0; wins < 4; wins++)
        for (long draws = 0; draws < 4; draws++)
            for (long losses = 0; losses < 4; losses++) {
                struct wdl wdl = wdl_of(wins, draws, losses);
                if (draws == 3 && wins > 0 && losses > 0)
                    wdl_join(&wdl, 2, 0);
                struct elo elo = elo_estimate(&wdl);
                ck_assert(isfinite(elo.difference) && isfinite(elo.low) && isfinite(elo.high));
                ck_assert(isfinite(wdl_superiority(&wdl)) && isfinite(wdl_score(&wdl)));
            }
}
END_TEST

static void add_of_pair(struct statistics *stats, long pair, int first, int second, int winner,
                        bool counted) {
    const struct played_game played = {
        .game = {.players = {first, second}, .pair = pair}, .winner = winner, .is_void = !counted};
    statistics_add(stats, &played);
}

static void ck_joint(const struct statistics *stats, int a, int b, long pairs, long sum,
                     long product) {
    const struct joint *joint = &stats->pairs[a * stats->players + b].joint;
    ck_assert_int_eq(joint->pairs, pairs);
    ck_assert_int_eq(joint->sum, sum);
    ck_assert_int_eq(joint->product, product);
}

/* Games of one pair are found together in any order, if colours changed and both count. */
START_TEST(pairs_are_joined) {
    struct statistics stats;
    statistics_init(&stats, 3);
    for (long pair = 0; pair < 1000; pair++) /* engine 0 wins */
        add_of_pair(&stats, pair * 1000003, 0, 1, 0, true);
    for (long pair = 999; pair >= 0; pair--) /* ... wins, draws, loses, by turns */
        add_of_pair(&stats, pair * 1000003, 1, 0, pair % 3 == 0 ? 1 : pair % 3 == 1 ? -1 : 0, true);
    ck_joint(&stats, 0, 1, 1000, 1000 + 334 - 333, 334 - 333);
    ck_joint(&stats, 1, 0, 1000, -1000 - 334 + 333, 334 - 333);
    ck_assert_int_eq(stats.by_side[0][0].joint.pairs, 0);
    /* The first to move won every first game, and lost, drew or won the second one. */
    ck_assert_int_eq(stats.first.joint.pairs, 1000);
    ck_assert_int_eq(stats.first.joint.sum, 1000 - 334 + 333);
    ck_assert_int_eq(stats.first.joint.product, -334 + 333);
    add_of_pair(&stats, 0, 1, 0, 1, true); /* a third game */
    ck_joint(&stats, 0, 1, 1000, 1001, 1);
    add_of_pair(&stats, 1, 0, 2, 0, true); /* the same colours twice */
    add_of_pair(&stats, 1, 0, 2, 0, true);
    add_of_pair(&stats, 2, 0, 2, 0, true); /* another opponent */
    add_of_pair(&stats, 2, 1, 0, 0, true);
    add_of_pair(&stats, 4, 0, 2, 0, true);
    add_of_pair(&stats, 4, 2, 1, 0, true);
    add_of_pair(&stats, 3, 0, 2, 0, false); /* one that does not count */
    add_of_pair(&stats, 3, 2, 0, 0, true);
    ck_joint(&stats, 0, 2, 0, 0, 0);
    ck_joint(&stats, 0, 1, 1000, 1001, 1);
    ck_joint(&stats, 1, 2, 0, 0, 0);
    add_of_pair(&stats, -1, 2, 0, 0, true); /* whatever a journal says */
    add_of_pair(&stats, -1, 0, 2, 0, true);
    ck_joint(&stats, 0, 2, 1, 0, -1);
    ck_assert_int_eq(stats.pairs[2].wins, 5);
    statistics_free(&stats);
}
END_TEST

/* As a run with sixteen games at a time would have it: its table does not grow with the games. */
START_TEST(pairs_are_forgotten) {
    enum { PAIRS = 100000, OPEN = 16 };
    struct statistics stats;
    statistics_init(&stats, 2);
    for (long pair = 0; pair < PAIRS + OPEN; pair++) {
        if (pair < PAIRS)
            add_of_pair(&stats, pair, 0, 1, 0, true);
        if (pair >= OPEN)
            add_of_pair(&stats, pair - OPEN, 1, 0, 1, true);
    }
    ck_joint(&stats, 0, 1, PAIRS, 2 * PAIRS, PAIRS);
    ck_assert_uint_eq(stats.open.count, 0);
    ck_assert_uint_le(stats.open.room, 64);
    statistics_free(&stats);
}
END_TEST

static void add_all(Suite *suite) {
    const TTest *const tests[] = {
        elo_known,          elo_interval,     elo_of_pairs,        elo_of_few_pairs,
        elo_intervals_hold, elo_one_sided,    normalized_known,    superiority_known,
        elo_never_nan,      pairs_are_joined, pairs_are_forgotten,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        suite_add(suite, tests[i]);
}

int main(void) {
    Suite *suite = suite_create("statistics");
    add_all(suite);
    return suite_run(suite);
}
