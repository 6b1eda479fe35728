/* solver_test: the 3 x 3 solver against the truths of the rules and against a plain minimax that
 * knows nothing but the game's own functions. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/qttt/solver.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "qttt_oracle.h"

/* qttt_pair as a constant, a < b. */
#define PAIR(a, b) (((a) + 1) | ((b) + 1) << 8)

/* The solver's score for the side to play in the oracle's terms. */
static int oracle_terms(int score) {
    int value = solver_value(score), distance = solver_distance(score);
    return value == 0 ? 0 : 100 * value - (value > 0 ? distance : -distance);
}

/* Positions */

/* A random position with at least `marks` marks that is not over. */
static void position_random(struct qttt *q, int rules, int marks, struct rng *rng) {
    do {
        qttt_start(q, rules, 3, 3, (int)rng_below(rng, 2));
        while (q->moves < marks && !position_over(q))
            position_play_random(q, rng);
        for (uint64_t more = rng_below(rng, 3); more > 0 && !position_over(q); more--)
            position_play_random(q, rng);
    } while (position_over(q));
}

static int opening_value(struct solver *solver, int rules, move m) {
    struct qttt q;
    qttt_start(&q, rules, 3, 3, SIDE_FIRST);
    qttt_play(&q, m);
    int value;
    ck_assert(solver_solve_value(solver, &q, NULL, &value));
    return -value;
}

static int start_score(struct solver *solver, int rules, int first) {
    struct qttt q;
    qttt_start(&q, rules, 3, 3, first);
    int score, value;
    ck_assert(solver_solve(solver, &q, NULL, &score));
    ck_assert(solver_solve_value(solver, &q, NULL, &value));
    ck_assert_int_eq(solver_value(score), value);
    return score;
}

START_TEST(goff_openings) {
    struct solver *solver = solver_new();
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++) {
            bool corners = (a == 0 && b == 8) || (a == 2 && b == 6);
            ck_assert_int_eq(opening_value(solver, QTTT_GOFF, qttt_pair(a, b)), corners ? 1 : 0);
        }
    solver_free(solver);
}
END_TEST

/* A value of at most a narrow win either way also says: a draw if narrow wins count as draws. */
START_TEST(start_values) {
    static const int values[] = {[QTTT_GOFF] = 1, [QTTT_EARLIEST] = 1, [QTTT_SUM] = 0};
    struct solver *solver = solver_new();
    for (int rules = QTTT_GOFF; rules <= QTTT_SUM; rules++) {
        int score = start_score(solver, rules, SIDE_FIRST);
        ck_assert_int_eq(solver_value(score), values[rules]);
        ck_assert_int_eq(start_score(solver, rules, SIDE_SECOND), score);
    }
    solver_free(solver);
}
END_TEST

static void compare_with_oracle(struct solver *solver, const struct qttt *q) {
    int score, value;
    bool yes;
    ck_assert(solver_solve(solver, q, NULL, &score));
    ck_assert_int_eq(oracle_terms(score), oracle_score(q, qttt_to_play(q)));
    ck_assert(solver_solve_value(solver, q, NULL, &value));
    ck_assert_int_eq(value, solver_value(score));
    ck_assert(solver_reaches(solver, q, NULL, score, &yes) && yes);
    ck_assert(solver_reaches(solver, q, NULL, score + 1, &yes) && !yes);
}

/* Random positions with few marks to go; those that take the oracle long are fewer. */
START_TEST(late_positions) {
    static const struct {
        int marks;
        long count;
    } stages[] = {{8, 1500}, {7, 1500}, {6, 60}};
    struct solver *solver = solver_new();
    struct rng rng;
    rng_seed(&rng, 5);
    for (int rules = QTTT_GOFF; rules <= QTTT_SUM; rules++)
        for (size_t stage = 0; stage < sizeof stages / sizeof *stages; stage++)
            for (long i = 0; i < test_scale(stages[stage].count); i++) {
                struct qttt q;
                position_random(&q, rules, stages[stage].marks, &rng);
                compare_with_oracle(solver, &q);
            }
    solver_free(solver);
}
END_TEST

/* The same pairs in another order, each side's among themselves: another position, and one that the
 * table must not take for the first unless their scores are equal. */
static void position_shuffle(const struct qttt *q, struct qttt *other, struct rng *rng) {
    move pairs[QTTT_MARKS];
    for (int n = 1; n <= q->moves; n++)
        pairs[n] = qttt_pair(q->a[n], q->b[n]);
    for (int n = q->moves; n > 2; n--) {
        int m = n - 2 * (int)rng_below(rng, (uint64_t)(n + 1) / 2);
        move swap = pairs[n];
        pairs[n] = pairs[m];
        pairs[m] = swap;
    }
    qttt_start(other, q->rules, 3, 3, q->first);
    for (int n = 1; n <= q->moves; n++)
        qttt_play(other, pairs[n]);
}

