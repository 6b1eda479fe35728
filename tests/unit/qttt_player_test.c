/* qttt_player_test: the player on 3 x 3 never gives up value, prefers quick wins and long
 * resistance, chooses by seed, and says true things about its moves. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/qttt/ranking.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "qttt_oracle.h"

static void *open_player(void) {
    long options[8];
    for (int i = 0; qttt_player.options != NULL && qttt_player.options[i].name != NULL; i++)
        options[i] = qttt_player.options[i].initial;
    return qttt_player.open(&qttt_game, options);
}

static move choose(void *memory, const struct qttt *q, uint64_t seed) {
    struct limits limits = {.seed = seed};
    struct choice choice = qttt_player.think(memory, q, &no_past, &limits, NULL, NULL);
    ck_assert(!choice.resign);
    return choice.m;
}

/* One game of the player against someone else. */
struct walk {
    void *memory;
    struct rng rng;
    int side;
    int floor;    /* the value that the player must never fall below */
    long checked; /* plies compared with the oracle */
};

static void walk_choose(struct walk *walk, struct qttt *q) {
    move m = choose(walk->memory, q, rng_next(&walk->rng));
    if (q->moves >= 7 || (q->moves == 6 && q->waiting && rng_below(&walk->rng, 40) == 0)) {
        struct qttt after = *q;
        qttt_play(&after, m);
        int score = oracle_score(&after, walk->side);
        score -= (score > 0) - (score < 0);
        ck_assert_int_eq(score, oracle_score(q, walk->side));
        walk->checked++;
    }
    qttt_play(q, m);
}

/* Tries every reply while `wide` lasts, then a random one. */
static void walk_on(struct walk *walk, const struct qttt *q, int wide) {
    struct qttt at = *q;
    while (!position_over(&at)) {
        if (qttt_to_play(&at) == walk->side) {
            walk_choose(walk, &at);
        } else if (wide == 0) {
            position_play_random(&at, &walk->rng);
        } else {
            struct moves list = {0};
            qttt_moves(&at, &no_past, &list);
            for (size_t i = 0; i < list.count; i++) {
                struct qttt child = at;
                qttt_play(&child, list.at[i]);
                walk_on(walk, &child, wide - 1);
            }
            moves_free(&list);
            return;
        }
    }
    ck_assert_int_ge(final_value(&at, walk->side), walk->floor);
}

/* The known values of the start are floors for both sides. */
static void walk_games(int rules, int value, int wide, long games) {
    struct walk walk = {.memory = open_player()};
    rng_seed(&walk.rng, (uint64_t)rules + 17);
    for (walk.side = 0; walk.side < 2; walk.side++) {
        struct qttt q;
        qttt_start(&q, rules, 3, 3, SIDE_FIRST);
        walk.floor = walk.side == SIDE_FIRST ? value : -value;
        walk_on(&walk, &q, wide);
        for (long i = 0; i < games; i++)
            walk_on(&walk, &q, 0);
    }
    ck_assert_int_gt(walk.checked, games);
    qttt_player.close(walk.memory);
}

START_TEST(goff_never_gives_up) {
    walk_games(QTTT_GOFF, 1, test_scale(100) >= 100 ? 2 : 1, test_scale(1000));
}
END_TEST

START_TEST(earliest_never_gives_up) {
    walk_games(QTTT_EARLIEST, 1, 1, test_scale(300));
}
END_TEST

START_TEST(sum_never_gives_up) {
    walk_games(QTTT_SUM, 0, 1, test_scale(300));
}
END_TEST

/* After some plies, the side to play falls short on purpose; the player must take all it can get:
 * a better value than the start's whenever the oracle says so. */
