/* endgame_test: the solver of late positions on boards of any size against a plain minimax, and on
 * 3 x 3 against the other solver. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/qttt/endgame.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "qttt_oracle.h"

static int open_cells(const struct qttt *q) {
    int count = 0;
    for (int cell = 0; cell < q->size * q->size; cell++)
        count += q->owner[cell] == 0;
    return count;
}

/* Components of open cells: a pair joins two of them, unless it waits. */
static int components(const struct qttt *q) {
    int count = open_cells(q);
    for (int n = 1; n <= q->moves; n++)
        count -= q->at[n] == QTTT_SPOOKY && n != q->waiting;
    return count;
}

/* A random position that is not over, with at most so many open cells and components. */
static void position_late(struct qttt *q, int size, int cells, int trees, struct rng *rng) {
    do {
        int win = 3 + (int)rng_below(rng, (uint64_t)size - 2);
        qttt_start(q, (int)rng_below(rng, 3), size, win, (int)rng_below(rng, 2));
        while (!position_over(q) && (open_cells(q) > cells || components(q) > trees))
            position_play_random(q, rng);
    } while (position_over(q));
}

/* The oracle's score in the solver's numbers: 100 a half point, less one a ply. */
static int oracle_as_score(int score) {
    int size = abs(score), value = size > 150 ? 2 : size > 0 ? 1 : 0;
    int whole = value == 2   ? SOLVER_WIN - (200 - size)
                : value == 1 ? SOLVER_NARROW - (100 - size)
                             : 0;
    return score < 0 ? -whole : whole;
}

START_TEST(late_positions) {
    struct endgame *endgame = endgame_new(12);
    struct rng rng;
    rng_seed(&rng, 31);
    int decided = 0, narrow = 0;
    for (long i = 0; i < test_scale(1500); i++) {
        struct qttt q;
        struct board board;
        int score, value;
        position_late(&q, 3 + (int)(i % 7), 3 + (int)(i / 7 % 6), 1 + (int)(i % 4), &rng);
        board_read(&board, &q);
        ck_assert(endgame_solve(endgame, &board, 0, NULL, &score));
        int expected = oracle_as_score(oracle_score(&q, qttt_to_play(&q)));
        ck_assert_msg(score == expected, "position %ld: %d, not %d", i, score, expected);
        ck_assert(endgame_solve_value(endgame, &board, 0, NULL, &value));
        ck_assert_int_eq(value, solver_value(score));
        decided += score != 0;
        narrow += abs(value) == 1;
    }
    ck_assert_int_gt(decided, 0);
    ck_assert(narrow > 0 || test_scale(100) < 100);
    endgame_free(endgame);
}
END_TEST

/* From the first moves on. */
START_TEST(like_the_other_solver) {
    struct endgame *endgame = endgame_new(18);
    struct solver *solver = solver_new();
    struct rng rng;
    rng_seed(&rng, 32);
    for (long i = 0; i < test_scale(60); i++) {
        struct qttt q;
        struct board board;
        int score, expected;
        qttt_start(&q, (int)(i % 3), 3, 3, (int)(i & 1));
        for (long plies = 2 + i % 5; plies > 0; plies--)
            position_play_random(&q, &rng);
        if (position_over(&q))
            continue;
        board_read(&board, &q);
        ck_assert(endgame_solve(endgame, &board, 0, NULL, &score));
        ck_assert(solver_solve(solver, &q, NULL, &expected));
        ck_assert_int_eq(score, expected);
    }
    endgame_free(endgame);
    solver_free(solver);
}
END_TEST

/* A limit ends the work, writes nothing, and harms nothing that comes later. */
START_TEST(limits_are_kept) {
    struct endgame *endgame = endgame_new(16);
    struct rng rng;
    rng_seed(&rng, 33);
    atomic_bool stop = true;
    const struct limits stopped = {.stop = &stop};
    struct qttt q;
    struct board board;
    position_late(&q, 4, 10, 8, &rng);
    board_read(&board, &q);
    int score = 99, again;
    ck_assert(!endgame_solve(endgame, &board, 10, NULL, &score));
    ck_assert_int_eq(score, 99);
    ck_assert(!endgame_solve(endgame, &board, 0, &stopped, &score));
    ck_assert(endgame_solve(endgame, &board, 0, NULL, &score));
    endgame_clear(endgame);
    ck_assert(endgame_solve(endgame, &board, 0, NULL, &again));
    ck_assert_int_eq(score, again);
    endgame_free(endgame);
}
END_TEST

/* Too many open cells are never tried. */
START_TEST(estimates) {
    struct qttt q;
    struct board board;
    qttt_start(&q, QTTT_GOFF, 5, 4, 0);
    board_read(&board, &q);
    ck_assert(endgame_estimate(&board) == ENDGAME_NEVER);
    qttt_start(&q, QTTT_GOFF, 4, 4, 0);
    board_read(&board, &q);
    uint64_t before = endgame_estimate(&board);
    qttt_play(&q, qttt_pair(0, 1));
    board_read(&board, &q);
    ck_assert(endgame_estimate(&board) < before);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endgame");
    suite_add(suite, late_positions);
    suite_add(suite, like_the_other_solver);
    suite_add(suite, limits_are_kept);
    suite_add(suite, estimates);
    return suite_run(suite);
}
