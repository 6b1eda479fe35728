/* Endgame tables: numbers of positions, results against an oracle that shares nothing with the
 * builder but the rules, and what happens to files that are damaged, foreign or half done. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/draughts/egtb.h"
#include "../../src/draughts/egtb_runs.h"
#include "../../src/draughts/eval.h"
#include "../../src/draughts/search.h"
#include "../../src/system/file.h"
#include "../support/scale.h"
#include "../support/suite.h"

/* A directory of its own for each test. */

static char folder[64];

static void make_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/ternion-egtb-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void) {
    struct text command = {0};
    text_print(&command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(text_string(&command)), 0);
    text_free(&command);
}

static struct draughts_egtb_plan plan_of(enum draughts_rules rules, int pieces) {
    return (struct draughts_egtb_plan){rules, pieces, pieces, DRAUGHTS_EGTB_FAR};
}

static void build_plan(const struct draughts_egtb_plan *plan) {
    struct error error = {0};
    ck_assert(draughts_egtb_build(folder, plan, NULL, NULL, NULL, &error));
    ck_assert_ptr_null(error.code);
}

static void build(enum draughts_rules rules, int pieces) {
    struct draughts_egtb_plan plan = plan_of(rules, pieces);
    build_plan(&plan);
}

/* Numbering. */

START_TEST(test_counts) {
    static const uint64_t published[] = {6972, 261224, 7092774, 148688232, 2503611964};
    struct draughts_indexing *numbering = draughts_indexing_new(1);
    for (int pieces = 2; pieces <= 6; pieces++) {
        uint64_t total = 0;
        draughts_indexing_grow(numbering, pieces);
        for (int i = 0; i < 7 * 7 * 7; i++) {
            int men = i % 7, kings = i / 7 % 7, foe_men = i / 49,
                rest = pieces - men - kings - foe_men;
            if (rest >= 0) {
                total += draughts_slice_count(
                    numbering, (struct draughts_slice){(uint8_t)men, (uint8_t)kings,
                                                       (uint8_t)foe_men, (uint8_t)rest});
            }
        }
        ck_assert_uint_eq(total, published[pieces - 2]);
    }
    draughts_indexing_free(numbering);
}
END_TEST

START_TEST(test_numbers) {
    static const struct draughts_slice slices[] = {{0, 1, 0, 1}, {1, 0, 1, 0}, {2, 1, 0, 1},
                                                   {1, 1, 2, 0}, {3, 0, 2, 0}, {1, 2, 1, 2}};
    struct draughts_indexing *numbering = draughts_indexing_new(6);
    for (size_t i = 0; i < sizeof slices / sizeof slices[0]; i++) {
        struct draughts_slice_cursor cursor = {.indexing = numbering, .slice = slices[i]};
        uint64_t count = draughts_slice_count(numbering, slices[i]);
        for (uint64_t n = 0; n < count; n += 1 + count / 40000) {
            struct draughts_board board;
            draughts_slice_board(&cursor, n, &board);
            uint64_t white_men = board.side[1] & ~board.kings,
                     black_men = board.side[0] & ~board.kings;
            bool good = draughts_slice_same(draughts_slice_of(&board), slices[i]) &&
                        (board.side[0] & board.side[1]) == 0 &&
                        ((board.side[0] | board.side[1]) & ~DRAUGHTS_BOARD) == 0 &&
                        (white_men & DRAUGHTS_ROW_8) == 0 && (black_men & DRAUGHTS_ROW_1) == 0 &&
                        draughts_slice_index(numbering, slices[i], &board) == n;
            if (!good) {
                ck_abort_msg("slice %zu, position %llu", i, (unsigned long long)n);
            }
        }
    }
    draughts_indexing_free(numbering);
}
END_TEST

/* Packed results. */

enum { RUNS_MOST = 3100 };

/* Results in runs of up to `longest`; 3 is DRAUGHTS_RUNS_ANY. */
static void fill_results(unsigned char *results, size_t count, uint64_t seed, uint64_t longest) {
    struct rng rng;
    rng_seed(&rng, seed);
    for (size_t at = 0; at < count;) {
        size_t end = at + 1 + (size_t)rng_below(&rng, longest);
        unsigned char result = (unsigned char)rng_below(&rng, 4);
        for (; at < count && at < end; at++) {
            results[at] = result;
        }
    }
}

static size_t expect_packed(const unsigned char *results, size_t count) {
    size_t size;
    unsigned char *packed = draughts_runs_pack(results, count, &size);
    struct draughts_runs runs = {packed, size, count};
    ck_assert(draughts_runs_fit(&runs));
    for (size_t at = 0; at < count; at++) {
        struct draughts_runs_part part = draughts_runs_code(&runs, at);
        ck_assert_uint_gt(part.length, 0);
        ck_assert_uint_le(part.from + part.length, size);
        int result = draughts_runs_read(&runs, at);
        if (result == DRAUGHTS_RUNS_ANY ||
            (results[at] != DRAUGHTS_RUNS_ANY && result != results[at])) {
            ck_abort_msg("%d instead of %d at %zu of %zu", result, results[at], at, count);
        }
    }
    free(packed);
    return size;
}

