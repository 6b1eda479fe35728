#include "pattern.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Bits as digits to base 3, computed by the compiler. */
#define T1(b)   ((b)&1 ? 1 : 0)
#define T2(b)   (T1(b) + ((b)&2 ? 3 : 0))
#define T4(b)   (T2(b) + 9 * T2((b) >> 2))
#define T8(b)   (T4(b) + 81 * T4((b) >> 4))
#define FOUR(b) T8(b), T8((b) + 1), T8((b) + 2), T8((b) + 3)
#define ROW(b)  FOUR(b), FOUR((b) + 4), FOUR((b) + 8), FOUR((b) + 12)
static const uint16_t ternary[256] = {ROW(0),   ROW(16),  ROW(32),  ROW(48),  ROW(64),  ROW(80),
                                      ROW(96),  ROW(112), ROW(128), ROW(144), ROW(160), ROW(176),
                                      ROW(192), ROW(208), ROW(224), ROW(240)};

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t state_of(uint64_t men, uint64_t foe_men) {
    return ternary[men] + 2u * ternary[foe_men];
}

/* Two rows as eight bits: rows 2 and 3 (and so on) are adjacent, between rows 1 and 2 lies an
 * unused bit. */
static inline uint64_t band(uint64_t set, int number) {
    static const int from[DRAUGHTS_BANDS] = {0, 5, 9, 14, 18, 23, 27};
    uint64_t part = set >> from[number];
    return number % 2 == 0 ? (part & 0xf) | (part >> 1 & 0xf0) : part & 0xff;
}

/* Two neighbouring squares of each of four rows as eight bits. */
static inline uint64_t block(uint64_t set, int number) {
    uint64_t part = set >> (9 * (number / 3) + number % 3);
    return (part & 0x3) | (part >> 3 & 0xc) | (part >> 5 & 0x30) | (part >> 8 & 0xc0);
}

uint32_t draughts_material(int men, int kings, int foe_men, int foe_kings) {
    int most = DRAUGHTS_KINGS_COUNTED - 1;
    kings = kings < most ? kings : most;
    foe_kings = foe_kings < most ? foe_kings : most;
    return (uint32_t)(DRAUGHTS_FROM_MATERIAL +
                      ((men * DRAUGHTS_KINGS_COUNTED + kings) * 13 + foe_men) *
                          DRAUGHTS_KINGS_COUNTED +
                      foe_kings);
}

/* Lists the states of all patterns. */
typedef void patterns_fn(uint64_t men, uint64_t foe_men, uint32_t from, uint32_t *list);

INLINE void patterns_plain(uint64_t men, uint64_t foe_men, uint32_t from, uint32_t *list) {
    for (int i = 0; i < DRAUGHTS_BANDS; i++, from += DRAUGHTS_PATTERN_STATES) {
        *list++ = from + state_of(band(men, i), band(foe_men, i));
    }
    for (int i = 0; i < DRAUGHTS_BLOCKS; i++, from += DRAUGHTS_PATTERN_STATES) {
        *list++ = from + state_of(block(men, i), block(foe_men, i));
    }
}

/* Four squares of a row from its lowest bit on. */
INLINE uint64_t row_from(int bit) {
    return UINT64_C(0xf) << bit;
}

/* The sum of the men's rows, counted from 0, by the binary digits of the rows' numbers. */
INLINE int advance(uint64_t men) {
    uint64_t ones = row_from(5) | row_from(14) | row_from(23) | row_from(32);
    uint64_t twos = row_from(9) | row_from(14) | row_from(27) | row_from(32);
    uint64_t fours = row_from(18) | row_from(23) | row_from(27) | row_from(32);
    return draughts_size(men & ones) + 2 * draughts_size(men & twos) +
           4 * draughts_size(men & fours);
}

INLINE uint32_t tempo(uint64_t men, uint64_t foe_men, int men_count, int foe_count, int total) {
    int ahead = advance(men) - (7 * foe_count - advance(foe_men));
    ahead -= 2 * (men_count - foe_count); /* the rows on which men start */
    ahead = ahead > DRAUGHTS_TEMPO_MAX    ? DRAUGHTS_TEMPO_MAX
            : ahead < -DRAUGHTS_TEMPO_MAX ? -DRAUGHTS_TEMPO_MAX
                                          : ahead;
    int phase = total > 16 ? 0 : total > 8 ? 1 : 2;
    return (uint32_t)(DRAUGHTS_FROM_TEMPO + phase * (2 * DRAUGHTS_TEMPO_MAX + 1) +
                      DRAUGHTS_TEMPO_MAX + ahead);
}

/* Whether the side to play has the opposition ("the move"): an odd number of pieces on the columns
 * that begin with a dark square on its own first row. */
INLINE uint32_t opposition(uint64_t all, int total, bool kings) {
    uint64_t columns =
        UINT64_C(0xf) | UINT64_C(0xf) << 9 | UINT64_C(0xf) << 18 | UINT64_C(0xf) << 27;
    int odd = draughts_size(all & columns) & 1;
    return (uint32_t)(DRAUGHTS_FROM_OPPOSITION + (total * 2 + odd) * 2 + kings);
}

