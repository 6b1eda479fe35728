/* config: a tournament file, read with libconfuse. */
#ifndef TERNION_CONFIG_H
#define TERNION_CONFIG_H

#include <stdbool.h>

#include "plan.h"

/* Adds the settings of the file to the plan. False: the error is on standard error, with the file's
 * name and the line. */
bool config_read(const char *path, struct plan *plan);

#endif
