#include "slice.h"

#include <stdlib.h>

#include "../core/memory.h"

/* Sets of squares are ranked in the combinatorial number system: the rank of a < b < c is C(a,1) +
 * C(b,2) + C(c,3), whatever the number of squares. Occupied squares are squeezed out of a set
 * before it is ranked, so that no index stays unused. */

enum { SQUARES = 32, MEN_SQUARES = 28, MOST = DRAUGHTS_SLICE_PIECES };

struct draughts_indexing {
    uint32_t choose[SQUARES + 1][MOST + 2];
    uint32_t *sets[MOST + 1]; /* by size: the combination of each rank */
    /* By numbers of own and enemy men: how many placements of men precede each placement of own
     * men.
     */
    uint32_t *before[MOST + 1][MOST + 1];
};

/* Thirty-two squares without the unused bits of the board, and back. */
static uint32_t pack_set(uint64_t set) {
    return (uint32_t)((set & 0xf) | (set >> 1 & 0xff0) | (set >> 2 & 0xff000) |
                      (set >> 3 & 0xff00000) | (set >> 4 & 0xf0000000));
}

static uint64_t unpack_set(uint32_t packed) {
    uint64_t set = packed;
    return (set & 0xf) | (set & 0xff0) << 1 | (set & 0xff000) << 2 | (set & 0xff00000) << 3 |
           (set & 0xf0000000) << 4;
}

static uint32_t spread(uint32_t set, uint32_t taken) {
    for (; taken != 0; taken &= taken - 1) {
        uint32_t low = (taken & -taken) - 1;
        set = (set & low) | (set & ~low) << 1;
    }
    return set;
}

/* The rank of a set among the squares that are not taken. */
static uint32_t rank_among(const struct draughts_indexing *n, uint32_t set, uint32_t taken) {
    uint32_t rank = 0;
    for (int size = 1; set != 0; set &= set - 1, size++) {
        uint32_t below = (set & -set) - 1;
        rank += n->choose[__builtin_ctz(set) - draughts_size(taken & below)][size];
    }
    return rank;
}

static void fill_choose(struct draughts_indexing *n) {
    for (int of = 0; of <= SQUARES; of++) {
        n->choose[of][0] = 1;
        for (int size = 1; size <= MOST + 1; size++) {
            n->choose[of][size] =
                of == 0 ? 0 : n->choose[of - 1][size] + n->choose[of - 1][size - 1];
        }
    }
}

/* Sets of one size in ascending order are in ascending order of rank. */
static void fill_sets(struct draughts_indexing *n, int size) {
    uint32_t count = n->choose[SQUARES][size];
    uint64_t set = (UINT64_C(1) << size) - 1;
    n->sets[size] = memory_new(count, sizeof(uint32_t));
    for (uint32_t rank = 0; rank < count; rank++) {
        n->sets[size][rank] = (uint32_t)set;
        if (set != 0) {
            uint64_t low = set & -set, ripple = set + low;
            set = ripple | ((set ^ ripple) >> 2) / low;
        }
    }
}

static void fill_before(struct draughts_indexing *n, int men, int foe_men) {
    uint32_t count = n->choose[MEN_SQUARES][men], sum = 0;
    uint32_t *before = memory_new((size_t)count + 1, sizeof(uint32_t));
    for (uint32_t rank = 0; rank < count; rank++) {
        before[rank] = sum;
        int in_the_way = draughts_size(n->sets[men][rank] >> 4);
        sum += n->choose[MEN_SQUARES - in_the_way][foe_men];
    }
    before[count] = sum;
    n->before[men][foe_men] = before;
}

struct draughts_indexing *draughts_indexing_new(int pieces) {
    struct draughts_indexing *n = memory_new(1, sizeof *n);
    fill_choose(n);
    draughts_indexing_grow(n, pieces);
    return n;
}

void draughts_indexing_grow(struct draughts_indexing *n, int pieces) {
    for (int size = 0; size < MOST && size <= pieces; size++) {
        if (n->sets[size] == NULL) {
            fill_sets(n, size);
        }
    }
    for (int men = 0; men < MOST && men <= pieces; men++) {
        for (int foe_men = 0; men + foe_men < MOST && men + foe_men <= pieces; foe_men++) {
            if (n->before[men][foe_men] == NULL) {
                fill_before(n, men, foe_men);
            }
        }
    }
}

void draughts_indexing_free(struct draughts_indexing *n) {
    for (int i = 0; n != NULL && i <= MOST; i++) {
        free(n->sets[i]);
        for (int k = 0; k <= MOST; k++) {
            free(n->before[i][k]);
        }
    }
    free(n);
}

