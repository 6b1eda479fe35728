/* draughts_oracle_test: the bitboard generator against a plain one that shares no code with it.
 *
 * The plain generator keeps the board as 8 x 8 characters, tries every square and direction, and
 * writes moves down as text. Both must give the same moves, and the same position after each, in
 * positions of random play and in random arrangements of pieces, under both rule sets. */
#include <ctype.h>
#include <stdio.h>

#include "draughts_draw.h"

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../support/scale.h"
#include "../support/suite.h"

enum { RANDOM_POSITIONS = 6000, RANDOM_GAMES = 120, PLIES_MAX = 160 };

/* The plain board: cell[row][column], row 0 at the bottom; w b men, W B kings, '.' empty. */
struct plain {
    char cell[8][8];
    char side; /* 'w' or 'b' */
    bool english;
};

struct plain_move {
    char text[64];
    struct plain after;
};

struct plain_list {
    struct plain_move *at;
    int count, room;
};

static bool plain_on(int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8;
}

static bool plain_own(const struct plain *p, int row, int column) {
    return tolower(p->cell[row][column]) == p->side;
}

static bool plain_foe(const struct plain *p, int row, int column) {
    return p->cell[row][column] != '.' && !plain_own(p, row, column);
}

static void plain_add(struct plain_list *list, const char *text, const struct plain *after) {
    if (list->count == list->room) {
        list->room = list->room == 0 ? 32 : list->room * 2;
        list->at = memory_grow(list->at, (size_t)list->room, sizeof *list->at);
    }
    struct plain_move *m = &list->at[list->count++];
    snprintf(m->text, sizeof m->text, "%s", text);
    m->after = *after;
    m->after.side = after->side == 'w' ? 'b' : 'w';
}

/* Crowns a man on its last row; returns whether it did. */
static bool plain_crown(struct plain *p, int row, int column) {
    char piece = p->cell[row][column];
    bool crowned = (piece == 'w' && row == 7) || (piece == 'b' && row == 0);
    if (crowned) {
        p->cell[row][column] = (char)toupper(piece);
    }
    return crowned;
}

static bool plain_may_go(char piece, int row_change) {
    return isupper(piece) || (piece == 'w' ? row_change > 0 : row_change < 0);
}

/* All captures of the piece on a square that stood where `text` begins; false if there is none. */
static bool plain_jumps(const struct plain *p, int row, int column, const char *text,
                        struct plain_list *list) {
    bool any = false;
    for (int dr = -1; dr <= 1; dr += 2) {
        for (int dc = -1; dc <= 1; dc += 2) {
            int to_row = row + 2 * dr, to_column = column + 2 * dc;
            if (!plain_on(to_row, to_column) || !plain_may_go(p->cell[row][column], dr) ||
                !plain_foe(p, row + dr, column + dc) || p->cell[to_row][to_column] != '.') {
                continue;
            }
            any = true;
            struct plain next = *p;
            next.cell[to_row][to_column] = p->cell[row][column];
            next.cell[row][column] = next.cell[row + dr][column + dc] = '.';
            bool crowned = plain_crown(&next, to_row, to_column);
            char longer[64];
            snprintf(longer, sizeof longer, "%.50sx%c%d", text, 'A' + to_column, to_row + 1);
            if ((crowned && p->english) || !plain_jumps(&next, to_row, to_column, longer, list)) {
                plain_add(list, longer, &next);
            }
        }
    }
    return any;
}

static void plain_steps(const struct plain *p, int row, int column, struct plain_list *list) {
    for (int dr = -1; dr <= 1; dr += 2) {
        for (int dc = -1; dc <= 1; dc += 2) {
            if (plain_on(row + dr, column + dc) && plain_may_go(p->cell[row][column], dr) &&
                p->cell[row + dr][column + dc] == '.') {
                struct plain next = *p;
                next.cell[row + dr][column + dc] = p->cell[row][column];
                next.cell[row][column] = '.';
                plain_crown(&next, row + dr, column + dc);
                char text[64];
                snprintf(text, sizeof text, "%c%d-%c%d", 'A' + column, row + 1, 'A' + column + dc,
                         row + dr + 1);
                plain_add(list, text, &next);
            }
        }
    }
}

