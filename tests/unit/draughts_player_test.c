/* The draughts player: the search against a plain minimax, proved results, limits, repetition,
 * determinism, variety, reasons. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/draughts/hash.h"
#include "../../src/draughts/net.h"
#include "../../src/draughts/pattern.h"
#include "../../src/draughts/search.h"
#include "../support/scale.h"
#include "../support/suite.h"
#include "draughts_draw.h"

static struct draughts start_position(enum draughts_rules rules) {
    struct draughts d = {.rules = (uint8_t)rules, .side = (uint8_t)draughts_first_side(rules)};
    draughts_start(&d.board);
    return d;
}

/* A position some random plies after the start. */
static struct draughts random_position(struct rng *rng, enum draughts_rules rules, int plies) {
    struct draughts d = start_position(rules);
    for (int i = 0; i < plies; i++) {
        move list[DRAUGHTS_MOVES];
        size_t count = draughts_list(&d.board, d.side, d.rules, list);
        if (count == 0) {
            return random_position(rng, rules, plies);
        }
        draughts_play(&d, list[rng_below(rng, count)]);
    }
    return draughts_can_move(&d.board, d.side) ? d : random_position(rng, rules, plies);
}

static struct draughts_search_result run(struct draughts_search *search, const struct draughts *d,
                                         unsigned without, int depth, uint64_t nodes) {
    struct draughts_settings settings = {.without = without,
                                         .evaluation = DRAUGHTS_LEARNED,
                                         .threads = 1,
                                         .lines = 1,
                                         .depth = depth};
    struct limits limits = {.nodes = nodes};
    return draughts_search_run(search, d, &no_past, &settings, &limits, NULL, NULL);
}

/* Search against minimax. */

static int minimax(const struct draughts *d, int depth, int ply) {
    move list[DRAUGHTS_MOVES];
    size_t count = draughts_list(&d->board, d->side, d->rules, list);
    if (count == 0) {
        return ply - DRAUGHTS_WIN;
    }
    if (depth == 0) {
        return draughts_eval(DRAUGHTS_LEARNED, &d->board, d->side);
    }
    int best = -DRAUGHTS_WIN;
    for (size_t i = 0; i < count; i++) {
        struct draughts next = *d;
        draughts_play(&next, list[i]);
        int score = -minimax(&next, depth - 1, ply + 1);
        best = score > best ? score : best;
    }
    return best;
}

/* Whatever only orders and cuts must not change the value; repetition needs kings and more plies.
 */
START_TEST(test_minimax) {
    enum {
        INEXACT = DRAUGHTS_WITHOUT_REDUCTIONS | DRAUGHTS_WITHOUT_PROBCUT |
                  DRAUGHTS_WITHOUT_FUTILITY | DRAUGHTS_WITHOUT_SINGLE | DRAUGHTS_WITHOUT_RECAPTURE |
                  DRAUGHTS_WITHOUT_THREATS | DRAUGHTS_WITHOUT_QUIESCENCE
    };
    struct draughts_search *search = draughts_search_new(4);
    struct rng rng;
    rng_seed(&rng, 3);
    for (long i = 0; i < test_scale(150); i++) {
        struct draughts d = random_position(&rng, (enum draughts_rules)(i % 2), 5 + (int)i % 50);
        int depth = 1 + (int)(i % 5);
        if (d.board.kings != 0) {
            depth = depth < 3 ? depth : 3;
        }
        int expected = minimax(&d, depth, 0);
        ck_assert_int_eq(run(search, &d, INEXACT | DRAUGHTS_WITHOUT_HASH, depth, 0).lines[0].score,
                         expected);
        draughts_search_forget(search);
        ck_assert_int_eq(run(search, &d, INEXACT, depth, 0).lines[0].score, expected);
        draughts_search_forget(search);
    }
    draughts_search_free(search);
}
END_TEST

