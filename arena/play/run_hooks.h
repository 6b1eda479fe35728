/* run_hooks: what has a say in a run beside the plan: when a game may begin, what its engines are
 * told before it, and what its result means. A run without one is a plain tournament. All is called
 * from the thread of the run. */
#ifndef TERNION_RUN_HOOKS_H
#define TERNION_RUN_HOOKS_H

#include <stdbool.h>
#include <stdio.h>

#include "../journal/arena_result.h"
#include "../journal/manifest.h"

struct run_hooks {
    void *context;
    /* Adds to the manifest what the games depend on. */
    void (*describe)(void *context, struct manifest *manifest);
    /* Whether a game may begin now. It is asked again after every game that ends, and all games
     * before this one have begun. */
    bool (*may_begin)(void *context, long number);
    /* Puts commands, each ended by a newline, that an engine must take before clear_board. */
    void (*prepare)(void *context, const struct scheduled_game *scheduled, int side,
                    struct text *lines);
    /* A game has ended, or was found in the journal. False with an error: the run stops, and this
     * game is not recorded. */
    bool (*ended)(void *context, const struct arena_result *result, struct error *error);
    /* What stands in the place of the ranking while the run goes on, in whole lines. */
    void (*draw)(void *context, struct text *text);
    /* What stands in the place of the tables at the end. */
    bool (*finish)(void *context, FILE *out, struct error *error);
};

#endif
