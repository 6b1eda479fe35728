/* What the Go player stands on: tactics, patterns, playouts and the tree. */
#include "go_draw.h"

#include <limits.h>

#include "../../src/core/memory.h"
#include "../../src/go/mcts.h"
#include "../../src/go/pattern.h"
#include "../../src/go/playout.h"
#include "../../src/go/tactics.h"
#include "../../src/go/tree.h"
#include "../support/scale.h"
#include "../support/suite.h"

static int point_of(const struct session *s, const char *name) {
    int p;
    ck_assert(go_vertex_parse(&state_of(s)->board, name, &p, NULL));
    return p;
}

static void point_assert(const struct session *s, int p, const char *name) {
    struct text text = {0};
    if (p > GO_PASS)
        go_vertex_print(&state_of(s)->board, p, &text);
    ck_assert_str_eq(text_string(&text), name);
    text_free(&text);
}

/* Tactics. */

START_TEST(ladder_runs_into_the_edge_or_a_friend) {
    static const char open[] = ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . O . . . ."
                               ". O X . . . ."
                               ". . O O . . .";
    static const char helped[] = ". . . . . . ."
                                 ". . . . . X ."
                                 ". . . . X . ."
                                 ". . . . . . ."
                                 ". . O . . . ."
                                 ". O X . . . ."
                                 ". . O O . . .";
    struct session *s = drawing_session("chinese", open, "b");
    ck_assert(!go_tactics_escapes(&state_of(s)->board, point_of(s, "C2")));
    session_free(s);
    s = drawing_session("chinese", helped, "b");
    ck_assert(go_tactics_escapes(&state_of(s)->board, point_of(s, "C2")));
    session_free(s);
}
END_TEST

START_TEST(ladder_names_its_first_move) {
    struct session *s = drawing_session("chinese",
                                        ". . . . . ."
                                        ". . . . . ."
                                        ". . . . . ."
                                        ". . . . . ."
                                        "O O . . . ."
                                        "X . . . . .",
                                        "w");
    int first = GO_NO_POINT;
    ck_assert(go_tactics_ladder(&state_of(s)->board, point_of(s, "A1"), &first));
    point_assert(s, first, "B1");
    session_free(s);
}
END_TEST

/* A ladder played stone by stone, nothing foreseen. */
static bool ladder_plain(const struct go_board *board, int p, int *nodes) {
    int side = go_board_colour(board, p), other = 1 - side;
    int liberties[3], left[3];
    int count = go_board_liberties(board, p, 3, liberties);
    if (count > 2 || --*nodes < 0)
        return false;
    for (int i = 0; i < count; i++) {
        struct go_board next = *board;
        struct go_move_queue queue = {0};
        if (!go_board_is_legal(board, other, liberties[i]))
            continue;
        if (count == 1)
            return true;
        go_board_play(&next, other, liberties[i]);
        go_tactics_counter_captures(&next, p, &queue);
        if (go_board_liberties_after(board, other, liberties[i]) < 2 || queue.count > 0)
            continue;
        int run = go_board_last_liberty(&next, p);
        if (!go_board_is_legal(&next, side, run))
            return true;
        go_board_play(&next, side, run);
        int room = go_board_liberties(&next, p, 3, left);
        if (room < 2 || (room == 2 && ladder_plain(&next, p, nodes)))
            return true;
    }
    return false;
}

/* What is foreseen without playing it must be what happens. */
START_TEST(ladders_are_read_as_they_are_played) {
    struct rng rng;
    int compared = 0, caught = 0;
    rng_seed(&rng, 11);
    for (int game = 0; game < test_scale(40); game++) {
        struct go_board board;
        go_board_init(&board, 7 + game % 7);
        int points = board.size * board.size;
        for (int ply = 0; ply < 2 * points; ply++) {
            int p = board.empty[rng_below(&rng, (uint32_t)board.empty_count)];
            int side = ply & 1;
            if (go_board_is_legal(&board, side, p) && !go_board_is_eye(&board, side, p))
                go_board_play(&board, side, p);
            for (int n = 0; n < points; n++) {
                int q = go_board_point(&board, n), first, nodes = 160;
                if (go_board_colour(&board, q) >= GO_EMPTY || go_board_head(&board, q) != q)
                    continue;
                bool expected = ladder_plain(&board, q, &nodes);
                ck_assert_int_eq(go_tactics_ladder(&board, q, &first), expected);
                compared++;
                caught += expected;
            }
        }
    }
    ck_assert_int_gt(caught, compared / 100);
    ck_assert_int_gt(compared - caught, caught);
}
END_TEST

