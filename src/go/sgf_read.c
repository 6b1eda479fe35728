#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "go.h"
#include "handicap.h"
#include "sgf.h"

/* Syntax: characters, properties and their values. */

/* One property of a node: its name and its raw values, escapes included. */
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

/* A place in the text. */
struct sgf_cursor {
    const char *at, *end;
    int line, column;
    struct error *error;
};

static bool sgf_fail(struct sgf_cursor *cursor, const char *what) {
    struct text place = {0};
    text_print(&place, "line %d, column %d", cursor->line, cursor->column);
    error_set(cursor->error, "syntax.sgf", "{0}: {1}", text_string(&place), what, NULL);
    text_free(&place);
    return false;
}

/* Characters. */

static bool sgf_more(const struct sgf_cursor *cursor) {
    return cursor->at < cursor->end;
}

static char sgf_next(struct sgf_cursor *cursor) {
    char c = *cursor->at++;
    if (c == '\n') {
        cursor->line++;
        cursor->column = 0;
    }
    cursor->column++;
    return c;
}

static void sgf_skip_space(struct sgf_cursor *cursor) {
    while (sgf_more(cursor) && isspace((unsigned char)*cursor->at))
        sgf_next(cursor);
}

/* Goes to the next "(;" outside a game, past mail headers and the like. */
static bool sgf_find_game(struct sgf_cursor *cursor) {
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

static void sgf_node_clear(struct sgf_node *node) {
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

static const struct sgf_property *sgf_node_next(const struct sgf_node *node, const char *name,
                                                size_t *at) {
    while (*at < node->count) {
        const struct sgf_property *property = &node->properties[(*at)++];
        if (strcmp(text_string(&property->name), name) == 0)
            return property;
    }
    return NULL;
}

static const struct sgf_property *sgf_node_find(const struct sgf_node *node, const char *name) {
    size_t at = 0;
    return sgf_node_next(node, name, &at);
}

static const char *sgf_node_value(const struct sgf_node *node, const char *name) {
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

/* Lower-case letters in a name mean nothing: older versions of the format had them. */
static bool sgf_property_read(struct sgf_cursor *cursor, struct sgf_node *node) {
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

/* Character sets. */

/* Compares letters and digits only: ISO-8859-1, ISO_8859-1, iso8859-1, Latin1, latin-1. */
static bool sgf_charset_is_latin(const char *name) {
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

/* Many programs write UTF-8 without saying so: what is valid UTF-8 counts as UTF-8. */
static void sgf_node_decode(struct sgf_node *node, bool latin) {
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

/* A raw value without escapes; white space becomes blanks, line ends stay only if asked for. The
 * caller frees it. */
static char *sgf_value_text(const char *raw, bool lines) {
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

static char *sgf_value_trimmed(const char *raw) {
    char *text = sgf_value_text(raw, false);
    size_t start = strspn(text, " ");
    size_t length = strlen(text);
    while (length > start && text[length - 1] == ' ')
        length--;
    memmove(text, text + start, length - start);
    text[length - start] = '\0';
    return text;
}

/* Semantics. */

struct sgf_reader {
    struct sgf_cursor cursor;
    struct sgf_node node;
    struct record *record;
    struct go_state state; /* after the main line so far */
    bool latin;            /* what is not UTF-8 is Latin-1 */
    bool rooted;           /* the root node is done */
    bool begun;            /* a ply has been read */
    bool told;             /* PL has said which side begins */
    bool whole;            /* SGF_POSITION has given the start */
    bool apart;            /* the start is not the empty board */
    int handicap;          /* HA */
    struct text comment;   /* of the last entry, so far */
};

static bool reader_fail_at(struct sgf_reader *reader, int line, const char *code, const char *what,
                           const char *argument) {
    struct text where = {0};
    text_print(&where, "%d", line);
    error_set(reader->cursor.error, code, what, text_string(&where), argument, NULL);
    text_free(&where);
    return false;
}

/* Entries. */

/* All comments since the last entry belong to it; before the first one they belong to the game. */
static void comment_settle(struct sgf_reader *reader) {
    struct record *record = reader->record;
    if (reader->comment.length == 0)
        return;
    if (record->entry_count == 0) {
        record_set_tag(record, "Comment", text_string(&reader->comment));
        text_clear(&reader->comment);
    } else {
        record->entries[record->entry_count - 1].comment = text_take(&reader->comment);
    }
}

static void entry_add(struct sgf_reader *reader, enum record_kind kind, int side, const char *text,
                      int line) {
    comment_settle(reader);
    record_add(reader->record, kind, side, text, line);
}

/* Values. */

static int letter_value(char c) {
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    return c >= 'A' && c <= 'Z' ? c - 'A' + 26 : 99;
}

/* Two letters, column from the left and row from the top; false and *p unchanged if they name no
 * point. */
static bool point_read(const struct go_board *board, const char *letters, int *p) {
    int column = letter_value(letters[0]);
    int row = letters[0] == '\0' ? 99 : letter_value(letters[1]);
    if (column >= board->size || row >= board->size)
        return false;
    *p = go_board_at(board, column, board->size - 1 - row);
    return true;
}

static bool bad_value(struct sgf_reader *reader, const struct sgf_property *property,
                      const char *value) {
    struct text shown = {0};
    text_print(&shown, "%s[%.40s]", text_string(&property->name), value);
    reader_fail_at(reader, property->line, "record.sgf-value",
                   "line {0}: {1} makes no sense on this board", text_string(&shown));
    text_free(&shown);
    return false;
}

/* A rectangle "aa:cc" or a single point. */
static bool stones_put(struct sgf_reader *reader, const struct sgf_property *property,
                       const char *raw, int colour) {
    struct go_board *board = &reader->state.board;
    char *value = sgf_value_trimmed(raw);
    size_t length = strlen(value);
    int from, to;
    bool good = (length == 2 || (length == 5 && value[2] == ':')) &&
                point_read(board, value, &from) && point_read(board, value + length - 2, &to);
    if (good)
        good = go_board_column(board, from) <= go_board_column(board, to) &&
               go_board_row(board, from) >= go_board_row(board, to);
    if (!good)
        bad_value(reader, property, value);
    free(value);
    if (!good)
        return false;
    for (int row = go_board_row(board, to); row <= go_board_row(board, from); row++)
        for (int column = go_board_column(board, from); column <= go_board_column(board, to);
             column++)
            go_board_put(board, go_board_at(board, column, row), colour);
    return true;
}

static bool property_is_empty(const struct sgf_property *property) {
    return property->count == 1 && property->values[0][strspn(property->values[0], " \t\r\n")] == 0;
}

/* Set-up. */

/* Adds and removes the node's stones. *changed says whether there were any. */
static bool setup_stones(struct sgf_reader *reader, bool *changed) {
    static const struct {
        const char *name;
        int colour;
    } kinds[] = {{"AE", GO_EMPTY}, {"AB", GO_BLACK}, {"AW", GO_WHITE}};
    *changed = false;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct sgf_property *property;
        size_t at = 0;
        while ((property = sgf_node_next(&reader->node, kinds[k].name, &at)) != NULL) {
            if (property_is_empty(property))
                continue;
            *changed = true;
            for (size_t i = 0; i < property->count; i++)
                if (!stones_put(reader, property, property->values[i], kinds[k].colour))
                    return false;
        }
    }
    int p;
    if (*changed && !go_board_is_sound(&reader->state.board, &p)) {
        struct text vertex = {0};
        go_vertex_print(&reader->state.board, p, &vertex);
        reader_fail_at(reader, reader->node.line, "record.sgf-liberty",
                       "line {0}: the stone at {1} has no liberty", text_string(&vertex));
        text_free(&vertex);
        return false;
    }
    return true;
}

/* SGF_POSITION. */
static bool setup_position(struct sgf_reader *reader, const struct sgf_property *property) {
    char *value = sgf_value_trimmed(property->values[0]);
    struct setup setup = reader->record->setup;
    struct go_state state;
    bool good = go_load(&state, &setup, value, NULL) && setup.size == reader->record->setup.size;
    if (good)
        memcpy(&reader->state, &state, sizeof state);
    else
        bad_value(reader, property, value);
    free(value);
    return good;
}

/* With a whole position, which knows whether the turn was handed over, PL only repeats the side. */
static bool setup_side(struct sgf_reader *reader, bool whole, bool *told) {
    const struct sgf_property *property = sgf_node_find(&reader->node, "PL");
    *told = false;
    if (property == NULL)
        return true;
    char *value = sgf_value_trimmed(property->values[0]);
    int side = game_side(&go_game, value);
    if (strcmp(value, "1") == 0 || strcmp(value, "2") == 0) { /* as some programs count colours */
        side = *value == '1' ? GO_BLACK : GO_WHITE;
        record_warn(reader->record, property->line,
                    side == GO_BLACK ? "PL[1] is read as black to play"
                                     : "PL[2] is read as white to play");
    }
    if (side == SIDE_NONE)
        bad_value(reader, property, value);
    free(value);
    if (side == SIDE_NONE)
        return false;
    *told = true;
    if (reader->begun && !whole)
        go_turn(&reader->state, side, NULL);
    else
        reader->state.to_play = side;
    return true;
}

static void entry_position(struct sgf_reader *reader) {
    struct text position = {0};
    go_save(&reader->state, &position);
    entry_add(reader, RECORD_POSITION, SIDE_NONE, text_string(&position), reader->node.line);
    text_free(&position);
}

static bool node_setup(struct sgf_reader *reader) {
    bool stones, told;
    const struct sgf_property *whole = sgf_node_find(&reader->node, SGF_POSITION);
    if (!setup_stones(reader, &stones))
        return false;
    if (whole != NULL && !setup_position(reader, whole))
        return false;
    if (!setup_side(reader, whole != NULL, &told))
        return false;
    if (!reader->begun) { /* before the first ply all set-up is the start position */
        reader->apart = reader->apart || stones || told || whole != NULL;
        reader->told = reader->told || told || whole != NULL;
        reader->whole = reader->whole || whole != NULL;
    } else if (stones || whole != NULL) {
        reader->state.passes = whole == NULL ? 0 : reader->state.passes;
        entry_position(reader);
    } else if (told) {
        entry_add(reader, RECORD_TURN, reader->state.to_play, NULL, reader->node.line);
    }
    return true;
}

/* Moves. */

/* A file that gives a handicap but no stones means the fixed points, if White begins: by the first
 * move or, without moves, by the side to play. */
static void handicap_place(struct sgf_reader *reader, int first) {
    struct go_board *board = &reader->state.board;
    bool bare = board->empty_count == board->size * board->size && !reader->whole;
    first = first == SIDE_NONE ? reader->state.to_play : first;
    if (!bare || first != GO_WHITE || reader->handicap < 2 ||
        reader->handicap > go_handicap_most(board->size))
        return;
    int points[GO_HANDICAP_FIXED_MAX];
    go_handicap_fixed(board, reader->handicap, points);
    for (int i = 0; i < reader->handicap; i++)
        go_board_put(board, points[i], GO_BLACK);
    reader->apart = true;
}

/* The start position is complete once the first ply, or the end, is reached. */
static void start_settle(struct sgf_reader *reader, int first) {
    if (reader->begun)
        return;
    reader->begun = true;
    handicap_place(reader, first);
    if (reader->handicap > 0)
        reader->apart = true;
    reader->state.handicap = reader->handicap;
    if (!reader->apart)
        return;
    if (!reader->told && first != SIDE_NONE)
        reader->state.to_play = first;
    struct text position = {0};
    go_save(&reader->state, &position);
    free(reader->record->position);
    reader->record->position = text_take(&position);
}

static bool move_read(struct sgf_reader *reader, const struct sgf_property *property, int side) {
    struct go_board *board = &reader->state.board;
    char *value = sgf_value_trimmed(property->values[property->count - 1]);
    int p = GO_PASS;
    bool pass = *value == '\0' || (strcmp(value, "tt") == 0 && board->size <= 19);
    bool good = property->count == 1 && /* two values are not a move */
                (pass || (strlen(value) == 2 && point_read(board, value, &p)));
    if (!good)
        bad_value(reader, property, value);
    else if (!pass &&
             (go_board_colour(board, p) != GO_EMPTY || go_board_is_suicide(board, side, p)))
        good = reader_fail_at(reader, property->line, "record.sgf-illegal",
                              "line {0}: the move [{1}] is illegal", value);
    free(value);
    if (!good)
        return false;
    struct text token = {0};
    go_print(&reader->state, (move)p, &token);
    entry_add(reader, RECORD_PLY, side, text_string(&token), property->line);
    text_free(&token);
    if (reader->state.to_play != side)
        go_turn(&reader->state, side, NULL);
    go_play(&reader->state, (move)p);
    return true;
}

/* The root. */

static void root_charset(struct sgf_reader *reader) {
    const char *name = sgf_node_value(&reader->node, "CA");
    reader->latin =
        name == NULL || name[strspn(name, " \t\r\n")] == '\0' || sgf_charset_is_latin(name);
}

static bool root_size(struct sgf_reader *reader) {
    const struct sgf_property *property = sgf_node_find(&reader->node, "SZ");
    long size = go_game.size_default, height;
    if (property != NULL) {
        char *value = sgf_value_trimmed(property->values[0]);
        char *colon = strchr(value, ':');
        if (colon != NULL)
            *colon++ = '\0';
        bool good = text_to_whole(value, GO_SIZE_MIN, GO_SIZE_MAX, &size) &&
                    (colon == NULL || (text_to_whole(colon, 1, 99, &height) && height == size));
        if (!good)
            reader_fail_at(reader, property->line, "record.sgf-size",
                           "line {0}: no board of size {1} is known here: square, 2 to 25", value);
        free(value);
        if (!good)
            return false;
    }
    reader->record->setup.size = (int)size;
    return true;
}

static bool root_game(struct sgf_reader *reader) {
    const char *value = sgf_node_value(&reader->node, "GM");
    long kind = 1;
    if (value == NULL)
        return true;
    char *number = sgf_value_trimmed(value);
    bool good = text_to_whole(number, 1, 1, &kind);
    free(number);
    return good || reader_fail_at(reader, reader->node.line, "record.sgf-game",
                                  "line {0}: this is no record of Go: GM[{1}]", value);
}

static bool root_numbers(struct sgf_reader *reader) {
    const struct sgf_property *komi = sgf_node_find(&reader->node, "KM");
    const struct sgf_property *handicap = sgf_node_find(&reader->node, "HA");
    if (komi != NULL && !property_is_empty(komi)) {
        char *value = sgf_value_trimmed(komi->values[0]);
        bool good = go_game.set(&reader->record->setup, GO_KOMI, value, NULL);
        if (!good)
            bad_value(reader, komi, value);
        free(value);
        if (!good)
            return false;
    }
    if (handicap != NULL && !property_is_empty(handicap)) {
        long count;
        char *value = sgf_value_trimmed(handicap->values[0]);
        bool good = text_to_whole(value, 0, GO_POINTS, &count);
        if (good)
            reader->handicap = (int)count;
        else
            bad_value(reader, handicap, value);
        free(value);
        if (!good)
            return false;
    }
    return true;
}

/* Unknown rules change nothing: no record should fail to load because of them. */
static void root_rules(struct sgf_reader *reader) {
    const char *raw = sgf_node_value(&reader->node, "RU");
    if (raw == NULL)
        return;
    static const struct {
        const char *begins;
        int rules;
    } known[] = {
        {"japan", GO_JAPANESE}, {"korea", GO_JAPANESE},     {"chin", GO_CHINESE},
        {"jp", GO_JAPANESE},    {"tromp", GO_TROMP_TAYLOR}, {"cn", GO_CHINESE},
        {"aga", GO_CHINESE},    {"nz", GO_CHINESE},         {"new z", GO_CHINESE},
        {"goe", GO_CHINESE},    {"ing", GO_CHINESE},
    };
    char *value = sgf_value_trimmed(raw);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_starts(value, known[i].begins)) {
            if (reader->record->setup.rules != known[i].rules) {
                reader->record->setup.rules = known[i].rules;
                go_game.defaults(&reader->record->setup, SETUP_RULES);
            }
            break;
        }
    free(value);
}

/* "B+Resign" is "B+R" here; an unknown result counts as none. */
static void root_result(struct sgf_reader *reader) {
    const char *raw = sgf_node_value(&reader->node, "RE");
    if (raw == NULL)
        return;
    char *value = sgf_value_trimmed(raw);
    struct text result = {0};
    double margin;
    bool side =
        (toupper((unsigned char)value[0]) == 'B' || toupper((unsigned char)value[0]) == 'W') &&
        value[1] == '+';
    char kind = side ? (char)toupper((unsigned char)value[2]) : '\0';
    if (text_same(value, "0") || text_same(value, "draw") || text_same(value, "jigo"))
        text_putc(&result, '0');
    else if (kind != '\0' && strchr("RTFA", kind) != NULL)
        text_print(&result, "%c+%c", toupper((unsigned char)value[0]), kind);
    else if (side && text_to_number(value + 2, 0, 1e300, &margin)) {
        text_print(&result, "%c+", toupper((unsigned char)value[0]));
        text_number(&result, margin);
    } else
        text_putc(&result, '*');
    free(reader->record->result);
    reader->record->result = text_take(&result);
    free(value);
}

/* Without the comment, which is read as in every node. */
static void root_tags(struct sgf_reader *reader) {
    for (size_t i = 0; i < reader->node.count; i++) {
        const struct sgf_property *property = &reader->node.properties[i];
        const char *name = sgf_tag_of(text_string(&property->name));
        if (name == NULL || strcmp(name, "Comment") == 0)
            continue;
        char *value = sgf_value_text(property->values[0], false);
        record_set_tag(reader->record, name, value);
        free(value);
    }
}

static bool node_root(struct sgf_reader *reader) {
    root_rules(reader);
    if (!root_game(reader) || !root_size(reader) || !root_numbers(reader))
        return false;
    root_result(reader);
    root_tags(reader);
    go_init(&reader->state, &reader->record->setup);
    if (reader->handicap >= 2)
        reader->state.to_play = GO_WHITE;
    reader->rooted = true;
    return true;
}

static void node_comment(struct sgf_reader *reader) {
    const struct sgf_property *property;
    size_t at = 0;
    while ((property = sgf_node_next(&reader->node, "C", &at)) != NULL) {
        char *comment = sgf_value_text(property->values[0], true);
        sgf_comment_add(&reader->comment, comment);
        free(comment);
    }
}

/* Takes over a complete node of the main line. */
static bool node_take(struct sgf_reader *reader) {
    static const char *const names[] = {"B", "W"};
    if (!reader->rooted)
        root_charset(reader);
    sgf_node_decode(&reader->node, reader->latin);
    if (!reader->rooted && !node_root(reader))
        return false;
    if (!node_setup(reader))
        return false;
    for (size_t i = 0; i < reader->node.count; i++) {
        const struct sgf_property *property = &reader->node.properties[i];
        for (int side = 0; side < 2; side++) {
            if (strcmp(text_string(&property->name), names[side]) != 0)
                continue;
            start_settle(reader, side);
            if (!move_read(reader, property, side))
                return false;
        }
    }
    node_comment(reader);
    return true;
}

/* The file ends within a game: what there is of it counts. */
static bool tree_end(struct sgf_reader *reader, bool node) {
    record_warn(reader->record, reader->cursor.line, "the game ends without its last )");
    return !node || node_take(reader);
}

/* The main line is the first branch at every fork; the others are skipped, but must be well-formed.
 * Without recursion, as files may nest to any depth. */
static bool tree_read(struct sgf_reader *reader, bool take) {
    long depth = 1;
    bool open = false; /* a node has begun */
    while (depth > 0) {
        sgf_skip_space(&reader->cursor);
        if (!sgf_more(&reader->cursor))
            return tree_end(reader, take && open);
        char c = *reader->cursor.at;
        if (open && isalpha((unsigned char)c)) {
            if (!sgf_property_read(&reader->cursor, &reader->node))
                return false;
            if (!take)
                sgf_node_clear(&reader->node);
            continue;
        }
        if (c != ';' && c != '(' && c != ')')
            return sgf_fail(&reader->cursor, "a property, ; ( or ) is wanted here");
        if (take && open && !node_take(reader))
            return false;
        sgf_node_clear(&reader->node);
        sgf_next(&reader->cursor);
        reader->node.line = reader->cursor.line;
        open = c == ';';
        depth += (c == '(') - (c == ')');
        take = take && c != ')';
    }
    return true;
}

static bool reader_run(struct sgf_reader *reader, size_t index) {
    for (size_t i = 0; i <= index; i++) {
        if (!sgf_find_game(&reader->cursor))
            return record_refuse_number(i, reader->cursor.error);
        if (!tree_read(reader, i == index))
            return false;
    }
    start_settle(reader, SIDE_NONE);
    comment_settle(reader);
    return true;
}

bool go_record_parse(const char *text, size_t length, size_t index, struct record *record,
                     struct error *error) {
    struct sgf_reader *reader = memory_new(1, sizeof *reader);
    *reader = (struct sgf_reader){
        .cursor = {.at = text, .end = text + length, .line = 1, .column = 1, .error = error},
        .record = record};
    bool good = reader_run(reader, index);
    record->end = (size_t)(reader->cursor.at - text);
    sgf_node_clear(&reader->node);
    free(reader->node.properties);
    text_free(&reader->comment);
    free(reader);
    return good;
}
