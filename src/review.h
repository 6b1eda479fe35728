/* review: what a player thinks of every ply of a game, as data. Nothing here prints. */
#ifndef TERNION_REVIEW_H
#define TERNION_REVIEW_H

#include "core/player.h"
#include "core/session.h"

/* The value of a position or a move: the result that a side may expect. */
struct review_value {
    double winrate; /* 0 .. 1, a draw is 0.5 */
    bool exact;     /* proved */
    double score;   /* in the game's own points; NAN if not known */
};

/* One ply, with values for the side that played it. */
struct review_ply {
    int side;
    move played, best;
    struct review_value before; /* with the best move */
    struct review_value after;  /* with the move that was played */
    struct moves line;          /* the best move and what is expected after it */
    char *played_text, *best_text;
    char *line_text; /* tokens with spaces between them */
    char *reason;    /* a sentence: why the best move is good; NULL: the player gives none */
};

struct review {
    struct review_ply *plies;
    size_t count;
};

/* For each position; whichever comes first ends its search. One of the first two must be given. */
struct review_limits {
    uint64_t nodes;
    double seconds;
    uint64_t seed;
    const atomic_bool *stop; /* set by others to end the review soon, or NULL */
};

/* A review under way, one ply at a time, of a copy of the game, which need not be finished. With a
 * limit of nodes and one thread it depends on the game, the options and the seed alone. The memory
 * must outlive it, and nobody else may use that meanwhile. */
struct reviewer;
struct reviewer *reviewer_new(const struct session *session, const struct player *player,
                              void *memory, const struct review_limits *limits);
/* Reviews the next ply; false: there is none left, or it was stopped. */
bool reviewer_step(struct reviewer *reviewer);
/* The plies so far. */
const struct review *reviewer_review(const struct reviewer *reviewer);
void reviewer_free(struct reviewer *reviewer);

/* Called after each ply of `total`; the last one in the review is new. */
typedef void review_progress_fn(void *context, const struct review *review, size_t total);

/* Reviews all plies of a game at once. False if it was stopped: then the review has the plies up to
 * there. `progress` may be NULL. Free with review_free in either case. */
bool review_make(struct review *review, const struct session *session, const struct player *player,
                 void *memory, const struct review_limits *limits, review_progress_fn *progress,
                 void *context);
void review_free(struct review *review);

/* How much of the expected result the ply gave away, 0 .. 1. */
double review_loss(const struct review_ply *ply);
/* The plies that lost most, worst first, and their number: at most `most`, and none that lost less
 * than such searches can tell. */
size_t review_worst(const struct review *review, size_t most, size_t worst[]);
/* "0.50 -> 0.00, a draw became a loss; better A1-B1: wins by force in 3 plies at most" */
void review_print(const struct review_ply *ply, struct text *text);
/* One line a ply for programs, as the command `review` answers (docs/analysis.md). */
void review_list(const struct review *review, const struct game *game, struct text *text);
/* Adds to each ply of the game's record its value and what review_print says of it. */
void review_annotate(const struct review *review, struct record *record);

#endif
