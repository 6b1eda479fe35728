/* Outcomes and bounds as numbers. */
#include "solver_inside.h"

/* The longest game has 9 marks and 4 collapses, so no score lies between 0 and NARROW - LONGEST. */
enum { LONGEST = 14 };

int bound_snap(int bound, bool narrow) {
    if (bound > SOLVER_NARROW && bound <= SOLVER_WIN - LONGEST)
        return SOLVER_NARROW + 1;
    if (bound < -SOLVER_NARROW && bound > LONGEST - SOLVER_WIN)
        return -SOLVER_NARROW;
    if (bound > 0 && bound <= SOLVER_NARROW)
        return !narrow ? SOLVER_NARROW + 1 : bound <= SOLVER_NARROW - LONGEST ? 1 : bound;
    if (bound <= 0 && bound >= -SOLVER_NARROW)
        return !narrow || bound > LONGEST - SOLVER_NARROW ? 0 : bound;
    return bound;
}

/* The number that decides for one side: of its best row, by the rule set. Lower is better. */
static int outcome_rank(const struct solver *solver, outcome o, unsigned mask) {
    int best = 99;
    for (int line = 0; line < SMALL_LINES; line++) {
        if ((mask & small_line[line]) != small_line[line])
            continue;
        int low = 99, high = 0, sum = 0;
        for (unsigned rest = small_line[line]; rest; rest &= rest - 1) {
            int n = outcome_number(o, __builtin_ctz(rest));
            low = n < low ? n : low;
            high = n > high ? n : high;
            sum += n;
        }
        int rank = solver->rules == QTTT_GOFF ? high : solver->rules == QTTT_EARLIEST ? low : -sum;
        best = rank < best ? rank : best;
    }
    return best;
}

int outcome_score(const struct solver *solver, outcome o, bool first) {
    unsigned mine = first ? outcome_first(o) : outcome_second(o);
    unsigned theirs = first ? outcome_second(o) : outcome_first(o);
    bool my_row = solver->tables.row[mine], their_row = solver->tables.row[theirs];
    if (my_row && their_row) {
        int my_rank = outcome_rank(solver, o, mine), their_rank = outcome_rank(solver, o, theirs);
        return my_rank < their_rank ? SOLVER_NARROW : my_rank > their_rank ? -SOLVER_NARROW : 0;
    }
    if (my_row)
        return SOLVER_WIN;
    if (their_row)
        return -SOLVER_WIN;
    return (mine | theirs) == SMALL_BOARD ? 0 : SCORE_NONE;
}

int score_limit(unsigned lines, int marks, int third) {
    if (!lines)
        return 0;
    int plies = third - marks + 1;
    return SOLVER_WIN - (plies > 2 ? plies : 2);
}

int solver_value(int score) {
    int size = score < 0 ? -score : score;
    int value = size == 0 ? 0 : size <= SOLVER_NARROW ? 1 : 2;
    return score < 0 ? -value : value;
}

int solver_distance(int score) {
    int size = score < 0 ? -score : score;
    return size == 0 ? -1 : (size <= SOLVER_NARROW ? SOLVER_NARROW : SOLVER_WIN) - size;
}

int solver_later(int score) {
    return score_later(score);
}

int solver_final(const struct qttt *q, int side) {
    struct result result = qttt_result(q, &(struct past){0});
    if (result.winner == SIDE_NONE)
        return 0;
    int score = result.margin < 1 ? SOLVER_NARROW : SOLVER_WIN;
    return result.winner == side ? score : -score;
}
