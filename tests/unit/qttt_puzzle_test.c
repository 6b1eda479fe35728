/* puzzle_test: every puzzle against a minimax of its own, and no two alike. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/qttt/puzzle.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "qttt_oracle.h"

/* The value in half points for a side, by alpha-beta with nothing but the game's own functions. */
static int plain_value(const struct qttt *q, int side, int low, int high) {
    if (position_over(q))
        return final_value(q, side);
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    bool maximise = qttt_to_play(q) == side;
    int best = maximise ? -3 : 3;
    for (size_t i = 0; i < list.count && low < high; i++) {
        struct qttt child = *q;
        qttt_play(&child, list.at[i]);
        int value = plain_value(&child, side, low, high);
        if (maximise ? value > best : value < best)
            best = value;
        if (maximise && best > low)
            low = best;
        if (!maximise && best < high)
            high = best;
    }
    moves_free(&list);
    return best;
}

static int move_value(const struct qttt *q, move m) {
    struct qttt after = *q;
    qttt_play(&after, m);
    return plain_value(&after, qttt_to_play(q), -3, 3);
}

/* A line is legal, and its end is worth what was said of its first move. */
static void check_line(const struct qttt *q, const struct ranked *ranked) {
    struct qttt at = *q;
    for (size_t i = 0; i < ranked->length; i++) {
        struct moves list = {0};
        bool legal = false;
        qttt_moves(&at, &no_past, &list);
        for (size_t k = 0; k < list.count; k++)
            legal |= list.at[k] == ranked->line[i];
        moves_free(&list);
        ck_assert(legal);
        qttt_play(&at, ranked->line[i]);
    }
    ck_assert(position_over(&at));
    ck_assert_int_eq(final_value(&at, qttt_to_play(q)), solver_value(ranked->score));
}

/* Every legal move is there, solutions are exactly the moves that reach the goal. */
static void check_puzzle(const struct puzzle *puzzle) {
    const struct qttt *q = &puzzle->position;
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    ck_assert_uint_eq(list.count, (size_t)puzzle->ranking.count);
    moves_free(&list);
    ck_assert_int_eq(q->waiting != 0, puzzle->kind == PUZZLE_COLLAPSE);
    ck_assert_int_ge(puzzle->solutions, 1);
    int goal = move_value(q, puzzle->ranking.at[0].m);
    ck_assert(puzzle->kind != PUZZLE_WIN || goal > 0);
    ck_assert(puzzle->kind != PUZZLE_DRAW || goal == 0);
    for (int i = 0; i < puzzle->ranking.count; i++) {
        const struct ranked *ranked = &puzzle->ranking.at[i];
        int value = move_value(q, ranked->m);
        ck_assert_int_eq(value, solver_value(ranked->score));
        ck_assert(i < puzzle->solutions ? value == goal : value < goal);
        ck_assert(puzzle->kind != PUZZLE_WIN || i < puzzle->solutions || value <= 0);
        check_line(q, ranked);
    }
    ck_assert_int_ge(puzzle->grade, 1);
    ck_assert_int_le(puzzle->grade, PUZZLE_GRADES);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Eight of each kind and rule set are checked; `make check-long` takes 400, 3600 in all. */
START_TEST(puzzles_are_true) {
    long count = test_scale(8);
    count = count > 8 ? 5 * count : count;
    count = count < PUZZLE_CLASSES ? count : PUZZLE_CLASSES;
    struct solver *solver = solver_new();
    uint64_t *keys = calloc((size_t)count * PUZZLE_KINDS, sizeof *keys);
    size_t made = 0;
    for (int kind = 0; kind < PUZZLE_KINDS; kind++)
        for (long seed = 0; seed < count; seed++) {
            struct puzzle puzzle;
            puzzle_make(&puzzle, solver, (enum qttt_rules)_i, (enum puzzle_kind)kind,
                        (uint64_t)seed);
            check_puzzle(&puzzle);
            keys[made++] = puzzle_key(&puzzle.position);
        }
    qsort(keys, made, sizeof *keys, compare_keys);
    for (size_t i = 1; i < made; i++)
        ck_assert_uint_ne(keys[i - 1], keys[i]);
    free(keys);
    solver_free(solver);
}
END_TEST

/* The key is the same for all eight views of a position, and tells others apart. */
START_TEST(keys_forget_symmetry) {
    struct rng rng;
    rng_seed(&rng, 21);
    for (int i = 0; i < 300; i++) {
        struct qttt q, turned, other;
        qttt_start(&q, i % 3, 3, 3, 0);
        turned = other = q;
        for (int k = 0; k < 5 && !position_over(&q); k++) {
            move m = move_random(&q, &rng);
            int low = qttt_low(m), high = qttt_high(m);
            /* Turned by a quarter: row and column (r, c) become (c, 2 - r). */
            int to_low = low % 3 * 3 + 2 - low / 3, to_high = high % 3 * 3 + 2 - high / 3;
            other = q;
            qttt_play(&q, m);
            qttt_play(&turned,
                      qttt_is_settle(m) ? qttt_settle(to_low) : qttt_pair(to_low, to_high));
        }
        ck_assert_uint_eq(puzzle_key(&q), puzzle_key(&turned));
        ck_assert_uint_ne(puzzle_key(&q), puzzle_key(&other));
    }
}
END_TEST

/* A solver that knows much or nothing, and any other puzzle before: the same puzzle. */
START_TEST(seeds_alone_decide) {
    struct solver *fresh = solver_new(), *used = solver_new();
    struct puzzle first, second;
    puzzle_make(&second, used, QTTT_GOFF, PUZZLE_DRAW, 99);
    for (int kind = 0; kind < PUZZLE_KINDS; kind++) {
        struct text a = {0}, b = {0};
        solver_clear(fresh);
        puzzle_make(&first, fresh, QTTT_GOFF, (enum puzzle_kind)kind, 20261118);
        puzzle_make(&second, used, QTTT_GOFF, (enum puzzle_kind)kind, 20261118);
        puzzle_print(&first, &a);
        puzzle_print(&second, &b);
        ck_assert_str_eq(text_string(&a), text_string(&b));
        text_free(&a);
        text_free(&b);
    }
    solver_free(fresh);
    solver_free(used);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("puzzle");
    suite_add_loop(suite, puzzles_are_true, 0, 3);
    suite_add(suite, keys_forget_symmetry);
    suite_add(suite, seeds_alone_decide);
    return suite_run(suite);
}