/* Every line that is reported can be played, and forced wins are found and then carried out. */
START_TEST(test_lines_are_legal) {
    struct draughts_search *search = draughts_search_new(4);
    struct rng rng;
    rng_seed(&rng, 4);
    for (long i = 0; i < test_scale(60); i++) {
        struct draughts d = random_position(&rng, (enum draughts_rules)(i % 2), 10 + (int)i);
        struct draughts_search_result outcome = run(search, &d, 0, 0, 20000);
        const struct draughts_line *line = &outcome.lines[0];
        ck_assert_int_ge(line->length, 1);
        for (int ply = 0; ply < line->length; ply++) {
            struct moves legal = {0};
            draughts_moves(&d, &no_past, &legal);
            ck_assert(moves_has(&legal, line->moves[ply]));
            moves_free(&legal);
            draughts_play(&d, line->moves[ply]);
        }
    }
    draughts_search_free(search);
}
END_TEST

/* Without tables: two kings drive a lone king out of a single corner. */
static const char *const two_kings = "........\n"
                                     "........\n"
                                     "........\n"
                                     "..W.....\n"
                                     "........\n"
                                     "....W...\n"
                                     "........\n"
                                     "B.......\n";

static int play_out(struct draughts_search *search, struct draughts d, uint64_t nodes) {
    for (int ply = 0; ply < 80; ply++) {
        if (!draughts_can_move(&d.board, d.side)) {
            return ply;
        }
        struct draughts_search_result outcome = run(search, &d, 0, 0, nodes);
        draughts_play(&d, outcome.lines[0].moves[0]);
    }
    return -1;
}

START_TEST(test_forced_win) {
    struct draughts_search *search = draughts_search_new(4);
    struct draughts d = draw(DRAUGHTS_WARCABY, DRAUGHTS_WHITE, two_kings);
    struct draughts_search_result outcome = run(search, &d, 0, 0, 400000);
    ck_assert_int_gt(outcome.lines[0].score, DRAUGHTS_PROVED);
    int promised = DRAUGHTS_WIN - outcome.lines[0].score;
    ck_assert_int_eq(play_out(search, d, 400000), promised);
    draughts_search_free(search);
}
END_TEST

/* All positions of one king against one: what the search proves is what the tables say, and a
 * table's win is never further than the search thinks. */
START_TEST(test_kings) {
    struct draughts_search *search = draughts_search_new(4);
    int won = 0, lost = 0;
    for (int own = 0; own < DRAUGHTS_BITS; own++) {
        for (int foe = 0; foe < DRAUGHTS_BITS; foe++) {
            uint64_t white = draughts_bit(own), black = draughts_bit(foe);
            if (own == foe || ((white | black) & DRAUGHTS_BOARD) != (white | black)) {
                continue;
            }
            struct draughts d = {.board = {.side = {black, white}, .kings = black | white},
                                 .side = DRAUGHTS_WHITE};
            if (!draughts_can_move(&d.board, d.side)) {
                lost++;
                continue;
            }
            int score = run(search, &d, 0, 15, 0).lines[0].score;
            won += score > DRAUGHTS_PROVED;
            lost += score < -DRAUGHTS_PROVED;
        }
    }
    ck_assert_int_eq(won, 230);
    ck_assert_int_eq(lost, 108);
    draughts_search_free(search);
}
END_TEST

/* Limits. */

START_TEST(test_nodes) {
    struct draughts_search *search = draughts_search_new(4);
    static const uint64_t limits[] = {1, 2, 17, 511, 512, 513, 1000, 54321};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct draughts d = start_position(DRAUGHTS_ENGLISH);
        struct draughts_search_result outcome = run(search, &d, 0, 0, limits[i]);
        ck_assert_uint_eq(outcome.nodes, limits[i]);
        struct moves legal = {0};
        draughts_moves(&d, &no_past, &legal);
        ck_assert(moves_has(&legal, outcome.lines[0].moves[0]));
        moves_free(&legal);
    }
    draughts_search_free(search);
}
END_TEST

START_TEST(test_stop) {
    struct draughts_search *search = draughts_search_new(4);
    struct draughts d = start_position(DRAUGHTS_WARCABY);
    atomic_bool stop;
    atomic_init(&stop, true);
    for (int threads = 1; threads <= 3; threads += 2) {
        struct draughts_settings settings = {.threads = threads, .lines = 1};
        struct limits flagged = {.stop = &stop, .endless = true}, late = {.deadline = 1e-9};
        struct draughts_search_result outcome =
            draughts_search_run(search, &d, &no_past, &settings, &flagged, NULL, NULL);
        ck_assert_uint_lt(outcome.nodes, 100000);
        ck_assert(outcome.lines[0].moves[0] != MOVE_NONE);
        outcome = draughts_search_run(search, &d, &no_past, &settings, &late, NULL, NULL);
        ck_assert_uint_lt(outcome.nodes, 100000);
    }
    draughts_search_free(search);
}
END_TEST

