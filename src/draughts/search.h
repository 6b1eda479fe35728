/* search: iterative deepening over draughts positions, on one or several threads. */
#ifndef TERNION_DRAUGHTS_SEARCH_H
#define TERNION_DRAUGHTS_SEARCH_H

#include "draughts.h"
#include "egtb.h"
#include "eval.h"

enum {
    DRAUGHTS_WIN = 30000,       /* less the plies until the other side cannot move */
    DRAUGHTS_TABLE_WIN = 20000, /* proved by endgame tables: less the way that is still to go */
    DRAUGHTS_PROVED = 15000,    /* no evaluation reaches this */
    DRAUGHTS_PLIES = 128        /* no line is longer */
};

/* Ingredients that can be left out, to measure what each is worth. */
enum draughts_without {
    DRAUGHTS_WITHOUT_PVS = 1 << 0,
    DRAUGHTS_WITHOUT_HASH = 1 << 1,
    DRAUGHTS_WITHOUT_QUIESCENCE = 1 << 2,
    DRAUGHTS_WITHOUT_KILLERS = 1 << 3,
    DRAUGHTS_WITHOUT_HISTORY = 1 << 4,
    DRAUGHTS_WITHOUT_REDUCTIONS = 1 << 5,
    DRAUGHTS_WITHOUT_SINGLE = 1 << 6,
    DRAUGHTS_WITHOUT_RECAPTURE = 1 << 7,
    DRAUGHTS_WITHOUT_ASPIRATION = 1 << 8,
    DRAUGHTS_WITHOUT_EGTB = 1 << 9,
    DRAUGHTS_WITHOUT_PROBCUT = 1 << 10,
    DRAUGHTS_WITHOUT_THREATS = 1 << 11,
    DRAUGHTS_WITHOUT_FUTILITY = 1 << 12
};

struct draughts_settings {
    unsigned without;          /* of enum draughts_without */
    enum draughts_judge judge; /* how quiet positions are evaluated */
    int threads;               /* 1 .. 256 */
    int lines;                 /* how many best moves get a value and a line of their own */
    int variety; /* hundredths of a man that may be given up for variety in the opening */
    int depth;   /* plies at most, 0: no limit */
};

/* What is known about one move of the position that was searched. */
struct draughts_line {
    move moves[DRAUGHTS_PLIES];
    int length;
    int score; /* for the side to play */
    uint64_t nodes;
    int noise; /* added to the score for variety */
};

/* Borrowed from the search until its next run. */
struct draughts_outcome {
    /* Best first, noise counted; as many as have a value of their own. In the last outcome of a
     * search that was stopped the first alone is sure to be the best known. */
    const struct draughts_line *lines;
    int count;
    int legal; /* moves there are, ways that end alike counted once */
    int depth; /* of the last iteration that was finished */
    uint64_t nodes;
};

typedef void draughts_search_report(void *context, const struct draughts_outcome *outcome);

struct draughts_search;

struct draughts_search *draughts_search_new(size_t megabytes);
void draughts_search_free(struct draughts_search *search);
void draughts_search_resize(struct draughts_search *search, size_t megabytes);
void draughts_search_forget(struct draughts_search *search);
/* Tables to look positions up in from now on, or NULL; borrowed. */
void draughts_search_use(struct draughts_search *search, struct draughts_egtb *egtb);
/* Searches a position that is not over; report may be NULL. */
struct draughts_outcome draughts_search_run(struct draughts_search *search,
                                            const struct draughts *state, const struct past *past,
                                            const struct draughts_settings *settings,
                                            const struct limits *limits,
                                            draughts_search_report *report, void *context);

#endif
