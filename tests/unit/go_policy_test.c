/* What the Go player knows of moves without searching: features, neighbourhoods, chances. */
#include <stdio.h>

#include "go_draw.h"

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/go/policy.h"
#include "../support/scale.h"
#include "../support/suite.h"

/* Neighbourhoods. */

struct codes {
    int count;
    uint32_t at[GO_NEIGHBOURHOODS];
};

static bool code_keep(void *context, uint32_t code) {
    struct codes *codes = context;
    codes->at[codes->count++] = code;
    return true;
}

static struct codes codes_of(const struct go_board *board, int side, int column, int row) {
    static struct go_neighbourhoods neighbourhoods;
    struct go_grid grid;
    struct codes codes = {0};
    go_neighbourhoods_init(&neighbourhoods);
    go_grid_init(&grid, board, side);
    go_neighbourhood_codes(&neighbourhoods, &grid, column, row, code_keep, &codes);
    ck_assert_int_eq(codes.count, GO_NEIGHBOURHOODS);
    return codes;
}

/* How many of the sizes have the same code, smallest first. */
static int codes_shared(const struct codes *a, const struct codes *b) {
    int shared = 0;
    while (shared < GO_NEIGHBOURHOODS && a->at[shared] == b->at[shared])
        shared++;
    return shared;
}

static void board_scatter(struct go_board *board, struct rng *rng) {
    for (int i = 0; i < board->size * board->size / 2; i++) {
        int p = go_board_point(board, (int)rng_below(rng, (uint64_t)(board->size * board->size)));
        if (go_board_is_legal(board, i & 1, p))
            go_board_play(board, i & 1, p);
    }
}

static void board_turn(struct go_board *to, const struct go_board *from, int way, bool swap) {
    int last = from->size - 1;
    go_board_init(to, from->size);
    for (int row = 0; row <= last; row++)
        for (int column = 0; column <= last; column++) {
            int colour = go_board_colour(from, go_board_at(from, column, row));
            int x = way & 1 ? last - column : column, y = way & 2 ? last - row : row;
            if (colour < GO_EMPTY)
                go_board_put(to, way & 4 ? go_board_at(to, y, x) : go_board_at(to, x, y),
                             swap ? 1 - colour : colour);
        }
}

START_TEST(codes_do_not_depend_on_the_way_one_looks) {
    static struct go_board board, turned;
    struct rng rng;
    rng_seed(&rng, 3);
    for (int round = 0; round < 20; round++) {
        go_board_init(&board, 7 + round % 13);
        board_scatter(&board, &rng);
        int last = board.size - 1;
        int column = (int)rng_below(&rng, (uint64_t)board.size);
        int row = (int)rng_below(&rng, (uint64_t)board.size);
        struct codes codes = codes_of(&board, GO_BLACK, column, row);
        for (int way = 0; way < 16; way++) {
            int x = way & 1 ? last - column : column, y = way & 2 ? last - row : row;
            board_turn(&turned, &board, way & 7, way & 8);
            struct codes same =
                codes_of(&turned, way & 8 ? GO_WHITE : GO_BLACK, way & 4 ? y : x, way & 4 ? x : y);
            ck_assert_int_eq(codes_shared(&codes, &same), GO_NEIGHBOURHOODS);
        }
    }
}
END_TEST

/* A stone changes the code of every size that reaches it, and of no smaller one. */
START_TEST(codes_see_as_far_as_their_size) {
    static struct go_board board;
    go_board_init(&board, 19);
    struct codes bare = codes_of(&board, GO_BLACK, 9, 9);
    for (int row = 0; row < 19; row++)
        for (int column = 0; column < 19; column++) {
            if (row == 9 && column == 9)
                continue;
            go_board_init(&board, 19);
            go_board_put(&board, go_board_at(&board, column, row), GO_BLACK);
            struct codes codes = codes_of(&board, GO_BLACK, 9, 9);
            int across = abs(column - 9), up = abs(row - 9);
            int distance = across + up + (across > up ? across : up);
            int shared = distance - GO_NEIGHBOURHOOD_SMALLEST;
            shared = shared < 0 ? 0 : shared > GO_NEIGHBOURHOODS ? GO_NEIGHBOURHOODS : shared;
            ck_assert_int_eq(codes_shared(&bare, &codes), shared);
            struct codes other = codes_of(&board, GO_WHITE, 9, 9);
            ck_assert_int_eq(codes_shared(&other, &codes), shared);
        }
}
END_TEST

