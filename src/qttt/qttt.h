/* qttt: quantum tic-tac-toe positions, for the files of this folder.
 *
 * Cells are numbered row by row from the bottom: cell = row * size + column, so 0 is A1.
 * Mark number n (1, 2, 3 ...) was put in the cells a[n] and b[n], a < b (equal for the lone last
 * mark); at[n] is the cell it settled in, or QTTT_SPOOKY. The owner of mark n follows from n and
 * the first mover. Numbers never exceed the number of cells: a forest of pairs plus classical
 * marks. */
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
static inline move qttt_pair(int a, int b) {
    return (move)(a < b ? (a + 1) | (b + 1) << 8 : (b + 1) | (a + 1) << 8);
}
static inline move qttt_settle(int cell) {
    return (move)(1 << 16 | (cell + 1));
}
static inline bool qttt_is_settle(move m) {
    return (m >> 16 & 1) != 0;
}
static inline int qttt_low(move m) {
    return (int)(m & 255) - 1;
}
static inline int qttt_high(move m) {
    return (int)(m >> 8 & 255) - 1;
}

static inline int qttt_side(const struct qttt *q, int mark) {
    return (q->first + mark - 1) & 1;
}

/* The game's functions, as game.h describes them. */
int qttt_to_play(const void *state);
void qttt_moves(const void *state, const struct past *past, struct moves *list);
void qttt_play(void *state, move m);
struct result qttt_result(const void *state, const struct past *past);
uint64_t qttt_key(const void *state);
bool qttt_parse(const void *state, const struct past *past, const char *text, move *m,
                struct error *error);
void qttt_print(const void *state, move m, struct text *text);
void qttt_due(const void *state, struct text *text);
void qttt_save(const void *state, struct text *text);
bool qttt_load(void *state, struct setup *setup, const char *text, struct error *error);
void qttt_gfx(const void *state, struct text *text);
void qttt_show(const void *state, const struct look *look, struct text *text);

/* A small board of lines without a frame, for two positions side by side; no newline at the end. */
void qttt_show_small(const struct qttt *q, struct text *text);

/* The start position of a size, win length and first mover. */
void qttt_start(struct qttt *q, int rules, int size, int win, int first);
/* The cell where the lone last mark is due now, or -1. */
int qttt_lone(const struct qttt *q);
/* Whether the side to play may not put its pair here: rule set `sum`, and its own pair is there. */
bool qttt_repeats(const struct qttt *q, int a, int b);
/* Whether mark n is spooky and one of its two cells is this one. */
bool qttt_haunts(const struct qttt *q, int mark, int cell);
int qttt_other_cell(const struct qttt *q, int mark, int cell);

/* The waiting cycle, walked from the closing mark's first cell to its second: marks[i] joins
 * cells[i] and cells[i + 1]; the last mark is the closing one and leads back to cells[0]. */
struct qttt_cycle {
    int length;
    uint8_t cells[QTTT_CELLS], marks[QTTT_CELLS];
};
/* Whether a cycle waits; if not, the error says what is due instead. The game must not be over. */
bool qttt_cycle_waits(const struct qttt *q, struct error *error);
/* length 0 when no cycle waits. */
void qttt_cycle_find(const struct qttt *q, struct qttt_cycle *cycle);

/* How a component settles, in the order in which the marks move: each one after the first left its
 * other cell because the mark `by` took that (0: because it stays empty). */
struct qttt_cascade {
    int length;
    struct {
        uint8_t mark, cell, by;
    } step[QTTT_CELLS];
};
/* What follows if this mark, which must be spooky, settles in this cell of its own; or, where mark
 * is 0, if the cell, which must be open and in no cycle, stays empty. Nothing is played. */
void qttt_cascade(const struct qttt *q, int mark, int cell, struct qttt_cascade *cascade);

/* A complete row: `win` classical marks of one side from start on, step apart. */
struct qttt_row {
    int start, step, side;
};
enum { QTTT_ROWS = 4 * QTTT_CELLS };
/* Fills in all complete rows, at most QTTT_ROWS, and returns their number. */
int qttt_rows(const struct qttt *q, struct qttt_row *rows);
/* The number by which the rule set compares rows: the highest, the lowest, or the sum. */
int qttt_row_number(const struct qttt *q, const struct qttt_row *row);

/* "A1", "X3". */
void qttt_cell_print(const struct qttt *q, int cell, struct text *text);
void qttt_mark_print(const struct qttt *q, int mark, struct text *text);
/* A whole word as a cell of this board: a vertex, or on 3 x 3 a digit from 0 (top left) to 8. */
bool qttt_cell_parse(const struct qttt *q, const char *word, int *cell, struct error *error);
/* A whole word that has the form of a mark's name, whether or not there is such a mark. */
bool qttt_mark_parse(const char *word, int *side, int *number);

/* Appends a string as errors quote it: cut when long, unprintable characters replaced. */
void qttt_quote(const char *string, struct text *text);

extern const struct game qttt_game;
extern const struct player qttt_player;
#ifdef TERNION_COMMAND_H /* only commands.c and the list of games know what a command is */
extern const struct command qttt_commands[];
#endif

#endif
