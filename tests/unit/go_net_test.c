/* The network: what it sees, that it says the same however it is computed, and that what it
 * says is of use. */
#include <math.h>

#include "go_draw.h"

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/go/net.h"
#include "../support/scale.h"
#include "../support/suite.h"

static struct go_net *net;
static const int sizes[] = {GO_NET_SIZE_MIN, 9, 13, 19, GO_SIZE_MAX};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void setup(void) {
    net = go_net_new();
}

static void teardown(void) {
    go_net_free(net);
}

static void board_scatter(struct go_board *board, int size, struct rng *rng, int stones) {
    go_board_init(board, size);
    for (int i = 0; i < stones; i++) {
        int p = go_board_point(board, (int)rng_below(rng, (uint64_t)(size * size)));
        if (go_board_is_legal(board, i & 1, p))
            go_board_play(board, i & 1, p);
    }
}

static void view_fill(const struct go_board *board, int side, int last, int before, double komi,
                      struct go_net_input *view) {
    go_net_input_fill(&(struct go_net_position){.board = board,
                                                .side = side,
                                                .last = last,
                                                .before = before,
                                                .komi = komi,
                                                .territory = false},
                      view);
}

static struct go_net_output opinion_of(const struct go_board *board, int side, double komi) {
    static struct go_net_input view;
    struct go_net_output opinion;
    view_fill(board, side, GO_PASS, GO_PASS, komi, &view);
    go_net_evaluate(net, &view, &opinion);
    return opinion;
}

START_TEST(net_says_the_same_however_it_is_computed) {
    static struct go_board board;
    struct rng rng;
    struct go_net *other = go_net_new();
    ck_assert(go_net_set_kernel(net, GO_NET_SCALAR));
    rng_seed(&rng, 7);
    for (int round = 0; round < test_scale(200); round++) {
        static struct go_net_input view;
        static struct go_net_output a, b;
        board_scatter(&board, sizes[round % SIZES], &rng, round);
        view_fill(&board, round & 1, board.empty[0], GO_PASS, round % 30 - 10.5, &view);
        go_net_evaluate(net, &view, &a);
        for (int way = GO_NET_SCALAR; way < GO_NET_KERNELS; way++) {
            if (!go_net_set_kernel(other, (enum go_net_kernel)way))
                continue;
            go_net_evaluate(other, &view, &b);
            ck_assert_msg(!(a.value < b.value || a.value > b.value), "way %d", way);
            ck_assert(!(a.score < b.score || a.score > b.score));
            ck_assert_mem_eq(a.logit, b.logit, sizeof a.logit);
        }
    }
    go_net_free(other);
}
END_TEST

/* Whatever stands in the cells, the sums of products stay within 32 bits: the sanitizers would
 * tell. */
START_TEST(net_bears_the_largest_inputs) {
    static struct go_net_input view;
    struct go_net_output opinion;
    ck_assert(go_net_set_kernel(net, GO_NET_SCALAR));
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int cell = 0; cell < GO_INDEXES; cell++)
            for (int i = 0; i < GO_NET_PLANES; i++)
                view.at[cell][i] = (int16_t)(sign * GO_NET_MOST);
        view.komi = sign * 1000;
        view.size = 9;
        go_net_evaluate(net, &view, &opinion);
        ck_assert(opinion.value >= 0 && opinion.value <= 1);
    }
    for (size_t i = 0; i < GO_NET_WEIGHTS; i++)
        ck_assert_int_le(abs(go_net_weights[i]), GO_NET_WEIGHT_MOST);
}
END_TEST

static bool view_has(const struct go_net_input *view, const struct go_board *board,
                     const char *vertex, int input) {
    int p;
    ck_assert(go_vertex_parse(board, vertex, &p, NULL));
    return view->at[p][input] != 0;
}

