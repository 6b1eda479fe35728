#include "mcts.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/assert_hot.h"
#include "../core/memory.h"
#include "../system/thread.h"
#include "playout.h"
#include "prior.h"
#include "tree.h"

/* A report waits for REPORT_SIMULATIONS of this run: with fewer, on a tree of earlier runs, even
 * the best move may have none of them, and so no score. */
enum { SIMULATIONS_DEFAULT = 5000, CHECK_EVERY = 16, REPORT_SIMULATIONS = 100 };
static const double REPORT_SECONDS = 0.1;

/* The longest path down the tree, and the moves before the root that every line begins with. */
enum { GO_DEPTH = 256, GO_HISTORY = 2 };

/* What all threads of a search read, and the tree they grow. */
struct go_search {
    struct go_tree tree;
    struct go_knowledge knowledge;
    struct go_tuning tuning; /* of the present run */
    struct go_tuning wanted; /* in place of the default, if tuned */
    bool tuned, without_net;

    bool rooted;               /* the tree belongs to root */
    struct go_state root;      /* the position at the root of the tree */
    struct past past;          /* borrowed while running */
    int history[GO_HISTORY];   /* the moves that led to it, older first, GO_PASS where unknown */
    bool excluded[GO_INDEXES]; /* root moves that superko forbids or that a symmetry repeats */
    bool legal[GO_POINTS];     /* whether the side to play may play there, by number of the point */
    /* By side and move: it is left out as long as it would be one of the first so many plies. */
    int avoided[2][GO_INDEXES];
    int watched;         /* plies in which some move may be left out, the first at least */
    double balance;      /* of stones at the root; territory rules subtract it from the area */
    double dynamic_komi; /* extra points for White early in handicap games */

    const struct limits *limits;
    uint64_t most; /* simulations, or 0 */
    double began;
    atomic_bool stop;
    _Atomic uint64_t simulations;
    struct go_worker *workers;
    int threads;

    struct go_search_result result;
    struct go_candidate candidates[GO_POINTS + 1];
    float ownership[GO_POINTS];
    float policy[GO_POINTS + 1];
    float *owners; /* of each candidate, one after the other; NULL if nobody asks for them */
};

/* The simulations of one run below one move of the root. */
struct go_tally {
    _Atomic uint64_t done;
    _Atomic int64_t score, squares; /* of Black's doubled points without komi */
};

/* What belongs to one thread. */
struct go_worker {
    struct go_search *search;
    pthread_t thread;
    struct rng rng;
    struct go_playout_heuristics heuristics;
    struct go_board board;
    struct go_line line;
    struct go_prior prior;
    struct go_node *path[GO_DEPTH];
    uint64_t keys[GO_DEPTH]; /* of the boards along the path, the last left out */
    int depth;
    int captured;                      /* stones that the last move in the tree captured */
    double net_value;                  /* Black's, of the deepest node that has one; 0: none */
    unsigned char amaf[GO_INDEXES];    /* which side first played where, during backup */
    _Atomic int32_t owned[GO_POINTS];  /* by Black less by White, at the end of simulations */
    struct go_tally below[GO_INDEXES]; /* by the first move */
    _Atomic int32_t *owned_below; /* as `owned`, by first move and point; NULL if not asked for */
    _Atomic int64_t score;        /* sum of Black's doubled scores */
    _Atomic int64_t won; /* simulations that Black won less those lost, without dynamic komi */
    _Atomic uint64_t done;
};

void go_tuning_init(struct go_tuning *tuning, int size) {
    *tuning = (struct go_tuning){
        .heuristics = GO_HEURISTICS_ALL,
        /* The network has been taught on 9x9, and knows the more of a board the nearer it is. */
        .prior = {.kinds = size >= 9 && size <= 15 ? GO_PRIOR_ALL : GO_PRIOR_ALL - GO_PRIOR_NET,
                  .even = 10,
                  .low = 10,
                  .pattern = 10,
                  .near = 6,
                  .tactics = 1,
                  .policy = 4,
                  .net = 25},
        .expand = size <= 9 ? 4 : 6,
        .rave = 3000,
        .rave_fade = 2500,
        .explore = size <= 9 ? 0.1 : 0.02,
        .puct = 0.1,
        .widening = 4,
        .gap = 0.1,
        .score_weight = 0.04,
        .value_weight = 0.5,
        .value_late = 0.25,
        .reuse = true,
    };
}

