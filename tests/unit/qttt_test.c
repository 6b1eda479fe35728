/* The rules, notation, positions and boards of quantum tic-tac-toe. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/rng.h"
#include "../../src/qttt/qttt.h"
#include "../support/scale.h"
#include "../support/suite.h"

static struct qttt started(int rules, int size) {
    struct qttt q;
    qttt_start(&q, rules, size, size < 4 ? size : 4, 0);
    return q;
}

/* The position that a text tells. */
static struct qttt loaded(int rules, const char *text) {
    struct qttt q = {0};
    struct setup setup = {.rules = rules};
    struct error error = {0};
    struct text why = {0};
    bool good = qttt_load(&q, &setup, text, &error);
    error_print(&error, &why);
    ck_assert_msg(good, "%s: %s", text, text_string(&why));
    ck_assert_int_eq(setup.size, q.size);
    ck_assert_int_eq((int)setup.value[0], q.win);
    return q;
}

/* Plays tokens that stand one space apart. */
static void played(struct qttt *q, const char *tokens) {
    struct words words = {0};
    words_split(&words, tokens);
    for (int i = 0; i < words.count; i++) {
        struct error error = {0};
        struct text why = {0};
        move m;
        bool good = qttt_parse(q, NULL, words.at[i], &m, &error);
        error_print(&error, &why);
        ck_assert_msg(good, "%s was refused: %s", words.at[i], text_string(&why));
        qttt_play(q, m);
    }
    words_free(&words);
}

/* A text that must be refused for this reason; the English text must contain `says`. */
static void refused(const struct qttt *q, const char *text, const char *code, const char *says) {
    struct error error = {0};
    struct text why = {0};
    struct qttt before = *q;
    move m = 77;
    ck_assert_msg(!qttt_parse(q, NULL, text, &m, &error), "'%s' was not refused", text);
    ck_assert_str_eq(error.code, code);
    error_print(&error, &why);
    ck_assert_msg(strstr(text_string(&why), says) != NULL, "'%s' lacks '%s'", text_string(&why),
                  says);
    ck_assert_ptr_null(strchr(text_string(&why), '{'));
    ck_assert_uint_eq(m, 77);
    ck_assert_int_eq(memcmp(&before, q, sizeof before), 0);
    ck_assert(!qttt_parse(q, NULL, text, &m, NULL));
    text_free(&why);
    error_clear(&error);
}

static void position_refused(int rules, const char *text, const char *code, const char *says) {
    struct qttt q = started(0, 5), before = q;
    struct setup setup = {.rules = rules, .size = 5, .value = {4}}, setup_before = setup;
    struct error error = {0};
    struct text why = {0};
    ck_assert_msg(!qttt_load(&q, &setup, text, &error), "'%s' was not refused", text);
    error_print(&error, &why);
    ck_assert_msg(strcmp(error.code, code) == 0, "'%s': %s: %s", text, error.code,
                  text_string(&why));
    ck_assert_msg(strstr(text_string(&why), says) != NULL, "'%s' lacks '%s'", text_string(&why),
                  says);
    ck_assert_int_eq(memcmp(&before, &q, sizeof q), 0);
    ck_assert_int_eq(memcmp(&setup_before, &setup, sizeof setup), 0);
    ck_assert(!qttt_load(&q, &setup, text, NULL));
    text_free(&why);
    error_clear(&error);
}

static char *saved(const struct qttt *q) {
    struct text text = {0};
    qttt_save(q, &text);
    return text_take(&text);
}

static void position_is(const struct qttt *q, const char *expected) {
    char *text = saved(q);
    ck_assert_str_eq(text, expected);
    free(text);
}

/* "X+0.5", "0", "*". */
static void result_is(const struct qttt *q, const char *expected) {
    struct text text = {0};
    struct result result = qttt_result(q, NULL);
    struct moves list = {0};
    if (result.phase == PHASE_PLAYING)
        text_put(&text, "*");
    else
        game_print_result(&qttt_game, &result, &text);
    ck_assert_str_eq(text_string(&text), expected);
    qttt_moves(q, NULL, &list);
    ck_assert_int_eq(list.count == 0, result.phase == PHASE_OVER);
    moves_free(&list);
    text_free(&text);
}

/* All legal moves as printed, one space apart. */
static void moves_are(const struct qttt *q, const char *expected) {
    struct text text = {0};
    struct moves list = {0};
    qttt_moves(q, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (i > 0)
            text_putc(&text, ' ');
        qttt_print(q, list.at[i], &text);
    }
    ck_assert_str_eq(text_string(&text), expected);
    moves_free(&list);
    text_free(&text);
}

static void due_is(const struct qttt *q, const char *expected) {
    struct text text = {0};
    qttt_due(q, &text);
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
}

static size_t move_count(const struct qttt *q) {
    struct moves list = {0};
    qttt_moves(q, NULL, &list);
    size_t count = list.count;
    moves_free(&list);
    return count;
}

/* A board of classical marks alone, drawn from the top, 0 for open, to try rows on. */
static struct qttt drawn(int rules, int size, int win, const int *numbers) {
    struct qttt q;
    qttt_start(&q, rules, size, win, 0);
    for (int i = 0; i < size * size; i++) {
        int cell = (size - 1 - i / size) * size + i % size, n = numbers[i];
        if (n == 0)
            continue;
        q.owner[cell] = q.a[n] = q.b[n] = q.at[n] = (uint8_t)cell;
        q.owner[cell] = (uint8_t)n;
        q.moves = (uint8_t)(n > q.moves ? n : q.moves);
    }
    struct qttt_row rows[QTTT_ROWS];
    q.done = qttt_rows(&q, rows) > 0;
    return q;
}

/* Cycles and collapses */

START_TEST(sides_alternate_by_move_number_and_the_chooser_goes_on) {
    struct qttt q = started(QTTT_GOFF, 3);
    ck_assert_int_eq(qttt_to_play(&q), 0);
    played(&q, "A1-C3");
    ck_assert_int_eq(qttt_to_play(&q), 1);
    played(&q, "A1-B2");
    ck_assert_int_eq(qttt_to_play(&q), 0);
    played(&q, "B2-C3");
    ck_assert_int_eq(q.waiting, 3);
    ck_assert_int_eq(qttt_to_play(&q), 1);
    moves_are(&q, "X3@B2 X3@C3");
    due_is(&q, "collapse X3: B2 or C3");
    ck_assert(qttt_game.critical(&q));
    played(&q, "X3@C3");
    ck_assert_int_eq(q.waiting, 0);
    ck_assert_int_eq(qttt_to_play(&q), 1);
    ck_assert(!qttt_game.critical(&q));
    due_is(&q, "place a pair");
    position_is(&q, "3 3 x X1:A1-C3@A1 O2:A1-B2@B2 X3:B2-C3@C3");
    ck_assert_uint_eq(move_count(&q), 15);
}
END_TEST

