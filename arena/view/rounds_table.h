/* rounds_table: the standings of a Swiss tournament, the tree of a knockout. */
#ifndef TERNION_ROUNDS_TABLE_H
#define TERNION_ROUNDS_TABLE_H

#include "../../src/tournament/rounds.h"
#include "../journal/manifest.h"
#include "table.h"

/* Of a run's manifest, without results so far; NULL if its schedule does not depend on them. Free
 * with rounds_free. */
struct rounds *rounds_of(const struct manifest *manifest);
void rounds_print(const struct rounds *rounds, const struct table_words *words, struct text *text);

#endif
