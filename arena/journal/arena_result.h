/* arena_result: a finished game as the journal, the statistics and the tables see it. */
#ifndef TERNION_ARENA_RESULT_H
#define TERNION_ARENA_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "../../src/core/session.h"
#include "../../src/core/text.h"
#include "../../src/driver/evaluation.h"
#include "../../src/tournament/schedule.h"

struct arena_result {
    struct scheduled_game game;
    char *opening; /* moves, or "position TEXT", or "" */

    enum ending ending;
    bool counted; /* false: nobody's fault can be told, or both sides': it counts for nothing */
    int winner;   /* a side, or SIDE_NONE */
    double margin;
    char *text;        /* "X+0.5", "void" */
    const char *fault; /* a word, NULL: none: see fault_kinds */
    int fault_side;    /* SIDE_NONE: both sides', or the judge's */
    char *detail;      /* one sentence, or NULL */
    double late;       /* by how many seconds the flag was overstepped */

    struct text moves; /* of both sides after the opening, separated by spaces */
    uint64_t *times;   /* microseconds of each */
    size_t plies, room;
    /* What the engines said of their plies: a line each, as docs/journal.md describes it, up to the
     * last ply that has any. Empty: nothing was said. */
    struct text evaluations;
    size_t evaluated; /* its lines */
    size_t side_plies[2];
    double side_time[2];   /* seconds */
    double side_slow[2];   /* the slowest ply */
    long side_overruns[2]; /* plies beyond the clock, but within the margin */

    char *claims[2]; /* what the engines say the score is, or NULL */
    bool dispute;    /* one of them names another result than the arena */
    /* Of the stones that they call dead those that the judge does not, and the other way round:
     * "+D4 -C3"; empty: they agree; NULL: they were not asked, or gave no answer. */
    char *dead[2];

    double began;   /* seconds of the calendar */
    double seconds; /* how long it took */
    char *dialogue; /* NULL: not kept */
};

/* The kinds of fault, NULL at the end: "start", "crash", "hang", ... */
extern const char *const fault_kinds[];

struct arena_result *arena_result_new(const struct scheduled_game *scheduled);
/* A copy of what an engine said as one line of UTF-8 without control characters, so that it
 * cannot be taken for a line of ours, and every reader of an export can read it. */
char *printable_line(const char *words);
void arena_result_free(struct arena_result *result);
void arena_result_add_ply(struct arena_result *result, int side, const char *token, double seconds);
/* What was said of the ply that was added last; nothing changes if nothing was said. */
void arena_result_add_evaluation(struct arena_result *result, const struct evaluation *evaluation);
/* One for each ply, in an array to be freed; their lines are borrowed from the result. */
struct evaluation *arena_result_evaluations(const struct arena_result *result);
/* The microseconds of every ply, with this between them. */
void arena_result_print_times(const struct arena_result *result, char between, struct text *text);
/* "rules", "resign", ... and back (-1). */
const char *ending_name(enum ending ending);
int ending_number(const char *name);
/* Takes down a fault. Of both sides' before play, in whatever order they come, side 0's is the
 * result's, and the detail ends with the other one: "; NAME: KIND: detail", by the name of side 1.
 */
void arena_result_blame(struct arena_result *result, const char *kind, int side, const char *detail,
                        const char *second);
/* What this side is to blame for: a word of fault_kinds, or NULL. */
const char *arena_result_fault(const struct arena_result *result, int side);
bool arena_result_blames(const struct arena_result *result, int side);
/* Whether the detail tells both sides' causes. */
bool arena_result_tells_both(const struct arena_result *result);
/* The game as a tournament sees it. */
struct played_game arena_result_played(const struct arena_result *result);

#endif
