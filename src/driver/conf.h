/* conf: a configuration file read by libconfuse, with its complaint as an error of ours. */
#ifndef TERNION_CONF_H
#define TERNION_CONF_H

#include <confuse.h>

#include "../core/error.h"

/* Reads the file into cfg, which the caller made and frees. The error names the file and, where
 * something in it is wrong, the line; the first complaint counts. */
bool conf_parse(cfg_t *cfg, const char *path, struct error *error);
/* For validators, which return what it returns: complains of this error, and clears it. */
int conf_refuse(cfg_t *cfg, struct error *error);

#endif
