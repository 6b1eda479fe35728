/* draughts_puzzle_test: every puzzle is what it says, and no two alike.
 *
 * The tables are not believed, only asked for a way: it is played against every reply, by the rules
 * alone. A side that is said to win comes nearer to a capture or crowning with each ply, and so to
 * the end; a side that is said to hold a draw never runs out of moves, however long it goes on. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/draughts/puzzle.h"
#include "../support/scale.h"
#include "../support/suite.h"

static struct draughts_egtb *tables_new(enum draughts_rules rules, int pieces) {
    char folder[] = "/tmp/ternion-puzzle-XXXXXX", command[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    struct draughts_egtb_plan plan = {rules, pieces, pieces, DRAUGHTS_EGTB_FAR};
    ck_assert(draughts_egtb_build(folder, &plan, NULL, NULL, NULL, NULL));
    struct draughts_egtb *egtb = draughts_egtb_open(folder, rules, NULL, NULL);
    snprintf(command, sizeof command, "rm -r '%s'", folder); /* open files stay readable */
    ck_assert_int_eq(system(command), 0);
    return egtb;
}

/* What is to be proved: a list of claims, each once, and the set of their keys. */

enum { SET_ROOM = 1 << 19, CLAIMS_MOST = 1 << 18 };

struct claim {
    struct draughts d;
    int side;  /* of whom something is said */
    int value; /* 1: it wins; 0: it does not lose */
};

struct proof {
    struct draughts_egtb *egtb;
    uint64_t *set;
    struct claim *claims;
    size_t count;
};

/* The place of a claim in the set, which is 0 or its key. */
static uint64_t *place_of(const struct proof *proof, const struct claim *claim, uint64_t *key) {
    *key = rng_mix(draughts_key(&claim->d) + (uint64_t)(2 * claim->side + claim->value));
    size_t at = (size_t)(*key % SET_ROOM);
    while (proof->set[at] != 0 && proof->set[at] != *key)
        at = (at + 1) % SET_ROOM;
    return &proof->set[at];
}

static bool is_claimed(const struct proof *proof, const struct claim *claim) {
    uint64_t key;
    return *place_of(proof, claim, &key) != 0;
}

static void add_claim(struct proof *proof, const struct claim *claim) {
    uint64_t key, *place = place_of(proof, claim, &key);
    if (*place != 0)
        return;
    if (proof->count == CLAIMS_MOST)
        ck_abort_msg("too much to prove");
    *place = key;
    proof->claims[proof->count++] = *claim;
}

static int byte_of(struct draughts_egtb *egtb, const struct draughts *d) {
    int byte = draughts_egtb_probe(egtb, &d->board, d->side);
    if (byte == DRAUGHTS_EGTB_UNKNOWN)
        ck_abort_msg("a position that is not in the tables");
    return byte;
}

/* For a side, whoever is to play. */
static int value_for(struct draughts_egtb *egtb, const struct draughts *d, int side) {
    int byte = byte_of(egtb, d);
    int value = byte == DRAUGHTS_EGTB_DRAW ? 0 : byte < DRAUGHTS_EGTB_LOSS ? 1 : -1;
    return d->side == side ? value : -value;
}

static int distance(struct draughts_egtb *egtb, const struct draughts *d) {
    return byte_of(egtb, d) % DRAUGHTS_EGTB_LOSS;
}

/* Whether the step from one position to the next is a capture or a crowning, or nearer to one. */
static bool is_nearer(struct draughts_egtb *egtb, const struct draughts *from,
                      const struct draughts *to) {
    int lost = draughts_size(from->board.side[0] | from->board.side[1]) -
               draughts_size(to->board.side[0] | to->board.side[1]);
    return lost > 0 || draughts_size(to->board.kings) > draughts_size(from->board.kings) ||
           distance(egtb, to) < distance(egtb, from);
}

