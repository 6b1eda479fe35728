/* insight_test: the ensemble and the number of games against plain enumeration. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/qttt/count.h"
#include "../../src/qttt/ensemble.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "qttt_oracle.h"

/* A random position of a board; unless `open` is negative, one with at most so many open cells that
 * is not over, which takes a large win length. */
static void position_random(struct qttt *q, int rules, int size, int open, struct rng *rng) {
    do {
        int win = open >= 0 ? size : 3 + (int)rng_below(rng, (uint64_t)size - 2);
        qttt_start(q, rules, size, win, (int)rng_below(rng, 2));
        int plies = (int)rng_below(rng, (uint64_t)(size * size) + 2);
        while (!position_over(q) && (open >= 0 ? count_open(q) > open : plies-- > 0))
            position_play_random(q, rng);
    } while (open >= 0 && position_over(q));
}

/* Ensemble by brute force: every mark in one of its cells, no two in the same. */

struct enumeration {
    const struct qttt *q;
    uint8_t owner[QTTT_CELLS];
    uint64_t boards, side[QTTT_CELLS][2];
};

static void enumerate(struct enumeration *e, int mark) {
    const struct qttt *q = e->q;
    while (mark <= q->moves && q->at[mark] != QTTT_SPOOKY)
        mark++;
    if (mark > q->moves) {
        e->boards++;
        for (int cell = 0; cell < q->size * q->size; cell++)
            if (e->owner[cell])
                e->side[cell][qttt_side(q, e->owner[cell])]++;
        return;
    }
    for (int i = 0; i < 2; i++) {
        int cell = i ? q->b[mark] : q->a[mark];
        if (e->owner[cell])
            continue;
        e->owner[cell] = (uint8_t)mark;
        enumerate(e, mark + 1);
        e->owner[cell] = 0;
    }
}

START_TEST(ensemble_matches_enumeration) {
    struct rng rng;
    rng_seed(&rng, 11);
    for (long i = 0; i < test_scale(1500); i++) {
        struct qttt q;
        position_random(&q, (int)(i % 3), 3 + (int)(i / 3 % 2), -1, &rng);
        struct enumeration e = {.q = &q};
        memcpy(e.owner, q.owner, sizeof e.owner);
        enumerate(&e, 1);
        struct ensemble ensemble;
        ensemble_make(&ensemble, &q);
        ck_assert_uint_eq(ensemble.boards, e.boards);
        for (int cell = 0; cell < q.size * q.size; cell++)
            for (int side = 0; side < 2; side++)
                ck_assert_uint_eq(ensemble.cell[cell].side[side] * e.boards,
                                  e.side[cell][side] * ensemble.cell[cell].of);
    }
}
END_TEST

/* The boards one by one are those of the enumeration: as many, each legal, no two the same, and
 * together with the shares of ensemble_make. */
START_TEST(boards_match_enumeration) {
    struct rng rng;
    rng_seed(&rng, 14);
    for (long i = 0; i < test_scale(300); i++) {
        struct qttt q;
        position_random(&q, (int)(i % 3), 3 + (int)(i / 3 % 2), -1, &rng);
        struct ensemble ensemble;
        ensemble_make(&ensemble, &q);
        if (ensemble.boards > 500)
            continue;
        struct text all = {0};
        ensemble_print_boards(&q, 1, 500, &all);
        uint64_t side[QTTT_CELLS][2] = {{0}}, lines = 0;
        for (char *line = all.at; line; lines++) {
            char *next = strchr(line, '\n');
            if (next)
                *next++ = '\0';
            ck_assert(next == NULL || strstr(next, line) == NULL);
            bool taken[QTTT_CELLS] = {0};
            int marks = 0;
            char *rest, *word = strtok_r(line, " ", &rest);
            while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
                char *at = strchr(word, '@');
                int cell, owner, number;
                *at = '\0';
                ck_assert(qttt_cell_parse(&q, at + 1, &cell, NULL) &&
                          qttt_mark_parse(word, &owner, &number) && !taken[cell]);
                ck_assert(q.at[number] == QTTT_SPOOKY ? qttt_haunts(&q, number, cell)
                                                      : q.at[number] == cell);
                taken[cell] = true;
                side[cell][owner]++;
                ck_assert_int_eq(++marks, number);
            }
            ck_assert_int_eq(marks, q.moves);
            line = next;
        }
        ck_assert_uint_eq(lines, ensemble.boards);
        for (int cell = 0; cell < q.size * q.size; cell++)
            for (int s = 0; s < 2; s++)
                ck_assert_uint_eq(side[cell][s] * ensemble.cell[cell].of,
                                  ensemble.cell[cell].side[s] * ensemble.boards);
        text_free(&all);
    }
}
END_TEST

