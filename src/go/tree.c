#include "tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

bool go_node_is_ok(const struct go_tree *tree, struct go_node *node) {
    uint32_t children = go_count_get(&node->children);
    return children != GO_EXPANDING &&
           (children < GO_ROOT || (node->count > 0 && children + node->count <= tree->room)) &&
           node->policy >= 0 && node->policy <= 1 && node->net_value >= 0 && node->net_value <= 1 &&
           node->prior_wins >= 0 && node->prior_wins <= node->prior_visits;
}

void go_tree_init(struct go_tree *tree, size_t megabytes) {
    size_t room = (megabytes << 20) / sizeof(struct go_node) / 2;
    assert(room > GO_ROOT);
    tree->room = room > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)room;
    tree->nodes = memory_new(tree->room, sizeof *tree->nodes);
    tree->spare = memory_new(tree->room, sizeof *tree->spare);
    go_tree_clear(tree);
}

void go_tree_free(struct go_tree *tree) {
    free(tree->nodes);
    free(tree->spare);
}

void go_tree_clear(struct go_tree *tree) {
    memset(&tree->nodes[GO_ROOT], 0, sizeof tree->nodes[GO_ROOT]);
    atomic_store(&tree->used, GO_ROOT + 1);
}

uint32_t go_tree_take(struct go_tree *tree, uint32_t count) {
    if (go_tree_is_full(tree, count))
        return 0;
    uint32_t index = atomic_fetch_add(&tree->used, count);
    if (index > tree->room - count) {
        atomic_fetch_sub(&tree->used, count);
        return 0;
    }
    memset(&tree->nodes[index], 0, count * sizeof *tree->nodes);
    return index;
}

/* Breadth first: the children of a copied node are appended when the copy is reached, so the copy
 * is its own queue. */
void go_tree_keep(struct go_tree *tree, uint32_t index) {
    struct go_node *to = tree->spare;
    uint32_t used = GO_ROOT + 1;
    assert(index >= GO_ROOT && index < atomic_load(&tree->used));
    assert(go_node_is_ok(tree, &tree->nodes[index]));
    memcpy(&to[GO_ROOT], &tree->nodes[index], sizeof *to);
    for (uint32_t i = GO_ROOT; i < used; i++) {
        uint32_t children = go_count_get(&to[i].children);
        if (children < GO_ROOT)
            continue;
        memcpy(&to[used], &tree->nodes[children], to[i].count * sizeof *to);
        atomic_store_explicit(&to[i].children, used, memory_order_relaxed);
        used += to[i].count;
    }
    tree->spare = tree->nodes;
    tree->nodes = to;
    atomic_store(&tree->used, used);
}
