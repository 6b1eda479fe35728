/* slice: a gapless index of all positions with the same pieces.
 *
 * Positions of endgame tables are seen from the side to play, which moves up the board (a position
 * with black to play is rotated first). A slice holds all placements of its pieces; men of the side
 * to play stand on rows 1 to 7, men of the other side on rows 2 to 8. */
#ifndef TERNION_DRAUGHTS_SLICE_H
#define TERNION_DRAUGHTS_SLICE_H

#include "draughts.h"

enum { DRAUGHTS_SLICE_PIECES = 7 }; /* the most that can be indexed */

/* Numbers of pieces: of the side to play, and of the other side. */
struct draughts_slice {
    uint8_t men, kings;
    uint8_t foe_men, foe_kings;
};

/* Tables that make indexing quick, for all slices of up to `pieces` pieces; those of six are large.
 */
struct draughts_indexing;
struct draughts_indexing *draughts_indexing_new(int pieces);
/* Adds slices of more pieces; pointers to the tables stay valid. */
void draughts_indexing_grow(struct draughts_indexing *indexing, int pieces);
void draughts_indexing_free(struct draughts_indexing *indexing);

static inline int draughts_slice_size(struct draughts_slice slice) {
    return slice.men + slice.kings + slice.foe_men + slice.foe_kings;
}

static inline struct draughts_slice draughts_slice_swapped(struct draughts_slice slice) {
    return (struct draughts_slice){slice.foe_men, slice.foe_kings, slice.men, slice.kings};
}

static inline bool draughts_slice_same(struct draughts_slice a, struct draughts_slice b) {
    return a.men == b.men && a.kings == b.kings && a.foe_men == b.foe_men &&
           a.foe_kings == b.foe_kings;
}

/* The slice of a board whose side to play is white. */
struct draughts_slice draughts_slice_of(const struct draughts_board *board);
/* How many positions a slice has; one side may have no pieces. */
uint64_t draughts_slice_count(const struct draughts_indexing *indexing,
                              struct draughts_slice slice);
/* The index of a board of this slice, from 0. */
uint64_t draughts_slice_index(const struct draughts_indexing *indexing, struct draughts_slice slice,
                              const struct draughts_board *board);

/* The same in two steps, for many boards with the same men: the number of their placement, and the
 * index that it and the kings make. */
uint64_t draughts_slice_men(const struct draughts_indexing *indexing, struct draughts_slice slice,
                            const struct draughts_board *board);
uint64_t draughts_slice_kings(const struct draughts_indexing *indexing, struct draughts_slice slice,
                              uint64_t men_number, const struct draughts_board *board);

/* Boards from indexes; quickest if these ascend. */
struct draughts_slice_cursor {
    const struct draughts_indexing *indexing;
    struct draughts_slice slice;
    /* Of the last board: */
    uint64_t own_men;     /* rank of the placement of own men */
    uint64_t base, count; /* the indexes of all boards that differ in enemy kings only */
    uint32_t men, foe_men, kings;
};
void draughts_slice_board(struct draughts_slice_cursor *cursor, uint64_t index,
                          struct draughts_board *board);

#endif
