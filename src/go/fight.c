#include "fight.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"

/* Boards are kept for every ply of a line; a line that is longer counts as held. */
enum { DEPTH = 80, MOVES = 64, TABLE = 1 << 15 };
/* So many stones taken leave room for two eyes, even if the other side plays there first. */
enum { ROOM = 7 };
static const uint32_t SURE = 100000000;

/* Proof numbers as the side to move sees them: how much is missing to win, and to lose. */
struct numbers {
    uint32_t win, lose;
};

struct entry {
    uint64_t key;
    struct numbers numbers;
};

struct go_fight {
    struct entry table[TABLE];
    struct go_board boards[DEPTH + 1];
    uint64_t path[DEPTH + 1]; /* the keys of the boards before */
    uint64_t salt;            /* sets the entries of one reading apart from others */
    const bool *firm;
    int target, owner;
    uint16_t points[GO_POINTS]; /* of the area */
    int point_count;
    int nodes, nodes_most;
    bool crowded; /* somewhere there were more than MOVES moves */
};

/* A move under consideration, with the numbers of the position after it. */
struct option {
    int move;
    struct numbers after;
};

struct go_fight *go_fight_new(void) {
    return memory_new(1, sizeof(struct go_fight));
}

void go_fight_free(struct go_fight *fight) {
    free(fight);
}

int go_fight_area(const struct go_board *board, int p, const bool firm[GO_INDEXES], int most,
                  bool area[GO_INDEXES]) {
    uint16_t points[GO_POINTS];
    int count = 1, empty = 0;
    assert(go_board_colour(board, p) < GO_EMPTY);
    memset(area, 0, GO_INDEXES * sizeof *area);
    points[0] = (uint16_t)p;
    area[p] = true;
    for (int i = 0; i < count; i++) {
        int from = points[i];
        empty += go_board_colour(board, from) == GO_EMPTY;
        if (empty > most)
            break;
        for (int k = 0; k < 4; k++) {
            int n = from + go_board_step(board, k);
            int colour = go_board_colour(board, n);
            if (colour == GO_EDGE || area[n] || (colour < GO_EMPTY && firm[n]))
                continue;
            area[n] = true;
            points[count++] = (uint16_t)n;
        }
    }
    return empty;
}

/* Whether a chain is alive: it has a firm stone, or two one-point eyes of its own. */
static bool chain_lives(const struct go_fight *fight, const struct go_board *board, int p) {
    int colour = go_board_colour(board, p), head = go_board_head(board, p);
    int eyes[2], count = 0;
    p = head;
    do {
        if (fight->firm[p])
            return true;
        for (int k = 0; k < 4 && count < 2; k++) {
            int n = p + go_board_step(board, k);
            if (go_board_colour(board, n) != GO_EMPTY || go_board_around(board, n, colour) < 4 ||
                (count == 1 && eyes[0] == n))
                continue;
            bool own = true;
            for (int j = 0; j < 4; j++) {
                int around = n + go_board_step(board, j);
                own = own && (go_board_colour(board, around) == GO_EDGE ||
                              go_board_head(board, around) == head);
            }
            if (own)
                eyes[count++] = n;
        }
        p = go_board_next(board, p);
    } while (p != head && count < 2);
    return count == 2;
}

/* The side whose chains alone surround the empty points at p, or GO_EMPTY; `alive`: whether all of
 * them are. */
static int space_owner(const struct go_fight *fight, const struct go_board *board, int p,
                       bool *alive) {
    uint16_t points[GO_POINTS];
    bool seen[GO_INDEXES] = {false};
    int count = 1, owner = GO_EMPTY;
    *alive = true;
    points[0] = (uint16_t)p;
    seen[p] = true;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            int n = points[i] + go_board_step(board, k);
            int colour = go_board_colour(board, n);
            if (colour == GO_EDGE || seen[n])
                continue;
            seen[n] = true;
            if (colour == GO_EMPTY) {
                points[count++] = (uint16_t)n;
                continue;
            }
            if (owner != GO_EMPTY && owner != colour)
                return GO_EMPTY;
            owner = colour;
            *alive = *alive && chain_lives(fight, board, n);
        }
    return owner;
}

