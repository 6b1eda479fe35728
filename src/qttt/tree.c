#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

int tree_units(const struct tree *tree, int side, int result) {
    int draw = tree->edges[0].side == side ? tree->draw : TREE_UNITS - tree->draw;
    const int units[] = {0, 5, draw, TREE_UNITS - 5, TREE_UNITS};
    return units[result];
}

void tree_init(struct tree *tree, uint32_t room) {
    tree->edges = memory_new(room, sizeof *tree->edges);
    tree->room = room;
}

void tree_free(struct tree *tree) {
    free(tree->edges);
}

static void edge_init(struct edge *edge, int a, int b, int side) {
    memset(edge, 0, sizeof *edge);
    edge->a = (uint8_t)a;
    edge->b = (uint8_t)b;
    edge->side = (uint8_t)side;
    atomic_init(&edge->high, TREE_WIN);
    atomic_init(&edge->plies, TREE_FAR);
}

void tree_reset(struct tree *tree, const struct board *root) {
    edge_init(&tree->edges[0], 0, 0, board_side(root));
    atomic_store(&tree->used, 1);
}

void edge_prove(struct edge *edge, int result, int plies) {
    atomic_store_explicit(&edge->plies, (uint8_t)plies, memory_order_relaxed);
    atomic_store_explicit(&edge->low, (uint8_t)result, memory_order_relaxed);
    atomic_store_explicit(&edge->high, (uint8_t)result, memory_order_relaxed);
}

void edge_play(const struct edge *edge, struct board *board) {
    if (edge->b == TREE_SETTLE)
        board_settle(board, edge->a);
    else
        board_place(board, edge->a, edge->b);
}

double tree_value(const struct tree *tree, const struct edge *edge, double unknown) {
    if (edge_proved(edge))
        return tree_units(tree, edge->side, edge->low) / (double)TREE_UNITS;
    uint32_t visits = atomic_load_explicit(&edge->visits, memory_order_relaxed);
    if (visits == 0)
        return unknown;
    uint64_t sum = atomic_load_explicit(&edge->sum, memory_order_relaxed);
    return (double)sum / ((double)visits * TREE_UNITS);
}

/* Priors. A spot is worth having for every line through it that a side can still fill, the more so
 * the more of its marks are there or haunt it; the other side's lines count as well, to be blocked.
 */

struct worth {
    float at[BOARD_SPOTS];
};

static void worth_add_line(struct worth *worth, const struct board *board, const cellset haunted[2],
                           cellset line) {
    float sum = 0;
    for (int side = 0; side < 2; side++)
        if (!set_any(set_and(line, board->settled[side_other(side)]))) {
            int there = set_size(set_and(line, board->settled[side]));
            int maybe = set_size(set_minus(set_and(line, haunted[side]), board->settled[side]));
            float strength = 1 + 2 * (float)there + (float)maybe;
            sum += strength * strength;
        }
    for (cellset rest = set_and(line, board->open); set_any(rest); rest = set_rest(rest))
        worth->at[set_first(rest)] += sum;
}

static void worth_init(struct worth *worth, const struct board *board) {
    memset(worth, 0, sizeof *worth);
    cellset haunted[2] = {0};
    cellset all = set_or(board->open, set_or(board->settled[0], board->settled[1]));
    for (int n = 1; n <= board->moves; n++)
        if (board->a[n] != board->b[n])
            set_add(&haunted[(board->first + n - 1) & 1],
                    set_or(set_of(board->a[n]), set_of(board->b[n])));
    const int stride = board->size + 1, steps[4] = {1, stride, stride + 1, stride - 1};
    for (int i = 0; i < 4; i++) {
        cellset starts = all, shape = {0};
        for (int k = 0; k < board->win; k++) {
            starts = set_and(starts, set_down(all, k * steps[i]));
            set_add(&shape, set_of(k * steps[i]));
        }
        for (; set_any(starts); starts = set_rest(starts))
            worth_add_line(worth, board, haunted, set_up(shape, set_first(starts)));
    }
}

/* Growing */

struct growth {
    const struct board *board;
    struct worth worth;
    struct edge *list;
    uint32_t count, room;
};

static void growth_add(struct growth *growth, struct edge edge) {
    if (growth->count == growth->room) {
        growth->room = growth->room ? 2 * growth->room : 64;
        growth->list = memory_grow(growth->list, growth->room, sizeof *growth->list);
    }
    growth->list[growth->count++] = edge;
}

/* Outcomes that end the game bound what a closing move is worth. */
static void edge_bound_closing(struct edge *edge, const struct board *board) {
    int side = edge->side, worst = BOARD_OPEN, known = 0;
    for (int i = 0; i < 2; i++) {
        int result = board_outcome(board, i ? edge->b : edge->a, side, side);
        known += result != BOARD_OPEN;
        worst = result < worst ? result : worst;
    }
    if (known > 0)
        edge->high = (uint8_t)(worst + 2);
    if (known == 2)
        edge_prove(edge, worst + 2, 2);
}

