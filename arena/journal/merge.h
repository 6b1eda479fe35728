/* merge: the journals of one run's shards joined into one. */
#ifndef TERNION_MERGE_H
#define TERNION_MERGE_H

#include <stdio.h>

#include "../play/run.h"

/* words: "merge OUT IN...". Adds the games of every IN that OUT, made if need be, does not have;
 * what was done is told on `out`. Journals of different runs, and two different results for one
 * game, are refused and change nothing; `force` lets programs differ. */
enum status merge_run(const struct strings *words, bool force, FILE *out, struct error *error);

#endif
