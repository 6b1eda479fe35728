/* notation: cells, marks and moves as people write them, and what is wrong with those they may not
 * play. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../core/vertex.h"
#include "qttt.h"

/* A short string for an error's argument. */
struct piece {
    char at[48];
};

static struct piece piece_take(struct text *text) {
    struct piece piece = {{0}};
    strncpy(piece.at, text_string(text), sizeof piece.at - 1);
    text_free(text);
    return piece;
}

static struct piece cell_piece(const struct qttt *q, int cell) {
    struct text text = {0};
    qttt_cell_print(q, cell, &text);
    return piece_take(&text);
}

static struct piece mark_piece(const struct qttt *q, int mark) {
    struct text text = {0};
    qttt_mark_print(q, mark, &text);
    return piece_take(&text);
}

static struct piece move_piece(const struct qttt *q, move m) {
    struct text text = {0};
    qttt_print(q, m, &text);
    return piece_take(&text);
}

static struct piece settle_piece(const struct qttt *q, int mark, int cell) {
    struct text text = {0};
    qttt_mark_print(q, mark, &text);
    text_putc(&text, '@');
    qttt_cell_print(q, cell, &text);
    return piece_take(&text);
}

void qttt_quote(const char *string, struct text *text) {
    enum { LONGEST = 40 };
    for (int i = 0; string[i] != '\0'; i++) {
        if (i == LONGEST) {
            text_put(text, "...");
            return;
        }
        text_putc(text, isprint((unsigned char)string[i]) ? string[i] : '?');
    }
}

static struct piece quote_piece(const char *string) {
    struct text text = {0};
    qttt_quote(string, &text);
    return piece_take(&text);
}

void qttt_cell_print(const struct qttt *q, int cell, struct text *text) {
    vertex_print(text, cell % q->size, cell / q->size);
}

void qttt_mark_print(const struct qttt *q, int mark, struct text *text) {
    text_print(text, "%c%d", qttt_side(q, mark) == 0 ? 'X' : 'O', mark);
}

/* The digits of seed 000 count from the top left, cells from the bottom left. */
static bool digit_parse(const struct qttt *q, const char *word, int *cell, struct error *error) {
    int digit = word[0] - '0';
    if (digit > 8 || word[1] != '\0')
        return error_set(error, "qttt.digit-off-board",
                         "{0} is no cell: the digits run from 0, top left, to 8, bottom right",
                         quote_piece(word).at, NULL);
    *cell = (q->size - 1 - digit / 3) * q->size + digit % 3;
    return true;
}

bool qttt_cell_parse(const struct qttt *q, const char *word, int *cell, struct error *error) {
    if (q->size == 3 && word[0] != '\0' && strspn(word, "0123456789") == strlen(word))
        return digit_parse(q, word, cell, error);
    int column, row, length = vertex_parse(word, &column, &row);
    if (length == 0 || word[length] != '\0')
        return error_set(
            error, "syntax.qttt-cell",
            "'{0}' is no cell: write a column letter (there is no I) and a row number, "
            "such as A1; on 3 x 3 the digits 0 to 8 will do as well",
            quote_piece(word).at, NULL);
    if (column >= q->size || row >= q->size) {
        char letter[2] = {vertex_letter(q->size - 1), '\0'};
        char number[2] = {(char)('0' + q->size), '\0'};
        return error_set(error, "qttt.off-board",
                         "{0} is off the board: columns run from A to {1}, rows from 1 to {2}",
                         quote_piece(word).at, letter, number, NULL);
    }
    *cell = row * q->size + column;
    return true;
}

bool qttt_mark_parse(const char *word, int *side, int *number) {
    int letter = tolower((unsigned char)word[0]);
    size_t digits = letter == '\0' ? 0 : strspn(word + 1, "0123456789");
    long value;
    if ((letter != 'x' && letter != 'o') || digits == 0 || word[1 + digits] != '\0' ||
        !text_to_whole(word + 1, 1, 999, &value))
        return false;
    *side = letter == 'x' ? 0 : 1;
    *number = (int)value;
    return true;
}