/* What is claimed must go on for one move of the side, or for all of its adversary. */
static void prove_one(struct proof *proof, struct claim claim) {
    move list[DRAUGHTS_MOVES];
    size_t count = draughts_list(&claim.d.board, claim.d.side, claim.d.rules, list);
    bool own = claim.d.side == claim.side, found = !own;
    struct claim chosen = claim;
    for (size_t i = 0; i < count; i++) {
        struct claim next = claim;
        draughts_play(&next.d, list[i]);
        next.d.quiet = 0;
        bool good = value_for(proof->egtb, &next.d, claim.side) >= claim.value &&
                    (claim.value == 0 || is_nearer(proof->egtb, &claim.d, &next.d));
        if (!own && !good)
            ck_abort_msg("a reply to a move that was said to do");
        if (!own)
            add_claim(proof, &next);
        else if (good && (!found || is_claimed(proof, &next)))
            chosen = next;
        found = found || good;
    }
    if (!found)
        ck_abort_msg("a side that was said to do better has no move for it");
    if (own)
        add_claim(proof, &chosen);
}

static void prove(struct proof *proof, const struct draughts *d, int side, int value) {
    struct claim root = {*d, side, value};
    size_t at = proof->count;
    root.d.quiet = 0;
    for (add_claim(proof, &root); at < proof->count; at++)
        prove_one(proof, proof->claims[at]);
}

/* A line is legal, and its end is worth what was said of its first move. */
static void check_line(struct draughts_egtb *egtb, const struct draughts *from,
                       const struct draughts_puzzle_move *entry) {
    struct draughts d = *from;
    for (int i = 0; i < entry->length; i++) {
        move list[DRAUGHTS_MOVES];
        size_t count = draughts_list(&d.board, d.side, d.rules, list);
        bool legal = false;
        for (size_t k = 0; k < count; k++)
            legal |= list[k] == entry->line[i];
        ck_assert(legal);
        draughts_play(&d, entry->line[i]);
        ck_assert_int_eq(value_for(egtb, &d, from->side), entry->value);
    }
    if (entry->value == 0) {
        ck_assert_int_eq(entry->length, 2);
        return;
    }
    struct result result = draughts_result(&d, NULL);
    ck_assert_int_eq(result.phase, PHASE_OVER);
    ck_assert_int_eq(result.winner, entry->value > 0 ? from->side : side_other(from->side));
}