START_TEST(test_runs) {
    static const size_t counts[] = {1, 2, 1023, 1024, 1025, 2048, RUNS_MOST};
    static const uint64_t longest[] = {1, 3, 40, 900, 5000};
    static unsigned char results[RUNS_MOST];
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (size_t k = 0; k < sizeof longest / sizeof *longest; k++) {
            fill_results(results, counts[i], 10 * i + k, longest[k]);
            expect_packed(results, counts[i]);
        }
    }
    memset(results, DRAUGHTS_RUNS_LOSS, sizeof results);
    results[1023] = DRAUGHTS_RUNS_WIN; /* the longest run whose length is told */
    expect_packed(results, RUNS_MOST);
    memset(results, DRAUGHTS_RUNS_ANY, sizeof results);
    ck_assert_uint_eq(expect_packed(results, 1024), 24); /* index, 2 bits, spare bytes */
    results[700] = DRAUGHTS_RUNS_WIN;
    ck_assert_uint_eq(expect_packed(results, 1024), 24);
}
END_TEST

/* The oracle: eight by eight characters, moves straight from the rules, and sweeps over all
 * positions until nothing changes. */

enum { ORACLE_PIECES = 3, ORACLE_ROOM = 33 * 33 * 33 * 64 * 2 };

struct oracle {
    enum draughts_rules rules;
    signed char *value; /* 1 won, -1 lost for the side to play, 0 open */
    uint32_t *first;    /* where the successors of each position begin */
    uint32_t *next;
    size_t count, room;
};

static const char kinds[] = "wWbB";

/* A number for a board of at most three pieces: their squares in order, their kinds, the side. */
static uint32_t oracle_number(char board[8][8], bool white) {
    uint32_t squares = 0, what = 0, scale = 1;
    for (int i = 0, found = 0; i < 64 && found < ORACLE_PIECES; i++) {
        char c = board[i / 8][i % 8];
        if (c != '.') {
            squares += (uint32_t)(i / 2 + 1) * scale;
            what |= (uint32_t)(strchr(kinds, c) - kinds) << 2 * found++;
            scale *= 33;
        }
    }
    return (squares * 64 + what) * 2 + white;
}

static bool is_enemy(char piece, char other) {
    return other != '.' && (piece == 'w' || piece == 'W') != (other == 'w' || other == 'W');
}

static bool may_go(char piece, int up) {
    return piece == 'W' || piece == 'B' || (piece == 'w') == (up > 0);
}

static bool inside(int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8;
}

static void oracle_put(struct oracle *o, uint32_t number) {
    if (o->count == o->room) {
        o->room = 2 * o->room + 1024;
        o->next = memory_grow(o->next, o->room, sizeof *o->next);
    }
    o->next[o->count++] = number;
}

static void oracle_add(struct oracle *o, char board[8][8], bool white) {
    oracle_put(o, oracle_number(board, !white));
}

static char crowned(char piece, int row) {
    return piece == 'w' && row == 7 ? 'W' : piece == 'b' && row == 0 ? 'B' : piece;
}

/* Jumps on from a square as far as possible; true if there was a jump. */
static bool oracle_jumps(struct oracle *o, char board[8][8], bool white, int row, int column) {
    bool any = false;
    char piece = board[row][column];
    for (int i = 0; i < 4; i++) {
        int up = i & 1 ? 1 : -1, right = i & 2 ? 1 : -1;
        int to = row + 2 * up, across = column + 2 * right;
        if (!inside(to, across) || !may_go(piece, up) || board[to][across] != '.' ||
            !is_enemy(piece, board[row + up][column + right])) {
            continue;
        }
        char after[8][8];
        memcpy(after, board, sizeof after);
        after[row][column] = after[row + up][column + right] = '.';
        after[to][across] = crowned(piece, to);
        bool ends = after[to][across] != piece && o->rules == DRAUGHTS_ENGLISH;
        if (ends || !oracle_jumps(o, after, white, to, across)) {
            oracle_add(o, after, white);
        }
        any = true;
    }
    return any;
}

static void oracle_steps(struct oracle *o, char board[8][8], bool white, int row, int column) {
    char piece = board[row][column];
    for (int i = 0; i < 4; i++) {
        int up = i & 1 ? 1 : -1, to = row + up, across = column + (i & 2 ? 1 : -1);
        if (inside(to, across) && may_go(piece, up) && board[to][across] == '.') {
            char after[8][8];
            memcpy(after, board, sizeof after);
            after[row][column] = '.';
            after[to][across] = crowned(piece, to);
            oracle_add(o, after, white);
        }
    }
}