START_TEST(test_same_again) {
    struct draughts_search *one = draughts_search_new(4), *other = draughts_search_new(4);
    struct rng rng;
    rng_seed(&rng, 5);
    /* One search has a past that it must forget. */
    struct draughts before = random_position(&rng, DRAUGHTS_WARCABY, 9);
    run(one, &before, 0, 0, 30000);
    draughts_search_forget(one);
    for (int i = 0; i < 10; i++) {
        struct draughts d = random_position(&rng, DRAUGHTS_WARCABY, 10 + 4 * i);
        struct draughts_search_result a = run(one, &d, 0, 0, 20000),
                                      b = run(other, &d, 0, 0, 20000);
        ck_assert_uint_eq(a.lines[0].moves[0], b.lines[0].moves[0]);
        ck_assert_int_eq(a.lines[0].score, b.lines[0].score);
        ck_assert_uint_eq(a.nodes, b.nodes);
        ck_assert_int_eq(a.depth, b.depth);
    }
    draughts_search_free(one);
    draughts_search_free(other);
}
END_TEST

START_TEST(test_threads) {
    struct draughts_search *search = draughts_search_new(4);
    struct draughts d = start_position(DRAUGHTS_WARCABY);
    struct draughts_settings settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 3, .lines = 2};
    struct limits limits = {.nodes = 100000};
    struct draughts_search_result outcome =
        draughts_search_run(search, &d, &no_past, &settings, &limits, NULL, NULL);
    ck_assert_uint_ge(outcome.nodes, 100000);
    ck_assert_int_eq(outcome.count, 2);
    ck_assert_uint_ne(outcome.lines[0].moves[0], outcome.lines[1].moves[0]);
    draughts_search_free(search);
}
END_TEST

/* Repetition and quiet plies. */

/* White is ahead and has several king's moves; one leads to a position that was there `times` times
 * before the root. The number of moves that are worth a draw then. */
static int count_drawn(int times) {
    struct draughts d = draw(DRAUGHTS_WARCABY, DRAUGHTS_WHITE, two_kings);
    d.quiet = 20;
    struct moves legal = {0};
    draughts_moves(&d, &no_past, &legal);
    uint64_t keys[20] = {0};
    struct draughts next = d;
    draughts_play(&next, legal.at[0]);
    for (int i = 0; i < times; i++) {
        keys[20 - 3 - 4 * i] = draughts_key(&next); /* four plies before its own turn, then eight */
    }
    struct past past = {keys, 20};
    struct draughts_search *search = draughts_search_new(1);
    struct draughts_settings settings = {.threads = 1, .lines = (int)legal.count, .depth = 1};
    struct limits limits = {0};
    struct draughts_search_result outcome =
        draughts_search_run(search, &d, &past, &settings, &limits, NULL, NULL);
    int drawn = 0;
    for (int i = 0; i < outcome.count; i++) {
        if (outcome.lines[i].score == 0) {
            ck_assert_uint_eq(outcome.lines[i].moves[0], legal.at[0]);
            drawn++;
        } else {
            ck_assert_int_gt(outcome.lines[i].score, 0);
        }
    }
    moves_free(&legal);
    draughts_search_free(search);
    return drawn;
}

/* The third occurrence is a draw; the second leaves everything open. */
START_TEST(test_repetition) {
    ck_assert_int_eq(count_drawn(0), 0);
    ck_assert_int_eq(count_drawn(1), 0);
    ck_assert_int_eq(count_drawn(2), 1);
}
END_TEST

/* The man cannot move; whatever it is worth, a lone king only gets away and back again. Within the
 * line that is a draw at the first repetition. */