double go_value_weight(const struct go_tuning *tuning, double empty) {
    double late = fmin(fmax(3 - 4 * empty, 0), 1);
    return tuning->value_weight + late * (tuning->value_late - tuning->value_weight);
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
    free(search->owners);
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

void go_search_set_net(struct go_search *search, bool use) {
    search->without_net = !use;
    search->rooted = false;
}

void go_search_tune(struct go_search *search, const struct go_tuning *tuning) {
    search->tuned = tuning != NULL;
    if (tuning != NULL)
        search->wanted = *tuning;
}

/* The root. */

static bool is_same(const struct go_state *a, const struct go_state *b) {
    return a->board.key == b->board.key && a->to_play == b->to_play && a->board.ko == b->board.ko &&
           (a->board.ko == GO_NO_POINT || a->board.ko_side == b->board.ko_side) &&
           (a->passes == 1) == (b->passes == 1);
}

/* The index of the child of a node whose position is `to`, or 0. `from` is the node's position. */
static uint32_t child_find(struct go_search *search, uint32_t index, const struct go_state *from,
                           const struct go_state *to) {
    struct go_node *node = &search->tree.nodes[index];
    struct go_node *children = go_tree_children(&search->tree, node);
    for (int i = 0; children != NULL && i < node->count; i++) {
        int p = children[i].move;
        if (!go_board_is_legal(&from->board, from->to_play, p) && p != GO_PASS)
            continue;
        uint64_t key =
            p == GO_PASS ? from->board.key : go_board_key_after(&from->board, from->to_play, p);
        if (key != to->board.key)
            continue;
        struct go_state after = *from;
        go_play(&after, (move)p);
        if (is_same(&after, to))
            return (uint32_t)(&children[i] - search->tree.nodes);
    }
    return 0;
}

/* The index of the root's grandchild whose position is `to`, or 0; *way is its parent. */
static uint32_t grandchild_find(struct go_search *search, const struct go_state *to,
                                uint32_t *way) {
    struct go_node *root = &search->tree.nodes[GO_ROOT];
    struct go_node *children = go_tree_children(&search->tree, root);
    for (int i = 0; children != NULL && i < root->count; i++) {
        int p = children[i].move;
        if (go_tree_children(&search->tree, &children[i]) == NULL ||
            (p != GO_PASS && !go_board_is_legal(&search->root.board, search->root.to_play, p)))
            continue;
        struct go_state after = search->root;
        go_play(&after, (move)p);
        *way = (uint32_t)(&children[i] - search->tree.nodes);
        uint32_t found = child_find(search, *way, &after, to);
        if (found != 0)
            return found;
    }
    return 0;
}

static void history_add(struct go_search *search, int p) {
    search->history[0] = search->history[1];
    search->history[1] = p;
}

/* Komi may be any number; beyond this one it decides every game, and sums of scores would overflow.
 */
static double komi_of(const struct go_state *state) {
    static const double MOST = 1e6;
    return fmin(fmax(state->komi, -MOST), MOST);
}

/* Keeps the subtree of the position, if the last root led to it. */
static bool root_keep(struct go_search *search, const struct go_state *state) {
    if (!search->rooted || !search->tuning.reuse || search->root.rules != state->rules ||
        search->root.komi < komi_of(state) || search->root.komi > komi_of(state))
        return false;
    if (is_same(&search->root, state))
        return true;
    uint32_t way = 0;
    uint32_t index = child_find(search, GO_ROOT, &search->root, state);
    if (index == 0) {
        index = grandchild_find(search, state, &way);
        if (index == 0)
            return false;
        history_add(search, search->tree.nodes[way].move);
    }
    history_add(search, search->tree.nodes[index].move);
    go_tree_keep(&search->tree, index);
    return true;
}

/* The move that led to the position, found by the past; GO_PASS if it captured or is not found. */
static int last_move_of(const struct go_state *state, const struct past *past) {
    struct go_state before = *state;
    int other = side_other(state->to_play);
    if (past->count == 0 || state->passes == 1)
        return GO_PASS;
    before.to_play = other;
    for (int n = 0; n < state->board.size * state->board.size; n++) {
        int p = go_board_point(&state->board, n);
        if (go_board_colour(&state->board, p) != other)
            continue;
        go_board_copy(&before.board, &state->board);
        go_board_put(&before.board, p, GO_EMPTY);
        for (before.passes = 0; before.passes < 2; before.passes++)
            if (go_key(&before) == past->keys[past->count - 1])
                return p;
    }
    return GO_PASS;
}

/* On an empty board one eighth of the points represents all symmetries. */
static bool is_symmetric_twin(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    return board->empty_count == board->size * board->size &&
           (column < board->size / 2 || row < column);
}

/* Nearly all simulations of a handicap game end the same way and teach nothing. So White gets some
 * seven points a stone at first, and less as the board fills. */
static double dynamic_komi_of(const struct go_state *state) {
    int points = state->board.size * state->board.size;
    double left = 1 - 2.0 * (points - state->board.empty_count) / points;
    return left > 0 ? 7 * state->handicap * left : 0;
}

/* Notes which moves the limits leave out. The tree is then of this run alone. */
static void avoided_set(struct go_search *search, const struct limits *limits) {
    memset(search->avoided, 0, sizeof search->avoided);
    search->watched = 1;
    for (size_t i = 0; i < limits->avoid_count; i++) {
        const struct avoided *one = &limits->avoid[i];
        assert(one->m < GO_INDEXES && one->plies > 0);
        search->avoided[one->side][one->m] = one->plies;
        search->watched = one->plies > search->watched ? one->plies : search->watched;
    }
    if (limits->avoid_count > 0)
        search->rooted = false;
}

/* Makes the position the root and keeps what is known about it. */
static void root_set(struct go_search *search, const struct go_state *state,
                     const struct past *past) {
    const struct go_board *board = &state->board;
    bool twins = search->limits->avoid_count == 0; /* else the allowed one may be a twin */
    if (!root_keep(search, state)) {
        go_tree_clear(&search->tree);
        search->history[0] = GO_PASS;
        search->history[1] = last_move_of(state, past);
    }
    search->rooted = true;
    search->root = *state;
    search->root.komi = komi_of(state);
    search->past = *past;
    memset(search->excluded, 0, sizeof search->excluded);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        search->legal[n] = go_check(state, past, state->to_play, p) == GO_LEGAL;
        search->excluded[p] = !search->legal[n] || (twins && is_symmetric_twin(board, p));
    }
    search->balance = go_balance(state);
    search->dynamic_komi = dynamic_komi_of(state);
}