/* On the largest board, a chain through all cells has as many boards as cells. */
START_TEST(ensemble_of_a_chain) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 9, 4, 0);
    for (int cell = 0; cell < 80; cell++)
        qttt_play(&q, qttt_pair(cell, cell + 1));
    struct ensemble ensemble;
    ensemble_make(&ensemble, &q);
    ck_assert_uint_eq(ensemble.boards, 81);
    ck_assert_uint_eq(ensemble.cell[0].side[0], 80);
    ck_assert_uint_eq(ensemble.cell[1].side[0] + ensemble.cell[1].side[1], 80);
    ck_assert_uint_eq(ensemble.cell[1].side[0], 1);
}
END_TEST

START_TEST(ensemble_text) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, 0);
    struct text text = {0};
    qttt_play(&q, qttt_pair(0, 1));
    qttt_play(&q, qttt_pair(1, 2));
    ensemble_print(&q, &text);
    ck_assert_str_eq(text_string(&text), "boards 3\n"
                                         "A1 x 2/3 o 0 empty 1/3\n"
                                         "B1 x 1/3 o 1/3 empty 1/3\n"
                                         "C1 x 0 o 2/3 empty 1/3\n"
                                         "A2 x 0 o 0 empty 1\n"
                                         "B2 x 0 o 0 empty 1\n"
                                         "C2 x 0 o 0 empty 1\n"
                                         "A3 x 0 o 0 empty 1\n"
                                         "B3 x 0 o 0 empty 1\n"
                                         "C3 x 0 o 0 empty 1");
    text_free(&text);
}
END_TEST

/* Games one by one. */
static uint64_t count_plainly(const struct qttt *q) {
    if (position_over(q))
        return 1;
    uint64_t games = 0;
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct qttt child = *q;
        qttt_play(&child, list.at[i]);
        games += count_plainly(&child);
    }
    moves_free(&list);
    return games;
}

/* Few open cells, on boards of several sizes; then 3 x 3 with some marks still spooky everywhere.
 */
START_TEST(late_games) {
    struct rng rng;
    rng_seed(&rng, 12);
    for (long i = 0; i < test_scale(400); i++) {
        struct qttt q;
        position_random(&q, (int)(i % 3), 3 + (int)(i / 3 % 4), 2 + (int)(i / 12 % 4), &rng);
        ck_assert_uint_eq(count_games(&q).games, count_plainly(&q));
    }
    for (long i = 0; i < test_scale(60); i++) {
        struct qttt q;
        do
            position_random(&q, (int)(i % 3), 3, -1, &rng);
        while (position_over(&q) || q.moves < 7);
        ck_assert_uint_eq(count_games(&q).games, count_plainly(&q));
    }
}
END_TEST

/* The games of a position are those of its successors, also where they cannot be counted one by
 * one. */
START_TEST(early_games) {
    struct rng rng;
    rng_seed(&rng, 13);
    for (int i = 0; i < 9; i++) {
        struct qttt q;
        do
            position_random(&q, i % 3, 3, -1, &rng);
        while (position_over(&q) || q.moves < 4 || q.moves > 5);
        uint64_t games = 0;
        struct moves list = {0};
        qttt_moves(&q, &no_past, &list);
        for (size_t k = 0; k < list.count; k++) {
            struct qttt child = q;
            qttt_play(&child, list.at[k]);
            games += count_games(&child).games;
        }
        moves_free(&list);
        ck_assert_uint_eq(count_games(&q).games, games);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("insight");
    suite_add(suite, ensemble_matches_enumeration);
    suite_add(suite, boards_match_enumeration);
    suite_add(suite, ensemble_of_a_chain);
    suite_add(suite, ensemble_text);
    suite_add(suite, late_games);
    suite_add(suite, early_games);
    return suite_run(suite);
}
