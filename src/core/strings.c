#include "strings.h"

#include <stdlib.h>

#include "memory.h"
#include "text.h"

void strings_add(struct strings *list, const char *string) {
    list->at = memory_grow(list->at, list->count + 2, sizeof *list->at);
    list->at[list->count++] = memory_string(string);
    list->at[list->count] = NULL;
}

void strings_add_pair(struct strings *list, const char *name, const char *value) {
    struct text pair = {0};
    text_print(&pair, "%s=%s", name, value);
    strings_add(list, text_string(&pair));
    text_free(&pair);
}

void strings_copy(struct strings *to, const struct strings *from) {
    *to = (struct strings){0};
    for (size_t i = 0; i < from->count; i++)
        strings_add(to, from->at[i]);
}

void strings_free(struct strings *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct strings){0};
}

void string_replace(char **string, const char *value) {
    char *copy = memory_string(value);
    free(*string);
    *string = copy;
}
