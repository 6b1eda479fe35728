/* file: whole files read and written in one go, and locks. Errors say what the system said. */
#ifndef TERNION_FILE_H
#define TERNION_FILE_H

#include "../core/error.h"
#include "../core/text.h"

enum { FILE_MAX = 64 << 20 }; /* larger files are refused */

/* Replaces text by the file's content. */
bool file_read(const char *name, struct text *text, struct error *error);
/* Writes beside the file and renames, so that the old content survives any failure. */
bool file_write(const char *name, const char *bytes, size_t count, struct error *error);
/* Takes the lock NAME.lock against other processes, for as long as this one lives: its descriptor,
 * to be closed, or -1 with an error. A process takes a lock once, and its children have no part in
 * it. Symbolic links lead to the lock of what they name, be it there or not. code and template are
 * for the case that somebody else has it; {0} is the name. */
int file_lock(const char *name, const char *code, const char *template, struct error *error);

#endif
