/* qttt_oracle: quantum tic-tac-toe by nothing but the game's own functions, for tests to compare
 * with. */
#ifndef TERNION_TESTS_QTTT_ORACLE_H
#define TERNION_TESTS_QTTT_ORACLE_H

#include "../../src/core/rng.h"
#include "../../src/qttt/qttt.h"

static const struct past no_past;

static inline bool position_over(const struct qttt *q) {
    return qttt_result(q, &no_past).phase == PHASE_OVER;
}

static inline move move_random(const struct qttt *q, struct rng *rng) {
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    move m = list.at[rng_below(rng, list.count)];
    moves_free(&list);
    return m;
}

static inline void position_play_random(struct qttt *q, struct rng *rng) {
    qttt_play(q, move_random(q, rng));
}

/* Half points of a finished game for a side: 2 win, 1 narrow win, 0 draw ... */
static inline int final_value(const struct qttt *q, int side) {
    struct result result = qttt_result(q, &no_past);
    if (result.winner == SIDE_NONE)
        return 0;
    int value = result.margin == 1 ? 2 : 1;
    return result.winner == side ? value : -value;
}

/* A plain minimax for a side: 100 for each half point, less one for each ply to the end. */
static inline int oracle_score(const struct qttt *q, int side) {
    if (position_over(q))
        return final_value(q, side) * 100;
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    bool maximise = qttt_to_play(q) == side;
    int best = maximise ? -1000 : 1000;
    for (size_t i = 0; i < list.count; i++) {
        struct qttt child = *q;
        qttt_play(&child, list.at[i]);
        int score = oracle_score(&child, side);
        score -= (score > 0) - (score < 0);
        if (maximise ? score > best : score < best)
            best = score;
    }
    moves_free(&list);
    return best;
}

#endif
