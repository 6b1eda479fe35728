/* arena_statistics: what the games of a run add up to: the results, and what else the arena knows
 * of its engines: plies, time, faults, openings. */
#ifndef TERNION_ARENA_STATISTICS_H
#define TERNION_ARENA_STATISTICS_H

#include "../../src/tournament/statistics.h"
#include "../journal/arena_result.h"

enum { STATISTICS_FAULTS = 16 };
/* Further openings are not told apart any more. */
enum { STATISTICS_OPENINGS = 4096 };

struct engine_statistics {
    size_t plies;
    double time, slowest;           /* seconds */
    long overruns;                  /* plies beyond the clock, but within the margin */
    long faults[STATISTICS_FAULTS]; /* games lost by each of fault_kinds */
    long fault_count;
    long counts; /* games in which it and the judge said what is dead */
    long agreed; /* those in which they said the same */
};

/* Games that began alike. */
struct opening_statistics {
    char *text;        /* as in struct arena_result */
    struct wdl first;  /* of the side that moves first by the rules */
    struct wdl engine; /* of engine 0; empty where it did not play */
};

struct arena_statistics {
    struct statistics results; /* engines are its players */
    struct engine_statistics *each;
    long disputes;
    long repeats; /* games played before move for move; the reader of the journal counts them */
    size_t plies;
    struct opening_statistics *openings; /* in the order in which they first came */
    size_t opening_count;
    bool openings_cut; /* there were more of them */
};

void arena_statistics_init(struct arena_statistics *stats, int engines);
void arena_statistics_free(struct arena_statistics *stats);
void arena_statistics_add(struct arena_statistics *stats, const struct arena_result *result);
/* Whether repeated games make the results look more certain than they are: one in twenty or more.
 */
bool arena_statistics_repeat(const struct arena_statistics *stats);
/* The games with this opening; NULL: there are none. */
const struct opening_statistics *arena_statistics_opening(const struct arena_statistics *stats,
                                                          const char *text);

#endif