static void oracle_successors(struct oracle *o, char board[8][8], bool white) {
    bool captures = false;
    for (int pass = 0; pass < 2 && !captures; pass++) {
        for (int i = 0; i < 64; i++) {
            char c = board[i / 8][i % 8];
            if (c == '.' || (c == 'w' || c == 'W') != white) {
                continue;
            }
            if (pass == 0) {
                captures = oracle_jumps(o, board, white, i / 8, i % 8) || captures;
            } else {
                oracle_steps(o, board, white, i / 8, i % 8);
            }
        }
    }
}

/* Calls for every legal placing of 1 .. 3 pieces. */
typedef void each_board(void *context, char board[8][8]);

static void each_placing(char board[8][8], int from, int left, each_board *call, void *context) {
    for (int i = from; i < 64 && left > 0; i++) {
        for (int k = 0; k < 4 && (i / 8 + i % 8) % 2 == 0; k++) {
            bool placed = !(kinds[k] == 'w' && i / 8 == 7) && !(kinds[k] == 'b' && i / 8 == 0);
            if (placed) {
                board[i / 8][i % 8] = kinds[k];
                call(context, board);
                each_placing(board, i + 1, left - 1, call, context);
                board[i / 8][i % 8] = '.';
            }
        }
    }
}

static void list_successors(void *context, char board[8][8]) {
    struct oracle *o = context;
    for (int white = 0; white < 2; white++) {
        uint32_t number = oracle_number(board, white != 0);
        o->first[number] = (uint32_t)o->count + 1;
        oracle_successors(o, board, white != 0);
        oracle_put(o, UINT32_MAX); /* the end of the list */
    }
}

static bool oracle_decide(struct oracle *o, uint32_t number) {
    bool all_won = true;
    for (const uint32_t *n = &o->next[o->first[number] - 1]; *n != UINT32_MAX; n++) {
        if (o->value[*n] < 0) {
            o->value[number] = 1;
            return true;
        }
        all_won = all_won && o->value[*n] > 0;
    }
    o->value[number] = all_won ? -1 : 0;
    return all_won;
}

static void oracle_solve(struct oracle *o) {
    char board[8][8];
    memset(board, '.', sizeof board);
    o->value = memory_new(ORACLE_ROOM, 1);
    o->first = memory_new(ORACLE_ROOM, sizeof *o->first);
    each_placing(board, 0, ORACLE_PIECES, list_successors, o);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < ORACLE_ROOM; n++) {
            if (o->first[n] != 0 && o->value[n] == 0) {
                changed = oracle_decide(o, n) || changed;
            }
        }
    }
}

struct comparison {
    struct oracle oracle;
    struct draughts_egtb *egtb;
    long compared, won, lost;
};

static void compare_board(void *context, char drawn[8][8]) {
    struct comparison *c = context;
    struct draughts_board board = {0};
    for (int i = 0; i < 64; i++) {
        const char *kind = drawn[i / 8][i % 8] == '.' ? NULL : strchr(kinds, drawn[i / 8][i % 8]);
        if (kind != NULL) {
            uint64_t bit = draughts_bit(draughts_square_at(i % 8, i / 8));
            board.side[kind - kinds < 2 ? DRAUGHTS_WHITE : DRAUGHTS_BLACK] |= bit;
            board.kings |= (kind - kinds) % 2 == 1 ? bit : 0;
        }
    }
    for (int side = 0; side < 2 && board.side[0] != 0 && board.side[1] != 0; side++) {
        int expected = c->oracle.value[oracle_number(drawn, side == DRAUGHTS_WHITE)];
        int byte = draughts_egtb_probe(c->egtb, &board, side);
        int told = byte == DRAUGHTS_EGTB_DRAW ? 0 : byte < DRAUGHTS_EGTB_LOSS ? 1 : -1;
        if (byte == DRAUGHTS_EGTB_UNKNOWN || told != expected) {
            ck_abort_msg("%d instead of %d after %ld positions", told, expected, c->compared);
        }
        c->compared++;
        c->won += told > 0;
        c->lost += told < 0;
    }
}

/* By rules, and with tables of distances or of results alone. */
START_TEST(test_oracle) {
    enum draughts_rules rules = (enum draughts_rules)(_i % 2);
    struct draughts_egtb_plan plan = plan_of(rules, 3);
    plan.distances = _i < 2 ? 3 : 1;
    make_folder();
    build_plan(&plan);
    struct comparison c = {.oracle = {.rules = rules},
                           .egtb = draughts_egtb_open(folder, rules, NULL, NULL)};
    oracle_solve(&c.oracle);
    char board[8][8];
    memset(board, '.', sizeof board);
    each_placing(board, 0, ORACLE_PIECES, compare_board, &c);
    ck_assert_int_eq(c.compared, 399040); /* all of 2 and 3 pieces, either side to play */
    ck_assert_int_gt(c.won, 100000);
    ck_assert_int_gt(c.lost, 50000);
    draughts_egtb_close(c.egtb);
    free(c.oracle.value);
    free(c.oracle.first);
    free(c.oracle.next);
    remove_folder();
}
END_TEST

