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

static void inputs_add_word(struct text *lines, long owner, const char *directory,
                            const char *word) {
    char *path = input_path(word, directory);
    char digits[65];
    struct stat file;
    /* Lines have no place for a name of two of them. */
    if (strchr(word, '\n') == NULL && stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
        file.st_size > 0 && file.st_size <= HASHED_MAX &&
        hash_beginning(path, file.st_size, digits))
        text_print(lines, "%s%ld %lld %s %s", lines->length > 0 ? "\n" : "", owner,
                   (long long)file.st_size, digits, word);
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

bool input_is_kept(const struct input *input, const char *directory) {
    char *path = input_path(input->name, directory);
    char digits[65];
    bool kept = hash_beginning(path, input->size, digits) && strcmp(digits, input->hash) == 0;
    free(path);
    return kept;
}
