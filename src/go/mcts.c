#include "mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/thread.h"
#include "mcts_inside.h"

enum { SIMULATIONS_USUAL = 5000, CHECK_EVERY = 16 };
static const double TELL_SECONDS = 0.1;

void go_tuning_init(struct go_tuning *tuning, int size) {
    *tuning = (struct go_tuning){
        .habits = GO_HABIT_ALL,
        .guesses = {.kinds = GO_PRIOR_ALL,
                    .even = 10,
                    .low = 10,
                    .shape = 10,
                    .near = 6,
                    .tactics = 1,
                    .learned = 4,
                    .net = 25},
        .expand = size <= 9 ? 4 : 6,
        .rave = 3000,
        .fade = 2500,
        .explore = size <= 9 ? 0.1 : 0.02,
        .lean = 0.1,
        .widen = 4,
        .gap = 0.1,
        .margin = 0.04,
        .trust = 0.5,
        .reuse = true,
    };
}

struct go_search *go_search_new(size_t megabytes) {
    struct go_search *search = memory_new(1, sizeof *search);
    go_tree_init(&search->tree, megabytes);
    go_knowledge_init(&search->knowledge);
    return search;
}

void go_search_free(struct go_search *search) {
    go_tree_free(&search->tree);
    go_knowledge_free(&search->knowledge);
    free(search);
}

void go_search_forget(struct go_search *search) {
    search->rooted = false;
}

void go_search_resize(struct go_search *search, size_t megabytes) {
    go_tree_free(&search->tree);
    go_tree_init(&search->tree, megabytes);
    search->rooted = false;
}

void go_search_use_net(struct go_search *search, bool use) {
    search->without_net = !use;
    search->rooted = false;
}

void go_search_tune(struct go_search *search, const struct go_tuning *tuning) {
    search->tuned = tuning != NULL;
    if (tuning != NULL)
        search->wanted = *tuning;
}

/* Findings. */

static int candidate_order(const void *a, const void *b) {
    const struct go_candidate *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    if (x->winrate > y->winrate || x->winrate < y->winrate)
        return x->winrate > y->winrate ? -1 : 1;
    return (x->line[0] > y->line[0]) - (x->line[0] < y->line[0]);
}

static struct go_node *child_most_visited(struct go_search *search, struct go_node *node) {
    struct go_node *children = go_tree_children(&search->tree, node);
    struct go_node *best = NULL;
    for (int i = 0; children != NULL && i < node->count; i++)
        if (go_count_get(&children[i].visits) > (best == NULL ? 0 : go_count_get(&best->visits)))
            best = &children[i];
    return best;
}

static void candidate_fill(struct go_search *search, struct go_candidate *candidate,
                           struct go_node *node) {
    uint32_t visits = go_count_get(&node->visits);
    double wins = go_count_get(&node->value) * (1.0 / GO_UNIT);
    *candidate = (struct go_candidate){.visits = visits};
    candidate->winrate = visits > 0 ? fmin(wins / visits, 1) : 0;
    candidate->prior = (double)node->prior_wins / (double)node->prior_visits;
    for (; node != NULL && candidate->length < GO_LINE_SHOWN;
         node = child_most_visited(search, node))
        candidate->line[candidate->length++] = node->move;
}

/* RAVE and first guesses may send many simulations into a move whose own results are poor. Then the
 * one looked at most of those that are better by `gap`, and were looked at half as often at least,
 * goes first. */
static void candidates_choose(struct go_candidate *candidates, size_t count, double gap) {
    size_t i = 1;
    while (i < count && 2 * candidates[i].visits >= candidates[0].visits &&
           candidates[i].winrate < candidates[0].winrate + gap)
        i++;
    if (i == count || 2 * candidates[i].visits < candidates[0].visits)
        return;
    struct go_candidate first = candidates[i];
    memmove(candidates + 1, candidates, i * sizeof *candidates);
    candidates[0] = first;
}

static void finding_fill(struct go_search *search) {
    struct go_finding *finding = &search->finding;
    struct go_node *root = &search->tree.nodes[GO_ROOT];
    struct go_node *children = go_tree_children(&search->tree, root);
    int points = search->root.board.size * search->root.board.size;
    double sign = search->root.to_play == GO_BLACK ? 1 : -1;
    *finding = (struct go_finding){.best = search->candidates, .ownership = search->ownership};
    for (int i = 0; children != NULL && i < root->count; i++)
        if (!search->banned[children[i].move] && go_count_get(&children[i].visits) > 0)
            candidate_fill(search, &search->candidates[finding->count++], &children[i]);
    if (finding->count > 0)
        qsort(search->candidates, finding->count, sizeof *search->candidates, candidate_order);
    if (finding->count > 0 && search->tuning.gap > 0)
        candidates_choose(search->candidates, finding->count, search->tuning.gap);
    memset(search->ownership, 0, sizeof search->ownership);
    int64_t score = 0, won = 0;
    for (int t = 0; t < search->threads; t++) {
        struct go_worker *worker = &search->workers[t];
        finding->simulations += atomic_load_explicit(&worker->done, memory_order_relaxed);
        score += atomic_load_explicit(&worker->score, memory_order_relaxed);
        won += atomic_load_explicit(&worker->won, memory_order_relaxed);
        for (int n = 0; n < points; n++)
            search->ownership[n] +=
                (float)atomic_load_explicit(&worker->owned[n], memory_order_relaxed);
    }
    double all = finding->simulations > 0 ? (double)finding->simulations : 1;
    finding->score = sign * (double)score / 2 / all;
    finding->won = 0.5 + sign * (double)won / 2 / all;
    for (int n = 0; n < points; n++)
        search->ownership[n] *= (float)(sign / all);
    finding->seconds = monotonic_now() - search->began;
}

