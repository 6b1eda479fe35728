/* tree: the nodes of a search, shared by its threads without locks.
 *
 * Counters are read and written with relaxed atomics and no read-modify-write: two threads may lose
 * one another's count now and then, which costs nothing that can be measured. Children are
 * published once, by a release store of their index. */
#ifndef TERNION_GO_TREE_H
#define TERNION_GO_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a won simulation adds to a value. Visits stay below GO_VISITS_MAX so that no sum overflows.
 */
enum { GO_VALUE_UNIT = 256, GO_VISITS_MAX = 16000000 };

/* In place of an index of children: none yet, or a thread is making them. GO_ROOT is the first
 * index. */
enum { GO_LEAF = 0, GO_EXPANDING = 1, GO_ROOT = 2 };

/* Values are those of the side whose move led here. */
struct go_node {
    _Atomic uint32_t visits, value;
    _Atomic uint32_t rave_visits,
        rave_value;            /* AMAF: simulations in which it made the move later */
    _Atomic uint32_t children; /* index of the first, GO_LEAF or GO_EXPANDING */
    uint16_t count;            /* of children */
    uint16_t move;
    float prior_visits, prior_wins; /* virtual simulations */
    float policy;                   /* probability of the move; 0 without a policy */
    float net_value; /* Black's winrate by the network, set with the children; 0 without it */
};

struct go_tree {
    struct go_node *nodes;
    struct go_node *spare; /* of the same size, for go_tree_keep */
    uint32_t room;
    _Atomic uint32_t used;
};

/* Whether children, policy and prior of a node can be: for assertions while no thread searches. */
bool go_node_is_ok(const struct go_tree *tree, struct go_node *node);

void go_tree_init(struct go_tree *tree, size_t megabytes);
void go_tree_free(struct go_tree *tree);
/* One root without children. */
void go_tree_clear(struct go_tree *tree);
/* Keeps only the subtree of a node, which becomes the root. */
void go_tree_keep(struct go_tree *tree, uint32_t index);
/* Whether there is no room for count more nodes. */
static inline bool go_tree_is_full(struct go_tree *tree, uint32_t count) {
    return atomic_load_explicit(&tree->used, memory_order_relaxed) > tree->room - count;
}
/* The index of count new nodes, all zero, or 0 if there is no room for them. */
uint32_t go_tree_take(struct go_tree *tree, uint32_t count);
/* Gives an expanding node its children, which must be taken and filled before. */
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