static int winner_of(int byte) {
    ck_assert_int_ne(byte, DRAUGHTS_EGTB_UNKNOWN);
    return byte == DRAUGHTS_EGTB_DRAW ? 0 : byte < DRAUGHTS_EGTB_LOSS ? 1 : -1;
}

/* Distances are those of the other tables where a capture is next, and else not known. */
static uint64_t compare_slice(struct draughts_egtb *runs, struct draughts_egtb *bytes,
                              const struct draughts_indexing *indexing,
                              struct draughts_slice slice) {
    struct draughts_slice_cursor cursor = {.indexing = indexing, .slice = slice};
    uint64_t count = draughts_slice_count(indexing, slice), counted[2][3];
    ck_assert(draughts_egtb_census(runs, slice, counted[0]));
    ck_assert(draughts_egtb_census(bytes, slice, counted[1]));
    ck_assert_mem_eq(counted[0], counted[1], sizeof counted[0]);
    for (uint64_t i = 0; i < count; i++) {
        struct draughts_board board;
        draughts_slice_board(&cursor, i, &board);
        int told = draughts_egtb_probe(runs, &board, DRAUGHTS_WHITE);
        int expected = draughts_egtb_probe(bytes, &board, DRAUGHTS_WHITE);
        bool capture = draughts_jumpers(&board, DRAUGHTS_WHITE) != 0;
        bool far = told % DRAUGHTS_EGTB_LOSS == DRAUGHTS_EGTB_FAR;
        if (winner_of(told) != winner_of(expected) || (capture && told != expected) ||
            (!capture && !far && told != DRAUGHTS_EGTB_DRAW)) {
            ck_abort_msg("%d instead of %d at %llu", told, expected, (unsigned long long)i);
        }
    }
    return count;
}

/* Tables of results beside tables of distances, all positions; in check-long of four pieces. */
START_TEST(test_results_alone) {
    int pieces = test_scale(100) >= 1000 ? 4 : 3;
    struct draughts_egtb *tables[2];
    struct draughts_indexing *indexing = draughts_indexing_new(pieces);
    for (int i = 0; i < 2; i++) {
        struct draughts_egtb_plan plan = plan_of((enum draughts_rules)_i, pieces);
        plan.distances = i == 0 ? pieces - 1 : pieces;
        make_folder();
        build_plan(&plan);
        tables[i] = draughts_egtb_open(folder, plan.rules, NULL, NULL);
        ck_assert_int_eq(draughts_egtb_pieces(tables[i]), pieces);
        remove_folder(); /* what is open stays readable */
    }
    uint64_t compared = 0;
    for (int i = 0; i < 4 * 4 * 4; i++) {
        struct draughts_slice slice = {(uint8_t)(i % 4), (uint8_t)(i / 4 % 4), (uint8_t)(i / 16),
                                       0};
        int own = slice.men + slice.kings, rest = pieces - draughts_slice_size(slice);
        slice.foe_kings = (uint8_t)rest;
        if (own > 0 && rest >= 0 && slice.foe_men + rest > 0) {
            compared += compare_slice(tables[0], tables[1], indexing, slice);
        }
    }
    ck_assert_uint_eq(compared, pieces == 3 ? 196032 : 6209316);
    for (int i = 0; i < 2; i++) {
        draughts_egtb_close(tables[i]);
    }
    draughts_indexing_free(indexing);
}
END_TEST

START_TEST(test_kings) {
    make_folder();
    for (int rules = 0; rules < 2; rules++) {
        build((enum draughts_rules)rules, 2);
        uint64_t census[3];
        struct draughts_egtb *egtb =
            draughts_egtb_open(folder, (enum draughts_rules)rules, NULL, NULL);
        ck_assert_int_eq(draughts_egtb_pieces(egtb), 2);
        ck_assert(draughts_egtb_census(egtb, (struct draughts_slice){0, 1, 0, 1}, census));
        ck_assert_uint_eq(census[0], 230);
        ck_assert_uint_eq(census[1], 654);
        ck_assert_uint_eq(census[2], 108);
        draughts_egtb_close(egtb);
    }
    remove_folder();
}
END_TEST

