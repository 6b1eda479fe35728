/* Ratings against published ones, by hand, and where nothing can be known. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../arena/view/table.h"
#include "../../src/core/rng.h"
#include "../../src/tournament/ratings.h"
#include "../support/scale.h"
#include "../support/suite.h"

enum { MOST = 16 };

/* Meetings of up to 16 engines. */
struct crosstable {
    int engines;
    struct wdl pairs[MOST * MOST];
};

static void pool_add(struct crosstable *pool, int a, int b, long wins, long draws, long losses) {
    struct wdl *one = &pool->pairs[a * pool->engines + b];
    struct wdl *other = &pool->pairs[b * pool->engines + a];
    one->wins += wins, one->draws += draws, one->losses += losses;
    other->wins += losses, other->draws += draws, other->losses += wins;
}

/* The same as pairs: numbers of those lost 0-2, even, and won 2-0. */
static void pool_add_pairs(struct crosstable *pool, int a, int b, long lost, long even, long won) {
    pool_add(pool, a, b, even + 2 * won, 0, even + 2 * lost);
    for (long i = 0; i < lost + even + won; i++) {
        int one = i < lost + even ? 0 : 2, two = i < lost ? 0 : 2;
        wdl_join(&pool->pairs[a * pool->engines + b], one, two);
        wdl_join(&pool->pairs[b * pool->engines + a], 2 - one, 2 - two);
    }
}

static struct ratings pool_rate(const struct crosstable *pool) {
    struct ratings ratings;
    ratings_make(&ratings, pool->pairs, pool->engines);
    return ratings;
}

/* The 1987 season of the American League's Eastern Division, 13 games for every pair of teams,
 * which textbooks on categorical data use (Agresti's table of fitted Bradley-Terry values): on the
 * natural scale, Baltimore at 0, they give 1.58 1.44 1.29 1.25 1.11 0.68, with standard errors of
 * 0.3. */
START_TEST(baseball) {
    static const int wins[7][7] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9},
                                   {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
                                   {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                                   {2, 4, 1, 3, 1, 7, 0}};
    static const double published[] = {1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0};
    const double nat = 400 / log(10);
    struct crosstable pool = {.engines = 7};
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < a; b++)
            pool_add(&pool, a, b, wins[a][b], 0, wins[b][a]);
    struct ratings ratings = pool_rate(&pool);
    for (int i = 0; i < 7; i++) {
        double natural = (ratings.each[i].elo - ratings.each[6].elo) / nat;
        ck_assert_double_eq_tol(natural, published[i], 0.0051);
        ck_assert_int_eq(ratings.each[i].bound, RATING_EXACT);
        if (i < 6)
            ck_assert_double_eq_tol(ratings_deviation(&ratings, i, 6) / nat, 0.3, 0.05);
    }
    ratings_free(&ratings);
}
END_TEST

/* Eight engines, ten games a pair, rated with Ordo and printed in steps of 50, the first at 3100
 * (picochess, issue 187). Points in halves; of every pair the draws are as many as they can be. */
START_TEST(ordo) {
    static const int halves[8][8] = {
        {0, 16, 19, 18, 20, 20, 20, 19}, {4, 0, 13, 17, 19, 18, 20, 20},
        {1, 7, 0, 11, 20, 20, 20, 20},   {2, 3, 9, 0, 16, 17, 20, 20},
        {0, 1, 0, 4, 0, 17, 18, 20},     {0, 2, 0, 3, 3, 0, 18, 19},
        {0, 0, 0, 0, 2, 2, 0, 17},       {1, 0, 0, 0, 0, 1, 3, 0}};
    static const double published[] = {3100, 2850, 2750, 2650, 2350, 2200, 1900, 1650};
    struct crosstable pool = {.engines = 8};
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < a; b++)
            pool_add(&pool, a, b, halves[a][b] / 2, halves[a][b] % 2, halves[b][a] / 2);
    struct ratings ratings = pool_rate(&pool);
    for (int i = 0; i < 8; i++)
        ck_assert_double_eq_tol(3100 + ratings.each[i].elo - ratings.each[0].elo, published[i], 50);
    ratings_free(&ratings);
}
END_TEST

/* The second stage of a chess computer championship of 2018: every game of 8 engines as printed,
 * with BayesElo's ratings. Its model has a draw margin and a prior of a few draws, which shrink the
 * scale by one factor; with that factor taken out, the ratings agree. */
