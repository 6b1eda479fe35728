/* The tuner's arithmetic on games that are drawn by lot with known chances. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/tournament/spsa.h"
#include "../support/suite.h"

enum { WALKS = 200 };

/* Elo lost by a parameter for the square of every step that it is away from its best value, 0. */
static double strength(const struct spsa *spsa, int sign, double steepness) {
    double sum = 0;
    for (size_t i = 0; i < spsa->count; i++) {
        double away = spsa_point(spsa, 0, sign, i) / spsa->parameters[i].step;
        sum -= steepness * away * away;
    }
    return sum;
}

/* A pair of games with two draws in ten between equals. */
static double draw_pair(struct rng *rng, double elo) {
    double expected = 1 / (1 + pow(10, -elo / 400)), draws = 0.8 * expected * (1 - expected);
    double answer = 0;
    for (int game = 0; game < 2; game++) {
        double lot = rng_unit(rng), wins = expected - draws / 2;
        answer += lot < wins ? 0.5 : lot < wins + draws ? 0 : -0.5;
    }
    return answer;
}

static struct spsa walk(size_t count, long iterations, uint64_t seed, double steepness) {
    struct spsa spsa = {
        .count = count, .iterations = iterations, .pairs = 1, .gain = 1, .seed = seed};
    spsa.parameters = memory_new(count, sizeof *spsa.parameters);
    for (size_t i = 0; i < count; i++)
        spsa.parameters[i] = (struct spsa_parameter){.name = memory_string("x"),
                                                     .min = -50,
                                                     .max = 50,
                                                     .start = i % 2 == 0 ? 10 : -10,
                                                     .step = 2};
    spsa_begin(&spsa);
    struct rng rng;
    rng_seed(&rng, seed + 1000);
    while (spsa.done < iterations) {
        double answer =
            draw_pair(&rng, strength(&spsa, 1, steepness) - strength(&spsa, -1, steepness));
        spsa_step(&spsa, &answer);
    }
    return spsa;
}

/* What all walks come to. */
struct walks {
    long seen, near, all;
    double square; /* of the distance from the best value, in steps */
};

static struct walks take_walks(size_t count, long iterations, double steepness) {
    struct walks walks = {0};
    for (long seed = 0; seed < WALKS; seed++) {
        struct spsa spsa = walk(count, iterations, (uint64_t)seed, steepness);
        for (size_t i = 0; i < count; i++) {
            struct spsa_estimate estimate = spsa_estimate(&spsa, i);
            walks.all++;
            walks.seen += estimate.peak;
            walks.near += estimate.peak && fabs(estimate.value) <= 2 * estimate.error;
            walks.square += estimate.value * estimate.value / 4;
        }
        spsa_free(&spsa);
    }
    return walks;
}

/* Two standard errors should hold the best value in 95 of 100 walks. */
START_TEST(peaks_are_found) {
    struct walks walks = take_walks(3, 500, 5);
    ck_assert_int_ge(walks.seen, walks.all * 98 / 100);
    ck_assert_int_ge(walks.near, walks.seen * 89 / 100);
    ck_assert_int_le(walks.near, walks.seen * 99 / 100);
    ck_assert_double_lt(sqrt(walks.square / (double)walks.all), 0.6);
}
END_TEST

START_TEST(longer_walks_are_better) {
    struct walks walks = take_walks(3, 2000, 5);
    ck_assert_int_ge(walks.near, walks.all * 89 / 100);
    ck_assert_double_lt(sqrt(walks.square / (double)walks.all), 0.3);
}
END_TEST

/* A parameter without effect must not be given a best value with an error. */
START_TEST(nothing_is_found_where_nothing_is) {
    struct walks walks = take_walks(3, 500, 0);
    ck_assert_int_le(walks.seen, walks.all * 3 / 100);
}
END_TEST

/* Worked by hand: the points (-2, 1.36), (-1, 0.66), (0, 0.36), (1, -0.34), (2, -0.74) have the
 * mean (0, 0.26), the slope -0.52, and 0.036 / 3 about the line; it crosses zero at 0.5, with an
 * error of the root of 0.012 (1 / 5 + 0.5^2 / 10), over 0.52. Without any pull there is the mean of
 * the last three of 5 steps. */
START_TEST(lines_by_hand) {
    static const double pulls[] = {1.36, 0.66, 0.36, -0.34, -0.74};
    static const double path[] = {-2, -1, 0, 1, 2, 7};
    struct spsa_parameter row = {.min = -100, .max = 100, .start = 3, .step = 1};
    struct spsa spsa = {.parameters = &row, .count = 1, .iterations = 5, .pairs = 1, .gain = 1};
    spsa_begin(&spsa);
    ck_assert_double_eq(spsa_estimate(&spsa, 0).value, 3);
    spsa.path[0] = path[0];
    for (; spsa.done < 5; spsa.done++) {
        double reach = fabs(spsa_point(&spsa, 0, 1, 0) - spsa_now(&spsa, 0));
        spsa.pulls[spsa.done] = pulls[spsa.done] * reach;
        spsa.path[spsa.done + 1] = path[spsa.done + 1];
    }
    struct spsa_estimate estimate = spsa_estimate(&spsa, 0);
    ck_assert(estimate.peak);
    ck_assert_double_eq_tol(estimate.value, 0.5, 1e-9);
    ck_assert_double_eq_tol(estimate.error, sqrt(0.012 * (1 / 5.0 + 0.25 / 10)) / 0.52, 1e-9);
    for (int i = 0; i < 5; i++)
        spsa.pulls[i] = 0;
    estimate = spsa_estimate(&spsa, 0);
    ck_assert(!estimate.peak);
    ck_assert_double_eq_tol(estimate.value, (1 + 2 + 7) / 3.0, 1e-9);
    free(spsa.path);
    free(spsa.pulls);
}
END_TEST

START_TEST(points_keep_to_the_rules) {
    struct spsa_parameter row = {.whole = true, .min = 0, .max = 10, .start = 10, .step = 1};
    struct spsa spsa = {.parameters = &row, .count = 1, .iterations = 50, .pairs = 2, .gain = 1};
    spsa_begin(&spsa);
    bool moved = false;
    while (spsa.done < spsa.iterations) {
        for (long question = 0; question < 2; question++) {
            double plus = spsa_point(&spsa, question, 1, 0);
            double minus = spsa_point(&spsa, question, -1, 0);
            ck_assert_double_eq(plus, round(plus));
            ck_assert(plus >= 0 && plus <= 10 && minus >= 0 && minus <= 10);
            ck_assert_double_ne(plus, minus);
        }
        double now = spsa_now(&spsa, 0);
        /* The smaller value wins always. */
        double answers[2];
        for (long question = 0; question < 2; question++)
            answers[question] =
                spsa_point(&spsa, question, 1, 0) < spsa_point(&spsa, question, -1, 0) ? 1 : -1;
        spsa_step(&spsa, answers);
        ck_assert_double_le(spsa_now(&spsa, 0), now);
        moved |= spsa_now(&spsa, 0) < now;
    }
    ck_assert(moved);
    ck_assert_double_eq(spsa_now(&spsa, 0), 0);
    ck_assert_double_eq(spsa_estimate(&spsa, 0).value, 0);
    free(spsa.path);
    free(spsa.pulls);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tune");
    suite_add(suite, peaks_are_found);
    suite_add(suite, longer_walks_are_better);
    suite_add(suite, nothing_is_found_where_nothing_is);
    suite_add(suite, lines_by_hand);
    suite_add(suite, points_keep_to_the_rules);
    return suite_run(suite);
}