START_TEST(the_other_choice_turns_the_cycle_round) {
    struct qttt q = loaded(QTTT_GOFF, "3 3 x X1:A1-C3 O2:A1-B2 X3:B2-C3?");
    played(&q, "X3@B2");
    position_is(&q, "3 3 x X1:A1-C3@C3 O2:A1-B2@A1 X3:B2-C3@B2");
}
END_TEST

START_TEST(two_pairs_on_the_same_cells_are_a_cycle) {
    struct qttt q = started(QTTT_SUM, 3);
    played(&q, "A1-B1 B1-A1");
    ck_assert_int_eq(q.waiting, 2);
    ck_assert_int_eq(qttt_to_play(&q), 0);
    moves_are(&q, "O2@A1 O2@B1");
    played(&q, "O2@B1");
    position_is(&q, "3 3 x X1:A1-B1@A1 O2:A1-B1@B1");
    ck_assert_int_eq(qttt_to_play(&q), 0);
}
END_TEST

START_TEST(marks_hanging_from_the_cycle_are_pushed_outwards) {
    struct qttt q = started(QTTT_GOFF, 3);
    /* B1 hangs from A1, C1 from B1; A3 from C3. */
    played(&q, "A1-B1 B1-C1 A1-C3 C3-A3 A1-C3");
    ck_assert_int_eq(q.waiting, 5);
    struct qttt_cycle cycle;
    qttt_cycle_find(&q, &cycle);
    ck_assert_int_eq(cycle.length, 2);
    played(&q, "X5@A1");
    position_is(&q, "3 3 x X1:A1-B1@B1 O2:B1-C1@C1 X3:A1-C3@C3 O4:A3-C3@A3 X5:A1-C3@A1");
}
END_TEST

START_TEST(other_components_stay_spooky) {
    struct qttt q = started(QTTT_GOFF, 3);
    played(&q, "A1-B1 A3-B3 B1-C1 B3-C3 A1-C1");
    ck_assert_int_eq(q.waiting, 5);
    played(&q, "X5@C1");
    position_is(&q, "3 3 x X1:A1-B1@A1 O2:A3-B3 X3:B1-C1@B1 O4:B3-C3 X5:A1-C1@C1");
    result_is(&q, "X+1");
}
END_TEST

START_TEST(a_shared_cell_joins_without_a_cycle) {
    struct qttt q = started(QTTT_GOFF, 3);
    played(&q, "B2-A1 B2-A2 B2-A3 B2-B1 B2-B3 B2-C1 B2-C2 B2-C3");
    ck_assert_int_eq(q.waiting, 0);
    ck_assert_int_eq(q.moves, 8);
    ck_assert_uint_eq(move_count(&q), 36);
    played(&q, "A1-C3");
    struct qttt_cycle cycle;
    qttt_cycle_find(&q, &cycle);
    ck_assert_int_eq(cycle.length, 3);
    played(&q, "X9@C3");
    for (int c = 0; c < 9; c++)
        ck_assert_int_ne(q.owner[c], 0);
}
END_TEST

START_TEST(the_cycle_is_walked_in_order) {
    struct qttt q = started(QTTT_GOFF, 3);
    struct qttt_cycle cycle;
    qttt_cycle_find(&q, &cycle);
    ck_assert_int_eq(cycle.length, 0);
    played(&q, "B1-C1 A1-B1 C1-C2 A3-B3 A1-C2");
    qttt_cycle_find(&q, &cycle);
    ck_assert_int_eq(cycle.length, 4);
    const uint8_t cells[] = {0, 1, 2, 5}, marks[] = {2, 1, 3, 5};
    ck_assert_int_eq(memcmp(cycle.cells, cells, 4), 0);
    ck_assert_int_eq(memcmp(cycle.marks, marks, 4), 0);
}
END_TEST

/* Every mark of a cycle, in each of its cells, names one of the two choices, and the choice it
 * names does settle it there. */
START_TEST(any_mark_of_the_cycle_may_be_named) {
    struct rng rng;
    rng_seed(&rng, 7);
    for (int game = 0; game < 300; game++) {
        struct qttt q = started(game % 3, 3 + game % 7);
        while (qttt_result(&q, NULL).phase == PHASE_PLAYING) {
            struct qttt_cycle cycle;
            qttt_cycle_find(&q, &cycle);
            for (int i = 0; i < cycle.length; i++)
                for (int k = 0; k < 2; k++) {
                    int mark = cycle.marks[i], cell = k ? q.a[mark] : q.b[mark];
                    struct text text = {0};
                    move m = MOVE_NONE;
                    qttt_mark_print(&q, mark, &text);
                    text_putc(&text, game % 2 ? '@' : ' ');
                    qttt_cell_print(&q, cell, &text);
                    ck_assert(qttt_parse(&q, NULL, text_string(&text), &m, NULL));
                    struct qttt after = q;
                    qttt_play(&after, m);
                    ck_assert_int_eq(after.at[mark], cell);
                    ck_assert_int_eq(after.owner[cell], mark);
                    text_free(&text);
                }
            struct moves list = {0};
            qttt_moves(&q, NULL, &list);
            qttt_play(&q, list.at[rng_below(&rng, list.count)]);
            moves_free(&list);
        }
    }
}
END_TEST

/* The marks that hang together with the waiting one, found by growing a set of cells. */
static int component_marks(const struct qttt *q, int *marks) {
    bool in[QTTT_CELLS] = {false};
    in[q->a[q->waiting]] = true;
    for (int round = 0; round < q->moves; round++)
        for (int n = 1; n <= q->moves; n++)
            if (q->at[n] == QTTT_SPOOKY && (in[q->a[n]] || in[q->b[n]]))
                in[q->a[n]] = in[q->b[n]] = true;
    int count = 0;
    for (int n = 1; n <= q->moves; n++)
        if (q->at[n] == QTTT_SPOOKY && in[q->a[n]])
            marks[count++] = n;
    return count;
}

/* All ways to put every mark of the component into one of its cells, no two into the same: there
 * must be two, and they must be what the two choices lead to. */
static void collapses_are_all_there_are(const struct qttt *q) {
    int marks[QTTT_MARKS], count = component_marks(q, marks), ways = 0;
    for (unsigned bits = 0; bits < 1u << count; bits++) {
        struct qttt way = *q;
        bool clash = false;
        for (int i = 0; i < count && !clash; i++) {
            int n = marks[i], cell = bits >> i & 1 ? q->b[n] : q->a[n];
            clash = way.owner[cell] != 0;
            way.owner[cell] = (uint8_t)n;
            way.at[n] = (uint8_t)cell;
        }
        if (clash)
            continue;
        struct qttt after = *q;
        qttt_play(&after, qttt_settle(way.at[q->waiting]));
        ck_assert_int_eq(memcmp(after.owner, way.owner, sizeof way.owner), 0);
        ck_assert_int_eq(memcmp(after.at, way.at, sizeof way.at), 0);
        ways++;
    }
    ck_assert_int_eq(ways, 2);
}

