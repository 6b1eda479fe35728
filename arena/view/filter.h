/* filter: which games of a journal are meant. */
#ifndef TERNION_FILTER_H
#define TERNION_FILTER_H

#include "../journal/archive.h"

/* As the command line says it; all zero lets every game pass. */
struct filter {
    const char *engines[2]; /* took part */
    const char *result;     /* won, lost (the first engine's), drawn, void, a side, or "X+0.5" */
    const char *fault;      /* a kind of fault, any, or none */
    const char *opening;    /* its number, or how it begins */
    bool abnormal;          /* a fault or a dispute */
};

/* One more engine; false: there are two already. */
bool filter_add_engine(struct filter *filter, const char *name, struct error *error);
/* The number of the engine with this name; -1 with an error. */
int filter_engine(const char *name, const struct archive *archive, struct error *error);
/* Whether everything in the filter means something in this archive. */
bool filter_check(const struct filter *filter, const struct archive *archive, struct error *error);
/* Only with a filter that filter_check let pass. */
bool filter_passes(const struct filter *filter, const struct archive *archive,
                   const struct arena_result *result);

#endif
