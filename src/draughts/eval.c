#include "eval.h"

#include <math.h>

#include "net.h"
#include "pattern.h"

enum { MAN = 100, KING = 135, HIGHEST = 9999 }; /* below all proved scores */

/* 36 bits in reverse order. */
static uint64_t turn_set(uint64_t set) {
    set = (set >> 1 & UINT64_C(0x5555555555555555)) | (set & UINT64_C(0x5555555555555555)) << 1;
    set = (set >> 2 & UINT64_C(0x3333333333333333)) | (set & UINT64_C(0x3333333333333333)) << 2;
    set = (set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (set & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(set) >> 28;
}

struct draughts_board draughts_rotated(const struct draughts_board *board) {
    return (struct draughts_board){.side = {turn_set(board->side[1]), turn_set(board->side[0])},
                                   .kings = turn_set(board->kings)};
}

/* Squares of rows 3 to 6 away from the edge, and the two double corners. */
#define CENTRE                                                                                     \
    (UINT64_C(0x6) << 9 | UINT64_C(0x6) << 14 | UINT64_C(0x6) << 18 | UINT64_C(0x6) << 23)
#define CORNERS (UINT64_C(0x1) | UINT64_C(0x8) << 32)
#define GUARD   (UINT64_C(0x5)) /* A1 and E1: two men that guard the back row */

static uint64_t row(int number) {
    static const int first[8] = {0, 5, 9, 14, 18, 23, 27, 32};
    return UINT64_C(0xf) << first[number];
}

/* Everything below is for a side that moves up the board. */

static int men_value(uint64_t men, uint64_t enemy_men) {
    static const int advance[8] = {0, 0, 2, 4, 7, 10, 16, 0};
    int value = draughts_size(men) * MAN + 4 * draughts_size(men & CENTRE);
    for (int r = 1; r < 7; r++) {
        value += advance[r] * draughts_size(men & row(r));
    }
    if (enemy_men != 0) {
        value += 6 * draughts_size(men & DRAUGHTS_ROW_1) + 4 * ((men & GUARD) == GUARD);
    }
    return value;
}

static int king_value(uint64_t kings, uint64_t empty) {
    uint64_t steps = draughts_shift(kings, 0) & empty;
    int moves = draughts_size(steps) + draughts_size(draughts_shift(kings, 1) & empty) +
                draughts_size(draughts_shift(kings, 2) & empty) +
                draughts_size(draughts_shift(kings, 3) & empty);
    return draughts_size(kings) * KING + 5 * draughts_size(kings & CENTRE) + 2 * moves -
           4 * draughts_size(kings & CORNERS);
}

/* Runaway men on rows 5 to 7: no enemy stands in the cone before them. */
static int runaway_value(uint64_t men, uint64_t others) {
    int value = 0;
    for (uint64_t left = men & (row(4) | row(5) | row(6)); left != 0; left &= left - 1) {
        uint64_t cone = left & -left, front = cone;
        int far = 0;
        for (; (front & DRAUGHTS_ROW_8) == 0 && front != 0; far++) {
            front = (draughts_shift(front, 0) | draughts_shift(front, 1)) & DRAUGHTS_BOARD;
            cone |= front;
        }
        value += (cone & others) == 0 ? 24 - 5 * far : 0;
    }
    return value;
}

/* The side that is ahead gains from exchanges, more so the fewer pieces are left. */
static int exchange_value(int own, int enemy) {
    int total = own + enemy;
    return total > 0 ? (own - enemy) * 120 / total : 0;
}

static int hand_eval(const struct draughts_board *own_up) {
    struct draughts_board other_up = draughts_rotated(own_up);
    uint64_t own = own_up->side[1], men = own & ~own_up->kings, kings = own & own_up->kings;
    uint64_t foes = other_up.side[1], their_men = foes & ~other_up.kings;
    uint64_t their_kings = foes & other_up.kings;
    int value = men_value(men, their_men) - men_value(their_men, men);
    value += king_value(kings, draughts_empty(own_up)) -
             king_value(their_kings, draughts_empty(&other_up));
    value += runaway_value(men, own_up->side[0]) - runaway_value(their_men, other_up.side[0]);
    return value + exchange_value(draughts_size(own), draughts_size(foes)) + 3;
}

/* Patterns know what lies close together, the network the whole board; they err in different
 * places, and their mean is much better than either. */
static int learned_eval(const struct draughts_board *up) {
    int net = draughts_net_value(up, DRAUGHTS_KERNEL_BEST);
    int value = (draughts_pattern_value(up, DRAUGHTS_KERNEL_BEST) + net) / 2;
    return value > HIGHEST ? HIGHEST : value < -HIGHEST ? -HIGHEST : value;
}

int draughts_eval(enum draughts_evaluation evaluation, const struct draughts_board *board,
                  int side) {
    struct draughts_board up = side == DRAUGHTS_WHITE ? *board : draughts_rotated(board);
    return evaluation == DRAUGHTS_BY_HAND ? hand_eval(&up) : learned_eval(&up);
}

double draughts_winrate(int score) {
    return 1 / (1 + exp(-score / 100.0));
}