START_TEST(collapses_agree_with_trying_everything) {
    struct rng rng;
    rng_seed(&rng, 11);
    long cycles = 0;
    for (long game = test_scale(3000); game > 0; game--) {
        struct qttt q = started((int)(game % 3), game % 5 ? 3 : 4);
        while (qttt_result(&q, NULL).phase == PHASE_PLAYING) {
            if (q.waiting) {
                collapses_are_all_there_are(&q);
                cycles++;
            }
            struct moves list = {0};
            qttt_moves(&q, NULL, &list);
            qttt_play(&q, list.at[rng_below(&rng, list.count)]);
            moves_free(&list);
        }
    }
    ck_assert_int_gt(cycles, 0);
}
END_TEST

/* Who begins */

START_TEST(either_side_may_begin_but_only_before_move_one) {
    struct qttt q = started(QTTT_GOFF, 3);
    struct error error = {0};
    struct text why = {0};
    ck_assert(qttt_game.turn(&q, 1, NULL));
    ck_assert_int_eq(qttt_to_play(&q), 1);
    played(&q, "A1-B1");
    position_is(&q, "3 3 o O1:A1-B1");
    ck_assert_int_eq(qttt_to_play(&q), 0);
    ck_assert(!qttt_game.turn(&q, 1, &error));
    error_print(&error, &why);
    ck_assert_str_eq(error.code, "qttt.turn");
    ck_assert_str_eq(text_string(&why), "x is to play");
    ck_assert(qttt_game.turn(&q, 0, NULL));
    played(&q, "A1-B1");
    moves_are(&q, "X2@A1 X2@B1");
    ck_assert(!qttt_game.turn(&q, 0, NULL));
    error_clear(&error);
    text_free(&why);
}
END_TEST

/* Ends of games */

struct verdict {
    const char *position;
    const char *results[3]; /* goff, earliest, sum; NULL: the text is no game of that rule set */
};

static const struct verdict verdicts[] = {
    /* x has 5 7 9 in row 2, o 4 6 8 in row 1. */
    {"3 3 x X1:A1-B3@B3 O2:C1-A3@A3 X3:B2-C3@C3 O4:A1-A3@A1 X5:B2-B3@B2 O6:A1-B1@B1 X7:A2-C2@A2 "
     "O8:C1-A2@C1 X9:A2-C2@C2",
     {"O+0.5", "O+0.5", NULL}},
    {"3 3 x X1:C2-B3@C2 O2:B1-A2@A2 X3:B1-B2@B2 O4:B2-B3@B3 X5:B1-C2@B1 O6:A1-C3@C3 X7:A1-C3@A1 "
     "O8:C1-A3@A3 X9:C1-A3@C1",
     {"O+0.5", "O+0.5", "X+0.5"}},
    /* x has 1 7 9 in column C, o 2 6 8 in column A. */
    {"3 3 x X1:C1-B3@C1 O2:A1-C1@A1 X3:B1-B2@B2 O4:B3-C3@B3 X5:B1-B3@B1 O6:B1-A2@A2 X7:A2-C3@C3 "
     "O8:C2-A3@A3 X9:C2-A3@C2",
     {"O+0.5", "X+0.5", "X+0.5"}},
    /* x has 3 5 7 in row 3, o 2 6 8 in row 2. */
    {"3 3 x X1:C1-A3@C1 O2:B1-C2@C2 X3:B2-A3@A3 O4:B1-A3@B1 X5:B1-B3@B3 O6:B1-B2@B2 X7:A2-C3@C3 "
     "O8:A2-C3@A2",
     {"X+0.5", "O+0.5", "O+0.5"}},
    /* The same game with o first. */
    {"3 3 o O1:C1-A3@C1 X2:B1-C2@C2 O3:B2-A3@A3 X4:B1-A3@B1 O5:B1-B3@B3 X6:B1-B2@B2 O7:A2-C3@C3 "
     "X8:A2-C3@A2",
     {"O+0.5", "X+0.5", "X+0.5"}},
    /* A double win, two rows of x in one collapse: still one point. */
    {"3 3 x X1:B1-C3@B1 O2:C1-A2@A2 X3:B1-C3@C3 O4:A3-B3@A3 X5:A2-B2@B2 O6:C1-B2@C1 X7:A1-B3@B3 "
     "O8:A1-C2@C2 X9:A1-A3@A1",
     {"X+1", "X+1", NULL}},
    /* All cells classical, no row. */
    {"3 3 x X1:C1-A2@C1 O2:A1-C2@C2 X3:C1-A3@A3 O4:A1-C3@A1 X5:A2-C3@A2 O6:B1-B2@B2 X7:B1-B3@B1 "
     "O8:C2-B3@B3 X9:B2-C3@C3",
     {"0", "0", "0"}},
    /* One open cell, C3: x goes on, except where that is a draw. */
    {"3 3 x X1:A1-C1@C1 O2:B1-B3@B3 X3:A2-C2@A2 O4:A2-C2@C2 X5:B2-B3@B2 O6:B2-A3@A3 X7:B1-C1@B1 "
     "O8:A1-A3@A1",
     {"*", "*", "0"}},
    {"3 3 x X1:A1-C1@C1 O2:B1-B3@B3 X3:A2-C2@A2 O4:A2-C2@C2 X5:B2-B3@B2 O6:B2-A3@A3 X7:B1-C1@B1 "
     "O8:A1-A3@A1 X9:C3",
     {"0", "0", NULL}},
    /* The lone mark wins. */
    {"3 3 x X1:A1-B1@A1 O2:B2-B3@B3 X3:B1-C1@B1 O4:C2-C3@C2 X5:C1-C3@C3 O6:C1-C2@C1 X7:A2-B2@A2 "
     "O8:A2-B2@B2 X9:A3",
     {"X+1", "X+1", NULL}},
    /* Two open cells, and x has its own pair there. */
    {"3 3 x X1:B3-C3 O2:B2-A3@A3 X3:A2-C2@C2 O4:A2-B2@B2 X5:A2-A3@A2 O6:B1-C1@B1 X7:A1-C1@C1 "
     "O8:A1-C1@A1",
     {"*", "*", "0"}},
    /* Rows of four whose sums are equal. */
    {"4 4 x X1:A1-D3@A1 O2:D2-D4@D2 X3:A4-C4@C4 O4:B4-D4@D4 X5:C3-D3@D3 O6:C3-B4@B4 X7:C1-C3@C3 "
     "O8:B3-C4@B3 X9:C1-D4@C1 O10:B2-A4@B2 X11:B2-A4@A4 O12:B1-C2@C2 X13:D1-C2@D1 O14:A2-C2@A2 "
     "X15:B1-C2@B1",
     {"O+0.5", "X+0.5", "0"}},
};

