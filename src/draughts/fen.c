#include "draughts.h"

#include <ctype.h>
#include <string.h>

static const char side_letters[2] = {'B', 'W'};
static const char *const side_names[2] = {"black", "white"};

/* Writing. */

static void save_side(const struct draughts *d, int side, struct text *text) {
    text_print(text, ":%c", side_letters[side]);
    const char *comma = "";
    for (int number = 1; number <= DRAUGHTS_SQUARES; number++) {
        uint64_t bit = draughts_bit(draughts_square_numbered(number));
        if ((d->board.side[side] & bit) != 0) {
            text_print(text, "%s%s%d", comma, (d->board.kings & bit) != 0 ? "K" : "", number);
            comma = ",";
        }
    }
}

void draughts_save(const void *state, struct text *text) {
    const struct draughts *d = state;
    text_putc(text, side_letters[d->side]);
    save_side(d, DRAUGHTS_WHITE, text);
    save_side(d, DRAUGHTS_BLACK, text);
    if (d->quiet > 0) {
        text_print(text, ":H%d", d->quiet);
    }
}

/* Reading: a cursor over the text; white space is skipped everywhere. */

struct fen_reader {
    const char *text, *at;
    struct draughts d;
    bool listed[2], counted;
    int *crowned; /* where a man on its last row stands, which is a king then; NULL: refused */
    struct error *error;
};

static char reader_peek(struct fen_reader *reader) {
    while (isspace((unsigned char)*reader->at)) {
        reader->at++;
    }
    return (char)toupper((unsigned char)*reader->at);
}

static bool reader_takes(struct fen_reader *reader, char c) {
    if (reader_peek(reader) != c || c == '\0') {
        return false;
    }
    reader->at++;
    return true;
}

/* {0} of the template is the place in the text, counted from 1. */
static bool fail(struct fen_reader *reader, const char *code, const char *template,
                 const char *argument) {
    struct text place = {0};
    reader_peek(reader);
    text_print(&place, "%td", reader->at - reader->text + 1);
    error_set(reader->error, code, template, text_string(&place), argument, NULL);
    text_free(&place);
    return false;
}

static bool fail_square(struct fen_reader *reader, const char *code, const char *template,
                        int square) {
    struct text name = {0};
    draughts_square_print(square, reader->d.notation, &name);
    fail(reader, code, template, text_string(&name));
    text_free(&name);
    return false;
}

static bool read_number(struct fen_reader *reader, int max, int *number) {
    if (!isdigit((unsigned char)reader_peek(reader))) {
        return false;
    }
    for (*number = 0; isdigit((unsigned char)*reader->at); reader->at++) {
        *number = *number <= max ? *number * 10 + (*reader->at - '0') : *number;
    }
    return *number <= max;
}

static bool read_square(struct fen_reader *reader, int *square) {
    int number, column = reader_peek(reader) - 'A';
    const char *start = reader->at;
    if (column >= 0 && column <= 7) {
        reader->at++;
        bool row = isdigit((unsigned char)*reader->at) && read_number(reader, 8, &number);
        *square = row ? draughts_square_at(column, number - 1) : -1;
    } else {
        *square =
            read_number(reader, DRAUGHTS_SQUARES, &number) ? draughts_square_numbered(number) : -1;
    }
    if (*square < 0) {
        reader->at = start;
        return fail(reader, "draughts.fen-square",
                    "at character {0}: expected a playable square, 1 to 32 or such as A1", "");
    }
    return true;
}

static bool place(struct fen_reader *reader, int side, bool king, int square) {
    uint64_t bit = draughts_bit(square);
    struct draughts_board *board = &reader->d.board;
    if ((draughts_empty(board) & bit) == 0) {
        return fail_square(reader, "draughts.fen-twice", "at character {0}: {1} is occupied twice",
                           square);
    }
    bool far = !king && (bit & draughts_crown_row(side)) != 0;
    if (far && reader->crowned != NULL) {
        *reader->crowned = square;
        king = true;
    } else if (far) {
        return fail_square(reader, "draughts.fen-crowned",
                           side == DRAUGHTS_WHITE
                               ? "at character {0}: a white man on {1} would be a king: write K"
                               : "at character {0}: a black man on {1} would be a king: write K",
                           square);
    }
    board->side[side] |= bit;
    board->kings |= king ? bit : 0;
    return draughts_size(board->side[side]) <= DRAUGHTS_PIECES ||
           fail(reader, "draughts.fen-too-many", "at character {0}: {1} has more than 12 pieces",
                side_names[side]);
}

static bool place_range(struct fen_reader *reader, int side, bool king, int from, int to) {
    if (from > to) {
        return fail(reader, "draughts.fen-range",
                    "at character {0}: a range goes up by square numbers, such as 1-12", "");
    }
    for (int number = from; number <= to; number++) {
        if (!place(reader, side, king, draughts_square_numbered(number))) {
            return false;
        }
    }
    return true;
}