static const char *const stage[8][8] = {
    {"", "=1=1=1=1=1", "===1=====1", "====1=====", "1=1=1=1=11", "11=11=1=1=", "=1=111===1",
     "11=11111=="},
    {"", "", "1==1==01=1", "========1=", "1==1=1====", "11=11=1==1", "=1===1=1=1", "1=1=1===1="},
    {"", "", "", "======0=01", "1====1===1", "1==101====", "1==1==1==1", "1==1=1=1=="},
    {"", "", "", "", "========10", "=111=0====", "11====1===", "10====101="},
    {"", "", "", "", "", "==0=0====1", "======1===", "1=1=10=11="},
    {"", "", "", "", "", "", "===1=1=1==", "=====0=1=="},
    {"", "", "", "", "", "", "", "====1====="},
    {"", "", "", "", "", "", "", ""}};

START_TEST(bayeselo) {
    static const double elo[] = {198, 133, 102, 98, 50, 34, 11, 0};
    struct crosstable pool = {.engines = 8};
    for (int a = 0; a < 8; a++)
        for (int b = a + 1; b < 8; b++)
            for (const char *game = stage[a][b]; *game != '\0'; game++)
                pool_add(&pool, a, b, *game == '1', *game == '=', *game == '0');
    struct ratings ratings = pool_rate(&pool);
    double product = 0, square = 0, mean = 0;
    for (int i = 0; i < 8; i++)
        mean += elo[i] / 8;
    for (int i = 0; i < 8; i++) {
        product += (elo[i] - mean) * ratings.each[i].elo;
        square += ratings.each[i].elo * ratings.each[i].elo;
    }
    double scale = product / square;
    ck_assert_double_ge(scale, 0.7);
    ck_assert_double_le(scale, 1.0);
    for (int i = 0; i < 8; i++)
        ck_assert_double_eq_tol(scale * ratings.each[i].elo, elo[i] - mean, 3);
    ratings_free(&ratings);
}
END_TEST

/* Between two engines everything must agree with the plain formulas for a match. */
START_TEST(match) {
    struct crosstable pool = {.engines = 2};
    pool_add(&pool, 0, 1, 60, 20, 20);
    struct ratings ratings = pool_rate(&pool);
    struct elo elo = elo_estimate(&pool.pairs[1]);
    ck_assert_double_eq_tol(ratings.each[0].elo - ratings.each[1].elo, elo.difference, 1e-6);
    /* Slope of the curve at 0.7 times the standard error 0.04 of the score. */
    double deviation = 0.04 / (0.7 * 0.3) * 400 / log(10);
    ck_assert_double_eq_tol(ratings_deviation(&ratings, 0, 1), deviation, 1e-6);
    double z = elo.difference / deviation;
    ck_assert_double_eq_tol(ratings_superiority(&ratings, 0, 1), 0.5 * (1 + erf(z / sqrt(2))),
                            1e-12);
    ck_assert_double_eq_tol(
        ratings_superiority(&ratings, 1, 0) + ratings_superiority(&ratings, 0, 1), 1, 1e-12);
    ratings_free(&ratings);
}
END_TEST

/* Ten wins of ten count as nine and a half: 400 log10(19) = 511.5. */
START_TEST(one_sided) {
    struct crosstable pool = {.engines = 2};
    pool_add(&pool, 0, 1, 10, 0, 0);
    struct ratings ratings = pool_rate(&pool);
    ck_assert_double_eq_tol(ratings.each[0].elo - ratings.each[1].elo, 400 * log10(19), 1e-6);
    ratings_free(&ratings);

    /* A winner of everything above two that are even: 19.5 of 20 against both. */
    struct crosstable three = {.engines = 3};
    pool_add(&three, 0, 1, 10, 0, 0);
    pool_add(&three, 0, 2, 10, 0, 0);
    pool_add(&three, 1, 2, 5, 0, 5);
    ratings = pool_rate(&three);
    ck_assert_int_eq(ratings.each[0].bound, RATING_FLOOR);
    ck_assert_int_eq(ratings.each[1].bound, RATING_EXACT);
    ck_assert_double_eq_tol(ratings.each[0].elo - ratings.each[1].elo, 400 * log10(39), 1e-6);
    ck_assert_double_eq_tol(ratings.each[1].elo, ratings.each[2].elo, 1e-6);
    ratings_free(&ratings);
}
END_TEST