START_TEST(games_end_as_each_rule_set_says) {
    const struct verdict *verdict = &verdicts[_i];
    for (int rules = 0; rules < 3; rules++) {
        if (verdict->results[rules] == NULL) {
            struct qttt q;
            struct setup setup = {.rules = rules};
            ck_assert(!qttt_load(&q, &setup, verdict->position, NULL));
            continue;
        }
        struct qttt q = loaded(rules, verdict->position);
        result_is(&q, verdict->results[rules]);
        position_is(&q, verdict->position);
        if (qttt_result(&q, NULL).phase == PHASE_OVER)
            refused(&q, "A1-B1", "qttt.over", "over");
    }
}
END_TEST

START_TEST(the_lone_cell_is_taken_alone) {
    struct qttt q = loaded(_i, verdicts[7].position);
    moves_are(&q, "C3");
    due_is(&q, "take the last cell C3");
    ck_assert_int_eq(qttt_to_play(&q), 0);
    refused(&q, "C3-C3", "qttt.last-cell", "play C3 alone");
    refused(&q, "C3-A1", "qttt.last-cell", "play C3 alone");
    refused(&q, "A1", "qttt.classical-cell", "O8");
    refused(&q, "X1@C3", "qttt.no-cycle", "C3");
    played(&q, "2");
    ck_assert_int_eq(q.owner[8], 9);
    result_is(&q, "0");
}
END_TEST

START_TEST(the_best_of_several_rows_counts) {
    /* x: 1 9 11 and 9 11 13 as one run, 3 5 7; o: 2 4 12, 6 8 10. */
    const int board[] = {1, 9, 11, 13, 0,  2, 4, 12, 0, 0, 3, 5, 7,
                         0, 0, 6,  8,  10, 0, 0, 0,  0, 0, 0, 0};
    struct qttt_row rows[QTTT_ROWS];
    const char *const results[] = {"X+0.5", "X+0.5", "X+0.5"};
    for (int rules = 0; rules < 3; rules++) {
        struct qttt q = drawn(rules, 5, 3, board);
        ck_assert_int_eq(qttt_rows(&q, rows), 5);
        result_is(&q, results[rules]);
    }
    /* goff: 7 against 8; earliest: 3 against 2; sum: 15 against 24 of the better row. */
    const int other[] = {3, 5, 7, 0, 2, 12, 10, 0, 6, 4, 8, 0, 0, 0, 0, 0};
    const char *const others[] = {"X+0.5", "O+0.5", "O+0.5"};
    for (int rules = 0; rules < 3; rules++) {
        struct qttt q = drawn(rules, 4, 3, other);
        result_is(&q, others[rules]);
    }
}
END_TEST

/* In every direction, at every edge, and never round a corner of the board. */
START_TEST(rows_lie_within_the_board) {
    int size = _i, wins[10] = {0};
    struct qttt_row rows[QTTT_ROWS];
    for (int win = 3; win <= size; win++) {
        struct qttt q;
        qttt_start(&q, 0, size, win, 0);
        memset(q.owner, 1, sizeof q.owner);
        wins[win] = qttt_rows(&q, rows);
        int along = size - win + 1;
        ck_assert_int_eq(wins[win], 2 * size * along + 2 * along * along);
        for (int i = 0; i < wins[win]; i++) {
            memset(q.owner, 0, sizeof q.owner);
            for (int k = 0; k < win; k++)
                q.owner[rows[i].start + k * rows[i].step] = (uint8_t)(2 * k + 1);
            struct qttt_row found[QTTT_ROWS];
            ck_assert_int_eq(qttt_rows(&q, found), 1);
            q.owner[rows[i].start + rows[i].step] = 2;
            ck_assert_int_eq(qttt_rows(&q, found), 0);
        }
    }
    struct qttt q = started(0, size);
    for (int c = 0; c + q.win <= size * size; c++) {
        if (c % size + q.win <= size)
            continue;
        memset(q.owner, 0, sizeof q.owner);
        memset(q.owner + c, 1, q.win);
        ck_assert_int_eq(qttt_rows(&q, rows), 0);
    }
}
END_TEST

/* Repeating one's own pair */

START_TEST(sum_forbids_the_own_spooky_pair) {
    struct qttt q = started(_i, 3);
    played(&q, "A1-B1 C1-C2");
    if (_i != QTTT_SUM) {
        ck_assert_uint_eq(move_count(&q), 36);
        played(&q, "B1-A1");
        moves_are(&q, "X3@A1 X3@B1");
        return;
    }
    ck_assert_uint_eq(move_count(&q), 35);
    refused(&q, "b1 a1", "qttt.repeated-pair", "A1-B1 repeats your own pair");
    played(&q, "C1-C2"); /* the opponent's pair may be doubled */
    played(&q, "X3@C1");
    ck_assert_uint_eq(move_count(&q), 21); /* seven open cells; X1 is not o's */
    played(&q, "A1-B1");
    ck_assert_int_eq(q.waiting, 4);
}
END_TEST

START_TEST(no_pair_left_is_a_draw_only_for_its_owner) {
    struct qttt q = loaded(QTTT_SUM, verdicts[10].position);
    result_is(&q, "0");
    /* The same two cells with the opponent's pair: x doubles it. */
    q = loaded(QTTT_SUM, "3 3 x X1:B1-C1@C1 O2:A1-A3@A3 X3:A2-A3@A2 O4:B1-A3@B1 X5:B1-B3@B3 "
                         "O6:B2-B3@B2 X7:A1-A3@A1 O8:C2-C3");
    result_is(&q, "*");
    moves_are(&q, "C2-C3");
    played(&q, "C2-C3");
    moves_are(&q, "X9@C2 X9@C3");
}
END_TEST

/* Notation */

START_TEST(pairs_are_read_in_many_spellings) {
    static const char *const spellings[] = {"A1-C3", "C3-A1", "a1-c3", "c3 A1",
                                            "6-2",   "2 6",   "a1-2",  "6 C3"};
    struct qttt q = started(QTTT_GOFF, 3);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        move m = MOVE_NONE;
        struct text text = {0};
        ck_assert(qttt_parse(&q, NULL, spellings[i], &m, NULL));
        ck_assert_uint_eq(m, qttt_pair(0, 8));
        qttt_print(&q, m, &text);
        ck_assert_str_eq(text_string(&text), "A1-C3");
        text_free(&text);
    }
}
END_TEST

