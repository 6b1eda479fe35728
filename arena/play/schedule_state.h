/* schedule_state: which games of a run are still to be played, and which of them is next. */
#ifndef TERNION_SCHEDULE_STATE_H
#define TERNION_SCHEDULE_STATE_H

#include "../../src/tournament/rounds.h"
#include "../plan/plan.h"

struct schedule_state {
    struct schedule schedule;
    struct rounds *rounds; /* NULL: the schedule is fixed */
    long total;            /* numbers of games */
    long due;              /* games of this run, as far as known: all, or those of its shard */
    long next;             /* all games before this one have begun or are not to be played */
    unsigned char *states; /* of every number */
    long done;             /* games */
};

/* Of a finished plan. */
void schedule_state_open(struct schedule_state *state, const struct plan *plan);
void schedule_state_free(struct schedule_state *state);
/* The first game that may begin now; false: there is none. */
bool schedule_state_next(struct schedule_state *state, struct scheduled_game *scheduled);
/* The game must be one that schedule_state_next gave, and not have begun. */
void schedule_state_begin(struct schedule_state *state, long number);
/* Takes a result. False: it is not one of this run, or has been taken already; with an error if it
 * cannot be of such a run at all. */
bool schedule_state_end(struct schedule_state *state, const struct played_game *played,
                        struct error *error);
bool schedule_state_is_over(const struct schedule_state *state);

#endif
