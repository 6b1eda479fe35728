#include "solver_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

struct solver *solver_new(void) {
    struct solver *solver = memory_new(1, sizeof *solver);
    small_tables_init(&solver->tables);
    solver->table = memory_new((size_t)1 << TABLE_BITS, sizeof *solver->table);
    return solver;
}

void solver_free(struct solver *solver) {
    if (!solver)
        return;
    free(solver->table);
    free(solver);
}

static void solver_empty(struct solver *solver) {
    free(solver->table);
    solver->table = memory_new((size_t)1 << TABLE_BITS, sizeof *solver->table);
    memset(solver->history, 0, sizeof solver->history);
}

void solver_clear(struct solver *solver) {
    solver_empty(solver);
    solver->nodes = 0;
}

bool solver_fits(const struct qttt *q) {
    return q->size == 3;
}

uint64_t solver_nodes(const struct solver *solver) {
    return solver->nodes;
}

static int search_position(struct solver *solver, const struct qttt *q, int bound) {
    struct small p;
    small_read(&solver->tables, q, &p);
    if (!q->waiting)
        return solver_search(solver, &p, NULL, bound);
    p.marks = q->waiting - 1;
    int best = SCORE_BARRED;
    for (int i = 0; i < 2 && best < bound; i++) {
        outcome o = small_outcome(&solver->tables, &p, i ? q->b[q->waiting] : q->a[q->waiting]);
        int score = outcome_score(solver, o, (q->waiting & 1) == 0);
        if (score == SCORE_NONE) {
            struct small child = p;
            small_collapse(&child, o);
            score = solver_search(solver, &child, NULL, score_sooner(bound));
        }
        score = score_later(score);
        best = score > best ? score : best;
    }
    return best;
}

static void solver_begin(struct solver *solver, const struct qttt *q, const struct limits *limits) {
    assert(solver_fits(q));
    /* The count goes on: whoever asks under a node limit has read it already. */
    if (solver->rules != q->rules) {
        solver_empty(solver);
        solver->rules = q->rules;
    }
    solver->limits = limits;
    solver->node_limit = limits && limits->nodes ? solver->nodes + limits->nodes : 0;
    solver->stopped = false;
}

bool solver_reaches(struct solver *solver, const struct qttt *q, const struct limits *limits,
                    int bound, bool *yes) {
    solver_begin(solver, q, limits);
    int score = search_position(solver, q, bound);
    if (!solver->stopped)
        *yes = score >= bound;
    return !solver->stopped;
}

/* Closes in on the score from both sides; stops as soon as both bounds have the same value unless
 * the distance is wanted as well. */
static bool solver_narrow_down(struct solver *solver, const struct qttt *q,
                               const struct limits *limits, bool distance, int *score) {
    solver_begin(solver, q, limits);
    int low = -SOLVER_WIN, high = SOLVER_WIN, guess = 0;
    while (distance ? low < high : solver_value(low) < solver_value(high)) {
        int bound = guess == low ? guess + 1 : guess;
        if (!distance && guess == low)
            bound = guess < -SOLVER_NARROW ? -SOLVER_NARROW
                    : guess < 0            ? 0
                    : guess == 0           ? 1
                                           : SOLVER_NARROW + 1;
        guess = search_position(solver, q, bound);
        if (solver->stopped)
            return false;
        if (guess >= bound)
            low = guess;
        else
            high = guess;
    }
    *score = low;
    return true;
}

bool solver_solve_value(struct solver *solver, const struct qttt *q, const struct limits *limits,
                        int *value) {
    int score;
    if (!solver_narrow_down(solver, q, limits, false, &score))
        return false;
    *value = solver_value(score);
    return true;
}

bool solver_solve(struct solver *solver, const struct qttt *q, const struct limits *limits,
                  int *score) {
    return solver_narrow_down(solver, q, limits, true, score);
}
