/* tune: finds good values of an engine's options by playing the engine against itself. */
#ifndef TERNION_TUNE_H
#define TERNION_TUNE_H

#include <stdio.h>

#include "run.h"

/* The plan has one engine, and is not finished yet; `path` is the file that tuning.h describes. The
 * journal is that of a match between the engine a little to one side (+) and a little to the other
 * (-); a run that was interrupted goes on. */
enum status tune_run(struct plan *plan, const char *path, FILE *out, FILE *errors);

#endif