START_TEST(mistakes_are_punished) {
    void *memory = open_player();
    for (long i = 0; i < test_scale(600); i++) {
        struct qttt q;
        qttt_start(&q, (int)(i % 3), 3, 3, (int)(i / 3 % 2));
        struct walk walk = {.memory = memory};
        rng_seed(&walk.rng, (uint64_t)i);
        while (!position_over(&q) && q.moves < 7)
            position_play_random(&q, &walk.rng);
        if (position_over(&q))
            continue;
        walk.side = qttt_to_play(&q);
        int score = oracle_score(&q, walk.side);
        walk.floor = (score + (score > 0 ? 99 : -99)) / 100;
        walk_on(&walk, &q, 1);
    }
    qttt_player.close(memory);
}
END_TEST

static void load(struct qttt *q, int rules, const char *plies) {
    qttt_start(q, rules, 3, 3, SIDE_FIRST);
    char *copy = strdup(plies), *rest = copy, *word;
    while ((word = strsep(&rest, " ")) != NULL) {
        move m;
        ck_assert_msg(qttt_parse(q, &no_past, word, &m, NULL), "%s in %s", word, plies);
        qttt_play(q, m);
    }
    free(copy);
}

START_TEST(equal_moves_by_seed) {
    void *memory = open_player(), *fresh = open_player();
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    int seen[2] = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        move m = choose(memory, &q, seed);
        ck_assert(m == qttt_pair(0, 8) || m == qttt_pair(2, 6));
        seen[m == qttt_pair(0, 8)]++;
    }
    ck_assert(seen[0] > 0 && seen[1] > 0);
    ck_assert(choose(memory, &q, 7) == choose(fresh, &q, 7));
    qttt_player.forget(memory);
    ck_assert(choose(memory, &q, 8) == choose(fresh, &q, 8));
    qttt_player.close(memory);
    qttt_player.close(fresh);
}
END_TEST

struct heard {
    int reports;
    size_t count;
    uint64_t nodes;
    struct variation first, last;
    move line[32];
};

static void hear(void *context, const struct report *report) {
    struct heard *heard = context;
    heard->reports++;
    heard->count = report->count;
    heard->nodes = report->nodes;
    heard->first = report->best[0];
    heard->last = report->best[report->count - 1];
    ck_assert_uint_le(heard->first.length, 32);
    memcpy(heard->line, heard->first.line, heard->first.length * sizeof *heard->line);
}

START_TEST(reports_are_exact) {
    void *memory = open_player();
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    struct heard heard = {0};
    struct limits limits = {.seed = 1};
    struct choice choice = qttt_player.think(memory, &q, &no_past, &limits, hear, &heard);
    ck_assert_int_eq(heard.reports, 1);
    ck_assert_uint_eq(heard.count, 36);
    ck_assert(heard.line[0] == choice.m);
    ck_assert(heard.first.exact && heard.last.exact);
    ck_assert_str_eq(heard.first.words, "narrow win");
    ck_assert_str_eq(heard.last.words, "draw");
    ck_assert(heard.first.score == 0.5 && heard.last.score == 0 && heard.last.winrate == 0.5);
    ck_assert_int_eq(heard.first.distance, (int)heard.first.length);
    for (size_t i = 0; i < heard.first.length; i++) {
        ck_assert(!position_over(&q));
        qttt_play(&q, heard.line[i]);
    }
    ck_assert_int_eq(final_value(&q, SIDE_FIRST), 1);
    qttt_player.close(memory);
}
END_TEST

/* Best first: by value, then by plies; and the first is what is played. */
static void hear_order(void *context, const struct report *report) {
    *(move *)context = report->best[0].line[0];
    for (size_t i = 1; i < report->count; i++) {
        const struct variation *a = &report->best[i - 1], *b = &report->best[i];
        ck_assert(a->score >= b->score);
        if (a->score == b->score && a->score > 0)
            ck_assert_int_le(a->distance, b->distance);
        if (a->score == b->score && a->score < 0)
            ck_assert_int_ge(a->distance, b->distance);
        ck_assert_int_eq(b->distance < 0, b->score == 0);
    }
}

