/* bench: a signature of behaviour. The same sources play the same moves on every machine; a change
 * that alters play alters the signature. */
#ifndef TERNION_BENCH_H
#define TERNION_BENCH_H

#include <stdint.h>

#include "core/text.h"

/* Searches a fixed set of positions of every game, each with a limit of nodes, one thread and one
 * seed, and appends a line for each, then the totals and the signature. Returns the nodes. */
uint64_t bench_run(struct text *text);

#endif
