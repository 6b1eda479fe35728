/* egtb: endgame tables that say who wins a position with few pieces, computed by egtb_build.c.
 *
 * One byte a position: 0 is a draw; 1 .. 127 a win for the side to play, with so many plies to the
 * next capture or crowning; 128 + n a loss with n such plies (128: the side to play cannot move).
 * The tables know nothing of draws by repetition or by quiet plies. Each rule set has its own.
 *
 * A file holds the two slices of a pair: the stronger side to play, then the weaker. Blocks of 64
 * KiB have checksums of their own and are verified when they are first read, so that opening is
 * quick. */
#ifndef TERNION_DRAUGHTS_EGTB_H
#define TERNION_DRAUGHTS_EGTB_H

#include "slice.h"

enum {
    DRAUGHTS_EGTB_PIECES = 6, /* the largest tables there can be */
    DRAUGHTS_EGTB_UNKNOWN = -1,
    DRAUGHTS_EGTB_DRAW = 0,
    DRAUGHTS_EGTB_LOSS = 128,
    DRAUGHTS_EGTB_FAR = 127 /* longer ways are written as this one */
};

struct draughts_egtb;

/* The directory in which tables are kept: ternion/egtb below $XDG_CACHE_HOME, or below ~/.cache.
 * False if the environment names neither. */
bool draughts_egtb_directory(struct text *path);

/* Told of each file: its name, and NULL or what is wrong with it. */
typedef void draughts_egtb_news(void *context, const char *file, const char *wrong);

/* The tables of one rule set that lie in a directory; files that are damaged or of another kind are
 * left out. Never NULL. */
struct draughts_egtb *draughts_egtb_open(const char *directory, enum draughts_rules rules,
                                         draughts_egtb_news *news, void *context);
void draughts_egtb_close(struct draughts_egtb *egtb);
/* The largest number of pieces for which a table is there; 0 without tables. */
int draughts_egtb_pieces(const struct draughts_egtb *egtb);
/* The byte of a position, or DRAUGHTS_EGTB_UNKNOWN. Safe on several threads at a time. */
int draughts_egtb_probe(struct draughts_egtb *egtb, const struct draughts_board *board, int side);
/* Reads every byte of every table; false if some do not fit their checksums. */
bool draughts_egtb_verify(struct draughts_egtb *egtb, draughts_egtb_news *news, void *context);
/* Whether the table of a slice is there and fits all its checksums; false as well if `stop` (may be
 * NULL) is set before that is known. */
bool draughts_egtb_intact(struct draughts_egtb *egtb, struct draughts_slice slice,
                          const atomic_bool *stop);
/* Counts won, drawn and lost positions of a slice; false if its table is not there or damaged. */
bool draughts_egtb_census(struct draughts_egtb *egtb, struct draughts_slice slice,
                          uint64_t census[3]);

/* egtb_build.c. */

struct draughts_egtb_progress {
    const char *file;
    int pieces;
    uint64_t positions; /* in this file */
    bool present;       /* it was there already and was kept */
    int depth;          /* longest way to a capture or crowning; 0 while it is not known */
    bool done;
    uint64_t decided, total; /* positions of all files, so far and in the end */
};
typedef void draughts_egtb_watch(void *context, const struct draughts_egtb_progress *progress);

/* Computes all tables of 2 .. pieces pieces that are not there. Ways longer than `far` plies, 2 ..
 * DRAUGHTS_EGTB_FAR, are written as `far`; results are exact all the same. What was finished stays
 * when it ends early (`stop` may be NULL), and a later call goes on from there. */
bool draughts_egtb_build(const char *directory, enum draughts_rules rules, int pieces, int far,
                         const atomic_bool *stop, draughts_egtb_watch *watch, void *context,
                         struct error *error);

/* For the builder: adds a file to the open tables. */
bool draughts_egtb_add(struct draughts_egtb *egtb, struct draughts_slice slice,
                       draughts_egtb_news *news, void *context);
/* The slice of the pair that comes first in the file. */
struct draughts_slice draughts_egtb_first(struct draughts_slice slice);
void draughts_egtb_name(enum draughts_rules rules, struct draughts_slice slice, struct text *name);
/* Space for a file: the bytes of both slices follow at *data. seal fills in what precedes them. */
unsigned char *draughts_egtb_blank(const struct draughts_numbering *numbering,
                                   struct draughts_slice slice, size_t *size, unsigned char **data);
void draughts_egtb_seal(unsigned char *file, size_t size, enum draughts_rules rules,
                        struct draughts_slice slice);

#endif
