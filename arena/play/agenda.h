/* agenda: which games of a run are still to be played, and which of them is next. */
#ifndef TERNION_AGENDA_H
#define TERNION_AGENDA_H

#include "../../src/tournament/rounds.h"
#include "../plan/plan.h"

struct agenda {
    struct schedule schedule;
    struct rounds *rounds; /* NULL: the schedule is fixed */
    long total;            /* numbers of games */
    long due;              /* games of this run, as far as known: all, or those of its shard */
    long next;             /* all games before this one have begun or are not to be played */
    unsigned char *states; /* of every number */
    long done;             /* games */
};

void agenda_open(struct agenda *agenda, const struct plan *plan);
void agenda_free(struct agenda *agenda);
/* The first game that may begin now; false: there is none. */
bool agenda_next(struct agenda *agenda, struct scheduled_game *scheduled);
void agenda_begin(struct agenda *agenda, long number);
/* Takes a result. False: it is not one of this run, or has been taken already; with an error if it
 * cannot be of such a run at all. */
bool agenda_end(struct agenda *agenda, const struct played_game *played, struct error *error);
bool agenda_is_over(const struct agenda *agenda);

#endif
