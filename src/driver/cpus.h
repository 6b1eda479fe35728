/* cpus: lists of processors, for engines that are to stay on theirs. */
#ifndef TERNION_CPUS_H
#define TERNION_CPUS_H

#include <stdbool.h>
#include <stddef.h>

#include "../core/error.h"
#include "../core/text.h"

/* Numbers in rising order; all zero is the empty list. */
struct cpus {
    int *at;
    size_t count;
};

void cpus_free(struct cpus *cpus);
/* Those that this program may use. */
void cpus_allowed(struct cpus *cpus);
/* "0-3,8": replaces the list. Refuses processors that this program may not use. */
bool cpus_parse(const char *text, struct cpus *cpus, struct error *error);
/* Part number `part` of `parts` about equal ones, none of them empty if there are as many
 * processors; points into the list. */
struct cpus cpus_part(const struct cpus *cpus, size_t part, size_t parts);

#endif
