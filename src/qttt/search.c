#include "search.h"

#include <math.h>
#include <stdlib.h>

#include "../core/memory.h"
#include "../system/thread.h"
#include "playout.h"
#include "tree.h"

enum { PATH = 2 * QTTT_MARKS };
/* An edge grows at its so-manieth visit, to so many children below the root. */
enum { GROW_VISITS = 6, GROW_MOST = 40 };
/* How much curiosity counts beside results, and what a move not yet tried loses to its parent. */
#define CURIOSITY 0.9
#define SHYNESS   0.08
/* Seconds between two reports, and how many times what the last one took. */
#define REPORT_GAP  0.01
#define REPORT_REST 20

struct search {
    struct search_options options;
    struct tree tree;
};

/* One think. */
struct hunt {
    struct tree *tree;
    struct board root;
    const struct limits *limits;
    uint64_t nodes; /* at most */
    _Atomic uint64_t begun, done;
    atomic_bool stop;
    double began;
    sights_fn *report;
    void *context;
    uint64_t seed;
};

struct hunter {
    struct hunt *hunt;
    struct rng rng;
    pthread_t thread;
    bool leads; /* reports, and watches the limits */
};

struct search *search_new(const struct search_options *options) {
    struct search *search = memory_new(1, sizeof *search);
    search_set(search, options);
    return search;
}

void search_free(struct search *search) {
    if (search == NULL)
        return;
    tree_free(&search->tree);
    free(search);
}

/* The tree is made anew when its size changes, at the next think. */
void search_set(struct search *search, const struct search_options *options) {
    if (search->options.megabytes != options->megabytes) {
        tree_free(&search->tree);
        search->tree = (struct tree){0};
    }
    search->options = *options;
}

/* One random game through the tree */

/* Curiosity among the moves that can still be the best; if none is open, any that is proved best.
 */
static struct edge *path_choose(struct tree *tree, const struct edge *parent) {
    struct edge *children = &tree->edges[parent->first], *best = NULL;
    int low = TREE_LOSS;
    for (uint32_t i = 0; i < parent->count; i++)
        low = children[i].low > low ? children[i].low : low;
    double value = tree_value(tree, parent, 0.5);
    if (parent->side != children[0].side)
        value = 1 - value;
    double root = sqrt((double)parent->visits + 1), most = -1;
    for (uint32_t i = 0; i < parent->count; i++) {
        struct edge *child = &children[i];
        if (child->high <= low && !(child->low == low && best == NULL))
            continue;
        uint32_t visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        double score = tree_value(tree, child, value - SHYNESS) +
                       CURIOSITY * (double)child->prior * root / (1 + (double)visits);
        if (child->high <= low)
            score = -0.5; /* proved: only if nothing is open */
        if (score > most) {
            most = score;
            best = child;
        }
    }
    return best != NULL ? best : children;
}

/* What is plain at the first look at a position after a move: it is over, or the side to place
 * closes a cycle and wins. */
static void edge_judge(struct edge *edge, const struct board *board) {
    int a, b, side = board_side(board);
    if (board->over)
        edge_prove(edge, board_result(board, edge->side) + 2, 1);
    else if (!board->waiting && board_wins(board, side, &a, &b))
        edge_prove(edge, side == edge->side ? TREE_WIN : TREE_LOSS, 3);
}

/* The result for side 0. */
static int path_finish(struct hunter *hunter, const struct edge *edge, struct board *board) {
    if (edge_proved(edge))
        return edge->side == 0 ? edge->low : TREE_WIN - edge->low;
    playout_run(board, &hunter->rng);
    return board_result(board, 0) + 2;
}

static void path_learn(struct tree *tree, struct edge **path, int length, int result) {
    bool changed = true;
    for (int i = length - 1; i >= 0; i--) {
        struct edge *edge = path[i];
        int units = tree_units(tree, edge->side, edge->side == 0 ? result : TREE_WIN - result);
        atomic_fetch_add_explicit(&edge->sum, (uint64_t)units, memory_order_relaxed);
        if (changed && i < length - 1)
            changed = tree_tighten(tree, edge);
    }
}

/* The visit is counted on the way down: to other threads it looks like a loss until the result
 * comes in, which keeps them apart. */
