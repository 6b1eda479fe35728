/* Reading PDN: liberal about layout, strict about what the words mean. Every refusal names the
 * line. */
#include "pdn.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

/* The result: its first number belongs to the side that begins by the rules. */
enum pdn_outcome { PDN_OPEN, PDN_FIRST, PDN_SECOND, PDN_DRAW };

/* A cursor over the text, and what has been read of the present game. */
struct pdn_reader {
    const char *at, *end;
    const char *start;
    int line;
    struct record *record; /* NULL while games are only skipped */
    struct error *error;
    struct text comment;     /* of the last entry, so far */
    struct text word, value; /* what was read last */

    /* Tags. */
    char *fen, *score; /* or NULL */
    int fen_line, set_up_line;
    int tag_count;
    bool typed;   /* there was a GameType */
    bool letters; /* moves are shown so, however they are written */
    enum pdn_outcome tagged;
};

/* Refusals. */

static bool pdn_fail_on(struct pdn_reader *reader, int line, const char *code, const char *template,
                        const char *argument) {
    struct text number = {0};
    text_print(&number, "%d", line);
    error_set(reader->error, code, template, text_string(&number), argument, NULL);
    text_free(&number);
    return false;
}

static bool pdn_fail(struct pdn_reader *reader, const char *code, const char *template,
                     const char *argument) {
    return pdn_fail_on(reader, reader->line, code, template, argument);
}

static bool pdn_fail_character(struct pdn_reader *reader) {
    struct text shown = {0};
    unsigned char c = (unsigned char)*reader->at;
    text_print(&shown, isprint(c) ? "%c" : "\\x%02x", c);
    pdn_fail(reader, "draughts.pdn-character", "line {0}: \"{1}\" has no meaning here",
             text_string(&shown));
    text_free(&shown);
    return false;
}

/* Characters. */

