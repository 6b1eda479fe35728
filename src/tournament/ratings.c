#include "ratings.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

static const double NORMAL_95 = 1.959963984540054;
static const double ELO_PER_NAT = 173.71779276130073; /* 400 / ln 10 */

enum { NEWTON_STEPS = 200 };

/* What one player had against another, after the half points that make unbounded ratings finite. */
struct head_to_head {
    double wins, draws, losses;
    struct joint joint;
};

static double meeting_games(const struct head_to_head *meeting) {
    return meeting->wins + meeting->draws + meeting->losses;
}

static double meeting_points(const struct head_to_head *meeting) {
    return meeting->wins + meeting->draws / 2;
}

/* The work on one group: members are its players' numbers, matrices are members wide. */
struct fit {
    int size;
    const int *members;
    const struct head_to_head *meetings; /* of all players, `stride` wide */
    int stride;
    double *nats;    /* ratings on the natural scale */
    double *inverse; /* pseudo-inverse of the information matrix */
};

static const struct head_to_head *fit_meeting(const struct fit *fit, int i, int j) {
    return &fit->meetings[fit->members[i] * fit->stride + fit->members[j]];
}

static double expected(const struct fit *fit, int i, int j) {
    return 1 / (1 + exp(fit->nats[j] - fit->nats[i]));
}

/* Which players can be compared. */

/* reach[a * players + b]: a scored against b, or against one that reaches b. */
static bool *reach_new(const struct wdl *pairs, int players) {
    size_t n = (size_t)players;
    bool *reach = memory_new(n * n, sizeof *reach);
    for (size_t i = 0; i < n * n; i++)
        reach[i] = pairs[i].wins + pairs[i].draws > 0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; reach[i * n + k] && j < n; j++)
                reach[i * n + j] |= reach[k * n + j];
    return reach;
}

static void group_fill(struct ratings *ratings, const struct wdl *pairs, int player, int group) {
    ratings->each[player].group = group;
    ratings->each[player].bound = RATING_EXACT;
    for (int other = 0; other < ratings->players; other++)
        if (ratings->each[other].bound == RATING_NONE &&
            wdl_games(&pairs[player * ratings->players + other]) > 0)
            group_fill(ratings, pairs, other, group);
}

static void groups_find(struct ratings *ratings, const struct wdl *pairs) {
    for (int i = 0; i < ratings->players; i++) {
        bool played = false;
        for (int j = 0; j < ratings->players; j++)
            played |= wdl_games(&pairs[i * ratings->players + j]) > 0;
        if (played && ratings->each[i].bound == RATING_NONE)
            group_fill(ratings, pairs, i, ratings->groups++);
    }
}

static bool ties(const bool *reach, int players, int a, int b) {
    return a == b || (reach[a * players + b] && reach[b * players + a]);
}

/* The body of a group: the most players of which each scored against each, directly or by others.
 */
static int body_of(const struct ratings *ratings, const bool *reach, int group) {
    int best = -1, most = 0;
    for (int i = 0; i < ratings->players; i++) {
        if (ratings->each[i].bound == RATING_NONE || ratings->each[i].group != group)
            continue;
        int count = 0;
        for (int j = 0; j < ratings->players; j++)
            count += ties(reach, ratings->players, i, j);
        if (count > most) {
            most = count;
            best = i;
        }
    }
    return best;
}

static enum rating_bound bound_by_body(const bool *reach, int players, int i, int body) {
    if (ties(reach, players, i, body))
        return RATING_EXACT;
    return reach[i * players + body]   ? RATING_FLOOR
           : reach[body * players + i] ? RATING_CEILING
                                       : RATING_LOOSE;
}

/* A chain of players each of which beat the next has no body. */
static enum rating_bound bound_by_games(const bool *reach, int players, int i) {
    bool won = false, lost = false;
    for (int j = 0; j < players; j++) {
        won |= reach[i * players + j];
        lost |= reach[j * players + i];
    }
    return won && lost ? RATING_LOOSE : won ? RATING_FLOOR : RATING_CEILING;
}

