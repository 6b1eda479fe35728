#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static void text_reserve(struct text *text, size_t more) {
    if (more < text->room - text->length) /* there is a NUL, too */
        return;
    size_t need = text->length + more + 1;
    size_t room = text->room < 64 ? 64 : text->room;
    while (room < need)
        room *= 2;
    text->at = memory_grow(text->at, room, 1);
    text->room = room;
}

void text_free(struct text *text) {
    free(text->at);
    *text = (struct text){0};
}

void text_clear(struct text *text) {
    text_cut(text, 0);
}

void text_cut(struct text *text, size_t length) {
    if (length >= text->length)
        return;
    text->length = length;
    text->at[length] = '\0';
}

void text_put(struct text *text, const char *string) {
    text_putn(text, string, strlen(string));
}

void text_putn(struct text *text, const char *bytes, size_t count) {
    text_reserve(text, count);
    if (count > 0)
        memcpy(text->at + text->length, bytes, count);
    text->length += count;
    text->at[text->length] = '\0';
}

void text_putc(struct text *text, char c) {
    text_reserve(text, 1);
    text->at[text->length++] = c;
    text->at[text->length] = '\0';
}

void text_fill(struct text *text, char c, size_t count) {
    text_reserve(text, count);
    memset(text->at + text->length, c, count);
    text->length += count;
    text->at[text->length] = '\0';
}

