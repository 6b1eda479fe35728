#include "arena_statistics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

enum { REPEATS_RARE = 20 };

void arena_statistics_init(struct arena_statistics *stats, int engines) {
    *stats = (struct arena_statistics){0};
    statistics_init(&stats->results, engines);
    stats->each = memory_new((size_t)engines, sizeof *stats->each);
}

void arena_statistics_free(struct arena_statistics *stats) {
    for (size_t i = 0; i < stats->opening_count; i++)
        free(stats->openings[i].text);
    free(stats->openings);
    free(stats->each);
    statistics_free(&stats->results);
    *stats = (struct arena_statistics){0};
}

static void add_faults(struct arena_statistics *stats, const struct arena_result *result) {
    for (int side = 0; side < 2; side++) {
        struct engine_statistics *engine = &stats->each[result->game.players[side]];
        const char *word = arena_result_fault(result, side);
        int kind = 0;
        if (word == NULL)
            continue;
        while (fault_kinds[kind] != NULL && strcmp(fault_kinds[kind], word) != 0)
            kind++;
        assert(kind < STATISTICS_FAULTS);
        engine->faults[kind]++;
        engine->fault_count++;
    }
}

/* The last openings first: games with one opening come close together. */
static struct opening_statistics *find_opening(const struct arena_statistics *stats,
                                               const char *text) {
    for (size_t i = stats->opening_count; i-- > 0;)
        if (strcmp(stats->openings[i].text, text) == 0)
            return &stats->openings[i];
    return NULL;
}

const struct opening_statistics *arena_statistics_opening(const struct arena_statistics *stats,
                                                          const char *text) {
    return find_opening(stats, text);
}

static void add_opening(struct arena_statistics *stats, const struct arena_result *result,
                        const struct played_game *played) {
    const char *text = result->opening != NULL ? result->opening : "";
    struct opening_statistics *opening = find_opening(stats, text);
    if (opening == NULL && stats->opening_count == STATISTICS_OPENINGS) {
        stats->openings_cut = true;
        return;
    }
    if (opening == NULL) {
        stats->openings =
            memory_grow(stats->openings, stats->opening_count + 1, sizeof *stats->openings);
        opening = &stats->openings[stats->opening_count++];
        *opening = (struct opening_statistics){.text = memory_string(text)};
    }
    wdl_add(&opening->first, played, 0);
    for (int side = 0; side < 2; side++)
        if (played->game.players[side] == 0)
            wdl_add(&opening->engine, played, side);
}

void arena_statistics_add(struct arena_statistics *stats, const struct arena_result *result) {
    struct played_game played = arena_result_played(result);
    statistics_add(&stats->results, &played);
    stats->disputes += result->dispute;
    stats->plies += result->plies;
    add_faults(stats, result);
    if (result->counted)
        add_opening(stats, result, &played);
    for (int side = 0; side < 2; side++) {
        struct engine_statistics *engine = &stats->each[played.game.players[side]];
        engine->plies += result->side_plies[side];
        engine->time += result->side_time[side];
        engine->slowest = fmax(engine->slowest, result->side_slow[side]);
        engine->overruns += result->side_overruns[side];
        engine->counts += result->dead[side] != NULL;
        engine->agreed += result->dead[side] != NULL && result->dead[side][0] == '\0';
    }
}

bool arena_statistics_repeat(const struct arena_statistics *stats) {
    return stats->repeats > 0 && stats->repeats * REPEATS_RARE >= stats->results.games;
}
