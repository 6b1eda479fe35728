#include "tagrecord.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "memory.h"

/* Writing. */

static void put_tag(struct text *text, const char *name, const char *value) {
    text_print(text, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            text_putc(text, '\\');
        text_putc(text, *value == '\n' ? ' ' : *value);
    }
    text_put(text, "\"]\n");
}

/* "win_length" is the tag WinLength. */
static void setting_tag(const char *setting, struct text *name) {
    bool upper = true;
    for (; *setting != '\0'; setting++) {
        if (*setting != '_')
            text_putc(name, (char)(upper ? toupper((unsigned char)*setting) : *setting));
        upper = *setting == '_';
    }
}

static void put_settings(const struct record *record, struct text *text) {
    const struct game *game = record->game;
    put_tag(text, "Game", game->name);
    put_tag(text, "Rules", game->rules[record->setup.rules]);
    struct text name = {0}, value = {0};
    text_print(&value, "%d", record->setup.size);
    put_tag(text, "Size", text_string(&value));
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        text_clear(&name);
        text_clear(&value);
        setting_tag(game->settings[i].name, &name);
        game->get(&record->setup, i, &value);
        put_tag(text, text_string(&name), text_string(&value));
    }
    text_free(&name);
    text_free(&value);
}

/* A comment must not contain what would end it. */
static void put_comment(struct text *text, const char *comment) {
    text_put(text, " {");
    for (; *comment != '\0'; comment++)
        text_putc(text, *comment == '}' ? ')' : *comment);
    text_put(text, "}");
}

static void put_entry(const struct record *record, const struct record_entry *entry, size_t *number,
                      struct text *text) {
    const char *side = entry->side < 0 ? "" : record->game->sides[entry->side];
    switch (entry->kind) {
    case RECORD_PLY:
        text_print(text, "%zu. %s %s", ++*number, side, entry->text);
        break;
    case RECORD_TURN:
        text_print(text, "turn %s", side);
        break;
    case RECORD_POSITION:
        text_print(text, "position \"%s\"", entry->text);
        break;
    case RECORD_NOTE:
        break;
    }
    if (entry->comment != NULL)
        put_comment(text, entry->comment);
    text_putc(text, '\n');
}

void tagrecord_print(const struct record *record, struct text *text) {
    put_settings(record, text);
    if (record->position != NULL)
        put_tag(text, "Position", record->position);
    if (record->first >= 0)
        put_tag(text, "First", record->game->sides[record->first]);
    for (size_t i = 0; i < record->tag_count; i++)
        put_tag(text, record->tags[i].name, record->tags[i].value);
    put_tag(text, "Result", record->result);
    size_t number = 0;
    for (size_t i = 0; i < record->entry_count; i++)
        put_entry(record, &record->entries[i], &number, text);
    text_print(text, "%s\n", record->result);
}

/* Reading: a cursor over the text that knows its line. */

struct reader {
    const char *at, *end;
    int line;
    bool stated;         /* a tag has told the result */
    bool settled;        /* a tag has told a setting */
    struct text comment; /* on what was read last, of one pair of braces or more */
    struct record *record;
    struct error *error;
};

static bool fail_at(struct reader *reader, const char *code, const char *template,
                    const char *argument) {
    struct text line = {0};
    text_print(&line, "%d", reader->line);
    error_set(reader->error, code, template, text_string(&line), argument, NULL);
    text_free(&line);
    return false;
}

static void skip_space(struct reader *reader) {
    while (reader->at < reader->end && isspace((unsigned char)*reader->at)) {
        reader->line += *reader->at == '\n';
        reader->at++;
    }
}

static bool at_end(struct reader *reader) {
    skip_space(reader);
    return reader->at == reader->end;
}

/* A string in double quotes, with \" and \\ inside, on one line. */
static bool read_quoted(struct reader *reader, struct text *text) {
    if (reader->at == reader->end || *reader->at != '"')
        return fail_at(reader, "record.quote", "line {0}: a text in double quotes is missing", "");
    for (reader->at++; reader->at < reader->end && *reader->at != '"'; reader->at++) {
        if (*reader->at == '\n')
            break;
        if (*reader->at == '\\' && reader->at + 1 < reader->end)
            reader->at++;
        text_putc(text, *reader->at);
    }
    if (reader->at == reader->end || *reader->at != '"')
        return fail_at(reader, "record.quote", "line {0}: the quoted text does not end", "");
    reader->at++;
    return true;
}

/* Up to the next white space, brace or bracket. */
static void read_word(struct reader *reader, struct text *word) {
    while (reader->at < reader->end && !isspace((unsigned char)*reader->at) &&
           strchr("{}[]", *reader->at) == NULL)
        text_putc(word, *reader->at++);
}

