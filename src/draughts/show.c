#include "draughts.h"

enum { QUIET_SHOWN = 20, DUE_LISTED = 6 };

static const char *const side_names[2] = {"black", "white"};

/* Two characters for what stands on a square: B C Bd Cd as people read them; under english, where B
 * would be taken for black, w b wK bK. */
static void put_content(const struct draughts *d, const struct look *look, int square,
                        struct text *text) {
    uint64_t bit = square < 0 ? 0 : draughts_bit(square);
    bool white = (d->board.side[DRAUGHTS_WHITE] & bit) != 0;
    if (square < 0) {
        text_put(text, "  ");
    } else if (white || (d->board.side[DRAUGHTS_BLACK] & bit) != 0) {
        const char *letters = d->rules == DRAUGHTS_ENGLISH ? "wbK" : "BCd";
        text_putc(text, letters[!white]);
        text_putc(text, (d->board.kings & bit) != 0 ? letters[2] : ' ');
    } else if (d->notation == DRAUGHTS_NUMERIC) {
        text_print(text, "%-2d", draughts_square_number(square));
    } else {
        text_put(text, look->unicode ? "\xc2\xb7 " : ". ");
    }
}

/* Four columns; the last move's start stands in parentheses, its end in brackets. */
static void put_cell(const struct draughts *d, const struct look *look, int square,
                     struct text *text) {
    bool from = square >= 0 && look->last != MOVE_NONE && draughts_from(look->last) == square;
    bool to = square >= 0 && look->last != MOVE_NONE && draughts_to(look->last) == square;
    if (look->colour) {
        bool white = square >= 0 && (d->board.side[DRAUGHTS_WHITE] & draughts_bit(square)) != 0;
        bool black = square >= 0 && (d->board.side[DRAUGHTS_BLACK] & draughts_bit(square)) != 0;
        text_print(text, "\033[%d;%dm", white ? 1 : 22, square < 0 ? 44 : from || to ? 43 : 42);
        text_put(text, white ? "\033[97m" : black ? "\033[30m" : "\033[37m");
    }
    text_putc(text, to ? '[' : from ? '(' : ' ');
    put_content(d, look, square, text);
    text_putc(text, to ? ']' : from ? ')' : ' ');
    text_put(text, look->colour ? "\033[0m" : "");
}

static void put_letters(struct text *text) {
    for (char c = 'A'; c <= 'H'; c++) {
        text_print(text, "   %c", c);
    }
    text_putc(text, '\n');
}

static void put_turn(const struct draughts *d, const struct look *look, struct text *text) {
    if (!draughts_can_move(&d->board, d->side)) {
        text_print(text, "%s cannot move: %s wins", side_names[d->side], side_names[1 - d->side]);
    } else if (d->quiet >= DRAUGHTS_QUIET_LIMIT) {
        text_put(text, "draw: 80 plies without a capture or a man's move");
    } else if (look->ended) {
        text_put(text, "the game has ended");
    } else {
        text_print(text, "%s to play", side_names[d->side]);
        text_put(text, draughts_jumpers(&d->board, d->side) != 0 ? " and must capture" : "");
    }
    if (look->last != MOVE_NONE) {
        text_put(text, "; last move ");
        draughts_print(d, look->last, text);
    }
    if (d->quiet >= QUIET_SHOWN && d->quiet < DRAUGHTS_QUIET_LIMIT) {
        text_print(text, "; %d of 80 plies without a capture or a man's move", d->quiet);
    }
    text_putc(text, '\n');
}

void draughts_show(const void *state, const struct look *look, struct text *text) {
    const struct draughts *d = state;
    put_letters(text);
    for (int row = 7; row >= 0; row--) {
        text_print(text, "%d ", row + 1);
        for (int column = 0; column < 8; column++) {
            put_cell(d, look, draughts_square_at(column, row), text);
        }
        text_print(text, " %d\n", row + 1);
    }
    put_letters(text);
    put_turn(d, look, text);
}

void draughts_due(const void *state, struct text *text) {
    const struct draughts *d = state;
    move list[DRAUGHTS_MOVES];
    if (draughts_jumpers(&d->board, d->side) == 0) {
        text_put(text, "move a piece");
        return;
    }
    size_t count = draughts_sorted(d, list);
    text_put(text, "capture: ");
    for (size_t i = 0; i < count && i < DUE_LISTED; i++) {
        text_put(text, i == 0 ? "" : i + 1 == count ? " or " : ", ");
        draughts_print(d, list[i], text);
    }
    text_put(text, count > DUE_LISTED ? " ..." : "");
}

/* For GoGui, which shows pieces as stones and has no dark squares of its own. */

static void gfx_squares(const char *command, uint64_t squares, const char *label,
                        struct text *text) {
    if (squares == 0) {
        return;
    }
    text_put(text, command);
    for (uint64_t left = squares; left != 0; left &= left - 1) {
        text_putc(text, ' ');
        draughts_square_print(draughts_first(left), DRAUGHTS_LETTERS, text);
        text_put(text, label);
    }
    text_putc(text, '\n');
}

void draughts_gfx(const void *state, struct text *text) {
    const struct draughts *d = state;
    gfx_squares("COLOR #a87848", DRAUGHTS_BOARD, "", text);
    gfx_squares("LABEL", d->board.kings, " K", text);
}
