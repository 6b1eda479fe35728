/* run_inside: what the files of a run share: run.c (opening, tables at its end), run_games.c (its
 * games on the event loop). */
#ifndef TERNION_RUN_INSIDE_H
#define TERNION_RUN_INSIDE_H

#include <event2/event.h>

#include "../../src/tournament/statistics.h"
#include "../journal/journal.h"
#include "../view/table.h"
#include "arena_game.h"
#include "progress.h"
#include "run.h"
#include "schedule_state.h"

enum { RUN_SIGNALS = 4 };

struct run {
    const struct plan *plan;
    const struct run_hooks *hooks; /* or NULL */
    struct schedule_state schedule;
    struct event_base *base;
    struct driver_loop *loop;
    struct openings openings;
    struct session *fresh;
    struct run_shared shared;
    struct journal *journal;
    struct event *on_wake, *on_tick, *on_signal[RUN_SIGNALS];
    struct game_slot {
        struct run *run;
        struct arena_game *game;
        bool busy;
    } * slots;
    const struct engine_spec **specs; /* the engines and, as the last, the judge */
    struct stamp *stamps;             /* of their programs, as they were seen last */
    long *idle_faults; /* of each engine while it was in no game, or in one that was over */
    double starved;    /* since when all games wait for the system; 0: they do not */
    double wanting;    /* when one of them last found that it still lacks something */
    struct arena_statistics stats;
    struct sprt sprt; /* of a match of two; else without games */
    struct table_words words;
    struct progress progress;
    long dialogue_bytes;
    bool stopping; /* no new games */
    bool broken;   /* the journal failed */
    enum status status;
    struct error error; /* why the hooks stopped the run */
};

/* All games were played, or the sequential test wants no more of them. */
bool run_is_over(const struct run *run);
bool run_tell_hooks(struct run *run, const struct arena_result *result, struct error *error);
/* Games until there are no more, or somebody stops them. */
void run_play(struct run *run, FILE *out);

#endif
