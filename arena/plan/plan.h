/* plan: everything that is settled before a tournament begins.
 *
 * Every setting is one row of a table with a name, so that the command line (--name VALUE) and the
 * tournament file (name = VALUE) are read by the same code. */
#ifndef TERNION_PLAN_H
#define TERNION_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../src/core/clock.h"
#include "../../src/core/game.h"
#include "../../src/core/session.h"
#include "../../src/tournament/schedule.h"
#include "../../src/tournament/sprt.h"
#include "engine_keys.h"
#include "shard.h"

enum openings_kind {
    OPENINGS_NONE,
    OPENINGS_RANDOM,
    OPENINGS_FILE,
    OPENINGS_GAMES,
    OPENINGS_BALLOTS
};
enum dialogues { DIALOGUES_ABNORMAL, DIALOGUES_ALL, DIALOGUES_NONE };
enum display { DISPLAY_AUTO, DISPLAY_LIVE, DISPLAY_LINES, DISPLAY_NONE };

struct plan {
    struct engine_spec *engines;
    size_t engine_count;
    struct engine_spec judge; /* no command: ours */
    struct engine_spec each;  /* what was given for all engines: only its `given` counts */
    bool judge_is_ours;       /* none was named */

    const struct game *game;
    char *rules;             /* NULL: the arena's default for the game */
    long size;               /* 0: the game's default */
    struct strings settings; /* NAME=VALUE of the game's further settings */

    enum schedule_format format;
    bool match;       /* the format was given as "match": two engines and no more */
    long challengers; /* of a gauntlet */
    long rounds;      /* of a Swiss tournament; 0: until one can be unbeaten */
    long tie_games;   /* of a knockout: the most further games of a tied meeting */
    bool seeds_shuffled;
    long games; /* for every pair of engines that meets; 0: the format's usual number */
    bool swap;  /* colours change places in pairs of games with one opening */
    uint64_t seed;
    struct sprt_settings sprt;
    struct shard shard; /* the part of the schedule that this run plays */
    enum openings_kind openings;
    long opening_plies; /* of random openings */
    long record_plies;  /* of openings from records of games, -1: all */
    char *opening_file;
    bool opening_shuffle;

    struct clock_settings clock;
    double margin; /* seconds of lag forgiven in every ply */
    double grace;  /* seconds beyond the clock until a late engine is ended */
    double hang;   /* seconds for a ply without a clock */
    double answer; /* seconds for any command that is not a genmove */

    long max_plies;
    long quiet_plies;
    long resign_below; /* percent; 0: off */
    long resign_plies;
    bool resign_both; /* only if the opponent is as sure of its win */
    long draw_within; /* percent around even; 0: off */
    long draw_plies;  /* in a row, of both engines together */
    long draw_from;   /* the first ply that counts */
    bool tables;      /* games end where the game's tables know the result */
    bool evaluations; /* engines are asked what they think of their plies */

    long concurrency;
    bool pinned;      /* each concurrent game has processors of its own */
    struct cpus cpus; /* those of all games together */
    long strikes;     /* faults after which an engine is withdrawn, 0: never */
    char *journal;
    char *records; /* a file that gets a line for every game, or NULL */
    bool force;
    bool strict;
    enum dialogues dialogues;
    enum display display;
    char *live; /* where a page of the run is served, or NULL */

    /* What plan_set took, in this order: NAME=VALUE, and FILE:LINE of each ("": command line). */
    struct strings given, places;
    char *file;  /* the tournament file, or NULL */
    char *place; /* FILE:LINE of what plan_set takes next, or NULL */
};

void plan_init(struct plan *plan);
void plan_free(struct plan *plan);
/* Whether a plan keeps the bounds that its settings promise, finished or not. */
bool plan_is_ok(const struct plan *plan);

/* A setting. `flag` needs no value on the command line ("yes"). One that older versions had is
 * known, too, so that it can say what replaces it: it has no usage and no function, and its help is
 * the replacement. */
struct plan_key {
    const char *name;
    const char *usage;
    const char *help;
    bool flag;
    bool (*set)(struct plan *plan, const char *value, struct error *error);
};
extern const struct plan_key plan_keys[]; /* an empty name at the end */

bool plan_set(struct plan *plan, const char *name, const char *value, struct error *error);
/* Prefixes the error with the place of the last setting given that begins like this ("size=",
 * "set=NAME="), or with the file if there is none. Returns false. */
bool plan_blame(const struct plan *plan, const char *beginning, struct error *error);
/* A new engine with default settings; the pointer is valid until the next one is added. */
struct engine_spec *plan_add(struct plan *plan);
/* Checks everything together and fills in what was left open: names, programs, rules. */
bool plan_finish(struct plan *plan, struct error *error);

/* The schedule of a finished plan. */
struct schedule plan_schedule(const struct plan *plan);
/* What is played, in one line without a newline: "Go, rules chinese, 9 x 9, 20 games a pair". */
void plan_describe(const struct plan *plan, struct text *text);
/* For every engine the faults after which it is withdrawn, 0: never. */
void plan_strikes(const struct plan *plan, long *strikes);

/* A session with the plan's game, rules, size and settings; NULL with an error if they do not go
 * together. rules and size must be set. */
struct session *plan_session(const struct plan *plan, struct error *error);

/* Opens the tables that games are adjudicated by; *tables is NULL where the plan wants none. False
 * with an error where there are none. */
bool plan_open_tables(const struct plan *plan, void **tables, struct error *error);

#endif
