#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../src/core/memory.h"
#include "hash.h"

enum { HASHED_MAX = 64 << 20 };

/* As the engine finds it from where it runs. */
static char *input_path(const char *name, const char *directory) {
    struct text path = {0};
    if (directory != NULL && directory[0] != '\0' && name[0] != '/')
        text_print(&path, "%s/", directory);
    text_put(&path, name);
    return text_take(&path);
}

static void input_print(const struct input *input, struct text *lines) {
    text_print(lines, "%s%ld %lld %s %s", lines->length > 0 ? "\n" : "", input->owner,
               (long long)input->size, input->hash, input->name);
}

static void inputs_add_word(struct text *lines, long owner, const char *directory,
                            const char *word) {
    struct input input = {.owner = owner, .name = (char *)word};
    char *path = input_path(word, directory);
    struct stat file;
    /* Lines have no place for a name of two of them. */
    if (strchr(word, '\n') == NULL && stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
        file.st_size > 0 && file.st_size <= HASHED_MAX &&
        hash_beginning(path, file.st_size, input.hash)) {
        input.size = file.st_size;
        input_print(&input, lines);
    }
    free(path);
}

void inputs_add(struct text *lines, long owner, const char *directory, char *const *words) {
    for (char *const *word = words + 1; *word != NULL; word++)
        inputs_add_word(lines, owner, directory, *word);
}

/* Other programs may have written into the journal. */
static bool input_read(struct input *input, const char *line, size_t length) {
    struct text text = {0};
    long long size = 0;
    int name = 0;
    text_putn(&text, line, length);
    *input = (struct input){0};
    bool fine = sscanf(text_string(&text), "%ld %lld %64s %n", &input->owner, &size, input->hash,
                       &name) == 3 &&
                name > 0 && size > 0;
    input->size = size;
    if (fine)
        input->name = memory_string(text_string(&text) + name);
    text_free(&text);
    return fine;
}

bool inputs_next(const char **lines, struct input *input) {
    while (*lines != NULL && **lines != '\0') {
        const char *line = *lines;
        size_t length = strcspn(line, "\n");
        *lines = line + length + (line[length] != '\0');
        if (input_read(input, line, length))
            return true;
    }
    return false;
}

bool inputs_find(const char *lines, long owner, const char *name, struct input *input) {
    while (inputs_next(&lines, input)) {
        if (input->owner == owner && strcmp(input->name, name) == 0)
            return true;
        input_free(input);
    }
    return false;
}

void input_free(struct input *input) {
    free(input->name);
    *input = (struct input){0};
}

bool input_equals(const struct input *a, const struct input *b) {
    return a->size == b->size && strcmp(a->hash, b->hash) == 0;
}

/* ---- logs */

struct watched {
    struct input input;
    struct input now; /* as this run has found it; empty: it was not there */
    char *path;
    int64_t seen; /* its size when it was last looked into */
};

static struct watched watched_make(const struct input *input, const char *now,
                                   const char *directory) {
    struct watched watched = {.input = *input, .path = input_path(input->name, directory)};
    if (inputs_find(now, input->owner, input->name, &watched.now))
        watched.seen = watched.now.size;
    return watched;
}

void inputs_watch(struct inputs_watch *watch, const char *lines, const char *now, long owner,
                  const char *directory) {
    struct input input;
    while (inputs_next(&lines, &input)) {
        if (input.owner != owner) {
            input_free(&input);
            continue;
        }
        watch->at = memory_grow(watch->at, watch->count + 1, sizeof *watch->at);
        watch->at[watch->count++] = watched_make(&input, now, directory);
    }
}

static void watched_free(struct watched *watched) {
    input_free(&watched->input);
    input_free(&watched->now);
    free(watched->path);
}

/* A file costs a look at its size, and is read only when that has changed. */
static bool watched_has_grown(struct watched *watched) {
    const struct input *now = &watched->now;
    struct stat file;
    char digits[65];
    if (now->size == 0 || stat(watched->path, &file) != 0 || file.st_size == watched->seen)
        return false;
    watched->seen = file.st_size;
    return file.st_size > now->size && hash_beginning(watched->path, now->size, digits) &&
           strcmp(digits, now->hash) == 0;
}

bool inputs_drop_logs(struct inputs_watch *watch) {
    size_t kept = 0, before = watch->count;
    for (size_t i = 0; i < watch->count; i++) {
        if (watched_has_grown(&watch->at[i]))
            watched_free(&watch->at[i]);
        else
            watch->at[kept++] = watch->at[i];
    }
    watch->count = kept;
    return kept < before;
}

void inputs_print(const struct inputs_watch *watch, struct text *lines) {
    for (size_t i = 0; i < watch->count; i++)
        input_print(&watch->at[i].input, lines);
}

void inputs_unwatch(struct inputs_watch *watch) {
    for (size_t i = 0; i < watch->count; i++)
        watched_free(&watch->at[i]);
    free(watch->at);
    *watch = (struct inputs_watch){0};
}
