#include "draughts.h"

#include "../core/assert_hot.h"

bool draughts_board_is_ok(const struct draughts_board *board) {
    uint64_t black = board->side[DRAUGHTS_BLACK], white = board->side[DRAUGHTS_WHITE];
    return (black & white) == 0 && ((black | white) & ~DRAUGHTS_BOARD) == 0 &&
           (board->kings & ~(black | white)) == 0 && draughts_size(black) <= DRAUGHTS_PIECES &&
           draughts_size(white) <= DRAUGHTS_PIECES;
}

/* Function bodies that depend on the side are inlined once for each side, so that shifts and
 * directions are constants. */
#define BODY static inline __attribute__((always_inline))

/* The captures of one piece. */
struct capture {
    move *list; /* where moves are written; NULL: they are only counted */
    uint64_t empty;
    int from;
    bool stops; /* crowning ends the move */
};

/* `at` is where the piece stands after `jumps` jumps, `enemy` the pieces not jumped yet. Whether
 * jumped pieces are removed at once makes no difference: no piece lands on a square that can be
 * jumped. */
static size_t capture_white(struct capture *capture, bool king, uint64_t enemy, uint64_t at,
                            int jumps, uint64_t directions);
static size_t capture_black(struct capture *capture, bool king, uint64_t enemy, uint64_t at,
                            int jumps, uint64_t directions);

BODY size_t capture_end(struct capture *capture, uint64_t at, int jumps, uint64_t directions) {
    if (capture->list != NULL) {
        *capture->list++ = draughts_move(capture->from, draughts_first(at), jumps, directions);
    }
    return 1;
}

/* The paths that begin with a jump in one direction. */
BODY size_t capture_jump(int side, struct capture *capture, bool king, uint64_t enemy, uint64_t at,
                         int jumps, uint64_t directions, int d) {
    uint64_t over = draughts_shift(at, d) & enemy;
    uint64_t land = draughts_shift(over, d) & capture->empty;
    if (land == 0) {
        return 0;
    }
    uint64_t path = directions | (uint64_t)d << 2 * jumps;
    bool crowned = !king && (land & draughts_crown_row(side)) != 0;
    if (crowned && capture->stops) {
        return capture_end(capture, land, jumps + 1, path);
    }
    return side == DRAUGHTS_WHITE
               ? capture_white(capture, king || crowned, enemy ^ over, land, jumps + 1, path)
               : capture_black(capture, king || crowned, enemy ^ over, land, jumps + 1, path);
}

/* Follows every path to its end and returns how many there are. */
BODY size_t capture_body(int side, struct capture *capture, bool king, uint64_t enemy, uint64_t at,
                         int jumps, uint64_t directions) {
    int d = draughts_forward(side);
    size_t count = capture_jump(side, capture, king, enemy, at, jumps, directions, d);
    count += capture_jump(side, capture, king, enemy, at, jumps, directions, d + 1);
    if (king) {
        count += capture_jump(side, capture, king, enemy, at, jumps, directions, 3 - d);
        count += capture_jump(side, capture, king, enemy, at, jumps, directions, 2 - d);
    }
    return count != 0 ? count : capture_end(capture, at, jumps, directions);
}

static size_t capture_white(struct capture *capture, bool king, uint64_t enemy, uint64_t at,
                            int jumps, uint64_t directions) {
    return capture_body(DRAUGHTS_WHITE, capture, king, enemy, at, jumps, directions);
}

static size_t capture_black(struct capture *capture, bool king, uint64_t enemy, uint64_t at,
                            int jumps, uint64_t directions) {
    return capture_body(DRAUGHTS_BLACK, capture, king, enemy, at, jumps, directions);
}

BODY size_t capture_follow(int side, struct capture *capture, bool king, uint64_t enemy,
                           uint64_t at, int jumps, uint64_t directions) {
    return side == DRAUGHTS_WHITE ? capture_white(capture, king, enemy, at, jumps, directions)
                                  : capture_black(capture, king, enemy, at, jumps, directions);
}

/* Captures that begin with a man's jump in one direction. Most end after it, and are found as a
 * set: those that land where no man can jump on and no crowned man may. */
BODY size_t men_captures(int side, struct capture *capture, uint64_t men, uint64_t enemy,
                         uint64_t reach, int d) {
    uint64_t land = draughts_shift(draughts_shift(men, d), d);
    uint64_t last = land & ~reach & ~(capture->stops ? 0 : draughts_crown_row(side));
    size_t count = 0;
    if (capture->list == NULL) {
        count = (size_t)draughts_size(last);
        land &= ~last;
    }
    for (; land != 0; land &= land - 1) {
        uint64_t at = land & -land, over = draughts_shift(at, 3 - d);
        capture->from = draughts_first(draughts_shift(over, 3 - d));
        if ((at & last) != 0) {
            count += capture_end(capture, at, 1, (uint64_t)d);
        } else {
            bool crowned = (at & draughts_crown_row(side)) != 0;
            capture->empty |= draughts_bit(capture->from);
            count += capture_follow(side, capture, crowned, enemy ^ over, at, 1, (uint64_t)d);
            capture->empty ^= draughts_bit(capture->from);
        }
    }
    return count;
}

