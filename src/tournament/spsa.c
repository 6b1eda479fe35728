#include "spsa.h"

#include <math.h>
#include <stdlib.h>

#include "../core/memory.h"
#include "../core/rng.h"

/* Spall's exponents for how points and moves shrink, and his hint to let the moves begin as if a
 * tenth of the walk were done. */
static const double POINTS_EXPONENT = 0.101, MOVES_EXPONENT = 0.602, HEAD_START = 0.1;

/* How many standard errors the fall of the pull must have before it is believed. A walk without any
 * pull returns to its own mean by chance, as Dickey and Fuller showed, so that two or three are not
 * enough. */
static const double BELIEVED = 3.5;

void spsa_begin(struct spsa *spsa) {
    spsa->done = 0;
    spsa->path = memory_new((size_t)(spsa->iterations + 1) * spsa->count, sizeof *spsa->path);
    spsa->pulls = memory_new((size_t)spsa->iterations * spsa->count + 1, sizeof *spsa->pulls);
    for (size_t i = 0; i < spsa->count; i++)
        spsa->path[i] = spsa->parameters[i].start;
}

void spsa_free(struct spsa *spsa) {
    for (size_t i = 0; i < spsa->count; i++)
        free(spsa->parameters[i].name);
    free(spsa->parameters);
    free(spsa->path);
    free(spsa->pulls);
    *spsa = (struct spsa){0};
}

double spsa_now(const struct spsa *spsa, size_t parameter) {
    return spsa->path[(size_t)spsa->done * spsa->count + parameter];
}

/* In steps. */
static double reach(const struct spsa *spsa, long iteration) {
    return pow((double)spsa->iterations / (double)(iteration + 1), POINTS_EXPONENT);
}

static double move_length(const struct spsa *spsa) {
    double head = HEAD_START * (double)spsa->iterations;
    return spsa->gain *
           pow((head + (double)spsa->iterations) / (head + (double)spsa->done + 1), MOVES_EXPONENT);
}

/* Which side of the walk + is on, by lot. */
static int direction(const struct spsa *spsa, long question, size_t parameter) {
    uint64_t number = (uint64_t)(spsa->done * spsa->pairs + question);
    uint64_t lot = rng_mix(rng_mix(spsa->seed ^ 0x74756e65U) + rng_mix(number) + parameter);
    return lot >> 63 ? 1 : -1;
}

static double within(const struct spsa_parameter *parameter, double value) {
    return fmax(parameter->min, fmin(parameter->max, value));
}

double spsa_point(const struct spsa *spsa, long question, int sign, size_t parameter) {
    const struct spsa_parameter *row = &spsa->parameters[parameter];
    double away = row->step * reach(spsa, spsa->done) * direction(spsa, question, parameter) * sign;
    double value = within(row, spsa_now(spsa, parameter) + away);
    return row->whole ? round(value) : value;
}

void spsa_step(struct spsa *spsa, const double *answers) {
    const double *now = spsa->path + (size_t)spsa->done * spsa->count;
    double *next = spsa->path + (size_t)(spsa->done + 1) * spsa->count;
    double *pulls = spsa->pulls + (size_t)spsa->done * spsa->count;
    for (size_t i = 0; i < spsa->count; i++) {
        const struct spsa_parameter *row = &spsa->parameters[i];
        pulls[i] = 0;
        for (long question = 0; question < spsa->pairs; question++)
            pulls[i] += answers[question] * direction(spsa, question, i);
        pulls[i] /= (double)spsa->pairs;
        next[i] = within(row, now[i] + row->step * move_length(spsa) * pulls[i] /
                                           reach(spsa, spsa->done));
    }
    spsa->done++;
}

/* What it comes to. */

/* Points (x, y) with the sums that a line through them needs. */
struct cloud {
    double count, x, y; /* means */
    double xx, xy, yy;  /* sums of squares and products about the means */
};

static void cloud_add(struct cloud *cloud, double x, double y) {
    cloud->count++;
    double dx = x - cloud->x, dy = y - cloud->y;
    cloud->x += dx / cloud->count;
    cloud->y += dy / cloud->count;
    cloud->xx += dx * (x - cloud->x);
    cloud->xy += dx * (y - cloud->y);
    cloud->yy += dy * (y - cloud->y);
}

static double walk_mean(const struct spsa *spsa, size_t parameter) {
    double sum = 0;
    for (long i = spsa->done / 2 + 1; i <= spsa->done; i++)
        sum += spsa->path[(size_t)i * spsa->count + parameter];
    return spsa->done > 0 ? sum / (double)(spsa->done - spsa->done / 2) : spsa_now(spsa, parameter);
}

struct spsa_estimate spsa_estimate(const struct spsa *spsa, size_t parameter) {
    const struct spsa_parameter *row = &spsa->parameters[parameter];
    struct spsa_estimate estimate = {.value = walk_mean(spsa, parameter)};
    struct cloud cloud = {0};
    for (long i = 0; i < spsa->done; i++) {
        size_t at = (size_t)i * spsa->count + parameter;
        cloud_add(&cloud, spsa->path[at], spsa->pulls[at] / reach(spsa, i));
    }
    if (cloud.count > 2 && cloud.xx > 0) {
        double fall = -cloud.xy / cloud.xx;
        double scatter = fmax(0, cloud.yy - fall * fall * cloud.xx) / (cloud.count - 2);
        estimate.peak = fall > BELIEVED * sqrt(scatter / cloud.xx);
        if (estimate.peak) {
            double away = cloud.y / fall;
            estimate.value = cloud.x + away;
            estimate.error = sqrt(scatter * (1 / cloud.count + away * away / cloud.xx)) / fall;
        }
    }
    estimate.value = within(row, estimate.value);
    if (row->whole)
        estimate.value = round(estimate.value);
    return estimate;
}
