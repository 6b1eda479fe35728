#include "playout.h"

static inline int random_below(struct rng *rng, int bound) {
    return (int)((rng_next(rng) >> 32) * (uint64_t)bound >> 32);
}

/* Draws empty points without replacement until one is good. A point that is not goes to the end of
 * the list, out of the range that is drawn from, so every good one stays equally likely. */
static int uniform_move(struct go_board *board, int side, struct rng *rng) {
    for (int range = board->empty_count; range > 0; range--) {
        int slot = random_below(rng, range);
        int p = board->empty[slot];
        if (go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p))
            return p;
        int last = board->empty[range - 1];
        board->empty[slot] = (uint16_t)last;
        board->point[last].slot = (uint16_t)slot;
        board->empty[range - 1] = (uint16_t)p;
        board->point[p].slot = (uint16_t)(range - 1);
    }
    return GO_PASS;
}

/* Returns whether a stone was placed. */
static inline bool move_make(struct go_board *board, int side, int p) {
    if (p == GO_PASS) {
        go_board_pass(board);
        return false;
    }
    go_board_play(board, side, p);
    return true;
}

void go_playout_uniform(struct go_board *board, int side, struct rng *rng) {
    int passes = 0;
    for (int left = 3 * board->size * board->size; left > 0 && passes < 2; left--) {
        passes = move_make(board, side, uniform_move(board, side, rng)) ? 0 : passes + 1;
        side = 1 - side;
    }
}

int go_playout_area(const struct go_board *board) {
    int area = 0;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            int owner = go_playout_owner(board, go_board_at(board, column, row));
            area += (owner == GO_BLACK) - (owner == GO_WHITE);
        }
    return area;
}
