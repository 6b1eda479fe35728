#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

enum { REPEATS_RARE = 20 };
static const double NORMAL_95 = 1.959963984540054;

void stats_init(struct stats *stats, int engines) {
    *stats = (struct stats){.engines = engines};
    stats->each = memory_new((size_t)engines, sizeof *stats->each);
    stats->pairs = memory_new((size_t)engines * (size_t)engines, sizeof *stats->pairs);
}

void stats_free(struct stats *stats) {
    for (size_t i = 0; i < stats->opening_count; i++)
        free(stats->openings[i].text);
    free(stats->openings);
    free(stats->each);
    free(stats->pairs);
    couples_free(&stats->couples);
    *stats = (struct stats){0};
}

static void tally_add(struct tally *tally, int side, const struct outcome *outcome) {
    bool narrow = outcome_is_narrow(outcome);
    if (outcome->winner == SIDE_NONE) {
        tally->draws++;
    } else if (outcome->winner == side) {
        tally->wins++;
        tally->narrow_wins += narrow;
    } else {
        tally->losses++;
        tally->narrow_losses += narrow;
    }
}

static void stats_blame(struct stats *stats, const struct outcome *outcome) {
    for (int side = 0; side < 2; side++) {
        struct engine_stats *engine = &stats->each[outcome->fixture.engines[side]];
        const char *word = outcome_kind(outcome, side);
        int kind = 0;
        if (word == NULL)
            continue;
        while (outcome_faults[kind] != NULL && strcmp(outcome_faults[kind], word) != 0)
            kind++;
        engine->faults[kind]++;
        engine->fault_count++;
    }
}

const struct opening_stats *stats_opening(const struct stats *stats, const char *text) {
    /* The last ones first: games with one opening come close together. */
    for (size_t i = stats->opening_count; i-- > 0;)
        if (strcmp(stats->openings[i].text, text) == 0)
            return &stats->openings[i];
    return NULL;
}

static void stats_open(struct stats *stats, const struct outcome *outcome) {
    const char *text = outcome->opening != NULL ? outcome->opening : "";
    const struct opening_stats *known = stats_opening(stats, text);
    if (known == NULL && stats->opening_count == STATS_OPENINGS) {
        stats->openings_cut = true;
        return;
    }
    if (known == NULL) {
        stats->openings =
            memory_grow(stats->openings, stats->opening_count + 1, sizeof *stats->openings);
        stats->openings[stats->opening_count++] =
            (struct opening_stats){.text = memory_string(text)};
        known = &stats->openings[stats->opening_count - 1];
    }
    struct opening_stats *opening = &stats->openings[known - stats->openings];
    tally_add(&opening->first, 0, outcome);
    for (int side = 0; side < 2; side++)
        if (outcome->fixture.engines[side] == 0)
            tally_add(&opening->engine, side, outcome);
}

static void stats_join(struct stats *stats, const struct outcome *outcome) {
    const int *engines = outcome->fixture.engines;
    int before = couples_add(&stats->couples, outcome);
    if (before < 0)
        return;
    tally_join(&stats->first, outcome_halves(outcome, 0), 2 - before);
    for (int side = 0; side < 2; side++)
        tally_join(&stats->pairs[engines[side] * stats->engines + engines[1 - side]],
                   outcome_halves(outcome, side), side == 0 ? before : 2 - before);
}

void stats_add(struct stats *stats, const struct outcome *outcome) {
    const int *engines = outcome->fixture.engines;
    stats->games++;
    stats->voids += !outcome->counted;
    stats->disputes += outcome->dispute;
    stats->plies += outcome->plies;
    if (outcome->fault != NULL)
        stats_blame(stats, outcome);
    if (outcome->counted) {
        tally_add(&stats->first, 0, outcome);
        stats_open(stats, outcome);
        stats_join(stats, outcome);
    }
    for (int side = 0; side < 2; side++) {
        struct engine_stats *engine = &stats->each[engines[side]];
        engine->plies += outcome->side_plies[side];
        engine->time += outcome->side_time[side];
        engine->slowest = fmax(engine->slowest, outcome->side_slow[side]);
        if (!outcome->counted)
            continue;
        tally_add(&engine->by_side[side], side, outcome);
        tally_add(&stats->pairs[engines[side] * stats->engines + engines[1 - side]], side, outcome);
    }
}

bool stats_repeat(const struct stats *stats) {
    return stats->repeats > 0 && stats->repeats * REPEATS_RARE >= stats->games;
}

struct tally tally_sum(const struct tally *a, const struct tally *b) {
    return (struct tally){.wins = a->wins + b->wins,
                          .draws = a->draws + b->draws,
                          .losses = a->losses + b->losses,
                          .narrow_wins = a->narrow_wins + b->narrow_wins,
                          .narrow_losses = a->narrow_losses + b->narrow_losses,
                          .joint = {.pairs = a->joint.pairs + b->joint.pairs,
                                    .sum = a->joint.sum + b->joint.sum,
                                    .product = a->joint.product + b->joint.product}};
}

void tally_join(struct tally *tally, int one, int other) {
    tally->joint.pairs++;
    tally->joint.sum += one - 1 + other - 1;
    tally->joint.product += (one - 1) * (other - 1);
}

long tally_games(const struct tally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

double tally_score(const struct tally *tally) {
    long games = tally_games(tally);
    return games == 0 ? 0.5 : ((double)tally->wins + (double)tally->draws / 2) / (double)games;
}

double tally_rank(const struct tally *tally) {
    return tally_games(tally) > 0 ? tally_score(tally) : -1;
}

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

/* Wilson's interval, which stays within 0 and 1: it holds every true score from which this one is
 * less than so many standard errors away, if the error changes with the score as that of won and
 * lost games does. The error here is measured by the spread of the results of pairs, and of games
 * without a partner. Where all of them are the same there is none; then the interval ends where so
 * many equal ones would still happen in one of 40 tries (the exact binomial bound). */
void tally_interval(const struct tally *tally, double *low, double *high) {
    const struct joint *joint = &tally->joint;
    double games = (double)tally_games(tally), score = tally_score(tally), mean = 2 * score - 1;
    double pairs = (double)joint->pairs, results = games - pairs;
    double spread = (double)tally->wins * (1 - mean) * (1 - mean) +
                    (double)tally->draws * mean * mean +
                    (double)tally->losses * (1 + mean) * (1 + mean);
    /* (a - mean) (b - mean) of both games of each pair, twice, makes it that of their sums. */
    spread += 2 * ((double)joint->product - mean * (double)joint->sum + pairs * mean * mean);
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

struct elo elo_estimate(const struct tally *tally) {
    struct elo elo = {.open_low = true, .open_high = true};
    if (tally_games(tally) == 0)
        return elo;
    double score = tally_score(tally), low, high;
    tally_interval(tally, &low, &high);
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

/* By how many standard deviations the results of pairs, and of games without a partner, add up to
 * more than nothing, if they were as likely to go the other way. */
double superiority(const struct tally *tally) {
    double squares = (double)(tally->wins + tally->losses + 2 * tally->joint.product);
    if (squares <= 0)
        return 0.5;
    return 0.5 * (1 + erf((double)(tally->wins - tally->losses) / sqrt(2 * squares)));
}
