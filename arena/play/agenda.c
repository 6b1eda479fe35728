#include "agenda.h"

#include <stdlib.h>

#include "../../src/core/memory.h"

enum { GAME_OPEN, GAME_BEGUN, GAME_DONE };

/* Games of other shards are as good as done. */
static void agenda_cut(struct agenda *agenda, const struct shard *shard) {
    for (long i = 0; shard->count > 0 && i < agenda->total; i++) {
        if (shard_has(shard, schedule_game(&agenda->schedule, i).pair))
            continue;
        agenda->states[i] = GAME_DONE;
        agenda->due--;
    }
}

void agenda_open(struct agenda *agenda, const struct plan *plan) {
    *agenda = (struct agenda){.schedule = plan_schedule(plan)};
    agenda->total = agenda->due = schedule_count(&agenda->schedule);
    agenda->states = memory_new((size_t)agenda->total, sizeof *agenda->states);
    if (schedule_is_fixed(&agenda->schedule)) {
        agenda_cut(agenda, &plan->shard);
        return;
    }
    long *strikes = memory_new(plan->engine_count, sizeof *strikes);
    plan_strikes(plan, strikes);
    agenda->rounds = rounds_new(&agenda->schedule, strikes);
    agenda->due = rounds_due(agenda->rounds);
    free(strikes);
}

void agenda_free(struct agenda *agenda) {
    rounds_free(agenda->rounds);
    free(agenda->states);
    *agenda = (struct agenda){0};
}

static enum rounds_answer agenda_ask(const struct agenda *agenda, long number,
                                     struct scheduled_game *scheduled) {
    if (agenda->rounds != NULL)
        return rounds_game(agenda->rounds, number, scheduled);
    *scheduled = schedule_game(&agenda->schedule, number);
    return ROUNDS_PLAY;
}

bool agenda_next(struct agenda *agenda, struct scheduled_game *scheduled) {
    while (agenda->next < agenda->total && agenda->states[agenda->next] != GAME_OPEN)
        agenda->next++;
    long end = agenda->rounds != NULL ? rounds_horizon(agenda->rounds) : agenda->total;
    for (long i = agenda->next; i < end; i++) {
        if (agenda->states[i] != GAME_OPEN)
            continue;
        enum rounds_answer answer = agenda_ask(agenda, i, scheduled);
        if (answer == ROUNDS_NEVER)
            agenda->states[i] = GAME_DONE;
        if (answer == ROUNDS_PLAY)
            return true;
    }
    return false;
}

void agenda_begin(struct agenda *agenda, long number) {
    agenda->states[number] = GAME_BEGUN;
}

bool agenda_end(struct agenda *agenda, const struct played_game *played, struct error *error) {
    long number = played->game.number;
    if (number < 0 || number >= agenda->total || agenda->states[number] == GAME_DONE)
        return false;
    if (agenda->rounds != NULL && !rounds_add(agenda->rounds, played, error))
        return false;
    agenda->states[number] = GAME_DONE;
    agenda->done++;
    if (agenda->rounds != NULL)
        agenda->due = rounds_due(agenda->rounds);
    return true;
}

bool agenda_is_over(const struct agenda *agenda) {
    return agenda->done >= agenda->due;
}
