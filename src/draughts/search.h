/* search: iterative deepening over draughts positions, on one or several threads. */
#ifndef TERNION_DRAUGHTS_SEARCH_H
#define TERNION_DRAUGHTS_SEARCH_H

#include "draughts.h"
#include "egtb.h"
#include "eval.h"

enum {
    DRAUGHTS_WIN = 30000,       /* less the plies until the other side cannot move */
    DRAUGHTS_TABLE_WIN = 20000, /* proved by endgame tables: less the distance to the win */
    DRAUGHTS_PROVED = 15000,    /* higher scores are proved; no evaluation reaches this */
    DRAUGHTS_PLIES = 128        /* no line is longer */
};

/* Techniques that can be switched off, to measure what each gains. */
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
    unsigned without;                    /* of enum draughts_without */
    enum draughts_evaluation evaluation; /* of quiet positions */
    int threads;                         /* 1 .. 256 */
    int lines;   /* moves that get a score and a line of their own (multi-PV) */
    int variety; /* hundredths of a man given up at most for variety in the opening */
    int depth;   /* plies at most; 0: no limit */
};

/* One root move and its principal variation. */
struct draughts_line {
    move moves[DRAUGHTS_PLIES];
    int length;
    int score; /* for the side to play */
    uint64_t nodes;
    int noise; /* added to the score for variety */
};

/* The result of a search; borrowed until its next run. */
struct draughts_search_result {
    /* Best first, noise included. In the last result of a search that was stopped only the first is
     * sure to be the best known. */
    const struct draughts_line *lines;
    int count;
    int legal; /* root moves; captures that lead to the same position count once */
    int depth; /* of the last finished iteration */
    uint64_t nodes;
};

typedef void draughts_search_report_fn(void *context, const struct draughts_search_result *result);

struct draughts_search;

struct draughts_search *draughts_search_new(size_t megabytes);
void draughts_search_free(struct draughts_search *search);
void draughts_search_resize(struct draughts_search *search, size_t megabytes);
void draughts_search_forget(struct draughts_search *search);
/* The endgame tables to use from now on, or NULL; borrowed. */
void draughts_search_set_egtb(struct draughts_search *search, struct draughts_egtb *egtb);
/* The position must have a legal move; past and report may be NULL. settings->threads must be
 * within 1 .. 256. */
struct draughts_search_result
draughts_search_run(struct draughts_search *search, const struct draughts *state,
                    const struct past *past, const struct draughts_settings *settings,
                    const struct limits *limits, draughts_search_report_fn *report, void *context);

#endif
