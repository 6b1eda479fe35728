/* egtb: endgame tables, which know the winner of every position with few pieces.
 *
 * One byte for each position: 0 is a draw; n = 1 .. 127 a win for the side to play, with n plies to
 * the next capture or crowning; 128 + n a loss with n such plies (128: the side to play cannot
 * move). The tables know nothing of draws by repetition or by quiet plies. Each rule set has its
 * own.
 *
 * The tables of six pieces know no distances, only who wins. That takes 1/25 of the room.
 *
 * A file holds the two slices of a pair: the stronger side to play, then the weaker one. Blocks of
 * 64 KiB have checksums of their own and are verified when they are first read, so that opening is
 * quick. */
#ifndef TERNION_DRAUGHTS_EGTB_H
#define TERNION_DRAUGHTS_EGTB_H

#include "slice.h"

enum {
    DRAUGHTS_EGTB_PIECES = 6,    /* of the largest tables */
    DRAUGHTS_EGTB_DISTANCES = 5, /* of the largest tables that know distances */
    DRAUGHTS_EGTB_UNKNOWN = -1,
    DRAUGHTS_EGTB_DRAW = 0,
    DRAUGHTS_EGTB_LOSS = 128,
    DRAUGHTS_EGTB_FAR = 127 /* longer distances are told as this one, and those not known */
};

struct draughts_egtb;

/* The directory of the tables: ternion/egtb below $XDG_CACHE_HOME, or below ~/.cache. False if the
 * environment gives neither. */
bool draughts_egtb_directory(struct text *path);

/* Called for each file with its name, and NULL or what is wrong with it. */
typedef void draughts_egtb_check_fn(void *context, const char *file, const char *wrong);

/* Opens the tables of one rule set in a directory, which may be NULL; damaged and foreign files are
 * left out. Never returns NULL. */
struct draughts_egtb *draughts_egtb_open(const char *directory, enum draughts_rules rules,
                                         draughts_egtb_check_fn *check, void *context);
void draughts_egtb_close(struct draughts_egtb *egtb);
/* The largest number of pieces that has a table; 0 without tables. */
int draughts_egtb_pieces(const struct draughts_egtb *egtb);
/* The byte of a position, or DRAUGHTS_EGTB_UNKNOWN. Safe on several threads at a time. */
int draughts_egtb_probe(struct draughts_egtb *egtb, const struct draughts_board *board, int side);
/* Verifies every block of every table; false if a checksum is wrong. */
bool draughts_egtb_verify(struct draughts_egtb *egtb, draughts_egtb_check_fn *check, void *context);
/* Whether the table of a slice exists and all its checksums are right; also false if `stop` (may be
 * NULL) is set before that is known. */
bool draughts_egtb_intact(struct draughts_egtb *egtb, struct draughts_slice slice,
                          const atomic_bool *stop);
/* Counts won, drawn and lost positions of a slice; false if its table is missing or damaged. */
bool draughts_egtb_census(struct draughts_egtb *egtb, struct draughts_slice slice,
                          uint64_t census[3]);

/* egtb_build.c. */

struct draughts_egtb_progress {
    const char *file;
    int pieces;
    uint64_t positions; /* in this file */
    bool present;       /* it existed and was kept */
    int depth;          /* longest distance to a capture or crowning; 0 while unknown */
    bool done;
    uint64_t decided, total; /* positions of all files, so far and in all */
};
typedef void draughts_egtb_progress_fn(void *context,
                                       const struct draughts_egtb_progress *progress);

struct draughts_egtb_plan {
    enum draughts_rules rules;
    int pieces;    /* tables of 2 .. pieces */
    int distances; /* those of more pieces than this one know only who wins */
    int far;       /* 2 .. DRAUGHTS_EGTB_FAR: longer distances are stored as this one */
};

/* Computes all missing tables of a plan. If it ends early (`stop` may be NULL), finished tables
 * stay and a later call continues from there. */
bool draughts_egtb_build(const char *directory, const struct draughts_egtb_plan *plan,
                         const atomic_bool *stop, draughts_egtb_progress_fn *watch, void *context,
                         struct error *error);

/* For the builder: adds a file to the open tables. */
bool draughts_egtb_add(struct draughts_egtb *egtb, struct draughts_slice slice,
                       draughts_egtb_check_fn *check, void *context);
/* The slice of the pair that comes first in the file. */
struct draughts_slice draughts_egtb_first(struct draughts_slice slice);
void draughts_egtb_name(enum draughts_rules rules, struct draughts_slice slice, struct text *name);
enum draughts_egtb_form { DRAUGHTS_EGTB_BYTES, DRAUGHTS_EGTB_RUNS };
/* Memory for a file with this many bytes for each slice, which go to *data. Of a form of bytes it
 * is one for each position; of runs, the census of the slice (three 64-bit numbers, little-endian)
 * and packed results. seal fills in what precedes them. */
unsigned char *draughts_egtb_file_new(const uint64_t bytes[2], size_t *size, unsigned char **data);
void draughts_egtb_file_seal(unsigned char *file, size_t size, enum draughts_egtb_form form,
                             enum draughts_rules rules, struct draughts_slice slice);
/* Positions of the two slices; the second is 0 if both are the same. */
void draughts_egtb_counts(const struct draughts_indexing *indexing, struct draughts_slice slice,
                          uint64_t counts[2]);

#endif
