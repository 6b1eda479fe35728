/* player: what every thinking player promises. A player never prints; it reports through a callback
 * and stops when told to. */
#ifndef TERNION_PLAYER_H
#define TERNION_PLAYER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../system/now.h"
#include "game.h"
#include "rng.h"

/* A move that a search leaves out for one side in its first `plies` plies. */
struct avoided {
    int side;
    move m;
    int plies; /* at least 1; those at the root are the first */
};

/* When to stop thinking. Whichever comes first ends the search; a player also stops by itself once
 * nothing can change. With a node limit, one thread and no deadline the choice depends on nothing
 * but state, past, options, seed, and the thoughts since `forget`. */
struct limits {
    double deadline;         /* a moment of monotonic_now(), or 0: none */
    uint64_t nodes;          /* nodes or playouts, or 0: no limit */
    const atomic_bool *stop; /* set by others to end the search soon, or NULL */
    bool endless;            /* analysis or pondering: go on as long as it can be of use */
    uint64_t seed;           /* for choices among equals */

    /* For players with `avoids` only: the moves to leave out, borrowed while it thinks. They must
     * leave the side to play a legal move. What is learned so is not kept. */
    const struct avoided *avoid;
    size_t avoid_count;
    bool owners; /* the report is to have the ownership after each candidate, too */
};

/* One candidate move with its line, best first in a report. */
struct variation {
    const move *line; /* line[0] is the candidate; later plies as expected */
    size_t length;
    double winrate;    /* expected result for the side to play, 0 .. 1 (a draw is 0.5) */
    double score;      /* in the game's own points for the side to play; NAN if not known */
    double spread;     /* standard deviation of the final score; 0 if not known */
    bool exact;        /* winrate and score are proved */
    bool sampled;      /* else winrate is the mean of as many results as there are visits */
    const char *words; /* the value in words ("narrow win", "lost in 7"), or NULL */
    int distance;      /* plies to the end when known, else -1 */
    int depth;         /* plies searched to the full, or 0 where a search has no depth */
    uint64_t visits;   /* nodes or playouts below this move */
    double prior;      /* probability before searching, the sum of all at most 1; -1: none */
    const uint64_t *line_visits; /* after each ply of the line, or NULL */
    const float *ownership;      /* after this move, as in the report, or NULL */
};

struct report {
    const struct variation *best;
    size_t count;
    uint64_t nodes;
    const struct variation *root; /* the whole search, without a line; NULL: as the best move */
    const float *ownership;       /* per point, +1 is the side to play, or NULL */
    size_t points;
    /* The probability of a move at each point before searching, last that of a pass; -1 where none
     * is legal. NULL where the player has none. */
    const float *policy;
};

/* Called on the thinking thread; everything in it is borrowed for the call. */
typedef void report_fn(void *context, const struct report *report);

struct choice {
    move m; /* MOVE_NONE when resigning */
    bool resign;
};

/* A whole-number option of a player, set by `set_option NAME VALUE`. */
struct player_option {
    const char *name;
    const char *usage;
    long min, max, initial;
    bool megabytes; /* it is memory, which there may not be */
};

/* The most megabytes that an option may offer: machines of 32 bits address 4096, not all of them
 * free. */
#define PLAYER_MEGABYTES(most) (SIZE_MAX >> 20 < (most) ? 1024 : (most))

struct player {
    const char *name;
    const struct player_option *options; /* a NULL name at the end, or NULL */
    bool avoids;                         /* whether it obeys limits->avoid */

    /* Memory of a player for one game table; options holds a value for each option. */
    void *(*open)(const struct game *game, const long *options);
    void (*close)(void *memory);
    /* A new value for option number `which`, between thinks. */
    void (*set)(void *memory, int which, long value);
    /* A new game begins: whatever was learned from the last one must not change later choices, but
     * for those that depend on time anyway. */
    void (*forget)(void *memory);
    /* Chooses for the side to play; the position is not over and not changed. report may be NULL
     * and is called at least once before an endless think returns. */
    struct choice (*think)(void *memory, const void *state, const struct past *past,
                           const struct limits *limits, report_fn *report, void *context);

    /* The rest may be NULL. */

    /* Whether later thoughts gain by an endless one about this position; NULL: always. */
    bool (*gains_by_pondering)(const void *state);

    /* Finds the status of every stone of a stopped game. */
    void (*judge)(void *memory, const void *state, const struct past *past,
                  const struct limits *limits, struct marks *marks);
    /* One sentence for people: why m is a good move here. */
    void (*explain)(void *memory, const void *state, const struct past *past, move m,
                    struct text *text);
};

/* The lower end of the interval that holds the true winrate in 95 of 100 cases (Wilson's score):
 * the winrate itself where it is exact, -1 where it is no mean of results. */
double variation_lower_bound(const struct variation *variation);

/* Whether a think with these limits must end now (does not count nodes). */
bool limits_reached(const struct limits *limits);

/* Plays a seeded random legal move in any game; its memory is never NULL. */
extern const struct player random_player;

#endif
