/* endgame: the exact score of late positions on boards of any size and win length.
 *
 * What is settled only matters by the lines that it has left open, so a position is packed into its
 * open cells, ENDGAME_CELLS at most, and the lines through them. Scores are those of solver.h. */
#ifndef TERNION_QTTT_ENDGAME_H
#define TERNION_QTTT_ENDGAME_H

#include "board.h"
#include "solver.h"

enum { ENDGAME_CELLS = 16 };

struct endgame;

/* A transposition table of 2^bits entries of 16 bytes. */
struct endgame *endgame_new(int bits);
void endgame_free(struct endgame *endgame);
/* Forgets everything, so that later work takes as many nodes as if it were the first. */
void endgame_clear(struct endgame *endgame);

/* About how many nodes solving takes; ENDGAME_NEVER if there are too many open cells. */
#define ENDGAME_NEVER UINT64_MAX
uint64_t endgame_estimate(const struct board *board);

/* The score for the side to play. False if it takes more than `nodes` nodes (0: no limit), or if
 * the limits (may be NULL; their nodes do not count here) ended the work first; nothing is written
 * then. The position must not be over, and the estimate must not be ENDGAME_NEVER. */
bool endgame_solve(struct endgame *endgame, const struct board *board, uint64_t nodes,
                   const struct limits *limits, int *score);
/* The value alone, as solver_value tells it: cheaper than the whole score. */
bool endgame_solve_value(struct endgame *endgame, const struct board *board, uint64_t nodes,
                         const struct limits *limits, int *value);

/* Whether the score is at least `bound`. */
bool endgame_reaches(struct endgame *endgame, const struct board *board, uint64_t nodes,
                     const struct limits *limits, int bound, bool *yes);

/* Nodes of the last call. */
uint64_t endgame_nodes(const struct endgame *endgame);

#endif
