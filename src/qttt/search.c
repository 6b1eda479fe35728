#include "search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "../core/memory.h"
#include "../system/thread.h"
#include "playout.h"
#include "tree.h"

enum { PATH = 2 * QTTT_MARKS };
/* Below the root a leaf is expanded after this many visits, to this many children at most. */
enum { EXPAND_VISITS = 6, EXPAND_MOST = 40 };
/* PUCT's exploration constant, and by how much the value of a move not yet tried (first-play
 * urgency) is below its parent's. */
#define EXPLORATION   0.9
#define FPU_REDUCTION 0.08
/* Seconds between two reports, and how many times what the last one took. */
#define REPORT_GAP  0.01
#define REPORT_REST 20

struct search {
    struct search_options options;
    struct tree tree;
};

/* One think. */
struct search_job {
    struct tree *tree;
    struct board root;
    const struct limits *limits;
    uint64_t nodes; /* at most */
    _Atomic uint64_t begun, done;
    atomic_bool stop;
    double began;
    search_report_fn *report;
    void *context;
    uint64_t seed;
};

struct search_worker {
    struct search_job *job;
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

/* One playout through the tree. */

/* PUCT among the moves that can still be the best; if none is open, any that is proved best. */
static struct edge *path_select(struct tree *tree, const struct edge *parent) {
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
        double score = tree_value(tree, child, value - FPU_REDUCTION) +
                       EXPLORATION * (double)child->prior * root / (1 + (double)visits);
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
static int path_finish(struct search_worker *worker, const struct edge *edge, struct board *board) {
    if (edge_proved(edge))
        return edge->side == 0 ? edge->low : TREE_WIN - edge->low;
    playout_run(board, &worker->rng);
    return board_result(board, 0) + 2;
}

static void path_backup(struct tree *tree, struct edge **path, int length, int result) {
    bool changed = true;
    for (int i = length - 1; i >= 0; i--) {
        struct edge *edge = path[i];
        int units = tree_units(tree, edge->side, edge->side == 0 ? result : TREE_WIN - result);
        atomic_fetch_add_explicit(&edge->sum, (uint64_t)units, memory_order_relaxed);
        if (changed && i < length - 1)
            changed = tree_tighten(tree, edge);
    }
}

/* The visit is counted on the way down (a virtual loss): until the result comes in the move looks
 * worse to other threads, which keeps them apart. */
static void worker_step(struct search_worker *worker) {
    struct search_job *job = worker->job;
    struct tree *tree = job->tree;
    struct board board = job->root;
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
        if (state == TREE_LEAF && (visits >= EXPAND_VISITS || board.waiting) &&
            tree_expand(tree, edge, &board, EXPAND_MOST)) {
            tree_tighten(tree, edge);
            state = TREE_EXPANDED;
        }
        if (state != TREE_EXPANDED || edge_proved(edge))
            break;
        edge = path_select(tree, edge);
        edge_play(edge, &board);
    }
    path_backup(tree, path, length, path_finish(worker, edge, &board));
}

/* The result. */

static move edge_move(const struct board *board, const struct edge *edge) {
    int a = board_cell(board, edge->a);
    return edge->b == TREE_SETTLE ? qttt_settle(a) : qttt_pair(a, board_cell(board, edge->b));
}

static void candidate_follow(struct search_candidate *candidate, struct tree *tree,
                             const struct board *board, const struct edge *edge) {
    candidate->line[candidate->length++] = candidate->m;
    while (candidate->length < SEARCH_LINE && edge->state == TREE_EXPANDED) {
        const struct edge *children = &tree->edges[edge->first], *best = children;
        for (uint32_t i = 1; i < edge->count; i++)
            if (children[i].visits > best->visits)
                best = &children[i];
        if (best->visits == 0)
            break;
        candidate->line[candidate->length++] = edge_move(board, best);
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

static double job_hope(const struct tree *tree) {
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

static void job_result(struct search_job *job, struct search_result *result) {
    struct tree *tree = job->tree;
    const struct edge *root = tree->edges;
    struct standing *standings = memory_new(root->count, sizeof *standings);
    struct rng rng;
    rng_seed(&rng, job->seed);
    double hope = job_hope(tree);
    for (uint32_t i = 0; i < root->count; i++)
        standings[i] = standing_of(tree, &tree->edges[root->first + i], hope, &rng);
    qsort(standings, root->count, sizeof *standings, standing_compare);
    *result = (struct search_result){.at = memory_new(root->count, sizeof *result->at),
                                     .count = root->count,
                                     .nodes = job->done,
                                     .seconds = monotonic_now() - job->began};
    for (uint32_t i = 0; i < root->count; i++) {
        const struct edge *edge = standings[i].edge;
        struct search_candidate *candidate = &result->at[i];
        candidate->m = edge_move(&job->root, edge);
        candidate->visits = edge->visits;
        candidate->value = tree_value(tree, edge, 0.5);
        candidate->exact = edge_proved(edge);
        candidate->result = edge->low - 2;
        candidate->prior = (double)edge->prior;
        candidate_follow(candidate, tree, &job->root, edge);
    }
    free(standings);
}

void search_result_free(struct search_result *result) {
    free(result->at);
    *result = (struct search_result){0};
}

/* The job, by all workers. */

static void worker_report(struct search_worker *worker, double *next) {
    struct search_job *job = worker->job;
    double now = monotonic_now();
    if (job->report == NULL || now < *next)
        return;
    struct search_result result;
    job_result(job, &result);
    job->report(job->context, &result);
    search_result_free(&result);
    double done = monotonic_now();
    *next = done + fmax(REPORT_GAP, REPORT_REST * (done - now));
}

static void *worker_run(void *argument) {
    struct search_worker *worker = argument;
    struct search_job *job = worker->job;
    double next = job->began + REPORT_GAP;
    uint64_t steps = 0;
    while (!atomic_load_explicit(&job->stop, memory_order_relaxed)) {
        uint64_t number = atomic_fetch_add_explicit(&job->begun, 1, memory_order_relaxed);
        if (number >= job->nodes || edge_proved(job->tree->edges))
            break;
        worker_step(worker);
        atomic_fetch_add_explicit(&job->done, 1, memory_order_relaxed);
        if (worker->leads && steps++ % 16 == 0) {
            if (limits_reached(job->limits))
                break;
            worker_report(worker, &next);
        }
    }
    if (worker->leads)
        atomic_store(&job->stop, true);
    return NULL;
}

static void job_run(struct search_job *job, int threads) {
    struct search_worker *workers = memory_new((size_t)threads, sizeof *workers);
    int started = 1;
    for (int i = 0; i < threads; i++) {
        workers[i] = (struct search_worker){.job = job, .leads = i == 0};
        rng_seed(&workers[i].rng, job->seed + (uint64_t)i);
    }
    while (started < threads &&
           thread_start(&workers[started].thread, worker_run, &workers[started]))
        started++;
    worker_run(&workers[0]);
    while (started-- > 1)
        pthread_join(workers[started].thread, NULL);
    free(workers);
}

uint64_t search_most(const struct limits *limits) {
    if (limits->nodes)
        return limits->nodes < TREE_VISITS ? limits->nodes : TREE_VISITS;
    return limits->deadline > 0 || limits->endless ? TREE_VISITS : SEARCH_NODES;
}

void search_run(struct search *search, const struct qttt *q, const struct limits *limits,
                search_report_fn *report, void *context, struct search_result *result) {
    assert(qttt_result(q, NULL).phase != PHASE_OVER);
    struct tree *tree = &search->tree;
    if (tree->edges == NULL)
        tree_init(tree,
                  (uint32_t)((size_t)search->options.megabytes * 1000000 / sizeof *tree->edges));
    struct search_job job = {.tree = tree,
                             .limits = limits,
                             .nodes = search_most(limits),
                             .began = monotonic_now(),
                             .report = report,
                             .context = context,
                             .seed = limits->seed};
    board_read(&job.root, q);
    tree->draw = TREE_UNITS / 2 - search->options.contempt;
    tree_reset(tree, &job.root);
    tree_expand(tree, tree->edges, &job.root, UINT32_MAX);
    tree_tighten(tree, tree->edges);
    job_run(&job, search->options.threads);
    job_result(&job, result);
}