START_TEST(stones_are_saved_by_taking_others) {
    struct session *s = drawing_session("chinese",
                                        ". . . . ."
                                        ". . X . ."
                                        ". X O X ."
                                        "O X . O ."
                                        ". O O . .",
                                        "b");
    struct go_move_queue queue = {0};
    go_tactics_counter_captures(&state_of(s)->board, point_of(s, "D3"), &queue);
    ck_assert_int_eq(queue.count, 1);
    point_assert(s, queue.at[0], "C2");
    queue.count = 0;
    go_tactics_counter_captures(&state_of(s)->board, point_of(s, "C4"), &queue);
    ck_assert_int_eq(queue.count, 1);
    session_free(s);
}
END_TEST

static void vital_assert(const char *drawing, const char *inside, const char *vital) {
    struct session *s = drawing_session("chinese", drawing, "b");
    point_assert(s, go_tactics_vital(&state_of(s)->board, point_of(s, inside)), vital);
    session_free(s);
}

START_TEST(small_spaces_have_a_vital_point) {
    vital_assert(". . . X ."
                 "X X X X ."
                 ". . . . ."
                 ". . . . ."
                 ". . . . .",
                 "A5", "B5");
    vital_assert(". . . X ."
                 "X . X X ."
                 "X X X . ."
                 ". . . . ."
                 ". . . . .",
                 "A5", "B5");
    vital_assert(". . X . ."
                 ". . . X ."
                 "X X X X ."
                 ". . . . ."
                 ". . . . .",
                 "A5", "B4");
    /* Four in a row live, and a square has nothing to decide. */
    vital_assert(". . . . X"
                 "X X X X X"
                 ". . . . ."
                 ". . . . ."
                 ". . . . .",
                 "A5", "");
    vital_assert(". . X . ."
                 ". . X . ."
                 "X X X . ."
                 ". . . . ."
                 ". . . . .",
                 "A5", "");
    /* Open to the other side: nobody's eye. */
    vital_assert(". . . O ."
                 "X X X X ."
                 ". . . . ."
                 ". . . . ."
                 ". . . . .",
                 "A5", "");
}
END_TEST

START_TEST(stones_are_thrown_in_only_where_that_kills) {
    struct session *s = drawing_session("chinese",
                                        ". X X . O . ."
                                        "O O O O O . ."
                                        ". . . . . . ."
                                        ". . . . . . ."
                                        "X X X X X O ."
                                        "O O O O X O ."
                                        "X X X . X O .",
                                        "b");
    const struct go_board *board = &state_of(s)->board;
    /* Three in a row leave one eye when taken. */
    ck_assert(!go_tactics_is_bad_self_atari(board, GO_BLACK, point_of(s, "D7")));
    ck_assert(!go_tactics_is_bad_self_atari(board, GO_BLACK, point_of(s, "A7")));
    /* This takes four stones. */
    ck_assert(!go_tactics_is_bad_self_atari(board, GO_BLACK, point_of(s, "D1")));
    session_free(s);
    s = drawing_session("chinese",
                        ". X X X . O ."
                        "O O O O O O ."
                        ". . . . . . ."
                        ". . . . . . ."
                        ". . . . . . ."
                        ". . . . . . ."
                        ". . . . . . .",
                        "b");
    /* Four in a row do not. */
    ck_assert(go_tactics_is_bad_self_atari(&state_of(s)->board, GO_BLACK, point_of(s, "A7")));
    ck_assert(!go_tactics_is_bad_self_atari(&state_of(s)->board, GO_WHITE, point_of(s, "A7")));
    session_free(s);
}
END_TEST

