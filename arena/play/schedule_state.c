#include "schedule_state.h"

#include <assert.h>
#include <stdlib.h>

#include "../../src/core/memory.h"

enum { GAME_OPEN, GAME_BEGUN, GAME_DONE };

/* Games of other shards are as good as done. */
static void schedule_state_cut(struct schedule_state *state, const struct shard *shard) {
    for (long i = 0; shard->count > 0 && i < state->total; i++) {
        if (shard_has(shard, schedule_game(&state->schedule, i).pair))
            continue;
        state->states[i] = GAME_DONE;
        state->due--;
    }
}

void schedule_state_open(struct schedule_state *state, const struct plan *plan) {
    *state = (struct schedule_state){.schedule = plan_schedule(plan)};
    assert(schedule_is_ok(&state->schedule));
    state->total = state->due = schedule_count(&state->schedule);
    state->states = memory_new((size_t)state->total, sizeof *state->states);
    if (schedule_is_fixed(&state->schedule)) {
        schedule_state_cut(state, &plan->shard);
        return;
    }
    long *strikes = memory_new(plan->engine_count, sizeof *strikes);
    plan_strikes(plan, strikes);
    state->rounds = rounds_new(&state->schedule, strikes);
    state->due = rounds_due(state->rounds);
    free(strikes);
}

void schedule_state_free(struct schedule_state *state) {
    rounds_free(state->rounds);
    free(state->states);
    *state = (struct schedule_state){0};
}

static enum rounds_answer schedule_state_ask(const struct schedule_state *state, long number,
                                             struct scheduled_game *scheduled) {
    if (state->rounds != NULL)
        return rounds_game(state->rounds, number, scheduled);
    *scheduled = schedule_game(&state->schedule, number);
    return ROUNDS_PLAY;
}

bool schedule_state_next(struct schedule_state *state, struct scheduled_game *scheduled) {
    while (state->next < state->total && state->states[state->next] != GAME_OPEN)
        state->next++;
    long end = state->rounds != NULL ? rounds_horizon(state->rounds) : state->total;
    for (long i = state->next; i < end; i++) {
        if (state->states[i] != GAME_OPEN)
            continue;
        enum rounds_answer answer = schedule_state_ask(state, i, scheduled);
        if (answer == ROUNDS_NEVER)
            state->states[i] = GAME_DONE;
        if (answer == ROUNDS_PLAY)
            return true;
    }
    return false;
}

void schedule_state_begin(struct schedule_state *state, long number) {
    assert(number >= 0 && number < state->total && state->states[number] == GAME_OPEN);
    state->states[number] = GAME_BEGUN;
}

bool schedule_state_end(struct schedule_state *state, const struct played_game *played,
                        struct error *error) {
    long number = played->game.number;
    if (number < 0 || number >= state->total || state->states[number] == GAME_DONE)
        return false;
    if (state->rounds != NULL && !rounds_add(state->rounds, played, error))
        return false;
    state->states[number] = GAME_DONE;
    state->done++;
    if (state->rounds != NULL)
        state->due = rounds_due(state->rounds);
    return true;
}

bool schedule_state_is_over(const struct schedule_state *state) {
    return state->done >= state->due;
}
