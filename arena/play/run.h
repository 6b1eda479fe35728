/* run: a tournament from the first game to the last, on one event loop. */
#ifndef TERNION_RUN_H
#define TERNION_RUN_H

#include <stdio.h>

#include "../plan/plan.h"
#include "run_hooks.h"

/* How the program ends. */
enum status {
    STATUS_DONE = 0,        /* with --sprt: elo1 was accepted */
    STATUS_FAILED = 1,      /* journal or system failed, or the journal refused the run */
    STATUS_USAGE = 2,       /* command line or tournament file */
    STATUS_FAULTS = 3,      /* --strict stopped at a fault; or check found one */
    STATUS_INTERRUPTED = 4, /* by a signal; the same command goes on */
    STATUS_REJECTED = 5,    /* --sprt: elo1 was rejected; STATUS_DONE: accepted */
    STATUS_UNDECIDED = 6,   /* --sprt: all games were played without a verdict */
    STATUS_UNPROVEN = 7,    /* --sprt: too many faults or repeats for a verdict */
    STATUS_NO_ENGINE = 8    /* an engine never started */
};

/* Plays whatever of the plan the journal does not have yet, and shows the table. Errors go to
 * `errors` in words. The hooks may be NULL. */
enum status run_plan(const struct plan *plan, const struct run_hooks *hooks, FILE *out,
                     FILE *errors);
/* What the verdict of a sequential test is as a status. */
enum status run_sprt_status(enum sprt_verdict verdict);

#endif
