#include "inputs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../src/core/memory.h"
#include "../journal/hash.h"

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

/* The word that ends at the next blank, which becomes its end; NULL: there is no blank. */
static char *cut_word(char **rest) {
    char *word = *rest, *blank = strchr(word, ' ');
    if (blank == NULL)
        return NULL;
    *blank = '\0';
    *rest = blank + 1;
    return word;
}

/* Other programs may have written into the journal. */
static bool input_read(struct input *input, const char *line, size_t length) {
    struct text text = {0};
    text_putn(&text, line, length);
    char *copy = text_take(&text), *rest = copy;
    const char *owner = cut_word(&rest), *size = owner != NULL ? cut_word(&rest) : NULL;
    const char *hash = size != NULL ? cut_word(&rest) : NULL;
    *input = (struct input){0};
    bool fine = hash != NULL && text_to_whole(owner, INPUT_JUDGE, INT_MAX, &input->owner) &&
                text_to_wide(size, 0, INT64_MAX, &input->size) &&
                strlen(hash) < sizeof input->hash &&
                (input->size > 0 || strcmp(hash, INPUT_LOG) == 0);
    if (fine) {
        snprintf(input->hash, sizeof input->hash, "%s", hash);
        input->name = memory_string(rest);
    }
    free(copy);
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

bool input_is_log(const struct input *input) {
    return input->size == 0;
}

bool input_equals(const struct input *a, const struct input *b) {
    return a->size == b->size && strcmp(a->hash, b->hash) == 0;
}

/* ---- logs */

static void input_make_log(struct input *input) {
    input->size = 0;
    snprintf(input->hash, sizeof input->hash, "%s", INPUT_LOG);
}

/* Whether there is a line for this file, as a log or as anything. */
static bool inputs_know(const char *lines, const struct input *input, bool log) {
    struct input known;
    if (!inputs_find(lines, input->owner, input->name, &known))
        return false;
    bool fits = !log || input_is_log(&known);
    input_free(&known);
    return fits;
}

bool inputs_join_logs(const char *lines, const char *others, struct text *joined) {
    const char *line = lines;
    struct input input;
    bool changed = false;
    while (inputs_next(&line, &input)) {
        if (!input_is_log(&input) && inputs_know(others, &input, true)) {
            input_make_log(&input);
            changed = true;
        }
        input_print(&input, joined);
        input_free(&input);
    }
    while (inputs_next(&others, &input)) {
        if (input_is_log(&input) && !inputs_know(lines, &input, false)) {
            input_print(&input, joined);
            changed = true;
        }
        input_free(&input);
    }
    return changed;
}

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
    bool any = false;
    for (size_t i = 0; i < watch->count; i++) {
        if (input_is_log(&watch->at[i].input) || !watched_has_grown(&watch->at[i]))
            continue;
        input_make_log(&watch->at[i].input);
        any = true;
    }
    return any;
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
