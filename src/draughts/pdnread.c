/* Games of PDN: liberal about layout, strict about what the words mean. */
#include "pdn.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

enum { SHOWN_MAX = 40 };

/* Moves. */

/* A square of a move, or -1; *at moves on behind it. Unlike draughts_parse it does not explain. */
static int scan_square(const char **at) {
    int column = isalpha((unsigned char)**at) ? toupper((unsigned char)*(*at)++) - 'A' : -1;
    int number = 0, digits = 0;
    for (; isdigit((unsigned char)**at) && digits < 2; ++*at, digits++) {
        number = number * 10 + (**at - '0');
    }
    if (digits == 0) {
        return -1;
    }
    return column >= 0 ? draughts_square_at(column, number - 1) : draughts_square_numbered(number);
}

/* Some files write every move with an x: one that goes to the next square can only be a step. */
static void mend_step(char *word) {
    const char *at = word;
    int from = scan_square(&at);
    char *separator = word + (at - word);
    if (from < 0 || (*separator != 'x' && *separator != 'X' && *separator != ':')) {
        return;
    }
    at++;
    int to = scan_square(&at);
    if (to < 0 || *at != '\0') {
        return;
    }
    for (int d = 0; d < 4; d++) {
        if (draughts_shift(draughts_bit(from), d) == draughts_bit(to)) {
            *separator = '-';
        }
    }
}

static bool looks_like_move(const char *word) {
    for (int squares = 0; squares <= DRAUGHTS_JUMPS; squares++) {
        bool letter = isalpha((unsigned char)*word) && tolower((unsigned char)*word) != 'x';
        size_t digits = strspn(word + letter, "0123456789");
        if (digits < 1 || digits > 2) {
            return false;
        }
        word += (size_t)letter + digits;
        if (*word == '\0') {
            return squares >= 1;
        }
        word += strchr("-xX:", *word) != NULL;
    }
    return false;
}

static bool add_ply(struct pdn_reader *reader, char *word) {
    if (!looks_like_move(word)) {
        word[strnlen(word, SHOWN_MAX)] = '\0';
        return pdn_fail(reader, "draughts.pdn-move", "line {0}: cannot read \"{1}\" as a move",
                        word);
    }
    if (reader->record != NULL) {
        mend_step(word);
        pdn_flush_comment(reader);
        record_add(reader->record, RECORD_PLY, SIDE_NONE, word, reader->line);
    }
    return true;
}

/* A move, a move number, both in one, or a result; *over says whether the game ended with it. */
static bool read_move(struct pdn_reader *reader, bool *over, enum pdn_outcome *outcome) {
    pdn_read_word(reader);
    char *word = reader->word.at;
    size_t digits = strspn(word, "0123456789");
    size_t dots = strspn(word + digits, ".");
    word += dots > 0 ? digits + dots : 0;
    if (*word == '\0') {
        return true;
    }
    *over = pdn_outcome_read(word, outcome);
    return *over || add_ply(reader, word);
}

/* "/FEN "W:W31:B1"/": the position changes in the middle of the game. */
static bool read_position(struct pdn_reader *reader) {
    int line = reader->line;
    reader->at++;
    pdn_skip_space(reader);
    text_clear(&reader->word);
    while (isalpha(pdn_peek(reader))) {
        text_putc(&reader->word, *reader->at++);
    }
    if (strcmp(text_string(&reader->word), "FEN") != 0) {
        return pdn_fail(reader, "draughts.pdn-setup",
                        "line {0}: expected a position like /FEN \"W:W31:B1\"/", "");
    }
    if (!pdn_read_string(reader)) {
        return false;
    }
    pdn_skip_space(reader);
    if (pdn_peek(reader) != '/') {
        return pdn_fail(reader, "draughts.pdn-setup",
                        "line {0}: the position does not end with a slash", "");
    }
    reader->at++;
    if (reader->record != NULL) {
        pdn_flush_comment(reader);
        record_add(reader->record, RECORD_POSITION, SIDE_NONE, text_string(&reader->value), line);
    }
    return true;
}

/* "(!?)" is a remark on the move, anything else in parentheses a variation. */
static bool read_parenthesis(struct pdn_reader *reader) {
    const char *at = reader->at + 1;
    while (at < reader->end && (*at == '!' || *at == '?')) {
        at++;
    }
    if (at > reader->at + 1 && at < reader->end && *at == ')') {
        reader->at = at + 1;
        return true;
    }
    return pdn_skip_variation(reader);
}

static bool read_glyph(struct pdn_reader *reader) {
    reader->at++;
    if (!isdigit(pdn_peek(reader))) {
        return pdn_fail(reader, "draughts.pdn-glyph", "line {0}: a number belongs behind $", "");
    }
    while (isdigit(pdn_peek(reader))) {
        reader->at++;
    }
    return true;
}

/* One item of the move section. A star right behind a move praises it; elsewhere it ends the game.
 */
static bool read_item(struct pdn_reader *reader, bool *over, enum pdn_outcome *outcome) {
    int c = pdn_peek(reader);
    switch (c) {
    case '{':
    case ';':
        return pdn_read_comment(reader);
    case '(':
        return read_parenthesis(reader);
    case '/':
        return read_position(reader);
    case '$':
        return read_glyph(reader);
    case '!':
    case '?':
        reader->at++;
        return true;
    case '*':
        *over = reader->at == reader->start || !isalnum((unsigned char)reader->at[-1]);
        *outcome = PDN_OPEN;
        reader->at++;
        return true;
    default:
        return isalnum(c) || c == '.' ? read_move(reader, over, outcome)
                                      : pdn_fail_character(reader);
    }
}