/* Where nobody took a point off anybody no rating is exact, whoever is listed first. */
START_TEST(bodiless) {
    static const int orders[][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        const int *at = orders[i];
        struct crosstable chain = {.engines = 3}, star = {.engines = 3};
        pool_add(&chain, at[0], at[1], 4, 0, 0);
        pool_add(&chain, at[1], at[2], 4, 0, 0);
        pool_add(&chain, at[0], at[2], 4, 0, 0);
        struct ratings ratings = pool_rate(&chain);
        ck_assert_int_eq(ratings.each[at[0]].bound, RATING_FLOOR);
        ck_assert_int_eq(ratings.each[at[1]].bound, RATING_LOOSE);
        ck_assert_int_eq(ratings.each[at[2]].bound, RATING_CEILING);
        ratings_free(&ratings);
        pool_add(&star, at[0], at[1], 4, 0, 0);
        pool_add(&star, at[0], at[2], 4, 0, 0);
        ratings = pool_rate(&star);
        ck_assert_int_eq(ratings.each[at[0]].bound, RATING_FLOOR);
        ck_assert_int_eq(ratings.each[at[1]].bound, RATING_CEILING);
        ck_assert_int_eq(ratings.each[at[2]].bound, RATING_CEILING);
        ratings_free(&ratings);
    }
}
END_TEST

START_TEST(groups) {
    struct crosstable pool = {.engines = 5};
    pool_add(&pool, 0, 1, 3, 4, 1);
    pool_add(&pool, 2, 3, 0, 7, 0);
    struct ratings ratings = pool_rate(&pool);
    ck_assert_int_eq(ratings.groups, 2);
    ck_assert(ratings_compare(&ratings, 0, 1) && ratings_compare(&ratings, 2, 3));
    ck_assert(!ratings_compare(&ratings, 0, 2) && !ratings_compare(&ratings, 4, 4));
    ck_assert_int_eq(ratings.each[4].bound, RATING_NONE);
    ck_assert_double_eq_tol(ratings_superiority(&ratings, 2, 3), 0.5, 1e-12);
    ck_assert_double_gt(ratings.each[2].error, 1);
    ratings_free(&ratings);
}
END_TEST

/* An anchor fixes one rating: differences and their errors stay, errors become those of the
 * difference to it, and other groups do not move. */
START_TEST(anchored) {
    struct crosstable pool = {.engines = 6};
    pool_add(&pool, 0, 1, 6, 4, 2);
    pool_add(&pool, 1, 2, 3, 1, 7);
    pool_add(&pool, 0, 2, 20, 0, 9);
    pool_add(&pool, 3, 4, 2, 0, 1);
    const struct rating_anchor anchor = {.player = 1, .elo = 2000};
    struct ratings plain = pool_rate(&pool), moved;
    ratings_make_anchored(&moved, pool.pairs, pool.engines, &anchor);
    ck_assert(moved.each[1].elo == 2000 && moved.each[1].error == 0);
    for (int a = 0; a < 3; a++) {
        ck_assert(moved.each[a].anchored && moved.each[a].bound == RATING_EXACT);
        ck_assert_double_eq_tol(moved.each[a].elo - 2000, plain.each[a].elo - plain.each[1].elo,
                                1e-9);
        ck_assert_double_eq_tol(moved.each[a].error, 1.959964 * ratings_deviation(&plain, a, 1),
                                1e-3);
        for (int b = 0; b < a; b++) {
            ck_assert_double_eq_tol(ratings_deviation(&moved, a, b),
                                    ratings_deviation(&plain, a, b), 1e-9);
            ck_assert_double_eq_tol(ratings_superiority(&moved, a, b),
                                    ratings_superiority(&plain, a, b), 1e-9);
        }
    }
    for (int i = 3; i < 6; i++)
        ck_assert(!moved.each[i].anchored && moved.each[i].elo == plain.each[i].elo &&
                  moved.each[i].error == plain.each[i].error);
    ratings_free(&moved);
    const struct rating_anchor idle = {.player = 5, .elo = 2000};
    ratings_make_anchored(&moved, pool.pairs, pool.engines, &idle);
    for (int i = 0; i < 6; i++)
        ck_assert(!moved.each[i].anchored && moved.each[i].elo == plain.each[i].elo);
    ratings_free(&moved);
    ratings_free(&plain);
}
END_TEST

