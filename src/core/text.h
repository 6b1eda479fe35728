/* text: a growable string, and checked reading of words and numbers. */
#ifndef TERNION_TEXT_H
#define TERNION_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is the empty text. `at` may be NULL while it is empty: read it with
 * text_string. It is always followed by a NUL once something was put in. */
struct text {
    char *at;
    size_t length;
    size_t room;
};

void text_free(struct text *text);
void text_clear(struct text *text);
/* Cuts the text back to length characters (no effect if it is shorter). */
void text_cut(struct text *text, size_t length);
void text_put(struct text *text, const char *string);
void text_putn(struct text *text, const char *bytes, size_t count);
void text_putc(struct text *text, char c);
/* The character count times. */
void text_fill(struct text *text, char c, size_t count);
void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A whole number in digits. */
void text_whole(struct text *text, long value);
/* A number as people write it: 1, 0.5, 7.25; never an exponent below 10^15. */
void text_number(struct text *text, double value);
/* The characters, "" when empty; valid until the text changes. */
const char *text_string(const struct text *text);
/* Hands the characters over to the caller, who frees them; the text is empty then. */
char *text_take(struct text *text);

/* Whole numbers and decimal numbers; the word must be nothing but the number, and the number
 * within the bounds. On failure *value is untouched. Neither depends on the locale. */
bool text_to_whole(const char *word, long min, long max, long *value);
/* The same for seeds and the like, for which the `long` of some machines is too short. */
bool text_to_wide(const char *word, int64_t min, int64_t max, int64_t *value);
/* Whether the word is a whole number, be it too large for any bounds. */
bool text_is_whole(const char *word);
bool text_to_number(const char *word, double min, double max, double *value);

/* Equality and prefix without regard to the case of ASCII letters. */
bool text_same(const char *a, const char *b);
bool text_starts(const char *string, const char *prefix);

/* How many characters must be put in, left out, changed or swapped with their neighbour to make one
 * word of the other. */
size_t text_distance(const char *a, const char *b);

/* Words of a line, cut at spaces and tabs. The words live in one block: free with words_free. */
struct words {
    char **at;
    int count;
    char *block;
};
void words_split(struct words *words, const char *line);
void words_free(struct words *words);
/* Words from index first on, joined by single spaces. */
void words_join(const struct words *words, int first, struct text *text);

/* The display columns of a UTF-8 string (every character of this project is one column wide;
 * escape sequences for colour count nothing). */
size_t text_columns(const char *string);
/* Appends the string with newlines instead of spaces where a line would get wider than `columns`;
 * continued lines are indented by `indent` spaces. A word that is wider stays whole. */
void text_wrap(struct text *text, const char *string, size_t columns, size_t indent);
/* Takes out of a string what a terminal might obey: control characters but newline and tab, escape
 * sequences but those for colours, and what is no UTF-8. For what comes from strangers. */
void text_tame(char *string);
/* The bytes of the character at the start of the string if a terminal only shows it, newline and
 * tab included; 0 for control characters (of ASCII, the 32 after it, bidi overrides) and for what
 * is no UTF-8. */
size_t text_letter(const char *string);
/* Whether the string begins with a bidi override, which would also turn the text after it. */
bool text_turns(const char *string);
/* The bytes of the UTF-8 character at the start of the string, or 0 if it is none (overlong forms
 * and surrogates are none). */
size_t text_character(const char *string);
/* Appends that character, or U+FFFD where there is none; returns how many bytes of the string it
 * took. */
size_t text_put_character(struct text *text, const char *string);

/* Cuts the next line off a string of several, without its newline; false: none is left. NULL is an
 * empty string. */
bool text_next_line(const char **rest, struct text *line);

#endif
