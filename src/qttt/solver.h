/* solver: the exact value of every 3 x 3 position, under all three rule sets.
 *
 * A score is seen from the side to play and orders outcomes by value first: a win in d plies is
 * SOLVER_WIN - d, a narrow win SOLVER_NARROW - d, a draw 0, losses the negatives. So the higher
 * score is the better value, then the quicker win or the longer resistance. */
#ifndef TERNION_QTTT_SOLVER_H
#define TERNION_QTTT_SOLVER_H

#include "qttt.h"

enum { SOLVER_WIN = 64, SOLVER_NARROW = 32 };
enum { SOLVER_MOVES = 36 };

struct solver;

/* One table serves all positions of one rule set; solving under another one empties it. */
struct solver *solver_new(void);
void solver_free(struct solver *solver);
/* Forgets everything: the next call starts cold. */
void solver_clear(struct solver *solver);

/* Whether this solver plays the position's board at all. */
bool solver_fits(const struct qttt *q);

/* The value of a score in half points: 2 win, 1 narrow win, 0 draw, -1, -2. */
int solver_value(int score);
/* Plies to the end for a decided score; -1 for a draw. */
int solver_distance(int score);

/* The same outcome seen one ply earlier by the same side. */
int solver_later(int score);
/* The score of a position that is over, for a side. */
int solver_final(const struct qttt *q, int side);

/* The functions below return false if the limits (NULL: none) ended the work first; nothing is
 * written then. The position must fit and not be over. */

/* The value alone, -2 .. 2: cheaper than the whole score. */
bool solver_solve_value(struct solver *solver, const struct qttt *q, const struct limits *limits,
                        int *value);
/* Whether the score is at least `bound`. */
bool solver_reaches(struct solver *solver, const struct qttt *q, const struct limits *limits,
                    int bound, bool *yes);
/* The whole score. */
bool solver_solve(struct solver *solver, const struct qttt *q, const struct limits *limits,
                  int *score);

/* Positions looked at since the solver was made or cleared, under whatever rules. */
uint64_t solver_nodes(const struct solver *solver);

#endif