START_TEST(reports_are_in_order) {
    void *memory = open_player();
    struct walk walk = {0};
    rng_seed(&walk.rng, 9);
    for (long i = 0; i < test_scale(200); i++) {
        struct qttt q;
        qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
        while (q.moves < 4 && !position_over(&q))
            position_play_random(&q, &walk.rng);
        if (position_over(&q))
            continue;
        struct limits limits = {.seed = (uint64_t)i};
        move first = MOVE_NONE;
        struct choice choice = qttt_player.think(memory, &q, &no_past, &limits, hear_order, &first);
        ck_assert(choice.m == first);
    }
    qttt_player.close(memory);
}
END_TEST

/* However little it may think, it answers with a legal move, and reports it. */
START_TEST(limits_are_kept) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    atomic_bool stop = true;
    struct limits limits[] = {{.nodes = 1},
                              {.nodes = 300},
                              {.deadline = monotonic_now()},
                              {.stop = &stop, .endless = true}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        void *memory = open_player();
        struct heard heard = {0};
        struct choice choice = qttt_player.think(memory, &q, &no_past, &limits[i], hear, &heard);
        struct moves list = {0};
        qttt_moves(&q, &no_past, &list);
        ck_assert(!choice.resign && moves_has(&list, choice.m));
        ck_assert_int_ge(heard.reports, 1);
        moves_free(&list);
        qttt_player.close(memory);
    }
}
END_TEST

static move choose_limited(void *memory, uint64_t nodes) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    struct limits limits = {.nodes = nodes, .seed = 7};
    return qttt_player.think(memory, &q, &no_past, &limits, NULL, NULL).m;
}

/* However much a forgotten game taught the solver, and whoever asked it, too few nodes stay too
 * few. */
START_TEST(forgetting_is_complete) {
    static const uint64_t limits[] = {2000, 40000};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        void *fresh = open_player(), *memory = open_player();
        move first = choose_limited(fresh, limits[i]);
        move second = choose_limited(fresh, limits[i]);
        choose_limited(memory, 0);
        for (int game = 0; game < 5; game++) {
            qttt_player.forget(memory);
            if (game == 3)
                choose_limited(memory, 0);
            ck_assert(choose_limited(memory, limits[i]) == first);
            ck_assert(choose_limited(memory, limits[i]) == second);
        }
        qttt_player.close(fresh);
        qttt_player.close(memory);
    }
}
END_TEST

/* What is solved is not solved again for each game, unless nodes are counted. */
START_TEST(solutions_outlast_games) {
    void *memory = open_player();
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    uint64_t nodes[2];
    for (int game = 0; game < 2; game++) {
        struct heard heard = {0};
        struct limits limits = {.seed = 1};
        qttt_player.think(memory, &q, &no_past, &limits, hear, &heard);
        qttt_player.forget(memory);
        nodes[game] = heard.nodes;
    }
    ck_assert_uint_gt(nodes[0], 100000);
    ck_assert_uint_lt(nodes[1], 10000);
    qttt_player.close(memory);
}
END_TEST

/* When the time is over before anything is solved, as many random games decide as are meant to. */
START_TEST(too_little_time_is_no_lottery) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    atomic_bool stop = true;
    static const uint64_t expected[] = {200, 200, 200, 50};
    const struct limits limits[] = {{.deadline = 1e-9},
                                    {.stop = &stop},
                                    {.deadline = 1e-9, .nodes = 100000},
                                    {.deadline = 1e-9, .nodes = 50}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        void *memory = open_player();
        struct heard heard = {0};
        qttt_player.think(memory, &q, &no_past, &limits[i], hear, &heard);
        ck_assert(!heard.first.exact);
        ck_assert_uint_eq(heard.nodes, expected[i]);
        qttt_player.close(memory);
    }
}
END_TEST

