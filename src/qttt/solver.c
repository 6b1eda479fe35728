#include "solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/assert_hot.h"
#include "../core/memory.h"
#include "score.h"
#include "small.h"

struct tt_entry {
    uint64_t key;
    int8_t low, high; /* bounds of the score */
    uint8_t best;     /* code of the best move in the key's own orientation, or 0 */
    uint8_t marks;    /* positions with fewer marks stay longer in the table */
};

/* 8 MB: under no rule set do the first moves need more than a third of it. */
enum { TABLE_BITS = 19, TABLE_PROBES = 4 };

struct solver {
    struct small_tables tables;
    struct tt_entry *table;
    enum qttt_rules rules;
    uint64_t nodes;
    const struct limits *limits;
    uint64_t node_limit;
    bool stopped;
    uint32_t history[2][SMALL_CODES];
};

static inline bool set_has_two(unsigned set) {
    return (set & (set - 1)) != 0;
}

/* Outcomes and bounds as numbers. */

/* The longest game has 9 marks and 4 collapses, so no score lies between 0 and NARROW - LONGEST. */
enum { LONGEST = 14 };

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

/* The score for the side whose marks are `first` or not, if this outcome ends the game, with no
 * distance in it; SCORE_NONE if the game goes on. */
static int outcome_score(const struct solver *solver, outcome o, bool first) {
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

/* The best score that could be reached at all by a side with such open lines, whose third mark has
 * this number. */
static int score_limit(unsigned lines, int marks, int third) {
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

/* The transposition table. */

static struct tt_entry *table_start(const struct solver *solver, uint64_t key) {
    return &solver->table[(key * 0x9e3779b97f4a7c15u) >> (64 - TABLE_BITS) &
                          ~(uint64_t)(TABLE_PROBES - 1)];
}

/* What the table knows of a key, or NULL. */
static const struct tt_entry *table_find(const struct solver *solver, uint64_t key) {
    const struct tt_entry *entry = table_start(solver, key);
    for (int i = 0; i < TABLE_PROBES; i++, entry++)
        if (entry->key == key)
            return entry;
    return NULL;
}

/* The entry of a key: its own, a free one, or that of the position with the most marks. */
static struct tt_entry *table_claim(struct solver *solver, uint64_t key) {
    struct tt_entry *entry = table_start(solver, key), *worst = entry;
    for (int i = 0; i < TABLE_PROBES; i++, entry++) {
        if (entry->key == key)
            return entry;
        if (entry->key == 0 || (worst->key != 0 && entry->marks > worst->marks))
            worst = entry;
    }
    *worst = (struct tt_entry){.key = key, .low = -SOLVER_WIN, .high = SOLVER_WIN};
    return worst;
}

/* Keeps that `score` was found for the question `bound`, and the best move if it was enough. */
static void table_store(struct solver *solver, const struct small *p, uint64_t key, int symmetry,
                        int bound, int score, int best) {
    struct tt_entry *entry = table_claim(solver, key);
    entry->marks = (uint8_t)p->marks;
    if (score >= bound) {
        entry->low = (int8_t)(score > entry->low ? score : entry->low);
        entry->best = solver->tables.map_code[symmetry][best];
    } else if (score < entry->high)
        entry->high = (int8_t)score;
}

/* Closing moves. Whoever closes a cycle with the cells a and b gets the worse of two outcomes: hole
 * a or hole b. So what counts is the score of each hole of a component; its best closing move joins
 * the two best holes. */
struct holes {
    int score[SMALL_CELLS]; /* for the side to play; what is not known yet stands at SCORE_NONE */
    unsigned unknown;       /* those holes */
    unsigned good;          /* holes that reach the bound */
    uint64_t barred;
};

static void holes_init(const struct solver *solver, const struct small *p, int bound,
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

/* The score of the best closing move within a component if unknown holes had the score `unknown`;
 * SCORE_BARRED if there is no such move. */
static int holes_best(const struct solver *solver, const struct holes *holes, unsigned component,
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

/* Seven marks on the board: two trees are left. */

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

/* The score of the eighth mark settled in `end` of a tree it closed: the first side goes on in the
 * other tree. A lone cell is taken (or ends the game); of more holes it takes the two best, and two
 * below the bound are enough. */
static int last_hole(const struct solver *solver, const struct small *p, int end, int bound) {
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

/* The best join of the two trees that seven marks leave. */
static int last_join(const struct solver *solver, const struct small *p, int bound) {
    uint64_t barred = last_barred(solver, p);
    unsigned open = small_open(p);
    unsigned left = small_component(p, __builtin_ctz(open)), right = open & ~left;
    return barred ? last_joins_barred(solver, p, left, right, barred)
                  : last_joins(solver, p, left, right, bound);
}

/* The search. */

static int solver_search(struct solver *solver, const struct small *p,
                         const struct small_keys *parent, int bound);

static bool search_stopped(struct solver *solver) {
    if (solver->stopped || !solver->limits)
        return solver->stopped;
    if ((solver->nodes & 1023) == 0 && limits_reached(solver->limits))
        solver->stopped = true;
    if (solver->node_limit && solver->nodes > solver->node_limit)
        solver->stopped = true;
    return solver->stopped;
}

static int search_lone(const struct solver *solver, const struct small *p, int cell) {
    if (solver->rules == QTTT_SUM)
        return 0;
    outcome o = p->settled | solver->tables.mark[p->marks + 1][cell];
    int score = outcome_score(solver, o, (p->marks & 1) == 0);
    return score_later(score);
}

static int search_hole(struct solver *solver, const struct small *p, int cell, int bound) {
    if (p->marks == SMALL_CELLS - 2)
        return last_hole(solver, p, cell, bound);
    struct small child = *p;
    small_collapse(&child, small_outcome(&solver->tables, p, cell));
    int theirs = solver_search(solver, &child, NULL, score_sooner(score_sooner(1 - bound)));
    return -score_later(score_later(theirs));
}

/* The best closing move of a component as far as the bound asks: two good holes are enough, fewer
 * than two that are good or unknown are too few. (With barred pairs these are only necessary.) */
static int search_component(struct solver *solver, const struct small *p, struct holes *holes,
                            unsigned component, int bound) {
    for (unsigned rest = component & holes->unknown; rest; rest &= rest - 1) {
        if (!set_has_two(component & (holes->good | holes->unknown)) ||
            (holes->barred && holes_best(solver, holes, component, SOLVER_WIN) < bound))
            break;
        if (set_has_two(component & holes->good) &&
            holes_best(solver, holes, component, SCORE_BARRED) >= bound)
            break;
        int cell = __builtin_ctz(rest);
        holes->score[cell] = search_hole(solver, p, cell, bound);
        if (solver->stopped)
            return 0;
        holes->unknown &= ~(1u << cell);
        holes->good |= (unsigned)(holes->score[cell] >= bound) << cell;
    }
    int known = holes_best(solver, holes, component, SCORE_BARRED);
    return known >= bound ? known : holes_best(solver, holes, component, SOLVER_WIN);
}

static int search_join(struct solver *solver, const struct small *p, const struct small_keys *keys,
                       int code, int bound) {
    struct small child = *p;
    small_join(&solver->tables, &child, p->marks + 1, solver->tables.low[code],
               solver->tables.high[code]);
    return -score_later(solver_search(solver, &child, keys, score_sooner(1 - bound)));
}

struct ordered_move {
    uint8_t code;
    uint32_t weight;
};

/* A position on its way through the search. */
struct solver_node {
    const struct small *p;
    struct small_keys keys;
    struct holes holes;
    int bound;
    int hash_move; /* code of the move to try first, then of the best one found; or 0 */
};

static int search_candidates(const struct solver *solver, const struct solver_node *node,
                             struct ordered_move *list) {
    const struct small *p = node->p;
    int count = 0, side = p->marks & 1;
    for (unsigned as = small_open(p); as; as &= as - 1) {
        int a = __builtin_ctz(as);
        unsigned component = small_component(p, a);
        for (unsigned bs = as & (as - 1) & ~component; bs; bs &= bs - 1) {
            uint8_t code = solver->tables.code[a][__builtin_ctz(bs)];
            if (node->holes.barred >> code & 1)
                continue;
            uint32_t weight = code == node->hash_move ? UINT32_MAX : solver->history[side][code];
            list[count++] = (struct ordered_move){.code = code, .weight = weight};
        }
    }
    return count;
}

static void candidates_next(struct ordered_move *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (list[i].weight > list[best].weight)
            best = i;
    struct ordered_move c = list[best];
    list[best] = list[from];
    list[from] = c;
}

/* Best closing move; `known` takes only outcomes into account that end the game, and only such
 * components where they are enough. */
static int search_closing(struct solver *solver, struct solver_node *node, bool known) {
    int best = SCORE_BARRED;
    for (unsigned rest = small_open(node->p); rest && best < node->bound;) {
        unsigned component = small_component(node->p, __builtin_ctz(rest));
        rest &= ~component;
        if (!set_has_two(known ? component & node->holes.good : component))
            continue;
        int score = known ? holes_best(solver, &node->holes, component, SCORE_BARRED)
                          : search_component(solver, node->p, &node->holes, component, node->bound);
        if (solver->stopped)
            return 0;
        best = score > best ? score : best;
    }
    return best;
}

static int search_joining(struct solver *solver, struct solver_node *node, int best) {
    struct ordered_move list[SOLVER_MOVES];
    int count = search_candidates(solver, node, list);
    for (int i = 0; i < count && best < node->bound; i++) {
        candidates_next(list, i, count);
        int score = search_join(solver, node->p, &node->keys, list[i].code, node->bound);
        if (solver->stopped)
            return 0;
        if (score > best) {
            best = score;
            node->hash_move = list[i].code;
        }
        history_learn(&solver->history[node->p->marks & 1][list[i].code], score >= node->bound);
    }
    return best;
}

/* Table lookup, then closing moves, then the others. */
static int search_moves(struct solver *solver, struct solver_node *node) {
    const struct small_tables *tables = &solver->tables;
    int symmetry = small_keys_least(&node->keys);
    uint64_t key = node->keys.at[symmetry];
    const struct tt_entry *entry = table_find(solver, key);
    if (entry) {
        if (entry->low >= node->bound)
            return entry->low;
        if (entry->high < node->bound)
            return entry->high;
        node->hash_move = tables->map_code[tables->inverse[symmetry]][entry->best];
    }
    int best = search_closing(solver, node, false);
    if (best < node->bound && !solver->stopped)
        best = search_joining(solver, node, best);
    if (solver->stopped)
        return 0;
    if (best == SCORE_BARRED)
        best = 0;
    table_store(solver, node->p, key, symmetry, node->bound, best, node->hash_move);
    return best;
}

/* So cheap to work out that the table would only cost time. */
static int search_last_two(struct solver *solver, struct solver_node *node) {
    int best = search_closing(solver, node, false);
    if (best >= node->bound)
        return best;
    int score = last_join(solver, node->p, node->bound);
    return score > best ? score : best;
}

/* The null-window test: is the score of the side to play at least bound? Returns a lower bound of
 * the score if so, else an upper bound; anything if the solver was stopped. `parent` holds the keys
 * of the position before a move that closed nothing, or NULL. */
static int solver_search(struct solver *solver, const struct small *p,
                         const struct small_keys *parent, int bound) {
    solver->nodes++;
    if (search_stopped(solver))
        return 0;
    unsigned open = small_open(p);
    if ((open & (open - 1)) == 0)
        return search_lone(solver, p, __builtin_ctz(open));
    bool first = (p->marks & 1) == 0;
    unsigned lines = small_lines(&solver->tables, p, 0),
             others = small_lines(&solver->tables, p, 1);
    int high = score_limit(first ? lines : others, p->marks, first ? 5 : 6);
    int low = -score_limit(first ? others : lines, p->marks, first ? 6 : 5);
    bound = score_snap(bound, small_narrow(lines, others), LONGEST);
    if (low >= bound)
        return low;
    if (high < bound)
        return high;
    struct solver_node node; /* filled in as far as it is needed */
    node.p = p;
    node.bound = bound;
    node.hash_move = 0;
    holes_init(solver, p, bound, &node.holes);
    /* The ninth mark joins a tree of all open cells, so it always closes, and ends the game. */
    if (p->marks == SMALL_CELLS - 1) {
        int last = holes_best(solver, &node.holes, open, 0);
        return last == SCORE_BARRED ? 0 : last;
    }
    int closing = search_closing(solver, &node, true);
    if (closing >= bound)
        return closing;
    if (p->marks == SMALL_CELLS - 2)
        return search_last_two(solver, &node);
    if (parent)
        small_keys_join(&solver->tables, p, solver->rules, parent, &node.keys);
    else
        small_keys_make(&solver->tables, p, solver->rules, &node.keys);
    return search_moves(solver, &node);
}

/* The solver as others use it. */

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
    assert(solver_fits(q) && qttt_result(q, NULL).phase != PHASE_OVER);
    /* The count goes on: a caller with a node limit has read it already. */
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
    struct score_window window = score_window(distance);
    while (score_window_open(&window)) {
        int bound = score_window_bound(&window);
        int found = search_position(solver, q, bound);
        if (solver->stopped)
            return false;
        score_window_learn(&window, bound, found);
    }
    *score = window.low;
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