static bool is_alone(const bool *reach, int players, int i) {
    for (int j = 0; j < players; j++)
        if (j != i && ties(reach, players, i, j))
            return false;
    return true;
}

/* The anchor takes the place of its group's body. */
static void bounds_find(struct ratings *ratings, const bool *reach,
                        const struct rating_anchor *anchor) {
    int players = ratings->players;
    for (int group = 0; group < ratings->groups; group++) {
        bool anchored = anchor != NULL && ratings->each[anchor->player].bound != RATING_NONE &&
                        ratings->each[anchor->player].group == group;
        int body = anchored ? anchor->player : body_of(ratings, reach, group);
        bool none = !anchored && is_alone(reach, players, body);
        for (int i = 0; i < players; i++) {
            struct rating *rating = &ratings->each[i];
            if (rating->bound != RATING_NONE && rating->group == group)
                rating->bound = none ? bound_by_games(reach, players, i)
                                     : bound_by_body(reach, players, i, body);
        }
    }
}

/* An player that won all its games has no highest rating that explains them. It is given the rating
 * that it would have with one game drawn instead, shared among the meetings that nothing bounds. */
static struct head_to_head *meetings_new(const struct wdl *pairs, const bool *reach, int players) {
    size_t n = (size_t)players;
    struct head_to_head *meetings = memory_new(n * n, sizeof *meetings);
    int *open = memory_new(n, sizeof *open);
    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++)
            open[i] += wdl_games(&pairs[i * players + j]) > 0 && !ties(reach, players, i, j);
    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++) {
            const struct wdl *wdl = &pairs[i * players + j];
            struct head_to_head *meeting = &meetings[i * players + j];
            *meeting = (struct head_to_head){(double)wdl->wins, (double)wdl->draws,
                                             (double)wdl->losses, wdl->joint};
            if (wdl_games(wdl) == 0 || ties(reach, players, i, j))
                continue;
            double share = 1.0 / (open[i] > open[j] ? open[i] : open[j]);
            meeting->draws += share;
            *(wdl->wins > 0 ? &meeting->wins : &meeting->losses) -= share;
        }
    free(open);
    return meetings;
}

/* The likeliest ratings of one group. */

/* The sums over opponents on the diagonal, the single ones negative beside it: has the null space
 * (1, 1, ...), for only differences matter. */
static void laplacian_add(double *matrix, int size, int i, int j, double weight) {
    matrix[i * size + i] += weight;
    matrix[j * size + j] += weight;
    matrix[i * size + j] -= weight;
    matrix[j * size + i] -= weight;
}

/* Inverts a symmetric positive definite matrix in place (Gauss and Jordan; no pivots needed). */
static void invert(double *matrix, int size) {
    for (int k = 0; k < size; k++) {
        double pivot = matrix[k * size + k];
        matrix[k * size + k] = 1;
        for (int j = 0; j < size; j++)
            matrix[k * size + j] /= pivot;
        for (int i = 0; i < size; i++) {
            double factor = matrix[i * size + k];
            if (i == k || factor == 0)
                continue;
            matrix[i * size + k] = 0;
            for (int j = 0; j < size; j++)
                matrix[i * size + j] -= factor * matrix[k * size + j];
        }
    }
}

/* With 1/size added everywhere the information matrix can be inverted; taken away again it is the
 * pseudo-inverse, with the mean held at 0. */
static void fit_invert(struct fit *fit) {
    int size = fit->size;
    for (int i = 0; i < size * size; i++)
        fit->inverse[i] = 1.0 / size;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++) {
            double p = expected(fit, i, j);
            laplacian_add(fit->inverse, size, i, j,
                          meeting_games(fit_meeting(fit, i, j)) * p * (1 - p));
        }
    invert(fit->inverse, size);
    for (int i = 0; i < size * size; i++)
        fit->inverse[i] -= 1.0 / size;
}

static double fit_likelihood(const struct fit *fit) {
    double sum = 0;
    for (int i = 0; i < fit->size; i++)
        for (int j = 0; j < fit->size; j++)
            if (i != j)
                sum -= meeting_points(fit_meeting(fit, i, j)) *
                       log1p(exp(fit->nats[j] - fit->nats[i]));
    return sum;
}

