#include "schedule.h"

#include <assert.h>

#include "../core/assert_hot.h"
#include "../core/rng.h"

int played_game_halves(const struct played_game *played, int side) {
    return played->winner < 0 ? 1 : played->winner == side ? 2 : 0;
}

/* Fowler, Noll and Vo's, with the final zero, so that texts do not run into each other. */
static uint64_t hash_text(uint64_t hash, const char *text) {
    do
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3U;
    while (*text++ != '\0');
    return hash;
}

uint64_t played_game_content(const int players[2], const char *opening, const char *moves) {
    uint64_t who = rng_mix((uint64_t)players[0]) + 3 * rng_mix((uint64_t)players[1]);
    uint64_t hash = hash_text(hash_text(0xcbf29ce484222325U ^ who, opening), moves);
    return hash != 0 ? hash : 1;
}

bool schedule_is_ok(const struct schedule *schedule) {
    bool gauntlet = schedule->format == FORMAT_GAUNTLET, swiss = schedule->format == FORMAT_SWISS;
    return schedule->format >= FORMAT_ROUND_ROBIN && schedule->format <= FORMAT_KNOCKOUT &&
           schedule->players >= 2 && schedule->games >= 1 &&
           schedule->games <= SCHEDULE_GAMES_MAX &&
           (!gauntlet ||
            (schedule->challengers >= 1 && schedule->challengers < schedule->players)) &&
           (!swiss || (schedule->rounds >= 1 && schedule->rounds <= SCHEDULE_ROUNDS_MAX)) &&
           schedule->extra >= 0 && schedule->extra <= SCHEDULE_EXTRA_MAX;
}

bool schedule_is_fixed(const struct schedule *schedule) {
    return schedule->format == FORMAT_ROUND_ROBIN || schedule->format == FORMAT_GAUNTLET;
}

static long schedule_pairings(const struct schedule *schedule) {
    long players = schedule->players;
    if (schedule->format == FORMAT_GAUNTLET)
        return schedule->challengers * (players - schedule->challengers);
    return players * (players - 1) / 2;
}

long schedule_rounds(const struct schedule *schedule) {
    long rounds = 0;
    if (schedule->format == FORMAT_SWISS)
        return schedule->rounds;
    while (1L << rounds < schedule->players)
        rounds++;
    return rounds;
}

long schedule_meetings(const struct schedule *schedule, long round) {
    if (schedule->format == FORMAT_SWISS)
        return schedule->players / 2;
    return 1L << (schedule_rounds(schedule) - 1 - round);
}

long schedule_width(const struct schedule *schedule) {
    return schedule->games + (schedule->format == FORMAT_KNOCKOUT ? schedule->extra : 0);
}

long schedule_count(const struct schedule *schedule) {
    assert(schedule_is_ok(schedule));
    if (schedule_is_fixed(schedule))
        return schedule_pairings(schedule) * schedule->games;
    long meetings = 0;
    for (long round = 0; round < schedule_rounds(schedule); round++)
        meetings += schedule_meetings(schedule, round);
    return meetings * schedule_width(schedule);
}

/* Pairing number i of (0,1) (0,2) ... (1,2) ... */
static void pairing_at(int players, long index, int *first, int *second) {
    int a = 0;
    for (long row = players - 1; index >= row; row--) {
        index -= row;
        a++;
    }
    *first = a;
    *second = a + 1 + (int)index;
}

/* Every challenger meets one opponent before any meets the next: with two challengers (0,2) (1,2)
 * (0,3) (1,3) ..., so that whenever a run ends they have met the same ones. */
static void gauntlet_at(int challengers, long index, int *first, int *second) {
    *first = (int)(index % challengers);
    *second = challengers + (int)(index / challengers);
}

uint64_t schedule_seed(const struct schedule *schedule, long number) {
    return rng_mix(schedule->seed ^ rng_mix((uint64_t)number + 1));
}

/* Rounds of one game for every pairing, or of two with colours swapped. The odd game at the end of
 * an odd number is a round of one, in which every player has each colour about as often. */
struct scheduled_game schedule_game(const struct schedule *schedule, long number) {
    assert_hot(schedule_is_fixed(schedule) && number >= 0 && number < schedule_count(schedule));
    long pairings = schedule_pairings(schedule);
    long legs = schedule->swap ? 2 : 1;
    long round = number / (pairings * legs);
    long inside = number % (pairings * legs);
    long left = schedule->games - round * legs;
    long length = left < legs ? left : legs;
    long pairing = inside / length, leg = inside % length;
    struct scheduled_game game = {.number = number,
                                  .pair = round * pairings + pairing,
                                  .opening = round,
                                  .seed = schedule_seed(schedule, number)};
    int a, b;
    if (schedule->format == FORMAT_GAUNTLET)
        gauntlet_at(schedule->challengers, pairing, &a, &b);
    else
        pairing_at(schedule->players, pairing, &a, &b);
    /* In single games nobody should have one colour throughout either. */
    long turn = schedule->format == FORMAT_GAUNTLET ? a + b - schedule->challengers : pairing;
    bool turned = length == 2 ? leg == 1 : (round + turn) % 2 == 1;
    game.players[0] = turned ? b : a;
    game.players[1] = turned ? a : b;
    return game;
}