/* What is settled about the target's point without reading; GO_FIGHT_OPEN: nothing. */
static enum go_fight_end end_find(const struct go_fight *fight, const struct go_board *board,
                                  bool over) {
    int p = fight->target, colour = go_board_colour(board, p);
    bool alive;
    if (colour < GO_EMPTY)
        alive = chain_lives(fight, board, p);
    else
        colour = space_owner(fight, board, p, &alive);
    if (!over && (!alive || colour == GO_EMPTY))
        return GO_FIGHT_OPEN;
    return colour == 1 - fight->owner ? GO_FIGHT_LOST : GO_FIGHT_HELD;
}

static struct numbers numbers_sure(bool won) {
    return won ? (struct numbers){0, SURE} : (struct numbers){SURE, 0};
}

static uint64_t node_key(const struct go_fight *fight, const struct go_board *board, int side,
                         bool passed) {
    uint64_t ko = board->ko == GO_NO_POINT ? 0 : (uint64_t)(board->ko * 2 + board->ko_side) << 8;
    return board->key ^ rng_mix(fight->salt ^ ko ^ (uint64_t)(side + 2 * passed));
}

/* A first guess: fewer liberties are less to take away. */
static struct numbers numbers_guess(const struct go_fight *fight, const struct go_board *board,
                                    int side) {
    int liberties[4];
    uint32_t left = 1;
    if (go_board_colour(board, fight->target) == fight->owner)
        left = (uint32_t)go_board_liberties(board, fight->target, 4, liberties);
    return side == fight->owner ? (struct numbers){1, left} : (struct numbers){left, 1};
}

/* The numbers of a position that was just reached, the side to move being `side`. */
static struct numbers numbers_look(const struct go_fight *fight, const struct go_board *board,
                                   int side, bool passed, bool over) {
    enum go_fight_end end = end_find(fight, board, over);
    if (end != GO_FIGHT_OPEN)
        return numbers_sure((end == GO_FIGHT_HELD) == (side == fight->owner));
    uint64_t key = node_key(fight, board, side, passed);
    const struct entry *entry = &fight->table[key % TABLE];
    return entry->key == key ? entry->numbers : numbers_guess(fight, board, side);
}

static bool is_repeated(const struct go_fight *fight, const struct go_board *board, int depth) {
    for (int d = depth; d >= 0; d--)
        if (fight->path[d] == board->key)
            return true;
    return false;
}

/* Plays a move of the line's last board on the next one. Returns how many stones it captures. */
static int line_play(struct go_fight *fight, int depth, int side, int p) {
    struct go_board *next = &fight->boards[depth + 1];
    go_board_copy(next, &fight->boards[depth]);
    if (p != GO_PASS)
        return go_board_play(next, side, p);
    go_board_pass(next);
    return 0;
}

/* Whether many stones were taken: the target, or by it. */
static bool is_decided(const struct go_fight *fight, const struct go_board *board, int side,
                       int captured) {
    int liberties[ROOM / 2];
    if (captured < ROOM)
        return false;
    if (side != fight->owner)
        return go_board_colour(board, fight->target) == GO_EMPTY;
    return go_board_colour(board, fight->target) == side &&
           go_board_liberties(board, fight->target, ROOM / 2, liberties) == ROOM / 2;
}