START_TEST(digits_count_from_the_top_left) {
    struct qttt q = started(QTTT_GOFF, 3);
    static const char *const vertices[] = {"A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"};
    for (int i = 0; i < 9; i++) {
        char digit[2] = {(char)('0' + i), '\0'};
        int a = -1, b = -2;
        ck_assert(qttt_cell_parse(&q, digit, &a, NULL));
        ck_assert(qttt_cell_parse(&q, vertices[i], &b, NULL));
        ck_assert_int_eq(a, b);
    }
    struct qttt large = started(QTTT_GOFF, 4);
    refused(&q, "9-1", "qttt.digit-off-board", "0, top left, to 8");
    refused(&q, "1-10", "qttt.digit-off-board", "10");
    refused(&q, "000", "qttt.digit-off-board", "000");
    refused(&q, "00", "qttt.same-cell", "named twice");
    refused(&q, "19", "qttt.digit-off-board", "9");
    static const char *const joined[] = {"62", "a1c3", "A1,C3", "c3A1"};
    for (int i = 0; i < 4; i++) {
        move m;
        ck_assert(qttt_parse(&q, NULL, joined[i], &m, NULL));
        ck_assert(m == qttt_pair(0, 8));
    }
    refused(&large, "12", "syntax.qttt-cell", "such as A1");
    refused(&large, "1-2", "syntax.qttt-cell", "such as A1");
}
END_TEST

START_TEST(cells_print_in_board_order) {
    struct qttt q = started(QTTT_GOFF, 9);
    struct text text = {0};
    move m;
    ck_assert(qttt_parse(&q, NULL, "A2-J1", &m, NULL));
    qttt_print(&q, m, &text);
    ck_assert_str_eq(text_string(&text), "J1-A2");
    ck_assert_uint_eq(move_count(&q), 3240);
    refused(&q, "I5-A1", "syntax.qttt-cell", "there is no I");
    refused(&q, "K1-A1", "qttt.off-board", "columns run from A to J, rows from 1 to 9");
    refused(&q, "A1-A10", "qttt.off-board", "A10");
    text_free(&text);
}
END_TEST

START_TEST(placements_are_refused_with_a_reason) {
    struct qttt q = started(QTTT_GOFF, 3);
    refused(&q, "A1-D1", "qttt.off-board", "D1 is off the board: columns run from A to C");
    refused(&q, "a4 a1", "qttt.off-board", "rows from 1 to 3");
    refused(&q, "A1-A1", "qttt.same-cell", "A1 is named twice");
    refused(&q, "6-a1", "qttt.same-cell", "A1");
    refused(&q, "A1", "qttt.one-cell", "A1 is only one cell: a pair needs two, as in A1-B1");
    refused(&q, "c3", "qttt.one-cell", "as in A1-C3");
    refused(&q, "X1@A1", "qttt.no-cycle", "no cycle waits");
    refused(&q, "o2 a1", "qttt.no-cycle", "such as A1-B1");
    played(&q, "A1-C3 A1-C3 O2@A1");
    refused(&q, "A1-B2", "qttt.classical-cell", "A1 is held by the classical mark O2");
    refused(&q, "B2 C3", "qttt.classical-cell", "C3 is held by the classical mark X1");
    refused(&q, "C3", "qttt.classical-cell", "X1");
}
END_TEST

START_TEST(unreadable_text_is_a_syntax_error) {
    static const char *const moves[] = {"",         " ",      "-",      "@",      "A1-",
                                        "-A1",      "A1--B1", "A1-B1-", "hello",  "A1 B1 C1",
                                        "pass",     "A1/B1",  "@A1",    "X@A1",   "Y1@A1",
                                        "A01-B1",   "A1-B",   "x3@",    "A1-B1x", "\xff\xfe",
                                        "X1@A1@B1", "+1-2",   "A1,,B1", "resign", "X0x1 A1-B1"};
    struct qttt q = started(QTTT_GOFF, 3), cycle = q;
    played(&cycle, "A1-B1 A1-B1");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct error error = {0};
        move m;
        ck_assert(!qttt_parse(&q, NULL, moves[i], &m, &error));
        ck_assert_msg(error_is_syntax(&error), "'%s': %s", moves[i], error.code);
        ck_assert(!qttt_parse(&cycle, NULL, moves[i], &m, &error));
        ck_assert_msg(error_is_syntax(&error), "'%s': %s", moves[i], error.code);
        error_clear(&error);
    }
    char *endless = malloc(100001);
    memset(endless, 'A', 100000);
    endless[100000] = '\0';
    struct error error = {0};
    struct text why = {0};
    move m;
    ck_assert(!qttt_parse(&q, NULL, endless, &m, &error));
    error_print(&error, &why);
    ck_assert_uint_lt(why.length, 300);
    error_clear(&error);
    text_free(&why);
    free(endless);
}
END_TEST

START_TEST(collapses_are_refused_with_a_reason) {
    struct qttt q = started(QTTT_GOFF, 3);
    /* B2 and C2 became classical; the cycle runs A1 B1 C1; A2 hangs from A1; A3 B3 apart. */
    played(&q, "B2-C2 B2-C2 O2@B2 A1-B1 A3-B3 B1-C1 A1-A2 A1-C1");
    ck_assert_int_eq(q.waiting, 7);
    moves_are(&q, "X7@A1 X7@C1");
    refused(&q, "A3-B3", "qttt.collapse-due", "play X7@A1 or X7@C1");
    refused(&q, "A1 C1", "qttt.collapse-due", "X7@C1");
    refused(&q, "C3", "qttt.empty-cell", "C3 is empty");
    refused(&q, "X7@C3", "qttt.empty-cell", "play X7@A1 or X7@C1");
    refused(&q, "A2", "qttt.cell-outside-cycle", "A2 is not a cell of the cycle");
    refused(&q, "A3", "qttt.cell-outside-cycle", "A3");
    refused(&q, "B2", "qttt.cell-outside-cycle", "B2");
    refused(&q, "B1", "qttt.mark-needed", "name the mark that is to settle there, as in X5@B1");
    refused(&q, "X9@A1", "qttt.no-mark", "there is no mark X9");
    refused(&q, "O7@A1", "qttt.no-mark", "there is no mark O7");
    refused(&q, "O6@A1", "qttt.mark-outside-cycle", "O6 is not a mark of the cycle");
    refused(&q, "O4@A3", "qttt.mark-outside-cycle", "O4");
    refused(&q, "X1@C2", "qttt.mark-outside-cycle", "X1");
    refused(&q, "X3@C1", "qttt.mark-elsewhere", "X3 is not in C1 but in A1 and B1");
    refused(&q, "X7 B1", "qttt.mark-elsewhere", "play X7@A1 or X7@C1");
    refused(&q, "X7", "qttt.cell-needed", "as in X7@A1 or X7@C1");
    refused(&q, "X7@D4", "qttt.off-board", "D4");
    refused(&q, "D4", "qttt.off-board", "D4");
    static const char *const to_c1[] = {"C1", "8", "x7@c1", "X7 C1", "X5@B1", "x3 A1", "X3@6"};
    for (size_t i = 0; i < sizeof to_c1 / sizeof *to_c1; i++) {
        move m = MOVE_NONE;
        ck_assert(qttt_parse(&q, NULL, to_c1[i], &m, NULL));
        ck_assert_uint_eq(m, qttt_settle(2));
    }
}
END_TEST

