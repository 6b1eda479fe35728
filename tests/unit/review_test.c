/* Reviews of small games whose worst ply is known. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/review.h"
#include "../support/suite.h"

/* A win was thrown away by ply 5, and the draw before by ply 4. */
static const char quantum[] = "[Game \"qttt\"]\n"
                              "1. x A2-B2 2. o C1-A3 3. x C1-B3 {a remark} 4. o C2-A3 5. x A2-B3\n"
                              "6. o A1-C3 7. x A2-B2 8. o X7@B2 9. o A1-B1 10. x A1-B1\n"
                              "11. o X9@A1\n0\n";
/* The first ply gives the only man away. */
static const char draughts[] = "[GameType \"21,W,8,8,A0,0\"]\n[SetUp \"1\"]\n"
                               "[FEN \"W:WC3:BE5\"]\n1. C3-D4 E5xC3 0-1\n";
/* On such a board the corner loses what the centre wins. */
static const char go[] = "(;GM[1]SZ[5]KM[0.5]RU[Chinese];B[ae];W[cc];B[cb];W[bb])";

static struct session *load(const struct kit *kit, const char *record) {
    struct error error = {0};
    struct session *session = session_new(kit->game);
    ck_assert(session_load_record(session, record, strlen(record), 0, -1, &error));
    return session;
}

static void *open_player(const struct kit *kit) {
    long options[16] = {0};
    for (int i = 0; kit->player->options[i].name != NULL; i++)
        options[i] = kit->player->options[i].initial;
    return kit->player->open(kit->game, options);
}

static bool make(struct review *review, const char *game, const char *record,
                 const struct review_limits *limits, review_progress_fn *progress, void *context) {
    const struct kit *kit = games_find(game);
    struct session *session = load(kit, record);
    void *memory = open_player(kit);
    bool whole = review_make(review, session, kit->player, memory, limits, progress, context);
    kit->player->close(memory);
    session_free(session);
    return whole;
}

static void print_annotated(const struct review *review, const char *game, const char *record,
                            struct text *text) {
    struct session *session = load(games_find(game), record);
    struct record whole;
    session_record(session, &whole);
    review_annotate(review, &whole);
    record_print(&whole, text);
    record_free(&whole);
    session_free(session);
    struct session *again = load(games_find(game), text_string(text));
    ck_assert_uint_eq(session_plies(again), review->count);
    session_free(again);
}

static void ck_has(const struct text *text, const char *part) {
    ck_assert_msg(strstr(text_string(text), part) != NULL, "'%s' is not in:\n%s", part,
                  text_string(text));
}

START_TEST(quantum_win_is_thrown_away) {
    struct review review;
    struct text text = {0};
    struct review_limits limits = {.nodes = 1000000};
    ck_assert(make(&review, "qttt", quantum, &limits, NULL, NULL));
    ck_assert_uint_eq(review.count, 11);
    const struct review_ply *ply = &review.plies[4];
    ck_assert(ply->before.exact && ply->after.exact);
    ck_assert_double_eq(ply->before.winrate, 1);
    ck_assert_double_eq(ply->after.winrate, 0.5);
    ck_assert_str_eq(ply->played_text, "A2-B3");
    ck_assert_str_eq(ply->best_text, "A3-C3");
    ck_assert(ply->line.count > 1 && ply->line.at[0] == ply->best);
    review_print(ply, &text);
    ck_has(&text, "1.00 -> 0.50, a win became a draw; better A3-C3: ");
    ck_assert_double_eq(review.plies[10].after.winrate, 0.5); /* by the rules */
    ck_assert(review.plies[10].after.exact);

    size_t worst[2]; /* of several alike the first ones */
    ck_assert_uint_eq(review_worst(&review, 2, worst), 2);
    ck_assert(review_loss(&review.plies[worst[0]]) == 0.5 && worst[0] < worst[1]);
    ck_assert_uint_le(worst[1], 3);

    text_clear(&text);
    review_list(&review, games_find("qttt")->game, &text);
    ck_has(&text, "\n5 x A2-B3 winrate 0.5000 score 0 exact loss 0.5000 best A3-C3 winrate 1.0000 "
                  "score 1 exact line A3-C3 ");
    text_clear(&text);
    print_annotated(&review, "qttt", quantum, &text);
    ck_has(&text, "4. o C2-A3 {0.50 -> 0.00, a draw became a loss; better ");
    ck_has(&text, "{a remark\n0.50, a draw");
    text_free(&text);
    review_free(&review);
}
END_TEST