/* The owner may always pass, the other side once it has taken the target. */
static int options_list(struct go_fight *fight, int depth, int side, bool passed,
                        struct option options[MOVES + 1]) {
    const struct go_board *board = &fight->boards[depth];
    int count = 0;
    for (int i = 0; i < fight->point_count; i++) {
        int p = fight->points[i];
        if (!go_board_is_legal(board, side, p) || go_board_is_eye(board, side, p))
            continue;
        if (count == MOVES) {
            fight->crowded = true;
            break;
        }
        const struct go_board *next = &fight->boards[depth + 1];
        int captured = line_play(fight, depth, side, p);
        if (is_repeated(fight, next, depth))
            continue;
        options[count++] =
            (struct option){p, is_decided(fight, next, side, captured)
                                   ? numbers_sure(false)
                                   : numbers_look(fight, next, 1 - side, false, false)};
    }
    if (side == fight->owner || go_board_colour(board, fight->target) != fight->owner) {
        line_play(fight, depth, side, GO_PASS);
        options[count++] = (struct option){
            GO_PASS, numbers_look(fight, &fight->boards[depth + 1], 1 - side, true, passed)};
    }
    return count;
}

/* The least effort wins; all of what is missing must be lost. Positions are reached in many ways,
 * so the largest number and how many there are say more than the sum. */
static struct numbers options_sum(const struct option *options, int count, int *best,
                                  uint32_t *second) {
    struct numbers sum = {SURE, 0};
    uint32_t open = 0;
    *best = 0;
    *second = SURE;
    for (int i = 0; i < count; i++) {
        struct numbers after = options[i].after;
        if (after.lose < sum.win) {
            *second = sum.win;
            sum.win = after.lose;
            *best = i;
        } else if (after.lose < *second) {
            *second = after.lose;
        }
        sum.lose = after.win > sum.lose ? after.win : sum.lose;
        open += after.win > 0;
    }
    if (sum.lose < SURE && open > 1)
        sum.lose += open - 1;
    return sum;
}

static struct numbers node_read(struct go_fight *fight, int depth, int side, bool passed,
                                struct numbers limit) {
    struct option options[MOVES + 1];
    fight->nodes++;
    if (depth == DEPTH)
        return numbers_sure(side == fight->owner);
    fight->path[depth] = fight->boards[depth].key;
    int count = options_list(fight, depth, side, passed, options);
    struct numbers sum;
    for (;;) {
        int best;
        uint32_t second;
        sum = options_sum(options, count, &best, &second);
        if (sum.win >= limit.win || sum.lose >= limit.lose || fight->nodes > fight->nodes_most)
            break;
        struct option *option = &options[best];
        uint32_t others = sum.lose - option->after.win;
        struct numbers next = {limit.lose >= SURE ? SURE : limit.lose - others,
                               second < limit.win ? second + 1 : limit.win};
        line_play(fight, depth, side, option->move);
        option->after = node_read(fight, depth + 1, 1 - side, option->move == GO_PASS, next);
    }
    uint64_t key = node_key(fight, &fight->boards[depth], side, passed);
    fight->table[key % TABLE] = (struct entry){key, sum};
    return sum;
}

enum go_fight_end go_fight_read(struct go_fight *fight, const struct go_board *board, int p,
                                const bool firm[GO_INDEXES], const bool area[GO_INDEXES], int first,
                                int *nodes) {
    assert(go_board_colour(board, p) < GO_EMPTY);
    fight->salt += 1 << 20;
    fight->firm = firm;
    fight->target = p;
    fight->owner = go_board_colour(board, p);
    fight->nodes = 0;
    fight->crowded = false;
    fight->nodes_most = *nodes;
    fight->point_count = 0;
    for (int n = 0; n < board->size * board->size; n++)
        if (area[go_board_point(board, n)])
            fight->points[fight->point_count++] = (uint16_t)go_board_point(board, n);
    go_board_copy(&fight->boards[0], board);
    enum go_fight_end end = end_find(fight, board, false);
    if (end != GO_FIGHT_OPEN)
        return end;
    struct numbers sum = node_read(fight, 0, first, false, (struct numbers){SURE, SURE});
    *nodes = fight->nodes < *nodes ? *nodes - fight->nodes : 0;
    if (fight->crowded || (sum.win > 0 && sum.lose > 0))
        return GO_FIGHT_OPEN;
    return (sum.win == 0) == (first == fight->owner) ? GO_FIGHT_HELD : GO_FIGHT_LOST;
}
