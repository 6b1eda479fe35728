/* board: the stones of a Go position, with incremental chains and pseudo-liberties, so that placing
 * one costs a few dozen instructions.
 *
 * A point is an index into a padded row of points: row r, column c (from 0, A1 is 0, 0) of a board
 * of n lines is (r + 1) * (n + 1) + c + 1. Neighbours are then one step or one stride away, and
 * whatever lies off the board has the colour GO_EDGE. A board is flat memory without pointers. */
#ifndef TERNION_GO_BOARD_H
#define TERNION_GO_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GO_SIZE_MIN = 2,
    GO_SIZE_MAX = 25,
    GO_POINTS = GO_SIZE_MAX * GO_SIZE_MAX,
    GO_INDEXES = (GO_SIZE_MAX + 1) * (GO_SIZE_MAX + 2) + 1
};

/* The colour of a stone is the number of its side. */
enum { GO_BLACK, GO_WHITE, GO_EMPTY, GO_EDGE };

/* Never a point of a board. */
enum { GO_NO_POINT = 0, GO_PASS = 1 };

/* A chain's data are those of its head, one of its stones. They count pseudo-liberties: a liberty
 * counts once for every stone that touches it. With the sum and the sum of squares of their indexes
 * a chain in atari is recognised without a search. */
struct go_point {
    /* Black, white and empty neighbours, 4 bits each, the edge counting as both; in the upper half
     * the 3x3 pattern as in pattern.h. One addition updates both. */
    uint32_t around;
    uint32_t sum;
    uint32_t squares;
    uint16_t liberties; /* pseudo-liberties */
    uint16_t stones;
    uint16_t head;
    uint16_t next; /* stone of the chain, in a ring */
    uint16_t slot; /* of an empty point: its index in the list of empty points */
    uint8_t colour;
};

struct go_board {
    int size;
    int stride;
    int empty_count;
    int ko; /* the point where ko_side may not recapture now, or GO_NO_POINT */
    int ko_side;
    int captured[2]; /* by side: prisoners that it has taken */
    uint64_t key;    /* Zobrist hash of the stones and the size, nothing else */
    struct go_point point[GO_INDEXES];
    uint16_t empty[GO_POINTS]; /* all empty points in any order */
};

/* Whether everything that is kept incrementally is right, and every chain has a liberty. Slow: for
 * assertions. */
bool go_board_is_ok(const struct go_board *board);

/* An empty board; size must be within GO_SIZE_MIN and GO_SIZE_MAX. */
void go_board_init(struct go_board *board, int size);
/* An assignment that copies no more than this size needs. */
void go_board_copy(struct go_board *to, const struct go_board *from);

static inline int go_board_at(const struct go_board *board, int column, int row) {
    return (row + 1) * board->stride + column + 1;
}
static inline int go_board_row(const struct go_board *board, int p) {
    return p / board->stride - 1;
}
static inline int go_board_column(const struct go_board *board, int p) {
    return p % board->stride - 1;
}
/* The number of a point in struct marks: row by row from the bottom, A1 is 0. */
static inline int go_board_number(const struct go_board *board, int p) {
    return go_board_row(board, p) * board->size + go_board_column(board, p);
}
static inline int go_board_point(const struct go_board *board, int number) {
    return go_board_at(board, number % board->size, number / board->size);
}
static inline int go_board_colour(const struct go_board *board, int p) {
    return board->point[p].colour;
}
/* The offset of neighbour number i (0 .. 3), and of diagonal number i. */
static inline int go_board_step(const struct go_board *board, int i) {
    const int steps[4] = {1, -1, board->stride, -board->stride};
    return steps[i];
}
static inline int go_board_corner(const struct go_board *board, int i) {
    const int steps[4] = {board->stride + 1, board->stride - 1, -board->stride - 1,
                          -board->stride + 1};
    return steps[i];
}