START_TEST(codes_see_the_edge) {
    static struct go_board board;
    go_board_init(&board, 19);
    struct codes middle = codes_of(&board, GO_BLACK, 9, 9);
    for (int line = 0; line < GO_NEIGHBOURHOOD_REACH; line++) {
        struct codes codes = codes_of(&board, GO_BLACK, line, 9);
        int seen = 2 * (line + 1) - GO_NEIGHBOURHOOD_SMALLEST;
        ck_assert_int_eq(codes_shared(&middle, &codes), seen < 0 ? 0 : seen);
    }
}
END_TEST

/* Features. */

static bool has_trait(const char *drawing, const char *rest, const char *last, const char *vertex,
                      int feature) {
    static struct go_move_features features[GO_INDEXES];
    struct session *s = drawing_session("chinese", drawing, rest);
    const struct go_state *state = state_of(s);
    int p, at = GO_PASS;
    bool found = false;
    ck_assert(go_vertex_parse(&state->board, vertex, &p, NULL));
    if (last != NULL)
        ck_assert(go_vertex_parse(&state->board, last, &at, NULL));
    go_features_find(&state->board, state->to_play, at, GO_PASS, features);
    for (int i = 0; i < features[p].count; i++)
        found |= features[p].at[i] == feature;
    session_free(s);
    return found;
}

START_TEST(features_tell_what_a_move_does) {
    static const char fight[] = ". . . . . . ."
                                ". X O . . . ."
                                ". X O X . . ."
                                ". . X . . . ."
                                ". . . . . . ."
                                "O O . . . . ."
                                "X . . . . . .";
    ck_assert(has_trait(fight, "b", NULL, "C7", GO_FEATURE_ATARI + 1));
    ck_assert(has_trait(fight, "b", NULL, "D6", GO_FEATURE_LADDER + 1));
    ck_assert(has_trait(fight, "w", NULL, "D6", GO_FEATURE_LADDER_ESCAPE + 1));
    ck_assert(has_trait(fight, "w", NULL, "B1", GO_FEATURE_CAPTURE_DEAD));
    ck_assert(has_trait(fight, "b", NULL, "B1", GO_FEATURE_ESCAPE_FAILS));
    ck_assert(!has_trait(fight, "b", NULL, "F4", GO_FEATURE_ATARI + 1));
    ck_assert(has_trait(fight, "b", "C7", "D7", GO_FEATURE_NEAR_LAST + 2));
    ck_assert(has_trait(fight, "b", "C7", "D6", GO_FEATURE_NEAR_LAST + 3));
    ck_assert(has_trait(fight, "b", NULL, "G7",
                        GO_FEATURE_LINE + 1 * GO_FEATURE_LINES + 0)); /* 12 of 49 stones */
    ck_assert(
        has_trait(fight, "b", NULL, "D1", GO_FEATURE_STONE_DISTANCE + 2 * GO_FEATURE_REACH + 2));
}
END_TEST

