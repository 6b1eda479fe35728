#include <math.h>
#include <string.h>

#include "mcts_inside.h"

static bool is_same(const struct go_state *a, const struct go_state *b) {
    return a->board.key == b->board.key && a->to_play == b->to_play && a->board.ko == b->board.ko &&
           (a->board.ko == GO_NO_POINT || a->board.ko_side == b->board.ko_side) &&
           (a->passes == 1) == (b->passes == 1);
}

/* The node of a position one ply below, or 0. `from` is the position of the node. */
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

/* The node of a position two plies below, or 0; *way is the first of the two. */
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

/* Komi may be any number; beyond this it decides every game, and sums of scores would overflow. */
static double komi_of(const struct go_state *state) {
    static const double MOST = 1e6;
    return fmin(fmax(state->komi, -MOST), MOST);
}

/* Keeps what is known about the position, if it grew out of the last one. */
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

/* The move that led to a position without taking anything, if the past shows it. */
static int last_guess(const struct go_state *state, const struct past *past) {
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

/* On an empty board one eighth of the points stands for all. */
static bool is_twin(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    return board->empty_count == board->size * board->size &&
           (column < board->size / 2 || row < column);
}

/* Simulations of a handicap game nearly all end the same way and teach nothing. So White is lent
 * some seven points a stone to begin with, the less the fuller the board is. */
static double bonus_of(const struct go_state *state) {
    int points = state->board.size * state->board.size;
    double left = 1 - 2.0 * (points - state->board.empty_count) / points;
    return left > 0 ? 7 * state->handicap * left : 0;
}

void go_root_set(struct go_search *search, const struct go_state *state, const struct past *past) {
    const struct go_board *board = &state->board;
    if (!root_keep(search, state)) {
        go_tree_clear(&search->tree);
        search->history[0] = GO_PASS;
        search->history[1] = last_guess(state, past);
    }
    search->rooted = true;
    search->root = *state;
    search->root.komi = komi_of(state);
    search->past = *past;
    memset(search->banned, 0, sizeof search->banned);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) == GO_EMPTY)
            search->banned[p] =
                is_twin(board, p) || go_check(state, past, state->to_play, p) != GO_FINE;
    }
    search->balance = go_balance(state);
    search->bonus = bonus_of(state);
}
