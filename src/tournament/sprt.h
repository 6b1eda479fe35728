/* sprt: a sequential test between two hypotheses about a match: the first player is elo0 stronger
 * than the second, or elo1. Results count in the order of the schedule, whatever the order in which
 * games end: games after the one that decides change nothing. Pure arithmetic. */
#ifndef TERNION_SPRT_H
#define TERNION_SPRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../core/error.h"
#include "../core/text.h"
#include "schedule.h"

enum sprt_model {
    SPRT_LOGISTIC,  /* Elo by the expected score */
    SPRT_NORMALIZED /* by the expected score over its spread, in Elo as where draws are few */
};
enum sprt_results { SPRT_BY_SCHEDULE, SPRT_PENTANOMIAL, SPRT_TRINOMIAL };

struct sprt_settings {
    bool on;
    double elo0, elo1;
    double alpha, beta; /* the odds of a wrong elo1, of a wrong elo0 */
    enum sprt_model model;
    enum sprt_results results; /* by schedule: of swapped pairs if there are any, else of games */
};

/* "elo0=0,elo1=10[,alpha=0.05][,beta=0.05][,model=logistic|normalized]
 * [,results=pentanomial|trinomial]". */
bool sprt_parse(const char *text, struct sprt_settings *settings, struct error *error);
/* All of it in one order; nothing if it is off. */
void sprt_print(const struct sprt_settings *settings, struct text *text);

/* The generalised log-likelihood ratio of elo1 to elo0: counts of pairs with 0, 1/2, 1, 3/2, 2
 * points (size 5), or of lost, drawn and won games (size 3). 0 without any. */
double sprt_ratio(const long *counts, int size, const struct sprt_settings *settings);

enum sprt_verdict {
    SPRT_OPEN,
    SPRT_ACCEPTED,
    SPRT_REJECTED,
    SPRT_FAULTY,  /* more than one game in fifty had a fault: the rest would prove nothing */
    SPRT_REPEATED /* a bound was reached, but by fewer different pairs than repeated ones */
};
extern const char *const sprt_verdicts[]; /* in words */

struct sprt {
    struct sprt_settings settings;
    bool swap;
    long total;
    struct sprt_game *by_number;
    long next;      /* of a test: all games before this one are in the counts, and no others */
    long games[3];  /* lost, drawn, won by the first player, in order, to the verdict */
    long pairs[5];  /* by half points of the first player */
    long faults;    /* games before `next` with a fault */
    long compared;  /* pairs, or single games where none are swapped, whose content is known */
    long distinct;  /* of these */
    uint64_t *seen; /* the contents of the distinct ones: a hash table of a power of two, 0: free */
    size_t seen_room;
    double ratio, lower, upper;
    enum sprt_verdict verdict;
};

/* The schedule must be a fixed one of two players. With settings that are off it only counts,
 * whatever is missing. */
void sprt_open(struct sprt *sprt, const struct sprt_settings *settings,
               const struct schedule *schedule);
void sprt_free(struct sprt *sprt);
/* In any order, each game once. Games that are void or were not played count for nothing, nor do
 * pairs with one. While more than one game in fifty has a fault there is no verdict, and from the
 * fiftieth game on that ends the test. */
void sprt_add(struct sprt *sprt, const struct played_game *played);
/* One line about how far it is; nothing without a test. */
void sprt_show_state(const struct sprt *sprt, struct text *text);
/* A few lines: pairs, ratio, bounds, verdict. */
void sprt_show(const struct sprt *sprt, const char *const *names, struct text *text);

#endif
