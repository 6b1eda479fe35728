#include "pattern.h"

/* Bits as digits to base 3, computed by the compiler. */
#define T1(b) ((b)&1 ? 1 : 0)
#define T2(b) (T1(b) + ((b)&2 ? 3 : 0))
#define T3(b) (T2(b) + ((b)&4 ? 9 : 0))
#define T4(b) (T3(b) + ((b)&8 ? 27 : 0))
#define ROW(b)                                                                                     \
    T4(b), T4((b) + 1), T4((b) + 2), T4((b) + 3), T4((b) + 4), T4((b) + 5), T4((b) + 6), T4((b) + 7)
static const uint8_t digits[16] = {ROW(0), ROW(8)};

static inline uint32_t ternary(uint64_t eight) {
    return digits[eight & 15] + 81u * digits[eight >> 4 & 15];
}

static inline uint32_t state_of(uint64_t men, uint64_t foe_men) {
    return ternary(men) + 2 * ternary(foe_men);
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

static int add_patterns(uint64_t men, uint64_t foe_men, bool kings, uint32_t *list) {
    uint32_t from = kings ? DRAUGHTS_PATTERNS * DRAUGHTS_PATTERN_STATES : 0;
    int count = 0;
    for (int i = 0; i < DRAUGHTS_BANDS; i++, from += DRAUGHTS_PATTERN_STATES) {
        list[count++] = from + state_of(band(men, i), band(foe_men, i));
    }
    for (int i = 0; i < DRAUGHTS_BLOCKS; i++, from += DRAUGHTS_PATTERN_STATES) {
        list[count++] = from + state_of(block(men, i), block(foe_men, i));
    }
    return count;
}

/* Four squares of a row from its lowest bit on. */
static inline uint64_t row_from(int bit) {
    return UINT64_C(0xf) << bit;
}

/* The sum of the men's rows, counted from 0, by the binary digits of the rows' numbers. */
static int advance(uint64_t men) {
    uint64_t ones = row_from(5) | row_from(14) | row_from(23) | row_from(32);
    uint64_t twos = row_from(9) | row_from(14) | row_from(27) | row_from(32);
    uint64_t fours = row_from(18) | row_from(23) | row_from(27) | row_from(32);
    return draughts_size(men & ones) + 2 * draughts_size(men & twos) +
           4 * draughts_size(men & fours);
}

static uint32_t tempo(uint64_t men, uint64_t foe_men, int men_count, int foe_count, int total) {
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
static uint32_t opposition(uint64_t all, int total, bool kings) {
    uint64_t columns =
        UINT64_C(0xf) | UINT64_C(0xf) << 9 | UINT64_C(0xf) << 18 | UINT64_C(0xf) << 27;
    int odd = draughts_size(all & columns) & 1;
    return (uint32_t)(DRAUGHTS_FROM_OPPOSITION + (total * 2 + odd) * 2 + kings);
}

static uint32_t mobility(int kind, uint64_t movers, uint64_t empty, int first, int last) {
    int moves = 0;
    for (int d = first; d <= last; d++) {
        moves += draughts_size(draughts_shift(movers, d) & empty);
    }
    return (uint32_t)(DRAUGHTS_FROM_MOBILITY + kind * 16 + (moves < 15 ? moves : 15));
}

static int square_rank(int square) {
    return square - (square > 4) - (square > 13) - (square > 22) - (square > 31);
}

static int add_kings(uint64_t kings, int from, uint32_t *list) {
    int count = 0;
    for (; kings != 0; kings &= kings - 1) {
        list[count++] = (uint32_t)(from + square_rank(draughts_first(kings)));
    }
    return count;
}

int draughts_features(const struct draughts_board *board, uint32_t *list) {
    uint64_t own = board->side[DRAUGHTS_WHITE], foes = board->side[DRAUGHTS_BLACK];
    uint64_t kings = own & board->kings, foe_kings = foes & board->kings;
    uint64_t men = own ^ kings, foe_men = foes ^ foe_kings, empty = draughts_empty(board);
    int men_count = draughts_size(men), foe_count = draughts_size(foe_men);
    int kings_count = draughts_size(kings), foe_kings_count = draughts_size(foe_kings);
    int total = men_count + foe_count + kings_count + foe_kings_count;
    int count = add_patterns(men, foe_men, board->kings != 0, list);
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
