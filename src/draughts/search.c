#include "worker.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/thread.h"

/* The root. */

/* Searches the moves from number `first` on and moves the best there. Returns its score. */
static int search_root(struct worker *w, int first, int depth, int alpha, int beta) {
    const struct draughts *root = &w->search->root;
    int best = -INFINITE;
    for (int i = first; i < w->legal; i++) {
        struct draughts_line *line = &w->lines[i];
        struct draughts next = draughts_played(root, line->moves[0]);
        struct node child = {
            .ply = 1, .last = line->moves[0], .key = draughts_key(&next), .pv = true};
        uint64_t before = atomic_load_explicit(&w->nodes, memory_order_relaxed);
        int noise = line->noise;
        int score = -INFINITE;
        if (i > first && !is_without(w, DRAUGHTS_WITHOUT_PVS)) {
            child.pv = false;
            score = noise - draughts_node_search(w, &next, depth - 1, noise - alpha - 1,
                                                 noise - alpha, child);
            child.pv = true;
        }
        if (!w->stopped && (score > alpha || i == first || is_without(w, DRAUGHTS_WITHOUT_PVS))) {
            score = noise -
                    draughts_node_search(w, &next, depth - 1, noise - beta, noise - alpha, child);
        }
        line->nodes += atomic_load_explicit(&w->nodes, memory_order_relaxed) - before;
        if (w->stopped) {
            break;
        }
        if (score > best) {
            best = score;
        }
        if (score > alpha) {
            alpha = score;
            line->score = score - noise;
            memcpy(&line->moves[1], w->pv[1].moves, (size_t)w->pv[1].length * sizeof(move));
            line->length = w->pv[1].length + 1;
            struct draughts_line found = *line;
            memmove(&w->lines[first + 1], &w->lines[first], (size_t)(i - first) * sizeof found);
            w->lines[first] = found;
        }
        if (alpha >= beta) {
            break;
        }
    }
    return best;
}

/* Widens the window until the score lies within. */
static void search_depth(struct worker *w, int slot, int depth) {
    int guess = w->lines[slot].score + w->lines[slot].noise;
    int width =
        depth < 5 || is_without(w, DRAUGHTS_WITHOUT_ASPIRATION) || abs(guess) > DRAUGHTS_PROVED
            ? 2 * INFINITE
            : 16;
    for (;;) {
        int alpha = guess - width > -INFINITE ? guess - width : -INFINITE;
        int beta = guess + width < INFINITE ? guess + width : INFINITE;
        int score = search_root(w, slot, depth, alpha, beta);
        if (w->stopped || (score > alpha && score < beta)) {
            return;
        }
        width = width < 100 ? width * 3 : 2 * INFINITE;
    }
}

/* How many moves get a value of their own. */
static int count_lines(const struct worker *w) {
    int lines = w->search->settings.lines;
    return lines < w->legal ? lines : w->legal;
}

/* A later line may have seen more than an earlier one, through what the hash had learned by then.
 */
static void sort_lines(struct worker *w) {
    int count = count_lines(w);
    for (int i = 1; i < count; i++) {
        struct draughts_line moving = w->lines[i];
        int k = i;
        for (; k > 0 && moving.score + moving.noise > w->lines[k - 1].score + w->lines[k - 1].noise;
             k--) {
            w->lines[k] = w->lines[k - 1];
        }
        w->lines[k] = moving;
    }
}

static struct draughts_outcome outcome_of(const struct draughts_search *search) {
    const struct worker *w = search->workers[0];
    return (struct draughts_outcome){.lines = w->lines,
                                     .count = search->depth > 0 ? count_lines(w) : 1,
                                     .legal = w->legal,
                                     .depth = search->depth,
                                     .nodes = draughts_node_count(search)};
}

/* Whether deeper search cannot change anything: a result is proved within the depth searched, or
 * the tables know every reply. */
static bool is_settled(const struct worker *w, int depth) {
    const struct draughts_search *search = w->search;
    int lines = count_lines(w), score;
    if (draughts_node_table(w, &search->root, 0, &score) && depth > 1) {
        return true;
    }
    for (int i = 0; i < lines; i++) {
        if (abs(w->lines[i].score) < DRAUGHTS_WIN - depth) {
            return false;
        }
    }
    return true;
}

