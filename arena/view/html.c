#include "html.h"

#include <math.h>
#include <stdint.h>

static const char UNKNOWN[] = "\xEF\xBF\xBD";

static void put_character(struct text *text, const char *s, size_t length) {
    switch (*s) {
    case '&':
        text_put(text, "&amp;");
        break;
    case '<':
        text_put(text, "&lt;");
        break;
    case '>':
        text_put(text, "&gt;");
        break;
    case '"':
        text_put(text, "&quot;");
        break;
    case '\'':
        text_put(text, "&#39;");
        break;
    default:
        if (((unsigned char)*s < ' ' && *s != '\n' && *s != '\t') || *s == 127)
            text_put(text, UNKNOWN);
        else
            text_putn(text, s, length);
    }
}

void html_put_short(struct text *text, const char *string, size_t characters) {
    for (size_t count = 0; *string != '\0'; count++) {
        if (count == characters) {
            text_put(text, "…");
            return;
        }
        size_t length = text_character(string);
        if (length == 0)
            text_put(text, UNKNOWN);
        else
            put_character(text, string, length);
        string += length > 0 ? length : 1;
    }
}

void html_put(struct text *text, const char *string) {
    html_put_short(text, string, SIZE_MAX);
}

void html_name(struct text *text, const char *name) {
    text_put(text, "<bdi>");
    html_put(text, name);
    text_put(text, "</bdi>");
}

/* In JSON this sign stands in strings only, where it may be written as its number; then nothing in
 * it looks like the end of the element, or like the beginning of a comment. */
void html_put_json(struct text *text, const char *json) {
    for (; *json != '\0'; json++) {
        if (*json == '<')
            text_put(text, "\\u003c");
        else
            text_putc(text, *json);
    }
}

void html_count(struct text *text, long count) {
    if (count >= 1000) {
        html_count(text, count / 1000);
        text_print(text, ",%03ld", count % 1000);
    } else {
        text_print(text, "%ld", count);
    }
}

/* Three figures that count. */
static void put_figures(struct text *text, double value, const char *unit) {
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    text_print(text, "%.*f\u00A0%s", decimals, value, unit);
}

void html_seconds(struct text *text, double seconds) {
    if (seconds < 1e-6)
        text_put(text, seconds <= 0 ? "0" : "&lt; 1\u00A0µs");
    else if (seconds < 0.9995e-3)
        text_print(text, "%.0f\u00A0µs", seconds * 1e6);
    else if (seconds < 0.9995)
        put_figures(text, seconds * 1e3, "ms");
    else if (seconds < 119.5)
        put_figures(text, seconds, "s");
    else if (seconds < 7199.5)
        text_print(text, "%.0f\u00A0min %02.0f\u00A0s", floor(round(seconds) / 60),
                   fmod(round(seconds), 60));
    else
        text_print(text, "%.0f\u00A0h %02.0f\u00A0min", floor(round(seconds / 60) / 60),
                   fmod(round(seconds / 60), 60));
}