START_TEST(test_repetition_ahead) {
    struct draughts d = draw(DRAUGHTS_WARCABY, DRAUGHTS_WHITE,
                             ".w......\n"
                             "........\n"
                             "...W...B\n"
                             "........\n"
                             "........\n"
                             "........\n"
                             "........\n"
                             "........\n");
    struct draughts_search *search = draughts_search_new(4);
    ck_assert_int_gt(run(search, &d, 0, 1, 0).lines[0].score, 50);
    ck_assert_int_eq(run(search, &d, 0, 17, 0).lines[0].score, 0);
    draughts_search_free(search);
}
END_TEST

/* One quiet ply is left: what is not captured now is drawn. */
START_TEST(test_quiet_limit) {
    struct draughts d = draw(DRAUGHTS_WARCABY, DRAUGHTS_WHITE, two_kings);
    d.quiet = DRAUGHTS_QUIET_LIMIT - 1;
    struct draughts_search *search = draughts_search_new(1);
    ck_assert_int_eq(run(search, &d, 0, 6, 0).lines[0].score, 0);
    draughts_search_free(search);
}
END_TEST

/* Evaluation. */

START_TEST(test_turned) {
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < 200; i++) {
        struct draughts d = random_position(&rng, DRAUGHTS_ENGLISH, 1 + i % 60);
        struct draughts_board turned = draughts_rotated(&d.board), back = draughts_rotated(&turned);
        ck_assert_mem_eq(&back, &d.board, sizeof back);
        for (int judge = DRAUGHTS_BY_HAND; judge <= DRAUGHTS_LEARNED; judge++) {
            ck_assert_int_eq(draughts_eval((enum draughts_evaluation)judge, &d.board, d.side),
                             draughts_eval((enum draughts_evaluation)judge, &turned, 1 - d.side));
        }
    }
}
END_TEST

/* Features stay within their tables, and every square of the board is seen by some pattern. */
START_TEST(test_features) {
    struct rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 500; i++) {
        struct draughts d = random_position(&rng, DRAUGHTS_WARCABY, i % 70);
        struct draughts_board up = d.side == DRAUGHTS_WHITE ? d.board : draughts_rotated(&d.board);
        uint32_t list[DRAUGHTS_FEATURES];
        int count = draughts_features(&up, list);
        ck_assert_int_le(count, DRAUGHTS_FEATURES);
        for (int k = 0; k < count; k++) {
            ck_assert_uint_lt(list[k], DRAUGHTS_WEIGHTS);
        }
    }
    struct draughts_board empty = {0};
    uint32_t none[DRAUGHTS_FEATURES], one[DRAUGHTS_FEATURES];
    draughts_features(&empty, none);
    for (int square = 0; square < DRAUGHTS_BITS; square++) {
        uint64_t bit = draughts_bit(square) & DRAUGHTS_BOARD;
        for (int side = 0; side < 2 && bit != 0; side++) {
            struct draughts_board board = {0};
            board.side[side] = bit;
            draughts_features(&board, one);
            int seen = 0;
            for (int k = 0; k < DRAUGHTS_PATTERNS; k++) {
                seen += one[k] != none[k];
            }
            ck_assert_int_ge(seen, 2);
        }
    }
}
END_TEST

/* The network sees every piece as what it is and where it is, gives the same whole numbers with any
 * instructions (so do the patterns), and gives what its weights say when computed as plainly as
 * possible. */
static int plain_net(const struct draughts_board *board) {
    uint8_t list[24];
    int count = draughts_net_inputs(board, list), phase = draughts_net_phase(count);
    const int16_t *w = draughts_net_weights;
    double value = w[DRAUGHTS_NET_OUT_BIAS + phase] * (double)DRAUGHTS_NET_UNIT;
    for (int h = 0; h < DRAUGHTS_NET_HIDDEN; h++) {
        int at = phase * DRAUGHTS_NET_HIDDEN + h;
        double sum = w[DRAUGHTS_NET_HIDDEN_BIAS + at] * (double)DRAUGHTS_NET_FINE;
        for (int k = 0; k < DRAUGHTS_NET_WIDTH; k++) {
            double first = w[DRAUGHTS_NET_BIAS + k];
            for (int i = 0; i < count; i++) {
                first += w[list[i] * DRAUGHTS_NET_WIDTH + k];
            }
            sum += fmin(fmax(first, 0), DRAUGHTS_NET_UNIT) *
                   w[DRAUGHTS_NET_SECOND + at * DRAUGHTS_NET_WIDTH + k];
        }
        value += floor(fmin(fmax(sum / DRAUGHTS_NET_FINE, 0), DRAUGHTS_NET_UNIT)) *
                 w[DRAUGHTS_NET_OUT + at];
    }
    return (int)(value * 100 / (DRAUGHTS_NET_UNIT * DRAUGHTS_NET_FINE));
}

