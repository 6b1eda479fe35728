#include "book.h"

#include <stdlib.h>

#include "../core/memory.h"

static const double KOMI = 7.5;
enum { SIZE = 9 };

struct book_entry {
    uint64_t key; /* of the stones */
    int side;
    int answer;
};

struct go_book {
    struct book_entry *entries;
    size_t count;
};

struct setup go_book_setup(void) {
    struct setup setup = {.size = SIZE, .rules = GO_CHINESE};
    setup.value[GO_KOMI] = KOMI;
    return setup;
}

int go_board_symmetric(const struct go_board *board, int p, int symmetry) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    if (symmetry & 1)
        column = last - column;
    if (symmetry & 2)
        row = last - row;
    return symmetry & 4 ? go_board_at(board, row, column) : go_board_at(board, column, row);
}

/* Adds a line under one symmetry; false if the line is not legal. */
static bool line_add(struct go_book *book, const struct words *words, int symmetry) {
    struct go_board board;
    int p = GO_NO_POINT;
    go_board_init(&board, SIZE);
    for (int i = 0; i < words->count; i++) {
        if (!go_vertex_parse(&board, words->at[i], &p, NULL))
            return false;
        p = go_board_symmetric(&board, p, symmetry);
        if (!go_board_is_legal(&board, i & 1, p))
            return false;
        if (i < words->count - 1)
            go_board_play(&board, i & 1, p);
    }
    if (words->count == 0)
        return false;
    book->entries[book->count++] =
        (struct book_entry){.key = board.key, .side = (words->count - 1) & 1, .answer = p};
    return true;
}

/* A total order, so that which entry of a position comes first does not depend on the sort. */
static int entry_order(const void *a, const void *b) {
    const struct book_entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->side != y->side ? x->side - y->side : x->answer - y->answer;
}

struct go_book *go_book_new(void) {
    struct go_book *book = memory_new(1, sizeof *book);
    book->entries = memory_new(go_book_count * GO_SYMMETRIES + 1, sizeof *book->entries);
    for (size_t i = 0; i < go_book_count; i++) {
        struct words words;
        words_split(&words, go_book_lines[i]);
        for (int symmetry = 0; symmetry < GO_SYMMETRIES; symmetry++)
            line_add(book, &words, symmetry);
        words_free(&words);
    }
    qsort(book->entries, book->count, sizeof *book->entries, entry_order);
    return book;
}

void go_book_free(struct go_book *book) {
    free(book->entries);
    free(book);
}

static bool is_covered(const struct go_state *state) {
    return state->board.size == SIZE && state->rules != GO_JAPANESE && state->handicap == 0 &&
           state->passes <= 0 && !(state->komi < KOMI) && !(state->komi > KOMI) &&
           state->board.ko == GO_NO_POINT;
}

int go_book_find(const struct go_book *book, const struct go_state *state) {
    if (!is_covered(state))
        return GO_NO_POINT;
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (book->entries[middle].key < state->board.key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < book->count && book->entries[low].key == state->board.key; low++)
        if (book->entries[low].side == state->to_play)
            return book->entries[low].answer;
    return GO_NO_POINT;
}