static int find_setting(const struct game *game, const char *tag) {
    struct text name = {0};
    int found = -1;
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL && found < 0; i++) {
        text_clear(&name);
        setting_tag(game->settings[i].name, &name);
        if (strcmp(text_string(&name), tag) == 0)
            found = i;
    }
    text_free(&name);
    return found;
}

static bool use_size(struct reader *reader, const char *value) {
    struct record *record = reader->record;
    long size;
    if (!text_to_whole(value, record->game->size_min, record->game->size_max, &size))
        return fail_at(reader, "record.size", "line {0}: no board of size {1}", value);
    record->setup.size = (int)size;
    game_defaults(record->game, &record->setup, SETUP_SIZE);
    return true;
}

static bool use_rules(struct reader *reader, const char *value) {
    struct record *record = reader->record;
    int rules = game_rules(record->game, value);
    if (rules < 0)
        return fail_at(reader, "record.rules", "line {0}: no rule set {1}", value);
    record->setup.rules = rules;
    game_defaults(record->game, &record->setup, SETUP_RULES);
    return true;
}

static bool use_setting(struct reader *reader, int which, const char *value) {
    struct error error = {0};
    if (reader->record->game->set(&reader->record->setup, which, value, &error))
        return true;
    struct text why = {0};
    error_print(&error, &why);
    fail_at(reader, "record.setting", "line {0}: {1}", text_string(&why));
    text_free(&why);
    error_clear(&error);
    return false;
}

/* Whether a word stands where the result may: "X+1", and what only looks like it. */
static bool is_result(const char *word) {
    return strcmp(word, "*") == 0 || strcmp(word, "0") == 0 ||
           (isalpha((unsigned char)word[0]) && word[1] == '+');
}

/* The result of the tag, and the one after the plies, which must be the same. */
static bool use_result(struct reader *reader, const char *value) {
    struct record *record = reader->record;
    bool open = strcmp(value, "*") == 0 || strcmp(value, "?") == 0;
    value = text_same(value, "draw") ? "0" : open ? "*" : value;
    char winner[2] = {value[0], '\0'};
    if (!is_result(value) || (value[1] == '+' && game_side(record->game, winner) == SIDE_NONE))
        return fail_at(reader, "record.outcome", "line {0}: {1} is no result of this game", value);
    if (reader->stated && !text_same(record->result, value))
        return fail_at(reader, "record.outcome", "line {0}: {1} contradicts the tag Result", value);
    reader->stated = !open; /* a tag that was written before the game says nothing */
    free(record->result);
    record->result = memory_string(value);
    return true;
}

static bool use_tag(struct reader *reader, const char *name, const char *value) {
    struct record *record = reader->record;
    int setting = find_setting(record->game, name);
    if (strcmp(name, "Game") == 0)
        return text_same(value, record->game->name) ||
               fail_at(reader, "record.game", "line {0}: this is a record of {1}; set_game first",
                       value);
    bool rules = strcmp(name, "Rules") == 0;
    if (rules || strcmp(name, "Size") == 0) { /* they have settings of their own */
        if (reader->settled)
            return fail_at(reader, "record.order", "line {0}: {1} must stand before the settings",
                           name);
        return rules ? use_rules(reader, value) : use_size(reader, value);
    }
    if (setting >= 0) {
        reader->settled = true;
        return use_setting(reader, setting, value);
    }
    if (strcmp(name, "First") == 0) {
        record->first = game_side(record->game, value);
        return record->first != SIDE_NONE ||
               fail_at(reader, "record.first", "line {0}: no colour {1}", value);
    }
    if (strcmp(name, "Result") == 0)
        return use_result(reader, value);
    if (strcmp(name, "Position") == 0) {
        free(record->position);
        record->position = memory_string(value);
        return true;
    }
    if (record->tag_count >= RECORD_TAGS)
        return fail_at(reader, "record.tags", "line {0}: a game has at most 1000 tags", "");
    record_set_tag(record, name, value);
    return true;
}

static bool read_tag(struct reader *reader) {
    struct text name = {0}, value = {0};
    reader->at++;
    skip_space(reader);
    while (reader->at < reader->end && (isalnum((unsigned char)*reader->at) || *reader->at == '_'))
        text_putc(&name, *reader->at++);
    skip_space(reader);
    bool good = name.length > 0 ||
                fail_at(reader, "record.tag", "line {0}: a tag needs a name: [Name \"value\"]", "");
    good = good && read_quoted(reader, &value);
    if (good) {
        skip_space(reader);
        good = reader->at < reader->end && *reader->at == ']';
        if (good)
            reader->at++;
        else
            fail_at(reader, "record.tag", "line {0}: the tag {1} does not end with ]",
                    text_string(&name));
    }
    good = good && use_tag(reader, text_string(&name), text_string(&value));
    text_free(&name);
    text_free(&value);
    return good;
}

