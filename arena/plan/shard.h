/* shard: one of N parts of a schedule, so that several machines can play it. Games of one pair
 * number (the same opening with colours swapped) are always in the same part. */
#ifndef TERNION_SHARD_H
#define TERNION_SHARD_H

#include <stdbool.h>

#include "../../src/core/error.h"
#include "../../src/core/text.h"
#include "../../src/tournament/schedule.h"

enum { SHARDS_MAX = 10000 };

/* All zero is the whole. */
struct shard {
    long number; /* 1 .. count */
    long count;
};

/* "K/N". */
bool shard_parse(const char *text, struct shard *shard, struct error *error);
/* "K/N", nothing for the whole. */
void shard_print(const struct shard *shard, struct text *text);
/* Whether this part has the games with this pair number. Each block of N pair numbers gives every
 * part exactly one: parts differ by at most one pair, and a longer schedule moves no game to
 * another part. */
bool shard_has(const struct shard *shard, long pair);
/* How many games of a schedule are of this part. */
long shard_games(const struct shard *shard, const struct schedule *schedule);

#endif
