#include "draughts.h"

#include <stdlib.h>

#include "../core/rng.h"

static const char *const side_names[2] = {"black", "white"};

static uint64_t rows(int first, int last) {
    uint64_t set = 0;
    for (int square = 0; square < DRAUGHTS_BITS; square++) {
        int row = draughts_square_row(square) + 1;
        set |= row >= first && row <= last ? draughts_bit(square) : 0;
    }
    return set & DRAUGHTS_BOARD;
}

void draughts_start(struct draughts_board *board) {
    *board = (struct draughts_board){.side = {rows(6, 8), rows(1, 3)}};
}

void draughts_test_start(struct draughts_board *board) {
    *board = (struct draughts_board){.side = {rows(7, 7), rows(2, 2)}};
}

int draughts_first_side(enum draughts_rules rules) {
    return rules == DRAUGHTS_ENGLISH ? DRAUGHTS_BLACK : DRAUGHTS_WHITE;
}

int draughts_to_play(const void *state) {
    return ((const struct draughts *)state)->side;
}

bool draughts_turn(void *state, int side, struct error *error) {
    const struct draughts *d = state;
    return side == d->side || error_set(error, "draughts.wrong-side", "it is {0}'s turn, not {1}'s",
                                        side_names[d->side], side_names[side], NULL);
}

/* Captures and men's moves cannot be undone by play: what may repeat lies within the quiet plies,
 * and a third occurrence needs this many of them. */
enum { QUIET_TO_REPEAT = 8 };

static bool is_third(const struct draughts *d, const struct past *past) {
    return d->quiet >= QUIET_TO_REPEAT && past != NULL && past_count(past, draughts_key(d)) >= 2;
}

/* The side that cannot move has lost, even in a drawn position. */
struct result draughts_result(const void *state, const struct past *past) {
    const struct draughts *d = state;
    if (!draughts_can_move(&d->board, d->side)) {
        return (struct result){.phase = PHASE_OVER, .winner = side_other(d->side), .margin = 1};
    }
    bool drawn = d->quiet >= DRAUGHTS_QUIET_LIMIT || is_third(d, past);
    return (struct result){.phase = drawn ? PHASE_OVER : PHASE_PLAYING, .winner = SIDE_NONE};
}

static int compare_moves(const void *a, const void *b) {
    move x = *(const move *)a, y = *(const move *)b;
    return x < y ? -1 : x > y;
}

size_t draughts_sorted(const struct draughts *d, move *list) {
    size_t count = draughts_list(&d->board, d->side, d->rules, list);
    qsort(list, count, sizeof *list, compare_moves);
    return count;
}

void draughts_moves(const void *state, const struct past *past, struct moves *list) {
    const struct draughts *d = state;
    if (draughts_result(d, past).phase == PHASE_OVER) {
        return;
    }
    move all[DRAUGHTS_MOVES];
    size_t count = draughts_sorted(d, all);
    for (size_t i = 0; i < count; i++) {
        moves_add(list, all[i]);
    }
}

/* Below this many quiet plies no line ends in a draw: the generator alone knows the count. */
bool draughts_fast_perft(const void *state, int depth, uint64_t *count) {
    const struct draughts *d = state;
    if (d->quiet + depth - 1 >= QUIET_TO_REPEAT) {
        return false;
    }
    *count = draughts_perft(&d->board, d->side, d->rules, depth);
    return true;
}

void draughts_play_on(void *state) {
    ((struct draughts *)state)->quiet = 0;
}

bool draughts_quiet(const void *state, move m) {
    const struct draughts *d = state;
    return draughts_jumps(m) == 0 && (d->board.kings & draughts_bit(draughts_from(m))) != 0;
}

void draughts_play(void *state, move m) {
    struct draughts *d = state;
    bool quiet = draughts_quiet(d, m);
    d->board = draughts_after(&d->board, d->side, m);
    d->side = (uint8_t)side_other(d->side);
    d->quiet = (uint8_t)(!quiet ? 0 : d->quiet < DRAUGHTS_QUIET_LIMIT ? d->quiet + 1 : d->quiet);
}

uint64_t draughts_key(const void *state) {
    const struct draughts *d = state;
    uint64_t key = rng_mix(d->board.side[0] << 1 | d->side);
    key = rng_mix(key ^ d->board.side[1]);
    return rng_mix(key ^ d->board.kings);
}
