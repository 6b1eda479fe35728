/* The sequential test against published ratios, by hand, in any order, and by simulation. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/rng.h"
#include "../../src/tournament/sprt.h"
#include "../support/scale.h"
#include "../support/suite.h"

/* Ratios that Stockfish's testing framework printed with pairs of games (pull requests 2971, 3209,
 * 3331 and 2493 by the expected score; 4194, 3515, 6285 and 6019 normalised). */
START_TEST(published) {
    static const struct {
        double elo0, elo1;
        enum sprt_model model;
        long pairs[5];
        double ratio;
    } rows[] = {
        {-0.5, 1.5, SPRT_LOGISTIC, {17, 253, 1042, 337, 39}, 2.96},
        {0.25, 1.75, SPRT_LOGISTIC, {11, 407, 3238, 513, 11}, 2.93},
        {-0.25, 1.25, SPRT_LOGISTIC, {253, 4282, 17604, 4431, 286}, 2.94},
        {0.25, 1.25, SPRT_LOGISTIC, {58, 3302, 33130, 3518, 84}, 2.97},
        {0.25, 1.25, SPRT_LOGISTIC, {14, 1030, 14318, 1163, 19}, 2.93},
        {-1, 3, SPRT_LOGISTIC, {424, 2948, 5832, 3045, 460}, 2.94},
        {0, 2, SPRT_NORMALIZED, {371, 10263, 24989, 10642, 379}, 2.95},
        {0.5, 2.5, SPRT_NORMALIZED, {47, 8181, 25234, 8575, 47}, 2.94},
        {-2.5, 0.5, SPRT_NORMALIZED, {238, 5274, 26761, 5326, 237}, 2.94},
        {-1.75, 0.25, SPRT_NORMALIZED, {289, 26459, 62934, 26379, 331}, 2.94},
        {-1.75, 0.25, SPRT_NORMALIZED, {118, 38575, 109888, 38432, 122}, 2.95},
        {0, 2, SPRT_NORMALIZED, {320, 12431, 27275, 12858, 316}, 2.95},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct sprt_settings settings = {
            .on = true, .elo0 = rows[i].elo0, .elo1 = rows[i].elo1, .model = rows[i].model};
        ck_assert_double_eq_tol(sprt_ratio(rows[i].pairs, 5, &settings), rows[i].ratio, 0.011);
    }
}
END_TEST

/* For small differences the ratio is N (s1 - s0) (2 s - s0 - s1) / (2 variance): 1000 games of 300
 * won, 450 drawn, 250 lost have s = 0.525, variance 0.136875; with 0 and 10 Elo, s1 = 0.514387. */
START_TEST(trinomial_by_hand) {
    static const long games[] = {250, 450, 300};
    const struct sprt_settings settings = {.on = true, .elo0 = 0, .elo1 = 10};
    double s1 = 1 / (1 + pow(10, -10 / 400.0));
    double hand = 1000 * (s1 - 0.5) * (2 * 0.525 - 0.5 - s1) / (2 * 0.136875);
    ck_assert_double_eq_tol(hand, 1.8707, 1e-3);
    ck_assert_double_eq_tol(sprt_ratio(games, 3, &settings), hand, 0.02);
}
END_TEST

/* However far apart the hypotheses: many wins speak for the stronger one, and who looks from the
 * other side sees the same with the sign changed. */
START_TEST(far_apart) {
    static const long counts[][5] = {{0, 0, 0, 0, 20},
                                     {0, 1, 3, 5, 40},
                                     {0, 0, 100, 0, 0},
                                     {16, 13, 36, 14, 21},
                                     {1, 0, 0, 0, 1}};
    static const double elos[] = {5, 100, 230, 240, 300, 600, 990};
    for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALIZED; model++)
        for (size_t i = 0; i < sizeof elos / sizeof *elos; i++)
            for (size_t row = 0; row < sizeof counts / sizeof *counts; row++) {
                long turned[5];
                for (int j = 0; j < 5; j++)
                    turned[j] = counts[row][4 - j];
                struct sprt_settings one = {
                    .on = true, .elo0 = -elos[i], .elo1 = elos[i], .model = (enum sprt_model)model};
                double ratio = sprt_ratio(counts[row], 5, &one), all = 0;
                ck_assert_double_eq_tol(ratio, -sprt_ratio(turned, 5, &one), 1e-4);
                for (int j = 0; j < 5; j++)
                    all += (double)counts[row][j] * (j - 2);
                ck_assert(all > 0 ? ratio > 0.01 * all : fabs(ratio) < 1e-4);
                one.elo0 = 0;
                struct sprt_settings other = one;
                other.elo0 = -one.elo1;
                other.elo1 = 0;
                ck_assert_double_eq_tol(sprt_ratio(counts[row], 5, &one),
                                        -sprt_ratio(turned, 5, &other), 1e-4);
            }
}
END_TEST

