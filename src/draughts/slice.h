/* slice: numbers for all positions with the same pieces, without gaps.
 *
 * Positions of endgame tables are seen from the side to play, which moves up the board (a position
 * with black to play is turned round first). A slice holds all placings of its pieces; men of the
 * side to play stand on rows 1 to 7, men of the other side on rows 2 to 8. */
#ifndef TERNION_DRAUGHTS_SLICE_H
#define TERNION_DRAUGHTS_SLICE_H

#include "draughts.h"

enum { DRAUGHTS_SLICE_PIECES = 7 }; /* the most that can be numbered */

/* Numbers of pieces: of the side to play, and of the other. */
struct draughts_slice {
    uint8_t men, kings;
    uint8_t foe_men, foe_kings;
};

/* Tables that make numbering quick, for all slices of up to so many pieces; those of six are large.
 */
struct draughts_numbering;
struct draughts_numbering *draughts_numbering_new(int pieces);
/* Takes in slices of more pieces. What was there stays where it is. */
void draughts_numbering_grow(struct draughts_numbering *numbering, int pieces);
void draughts_numbering_free(struct draughts_numbering *numbering);

static inline int draughts_slice_size(struct draughts_slice slice) {
    return slice.men + slice.kings + slice.foe_men + slice.foe_kings;
}

static inline struct draughts_slice draughts_slice_turned(struct draughts_slice slice) {
    return (struct draughts_slice){slice.foe_men, slice.foe_kings, slice.men, slice.kings};
}

static inline bool draughts_slice_same(struct draughts_slice a, struct draughts_slice b) {
    return a.men == b.men && a.kings == b.kings && a.foe_men == b.foe_men &&
           a.foe_kings == b.foe_kings;
}

/* The slice of a board whose side to play is white. */
struct draughts_slice draughts_slice_of(const struct draughts_board *board);
/* How many positions a slice has; one side may be without pieces. */
uint64_t draughts_slice_count(const struct draughts_numbering *numbering,
                              struct draughts_slice slice);
/* The number of a board of this slice, from 0. */
uint64_t draughts_slice_number(const struct draughts_numbering *numbering,
                               struct draughts_slice slice, const struct draughts_board *board);

/* Boards from numbers. Quickest if the numbers asked for ascend. */
struct draughts_slice_cursor {
    const struct draughts_numbering *numbering;
    struct draughts_slice slice;
    uint64_t own_men; /* the placing of own men that was met last, by its rank */
};
void draughts_slice_board(struct draughts_slice_cursor *cursor, uint64_t number,
                          struct draughts_board *board);

#endif