static void *worker_run(void *argument) {
    struct worker *w = argument;
    struct draughts_search *search = w->search;
    int most = search->settings.depth > 0 ? search->settings.depth : DRAUGHTS_PLIES - 2;
    for (int depth = 1 + (w->id & 1); depth <= most && !w->stopped; depth++) {
        w->root_depth = depth;
        for (int slot = 0; slot < count_lines(w) && !w->stopped; slot++) {
            search_depth(w, slot, depth);
        }
        if (w->stopped) {
            break;
        }
        sort_lines(w);
        if (w->id != 0) {
            continue;
        }
        search->depth = depth;
        if (search->report != NULL) {
            struct draughts_outcome outcome = outcome_of(search);
            search->report(search->context, &outcome);
        }
        if (is_settled(w, depth)) {
            break;
        }
    }
    return NULL;
}

/* Setting up. */

struct draughts_search *draughts_search_new(size_t megabytes) {
    struct draughts_search *search = memory_new(1, sizeof *search);
    search->hash = draughts_hash_new(megabytes);
    atomic_init(&search->stop, false);
    return search;
}

void draughts_search_free(struct draughts_search *search) {
    for (int i = 0; i < search->count; i++) {
        free(search->workers[i]);
    }
    free(search->workers);
    draughts_hash_free(search->hash);
    free(search);
}

void draughts_search_resize(struct draughts_search *search, size_t megabytes) {
    draughts_hash_free(search->hash);
    search->hash = draughts_hash_new(megabytes);
}

void draughts_search_use(struct draughts_search *search, struct draughts_egtb *egtb) {
    search->egtb = egtb;
}

void draughts_search_forget(struct draughts_search *search) {
    draughts_hash_clear(search->hash);
    for (int i = 0; i < search->count; i++) {
        memset(search->workers[i]->history, 0, sizeof search->workers[i]->history);
    }
}

static void set_workers(struct draughts_search *search, int count) {
    for (int i = count; i < search->count; i++) {
        free(search->workers[i]);
    }
    search->workers = memory_grow(search->workers, (size_t)count, sizeof(struct worker *));
    for (int i = search->count; i < count; i++) {
        search->workers[i] = memory_new(1, sizeof(struct worker));
        search->workers[i]->search = search;
        search->workers[i]->id = i;
    }
    search->count = count;
}

/* The earlier positions that the root may repeat, as the search sees them. */
static void take_past(struct worker *w, const struct draughts *root, const struct past *past) {
    size_t count = past == NULL ? 0 : past->count;
    count = count < root->quiet ? count : root->quiet;
    for (size_t i = 0; i < count; i++) {
        w->path[i] = past->keys[past->count - count + i];
    }
    w->path_base = count;
    w->path[count] = draughts_key(root);
}

static void set_root(struct worker *w, const struct past *past) {
    const struct draughts_search *search = w->search;
    const struct draughts *root = &search->root;
    atomic_store(&w->nodes, 0);
    w->poll = 0;
    w->stopped = false;
    memset(w->killers, 0, sizeof w->killers);
    take_past(w, root, past);
    move moves[DRAUGHTS_MOVES];
    w->legal = draughts_order_list(root, moves);
    bool opening = past != NULL && past->count < OPENING_PLIES && !search->limits->endless &&
                   draughts_size(root->board.side[0] | root->board.side[1]) >= OPENING_PIECES;
    struct rng rng;
    rng_seed(&rng, search->limits->seed);
    for (int i = 0; i < w->legal; i++) {
        int most = opening ? search->settings.variety : 0;
        w->lines[i] = (struct draughts_line){
            .moves = {moves[i]}, .length = 1, .noise = (int)rng_below(&rng, (uint64_t)most + 1)};
    }
}

struct draughts_outcome draughts_search_run(struct draughts_search *search,
                                            const struct draughts *state, const struct past *past,
                                            const struct draughts_settings *settings,
                                            const struct limits *limits,
                                            draughts_search_report *report, void *context) {
    search->root = *state;
    search->settings = *settings;
    search->limits = limits;
    search->report = report;
    search->context = context;
    search->depth = 0;
    atomic_store(&search->stop, false);
    set_workers(search, settings->threads);
    draughts_hash_age(search->hash);
    for (int i = 0; i < search->count; i++) {
        set_root(search->workers[i], past);
    }
    int started = 1;
    while (started < search->count &&
           thread_start(&search->workers[started]->thread, worker_run, search->workers[started])) {
        started++;
    }
    worker_run(search->workers[0]);
    atomic_store(&search->stop, true);
    for (int i = 1; i < started; i++) {
        pthread_join(search->workers[i]->thread, NULL);
    }
    return outcome_of(search);
}