/* Newton's method: the likelihood is concave, so that halved steps always lead on. */
static void fit_climb(struct fit *fit) {
    int size = fit->size;
    double *gap = memory_new((size_t)size, sizeof *gap);
    double *step = memory_new((size_t)size, sizeof *step);
    double before = fit_likelihood(fit), largest = 1;
    for (int count = 0; count < NEWTON_STEPS && largest > 1e-10; count++) {
        fit_invert(fit);
        memset(gap, 0, (size_t)size * sizeof *gap);
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                if (i != j)
                    gap[i] += meeting_points(fit_meeting(fit, i, j)) -
                              meeting_games(fit_meeting(fit, i, j)) * expected(fit, i, j);
        largest = 0;
        for (int i = 0; i < size; i++) {
            step[i] = 0;
            for (int j = 0; j < size; j++)
                step[i] += fit->inverse[i * size + j] * gap[j];
            largest = fmax(largest, fabs(step[i]));
        }
        double scale = largest > 1 ? 1 / largest : 1; /* at most one nat at a time */
        for (int i = 0; i < size; i++)
            fit->nats[i] += scale * step[i];
        double now = fit_likelihood(fit);
        for (int halvings = 0; now < before - 1e-9 && halvings < 40; halvings++) {
            scale /= 2;
            for (int i = 0; i < size; i++)
                fit->nats[i] -= scale * step[i];
            now = fit_likelihood(fit);
        }
        before = now;
    }
    fit_invert(fit);
    free(gap);
    free(step);
}

/* The spread of a meeting's results about the expected score, as measured: draws make it smaller
 * than that of a coin, and so do pairs with a game for each. It is never taken for less than that
 * of one decided game, or of one pair with both games for the same player, so that a few equal
 * results are not read as certainty, nor for more than the coin's on that account. */
static double meeting_spread(const struct head_to_head *meeting, double p) {
    double spread = meeting->wins * (1 - p) * (1 - p) + meeting->draws * (0.5 - p) * (0.5 - p) +
                    meeting->losses * p * p;
    const struct joint *joint = &meeting->joint;
    double pairs = (double)joint->pairs, mean = 2 * p - 1;
    spread += ((double)joint->product - mean * (double)joint->sum + pairs * mean * mean) / 2;
    return fmax(spread, fmin(pairs > 0 ? 1 : 0.25, meeting_games(meeting) * p * (1 - p)));
}

/* Inverse information, spread of the results, inverse information: the covariance that holds
 * whatever the distribution of a game's result. */
static void fit_covariance(const struct fit *fit, struct ratings *ratings) {
    int size = fit->size;
    size_t cells = (size_t)size * (size_t)size;
    double *spread = memory_new(cells, sizeof *spread), *half = memory_new(cells, sizeof *half);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++) {
            const struct head_to_head *meeting = fit_meeting(fit, i, j);
            if (meeting_games(meeting) > 0)
                laplacian_add(spread, size, i, j, meeting_spread(meeting, expected(fit, i, j)));
        }
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++)
            for (int j = 0; j < size; j++)
                half[i * size + j] += fit->inverse[i * size + k] * spread[k * size + j];
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double sum = 0;
            for (int k = 0; k < size; k++)
                sum += half[i * size + k] * fit->inverse[k * size + j];
            ratings->covariance[fit->members[i] * ratings->players + fit->members[j]] =
                sum * ELO_PER_NAT * ELO_PER_NAT;
        }
    free(spread);
    free(half);
}

