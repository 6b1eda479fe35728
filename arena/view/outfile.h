/* outfile: a file that is replaced as a whole or not at all. */
#ifndef TERNION_OUTFILE_H
#define TERNION_OUTFILE_H

#include <stdio.h>

#include "../../src/core/error.h"

struct outfile {
    FILE *stream;
    FILE *standard; /* what "-" means */
    char *path;     /* NULL: the standard stream */
    char *beside;   /* where it is written first, NULL: into place, since it is no plain file */
};

/* Whether a file opened under this path leaves the other one, by whatever name, as it is. */
bool outfile_spares(const char *path, const char *other);
/* path NULL or "-" is the standard stream. False with an error. */
bool outfile_open(struct outfile *file, const char *path, FILE *standard, struct error *error);
/* Puts the file in its place, or drops it; false with an error if it could not be written. Must
 * follow every outfile_open that succeeded. */
bool outfile_close(struct outfile *file, bool keep, struct error *error);

#endif