START_TEST(features_know_kos_and_eyes) {
    static const char ko[] = ". . . . . ."
                             ". . X O . ."
                             ". X O . O ."
                             ". . X O . ."
                             ". . . . . ."
                             ". . . . . .";
    static const char eye[] = ". . . X O ."
                              "X X X X O ."
                              "O O O O O ."
                              ". . . . . ."
                              ". . . . . ."
                              ". . . . . .";
    ck_assert(has_trait(ko, "b", NULL, "D4", GO_FEATURE_KO));
    ck_assert(has_trait(ko, "b", NULL, "D4", GO_FEATURE_CAPTURE));
    ck_assert(!has_trait(ko, "w", NULL, "D4", GO_FEATURE_KO));
    ck_assert(has_trait(eye, "w", "B5", "B6", GO_FEATURE_VITAL));
    ck_assert(!has_trait(eye, "w", "B5", "A6", GO_FEATURE_VITAL));
    ck_assert(has_trait(eye, "w", NULL, "A6", GO_FEATURE_SELF_ATARI));
}
END_TEST

/* Chances. */

struct expert {
    struct go_policy policy;
    struct go_policy_work work;
    float probabilities[GO_INDEXES];
};

START_TEST(chances_are_shared_by_all_moves) {
    struct expert *expert = memory_new(1, sizeof *expert);
    static struct go_board board;
    struct rng rng;
    rng_seed(&rng, 5);
    go_policy_init(&expert->policy);
    for (int round = 0; round < test_scale(20); round++) {
        double sum = 0;
        go_board_init(&board, round % 2 ? 19 : 9);
        board_scatter(&board, &rng);
        go_policy_probabilities(&expert->policy, &expert->work, &board, GO_WHITE, GO_PASS, GO_PASS,
                                expert->probabilities);
        for (int i = 0; i < board.empty_count; i++) {
            int p = board.empty[i];
            bool playable =
                go_board_is_legal(&board, GO_WHITE, p) && !go_board_is_eye(&board, GO_WHITE, p);
            ck_assert((expert->probabilities[p] > 0) == playable);
            sum += (double)expert->probabilities[p];
        }
        ck_assert_double_eq_tol(sum, 1, 1e-4);
    }
    go_policy_free(&expert->policy);
    free(expert);
}
END_TEST

static const char *likeliest(const char *drawing, const char *rest, const char *last) {
    static char name[8];
    struct expert *expert = memory_new(1, sizeof *expert);
    struct session *s = drawing_session("chinese", drawing, rest);
    const struct go_board *board = &state_of(s)->board;
    struct text text = {0};
    int best = board->empty[0], at = GO_PASS;
    if (last != NULL)
        ck_assert(go_vertex_parse(board, last, &at, NULL));
    go_policy_init(&expert->policy);
    go_policy_probabilities(&expert->policy, &expert->work, board, state_of(s)->to_play, at,
                            GO_PASS, expert->probabilities);
    for (int i = 0; i < board->empty_count; i++)
        if (expert->probabilities[board->empty[i]] > expert->probabilities[best])
            best = board->empty[i];
    go_vertex_print(board, best, &text);
    snprintf(name, sizeof name, "%s", text_string(&text));
    text_free(&text);
    go_policy_free(&expert->policy);
    session_free(s);
    free(expert);
    return name;
}

/* Chances that any sensible games teach. */
START_TEST(chances_favour_plain_moves) {
    static const char fight[] = ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . X . . . X . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . X X X . . ."
                                ". . X O O O . . ."
                                ". . . X X X O . ."
                                ". . . . . . . . .";
    ck_assert_str_eq(likeliest(fight, "b", "G2"), "G3");
}
END_TEST

START_TEST(known_neighbourhoods_differ) {
    for (uint32_t i = 1; i < go_known_neighbourhood_count; i++)
        ck_assert_uint_lt(go_known_neighbourhoods[i - 1].code, go_known_neighbourhoods[i].code);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go policy");
    suite_add(suite, codes_do_not_depend_on_the_way_one_looks);
    suite_add(suite, codes_see_as_far_as_their_size);
    suite_add(suite, codes_see_the_edge);
    suite_add(suite, features_tell_what_a_move_does);
    suite_add(suite, features_know_kos_and_eyes);
    suite_add(suite, chances_are_shared_by_all_moves);
    suite_add(suite, chances_favour_plain_moves);
    suite_add(suite, known_neighbourhoods_differ);
    return suite_run(suite);
}
