#include "statistics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "../core/memory.h"
#include "../core/rng.h"

enum { ROOM_FIRST = 64 };
static const double NORMAL_95 = 1.959963984540054;

/* Wins, draws, losses. */

void wdl_add(struct wdl *wdl, const struct played_game *played, int side) {
    assert(!played->is_void);
    if (played->winner < 0) {
        wdl->draws++;
    } else if (played->winner == side) {
        wdl->wins++;
        wdl->narrow_wins += played->narrow;
    } else {
        wdl->losses++;
        wdl->narrow_losses += played->narrow;
    }
}

void wdl_join(struct wdl *wdl, int one, int other) {
    wdl->joint.pairs++;
    wdl->joint.sum += one - 1 + other - 1;
    wdl->joint.product += (one - 1) * (other - 1);
    wdl->joint.won += one + other > 2;
    wdl->joint.lost += one + other < 2;
}

struct wdl wdl_sum(const struct wdl *a, const struct wdl *b) {
    return (struct wdl){.wins = a->wins + b->wins,
                        .draws = a->draws + b->draws,
                        .losses = a->losses + b->losses,
                        .narrow_wins = a->narrow_wins + b->narrow_wins,
                        .narrow_losses = a->narrow_losses + b->narrow_losses,
                        .joint = {.pairs = a->joint.pairs + b->joint.pairs,
                                  .sum = a->joint.sum + b->joint.sum,
                                  .product = a->joint.product + b->joint.product,
                                  .won = a->joint.won + b->joint.won,
                                  .lost = a->joint.lost + b->joint.lost}};
}

long wdl_games(const struct wdl *wdl) {
    return wdl->wins + wdl->draws + wdl->losses;
}

double wdl_score(const struct wdl *wdl) {
    long games = wdl_games(wdl);
    return games == 0 ? 0.5 : ((double)wdl->wins + (double)wdl->draws / 2) / (double)games;
}

double wdl_rank(const struct wdl *wdl) {
    return wdl_games(wdl) > 0 ? wdl_score(wdl) : -1;
}

/* How many standard errors hold 95 % if the error itself was measured on few results: Student's
 * distribution, exactly for one and two degrees of freedom, else by its series around the normal
 * one, to within 1 %. */
static double errors_95(double freedom) {
    static const double few[] = {12.706204736, 4.302652730};
    const double z = NORMAL_95, s = z * z;
    if (freedom < 3)
        return few[freedom >= 2];
    double first = (s + 1) / 4, second = (5 * s * s + 16 * s + 3) / 96;
    double third = (3 * s * s * s + 19 * s * s + 17 * s - 15) / 384;
    return z * (1 + (first + (second + third / freedom) / freedom) / freedom);
}

/* The squares of the distances from the mean, summed up over pairs and games without a partner,
 * where a game is worth -1, 0 or 1. */
static double wdl_spread(const struct wdl *wdl) {
    const struct joint *joint = &wdl->joint;
    double mean = 2 * wdl_score(wdl) - 1, pairs = (double)joint->pairs;
    double spread = (double)wdl->wins * (1 - mean) * (1 - mean) + (double)wdl->draws * mean * mean +
                    (double)wdl->losses * (1 + mean) * (1 + mean);
    /* (a - mean) (b - mean) of both games of each pair, twice, makes it that of their sums. */
    return spread + 2 * ((double)joint->product - mean * (double)joint->sum + pairs * mean * mean);
}

/* Wilson's interval, which stays within 0 and 1: it holds every true score from which this one is
 * less than `errors` standard errors away, if the error changes with the score as that of won and
 * lost games does. The error is measured by the spread of the results of pairs, and of games
 * without a partner. Where all results are equal there is no spread; then the interval ends where
 * as many equal results would still happen in one of 40 tries (the exact binomial bound). */
void wdl_interval(const struct wdl *wdl, double *low, double *high) {
    assert(wdl_games(wdl) > 0);
    double games = (double)wdl_games(wdl), score = wdl_score(wdl);
    double results = games - (double)wdl->joint.pairs, spread = wdl_spread(wdl);
    if (spread > 1e-9 * games) {
        double variance = spread / (4 * games * games) * results / (results - 1);
        double worth = score * (1 - score) / variance; /* in won and lost games */
        double errors = errors_95(results - 1), shift = errors * errors / worth;
        double middle = (score + shift / 2) / (1 + shift);
        double half = errors / (1 + shift) * sqrt(variance + shift / (4 * worth));
        *low = middle - half;
        *high = middle + half;
    } else {
        double miss = 1 - pow(0.025, 1 / results);
        *low = score - miss * score;
        *high = score + miss * (1 - score);
    }
}

/* By how many standard deviations the results of pairs, and of games without a partner, add up to
 * more than nothing, if they were as likely to go the other way. */
double wdl_superiority(const struct wdl *wdl) {
    double squares = (double)(wdl->wins + wdl->losses + 2 * wdl->joint.product);
    if (squares <= 0)
        return 0.5;
    return 0.5 * (1 + erf((double)(wdl->wins - wdl->losses) / sqrt(2 * squares)));
}

/* Elo. */

double elo_from_score(double score) {
    return -400 * log10(1 / score - 1);
}

int elo_decimals(double width) {
    return width < 20 ? 1 : 0;
}