START_TEST(lone_stones_press_or_are_wasted) {
    struct session *s = drawing_session("chinese",
                                        ". . . . . . O"
                                        "O . . . . . O"
                                        "O . . . . . X"
                                        "O . . . . . ."
                                        "O . . . . . ."
                                        "O . . . . X O"
                                        ". . . . . X .",
                                        "b");
    const struct go_board *board = &state_of(s)->board;
    ck_assert(!go_tactics_is_wasteful_self_atari(board, GO_BLACK, point_of(s, "D3")));
    ck_assert(!go_tactics_is_wasteful_self_atari(board, GO_BLACK, point_of(s, "G3")));
    /* In atari in the corner, beside a chain with five liberties. */
    ck_assert(go_tactics_is_wasteful_self_atari(board, GO_BLACK, point_of(s, "A1")));
    ck_assert(go_tactics_is_wasteful_self_atari(board, GO_BLACK, point_of(s, "A7")));
    session_free(s);
}
END_TEST

/* Patterns. */

static bool shape_at(const struct go_pattern_set *shapes, const char *drawing, const char *name) {
    struct session *s = drawing_session("chinese", drawing, "b");
    bool good = go_pattern_set_has(shapes, go_pattern_code(&state_of(s)->board, point_of(s, name)));
    session_free(s);
    return good;
}

START_TEST(patterns_know_hanes_and_cuts_any_way_round) {
    struct go_pattern_set *shapes = memory_new(1, sizeof *shapes);
    go_pattern_set_init(shapes);
    ck_assert(shape_at(shapes, ". . . . .  . X O X .  . . . . .  . . . . .  . . . . .", "C3"));
    ck_assert(shape_at(shapes, ". . . . .  . O . . .  . X . . .  . O . . .  . . . . .", "C3"));
    ck_assert(shape_at(shapes, ". . . . .  . . . . .  . . . . .  . . X . .  . . . O .", "C1"));
    ck_assert(shape_at(shapes, ". . . . .  . . . . .  . . . O X  . . . . O  . . . . .", "D2"));
    ck_assert(!shape_at(shapes, ". . . . .  . . . . .  . . . . .  . . . . .  . . . . .", "C3"));
    ck_assert(!shape_at(shapes, ". . . . .  . X X X .  . X . X .  . X X X .  . . . . .", "C3"));
    free(shapes);
}
END_TEST

/* The same pattern with the colours changed. */
static unsigned code_swap(unsigned code) {
    unsigned stones = ~(code >> 1) & 0x5555;
    return code ^ stones;
}

START_TEST(patterns_appeal_to_both_sides_alike) {
    struct go_knowledge *knowledge = memory_new(1, sizeof *knowledge);
    go_knowledge_init(knowledge);
    const struct go_playout_weights *appeal = &knowledge->playout_weights;
    int least = INT_MAX, most = 0;
    for (unsigned code = 0; code < GO_PATTERNS; code++) {
        int part = appeal->weight[GO_BLACK][code];
        ck_assert_int_ge(part, 1);
        ck_assert_int_eq(part, appeal->weight[GO_WHITE][code_swap(code)]);
        least = part < least ? part : least;
        most = part > most ? part : most;
    }
    ck_assert_int_gt(most, 20 * least);
    go_knowledge_free(knowledge);
    free(knowledge);
}
END_TEST

/* Playouts. */

/* The first move of a playout from a drawing after White's move there, which took so many stones.
 */
static int playout_first(const struct session *s, const struct go_knowledge *knowledge,
                         const char *last, int taken, uint64_t seed) {
    struct go_playout_heuristics heuristics = {.kinds = GO_HEURISTICS_ALL,
                                               .patterns = &knowledge->patterns,
                                               .weights = &knowledge->playout_weights};
    struct go_line *line = memory_new(1, sizeof *line);
    struct go_board board;
    struct rng rng;
    rng_seed(&rng, seed);
    go_board_copy(&board, &state_of(s)->board);
    line->at[line->count++] = GO_PASS;
    line->at[line->count++] = (uint16_t)point_of(s, last);
    go_playout_heavy(&board, GO_BLACK, taken, &heuristics, &rng, line);
    int first = line->at[2];
    free(line);
    return first;
}