/* Empty neighbours of p, and neighbours of a side's colour (points off the board included). */
static inline int go_board_empty_around(const struct go_board *board, int p) {
    return (int)(board->point[p].around >> 8 & 15);
}
static inline int go_board_around(const struct go_board *board, int p, int side) {
    return (int)(board->point[p].around >> (4 * side) & 15);
}

/* Chains, by any of their stones. */
static inline int go_board_head(const struct go_board *board, int p) {
    return board->point[p].head;
}
static inline int go_board_next(const struct go_board *board, int p) {
    return board->point[p].next;
}
static inline int go_board_stones(const struct go_board *board, int p) {
    return board->point[board->point[p].head].stones;
}
/* Chains of one colour next to a point, each once, by their heads. Returns how many. */
static inline int go_board_chains(const struct go_board *board, int p, int colour, int heads[4]) {
    int count = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (go_board_colour(board, n) != colour)
            continue;
        int head = go_board_head(board, n);
        int known = 0;
        while (known < count && heads[known] != head)
            known++;
        if (known == count)
            heads[count++] = head;
    }
    return count;
}
/* Whether the chain has exactly one liberty. */
static inline bool go_board_in_atari(const struct go_board *board, int p) {
    const struct go_point *chain = &board->point[board->point[p].head];
    return (uint64_t)chain->liberties * chain->squares == (uint64_t)chain->sum * chain->sum;
}
/* The only liberty of a chain in atari. */
static inline int go_board_last_liberty(const struct go_board *board, int p) {
    const struct go_point *chain = &board->point[board->point[p].head];
    return (int)(chain->sum / chain->liberties);
}
/* Adds a liberty to a list unless it is there. Returns how many there are. */
static inline int go_liberty_add(int *liberties, int count, int p) {
    for (int known = 0; known < count; known++)
        if (liberties[known] == p)
            return count;
    liberties[count] = p;
    return count + 1;
}
/* Counts distinct liberties up to `most`, and stores them; there must be room for that many. */
int go_board_liberties(const struct go_board *board, int p, int most, int *liberties);

/* Whether a stone at an empty p would have no liberty and capture nothing. */
bool go_board_is_suicide(const struct go_board *board, int side, int p);
/* Legal, superko apart: p (any index) is an empty point, no suicide, no simple ko. */
static inline bool go_board_is_legal(const struct go_board *board, int side, int p) {
    return go_board_colour(board, p) == GO_EMPTY && !(p == board->ko && side == board->ko_side) &&
           (go_board_empty_around(board, p) > 0 || !go_board_is_suicide(board, side, p));
}
/* Liberties of the chain that side would have at an empty p: 0, 1, or 2 for more. Captured stones
 * count as liberties only next to p. */
int go_board_liberties_after(const struct go_board *board, int side, int p);
/* A one-point eye: all neighbours own, and at most one diagonal the enemy's, none on the edge. */
bool go_board_is_eye(const struct go_board *board, int side, int p);
/* The key after side has played p, which must be legal. */
uint64_t go_board_key_after(const struct go_board *board, int side, int p);

/* Places a stone, removes what it captures, and sets ko. p must be empty and no suicide. Returns
 * how many stones were captured. */
int go_board_play(struct go_board *board, int side, int p);
/* A pass ends the ko. */
void go_board_pass(struct go_board *board);

/* Swaps two entries of the list of empty points, for random draws. */
static inline void go_board_empty_swap(struct go_board *board, int a, int b) {
    int p = board->empty[a], q = board->empty[b];
    board->empty[a] = (uint16_t)q;
    board->point[q].slot = (uint16_t)a;
    board->empty[b] = (uint16_t)p;
    board->point[p].slot = (uint16_t)b;
}

/* Set-up: empties a point, or puts a stone there without capturing. Stones without liberties may
 * stand meanwhile, but go_board_is_sound must hold before a move is played. Ends the ko. */
void go_board_put(struct go_board *board, int p, int colour);
/* Whether every chain has a liberty. If not, *p is a stone of one without. */
bool go_board_is_sound(const struct go_board *board, int *p);

#endif