void qttt_print(const void *state, move m, struct text *text) {
    const struct qttt *q = state;
    int low = qttt_low(m), high = qttt_high(m);
    if (qttt_is_settle(m)) {
        qttt_mark_print(q, q->waiting, text);
        text_putc(text, '@');
    }
    qttt_cell_print(q, low, text);
    if (!qttt_is_settle(m) && low != high) {
        text_putc(text, '-');
        qttt_cell_print(q, high, text);
    }
}

void qttt_due(const void *state, struct text *text) {
    const struct qttt *q = state;
    int lone = qttt_lone(q);
    if (q->waiting) {
        text_put(text, "collapse ");
        qttt_mark_print(q, q->waiting, text);
        text_put(text, ": ");
        qttt_cell_print(q, q->a[q->waiting], text);
        text_put(text, " or ");
        qttt_cell_print(q, q->b[q->waiting], text);
    } else if (lone >= 0) {
        text_put(text, "take the last cell ");
        qttt_cell_print(q, lone, text);
    } else {
        text_put(text, "place a pair");
    }
}

/* The two answers to a waiting cycle, for errors that say what would be right. */
struct answers {
    struct piece first, second;
};

static struct answers answers_of(const struct qttt *q) {
    int w = q->waiting;
    return (struct answers){settle_piece(q, w, q->a[w]), settle_piece(q, w, q->b[w])};
}

static struct piece example_of(const struct qttt *q) {
    struct moves list = {0};
    qttt_moves(q, NULL, &list);
    struct piece piece = move_piece(q, list.at[0]);
    moves_free(&list);
    return piece;
}

static bool refuse_text(const char *text, struct error *error) {
    return error_set(
        error, "syntax.qttt-move",
        "cannot read '{0}': write two cells such as A1-B2, the last open cell alone, or "
        "for a collapse a mark and its cell such as X3@A1",
        quote_piece(text).at, NULL);
}

bool qttt_cycle_waits(const struct qttt *q, struct error *error) {
    return q->waiting || error_set(error, "qttt.no-cycle",
                                   "no cycle waits to be collapsed: play a move such as {0}",
                                   example_of(q).at, NULL);
}

static bool refuse_pair_first(const struct qttt *q, struct error *error) {
    struct answers right = answers_of(q);
    return error_set(error, "qttt.collapse-due", "a cycle must be collapsed first: play {0} or {1}",
                     right.first.at, right.second.at, NULL);
}

static bool refuse_classical(const struct qttt *q, int cell, struct error *error) {
    return error_set(error, "qttt.classical-cell",
                     "{0} is held by the classical mark {1}: choose open cells, as in {2}",
                     cell_piece(q, cell).at, mark_piece(q, q->owner[cell]).at, example_of(q).at,
                     NULL);
}

static bool pair_parse(const struct qttt *q, const char *one, const char *two, move *m,
                       struct error *error) {
    int a, b, lone = qttt_lone(q);
    if (!qttt_cell_parse(q, one, &a, error) || !qttt_cell_parse(q, two, &b, error))
        return false;
    if (q->waiting)
        return refuse_pair_first(q, error);
    if (lone >= 0)
        return error_set(error, "qttt.last-cell", "only one cell is open: play {0} alone",
                         cell_piece(q, lone).at, NULL);
    if (a == b)
        return error_set(error, "qttt.same-cell",
                         "{0} is named twice: a pair needs two different cells, as in {1}",
                         cell_piece(q, a).at, example_of(q).at, NULL);
    if (q->owner[a] || q->owner[b])
        return refuse_classical(q, q->owner[a] ? a : b, error);
    move pair = qttt_pair(a, b);
    if (qttt_repeats(q, a, b))
        return error_set(
            error, "qttt.repeated-pair",
            "{0} repeats your own pair, which is still spooky: choose another, as in {1}",
            move_piece(q, pair).at, example_of(q).at, NULL);
    *m = pair;
    return true;
}

static bool cell_on_cycle(const struct qttt_cycle *cycle, int cell) {
    return memchr(cycle->cells, cell, (size_t)cycle->length) != NULL;
}

