#include "sgf_node.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

bool sgf_fail(struct sgf_cursor *cursor, const char *what) {
    struct text place = {0};
    text_print(&place, "line %d, column %d", cursor->line, cursor->column);
    error_set(cursor->error, "syntax.sgf", "{0}: {1}", text_string(&place), what, NULL);
    text_free(&place);
    return false;
}

/* Characters. */

bool sgf_more(const struct sgf_cursor *cursor) {
    return cursor->at < cursor->end;
}

char sgf_next(struct sgf_cursor *cursor) {
    char c = *cursor->at++;
    if (c == '\n') {
        cursor->line++;
        cursor->column = 0;
    }
    cursor->column++;
    return c;
}

void sgf_skip_space(struct sgf_cursor *cursor) {
    while (sgf_more(cursor) && isspace((unsigned char)*cursor->at))
        sgf_next(cursor);
}

/* Goes to the next "(;" outside any game: mail headers and the like may stand before it. */
bool sgf_find_game(struct sgf_cursor *cursor) {
    while (sgf_more(cursor)) {
        if (sgf_next(cursor) != '(')
            continue;
        sgf_skip_space(cursor);
        if (sgf_more(cursor) && *cursor->at == ';')
            return true;
    }
    return false;
}

/* Nodes. */

void sgf_node_clear(struct sgf_node *node) {
    for (size_t i = 0; i < node->count; i++) {
        struct sgf_property *property = &node->properties[i];
        for (size_t k = 0; k < property->count; k++)
            free(property->values[k]);
        free(property->values);
        text_free(&property->name);
    }
    node->count = 0;
}

static struct sgf_property *node_add(struct sgf_node *node, int line) {
    if (node->count == node->room) {
        node->room = node->room == 0 ? 16 : 2 * node->room;
        node->properties = memory_grow(node->properties, node->room, sizeof *node->properties);
    }
    node->properties[node->count] = (struct sgf_property){.line = line};
    return &node->properties[node->count++];
}

const struct sgf_property *sgf_node_next(const struct sgf_node *node, const char *name,
                                         size_t *at) {
    while (*at < node->count) {
        const struct sgf_property *property = &node->properties[(*at)++];
        if (strcmp(text_string(&property->name), name) == 0)
            return property;
    }
    return NULL;
}

const struct sgf_property *sgf_node_find(const struct sgf_node *node, const char *name) {
    size_t at = 0;
    return sgf_node_next(node, name, &at);
}

const char *sgf_node_value(const struct sgf_node *node, const char *name) {
    const struct sgf_property *property = sgf_node_find(node, name);
    return property == NULL ? NULL : property->values[0];
}

static bool value_read(struct sgf_cursor *cursor, struct text *value) {
    sgf_next(cursor); /* '[' */
    while (sgf_more(cursor) && *cursor->at != ']') {
        char c = sgf_next(cursor);
        text_putc(value, c == '\0' ? ' ' : c);
        if (c == '\\' && sgf_more(cursor)) {
            c = sgf_next(cursor);
            text_putc(value, c == '\0' ? ' ' : c);
        }
    }
    if (!sgf_more(cursor))
        return sgf_fail(cursor, "the file ends within a value: ] is missing");
    sgf_next(cursor);
    return true;
}

static void property_add(struct sgf_property *property, char *value) {
    if (property->count == property->room) {
        property->room = property->room == 0 ? 1 : 2 * property->room;
        property->values = memory_grow(property->values, property->room, sizeof *property->values);
    }
    property->values[property->count++] = value;
}

/* Small letters in a name mean nothing: older versions of the format had them. */
bool sgf_property_read(struct sgf_cursor *cursor, struct sgf_node *node) {
    struct sgf_property *property = node_add(node, cursor->line);
    while (sgf_more(cursor) && isalpha((unsigned char)*cursor->at)) {
        char c = sgf_next(cursor);
        if (isupper((unsigned char)c))
            text_putc(&property->name, c);
    }
    sgf_skip_space(cursor);
    if (!sgf_more(cursor) || *cursor->at != '[')
        return sgf_fail(cursor, "a property needs a value: [ is missing");
    while (sgf_more(cursor) && *cursor->at == '[') {
        struct text value = {0};
        if (!value_read(cursor, &value)) {
            text_free(&value);
            return false;
        }
        property_add(property, text_take(&value));
        sgf_skip_space(cursor);
    }
    return true;
}

/* Characters of other sets. */

/* By letters and digits alone: ISO-8859-1, ISO_8859-1, iso8859-1, Latin1, latin-1. */
bool sgf_charset_is_latin(const char *name) {
    struct text plain = {0};
    for (; *name != '\0'; name++)
        if (isalnum((unsigned char)*name))
            text_putc(&plain, *name);
    bool latin =
        text_same(text_string(&plain), "iso88591") || text_same(text_string(&plain), "latin1");
    text_free(&plain);
    return latin;
}

static bool value_is_utf8(const char *value) {
    while (*value != '\0') {
        size_t length = text_character(value);
        if (length == 0)
            return false;
        value += length;
    }
    return true;
}

static char *value_decode(const char *value, bool latin) {
    struct text text = {0};
    while (*value != '\0') {
        unsigned c = (unsigned char)*value;
        if (latin && c >= 0x80) {
            text_putc(&text, (char)(0xC0 | c >> 6));
            text_putc(&text, (char)(0x80 | (c & 0x3F)));
            value++;
        } else {
            value += text_put_character(&text, value);
        }
    }
    return text_take(&text);
}

/* Programs that write UTF-8 without saying so are many: what reads as UTF-8 is taken for it. */
void sgf_node_decode(struct sgf_node *node, bool latin) {
    for (size_t i = 0; i < node->count; i++)
        for (size_t k = 0; k < node->properties[i].count; k++) {
            char **value = &node->properties[i].values[k];
            if (value_is_utf8(*value))
                continue;
            char *decoded = value_decode(*value, latin);
            free(*value);
            *value = decoded;
        }
}

/* Values. */

/* Undoes escapes; white space becomes blanks, line ends stay only in long texts. */
char *sgf_value_text(const char *raw, bool lines) {
    struct text text = {0};
    for (; *raw != '\0'; raw++) {
        bool escaped = *raw == '\\' && raw[1] != '\0';
        if (escaped)
            raw++;
        bool end = *raw == '\n' || *raw == '\r';
        if (end && (raw[1] == '\n' || raw[1] == '\r') && raw[1] != *raw)
            raw++;
        if (end && !escaped)
            text_putc(&text, lines ? '\n' : ' ');
        else if (!end)
            text_putc(&text, isspace((unsigned char)*raw) ? ' ' : *raw);
    }
    return text_take(&text);
}

char *sgf_value_trimmed(const char *raw) {
    char *text = sgf_value_text(raw, false);
    size_t start = strspn(text, " ");
    size_t length = strlen(text);
    while (length > start && text[length - 1] == ' ')
        length--;
    memmove(text, text + start, length - start);
    text[length - start] = '\0';
    return text;
}
