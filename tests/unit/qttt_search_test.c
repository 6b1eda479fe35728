/* search_test: the boards that the search plays on against the rules, its proofs against the
 * solver, and the promises of the player on bigger boards. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/qttt/board.h"
#include "../../src/qttt/endgame.h"
#include "../../src/qttt/ranking.h"
#include "../../src/qttt/search.h"
#include "../../src/qttt/tree.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "qttt_oracle.h"

static void start_random(struct qttt *q, int size, struct rng *rng) {
    int win = 3 + (int)rng_below(rng, (uint64_t)size - 2);
    qttt_start(q, (int)rng_below(rng, 3), size, win, (int)rng_below(rng, 2));
}

/* Boards */

static void board_play(struct board *board, move m) {
    int a = board_spot(board, qttt_low(m));
    if (qttt_is_settle(m))
        board_settle(board, a);
    else
        board_place(board, a, board_spot(board, qttt_high(m)));
}

/* What the board foretells of the outcomes of a closing move. */
static void outcomes_check(const struct board *board, const struct qttt *q, move m) {
    struct qttt closed = *q;
    qttt_play(&closed, m);
    int side = qttt_to_play(q);
    for (int i = 0; i < 2 && closed.waiting; i++) {
        struct qttt after = closed;
        int cell = i ? qttt_high(m) : qttt_low(m);
        qttt_play(&after, qttt_settle(cell));
        int told = board_outcome(board, board_spot(board, cell), side, side);
        if (told == BOARD_OPEN)
            ck_assert(!position_over(&after) || final_value(&after, side) == 0);
        else
            ck_assert(position_over(&after) && told == final_value(&after, side));
    }
}

static void boards_compare(const struct board *played, const struct qttt *q) {
    struct board read;
    board_read(&read, q);
    ck_assert_int_eq(played->over, position_over(q));
    ck_assert_int_eq(read.over, played->over);
    ck_assert(set_same(read.open, played->open) && read.waiting == played->waiting);
    for (int side = 0; side < 2; side++) {
        ck_assert(set_same(read.settled[side], played->settled[side]));
        if (played->over)
            continue;
        ck_assert(set_same(read.row[side], played->row[side]));
        ck_assert(set_same(read.row_closing[side], played->row_closing[side]));
    }
    if (played->over)
        ck_assert_int_eq(board_result(played, 0), final_value(q, 0));
    else
        ck_assert_int_eq(board_side(played), qttt_to_play(q));
}

START_TEST(boards_follow_the_rules) {
    struct rng rng;
    rng_seed(&rng, 21);
    for (long i = 0; i < test_scale(800); i++) {
        struct qttt q;
        start_random(&q, 3 + (int)(i % 7), &rng);
        struct board board;
        board_read(&board, &q);
        while (!position_over(&q)) {
            move m = move_random(&q, &rng);
            if (!q.waiting)
                outcomes_check(&board, &q, m);
            board_play(&board, m);
            qttt_play(&q, m);
            boards_compare(&board, &q);
        }
    }
}
END_TEST

/* Proofs */

/* Whatever the search calls exact on 3 x 3 is what the solver says. */
START_TEST(proofs_are_true) {
    struct solver *solver = solver_new();
    struct search *search =
        search_new(&(struct search_options){.threads = 1, .megabytes = 8, .contempt = 30});
    struct rng rng;
    rng_seed(&rng, 22);
    long proved = 0, count = test_scale(300);
    for (long i = 0; i < count; i++) {
        struct qttt q;
        qttt_start(&q, (int)(i * 3 / count), 3, 3, (int)(i % 2));
        for (int plies = 3 + (int)(i % 9); plies > 0 && !position_over(&q); plies--)
            qttt_play(&q, move_random(&q, &rng));
        if (position_over(&q))
            continue;
        struct search_result result;
        struct limits limits = {.nodes = 400, .seed = (uint64_t)i};
        search_run(search, &q, &limits, NULL, NULL, &result);
        for (size_t k = 0; k < result.count; k++) {
            int score;
            if (!result.at[k].exact)
                continue;
            ck_assert(ranking_score(solver, &q, result.at[k].m, NULL, &score));
            ck_assert_int_eq(result.at[k].result, solver_value(score));
            proved++;
        }
        search_result_free(&result);
    }
    ck_assert_int_gt(proved, count);
    search_free(search);
    solver_free(solver);
}
END_TEST

/* If all children are lost, so is the side to play, but only if they are all its moves. */
START_TEST(bounds_need_all_moves) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, 4, 4, 0);
    struct board board;
    board_read(&board, &q);
    struct tree tree = {0};
    tree_init(&tree, 1000);
    for (uint32_t most = 5; most <= 200; most += 195) {
        tree_reset(&tree, &board);
        ck_assert(tree_expand(&tree, tree.edges, &board, most));
        ck_assert_uint_eq(tree.edges->count, most == 5 ? 5 : 120);
        for (uint32_t i = 0; i < tree.edges->count; i++)
            edge_prove(&tree.edges[tree.edges->first + i], TREE_LOSS, TREE_FAR);
        tree_tighten(&tree, tree.edges);
        ck_assert_int_eq(tree.edges->high, most == 5 ? TREE_WIN : TREE_LOSS);
    }
    tree_free(&tree);
}
END_TEST