/* Settings */

START_TEST(win_lengths_follow_the_size) {
    struct setup setup = {.size = _i};
    struct error error = {0};
    struct text text = {0};
    qttt_game.defaults(&setup, SETUP_SIZE);
    ck_assert_int_eq((int)setup.value[0], _i < 4 ? _i : 4);
    for (long k = -1; k < 12; k++) {
        struct text word = {0};
        text_print(&word, "%ld", k);
        bool good = qttt_game.set(&setup, 0, text_string(&word), &error);
        ck_assert_int_eq(good, k >= 3 && k <= _i);
        if (good)
            ck_assert_int_eq((int)setup.value[0], (int)k);
        else
            ck_assert_str_eq(error.code, "qttt.win-length");
        text_free(&word);
    }
    setup.value[0] = 3;
    qttt_game.defaults(&setup, SETUP_RULES);
    qttt_game.get(&setup, 0, &text);
    ck_assert_str_eq(text_string(&text), "3");
    ck_assert(!qttt_game.set(&setup, 0, "three", &error));
    ck_assert_str_eq(error.code, "syntax.qttt-win-length");
    error_clear(&error);
    text_free(&text);
}
END_TEST

/* Positions */

START_TEST(position_texts_are_read_leniently_and_written_strictly) {
    struct qttt q = loaded(QTTT_GOFF, "3  3 X x1:c3-a1@6 o2:A1-B2@b2 X3:C3-B2@C3 o4:0-1 ");
    position_is(&q, "3 3 x X1:A1-C3@A1 O2:A1-B2@B2 X3:B2-C3@C3 O4:A3-B3");
    q = loaded(QTTT_GOFF, "3 3 x X1:A1-B1 O2:A1-B1");
    position_is(&q, "3 3 x X1:A1-B1 O2:A1-B1?");
    q = loaded(QTTT_SUM, "9 7 o");
    ck_assert_int_eq(q.win, 7);
    ck_assert_int_eq(qttt_to_play(&q), 1);
    ck_assert_int_eq(q.rules, QTTT_SUM);
}
END_TEST

struct bad_position {
    const char *text, *code, *says;
};

static const struct bad_position bad_positions[] = {
    {"", "syntax.qttt-position", "word 1 of the position, '': expected the board size, 3 to 9"},
    {"2 3 x", "syntax.qttt-position", "board size"},
    {"10 3 x", "syntax.qttt-position", "board size"},
    {"3", "syntax.qttt-position", "word 2"},
    {"3 4 x", "syntax.qttt-position", "win length"},
    {"3 2 x", "syntax.qttt-position", "win length"},
    {"3 3", "syntax.qttt-position", "word 3"},
    {"3 3 b", "syntax.qttt-position", "first mover"},
    {"3 3 x X1", "syntax.qttt-position", "word 4 of the position, 'X1': expected mark X1"},
    {"3 3 x O1:A1-B1", "syntax.qttt-position", "expected mark X1"},
    {"3 3 x X2:A1-B1", "syntax.qttt-position", "expected mark X1"},
    {"3 3 x X1:A1-B1 X2:A1-C1", "syntax.qttt-position", "expected mark O2"},
    {"3 3 x X1:A1-B1 O3:A1-C1", "syntax.qttt-position", "expected mark O2"},
    {"3 3 x X1:A1-", "syntax.qttt-position", "cells after the colon"},
    {"3 3 x X1:", "syntax.qttt-position", "cells after the colon"},
    {"3 3 x X1:A1-B1@", "syntax.qttt-position", "cells after the colon"},
    {"3 3 x X1:A1-B1-C1", "syntax.qttt-position", "cells after the colon"},
    {"3 3 x :A1-B1", "syntax.qttt-position", "expected mark X1"},
    {"3 3 x X1:A1-D1", "qttt.position-illegal", "D1 is off the board"},
    {"3 3 x X1:A1-A1", "qttt.position-illegal", "two different cells"},
    {"3 3 x X1:A1", "qttt.position-illegal", "only one cell"},
    {"3 3 x X1:A1-B1@A1", "qttt.position-differs", "make it X1:A1-B1"},
    {"3 3 x X1:A1-B1?", "qttt.position-differs", "'X1:A1-B1?'"},
    {"3 3 x X1:A1-B1 O2:A1-B1@A1", "qttt.position-differs", "word 4"},
    {"3 3 x X1:A1-B1@A1 O2:A1-B1@A1", "qttt.position-differs", "make it X1:A1-B1@B1"},
    {"3 3 x X1:A1-B1@A1 O2:A1-B1", "qttt.position-differs", "make it X1:A1-B1"},
    {"3 3 x X1:A1-B1@A1 O2:A1-B1@B1?", "qttt.position-differs", "make it O2:A1-B1@B1"},
    {"3 3 x X1:A1-B1 O2:A1-B1@C1", "qttt.position-unsettled",
     "O2 closes a cycle and must be "
     "settled, @A1 or @B1"},
    {"3 3 x X1:A1-B1 O2:A1-B1 X3:B2-C2", "qttt.position-unsettled", "word 5"},
    {"3 3 x X1:A1-B1@A1 O2:A1-B1@B1 X3:A1-C2", "qttt.position-illegal",
     "held by the classical mark X1"},
    {"3 3 x X1:A1-B1@A1 O2:A1-B1@B1 X3:C2-C3@C2", "qttt.position-differs", "make it X3:C2-C3"},
    {"3 3 x X1:A1-B1@A1 O2:A3-B3@A3 X3:B1-C1@B1 O4:A3-B3@B3 X5:A1-C1@C1 O6:A2-B2",
     "qttt.position-over", "word 9"},
    {"3 3 x X1:A1-C1@C1 O2:B1-B3@B3 X3:A2-C2@A2 O4:A2-C2@C2 X5:B2-B3@B2 O6:B2-A3@A3 X7:B1-C1@B1 "
     "O8:A1-A3@A1 X9:C3?",
     "qttt.position-differs", "make it X9:C3"},
    {"3 3 x \x01\xff", "syntax.qttt-position", "'?\?'"},
};

START_TEST(impossible_positions_are_refused_with_their_place) {
    const struct bad_position *bad = &bad_positions[_i];
    position_refused(QTTT_GOFF, bad->text, bad->code, bad->says);
}
END_TEST

START_TEST(positions_know_the_rule_set) {
    const char *text = "3 3 x X1:A1-B1 O2:C1-C2 X3:A1-B1?";
    loaded(QTTT_GOFF, text);
    position_refused(QTTT_SUM, text, "qttt.position-illegal", "repeats your own pair");
}
END_TEST

/* Every position of random games comes back byte for byte, whatever size, win length, first mover
 * and rule set; and its key tells it from the one before. */