START_TEST(view_shows_chains_and_moves) {
    struct session *session = drawing_session("chinese",
                                              ". . . . . . . . ."
                                              ". . . . . . . . ."
                                              ". . X . . . . . ."
                                              ". X O . . . . . ."
                                              ". . X . . . . . ."
                                              ". . . . . . . . ."
                                              "O O . . . . . . ."
                                              "X X O . . . . X X"
                                              ". X O . . . . X .",
                                              "b - 0 0");
    const struct go_board *board = &state_of(session)->board;
    static struct go_net_input view;
    int last, before;
    ck_assert(go_vertex_parse(board, "C5", &last, NULL));
    ck_assert(go_vertex_parse(board, "C6", &before, NULL));
    view_fill(board, GO_BLACK, last, before, 7.5, &view);
    ck_assert(view_has(&view, board, "C5", GO_NET_OWN));
    ck_assert(!view_has(&view, board, "C5", GO_NET_ENEMY));
    ck_assert(view_has(&view, board, "C6", GO_NET_ENEMY));
    ck_assert(view_has(&view, board, "C6", GO_NET_ENEMY_LIBERTIES));
    ck_assert(!view_has(&view, board, "C6", GO_NET_ENEMY_LIBERTIES + 1));
    ck_assert(view_has(&view, board, "C7", GO_NET_OWN_LIBERTIES + 2));
    ck_assert(view_has(&view, board, "D6", GO_NET_CAPTURES));
    ck_assert(!view_has(&view, board, "E6", GO_NET_CAPTURES));
    ck_assert(view_has(&view, board, "A2", GO_NET_OWN_LIBERTIES));
    ck_assert(view_has(&view, board, "A2", GO_NET_OWN_CAPTURABLE));
    ck_assert(!view_has(&view, board, "H1", GO_NET_OWN_CAPTURABLE));
    ck_assert(view_has(&view, board, "A1", GO_NET_ILLEGAL));
    ck_assert(view_has(&view, board, "J1", GO_NET_OWN_EYE));
    ck_assert(view_has(&view, board, "C5", GO_NET_LAST));
    ck_assert(view_has(&view, board, "C6", GO_NET_BEFORE));
    ck_assert(view_has(&view, board, "E9", GO_NET_BOARD));
    ck_assert(view.komi < 0);
    ck_assert(!view_has(&view, board, "E9", GO_NET_TERRITORY));
    ck_assert(!view_has(&view, board, "E9", GO_NET_EXTENT));
    ck_assert_int_eq(view.at[0][GO_NET_BOARD], 0);
    session_free(session);
}
END_TEST

START_TEST(view_shows_rules_and_size) {
    static struct go_board board;
    static struct go_net_input view;
    go_board_init(&board, 19);
    go_net_input_fill(&(struct go_net_position){.board = &board,
                                                .side = GO_WHITE,
                                                .last = GO_PASS,
                                                .before = GO_PASS,
                                                .komi = 6.5,
                                                .territory = true},
                      &view);
    ck_assert(view.komi > 6);
    ck_assert(view_has(&view, &board, "T19", GO_NET_TERRITORY));
    ck_assert_int_eq(view.at[go_board_point(&board, 0)][GO_NET_EXTENT], GO_NET_UNIT);
    /* Off the board all is 0: the network tells the edge by that. */
    ck_assert_int_eq(view.at[go_board_point(&board, 0) - 1][GO_NET_TERRITORY], 0);
}
END_TEST

START_TEST(net_knows_a_won_board) {
    struct session *session = drawing_session("chinese",
                                              ". . . X O . . . ."
                                              ". . . X O . . . ."
                                              ". . . X O O . . ."
                                              ". . . X X O . . ."
                                              ". . . . X O . . ."
                                              ". . . . X O . . ."
                                              ". . . X X O . . ."
                                              ". . . X O O . . ."
                                              ". . . X O . . . .",
                                              "b - 0 0");
    const struct go_board *board = &state_of(session)->board;
    /* Black has 42 points of 81. */
    ck_assert_double_lt(opinion_of(board, GO_BLACK, 20).value, 0.2);
    ck_assert_double_lt(opinion_of(board, GO_WHITE, -20).value, 0.2);
    ck_assert_double_gt(opinion_of(board, GO_WHITE, 20).value, 0.8);
    ck_assert_double_gt(opinion_of(board, GO_BLACK, -20).value, 0.8);
    session_free(session);
}
END_TEST

/* How many moves the network rates higher. */
static int rank_of(const struct go_board *board, int side, const char *vertex) {
    struct go_net_output opinion = opinion_of(board, side, 7.5);
    int p, rank = 0;
    ck_assert(go_vertex_parse(board, vertex, &p, NULL));
    for (int i = 0; i < board->empty_count; i++)
        rank += opinion.logit[go_board_number(board, board->empty[i])] >
                opinion.logit[go_board_number(board, p)];
    return rank;
}

START_TEST(net_sees_what_is_urgent) {
    struct session *session = drawing_session("chinese",
                                              ". . . . . . . . ."
                                              ". . . . . . . . ."
                                              ". . X X X . O . ."
                                              ". X O O O . . . ."
                                              ". . X X X . . . ."
                                              ". . . . . . . . ."
                                              ". . . . . . O . ."
                                              ". . . . . . . . ."
                                              ". . . . . . . . .",
                                              "b - 0 0");
    const struct go_board *board = &state_of(session)->board;
    ck_assert_int_le(rank_of(board, GO_BLACK, "F6"), 1);
    ck_assert_int_le(rank_of(board, GO_WHITE, "F6"), 1);
    ck_assert_int_ge(rank_of(board, GO_BLACK, "A1"), 20);
    session_free(session);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go net");
    suite_add_with(suite, setup, teardown, net_says_the_same_however_it_is_computed);
    suite_add_with(suite, setup, teardown, net_bears_the_largest_inputs);
    suite_add_with(suite, setup, teardown, view_shows_rules_and_size);
    suite_add_with(suite, setup, teardown, view_shows_chains_and_moves);
    suite_add_with(suite, setup, teardown, net_knows_a_won_board);
    suite_add_with(suite, setup, teardown, net_sees_what_is_urgent);
    return suite_run(suite);
}
