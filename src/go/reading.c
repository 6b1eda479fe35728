#include "reading.h"

/* A chain with this many liberties is left alone. */
enum { SAFE_LIBERTIES = 4, NODES_MAX = 600 };

struct reading {
    int target;
    int owner;
    int nodes;
};

static bool read_attack(struct reading *reading, const struct go_board *board);

/* Whether the owner, to move, loses the chain all the same after this answer. */
static bool answer_fails(struct reading *reading, const struct go_board *board, int p) {
    struct go_board next;
    go_board_copy(&next, board);
    if (p == GO_PASS)
        go_board_pass(&next);
    else
        go_board_play(&next, reading->owner, p);
    return read_attack(reading, &next);
}

/* Points that take enemy chains in atari next to the target. Returns how many. */
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

/* The owner moves: takes an attacker, extends, or waits if there is a liberty to spare. */
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
        struct go_board next;
        go_board_copy(&next, board);
        go_board_play(&next, attacker, liberties[i]);
        if (read_defence(reading, &next))
            return true;
    }
    return false;
}

bool go_reading_captured(const struct go_board *board, int p, int first) {
    struct reading reading = {.target = p, .owner = go_board_colour(board, p)};
    bool captured =
        first == reading.owner ? read_defence(&reading, board) : read_attack(&reading, board);
    return captured && reading.nodes <= NODES_MAX;
}
