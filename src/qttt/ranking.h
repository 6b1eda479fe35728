/* ranking: all moves of a 3 x 3 position, best first, each with its exact score and a best line. */
#ifndef TERNION_QTTT_RANKING_H
#define TERNION_QTTT_RANKING_H

#include "solver.h"

enum { RANKING_LINE = 16 };

struct ranked {
    move m;
    int score;       /* for the side to play, as the solver counts */
    uint64_t chance; /* orders equal scores: drawn from the seed */
    uint64_t nodes;  /* spent on it */
    move line[RANKING_LINE];
    size_t length;
};

struct ranking {
    struct ranked at[SOLVER_MOVES];
    int count;
};

/* The functions below return false if the limits ended the work first. */

/* Only the move that ranking_make would put first, which is much less work; its line has no
 * more than itself. */
bool ranking_best(struct ranked *best, struct solver *solver, const struct qttt *q,
                  const struct limits *limits);
/* Solves every move. Equal scores stand in an order that depends on nothing but the seed. Lines go
 * to the end of the game, the best moves' first, as far as the limits allow; later ones may have no
 * more than their move. */
bool ranking_make(struct ranking *ranking, struct solver *solver, const struct qttt *q,
                  const struct limits *limits);

/* The score of one move for the side that plays it. */
bool ranking_score(struct solver *solver, const struct qttt *q, move m, const struct limits *limits,
                   int *score);

/* "narrow win", "draw" ... */
const char *ranking_words(int score);

#endif