/* Expansion. */

/* The pass comes after this many moves. */
enum { PASS_PLACE = 12 };

static struct go_node *child_make(const struct go_worker *worker, struct go_node *node, int p) {
    bool with_policy = worker->search->tuning.prior.kinds & GO_PRIOR_POLICY;
    node->move = (uint16_t)p;
    node->policy = with_policy && p != GO_PASS ? worker->prior.policy[p] : 0;
    if (p == GO_PASS) {
        /* A pass is rarely the best, and then its results show it. */
        node->prior_visits = 10;
        node->prior_wins = 1;
    } else {
        node->prior_visits = worker->prior.visits[p];
        node->prior_wins = worker->prior.wins[p];
    }
    return node + 1;
}

static bool is_candidate(const struct go_board *board, int side, int p) {
    return go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p);
}

/* Progressive widening: how many children are considered after that many visits. */
static int widened_count(const struct go_tuning *tuning, uint32_t visits) {
    int bits;
    if (tuning->widening <= 0)
        return GO_POINTS + 1;
    double part = frexp(visits + 1.0, &bits);
    return 1 + (int)(tuning->widening * (bits - 2 + 2 * part));
}

/* By descending policy. Insertion keeps the order of equals. */
static void points_sort(const float policy[GO_INDEXES], uint16_t *points, int count) {
    for (int i = 1; i < count; i++) {
        uint16_t p = points[i];
        int k = i;
        for (; k > 0 && policy[points[k - 1]] < policy[p]; k--)
            points[k] = points[k - 1];
        points[k] = p;
    }
}

static int points_list(const struct go_board *board, int side, bool eyes,
                       uint16_t points[GO_POINTS]) {
    int count = 0;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            int p = go_board_at(board, column, row);
            if (eyes ? go_board_is_legal(board, side, p) : is_candidate(board, side, p))
                points[count++] = (uint16_t)p;
        }
    return count;
}

/* Stones placed by Black less those placed by White along the path: territory rules charge them. */
static int tree_placed(const struct go_worker *worker) {
    int placed = 0;
    for (int d = 1; d < worker->depth; d++)
        if (worker->path[d]->move != GO_PASS)
            placed += ((worker->search->root.to_play + d) & 1) == GO_WHITE ? 1 : -1;
    return placed;
}

/* The moves that get a child, by descending policy if there is one. Moves that progressive widening
 * would never reach get none. */
static int points_choose(struct go_worker *worker, int side, uint16_t points[GO_POINTS]) {
    struct go_search *search = worker->search;
    const struct go_line *line = &worker->line;
    /* Where moves are left out, an own eye may be all that is allowed. */
    bool eyes = worker->depth == 1 && search->limits->avoid_count > 0;
    int count = points_list(&worker->board, side, eyes, points);
    bool territory = search->root.rules == GO_JAPANESE;
    double komi = search->root.komi + search->dynamic_komi;
    go_prior_fill(&worker->prior,
                  &(struct go_net_position){
                      .board = &worker->board,
                      .side = side,
                      .last = line->at[line->count - 1],
                      .before = line->at[line->count - 2],
                      .komi = komi + (territory ? search->balance + tree_placed(worker) : 0),
                      .territory = territory},
                  &search->knowledge, &search->tuning.prior);
    if ((search->tuning.prior.kinds & GO_PRIOR_POLICY) == 0)
        return count;
    points_sort(worker->prior.policy, points, count);
    int most = widened_count(&search->tuning, GO_VISITS_MAX);
    return worker->depth > 1 && count > most ? most : count;
}