/* The player */

static void *open_player(long threads) {
    long options[8];
    for (int i = 0; qttt_player.options[i].name != NULL; i++)
        options[i] = strcmp(qttt_player.options[i].name, "threads") == 0
                         ? threads
                         : qttt_player.options[i].initial;
    return qttt_player.open(&qttt_game, options);
}

static move choose(void *memory, const struct qttt *q, uint64_t nodes, uint64_t seed) {
    struct limits limits = {.nodes = nodes, .seed = seed};
    return qttt_player.think(memory, q, &no_past, &limits, NULL, NULL).m;
}

/* Values for a side of what a position offers at once: of each collapse, or of each closing move
 * the worse outcome; 9 where the game goes on. */
static int move_at_once(const struct qttt *q, move m) {
    int side = qttt_to_play(q);
    struct qttt after = *q;
    qttt_play(&after, m);
    if (position_over(&after))
        return final_value(&after, side);
    if (!after.waiting)
        return 9;
    int values[2];
    for (int i = 0; i < 2; i++) {
        struct qttt settled = after;
        qttt_play(&settled, qttt_settle(i ? after.b[after.waiting] : after.a[after.waiting]));
        values[i] = position_over(&settled) ? final_value(&settled, side) : 9;
    }
    int worse = values[0] < values[1] ? values[0] : values[1];
    return worse < 0 || values[0] == values[1] ? worse : 9;
}

/* Takes what wins at once, and does not choose what loses at once unless everything does; with one
 * random game as well as with some. (These may prove that all else loses worse than narrowly.) */
static int tactics_check(void *memory, const struct qttt *q, uint64_t nodes) {
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    int wins = 0, narrow = 0, losses = 0;
    for (size_t i = 0; i < list.count; i++) {
        int value = move_at_once(q, list.at[i]);
        wins += value == 2;
        narrow += value == 1 && q->waiting;
        losses += value < 0;
    }
    int chosen = move_at_once(q, choose(memory, q, nodes, q->moves));
    if (wins > 0)
        ck_assert_int_eq(chosen, 2);
    else if (narrow > 0)
        ck_assert_int_eq(chosen, 1);
    else if (losses > 0 && losses < (int)list.count)
        ck_assert_int_ge(chosen, nodes > 1 ? -1 : 0);
    int told = wins + losses > 0;
    moves_free(&list);
    return told;
}

START_TEST(tactics_are_seen) {
    void *memory = open_player(1);
    struct rng rng;
    rng_seed(&rng, 23);
    int told = 0;
    for (long i = 0; i < test_scale(120); i++) {
        struct qttt q;
        start_random(&q, 4 + (int)(i % 4), &rng);
        while (!position_over(&q)) {
            if (q.waiting || rng_below(&rng, 4) == 0)
                told += tactics_check(memory, &q, rng_below(&rng, 2) ? 1 : 40);
            qttt_play(&q, move_random(&q, &rng));
        }
    }
    ck_assert_int_gt(told, 0);
    qttt_player.close(memory);
}
END_TEST

/* The value of a late position for a side, by the solver. */
static int value_for(struct endgame *endgame, const struct qttt *q, int side) {
    struct board board;
    int value;
    if (position_over(q))
        return final_value(q, side);
    board_read(&board, q);
    ck_assert(endgame_solve_value(endgame, &board, 0, NULL, &value));
    return qttt_to_play(q) == side ? value : -value;
}

/* Hope never costs anything that is sure: the choice keeps the value of a late position. */
START_TEST(values_are_kept) {
    void *memory = open_player(1);
    struct endgame *endgame = endgame_new(16);
    struct rng rng;
    rng_seed(&rng, 26);
    int drawn = 0;
    for (long i = 0; i < test_scale(60); i++) {
        struct qttt q;
        qttt_start(&q, (int)(i % 3), 4, 4, (int)(i / 3 % 2));
        while (!position_over(&q) && q.moves < 10)
            qttt_play(&q, move_random(&q, &rng));
        if (position_over(&q))
            continue;
        endgame_clear(endgame);
        int side = qttt_to_play(&q), value = value_for(endgame, &q, side);
        if (endgame_nodes(endgame) > 30000)
            continue; /* dearer than most: the player may not have solved it either */
        drawn += value == 0;
        qttt_play(&q, choose(memory, &q, 500, (uint64_t)i));
        ck_assert_int_eq(value_for(endgame, &q, side), value);
    }
    ck_assert(drawn > 0 || test_scale(100) < 100);
    endgame_free(endgame);
    qttt_player.close(memory);
}
END_TEST