/* Most of what is printed fits into the room that there is. */
void text_print(struct text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t room = text->room - text->length; /* none before the first character */
    int count = vsnprintf(room > 0 ? text->at + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (count > 0 && (size_t)count >= room) {
        text_reserve(text, (size_t)count);
        vsnprintf(text->at + text->length, (size_t)count + 1, format, again);
    }
    if (count > 0)
        text->length += (size_t)count;
    va_end(again);
}

void text_whole(struct text *text, long value) {
    char digits[24];
    size_t at = sizeof digits;
    unsigned long size = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
    do
        digits[--at] = (char)('0' + size % 10);
    while ((size /= 10) > 0);
    if (value < 0)
        digits[--at] = '-';
    text_putn(text, digits + at, sizeof digits - at);
}

void text_number(struct text *text, double value) {
    if (value >= -5e-21 && value <= 5e-21)
        value = 0; /* no minus sign before what is written as zero */
    if (value > -1e9 && value < 1e9 && value == (double)(long)value) {
        text_whole(text, (long)value);
        return;
    }
    size_t start = text->length;
    text_print(text, "%.15g", value);
    if (strstr(text_string(text) + start, "e-") == NULL)
        return;
    text_cut(text, start);
    text_print(text, "%.20f", value);
    while (text->at[text->length - 1] == '0')
        text_cut(text, text->length - 1);
    if (text->at[text->length - 1] == '.')
        text_cut(text, text->length - 1);
}

const char *text_string(const struct text *text) {
    return text->at == NULL ? "" : text->at;
}

char *text_take(struct text *text) {
    char *taken = text->at == NULL ? memory_string("") : text->at;
    *text = (struct text){0};
    return taken;
}

/* Only plain decimal forms: strtod alone would also take "inf", "0x1p3" and leading space. */
static bool text_is_decimal(const char *word) {
    if (*word == '-' || *word == '+')
        word++;
    size_t digits = 0;
    for (; isdigit((unsigned char)*word); word++)
        digits++;
    if (*word == '.')
        for (word++; isdigit((unsigned char)*word); word++)
            digits++;
    if (digits > 0 && (*word == 'e' || *word == 'E')) {
        word++;
        if (*word == '-' || *word == '+')
            word++;
        if (!isdigit((unsigned char)*word))
            return false;
        while (isdigit((unsigned char)*word))
            word++;
    }
    return digits > 0 && *word == '\0';
}

bool text_is_whole(const char *word) {
    const char *digits = word + (*word == '-' || *word == '+');
    return *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
}

bool text_to_wide(const char *word, int64_t min, int64_t max, int64_t *value) {
    const char *digits = word + (*word == '-' || *word == '+');
    if (!isdigit((unsigned char)*digits))
        return false;
    char *end;
    errno = 0;
    int64_t parsed = strtoll(word, &end, 10);
    if (*end != '\0' || errno != 0 || parsed < min || parsed > max)
        return false;
    *value = parsed;
    return true;
}

bool text_to_whole(const char *word, long min, long max, long *value) {
    int64_t parsed;
    if (!text_to_wide(word, min, max, &parsed))
        return false;
    *value = (long)parsed;
    return true;
}

bool text_to_number(const char *word, double min, double max, double *value) {
    if (!text_is_decimal(word))
        return false;
    double parsed = strtod(word, NULL);
    if (!isfinite(parsed) || parsed < min || parsed > max)
        return false;
    *value = parsed;
    return true;
}

/* Not tolower(), for which I is not the capital of i in Turkish. */
static char text_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_same(const char *a, const char *b) {
    while (*a != '\0' && text_lower(*a) == text_lower(*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

bool text_starts(const char *string, const char *prefix) {
    while (*prefix != '\0') {
        if (text_lower(*string++) != text_lower(*prefix++))
            return false;
    }
    return true;
}

/* Damerau's distance, rows of a table of which three are kept. */
size_t text_distance(const char *a, const char *b) {
    size_t wide = strlen(b) + 1;
    size_t *rows = memory_new(3 * wide, sizeof *rows);
    size_t *above = rows, *row = rows + wide, *next = rows + 2 * wide;
    for (size_t j = 0; j < wide; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        next[0] = i;
        for (size_t j = 1; j < wide; j++) {
            size_t best = row[j - 1] + (a[i - 1] != b[j - 1]);
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = next[j - 1] + 1 < best ? next[j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            next[j] = swapped && above[j - 2] + 1 < best ? above[j - 2] + 1 : best;
        }
        size_t *oldest = above;
        above = row;
        row = next;
        next = oldest;
    }
    size_t distance = row[wide - 1];
    free(rows);
    return distance;
}

void words_split(struct words *words, const char *line) {
    size_t length = strlen(line);
    *words = (struct words){.block = memory_copy(line, length + 1)};
    words->at = memory_new(length / 2 + 2, sizeof *words->at);
    char *rest = words->block;
    for (char *word; (word = strtok_r(rest, " \t", &rest)) != NULL;)
        words->at[words->count++] = word;
}

void words_free(struct words *words) {
    free(words->at);
    free(words->block);
    *words = (struct words){0};
}

void words_join(const struct words *words, int first, struct text *text) {
    for (int i = first; i < words->count; i++) {
        if (i > first)
            text_putc(text, ' ');
        text_put(text, words->at[i]);
    }
}

size_t text_columns(const char *string) {
    size_t columns = 0;
    while (*string != '\0') {
        if (string[0] == '\033' && string[1] == '[') {
            string += 2;
            while (*string != '\0' && !isalpha((unsigned char)*string))
                string++;
            if (*string != '\0')
                string++;
            continue;
        }
        if (((unsigned char)*string & 0xC0) != 0x80) /* not a continuation byte */
            columns++;
        string++;
    }
    return columns;
}

/* One line, without its newline. */
static void wrap_line(struct text *text, const char *line, size_t columns, size_t indent) {
    size_t used = strspn(line, " ");
    text_fill(text, ' ', used);
    line += used;
    for (bool first = true; *line != '\0'; first = false) {
        size_t spaces = strspn(line, " ");
        size_t length = spaces + strcspn(line + spaces, " ");
        struct text word = {0};
        text_putn(&word, line + spaces, length - spaces);
        size_t width = text_columns(text_string(&word));
        if (!first && used + spaces + width > columns) {
            text_putc(text, '\n');
            text_fill(text, ' ', indent);
            text_put(text, text_string(&word));
            used = indent + width;
        } else {
            text_putn(text, line, length);
            used += spaces + width;
        }
        text_free(&word);
        line += length;
    }
}

void text_wrap(struct text *text, const char *string, size_t columns, size_t indent) {
    for (const char *end; *string != '\0'; string = end) {
        size_t length = strcspn(string, "\n");
        struct text line = {0};
        text_putn(&line, string, length);
        wrap_line(text, text_string(&line), columns, indent);
        text_free(&line);
        end = string + length;
        if (*end == '\n') {
            text_putc(text, '\n');
            end++;
        }
    }
}

/* The length of a sequence for colours at the start of the string, or 0. */
static size_t colour_length(const char *string) {
    if (string[0] != '\033' || string[1] != '[')
        return 0;
    size_t length = 2 + strspn(string + 2, "0123456789;");
    return string[length] == 'm' ? length + 1 : 0;
}

bool text_turns(const char *string) {
    const unsigned char *s = (const unsigned char *)string;
    return s[0] == 0xE2 && ((s[1] == 0x80 && s[2] >= 0xAA && s[2] <= 0xAE) ||
                            (s[1] == 0x81 && s[2] >= 0xA6 && s[2] <= 0xA9));
}

size_t text_letter(const char *string) {
    const unsigned char *s = (const unsigned char *)string;
    bool control = (s[0] < 32 && s[0] != '\n' && s[0] != '\t') || s[0] == 127 ||
                   (s[0] == 0xC2 && s[1] <= 0x9F) || text_turns(string);
    return control ? 0 : text_character(string);
}

void text_tame(char *string) {
    char *to = string;
    for (const char *from = string; *from != '\0';) {
        size_t colour = colour_length(from);
        /* Bytes that are no UTF-8 go, too: two of them could make a letter once what is between
         * them is gone. */
        size_t kept = colour > 0 ? colour : text_letter(from);
        memmove(to, from, kept);
        to += kept;
        from += kept > 0 ? kept : 1;
    }
    *to = '\0';
}

size_t text_put_character(struct text *text, const char *string) {
    size_t length = text_character(string);
    if (length == 0)
        text_put(text, "\xEF\xBF\xBD");
    else
        text_putn(text, string, length);
    return length == 0 ? 1 : length;
}

size_t text_character(const char *string) {
    const unsigned char *s = (const unsigned char *)string;
    if (s[0] < 0x80)
        return 1;
    if (s[0] >= 0xC2 && s[0] <= 0xDF && (s[1] & 0xC0) == 0x80)
        return 2;
    if ((s[0] & 0xF0) == 0xE0 && (s[1] & 0xC0) == 0x80 && (s[2] & 0xC0) == 0x80) {
        bool overlong = s[0] == 0xE0 && s[1] < 0xA0;
        bool surrogate = s[0] == 0xED && s[1] > 0x9F;
        return overlong || surrogate ? 0 : 3;
    }
    if (s[0] >= 0xF0 && s[0] <= 0xF4 && (s[1] & 0xC0) == 0x80 && (s[2] & 0xC0) == 0x80 &&
        (s[3] & 0xC0) == 0x80) {
        bool outside = (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F);
        return outside ? 0 : 4;
    }
    return 0;
}

bool text_next_line(const char **rest, struct text *line) {
    text_clear(line);
    if (*rest == NULL || **rest == '\0')
        return false;
    size_t length = strcspn(*rest, "\n");
    text_putn(line, *rest, length);
    *rest += length + ((*rest)[length] == '\n');
    return true;
}