static void growth_add_pair(struct growth *growth, int a, int b) {
    const struct board *board = growth->board;
    if (board_barred(board, a, b))
        return;
    struct edge edge;
    edge_init(&edge, a, b, board_side(board));
    float worth = growth->worth.at[a] + growth->worth.at[b];
    edge.prior = worth * worth;
    if (set_has(board_component(board, a), b)) {
        edge_bound_closing(&edge, board);
        if (edge.high < TREE_DRAW)
            edge.prior = 0;
    }
    growth_add(growth, edge);
}

static void growth_add_settle(struct growth *growth, int spot) {
    struct edge edge;
    int side = board_side(growth->board);
    edge_init(&edge, spot, TREE_SETTLE, side);
    edge.prior = 0.5f;
    struct board after = *growth->board;
    board_settle(&after, spot);
    if (after.over)
        edge_prove(&edge, board_result(&after, side) + 2, 1);
    growth_add(growth, edge);
}

static void growth_list(struct growth *growth) {
    const struct board *board = growth->board;
    if (board->waiting) {
        growth_add_settle(growth, board->a[board->waiting]);
        growth_add_settle(growth, board->b[board->waiting]);
    } else if (!set_any(set_rest(board->open))) {
        struct edge edge;
        edge_init(&edge, set_first(board->open), set_first(board->open), board_side(board));
        growth_add(growth, edge);
    } else {
        worth_init(&growth->worth, board);
        for (cellset as = board->open; set_any(as); as = set_rest(as))
            for (cellset bs = set_rest(as); set_any(bs); bs = set_rest(bs))
                growth_add_pair(growth, set_first(as), set_first(bs));
    }
}

/* Proved wins, then larger priors, then the order of spots: a total order. */
static int edge_compare(const void *left, const void *right) {
    const struct edge *a = left, *b = right;
    if ((a->low == TREE_WIN) != (b->low == TREE_WIN))
        return a->low == TREE_WIN ? -1 : 1;
    if (a->prior != b->prior)
        return a->prior > b->prior ? -1 : 1;
    int x = a->a << 8 | a->b, y = b->a << 8 | b->b;
    return x < y ? -1 : x > y;
}

static void growth_share(struct growth *growth) {
    float sum = 0;
    for (uint32_t i = 0; i < growth->count; i++)
        sum += growth->list[i].prior;
    for (uint32_t i = 0; i < growth->count; i++)
        growth->list[i].prior = sum > 0 ? growth->list[i].prior / sum : 1 / (float)growth->count;
}

/* Room for count edges, or 0 if there is none (0 is the root, never a child). */
static uint32_t tree_take(struct tree *tree, uint32_t count) {
    uint32_t first = atomic_load(&tree->used);
    do
        if (count > tree->room - first)
            return 0;
    while (!atomic_compare_exchange_weak(&tree->used, &first, first + count));
    return first;
}

bool tree_grow(struct tree *tree, struct edge *edge, const struct board *board, uint32_t most) {
    uint8_t leaf = TREE_LEAF;
    if (!atomic_compare_exchange_strong(&edge->state, &leaf, TREE_GROWING))
        return false;
    struct growth growth = {.board = board};
    growth_list(&growth);
    qsort(growth.list, growth.count, sizeof *growth.list, edge_compare);
    edge->whole = growth.count <= most;
    growth.count = edge->whole ? growth.count : most;
    growth_share(&growth);
    edge->first = tree_take(tree, growth.count);
    edge->count = growth.count;
    if (edge->first != 0) {
        memcpy(&tree->edges[edge->first], growth.list, growth.count * sizeof *growth.list);
        atomic_store_explicit(&edge->state, TREE_GROWN, memory_order_release);
    }
    free(growth.list);
    return edge->first != 0;
}

bool tree_tighten(struct tree *tree, struct edge *edge) {
    const struct edge *children = &tree->edges[edge->first];
    int low = TREE_LOSS, high = TREE_LOSS;
    for (uint32_t i = 0; i < edge->count; i++) {
        int child_low = atomic_load_explicit(&children[i].low, memory_order_relaxed);
        int child_high = atomic_load_explicit(&children[i].high, memory_order_relaxed);
        low = child_low > low ? child_low : low;
        high = child_high > high ? child_high : high;
    }
    if (!edge->whole)
        high = TREE_WIN;
    if (children[0].side != edge->side) {
        int old = low;
        low = TREE_WIN - high;
        high = TREE_WIN - old;
    }
    bool changed = low > edge->low || high < edge->high;
    if (low > edge->low)
        atomic_store_explicit(&edge->low, (uint8_t)low, memory_order_relaxed);
    if (high < edge->high)
        atomic_store_explicit(&edge->high, (uint8_t)high, memory_order_relaxed);
    return changed;
}
