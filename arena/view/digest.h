/* digest: everything that a report says about a run, gathered in one walk over its games. */
#ifndef TERNION_DIGEST_H
#define TERNION_DIGEST_H

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
struct pace {
    uint64_t *times; /* microseconds, sorted once all are there */
    size_t count, room;
    uint64_t slowest;
    long slowest_game;
    size_t slowest_ply; /* from 1; 0: there is no ply */
};

/* The games that began alike. */
struct begin {
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

struct digest {
    struct arena_statistics stats;
    struct ratings ratings;
    int *ranks;             /* engines, the best first */
    bool rated;             /* by rating; else by score */
    struct course *courses; /* by engine */
    struct open_pairs open;
    struct pace *paces;   /* by engine */
    struct begin *begins; /* by number of opening */
    size_t begin_count, begin_room;
    struct brief *briefs; /* by number */
    size_t brief_count, brief_room;
    double began, ended; /* calendar; both 0 without games */
};

/* False with an error; digest_free is due in any case. */
bool digest_make(struct digest *digest, struct archive *archive, struct error *error);
void digest_free(struct digest *digest);
/* Microseconds that a share (0 .. 1) of the plies did not exceed; 0 without plies. */
uint64_t pace_quantile(const struct pace *pace, double share);
double pace_mean(const struct pace *pace);

/* Chooses at most `most` games (negative: all) for replay and returns how many, their indices among
 * the briefs in *chosen, in order: abnormal ones first, then those that the weaker engine won, then
 * the others; what does not fit is thinned out evenly. Free *chosen. */
size_t digest_choose(const struct digest *digest, long most, size_t **chosen);

#endif