double elo_rounded(double value, int decimals) {
    double scale = decimals > 0 ? 10 : 1;
    return round(scale * value) / scale + 0.0;
}

bool elo_normalized(const struct wdl *wdl, double *value, double *error) {
    const double scale = 800 / log(10);
    double games = (double)wdl_games(wdl), spread = wdl_spread(wdl);
    if (games == 0 || spread <= 1e-9 * games)
        return false;
    *value = scale * (wdl_score(wdl) - 0.5) / sqrt(spread / (4 * games));
    *error = scale * NORMAL_95 / sqrt(games);
    return true;
}

struct elo elo_estimate(const struct wdl *wdl) {
    struct elo elo = {.open_low = true, .open_high = true};
    if (wdl_games(wdl) == 0)
        return elo;
    double score = wdl_score(wdl), low, high;
    wdl_interval(wdl, &low, &high);
    elo.known = score > 0 && score < 1;
    if (elo.known)
        elo.difference = elo_from_score(score);
    elo.open_low = low <= 0;
    elo.open_high = high >= 1;
    if (!elo.open_low)
        elo.low = elo_from_score(low);
    if (!elo.open_high)
        elo.high = elo_from_score(high);
    return elo;
}

/* Pairs of games. */

/* The first game of a pair, until the second one comes: no schedule has a third. */
struct open_pair {
    bool used;
    long pair;
    int players[2];
    int halves; /* of the player that had side 0 */
};

static size_t home_of(size_t room, long pair) {
    return (size_t)rng_mix((uint64_t)pair) & (room - 1);
}

static struct open_pair *slot_of(struct open_pair *table, size_t room, long pair) {
    size_t at = home_of(room, pair);
    while (table[at].used && table[at].pair != pair)
        at = (at + 1) & (room - 1);
    return &table[at];
}

static void open_pairs_widen(struct open_pairs *open) {
    size_t room = open->room == 0 ? ROOM_FIRST : 2 * open->room;
    struct open_pair *table = memory_new(room, sizeof *table);
    for (size_t i = 0; i < open->room; i++)
        if (open->table[i].used)
            *slot_of(table, room, open->table[i].pair) = open->table[i];
    free(open->table);
    open->table = table;
    open->room = room;
}

/* Entries after it move up, where that brings them no further than their home, so that no search
 * ends at the gap. */
static void open_pairs_remove(struct open_pairs *open, struct open_pair *first) {
    struct open_pair *table = open->table;
    size_t last = open->room - 1, gap = (size_t)(first - table);
    for (size_t at = (gap + 1) & last; table[at].used; at = (at + 1) & last) {
        size_t home = home_of(open->room, table[at].pair);
        if (((at - home) & last) < ((at - gap) & last))
            continue;
        table[gap] = table[at];
        gap = at;
    }
    table[gap].used = false;
    open->count--;
}

int open_pairs_add(struct open_pairs *open, const struct played_game *played) {
    const struct scheduled_game *game = &played->game;
    const int *players = game->players;
    if (2 * open->count >= open->room)
        open_pairs_widen(open);
    struct open_pair *first = slot_of(open->table, open->room, game->pair);
    if (!first->used) {
        *first = (struct open_pair){.used = true,
                                    .pair = game->pair,
                                    .players = {players[0], players[1]},
                                    .halves = played_game_halves(played, 0)};
        open->count++;
        return -1;
    }
    if (first->players[0] != players[1] || first->players[1] != players[0])
        return -1;
    int halves = first->halves;
    open_pairs_remove(open, first);
    return 2 - halves;
}

void open_pairs_free(struct open_pairs *open) {
    free(open->table);
    *open = (struct open_pairs){0};
}

/* All games of a tournament. */

void statistics_init(struct statistics *statistics, int players) {
    assert(players >= 0);
    size_t count = (size_t)players;
    *statistics = (struct statistics){.players = players};
    statistics->by_side = memory_new(count, sizeof *statistics->by_side);
    statistics->pairs = memory_new(count * count, sizeof *statistics->pairs);
}

void statistics_free(struct statistics *statistics) {
    free(statistics->by_side);
    free(statistics->pairs);
    open_pairs_free(&statistics->open);
    *statistics = (struct statistics){0};
}

static struct wdl *against(struct statistics *statistics, const int *players, int side) {
    return &statistics->pairs[players[side] * statistics->players + players[1 - side]];
}

void statistics_add(struct statistics *statistics, const struct played_game *played) {
    const int *players = played->game.players;
    assert(players[0] >= 0 && players[0] < statistics->players);
    assert(players[1] >= 0 && players[1] < statistics->players);
    statistics->games++;
    statistics->voids += played->is_void;
    if (played->is_void)
        return;
    int before = open_pairs_add(&statistics->open, played);
    wdl_add(&statistics->first, played, 0);
    if (before >= 0)
        wdl_join(&statistics->first, played_game_halves(played, 0), 2 - before);
    for (int side = 0; side < 2; side++) {
        struct wdl *wdl = against(statistics, players, side);
        wdl_add(&statistics->by_side[players[side]][side], played, side);
        wdl_add(wdl, played, side);
        if (before >= 0)
            wdl_join(wdl, played_game_halves(played, side), side == 0 ? before : 2 - before);
    }
}

struct wdl statistics_player(const struct statistics *statistics, int player) {
    return wdl_sum(&statistics->by_side[player][0], &statistics->by_side[player][1]);
}
