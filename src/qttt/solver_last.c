/* Seven marks on the board: two trees are left. */
#include "solver_inside.h"

/* The eighth mark leaves two trees. If it joins them, the ninth closes and ends the game: the first
 * side takes the two holes that are worst for the second. With the hole in one tree, the outcome
 * depends on where the eighth mark ends in the other tree, not on where it ends in this one. It is
 * the same outcome if the eighth closes in that other tree, settles there, and the ninth follows.
 */
static outcome last_ending(const struct solver *solver, const struct small *p, int hole, int end) {
    return p->settled | p->hole[end] | solver->tables.mark[8][end] | p->hole[hole] |
           solver->tables.mark[9][hole];
}

/* The pairs that the first side may not repeat with the ninth mark. */
static uint64_t last_barred(const struct solver *solver, const struct small *p) {
    return small_barred(&(struct small){.raw = p->raw, .marks = 8}, solver->rules);
}

int last_hole(const struct solver *solver, const struct small *p, int end, int bound) {
    unsigned other = small_open(p) & ~small_component(p, end), seen = 0;
    struct holes holes = {.barred = last_barred(solver, p)};
    bool lone = (other & (other - 1)) == 0;
    if (lone && solver->rules == QTTT_SUM)
        return 0;
    int below = 0;
    for (unsigned rest = other; rest && (below < 2 || holes.barred); rest &= rest - 1) {
        int hole = __builtin_ctz(rest);
        int score = outcome_score(solver, last_ending(solver, p, hole, end), true);
        score = score_later(score_later(score_later(score)));
        holes.score[hole] = lone ? score : score_later(score);
        below += -holes.score[hole] < bound;
        seen |= 1u << hole;
    }
    if (lone)
        return -holes.score[__builtin_ctz(other)];
    int theirs = holes_best(solver, &holes, seen, 0);
    return theirs == SCORE_BARRED ? 0 : -theirs;
}

/* After a join: the join, the ninth mark, the collapse. */
static int last_outcome(const struct solver *solver, const struct small *p, int hole, int end) {
    outcome o = last_ending(solver, p, hole, end);
    return score_later(score_later(score_later(outcome_score(solver, o, false))));
}

/* The holes of a tree, for the second side. */
struct last_holes {
    int below; /* how many are below the bound; counted up to 2 */
    int good;  /* the worst score that is not, if fewer than 2 are */
    int bad;   /* the best score below the bound */
};

static struct last_holes last_count(const struct solver *solver, const struct small *p,
                                    unsigned holes, int end, int bound) {
    struct last_holes count = {.good = SOLVER_WIN, .bad = SCORE_BARRED};
    for (unsigned rest = holes; rest && count.below < 2; rest &= rest - 1) {
        int score = last_outcome(solver, p, __builtin_ctz(rest), end);
        if (score >= bound) {
            count.good = score < count.good ? score : count.good;
        } else {
            count.bad = score > count.bad ? score : count.bad;
            count.below++;
        }
    }
    return count;
}

/* The best end in `ends` for the holes of the other tree; `bad` is the best of all ends. */
static struct last_holes last_best(const struct solver *solver, const struct small *p,
                                   unsigned holes, unsigned ends, int bound) {
    struct last_holes best = {.below = 3, .bad = SCORE_BARRED};
    for (unsigned rest = ends; rest && best.below > 0; rest &= rest - 1) {
        struct last_holes count = last_count(solver, p, holes, __builtin_ctz(rest), bound);
        count.bad = count.bad > best.bad ? count.bad : best.bad;
        if (count.below < best.below || (count.below == best.below && count.good > best.good))
            best = count;
        best.bad = count.bad;
    }
    return best;
}

/* The best join: one below the bound in both trees together is not enough for the first side. */
static int last_joins(const struct solver *solver, const struct small *p, unsigned left,
                      unsigned right, int bound) {
    struct last_holes one = last_best(solver, p, left, right, bound);
    if (one.below >= 2)
        return one.bad;
    struct last_holes two = last_best(solver, p, right, left, bound);
    if (one.below + two.below >= 2)
        return one.bad > two.bad ? one.bad : two.bad;
    return one.good < two.good ? one.good : two.good;
}

/* The same where pairs may be barred to the first side: every join, every hole. */
static int last_joins_barred(const struct solver *solver, const struct small *p, unsigned left,
                             unsigned right, uint64_t barred) {
    int best = SCORE_BARRED;
    for (unsigned as = left; as; as &= as - 1)
        for (unsigned bs = right; bs; bs &= bs - 1) {
            struct holes holes = {.barred = barred};
            for (unsigned rest = left | right; rest; rest &= rest - 1) {
                int hole = __builtin_ctz(rest);
                int end = __builtin_ctz(left >> hole & 1 ? bs : as);
                holes.score[hole] = -last_outcome(solver, p, hole, end);
            }
            int theirs = holes_best(solver, &holes, left | right, 0);
            int score = theirs == SCORE_BARRED ? 0 : -theirs;
            best = score > best ? score : best;
        }
    return best;
}

int last_join(const struct solver *solver, const struct small *p, int bound) {
    uint64_t barred = last_barred(solver, p);
    unsigned open = small_open(p);
    unsigned left = small_component(p, __builtin_ctz(open)), right = open & ~left;
    return barred ? last_joins_barred(solver, p, left, right, barred)
                  : last_joins(solver, p, left, right, bound);
}
