#include "solver_inside.h"

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

struct candidate {
    uint8_t code;
    uint32_t weight;
};

/* A position on its way through the search. */
struct node {
    const struct small *p;
    struct small_keys keys;
    struct holes holes;
    int bound;
    int hint; /* code of the move to try first, then of the best move found; or 0 */
};

static int search_candidates(const struct solver *solver, const struct node *node,
                             struct candidate *list) {
    const struct small *p = node->p;
    int count = 0, side = p->marks & 1;
    for (unsigned as = small_open(p); as; as &= as - 1) {
        int a = __builtin_ctz(as);
        unsigned component = small_component(p, a);
        for (unsigned bs = as & (as - 1) & ~component; bs; bs &= bs - 1) {
            uint8_t code = solver->tables.code[a][__builtin_ctz(bs)];
            if (node->holes.barred >> code & 1)
                continue;
            uint32_t weight = code == node->hint ? UINT32_MAX : solver->history[side][code];
            list[count++] = (struct candidate){.code = code, .weight = weight};
        }
    }
    return count;
}

static void candidates_next(struct candidate *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (list[i].weight > list[best].weight)
            best = i;
    struct candidate c = list[best];
    list[best] = list[from];
    list[from] = c;
}

/* Best closing move; `known` takes only outcomes into account that end the game, and only such
 * components where they are enough. */
static int search_closing(struct solver *solver, struct node *node, bool known) {
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

/* Pairs that were enough rise, pairs that were tried in vain fade. */
static void history_learn(uint32_t *weight, bool enough) {
    if (enough)
        *weight += 1024;
    else
        *weight -= *weight >> 4;
}

static int search_joining(struct solver *solver, struct node *node, int best) {
    struct candidate list[SOLVER_MOVES];
    int count = search_candidates(solver, node, list);
    for (int i = 0; i < count && best < node->bound; i++) {
        candidates_next(list, i, count);
        int score = search_join(solver, node->p, &node->keys, list[i].code, node->bound);
        if (solver->stopped)
            return 0;
        if (score > best) {
            best = score;
            node->hint = list[i].code;
        }
        history_learn(&solver->history[node->p->marks & 1][list[i].code], score >= node->bound);
    }
    return best;
}

/* Table lookup, then closing moves, then the others. */
static int search_moves(struct solver *solver, struct node *node) {
    const struct small_tables *tables = &solver->tables;
    int symmetry = small_keys_least(&node->keys);
    uint64_t key = node->keys.at[symmetry];
    const struct entry *entry = table_find(solver, key);
    if (entry) {
        if (entry->low >= node->bound)
            return entry->low;
        if (entry->high < node->bound)
            return entry->high;
        node->hint = tables->map_code[tables->inverse[symmetry]][entry->best];
    }
    int best = search_closing(solver, node, false);
    if (best < node->bound && !solver->stopped)
        best = search_joining(solver, node, best);
    if (solver->stopped)
        return 0;
    if (best == SCORE_BARRED)
        best = 0;
    table_store(solver, node->p, key, symmetry, node->bound, best, node->hint);
    return best;
}

/* So cheap to work out that the table would only cost time. */
static int search_last_two(struct solver *solver, struct node *node) {
    int best = search_closing(solver, node, false);
    if (best >= node->bound)
        return best;
    int score = last_join(solver, node->p, node->bound);
    return score > best ? score : best;
}

int solver_search(struct solver *solver, const struct small *p, const struct small_keys *parent,
                  int bound) {
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
    bound = bound_snap(bound, small_narrow(lines, others));
    if (low >= bound)
        return low;
    if (high < bound)
        return high;
    struct node node; /* filled in as far as it is needed */
    node.p = p;
    node.bound = bound;
    node.hint = 0;
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