/* Running. */

/* Whether the second best move has no time left to overtake the best one. Time saved is of use
 * later; simulations saved are not, and those of this move serve the next one too. */
static bool is_decided(struct go_search *search) {
    struct go_node *root = &search->tree.nodes[GO_ROOT];
    struct go_node *children = go_tree_children(&search->tree, root);
    uint32_t best = 0, second = 0;
    for (int i = 0; children != NULL && i < root->count; i++) {
        uint32_t visits = go_count_get(&children[i].visits);
        if (visits > best) {
            second = best;
            best = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    double done = (double)atomic_load_explicit(&search->simulations, memory_order_relaxed);
    double now = monotonic_now();
    double rate = done / fmax(now - search->began, 1e-3);
    return best - second > (search->limits->deadline - now) * rate;
}

static bool is_full(struct go_search *search) {
    return go_count_get(&search->tree.nodes[GO_ROOT].visits) >= GO_VISITS_MAX;
}

static void worker_run(struct go_worker *worker, go_finding_fn *tell, void *context) {
    struct go_search *search = worker->search;
    double told = search->began;
    for (unsigned i = 0; !atomic_load_explicit(&search->stop, memory_order_relaxed); i++) {
        uint64_t number = atomic_fetch_add_explicit(&search->simulations, 1, memory_order_relaxed);
        if (search->most > 0 && number >= search->most)
            return;
        go_simulate(worker);
        if (worker != search->workers)
            continue;
        /* On a busy machine a few simulations of a large board are too many to be late by. */
        if (limits_reached(search->limits))
            atomic_store_explicit(&search->stop, true, memory_order_relaxed);
        if (i % CHECK_EVERY != CHECK_EVERY - 1)
            continue;
        if (is_full(search) ||
            (search->limits->deadline > 0 && !search->limits->endless && is_decided(search)))
            atomic_store_explicit(&search->stop, true, memory_order_relaxed);
        if (tell != NULL && monotonic_now() - told > TELL_SECONDS) {
            finding_fill(search);
            tell(context, &search->finding);
            told = monotonic_now();
        }
    }
}

static void *worker_main(void *context) {
    worker_run(context, NULL, NULL);
    return NULL;
}

static void workers_open(struct go_search *search, int threads) {
    search->workers = memory_new((size_t)threads, sizeof *search->workers);
    search->threads = threads;
    for (int t = 0; t < threads; t++) {
        struct go_worker *worker = &search->workers[t];
        worker->search = search;
        rng_seed(&worker->rng, rng_mix(search->limits->seed) + (uint64_t)t);
        worker->habits = (struct go_habits){.kinds = search->tuning.habits,
                                            .shapes = &search->knowledge.shapes,
                                            .appeal = &search->knowledge.appeal};
    }
}

static void workers_run(struct go_search *search, go_finding_fn *tell, void *context) {
    int started = 1;
    while (started < search->threads &&
           thread_start(&search->workers[started].thread, worker_main, &search->workers[started]))
        started++;
    worker_run(&search->workers[0], tell, context);
    if (search->most == 0 || limits_reached(search->limits))
        atomic_store_explicit(&search->stop, true, memory_order_relaxed);
    for (int t = 1; t < started; t++)
        pthread_join(search->workers[t].thread, NULL);
}

const struct go_finding *go_search_run(struct go_search *search, const struct go_state *state,
                                       const struct past *past, const struct limits *limits,
                                       int threads, go_finding_fn *tell, void *context) {
    if (search->tuned)
        search->tuning = search->wanted;
    else
        go_tuning_init(&search->tuning, state->board.size);
    if (search->without_net)
        search->tuning.guesses.kinds &= ~(unsigned)GO_PRIOR_NET;
    search->began = monotonic_now();
    search->limits = limits;
    search->most = limits->nodes;
    if (search->most == 0 && limits->deadline <= 0 && !limits->endless)
        search->most = SIMULATIONS_USUAL;
    go_root_set(search, state, past);
    atomic_store(&search->stop, false);
    atomic_store(&search->simulations, 0);
    workers_open(search, threads);
    workers_run(search, tell, context);
    finding_fill(search);
    free(search->workers);
    search->workers = NULL;
    return &search->finding;
}