static void hunter_step(struct hunter *hunter) {
    struct hunt *hunt = hunter->hunt;
    struct tree *tree = hunt->tree;
    struct board board = hunt->root;
    struct edge *path[PATH], *edge = tree->edges;
    int length = 0;
    for (;;) {
        path[length++] = edge;
        uint32_t visits = atomic_fetch_add_explicit(&edge->visits, 1, memory_order_relaxed);
        if (visits == 0 && length > 1)
            edge_judge(edge, &board);
        if (edge_proved(edge) || length == PATH)
            break;
        int state = atomic_load_explicit(&edge->state, memory_order_acquire);
        if (state == TREE_LEAF && (visits >= GROW_VISITS || board.waiting) &&
            tree_grow(tree, edge, &board, GROW_MOST)) {
            tree_tighten(tree, edge);
            state = TREE_GROWN;
        }
        if (state != TREE_GROWN || edge_proved(edge))
            break;
        edge = path_choose(tree, edge);
        edge_play(edge, &board);
    }
    path_learn(tree, path, length, path_finish(hunter, edge, &board));
}

/* Sights */

static move edge_move(const struct board *board, const struct edge *edge) {
    int a = board_cell(board, edge->a);
    return edge->b == TREE_SETTLE ? qttt_settle(a) : qttt_pair(a, board_cell(board, edge->b));
}

static void sight_follow(struct sight *sight, struct tree *tree, const struct board *board,
                         const struct edge *edge) {
    sight->line[sight->length++] = sight->m;
    while (sight->length < SEARCH_LINE && edge->state == TREE_GROWN) {
        const struct edge *children = &tree->edges[edge->first], *best = children;
        for (uint32_t i = 1; i < edge->count; i++)
            if (children[i].visits > best->visits)
                best = &children[i];
        if (best->visits == 0)
            break;
        sight->line[sight->length++] = edge_move(board, best);
        edge = best;
    }
}

/* How the search ranks a move: proved wins, the quickest first where that is plain, moves with hope
 * by visits, narrow losses, proved losses, the latest first. A proved result in between counts as
 * visited most if nothing open looks better. */
struct standing {
    int class;
    uint64_t weight, chance;
    const struct edge *edge;
};

static int standing_compare(const void *left, const void *right) {
    const struct standing *a = left, *b = right;
    if (a->class != b->class)
        return a->class > b->class ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    if (a->edge->prior != b->edge->prior)
        return a->edge->prior > b->edge->prior ? -1 : 1;
    return a->chance < b->chance ? -1 : a->chance > b->chance;
}

static double hunt_hope(const struct tree *tree) {
    const struct edge *root = tree->edges, *best = NULL;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct edge *child = &tree->edges[root->first + i];
        if (!edge_proved(child) && (best == NULL || child->visits > best->visits))
            best = child;
    }
    return best == NULL ? 0 : tree_value(tree, best, 0);
}

static struct standing standing_of(const struct tree *tree, const struct edge *edge, double hope,
                                   struct rng *rng) {
    struct standing standing = {.edge = edge, .chance = rng_next(rng)};
    standing.class = edge->low == TREE_WIN     ? 4
                     : edge->low > TREE_DRAW   ? 3
                     : edge->high == TREE_LOSS ? 0
                     : edge->high < TREE_DRAW  ? 1
                                               : 2;
    standing.weight = edge->visits;
    if (edge_proved(edge)) {
        double value = tree_value(tree, edge, 0);
        standing.weight = value >= hope ? UINT64_MAX - TREE_WIN + edge->low : 0;
    }
    if (standing.class == 4 || (standing.class == 3 && edge_proved(edge)))
        standing.weight = UINT64_MAX - edge->plies;
    if (standing.class == 0)
        standing.weight = edge->plies;
    return standing;
}

