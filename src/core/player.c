#include "player.h"

#include <math.h>
#include <stdlib.h>

#include "memory.h"

bool limits_reached(const struct limits *limits) {
    if (limits->stop != NULL && atomic_load_explicit(limits->stop, memory_order_relaxed))
        return true;
    return limits->deadline > 0 && monotonic_now() >= limits->deadline;
}

/* The random player needs to know nothing but its game. */
struct random_memory {
    const struct game *game;
};

static void *random_open(const struct game *game, const long *options) {
    (void)options;
    struct random_memory *memory = memory_new(1, sizeof *memory);
    memory->game = game;
    return memory;
}

static void random_close(void *memory) {
    free(memory);
}

static void random_set(void *memory, int which, long value) {
    (void)memory;
    (void)which;
    (void)value;
}

double variation_lower_bound(const struct variation *variation) {
    static const double Z = 1.96;
    double n = (double)variation->visits, p = variation->winrate;
    if (variation->exact)
        return p;
    if (!variation->sampled || variation->visits == 0)
        return -1;
    double middle = p + Z * Z / (2 * n), width = Z * sqrt((p * (1 - p) + Z * Z / (4 * n)) / n);
    return fmax((middle - width) / (1 + Z * Z / n), 0);
}

static void random_forget(void *memory) {
    (void)memory;
}

static struct choice random_think(void *memory, const void *state, const struct past *past,
                                  const struct limits *limits, report_fn *report, void *context) {
    const struct game *game = ((struct random_memory *)memory)->game;
    struct moves list = {0};
    game->moves(state, past, &list);
    struct choice choice = {.m = MOVE_NONE, .resign = list.count == 0};
    if (list.count > 0) {
        struct rng rng;
        rng_seed(&rng, limits->seed);
        choice.m = list.at[rng_below(&rng, list.count)];
    }
    if (report != NULL && list.count > 0) {
        struct variation line = {.line = &choice.m,
                                 .length = 1,
                                 .winrate = 0.5,
                                 .distance = -1,
                                 .visits = 1,
                                 .prior = 1.0 / (double)list.count};
        report(context, &(struct report){.best = &line, .count = 1, .nodes = list.count});
    }
    moves_free(&list);
    return choice;
}

const struct player random_player = {
    .name = "random",
    .open = random_open,
    .close = random_close,
    .set = random_set,
    .forget = random_forget,
    .think = random_think,
};
