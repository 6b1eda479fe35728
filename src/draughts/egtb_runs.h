/* egtb_runs: who wins, without distances, in a fraction of a bit for each position.
 *
 * Positions follow each other in runs of equal results. Blocks of 1024 positions have runs of their
 * own, and an index tells where the code of each block begins, so that a position is found by
 * reading about 30 bytes. Positions in which the side to play must capture have no result: they
 * take the one that makes runs longer. */
#ifndef TERNION_DRAUGHTS_EGTB_RUNS_H
#define TERNION_DRAUGHTS_EGTB_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ANY is stored as one of the others. */
enum { DRAUGHTS_RUNS_DRAW, DRAUGHTS_RUNS_WIN, DRAUGHTS_RUNS_LOSS, DRAUGHTS_RUNS_ANY };

/* Packs results; free() releases them. The number of bytes is a multiple of 8. */
unsigned char *draughts_runs_pack(const unsigned char *results, uint64_t count, size_t *size);

/* Packed results that may be damaged. */
struct draughts_runs {
    const unsigned char *bytes;
    size_t size;
    uint64_t count;
};

/* Whether the bytes can hold this number of results. If not, nothing below may be called. */
bool draughts_runs_fit(const struct draughts_runs *runs);

/* A part of the packed bytes. */
struct draughts_runs_part {
    size_t from, length;
};
/* Reading takes two steps, so that the caller can verify each part before it is looked at: where
 * the index tells of position `at`, and where that says its code is. The latter has length 0 if the
 * index is damaged. */
struct draughts_runs_part draughts_runs_entry(uint64_t at);
struct draughts_runs_part draughts_runs_code(const struct draughts_runs *runs, uint64_t at);
/* The result of a position; RUNS_ANY if its code is damaged. */
int draughts_runs_read(const struct draughts_runs *runs, uint64_t at);

#endif