static void check_puzzle(struct proof *proof, const struct draughts_puzzle *puzzle) {
    const struct draughts *d = &puzzle->position;
    int goal = puzzle->kind == DRAUGHTS_PUZZLE_WIN ? 1 : 0;
    move list[DRAUGHTS_MOVES];
    memset(proof->set, 0, SET_ROOM * sizeof *proof->set);
    proof->count = 0;
    ck_assert(draughts_board_is_ok(&d->board));
    int pieces = draughts_size(d->board.side[0] | d->board.side[1]);
    ck_assert(pieces == 3 || pieces == 4);
    size_t count = draughts_list(&d->board, d->side, d->rules, list);
    ck_assert_uint_ge(count, 3);
    ck_assert_uint_eq(count, (size_t)puzzle->count);
    ck_assert_int_ge(puzzle->solutions, 1);
    ck_assert_int_le(puzzle->solutions * 3, puzzle->count);
    for (int i = 0; i < puzzle->count; i++) {
        const struct draughts_puzzle_move *entry = &puzzle->moves[i];
        for (int k = 0; k < i; k++)
            ck_assert_uint_ne(puzzle->moves[k].line[0], entry->line[0]);
        ck_assert_int_eq(draughts_jumps(entry->line[0]), 0);
        ck_assert(i < puzzle->solutions ? entry->value == goal : entry->value < goal);
        check_line(proof->egtb, d, entry);
        struct draughts next = *d;
        draughts_play(&next, entry->line[0]);
        if (i < puzzle->solutions)
            prove(proof, &next, d->side, goal);
        else
            prove(proof, &next, side_other(d->side), -entry->value);
    }
    ck_assert_int_ge(puzzle->grade, 1);
    ck_assert_int_le(puzzle->grade, DRAUGHTS_PUZZLE_GRADES);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The same puzzle on every machine, and as it happens under both rule sets. */
static void check_text(struct draughts_egtb *egtb, enum draughts_rules rules) {
    struct draughts_puzzle puzzle;
    struct text text = {0};
    for (int again = 0; again < 2; again++) {
        text_clear(&text);
        ck_assert(draughts_puzzle_make(&puzzle, egtb, rules, DRAUGHTS_PUZZLE_WIN, 2));
        draughts_puzzle_print(&puzzle, &text);
        ck_assert_str_eq(text_string(&text), "kind win\n"
                                             "position W:W20,K21:BK22\n"
                                             "to_play w\n"
                                             "goal win\n"
                                             "plies 7\n"
                                             "grade 1\n"
                                             "solutions H4-G5\n"
                                             "wrong A3-B2: draw after C3xA1\n"
                                             "wrong A3-B4: draw after C3xA5");
        ck_assert(draughts_puzzle_make(&puzzle, egtb, rules, DRAUGHTS_PUZZLE_DRAW, 1));
    }
    text_clear(&text);
    draughts_puzzle_print(&puzzle, &text);
    ck_assert_str_eq(text_string(&text), "kind draw\n"
                                         "position W:WK19:BK18,K27\n"
                                         "to_play w\n"
                                         "goal draw\n"
                                         "plies 6\n"
                                         "grade 1\n"
                                         "solutions F4-E3\n"
                                         "wrong F4-G5: loss after D4-E5 G5-H4 E5-F4 H4-G3 F2xH4\n"
                                         "wrong F4-G3: loss after F2xH4\n"
                                         "wrong F4-E5: loss after D4xF6");
    text_free(&text);
}

/* Eight of each kind and rule set are checked; `make check-long` takes 80. */
START_TEST(puzzles_are_true) {
    enum draughts_rules rules = (enum draughts_rules)_i;
    int count = (int)test_scale(8), made = 0;
    struct proof proof = {tables_new(rules, DRAUGHTS_PUZZLE_PIECES),
                          memory_new(SET_ROOM, sizeof(uint64_t)),
                          memory_new(CLAIMS_MOST, sizeof(struct claim)), 0};
    uint64_t *keys = memory_new((size_t)count * DRAUGHTS_PUZZLE_KINDS, sizeof *keys);
    for (int seed = 0; seed < count; seed++)
        for (int kind = 0; kind < DRAUGHTS_PUZZLE_KINDS; kind++) {
            struct draughts_puzzle puzzle;
            ck_assert(draughts_puzzle_make(&puzzle, proof.egtb, rules,
                                           (enum draughts_puzzle_kind)kind, (uint64_t)seed));
            ck_assert_int_eq(puzzle.kind, kind);
            check_puzzle(&proof, &puzzle);
            keys[made++] = draughts_puzzle_key(&puzzle.position);
        }
    qsort(keys, (size_t)made, sizeof *keys, compare_keys);
    for (int i = 1; i < made; i++)
        ck_assert_uint_ne(keys[i - 1], keys[i]);
    check_text(proof.egtb, rules);
    draughts_egtb_close(proof.egtb);
    free(proof.set);
    free(proof.claims);
    free(keys);
}
END_TEST

/* Rather none than another one: smaller tables make no other puzzles. */
START_TEST(missing_tables_are_told) {
    struct draughts_egtb *egtb = tables_new(DRAUGHTS_ENGLISH, DRAUGHTS_PUZZLE_PIECES - 1);
    struct draughts_puzzle puzzle;
    for (int seed = 0; seed < 20; seed++)
        ck_assert(!draughts_puzzle_make(&puzzle, egtb, DRAUGHTS_ENGLISH,
                                        (enum draughts_puzzle_kind)(seed % 2), (uint64_t)seed));
    draughts_egtb_close(egtb);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("draughts puzzle");
    suite_add_loop(suite, puzzles_are_true, 0, 2);
    suite_add(suite, missing_tables_are_told);
    return suite_run(suite);
}
