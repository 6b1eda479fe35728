/* sprt_view: the sequential test of a run whose shards append records to files in one folder. Games
 * count in the order of the schedule, so the verdict is that of the run in one piece. */
#ifndef TERNION_SPRT_VIEW_H
#define TERNION_SPRT_VIEW_H

#include <stdio.h>

#include "../../src/tournament/sprt.h"

/* Reads FOLDER/NAME.jsonl, all of them, and again every second if `watch`, until there is a verdict
 * or no game is left. With a verdict it leaves the file "stop" in the folder. */
bool sprt_view(const char *folder, bool watch, FILE *out, enum sprt_verdict *verdict,
               struct error *error);

#endif
