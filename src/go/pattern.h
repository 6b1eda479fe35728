/* pattern: 3x3 patterns, the eight points around an empty one. */
#ifndef TERNION_GO_PATTERN_H
#define TERNION_GO_PATTERN_H

#include "board.h"

/* The eight colours as one number, two bits each: neighbours in the order of go_board_step, then
 * diagonals in that of go_board_corner. The board keeps it up to date. */
enum { GO_PATTERNS = 1 << 16 };

static inline unsigned go_pattern_code(const struct go_board *board, int p) {
    return board->point[p].around >> 16;
}

/* Whether the middle lies on the edge and no stone is around it. The upper bit of a colour says
 * that there is no stone; the lower one then tells edge from empty. */
static inline bool go_pattern_is_bare_edge(unsigned code) {
    return (code & 0xaaaa) == 0xaaaa && (code & 0x5555) != 0;
}

/* The patterns that invite a stone in the middle: hane, cuts and moves along the edge. */
struct go_pattern_set {
    unsigned char bits[GO_PATTERNS / 8];
};
void go_pattern_set_init(struct go_pattern_set *set);

static inline bool go_pattern_set_has(const struct go_pattern_set *set, unsigned code) {
    return set->bits[code >> 3] >> (code & 7) & 1;
}

#endif
