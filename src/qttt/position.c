/* position: a position as one line, which tells every mark that was ever placed:
 *
 *     3 3 x X1:A1-C3@C3 O2:A1-B2@A1 X3:B2-C3@B2 O4:A2-B3
 *
 * size, win length, first mover, then each mark in order with its two cells (one for the lone last
 * mark), after '@' where it settled; '?' follows a mark whose cycle waits to be collapsed.
 * Because nothing is left out, loading is replaying: a text is good exactly if play leads there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "qttt.h"

static void mark_save(const struct qttt *q, int mark, struct text *text) {
    qttt_mark_print(q, mark, text);
    text_putc(text, ':');
    qttt_cell_print(q, q->a[mark], text);
    if (q->a[mark] == q->b[mark])
        return;
    text_putc(text, '-');
    qttt_cell_print(q, q->b[mark], text);
    if (mark == q->waiting)
        text_putc(text, '?');
    if (q->at[mark] != QTTT_SPOOKY) {
        text_putc(text, '@');
        qttt_cell_print(q, q->at[mark], text);
    }
}

void qttt_save(const void *state, struct text *text) {
    const struct qttt *q = state;
    text_print(text, "%d %d %c", q->size, q->win, q->first == 0 ? 'x' : 'o');
    for (int n = 1; n <= q->moves; n++) {
        text_putc(text, ' ');
        mark_save(q, n, text);
    }
}

/* One word of the marks as it was written. */
struct told {
    int a, b; /* equal for a single cell */
    int at;   /* QTTT_SPOOKY: no '@' */
    bool waits;
};

/* Where a text is being read: its word number for people, and the word. */
struct place {
    char number[12];
    struct text word;
    struct error *error;
};

static void place_set(struct place *place, int index, const char *word) {
    snprintf(place->number, sizeof place->number, "%d", index + 1);
    text_clear(&place->word);
    qttt_quote(word, &place->word);
}

static bool place_expected(const struct place *place, const char *what) {
    return error_set(place->error, "syntax.qttt-position",
                     "word {0} of the position, '{1}': expected {2}", place->number,
                     text_string(&place->word), what, NULL);
}

static bool place_illegal(const struct place *place, const struct error *reason) {
    struct text text = {0};
    error_print(reason, &text);
    error_set(place->error, "qttt.position-illegal", "word {0} of the position, '{1}': {2}",
              place->number, text_string(&place->word), text_string(&text), NULL);
    text_free(&text);
    return false;
}

static bool place_should_be(const struct place *place, const struct qttt *q, int mark) {
    struct text right = {0};
    mark_save(q, mark, &right);
    error_set(place->error, "qttt.position-differs",
              "word {0} of the position, '{1}': the marks and collapses told make it {2}",
              place->number, text_string(&place->word), text_string(&right), NULL);
    text_free(&right);
    return false;
}

/* Cuts the word after the first separator found and reads what follows as a cell. */
static bool tail_parse(const struct qttt *q, char *word, char separator, int *cell,
                       struct error *error) {
    char *found = strchr(word, separator);
    if (found == NULL)
        return true;
    *found = '\0';
    return qttt_cell_parse(q, found + 1, cell, error);
}

/* Reads "A1-B2@A1", "A1-B2?", "A1"; a reason is left in *error. */
static bool cells_parse(const struct qttt *q, char *word, struct told *told, struct error *error) {
    size_t length = strlen(word);
    told->waits = length > 0 && word[length - 1] == '?';
    if (told->waits)
        word[length - 1] = '\0';
    told->at = QTTT_SPOOKY;
    told->b = -1;
    if (!tail_parse(q, word, '@', &told->at, error) || !tail_parse(q, word, '-', &told->b, error) ||
        !qttt_cell_parse(q, word, &told->a, error))
        return false;
    if (told->b < 0)
        told->b = told->a;
    else if (told->a == told->b)
        return error_set(error, "qttt.same-cell", "a pair needs two different cells", NULL);
    return true;
}

static bool told_parse(const struct qttt *q, char *word, struct told *told,
                       const struct place *place) {
    int mark = q->moves + 1, side, number;
    char *colon = strchr(word, ':');
    struct text expected = {0};
    text_put(&expected, "mark ");
    qttt_mark_print(q, mark, &expected);
    text_put(&expected, " and its cells, such as ");
    qttt_mark_print(q, mark, &expected);
    text_put(&expected, ":A1-B2");
    bool good = colon != NULL;
    if (good) {
        *colon = '\0';
        good =
            qttt_mark_parse(word, &side, &number) && number == mark && side == qttt_side(q, mark);
    }
    if (!good)
        place_expected(place, text_string(&expected));
    text_free(&expected);
    if (!good)
        return false;
    struct error reason = {0};
    good = cells_parse(q, colon + 1, told, &reason);
    if (!good && error_is_syntax(&reason))
        place_expected(place, "cells after the colon, such as A1-B2, A1-B2@A1 or A1-B2?");
    else if (!good)
        place_illegal(place, &reason);
    error_clear(&reason);
    return good;
}

