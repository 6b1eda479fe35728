#include "search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../system/thread.h"
#include "endgame.h"
#include "playout.h"
#include "tree.h"

enum { PATH = 2 * QTTT_MARKS };
/* Below the root a leaf is expanded after this many visits, to this many children at most. */
enum { EXPAND_VISITS = 6, EXPAND_MOST = 40 };
/* PUCT's exploration constant, and by how much the value of a move not yet tried (first-play
 * urgency) is below its parent's. */
#define EXPLORATION   0.9
#define FPU_REDUCTION 0.08
/* From this many visits on, a power of two, a position below the root may be solved. */
enum { SOLVE_VISITS = 4 };
/* Nodes of the solver for a playout of a leaf, about as many as take the same time; for the root,
 * where they are worth more, for each playout and each second of a think. */
enum { PLAYOUT_NODES = 32, ROOT_NODES = 256, SECOND_NODES = 2500000, ENDLESS_SECONDS = 2 };
/* With contempt the other side is taken to err in one reply of so many: while nothing is proved,
 * and where it is proved that nothing but a draw is to be had without its help. */
enum { ERRORS = 3, ERRORS_DRAWN = 2 };
/* The most playouts to choose among moves that are proved to draw. */
enum { DRAWN_PLAYOUTS = 20000 };
enum { ROOT_TABLE = 18, LEAF_TABLE = 16 }; /* bits */
/* Nodes for each move of the line of a solved position. */
enum { LINE_NODES = 20000 };
/* Seconds between two reports, and how many times what the last one took. */
#define REPORT_GAP  0.01
#define REPORT_REST 20

struct search {
    struct search_options options;
    struct tree tree;
    struct endgame *endgame; /* made when a position is first late enough */
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
    struct endgame *endgame; /* of the leading worker */
    int8_t *known;           /* for each move of the root: its exact value, or UNKNOWN */
};
enum { UNKNOWN = 99 };

struct search_worker {
    struct search_job *job;
    struct endgame *endgame; /* made when it is first needed */
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
    endgame_free(search->endgame);
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
        bool closed = child->high < low || (child->high == low && edge_settled(tree, child));
        if (closed && !(child->low == low && best == NULL))
            continue;
        uint32_t visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        double score = tree_value(tree, child, value - FPU_REDUCTION) +
                       EXPLORATION * (double)child->prior * root / (1 + (double)visits);
        if (closed)
            score = -0.5; /* proved: only if nothing is open */
        if (score > most) {
            most = score;
            best = child;
        }
    }
    return best != NULL ? best : children;
}

