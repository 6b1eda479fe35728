#include "go_side.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void go_side_init(struct go_side *side, int size, uint64_t nodes) {
    *side = (struct go_side){.nodes = nodes};
    go_tuning_init(&side->tuning, size);
}

static bool side_set(struct go_side *side, const char *name, double value) {
    struct go_tuning *tuning = &side->tuning;
    const struct {
        const char *name;
        double *value;
    } numbers[] = {
        {"rave", &tuning->rave},
        {"rave_fade", &tuning->rave_fade},
        {"explore", &tuning->explore},
        {"puct", &tuning->puct},
        {"widening", &tuning->widening},
        {"gap", &tuning->gap},
        {"score_weight", &tuning->score_weight},
        {"value_weight", &tuning->value_weight},
        {"value_late", &tuning->value_late},
        {"even", &tuning->prior.even},
        {"low", &tuning->prior.low},
        {"pattern", &tuning->prior.pattern},
        {"near", &tuning->prior.near},
        {"tactics", &tuning->prior.tactics},
        {"policy", &tuning->prior.policy},
        {"net", &tuning->prior.net},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].value = value;
            return true;
        }
    if (strcmp(name, "heuristics") == 0)
        tuning->heuristics = (unsigned)value;
    else if (strcmp(name, "priors") == 0)
        tuning->prior.kinds = (unsigned)value;
    else if (strcmp(name, "expand") == 0)
        tuning->expand = (int)value;
    else if (strcmp(name, "reuse") == 0)
        tuning->reuse = value > 0;
    else if (strcmp(name, "nodes") == 0)
        side->nodes = (uint64_t)value;
    else
        return false;
    return true;
}

bool go_side_read(struct go_side *side, const char *word) {
    char name[32];
    const char *equals = strchr(word, '=');
    if (equals == NULL || (size_t)(equals - word) >= sizeof name)
        return false;
    memcpy(name, word, (size_t)(equals - word));
    name[equals - word] = '\0';
    char *end;
    double value = strtod(equals + 1, &end);
    return *end == '\0' && end != equals + 1 && side_set(side, name, value);
}

void go_side_open(struct go_side *side) {
    enum { MEGABYTES = 64 };
    side->search = go_search_new(MEGABYTES);
    go_search_tune(side->search, &side->tuning);
}

void go_side_close(struct go_side *side) {
    go_search_free(side->search);
}

void go_bench_game_init(struct go_bench_game *game, const struct setup *setup) {
    go_init(&game->state, setup);
    game->past = (struct past){.keys = game->keys};
}

void go_bench_game_play(struct go_bench_game *game, move m) {
    assert(game->past.count < GO_GAME_PLIES);
    game->keys[game->past.count++] = go_key(&game->state);
    go_play(&game->state, m);
}

const struct go_search_result *go_side_search(struct go_side *side,
                                              const struct go_bench_game *game, uint64_t seed) {
    struct limits limits = {.nodes = side->nodes, .seed = seed};
    const struct go_search_result *result =
        go_search_run(side->search, &game->state, &game->past, &limits, 1, NULL, NULL);
    side->seconds += result->seconds;
    side->simulations += result->simulations;
    return result;
}
