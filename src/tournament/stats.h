/* stats: what games add up to. Pure arithmetic. */
#ifndef TERNION_STATS_H
#define TERNION_STATS_H

#include <stdbool.h>
#include <stddef.h>

#include "../../arena/journal/outcome.h"
#include "couples.h"

enum { STATS_FAULTS = 16 };

/* What is known of games as pairs: games with one opening and swapped colours hang together, so
 * that only pairs are independent of each other. A won game is 1, a lost one -1: */
struct joint {
    long pairs;   /* how many */
    long sum;     /* of all their games */
    long product; /* the products of the two games of each, summed up */
};

/* Games from one engine's point of view. */
struct tally {
    long wins, draws, losses;
    long narrow_wins, narrow_losses; /* among wins and losses */
    /* Of one engine against another, and of who moves first in all games; else none. */
    struct joint joint;
};

struct engine_stats {
    struct tally by_side[2];
    size_t plies;
    double time, slowest;      /* seconds */
    long faults[STATS_FAULTS]; /* games lost by each of outcome_faults */
    long fault_count;
};

/* Games that began alike. */
struct opening_stats {
    char *text;          /* as in struct outcome */
    struct tally first;  /* of the side that moves first by the rules */
    struct tally engine; /* of engine 0; empty where it did not play */
};

/* Openings beyond so many are not told apart any more. */
enum { STATS_OPENINGS = 4096 };

struct stats {
    int engines;
    struct engine_stats *each;
    struct tally *pairs; /* [a * engines + b]: a against b */
    struct couples couples;
    long games; /* played, void ones included */
    long voids;
    long disputes;
    long repeats; /* games played before move for move; whoever has the journal counts them */
    size_t plies;
    struct tally first; /* of the side that moves first, over all games that count */
    struct opening_stats *openings;
    size_t opening_count;
    bool openings_cut; /* there were more of them */
};

void stats_init(struct stats *stats, int engines);
void stats_free(struct stats *stats);
void stats_add(struct stats *stats, const struct outcome *outcome);

/* Whether games that are the same make the rest look more certain than it is: one in twenty or
 * more. */
bool stats_repeat(const struct stats *stats);
/* Openings as they first came, the same text once. */
const struct opening_stats *stats_opening(const struct stats *stats, const char *text);

struct tally tally_sum(const struct tally *a, const struct tally *b);
long tally_games(const struct tally *tally);
/* 0 .. 1; 0.5 without games. */
double tally_score(const struct tally *tally);
/* The same for putting engines in order: those without games come last. */
double tally_rank(const struct tally *tally);
/* Takes down that two games are a pair, by an engine's half points (0 .. 2) in each. */
void tally_join(struct tally *tally, int one, int other);
/* The 95 % interval of the score, within 0 and 1; there must be games. */
void tally_interval(const struct tally *tally, double *low, double *high);

/* A difference in Elo with its 95 % interval. Where all games were won, or all lost, there is no
 * difference, and one end is open; without games both are. The value of an open end means nothing.
 */
struct elo {
    double difference, low, high;
    bool open_low, open_high; /* no bound below; no bound above */
    bool known;               /* there is a difference, and no end is open */
};
struct elo elo_estimate(const struct tally *tally);
double elo_from_score(double score);
/* How many decimals of an Elo mean anything whose 95 % interval is so wide: after thousands of
 * games one. */
int elo_decimals(double width);
/* An Elo rounded to so many; never a zero below zero. */
double elo_rounded(double value, int decimals);
/* The likelihood that the engine is the better one, 0 .. 1. */
double superiority(const struct tally *tally);

#endif
