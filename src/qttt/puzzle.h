/* puzzle: a 3 x 3 position with one thing to find, its solution, and what refutes every other move.
 *
 * The solver makes them: random positions are drawn until one has few moves that reach the goal.
 * The same rule set, kind and seed give the same puzzle everywhere. Two puzzles of a rule set are
 * never the same position, not even turned or mirrored, if their kinds differ, or their seeds
 * modulo PUZZLE_CLASSES. */
#ifndef TERNION_QTTT_PUZZLE_H
#define TERNION_QTTT_PUZZLE_H

#include "ranking.h"

enum puzzle_kind {
    PUZZLE_WIN,     /* a pair wins whatever the other side does */
    PUZZLE_DRAW,    /* a pair saves the draw, the others lose */
    PUZZLE_COLLAPSE /* a cycle waits, and one choice is better than the other */
};
enum { PUZZLE_KINDS = 3, PUZZLE_CLASSES = 4096, PUZZLE_GRADES = 5 };

struct puzzle {
    enum puzzle_kind kind;
    struct qttt position;
    struct ranking ranking; /* all moves, best first, with lines to the end of the game */
    int solutions;          /* this many moves of the ranking, the first ones, reach the goal */
    int plies;              /* of the longest game that decides: a solution's, or a refutation's */
    int grade;              /* 1 easy .. PUZZLE_GRADES hard */
};

/* "win", "draw", "collapse". */
extern const char *const puzzle_kinds[PUZZLE_KINDS];

void puzzle_make(struct puzzle *puzzle, struct solver *solver, enum qttt_rules rules,
                 enum puzzle_kind kind, uint64_t seed);
/* A number that all turned and mirrored forms of a 3 x 3 position have in common, and no other
 * position has. */
uint64_t puzzle_key(const struct qttt *q);
/* As protocol.md describes it; no newline at the end. */
void puzzle_print(const struct puzzle *puzzle, struct text *text);

#endif