static void node_fill(struct go_worker *worker, struct go_node *node, int side) {
    struct go_tree *tree = &worker->search->tree;
    uint16_t points[GO_POINTS];
    uint32_t index = 0;
    int count = 0;
    /* Checked before the work, as a full tree is asked again and again. */
    if (!go_tree_is_full(tree, (uint32_t)worker->board.empty_count + 1)) {
        count = points_choose(worker, side, points);
        index = go_tree_take(tree, (uint32_t)count + 1);
    }
    if (index == 0) {
        atomic_store_explicit(&node->children, GO_LEAF, memory_order_relaxed);
        return;
    }
    double value = worker->prior.net_value;
    node->net_value = (float)(value > 0 && side == GO_WHITE ? 1 - value : value);
    struct go_node *child = &tree->nodes[index];
    for (int i = 0; i <= count; i++) {
        if (i == (count < PASS_PLACE ? count : PASS_PLACE))
            child = child_make(worker, child, GO_PASS);
        if (i < count)
            child = child_make(worker, child, points[i]);
    }
    go_node_publish(node, index, (uint16_t)(count + 1));
}

/* One thread makes the children; others treat the node as a leaf meanwhile. */
static void node_expand(struct go_worker *worker, struct go_node *node, int side) {
    uint32_t leaf = GO_LEAF;
    if (atomic_compare_exchange_strong(&node->children, &leaf, (uint32_t)GO_EXPANDING))
        node_fill(worker, node, side);
}

/* Selection. */

/* The factors of the UCT formula that all children share. */
struct uct_terms {
    double exploration, puct;
    double rave; /* equivalence parameter */
};

/* Mean of own results and priors, mixed with RAVE, plus the exploration terms of UCB1 and PUCT. */
static double node_uct_value(struct go_node *node, const struct uct_terms *terms) {
    double own_visits = go_count_get(&node->visits);
    double visits = own_visits + (double)node->prior_visits;
    double wins = go_count_get(&node->value) * (1.0 / GO_VALUE_UNIT) + (double)node->prior_wins;
    double value = wins / visits;
    double rave_visits = go_count_get(&node->rave_visits);
    if (rave_visits > 0 && terms->rave > 0) {
        double rave = go_count_get(&node->rave_value) * (1.0 / GO_VALUE_UNIT) / rave_visits;
        double weight = rave_visits / (rave_visits + visits + visits * rave_visits / terms->rave);
        value += weight * (rave - value);
    }
    return value + terms->exploration / sqrt(visits) +
           terms->puct * (double)node->policy / (own_visits + 1);
}

/* About UCB1's square root of a logarithm, the same on every machine. */
static double exploration_of(const struct go_tuning *tuning, uint32_t visits) {
    int bits = 0;
    for (; visits > 0; visits >>= 1)
        bits++;
    return tuning->explore * sqrt(0.7 * bits);
}

/* The equivalence parameter falls with visits: RAVE finds good moves quickly, but later hides moves
 * that are good only now. */
static double rave_equivalence(const struct go_tuning *tuning, uint32_t visits) {
    return tuning->rave_fade > 0 ? tuning->rave / (1 + visits / tuning->rave_fade) : tuning->rave;
}

/* Whether a move is left out at the present depth, which must be one of those watched. */
static bool is_left_out(const struct go_worker *worker, int p) {
    const struct go_search *search = worker->search;
    int side = (search->root.to_play + worker->depth - 1) & 1;
    return (worker->depth == 1 && search->excluded[p]) || worker->depth <= search->avoided[side][p];
}

/* NULL if every child is left out. */
static struct go_node *child_select(const struct go_worker *worker, struct go_node *node,
                                    struct go_node *children) {
    const struct go_search *search = worker->search;
    bool watched = worker->depth <= search->watched;
    uint32_t visits = go_count_get(&node->visits);
    struct uct_terms terms = {.exploration = exploration_of(&search->tuning, visits),
                              .puct = search->tuning.puct * sqrt(visits),
                              .rave = rave_equivalence(&search->tuning, visits)};
    struct go_node *best = NULL;
    double best_value = 0;
    int open = widened_count(&search->tuning, visits);
    for (int i = 0; i < node->count && open > 0; i++) {
        if (watched && is_left_out(worker, children[i].move))
            continue;
        open--;
        double value = node_uct_value(&children[i], &terms);
        if (best == NULL || value > best_value) {
            best = &children[i];
            best_value = value;
        }
    }
    return best;
}