/* The same but for the errors of the other side. */
static struct edge *worker_select(struct search_worker *worker, const struct edge *parent) {
    struct search_job *job = worker->job;
    struct edge *children = &job->tree->edges[parent->first];
    if (job->tree->errors && children->side != job->tree->edges->side &&
        rng_below(&worker->rng, (uint64_t)job->tree->errors) == 0)
        return &children[rng_below(&worker->rng, parent->count)];
    return path_select(job->tree, parent);
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

/* The bounds of a solved position. */
static void edge_solved(struct edge *edge, const struct board *board, int score) {
    score = board_side(board) == edge->side ? score : -score;
    score = solver_later(score);
    edge_prove(edge, solver_value(score) + 2, score ? solver_distance(score) : TREE_FAR);
}

/* Solves a position for which that is no dearer than the playouts that it has had, by estimate; it
 * may take four times as many nodes. Asked at every doubling of the visits. */
static bool edge_solve(struct search_worker *worker, struct edge *edge, const struct board *board,
                       uint32_t visits) {
    int value;
    if (visits < SOLVE_VISITS || (visits & (visits - 1)) != 0)
        return false;
    uint64_t estimate = endgame_estimate(board), worth = (uint64_t)visits * PLAYOUT_NODES;
    if (estimate > worth)
        return false;
    if (worker->endgame == NULL)
        worker->endgame = endgame_new(LEAF_TABLE);
    if (!endgame_solve_value(worker->endgame, board, 4 * worth, NULL, &value))
        return false;
    edge_prove(edge, (board_side(board) == edge->side ? value : -value) + 2, TREE_FAR);
    return true;
}

/* The result for side 0. */
static int path_finish(struct search_worker *worker, const struct edge *edge, struct board *board) {
    const struct tree *tree = worker->job->tree;
    if (edge_settled(tree, edge))
        return edge->side == 0 ? edge->low : TREE_WIN - edge->low;
    playout_run(board, side_other(tree->edges->side), tree->errors, &worker->rng);
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
        if (edge_settled(tree, edge) || board.over || length == PATH)
            break;
        if (length > 1 && !edge_proved(edge) && edge_solve(worker, edge, &board, visits) &&
            edge_settled(tree, edge))
            break;
        int state = atomic_load_explicit(&edge->state, memory_order_acquire);
        if (state == TREE_LEAF && (visits >= EXPAND_VISITS || board.waiting) &&
            tree_expand(tree, edge, &board, EXPAND_MOST)) {
            tree_tighten(tree, edge);
            state = TREE_EXPANDED;
        }
        if (state != TREE_EXPANDED || edge_settled(tree, edge))
            break;
        edge = worker_select(worker, edge);
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
 * by visits, narrow losses, proved losses, the latest first. A proved draw counts as visited more
 * if nothing open looks better. Where the position is a proved draw, the moves that are not proved
 * to keep it come after those that are. */
struct standing {
    int class;
    uint64_t weight, chance;
    struct edge *edge;
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

static struct standing standing_of(const struct tree *tree, struct edge *edge, double hope,
                                   struct rng *rng) {
    bool drawn = tree->edges[0].low == TREE_DRAW && edge_proved(&tree->edges[0]);
    struct standing standing = {.edge = edge, .chance = rng_next(rng)};
    standing.class = edge->low == TREE_WIN            ? 4
                     : edge->low > TREE_DRAW          ? 3
                     : edge->high == TREE_LOSS        ? 0
                     : edge->high < TREE_DRAW         ? 1
                     : drawn && edge->low < TREE_DRAW ? 1
                                                      : 2;
    standing.weight = edge->visits;
    if (edge_proved(edge)) {
        double value = tree_value(tree, edge, 0);
        standing.weight += value >= hope ? TREE_VISITS : 0;
    }
    if (standing.class == 4 || (standing.class == 3 && edge_proved(edge)))
        standing.weight = UINT64_MAX - edge->plies;
    if (standing.class == 0)
        standing.weight = edge->plies;
    return standing;
}

/* All moves, the best first; to be freed by the caller. */
static struct standing *job_standings(const struct search_job *job) {
    struct tree *tree = job->tree;
    const struct edge *root = tree->edges;
    struct standing *standings = memory_new(root->count, sizeof *standings);
    struct rng rng;
    rng_seed(&rng, job->seed);
    double hope = job_hope(tree);
    for (uint32_t i = 0; i < root->count; i++)
        standings[i] = standing_of(tree, &tree->edges[root->first + i], hope, &rng);
    qsort(standings, root->count, sizeof *standings, standing_compare);
    return standings;
}

static struct edge *job_best(const struct search_job *job) {
    struct standing *standings = job_standings(job);
    struct edge *best = standings[0].edge;
    free(standings);
    return best;
}

static void job_result(struct search_job *job, struct search_result *result) {
    struct tree *tree = job->tree;
    const struct edge *root = tree->edges;
    struct standing *standings = job_standings(job);
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
        int known = job->known[edge - &tree->edges[root->first]];
        candidate->exact = edge_proved(edge) || known != UNKNOWN;
        candidate->result = edge_proved(edge) ? edge->low - 2 : known;
        candidate->distance =
            candidate->exact && candidate->result && edge->plies != TREE_FAR ? edge->plies : -1;
        candidate->prior = (double)edge->prior;
        candidate_follow(candidate, tree, &job->root, edge);
    }
    free(standings);
}

/* The score of a position after a move, for the side that made it; false if that took too long. */
static bool line_score(struct search_job *job, const struct board *after, int side, int *score) {
    if (after->over) {
        int value = board_result(after, side);
        int size = abs(value) == 2 ? SOLVER_WIN : value ? SOLVER_NARROW : 0;
        *score = solver_later(value < 0 ? -size : size);
        return true;
    }
    if (!endgame_solve(job->endgame, after, LINE_NODES, NULL, score))
        return false;
    *score = solver_later(board_side(after) == side ? *score : -*score);
    return true;
}

/* Plays the best of the moves that a scratch tree lists; false where it cannot be told. */
static bool line_extend(struct search_job *job, struct tree *moves, struct board *board,
                        struct search_candidate *candidate) {
    int best = -SOLVER_WIN;
    const struct edge *chosen = NULL;
    tree_reset(moves, board);
    if (!tree_expand(moves, moves->edges, board, UINT32_MAX))
        return false;
    for (uint32_t i = 0; i < moves->edges->count; i++) {
        struct board after = *board;
        int score;
        edge_play(&moves->edges[1 + i], &after);
        if (!line_score(job, &after, board_side(board), &score))
            return false;
        if (score > best) {
            best = score;
            chosen = &moves->edges[1 + i];
        }
    }
    candidate->line[candidate->length++] = edge_move(board, chosen);
    edge_play(chosen, board);
    return true;
}

/* The line of a move that was solved without being searched, to the end of the game. */
static void line_solve(struct search_job *job, struct search_candidate *candidate) {
    struct tree moves = {0};
    struct board board = job->root;
    int low = board_spot(&board, qttt_low(candidate->m));
    tree_init(&moves, ENDGAME_CELLS * ENDGAME_CELLS);
    candidate->length = 1;
    if (qttt_is_settle(candidate->m))
        board_settle(&board, low);
    else
        board_place(&board, low, board_spot(&board, qttt_high(candidate->m)));
    while (!board.over && candidate->length < SEARCH_LINE &&
           line_extend(job, &moves, &board, candidate)) {
    }
    tree_free(&moves);
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

/* Whether more playouts can change nothing, or nothing that is worth them. */
static bool job_decided(const struct search_job *job, uint64_t playouts) {
    const struct edge *root = job->tree->edges;
    return playouts < DRAWN_PLAYOUTS ? edge_settled(job->tree, root) : edge_proved(root);
}

static void *worker_run(void *argument) {
    struct search_worker *worker = argument;
    struct search_job *job = worker->job;
    double next = job->began + REPORT_GAP;
    uint64_t steps = 0;
    while (!atomic_load_explicit(&job->stop, memory_order_relaxed)) {
        uint64_t number = atomic_fetch_add_explicit(&job->begun, 1, memory_order_relaxed);
        if (number >= job->nodes || job_decided(job, number))
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
        workers[i].endgame = i == 0 ? job->endgame : NULL;
        rng_seed(&workers[i].rng, job->seed + (uint64_t)i);
    }
    while (started < threads &&
           thread_start(&workers[started].thread, worker_run, &workers[started]))
        started++;
    worker_run(&workers[0]);
    while (started-- > 1)
        pthread_join(workers[started].thread, NULL);
    for (int i = 0; i < threads; i++)
        if (workers[i].endgame != job->endgame)
            endgame_free(workers[i].endgame);
    free(workers);
}

/* The root, as far as it can be solved. */

/* How many nodes of the solver a think may spend on its root. */
static uint64_t job_worth(const struct search_job *job) {
    const struct limits *limits = job->limits;
    if (limits->nodes || (limits->deadline <= 0 && !limits->endless))
        return (job->nodes < UINT32_MAX ? job->nodes : UINT32_MAX) * ROOT_NODES;
    double seconds = limits->deadline > 0 ? limits->deadline - job->began : ENDLESS_SECONDS;
    return seconds > 0 ? (uint64_t)(fmin(seconds, ENDLESS_SECONDS) * SECOND_NODES) : 0;
}

/* The work of solving the root, and what it may still take. */
struct root_work {
    struct search_job *job;
    struct limits limits;
    uint64_t left; /* nodes, at least 1 */
};

static void work_pay(struct root_work *work) {
    uint64_t used = endgame_nodes(work->job->endgame);
    work->left -= used < work->left ? used : work->left - 1;
}

/* Whether a move has at least this value for the side that makes it; false if the work does not
 * suffice to say. */
static bool work_reaches(struct root_work *work, const struct edge *edge, int value, bool *yes) {
    /* The least score of each value; between two values there are scores to spare. */
    static const int least[] = {-SOLVER_WIN, -SOLVER_NARROW, 0, 1, SOLVER_NARROW + 1};
    struct board after = work->job->root;
    int bound = least[value + 2];
    edge_play(edge, &after);
    if (after.over) {
        *yes = board_result(&after, edge->side) >= value;
        return true;
    }
    bool same = board_side(&after) == edge->side;
    bool reached, good = endgame_reaches(work->job->endgame, &after, work->left, &work->limits,
                                         same ? bound : 1 - bound, &reached);
    if (good)
        *yes = reached == same;
    work_pay(work);
    return good;
}

/* Plies to the end after a move, if the work allows. */
static void work_measure(struct root_work *work, struct edge *edge) {
    struct board after = work->job->root;
    int score;
    edge_play(edge, &after);
    if (after.over)
        edge_prove(edge, board_result(&after, edge->side) + 2, 1);
    else if (endgame_solve(work->job->endgame, &after, work->left, &work->limits, &score))
        edge_solved(edge, &after, score);
    work_pay(work);
}

static void edge_bound_above(struct edge *edge, int high) {
    if (high < edge->high)
        atomic_store(&edge->high, (uint8_t)high);
}

static void edge_bound_below(struct edge *edge, int low) {
    if (low > edge->low)
        atomic_store(&edge->low, (uint8_t)low);
}

/* Tells the moves that keep the value of the root from the others, as far as the work allows, which
 * is not counted before the first of them is found. Where it is decided counts the plies to the
 * end.
 */
static void root_sort(struct root_work *work, int value) {
    struct search_job *job = work->job;
    struct edge *root = job->tree->edges, *children = &job->tree->edges[root->first];
    bool kept = false;
    for (uint32_t i = 0; i < root->count; i++) {
        uint64_t left = work->left;
        bool yes;
        if (!work_reaches(work, &children[i], value, &yes))
            break;
        if (!yes) {
            work->left = kept ? work->left : left;
            edge_bound_above(&children[i], value + 1);
            continue;
        }
        kept = true;
        job->known[i] = (int8_t)value;
        edge_prove(&children[i], value + 2, TREE_FAR);
    }
    for (uint32_t i = 0; i < root->count && value != 0; i++)
        if (job->known[i] != UNKNOWN)
            work_measure(work, &children[i]);
}

static struct root_work root_work(struct search_job *job) {
    struct root_work work = {.job = job, .limits = *job->limits, .left = job_worth(job) + 1};
    if (work.limits.deadline > 0)
        work.limits.deadline = (work.limits.deadline + monotonic_now()) / 2;
    return work;
}

/* Solves the root. Where that is a draw the moves that keep it stay open: which of them is the best
 * against somebody who may go wrong is for the search to find out. */
static void root_solve(struct search_job *job) {
    struct edge *root = job->tree->edges;
    struct root_work work = root_work(job);
    int value;
    if (endgame_estimate(&job->root) > work.left / 2 ||
        !endgame_solve_value(job->endgame, &job->root, work.left, &work.limits, &value))
        return;
    work = root_work(job);
    root_sort(&work, value);
    tree_tighten(job->tree, root);
    if (root->low == value + 2)
        edge_bound_above(root, value + 2);
}

/* Whether it is worth while to ask the solver about single moves of the root: one test takes about
 * half as long as solving what follows the move. */
static bool root_checkable(const struct search_job *job) {
    return job->endgame != NULL && !edge_proved(job->tree->edges) &&
           endgame_estimate(&job->root) / 12 <= job_worth(job) / 2;
}

/* Asks the solver whether the move that the search would choose loses, and if so about the next
 * one, until one does not or the work is used up. */
static void root_check(struct search_job *job) {
    struct root_work work = root_work(job);
    for (;;) {
        struct edge *best = job_best(job);
        bool yes;
        if (best->low >= TREE_DRAW || best->high < TREE_DRAW || !work_reaches(&work, best, 0, &yes))
            return;
        if (yes)
            edge_bound_below(best, TREE_DRAW);
        else
            edge_bound_above(best, TREE_DRAW - 1);
        tree_tighten(job->tree, job->tree->edges);
    }
}

uint64_t search_most(const struct limits *limits) {
    if (limits->nodes)
        return limits->nodes < TREE_VISITS ? limits->nodes : TREE_VISITS;
    return limits->deadline > 0 || limits->endless ? TREE_VISITS : SEARCH_NODES;
}

/* Leaves time to look at the choice with the solver. */
static void job_search(struct search_job *job, int threads) {
    struct limits shorter = *job->limits;
    const struct limits *whole = job->limits;
    if (!root_checkable(job)) {
        job_run(job, threads);
        return;
    }
    if (shorter.deadline > 0)
        shorter.deadline = job->began + (shorter.deadline - job->began) * 0.6;
    job->limits = &shorter;
    job_run(job, threads);
    job->limits = whole;
    root_check(job);
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
    tree->errors = 0;
    tree_reset(tree, &job.root);
    tree_expand(tree, tree->edges, &job.root, UINT32_MAX);
    tree_tighten(tree, tree->edges);
    job.known = memory_new(tree->edges->count, sizeof *job.known);
    memset(job.known, UNKNOWN, tree->edges->count);
    if (endgame_estimate(&job.root) != ENDGAME_NEVER) {
        if (search->endgame == NULL)
            search->endgame = endgame_new(ROOT_TABLE);
        else
            endgame_clear(search->endgame);
        job.endgame = search->endgame;
        if (!edge_proved(tree->edges))
            root_solve(&job);
    }
    if (search->options.contempt)
        tree->errors = edge_proved(tree->edges) ? ERRORS_DRAWN : ERRORS;
    job_search(&job, search->options.threads);
    job_result(&job, result);
    if (job.endgame != NULL && result->at[0].exact && result->at[0].length == 1)
        line_solve(&job, &result->at[0]);
    free(job.known);
}