static void plain_moves(const struct plain *p, struct plain_list *list) {
    for (int pass = 0; pass < 2 && list->count == 0; pass++) {
        for (int row = 0; row < 8; row++) {
            for (int column = 0; column < 8; column++) {
                char text[64];
                snprintf(text, sizeof text, "%c%d", 'A' + column, row + 1);
                if (plain_own(p, row, column) && pass == 0) {
                    plain_jumps(p, row, column, text, list);
                } else if (plain_own(p, row, column)) {
                    plain_steps(p, row, column, list);
                }
            }
        }
    }
}

/* Translation, by the text of the position alone. */

static void plain_save(const struct plain *p, struct text *text) {
    text_print(text, "%c", toupper(p->side));
    for (int side = 0; side < 2; side++) {
        text_put(text, side == 0 ? ":W" : ":B");
        const char *comma = "";
        for (int number = 1; number <= 32; number++) {
            int row = 7 - (number - 1) / 4, column = (number - 1) % 4 * 2 + row % 2;
            char piece = p->cell[row][column];
            if (tolower(piece) == (side == 0 ? 'w' : 'b')) {
                text_print(text, "%s%s%d", comma, isupper(piece) ? "K" : "", number);
                comma = ",";
            }
        }
    }
}

static struct draughts plain_state(const struct plain *p) {
    struct text text = {0};
    plain_save(p, &text);
    struct draughts d = load(p->english ? DRAUGHTS_ENGLISH : DRAUGHTS_WARCABY, text_string(&text));
    text_free(&text);
    return d;
}

static const struct plain_move *plain_find(const struct plain_list *list, const char *text) {
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->at[i].text, text) == 0) {
            return &list->at[i];
        }
    }
    return NULL;
}

/* The moves and what they lead to agree; returns how many there are, and *next a random one. */
static size_t compare(const struct plain *p, struct rng *rng, struct plain *next) {
    struct draughts d = plain_state(p);
    struct plain_list list = {0};
    struct text position = {0};
    plain_save(p, &position);
    plain_moves(p, &list);
    move moves[DRAUGHTS_MOVES];
    size_t count = draughts_list(&d.board, d.side, d.rules, moves);
    ck_assert_msg(count == (size_t)list.count, "%s: %zu moves, plainly %d", text_string(&position),
                  count, list.count);
    ck_assert_uint_eq(draughts_count(&d.board, d.side, d.rules), count);
    ck_assert_int_eq(draughts_can_move(&d.board, d.side), count > 0);
    for (size_t i = 0; i < count; i++) {
        struct text text = {0}, after = {0};
        draughts_print(&d, moves[i], &text);
        const struct plain_move *same = plain_find(&list, text_string(&text));
        ck_assert_msg(same != NULL, "%s: %s is no move", text_string(&position),
                      text_string(&text));
        struct draughts played = d;
        draughts_play(&played, moves[i]);
        played.quiet = 0;
        plain_save(&same->after, &after);
        assert_position(&played, text_string(&after));
        text_free(&text);
        text_free(&after);
    }
    if (count > 0) {
        *next = list.at[rng_below(rng, count)].after;
    }
    free(list.at);
    text_free(&position);
    return count;
}

