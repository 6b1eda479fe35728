/* qttt_endgame: what it takes to solve late positions of quantum tic-tac-toe, by board and by the
 * number of components that are left.
 *
 *   qttt_endgame [POSITIONS]     by default 10 of each kind */
#include <stdio.h>
#include <stdlib.h>

#include "../src/core/rng.h"
#include "../src/core/text.h"
#include "../src/qttt/endgame.h"
#include "row.h"

static const struct past no_past;

static int components(const struct qttt *q) {
    int count = 0;
    for (int cell = 0; cell < q->size * q->size; cell++)
        count += q->owner[cell] == 0;
    for (int n = 1; n <= q->moves; n++)
        count -= q->at[n] == QTTT_SPOOKY;
    return count;
}

/* A random position of a side to place with so many components and few enough open cells. */
static void position_draw(struct qttt *q, struct board *board, int size, int win, int trees,
                          struct rng *rng) {
    for (;;) {
        qttt_start(q, QTTT_GOFF, size, win, 0);
        while (qttt_result(q, &no_past).phase != PHASE_OVER &&
               (q->waiting || components(q) > trees)) {
            struct moves list = {0};
            qttt_moves(q, &no_past, &list);
            qttt_play(q, list.at[rng_below(rng, list.count)]);
            moves_free(&list);
        }
        if (qttt_result(q, &no_past).phase == PHASE_OVER || components(q) != trees)
            continue;
        board_read(board, q);
        if (endgame_estimate(board) != ENDGAME_NEVER)
            return;
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words) {
    static const int boards[][2] = {{4, 4}, {4, 3}, {5, 4}, {6, 4}};
    long positions = 10;
    if (count > 1 && !text_to_whole(words[1], 1, 1000, &positions))
        return 2;
    struct endgame *endgame = endgame_new(20);
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        double fewer = 0;
        for (int trees = 5; trees <= 9; trees++) {
            uint64_t nodes[1000], sum = 0, estimate = 0;
            double began = monotonic_now(), cells = 0;
            for (long k = 0; k < positions; k++) {
                struct qttt q;
                struct board board;
                int value;
                position_draw(&q, &board, boards[i][0], boards[i][1], trees, &rng);
                endgame_clear(endgame);
                endgame_solve_value(endgame, &board, 0, NULL, &value);
                nodes[k] = endgame_nodes(endgame);
                sum += nodes[k];
                cells += set_size(board.open);
                estimate += endgame_estimate(&board);
            }
            double seconds = monotonic_now() - began;
            qsort(nodes, (size_t)positions, sizeof *nodes, compare);
            printf("%d x %d, %d in a row, %d components, %.1f open cells: median %llu, most %llu, "
                   "mean %llu nodes (estimate %llu), %.4f s each, %.2f million nodes a second\n",
                   boards[i][0], boards[i][0], boards[i][1], trees, cells / (double)positions,
                   (unsigned long long)nodes[positions / 2],
                   (unsigned long long)nodes[positions - 1],
                   (unsigned long long)(sum / (uint64_t)positions),
                   (unsigned long long)(estimate / (uint64_t)positions),
                   seconds / (double)positions, (double)sum / seconds / 1e6);
            char what[64];
            snprintf(what, sizeof what, "solver, %d x %d, win %d: %d components, %.0f open",
                     boards[i][0], boards[i][0], boards[i][1], trees, cells / (double)positions);
            double mean = (double)sum / (double)positions;
            if (fewer > 0)
                row_print(what, mean, "nodes", "one component fewer", fewer, mean / fewer);
            fewer = mean;
        }
    }
    endgame_free(endgame);
    return 0;
}
