/* engine_keys: how an engine is described on a command line or in a tournament file, and whether
 * its program is still the one that was described. */
#ifndef TERNION_ENGINE_KEYS_H
#define TERNION_ENGINE_KEYS_H

#include "../../src/driver/engine_spec.h"

struct engine_key {
    const char *name;
    const char *help;
    bool list; /* may be given several times */
    bool (*set)(struct engine_spec *spec, const char *value, struct error *error);
};
extern const struct engine_key engine_keys[]; /* an empty name at the end */

bool engine_spec_set(struct engine_spec *spec, const char *name, const char *value,
                     struct error *error);
/* Reads "cmd=...,name=...,..."; a comma separates only before a known name and '='. */
bool engine_spec_parse(struct engine_spec *spec, const char *text, struct error *error);
/* What engine_spec_parse reads as this engine, once it was found, under another name. */
void engine_spec_print(const struct engine_spec *spec, const char *name, struct text *text);
/* Finds the program and takes its hash. */
bool engine_spec_identify(struct engine_spec *spec, struct error *error);
/* Whether the program's file is as it was `seen`, first the stamp of engine_spec_identify, or has
 * at least the content that it had then. What it looks like now is seen from then on: only what
 * touches the file again costs time, or counts as a change. */
bool engine_spec_is_unchanged(const struct engine_spec *spec, struct stamp *seen);

#endif