INLINE uint32_t mobility(int kind, uint64_t movers, uint64_t empty, int first, int last) {
    int moves = 0;
    for (int d = first; d <= last; d++) {
        moves += draughts_size(draughts_shift(movers, d) & empty);
    }
    return (uint32_t)(DRAUGHTS_FROM_MOBILITY + kind * 16 + (moves < 15 ? moves : 15));
}

INLINE int square_rank(int square) {
    return square - (square > 4) - (square > 13) - (square > 22) - (square > 31);
}

INLINE int add_kings(uint64_t kings, int from, uint32_t *list) {
    int count = 0;
    for (; kings != 0; kings &= kings - 1) {
        list[count++] = (uint32_t)(from + square_rank(draughts_first(kings)));
    }
    return count;
}

INLINE int list_features(const struct draughts_board *board, uint32_t *list,
                         patterns_fn *patterns) {
    uint64_t own = board->side[DRAUGHTS_WHITE], foes = board->side[DRAUGHTS_BLACK];
    uint64_t kings = own & board->kings, foe_kings = foes & board->kings;
    uint64_t men = own ^ kings, foe_men = foes ^ foe_kings, empty = draughts_empty(board);
    int men_count = draughts_size(men), foe_count = draughts_size(foe_men);
    int kings_count = draughts_size(kings), foe_kings_count = draughts_size(foe_kings);
    int total = men_count + foe_count + kings_count + foe_kings_count;
    int count = DRAUGHTS_PATTERNS;
    patterns(men, foe_men, board->kings == 0 ? 0 : DRAUGHTS_PATTERNS * DRAUGHTS_PATTERN_STATES,
             list);
    list[count++] = draughts_material(men_count, kings_count, foe_count, foe_kings_count);
    list[count++] = opposition(own | foes, total, board->kings != 0);
    list[count++] = tempo(men, foe_men, men_count, foe_count, total);
    list[count++] = mobility(0, men, empty, DRAUGHTS_UP_LEFT, DRAUGHTS_UP_RIGHT);
    list[count++] = mobility(1, foe_men, empty, DRAUGHTS_DOWN_LEFT, DRAUGHTS_DOWN_RIGHT);
    if (board->kings != 0) {
        list[count++] = mobility(2, kings, empty, DRAUGHTS_UP_LEFT, DRAUGHTS_DOWN_RIGHT);
        list[count++] = mobility(3, foe_kings, empty, DRAUGHTS_UP_LEFT, DRAUGHTS_DOWN_RIGHT);
        count += add_kings(kings, DRAUGHTS_FROM_KINGS, list + count);
        count += add_kings(foe_kings, DRAUGHTS_FROM_KINGS + DRAUGHTS_SQUARES, list + count);
    }
    return count;
}

INLINE int sum_of(const uint32_t *list, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += draughts_weights[list[i]];
    }
    return sum / DRAUGHTS_WEIGHT_UNIT;
}

int draughts_features(const struct draughts_board *board, uint32_t *list) {
    return list_features(board, list, patterns_plain);
}

#if defined(__x86_64__)
#define FAST __attribute__((target("bmi,bmi2,popcnt")))

/* The squares of the patterns: what band and block take, in the same order. */
#define BAND(from, next) (UINT64_C(0xf) << (from) | UINT64_C(0xf) << (next))
#define BLOCK(from)      (UINT64_C(0xc663) << (from))
static const uint64_t squares[DRAUGHTS_PATTERNS] = {
    BAND(0, 5),   BAND(5, 9), BAND(9, 14), BAND(14, 18), BAND(18, 23), BAND(23, 27),
    BAND(27, 32), BLOCK(0),   BLOCK(1),    BLOCK(2),     BLOCK(9),     BLOCK(10),
    BLOCK(11),    BLOCK(18),  BLOCK(19),   BLOCK(20)};

FAST INLINE void patterns_fast(uint64_t men, uint64_t foe_men, uint32_t from, uint32_t *list) {
#pragma GCC unroll 16
    for (int i = 0; i < DRAUGHTS_PATTERNS; i++, from += DRAUGHTS_PATTERN_STATES) {
        list[i] = from + state_of(_pext_u64(men, squares[i]), _pext_u64(foe_men, squares[i]));
    }
}

FAST static int value_fast(const struct draughts_board *board) {
    uint32_t list[DRAUGHTS_FEATURES];
    return sum_of(list, list_features(board, list, patterns_fast));
}
#endif

int draughts_pattern_value(const struct draughts_board *board, enum draughts_kernel kernel) {
#if defined(__x86_64__)
    if (kernel == DRAUGHTS_KERNEL_BEST && __builtin_cpu_supports("bmi2")) {
        return value_fast(board);
    }
#endif
    (void)kernel;
    uint32_t list[DRAUGHTS_FEATURES];
    return sum_of(list, draughts_features(board, list));
}