static bool mark_on_cycle(const struct qttt_cycle *cycle, int mark) {
    return memchr(cycle->marks, mark, (size_t)cycle->length) != NULL;
}

static bool cell_is_empty(const struct qttt *q, int cell) {
    for (int n = 1; n <= q->moves; n++)
        if (qttt_haunts(q, n, cell))
            return false;
    return q->owner[cell] == 0;
}

/* Refuses cells where no mark of the cycle is. */
static bool cycle_cell_check(const struct qttt *q, const struct qttt_cycle *cycle, int cell,
                             struct error *error) {
    struct answers right = answers_of(q);
    if (cell_on_cycle(cycle, cell))
        return true;
    if (cell_is_empty(q, cell))
        return error_set(error, "qttt.empty-cell",
                         "{0} is empty, no mark can settle there: play {1} or {2}",
                         cell_piece(q, cell).at, right.first.at, right.second.at, NULL);
    return error_set(error, "qttt.cell-outside-cycle",
                     "{0} is not a cell of the cycle: play {1} or {2}", cell_piece(q, cell).at,
                     right.first.at, right.second.at, NULL);
}

static bool mark_check(const struct qttt *q, const struct qttt_cycle *cycle, const char *word,
                       int side, int mark, struct error *error) {
    struct answers right = answers_of(q);
    if (mark > q->moves || qttt_side(q, mark) != side)
        return error_set(error, "qttt.no-mark", "there is no mark {0}: play {1} or {2}",
                         quote_piece(word).at, right.first.at, right.second.at, NULL);
    if (mark_on_cycle(cycle, mark))
        return true;
    return error_set(error, "qttt.mark-outside-cycle",
                     "{0} is not a mark of the cycle: play {1} or {2}", mark_piece(q, mark).at,
                     right.first.at, right.second.at, NULL);
}

/* Either way round the cycle settles every mark of it, each in another of its cells: trying one way
 * tells which of them puts this mark into this cell. */
static move settle_meant(const struct qttt *q, int mark, int cell) {
    struct qttt trial = *q;
    move one = qttt_settle(q->a[q->waiting]);
    qttt_play(&trial, one);
    return trial.at[mark] == cell ? one : qttt_settle(q->b[q->waiting]);
}

static bool settle_parse(const struct qttt *q, const char *mark_word, const char *cell_word,
                         move *m, struct error *error) {
    int side, mark, cell;
    if (!qttt_mark_parse(mark_word, &side, &mark))
        return error_set(error, "syntax.qttt-mark",
                         "'{0}' is no mark: write x or o and a number, such as X3",
                         quote_piece(mark_word).at, NULL);
    if (!qttt_cell_parse(q, cell_word, &cell, error))
        return false;
    if (!qttt_cycle_waits(q, error))
        return false;
    struct qttt_cycle cycle;
    qttt_cycle_find(q, &cycle);
    if (!mark_check(q, &cycle, mark_word, side, mark, error) ||
        !cycle_cell_check(q, &cycle, cell, error))
        return false;
    if (!qttt_haunts(q, mark, cell))
        return error_set(error, "qttt.mark-elsewhere",
                         "{0} is not in {1} but in {2} and {3}: play {0}@{2} or {0}@{3}",
                         mark_piece(q, mark).at, cell_piece(q, cell).at,
                         cell_piece(q, q->a[mark]).at, cell_piece(q, q->b[mark]).at, NULL);
    *m = settle_meant(q, mark, cell);
    return true;
}

/* One cell alone answers a waiting cycle only for the closing mark: elsewhere two other marks meet,
 * and the cell does not say which of them is to stay. */
static bool settle_cell(const struct qttt *q, int cell, move *m, struct error *error) {
    struct qttt_cycle cycle;
    qttt_cycle_find(q, &cycle);
    if (!cycle_cell_check(q, &cycle, cell, error))
        return false;
    if (!qttt_haunts(q, q->waiting, cell)) {
        int i = 0;
        while (cycle.cells[i] != cell)
            i++;
        struct answers right = answers_of(q);
        return error_set(
            error, "qttt.mark-needed",
            "{0} is on the cycle but is no cell of its closing mark: name the mark that "
            "is to settle there, as in {1}, or play {2} or {3}",
            cell_piece(q, cell).at, settle_piece(q, cycle.marks[i], cell).at, right.first.at,
            right.second.at, NULL);
    }
    *m = qttt_settle(cell);
    return true;
}

