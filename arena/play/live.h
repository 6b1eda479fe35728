/* live: what a run shows while it goes on: a table that is redrawn on a terminal, a line for every
 * game elsewhere. */
#ifndef TERNION_LIVE_H
#define TERNION_LIVE_H

#include <stdbool.h>
#include <stdio.h>

#include "../plan/plan.h"
#include "../view/table.h"
#include "outlet.h"
#include "run_hooks.h"

struct live {
    FILE *stream; /* for its size; written through the outlet */
    struct outlet *outlet;
    enum display display;
    long total;
    long before;                   /* games that an earlier run had played */
    double start;                  /* host_now at the beginning */
    const struct sprt *sprt;       /* or NULL */
    const struct rounds *rounds;   /* drawn in the place of the ranking, or NULL */
    const struct run_hooks *hooks; /* draws in the place of either, or NULL */
    int lines;                     /* lines of the last drawing, to be overwritten */
};

void live_init(struct live *live, FILE *stream, enum display display, long total, long before);
/* A game has ended; `done` of all games have. */
void live_game(struct live *live, const struct arena_result *result,
               const struct table_words *words, long done);
/* Redraws the table on a terminal; elsewhere nothing. */
void live_draw(struct live *live, const struct arena_statistics *stats,
               const struct table_words *words, double now);
/* Takes the drawing away, and waits until all is written. */
void live_end(struct live *live);

#endif