/* A way that a byte cannot tell must not change who wins. */
START_TEST(test_far) {
    uint64_t near[3], far[3];
    struct draughts_slice slice = {0, 2, 0, 1}; /* up to 34 plies */
    make_folder();
    build(DRAUGHTS_ENGLISH, 3);
    struct draughts_egtb *egtb = draughts_egtb_open(folder, DRAUGHTS_ENGLISH, NULL, NULL);
    ck_assert(draughts_egtb_census(egtb, slice, far));
    draughts_egtb_close(egtb);
    remove_folder();
    make_folder();
    struct draughts_egtb_plan short_sighted = plan_of(DRAUGHTS_ENGLISH, 3);
    short_sighted.far = 4;
    build_plan(&short_sighted);
    egtb = draughts_egtb_open(folder, DRAUGHTS_ENGLISH, NULL, NULL);
    ck_assert(draughts_egtb_census(egtb, slice, near));
    ck_assert_mem_eq(near, far, sizeof near);
    draughts_egtb_close(egtb);
    remove_folder();
}
END_TEST

/* A won game in which every position has been there before: the tables still know the way. */
START_TEST(test_way_after_repetition) {
    static const char *const plies[] = {"B8-C7", "C5-B4", "C7-B8", "B4-C5"};
    enum { PLIES = sizeof plies / sizeof *plies };
    make_folder();
    build(DRAUGHTS_WARCABY, 3);
    struct draughts_egtb *egtb = draughts_egtb_open(folder, DRAUGHTS_WARCABY, NULL, NULL);
    struct draughts d;
    struct setup setup = {0};
    uint64_t keys[PLIES];
    ck_assert(draughts_load(&d, &setup, "W:WK5,K1:BK14", NULL));
    for (size_t i = 0; i < PLIES; i++) {
        struct past past = {keys, i};
        move m;
        keys[i] = draughts_key(&d);
        ck_assert(draughts_parse(&d, &past, plies[i], &m, NULL));
        draughts_play(&d, m);
    }
    struct past past = {keys, PLIES};
    struct draughts_search *search = draughts_search_new(1);
    draughts_search_set_egtb(search, egtb);
    struct draughts_settings settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1};
    struct limits limits = {.nodes = 20000};
    struct draughts_search_result outcome =
        draughts_search_run(search, &d, &past, &settings, &limits, NULL, NULL);
    ck_assert_int_gt(outcome.lines[0].score, DRAUGHTS_PROVED);
    draughts_play(&d, outcome.lines[0].moves[0]);
    int byte = draughts_egtb_probe(egtb, &d.board, d.side);
    ck_assert_int_ge(byte, DRAUGHTS_EGTB_LOSS);
    draughts_search_free(search);
    draughts_egtb_close(egtb);
    remove_folder();
}
END_TEST

static void remove_table(const char *name) {
    struct text path = {0};
    text_print(&path, "%s/%s", folder, name);
    ck_assert_int_eq(unlink(text_string(&path)), 0);
    text_free(&path);
}

/* Any position of this number of pieces, the side to play being white. */
static struct draughts_board random_board(const struct draughts_indexing *indexing, int pieces,
                                          struct rng *rng) {
    int own = 1 + (int)rng_below(rng, (uint64_t)pieces - 1), foes = pieces - own;
    struct draughts_slice slice = {.men = (uint8_t)rng_below(rng, (uint64_t)own + 1),
                                   .foe_men = (uint8_t)rng_below(rng, (uint64_t)foes + 1)};
    slice.kings = (uint8_t)(own - slice.men);
    slice.foe_kings = (uint8_t)(foes - slice.foe_men);
    struct draughts_slice_cursor cursor = {.indexing = indexing, .slice = slice};
    struct draughts_board board;
    draughts_slice_board(&cursor, rng_below(rng, draughts_slice_count(indexing, slice)), &board);
    return board;
}

/* The result of a position is the best of those of its moves. */
static void expect_best_of_moves(struct draughts_egtb *egtb, enum draughts_rules rules,
                                 const struct draughts_board *board) {
    move moves[DRAUGHTS_MOVES];
    size_t count = draughts_list(board, DRAUGHTS_WHITE, rules, moves);
    int best = -1;
    for (size_t i = 0; i < count; i++) {
        struct draughts_board next = draughts_after(board, DRAUGHTS_WHITE, moves[i]);
        int value = -winner_of(draughts_egtb_probe(egtb, &next, DRAUGHTS_BLACK));
        best = value > best ? value : best;
    }
    ck_assert_int_eq(winner_of(draughts_egtb_probe(egtb, board, DRAUGHTS_WHITE)), best);
}

/* What a search proves that has the tables of fewer pieces only. Returns whether it proves
 * anything.
 */
static bool expect_proof(struct draughts_search *search, struct draughts_egtb *egtb,
                         enum draughts_rules rules, const struct draughts_board *board) {
    struct draughts d = {.board = *board, .side = DRAUGHTS_WHITE, .rules = (uint8_t)rules};
    if (!draughts_can_move(board, DRAUGHTS_WHITE)) {
        return false;
    }
    struct draughts_settings settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1};
    struct limits limits = {.nodes = 20000};
    struct draughts_search_result result =
        draughts_search_run(search, &d, NULL, &settings, &limits, NULL, NULL);
    int score = result.lines[0].score;
    if (result.depth == 0 || abs(score) < DRAUGHTS_PROVED) {
        return false;
    }
    ck_assert_int_eq(winner_of(draughts_egtb_probe(egtb, board, DRAUGHTS_WHITE)),
                     score > 0 ? 1 : -1);
    return true;
}

