#include "json.h"

#include <string.h>

void json_string(struct text *text, const char *value) {
    if (value == NULL) {
        text_put(text, "null");
        return;
    }
    text_putc(text, '"');
    for (const char *s = value; *s != '\0';) {
        if ((unsigned char)*s < 32) {
            text_print(text, "\\u%04x", (unsigned)*s++);
            continue;
        }
        if (*s == '"' || *s == '\\')
            text_putc(text, '\\');
        s += text_put_character(text, s);
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
    json_string(text, name);
    text_putc(text, ':');
}

void json_member(struct text *text, const char *name, const char *value) {
    json_name(text, name);
    json_string(text, value);
}

void json_number(struct text *text, const char *name, double value) {
    json_name(text, name);
    text_number(text, value);
}

void json_flag(struct text *text, const char *name, bool value) {
    json_name(text, name);
    text_put(text, value ? "true" : "false");
}

void json_find(const char *json, const char *name, struct text *value) {
    struct text key = {0};
    text_print(&key, "\"%s\":", name);
    const char *found = strstr(json, text_string(&key));
    text_clear(value);
    if (found != NULL) {
        found += key.length;
        if (*found == '"') {
            for (found++; *found != '"' && *found != '\0'; found++) {
                if (*found == '\\' && found[1] != '\0')
                    found++;
                text_putc(value, *found);
            }
        } else if (strncmp(found, "null", 4) != 0) {
            text_putn(value, found, strcspn(found, ",}]"));
        }
    }
    text_free(&key);
}