/* Lines are part of the work that limits end: the best moves' are whole, the others get shorter. */
START_TEST(lines_obey_the_limits) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    struct solver *solver = solver_new();
    struct ranking ranking;
    struct limits limits = {.seed = 1};
    ck_assert(ranking_make(&ranking, solver, &q, &limits));
    uint64_t whole = solver_nodes(solver), scores = 0;
    for (int i = 0; i < ranking.count; i++) {
        ck_assert_uint_gt(ranking.at[i].length, 6);
        scores += ranking.at[i].nodes;
    }
    ck_assert_uint_gt(whole, scores + 10000);
    limits.nodes = scores + (whole - scores) / 4;
    solver_clear(solver);
    ck_assert(ranking_make(&ranking, solver, &q, &limits));
    ck_assert_uint_le(solver_nodes(solver), limits.nodes + 1);
    ck_assert_int_eq((int)ranking.at[0].length, solver_distance(ranking.at[0].score));
    ck_assert_uint_eq(ranking.at[ranking.count - 1].length, 1);
    solver_free(solver);
}
END_TEST

/* What is left of a node limit is reckoned from the limit, not from what other rules took before.
 */
START_TEST(limits_outlast_other_rules) {
    void *memory = open_player();
    struct limits limits = {.nodes = 300000, .seed = 5};
    struct qttt q;
    qttt_start(&q, QTTT_EARLIEST, 3, 3, SIDE_FIRST);
    qttt_player.think(memory, &q, &no_past, &limits, NULL, NULL);
    qttt_start(&q, QTTT_GOFF, 3, 3, SIDE_FIRST);
    struct heard heard = {0};
    qttt_player.think(memory, &q, &no_past, &limits, hear, &heard);
    ck_assert(heard.line[0] == qttt_pair(0, 8) || heard.line[0] == qttt_pair(2, 6));
    ck_assert(heard.first.exact);
    qttt_player.close(memory);
}
END_TEST

/* Each kind of reason: the position, a move, and what is to be said of it. */
static const struct {
    int rules;
    const char *plies, *move, *words;
} reasons[] = {
    {QTTT_GOFF, "C1-A3 B2-A3 C1-A3 X3@A3 B1-C2 A1-B1 A1-A2 A1-B1", "X7@B1",
     "both sides get a row, and yours wins narrowly: the highest number in it is 6 against 7"},
    {QTTT_SUM, "B1-B3 B1-A2 B2-C3 A1-C2 A3-C3 A2-C2 A2-B3 X7@B3 B2-A3", "O8@B2",
     "both sides get a row, and o wins narrowly: the sum of its numbers is 16 against 15"},
    {QTTT_GOFF, "A1-C3 A1-A3 C1-C2 A3-B3 A2-C2 C1-C3 B3-C3 X7@C3 B1-B2 B1-B2", "X9@B1",
     "completes your row C1-B2-A3"},
    {QTTT_GOFF, "C1-C2 B2-B3 C1-A3 A1-C1 A1-C3 A1-C1 O6@A1 B2-B3", "X7@B2",
     "in B3 the mark would give x the row A3-B3-C3; this way you win narrowly in 4 plies with best "
     "play; no other move does"},
    {QTTT_GOFF, "A2-C2 A1-A2 B2-A3 B2-C2 A2-C2 X5@C2 B3-C3 B1-C3 B3-C3", "O8@B3",
     "leaves o the row A1-B2-C3"},
    {QTTT_GOFF, "C1-A3 A1-B3 A1-B3 X3@B3 A2-B2 C1-A2 C2-A3", "C1-C3",
     "stops o from closing a cycle that gives o a row either way; you hold the draw; 4 other moves "
     "do too"},
    {QTTT_GOFF, "C1-A3 A1-B3 A1-B3 X3@B3 A2-B2 C1-A2 C2-A3 C1-C3 A3-C3 O8@A3", "B1",
     "takes the last open cell: fills the board without a row: a draw"},
    {QTTT_GOFF, "C1-A3 A1-B3 A1-B3 X3@B3 A2-B2 C1-A2", "C2-A3",
     "threatens to close a cycle that gives you a row either way; you hold the draw; 1 other move "
     "does too"},
    {QTTT_GOFF, "B1-B3 B1-B2 A3-C3 B3-C3 A1-C1 B1-C1 C1-A3 X7@A3", "A2-C2",
     "you hold the draw; there is no other move"},
    {QTTT_GOFF, "C1-C2 B2-B3 C1-A3 A1-C1 A1-C3 A1-C1 O6@A1 B2-B3", "X7@B2",
     "in B3 the mark would give x the row A3-B3-C3; this way you win narrowly in 4 plies with best "
     "play; no other move does"},
    {QTTT_GOFF, "C1-A3 A3-C3 B1-A3 B1-B2 A2-C2 B1-B2", "O6@B2",
     "you lose narrowly in 5 plies with best play; nothing holds out longer"},
    {QTTT_GOFF, "C2-A3 A2-B2 B1-A3 B1-B3 C1-A2", "B1-C3",
     "you lose in 5 plies with best play, though you could win narrowly"},
    {QTTT_GOFF, "C1-A3 B2-C3 C1-C3 A2-B3 B1-B2 C2-B3", "B1-B2",
     "closes the cycle B1-B2: whichever way o collapses it, you have a row"},
    {QTTT_GOFF, "A1-C3 C1-A3 A1-A3 A3-B3 A1-A2", "C1-A2",
     "closes the cycle C1-A3-A1-A2; you lose in 6 plies with best play; nothing holds out longer"},
    {QTTT_GOFF, "B1-B3 B1-B2 A3-C3 B3-C3 A1-C1 B1-C1 C1-A3", "X7@A3",
     "you hold the draw; so does every other move"},
    {QTTT_SUM, "B1-C1 B1-C3 B1-B3 A1-C1 B2-B3 A1-C3 O6@C3", "A2-A3",
     "you win in 4 plies with best play; 1 other move does too"}, /* it may not place A2-A3 again */
    {QTTT_SUM, "B3-C3 B3-C3 O2@B3 B1-B2 A1-A2 B2-C2 B1-B2 O6@B2 A1-A3 A2-A3", "O8@A2",
     "leaves no pair that may be placed: a draw"},
    {QTTT_GOFF, "A1-C3 C1-C3 A2-A3 A1-C1 O4@A1 B2-B3 B1-B3 A2-C2 B2-C2", "A2-B2",
     "closes the cycle A2-C2-B2: whichever way o collapses it, you have a row and win, if only "
     "narrowly"},
};

