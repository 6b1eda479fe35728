/* check: how well an engine keeps the protocol, told in words. */
#ifndef TERNION_CHECK_H
#define TERNION_CHECK_H

#include <stdio.h>

#include "../plan/plan.h"
#include "run.h"

/* Tries the plan's first engine. STATUS_DONE: it conforms; STATUS_FAULTS: it does not. */
enum status check_engine(const struct plan *plan, FILE *out);

#endif
