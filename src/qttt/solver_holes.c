/* Closing moves, by the holes they leave. */
#include "solver_inside.h"

void holes_init(const struct solver *solver, const struct small *p, int bound,
                struct holes *holes) {
    bool first = (p->marks & 1) == 0;
    holes->unknown = holes->good = 0;
    for (unsigned rest = small_open(p); rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        int score = outcome_score(solver, small_outcome(&solver->tables, p, cell), first);
        if (score == SCORE_NONE) {
            holes->unknown |= 1u << cell;
        } else {
            score = score_later(score_later(score));
            holes->good |= (unsigned)(score >= bound) << cell;
        }
        holes->score[cell] = score;
    }
    holes->barred = small_barred(p, solver->rules);
}

static int holes_score(const struct holes *holes, int cell, int unknown) {
    return holes->score[cell] == SCORE_NONE ? unknown : holes->score[cell];
}

/* The same as holes_best when some pairs are barred. */
static int holes_best_allowed(const struct solver *solver, const struct holes *holes,
                              unsigned component, int unknown) {
    int best = SCORE_BARRED;
    for (unsigned as = component; as; as &= as - 1)
        for (unsigned bs = as & (as - 1); bs; bs &= bs - 1) {
            int a = __builtin_ctz(as), b = __builtin_ctz(bs);
            int one = holes_score(holes, a, unknown), two = holes_score(holes, b, unknown);
            int score = one < two ? one : two;
            if (score > best && (holes->barred >> solver->tables.code[a][b] & 1) == 0)
                best = score;
        }
    return best;
}

int holes_best(const struct solver *solver, const struct holes *holes, unsigned component,
               int unknown) {
    if (holes->barred)
        return holes_best_allowed(solver, holes, component, unknown);
    int best = SCORE_BARRED, second = SCORE_BARRED;
    for (unsigned rest = component; rest; rest &= rest - 1) {
        int score = holes_score(holes, __builtin_ctz(rest), unknown);
        if (score > best) {
            second = best;
            best = score;
        } else if (score > second)
            second = score;
    }
    return second;
}