/* One square or a range of them, "5" or "K1-12". Complaints point to its beginning. */
static bool read_pieces(struct fen_reader *reader, int side) {
    reader_peek(reader);
    const char *start = reader->at;
    bool king = reader_takes(reader, 'K');
    int first, last;
    if (!read_square(reader, &first)) {
        return false;
    }
    last = first;
    if (reader_takes(reader, '-') && !read_square(reader, &last)) {
        return false;
    }
    const char *end = reader->at;
    reader->at = start;
    bool good = place_range(reader, side, king, draughts_square_number(first),
                            draughts_square_number(last));
    reader->at = end;
    return good;
}

static bool read_side(struct fen_reader *reader, int side) {
    if (reader->listed[side]) {
        return fail(reader, "draughts.fen-listed", "at character {0}: {1} is listed twice",
                    side_names[side]);
    }
    reader->listed[side] = true;
    char next = reader_peek(reader);
    if (next == ':' || next == '.' || next == '\0') {
        return true;
    }
    do {
        if (!read_pieces(reader, side)) {
            return false;
        }
    } while (reader_takes(reader, ','));
    return true;
}

/* "H12", plies without progress, or "F3", a move number that says nothing about the position. */
static bool read_count(struct fen_reader *reader) {
    int number;
    if (reader_takes(reader, 'F')) {
        return read_number(reader, 9999, &number) ||
               fail(reader, "draughts.fen-number", "at character {0}: expected a move number", "");
    }
    reader->at++;
    if (reader->counted || !read_number(reader, DRAUGHTS_QUIET_LIMIT, &number)) {
        return fail(reader, "draughts.fen-quiet",
                    "at character {0}: expected the number of plies without a capture or a man's "
                    "move once, 0 to 80",
                    "");
    }
    reader->counted = true;
    reader->d.quiet = (uint8_t)number;
    return true;
}

static bool read_turn(struct fen_reader *reader) {
    if (reader_takes(reader, 'W')) {
        reader->d.side = DRAUGHTS_WHITE;
    } else if (reader_takes(reader, 'B')) {
        reader->d.side = DRAUGHTS_BLACK;
    } else {
        return fail(reader, "syntax.draughts-position",
                    "at character {0}: expected W or B for the side to play, as in "
                    "W:WK3,21,22:B1,2; or the word default or test",
                    "");
    }
    return true;
}

static bool read_parts(struct fen_reader *reader) {
    while (reader_takes(reader, ':')) {
        bool good;
        char next = reader_peek(reader);
        if (next == 'W' || next == 'B') {
            reader->at++;
            good = read_side(reader, next == 'W' ? DRAUGHTS_WHITE : DRAUGHTS_BLACK);
        } else if (next == 'H' || next == 'F') {
            good = read_count(reader);
        } else {
            good = fail(reader, "syntax.draughts-position",
                        "at character {0}: expected W or B and the squares of that side, or H and "
                        "a number",
                        "");
        }
        if (!good) {
            return false;
        }
    }
    reader_takes(reader, '.');
    return reader_peek(reader) == '\0' ||
           fail(reader, "syntax.draughts-position",
                "at character {0}: expected a colon, a comma, or the end of the position", "");
}

static bool read_fen(struct fen_reader *reader) {
    if (!read_turn(reader) || !read_parts(reader)) {
        return false;
    }
    const struct draughts_board *board = &reader->d.board;
    return (board->side[0] | board->side[1]) != 0 ||
           fail(reader, "draughts.fen-empty", "there are no pieces on the board", "");
}

/* The word by itself, whatever its case and the space around it. */
static bool is_word(const char *text, const char *word) {
    text += strspn(text, " \t");
    return text_starts(text, word) &&
           text[strlen(word) + strspn(text + strlen(word), " \t")] == '\0';
}

static bool load(void *state, const struct setup *setup, const char *text, int *crowned,
                 struct error *error) {
    struct fen_reader reader = {.text = text, .at = text, .crowned = crowned, .error = error};
    struct draughts *d = &reader.d;
    d->rules = (uint8_t)setup->rules;
    d->notation = (uint8_t)setup->value[0];
    if (is_word(text, "default")) {
        draughts_start(&d->board);
        d->side = (uint8_t)draughts_first_side(d->rules);
    } else if (is_word(text, "test")) {
        draughts_test_start(&d->board);
        d->side = DRAUGHTS_WHITE;
    } else if (!read_fen(&reader)) {
        return false;
    }
    memcpy(state, d, sizeof *d);
    return true;
}

bool draughts_load(void *state, struct setup *setup, const char *text, struct error *error) {
    return load(state, setup, text, NULL, error);
}

bool draughts_load_problem(void *state, struct setup *setup, const char *text, int *crowned,
                           struct error *error) {
    *crowned = -1;
    return load(state, setup, text, crowned, error);
}
