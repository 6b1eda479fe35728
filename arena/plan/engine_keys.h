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

/* Whether a setting of this name may be given several times. */
bool engine_key_is_list(const char *name);
bool engine_spec_set(struct engine_spec *spec, const char *name, const char *value,
                     struct error *error);
/* Reads "cmd=...,name=...,..."; a comma separates only before a known name and '='. */
bool engine_spec_parse(struct engine_spec *spec, const char *text, struct error *error);
/* Prints what engine_spec_parse would read as this engine under another name. It must be found. */
void engine_spec_print(const struct engine_spec *spec, const char *name, struct text *text);
/* Finds the program and takes its hash. */
bool engine_spec_identify(struct engine_spec *spec, struct error *error);
/* Whether the program's file still has the stamp that was `seen` (at first that of
 * engine_spec_identify), or at least the same content. `seen` becomes its stamp now, so that a file
 * is hashed only when it was touched. */
bool engine_spec_is_unchanged(const struct engine_spec *spec, struct stamp *seen);

#endif
