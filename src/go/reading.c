#include "reading.h"

#include <assert.h>
#include <stdlib.h>

#include "../core/memory.h"

/* A chain with this many liberties counts as safe. */
enum { SAFE_LIBERTIES = 4, NODES_MAX = 600 };

/* Captures that go back and forth may make a line as long as there are nodes, and that many boards
 * do not fit on a thread's stack. */
struct reading {
    int target;
    int owner;
    int nodes;
    int depth;
    struct go_board *boards; /* NODES_MAX, one for each ply of the line */
};

static bool read_attack(struct reading *reading, const struct go_board *board);

static struct go_board *line_push(struct reading *reading, const struct go_board *board, int side,
                                  int p) {
    assert(reading->depth < NODES_MAX);
    struct go_board *next = &reading->boards[reading->depth++];
    go_board_copy(next, board);
    if (p == GO_PASS)
        go_board_pass(next);
    else
        go_board_play(next, side, p);
    return next;
}

/* Whether the owner's answer at p does not save the chain. */
static bool answer_fails(struct reading *reading, const struct go_board *board, int p) {
    bool fails = read_attack(reading, line_push(reading, board, reading->owner, p));
    reading->depth--;
    return fails;
}

/* Points that capture enemy chains in atari next to the target. Returns how many. */
static int counter_points(const struct reading *reading, const struct go_board *board,
                          int points[GO_POINTS]) {
    int count = 0;
    int p = reading->target;
    do {
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) != 1 - reading->owner || !go_board_in_atari(board, n))
                continue;
            int at = go_board_last_liberty(board, n);
            int known = 0;
            while (known < count && points[known] != at)
                known++;
            if (known == count)
                points[count++] = at;
        }
        p = go_board_next(board, p);
    } while (p != reading->target);
    return count;
}

/* The owner moves: captures an attacker, extends, or passes if there is a liberty to spare. */
static bool read_defence(struct reading *reading, const struct go_board *board) {
    int points[GO_POINTS], liberties[SAFE_LIBERTIES];
    if (go_board_colour(board, reading->target) != reading->owner)
        return true;
    int count = go_board_liberties(board, reading->target, SAFE_LIBERTIES, liberties);
    if (count == SAFE_LIBERTIES || ++reading->nodes > NODES_MAX)
        return false;
    int counters = counter_points(reading, board, points);
    for (int i = 0; i < counters; i++)
        if (go_board_is_legal(board, reading->owner, points[i]) &&
            !answer_fails(reading, board, points[i]))
            return false;
    for (int i = 0; i < count; i++)
        if (go_board_is_legal(board, reading->owner, liberties[i]) &&
            !answer_fails(reading, board, liberties[i]))
            return false;
    return count == 1 || answer_fails(reading, board, GO_PASS);
}

static bool read_attack(struct reading *reading, const struct go_board *board) {
    int liberties[SAFE_LIBERTIES];
    int attacker = 1 - reading->owner;
    int count = go_board_liberties(board, reading->target, SAFE_LIBERTIES, liberties);
    if (count == SAFE_LIBERTIES || ++reading->nodes > NODES_MAX)
        return false;
    for (int i = 0; i < count; i++) {
        if (!go_board_is_legal(board, attacker, liberties[i]))
            continue;
        if (count == 1)
            return true;
        bool taken = read_defence(reading, line_push(reading, board, attacker, liberties[i]));
        reading->depth--;
        if (taken)
            return true;
    }
    return false;
}

bool go_reading_captured(const struct go_board *board, int p, int first) {
    assert(go_board_colour(board, p) < GO_EMPTY);
    struct reading reading = {.target = p,
                              .owner = go_board_colour(board, p),
                              .boards = memory_new(NODES_MAX, sizeof *reading.boards)};
    bool captured =
        first == reading.owner ? read_defence(&reading, board) : read_attack(&reading, board);
    free(reading.boards);
    return captured && reading.nodes <= NODES_MAX;
}