START_TEST(settings_read) {
    struct sprt_settings settings = {0};
    struct error error = {0};
    ck_assert(sprt_parse("elo0=-2,elo1=3.5", &settings, &error));
    ck_assert(settings.on && settings.elo0 == -2 && settings.elo1 == 3.5);
    ck_assert(settings.alpha == 0.05 && settings.beta == 0.05);
    ck_assert(sprt_parse("elo0=0,elo1=5,alpha=0.01,beta=0.1,model=normalized,results=trinomial",
                         &settings, &error));
    struct text text = {0};
    sprt_print(&settings, &text);
    ck_assert_str_eq(text_string(&text),
                     "elo0=0,elo1=5,alpha=0.01,beta=0.1,model=normalized,results=trinomial");
    text_free(&text);
    static const char *const bad[] = {"",
                                      "elo0=0",
                                      "elo1=3",
                                      "elo0=5,elo1=5",
                                      "elo0=0,elo1=x",
                                      "elo0=0,elo1=5,alpha=0",
                                      "elo0=0,elo1=5,beta=0.5",
                                      "elo0=0,elo1=5,model=bayes",
                                      "elo0=0,elo1=5,speed=3",
                                      "elo0=nan,elo1=5",
                                      "elo0=0,elo1=inf"};
    struct sprt_settings before = settings;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert(!sprt_parse(bad[i], &settings, &error));
        ck_assert_str_eq(error.code, "syntax.sprt");
        error_clear(&error);
        ck_assert_mem_eq(&before, &settings, sizeof before);
    }
}
END_TEST

static void give(struct sprt *sprt, long number, int halves) {
    int first = (int)number % 2; /* the side of player 0 */
    const struct played_game played = {.game = {.number = number, .players = {first, 1 - first}},
                                       .winner = halves == 2   ? first
                                                 : halves == 0 ? 1 - first
                                                               : -1,
                                       .is_void = halves < 0};
    sprt_add(sprt, &played);
}

/* The verdict, its ratio and its games are the same in whatever order the games end, and games
 * after the deciding pair change nothing. */
START_TEST(order) {
    enum { GAMES = 400 };
    const struct schedule schedule = {.players = 2, .games = GAMES, .swap = true};
    const struct sprt_settings settings = {
        .on = true, .elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05};
    struct rng rng;
    int early = 0;
    rng_seed(&rng, 3);
    for (int run = 0; run < 40; run++) {
        int halves[GAMES];
        long shuffled[GAMES];
        for (int i = 0; i < GAMES; i++) {
            uint64_t lot = rng_below(&rng, 20);
            halves[i] = lot == 0 ? -1 : lot < 7 ? 0 : lot < 12 ? 1 : 2;
            /* Within a window, as concurrent games end. */
            shuffled[i] = i;
        }
        for (int i = 0; i < GAMES - 16; i++) {
            size_t j = (size_t)i + (size_t)rng_below(&rng, 16);
            long saved = shuffled[i];
            shuffled[i] = shuffled[j];
            shuffled[j] = saved;
        }
        struct sprt one, other;
        sprt_open(&one, &settings, &schedule);
        sprt_open(&other, &settings, &schedule);
        for (int i = 0; i < GAMES; i++)
            give(&one, i, halves[i]);
        for (int i = 0; i < GAMES; i++)
            give(&other, shuffled[i], halves[shuffled[i]]);
        ck_assert_int_eq(one.verdict, other.verdict);
        ck_assert_int_eq(one.next, other.next);
        ck_assert_double_eq_tol(one.ratio, other.ratio, 1e-12);
        ck_assert_mem_eq(one.pairs, other.pairs, sizeof one.pairs);
        /* What the deciding game has settled, no later one changes. */
        struct sprt until;
        sprt_open(&until, &settings, &schedule);
        for (int i = 0; i < GAMES && until.verdict == SPRT_OPEN; i++)
            give(&until, i, halves[i]);
        ck_assert_int_eq(one.verdict, until.verdict);
        ck_assert_int_eq(one.next, until.next);
        ck_assert_double_eq_tol(one.ratio, until.ratio, 1e-12);
        early += until.verdict != SPRT_OPEN && until.next < GAMES;
        sprt_free(&until);
        sprt_free(&one);
        sprt_free(&other);
    }
    ck_assert_int_gt(early, 10);
}
END_TEST

