#include "handicap.h"

#include <assert.h>
#include <stdlib.h>

int go_handicap_most(int size) {
    if (size < 7)
        return 0;
    return size % 2 == 0 || size == 7 ? 4 : 9;
}

/* Lines are low, middle and high; five and seven stones have the centre, six and eight do not. */
void go_handicap_fixed(const struct go_board *board, int count, int points[GO_HANDICAP_FIXED_MAX]) {
    assert(count >= 2 && count <= go_handicap_most(board->size));
    enum { LOW, MIDDLE, HIGH };
    static const signed char order[GO_HANDICAP_FIXED_MAX][2] = {
        {LOW, LOW},     {HIGH, HIGH},  {LOW, HIGH},    {HIGH, LOW},      {LOW, MIDDLE},
        {HIGH, MIDDLE}, {MIDDLE, LOW}, {MIDDLE, HIGH}, {MIDDLE, MIDDLE},
    };
    int edge = board->size < 13 ? 2 : 3;
    int line[] = {edge, board->size / 2, board->size - 1 - edge};
    for (int i = 0; i < count; i++) {
        bool centre = i == count - 1 && count >= 5 && count % 2 == 1;
        const signed char *at = order[centre ? GO_HANDICAP_FIXED_MAX - 1 : i];
        points[i] = go_board_at(board, line[at[0]], line[at[1]]);
    }
}

/* How good another stone at p is: far from the others, and not near the edge. */
static int point_value(const struct go_board *board, int p, const int *points, int count) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    int edge = column < last - column ? column : last - column;
    if (row < edge)
        edge = row;
    if (last - row < edge)
        edge = last - row;
    int nearest = 2 * board->size;
    for (int i = 0; i < count; i++) {
        int far = abs(go_board_column(board, points[i]) - column) +
                  abs(go_board_row(board, points[i]) - row);
        if (far < nearest)
            nearest = far;
    }
    if (nearest == 0)
        return -1;
    return edge == 0 ? 0 : 4 * nearest + (edge > 2 ? 2 : edge) * board->size / 3;
}

void go_handicap_free(const struct go_board *board, int count, int points[GO_POINTS]) {
    assert(count >= 1 && count < board->size * board->size);
    int most = go_handicap_most(board->size);
    int placed = count < most ? count : most;
    if (placed >= 2)
        go_handicap_fixed(board, placed, points);
    else
        placed = 0;
    for (; placed < count; placed++) {
        int best = GO_NO_POINT, best_value = -1;
        for (int n = 0; n < board->size * board->size; n++) {
            int p = go_board_point(board, n);
            int value = point_value(board, p, points, placed);
            if (value > best_value) {
                best = p;
                best_value = value;
            }
        }
        points[placed] = best;
    }
}