/* Six spooky pairs without a cycle. */
static void position_forest(struct qttt *q, int rules, struct rng *rng) {
    do {
        qttt_start(q, rules, 3, 3, SIDE_FIRST);
        while (q->moves < 6 && !q->waiting)
            position_play_random(q, rng);
    } while (q->waiting);
}

START_TEST(numbers_are_told_apart) {
    struct solver *solver = solver_new();
    struct rng rng;
    rng_seed(&rng, 8);
    long count = test_scale(90);
    for (long i = 0; i < count; i++) {
        struct qttt q, other;
        position_forest(&q, (int)(i * 3 / count), &rng);
        position_shuffle(&q, &other, &rng);
        int score;
        ck_assert(solver_solve(solver, &q, NULL, &score));
        ck_assert(solver_solve(solver, &other, NULL, &score));
        ck_assert_int_eq(oracle_terms(score), oracle_score(&other, qttt_to_play(&other)));
    }
    solver_free(solver);
}
END_TEST

/* Positions under `earliest` in which it matters which of two pairs is X3 and which X5. */
static const struct {
    move pairs[7];
} witnesses[] = {
    {{0, PAIR(1, 7), PAIR(3, 4), PAIR(0, 5), PAIR(3, 5), PAIR(1, 5), PAIR(0, 8)}},
    {{0, PAIR(6, 7), PAIR(3, 5), PAIR(0, 6), PAIR(4, 6), PAIR(2, 7), PAIR(1, 4)}},
    {{0, PAIR(0, 6), PAIR(0, 3), PAIR(0, 7), PAIR(4, 6), PAIR(2, 7), PAIR(0, 1)}},
};

START_TEST(rare_numbers_are_told_apart) {
    struct solver *solver = solver_new();
    for (size_t i = 0; i < sizeof witnesses / sizeof *witnesses; i++) {
        int scores[2];
        for (int swap = 0; swap < 2; swap++) {
            struct qttt q;
            qttt_start(&q, QTTT_EARLIEST, 3, 3, SIDE_FIRST);
            for (int n = 1; n <= 6; n++)
                qttt_play(&q, witnesses[i].pairs[swap && (n == 3 || n == 5) ? 8 - n : n]);
            ck_assert(solver_solve(solver, &q, NULL, &scores[swap]));
            ck_assert_int_eq(oracle_terms(scores[swap]), oracle_score(&q, qttt_to_play(&q)));
        }
        ck_assert_int_ne(scores[0], scores[1]);
    }
    solver_free(solver);
}
END_TEST

/* The value of each position is the best of those of its successors: from the start on, where the
 * oracle cannot go. */
START_TEST(early_positions) {
    struct solver *solver = solver_new();
    struct rng rng;
    rng_seed(&rng, 6);
    long count = test_scale(300);
    for (long i = 0; i < count; i++) {
        struct qttt q;
        position_random(&q, (int)(i * 3 / count), (int)(i % 6), &rng);
        struct moves list = {0};
        qttt_moves(&q, &no_past, &list);
        int best = -SOLVER_WIN, score;
        for (size_t k = 0; k < list.count; k++) {
            struct qttt child = q;
            qttt_play(&child, list.at[k]);
            bool same = qttt_to_play(&child) == qttt_to_play(&q);
            if (position_over(&child))
                score = solver_final(&child, qttt_to_play(&q));
            else
                ck_assert(solver_solve(solver, &child, NULL, &score));
            score = solver_later(same || position_over(&child) ? score : -score);
            best = score > best ? score : best;
        }
        moves_free(&list);
        ck_assert(solver_solve(solver, &q, NULL, &score));
        ck_assert_int_eq(score, best);
    }
    solver_free(solver);
}
END_TEST

START_TEST(limits_end_the_search) {
    struct solver *solver = solver_new();
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    int score = 99;
    struct limits few = {.nodes = 500};
    ck_assert(!solver_solve(solver, &q, &few, &score));
    ck_assert_int_eq(score, 99);
    ck_assert_uint_le(solver_nodes(solver), 510);
    atomic_bool stop = true;
    struct limits stopped = {.stop = &stop};
    ck_assert(!solver_solve(solver, &q, &stopped, &score));
    ck_assert(solver_solve(solver, &q, NULL, &score));
    ck_assert_int_eq(solver_value(score), 1);
    solver_free(solver);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solver");
    suite_add(suite, goff_openings);
    suite_add(suite, start_values);
    suite_add(suite, late_positions);
    suite_add(suite, numbers_are_told_apart);
    suite_add(suite, rare_numbers_are_told_apart);
    suite_add(suite, early_positions);
    suite_add(suite, limits_end_the_search);
    return suite_run(suite);
}
