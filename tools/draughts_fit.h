/* draughts_fit: what the trainer of the draughts evaluation reads and writes: positions from files,
 * what a position teaches, and files of weights. Faults are told on standard error in the name of
 * the program. */
#ifndef TERNION_TOOLS_DRAUGHTS_FIT_H
#define TERNION_TOOLS_DRAUGHTS_FIT_H

#include "../src/core/rng.h"
#include "draughts_sample.h"

struct sample_list {
    struct draughts_sample *samples;
    size_t count, room;
};
void sample_list_add(struct sample_list *list, const struct draughts_sample *sample);
void sample_list_shuffle(struct sample_list *list, struct rng *rng);
/* Leaves out positions that stand before in the list, which has fewer than 2^32. */
void sample_list_thin(struct sample_list *list);
/* Appends the positions of a file, of which there must be one at least. */
bool sample_list_read(struct sample_list *list, const char *program, const char *name);

double logistic(double x);
/* The result of the game (1, 1/2, 0), mixed with the share that the search expected. */
double sample_target(const struct draughts_sample *sample, double share);
/* The cross entropy with the result alone, so that shares can be compared. */
double sample_loss(const struct draughts_sample *sample, double value);

/* What a file of weights says of itself: how many positions they are from, and the command. */
struct weights_origin {
    size_t positions;
    int count;
    char **words;
};
bool weights_write(const char *program, const char *name, const struct weights_origin *origin,
                   const int *weights, size_t count);

#endif