static void group_rate(struct ratings *ratings, const struct head_to_head *meetings, int group) {
    size_t n = (size_t)ratings->players;
    int *members = memory_new(n, sizeof *members);
    struct fit fit = {.members = members, .meetings = meetings, .stride = ratings->players};
    for (int i = 0; i < ratings->players; i++)
        if (ratings->each[i].bound != RATING_NONE && ratings->each[i].group == group)
            members[fit.size++] = i;
    fit.nats = memory_new((size_t)fit.size, sizeof *fit.nats);
    fit.inverse = memory_new((size_t)fit.size * (size_t)fit.size, sizeof *fit.inverse);
    fit_climb(&fit);
    fit_covariance(&fit, ratings);
    for (int i = 0; i < fit.size; i++) {
        struct rating *rating = &ratings->each[members[i]];
        double variance = ratings->covariance[members[i] * ratings->players + members[i]];
        rating->elo = fit.nats[i] * ELO_PER_NAT;
        rating->error = NORMAL_95 * sqrt(fmax(variance, 0));
    }
    free(fit.nats);
    free(fit.inverse);
    free(members);
}

/* Moves the anchor's group. The covariances become those of the differences to the anchor, which
 * leaves those between any two players as they are. */
static void group_anchor(struct ratings *ratings, const struct rating_anchor *anchor) {
    int n = ratings->players, at = anchor->player;
    double shift = anchor->elo - ratings->each[at].elo;
    double *cells = ratings->covariance, own = cells[at * n + at];
    double *column = memory_new((size_t)n, sizeof *column);
    double *row = memory_new((size_t)n, sizeof *row);
    for (int i = 0; i < n; i++)
        column[i] = cells[i * n + at], row[i] = cells[at * n + i];
    for (int i = 0; i < n; i++) {
        struct rating *rating = &ratings->each[i];
        if (!ratings_compare(ratings, at, i))
            continue;
        for (int j = 0; j < n; j++)
            if (ratings_compare(ratings, at, j))
                cells[i * n + j] += own - column[i] - row[j];
        rating->anchored = true;
        rating->elo = i == at ? anchor->elo : rating->elo + shift;
        rating->error = i == at ? 0 : NORMAL_95 * sqrt(fmax(cells[i * n + i], 0));
    }
    free(column);
    free(row);
}

/* All groups. */

void ratings_make(struct ratings *ratings, const struct wdl *pairs, int players) {
    ratings_make_anchored(ratings, pairs, players, NULL);
}

void ratings_make_anchored(struct ratings *ratings, const struct wdl *pairs, int players,
                           const struct rating_anchor *anchor) {
    assert(anchor == NULL || (anchor->player >= 0 && anchor->player < players));
    size_t n = (size_t)players;
    *ratings = (struct ratings){.players = players};
    ratings->each = memory_new(n, sizeof *ratings->each);
    ratings->covariance = memory_new(n * n, sizeof *ratings->covariance);
    bool *reach = reach_new(pairs, players);
    struct head_to_head *meetings = meetings_new(pairs, reach, players);
    groups_find(ratings, pairs);
    for (int group = 0; group < ratings->groups; group++)
        group_rate(ratings, meetings, group);
    if (anchor != NULL)
        group_anchor(ratings, anchor);
    bounds_find(ratings, reach, anchor);
    free(meetings);
    free(reach);
}

void ratings_free(struct ratings *ratings) {
    free(ratings->each);
    free(ratings->covariance);
    *ratings = (struct ratings){0};
}

bool ratings_compare(const struct ratings *ratings, int a, int b) {
    const struct rating *p = &ratings->each[a], *q = &ratings->each[b];
    return p->bound != RATING_NONE && q->bound != RATING_NONE && p->group == q->group;
}

double ratings_deviation(const struct ratings *ratings, int a, int b) {
    const double *cells = ratings->covariance;
    int n = ratings->players;
    double variance = cells[a * n + a] + cells[b * n + b] - cells[a * n + b] - cells[b * n + a];
    return sqrt(fmax(variance, 0));
}

double ratings_superiority(const struct ratings *ratings, int a, int b) {
    if (a == b || !ratings_compare(ratings, a, b))
        return 0.5;
    double deviation = ratings_deviation(ratings, a, b);
    double difference = ratings->each[a].elo - ratings->each[b].elo;
    if (deviation <= 0)
        return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    return 0.5 * (1 + erf(difference / (deviation * sqrt(2))));
}

int rating_decimals(const struct rating *rating) {
    return rating->error > 0 ? elo_decimals(2 * rating->error) : 0;
}
