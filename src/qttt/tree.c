#include "tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/assert_hot.h"
#include "../core/memory.h"

int tree_units(const struct tree *tree, int side, int result) {
    int draw = tree->edges[0].side == side ? tree->draw : TREE_UNITS - tree->draw;
    assert_hot(result >= TREE_LOSS && result <= TREE_WIN);
    const int units[] = {0, 5, draw, TREE_UNITS - 5, TREE_UNITS};
    return units[result];
}

void tree_init(struct tree *tree, uint32_t room) {
    assert(room > 0);
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

bool edge_is_ok(const struct tree *tree, const struct edge *edge) {
    uint32_t used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    uint8_t state = atomic_load_explicit(&edge->state, memory_order_acquire);
    uint8_t low = atomic_load_explicit(&edge->low, memory_order_relaxed);
    uint8_t high = atomic_load_explicit(&edge->high, memory_order_relaxed);
    if (edge->side > SIDE_SECOND || low > TREE_WIN || high > TREE_WIN || state > TREE_EXPANDED)
        return false;
    return state != TREE_EXPANDED ||
           (edge->first > 0 && edge->count > 0 && edge->first <= used - edge->count);
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
    uint32_t visits = atomic_load_explicit(&edge->visits, memory_order_relaxed);
    if (edge_settled(tree, edge) || (visits == 0 && edge_proved(edge)))
        return tree_units(tree, edge->side, edge->low) / (double)TREE_UNITS;
    if (visits == 0)
        return unknown;
    uint64_t sum = atomic_load_explicit(&edge->sum, memory_order_relaxed);
    return (double)sum / ((double)visits * TREE_UNITS);
}

/* Priors. A spot is worth having for every line through it that a side can still fill, the more so
 * the more of its marks are there or haunt it; the other side's lines count as well, to be blocked.
 */

struct spot_values {
    float at[BOARD_SPOTS];
};

static void spot_values_add_line(struct spot_values *values, const struct board *board,
                                 const cellset haunted[2], cellset line) {
    float sum = 0;
    for (int side = 0; side < 2; side++)
        if (!set_any(set_and(line, board->settled[side_other(side)]))) {
            int there = set_size(set_and(line, board->settled[side]));
            int maybe = set_size(set_minus(set_and(line, haunted[side]), board->settled[side]));
            float strength = 1 + 2 * (float)there + (float)maybe;
            sum += strength * strength;
        }
    for (cellset rest = set_and(line, board->open); set_any(rest); rest = set_rest(rest))
        values->at[set_first(rest)] += sum;
}

static void spot_values_init(struct spot_values *values, const struct board *board) {
    memset(values, 0, sizeof *values);
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
            spot_values_add_line(values, board, haunted, set_up(shape, set_first(starts)));
    }
}

/* Expansion. */

struct expansion {
    const struct board *board;
    struct spot_values values;
    struct edge *list;
    uint32_t count, room;
};

static void expansion_add(struct expansion *expansion, struct edge edge) {
    if (expansion->count == expansion->room) {
        expansion->room = expansion->room ? 2 * expansion->room : 64;
        expansion->list = memory_grow(expansion->list, expansion->room, sizeof *expansion->list);
    }
    expansion->list[expansion->count++] = edge;
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

static void expansion_add_pair(struct expansion *expansion, int a, int b) {
    const struct board *board = expansion->board;
    if (board_barred(board, a, b))
        return;
    struct edge edge;
    edge_init(&edge, a, b, board_side(board));
    float value = expansion->values.at[a] + expansion->values.at[b];
    edge.prior = value * value;
    if (set_has(board_component(board, a), b)) {
        edge_bound_closing(&edge, board);
        if (edge.high < TREE_DRAW)
            edge.prior = 0;
    }
    expansion_add(expansion, edge);
}

static void expansion_add_settle(struct expansion *expansion, int spot) {
    struct edge edge;
    int side = board_side(expansion->board);
    edge_init(&edge, spot, TREE_SETTLE, side);
    edge.prior = 0.5f;
    struct board after = *expansion->board;
    board_settle(&after, spot);
    if (after.over)
        edge_prove(&edge, board_result(&after, side) + 2, 1);
    expansion_add(expansion, edge);
}

static void expansion_list(struct expansion *expansion) {
    const struct board *board = expansion->board;
    if (board->waiting) {
        expansion_add_settle(expansion, board->a[board->waiting]);
        expansion_add_settle(expansion, board->b[board->waiting]);
    } else if (!set_any(set_rest(board->open))) {
        struct edge edge;
        edge_init(&edge, set_first(board->open), set_first(board->open), board_side(board));
        expansion_add(expansion, edge);
    } else {
        spot_values_init(&expansion->values, board);
        for (cellset as = board->open; set_any(as); as = set_rest(as))
            for (cellset bs = set_rest(as); set_any(bs); bs = set_rest(bs))
                expansion_add_pair(expansion, set_first(as), set_first(bs));
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

static void expansion_share(struct expansion *expansion) {
    float sum = 0;
    for (uint32_t i = 0; i < expansion->count; i++)
        sum += expansion->list[i].prior;
    for (uint32_t i = 0; i < expansion->count; i++)
        expansion->list[i].prior =
            sum > 0 ? expansion->list[i].prior / sum : 1 / (float)expansion->count;
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

bool tree_expand(struct tree *tree, struct edge *edge, const struct board *board, uint32_t most) {
    uint8_t leaf = TREE_LEAF;
    if (!atomic_compare_exchange_strong(&edge->state, &leaf, TREE_EXPANDING))
        return false;
    struct expansion expansion = {.board = board};
    expansion_list(&expansion);
    qsort(expansion.list, expansion.count, sizeof *expansion.list, edge_compare);
    edge->whole = expansion.count <= most;
    expansion.count = edge->whole ? expansion.count : most;
    expansion_share(&expansion);
    edge->first = tree_take(tree, expansion.count);
    edge->count = expansion.count;
    if (edge->first != 0) {
        memcpy(&tree->edges[edge->first], expansion.list, expansion.count * sizeof *expansion.list);
        atomic_store_explicit(&edge->state, TREE_EXPANDED, memory_order_release);
    }
    free(expansion.list);
    return edge->first != 0;
}

bool tree_tighten(struct tree *tree, struct edge *edge) {
    assert_hot(edge_is_ok(tree, edge));
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
