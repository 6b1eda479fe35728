#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"
#include "rounds_inside.h"

/* ---- numbers */

bool rounds_is_swiss(const struct rounds *rounds) {
    return rounds->schedule.format == FORMAT_SWISS;
}

int rounds_engines(const struct rounds *rounds) {
    return rounds->schedule.engines;
}

static long round_of(const struct rounds *rounds, long meeting) {
    long round = 0;
    while (meeting >= rounds->begins[round + 1])
        round++;
    return round;
}

/* Games in twos with the same opening, those of the tie-break apart. */
static long pair_of(const struct rounds *rounds, long game) {
    const struct schedule *schedule = &rounds->schedule;
    if (!schedule->swap)
        return game;
    return game < schedule->games ? game / 2
                                  : (schedule->games + 1) / 2 + (game - schedule->games) / 2;
}

static struct fixture fixture_of(const struct rounds *rounds, long number) {
    const struct schedule *schedule = &rounds->schedule;
    long index = number / rounds->width, game = number % rounds->width;
    const struct meeting *meeting = &rounds->meetings[index];
    long pairs = pair_of(rounds, rounds->width - 1) + 1, pair = pair_of(rounds, game);
    /* A tie-break begins a pair of its own; without pairs colours go on to change from game to
     * game. */
    bool extra = schedule->swap && game >= schedule->games;
    bool turned = (extra ? game - schedule->games : game) % 2 == 1;
    return (struct fixture){.number = number,
                            .engines = {meeting->engines[turned], meeting->engines[!turned]},
                            .pair = index * pairs + pair,
                            .opening = round_of(rounds, index) * pairs + pair,
                            .seed = schedule_seed(schedule, number)};
}

enum rounds_answer rounds_game(const struct rounds *rounds, long number, struct fixture *fixture) {
    if (number >= rounds_horizon(rounds))
        return ROUNDS_WAIT;
    const struct meeting *meeting = &rounds->meetings[number / rounds->width];
    if (number % rounds->width >= meeting->open)
        return meeting->settled ? ROUNDS_NEVER : ROUNDS_WAIT;
    *fixture = fixture_of(rounds, number);
    return ROUNDS_PLAY;
}

long rounds_horizon(const struct rounds *rounds) {
    return rounds->begins[rounds->paired] * rounds->width;
}

long rounds_due(const struct rounds *rounds) {
    return schedule_count(&rounds->schedule) - rounds->dropped;
}

/* ---- opening */

/* Seeds in the order of the engines, or by lot. */
static void rounds_seed_all(struct rounds *rounds) {
    struct rng rng;
    rng_seed(&rng, rng_mix(rounds->schedule.seed + 0x73656564U));
    for (int i = 0; i < rounds->schedule.engines; i++) {
        int j = rounds->schedule.shuffled ? (int)rng_below(&rng, (uint64_t)i + 1) : i;
        rounds->order[i] = rounds->order[j];
        rounds->order[j] = i;
    }
    for (int i = 0; i < rounds->schedule.engines; i++)
        rounds->seeds[rounds->order[i]] = i;
}

static void rounds_number(struct rounds *rounds) {
    const struct schedule *schedule = &rounds->schedule;
    rounds->round_count = schedule_rounds(schedule);
    rounds->width = schedule_width(schedule);
    rounds->begins = memory_new((size_t)rounds->round_count + 1, sizeof *rounds->begins);
    for (long round = 0; round < rounds->round_count; round++)
        rounds->begins[round + 1] = rounds->begins[round] + schedule_meetings(schedule, round);
}

static void rounds_pair(struct rounds *rounds);

struct rounds *rounds_new(const struct schedule *schedule, const long *strikes) {
    size_t engines = (size_t)schedule->engines;
    struct rounds *rounds = memory_new(1, sizeof *rounds);
    rounds->schedule = *schedule;
    rounds->faults = memory_new(engines, sizeof *rounds->faults);
    rounds->fresh_faults = memory_new(engines, sizeof *rounds->fresh_faults);
    rounds->order = memory_new(engines, sizeof *rounds->order);
    rounds->seeds = memory_new(engines, sizeof *rounds->seeds);
    rounds->halves = memory_new(engines, sizeof *rounds->halves);
    if (strikes != NULL) {
        rounds->strikes = memory_new(engines, sizeof *rounds->strikes);
        memcpy(rounds->strikes, strikes, engines * sizeof *strikes);
    }
    rounds_seed_all(rounds);
    rounds_number(rounds);
    size_t meetings = (size_t)rounds->begins[rounds->round_count];
    rounds->meetings = memory_new(meetings, sizeof *rounds->meetings);
    rounds->played = memory_new(meetings * (size_t)rounds->width, sizeof *rounds->played);
    rounds->byes = memory_new((size_t)rounds->round_count, sizeof *rounds->byes);
    for (size_t i = 0; i < meetings; i++)
        rounds->meetings[i] = (struct meeting){.engines = {NOBODY, NOBODY}, .winner = NOBODY};
    rounds_pair(rounds);
    return rounds;
}

