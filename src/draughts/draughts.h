/* draughts: positions and moves of 8 x 8 draughts.
 *
 * A set of squares is a 64-bit word (a bitboard). The bits run row by row from A1, four squares to
 * a row, with one bit left out before rows 2, 4, 6 and 8 (bits 4, 13, 22, 31): a diagonal step is
 * then a shift by 4 or 5 from every square, and a step off the board lands on a bit that is neither
 * empty nor a piece.
 *
 *   row 8    32  33  34  35        B8 D8 F8 H8, squares 1 to 4
 *   row 7  27  28  29  30          A7 C7 E7 G7
 *   ...
 *   row 2     5   6   7   8        B2 D2 F2 H2
 *   row 1   0   1   2   3          A1 C1 E1 G1, squares 29 to 32 */
#ifndef TERNION_DRAUGHTS_H
#define TERNION_DRAUGHTS_H

#include "../core/game.h"
#include "../core/player.h"

enum { DRAUGHTS_BLACK = 0, DRAUGHTS_WHITE = 1 };
enum draughts_rules { DRAUGHTS_WARCABY, DRAUGHTS_ENGLISH };
enum draughts_notation { DRAUGHTS_LETTERS, DRAUGHTS_NUMERIC };

enum {
    DRAUGHTS_BITS = 36,
    DRAUGHTS_SQUARES = 32,
    DRAUGHTS_PIECES = 12,      /* of one side */
    DRAUGHTS_QUIET_LIMIT = 80, /* plies without a capture or a man's move that make a draw */
    DRAUGHTS_JUMPS = 9,        /* in one move: a piece passes at most nine squares by jumps */
    DRAUGHTS_MOVES = 192       /* in one position: at most 16 paths for each of 12 kings */
};

#define DRAUGHTS_BOARD UINT64_C(0xf7fbfdfef)
#define DRAUGHTS_ROW_1 UINT64_C(0xf)
#define DRAUGHTS_ROW_8 (UINT64_C(0xf) << 32)

/* The pieces. kings is a subset of the two sides. */
struct draughts_board {
    uint64_t side[2];
    uint64_t kings;
};

struct draughts {
    struct draughts_board board;
    uint8_t side;     /* to play */
    uint8_t rules;    /* enum draughts_rules */
    uint8_t notation; /* enum draughts_notation, for printing moves */
    uint8_t quiet;    /* plies since the last capture or man's move, up to the limit */
};

/* Directions. 3 - direction is the opposite one. */
enum { DRAUGHTS_UP_LEFT, DRAUGHTS_UP_RIGHT, DRAUGHTS_DOWN_LEFT, DRAUGHTS_DOWN_RIGHT };

/* Moves, from the lowest bit: 18 bits of directions, two for each jump, the first jump lowest (a
 * step has one direction), 4 bits number of jumps (0: a step), 6 bits end square, 6 bits start
 * square. So different paths between the same squares are different moves, printing needs no
 * search, and ascending order is by start square. */
static inline int draughts_from(move m) {
    return (int)(m >> 28 & 63);
}
static inline int draughts_to(move m) {
    return (int)(m >> 22 & 63);
}
static inline int draughts_jumps(move m) {
    return (int)(m >> 18 & 15);
}
static inline int draughts_direction(move m, int jump) {
    return (int)(m >> 2 * jump & 3);
}
static inline move draughts_move(int from, int to, int jumps, uint64_t directions) {
    return (move)from << 28 | (move)to << 22 | (move)jumps << 18 | directions;
}

static inline uint64_t draughts_bit(int square) {
    return UINT64_C(1) << square;
}
static inline int draughts_first(uint64_t set) {
    return __builtin_ctzll(set);
}

/* All squares of the set moved one step. The caller masks off what leaves the board. */
static inline uint64_t draughts_shift(uint64_t set, int direction) {
    switch (direction) {
    case DRAUGHTS_UP_LEFT:
        return set << 4;
    case DRAUGHTS_UP_RIGHT:
        return set << 5;
    case DRAUGHTS_DOWN_LEFT:
        return set >> 5;
    default:
        return set >> 4;
    }
}

/* The two forward directions of a side are this one and the next. */
static inline int draughts_forward(int side) {
    return side == DRAUGHTS_WHITE ? DRAUGHTS_UP_LEFT : DRAUGHTS_DOWN_LEFT;
}

static inline uint64_t draughts_crown_row(int side) {
    return side == DRAUGHTS_WHITE ? DRAUGHTS_ROW_8 : DRAUGHTS_ROW_1;
}

static inline uint64_t draughts_empty(const struct draughts_board *board) {
    return DRAUGHTS_BOARD & ~(board->side[0] | board->side[1]);
}

/* The squares from which a piece could jump an enemy in a direction. */
static inline uint64_t draughts_reach(uint64_t enemy, uint64_t empty, int direction) {
    return draughts_shift(enemy & draughts_shift(empty, 3 - direction), 3 - direction);
}

/* The pieces of a side that can capture. */
static inline uint64_t draughts_jumpers(const struct draughts_board *board, int side) {
    uint64_t own = board->side[side], kings = own & board->kings;
    uint64_t enemy = board->side[1 - side], empty = draughts_empty(board);
    int d = draughts_forward(side);
    uint64_t found = own & (draughts_reach(enemy, empty, d) | draughts_reach(enemy, empty, d + 1));
    if (kings != 0) {
        found |=
            kings & (draughts_reach(enemy, empty, 3 - d) | draughts_reach(enemy, empty, 2 - d));
    }
    return found;
}

