/* puzzle: a position of three or four pieces with one thing to find, its solutions, and what
 * refutes every other move.
 *
 * The endgame tables make them: random positions are drawn until one has few moves that reach the
 * goal. The same rule set, kind and seed give the same puzzle everywhere. Two puzzles of a rule set
 * are never the same position, not even turned with colours swapped, if their kinds differ, or
 * their seeds modulo DRAUGHTS_PUZZLE_CLASSES. */
#ifndef TERNION_DRAUGHTS_PUZZLE_H
#define TERNION_DRAUGHTS_PUZZLE_H

#include "egtb.h"

enum draughts_puzzle_kind {
    DRAUGHTS_PUZZLE_WIN, /* some moves win, the others draw or lose */
    DRAUGHTS_PUZZLE_DRAW /* some moves draw, the others lose */
};
enum {
    DRAUGHTS_PUZZLE_KINDS = 2,
    DRAUGHTS_PUZZLE_CLASSES = 4096,
    DRAUGHTS_PUZZLE_GRADES = 5,
    DRAUGHTS_PUZZLE_PIECES = 4, /* at most; tables for as many are needed */
    DRAUGHTS_PUZZLE_MOVES = 12, /* at most: steps of three kings */
    DRAUGHTS_PUZZLE_PLIES = 40  /* of the longest line */
};

struct draughts_puzzle_move {
    int value; /* for the side to play: 1 won, 0 drawn, -1 lost */
    int length;
    /* Begins with the move itself. Won or lost: up to the end of the game. Drawn: one reply that
     * keeps the draw. */
    move line[DRAUGHTS_PUZZLE_PLIES];
};

struct draughts_puzzle {
    enum draughts_puzzle_kind kind;
    struct draughts position;
    int count;
    struct draughts_puzzle_move moves[DRAUGHTS_PUZZLE_MOVES]; /* all of them, best first */
    int solutions; /* this many of them, the first ones, reach the goal */
    int plies;     /* of the longest game that decides: a solution's, or a refutation's */
    int grade;     /* 1 easy .. DRAUGHTS_PUZZLE_GRADES hard */
};

/* "win", "draw". */
extern const char *const draughts_puzzle_kinds[DRAUGHTS_PUZZLE_KINDS];

/* With the tables of this rule set. False if one that it needs is missing or damaged. */
bool draughts_puzzle_make(struct draughts_puzzle *puzzle, struct draughts_egtb *egtb,
                          enum draughts_rules rules, enum draughts_puzzle_kind kind, uint64_t seed);
/* A number that a position and its turned form have in common. */
uint64_t draughts_puzzle_key(const struct draughts *d);
/* As protocol.md describes it; no newline at the end. */
void draughts_puzzle_print(const struct draughts_puzzle *puzzle, struct text *text);

#endif
