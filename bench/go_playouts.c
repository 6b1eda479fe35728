/* Playouts per CPU second on the Go board, side by side with the same playouts on a board that
 * knows nothing but colours and floods for liberties. */
#include <stdio.h>
#include <string.h>

#include "../src/go/playout.h"
#include "row.h"

/* The plain board: a colour for each point of the same padded rows, and a ko point. */
struct plain_board {
    int size, stride, ko;
    unsigned char colour[GO_INDEXES];
};

/* Whether the chain at p has a liberty; its stones go into `stones`. */
static bool plain_lives(const struct plain_board *board, int p, int *stones, int *count) {
    bool seen[GO_INDEXES] = {false};
    bool lives = false;
    const int steps[4] = {1, -1, board->stride, -board->stride};
    *count = 0;
    stones[(*count)++] = p;
    seen[p] = true;
    for (int i = 0; i < *count; i++)
        for (int k = 0; k < 4; k++) {
            int n = stones[i] + steps[k];
            lives = lives || board->colour[n] == GO_EMPTY;
            if (board->colour[n] == board->colour[p] && !seen[n]) {
                seen[n] = true;
                stones[(*count)++] = n;
            }
        }
    return lives;
}

/* Plays if legal: false leaves the board as it was. */
static bool plain_play(struct plain_board *board, int side, int p) {
    int stones[GO_POINTS], count, taken = 0, last = 0;
    const int steps[4] = {1, -1, board->stride, -board->stride};
    if (p == board->ko)
        return false;
    board->colour[p] = (unsigned char)side;
    for (int k = 0; k < 4; k++) {
        int n = p + steps[k];
        if (board->colour[n] != 1 - side || plain_lives(board, n, stones, &count))
            continue;
        for (int i = 0; i < count; i++)
            board->colour[stones[i]] = GO_EMPTY;
        taken += count;
        last = n;
    }
    if (taken == 0 && !plain_lives(board, p, stones, &count)) {
        board->colour[p] = GO_EMPTY;
        return false;
    }
    int around = 0;
    for (int k = 0; k < 4; k++)
        around += board->colour[p + steps[k]] == side || board->colour[p + steps[k]] == GO_EMPTY;
    board->ko = taken == 1 && around == 1 ? last : GO_NO_POINT;
    return true;
}

static bool plain_eye(const struct plain_board *board, int side, int p) {
    const int s = board->stride;
    const int steps[4] = {1, -1, s, -s}, corners[4] = {s + 1, s - 1, -s - 1, -s + 1};
    int enemies = 0, edges = 0;
    for (int k = 0; k < 4; k++) {
        int colour = board->colour[p + steps[k]];
        if (colour != side && colour != GO_EDGE)
            return false;
        enemies += board->colour[p + corners[k]] == 1 - side;
        edges += board->colour[p + corners[k]] == GO_EDGE;
    }
    return enemies + (edges > 0) < 2;
}

static void plain_playout(struct plain_board *board, int side, struct rng *rng) {
    int passes = 0;
    for (int left = 3 * board->size * board->size; left > 0 && passes < 2; left--) {
        int points[GO_POINTS], count = 0;
        for (int p = 0; p < GO_INDEXES; p++)
            if (board->colour[p] == GO_EMPTY && !plain_eye(board, side, p))
                points[count++] = p;
        bool played = false;
        while (count > 0 && !played) {
            int k = (int)rng_below(rng, (uint64_t)count);
            played = plain_play(board, side, points[k]);
            points[k] = points[--count];
        }
        if (!played)
            board->ko = GO_NO_POINT;
        passes = played ? 0 : passes + 1;
        side = 1 - side;
    }
}

static double plain_rate(int size, int count, struct rng *rng) {
    struct go_board empty;
    struct plain_board start = {.size = size, .stride = size + 1};
    go_board_init(&empty, size);
    for (int p = 0; p < GO_INDEXES; p++)
        start.colour[p] = (unsigned char)go_board_colour(&empty, p);
    double began = cpu_now();
    for (int i = 0; i < count; i++) {
        struct plain_board board = start;
        plain_playout(&board, GO_BLACK, rng);
    }
    return count / (cpu_now() - began);
}

static double board_rate(int size, int count, struct rng *rng,
                         void (*playout)(struct go_board *, int, struct rng *), long *area) {
    struct go_board empty, board;
    go_board_init(&empty, size);
    double began = cpu_now();
    for (int i = 0; i < count; i++) {
        go_board_copy(&board, &empty);
        playout(&board, GO_BLACK, rng);
        *area += go_playout_area(&board);
    }
    return count / (cpu_now() - began);
}

int main(void) {
    static const int sizes[] = {9, 13, 19};
    printf("Go playouts per CPU second from the empty board\n");
    printf("size   uniform     light     plain board   uniform/plain\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct rng rng;
        long area = 0;
        int count = 8000000 / (sizes[i] * sizes[i]);
        rng_seed(&rng, 1);
        double uniform = board_rate(sizes[i], count, &rng, go_playout_uniform, &area);
        double light = board_rate(sizes[i], count / 4, &rng, go_playout_light, &area);
        double plain = plain_rate(sizes[i], count / 50, &rng);
        printf("%4d  %8.0f  %8.0f        %8.0f          %6.1f\n", sizes[i], uniform, light, plain,
               uniform / plain);
        char what[64];
        snprintf(what, sizeof what, "playouts, Go %d x %d, uniformly random", sizes[i], sizes[i]);
        row_print(what, uniform, "playouts/s", "board that floods", plain, uniform / plain);
    }
    return 0;
}
