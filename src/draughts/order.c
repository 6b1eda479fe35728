#include "worker.h"

#include <stdlib.h>

/* Paths of one piece over the same pieces to the same square lead to the same position. */
static int merge_alike(move *moves, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int k = 0; k < kept && !known; k++) {
            known = moves[k] >> 18 == moves[i] >> 18 &&
                    draughts_taken(moves[k]) == draughts_taken(moves[i]);
        }
        if (!known) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

int draughts_order_list(const struct draughts *pos, move *moves) {
    int count = (int)draughts_list(&pos->board, pos->side, pos->rules, moves);
    return count > 1 && draughts_jumps(moves[0]) > 0 ? merge_alike(moves, count) : count;
}

static bool crowns(const struct draughts *pos, move m) {
    return (draughts_bit(draughts_to(m)) & draughts_far_row(pos->side)) != 0 &&
           (draughts_bit(draughts_from(m)) & pos->board.kings) == 0;
}

static int quiet_worth(const struct worker *w, const struct draughts *pos, int ply, move m) {
    if (!is_without(w, DRAUGHTS_WITHOUT_KILLERS)) {
        if (m == w->killers[ply][0]) {
            return 3 * HISTORY_MAX;
        }
        if (m == w->killers[ply][1]) {
            return 2 * HISTORY_MAX + 1;
        }
    }
    int worth = crowns(pos, m) ? HISTORY_MAX / 2 : 0;
    return is_without(w, DRAUGHTS_WITHOUT_HISTORY)
               ? worth
               : worth + w->history[pos->side][draughts_from(m)][draughts_to(m)];
}

void draughts_order_moves(const struct worker *w, const struct draughts *pos, int ply, int choice,
                          struct list *list) {
    for (int i = 0; i < list->count; i++) {
        move m = list->moves[i];
        list->number[i] = (unsigned char)(i + 1);
        if (i + 1 == choice) {
            list->worth[i] = 10 * HISTORY_MAX;
        } else if (draughts_jumps(m) > 0) {
            uint64_t kings = draughts_taken(m) & pos->board.kings;
            list->worth[i] = 100 * draughts_jumps(m) + 30 * draughts_size(kings) + crowns(pos, m);
        } else {
            list->worth[i] = quiet_worth(w, pos, ply, m);
        }
    }
}

move draughts_order_pick(struct list *list, int i) {
    int best = i;
    for (int k = i + 1; k < list->count; k++) {
        if (list->worth[k] > list->worth[best]) {
            best = k;
        }
    }
    move m = list->moves[best];
    int worth = list->worth[best];
    unsigned char number = list->number[best];
    /* Shifting keeps the generator's order among equals. */
    for (int k = best; k > i; k--) {
        list->moves[k] = list->moves[k - 1];
        list->worth[k] = list->worth[k - 1];
        list->number[k] = list->number[k - 1];
    }
    list->moves[i] = m;
    list->worth[i] = worth;
    list->number[i] = number;
    return m;
}

static void bump(int *value, int bonus) {
    *value += bonus - *value * abs(bonus) / HISTORY_MAX;
}

/* A quiet move that refuted its position is tried earlier elsewhere; those tried before it later.
 */
void draughts_order_learn(struct worker *w, const struct draughts *pos, int ply, int depth,
                          const struct list *list, int cut) {
    move m = list->moves[cut];
    if (draughts_jumps(m) > 0) {
        return;
    }
    if (m != w->killers[ply][0]) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = m;
    }
    int bonus = depth * depth < 400 ? depth * depth : 400;
    for (int i = 0; i <= cut; i++) {
        move tried = list->moves[i];
        bump(&w->history[pos->side][draughts_from(tried)][draughts_to(tried)],
             i == cut ? bonus : -bonus);
    }
}
