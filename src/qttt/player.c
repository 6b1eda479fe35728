/* player: who plays quantum tic-tac-toe: the exact solver on 3 x 3, the search on bigger boards. */
#include <stdlib.h>

#include "../core/memory.h"
#include "explain.h"
#include "ranking.h"

struct qttt_memory {
    struct solver *solver; /* made when a 3 x 3 position first comes up */
};

static struct solver *memory_solver(struct qttt_memory *memory) {
    if (memory->solver == NULL)
        memory->solver = solver_new();
    return memory->solver;
}

static void *player_open(const struct game *game, const long *options) {
    (void)game;
    (void)options;
    return memory_new(1, sizeof(struct qttt_memory));
}

static void player_close(void *player) {
    struct qttt_memory *memory = player;
    solver_free(memory->solver);
    free(memory);
}

static void player_set(void *player, int which, long value) {
    (void)player;
    (void)which;
    (void)value;
}

/* What the solver knows is true of every game: nothing to forget. */
static void player_forget(void *player) {
    (void)player;
}

static struct variation ranked_variation(const struct ranked *ranked) {
    int value = solver_value(ranked->score);
    return (struct variation){.line = ranked->line,
                              .length = ranked->length,
                              .winrate = value > 0   ? 1
                                         : value < 0 ? 0
                                                     : 0.5,
                              .score = value / 2.0,
                              .exact = true,
                              .words = ranking_words(ranked->score),
                              .distance = solver_distance(ranked->score),
                              .visits = ranked->nodes};
}

static void ranking_report(const struct ranked *list, int count, report_fn *report, void *context,
                           uint64_t nodes, double began) {
    struct variation variations[SOLVER_MOVES];
    for (int i = 0; i < count; i++)
        variations[i] = ranked_variation(&list[i]);
    report(context, &(struct report){.best = variations,
                                     .count = (size_t)count,
                                     .nodes = nodes,
                                     .depth = (int)list[0].length,
                                     .seconds = monotonic_now() - began});
}

/* The best move first; the whole ranking only for those who listen, and while the limits allow. */
static bool think_exactly(struct qttt_memory *memory, const struct qttt *q,
                          const struct limits *limits, report_fn *report, void *context,
                          struct choice *choice) {
    struct solver *solver = memory_solver(memory);
    double began = monotonic_now();
    uint64_t before = solver_nodes(solver);
    struct ranked best;
    if (!ranking_best(&best, solver, q, limits))
        return false;
    choice->m = best.m;
    if (report == NULL)
        return true;
    struct ranking ranking;
    bool whole = ranking_make(&ranking, solver, q, limits);
    ranking_report(whole ? ranking.at : &best, whole ? ranking.count : 1, report, context,
                   solver_nodes(solver) - before, began);
    return true;
}

static struct choice player_think(void *player, const void *state, const struct past *past,
                                  const struct limits *limits, report_fn *report, void *context) {
    struct choice choice = {0};
    if (solver_fits(state) && think_exactly(player, state, limits, report, context, &choice))
        return choice;
    return random_player.think(&(const struct game *){&qttt_game}, state, past, limits, report,
                               context);
}

static void player_explain(void *player, const void *state, const struct past *past, move m,
                           struct text *text) {
    (void)past;
    struct qttt_memory *memory = player;
    explain_move(state, m, solver_fits(state) ? memory_solver(memory) : NULL, -1, text);
}

const struct player qttt_player = {
    .name = "ternion",
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .forget = player_forget,
    .think = player_think,
    .explain = player_explain,
};