/* A mark that closed a cycle settles as its word says; only the last word may leave that open. */
static bool told_collapse(struct qttt *q, const struct told *told, bool last,
                          const struct place *place) {
    int n = q->waiting;
    if (told->at == QTTT_SPOOKY && last)
        return true;
    if (told->at != q->a[n] && told->at != q->b[n]) {
        struct text mark = {0}, first = {0}, second = {0};
        qttt_mark_print(q, n, &mark);
        qttt_cell_print(q, q->a[n], &first);
        qttt_cell_print(q, q->b[n], &second);
        error_set(place->error, "qttt.position-unsettled",
                  "word {0} of the position: {1} closes a cycle and must be settled, @{2} or @{3}",
                  place->number, text_string(&mark), text_string(&first), text_string(&second),
                  NULL);
        text_free(&mark);
        text_free(&first);
        text_free(&second);
        return false;
    }
    qttt_play(q, qttt_settle(told->at));
    return true;
}

static bool told_play(struct qttt *q, const struct told *told, const struct place *place) {
    struct text text = {0};
    struct error reason = {0};
    move m;
    qttt_cell_print(q, told->a, &text);
    if (told->a != told->b) {
        text_putc(&text, '-');
        qttt_cell_print(q, told->b, &text);
    }
    bool good = qttt_parse(q, NULL, text_string(&text), &m, &reason);
    if (good)
        qttt_play(q, m);
    else
        place_illegal(place, &reason);
    error_clear(&reason);
    text_free(&text);
    return good;
}

static bool told_holds(const struct qttt *q, int mark, const struct told *told) {
    if (told->a == told->b)
        return !told->waits && (told->at == QTTT_SPOOKY || told->at == told->a);
    return told->at == q->at[mark] && (!told->waits || mark == q->waiting);
}

enum { HEAD = 3 }; /* words before the first mark */

static bool marks_load(struct qttt *q, const struct words *words, struct place *place) {
    struct told told[QTTT_MARKS];
    for (int i = HEAD; i < words->count; i++) {
        place_set(place, i, words->at[i]);
        if (qttt_result(q, NULL).phase == PHASE_OVER)
            return error_set(place->error, "qttt.position-over",
                             "word {0} of the position, '{1}': the game was over before it",
                             place->number, text_string(&place->word), NULL);
        struct told *now = &told[q->moves + 1];
        char *copy = memory_string(words->at[i]);
        bool good = told_parse(q, copy, now, place) && told_play(q, now, place);
        free(copy);
        if (!good)
            return false;
        if (q->waiting && !told_collapse(q, now, i == words->count - 1, place))
            return false;
    }
    for (int n = 1; n <= q->moves; n++)
        if (!told_holds(q, n, &told[n])) {
            place_set(place, HEAD + n - 1, words->at[HEAD + n - 1]);
            return place_should_be(place, q, n);
        }
    return true;
}

/* The words before the marks; a word that is missing counts as empty. */
static bool head_load(struct qttt *q, int rules, const struct words *words, struct place *place) {
    const char *word[HEAD];
    long size, win;
    for (int i = 0; i < HEAD; i++)
        word[i] = i < words->count ? words->at[i] : "";
    place_set(place, 0, word[0]);
    if (!text_to_whole(word[0], 3, QTTT_SIZE_MAX, &size))
        return place_expected(place, "the board size, 3 to 9");
    place_set(place, 1, word[1]);
    if (!text_to_whole(word[1], 3, size, &win))
        return place_expected(place, "the win length, from 3 to the board size");
    place_set(place, 2, word[2]);
    if (!text_same(word[2], "x") && !text_same(word[2], "o"))
        return place_expected(place, "the first mover, x or o");
    qttt_start(q, rules, (int)size, (int)win, text_same(word[2], "x") ? 0 : 1);
    return true;
}

bool qttt_load(void *state, struct setup *setup, const char *text, struct error *error) {
    struct words words = {0};
    struct place place = {.error = error};
    struct qttt q;
    words_split(&words, text);
    bool good = head_load(&q, setup->rules, &words, &place) && marks_load(&q, &words, &place);
    if (good) {
        memcpy(state, &q, sizeof q);
        setup->size = q.size;
        setup->value[0] = q.win;
    }
    text_free(&place.word);
    words_free(&words);
    return good;
}
