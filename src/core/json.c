#include "json.h"

#include <ctype.h>
#include <string.h>

/* Bytes at the start that stand in a JSON string as they are. */
static size_t plain_length(const char *string) {
    size_t length = 0;
    while (string[length] >= ' ' && string[length] < 127 && string[length] != '"' &&
           string[length] != '\\')
        length++;
    return length;
}

void json_quoted(struct text *text, const char *value) {
    if (value == NULL) {
        text_put(text, "null");
        return;
    }
    text_putc(text, '"');
    for (const char *s = value; *s != '\0';) {
        size_t plain = plain_length(s);
        if (plain > 0) {
            text_putn(text, s, plain);
            s += plain;
        } else if ((unsigned char)*s < ' ') {
            text_print(text, "\\u%04x", (unsigned)*s++);
        } else {
            if (*s == '"' || *s == '\\')
                text_putc(text, '\\');
            s += text_put_character(text, s);
        }
    }
    text_putc(text, '"');
}

void json_next(struct text *text) {
    char last = text->length == 0 ? '{' : text->at[text->length - 1];
    if (last != '{' && last != '[')
        text_putc(text, ',');
}

void json_name(struct text *text, const char *name) {
    json_next(text);
    json_quoted(text, name);
    text_putc(text, ':');
}

void json_member(struct text *text, const char *name, const char *value) {
    json_name(text, name);
    json_quoted(text, value);
}

void json_number(struct text *text, const char *name, double value) {
    json_name(text, name);
    text_number(text, value);
}

void json_flag(struct text *text, const char *name, bool value) {
    json_name(text, name);
    text_put(text, value ? "true" : "false");
}

/* Reading. */

/* After the string whose first quote is here. */
static const char *string_end(const char *at) {
    for (at++; *at != '"' && *at != '\0'; at++)
        at += *at == '\\' && at[1] != '\0';
    return at + (*at == '"');
}

/* After the value that begins here: what separates it from the next one, or closes what it is in.
 */
static const char *value_end(const char *at) {
    size_t depth = 0;
    while (*at != '\0' && (depth > 0 || strchr(",}]", *at) == NULL)) {
        if (*at == '"') {
            at = string_end(at);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
    }
    return at;
}

/* The code point of four hexadecimal digits, or -1 if they are none. */
static int read_code(const char *digits) {
    int code = 0;
    for (int i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)digits[i]))
            return -1;
        int digit =
            isdigit((unsigned char)digits[i]) ? digits[i] - '0' : (digits[i] | 32) - 'a' + 10;
        code = code * 16 + digit;
    }
    return code;
}

static void put_utf8(struct text *text, int code) {
    if (code >= 0x800) {
        text_putc(text, (char)(0xe0 | code >> 12));
        text_putc(text, (char)(0x80 | (code >> 6 & 0x3f)));
    } else if (code >= 0x80) {
        text_putc(text, (char)(0xc0 | code >> 6));
    }
    text_putc(text, (char)(code < 0x80 ? code : 0x80 | (code & 0x3f)));
}

/* Puts the character that an escape means, whose backslash is here; returns its last byte. A zero,
 * which no text holds, and halves of surrogate pairs become U+FFFD. */
static const char *put_escaped(struct text *text, const char *at) {
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    int code = at[1] == 'u' ? read_code(at + 2) : -1;
    if (code >= 0) {
        put_utf8(text, code == 0 || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
        return at + 5;
    }
    if (at[1] == '\0')
        return at;
    const char *letter = strchr(letters, at[1]);
    text_putc(text, letter != NULL ? meant[letter - letters] : at[1]);
    return at + 1;
}

static void put_unquoted(struct text *text, const char *at) {
    for (at++; *at != '"' && *at != '\0'; at++) {
        if (*at == '\\')
            at = put_escaped(text, at);
        else
            text_putc(text, *at);
    }
}

bool json_walk(const char **at, struct text *name, struct text *value) {
    text_clear(name);
    text_clear(value);
    if (**at == '\0' || strchr("{[,", **at) == NULL)
        return false;
    const char *here = *at + 1;
    if (*here == '"' && *string_end(here) == ':') {
        put_unquoted(name, here);
        here = string_end(here) + 1;
    }
    *at = value_end(here);
    if (*here == '"')
        put_unquoted(value, here);
    else if (strncmp(here, "null", 4) != 0)
        text_putn(value, here, (size_t)(*at - here));
    return *at > here;
}

void json_find(const char *json, const char *name, struct text *value) {
    struct text one = {0};
    const char *at = strchr(json, '{');
    bool found = false;
    text_clear(value);
    while (!found && at != NULL && json_walk(&at, &one, value))
        found = strcmp(text_string(&one), name) == 0;
    if (!found)
        text_clear(value);
    text_free(&one);
}
