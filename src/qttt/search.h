/* search: the player of bigger boards: a Monte Carlo tree search (PUCT) that sees immediate wins
 * and losses, solves late positions exactly (endgame.h), backs up proved results (MCTS-solver), and
 * has playouts with an eye for closing moves. */
#ifndef TERNION_QTTT_SEARCH_H
#define TERNION_QTTT_SEARCH_H

#include "qttt.h"

struct search;

enum { SEARCH_LINE = 24 };

/* A candidate move as the search sees it. */
struct search_candidate {
    move m;
    uint64_t visits;
    double value; /* expected result for the side to play, 0 .. 1 */
    bool exact;
    int result;   /* when exact: 2 win, 1 narrow win, 0 draw, -1, -2 */
    int distance; /* plies to the end when that is exact too; else -1 */
    double prior;
    move line[SEARCH_LINE];
    size_t length;
};

struct search_result {
    struct search_candidate *at; /* best first */
    size_t count;
    uint64_t nodes; /* playouts */
    double seconds;
};
void search_result_free(struct search_result *result);

/* Called now and then on the thinking thread. */
typedef void search_report_fn(void *context, const struct search_result *result);

struct search_options {
    int threads;
    int megabytes; /* of the tree */
    int contempt;  /* by how many hundredths a draw is worth less than half a win, 0 .. 50 */
};

struct search *search_new(const struct search_options *options);
void search_free(struct search *search);
void search_set(struct search *search, const struct search_options *options);

/* Thinks until the limits say so, or until the result is proved. Every think starts anew: with one
 * thread and a node limit the outcome depends on position, limits and seed alone. A search without
 * any limit ends after SEARCH_NODES playouts unless it is endless. The position must not be
 * over. Fills *result, to be freed by the caller. */
enum { SEARCH_NODES = 20000 };
/* The playouts of such a think at most. Visits have 32 bits: after hours, when they are
 * used up, even an endless one ends. */
uint64_t search_most(const struct limits *limits);
void search_run(struct search *search, const struct qttt *q, const struct limits *limits,
                search_report_fn *report, void *context, struct search_result *result);

#endif
