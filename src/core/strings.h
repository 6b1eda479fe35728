/* strings: a list of strings. */
#ifndef TERNION_STRINGS_H
#define TERNION_STRINGS_H

#include <stddef.h>

/* A NULL follows the last one; all zero is the empty list. */
struct strings {
    char **at;
    size_t count;
};

void strings_add(struct strings *list, const char *string);
/* "NAME=VALUE", for lists of settings as they were given. */
void strings_add_pair(struct strings *list, const char *name, const char *value);
/* `to` must hold nothing. */
void strings_copy(struct strings *to, const struct strings *from);
void strings_free(struct strings *list);

/* Puts a copy in the place of an allocated string or NULL. */
void string_replace(char **string, const char *value);

#endif