struct draughts_slice draughts_slice_of(const struct draughts_board *board) {
    uint64_t own = board->side[DRAUGHTS_WHITE], foes = board->side[DRAUGHTS_BLACK];
    return (struct draughts_slice){
        (uint8_t)draughts_size(own & ~board->kings), (uint8_t)draughts_size(own & board->kings),
        (uint8_t)draughts_size(foes & ~board->kings), (uint8_t)draughts_size(foes & board->kings)};
}

uint64_t draughts_slice_count(const struct draughts_indexing *n, struct draughts_slice slice) {
    int free_squares = SQUARES - slice.men - slice.foe_men;
    uint64_t men = n->before[slice.men][slice.foe_men][n->choose[MEN_SQUARES][slice.men]];
    return men * n->choose[free_squares][slice.kings] *
           n->choose[free_squares - slice.kings][slice.foe_kings];
}

uint64_t draughts_slice_men(const struct draughts_indexing *n, struct draughts_slice slice,
                            const struct draughts_board *board) {
    uint32_t men = pack_set(board->side[DRAUGHTS_WHITE] & ~board->kings);
    uint32_t foe_men = pack_set(board->side[DRAUGHTS_BLACK] & ~board->kings);
    return n->before[slice.men][slice.foe_men][rank_among(n, men, 0)] +
           rank_among(n, foe_men >> 4, men >> 4);
}

uint64_t draughts_slice_kings(const struct draughts_indexing *n, struct draughts_slice slice,
                              uint64_t men_number, const struct draughts_board *board) {
    if (board->kings == 0) {
        return men_number;
    }
    uint32_t own = pack_set(board->side[DRAUGHTS_WHITE]), kings = pack_set(board->kings);
    uint32_t foes = pack_set(board->side[DRAUGHTS_BLACK]), men = (own | foes) & ~kings;
    int free_squares = SQUARES - slice.men - slice.foe_men;
    uint64_t number =
        men_number * n->choose[free_squares][slice.kings] + rank_among(n, own & kings, men);
    return number * n->choose[free_squares - slice.kings][slice.foe_kings] +
           rank_among(n, foes & kings, men | own);
}

uint64_t draughts_slice_index(const struct draughts_indexing *n, struct draughts_slice slice,
                              const struct draughts_board *board) {
    return draughts_slice_kings(n, slice, draughts_slice_men(n, slice, board), board);
}

/* The rank of the placement of own men whose range holds this index. */
static uint64_t find_men(struct draughts_slice_cursor *cursor, uint32_t men_number) {
    const struct draughts_indexing *n = cursor->indexing;
    const uint32_t *before = n->before[cursor->slice.men][cursor->slice.foe_men];
    if (before[cursor->own_men] > men_number) {
        cursor->own_men = 0;
    }
    while (before[cursor->own_men + 1] <= men_number) {
        cursor->own_men++;
    }
    return cursor->own_men;
}

/* Places all but the enemy's kings. */
static void place_first(struct draughts_slice_cursor *cursor, uint64_t number) {
    const struct draughts_indexing *n = cursor->indexing;
    struct draughts_slice slice = cursor->slice;
    int free_squares = SQUARES - slice.men - slice.foe_men;
    uint32_t kings_ways = n->choose[free_squares][slice.kings];
    cursor->count = n->choose[free_squares - slice.kings][slice.foe_kings];
    number /= cursor->count;
    cursor->base = number * cursor->count;
    uint32_t kings_rank = (uint32_t)(number % kings_ways);
    uint32_t men_number = (uint32_t)(number / kings_ways);
    uint64_t men_rank = find_men(cursor, men_number);
    uint32_t foe_rank = men_number - n->before[slice.men][slice.foe_men][men_rank];
    uint32_t men = n->sets[slice.men][men_rank];
    cursor->men = men;
    cursor->foe_men = spread(n->sets[slice.foe_men][foe_rank], men >> 4) << 4;
    cursor->kings = spread(n->sets[slice.kings][kings_rank], men | cursor->foe_men);
}

void draughts_slice_board(struct draughts_slice_cursor *cursor, uint64_t number,
                          struct draughts_board *board) {
    if (number - cursor->base >= cursor->count) {
        place_first(cursor, number);
    }
    uint32_t others = cursor->men | cursor->foe_men | cursor->kings;
    const uint32_t *sets = cursor->indexing->sets[cursor->slice.foe_kings];
    uint32_t foe_kings = spread(sets[number - cursor->base], others);
    board->side[DRAUGHTS_WHITE] = unpack_set(cursor->men | cursor->kings);
    board->side[DRAUGHTS_BLACK] = unpack_set(cursor->foe_men | foe_kings);
    board->kings = unpack_set(cursor->kings | foe_kings);
}
