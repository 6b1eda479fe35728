/* What an analysis of Go tells: priors that are probabilities, bounds that are bounds, scores of
 * single moves, and moves left out on request. */
#include <math.h>
#include <stdio.h>

#include "go_draw.h"

#include "../../src/core/avoid.h"
#include "../../src/core/memory.h"
#include "../../src/thinker.h"
#include "../support/suite.h"

struct told {
    struct thought last;
    int reports;
};

static void take(void *context, const struct report *report) {
    struct told *told = context;
    thought_copy(&told->last, report);
    told->reports++;
}

/* The last report of a think in a position; the caller frees it. */
static struct told think(struct session *s, const struct limits *limits) {
    const long options[] = {1, 16, 7, 0, 1};
    void *memory = go_player.open(&go_game, options);
    struct past past = session_past(s);
    struct told told = {0};
    go_player.think(memory, session_state(s), &past, limits, take, &told);
    go_player.close(memory);
    return told;
}

static struct session *board_of(const char *size, const char *const *plies, size_t count) {
    struct session *s = session_new(&go_game);
    long lines;
    ck_assert(text_to_whole(size, 2, 25, &lines) && session_set_size(s, lines, NULL));
    for (size_t i = 0; i < count; i++)
        ck_assert(session_play(s, (int)(i % 2), plies[i], NULL));
    return s;
}

START_TEST(priors_are_probabilities) {
    /* On 13 lines the learned policy, on 9 the network; vital points are raised in both. */
    static const char *const sizes[] = {"9", "13"};
    static const char *const plies[] = {"A2", "E5", "B2", "F5", "C2", "G5", "C1", "E6"};
    for (size_t i = 0; i < 2; i++) {
        struct session *s = board_of(sizes[i], plies, 8);
        struct told told = think(s, &(struct limits){.nodes = 300, .seed = 1});
        const struct report *report = &told.last.report;
        double priors = 0, policy = 0;
        for (size_t k = 0; k < report->count; k++) {
            ck_assert(report->best[k].prior >= 0 && report->best[k].visits > 0);
            priors += report->best[k].prior;
        }
        for (size_t n = 0; n <= report->points; n++)
            policy += report->policy[n] > 0 ? (double)report->policy[n] : 0;
        ck_assert_double_le(priors, 1.0001);
        ck_assert_double_gt(priors, 0.1);
        ck_assert_double_le(policy, 1.0001);
        ck_assert_double_gt(policy, 0.9);
        ck_assert_double_lt((double)report->policy[1 * (i == 0 ? 9 : 13)], 0); /* A2 is taken */
        thought_free(&told.last);
        session_free(s);
    }
}
END_TEST

START_TEST(bounds_and_scores_are_of_each_move) {
    static const char *const plies[] = {"C3", "G7", "G3"};
    struct session *s = board_of("9", plies, 3);
    struct told told = think(s, &(struct limits){.nodes = 800, .seed = 1});
    const struct report *report = &told.last.report;
    ck_assert_uint_ge(report->count, 3);
    bool differ = false;
    double sum = 0, visits = 0;
    for (size_t k = 0; k < report->count; k++) {
        const struct variation *v = &report->best[k];
        double lcb = variation_lower_bound(v);
        ck_assert(lcb >= 0 && (lcb < v->winrate || v->winrate < 0.001));
        ck_assert(!isnan(v->score));
        differ = differ || fabs(v->score - report->best[0].score) > 0.01;
        ck_assert_uint_eq(v->line_visits[0], v->visits);
        for (size_t p = 1; p < v->length; p++)
            ck_assert_uint_le(v->line_visits[p], v->line_visits[p - 1]);
        sum += v->score * (double)v->visits;
        visits += (double)v->visits;
    }
    ck_assert(differ);
    ck_assert_double_gt(report->best[0].spread, 1);
    /* The whole search is the mean of its moves, but for simulations that ended at the root. */
    ck_assert_double_eq_tol(report->root->score, sum / visits, 0.5);
    ck_assert(report->root->winrate > 0 && report->root->winrate < 1);
    thought_free(&told.last);
    session_free(s);
}
END_TEST

START_TEST(lower_bounds_know_their_limits) {
    struct variation v = {.winrate = 0.5, .visits = 1000000, .sampled = true};
    ck_assert_double_eq_tol(variation_lower_bound(&v), 0.5, 0.002);
    v.visits = 1;
    v.winrate = 1;
    ck_assert_double_lt(variation_lower_bound(&v), 0.5);
    v.winrate = 0;
    ck_assert_double_eq_tol(variation_lower_bound(&v), 0, 1e-9);
    v.visits = 0;
    ck_assert_double_lt(variation_lower_bound(&v), 0);
    v = (struct variation){.winrate = 0.3, .visits = 10};
    ck_assert_double_lt(variation_lower_bound(&v), 0);
    v.exact = true;
    ck_assert_double_eq_tol(variation_lower_bound(&v), 0.3, 1e-9);
}
END_TEST

