/* outcome: a finished game as the journal, the statistics and the tables see it. */
#ifndef TERNION_OUTCOME_H
#define TERNION_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "../../src/core/session.h"
#include "../../src/core/text.h"
#include "../../src/tournament/schedule.h"

struct outcome {
    struct scheduled_game fixture;
    char *opening; /* moves, or "position TEXT", or "" */

    enum ending ending;
    bool counted; /* false: nobody's fault can be told, or both sides': it counts for nothing */
    int winner;   /* a side, or SIDE_NONE */
    double margin;
    char *result;      /* "X+0.5", "void" */
    const char *fault; /* a word, NULL: none: see outcome_faults */
    int fault_side;    /* SIDE_NONE: both sides', or the judge's */
    char *detail;      /* one sentence, or NULL */
    double late;       /* by how many seconds the flag was overstepped */

    struct text moves; /* of both sides behind the opening, separated by spaces */
    uint64_t *times;   /* microseconds of each */
    size_t plies, room;
    size_t side_plies[2];
    double side_time[2]; /* seconds */
    double side_slow[2]; /* the slowest ply */

    char *claims[2]; /* what the engines say the score is, or NULL */
    bool dispute;    /* one of them names another result than the arena */

    double began;   /* seconds of the calendar */
    double seconds; /* how long it took */
    char *dialogue; /* NULL: not kept */
};

/* The kinds of fault, NULL at the end: "start", "crash", "hang", ... */
extern const char *const outcome_faults[];

struct outcome *outcome_new(const struct scheduled_game *fixture);
/* A copy of what an engine said as one line of UTF-8 without control characters: it must not look
 * like lines of ours, and whoever reads an export must be able to. */
char *outcome_line(const char *words);
void outcome_free(struct outcome *outcome);
void outcome_add_ply(struct outcome *outcome, int side, const char *token, double seconds);
/* The microseconds of every ply, with this between them. */
void outcome_print_times(const struct outcome *outcome, char between, struct text *text);
/* "rules", "resign", ... and back (-1). */
const char *ending_name(enum ending ending);
int ending_number(const char *name);
/* Takes down a fault. Of both sides' before play, in whatever order they come, side 0's is the
 * outcome's, and the detail ends with the other one: "; NAME: KIND: detail", by the name of side 1.
 */
void outcome_blame(struct outcome *outcome, const char *kind, int side, const char *detail,
                   const char *second);
/* What this side is to blame for: a word of outcome_faults, or NULL. */
const char *outcome_kind(const struct outcome *outcome, int side);
bool outcome_blames(const struct outcome *outcome, int side);
/* Whether the detail tells both sides' causes. */
bool outcome_tells_both(const struct outcome *outcome);
/* The game as a tournament sees it. */
struct played_game outcome_played(const struct outcome *outcome);

#endif
