/* delta: how one text becomes the next, for rows of texts that differ little from each other. */
#ifndef TERNION_DELTA_H
#define TERNION_DELTA_H

#include "../../src/core/text.h"

/* Appends a JSON array of edits [keep, drop, "insert", keep, drop, "insert", ...]: so many bytes
 * are kept, so many left out, then something is put in; what is behind the last edit is kept. Both
 * texts are ASCII. */
void delta_print(const char *from, const char *to, struct text *json);

#endif
