/* Writing PDN. The first number of a result belongs to the side that begins by the rules, as files
 * of GameType 21 have it; the tag Score says it again in Ternion's own words, and the tag
 * Notation that a game written in numbers was shown in letters. */
#include "pdn.h"

#include <ctype.h>
#include <string.h>

enum { LINE_MAX_COLUMNS = 80 };

/* Tags that follow from the record itself. */
static const char *const own_tags[] = {"White", "Black", "Result",  "Score",    "GameType",
                                       "SetUp", "FEN",   "Comment", "Notation", NULL};

static bool is_name(const char *name) {
    for (const char *at = name; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at) && *at != '_') {
            return false;
        }
    }
    return isalpha((unsigned char)*name);
}

static bool is_own(const char *name) {
    for (int i = 0; own_tags[i] != NULL; i++) {
        if (strcmp(own_tags[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void put_tag(struct text *text, const char *name, const char *value) {
    text_print(text, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\') {
            text_putc(text, '\\');
        }
        text_putc(text, iscntrl((unsigned char)*value) ? ' ' : *value);
    }
    text_put(text, "\"]\n");
}

/* A day of the calendar has dots in PDN, dashes elsewhere. */
static void put_date(struct text *text, const char *name, const char *value) {
    char day[] = "0000.00.00";
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof form - 1; i++) {
        bool fits = form[i] == 'd' ? isdigit((unsigned char)value[i]) : value[i] == form[i];
        if (!fits) {
            put_tag(text, name, value);
            return;
        }
        if (form[i] == 'd') {
            day[i] = value[i];
        }
    }
    put_tag(text, name, value[sizeof form - 1] == '\0' ? day : value);
}

static const char *result_value(const struct record *record) {
    if (strcmp(record->result, "0") == 0) {
        return "1/2-1/2";
    }
    char name[2] = {record->result[0], '\0'};
    int winner = record->result[0] == '\0' || record->result[1] != '+'
                     ? SIDE_NONE
                     : game_side(record->game, name);
    if (winner == SIDE_NONE) {
        return "*";
    }
    return winner == draughts_first_side((enum draughts_rules)record->setup.rules) ? "1-0" : "0-1";
}

/* The corner of square 1 or A1 is told as the side that begins sees it. Programs for the English
 * game know numbers only. */
static const char *game_type(const struct setup *setup) {
    if (setup->rules == DRAUGHTS_ENGLISH) {
        return "21,B,8,8,N1,0";
    }
    return setup->value[0] == DRAUGHTS_NUMERIC ? "21,W,8,8,N2,0" : "21,W,8,8,A0,0";
}

/* The dark square that two characters name, or -1. */
static int square_named(const char *word) {
    bool named = *word >= 'A' && *word <= 'H' && word[1] >= '1' && word[1] <= '8';
    return named ? draughts_square_at(*word - 'A', word[1] - '1') : -1;
}

/* A move in letters as one in numbers; one in numbers stays. Where squares were written without
 * anything between them, digits must not run together. */
static void put_numeric(const char *word, struct text *text) {
    while (*word != '\0') {
        bool digits = text->length > 0 && isdigit((unsigned char)text->at[text->length - 1]);
        int square = square_named(word);
        if (square < 0) {
            text_putc(text, *word++);
            continue;
        }
        text_print(text, digits ? "-%d" : "%d", draughts_square_number(square));
        word += 2;
        if (isdigit((unsigned char)*word))
            text_putc(text, '-');
    }
}

static void put_tags(const struct record *record, struct text *text) {
    for (size_t i = 0; i < record->tag_count; i++) {
        const struct record_tag *tag = &record->tags[i];
        if (strcmp(tag->name, "Side1") == 0) {
            put_tag(text, "White", tag->value);
        } else if (strcmp(tag->name, "Side0") == 0) {
            put_tag(text, "Black", tag->value);
        } else if (strcmp(tag->name, "Date") == 0) {
            put_date(text, tag->name, tag->value);
        } else if (is_name(tag->name) && !is_own(tag->name)) {
            put_tag(text, tag->name, tag->value);
        }
    }
    const char *result = result_value(record);
    put_tag(text, "Result", result);
    if (isdigit((unsigned char)result[0]) && strcmp(record->result, "0") != 0) {
        put_tag(text, "Score", record->result);
    }
    put_tag(text, "GameType", game_type(&record->setup));
    if (record->setup.rules == DRAUGHTS_ENGLISH && record->setup.value[0] == DRAUGHTS_LETTERS) {
        put_tag(text, "Notation", "letters");
    }
    if (record->position != NULL) {
        put_tag(text, "SetUp", "1");
        put_tag(text, "FEN", record->position);
    }
    text_putc(text, '\n');
}

/* Moves, in lines of some 80 columns. */

struct writer {
    struct text *text;
    size_t line; /* where the present line begins */
};

static void put_word(struct writer *writer, const char *word) {
    struct text *text = writer->text;
    size_t used = text->length - writer->line;
    if (used > 0 && used + 1 + strlen(word) > LINE_MAX_COLUMNS) {
        text_putc(text, '\n');
        writer->line = text->length;
    } else if (used > 0) {
        text_putc(text, ' ');
    }
    text_put(text, word);
}

/* In braces; a comment that holds a closing brace goes into comments to the end of the line. */
static void put_comment(struct writer *writer, const char *comment) {
    struct text *text = writer->text;
    if (strchr(comment, '}') == NULL) {
        put_word(writer, "{");
        text_put(text, comment);
        text_putc(text, '}');
        const char *last = strrchr(comment, '\n');
        writer->line = last == NULL ? writer->line : text->length - strlen(last);
        return;
    }
    text_put(text, text->length > writer->line ? "\n" : "");
    for (bool more = true; more;) {
        size_t length = strcspn(comment, "\n");
        text_put(text, "; ");
        text_putn(text, comment, length);
        text_putc(text, '\n');
        more = comment[length] != '\0';
        comment += length + more;
    }
    writer->line = text->length;
}

/* A comment as it is kept, if there is one. */
static void put_remark(struct writer *writer, const char *remark) {
    struct text comment = {0};
    if (remark != NULL) {
        pdn_comment_add(remark, strlen(remark), &comment);
    }
    if (comment.length > 0) {
        put_comment(writer, text_string(&comment));
    }
    text_free(&comment);
}

/* Side `first` opens each numbered move; the other is numbered only where nothing came before it.
 */
struct numbering {
    bool english;
    int first;
    long number;
    bool fresh;
};

static void put_ply(struct writer *writer, struct numbering *numbering,
                    const struct record_entry *entry) {
    bool second = entry->side != numbering->first;
    if (!second || numbering->fresh) {
        struct text number = {0};
        text_print(&number, "%ld.%s", numbering->number, second ? ".." : "");
        put_word(writer, text_string(&number));
        text_free(&number);
    }
    struct text numeric = {0};
    if (numbering->english) {
        put_numeric(entry->text, &numeric);
    }
    put_word(writer, numbering->english ? text_string(&numeric) : entry->text);
    text_free(&numeric);
    numbering->number += second;
    numbering->fresh = false;
}

static void put_entry(struct writer *writer, struct numbering *numbering,
                      const struct record_entry *entry) {
    if (entry->kind == RECORD_PLY) {
        put_ply(writer, numbering, entry);
    } else if (entry->kind == RECORD_POSITION) {
        struct text setup = {0};
        text_print(&setup, "/FEN \"%s\"/", entry->text);
        put_word(writer, text_string(&setup));
        text_free(&setup);
        numbering->fresh = true;
    }
    put_remark(writer, entry->comment);
}

void draughts_record_print(const struct record *record, struct text *text) {
    put_tags(record, text);
    struct writer writer = {.text = text, .line = text->length};
    struct numbering numbering = {.english = record->setup.rules == DRAUGHTS_ENGLISH,
                                  .first =
                                      draughts_first_side((enum draughts_rules)record->setup.rules),
                                  .number = 1,
                                  .fresh = true};
    put_remark(&writer, record_tag(record, "Comment"));
    for (size_t i = 0; i < record->entry_count; i++) {
        put_entry(&writer, &numbering, &record->entries[i]);
    }
    put_word(&writer, result_value(record));
    text_putc(text, '\n');
}