/* What the games do not bound is said of the difference to the anchor: below one that won all its
 * games the others are at most where they stand. */
START_TEST(anchored_bounds) {
    struct crosstable pool = {.engines = 3};
    pool_add(&pool, 0, 1, 10, 0, 0);
    pool_add(&pool, 0, 2, 10, 0, 0);
    pool_add(&pool, 1, 2, 5, 0, 5);
    const struct rating_anchor top = {.player = 0, .elo = -50}, low = {.player = 2, .elo = 0};
    struct ratings ratings;
    ratings_make_anchored(&ratings, pool.pairs, 3, &top);
    ck_assert_int_eq(ratings.each[0].bound, RATING_EXACT);
    ck_assert_int_eq(ratings.each[1].bound, RATING_CEILING);
    ck_assert_int_eq(ratings.each[2].bound, RATING_CEILING);
    ck_assert_double_eq_tol(ratings.each[2].elo, -50 - 400 * log10(39), 1e-6);
    ratings_free(&ratings);
    ratings_make_anchored(&ratings, pool.pairs, 3, &low);
    ck_assert_int_eq(ratings.each[0].bound, RATING_FLOOR);
    ck_assert_int_eq(ratings.each[1].bound, RATING_EXACT);
    ratings_free(&ratings);
}
END_TEST

/* With games of a pair that hang together the spread is that of pairs: of 2, 40 and 8 as in
 * elo_of_pairs of arena_test.c, 37.12 / 4, for 100 games. Pairs that are all even are not taken for
 * more than one of another kind. */
START_TEST(match_of_pairs) {
    struct crosstable pool = {.engines = 2}, even = {.engines = 2};
    const double nat = 400 / log(10);
    pool_add_pairs(&pool, 0, 1, 2, 40, 8);
    struct ratings ratings = pool_rate(&pool);
    ck_assert_double_eq_tol(ratings_deviation(&ratings, 0, 1),
                            sqrt(37.12 / 4) / 100 / (0.56 * 0.44) * nat, 1e-6);
    ck_assert_double_eq_tol(ratings_deviation(&ratings, 1, 0), ratings_deviation(&ratings, 0, 1),
                            1e-9);
    ratings_free(&ratings);
    pool_add_pairs(&even, 0, 1, 0, 50, 0);
    ratings = pool_rate(&even);
    ck_assert_double_eq_tol(ratings_deviation(&ratings, 0, 1), 1.0 / 100 / 0.25 * nat, 1e-6);
    ratings_free(&ratings);
}
END_TEST

/* How often the true difference of two of four engines lies inside its 95 % interval. */
static void count_inside(const struct ratings *ratings, const double *truth, int *inside,
                         int *all) {
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++) {
            double miss = ratings->each[a].elo - ratings->each[b].elo - (truth[a] - truth[b]);
            *inside += fabs(miss) < 1.96 * ratings_deviation(ratings, a, b);
            ++*all;
        }
}

/* Four engines of known strength in a game that the first to move nearly always wins: intervals
 * hold 95 times of 100, and not always, as they did if every game were taken for itself. */
START_TEST(coverage_of_pairs) {
    static const double truth[] = {0, 10, 20, 40};
    struct rng rng;
    rng_seed(&rng, 21);
    int inside = 0, all = 0;
    for (long run = 0; run < test_scale_up(400); run++) {
        struct crosstable pool = {.engines = 4};
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++)
                for (int pair = 0; pair < 50; pair++) {
                    double edge = 1 / (1 + pow(10, (truth[b] - truth[a]) / 400)) - 0.5;
                    int points = (rng_unit(&rng) < 0.85 + edge) + (rng_unit(&rng) < 0.15 + edge);
                    pool_add_pairs(&pool, a, b, points == 0, points == 1, points == 2);
                }
        struct ratings ratings = pool_rate(&pool);
        count_inside(&ratings, truth, &inside, &all);
        ratings_free(&ratings);
    }
    double share = (double)inside / all;
    ck_assert_double_ge(share, 0.93);
    ck_assert_double_le(share, 0.97);
}
END_TEST

