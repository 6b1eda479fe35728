/* The player of quantum tic-tac-toe: the exact solver on 3 x 3, the search on bigger boards. */
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "explain.h"
#include "ranking.h"
#include "search.h"

/* Random games for a 3 x 3 position that could not be solved in time. */
enum { SEARCH_LEAST = 200 };

enum { THREADS, MEMORY, CONTEMPT, OPTIONS };

static const struct player_option player_options[] = {
    [THREADS] = {.name = "threads",
                 .usage = "N: threads that search together on boards bigger than 3 x 3",
                 .min = 1,
                 .max = 64,
                 .initial = 1},
    [MEMORY] = {.name = "memory",
                .usage = "MB: room for the search tree on boards bigger than 3 x 3",
                .min = 1,
                .max = PLAYER_MEGABYTES(16384),
                .initial = 64,
                .megabytes = true},
    [CONTEMPT] = {.name = "contempt",
                  .usage =
                      "P: by how many percent a draw counts less than half a win in the search",
                  .min = 0,
                  .max = 50,
                  .initial = 35},
    [OPTIONS] = {.name = NULL}};

struct qttt_memory {
    long options[OPTIONS];
    struct solver *solver; /* made when a 3 x 3 position first comes up */
    bool stale;            /* the solver may know what was not thought since the game began */
    struct search *search; /* made when it is first needed */
    /* What the last search thought of its move, for explain. */
    struct qttt seen;
    move m;
    struct explain_search thought;
};

static struct solver *memory_solver(struct qttt_memory *memory) {
    if (memory->solver == NULL)
        memory->solver = solver_new();
    return memory->solver;
}

static struct search_options memory_options(const struct qttt_memory *memory) {
    return (struct search_options){.threads = (int)memory->options[THREADS],
                                   .megabytes = (int)memory->options[MEMORY],
                                   .contempt = (int)memory->options[CONTEMPT]};
}

static struct search *memory_search(struct qttt_memory *memory) {
    struct search_options options = memory_options(memory);
    if (memory->search == NULL)
        memory->search = search_new(&options);
    return memory->search;
}

static void *player_open(const struct game *game, const long *options) {
    (void)game;
    struct qttt_memory *memory = memory_new(1, sizeof *memory);
    memcpy(memory->options, options, sizeof memory->options);
    memory->stale = true;
    return memory;
}

static void player_close(void *player) {
    struct qttt_memory *memory = player;
    solver_free(memory->solver);
    search_free(memory->search);
    free(memory);
}

static void player_set(void *player, int which, long value) {
    struct qttt_memory *memory = player;
    memory->options[which] = value;
    struct search_options options = memory_options(memory);
    if (memory->search != NULL)
        search_set(memory->search, &options);
}

/* Every search starts anew. What the solver knows is true of every game, so it is forgotten only
 * where it could change a choice: before a thought that counts nodes. */
static void player_forget(void *player) {
    struct qttt_memory *memory = player;
    memory->m = MOVE_NONE;
    memory->stale = true;
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
                              .visits = ranked->nodes,
                              .prior = -1};
}

static void ranking_report(const struct ranked *list, int count, report_fn *report, void *context,
                           uint64_t nodes) {
    struct variation variations[SOLVER_MOVES];
    for (int i = 0; i < count; i++)
        variations[i] = ranked_variation(&list[i]);
    report(context, &(struct report){.best = variations, .count = (size_t)count, .nodes = nodes});
}

/* The best move first; the whole ranking only if there is a report, and while the limits allow. */
static bool think_exactly(struct qttt_memory *memory, const struct qttt *q,
                          const struct limits *limits, report_fn *report, void *context,
                          struct choice *choice) {
    struct solver *solver = memory_solver(memory);
    if (memory->stale && limits->nodes) {
        solver_clear(solver);
        memory->stale = false;
    }
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
                   solver_nodes(solver) - before);
    return true;
}

static struct variation candidate_variation(const struct search_candidate *candidate) {
    static const char *const words[] = {"loss", "narrow loss", "draw", "narrow win", "win"};
    struct variation variation = {.line = candidate->line,
                                  .length = candidate->length,
                                  .winrate = candidate->value,
                                  .score = 2 * candidate->value - 1,
                                  .distance = candidate->distance,
                                  .visits = candidate->visits,
                                  .prior = candidate->prior,
                                  .sampled = true};
    if (candidate->exact) {
        variation.exact = true;
        variation.words = words[candidate->result + 2];
        variation.score = candidate->result / 2.0;
        variation.winrate = candidate->result > 0 ? 1 : candidate->result < 0 ? 0 : 0.5;
    }
    return variation;
}

struct report_sink {
    report_fn *report;
    void *context;
};

static void sink_report(void *context, const struct search_result *result) {
    struct report_sink *sink = context;
    struct variation *variations = memory_new(result->count, sizeof *variations);
    for (size_t i = 0; i < result->count; i++)
        variations[i] = candidate_variation(&result->at[i]);
    sink->report(
        sink->context,
        &(struct report){.best = variations, .count = result->count, .nodes = result->nodes});
    free(variations);
}

static struct choice think_searching(struct qttt_memory *memory, const struct qttt *q,
                                     const struct limits *limits, report_fn *report,
                                     void *context) {
    struct report_sink sink = {.report = report, .context = context};
    struct search_result result;
    search_run(memory_search(memory), q, limits, report ? sink_report : NULL, &sink, &result);
    if (report != NULL)
        sink_report(&sink, &result);
    struct choice choice = {.m = result.at[0].m};
    memory->seen = *q;
    memory->m = choice.m;
    memory->thought = (struct explain_search){.winrate = result.at[0].value,
                                              .exact = result.at[0].exact,
                                              .value = result.at[0].result,
                                              .distance = result.at[0].distance};
    search_result_free(&result);
    return choice;
}

/* A 3 x 3 position that could not be solved is searched for as many random games as nodes were
 * allowed. Where the time is over a few must do, and are still played: they take a millisecond or
 * two. */
static struct limits limits_for_search(const struct limits *limits) {
    if (limits->nodes && !limits_reached(limits))
        return *limits;
    bool fewer = limits->nodes && limits->nodes < SEARCH_LEAST;
    return (struct limits){.nodes = fewer ? limits->nodes : SEARCH_LEAST, .seed = limits->seed};
}

static struct choice player_think(void *player, const void *state, const struct past *past,
                                  const struct limits *limits, report_fn *report, void *context) {
    (void)past;
    struct choice choice = {0};
    if (!solver_fits(state))
        return think_searching(player, state, limits, report, context);
    if (think_exactly(player, state, limits, report, context, &choice))
        return choice;
    struct limits few = limits_for_search(limits);
    return think_searching(player, state, &few, report, context);
}

static void player_explain(void *player, const void *state, const struct past *past, move m,
                           struct text *text) {
    (void)past;
    struct qttt_memory *memory = player;
    struct solver *solver = solver_fits(state) ? memory_solver(memory) : NULL;
    bool known = memory->m == m && memcmp(&memory->seen, state, sizeof memory->seen) == 0;
    const struct explain_search nothing = {.winrate = -1};
    explain_move(state, m, solver, known ? &memory->thought : &nothing, text);
}

/* The search empties its tree, the solver keeps what it has proved. */
static bool player_gains(const void *state) {
    return solver_fits(state);
}

const struct player qttt_player = {
    .name = "ternion",
    .options = player_options,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .forget = player_forget,
    .think = player_think,
    .gains_by_pondering = player_gains,
    .explain = player_explain,
};
