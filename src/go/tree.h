/* tree: the positions that a search has looked at, shared by its threads without locks.
 *
 * Counters are read and written with relaxed atomics and no read-modify-write: two threads may lose
 * one another's count now and then, which costs nothing that can be measured. Children are
 * published once, by a release store of their place. */
#ifndef TERNION_GO_TREE_H
#define TERNION_GO_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a won simulation adds to a value; visits stay below GO_VISITS_MAX so that no sum overflows.
 */
enum { GO_UNIT = 256, GO_VISITS_MAX = 16000000 };

/* In place of an index: no children yet, somebody is making them. */
enum { GO_LEAF = 0, GO_BUSY = 1, GO_ROOT = 2 };

/* Values are those of the side whose move led here. */
struct go_node {
    _Atomic uint32_t visits, value;
    _Atomic uint32_t rave_visits,
        rave_value; /* simulations in which that side got the move later */
    _Atomic uint32_t children;
    uint16_t count;
    uint16_t move;
    float prior_visits, prior_wins; /* a first guess, as if it had been that many simulations */
    float chance;                   /* that the move is played, by the policy; 0 if not asked */
    float opinion; /* Black's chance by the network, known with the children; 0 if not asked */
};

struct go_tree {
    struct go_node *nodes;
    struct go_node *spare; /* of the same size, to pick out a part of the tree */
    uint32_t room;
    _Atomic uint32_t used;
};

void go_tree_init(struct go_tree *tree, size_t megabytes);
void go_tree_free(struct go_tree *tree);
/* One root without children. */
void go_tree_clear(struct go_tree *tree);
/* Keeps nothing but the part below a node, which becomes the root. */
void go_tree_keep(struct go_tree *tree, uint32_t index);
/* Whether there is no room for count nodes more. */
static inline bool go_tree_is_full(struct go_tree *tree, uint32_t count) {
    return atomic_load_explicit(&tree->used, memory_order_relaxed) > tree->room - count;
}
/* The place of count new nodes, all zero, or 0 if there is no room for them. */
uint32_t go_tree_take(struct go_tree *tree, uint32_t count);
/* Gives a leaf its children, taken and filled before. */
static inline void go_node_publish(struct go_node *node, uint32_t children, uint16_t count) {
    node->count = count;
    atomic_store_explicit(&node->children, children, memory_order_release);
}
/* The first child, or NULL. */
static inline struct go_node *go_tree_children(const struct go_tree *tree, struct go_node *node) {
    uint32_t index = atomic_load_explicit(&node->children, memory_order_acquire);
    return index >= GO_ROOT ? &tree->nodes[index] : NULL;
}

static inline uint32_t go_count_get(_Atomic uint32_t *count) {
    return atomic_load_explicit(count, memory_order_relaxed);
}
static inline void go_count_add(_Atomic uint32_t *count, uint32_t more) {
    atomic_store_explicit(count, go_count_get(count) + more, memory_order_relaxed);
}

#endif
