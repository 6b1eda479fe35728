/* schedule: which game is which. A pure function of the number of engines, the number of games per
 * pair and the run's seed: concurrency, faults and resumption change nothing. */
#ifndef TERNION_SCHEDULE_H
#define TERNION_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

struct schedule {
    int engines;
    long games; /* for every pair of engines */
    bool swap;
    uint64_t seed;
};

struct fixture {
    long number;    /* from 0 */
    int engines[2]; /* by side */
    long pair;      /* games with the same pair number share engines and opening */
    long opening;   /* the number of the opening */
    uint64_t seed;  /* for whatever is random in this game alone */
};

/* All games. */
long schedule_count(const struct schedule *schedule);
/* Game number 0 .. count-1. The list for fewer games per pair is the beginning of the list for more,
 * as long as colours are swapped in whole pairs. */
struct fixture schedule_game(const struct schedule *schedule, long number);

#endif