START_TEST(reasons_are_true) {
    void *memory = open_player();
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        struct qttt q;
        load(&q, reasons[i].rules, reasons[i].plies);
        move m;
        ck_assert(qttt_parse(&q, &no_past, reasons[i].move, &m, NULL));
        struct text text = {0};
        qttt_player.explain(memory, &q, &no_past, m, &text);
        ck_assert_str_eq(text_string(&text), reasons[i].words);
        text_free(&text);
    }
    qttt_player.close(memory);
}
END_TEST

/* The search forgets, so nothing is gained by thinking ahead on bigger boards. */
START_TEST(only_the_solver_ponders) {
    struct qttt q;
    for (int size = 3; size <= 9; size++) {
        qttt_start(&q, QTTT_GOFF, size, 3, SIDE_FIRST);
        ck_assert_int_eq(qttt_player.gains_by_pondering(&q), size == 3);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("qttt_player");
    suite_add(suite, goff_never_gives_up);
    suite_add(suite, earliest_never_gives_up);
    suite_add(suite, sum_never_gives_up);
    suite_add(suite, mistakes_are_punished);
    suite_add(suite, equal_moves_by_seed);
    suite_add(suite, reports_are_exact);
    suite_add(suite, reports_are_in_order);
    suite_add(suite, limits_are_kept);
    suite_add(suite, too_little_time_is_no_lottery);
    suite_add(suite, lines_obey_the_limits);
    suite_add(suite, forgetting_is_complete);
    suite_add(suite, solutions_outlast_games);
    suite_add(suite, limits_outlast_other_rules);
    suite_add(suite, reasons_are_true);
    suite_add(suite, only_the_solver_ponders);
    return suite_run(suite);
}