/* The pieces of a side that can step, whether or not it must capture. */
static inline uint64_t draughts_steppers(const struct draughts_board *board, int side) {
    uint64_t own = board->side[side], empty = draughts_empty(board);
    int d = draughts_forward(side);
    return (own & (draughts_shift(empty, 3 - d) | draughts_shift(empty, 2 - d))) |
           (own & board->kings & (draughts_shift(empty, d) | draughts_shift(empty, d + 1)));
}

static inline bool draughts_can_move(const struct draughts_board *board, int side) {
    return (draughts_steppers(board, side) | draughts_jumpers(board, side)) != 0;
}

/* The number of squares in a set: a population count that is quick on every machine. */
static inline int draughts_size(uint64_t set) {
    set = set - (set >> 1 & UINT64_C(0x5555555555555555));
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* board.c: the move generator, for rules and search alike. */

/* Whether the sets are disjoint, on the board, and of at most 12 pieces a side. */
bool draughts_board_is_ok(const struct draughts_board *board);

/* Writes all legal moves of a side in a fixed order, each capture path by itself, and returns their
 * number; `list` must have room for DRAUGHTS_MOVES. Either all are captures or none is. */
size_t draughts_list(const struct draughts_board *board, int side, enum draughts_rules rules,
                     move *list);
/* The number that draughts_list would return, but faster. */
size_t draughts_count(const struct draughts_board *board, int side, enum draughts_rules rules);
/* The squares of the pieces that a legal move captures; none for a step. */
uint64_t draughts_captured(move m);
/* The board after a legal capture of side. */
struct draughts_board draughts_after_capture(const struct draughts_board *board, int side, move m);
/* The number of move sequences of `depth` plies; the last ply is counted without being played. */
uint64_t draughts_perft(const struct draughts_board *board, int side, enum draughts_rules rules,
                        int depth);

/* The board after a legal move of side. */
static inline struct draughts_board draughts_after(const struct draughts_board *board, int side,
                                                   move m) {
    if (draughts_jumps(m) != 0) {
        return draughts_after_capture(board, side, m);
    }
    uint64_t from = draughts_bit(draughts_from(m)), to = draughts_bit(draughts_to(m));
    uint64_t king = board->kings & from;
    struct draughts_board next = *board;
    next.side[side] ^= from | to;
    next.kings = (board->kings ^ king) | (to & (king != 0 ? to : draughts_crown_row(side)));
    return next;
}

/* Beginnings of three plies that a search calls fair (data/draughts/ballots.txt), those of both
 * rule sets; the moves of the last one are NULL. */
struct draughts_ballot {
    enum draughts_rules rules;
    int value;         /* for the side to play after them, in hundredths of a man */
    const char *moves; /* separated by spaces */
};
extern const struct draughts_ballot draughts_ballots[];

/* notation.c: names of squares. */

/* Column and row from 0; draughts_square_at gives -1 for light squares and off the board. */
int draughts_square_column(int square);
int draughts_square_row(int square);
int draughts_square_at(int column, int row);
/* Numbers as in PDN: 1 is B8, 32 is G1; -1 for the square of another number. */
int draughts_square_number(int square);
int draughts_square_numbered(int number);
void draughts_square_print(int square, enum draughts_notation notation, struct text *text);

/* rules.c, and the game's functions as game.h describes them. */
void draughts_start(struct draughts_board *board);
void draughts_test_start(struct draughts_board *board);
int draughts_first_side(enum draughts_rules rules);
/* All moves of the side to play in ascending order, even if the game is drawn. */
size_t draughts_sorted(const struct draughts *d, move *list);
int draughts_to_play(const void *state);
bool draughts_turn(void *state, int side, struct error *error);
void draughts_moves(const void *state, const struct past *past, struct moves *list);
/* Whether a move is a king's step. */
bool draughts_quiet(const void *state, move m);
void draughts_play_on(void *state);
/* game_perft by the generator alone, where no draw can come within `depth` plies. */
bool draughts_fast_perft(const void *state, int depth, uint64_t *count);
void draughts_play(void *state, move m);
struct result draughts_result(const void *state, const struct past *past);
uint64_t draughts_key(const void *state);
/* notation.c: */
int draughts_points(const void *state, move m, int way, struct game_point at[GAME_POINTS]);
bool draughts_parse(const void *state, const struct past *past, const char *text, move *m,
                    struct error *error);
void draughts_print(const void *state, move m, struct text *text);
/* fen.c: */
void draughts_save(const void *state, struct text *text);
/* As draughts_load, but a man on its last row is a king; *crowned is the last such square, or -1.
 */
bool draughts_load_problem(void *state, struct setup *setup, const char *text, int *crowned,
                           struct error *error);
bool draughts_load(void *state, struct setup *setup, const char *text, struct error *error);
/* show.c: */
void draughts_gfx(const void *state, struct text *text);
void draughts_show(const void *state, const struct look *look, struct text *text);
void draughts_due(const void *state, struct text *text);
/* pdn_read.c, pdn_write.c: */
void draughts_record_print(const struct record *record, struct text *text);
bool draughts_record_parse(const char *text, size_t length, size_t index, struct record *record,
                           struct error *error);

extern const struct game draughts_game;
extern const struct player draughts_player;
#ifdef TERNION_COMMAND_H /* only commands.c and the list of games know what a command is */
extern const struct command draughts_commands[];
#endif

#endif