/* Whether the board repeats an earlier one, of the path or of the game. */
static bool is_repeated(const struct go_worker *worker) {
    const struct go_search *search = worker->search;
    if (search->root.rules == GO_JAPANESE)
        return false;
    for (int i = 0; i < worker->depth - 1; i++)
        if (worker->keys[i] == worker->board.key)
            return true;
    return past_count(&search->past, worker->board.key) > 0;
}

enum descent { DESCENT_LEAF, DESCENT_FORBIDDEN };

/* Descends to a leaf, playing on the worker's board. */
static enum descent tree_descend(struct go_worker *worker, int *side) {
    struct go_search *search = worker->search;
    struct go_node *node = &search->tree.nodes[GO_ROOT];
    int passes = search->root.passes == 1;
    worker->depth = 1;
    worker->captured = 0;
    worker->net_value = 0;
    worker->path[0] = node;
    go_count_add(&node->visits, 1);
    while (worker->depth < GO_DEPTH) {
        if (go_count_get(&node->visits) > (uint32_t)search->tuning.expand || worker->depth == 1)
            node_expand(worker, node, *side);
        struct go_node *children = go_tree_children(&search->tree, node);
        if (children == NULL)
            return DESCENT_LEAF;
        if (node->net_value > 0)
            worker->net_value = (double)node->net_value;
        worker->keys[worker->depth - 1] = worker->board.key;
        node = child_select(worker, node, children);
        if (node == NULL)
            return DESCENT_LEAF;
        /* Counted before its result is known, as a virtual loss: other threads look elsewhere. */
        go_count_add(&node->visits, 1);
        worker->path[worker->depth++] = node;
        worker->line.at[worker->line.count++] = node->move;
        worker->captured = 0;
        if (node->move == GO_PASS)
            go_board_pass(&worker->board);
        else
            worker->captured = go_board_play(&worker->board, *side, node->move);
        *side = side_other(*side);
        passes = node->move == GO_PASS ? passes + 1 : 0;
        if (passes == 2) {
            worker->net_value = 0;
            return DESCENT_LEAF;
        }
        if (worker->captured > 0 && is_repeated(worker))
            return DESCENT_FORBIDDEN;
    }
    return DESCENT_LEAF;
}

/* Backup. */

static void node_update_rave(struct go_worker *worker, struct go_node *node, int side,
                             const uint32_t won[2]) {
    struct go_node *children = go_tree_children(&worker->search->tree, node);
    if (children == NULL)
        return;
    for (int i = 0; i < node->count; i++)
        if (worker->amaf[children[i].move] == side) {
            go_count_add(&children[i].rave_visits, 1);
            go_count_add(&children[i].rave_value, won[side]);
        }
}

/* Adds the result to every node of the path, and to RAVE of their children. Going up, the earlier
 * of two moves at a point overwrites the later one, so at each node `amaf` tells which side plays
 * there first from then on. */
static void path_backup(struct go_worker *worker, const uint32_t won[2]) {
    const struct go_search *search = worker->search;
    const struct go_line *line = &worker->line;
    int first = search->root.to_play;
    bool rave = search->tuning.rave > 0;
    int at = line->count;
    size_t indexes = (size_t)(worker->board.size + 2) * (size_t)worker->board.stride + 1;
    memset(worker->amaf, GO_EMPTY, indexes);
    for (int d = worker->depth - 1; d >= 0; d--) {
        int side = (first + d) & 1;
        for (; rave && at > GO_HISTORY + d; at--)
            worker->amaf[line->at[at - 1]] = (unsigned char)((first + at - 1 - GO_HISTORY) & 1);
        worker->amaf[GO_PASS] = GO_EMPTY;
        go_count_add(&worker->path[d]->value, won[side_other(side)]);
        if (rave)
            node_update_rave(worker, worker->path[d], side, won);
    }
}

static void ownership_count(struct go_worker *worker, int first) {
    const struct go_board *board = &worker->board;
    _Atomic int32_t *below = worker->owned_below;
    if (below != NULL)
        below += first * GO_POINTS;
    for (int n = 0, row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++, n++) {
            int owner = go_playout_owner(board, go_board_at(board, column, row));
            int32_t change = (owner == GO_BLACK) - (owner == GO_WHITE);
            int32_t old = atomic_load_explicit(&worker->owned[n], memory_order_relaxed);
            atomic_store_explicit(&worker->owned[n], old + change, memory_order_relaxed);
            if (below != NULL)
                atomic_store_explicit(
                    &below[n], atomic_load_explicit(&below[n], memory_order_relaxed) + change,
                    memory_order_relaxed);
        }
}