/* All captures, appended to the list or only counted; 0 if there are none. */
BODY size_t captures_body(int side, const struct draughts_board *board, enum draughts_rules rules,
                          move *list) {
    int d = draughts_forward(side);
    uint64_t own = board->side[side], kings = own & board->kings, men = own ^ kings;
    uint64_t enemy = board->side[1 - side], empty = draughts_empty(board);
    uint64_t left = draughts_reach(enemy, empty, d), right = draughts_reach(enemy, empty, d + 1);
    struct capture capture = {.list = list, .empty = empty, .stops = rules == DRAUGHTS_ENGLISH};
    size_t count = 0;
    if ((men & (left | right)) != 0) {
        count += men_captures(side, &capture, men & left, enemy, left | right, d);
        count += men_captures(side, &capture, men & right, enemy, left | right, d + 1);
    }
    if (kings != 0) {
        kings &= left | right | draughts_reach(enemy, empty, 3 - d) |
                 draughts_reach(enemy, empty, 2 - d);
        for (; kings != 0; kings &= kings - 1) {
            uint64_t at = kings & -kings;
            capture.from = draughts_first(at);
            capture.empty = empty | at;
            count += capture_follow(side, &capture, true, enemy, at, 0, 0);
        }
    }
    return count;
}

BODY size_t list_steps(uint64_t movers, uint64_t empty, int d, move *list) {
    size_t count = 0;
    for (uint64_t to = draughts_shift(movers, d) & empty; to != 0; to &= to - 1) {
        int from = draughts_first(draughts_shift(to & -to, 3 - d));
        list[count++] = draughts_move(from, draughts_first(to), 0, (uint64_t)d);
    }
    return count;
}

BODY size_t list_body(int side, const struct draughts_board *board, enum draughts_rules rules,
                      move *list) {
    size_t count = captures_body(side, board, rules, list);
    if (count != 0) {
        return count;
    }
    int d = draughts_forward(side);
    uint64_t own = board->side[side], kings = own & board->kings, empty = draughts_empty(board);
    count = list_steps(own, empty, d, list);
    count += list_steps(own, empty, d + 1, list + count);
    if (kings != 0) {
        count += list_steps(kings, empty, 3 - d, list + count);
        count += list_steps(kings, empty, 2 - d, list + count);
    }
    return count;
}

size_t draughts_list(const struct draughts_board *board, int side, enum draughts_rules rules,
                     move *list) {
    assert_hot(draughts_board_is_ok(board));
    return side == DRAUGHTS_WHITE ? list_body(DRAUGHTS_WHITE, board, rules, list)
                                  : list_body(DRAUGHTS_BLACK, board, rules, list);
}

BODY size_t count_body(int side, const struct draughts_board *board, enum draughts_rules rules) {
    size_t count = captures_body(side, board, rules, NULL);
    if (count != 0) {
        return count;
    }
    int d = draughts_forward(side);
    uint64_t own = board->side[side], kings = own & board->kings, empty = draughts_empty(board);
    count = (size_t)(draughts_size(draughts_shift(own, d) & empty) +
                     draughts_size(draughts_shift(own, d + 1) & empty));
    if (kings != 0) {
        count += (size_t)(draughts_size(draughts_shift(kings, 3 - d) & empty) +
                          draughts_size(draughts_shift(kings, 2 - d) & empty));
    }
    return count;
}

size_t draughts_count(const struct draughts_board *board, int side, enum draughts_rules rules) {
    return side == DRAUGHTS_WHITE ? count_body(DRAUGHTS_WHITE, board, rules)
                                  : count_body(DRAUGHTS_BLACK, board, rules);
}

uint64_t draughts_captured(move m) {
    uint64_t at = draughts_bit(draughts_from(m)), taken = 0;
    for (int jump = 0; jump < draughts_jumps(m); jump++) {
        int d = draughts_direction(m, jump);
        at = draughts_shift(at, d);
        taken |= at;
        at = draughts_shift(at, d);
    }
    return taken;
}

/* A man is crowned where it ends, or on the way if it went on capturing as a king. */
struct draughts_board draughts_after_capture(const struct draughts_board *board, int side, move m) {
    uint64_t from = draughts_bit(draughts_from(m)), at = from, taken = 0;
    uint64_t king = board->kings & from, crown = king;
    for (int jump = 0; jump < draughts_jumps(m); jump++) {
        int d = draughts_direction(m, jump);
        at = draughts_shift(at, d);
        taken |= at;
        at = draughts_shift(at, d);
        crown |= at & draughts_crown_row(side);
    }
    struct draughts_board next = {.kings = (board->kings & ~(king | taken)) | (crown ? at : 0)};
    next.side[side] = (board->side[side] & ~from) | at;
    next.side[1 - side] = board->side[1 - side] & ~taken;
    return next;
}

static uint64_t perft_white(const struct draughts_board *board, enum draughts_rules rules,
                            int depth);
static uint64_t perft_black(const struct draughts_board *board, enum draughts_rules rules,
                            int depth);

BODY uint64_t perft_body(int side, const struct draughts_board *board, enum draughts_rules rules,
                         int depth) {
    move list[DRAUGHTS_MOVES];
    size_t count = list_body(side, board, rules, list);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        struct draughts_board next = draughts_after(board, side, list[i]);
        if (depth == 2) {
            total += count_body(1 - side, &next, rules);
        } else {
            total += side == DRAUGHTS_WHITE ? perft_black(&next, rules, depth - 1)
                                            : perft_white(&next, rules, depth - 1);
        }
    }
    return total;
}

static uint64_t perft_white(const struct draughts_board *board, enum draughts_rules rules,
                            int depth) {
    return perft_body(DRAUGHTS_WHITE, board, rules, depth);
}

static uint64_t perft_black(const struct draughts_board *board, enum draughts_rules rules,
                            int depth) {
    return perft_body(DRAUGHTS_BLACK, board, rules, depth);
}

uint64_t draughts_perft(const struct draughts_board *board, int side, enum draughts_rules rules,
                        int depth) {
    if (depth <= 1) {
        return depth == 1 ? draughts_count(board, side, rules) : 1;
    }
    return side == DRAUGHTS_WHITE ? perft_white(board, rules, depth)
                                  : perft_black(board, rules, depth);
}
