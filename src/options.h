/* options: every setting of the engine by name, as set_option and the command line reach it. */
#ifndef TERNION_OPTIONS_H
#define TERNION_OPTIONS_H

#include "engine.h"

/* Sets one; an unknown name is refused with the list of known ones. */
bool options_set(struct engine *engine, const char *name, const char *value, struct error *error);
/* Appends the value of one. */
bool options_get(const struct engine *engine, const char *name, struct text *text,
                 struct error *error);
/* The names of all, one after the other; NULL past the last. */
const char *options_name(const struct engine *engine, size_t index);
/* Whether setting it clears the board; whether it is 0 or 1. */
bool options_clears(const struct engine *engine, const char *name);
bool options_is_flag(const struct engine *engine, const char *name);
/* Appends "NAME VALUE" lines with what each means, one option a line. */
void options_list(const struct engine *engine, struct text *text);
/* The present player's options at their initial values (threads as the engine was told). */
void options_player_defaults(struct engine *engine);

#endif
