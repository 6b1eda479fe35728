/* qttt: quantum tic-tac-toe positions, for the files of this folder.
 *
 * Cells are numbered row by row from the bottom: cell = row * size + column, so 0 is A1.
 * Mark number n (1, 2, 3 ...) was put in the cells a[n] and b[n], a < b (equal for the lone last
 * mark); at[n] is the cell it settled in, or QTTT_SPOOKY. The owner of mark n follows from n and the
 * first mover. Numbers never exceed the number of cells: a forest of pairs plus classical marks. */
#ifndef TERNION_QTTT_H
#define TERNION_QTTT_H

#include "../core/game.h"
#include "../core/player.h"

enum { QTTT_SIZE_MAX = 9, QTTT_CELLS = 81, QTTT_MARKS = QTTT_CELLS + 1, QTTT_SPOOKY = 255 };
enum qttt_rules { QTTT_GOFF, QTTT_EARLIEST, QTTT_SUM };

struct qttt {
    uint8_t rules;   /* enum qttt_rules */
    uint8_t size;    /* cells in a row */
    uint8_t win;     /* marks in a row that win */
    uint8_t first;   /* the side that made or makes move 1 */
    uint8_t moves;   /* numbered moves made */
    uint8_t waiting; /* number of the mark that closed a cycle not yet collapsed, or 0 */
    uint8_t done;    /* over by a row: the marks of the last collapse or the lone mark made one */
    uint8_t a[QTTT_MARKS], b[QTTT_MARKS], at[QTTT_MARKS];
    uint8_t owner[QTTT_CELLS]; /* number of the classical mark in each cell, or 0 */
};

/* Moves. A placement holds its two cells plus 1 (low byte the smaller); the lone last cell stands
 * in both; a collapse holds the cell where the waiting mark settles, with bit 16 set. */
static inline move qttt_pair(int a, int b) { return (move)(a < b ? (a + 1) | (b + 1) << 8 : (b + 1) | (a + 1) << 8); }
static inline move qttt_settle(int cell) { return (move)(1 << 16 | (cell + 1)); }
static inline bool qttt_is_settle(move m) { return (m >> 16 & 1) != 0; }
static inline int qttt_low(move m) { return (int)(m & 255) - 1; }
static inline int qttt_high(move m) { return (int)(m >> 8 & 255) - 1; }

static inline int qttt_side(const struct qttt *q, int mark) { return (q->first + mark - 1) & 1; }

/* The game's functions, as game.h describes them. */
int qttt_to_play(const void *state);
void qttt_moves(const void *state, const struct past *past, struct moves *list);
void qttt_play(void *state, move m);
struct result qttt_result(const void *state, const struct past *past);
uint64_t qttt_key(const void *state);

extern const struct game qttt_game;
extern const struct player qttt_player;
extern const struct command qttt_commands[];

#endif