/* Results drawn from known strengths: the true differences lie inside the 95 % interval about 95
 * times of 100, and the likelihood of superiority is right as often as it says. */
START_TEST(coverage) {
    static const double truth[] = {0, 40, 90, 200};
    struct rng rng;
    rng_seed(&rng, 20);
    int inside = 0, all = 0;
    for (long run = 0; run < test_scale_up(400); run++) {
        struct crosstable pool = {.engines = 4};
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++)
                for (int game = 0; game < 60; game++) {
                    double p = 1 / (1 + pow(10, (truth[b] - truth[a]) / 400));
                    double u = (double)rng_below(&rng, 1000000) / 1e6;
                    double draw = 0.5 * fmin(p, 1 - p), win = p - draw / 2;
                    pool_add(&pool, a, b, u < win, u >= win && u < win + draw, u >= win + draw);
                }
        struct ratings ratings = pool_rate(&pool);
        count_inside(&ratings, truth, &inside, &all);
        ratings_free(&ratings);
    }
    double share = (double)inside / all;
    ck_assert_double_ge(share, 0.93);
    ck_assert_double_le(share, 0.97);
}
END_TEST

static void expect_finite(const struct crosstable *pool) {
    struct ratings ratings = pool_rate(pool);
    struct text text = {0};
    for (int i = 0; i < pool->engines; i++) {
        ck_assert(isfinite(ratings.each[i].elo) && isfinite(ratings.each[i].error));
        table_rating(&ratings.each[i], &text);
        for (int j = 0; j < pool->engines; j++) {
            double likely = ratings_superiority(&ratings, i, j);
            ck_assert(likely >= 0 && likely <= 1 && isfinite(ratings_deviation(&ratings, i, j)));
            ck_assert_double_eq_tol(likely, 1 - ratings_superiority(&ratings, j, i), 1e-9);
        }
    }
    ck_assert_ptr_null(strstr(text_string(&text), "nan"));
    ck_assert_ptr_null(strstr(text_string(&text), "inf"));
    text_free(&text);
    ratings_free(&ratings);
}

/* Sparse, one-sided, empty and huge: anything at all. */
START_TEST(never_nan) {
    struct rng rng;
    rng_seed(&rng, 5);
    for (int run = 0; run < 3000; run++) {
        struct crosstable pool = {.engines = 1 + (int)rng_below(&rng, 8)};
        size_t meetings = (size_t)rng_below(&rng, 12);
        for (size_t i = 0; i < meetings && pool.engines > 1; i++) {
            int a = (int)rng_below(&rng, (uint64_t)pool.engines);
            int b = (int)rng_below(&rng, (uint64_t)pool.engines);
            long most = rng_below(&rng, 10) == 0 ? 1000000 : 4;
            if (a != b && rng_below(&rng, 3) == 0)
                pool_add_pairs(&pool, a, b, (long)rng_below(&rng, 2), (long)rng_below(&rng, 9),
                               (long)rng_below(&rng, 2));
            else if (a != b)
                pool_add(&pool, a, b, (long)rng_below(&rng, (uint64_t)most + 1),
                         rng_below(&rng, 3) == 0 ? (long)rng_below(&rng, (uint64_t)most + 1) : 0,
                         rng_below(&rng, 3) == 0 ? (long)rng_below(&rng, (uint64_t)most + 1) : 0);
        }
        expect_finite(&pool);
    }
}
END_TEST

/* A ladder in which everybody beat the one below a million times, and nothing else is known. */
START_TEST(ladder) {
    struct crosstable pool = {.engines = MOST};
    for (int i = 0; i + 1 < MOST; i++)
        pool_add(&pool, i, i + 1, 1000000, 0, 0);
    expect_finite(&pool);
}
END_TEST

static void add_all(Suite *suite) {
    const TTest *const tests[] = {
        baseball,
        ordo,
        bayeselo,
        match,
        match_of_pairs,
        one_sided,
        groups,
        coverage,
        coverage_of_pairs,
        never_nan,
        ladder,
        bodiless,
        anchored,
        anchored_bounds,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        suite_add(suite, tests[i]);
}

int main(void) {
    Suite *suite = suite_create("ratings");
    add_all(suite);
    return suite_run(suite);
}
