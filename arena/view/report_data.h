/* report_data: everything that a report says about a run, gathered in one walk over its games. */
#ifndef TERNION_REPORT_DATA_H
#define TERNION_REPORT_DATA_H

#include <stdint.h>

#include "../../src/tournament/ratings.h"
#include "../journal/archive.h"
#include "arena_statistics.h"

/* An engine's counted games in the order of the schedule. */
struct course {
    struct course_game {
        signed char halves; /* 0 lost, 1 drawn, 2 won */
        signed char before; /* the same of the other game of its pair, if that came before; or -1 */
    } * games;
    size_t count, room;
};

/* An engine's plies. */
struct time_use {
    uint64_t *times; /* microseconds, sorted once all are there */
    size_t count, room;
    uint64_t slowest;
    long slowest_game;
    size_t slowest_ply; /* from 1; 0: there is no ply */
};

/* The games that began alike. */
struct report_opening {
    long number; /* the first, if several are alike */
    char *opening;
    struct wdl first;  /* of side 0 */
    struct wdl engine; /* of engine 0, in games that it took part in */
    size_t plies;
};

/* What must be known of a game to choose it, or to show it in a list. */
struct brief {
    long number;
    int engines[2];
    int winner;
    bool counted;
    bool abnormal; /* a fault or a dispute */
    bool dialogue;
};

struct report_data {
    struct arena_statistics stats;
    struct ratings ratings;
    int *ranks;             /* engines, the best first */
    bool rated;             /* by rating; else by score */
    struct course *courses; /* by engine */
    struct open_pairs open;
    struct time_use *time_uses;      /* by engine */
    struct report_opening *openings; /* by number of opening */
    size_t opening_count, opening_room;
    struct brief *briefs; /* by number */
    size_t brief_count, brief_room;
    double began, ended; /* calendar; both 0 without games */
};

/* False with an error; report_data_free is due in any case. */
bool report_data_gather(struct report_data *data, struct archive *archive, struct error *error);
void report_data_free(struct report_data *data);
/* Microseconds that a share (0 .. 1) of the plies did not exceed; 0 without plies. */
uint64_t time_use_quantile(const struct time_use *use, double share);
double time_use_mean(const struct time_use *use);

/* Chooses at most `most` games (negative: all) for replay and returns how many, their indices among
 * the briefs in *chosen, in order: abnormal ones first, then those that the weaker engine won, then
 * the others; what does not fit is thinned out evenly. Free *chosen. */
size_t report_data_choose(const struct report_data *data, long most, size_t **chosen);

#endif