/* What was said about the last entry, or about the whole game, belongs to it now. */
static void keep_comment(struct reader *reader) {
    struct record *record = reader->record;
    if (reader->comment.length == 0)
        return;
    if (record->entry_count > 0) {
        record->entries[record->entry_count - 1].comment = text_take(&reader->comment);
        return;
    }
    const char *tag = record_tag(record, "Comment");
    struct text whole = {0};
    text_print(&whole, "%s%s%s", tag != NULL ? tag : "", tag != NULL ? "\n" : "",
               text_string(&reader->comment));
    record_set_tag(record, "Comment", text_string(&whole));
    text_free(&whole);
    text_clear(&reader->comment);
}

static bool read_comment(struct reader *reader) {
    const char *close = memchr(reader->at, '}', (size_t)(reader->end - reader->at));
    if (close == NULL)
        return fail_at(reader, "record.comment", "line {0}: the comment does not end with }", "");
    if (reader->comment.length > 0) /* a further one stands below the first */
        text_putc(&reader->comment, '\n');
    text_putn(&reader->comment, reader->at + 1, (size_t)(close - reader->at - 1));
    for (; reader->at <= close; reader->at++)
        reader->line += *reader->at == '\n';
    return true;
}

/* "12." alone; the number is for people and not checked. */
static bool is_number(const char *word) {
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && (word[digits] == '.' ? word[digits + 1] == '\0' : false);
}

static void add_entry(struct reader *reader, enum record_kind kind, int side, const char *text) {
    keep_comment(reader);
    record_add(reader->record, kind, side, text, reader->line);
}

/* One item of the plies. *done is set at the result, which ends the game. */
static bool read_item(struct reader *reader, int *side, bool *done) {
    struct text word = {0};
    read_word(reader, &word);
    const char *string = text_string(&word);
    struct record *record = reader->record;
    bool good = true;
    if (word.length == 0) {
        char stray[2] = {*reader->at, '\0'};
        good = fail_at(reader, "record.stray", "line {0}: stray {1}", stray);
    } else if (strcmp(string, "position") == 0) {
        struct text position = {0};
        skip_space(reader);
        good = read_quoted(reader, &position);
        if (good)
            add_entry(reader, RECORD_POSITION, SIDE_NONE, text_string(&position));
        text_free(&position);
    } else if (strcmp(string, "turn") == 0) {
        *side = -2; /* the colour that follows is handed the move */
    } else if (game_side(record->game, string) != SIDE_NONE) {
        bool turn = *side == -2;
        *side = game_side(record->game, string);
        if (turn) {
            add_entry(reader, RECORD_TURN, *side, NULL);
            *side = SIDE_NONE;
        }
    } else if (is_result(string)) {
        good = use_result(reader, string);
        *done = true;
    } else if (!is_number(string)) {
        add_entry(reader, RECORD_PLY, *side < 0 ? SIDE_NONE : *side, string);
        *side = SIDE_NONE;
    }
    text_free(&word);
    return good;
}

/* One whole game: tags, then items up to the result or the next game's tags. */
static bool read_game(struct reader *reader) {
    reader->stated = reader->settled = false;
    bool done = false;
    int side = SIDE_NONE;
    size_t items = 0;
    bool good = true, next = false; /* another game begins */
    while (good && !done && !next && !at_end(reader)) {
        if (*reader->at == '[') {
            next = items > 0;
            good = next || read_tag(reader);
        } else if (*reader->at == '{') {
            good = read_comment(reader);
        } else {
            items++;
            good = read_item(reader, &side, &done);
        }
    }
    keep_comment(reader);
    text_free(&reader->comment);
    return good;
}

bool tagrecord_parse(const char *text, size_t length, size_t index, struct record *record,
                     struct error *error) {
    const struct game *game = record->game;
    struct reader reader = {
        .at = text, .end = text + length, .line = 1, .record = record, .error = error};
    if (memchr(text, '\0', length) != NULL)
        return error_set(error, "record.binary", "this is not a text file", NULL);
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        reader.at += 3; /* some editors begin UTF-8 so */
    for (size_t i = 0;; i++) {
        record_free(record);
        record_init(record, game);
        record->setup = (struct setup){.rules = 0, .size = game->size_default};
        game_defaults(game, &record->setup, SETUP_NEW);
        if (at_end(&reader))
            return record_refuse_number(i, error);
        if (!read_game(&reader))
            return false;
        record->end = (size_t)(reader.at - text);
        if (i == index)
            return true;
    }
}