START_TEST(playouts_play_into_what_the_tree_took) {
    struct go_knowledge *knowledge = memory_new(1, sizeof *knowledge);
    struct session *s = drawing_session("chinese",
                                        ". . . O . . ."
                                        "O O O O . . ."
                                        "X X X . . . ."
                                        ". . . . . . ."
                                        ". . . . . . ."
                                        ". . . . . . ."
                                        ". . . . . . .",
                                        "b");
    int vital = point_of(s, "B7"), others = 0;
    go_knowledge_init(knowledge);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        ck_assert_int_eq(playout_first(s, knowledge, "D7", 3, seed), vital);
        others += playout_first(s, knowledge, "D7", 0, seed) != vital;
    }
    ck_assert_int_gt(others, 0);
    session_free(s);
    go_knowledge_free(knowledge);
    free(knowledge);
}
END_TEST

START_TEST(playouts_end_and_fill_the_board) {
    struct go_knowledge *knowledge = memory_new(1, sizeof *knowledge);
    struct go_line *line = memory_new(1, sizeof *line);
    struct go_playout_heuristics heuristics = {.kinds = GO_HEURISTICS_ALL,
                                               .patterns = &knowledge->patterns,
                                               .weights = &knowledge->playout_weights};
    struct go_board board;
    struct rng rng;
    go_knowledge_init(knowledge);
    rng_seed(&rng, 9);
    for (int i = 0; i < test_scale(300); i++) {
        int size = 2 + i % 12;
        go_board_init(&board, size);
        line->count = 0;
        go_playout_heavy(&board, i & 1, 0, &heuristics, &rng, line);
        ck_assert_int_le(line->count, 3 * size * size);
        if (line->count < 3 * size * size) {
            ck_assert_int_eq(line->at[line->count - 1], GO_PASS);
            ck_assert_int_eq(line->at[line->count - 2], GO_PASS);
        }
    }
    free(line);
    go_knowledge_free(knowledge);
    free(knowledge);
}
END_TEST

/* The tree. */

START_TEST(tree_keeps_what_is_below_a_node) {
    struct go_tree tree;
    go_tree_init(&tree, 2);
    uint32_t first = go_tree_take(&tree, 3);
    go_node_publish(&tree.nodes[GO_ROOT], first, 3);
    for (uint32_t i = 0; i < 3; i++) {
        tree.nodes[first + i].move = (uint16_t)(10 + i);
        uint32_t below = go_tree_take(&tree, 2);
        go_count_add(&tree.nodes[below + 1].visits, 100 + i);
        go_node_publish(&tree.nodes[first + i], below, 2);
    }
    go_tree_keep(&tree, first + 1);
    ck_assert_int_eq(tree.nodes[GO_ROOT].move, 11);
    ck_assert_int_eq(tree.nodes[GO_ROOT].count, 2);
    struct go_node *children = go_tree_children(&tree, &tree.nodes[GO_ROOT]);
    ck_assert_ptr_nonnull(children);
    ck_assert_uint_eq(go_count_get(&children[1].visits), 101);
    ck_assert_uint_eq(atomic_load(&tree.used), GO_ROOT + 3);
    go_tree_free(&tree);
}
END_TEST

START_TEST(tree_has_a_limit) {
    struct go_tree tree;
    go_tree_init(&tree, 2);
    uint32_t taken = 0;
    while (go_tree_take(&tree, 82) != 0)
        taken += 82;
    ck_assert_uint_le(taken + GO_ROOT, tree.room);
    ck_assert_uint_gt(taken + 2 * 82, tree.room);
    ck_assert_uint_le((size_t)tree.room * sizeof(struct go_node) * 2, (size_t)2 << 20);
    go_tree_free(&tree);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go playout");
    suite_add(suite, ladder_runs_into_the_edge_or_a_friend);
    suite_add(suite, ladder_names_its_first_move);
    suite_add(suite, ladders_are_read_as_they_are_played);
    suite_add(suite, stones_are_saved_by_taking_others);
    suite_add(suite, small_spaces_have_a_vital_point);
    suite_add(suite, stones_are_thrown_in_only_where_that_kills);
    suite_add(suite, lone_stones_press_or_are_wasted);
    suite_add(suite, patterns_know_hanes_and_cuts_any_way_round);
    suite_add(suite, patterns_appeal_to_both_sides_alike);
    suite_add(suite, playouts_play_into_what_the_tree_took);
    suite_add(suite, playouts_end_and_fill_the_board);
    suite_add(suite, tree_keeps_what_is_below_a_node);
    suite_add(suite, tree_has_a_limit);
    return suite_run(suite);
}