/* Random positions of `pieces` pieces: tables of results `all`, and `fewer` without those. */
static void sample_tables(struct draughts_egtb *all, struct draughts_egtb *fewer,
                          enum draughts_rules rules, int pieces, int count) {
    struct draughts_indexing *indexing = draughts_indexing_new(pieces);
    struct draughts_search *search = draughts_search_new(16);
    struct rng rng;
    int proved = 0;
    rng_seed(&rng, 27);
    draughts_search_set_egtb(search, fewer);
    for (int i = 0; i < count; i++) {
        struct draughts_board board = random_board(indexing, pieces, &rng);
        expect_best_of_moves(all, rules, &board);
        if (i % 100 == 0) {
            proved += expect_proof(search, all, rules, &board);
        }
    }
    ck_assert_int_gt(proved, count / 400);
    draughts_search_free(search);
    draughts_indexing_free(indexing);
}

/* Results against their own moves, and against search. */
START_TEST(test_results_fit_together) {
    struct draughts_egtb_plan plan = plan_of((enum draughts_rules)_i, 2);
    make_folder();
    build_plan(&plan);
    struct draughts_egtb *fewer = draughts_egtb_open(folder, plan.rules, NULL, NULL);
    plan.pieces = 3;
    build_plan(&plan);
    struct draughts_egtb *all = draughts_egtb_open(folder, plan.rules, NULL, NULL);
    sample_tables(all, fewer, plan.rules, 3, 3000);
    draughts_egtb_close(fewer);
    draughts_egtb_close(all);
    remove_folder();
}
END_TEST

/* Tables of a directory in the test's folder, but for those of six pieces. */
static void link_fewer(const char *directory) {
    struct text command = {0};
    text_print(&command, "ln -s '%s'/*.egtb '%s' && rm -f '%s'/*-???????.egtb", directory, folder,
               folder);
    ck_assert_int_eq(system(text_string(&command)), 0);
    text_free(&command);
}

/* In check-long, the tables of six pieces if ternion-egtb has made them. */
START_TEST(test_six_pieces) {
    struct text path = {0};
    if (test_scale(100) < 1000 || !draughts_egtb_directory(&path)) {
        return;
    }
    enum draughts_rules rules = (enum draughts_rules)_i;
    struct draughts_egtb *all = draughts_egtb_open(text_string(&path), rules, NULL, NULL);
    if (draughts_egtb_pieces(all) == 6) {
        make_folder();
        link_fewer(text_string(&path));
        struct draughts_egtb *fewer = draughts_egtb_open(folder, rules, NULL, NULL);
        ck_assert_int_eq(draughts_egtb_pieces(fewer), 5);
        sample_tables(all, fewer, rules, 6, 200000);
        draughts_egtb_close(fewer);
        remove_folder();
    }
    draughts_egtb_close(all);
    text_free(&path);
}
END_TEST

/* Who wins is not enough to win: the search has to find the way to the next capture or crowning,
 * which is worth more than any win that is not nearer. */
START_TEST(test_way_by_results_alone) {
    enum { STAGE = 256, PLIES = 9, FARTHEST = DRAUGHTS_TABLE_WIN - 4 * STAGE - DRAUGHTS_EGTB_FAR };
    struct draughts_egtb_plan plan = plan_of(DRAUGHTS_ENGLISH, 3);
    struct draughts_slice slice = {0, 2, 1, 0};
    make_folder();
    build_plan(&plan);
    struct draughts_egtb *bytes = draughts_egtb_open(folder, plan.rules, NULL, NULL);
    remove_table("english-KKvM.egtb");
    plan.distances = 2;
    build_plan(&plan);
    struct draughts_egtb *runs = draughts_egtb_open(folder, plan.rules, NULL, NULL);
    struct draughts_indexing *indexing = draughts_indexing_new(3);
    struct draughts_slice_cursor cursor = {.indexing = indexing, .slice = slice};
    struct draughts_search *search = draughts_search_new(1);
    draughts_search_set_egtb(search, runs);
    int found = 0;
    for (uint64_t i = 0; i < draughts_slice_count(indexing, slice); i += 17) {
        struct draughts d = {.side = DRAUGHTS_WHITE, .rules = DRAUGHTS_ENGLISH};
        draughts_slice_board(&cursor, i, &d.board);
        if (draughts_egtb_probe(bytes, &d.board, d.side) == PLIES) {
            struct draughts_settings settings = {
                .evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1};
            struct limits limits = {.nodes = 20000};
            struct draughts_search_result result =
                draughts_search_run(search, &d, NULL, &settings, &limits, NULL, NULL);
            ck_assert_int_gt(result.lines[0].score, FARTHEST);
            found++;
        }
    }
    ck_assert_int_gt(found, 5);
    draughts_search_free(search);
    draughts_indexing_free(indexing);
    draughts_egtb_close(bytes);
    draughts_egtb_close(runs);
    remove_folder();
}
END_TEST

