/* progress: what a run shows while it goes on: a table that is redrawn on a terminal, a line for
 * every game elsewhere. */
#ifndef TERNION_PROGRESS_H
#define TERNION_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "../plan/plan.h"
#include "../view/table.h"
#include "run_hooks.h"

struct progress {
    FILE *stream; /* for its size; only the writer writes to it */
    struct stream_writer *writer;
    enum display display;
    long total;
    long before;             /* games that an earlier run had played */
    double start;            /* monotonic_now at the beginning */
    const struct sprt *sprt; /* or NULL */
    const struct arena_statistics *stats;
    const struct rounds *rounds;   /* drawn in the place of the ranking, or NULL */
    const struct run_hooks *hooks; /* draws in the place of either, or NULL */
    int lines;                     /* lines of the last drawing, to be overwritten */
};

void progress_init(struct progress *progress, FILE *stream, enum display display, long total,
                   long before);
/* A game has ended; `done` of all games have. */
void progress_game(struct progress *progress, const struct arena_result *result,
                   const struct table_words *words, long done);
/* Redraws the table on a terminal; elsewhere nothing. */
void progress_draw(struct progress *progress, const struct arena_statistics *stats,
                   const struct table_words *words, double now);
/* Takes the drawing away, and waits until all is written. */
void progress_end(struct progress *progress);

/* How much a stream shows at a time. One that is no terminal is taken to be of the usual width, and
 * to have no end below. */
void screen_size(FILE *stream, int *columns, int *rows);

#endif
