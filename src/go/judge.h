/* judge: which stones of a stopped game are alive, dead, or alive in seki. */
#ifndef TERNION_GO_JUDGE_H
#define TERNION_GO_JUDGE_H

#include "../core/game.h"
#include "../core/player.h"
#include "board.h"

/* Statistics of many playouts from one position, half of them light and half heavy. */
struct go_ownermap {
    int playouts;
    int owned[2][GO_INDEXES]; /* how often a side owned the point at the end */
    long area, squares;       /* sums of Black's points less White's, and of their squares */
    int seki[GO_INDEXES]; /* how often a stone stayed, its chain next to a point of neither side */
};

/* Makes that many playouts, the sides starting in turn; stops early at the limits, which may be
 * NULL. */
void go_ownermap_fill(struct go_ownermap *ownermap, const struct go_board *board, int playouts,
                      const struct limits *limits);
/* Marks every stone; points without one are MARK_ALIVE. Small fights are read to their end, the
 * rest is left to playouts. No empty or dead space holds dead stones of both sides. Deterministic
 * unless limits cut it short.
 */
void go_judge(const struct go_board *board, const struct limits *limits, struct marks *marks);

#endif