static struct told think_avoiding(struct session *s, const struct avoid_list *list) {
    struct past past = session_past(s);
    ck_assert(avoid_leaves_any(list, &go_game, session_state(s), &past));
    return think(s, &(struct limits){
                        .nodes = 400, .seed = 1, .avoid = list->at, .avoid_count = list->count});
}

static void print_move(struct session *s, move m, char name[8]) {
    struct text text = {0};
    go_print(session_state(s), m, &text);
    snprintf(name, 8, "%s", text_string(&text));
    text_free(&text);
}

START_TEST(moves_are_left_out) {
    struct session *s = board_of("9", NULL, 0);
    char *centre[] = {"E5", "G5", "E7"};
    struct avoid_list list = {0};
    /* Neither side may use these points in the first five plies. */
    for (int side = 0; side < 2; side++)
        ck_assert(avoid_add(&list, &go_game, session_setup(s), side, centre, 3, 5, false, NULL));
    struct told told = think_avoiding(s, &list);
    for (size_t i = 0; i < told.last.report.count; i++)
        for (size_t k = 0; k < told.last.report.best[i].length && k < 5; k++) {
            char name[8];
            print_move(s, told.last.report.best[i].line[k], name);
            for (int n = 0; n < 3; n++)
                ck_assert_str_ne(name, centre[n]);
        }
    thought_free(&told.last);
    avoid_free(&list);
    session_free(s);
}
END_TEST

START_TEST(only_what_is_allowed_is_looked_at) {
    /* On an empty board A1 stands for all corners; J9 must be looked at all the same. */
    struct session *s = board_of("9", NULL, 0);
    char *corner[] = {"J9", "A1"}, *none[] = {"Z9"};
    struct avoid_list list = {0};
    ck_assert(avoid_add(&list, &go_game, session_setup(s), 0, corner, 1, 1, true, NULL));
    struct told told = think_avoiding(s, &list);
    char name[8];
    ck_assert_uint_eq(told.last.report.count, 1);
    print_move(s, told.last.report.best[0].line[0], name);
    ck_assert_str_eq(name, "J9");
    thought_free(&told.last);
    avoid_free(&list);
    ck_assert(!avoid_add(&list, &go_game, session_setup(s), 0, none, 1, 1, true, NULL));
    ck_assert_uint_eq(list.count, 0);
    session_free(s);
    /* An own eye, which the search never fills by itself. */
    s = drawing_session("chinese",
                        ". X . O ."
                        "X X X O O"
                        ". X . O ."
                        "X X X O O"
                        "X . X O .",
                        "b");
    ck_assert(avoid_add(&list, &go_game, session_setup(s), 0, (char *[]){"A5"}, 1, 1, true, NULL));
    told = think_avoiding(s, &list);
    ck_assert_uint_eq(told.last.report.count, 1);
    print_move(s, told.last.report.best[0].line[0], name);
    ck_assert_str_eq(name, "A5");
    thought_free(&told.last);
    avoid_free(&list);
    /* A taken point and nothing else: no move is left. */
    ck_assert(avoid_add(&list, &go_game, session_setup(s), 0, (char *[]){"B5"}, 1, 1, true, NULL));
    struct past past = session_past(s);
    ck_assert(!avoid_leaves_any(&list, &go_game, session_state(s), &past));
    avoid_free(&list);
    session_free(s);
}
END_TEST

START_TEST(owners_after_a_move) {
    static const char *const plies[] = {"C3", "G7"};
    struct session *s = board_of("9", plies, 2);
    struct told told = think(s, &(struct limits){.nodes = 200, .seed = 1, .owners = true});
    const struct report *report = &told.last.report;
    for (size_t i = 0; i < report->count; i++) {
        const struct variation *v = &report->best[i];
        ck_assert(v->ownership != NULL);
        for (size_t n = 0; n < report->points; n++)
            ck_assert(v->ownership[n] >= -1 && v->ownership[n] <= 1);
    }
    /* The stone just played belongs to the side to play more often than before it was. */
    int p = (int)report->best[0].line[0];
    if (p != GO_PASS) {
        int n = go_board_number(&((const struct go_state *)session_state(s))->board, p);
        ck_assert(report->best[0].ownership[n] > 0.3f);
    }
    thought_free(&told.last);
    told = think(s, &(struct limits){.nodes = 50, .seed = 1});
    ck_assert(told.last.report.best[0].ownership == NULL);
    thought_free(&told.last);
    session_free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go analysis");
    suite_add(suite, priors_are_probabilities);
    suite_add(suite, bounds_and_scores_are_of_each_move);
    suite_add(suite, lower_bounds_know_their_limits);
    suite_add(suite, moves_are_left_out);
    suite_add(suite, only_what_is_allowed_is_looked_at);
    suite_add(suite, owners_after_a_move);
    return suite_run(suite);
}