/* Same position, limits and seed: same move, whatever was thought about before. */
START_TEST(one_thread_is_deterministic) {
    void *memory = open_player(1), *fresh = open_player(1);
    struct rng rng;
    rng_seed(&rng, 24);
    for (int i = 0; i < 12; i++) {
        struct qttt q;
        start_random(&q, 4 + i % 3, &rng);
        for (int plies = i; plies > 0 && !position_over(&q); plies--)
            qttt_play(&q, move_random(&q, &rng));
        if (position_over(&q))
            continue;
        move m = choose(memory, &q, 300, 7);
        ck_assert(choose(memory, &q, 300, 7) == m);
        qttt_player.forget(fresh);
        ck_assert(choose(fresh, &q, 300, 7) == m);
    }
    qttt_player.close(memory);
    qttt_player.close(fresh);
}
END_TEST

struct heard {
    int reports;
    uint64_t nodes;
};

static void hear(void *context, const struct report *report) {
    struct heard *heard = context;
    heard->reports++;
    heard->nodes = report->nodes;
    ck_assert_uint_gt(report->count, 0);
    for (size_t i = 0; i < report->count; i++) {
        ck_assert(report->best[i].winrate >= 0 && report->best[i].winrate <= 1);
        ck_assert_uint_ge(report->best[i].length, 1);
    }
}

/* Lines lead through legal moves; limits are kept, with several threads too. */
START_TEST(limits_are_kept) {
    atomic_bool stop = true;
    const struct limits limits[] = {{.nodes = 1},
                                    {.nodes = 500},
                                    {.deadline = 1e-9},
                                    {.deadline = monotonic_now() + 0.02},
                                    {.stop = &stop, .endless = true}};
    for (long threads = 1; threads <= 4; threads += 3) {
        void *memory = open_player(threads);
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
            for (int size = 4; size <= 9; size += 5) {
                struct qttt q;
                qttt_start(&q, QTTT_GOFF, size, 4, 0);
                struct heard heard = {0};
                struct choice choice =
                    qttt_player.think(memory, &q, &no_past, &limits[i], hear, &heard);
                struct moves list = {0};
                qttt_moves(&q, &no_past, &list);
                ck_assert(!choice.resign && moves_has(&list, choice.m));
                moves_free(&list);
                ck_assert_int_ge(heard.reports, 1);
                if (limits[i].nodes)
                    ck_assert_uint_le(heard.nodes, limits[i].nodes);
            }
        qttt_player.close(memory);
    }
}
END_TEST

/* Nobody waits here for four thousand million random games; none is begun whose visit would not
 * fit. */
START_TEST(visits_cannot_overflow) {
    const struct limits unlimited[] = {
        {.endless = true}, {.deadline = 1e9}, {.nodes = UINT64_MAX}, {.nodes = UINT64_C(1) << 32}};
    for (size_t i = 0; i < sizeof unlimited / sizeof *unlimited; i++) {
        uint64_t most = search_most(&unlimited[i]);
        struct edge edge = {.visits = (uint32_t)most};
        ck_assert_uint_eq(edge.visits, most);
        ck_assert_uint_gt(most, 1000000000);
    }
    ck_assert_uint_eq(search_most(&(struct limits){.nodes = 300}), 300);
    ck_assert_uint_eq(search_most(&(struct limits){0}), SEARCH_NODES);
}
END_TEST

static void hear_line(void *context, const struct report *report) {
    for (size_t i = 0; i < report->count; i++) {
        struct qttt q = *(const struct qttt *)context;
        for (size_t k = 0; k < report->best[i].length; k++) {
            struct moves list = {0};
            qttt_moves(&q, &no_past, &list);
            ck_assert(moves_has(&list, report->best[i].line[k]));
            moves_free(&list);
            qttt_play(&q, report->best[i].line[k]);
        }
    }
}

START_TEST(lines_are_legal) {
    void *memory = open_player(1);
    struct rng rng;
    rng_seed(&rng, 25);
    for (int i = 0; i < 20; i++) {
        struct qttt q;
        start_random(&q, 4 + i % 3, &rng);
        for (int plies = i; plies > 0 && !position_over(&q); plies--)
            qttt_play(&q, move_random(&q, &rng));
        struct limits limits = {.nodes = 2000};
        if (!position_over(&q))
            qttt_player.think(memory, &q, &no_past, &limits, hear_line, &q);
    }
    qttt_player.close(memory);
}
END_TEST

/* A tree that outgrows its memory, and an option that changes between thinks. */
START_TEST(memory_is_bounded) {
    void *memory = open_player(2);
    struct qttt q;
    qttt_start(&q, QTTT_SUM, 5, 4, 1);
    for (int which = 0; qttt_player.options[which].name != NULL; which++)
        if (strcmp(qttt_player.options[which].name, "memory") == 0)
            qttt_player.set(memory, which, 1);
    ck_assert(choose(memory, &q, (uint64_t)test_scale(20000), 1) != MOVE_NONE);
    qttt_player.close(memory);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("search");
    suite_add(suite, boards_follow_the_rules);
    suite_add(suite, proofs_are_true);
    suite_add(suite, bounds_need_all_moves);
    suite_add(suite, tactics_are_seen);
    suite_add(suite, values_are_kept);
    suite_add(suite, one_thread_is_deterministic);
    suite_add(suite, limits_are_kept);
    suite_add(suite, visits_cannot_overflow);
    suite_add(suite, lines_are_legal);
    suite_add(suite, memory_is_bounded);
    return suite_run(suite);
}
