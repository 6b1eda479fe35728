/* status: how far the shards of a run have come, while they run. */
#ifndef TERNION_STATUS_H
#define TERNION_STATUS_H

#include <stdio.h>

#include "../play/run.h"

/* words: "status PATH...", each a journal or a directory of journals. Reads only, and waits for
 * nobody. Fails, once all is printed, if a journal could not be read. */
enum status status_run(const struct strings *words, FILE *out, struct error *error);

#endif
