/* schedule: which game is which. In a match, a round robin and a gauntlet a pure function of the
 * settings below: concurrency, faults and resumption change nothing. In a Swiss tournament and a
 * knockout the numbers of games are fixed as well, but who plays them follows from earlier results:
 * see rounds.h. */
#ifndef TERNION_SCHEDULE_H
#define TERNION_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* What a plan may ask for; a journal that says more was not written by us. */
enum {
    SCHEDULE_GAMES_MAX = 10000000,
    SCHEDULE_CHALLENGERS_MAX = 1000,
    SCHEDULE_ROUNDS_MAX = 10000,
    SCHEDULE_EXTRA_MAX = 1000,
};

enum schedule_format { FORMAT_ROUND_ROBIN, FORMAT_GAUNTLET, FORMAT_SWISS, FORMAT_KNOCKOUT };

struct schedule {
    int engines;
    long games; /* for every pair of engines that meets; in Swiss and knockout each time it meets */
    bool swap;
    uint64_t seed;
    enum schedule_format format;
    int challengers; /* gauntlet: so many first engines meet all the others */
    long rounds;     /* Swiss */
    long extra;      /* knockout: the most further games of a meeting that is tied */
    bool shuffled;   /* Swiss and knockout: seeded by lot, not in the order of the engines */
};

struct fixture {
    long number;    /* from 0 */
    int engines[2]; /* by side */
    long pair;      /* games with the same pair number share engines and opening */
    long opening;   /* the number of the opening */
    uint64_t seed;  /* for whatever is random in this game alone */
};

/* Whether no pairing depends on results, so that schedule_game knows every game. */
bool schedule_is_fixed(const struct schedule *schedule);
/* One beyond the highest number of a game; in a schedule that is not fixed some numbers may remain
 * without a game. */
long schedule_count(const struct schedule *schedule);
/* Of a schedule that is not fixed: its rounds, the meetings of two engines in a round, and how many
 * game numbers each meeting has. */
long schedule_rounds(const struct schedule *schedule);
long schedule_meetings(const struct schedule *schedule, long round);
long schedule_width(const struct schedule *schedule);
/* Game number 0 .. count-1 of a fixed schedule. The list for fewer games per pair is the beginning
 * of the list for more, as long as colours are swapped in whole pairs. */
struct fixture schedule_game(const struct schedule *schedule, long number);
/* The seed of a game, in all formats. */
uint64_t schedule_seed(const struct schedule *schedule, long number);

#endif
