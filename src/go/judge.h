/* judge: which stones of a stopped game are alive, dead, or alive in seki. */
#ifndef TERNION_GO_JUDGE_H
#define TERNION_GO_JUDGE_H

#include "../core/game.h"
#include "../core/player.h"
#include "board.h"

/* What many playouts from one position, light and heavy ones, say about its points. */
struct go_forecast {
    int playouts;
    int owned[2][GO_INDEXES]; /* how often a side owned the point in the end */
    long area, squares;       /* sums of Black's points less White's, and of their squares */
    int seki[GO_INDEXES]; /* how often a stone was still there, next to a point nobody could take */
};

/* Plays `playouts` games, the sides beginning in turn; stops early if the limits say so. */
void go_forecast_make(struct go_forecast *forecast, const struct go_board *board, int playouts,
                      const struct limits *limits);
/* Marks by stones (points without one are MARK_ALIVE). Deterministic unless limits cut it short. */
void go_judge(const struct go_board *board, const struct limits *limits, struct marks *marks);

#endif