/* Files. */

struct watch {
    atomic_bool stop;
    int finished, present, stop_after;
};

static void watch_build(void *context, const struct draughts_egtb_progress *progress) {
    struct watch *watch = context;
    watch->finished += progress->done && !progress->present;
    watch->present += progress->done && progress->present;
    ck_assert_uint_le(progress->decided, progress->total);
    if (progress->done && watch->finished == watch->stop_after) {
        atomic_store(&watch->stop, true);
    }
}

static void read_table(const char *name, struct text *bytes) {
    struct text path = {0};
    text_print(&path, "%s/%s", folder, name);
    ck_assert(file_read(text_string(&path), bytes, NULL));
    text_free(&path);
}

static void write_table(const char *name, const struct text *bytes) {
    struct text path = {0};
    text_print(&path, "%s/%s", folder, name);
    ck_assert(file_write(text_string(&path), bytes->at, bytes->length, NULL));
    text_free(&path);
}

START_TEST(test_resume) {
    struct draughts_egtb_plan plan = plan_of(DRAUGHTS_WARCABY, 3);
    struct error error = {0};
    struct watch watch = {.stop_after = 5};
    struct text whole = {0}, resumed = {0};
    make_folder();
    build(DRAUGHTS_WARCABY, 3);
    read_table("warcaby-MMvM.egtb", &whole);
    remove_folder();
    make_folder();
    ck_assert(!draughts_egtb_build(folder, &plan, &watch.stop, watch_build, &watch, &error));
    ck_assert_str_eq(error.code, "egtb.stopped");
    ck_assert_int_eq(watch.finished, 5);
    error_clear(&error);
    watch = (struct watch){.stop_after = -1};
    ck_assert(draughts_egtb_build(folder, &plan, &watch.stop, watch_build, &watch, &error));
    ck_assert_int_eq(watch.present, 5);
    ck_assert_int_eq(watch.finished, 4);
    read_table("warcaby-MMvM.egtb", &resumed);
    ck_assert_uint_eq(whole.length, resumed.length);
    ck_assert_mem_eq(whole.at, resumed.at, whole.length);
    text_free(&whole);
    text_free(&resumed);
    remove_folder();
}
END_TEST

/* Tables that are there are verified first, which may take long as well. */
START_TEST(test_stop_before_anything_is_computed) {
    struct draughts_egtb_plan plan = plan_of(DRAUGHTS_WARCABY, 2);
    struct error error = {0};
    struct watch watch = {.stop = true, .stop_after = -1};
    make_folder();
    build(DRAUGHTS_WARCABY, 2);
    ck_assert(!draughts_egtb_build(folder, &plan, &watch.stop, watch_build, &watch, &error));
    ck_assert_str_eq(error.code, "egtb.stopped");
    ck_assert_int_eq(watch.present, 0);
    error_clear(&error);
    struct draughts_egtb *egtb = draughts_egtb_open(folder, DRAUGHTS_WARCABY, NULL, NULL);
    ck_assert(draughts_egtb_verify(egtb, NULL, NULL)); /* they are as they were */
    ck_assert_int_eq(draughts_egtb_pieces(egtb), 2);
    draughts_egtb_close(egtb);
    remove_folder();
}
END_TEST

struct faults {
    int good, bad;
    char name[128];
    char wrong[128];
};

static void note_fault(void *context, const char *file, const char *wrong) {
    struct faults *faults = context;
    faults->good += wrong == NULL;
    faults->bad += wrong != NULL;
    if (wrong != NULL) {
        snprintf(faults->name, sizeof faults->name, "%s", strrchr(file, '/') + 1);
        snprintf(faults->wrong, sizeof faults->wrong, "%s", wrong);
    }
}

/* Opens the tables of warcaby and expects that one file is named and left out. */
static void expect_fault(const char *name, const char *wrong) {
    struct faults faults = {0};
    struct draughts_egtb *egtb = draughts_egtb_open(folder, DRAUGHTS_WARCABY, note_fault, &faults);
    ck_assert_int_eq(faults.bad, 1);
    ck_assert_int_eq(faults.good, 2);
    ck_assert_str_eq(faults.name, name);
    ck_assert_str_eq(faults.wrong, wrong);
    uint64_t census[3];
    ck_assert(!draughts_egtb_census(egtb, (struct draughts_slice){0, 1, 0, 1}, census));
    draughts_egtb_close(egtb);
}