START_TEST(draughts_man_is_given_away) {
    struct review review;
    struct text text = {0};
    struct review_limits limits = {.nodes = 5000};
    ck_assert(make(&review, "draughts", draughts, &limits, NULL, NULL));
    const struct review_ply *ply = &review.plies[0];
    ck_assert_str_eq(ply->best_text, "C3-B4");
    ck_assert_double_gt(ply->before.winrate, 0.2);
    ck_assert(ply->after.exact && ply->after.winrate == 0);
    ck_assert(review.plies[1].after.exact && review.plies[1].after.winrate == 1);
    size_t worst[3];
    ck_assert_uint_eq(review_worst(&review, 3, worst), 1);
    ck_assert_uint_eq(worst[0], 0);
    print_annotated(&review, "draughts", draughts, &text);
    ck_has(&text, "1. C3-D4 {0.");
    ck_has(&text, "-> 0.00, a loss; better C3-B4");
    text_free(&text);
    review_free(&review);
}
END_TEST

START_TEST(go_first_move_is_in_the_corner) {
    struct review review;
    struct text text = {0};
    struct review_limits limits = {.nodes = 400, .seed = 1};
    ck_assert(make(&review, "go", go, &limits, NULL, NULL));
    ck_assert_uint_eq(review.count, 4);
    ck_assert_str_eq(review.plies[0].best_text, "C3");
    ck_assert_double_gt(review_loss(&review.plies[0]), 0.2);
    ck_assert_str_eq(review.plies[1].best_text, "C3");
    ck_assert_double_eq(review_loss(&review.plies[1]), 0); /* it was played */
    size_t worst[1];
    ck_assert_uint_eq(review_worst(&review, 1, worst), 1);
    ck_assert_uint_eq(worst[0], 0);
    print_annotated(&review, "go", go, &text);
    ck_has(&text, ";B[ae]SBKV[");
    ck_has(&text, "]V[-");
    ck_has(&text, "; better C3: ");
    text_free(&text);
    review_free(&review);
}
END_TEST

/* Both captures end the game, and the search names only one of them. */
START_TEST(end_of_the_game_needs_no_search) {
    static const char *const records[] = {
        "[GameType \"21,W,8,8,A0,0\"]\n[FEN \"W:WC3:BC5,E5\"]\n1. C3-D4 E5xC3 0-1\n",
        "[GameType \"21,W,8,8,A0,0\"]\n[FEN \"W:WC3:BC5,E5\"]\n1. C3-D4 C5xE3 0-1\n"};
    struct review review;
    struct review_limits limits = {.nodes = 1000};
    ck_assert(make(&review, "draughts", records[_i], &limits, NULL, NULL));
    ck_assert_uint_eq(review.count, 2);
    ck_assert(review.plies[1].after.exact && review.plies[1].after.winrate == 1);
    ck_assert_double_eq(review_loss(&review.plies[1]), 0);
    review_free(&review);
}
END_TEST

/* White's answer to the corner would be the centre, which Black has once stones were set up. */
START_TEST(edits_are_followed) {
    static const char record[] = "(;GM[1]SZ[5]KM[0.5];B[ae];AB[cc][cb][cd][bc][dc]PL[W];W[aa])";
    struct review review;
    struct text text = {0};
    struct review_limits limits = {.nodes = 200, .seed = 1};
    ck_assert(make(&review, "go", record, &limits, NULL, NULL));
    ck_assert_uint_eq(review.count, 2);
    ck_assert_str_ne(review.plies[1].best_text, "C3");
    ck_assert_double_lt(review.plies[1].before.winrate, 0.3);
    print_annotated(&review, "go", record, &text);
    text_free(&text);
    review_free(&review);
}
END_TEST