START_TEST(positions_round_trip) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i);
    for (long game = test_scale(_i == 3 ? 300 : 20); game > 0; game--) {
        struct qttt q;
        qttt_start(&q, (int)(game % 3), _i, 3 + (int)(game % (_i - 2)), (int)(game / 3 % 2));
        uint64_t before = 0;
        for (;;) {
            char *text = saved(&q);
            struct qttt copy = loaded(q.rules, text);
            ck_assert_int_eq(memcmp(&q, &copy, sizeof q), 0);
            ck_assert_uint_eq(qttt_key(&q), qttt_key(&copy));
            ck_assert_uint_ne(qttt_key(&q), before);
            before = qttt_key(&q);
            free(text);
            struct moves list = {0};
            qttt_moves(&q, NULL, &list);
            if (list.count == 0)
                break;
            qttt_play(&q, list.at[rng_below(&rng, list.count)]);
            moves_free(&list);
        }
    }
}
END_TEST

START_TEST(keys_tell_what_matters) {
    static const char *const different[] = {
        "3 3 x",
        "3 3 o",
        "3 3 x X1:A1-B1",
        "3 3 o O1:A1-B1",
        "3 3 x X1:A1-C1",
        "3 3 x X1:A1-B1 O2:A1-C1",
        "3 3 x X1:A1-C1 O2:A1-B1",
        "3 3 x X1:A1-B1 O2:A1-B1?",
        "3 3 x X1:A1-B1@A1 O2:A1-B1@B1",
        "3 3 x X1:A1-B1@B1 O2:A1-B1@A1",
    };
    enum { COUNT = sizeof different / sizeof *different };
    uint64_t keys[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct qttt q = loaded(QTTT_GOFF, different[i]);
        keys[i] = qttt_key(&q);
        for (int k = 0; k < i; k++)
            ck_assert_msg(keys[i] != keys[k], "%s and %s", different[i], different[k]);
    }
    /* Where the settled marks came from does not matter any more. */
    struct qttt a = loaded(QTTT_GOFF, "3 3 x X1:A1-B1@A1 O2:B1-C1@B1 X3:A1-C1@C1");
    struct qttt b = loaded(QTTT_GOFF, "3 3 x X1:A1-C1@A1 O2:A1-B1@B1 X3:B1-C1@C1");
    ck_assert_uint_eq(qttt_key(&a), qttt_key(&b));
}
END_TEST

/* Boards */

/* All lines of the frame are as wide as the first; no line of the whole is empty or too wide. */
static void board_is_straight(const struct qttt *q, const struct look *look) {
    struct text text = {0};
    qttt_show(q, look, &text);
    char *line = text_take(&text), *all = line;
    size_t width = 0;
    for (int i = 0; *line != '\0'; i++) {
        char *end = strchr(line, '\n');
        ck_assert_ptr_nonnull(end);
        *end = '\0';
        size_t columns = text_columns(line);
        ck_assert_uint_gt(columns, 0);
        ck_assert_uint_le(columns, 96);
        width = i == 0 ? columns : width;
        if (i < 4 * q->size + 1)
            ck_assert_msg(columns == width, "line %d: %zu columns, not %zu: %s", i, columns, width,
                          line);
        ck_assert(look->unicode || strpbrk(line, "\x80\x82\xe2") == NULL);
        ck_assert(look->colour || strchr(line, '\x1b') == NULL);
        line = end + 1;
    }
    free(all);
}

START_TEST(boards_line_up) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i);
    for (int game = 0; game < 8; game++) {
        struct qttt q = started(game % 3, _i);
        struct look look = {.colour = game & 1, .unicode = game & 2};
        for (;;) {
            board_is_straight(&q, &look);
            struct moves list = {0};
            qttt_moves(&q, NULL, &list);
            if (list.count == 0)
                break;
            look.last = list.at[rng_below(&rng, list.count)];
            qttt_play(&q, look.last);
            moves_free(&list);
        }
    }
}
END_TEST

static char *board_of(const struct qttt *q, struct look look) {
    struct text text = {0};
    qttt_show(q, &look, &text);
    return text_take(&text);
}

static void board_has(const struct qttt *q, struct look look, const char *piece) {
    char *board = board_of(q, look);
    ck_assert_msg(strstr(board, piece) != NULL, "no '%s' in\n%s", piece, board);
    free(board);
}

static void board_lacks(const struct qttt *q, struct look look, const char *piece) {
    char *board = board_of(q, look);
    ck_assert_msg(strstr(board, piece) == NULL, "'%s' in\n%s", piece, board);
    free(board);
}

static int board_count(const struct qttt *q, const char *piece) {
    char *board = board_of(q, (struct look){0});
    int count = 0;
    for (const char *at = board; (at = strstr(at, piece)) != NULL; at++)
        count++;
    free(board);
    return count;
}

/* The widest line of a board that was not told to leave room for more. */
static size_t board_columns(const struct qttt *q, const struct look *look) {
    size_t widest = 0;
    struct look plain = *look;
    plain.colour = false;
    char *board = board_of(q, plain), *rest = board;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        widest = text_columns(line) > widest ? text_columns(line) : widest;
    free(board);
    return widest;
}

/* Every size fits into a terminal of 80 columns, whatever stands on the board, and up to 7 x 7 into
 * one of 60. */
START_TEST(boards_fit_the_terminal) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i);
    for (int game = 0; game < 4; game++) {
        struct qttt q = started(game % 3, _i);
        struct look look = {
            .colour = game & 1, .unicode = game & 2, .columns = _i <= 7 && game % 2 ? 60 : 80};
        while (qttt_result(&q, NULL).phase == PHASE_PLAYING) {
            struct moves list = {0};
            qttt_moves(&q, NULL, &list);
            look.last = list.at[rng_below(&rng, list.count)];
            qttt_play(&q, look.last);
            moves_free(&list);
            board_is_straight(&q, &look);
            ck_assert_uint_le(board_columns(&q, &look), (size_t)look.columns);
        }
    }
}
END_TEST

START_TEST(narrow_cells_say_how_many_more) {
    struct qttt q = started(QTTT_GOFF, 9);
    const struct look narrow = {.columns = 80};
    played(&q, "A1-B1 A1-C1 A1-D1");
    board_has(&q, narrow, "| x3    |");
    board_lacks(&q, narrow, " +1");
    played(&q, "A1-E1 A1-B1");
    board_has(&q, narrow, "| +3    |");
    board_has(&q, narrow, "|?x5");
    board_has(&q, narrow, "|*x1");
    qttt_play(&q, qttt_settle(0));
    board_has(&q, narrow, "|  / \\5 |");
}
END_TEST

