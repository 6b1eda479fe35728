/* console: the engine for people at a terminal: bare moves, boards in colour, and games against the
 * engine. */
#ifndef TERNION_CONSOLE_H
#define TERNION_CONSOLE_H

#include "engine.h"

struct console_options {
    bool engine_plays[2]; /* the engine decides for this side */
    bool strict;          /* exit status 1 if any command failed */
};

/* Runs until the person leaves; returns the exit status. */
int console_run(struct engine *engine, const struct console_options *options);

#endif
