/* spsa: simultaneous perturbation stochastic approximation (Spall 1992): a walk through the space
 * of parameters in which every step asks one question, whatever the number of parameters: who wins,
 * the point a little to one side or the point a little to the other. Pure arithmetic; the walk
 * follows from the settings and the answers. */
#ifndef TERNION_SPSA_H
#define TERNION_SPSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spsa_parameter {
    char *name;
    bool whole; /* only whole numbers are tried */
    double min, max, start;
    double step; /* how far to each side of the walk the tried points lie at its end */
};

struct spsa {
    struct spsa_parameter *parameters;
    size_t count;
    long iterations;
    long pairs;  /* questions in every iteration */
    double gain; /* by how many steps the walk moves at its end for a question won outright */
    uint64_t seed;

    long done;     /* iterations */
    double *path;  /* [count] of the start, then of every iteration done */
    double *pulls; /* [count] of every iteration done: the mean answer in this direction, -1 .. 1 */
};

/* What is known of a parameter. Where it pulls up below and down above, there is a peak between: it
 * is where the line through all answers crosses zero, and the scatter about the line gives its
 * error. Where the games do not show that the pull falls, there is only the mean of the walk's last
 * half. */
struct spsa_estimate {
    double value; /* within the bounds, whole if the parameter is */
    bool peak;    /* a peak is seen; otherwise there is no error to tell */
    double error; /* standard error of the value */
};

/* Begins the walk; the settings above `done` are in place. */
void spsa_begin(struct spsa *spsa);
/* Frees everything, parameters included. */
void spsa_free(struct spsa *spsa);
/* The value that a parameter has in question 0 .. pairs-1 of the iteration that is due, on the side
 * +1 or -1. */
double spsa_point(const struct spsa *spsa, long question, int sign, size_t parameter);
/* Ends an iteration: the answers are from -1, all was won by the - side, to 1. */
void spsa_step(struct spsa *spsa, const double *answers);
/* Where the walk stands. */
double spsa_now(const struct spsa *spsa, size_t parameter);
struct spsa_estimate spsa_estimate(const struct spsa *spsa, size_t parameter);

#endif
