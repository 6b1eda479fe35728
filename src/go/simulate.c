#include <math.h>
#include <string.h>

#include "mcts_inside.h"
#include "playout.h"

/* Children. */

/* Before a pass is looked at, so many moves are. */
enum { PASS_PLACE = 12 };

static struct go_node *child_make(const struct go_worker *worker, struct go_node *node, int p) {
    bool learned = worker->search->tuning.guesses.kinds & GO_PRIOR_LEARNED;
    node->move = (uint16_t)p;
    node->chance = learned && p != GO_PASS ? worker->prior.chances[p] : 0;
    if (p == GO_PASS) {
        /* Rarely the best, and then found by its results. */
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

/* How many of a position's moves are looked at after so many visits. */
static int opened_of(const struct go_tuning *tuning, uint32_t visits) {
    int bits;
    if (tuning->widen <= 0)
        return GO_POINTS + 1;
    double part = frexp(visits + 1.0, &bits);
    return 1 + (int)(tuning->widen * (bits - 2 + 2 * part));
}

/* Likeliest first, by insertion, as that keeps the order of equals and most are in order soon. */
static void points_sort(const float chances[GO_INDEXES], uint16_t *points, int count) {
    for (int i = 1; i < count; i++) {
        uint16_t p = points[i];
        int k = i;
        for (; k > 0 && chances[points[k - 1]] < chances[p]; k--)
            points[k] = points[k - 1];
        points[k] = p;
    }
}

static int points_list(const struct go_board *board, int side, uint16_t points[GO_POINTS]) {
    int count = 0;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            int p = go_board_at(board, column, row);
            if (is_candidate(board, side, p))
                points[count++] = (uint16_t)p;
        }
    return count;
}

/* The moves of a position worth a child, likeliest first if that is known. What would be looked at
 * in no search, however long, gets none. */
static int points_choose(struct go_worker *worker, int side, uint16_t points[GO_POINTS]) {
    struct go_search *search = worker->search;
    const struct go_line *line = &worker->line;
    int count = points_list(&worker->board, side, points);
    go_prior_make(&worker->prior, &worker->board, side, line->at[line->count - 1],
                  line->at[line->count - 2], search->root.komi + search->bonus, &search->knowledge,
                  &search->tuning.guesses);
    if ((search->tuning.guesses.kinds & GO_PRIOR_LEARNED) == 0)
        return count;
    points_sort(worker->prior.chances, points, count);
    int most = opened_of(&search->tuning, GO_VISITS_MAX);
    return worker->depth > 1 && count > most ? most : count;
}

static void node_fill(struct go_worker *worker, struct go_node *node, int side) {
    struct go_tree *tree = &worker->search->tree;
    uint16_t points[GO_POINTS];
    uint32_t index = 0;
    int count = 0;
    /* A look before the work, as a full tree is asked again and again. */
    if (!go_tree_is_full(tree, (uint32_t)worker->board.empty_count + 1)) {
        count = points_choose(worker, side, points);
        index = go_tree_take(tree, (uint32_t)count + 1);
    }
    if (index == 0) {
        atomic_store_explicit(&node->children, GO_LEAF, memory_order_relaxed);
        return;
    }
    double value = worker->prior.value;
    node->opinion = (float)(value > 0 && side == GO_WHITE ? 1 - value : value);
    struct go_node *child = &tree->nodes[index];
    for (int i = 0; i <= count; i++) {
        if (i == (count < PASS_PLACE ? count : PASS_PLACE))
            child = child_make(worker, child, GO_PASS);
        if (i < count)
            child = child_make(worker, child, points[i]);
    }
    go_node_publish(node, index, (uint16_t)(count + 1));
}

/* One thread makes the children; others go on without them meanwhile. */
static void node_expand(struct go_worker *worker, struct go_node *node, int side) {
    uint32_t leaf = GO_LEAF;
    if (atomic_compare_exchange_strong(&node->children, &leaf, (uint32_t)GO_BUSY))
        node_fill(worker, node, side);
}

/* Descent. */

/* What one visit more to a node's parent depends on. */
struct outlook {
    double spread, lean;
    double rave; /* visits at which own results and those of RAVE weigh the same */
};

static double node_worth(struct go_node *node, const struct outlook *outlook) {
    double own_visits = go_count_get(&node->visits);
    double visits = own_visits + (double)node->prior_visits;
    double wins = go_count_get(&node->value) * (1.0 / GO_UNIT) + (double)node->prior_wins;
    double worth = wins / visits;
    double rave_visits = go_count_get(&node->rave_visits);
    if (rave_visits > 0 && outlook->rave > 0) {
        double rave = go_count_get(&node->rave_value) * (1.0 / GO_UNIT) / rave_visits;
        double weight = rave_visits / (rave_visits + visits + visits * rave_visits / outlook->rave);
        worth += weight * (rave - worth);
    }
    return worth + outlook->spread / sqrt(visits) +
           outlook->lean * (double)node->chance / (own_visits + 1);
}

/* About the square root of a logarithm, the same on every machine. */
static double spread_of(const struct go_tuning *tuning, uint32_t visits) {
    int bits = 0;
    for (; visits > 0; visits >>= 1)
        bits++;
    return tuning->explore * sqrt(0.7 * bits);
}

/* The longer a position was looked at, the sooner own results are believed: RAVE finds good moves
 * quickly, and hides later on those that are good only now. */
static double rave_of(const struct go_tuning *tuning, uint32_t visits) {
    return tuning->fade > 0 ? tuning->rave / (1 + visits / tuning->fade) : tuning->rave;
}

static struct go_node *child_select(const struct go_worker *worker, struct go_node *node,
                                    struct go_node *children) {
    const struct go_search *search = worker->search;
    bool root = worker->depth == 1;
    uint32_t visits = go_count_get(&node->visits);
    struct outlook outlook = {.spread = spread_of(&search->tuning, visits),
                              .lean = search->tuning.lean * sqrt(visits),
                              .rave = rave_of(&search->tuning, visits)};
    struct go_node *best = NULL;
    double best_worth = 0;
    int open = opened_of(&search->tuning, visits);
    for (int i = 0; i < node->count && open > 0; i++) {
        if (root && search->banned[children[i].move])
            continue;
        open--;
        double worth = node_worth(&children[i], &outlook);
        if (best == NULL || worth > best_worth) {
            best = &children[i];
            best_worth = worth;
        }
    }
    return best;
}

/* Whether the stones now stand as they did before, on the way here or in the game. */
static bool is_repeated(const struct go_worker *worker) {
    const struct go_search *search = worker->search;
    if (search->root.rules == GO_JAPANESE)
        return false;
    for (int i = 0; i < worker->depth - 1; i++)
        if (worker->keys[i] == worker->board.key)
            return true;
    return past_count(&search->past, worker->board.key) > 0;
}

enum arrival { ARRIVED, ARRIVED_FORBIDDEN };

/* Goes down the tree to a position without children, playing on the worker's board. */
static enum arrival tree_descend(struct go_worker *worker, int *side) {
    struct go_search *search = worker->search;
    struct go_node *node = &search->tree.nodes[GO_ROOT];
    int passes = search->root.passes == 1;
    worker->depth = 1;
    worker->taken = 0;
    worker->opinion = 0;
    worker->path[0] = node;
    go_count_add(&node->visits, 1);
    while (worker->depth < GO_DEPTH) {
        if (go_count_get(&node->visits) > (uint32_t)search->tuning.expand || worker->depth == 1)
            node_expand(worker, node, *side);
        struct go_node *children = go_tree_children(&search->tree, node);
        if (children == NULL)
            return ARRIVED;
        if (node->opinion > 0)
            worker->opinion = (double)node->opinion;
        worker->keys[worker->depth - 1] = worker->board.key;
        node = child_select(worker, node, children);
        /* Counted before its result is known, so that other threads look elsewhere. */
        go_count_add(&node->visits, 1);
        worker->path[worker->depth++] = node;
        worker->line.at[worker->line.count++] = node->move;
        worker->taken = 0;
        if (node->move == GO_PASS)
            go_board_pass(&worker->board);
        else
            worker->taken = go_board_play(&worker->board, *side, node->move);
        *side = side_other(*side);
        passes = node->move == GO_PASS ? passes + 1 : 0;
        if (passes == 2) {
            worker->opinion = 0;
            return ARRIVED;
        }
        if (worker->taken > 0 && is_repeated(worker))
            return ARRIVED_FORBIDDEN;
    }
    return ARRIVED;
}

/* Results. */

static void node_credit(struct go_worker *worker, struct go_node *node, int side,
                        const uint32_t won[2]) {
    struct go_node *children = go_tree_children(&worker->search->tree, node);
    if (children == NULL)
        return;
    for (int i = 0; i < node->count; i++)
        if (worker->owner[children[i].move] == side) {
            go_count_add(&children[i].rave_visits, 1);
            go_count_add(&children[i].rave_value, won[side]);
        }
}

/* Hands the result to every node of the path. Going up, the earlier of two moves at a point
 * overwrites the later one, so at each node `owner` tells who plays there first from then on. */
static void path_credit(struct go_worker *worker, const uint32_t won[2]) {
    const struct go_search *search = worker->search;
    const struct go_line *line = &worker->line;
    int first = search->root.to_play;
    bool rave = search->tuning.rave > 0;
    int at = line->count;
    size_t indexes = (size_t)(worker->board.size + 2) * (size_t)worker->board.stride + 1;
    memset(worker->owner, GO_EMPTY, indexes);
    for (int d = worker->depth - 1; d >= 0; d--) {
        int side = (first + d) & 1;
        for (; rave && at > GO_HISTORY + d; at--)
            worker->owner[line->at[at - 1]] = (unsigned char)((first + at - 1 - GO_HISTORY) & 1);
        worker->owner[GO_PASS] = GO_EMPTY;
        go_count_add(&worker->path[d]->value, won[side_other(side)]);
        if (rave)
            node_credit(worker, worker->path[d], side, won);
    }
}

static void owned_count(struct go_worker *worker) {
    const struct go_board *board = &worker->board;
    for (int n = 0, row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++, n++) {
            int owner = go_playout_owner(board, go_board_at(board, column, row));
            int32_t change = (owner == GO_BLACK) - (owner == GO_WHITE);
            int32_t old = atomic_load_explicit(&worker->owned[n], memory_order_relaxed);
            atomic_store_explicit(&worker->owned[n], old + change, memory_order_relaxed);
        }
}

/* Stones placed by Black less those placed by White on the way down; territory rules make them pay.
 */
static int tree_placed(const struct go_worker *worker) {
    int placed = 0;
    for (int d = 1; d < worker->depth; d++)
        if (worker->path[d]->move != GO_PASS)
            placed += ((worker->search->root.to_play + d) & 1) == GO_WHITE ? 1 : -1;
    return placed;
}

static double score_of(struct go_worker *worker, int placed) {
    const struct go_search *search = worker->search;
    double score = go_playout_area(&worker->board) - search->root.komi;
    if (search->root.rules == GO_JAPANESE)
        score -= search->balance + placed;
    return score;
}

/* What a simulation that Black won by `score` is worth to each side. */
static void result_split(const struct go_tuning *tuning, double score, double opinion,
                         uint32_t won[2]) {
    double win = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    double size = score < 0 ? -score : score;
    double lead = 0.5 + 0.5 * score / (size + 10);
    double black = (1 - tuning->margin) * win + tuning->margin * lead;
    if (opinion > 0)
        black += tuning->trust * (opinion - black);
    won[GO_BLACK] = (uint32_t)(black * GO_UNIT + 0.5);
    won[GO_WHITE] = GO_UNIT - won[GO_BLACK];
}

void go_simulate(struct go_worker *worker) {
    struct go_search *search = worker->search;
    int side = search->root.to_play;
    uint32_t won[2];
    go_board_copy(&worker->board, &search->root.board);
    worker->line.count = GO_HISTORY;
    for (int i = 0; i < GO_HISTORY; i++)
        worker->line.at[i] = (uint16_t)search->history[i];
    if (tree_descend(worker, &side) == ARRIVED_FORBIDDEN) {
        /* The move has lost a visit; for all others the simulation did not happen. */
        for (int d = 0; d < worker->depth - 1; d++)
            go_count_add(&worker->path[d]->visits, UINT32_MAX);
        return;
    }
    int placed = tree_placed(worker);
    go_heavy_playout(&worker->board, side, worker->taken, &worker->habits, &worker->rng,
                     &worker->line);
    double score = score_of(worker, placed);
    double opinion = search->root.rules == GO_JAPANESE ? 0 : worker->opinion;
    result_split(&search->tuning, score - search->bonus, opinion, won);
    path_credit(worker, won);
    owned_count(worker);
    int64_t sum = atomic_load_explicit(&worker->score, memory_order_relaxed);
    atomic_store_explicit(&worker->score, sum + (int64_t)(score * 2), memory_order_relaxed);
    int64_t lead = atomic_load_explicit(&worker->won, memory_order_relaxed);
    atomic_store_explicit(&worker->won, lead + (score > 0) - (score < 0), memory_order_relaxed);
    uint64_t done = atomic_load_explicit(&worker->done, memory_order_relaxed);
    atomic_store_explicit(&worker->done, done + 1, memory_order_relaxed);
}