/* Notes what a simulation below a move of the root ended with. Only its own thread writes. */
static void tally_add(struct go_tally *tally, int64_t doubled) {
    uint64_t done = atomic_load_explicit(&tally->done, memory_order_relaxed);
    int64_t score = atomic_load_explicit(&tally->score, memory_order_relaxed);
    int64_t squares = atomic_load_explicit(&tally->squares, memory_order_relaxed);
    atomic_store_explicit(&tally->done, done + 1, memory_order_relaxed);
    atomic_store_explicit(&tally->score, score + doubled, memory_order_relaxed);
    atomic_store_explicit(&tally->squares, squares + doubled * doubled, memory_order_relaxed);
}

static double score_final(struct go_worker *worker, int placed) {
    const struct go_search *search = worker->search;
    double score = go_playout_area(&worker->board) - search->root.komi;
    if (search->root.rules == GO_JAPANESE)
        score -= search->balance + placed;
    return score;
}

/* The value, for each side, of a simulation that Black won by `score`, mixed with the network's. */
static void result_values(const struct go_tuning *tuning, double score, double net_value,
                          double net_weight, uint32_t won[2]) {
    double win = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    double size = score < 0 ? -score : score;
    double lead = 0.5 + 0.5 * score / (size + 10);
    double black = (1 - tuning->score_weight) * win + tuning->score_weight * lead;
    if (net_value > 0)
        black += net_weight * (net_value - black);
    won[GO_BLACK] = (uint32_t)(black * GO_VALUE_UNIT + 0.5);
    won[GO_WHITE] = GO_VALUE_UNIT - won[GO_BLACK];
}

/* One simulation: selection, expansion, playout, backup. */
static void simulate(struct go_worker *worker) {
    struct go_search *search = worker->search;
    int side = search->root.to_play;
    uint32_t won[2];
    go_board_copy(&worker->board, &search->root.board);
    worker->line.count = GO_HISTORY;
    for (int i = 0; i < GO_HISTORY; i++)
        worker->line.at[i] = (uint16_t)search->history[i];
    if (tree_descend(worker, &side) == DESCENT_FORBIDDEN) {
        /* The illegal move keeps a visit without a win; for the rest of the path nothing happened.
         */
        for (int d = 0; d < worker->depth - 1; d++)
            go_count_add(&worker->path[d]->visits, UINT32_MAX);
        return;
    }
    int placed = tree_placed(worker), points = worker->board.size * worker->board.size;
    double net_weight =
        go_value_weight(&search->tuning, (double)worker->board.empty_count / points);
    go_playout_heavy(&worker->board, side, worker->captured, &worker->heuristics, &worker->rng,
                     &worker->line);
    double score = score_final(worker, placed);
    result_values(&search->tuning, score - search->dynamic_komi, worker->net_value, net_weight,
                  won);
    path_backup(worker, won);
    int first = worker->depth > 1 ? worker->path[1]->move : GO_NO_POINT;
    ownership_count(worker, first);
    tally_add(&worker->below[first], llround(2 * (score + search->root.komi)));
    int64_t sum = atomic_load_explicit(&worker->score, memory_order_relaxed);
    atomic_store_explicit(&worker->score, sum + (int64_t)(score * 2), memory_order_relaxed);
    int64_t lead = atomic_load_explicit(&worker->won, memory_order_relaxed);
    atomic_store_explicit(&worker->won, lead + (score > 0) - (score < 0), memory_order_relaxed);
    uint64_t done = atomic_load_explicit(&worker->done, memory_order_relaxed);
    atomic_store_explicit(&worker->done, done + 1, memory_order_relaxed);
}

/* The result. */

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

/* The mean of all results that reached a node, for the side whose move led to it. */
static double node_mean(struct go_node *node) {
    uint32_t visits = go_count_get(&node->visits);
    double wins = go_count_get(&node->value) * (1.0 / GO_VALUE_UNIT);
    return visits > 0 ? fmin(wins / visits, 1) : 0;
}

/* Sums of tallies of several threads or moves. */
struct tally_sum {
    double done, score, squares;
};

static void tally_sum_add(struct tally_sum *sum, struct go_tally *tally) {
    sum->done += (double)atomic_load_explicit(&tally->done, memory_order_relaxed);
    sum->score += (double)atomic_load_explicit(&tally->score, memory_order_relaxed);
    sum->squares += (double)atomic_load_explicit(&tally->squares, memory_order_relaxed);
}

/* In points without komi. A thread may be between two of its stores: no root of less than 0. */
static double tally_sum_spread(const struct tally_sum *sum) {
    double mean = sum->done > 0 ? sum->score / sum->done : 0;
    return sum->done > 0 ? sqrt(fmax(sum->squares / sum->done - mean * mean, 0)) / 2 : 0;
}