void rounds_free(struct rounds *rounds) {
    if (rounds == NULL)
        return;
    void *all[] = {rounds->strikes, rounds->faults, rounds->fresh_faults, rounds->order,
                   rounds->seeds,   rounds->begins, rounds->meetings,     rounds->played,
                   rounds->byes,    rounds->halves};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(rounds);
}

/* ---- meetings */

bool rounds_withdrawn(const struct rounds *rounds, int engine) {
    return rounds->strikes != NULL && rounds->strikes[engine] > 0 &&
           rounds->faults[engine] >= rounds->strikes[engine];
}

void meeting_settle(struct rounds *rounds, struct meeting *meeting) {
    meeting->settled = true;
    rounds->unsettled--;
    rounds->dropped += rounds->width - meeting->open;
}

void meeting_pair(struct rounds *rounds, struct meeting *meeting, int first, int second) {
    meeting->engines[0] = first;
    meeting->engines[1] = second;
    meeting->open = rounds->schedule.games;
    if (first != NOBODY && second != NOBODY)
        return;
    meeting->open = 0;
    meeting_settle(rounds, meeting);
}

/* Faults of a round count from its end on, so that the order of its games does not matter. */
static void rounds_pair(struct rounds *rounds) {
    while (rounds->unsettled == 0 && rounds->paired < rounds->round_count) {
        long round = rounds->paired++;
        rounds->unsettled = rounds->begins[round + 1] - rounds->begins[round];
        for (int i = 0; i < rounds->schedule.engines; i++) {
            rounds->faults[i] += rounds->fresh_faults[i];
            rounds->fresh_faults[i] = 0;
        }
        if (rounds_is_swiss(rounds))
            swiss_pair(rounds, round);
        else
            knockout_pair(rounds, round);
    }
}

/* ---- results */

/* A game that counts for nobody: no point if both failed, half a point each if the judge did. */
static int result_halves(const struct outcome *outcome, int side) {
    if (!outcome->counted)
        return outcome->fault != NULL && strcmp(outcome->fault, "judge") == 0;
    return outcome_halves(outcome, side);
}

static bool rounds_expects(const struct rounds *rounds, const struct fixture *fixture) {
    struct fixture expected;
    return fixture->number >= 0 && fixture->number < schedule_count(&rounds->schedule) &&
           rounds_game(rounds, fixture->number, &expected) == ROUNDS_PLAY &&
           !rounds->played[fixture->number] && expected.engines[0] == fixture->engines[0] &&
           expected.engines[1] == fixture->engines[1];
}

bool rounds_add(struct rounds *rounds, const struct outcome *outcome, struct error *error) {
    const struct fixture *fixture = &outcome->fixture;
    if (!rounds_expects(rounds, fixture)) {
        struct text number = {0};
        text_print(&number, "%ld", fixture->number);
        error_set(error, "rounds.other",
                  "game {0} of the journal is not what the results before it lead to",
                  text_string(&number), NULL);
        text_free(&number);
        return false;
    }
    struct meeting *meeting = &rounds->meetings[fixture->number / rounds->width];
    bool turned = fixture->engines[0] != meeting->engines[0];
    rounds->played[fixture->number] = 1;
    for (int side = 0; side < 2; side++) {
        int engine = fixture->engines[side], halves = result_halves(outcome, side);
        meeting->halves[side ^ turned] += halves;
        rounds->halves[engine] += halves;
        rounds->fresh_faults[engine] += outcome_blames(outcome, side);
    }
    if (++meeting->played == meeting->open) {
        if (rounds_is_swiss(rounds))
            meeting_settle(rounds, meeting);
        else
            knockout_decide(rounds, meeting);
    }
    rounds_pair(rounds);
    return true;
}

/* ---- to show */

long rounds_count(const struct rounds *rounds) {
    return rounds->round_count;
}

long rounds_complete(const struct rounds *rounds) {
    return rounds->paired - (rounds->unsettled > 0);
}

long rounds_meetings(const struct rounds *rounds, long round) {
    long bye = rounds_is_swiss(rounds) && round < rounds->paired && rounds->byes[round] != NOBODY;
    return rounds->begins[round + 1] - rounds->begins[round] + bye;
}

struct meeting_view rounds_meeting(const struct rounds *rounds, long round, long index) {
    if (index >= rounds->begins[round + 1] - rounds->begins[round])
        return (struct meeting_view){
            .engines = {rounds->byes[round], NOBODY},
            .halves = {2 * (int)rounds->schedule.games, 0},
            .winner = NOBODY,
            .paired = true,
        };
    const struct meeting *meeting = &rounds->meetings[rounds->begins[round] + index];
    return (struct meeting_view){.engines = {meeting->engines[0], meeting->engines[1]},
                                 .halves = {meeting->halves[0], meeting->halves[1]},
                                 .played = meeting->played,
                                 .games = meeting->open,
                                 .winner = meeting->winner,
                                 .paired = round < rounds->paired,
                                 .by_seed = meeting->by_seed};
}
