/* tree: the search tree. A node is the edge that leads to it: a move with its statistics and proved
 * bounds. Any number of threads may expand one tree; nothing is ever taken out of it. */
#ifndef TERNION_QTTT_TREE_H
#define TERNION_QTTT_TREE_H

#include <stdatomic.h>

#include "board.h"

/* Results for the side that made a move, as whole numbers: loss 0, narrow loss 1, draw 2, narrow
 * win 3, win 4. */
enum { TREE_LOSS = 0, TREE_DRAW = 2, TREE_WIN = 4 };
/* What a win is worth in an average. */
enum { TREE_UNITS = 100 };

enum { TREE_SETTLE = 255, TREE_FAR = 255 };
/* The most playouts for which visits can be counted. */
#define TREE_VISITS UINT32_MAX
enum tree_state { TREE_LEAF, TREE_EXPANDING, TREE_EXPANDED };

struct edge {
    uint8_t a, b;              /* spots; b is TREE_SETTLE for a collapse to a */
    uint8_t side;              /* who makes the move */
    bool whole;                /* the children are all the moves there are */
    _Atomic uint8_t low, high; /* proved bounds of the result for `side` */
    _Atomic uint8_t state;     /* enum tree_state */
    _Atomic uint8_t plies;     /* to the end, where that is plain at once; else TREE_FAR */
    float prior;               /* 0 .. 1, of all children together 1 */
    uint32_t first, count;     /* the children, valid once expanded */
    _Atomic uint32_t visits;
    _Atomic uint64_t sum; /* of units */
};

struct tree {
    struct edge *edges;
    uint32_t room;
    _Atomic uint32_t used;
    int draw;   /* units of a draw for the side of the root; the other side gets the rest */
    int errors; /* the other side errs in one reply of so many; 0: never */
};

void tree_init(struct tree *tree, uint32_t room);
void tree_free(struct tree *tree);
/* Empties the tree but for its root, number 0, which stands for the position itself. */
void tree_reset(struct tree *tree, const struct board *root);

/* Expands a leaf: gives an edge its children, the moves of the board that it leads to: all of them,
 * or the `most` best by prior. False if another thread is at it or the memory is used up. */
bool tree_expand(struct tree *tree, struct edge *edge, const struct board *board, uint32_t most);
/* Draws the bounds of a expanded edge from its children; returns whether they changed. */
bool tree_tighten(struct tree *tree, struct edge *edge);

/* Whether sides, bounds and children are possible ones. */
bool edge_is_ok(const struct tree *tree, const struct edge *edge);
static inline bool edge_proved(const struct edge *edge) {
    return atomic_load_explicit(&edge->low, memory_order_relaxed) ==
           atomic_load_explicit(&edge->high, memory_order_relaxed);
}
/* Whether nothing is left to find out: with errors a proved draw may yet be won. */
static inline bool edge_settled(const struct tree *tree, const struct edge *edge) {
    return edge_proved(edge) && (!tree->errors || edge->low != TREE_DRAW);
}
void edge_prove(struct edge *edge, int result, int plies);
void edge_play(const struct edge *edge, struct board *board);
/* The worth of a result for a side: a narrow win is nearly a win. */
int tree_units(const struct tree *tree, int side, int result);
/* The average worth, 0 .. 1; `unknown` if there is none. What is settled has its own; the average
 * of a proved draw tells how easily it is missed. */
double tree_value(const struct tree *tree, const struct edge *edge, double unknown);

#endif
