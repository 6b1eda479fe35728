/* sgf_node: the syntax of SGF: characters, properties and their values, without what they mean. */
#ifndef TERNION_GO_SGF_NODE_H
#define TERNION_GO_SGF_NODE_H

#include "../core/error.h"
#include "../core/text.h"

/* One property of a node: its name and its raw values, escapes and all. */
struct sgf_property {
    struct text name;
    char **values;
    size_t count, room;
    int line;
};

struct sgf_node {
    struct sgf_property *properties;
    size_t count, room;
    int line;
};

/* Where one reads. */
struct sgf_cursor {
    const char *at, *end;
    int line, column;
    struct error *error;
};

/* Fails with the place of the cursor. */
bool sgf_fail(struct sgf_cursor *cursor, const char *what);
bool sgf_more(const struct sgf_cursor *cursor);
/* The next character, which must be there. */
char sgf_next(struct sgf_cursor *cursor);
void sgf_skip_space(struct sgf_cursor *cursor);
/* Goes behind the next "(" that has a ";" behind it; false if there is none. */
bool sgf_find_game(struct sgf_cursor *cursor);

/* Reads a property with all its values into the node. */
bool sgf_property_read(struct sgf_cursor *cursor, struct sgf_node *node);
/* Forgets all properties; the node may be filled again. */
void sgf_node_clear(struct sgf_node *node);
/* The next property of that name from number *at on, which goes behind it; NULL if there is none. A
 * node should have each name once, but files are otherwise. */
const struct sgf_property *sgf_node_next(const struct sgf_node *node, const char *name, size_t *at);
/* The first property of that name, or its first value; NULL if there is none. */
const struct sgf_property *sgf_node_find(const struct sgf_node *node, const char *name);
const char *sgf_node_value(const struct sgf_node *node, const char *name);
/* Whether that is a name of Latin-1, which texts are in unless CA says otherwise. */
bool sgf_charset_is_latin(const char *name);
/* Makes UTF-8 of all values that are none yet: of Latin-1 if so, else of what cannot be read comes
 * U+FFFD. */
void sgf_node_decode(struct sgf_node *node, bool latin);

/* A raw value with its escapes undone, which the caller frees: white space becomes blanks, line
 * ends stay only if asked for; trimmed also without blanks at both ends. */
char *sgf_value_text(const char *raw, bool lines);
char *sgf_value_trimmed(const char *raw);

#endif