/* The end of a game: what its parts say together. */

static bool end_result(struct pdn_reader *reader, bool over, enum pdn_outcome outcome) {
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    struct record *record = reader->record;
    if (over && outcome != PDN_OPEN && reader->tagged != PDN_OPEN && outcome != reader->tagged) {
        return pdn_fail(reader, "draughts.pdn-contradiction",
                        "line {0}: the moves end with {1}, but the tag Result says otherwise",
                        words[outcome]);
    }
    outcome = outcome == PDN_OPEN ? reader->tagged : outcome;
    int first = draughts_first_side((enum draughts_rules)record->setup.rules);
    int winner = outcome == PDN_FIRST    ? first
                 : outcome == PDN_SECOND ? side_other(first)
                                         : SIDE_NONE;
    free(record->result);
    record->result = memory_string(outcome == PDN_DRAW        ? "0"
                                   : winner == DRAUGHTS_WHITE ? "W+R"
                                   : winner == DRAUGHTS_BLACK ? "B+R"
                                                              : "*");
    if (reader->score == NULL || outcome == PDN_OPEN) {
        return true;
    }
    if (reader->score[0] != record->result[0]) {
        return pdn_fail(reader, "draughts.pdn-contradiction",
                        outcome == PDN_DRAW
                            ? "line {0}: the tag Score says {1}, the result a draw"
                            : "line {0}: the tag Score says {1}, the result another side",
                        reader->score);
    }
    free(record->result);
    record->result = memory_string(reader->score);
    return true;
}

/* Without a GameType the first move tells who begins: white's men stand on 21 to 32. */
static void end_rules(struct pdn_reader *reader) {
    struct record *record = reader->record;
    if (reader->typed || reader->fen != NULL) {
        return;
    }
    for (size_t i = 0; i < record->entry_count; i++) {
        const char *at = record->entries[i].text;
        int square = record->entries[i].kind == RECORD_PLY ? scan_square(&at) : -1;
        if (square >= 0) {
            record->setup.rules =
                draughts_square_row(square) < 4 ? DRAUGHTS_WARCABY : DRAUGHTS_ENGLISH;
            return;
        }
    }
}

/* Reads a position only to know who is to play in it. */
static bool position_side(struct pdn_reader *reader, const char *text, int line, int *side) {
    struct draughts d;
    struct setup setup = reader->record->setup;
    struct error error = {0};
    if (draughts_load(&d, &setup, text, &error)) {
        *side = d.side;
        return true;
    }
    struct text why = {0};
    error_print(&error, &why);
    pdn_fail_on(reader, line, "draughts.pdn-position", "line {0}: position: {1}",
                text_string(&why));
    text_free(&why);
    error_clear(&error);
    return false;
}

static bool end_sides(struct pdn_reader *reader) {
    struct record *record = reader->record;
    int side = draughts_first_side((enum draughts_rules)record->setup.rules);
    if (reader->fen != NULL && !position_side(reader, reader->fen, reader->fen_line, &side)) {
        return false;
    }
    for (size_t i = 0; i < record->entry_count; i++) {
        struct record_entry *entry = &record->entries[i];
        if (entry->kind == RECORD_PLY) {
            entry->side = side;
            side = side_other(side);
        } else if (entry->kind == RECORD_POSITION &&
                   !position_side(reader, entry->text, entry->line, &side)) {
            return false;
        }
    }
    return true;
}

static bool end_game(struct pdn_reader *reader, bool over, enum pdn_outcome outcome) {
    if (reader->set_up_line != 0 && reader->fen == NULL) {
        return pdn_fail_on(reader, reader->set_up_line, "draughts.pdn-setup",
                           "line {0}: SetUp \"1\" needs a tag FEN with the position", "");
    }
    pdn_flush_comment(reader);
    end_rules(reader);
    if (!end_sides(reader) || !end_result(reader, over, outcome)) {
        return false;
    }
    free(reader->record->position);
    reader->record->position = memory_string(reader->fen);
    return true;
}

/* One game: tags, then moves, up to a result, the next game's tags, or the end of the file.
 * Comments may stand anywhere; those behind the result still belong to the game. *found says
 * whether there was anything but comments. */
static bool read_game(struct pdn_reader *reader, bool *found) {
    bool tags = true, over = false;
    enum pdn_outcome outcome = PDN_OPEN;
    *found = false;
    for (;;) {
        pdn_skip_space(reader);
        int c = pdn_peek(reader);
        bool tag = c == '[', comment = c == '{' || c == ';';
        if (c < 0 || (over && !comment) || (tag && !tags)) {
            break;
        }
        if (tag ? !pdn_read_tag(reader) : !read_item(reader, &over, &outcome)) {
            return false;
        }
        tags = tags && (tag || comment);
        *found = *found || !comment;
    }
    return !*found || reader->record == NULL || end_game(reader, over, outcome);
}

bool draughts_record_parse(const char *text, size_t length, size_t index, struct record *record,
                           struct error *error) {
    struct pdn_reader reader = {
        .at = text, .start = text, .end = text + length, .line = 1, .error = error};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        reader.at = reader.start = text + 3;
    }
    bool good = true, found = true;
    for (size_t game = 0; good && game <= index; game++) {
        reader.record = game == index ? record : NULL;
        good = read_game(&reader, &found) && (found || record_refuse_number(game, error));
    }
    record->end = (size_t)(reader.at - text);
    text_free(&reader.comment);
    text_free(&reader.word);
    text_free(&reader.value);
    free(reader.fen);
    free(reader.score);
    return good;
}