static int pdn_peek(const struct pdn_reader *reader) {
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
static void pdn_skip_space(struct pdn_reader *reader) {
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

/* The comments read so far belong to the last entry. */
static void pdn_flush_comment(struct pdn_reader *reader) {
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
static bool pdn_read_comment(struct pdn_reader *reader) {
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
static bool pdn_skip_variation(struct pdn_reader *reader) {
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

static void pdn_read_word(struct pdn_reader *reader) {
    text_clear(&reader->word);
    for (; is_word_character(pdn_peek(reader)); reader->at++) {
        text_putc(&reader->word, *reader->at);
    }
}

/* A string in double quotes, with \" and \\ inside. */
static bool pdn_read_string(struct pdn_reader *reader) {
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

static bool pdn_outcome_read(const char *word, enum pdn_outcome *outcome) {
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

/* Tags. */

enum { TYPE_NUMBER, TYPE_COLOUR, TYPE_WIDTH, TYPE_HEIGHT, TYPE_NOTATION, TYPE_INVERT, TYPE_FIELDS };

/* Cuts "21,W,8,8,N2,0" at its commas, in place; returns the number of fields, 0 if too many. */
static int split_game_type(char *value, char *field[TYPE_FIELDS]) {
    int count = 0;
    for (char *at = value; at != NULL; count++) {
        if (count == TYPE_FIELDS) {
            return 0;
        }
        field[count] = at;
        at = strchr(at, ',');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    return count;
}

static bool is_game_type(int count, char *const *field) {
    long number;
    if (count == 0 || !text_to_whole(field[TYPE_NUMBER], 0, 999, &number)) {
        return false;
    }
    return count == 1 ||
           ((count == TYPE_INVERT || count == TYPE_FIELDS) &&
            (strcmp(field[TYPE_COLOUR], "W") == 0 || strcmp(field[TYPE_COLOUR], "B") == 0) &&
            text_to_whole(field[TYPE_WIDTH], 1, 99, &number) &&
            text_to_whole(field[TYPE_HEIGHT], 1, 99, &number) &&
            strlen(field[TYPE_NOTATION]) == 2 && strchr("ANS", field[TYPE_NOTATION][0]) != NULL &&
            strchr("0123", field[TYPE_NOTATION][1]) != NULL &&
            (count == TYPE_INVERT || text_to_whole(field[TYPE_INVERT], 0, 1, &number)));
}

/* The colour that begins chooses the rule set; 21 alone is the English game. */
static bool use_game_type(struct pdn_reader *reader, int count, char *const *field) {
    bool board = count == 1 ||
                 (strcmp(field[TYPE_WIDTH], "8") == 0 && strcmp(field[TYPE_HEIGHT], "8") == 0 &&
                  (count == TYPE_INVERT || strcmp(field[TYPE_INVERT], "0") == 0));
    if (strcmp(field[TYPE_NUMBER], "21") != 0 || !board) {
        return pdn_fail(
            reader, "draughts.pdn-other-game",
            "line {0}: this GameType is another game: 21 is played here, on 8 x 8 with a "
            "dark lower left corner",
            "");
    }
    struct setup *setup = &reader->record->setup;
    reader->typed = true;
    setup->rules = count > 1 && field[TYPE_COLOUR][0] == 'W' ? DRAUGHTS_WARCABY : DRAUGHTS_ENGLISH;
    if (count > 1) {
        setup->value[0] = field[TYPE_NOTATION][0] == 'N' ? DRAUGHTS_NUMERIC : DRAUGHTS_LETTERS;
    }
    return true;
}

static bool tag_game_type(struct pdn_reader *reader, const char *value) {
    struct text fields = {0};
    for (; *value != '\0'; value++) {
        if (*value != ' ') {
            text_putc(&fields, *value);
        }
    }
    char *field[TYPE_FIELDS], empty[] = "";
    int count = split_game_type(fields.at == NULL ? empty : fields.at, field);
    bool good = is_game_type(count, field)
                    ? use_game_type(reader, count, field)
                    : pdn_fail(reader, "draughts.pdn-game-type",
                               "line {0}: a GameType reads like 21 or 21,W,8,8,A0,0", "");
    text_free(&fields);
    return good;
}

static bool tag_result(struct pdn_reader *reader, const char *value) {
    reader->tagged = PDN_OPEN;
    return pdn_outcome_read(value, &reader->tagged) || *value == '\0' || strcmp(value, "?") == 0 ||
           pdn_fail(reader, "draughts.pdn-result",
                    "line {0}: \"{1}\" is no result: write 1-0, 0-1, 1/2-1/2 or *", value);
}

static void replace(char **string, const char *value) {
    free(*string);
    *string = memory_string(value);
}

static bool tag_score(struct pdn_reader *reader, const char *value) {
    double margin;
    bool side = (value[0] == 'W' || value[0] == 'B') && value[1] == '+';
    if (!side || value[2] == '\0' ||
        !((value[3] == '\0' && strchr("RTFA", value[2]) != NULL) ||
          text_to_number(value + 2, 1, 1, &margin))) {
        return pdn_fail(reader, "draughts.pdn-score",
                        "line {0}: a Score reads W+1 or B+1, or +R, +T, +F, +A for other endings",
                        "");
    }
    replace(&reader->score, value);
    return true;
}

static bool tag_use(struct pdn_reader *reader, const char *name, const char *value) {
    if (strcmp(name, "GameType") == 0) {
        return tag_game_type(reader, value);
    }
    if (strcmp(name, "Result") == 0) {
        return tag_result(reader, value);
    }
    if (strcmp(name, "FEN") == 0) {
        replace(&reader->fen, value);
        reader->fen_line = reader->line;
    } else if (strcmp(name, "Score") == 0) {
        return tag_score(reader, value);
    } else if (strcmp(name, "Notation") == 0) {
        reader->letters = strcmp(value, "letters") == 0;
    } else if (text_same(name, "SetUp")) {
        reader->set_up_line = strcmp(value, "1") == 0 ? reader->line : 0;
    } else if (strcmp(name, "Comment") == 0) {
        pdn_comment_add(value, strlen(value), &reader->comment);
    } else if (++reader->tag_count > RECORD_TAGS) {
        return pdn_fail(reader, "draughts.pdn-tags", "line {0}: a game has at most 1000 tags", "");
    } else {
        record_set_tag(reader->record,
                       strcmp(name, "White") == 0   ? "Side1"
                       : strcmp(name, "Black") == 0 ? "Side0"
                                                    : name,
                       value);
    }
    return true;
}

/* At an opening bracket. */
static bool pdn_read_tag(struct pdn_reader *reader) {
    reader->at++;
    pdn_skip_space(reader);
    text_clear(&reader->word);
    for (int c; (c = pdn_peek(reader)) >= 0 && (isalnum(c) || c == '_'); reader->at++) {
        text_putc(&reader->word, (char)c);
    }
    if (reader->word.length == 0) {
        return pdn_fail(reader, "draughts.pdn-tag",
                        "line {0}: expected the name of a tag, as in [Event \"Club\"]", "");
    }
    if (!pdn_read_string(reader)) {
        return false;
    }
    pdn_skip_space(reader);
    if (pdn_peek(reader) != ']') {
        return pdn_fail(reader, "draughts.pdn-tag", "line {0}: the tag {1} has no closing bracket",
                        text_string(&reader->word));
    }
    reader->at++;
    return reader->record == NULL ||
           tag_use(reader, text_string(&reader->word), text_string(&reader->value));
}

enum { SHOWN_MAX = 40 };

/* Moves. */

/* A square of a move, or -1; *at moves on. Unlike draughts_parse it does not explain. */
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

/* Some files write every move with an x: one to an adjacent square can only be a step. */
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

/* One item of the moves. A star right after a move praises it; elsewhere it ends the game. */
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

/* Without a GameType the first move shows which side begins: white's men stand on 21 to 32. */
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

/* A position of the game: the side to play then. A man on its last row, as in many problems, is a
 * king that nobody crowned; the text is then replaced by one that says so. */
static bool mend_position(struct pdn_reader *reader, char **text, int line, int *side) {
    struct draughts d;
    struct setup setup = reader->record->setup;
    struct error error = {0};
    struct text note = {0};
    int crowned;
    bool good = draughts_load_problem(&d, &setup, *text, &crowned, &error);
    if (good) {
        *side = d.side;
    } else {
        error_print(&error, &note);
        pdn_fail_on(reader, line, "draughts.pdn-position", "line {0}: position: {1}",
                    text_string(&note));
    }
    if (good && crowned >= 0) {
        draughts_save(&d, &note);
        replace(text, text_string(&note));
        text_clear(&note);
        text_put(&note, "the man on its last row, ");
        draughts_square_print(crowned, d.notation, &note);
        text_put(&note, ", is read as a king");
        record_warn(reader->record, line, text_string(&note));
    }
    text_free(&note);
    error_clear(&error);
    return good;
}

static bool end_sides(struct pdn_reader *reader) {
    struct record *record = reader->record;
    int side = draughts_first_side((enum draughts_rules)record->setup.rules);
    if (reader->fen != NULL && !mend_position(reader, &reader->fen, reader->fen_line, &side)) {
        return false;
    }
    for (size_t i = 0; i < record->entry_count; i++) {
        struct record_entry *entry = &record->entries[i];
        if (entry->kind == RECORD_PLY) {
            entry->side = side;
            side = side_other(side);
        } else if (entry->kind == RECORD_POSITION &&
                   !mend_position(reader, &entry->text, entry->line, &side)) {
            return false;
        }
    }
    return true;
}

/* Whether all squares of a move are on this board: numbers from 1 to 32, letters to H, rows to 8.
 */
static bool fits_board(const char *word) {
    while (*word != '\0') {
        bool letter = isalpha((unsigned char)*word) && tolower((unsigned char)*word) != 'x';
        int column = letter ? toupper((unsigned char)*word) - 'A' : 0;
        word += letter;
        char *end;
        long number = strtol(word, &end, 10);
        if (end == word || number < 1 || number > (letter ? 8 : DRAUGHTS_SQUARES) || column > 7) {
            return false;
        }
        word = end + (*end != '\0' && strchr("-xX:", *end) != NULL);
    }
    return true;
}

/* Without a GameType a file of a larger board may fit for a while: one square that does not exist
 * here tells, wherever it stands. */
static bool end_board(struct pdn_reader *reader) {
    const struct record *record = reader->record;
    for (size_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (entry->kind == RECORD_PLY && !fits_board(entry->text)) {
            return pdn_fail_on(
                reader, entry->line, "draughts.pdn-other-game",
                "line {0}: {1} is a move of another game: 8 x 8 is played here, with "
                "squares to 32 or H8",
                entry->text);
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
    if (reader->letters) {
        reader->record->setup.value[0] = DRAUGHTS_LETTERS;
    }
    if (!end_board(reader) || !end_sides(reader) || !end_result(reader, over, outcome)) {
        return false;
    }
    free(reader->record->position);
    reader->record->position = memory_string(reader->fen);
    return true;
}

/* One game: tags, then moves, up to a result, the next game's tags, or the end of the file.
 * Comments may stand anywhere; those after the result still belong to the game. *found says whether
 * there was anything but comments. */
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

/* Games that cannot be read. */

/* Whether a tag begins in the present line, which was read up to here. */
static bool at_tag_line(const struct pdn_reader *reader) {
    const char *at = reader->at;
    while (at < reader->end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at + 1 < reader->end && *at == '[' && isalpha((unsigned char)at[1]);
}

static void next_line(struct pdn_reader *reader) {
    skip_line(reader);
    if (reader->at < reader->end) {
        advance(reader);
    }
}

/* From the beginning of a game to the tags of the next one, whatever stands between. */
static void resynchronise(struct pdn_reader *reader, const char *start, int line) {
    reader->at = start;
    reader->line = line;
    while (reader->at < reader->end &&
           (at_tag_line(reader) || isspace((unsigned char)*reader->at))) {
        next_line(reader);
    }
    while (reader->at < reader->end && !at_tag_line(reader)) {
        next_line(reader);
    }
}

/* Passes over game number `game`. One that cannot be read is noted, and hides no other. */
static bool skip_game(struct pdn_reader *reader, struct record *record, size_t game, bool *found) {
    struct error *outer = reader->error, error = {0};
    pdn_skip_space(reader);
    const char *start = reader->at;
    int line = reader->line;
    reader->record = NULL;
    reader->error = &error;
    if (!read_game(reader, found)) {
        struct text note = {0};
        text_print(&note, "game %zu is passed over: ", game + 1);
        error_print(&error, &note);
        record_warn(record, 0, text_string(&note));
        text_free(&note);
        resynchronise(reader, start, line);
        *found = true;
    }
    error_clear(&error);
    reader->error = outer;
    return *found;
}

bool draughts_record_parse(const char *text, size_t length, size_t index, struct record *record,
                           struct error *error) {
    struct pdn_reader reader = {
        .at = text, .start = text, .end = text + length, .line = 1, .error = error};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        reader.at = reader.start = text + 3;
    }
    bool good = true, found = true;
    for (size_t game = 0; good && game < index; game++) {
        good = skip_game(&reader, record, game, &found) || record_refuse_number(game, error);
    }
    reader.record = record;
    if (good) {
        good = read_game(&reader, &found) && (found || record_refuse_number(index, error));
    }
    record->end = (size_t)(reader.at - text);
    text_free(&reader.comment);
    text_free(&reader.word);
    text_free(&reader.value);
    free(reader.fen);
    free(reader.score);
    return good;
}
