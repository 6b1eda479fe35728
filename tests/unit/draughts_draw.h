/* draughts_draw: positions from drawings, and short ways to ask about them.
 *
 * A drawing is eight lines from the top, each of eight characters: w b men, W B kings, anything
 * else an empty square. */
#ifndef TERNION_TESTS_DRAUGHTS_DRAW_H
#define TERNION_TESTS_DRAUGHTS_DRAW_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/draughts/draughts.h"

static const struct past no_past = {0};

static inline struct draughts draw(enum draughts_rules rules, int side, const char *drawing) {
    struct draughts d = {.rules = (uint8_t)rules, .side = (uint8_t)side};
    ck_assert_uint_eq(strlen(drawing), 72);
    for (int i = 0; i < 72; i++) {
        const char *kinds = "bwBW", *kind = strchr(kinds, drawing[i]);
        ck_assert_int_eq(drawing[i] == '\n', i % 9 == 8);
        if (kind != NULL) {
            int square = draughts_square_at(i % 9, 7 - i / 9);
            ck_assert_msg(square >= 0, "a piece on a light square of row %d", 8 - i / 9);
            d.board.side[(kind - kinds) % 2] |= draughts_bit(square);
            d.board.kings |= kind - kinds >= 2 ? draughts_bit(square) : 0;
        }
    }
    return d;
}

static inline int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All legal moves as text, sorted, joined by spaces; the caller frees it. */
static inline char *moves_text(const struct draughts *d) {
    struct moves list = {0};
    struct text text = {0};
    draughts_moves(d, &no_past, &list);
    char **word = calloc(list.count + 1, sizeof *word);
    for (size_t i = 0; i < list.count; i++) {
        struct text one = {0};
        draughts_print(d, list.at[i], &one);
        word[i] = text_take(&one);
    }
    qsort(word, list.count, sizeof *word, by_text);
    for (size_t i = 0; i < list.count; i++) {
        text_print(&text, "%s%s", i == 0 ? "" : " ", word[i]);
        free(word[i]);
    }
    free(word);
    moves_free(&list);
    return text.length == 0 ? calloc(1, 1) : text_take(&text);
}

static inline void assert_moves(const struct draughts *d, const char *expected) {
    char *got = moves_text(d);
    ck_assert_str_eq(got, expected);
    free(got);
}

static inline char *save_text(const struct draughts *d) {
    struct text text = {0};
    draughts_save(d, &text);
    return text_take(&text);
}

static inline void assert_position(const struct draughts *d, const char *expected) {
    char *got = save_text(d);
    ck_assert_str_eq(got, expected);
    free(got);
}

static inline struct draughts load(enum draughts_rules rules, const char *text) {
    struct draughts d = {0};
    struct setup setup = {.rules = (int)rules, .size = 8};
    struct error error = {0};
    struct text why = {0};
    bool good = draughts_load(&d, &setup, text, &error);
    error_print(&error, &why);
    ck_assert_msg(good, "%s: %s", text, text_string(&why));
    error_clear(&error);
    text_free(&why);
    return d;
}

/* Plays a move that must be legal. */
static inline void play(struct draughts *d, const char *text) {
    move m;
    struct error error = {0};
    struct text why = {0};
    bool good = draughts_parse(d, &no_past, text, &m, &error);
    error_print(&error, &why);
    ck_assert_msg(good, "%s: %s", text, text_string(&why));
    error_clear(&error);
    text_free(&why);
    draughts_play(d, m);
}

/* A move that must be refused in these words. */
static inline void assert_refused(const struct draughts *d, const char *text, const char *code,
                                  const char *words) {
    move m = 12345;
    struct error error = {0};
    struct text why = {0};
    ck_assert_msg(!draughts_parse(d, &no_past, text, &m, &error), "%s was taken", text);
    error_print(&error, &why);
    ck_assert_str_eq(error.code, code);
    ck_assert_str_eq(text_string(&why), words);
    ck_assert_uint_eq(m, 12345);
    error_clear(&error);
    text_free(&why);
}

#endif