/* A star: every pair has the middle cell, until it is overfull; then a cycle through it. */
START_TEST(overfull_cells_say_how_many_more) {
    struct qttt q = started(QTTT_GOFF, _i);
    int middle = _i * _i / 2 + (_i % 2 ? 0 : _i / 2), room = _i <= 6 ? 9 : 6;
    struct text more = {0};
    const struct look plain = {0};
    for (int cell = 0; cell < _i * _i; cell++) {
        if (cell == middle)
            continue;
        qttt_play(&q, qttt_pair(cell, middle));
        board_is_straight(&q, &plain);
        if (q.moves <= room) {
            board_lacks(&q, plain, " +2 ");
        } else {
            text_clear(&more);
            text_print(&more, " +%d ", q.moves - room + 1);
            board_has(&q, plain, text_string(&more));
        }
    }
    qttt_play(&q, qttt_pair(_i * _i - 1, middle));
    text_clear(&more);
    text_print(&more, " +%d ", q.moves - room + 1);
    if (q.moves > room)
        board_has(&q, plain, text_string(&more));
    /* Two marks, each drawn in both of its cells. */
    ck_assert_int_eq(board_count(&q, "*x") + board_count(&q, "*o"), 2);
    ck_assert_int_eq(board_count(&q, "?x") + board_count(&q, "?o"), 2);
    board_is_straight(&q, &plain);
    text_free(&more);
}
END_TEST

START_TEST(boards_show_what_counts) {
    struct qttt q = started(QTTT_GOFF, 3);
    const struct look plain = {0}, colour = {.colour = true}, unicode = {.unicode = true};
    board_has(&q, plain, "x to play: place a pair\n");
    played(&q, "A1-C3 A1-B2 A3-B3");
    board_has(&q, plain, " x1  o2 ");
    board_has(&q, unicode, " x₁  o₂ ");
    board_has(&q, colour, "\x1b[94mx1\x1b[0m");
    board_has(&q, colour, "\x1b[91mo2\x1b[0m");
    board_has(&q, (struct look){.colour = true, .last = qttt_pair(6, 7)}, "\x1b[1;94mx3");
    board_has(&q, (struct look){.last = qttt_pair(6, 7)}, "x put X3 in A3 and B3\n");
    board_lacks(&q, plain, "*");
    played(&q, "B2-C3");
    board_has(&q, plain, "*x1 *o2 ");
    board_has(&q, plain, "?o4 ");
    board_has(&q, plain, " x3 ");
    board_has(&q, colour, "\x1b[4;94mx1");
    board_has(&q, plain, "x to play: collapse O4: B2 or C3\n");
    played(&q, "C3");
    board_has(&q, plain, "/ \\ 1");
    board_has(&q, plain, "'-' 2");
    board_has(&q, unicode, "╱ ╲₁");
    board_has(&q, unicode, "╰─╯₂");
    board_has(&q, (struct look){.colour = true, .last = qttt_settle(8)}, "\x1b[1;91m     .-.");
    board_has(&q, (struct look){.last = qttt_settle(8)}, "x settled O4 in C3\n");
    q = loaded(QTTT_GOFF, verdicts[3].position);
    board_has(&q, plain, "x wins narrowly\n");
    board_has(&q, plain, "x has the row A3 B3 C3\n");
    board_has(&q, plain, "o has the row A2 B2 C2\n");
    board_has(&q, plain, "*     X     *");
    board_has(&q, colour, "\x1b[7;1;94m");
    q = loaded(QTTT_GOFF, verdicts[6].position);
    board_has(&q, plain, "the game is drawn\n");
}
END_TEST

/* On one board only the marks of the last collapse are fresh. */
START_TEST(only_the_last_collapse_is_bold) {
    struct qttt q = started(QTTT_GOFF, 4);
    const struct look look = {.colour = true, .last = qttt_settle(5)};
    played(&q, "A1-B1 A1-B1 O2@A1 A2-B2 B2-C2 C3-C4 A2-C2 O6@A2");
    board_has(&q, look, "\x1b[94m     \\ /");   /* X1 */
    board_has(&q, look, "\x1b[1;94m     \\ /"); /* X3 */
    board_has(&q, look, "\x1b[1;91m     .-.");  /* O4, O6 */
    board_has(&q, look, "\x1b[94mx5");
}
END_TEST

static Suite *qttt_suite(void) {
    Suite *suite = suite_create("qttt");
    suite_add(suite, sides_alternate_by_move_number_and_the_chooser_goes_on);
    suite_add(suite, the_other_choice_turns_the_cycle_round);
    suite_add(suite, two_pairs_on_the_same_cells_are_a_cycle);
    suite_add(suite, marks_hanging_from_the_cycle_are_pushed_outwards);
    suite_add(suite, other_components_stay_spooky);
    suite_add(suite, a_shared_cell_joins_without_a_cycle);
    suite_add(suite, the_cycle_is_walked_in_order);
    suite_add(suite, any_mark_of_the_cycle_may_be_named);
    suite_add(suite, collapses_agree_with_trying_everything);
    suite_add(suite, either_side_may_begin_but_only_before_move_one);
    suite_add_loop(suite, games_end_as_each_rule_set_says, 0, sizeof verdicts / sizeof *verdicts);
    suite_add_loop(suite, the_lone_cell_is_taken_alone, QTTT_GOFF, QTTT_EARLIEST + 1);
    suite_add(suite, the_best_of_several_rows_counts);
    suite_add_loop(suite, rows_lie_within_the_board, 3, QTTT_SIZE_MAX + 1);
    suite_add_loop(suite, sum_forbids_the_own_spooky_pair, QTTT_GOFF, QTTT_SUM + 1);
    suite_add(suite, no_pair_left_is_a_draw_only_for_its_owner);
    suite_add(suite, pairs_are_read_in_many_spellings);
    suite_add(suite, digits_count_from_the_top_left);
    suite_add(suite, cells_print_in_board_order);
    suite_add(suite, placements_are_refused_with_a_reason);
    suite_add(suite, unreadable_text_is_a_syntax_error);
    suite_add(suite, collapses_are_refused_with_a_reason);
    suite_add_loop(suite, win_lengths_follow_the_size, 3, QTTT_SIZE_MAX + 1);
    suite_add(suite, position_texts_are_read_leniently_and_written_strictly);
    suite_add_loop(suite, impossible_positions_are_refused_with_their_place, 0,
                   sizeof bad_positions / sizeof *bad_positions);
    suite_add(suite, positions_know_the_rule_set);
    suite_add_loop(suite, positions_round_trip, 3, QTTT_SIZE_MAX + 1);
    suite_add(suite, keys_tell_what_matters);
    suite_add_loop(suite, boards_line_up, 3, QTTT_SIZE_MAX + 1);
    suite_add_loop(suite, boards_fit_the_terminal, 3, QTTT_SIZE_MAX + 1);
    suite_add(suite, narrow_cells_say_how_many_more);
    suite_add_loop(suite, overfull_cells_say_how_many_more, 3, QTTT_SIZE_MAX + 1);
    suite_add(suite, boards_show_what_counts);
    suite_add(suite, only_the_last_collapse_is_bold);
    return suite;
}

int main(void) {
    return suite_run(qttt_suite());
}