START_TEST(test_net) {
    struct rng rng;
    rng_seed(&rng, 8);
    for (int i = 0; i < 500; i++) {
        struct draughts d = random_position(&rng, DRAUGHTS_ENGLISH, i % 90);
        struct draughts_board up = d.side == DRAUGHTS_WHITE ? d.board : draughts_rotated(&d.board);
        int value = draughts_net_value(&up, DRAUGHTS_KERNEL_PLAIN);
        ck_assert_int_eq(draughts_net_value(&up, DRAUGHTS_KERNEL_BEST), value);
        ck_assert_int_eq(draughts_net_value(&up, DRAUGHTS_KERNEL_AVX2), value);
        ck_assert_int_eq(plain_net(&up), value);
        ck_assert_int_eq(draughts_pattern_value(&up, DRAUGHTS_KERNEL_BEST),
                         draughts_pattern_value(&up, DRAUGHTS_KERNEL_PLAIN));
    }
}
END_TEST

START_TEST(test_net_inputs) {
    bool seen[DRAUGHTS_NET_INPUTS] = {false};
    for (uint64_t left = DRAUGHTS_BOARD; left != 0; left &= left - 1) {
        for (int side = 0; side < 2; side++) {
            for (int king = 0; king < 2; king++) {
                struct draughts_board board = {.kings = king ? left & -left : 0};
                uint8_t list[24];
                board.side[side] = left & -left;
                ck_assert_int_eq(draughts_net_inputs(&board, list), 1);
                ck_assert(!seen[list[0]]);
                seen[list[0]] = true;
            }
        }
    }
    for (int i = 0; i < DRAUGHTS_NET_BIAS; i++) {
        ck_assert_int_le(abs(draughts_net_weights[i]), DRAUGHTS_NET_STEEPEST);
    }
}
END_TEST

START_TEST(test_more_is_better) {
    for (int judge = DRAUGHTS_BY_HAND; judge <= DRAUGHTS_LEARNED; judge++) {
        struct draughts d = start_position(DRAUGHTS_WARCABY);
        int even = draughts_eval((enum draughts_evaluation)judge, &d.board, DRAUGHTS_WHITE);
        ck_assert_int_lt(abs(even), 40);
        d.board.side[DRAUGHTS_BLACK] &= d.board.side[DRAUGHTS_BLACK] - 1;
        int ahead = draughts_eval((enum draughts_evaluation)judge, &d.board, DRAUGHTS_WHITE);
        ck_assert_int_gt(ahead, even + 40);
        ck_assert_int_lt(draughts_eval((enum draughts_evaluation)judge, &d.board, DRAUGHTS_BLACK),
                         -40);
    }
    ck_assert(draughts_winrate(0) == 0.5);
    ck_assert(draughts_winrate(100) > 0.6 && draughts_winrate(-100) < 0.4);
}
END_TEST

/* Hash. */

START_TEST(test_hash) {
    struct draughts_hash *hash = draughts_hash_new(1);
    struct draughts_hash_entry found, kept = {-12345, 37, DRAUGHTS_LOWER, 191};
    ck_assert(!draughts_hash_get(hash, 77, &found));
    draughts_hash_put(hash, 77, &kept);
    ck_assert(draughts_hash_get(hash, 77, &found));
    ck_assert_mem_eq(&found, &kept, sizeof found);
    kept.score = 31000;
    kept.bound = DRAUGHTS_EXACT;
    draughts_hash_put(hash, 77, &kept);
    ck_assert(draughts_hash_get(hash, 77, &found));
    ck_assert_int_eq(found.score, 31000);
    /* Of five deep findings for one place the shallowest goes. */
    for (uint64_t i = 1; i <= 4; i++) {
        struct draughts_hash_entry other = {0, (int)(50 + i), DRAUGHTS_UPPER, 1};
        draughts_hash_put(hash, 77 + (i << 40), &other);
    }
    ck_assert(!draughts_hash_get(hash, 77, &found));
    ck_assert(draughts_hash_get(hash, 77 + (UINT64_C(4) << 40), &found));
    draughts_hash_clear(hash);
    ck_assert(!draughts_hash_get(hash, 77 + (UINT64_C(4) << 40), &found));
    draughts_hash_free(hash);
}
END_TEST