START_TEST(test_damage) {
    const char *name = "warcaby-KvK.egtb";
    struct text good = {0}, bad = {0};
    make_folder();
    build(DRAUGHTS_WARCABY, 2);
    build(DRAUGHTS_ENGLISH, 2);
    read_table(name, &good);

    text_putn(&bad, good.at, good.length - 1);
    write_table(name, &bad);
    expect_fault(name, "not of the length that its header states");
    text_cut(&bad, 20);
    write_table(name, &bad);
    expect_fault(name, "too short to be an endgame table");
    text_clear(&bad);
    text_putn(&bad, good.at, good.length);
    bad.at[0] ^= 1;
    write_table(name, &bad);
    expect_fault(name, "no endgame table of this version");
    bad.at[0] ^= 1;
    bad.at[45] ^= 4;
    write_table(name, &bad);
    expect_fault(name, "damaged: the header does not fit its checksum");
    read_table("english-KvK.egtb", &bad);
    write_table(name, &bad);
    expect_fault(name, "a table for other rules under this name");
    read_table("warcaby-MvM.egtb", &bad);
    write_table(name, &bad);
    expect_fault(name, "a table for other pieces under this name");
    text_free(&good);
    text_free(&bad);
    remove_folder();
}
END_TEST

/* Damage among the positions is found when they are read, and mended by building again; in tables
 * of distances and of results alone. */
START_TEST(test_damaged_block) {
    const char *name = "warcaby-KvK.egtb";
    struct draughts_egtb_plan plan = plan_of(DRAUGHTS_WARCABY, 2);
    struct text bytes = {0};
    plan.distances = _i == 0 ? 2 : 1;
    make_folder();
    build_plan(&plan);
    read_table(name, &bytes);
    bytes.at[bytes.length - 100] ^= 16;
    write_table(name, &bytes);

    struct faults faults = {0};
    struct draughts_egtb *egtb = draughts_egtb_open(folder, DRAUGHTS_WARCABY, NULL, NULL);
    struct draughts_board board = {.side = {draughts_bit(0), draughts_bit(35)},
                                   .kings = draughts_bit(0) | draughts_bit(35)};
    ck_assert_int_eq(draughts_egtb_probe(egtb, &board, DRAUGHTS_WHITE), DRAUGHTS_EGTB_UNKNOWN);
    ck_assert(!draughts_egtb_verify(egtb, note_fault, &faults));
    ck_assert_str_eq(faults.name, name);
    uint64_t census[3];
    ck_assert(!draughts_egtb_census(egtb, (struct draughts_slice){0, 1, 0, 1}, census));
    draughts_egtb_close(egtb);

    build_plan(&plan);
    egtb = draughts_egtb_open(folder, DRAUGHTS_WARCABY, NULL, NULL);
    ck_assert(draughts_egtb_verify(egtb, NULL, NULL));
    ck_assert_int_ne(draughts_egtb_probe(egtb, &board, DRAUGHTS_WHITE), DRAUGHTS_EGTB_UNKNOWN);
    draughts_egtb_close(egtb);
    text_free(&bytes);
    remove_folder();
}
END_TEST

START_TEST(test_no_tables) {
    struct draughts_board board = {.side = {draughts_bit(0), draughts_bit(35)},
                                   .kings = draughts_bit(0) | draughts_bit(35)};
    struct draughts_egtb *egtb =
        draughts_egtb_open("/nonexistent/directory", DRAUGHTS_WARCABY, NULL, NULL);
    ck_assert_int_eq(draughts_egtb_pieces(egtb), 0);
    ck_assert_int_eq(draughts_egtb_probe(egtb, &board, DRAUGHTS_WHITE), DRAUGHTS_EGTB_UNKNOWN);
    draughts_egtb_close(egtb);
    struct error error = {0};
    struct draughts_egtb_plan plan = plan_of(DRAUGHTS_WARCABY, 2);
    ck_assert(!draughts_egtb_build("/dev/null/tables", &plan, NULL, NULL, NULL, &error));
    ck_assert_str_eq(error.code, "file.error");
    error_clear(&error);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("egtb");
    suite_add(suite, test_counts);
    suite_add(suite, test_numbers);
    suite_add(suite, test_kings);
    suite_add(suite, test_runs);
    suite_add_loop(suite, test_oracle, 0, 4);
    suite_add_loop(suite, test_results_alone, 0, 2);
    suite_add_loop(suite, test_results_fit_together, 0, 2);
    suite_add_loop(suite, test_six_pieces, 0, 2);
    suite_add(suite, test_far);
    suite_add(suite, test_way_after_repetition);
    suite_add(suite, test_way_by_results_alone);
    suite_add(suite, test_resume);
    suite_add(suite, test_stop_before_anything_is_computed);
    suite_add(suite, test_damage);
    suite_add_loop(suite, test_damaged_block, 0, 2);
    suite_add(suite, test_no_tables);
    return suite_run(suite);
}