/* Black owns the board and plays twice in a row: the second ply is Black's, too. */
START_TEST(plies_out_of_turn_are_followed) {
    static const char record[] = "(;GM[1]SZ[5]KM[0.5]AB[cc][cb][cd][bc][dc]PL[B];B[ae];B[ea])";
    struct review review;
    struct review_limits limits = {.nodes = 200, .seed = 1};
    ck_assert(make(&review, "go", record, &limits, NULL, NULL));
    ck_assert_uint_eq(review.count, 2);
    for (size_t i = 0; i < review.count; i++) {
        ck_assert_int_eq(review.plies[i].side, SIDE_FIRST);
        ck_assert_double_gt(review.plies[i].before.winrate, 0.7);
        ck_assert_double_gt(review.plies[i].after.winrate, 0.7);
    }
    review_free(&review);
}
END_TEST

START_TEST(same_seed_gives_the_same_review) {
    struct text texts[2] = {0};
    struct review_limits limits = {.nodes = 100, .seed = 7};
    for (int i = 0; i < 2; i++) {
        struct review review;
        ck_assert(make(&review, "go", go, &limits, NULL, NULL));
        print_annotated(&review, "go", go, &texts[i]);
        review_free(&review);
    }
    ck_assert_str_eq(text_string(&texts[0]), text_string(&texts[1]));
    text_free(&texts[0]);
    text_free(&texts[1]);
}
END_TEST

static void stop_after_two(void *context, const struct review *review, size_t total) {
    ck_assert_uint_eq(total, 4);
    atomic_store((atomic_bool *)context, review->count == 2);
}

START_TEST(stopped_review_has_what_was_done) {
    struct review review;
    atomic_bool stop = false;
    struct review_limits limits = {.nodes = 50, .stop = &stop};
    ck_assert(!make(&review, "go", go, &limits, stop_after_two, &stop));
    ck_assert_uint_eq(review.count, 2);
    struct session *session = load(games_find("go"), go);
    struct record record;
    session_record(session, &record);
    review_annotate(&review, &record);
    ck_assert(record.entries[1].valued && !record.entries[2].valued);
    record_free(&record);
    session_free(session);
    review_free(&review);
}
END_TEST

/* Whatever becomes of the game meanwhile. */
START_TEST(a_ply_at_a_time) {
    const struct kit *kit = games_find("qttt");
    struct session *session = load(kit, quantum);
    void *memory = open_player(kit);
    struct review_limits limits = {.nodes = 1000000};
    struct reviewer *reviewer = reviewer_new(session, kit->player, memory, &limits);
    session_undo(session, 9, NULL);
    for (size_t plies = 1; plies <= 11; plies++) {
        ck_assert(reviewer_step(reviewer));
        ck_assert_uint_eq(reviewer_review(reviewer)->count, plies);
    }
    ck_assert(!reviewer_step(reviewer));
    ck_assert_double_eq(review_loss(&reviewer_review(reviewer)->plies[4]), 0.5);
    reviewer_free(reviewer);
    kit->player->close(memory);
    session_free(session);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("review");
    suite_add(suite, quantum_win_is_thrown_away);
    suite_add(suite, draughts_man_is_given_away);
    suite_add(suite, go_first_move_is_in_the_corner);
    suite_add_loop(suite, end_of_the_game_needs_no_search, 0, 2);
    suite_add(suite, edits_are_followed);
    suite_add(suite, plies_out_of_turn_are_followed);
    suite_add(suite, same_seed_gives_the_same_review);
    suite_add(suite, stopped_review_has_what_was_done);
    suite_add(suite, a_ply_at_a_time);
    return suite_run(suite);
}
