/* The words of PDN: white space, comments, variations, strings. Every refusal names the line. */
#include "pdn.h"

#include <ctype.h>
#include <string.h>

/* Refusals. */

bool pdn_fail_on(struct pdn_reader *reader, int line, const char *code, const char *template,
                 const char *argument) {
    struct text number = {0};
    text_print(&number, "%d", line);
    error_set(reader->error, code, template, text_string(&number), argument, NULL);
    text_free(&number);
    return false;
}

bool pdn_fail(struct pdn_reader *reader, const char *code, const char *template,
              const char *argument) {
    return pdn_fail_on(reader, reader->line, code, template, argument);
}

bool pdn_fail_character(struct pdn_reader *reader) {
    struct text shown = {0};
    unsigned char c = (unsigned char)*reader->at;
    text_print(&shown, isprint(c) ? "%c" : "\\x%02x", c);
    pdn_fail(reader, "draughts.pdn-character", "line {0}: \"{1}\" has no meaning here",
             text_string(&shown));
    text_free(&shown);
    return false;
}

/* Characters. */

int pdn_peek(const struct pdn_reader *reader) {
    return reader->at < reader->end ? (unsigned char)*reader->at : -1;
}

static void advance(struct pdn_reader *reader) {
    reader->line += *reader->at == '\n';
    reader->at++;
}

static void skip_line(struct pdn_reader *reader) {
    while (reader->at < reader->end && *reader->at != '\n') {
        reader->at++;
    }
}

/* White space, and lines that begin with a percent sign. */
void pdn_skip_space(struct pdn_reader *reader) {
    for (;; advance(reader)) {
        int c = pdn_peek(reader);
        if (c == '%' && (reader->at == reader->start || reader->at[-1] == '\n')) {
            skip_line(reader);
        }
        if (reader->at == reader->end || !isspace((unsigned char)*reader->at)) {
            return;
        }
    }
}

/* Comments. */

static void comment_line(const char *from, const char *to, struct text *text) {
    while (from < to && (isspace((unsigned char)*from) || iscntrl((unsigned char)*from))) {
        from++;
    }
    while (from < to && (isspace((unsigned char)to[-1]) || iscntrl((unsigned char)to[-1]))) {
        to--;
    }
    if (from < to && text->length > 0) {
        text_putc(text, '\n');
    }
    for (; from < to; from++) {
        text_putc(text, iscntrl((unsigned char)*from) ? ' ' : *from);
    }
}

void pdn_comment_add(const char *from, size_t length, struct text *text) {
    const char *end = from + length;
    while (from < end) {
        const char *newline = memchr(from, '\n', (size_t)(end - from));
        comment_line(from, newline == NULL ? end : newline, text);
        from = newline == NULL ? end : newline + 1;
    }
}

/* The comments read so far belong behind the last entry. */
void pdn_flush_comment(struct pdn_reader *reader) {
    if (reader->comment.length == 0) {
        return;
    }
    struct record *record = reader->record;
    struct record_entry *entry =
        record->entry_count > 0 ? &record->entries[record->entry_count - 1]
                                : record_add(record, RECORD_NOTE, SIDE_NONE, NULL, reader->line);
    entry->comment = text_take(&reader->comment);
}

/* At a brace or a semicolon. */
bool pdn_read_comment(struct pdn_reader *reader) {
    int line = reader->line;
    bool braced = *reader->at++ == '{';
    const char *from = reader->at;
    while (reader->at < reader->end && *reader->at != (braced ? '}' : '\n')) {
        advance(reader);
    }
    if (braced && reader->at == reader->end) {
        return pdn_fail_on(reader, line, "draughts.pdn-comment",
                           "line {0}: the comment that begins here has no closing brace", "");
    }
    if (reader->record != NULL) {
        pdn_comment_add(from, (size_t)(reader->at - from), &reader->comment);
    }
    reader->at += braced;
    return true;
}

/* Everything up to the matching parenthesis. */
bool pdn_skip_variation(struct pdn_reader *reader) {
    int line = reader->line;
    struct record *record = reader->record;
    reader->record = NULL;
    bool good = true;
    long depth = 0;
    do {
        int c = pdn_peek(reader);
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c < 0) {
            good = pdn_fail_on(
                reader, line, "draughts.pdn-variation",
                "line {0}: the variation that begins here has no closing parenthesis", "");
        } else if (c == '{' || c == ';') {
            good = pdn_read_comment(reader);
        } else {
            advance(reader);
        }
    } while (good && depth > 0);
    reader->record = record;
    return good;
}

/* Words. */

static bool is_word_character(int c) {
    return c >= 0 && (isalnum(c) || c == '-' || c == ':' || c == '.' || c == '/');
}

void pdn_read_word(struct pdn_reader *reader) {
    text_clear(&reader->word);
    for (; is_word_character(pdn_peek(reader)); reader->at++) {
        text_putc(&reader->word, *reader->at);
    }
}

/* A string in double quotes, with \" and \\ inside. */
bool pdn_read_string(struct pdn_reader *reader) {
    pdn_skip_space(reader);
    text_clear(&reader->value);
    if (pdn_peek(reader) != '"') {
        return pdn_fail(reader, "draughts.pdn-string", "line {0}: expected a text in double quotes",
                        "");
    }
    int c;
    for (reader->at++; (c = pdn_peek(reader)) != '"'; reader->at++) {
        if (c < 0 || c == '\n') {
            return pdn_fail(reader, "draughts.pdn-string",
                            "line {0}: the text in double quotes does not end on this line", "");
        }
        if (c == '\\' && reader->at + 1 < reader->end &&
            (reader->at[1] == '"' || reader->at[1] == '\\')) {
            reader->at++;
        }
        if (*reader->at != '\0') {
            text_putc(&reader->value, *reader->at);
        }
    }
    reader->at++;
    return true;
}

bool pdn_outcome_read(const char *word, enum pdn_outcome *outcome) {
    static const struct {
        const char *word;
        enum pdn_outcome outcome;
    } known[] = {{"1-0", PDN_FIRST}, {"0-1", PDN_SECOND}, {"1/2-1/2", PDN_DRAW},
                 {"2-0", PDN_FIRST}, {"0-2", PDN_SECOND}, {"1-1", PDN_DRAW},
                 {"0-0", PDN_OPEN},  {"*", PDN_OPEN}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].word, word) == 0) {
            *outcome = known[i].outcome;
            return true;
        }
    }
    return false;
}