/* The player. */

static void *open_player(void) {
    long options[16];
    for (int i = 0; draughts_player.options[i].name != NULL; i++) {
        bool hash = strcmp(draughts_player.options[i].name, "hash") == 0;
        bool egtb = strcmp(draughts_player.options[i].name, "egtb") == 0;
        options[i] = hash ? 4 : egtb ? 0 : draughts_player.options[i].initial;
    }
    return draughts_player.open(&draughts_game, options);
}

static void set_option(void *player, const char *name, long value) {
    for (int i = 0; draughts_player.options[i].name != NULL; i++) {
        if (strcmp(draughts_player.options[i].name, name) == 0) {
            draughts_player.set(player, i, value);
            return;
        }
    }
    ck_abort_msg("no option %s", name);
}

START_TEST(test_variety) {
    void *player = open_player();
    struct draughts d = start_position(DRAUGHTS_WARCABY);
    move seen[16], again[16];
    int different = 0;
    set_option(player, "variety", 40);
    for (int i = 0; i < 16; i++) {
        struct limits limits = {.nodes = 3000, .seed = (uint64_t)i};
        draughts_player.forget(player);
        seen[i] = draughts_player.think(player, &d, &no_past, &limits, NULL, NULL).m;
        draughts_player.forget(player);
        again[i] = draughts_player.think(player, &d, &no_past, &limits, NULL, NULL).m;
        ck_assert_uint_eq(seen[i], again[i]);
        different += seen[i] != seen[0];
    }
    ck_assert_int_gt(different, 0);
    set_option(player, "variety", 0);
    for (int i = 0; i < 4; i++) {
        struct limits limits = {.nodes = 3000, .seed = (uint64_t)i};
        draughts_player.forget(player);
        again[i] = draughts_player.think(player, &d, &no_past, &limits, NULL, NULL).m;
        ck_assert_uint_eq(again[i], again[0]);
    }
    draughts_player.close(player);
}
END_TEST

static void take_report(void *context, const struct report *report) {
    int *reports = context;
    ck_assert_uint_ge(report->count, 1);
    for (size_t i = 0; i < report->count; i++) {
        ck_assert_uint_ge(report->best[i].length, 1);
        ck_assert(report->best[i].winrate >= 0 && report->best[i].winrate <= 1);
        ck_assert_ptr_nonnull(report->best[i].words);
    }
    (*reports)++;
}

START_TEST(test_reports) {
    void *player = open_player();
    struct draughts d = start_position(DRAUGHTS_ENGLISH);
    int reports = 0;
    atomic_bool stop;
    atomic_init(&stop, true);
    struct limits limits = {.endless = true, .stop = &stop};
    draughts_player.think(player, &d, &no_past, &limits, take_report, &reports);
    ck_assert_int_ge(reports, 1);
    set_option(player, "lines", 3);
    set_option(player, "threads", 2);
    limits = (struct limits){.nodes = 20000};
    draughts_player.think(player, &d, &no_past, &limits, take_report, &reports);
    ck_assert_int_ge(reports, 2); /* the other thread may use most of the nodes up */
    draughts_player.close(player);
}
END_TEST

/* From line to line it gets worse. (Scores do not compare: a proved loss is -1, a lost man is,
 * too.) */
static void take_order(void *context, const struct report *report) {
    long *compared = context;
    for (size_t i = 1; i < report->count; i++) {
        ck_assert_msg(report->best[i - 1].winrate >= report->best[i].winrate, "%s before %s",
                      report->best[i - 1].words, report->best[i].words);
        (*compared)++;
    }
}

