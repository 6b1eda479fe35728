/* solver_inside: what the files of the solver share.
 *
 *   solver.c         the solver as others use it
 *   solver_search.c  the search: is this position worth at least so much?
 *   solver_last.c    the same with seven marks on the board, worked out without playing
 *   solver_holes.c   closing moves, by the outcomes they lead to
 *   solver_score.c   outcomes and bounds as numbers
 *   solver_table.c   what was found out about positions */
#ifndef TERNION_QTTT_SOLVER_INSIDE_H
#define TERNION_QTTT_SOLVER_INSIDE_H

#include "small.h"
#include "solver.h"

struct entry {
    uint64_t key;
    int8_t low, high; /* bounds of the score */
    uint8_t best;     /* code of the best move in the key's own orientation, or 0 */
    uint8_t marks;    /* positions with fewer marks stay longer in the table */
};

/* 8 MB: under no rule set do the first moves need more than a third of it. */
enum { TABLE_BITS = 19, TABLE_PROBES = 4 };

struct solver {
    struct small_tables tables;
    struct entry *table;
    enum qttt_rules rules;
    uint64_t nodes;
    const struct limits *limits;
    uint64_t node_limit;
    bool stopped;
    uint32_t history[2][SMALL_CODES];
};

/* No score yet; the score of a move that is not allowed. */
enum { SCORE_NONE = 127, SCORE_BARRED = -SOLVER_WIN };

static inline int score_later(int score) {
    return score > 0 ? score - 1 : score < 0 ? score + 1 : 0;
}

/* score_later(s) >= bound exactly if s >= score_sooner(bound). */
static inline int score_sooner(int bound) {
    return bound > 0 ? bound + 1 : bound - 1;
}

/* Moves a bound over scores that cannot occur, so that equal questions look equal. */
int bound_snap(int bound, bool narrow);
/* The score for the side whose marks are `first` or not, if this outcome ends the game, with no
 * distance in it; SCORE_NONE if the game goes on. */
int outcome_score(const struct solver *solver, outcome o, bool first);
/* The best score that could be reached at all by a side with such open lines, whose third mark has
 * this number. */
int score_limit(unsigned lines, int marks, int third);

/* What the table knows of a key, or NULL. */
const struct entry *table_find(const struct solver *solver, uint64_t key);
/* Keeps that `score` was found for the question `bound`, and the best move if it was enough. */
void table_store(struct solver *solver, const struct small *p, uint64_t key, int symmetry,
                 int bound, int score, int best);

/* Closing moves. Whoever closes a cycle with the cells a and b gets the worse of two outcomes: hole
 * a or hole b. So what counts is the score of each hole of a component; its best closing move joins
 * the two best holes. */
struct holes {
    int score[SMALL_CELLS]; /* for the side to play; what is not known yet stands at SCORE_NONE */
    unsigned unknown;       /* those holes */
    unsigned good;          /* holes that reach the bound */
    uint64_t barred;
};

void holes_init(const struct solver *solver, const struct small *p, int bound, struct holes *holes);
/* The score of the best closing move within a component if unknown holes had the score `unknown`;
 * SCORE_BARRED if there is no such move. */
int holes_best(const struct solver *solver, const struct holes *holes, unsigned component,
               int unknown);

static inline bool set_has_two(unsigned set) {
    return (set & (set - 1)) != 0;
}

/* Is the score of the side to play at least bound? Returns a lower bound of the score if so, else
 * an upper bound; anything if the solver was stopped. `parent` holds the keys of the position
 * before a move that closed nothing, or NULL. */
int solver_search(struct solver *solver, const struct small *p, const struct small_keys *parent,
                  int bound);

/* The score of the eighth mark settled in `end` of a tree it closed: the first side goes on in the
 * other tree. A lone cell is taken (or ends the game); of more holes it takes the two best, and two
 * below the bound are enough. */
int last_hole(const struct solver *solver, const struct small *p, int end, int bound);
/* The best join of the two trees that seven marks leave. */
int last_join(const struct solver *solver, const struct small *p, int bound);

#endif
