/* board: positions of any size in the form that the search plays on.
 *
 * As in small.h, every open cell keeps the outcome of its component with the hole there. Cells are
 * bits of a set, one unused column to each row, so that rows are found by shifting. */
#ifndef TERNION_QTTT_BOARD_H
#define TERNION_QTTT_BOARD_H

#include "cellset.h"
#include "qttt.h"

enum { BOARD_SPOTS = QTTT_SIZE_MAX * (QTTT_SIZE_MAX + 1) };

struct board {
    uint8_t rules, size, win, first;
    uint8_t moves;
    uint8_t waiting; /* the mark that closed a cycle not yet collapsed, or 0 */
    bool over;
    int8_t winner; /* when over */
    bool narrow;
    cellset open;
    cellset settled[2];           /* by side */
    cellset hole[2][BOARD_SPOTS]; /* by side and open spot */
    /* Spots of components with two or more cells where the outcome with that hole has a row of the
     * side: without the closing mark, and with a closing mark of that side. */
    cellset row[2], row_closing[2];
    uint8_t a[QTTT_MARKS], b[QTTT_MARKS]; /* spots of mark n; both the same once it settled */
    uint8_t owner[BOARD_SPOTS];           /* number of the classical mark of a spot */
};

/* Whether sets of cells, marks and the closing mark agree. */
bool board_is_ok(const struct board *board);
void board_read(struct board *board, const struct qttt *q);
/* Spots and the cells of qttt.h. */
int board_spot(const struct board *board, int cell);
int board_cell(const struct board *board, int spot);

/* The side that decides next. */
static inline int board_side(const struct board *board) {
    return (board->first + board->moves) & 1;
}
/* The spots joined with an open spot, itself included. */
static inline cellset board_component(const struct board *board, int spot) {
    return set_or(set_or(board->hole[0][spot], board->hole[1][spot]), set_of(spot));
}
/* Open cells and chains of them that nothing joins yet, without the waiting mark. */
static inline int board_components(const struct board *board) {
    return board->size * board->size - board->moves + (board->waiting != 0);
}
/* Whether the side to play may not use this pair. */
bool board_barred(const struct board *board, int a, int b);

/* Places the next mark: joins, or closes and then waits. Two equal spots: the lone last mark. The
 * spots must be open, and no mark may wait. */
void board_place(struct board *board, int a, int b);
/* Settles the waiting mark in one of its spots. */
void board_settle(struct board *board, int spot);

/* The result for a side of closing a cycle with the hole at this spot, if that ends the game at
 * once: 2 win, 1 narrow win, 0 draw, -1, -2; BOARD_OPEN if it goes on. The closing mark is that of
 * side `closer`, who places now. */
enum { BOARD_OPEN = 9 };
int board_outcome(const struct board *board, int spot, int closer, int side);
/* The result of an over position for a side, in the same numbers. */
int board_result(const struct board *board, int side);

#endif
