#include "rounds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"
#include "swiss.h"

enum { NOBODY = -1 };

struct meeting {
    int players[2]; /* the first has the first colour in the first game */
    int halves[2];
    long played;
    long open;  /* its games 0 .. open-1 may be played */
    int winner; /* knockout: the player that goes on */
    bool by_seed;
    bool settled; /* no more games */
};

struct rounds {
    struct schedule schedule;
    long *strikes; /* NULL: nobody is ever withdrawn */
    long *faults;  /* in complete rounds, by player */
    long *fresh_faults;
    int *order; /* players by seed */
    int *seeds; /* seeds by player */
    long round_count;
    long paired;  /* rounds whose meetings are known */
    long width;   /* game numbers of a meeting */
    long *begins; /* [round_count + 1]: the first meeting of a round */
    struct meeting *meetings;
    unsigned char *played; /* by game number */
    long unsettled;        /* meetings of the last paired round */
    long dropped;          /* game numbers known to be without a game */
    int *byes;             /* Swiss: the player with a bye, by round */
    int *halves;           /* Swiss: by player, byes included */
};

/* Game numbers. */

bool rounds_is_swiss(const struct rounds *rounds) {
    return rounds->schedule.format == FORMAT_SWISS;
}

int rounds_players(const struct rounds *rounds) {
    return rounds->schedule.players;
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

static struct scheduled_game game_of(const struct rounds *rounds, long number) {
    const struct schedule *schedule = &rounds->schedule;
    long index = number / rounds->width, game = number % rounds->width;
    const struct meeting *meeting = &rounds->meetings[index];
    long pairs = pair_of(rounds, rounds->width - 1) + 1, pair = pair_of(rounds, game);
    /* A tie-break begins a pair of its own; without pairs colours go on to change from game to
     * game. */
    bool extra = schedule->swap && game >= schedule->games;
    bool turned = (extra ? game - schedule->games : game) % 2 == 1;
    return (struct scheduled_game){.number = number,
                                   .players = {meeting->players[turned], meeting->players[!turned]},
                                   .pair = index * pairs + pair,
                                   .opening = round_of(rounds, index) * pairs + pair,
                                   .seed = schedule_seed(schedule, number)};
}

enum rounds_answer rounds_game(const struct rounds *rounds, long number,
                               struct scheduled_game *game) {
    if (number >= rounds_horizon(rounds))
        return ROUNDS_WAIT;
    const struct meeting *meeting = &rounds->meetings[number / rounds->width];
    if (number % rounds->width >= meeting->open)
        return meeting->settled ? ROUNDS_NEVER : ROUNDS_WAIT;
    *game = game_of(rounds, number);
    return ROUNDS_PLAY;
}

long rounds_horizon(const struct rounds *rounds) {
    return rounds->begins[rounds->paired] * rounds->width;
}

long rounds_due(const struct rounds *rounds) {
    return schedule_count(&rounds->schedule) - rounds->dropped;
}

/* Making. */

/* Seeds in the order of the players, or by lot. */
static void rounds_seed_all(struct rounds *rounds) {
    struct rng rng;
    rng_seed(&rng, rng_mix(rounds->schedule.seed + 0x73656564U));
    for (int i = 0; i < rounds->schedule.players; i++) {
        int j = rounds->schedule.shuffled ? (int)rng_below(&rng, (uint64_t)i + 1) : i;
        rounds->order[i] = rounds->order[j];
        rounds->order[j] = i;
    }
    for (int i = 0; i < rounds->schedule.players; i++)
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
    assert(schedule_is_ok(schedule) && !schedule_is_fixed(schedule));
    size_t players = (size_t)schedule->players;
    struct rounds *rounds = memory_new(1, sizeof *rounds);
    rounds->schedule = *schedule;
    rounds->faults = memory_new(players, sizeof *rounds->faults);
    rounds->fresh_faults = memory_new(players, sizeof *rounds->fresh_faults);
    rounds->order = memory_new(players, sizeof *rounds->order);
    rounds->seeds = memory_new(players, sizeof *rounds->seeds);
    rounds->halves = memory_new(players, sizeof *rounds->halves);
    if (strikes != NULL) {
        rounds->strikes = memory_new(players, sizeof *rounds->strikes);
        memcpy(rounds->strikes, strikes, players * sizeof *strikes);
    }
    rounds_seed_all(rounds);
    rounds_number(rounds);
    size_t meetings = (size_t)rounds->begins[rounds->round_count];
    rounds->meetings = memory_new(meetings, sizeof *rounds->meetings);
    rounds->played = memory_new(meetings * (size_t)rounds->width, sizeof *rounds->played);
    rounds->byes = memory_new((size_t)rounds->round_count, sizeof *rounds->byes);
    for (size_t i = 0; i < meetings; i++)
        rounds->meetings[i] = (struct meeting){.players = {NOBODY, NOBODY}, .winner = NOBODY};
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

/* Meetings. */

static bool is_withdrawn(const struct rounds *rounds, int player) {
    return rounds->strikes != NULL && rounds->strikes[player] > 0 &&
           rounds->faults[player] >= rounds->strikes[player];
}

/* No more games than it has. */
static void meeting_settle(struct rounds *rounds, struct meeting *meeting) {
    meeting->settled = true;
    rounds->unsettled--;
    rounds->dropped += rounds->width - meeting->open;
}

/* Either player may be NOBODY: then there is no game. */
static void meeting_pair(struct rounds *rounds, struct meeting *meeting, int first, int second) {
    meeting->players[0] = first;
    meeting->players[1] = second;
    meeting->open = rounds->schedule.games;
    if (first != NOBODY && second != NOBODY)
        return;
    meeting->open = 0;
    meeting_settle(rounds, meeting);
}

/* Swiss. */

static int byes_of(const struct rounds *rounds, long round, int player) {
    int byes = 0;
    for (long i = 0; i < round; i++)
        byes += rounds->byes[i] == player;
    return byes;
}

/* What the pairing of a round goes by; met[a * players + b] is how often two players have met. */
static void swiss_gather(const struct rounds *rounds, long round, struct swiss_player *players,
                         int *met) {
    int count = rounds->schedule.players, odd = (int)(rounds->schedule.games % 2);
    for (int i = 0; i < count; i++)
        players[i] = (struct swiss_player){.halves = rounds->halves[i],
                                           .seed = rounds->seeds[i],
                                           .byes = byes_of(rounds, round, i),
                                           .withdrawn = is_withdrawn(rounds, i)};
    for (long i = 0; i < rounds->begins[round]; i++) {
        const struct meeting *meeting = &rounds->meetings[i];
        int a = meeting->players[0], b = meeting->players[1];
        if (a == NOBODY || b == NOBODY)
            continue;
        met[a * count + b]++;
        met[b * count + a]++;
        players[a].colours += odd;
        players[b].colours -= odd;
        players[a].last = 1;
        players[b].last = -1;
    }
}

static void rounds_pair_swiss(struct rounds *rounds, long round) {
    size_t count = (size_t)rounds->schedule.players;
    struct swiss_player *players = memory_new(count, sizeof *players);
    struct swiss_pairing *pairings = memory_new(count / 2 + 1, sizeof *pairings);
    int *met = memory_new(count * count, sizeof *met), bye;
    swiss_gather(rounds, round, players, met);
    int paired = swiss_pair(players, (int)count, met, round, pairings, &bye);
    rounds->byes[round] = bye;
    if (bye != NOBODY)
        rounds->halves[bye] += 2 * (int)rounds->schedule.games;
    for (long i = 0; i < schedule_meetings(&rounds->schedule, round); i++) {
        struct meeting *meeting = &rounds->meetings[rounds->begins[round] + i];
        if (i < paired)
            meeting_pair(rounds, meeting, pairings[i].players[0], pairings[i].players[1]);
        else
            meeting_pair(rounds, meeting, NOBODY, NOBODY);
    }
    free(players);
    free(pairings);
    free(met);
}

/* Knockout: the player that loses a meeting is out. */

/* The seed in a place of the first round; places 0 and 1 meet, 2 and 3, and so on. Where the better
 * seed always wins, the best ones meet last. Every round further down puts beside each seed the one
 * with which it makes up the number of places. */
static long seed_at(long place, long places) {
    long seed = 0;
    for (long size = 2; size <= places; size *= 2) {
        long bit = place / (places / size) % 2, mirrored = size - 1 - seed;
        seed = bit ? mirrored : seed;
    }
    return seed;
}

int rounds_place(const struct rounds *rounds, long round, long place) {
    if (round == 0) {
        long seed = seed_at(place, 1L << rounds->round_count);
        return seed < rounds->schedule.players ? rounds->order[seed] : NOBODY;
    }
    return rounds->meetings[rounds->begins[round - 1] + place].winner;
}

static int better_seed(const struct rounds *rounds, int a, int b) {
    if (a == NOBODY || b == NOBODY)
        return a == NOBODY ? b : a;
    return rounds->seeds[a] < rounds->seeds[b] ? a : b;
}

/* A place without a player, or with one that was withdrawn, lets the other go on without a game. */
static void rounds_pair_knockout(struct rounds *rounds, long round) {
    for (long i = 0; i < rounds->begins[round + 1] - rounds->begins[round]; i++) {
        struct meeting *meeting = &rounds->meetings[rounds->begins[round] + i];
        int a = rounds_place(rounds, round, 2 * i), b = rounds_place(rounds, round, 2 * i + 1);
        bool gone_a = a != NOBODY && is_withdrawn(rounds, a);
        bool gone_b = b != NOBODY && is_withdrawn(rounds, b);
        bool turned = (round + i) % 2 == 1; /* the better seed does not begin everywhere */
        if (a != NOBODY && b != NOBODY && !gone_a && !gone_b) {
            int better = better_seed(rounds, a, b), other = better == a ? b : a;
            meeting_pair(rounds, meeting, turned ? other : better, turned ? better : other);
            continue;
        }
        meeting->winner = gone_a == gone_b ? better_seed(rounds, a, b)
                          : gone_a         ? (b != NOBODY ? b : a)
                                           : (a != NOBODY ? a : b);
        meeting_pair(rounds, meeting, meeting->winner, NOBODY);
        meeting->players[1] = meeting->winner == a ? b : a; /* to be shown */
    }
}

/* All games that are open were played. Ties are broken by two more games
 * with one opening and colours swapped, as often as there is room; then by the seed. */
static void knockout_decide(struct rounds *rounds, struct meeting *meeting) {
    long step = rounds->schedule.swap ? 2 : 1;
    bool tied = meeting->halves[0] == meeting->halves[1];
    if (tied && meeting->open + step <= rounds->width) {
        meeting->open += step;
        return;
    }
    meeting->by_seed = tied;
    meeting->winner = tied ? better_seed(rounds, meeting->players[0], meeting->players[1])
                           : meeting->players[meeting->halves[1] > meeting->halves[0]];
    meeting_settle(rounds, meeting);
}

/* Faults of a round count from its end on, so that the order of its games does not matter. */
static void rounds_pair(struct rounds *rounds) {
    while (rounds->unsettled == 0 && rounds->paired < rounds->round_count) {
        long round = rounds->paired++;
        rounds->unsettled = rounds->begins[round + 1] - rounds->begins[round];
        for (int i = 0; i < rounds->schedule.players; i++) {
            rounds->faults[i] += rounds->fresh_faults[i];
            rounds->fresh_faults[i] = 0;
        }
        if (rounds_is_swiss(rounds))
            rounds_pair_swiss(rounds, round);
        else
            rounds_pair_knockout(rounds, round);
    }
}

/* Results. */

/* Half points of a side, also of a void game. */
static int halves_of(const struct played_game *played, int side) {
    return played->is_void ? played->void_shared : played_game_halves(played, side);
}

static bool rounds_expects(const struct rounds *rounds, const struct scheduled_game *game) {
    struct scheduled_game expected;
    return game->number >= 0 && game->number < schedule_count(&rounds->schedule) &&
           rounds_game(rounds, game->number, &expected) == ROUNDS_PLAY &&
           !rounds->played[game->number] && expected.players[0] == game->players[0] &&
           expected.players[1] == game->players[1];
}

bool rounds_add(struct rounds *rounds, const struct played_game *played, struct error *error) {
    const struct scheduled_game *game = &played->game;
    if (!rounds_expects(rounds, game)) {
        struct text number = {0};
        text_print(&number, "%ld", game->number);
        error_set(error, "rounds.other", "game {0} is not what the results before it lead to",
                  text_string(&number), NULL);
        text_free(&number);
        return false;
    }
    struct meeting *meeting = &rounds->meetings[game->number / rounds->width];
    bool turned = game->players[0] != meeting->players[0];
    rounds->played[game->number] = 1;
    for (int side = 0; side < 2; side++) {
        int player = game->players[side], halves = halves_of(played, side);
        meeting->halves[side ^ turned] += halves;
        rounds->halves[player] += halves;
        rounds->fresh_faults[player] += played->faults[side];
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

/* What there is to show. */

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
            .players = {rounds->byes[round], NOBODY},
            .halves = {2 * (int)rounds->schedule.games, 0},
            .winner = NOBODY,
            .paired = true,
        };
    const struct meeting *meeting = &rounds->meetings[rounds->begins[round] + index];
    return (struct meeting_view){.players = {meeting->players[0], meeting->players[1]},
                                 .halves = {meeting->halves[0], meeting->halves[1]},
                                 .played = meeting->played,
                                 .games = meeting->open,
                                 .winner = meeting->winner,
                                 .paired = round < rounds->paired,
                                 .by_seed = meeting->by_seed};
}

/* Standings of a Swiss tournament. */

static void standing_meet(const struct rounds *rounds, struct swiss_standing *standing, int other,
                          double share) {
    double points = rounds->halves[other] / 2.0;
    standing->buchholz += points;
    standing->sonneborn += share * points;
}

static int standing_compare(const void *a, const void *b) {
    const struct swiss_standing *p = a, *q = b;
    if (p->halves != q->halves)
        return p->halves < q->halves ? 1 : -1;
    if (p->buchholz != q->buchholz)
        return p->buchholz < q->buchholz ? 1 : -1;
    return p->sonneborn < q->sonneborn ? 1 : p->sonneborn > q->sonneborn ? -1 : 0;
}

/* A stable sort: players that are equal in everything stay in the order of their seeds. */
static void standings_sort(struct swiss_standing *standings, int count) {
    for (int i = 1; i < count; i++) {
        struct swiss_standing moved = standings[i];
        int at = i;
        for (; at > 0 && standing_compare(&moved, &standings[at - 1]) < 0; at--)
            standings[at] = standings[at - 1];
        standings[at] = moved;
    }
}

void rounds_standings(const struct rounds *rounds, struct swiss_standing *standings) {
    double games = (double)rounds->schedule.games;
    for (int i = 0; i < rounds->schedule.players; i++) {
        int player = rounds->order[i];
        standings[i] = (struct swiss_standing){.player = player,
                                               .halves = rounds->halves[player],
                                               .byes = byes_of(rounds, rounds->paired, player),
                                               .withdrawn = is_withdrawn(rounds, player)};
        for (int byes = 0; byes < standings[i].byes; byes++)
            standing_meet(rounds, &standings[i], player, 1);
    }
    for (long i = 0; i < rounds->begins[rounds->paired]; i++) {
        const struct meeting *meeting = &rounds->meetings[i];
        if (meeting->players[0] == NOBODY || meeting->played == 0)
            continue;
        for (int side = 0; side < 2; side++)
            standing_meet(rounds, &standings[rounds->seeds[meeting->players[side]]],
                          meeting->players[1 - side], meeting->halves[side] / 2.0 / games);
    }
    standings_sort(standings, rounds->schedule.players);
}
