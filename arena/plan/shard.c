#include "shard.h"

#include <stdint.h>
#include <string.h>

#include "../../src/core/rng.h"

bool shard_parse(const char *text, struct shard *shard, struct error *error) {
    struct shard parsed = {0};
    struct text number = {0};
    const char *slash = strchr(text, '/');
    text_putn(&number, text, slash != NULL ? (size_t)(slash - text) : 0);
    bool fine = slash != NULL && text_to_whole(slash + 1, 1, SHARDS_MAX, &parsed.count) &&
                text_to_whole(text_string(&number), 1, parsed.count, &parsed.number);
    text_free(&number);
    if (!fine)
        return error_set(error, "syntax.shard",
                         "{0} is no part of a schedule; right is K/N with K from 1 to N, as in 2/8",
                         text, NULL);
    *shard = parsed;
    return true;
}

void shard_print(const struct shard *shard, struct text *text) {
    if (shard->count > 0)
        text_print(text, "%ld/%ld", shard->number, shard->count);
}

/* Taking every Nth pair would give some parts the same pairings of engines round after round where
 * the number of pairings and N have a common divisor; a turn drawn for every block avoids it. */
bool shard_has(const struct shard *shard, long pair) {
    if (shard->count == 0)
        return true;
    uint64_t count = (uint64_t)shard->count, index = (uint64_t)pair;
    uint64_t turn = rng_mix(index / count) % count;
    return (index + turn) % count == (uint64_t)shard->number - 1;
}

long shard_games(const struct shard *shard, const struct schedule *schedule) {
    long count = schedule_count(schedule), games = 0;
    if (shard->count == 0)
        return count;
    for (long i = 0; i < count; i++)
        games += shard_has(shard, schedule_game(schedule, i).pair);
    return games;
}
