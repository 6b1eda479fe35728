/* couples: games of one pair, with one opening and colours swapped, found together in whatever
 * order they come. */
#ifndef TERNION_COUPLES_H
#define TERNION_COUPLES_H

#include <stddef.h>

#include "../../arena/journal/outcome.h"

struct couple;

struct couples {
    struct couple *table;
    size_t count, room;
};

/* Takes a game that counts. If the other game of its pair is there already: the half points (0 ..
 * 2) in that one of the engine that has side 0 in this one; else -1. A pair that is complete is
 * forgotten, so that with swapped colours a long run needs no more memory than a short one. Without
 * them no pair ever is, and each game stays. */
int couples_add(struct couples *couples, const struct outcome *outcome);
void couples_free(struct couples *couples);

#endif