static void candidate_score(struct go_search *search, struct go_candidate *candidate) {
    double sign = search->root.to_play == GO_BLACK ? 1 : -1;
    struct tally_sum sum = {0};
    for (int t = 0; t < search->threads; t++)
        tally_sum_add(&sum, &search->workers[t].below[candidate->line[0]]);
    candidate->spread = tally_sum_spread(&sum);
    candidate->score =
        sum.done > 0 ? sign * (sum.score / sum.done / 2 - search->root.komi) : (double)NAN;
}

/* Fills in whose the points are after a candidate, if anybody asks for it and it is known. */
static void candidate_owners(struct go_search *search, struct go_candidate *candidate,
                             float *owners) {
    int points = search->root.board.size * search->root.board.size;
    float sign = search->root.to_play == GO_BLACK ? 1 : -1, done = 0;
    memset(owners, 0, (size_t)points * sizeof *owners);
    for (int t = 0; t < search->threads; t++) {
        struct go_worker *worker = &search->workers[t];
        size_t first = (size_t)candidate->line[0];
        done += (float)atomic_load_explicit(&worker->below[first].done, memory_order_relaxed);
        for (int n = 0; n < points; n++)
            owners[n] += (float)atomic_load_explicit(
                &worker->owned_below[first * GO_POINTS + (size_t)n], memory_order_relaxed);
    }
    for (int n = 0; n < points && done > 0; n++)
        owners[n] = fminf(fmaxf(owners[n] * sign / done, -1), 1);
    candidate->ownership = done > 0 ? owners : NULL;
}

static void candidate_fill(struct go_search *search, struct go_candidate *candidate,
                           struct go_node *node) {
    *candidate =
        (struct go_candidate){.visits = go_count_get(&node->visits), .winrate = node_mean(node)};
    for (; node != NULL && candidate->length < GO_LINE_SHOWN;
         node = child_most_visited(search, node)) {
        candidate->line_visits[candidate->length] = go_count_get(&node->visits);
        candidate->line[candidate->length++] = node->move;
    }
    candidate_score(search, candidate);
    if (search->owners != NULL) {
        size_t index = (size_t)(candidate - search->candidates);
        candidate_owners(search, candidate, search->owners + index * GO_POINTS);
    }
}

/* The policy of the root. Vital points were raised in it, so that its sum may be too large. */
static void policy_fill(struct go_search *search, struct go_node *root, struct go_node *children) {
    const struct go_board *board = &search->root.board;
    int points = board->size * board->size;
    float sum = 0;
    for (int n = 0; n < points; n++)
        search->policy[n] = search->legal[n] ? 0 : -1;
    search->policy[points] = 0;
    for (int i = 0; children != NULL && i < root->count; i++) {
        int p = children[i].move, n = p == GO_PASS ? points : go_board_number(board, p);
        if (search->policy[n] < 0)
            continue;
        search->policy[n] = children[i].policy;
        sum += children[i].policy;
    }
    for (int n = 0; n <= points && sum > 1; n++)
        search->policy[n] /= search->policy[n] > 0 ? sum : 1;
}

static double policy_of(const struct go_search *search, move m) {
    const struct go_board *board = &search->root.board;
    int n = m == GO_PASS ? board->size * board->size : go_board_number(board, (int)m);
    return (double)search->policy[n];
}

/* RAVE and priors may send many simulations into a move whose own results are poor. Then the most
 * visited of the moves that are better by `gap`, with at least half its visits, goes first. */
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

static void result_fill(struct go_search *search) {
    struct go_search_result *result = &search->result;
    struct go_node *root = &search->tree.nodes[GO_ROOT];
    struct go_node *children = go_tree_children(&search->tree, root);
    int points = search->root.board.size * search->root.board.size;
    double sign = search->root.to_play == GO_BLACK ? 1 : -1;
    *result = (struct go_search_result){.best = search->candidates,
                                        .visits = go_count_get(&root->visits),
                                        .winrate = 1 - node_mean(root),
                                        .ownership = search->ownership,
                                        .policy = search->policy};
    policy_fill(search, root, children);
    for (int i = 0; children != NULL && i < root->count; i++)
        if (!search->excluded[children[i].move] && go_count_get(&children[i].visits) > 0) {
            struct go_candidate *candidate = &search->candidates[result->count++];
            candidate_fill(search, candidate, &children[i]);
            candidate->prior = policy_of(search, candidate->line[0]);
        }
    if (result->count > 0)
        qsort(search->candidates, result->count, sizeof *search->candidates, candidate_order);
    if (result->count > 0 && search->tuning.gap > 0)
        candidates_choose(search->candidates, result->count, search->tuning.gap);
    memset(search->ownership, 0, sizeof search->ownership);
    int64_t score = 0, won = 0;
    struct tally_sum sum = {0};
    for (int t = 0; t < search->threads; t++) {
        struct go_worker *worker = &search->workers[t];
        result->simulations += atomic_load_explicit(&worker->done, memory_order_relaxed);
        score += atomic_load_explicit(&worker->score, memory_order_relaxed);
        won += atomic_load_explicit(&worker->won, memory_order_relaxed);
        for (int p = 0; p < GO_INDEXES; p++)
            tally_sum_add(&sum, &worker->below[p]);
        for (int n = 0; n < points; n++)
            search->ownership[n] +=
                (float)atomic_load_explicit(&worker->owned[n], memory_order_relaxed);
    }
    double all = result->simulations > 0 ? (double)result->simulations : 1;
    result->score = sign * (double)score / 2 / all;
    result->spread = tally_sum_spread(&sum);
    result->won = 0.5 + sign * (double)won / 2 / all;
    for (int n = 0; n < points; n++)
        search->ownership[n] *= (float)(sign / all);
    result->seconds = monotonic_now() - search->began;
}

