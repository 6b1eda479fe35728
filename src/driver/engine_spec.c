#include "engine_spec.h"

#include <stdlib.h>

#include "../core/memory.h"
#include "process.h"

void engine_spec_init(struct engine_spec *spec) {
    *spec = (struct engine_spec){.start_limit = 10.0, .restart = RESTART_FAULT, .pipeline = true};
}

void engine_spec_free(struct engine_spec *spec) {
    free(spec->name);
    free(spec->command);
    free(spec->directory);
    free(spec->path);
    free(spec->place);
    free(spec->dialogue);
    cpus_free(&spec->pin);
    strings_free(&spec->variables);
    strings_free(&spec->startup);
    strings_free(&spec->given);
    strings_free(&spec->depends);
    process_words_free(spec->words);
    *spec = (struct engine_spec){0};
}

void engine_spec_copy(struct engine_spec *to, const struct engine_spec *from) {
    *to = *from;
    to->name = memory_string(from->name);
    to->command = memory_string(from->command);
    to->directory = memory_string(from->directory);
    to->place = memory_string(from->place);
    to->dialogue = memory_string(from->dialogue);
    to->pin.at = NULL;
    if (from->pin.count > 0)
        to->pin.at = memory_copy(from->pin.at, from->pin.count * sizeof *from->pin.at);
    to->path = NULL;
    to->words = NULL;
    strings_copy(&to->variables, &from->variables);
    strings_copy(&to->startup, &from->startup);
    strings_copy(&to->given, &from->given);
    strings_copy(&to->depends, &from->depends);
}

bool engine_spec_set_command(struct engine_spec *spec, const char *value, struct error *error) {
    char **words;
    if (!process_words(value, &words, error))
        return false;
    process_words_free(words);
    string_replace(&spec->command, value);
    return true;
}

bool engine_spec_find(struct engine_spec *spec, struct error *error) {
    process_words_free(spec->words);
    spec->words = NULL;
    free(spec->path);
    spec->path = NULL;
    if (!process_words(spec->command, &spec->words, error))
        return false;
    spec->path = process_find(spec->words[0], error);
    return spec->path != NULL;
}