/* A random arrangement: up to twelve pieces of each side, more kings than games have. */
static struct plain arrange(struct rng *rng, bool english) {
    struct plain p = {.side = rng_below(rng, 2) ? 'w' : 'b', .english = english};
    memset(p.cell, '.', sizeof p.cell);
    for (int side = 0; side < 2; side++) {
        int pieces = 1 + (int)rng_below(rng, 12);
        uint64_t kings = rng_below(rng, 4);
        for (int i = 0; i < pieces; i++) {
            int row = (int)rng_below(rng, 8), column = (int)rng_below(rng, 4) * 2 + row % 2;
            bool king = rng_below(rng, 4) < kings || row == (side == 0 ? 0 : 7);
            if (p.cell[row][column] == '.') {
                p.cell[row][column] = "bwBW"[side + 2 * king];
            }
        }
    }
    return p;
}

START_TEST(generators_agree_on_random_arrangements) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i + 1);
    struct plain next;
    for (long i = test_scale(RANDOM_POSITIONS); i > 0; i--) {
        struct plain p = arrange(&rng, _i == 1);
        compare(&p, &rng, &next);
    }
}
END_TEST

START_TEST(generators_agree_along_random_games) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i + 77);
    for (long game = test_scale(RANDOM_GAMES); game > 0; game--) {
        struct plain p = {.side = _i == 1 ? 'b' : 'w', .english = _i == 1};
        for (int row = 0; row < 8; row++) {
            for (int column = 0; column < 8; column++) {
                bool dark = (row + column) % 2 == 0;
                p.cell[row][column] = dark && row < 3 ? 'w' : dark && row > 4 ? 'b' : '.';
            }
        }
        struct plain next;
        for (int ply = 0; ply < PLIES_MAX && compare(&p, &rng, &next) > 0; ply++) {
            p = next;
        }
    }
}
END_TEST

/* Crowded boards of kings: the bound on the number of moves holds, and long loops agree too. */
START_TEST(generators_agree_on_lattices) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i + 5);
    size_t most = 0;
    for (long i = test_scale(RANDOM_POSITIONS) / 4; i > 0; i--) {
        struct plain p = {.side = 'w', .english = _i == 1}, next;
        memset(p.cell, '.', sizeof p.cell);
        int shift = (int)rng_below(&rng, 2), foes = 0;
        for (int row = 1; row < 7; row++) {
            for (int column = 1 + shift; column < 7; column += 2) {
                if ((row + column) % 2 == 0 && rng_below(&rng, 8) > 0 && ++foes <= 12) {
                    p.cell[row][column] = rng_below(&rng, 2) ? 'b' : 'B';
                }
            }
        }
        for (int k = 0; k < 4; k++) {
            int row = (int)rng_below(&rng, 8), column = (int)rng_below(&rng, 4) * 2 + row % 2;
            p.cell[row][column] = p.cell[row][column] == '.' ? 'W' : p.cell[row][column];
        }
        size_t count = compare(&p, &rng, &next);
        most = count > most ? count : most;
    }
    ck_assert_uint_gt(most, 16);
    ck_assert_uint_le(most, DRAUGHTS_MOVES);
}
END_TEST

static uint64_t plain_perft(const struct plain *p, int depth) {
    struct plain_list list = {0};
    plain_moves(p, &list);
    uint64_t total = depth == 1 ? (uint64_t)list.count : 0;
    for (int i = 0; depth > 1 && i < list.count; i++) {
        total += plain_perft(&list.at[i].after, depth - 1);
    }
    free(list.at);
    return total;
}

/* Endings with many loops, where the rule sets differ. */
START_TEST(perfts_agree) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i + 9);
    for (long i = test_scale(20); i > 0; i--) {
        struct plain p = arrange(&rng, _i == 1);
        struct draughts d = plain_state(&p);
        ck_assert_uint_eq(draughts_perft(&d.board, d.side, d.rules, 4), plain_perft(&p, 4));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("draughts_oracle");
    suite_add_loop(suite, generators_agree_on_random_arrangements, 0, 2);
    suite_add_loop(suite, generators_agree_along_random_games, 0, 2);
    suite_add_loop(suite, generators_agree_on_lattices, 0, 2);
    suite_add_loop(suite, perfts_agree, 0, 2);
    return suite_run(suite);
}