/* Pairs with a void game count for nothing; a game alone waits for its pair. */
START_TEST(voids) {
    const struct schedule schedule = {.players = 2, .games = 6, .swap = true};
    const struct sprt_settings settings = {
        .on = true, .elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    struct sprt sprt;
    sprt_open(&sprt, &settings, &schedule);
    give(&sprt, 0, 2);
    ck_assert_int_eq(sprt.next, 0);
    give(&sprt, 2, 2);
    give(&sprt, 3, 1);
    ck_assert_int_eq(sprt.next, 0);
    give(&sprt, 1, -1);
    ck_assert_int_eq(sprt.next, 4);
    ck_assert_int_eq(sprt.pairs[3], 1);
    ck_assert_int_eq(sprt.games[2], 2);
    ck_assert_int_eq(sprt.games[1], 1);
    ck_assert_int_eq(sprt.pairs[0] + sprt.pairs[1] + sprt.pairs[2] + sprt.pairs[4], 0);
    sprt_free(&sprt);
}
END_TEST

static void give_all(struct sprt *sprt, long from, long to, const struct played_game *like) {
    for (long i = from; i < to; i++) {
        struct played_game played = *like;
        int first = (int)i % 2;
        played.game = (struct scheduled_game){.number = i, .players = {first, 1 - first}};
        played.winner = first;
        if (like->content != 0)
            played.content += (uint64_t)first;
        sprt_add(sprt, &played);
    }
}

static const struct schedule LONG_MATCH = {.players = 2, .games = 2000, .swap = true};
static const struct sprt_settings TEST_OF_TEN = {
    .on = true, .elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};

/* A base that does not start, or that was withdrawn, is no weaker for that. */
START_TEST(forfeits_before_play_decide_nothing) {
    const struct played_game forfeit = {.unplayed = true};
    struct sprt sprt;
    sprt_open(&sprt, &TEST_OF_TEN, &LONG_MATCH);
    give_all(&sprt, 0, 2000, &forfeit);
    ck_assert_int_eq(sprt.next, 2000);
    ck_assert_int_eq(sprt.verdict, SPRT_OPEN);
    ck_assert_double_eq(sprt.ratio, 0);
    sprt_free(&sprt);
}
END_TEST

/* One fault in fifty games is borne; two of them end the test, but not before there are fifty. */
START_TEST(faults_end_a_test) {
    const struct played_game fine = {0}, crash = {.faults = {true, false}};
    struct sprt sprt;
    sprt_open(&sprt, &TEST_OF_TEN, &LONG_MATCH);
    give_all(&sprt, 0, 1, &crash);
    give_all(&sprt, 1, 2000, &fine);
    ck_assert_int_eq(sprt.verdict, SPRT_ACCEPTED);
    ck_assert_int_ge(sprt.next, 50);
    long games = sprt.next;
    sprt_free(&sprt);

    sprt_open(&sprt, &TEST_OF_TEN, &LONG_MATCH);
    give_all(&sprt, 0, 2, &crash);
    give_all(&sprt, 2, 48, &fine);
    ck_assert_int_eq(sprt.verdict, SPRT_OPEN);
    give_all(&sprt, 48, 50, &fine);
    ck_assert_int_eq(sprt.verdict, SPRT_FAULTY);
    ck_assert_int_eq(sprt.next, 50);
    sprt_free(&sprt);

    sprt_open(&sprt, &TEST_OF_TEN, &LONG_MATCH); /* after the verdict they change nothing */
    give_all(&sprt, 0, games, &fine);
    ck_assert_int_eq(sprt.verdict, SPRT_ACCEPTED);
    give_all(&sprt, games, 2000, &crash);
    ck_assert_int_eq(sprt.verdict, SPRT_ACCEPTED);
    sprt_free(&sprt);
}
END_TEST

/* With every pair there twice there is a verdict, with every pair there three times none. */
START_TEST(repeats_prove_nothing) {
    for (long copies = 1; copies <= 3; copies++) {
        struct sprt sprt;
        sprt_open(&sprt, &TEST_OF_TEN, &LONG_MATCH);
        for (long i = 0; i < 2000; i += 2)
            give_all(&sprt, i, i + 2,
                     &(struct played_game){.content = 10 * (uint64_t)(i / 2 / copies + 1)});
        ck_assert_int_eq(sprt.verdict, copies < 3 ? SPRT_ACCEPTED : SPRT_REPEATED);
        ck_assert_int_ge(sprt.distinct * copies, sprt.compared);
        sprt_free(&sprt);
    }
}
END_TEST

START_TEST(contents_of_games) {
    const int one[] = {0, 1}, other[] = {1, 0};
    uint64_t content = played_game_content(one, "a", "b c");
    ck_assert_uint_eq(content, played_game_content(one, "a", "b c"));
    ck_assert_uint_ne(content, 0);
    ck_assert_uint_ne(content, played_game_content(other, "a", "b c"));
    ck_assert_uint_ne(content, played_game_content(one, "a b", "c"));
    ck_assert_uint_ne(content, played_game_content(one, "", "b c"));
}
END_TEST

/* Without a test every complete pair counts, whatever is missing before it (as in a shard), and
 * once. */
START_TEST(pairs_beyond_gaps) {
    const struct schedule schedule = {.players = 2, .games = 9, .swap = true};
    const struct sprt_settings off = {0};
    struct sprt sprt;
    sprt_open(&sprt, &off, &schedule);
    give(&sprt, 5, 2);
    give(&sprt, 4, 1);
    give(&sprt, 4, 1);
    give(&sprt, 3, 2);
    give(&sprt, 6, 0);
    give(&sprt, 7, 0);
    give(&sprt, 8, 2);
    ck_assert_int_eq(sprt.pairs[3], 1);
    ck_assert_int_eq(sprt.pairs[0], 1);
    ck_assert_int_eq(sprt.pairs[1] + sprt.pairs[2] + sprt.pairs[4], 0);
    ck_assert_int_eq(sprt.verdict, SPRT_OPEN);
    sprt_free(&sprt);
}
END_TEST

START_TEST(never_nan) {
    struct rng rng;
    rng_seed(&rng, 8);
    for (int run = 0; run < 20000; run++) {
        long counts[5] = {0};
        int size = run % 2 == 0 ? 5 : 3;
        for (int i = 0; i < size; i++)
            if (rng_below(&rng, 2) == 0)
                counts[i] = (long)rng_below(&rng, run % 7 == 0 ? 1000000 : 4);
        struct sprt_settings settings = {.on = true, .model = run % 3 == 0};
        settings.elo0 = (double)rng_below(&rng, 400) - 200;
        settings.elo1 = settings.elo0 + 0.1 + (double)rng_below(&rng, 200);
        double ratio = sprt_ratio(counts, size, &settings);
        ck_assert(isfinite(ratio));
    }
}
END_TEST

/* ---- error rates */

/* Shares with a mean of s, made from even ones by leaning them over. */
static void lean(const double *even, int size, double s, double *p) {
    double variance = 0;
    for (int i = 0; i < size; i++) {
        double value = (double)i / (size - 1) - 0.5;
        variance += even[i] * value * value;
    }
    for (int i = 0; i < size; i++)
        p[i] = even[i] * (1 + (s - 0.5) / variance * ((double)i / (size - 1) - 0.5));
}

static double ratio_of(const double *p) {
    double mean = 0, variance = 0;
    for (int i = 0; i < 5; i++)
        mean += p[i] * i / 4;
    for (int i = 0; i < 5; i++)
        variance += p[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    return (mean - 0.5) / sqrt(variance);
}

static int draw_lot(const double *p, int size, struct rng *rng) {
    double u = (double)rng_below(rng, 1 << 30) / (1 << 30);
    int lot = 0;
    while (lot < size - 1 && u >= p[lot])
        u -= p[lot++];
    return lot;
}

/* A whole test on pairs with the shares p, or on games, two at a time. */
static enum sprt_verdict simulate(const double *p, const struct sprt_settings *settings,
                                  struct rng *rng) {
    long counts[5] = {0};
    double lower = log(settings->beta / (1 - settings->alpha));
    double upper = log((1 - settings->beta) / settings->alpha);
    bool single = settings->results == SPRT_TRINOMIAL;
    for (int count = 0; count < 20000; count++) {
        for (int i = 0; i < (single ? 2 : 1); i++)
            counts[draw_lot(p, single ? 3 : 5, rng)]++;
        double ratio = sprt_ratio(counts, single ? 3 : 5, settings);
        if (ratio >= upper || ratio <= lower)
            return ratio >= upper ? SPRT_ACCEPTED : SPRT_REJECTED;
    }
    return SPRT_OPEN;
}

/* The share of tests that accept elo1. */
static double accepted(const double *p, const struct sprt_settings *settings, int runs,
                       uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed);
    int count = 0;
    for (int i = 0; i < runs; i++)
        count += simulate(p, settings, &rng) == SPRT_ACCEPTED;
    return (double)count / runs;
}

static void expect_errors(const double *p0, const double *p1, const struct sprt_settings *settings,
                          double slack) {
    int runs = (int)test_scale(2000);
    double wrong1 = accepted(p0, settings, runs, 11);
    double wrong0 = 1 - accepted(p1, settings, runs, 12);
    double noise = 3 * sqrt(0.05 * 0.95 / runs);
    ck_assert_double_le(wrong1, settings->alpha * slack + noise);
    ck_assert_double_le(wrong0, settings->beta * slack + noise);
    ck_assert_double_gt(wrong1 + wrong0, 0); /* errors do happen */
}

/* The games of a pair share an opening: their results depend on each other. */
static const double even_pairs[] = {0.05, 0.2, 0.5, 0.2, 0.05};
static const double even_games[] = {0.3, 0.4, 0.3};

START_TEST(errors_pentanomial) {
    const struct sprt_settings settings = {
        .on = true, .elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    double p[5];
    lean(even_pairs, 5, 1 / (1 + pow(10, -0.1)), p);
    expect_errors(even_pairs, p, &settings, 1.1);
}
END_TEST

START_TEST(errors_trinomial) {
    const struct sprt_settings settings = {
        .on = true, .elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05, .results = SPRT_TRINOMIAL};
    double p[5];
    lean(even_games, 3, 1 / (1 + pow(10, -0.15)), p);
    expect_errors(even_games, p, &settings, 1.1);
}
END_TEST

START_TEST(errors_normalized) {
    double p[5];
    lean(even_pairs, 5, 0.55, p);
    const struct sprt_settings settings = {.on = true,
                                           .elo0 = 0,
                                           .elo1 = ratio_of(p) / sqrt(2) * 800 / log(10),
                                           .alpha = 0.05,
                                           .beta = 0.05,
                                           .model = SPRT_NORMALIZED};
    expect_errors(even_pairs, p, &settings, 1.1);
}
END_TEST

static void add_all(Suite *suite) {
    const TTest *const tests[] = {
        published,
        trinomial_by_hand,
        far_apart,
        settings_read,
        order,
        voids,
        forfeits_before_play_decide_nothing,
        faults_end_a_test,
        repeats_prove_nothing,
        contents_of_games,
        pairs_beyond_gaps,
        never_nan,
        errors_pentanomial,
        errors_trinomial,
        errors_normalized,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        suite_add(suite, tests[i]);
}

int main(void) {
    Suite *suite = suite_create("sprt");
    add_all(suite);
    return suite_run(suite);
}
