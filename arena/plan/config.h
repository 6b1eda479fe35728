/* config: a tournament file, read with libconfuse. */
#ifndef TERNION_CONFIG_H
#define TERNION_CONFIG_H

#include <stdbool.h>

#include "plan.h"

/* Adds what the file says to the plan. False: standard error has been told what is wrong, with the
 * file's name and the line. */
bool config_read(const char *path, struct plan *plan);

#endif