/* Best first: what the search has found itself, and, in the opening too, what it tells. */
START_TEST(test_best_first) {
    struct draughts_search *search = draughts_search_new(4);
    struct draughts_settings settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 4};
    void *player = open_player();
    set_option(player, "lines", 4);
    struct rng rng;
    rng_seed(&rng, 8);
    long compared = 0;
    for (int i = 0; i < 40; i++) {
        struct draughts d = random_position(&rng, (enum draughts_rules)(i % 2), i);
        settings.depth = 4 + i % 5;
        struct limits limits = {.seed = (uint64_t)i};
        struct draughts_search_result outcome =
            draughts_search_run(search, &d, &no_past, &settings, &limits, NULL, NULL);
        for (int k = 1; k < outcome.count; k++) {
            ck_assert_int_ge(outcome.lines[k - 1].score, outcome.lines[k].score);
        }
        limits.nodes = 5000;
        draughts_player.think(player, &d, &no_past, &limits, take_order, &compared);
    }
    ck_assert_int_gt(compared, 200);
    draughts_player.close(player);
    draughts_search_free(search);
}
END_TEST

static void count_lines(void *context, const struct report *report) {
    *(size_t *)context = report->count;
}

/* A search that did not get to look at all moves once has nothing to tell of the others. */
START_TEST(test_no_values_made_up) {
    void *player = open_player();
    set_option(player, "lines", 4);
    struct draughts d = start_position(DRAUGHTS_WARCABY);
    size_t count = 0;
    struct limits limits = {.nodes = 3};
    draughts_player.think(player, &d, &no_past, &limits, count_lines, &count);
    ck_assert_uint_eq(count, 1);
    limits.nodes = 3000;
    draughts_player.think(player, &d, &no_past, &limits, count_lines, &count);
    ck_assert_uint_eq(count, 4);
    draughts_player.close(player);
}
END_TEST

static void expect_reason(void *player, const struct draughts *d, move m, const char *part) {
    struct text text = {0};
    draughts_player.explain(player, d, &no_past, m, &text);
    ck_assert_msg(strstr(text_string(&text), part) != NULL, "\"%s\" lacks \"%s\"",
                  text_string(&text), part);
    text_free(&text);
}

START_TEST(test_reasons) {
    void *player = open_player();
    struct limits limits = {.nodes = 300000};
    struct draughts won = draw(DRAUGHTS_WARCABY, DRAUGHTS_WHITE, two_kings);
    move m = draughts_player.think(player, &won, &no_past, &limits, NULL, NULL).m;
    expect_reason(player, &won, m, "wins by force");
    struct draughts only = draw(DRAUGHTS_WARCABY, DRAUGHTS_WHITE,
                                "........\n"
                                "........\n"
                                "........\n"
                                "..b.....\n"
                                ".w......\n"
                                "........\n"
                                "........\n"
                                "B.......\n");
    m = draughts_player.think(player, &only, &no_past, &limits, NULL, NULL).m;
    expect_reason(player, &only, m, "this capture is compulsory");
    struct draughts d = start_position(DRAUGHTS_WARCABY);
    struct moves legal = {0};
    draughts_moves(&d, &no_past, &legal);
    expect_reason(player, &d, legal.at[2], "plies deep: worth"); /* a move that nobody asked for */
    moves_free(&legal);
    draughts_player.close(player);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dplayer");
    suite_add(suite, test_minimax);
    suite_add(suite, test_lines_are_legal);
    suite_add(suite, test_forced_win);
    suite_add(suite, test_kings);
    suite_add(suite, test_nodes);
    suite_add(suite, test_stop);
    suite_add(suite, test_same_again);
    suite_add(suite, test_threads);
    suite_add(suite, test_repetition);
    suite_add(suite, test_repetition_ahead);
    suite_add(suite, test_quiet_limit);
    suite_add(suite, test_turned);
    suite_add(suite, test_features);
    suite_add(suite, test_net);
    suite_add(suite, test_net_inputs);
    suite_add(suite, test_more_is_better);
    suite_add(suite, test_hash);
    suite_add(suite, test_variety);
    suite_add(suite, test_reports);
    suite_add(suite, test_best_first);
    suite_add(suite, test_no_values_made_up);
    suite_add(suite, test_reasons);
    return suite_run(suite);
}
