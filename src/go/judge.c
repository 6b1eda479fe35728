#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "life.h"
#include "playout.h"

enum { JUDGE_PLAYOUTS = 400, JUDGE_SEED = 20030 };

/* Chains at the end of a playout that touch a point which is neither side's. */
static void neutral_mark(const struct go_board *end, bool touched[GO_INDEXES]) {
    memset(touched, 0, GO_INDEXES * sizeof *touched);
    for (int i = 0; i < end->empty_count; i++) {
        int p = end->empty[i];
        if (go_playout_owner(end, p) != GO_EMPTY)
            continue;
        for (int k = 0; k < 4; k++) {
            int n = p + go_board_step(end, k);
            if (go_board_colour(end, n) < GO_EMPTY)
                touched[go_board_head(end, n)] = true;
        }
    }
}

static void forecast_add(struct go_forecast *forecast, const struct go_board *board,
                         const struct go_board *end) {
    bool touched[GO_INDEXES];
    neutral_mark(end, touched);
    forecast->playouts++;
    long area = go_playout_area(end);
    forecast->area += area;
    forecast->squares += area * area;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int owner = go_playout_owner(end, p);
        if (owner == GO_EMPTY)
            continue;
        forecast->owned[owner][p]++;
        if (go_board_colour(board, p) == owner && go_board_colour(end, p) == owner &&
            touched[go_board_head(end, p)])
            forecast->seki[p]++;
    }
}

void go_forecast_make(struct go_forecast *forecast, const struct go_board *board, int playouts,
                      const struct limits *limits) {
    struct go_board end;
    struct rng rng;
    rng_seed(&rng, JUDGE_SEED);
    memset(forecast, 0, sizeof *forecast);
    for (int i = 0; i < playouts; i++) {
        if (i >= 8 && limits != NULL && limits_reached(limits))
            return;
        go_board_copy(&end, board);
        go_board_pass(&end);
        go_playout_light(&end, i % 2, &rng);
        forecast_add(forecast, board, &end);
    }
}

/* The part of the playouts in which a chain's stones stayed their owner's, and stood in seki. */
static void chain_rates(const struct go_forecast *forecast, const struct go_board *board, int head,
                        double *stay, double *seki) {
    int stays = 0, sekis = 0;
    int p = head;
    do {
        stays += forecast->owned[go_board_colour(board, head)][p];
        sekis += forecast->seki[p];
        p = go_board_next(board, p);
    } while (p != head);
    double all = (double)forecast->playouts * go_board_stones(board, head);
    *stay = stays / all;
    *seki = sekis / all;
}

static enum mark chain_judge(const struct go_forecast *forecast, const struct go_board *board,
                             int head) {
    double stay, seki;
    chain_rates(forecast, board, head, &stay, &seki);
    if (stay < 0.5)
        return MARK_DEAD;
    return seki > 0.5 ? MARK_SEKI : MARK_ALIVE;
}

void go_judge(const struct go_board *board, const struct limits *limits, struct marks *marks) {
    struct go_forecast *forecast = memory_new(1, sizeof *forecast);
    bool safe[2][GO_INDEXES];
    memset(marks, MARK_ALIVE, sizeof *marks);
    for (int side = 0; side < 2; side++)
        go_life_find(board, side, safe[side]);
    go_forecast_make(forecast, board, JUDGE_PLAYOUTS, limits);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (colour >= GO_EMPTY || safe[colour][p])
            continue;
        marks->at[n] = (unsigned char)(safe[1 - colour][p]
                                           ? MARK_DEAD
                                           : chain_judge(forecast, board, go_board_head(board, p)));
    }
    free(forecast);
}