/* Running. */

/* Whether the second most visited move cannot overtake the first in the time left. Saved time is of
 * use later; saved simulations are not, as the tree serves the next move, too. */
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

static void worker_run(struct go_worker *worker, go_search_report_fn *report, void *context) {
    struct go_search *search = worker->search;
    double told = search->began;
    for (unsigned i = 0; !atomic_load_explicit(&search->stop, memory_order_relaxed); i++) {
        uint64_t number = atomic_fetch_add_explicit(&search->simulations, 1, memory_order_relaxed);
        if (search->most > 0 && number >= search->most)
            return;
        simulate(worker);
        if (worker != search->workers)
            continue;
        /* Every time: on a busy machine a few simulations on a large board are much too late. */
        if (limits_reached(search->limits))
            atomic_store_explicit(&search->stop, true, memory_order_relaxed);
        if (i % CHECK_EVERY != CHECK_EVERY - 1)
            continue;
        if (is_full(search) ||
            (search->limits->deadline > 0 && !search->limits->endless && is_decided(search)))
            atomic_store_explicit(&search->stop, true, memory_order_relaxed);
        if (report != NULL && i >= REPORT_SIMULATIONS && monotonic_now() - told > REPORT_SECONDS) {
            result_fill(search);
            report(context, &search->result);
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
        worker->heuristics =
            (struct go_playout_heuristics){.kinds = search->tuning.heuristics,
                                           .patterns = &search->knowledge.patterns,
                                           .weights = &search->knowledge.playout_weights};
        if (search->limits->owners)
            worker->owned_below =
                memory_new((size_t)GO_INDEXES * GO_POINTS, sizeof *worker->owned_below);
    }
    if (search->limits->owners)
        search->owners = memory_new((size_t)(GO_POINTS + 1) * GO_POINTS, sizeof *search->owners);
}

static void workers_close(struct go_search *search) {
    for (int t = 0; t < search->threads; t++)
        free(search->workers[t].owned_below);
    free(search->workers);
    search->workers = NULL;
}

static void workers_run(struct go_search *search, go_search_report_fn *report, void *context) {
    int started = 1;
    while (started < search->threads &&
           thread_start(&search->workers[started].thread, worker_main, &search->workers[started]))
        started++;
    worker_run(&search->workers[0], report, context);
    if (search->most == 0 || limits_reached(search->limits))
        atomic_store_explicit(&search->stop, true, memory_order_relaxed);
    for (int t = 1; t < started; t++)
        pthread_join(search->workers[t].thread, NULL);
}

const struct go_search_result *go_search_run(struct go_search *search, const struct go_state *state,
                                             const struct past *past, const struct limits *limits,
                                             int threads, go_search_report_fn *report,
                                             void *context) {
    assert(threads > 0 && go_board_is_ok(&state->board));
    if (search->tuned)
        search->tuning = search->wanted;
    else
        go_tuning_init(&search->tuning, state->board.size);
    if (search->without_net)
        search->tuning.prior.kinds &= ~(unsigned)GO_PRIOR_NET;
    search->began = monotonic_now();
    search->limits = limits;
    search->most = limits->nodes;
    if (search->most == 0 && limits->deadline <= 0 && !limits->endless)
        search->most = SIMULATIONS_DEFAULT;
    free(search->owners);
    search->owners = NULL;
    avoided_set(search, limits);
    root_set(search, state, past);
    atomic_store(&search->stop, false);
    atomic_store(&search->simulations, 0);
    workers_open(search, threads);
    workers_run(search, report, context);
    result_fill(search);
    assert(go_node_is_ok(&search->tree, &search->tree.nodes[GO_ROOT]));
    workers_close(search);
    if (limits->avoid_count > 0)
        search->rooted = false;
    return &search->result;
}