static bool single_parse(const struct qttt *q, const char *word, move *m, struct error *error) {
    int cell, side, mark, lone = qttt_lone(q);
    if (q->waiting && qttt_mark_parse(word, &side, &mark)) {
        struct answers right = answers_of(q);
        return error_set(error, "qttt.cell-needed",
                         "{0} alone does not say where: name its cell too, as in {1} or {2}",
                         quote_piece(word).at, right.first.at, right.second.at, NULL);
    }
    if (!qttt_cell_parse(q, word, &cell, error))
        return false;
    if (q->waiting)
        return settle_cell(q, cell, m, error);
    if (q->owner[cell])
        return refuse_classical(q, cell, error);
    if (lone < 0) {
        struct moves list = {0};
        move example = MOVE_NONE;
        qttt_moves(q, NULL, &list);
        for (size_t i = 0; i < list.count && example == MOVE_NONE; i++)
            if (qttt_low(list.at[i]) == cell || qttt_high(list.at[i]) == cell)
                example = list.at[i];
        moves_free(&list);
        return error_set(error, "qttt.one-cell",
                         "{0} is only one cell: a pair needs two, as in {1}",
                         cell_piece(q, cell).at,
                         example == MOVE_NONE ? example_of(q).at : move_piece(q, example).at, NULL);
    }
    *m = qttt_pair(lone, lone);
    return true;
}

/* Cuts the word in two at a separator, if it has one; *rest is the second part. */
static bool word_cut(char *word, char separator, char **rest) {
    char *found = strchr(word, separator);
    if (found == NULL)
        return false;
    *found = '\0';
    *rest = found + 1;
    return true;
}

/* Two cells without anything between them, "a1c3" or on 3 x 3 "62", as two words. */
static bool word_split(const struct qttt *q, const char *word, char one[3], char two[3]) {
    size_t length = strlen(word), half = length / 2;
    bool digits = q->size == 3 && length == 2 && strspn(word, "0123456789") == 2;
    if (!digits && !(length == 4 && isalpha((unsigned char)word[0]) &&
                     isdigit((unsigned char)word[1]) && isalpha((unsigned char)word[2])))
        return false;
    snprintf(one, 3, "%.*s", (int)half, word);
    snprintf(two, 3, "%s", word + half);
    return true;
}

static bool words_parse(const struct qttt *q, const struct words *words, const char *text, move *m,
                        struct error *error) {
    int side, mark;
    char *rest, one[3], two[3];
    if (words->count == 2 && qttt_mark_parse(words->at[0], &side, &mark))
        return settle_parse(q, words->at[0], words->at[1], m, error);
    if (words->count == 2)
        return pair_parse(q, words->at[0], words->at[1], m, error);
    char *word = words->count == 1 ? words->at[0] : NULL;
    if (word == NULL || !isalnum((unsigned char)word[0]) ||
        !isdigit((unsigned char)word[strlen(word) - 1]))
        return refuse_text(text, error);
    if (word_cut(word, '@', &rest))
        return settle_parse(q, word, rest, m, error);
    if (word_cut(word, '-', &rest) || word_cut(word, ',', &rest))
        return pair_parse(q, word, rest, m, error);
    if (word_split(q, word, one, two))
        return pair_parse(q, one, two, m, error);
    return single_parse(q, word, m, error);
}

bool qttt_parse(const void *state, const struct past *past, const char *text, move *m,
                struct error *error) {
    const struct qttt *q = state;
    if (qttt_result(q, past).phase == PHASE_OVER)
        return error_set(error, "qttt.over", "the game is over", NULL);
    struct words words = {0};
    words_split(&words, text);
    bool good = words_parse(q, &words, text, m, error);
    words_free(&words);
    return good;
}
