/* pattern: what stands on the eight points around an empty one. */
#ifndef TERNION_GO_PATTERN_H
#define TERNION_GO_PATTERN_H

#include "board.h"

/* The eight colours as one number: neighbours first, then corners, two bits each. */
enum { GO_PATTERNS = 1 << 16 };

static inline unsigned go_pattern_code(const struct go_board *board, int p) {
    const struct go_point *at = &board->point[p];
    int stride = board->stride;
    return (unsigned)(at[1].colour | at[-1].colour << 2 | at[stride].colour << 4 |
                      at[-stride].colour << 6 | at[stride + 1].colour << 8 |
                      at[stride - 1].colour << 10 | at[-stride - 1].colour << 12 |
                      at[-stride + 1].colour << 14);
}

/* Whether the middle lies on the edge and no stone is around it: of the two bits of a colour the upper
 * one says that there is no stone, the lower one then tells edge from empty. */
static inline bool go_pattern_is_bare_edge(unsigned code) {
    return (code & 0xaaaa) == 0xaaaa && (code & 0x5555) != 0;
}

/* Which patterns invite a stone in the middle: hanes, cuts and moves along the edge. */
struct go_shapes {
    unsigned char good[GO_PATTERNS / 8];
};
void go_shapes_init(struct go_shapes *shapes);

static inline bool go_shapes_has(const struct go_shapes *shapes, unsigned code) {
    return shapes->good[code >> 3] >> (code & 7) & 1;
}

#endif
