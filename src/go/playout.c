#include "playout.h"

/* Draws empty points without replacement until one is good. A point that is not goes to the end of
 * the list, out of the range that is drawn from, so every good one stays equally likely. */
static int uniform_move(struct go_board *board, int side, struct rng *rng) {
    for (int range = board->empty_count; range > 0; range--) {
        int slot = rng_draw(rng, range);
        int p = board->empty[slot];
        if (go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p))
            return p;
        go_board_empty_swap(board, slot, range - 1);
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

int go_playout_shape(const struct go_board *board, int side, int p, int *stones) {
    enum { ENOUGH = 2 };
    int heads[4], found[ENOUGH + 1], liberties[ENOUGH + 1];
    int count = 0;
    *stones = 1;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        bool taken = go_board_colour(board, n) == 1 - side && go_board_in_atari(board, n);
        if ((taken || go_board_colour(board, n) == GO_EMPTY) && count <= ENOUGH)
            found[count++] = n;
    }
    int chains = go_board_chains(board, p, side, heads);
    for (int k = 0; k < chains; k++) {
        *stones += go_board_stones(board, heads[k]);
        int more = go_board_liberties(board, heads[k], ENOUGH + 1, liberties);
        for (int i = 0; i < more && count <= ENOUGH; i++) {
            if (liberties[i] != p)
                count = go_liberty_add(found, count, liberties[i]);
        }
    }
    return count;
}

/* A point that takes an enemy chain which holds this chain in atari, or GO_NO_POINT. */
static int counter_capture(const struct go_board *board, int side, int head) {
    int p = head;
    do {
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) == 1 - side && go_board_in_atari(board, n)) {
                int at = go_board_last_liberty(board, n);
                if (go_board_is_legal(board, side, at))
                    return at;
            }
        }
        p = go_board_next(board, p);
    } while (p != head);
    return GO_NO_POINT;
}

/* Saves own chains that the last move put in atari, or takes the stone that was just played. */
static int urgent_move(const struct go_board *board, int side, int last) {
    int heads[4], stones;
    if (last == GO_PASS || go_board_colour(board, last) != 1 - side)
        return GO_NO_POINT;
    if (go_board_in_atari(board, last)) {
        int at = go_board_last_liberty(board, last);
        if (go_board_is_legal(board, side, at) &&
            (go_board_stones(board, last) > 1 || go_playout_shape(board, side, at, &stones) > 1))
            return at;
    }
    int chains = go_board_chains(board, last, side, heads);
    for (int k = 0; k < chains; k++) {
        if (!go_board_in_atari(board, heads[k]))
            continue;
        int at = counter_capture(board, side, heads[k]);
        if (at != GO_NO_POINT)
            return at;
        at = go_board_last_liberty(board, heads[k]);
        if (go_board_is_legal(board, side, at) && go_playout_shape(board, side, at, &stones) >= 2)
            return at;
    }
    return GO_NO_POINT;
}

/* Moves that put many own stones in atari for nothing decide too many fights, and every seki, by
 * accident; throwing in a few is how eyes are broken. */
static bool throws_away(const struct go_board *board, int side, int p, struct rng *rng) {
    int stones;
    if (go_board_free(board, p) >= 2 || go_playout_shape(board, side, p, &stones) >= 2)
        return false;
    return stones > 4 || (stones > 1 && rng_draw(rng, 4) > 0);
}

static int light_move(struct go_board *board, int side, int last, struct rng *rng) {
    int p = urgent_move(board, side, last);
    if (p != GO_NO_POINT)
        return p;
    for (int range = board->empty_count; range > 0; range--) {
        int slot = rng_draw(rng, range);
        p = board->empty[slot];
        if (go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p) &&
            !throws_away(board, side, p, rng))
            return p;
        go_board_empty_swap(board, slot, range - 1);
    }
    return GO_PASS;
}

void go_playout_light(struct go_board *board, int side, struct rng *rng) {
    int passes = 0, last = GO_PASS;
    for (int left = 3 * board->size * board->size; left > 0 && passes < 2; left--) {
        last = light_move(board, side, last, rng);
        passes = move_make(board, side, last) ? 0 : passes + 1;
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