static void hunt_sights(struct hunt *hunt, struct sights *sights) {
    struct tree *tree = hunt->tree;
    const struct edge *root = tree->edges;
    struct standing *standings = memory_new(root->count, sizeof *standings);
    struct rng rng;
    rng_seed(&rng, hunt->seed);
    double hope = hunt_hope(tree);
    for (uint32_t i = 0; i < root->count; i++)
        standings[i] = standing_of(tree, &tree->edges[root->first + i], hope, &rng);
    qsort(standings, root->count, sizeof *standings, standing_compare);
    *sights = (struct sights){.at = memory_new(root->count, sizeof *sights->at),
                              .count = root->count,
                              .nodes = hunt->done,
                              .seconds = monotonic_now() - hunt->began};
    for (uint32_t i = 0; i < root->count; i++) {
        const struct edge *edge = standings[i].edge;
        struct sight *sight = &sights->at[i];
        sight->m = edge_move(&hunt->root, edge);
        sight->visits = edge->visits;
        sight->value = tree_value(tree, edge, 0.5);
        sight->exact = edge_proved(edge);
        sight->result = edge->low - 2;
        sight->prior = (double)edge->prior;
        sight_follow(sight, tree, &hunt->root, edge);
    }
    free(standings);
}

void sights_free(struct sights *sights) {
    free(sights->at);
    *sights = (struct sights){0};
}

/* The think */

static void hunter_report(struct hunter *hunter, double *next) {
    struct hunt *hunt = hunter->hunt;
    double now = monotonic_now();
    if (hunt->report == NULL || now < *next)
        return;
    struct sights sights;
    hunt_sights(hunt, &sights);
    hunt->report(hunt->context, &sights);
    sights_free(&sights);
    double done = monotonic_now();
    *next = done + fmax(REPORT_GAP, REPORT_REST * (done - now));
}

static void *hunter_run(void *argument) {
    struct hunter *hunter = argument;
    struct hunt *hunt = hunter->hunt;
    double next = hunt->began + REPORT_GAP;
    uint64_t steps = 0;
    while (!atomic_load_explicit(&hunt->stop, memory_order_relaxed)) {
        uint64_t number = atomic_fetch_add_explicit(&hunt->begun, 1, memory_order_relaxed);
        if (number >= hunt->nodes || edge_proved(hunt->tree->edges))
            break;
        hunter_step(hunter);
        atomic_fetch_add_explicit(&hunt->done, 1, memory_order_relaxed);
        if (hunter->leads && steps++ % 16 == 0) {
            if (limits_reached(hunt->limits))
                break;
            hunter_report(hunter, &next);
        }
    }
    if (hunter->leads)
        atomic_store(&hunt->stop, true);
    return NULL;
}

static void hunt_run(struct hunt *hunt, int threads) {
    struct hunter *hunters = memory_new((size_t)threads, sizeof *hunters);
    int started = 1;
    for (int i = 0; i < threads; i++) {
        hunters[i] = (struct hunter){.hunt = hunt, .leads = i == 0};
        rng_seed(&hunters[i].rng, hunt->seed + (uint64_t)i);
    }
    while (started < threads &&
           thread_start(&hunters[started].thread, hunter_run, &hunters[started]))
        started++;
    hunter_run(&hunters[0]);
    while (started-- > 1)
        pthread_join(hunters[started].thread, NULL);
    free(hunters);
}

uint64_t search_most(const struct limits *limits) {
    if (limits->nodes)
        return limits->nodes < TREE_VISITS ? limits->nodes : TREE_VISITS;
    return limits->deadline > 0 || limits->endless ? TREE_VISITS : SEARCH_NODES;
}

void search_run(struct search *search, const struct qttt *q, const struct limits *limits,
                sights_fn *report, void *context, struct sights *sights) {
    struct tree *tree = &search->tree;
    if (tree->edges == NULL)
        tree_init(tree,
                  (uint32_t)((size_t)search->options.megabytes * 1000000 / sizeof *tree->edges));
    struct hunt hunt = {.tree = tree,
                        .limits = limits,
                        .nodes = search_most(limits),
                        .began = monotonic_now(),
                        .report = report,
                        .context = context,
                        .seed = limits->seed};
    board_read(&hunt.root, q);
    tree->draw = TREE_UNITS / 2 - search->options.contempt;
    tree_reset(tree, &hunt.root);
    tree_grow(tree, tree->edges, &hunt.root, UINT32_MAX);
    tree_tighten(tree, tree->edges);
    hunt_run(&hunt, search->options.threads);
    hunt_sights(&hunt, sights);
}
