/* go_selfplay: the Go player plays 9x9 games against itself and writes positions to learn from.
 *
 *   go_selfplay [-g GAMES] [-n SIMULATIONS] [-q QUICK] [-s SEED] FILE
 *
 * Games begin with a few moves drawn by the learned policy; half of the later plies are searched
 * with SIMULATIONS, the others with QUICK ones; all are written. Early plies are drawn by visits
 * and now and then a later one too, so that games differ and mistakes are met. Appends to FILE. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/go/judge.h"
#include "../src/go/mcts.h"
#include "../src/go/policy.h"
#include "go_sample.h"

enum { PLIES_MAX = 200, DRAWN_PLIES = 14, DRAWN_RATE = 24, OPENING_MOST = 9 };
static const double LOST = 0.03;

struct selfplay_game {
    struct go_state state;
    uint64_t keys[PLIES_MAX + OPENING_MOST];
    struct past past;
    int last, before;
    struct rng rng;
    struct go_search *search;
    struct go_policy policy;
    struct go_policy_work work;
    uint64_t simulations, quick;
    struct go_sample samples[PLIES_MAX];
    int count;
};

static void game_play(struct selfplay_game *game, move m) {
    game->keys[game->past.count++] = go_key(&game->state);
    go_play(&game->state, m);
    game->before = game->last;
    game->last = (int)m;
}

static double komi_draw(struct rng *rng) {
    switch (rng_below(rng, 8)) {
    case 0:
        return 6.5;
    case 1:
        return 5.5;
    case 2:
        return (double)rng_below(rng, 30) - 7.5;
    default:
        return 7.5;
    }
}

/* A move drawn by the policy. */
static void opening_play(struct selfplay_game *game) {
    const struct go_board *board = &game->state.board;
    float policy[GO_INDEXES];
    go_policy_probabilities(&game->policy, &game->work, board, game->state.to_play, game->last,
                            game->before, policy);
    double drawn = (double)rng_below(&game->rng, 1 << 20) / (1 << 20);
    for (int i = 0; i < board->empty_count; i++) {
        drawn -= (double)policy[board->empty[i]];
        if (drawn < 0) {
            game_play(game, (move)board->empty[i]);
            return;
        }
    }
}

static void game_clear(struct selfplay_game *game, uint64_t seed) {
    struct setup setup = {.size = SAMPLE_SIZE, .rules = GO_CHINESE};
    rng_seed(&game->rng, seed);
    setup.value[GO_KOMI] = komi_draw(&game->rng);
    memset(&game->state, 0, sizeof game->state);
    go_init(&game->state, &setup);
    game->past = (struct past){.keys = game->keys};
    game->last = game->before = GO_PASS;
    game->count = 0;
    go_search_forget(game->search);
    for (int left = (int)rng_below(&game->rng, OPENING_MOST + 1); left > 0; left--)
        opening_play(game);
}

static uint8_t number_of(const struct go_board *board, int p) {
    return (uint8_t)(p > GO_PASS ? go_board_number(board, p) : SAMPLE_POINTS);
}

static void sample_add(struct selfplay_game *game, const struct go_search_result *result) {
    const struct go_board *board = &game->state.board;
    struct go_sample *sample = &game->samples[game->count++];
    bool ko = board->ko != GO_NO_POINT && board->ko_side == game->state.to_play;
    *sample = (struct go_sample){.value = (uint16_t)(result->best[0].winrate * UINT16_MAX),
                                 .komi = (int16_t)(2 * game->state.komi),
                                 .to_play = (uint8_t)game->state.to_play,
                                 .last = number_of(board, game->last),
                                 .before = number_of(board, game->before),
                                 .ko = number_of(board, ko ? board->ko : GO_PASS)};
    for (int n = 0; n < SAMPLE_POINTS; n++) {
        sample->colour[n] = (uint8_t)go_board_colour(board, go_board_point(board, n));
        sample->owner[n] = (int8_t)(result->ownership[n] * 127);
    }
    for (size_t i = 0; i < result->count; i++) {
        int p = (int)result->best[i].line[0];
        uint32_t visits = result->best[i].visits;
        if (p != GO_PASS)
            sample->visits[go_board_number(board, p)] =
                (uint16_t)(visits < UINT16_MAX ? visits : UINT16_MAX);
    }
}

/* The best move, or one drawn by visits among those that were looked at seriously. */
static move move_draw(struct selfplay_game *game, const struct go_search_result *result, int ply) {
    const struct go_candidate *best = result->best;
    if (ply >= DRAWN_PLIES && rng_below(&game->rng, DRAWN_RATE) > 0)
        return best[0].line[0];
    uint64_t all = 0;
    size_t count = 0;
    while (count < result->count && best[count].visits * 12 >= best[0].visits)
        all += best[count++].visits;
    uint64_t drawn = rng_below(&game->rng, all);
    size_t i = 0;
    for (; drawn >= best[i].visits; i++)
        drawn -= best[i].visits;
    return best[i].line[0];
}

static int winner_judge(const struct go_state *state) {
    struct marks marks;
    go_judge(&state->board, NULL, &marks);
    return go_score(state, &marks).winner;
}

static int game_finish(struct selfplay_game *game) {
    for (int ply = (int)game->past.count; ply < PLIES_MAX && game->state.passes < 2; ply++) {
        bool careful = rng_below(&game->rng, 2) == 0;
        struct limits limits = {.nodes = careful ? game->simulations : game->quick,
                                .seed = rng_next(&game->rng)};
        const struct go_search_result *result =
            go_search_run(game->search, &game->state, &game->past, &limits, 1, NULL, NULL);
        if (result->count == 0) {
            game_play(game, GO_PASS);
            continue;
        }
        sample_add(game, result);
        if (careful && result->best[0].winrate < LOST)
            return side_other(game->state.to_play);
        game_play(game, move_draw(game, result, ply));
    }
    return winner_judge(&game->state);
}

int main(int argc, char **argv) {
    long games = 1000, simulations = 600, quick = 100, seed = 1;
    int option;
    bool good = true;
    while (good && (option = getopt(argc, argv, "g:n:q:s:")) != -1)
        good = option == 'g'   ? text_to_whole(optarg, 1, LONG_MAX, &games)
               : option == 'n' ? text_to_whole(optarg, 1, LONG_MAX, &simulations)
               : option == 'q' ? text_to_whole(optarg, 1, LONG_MAX, &quick)
               : option == 's' ? text_to_whole(optarg, 0, LONG_MAX, &seed)
                               : false;
    if (!good || optind != argc - 1) {
        fprintf(stderr,
                "usage: go_selfplay [-g GAMES] [-n SIMULATIONS] [-q QUICK] [-s SEED] FILE\n");
        return 2;
    }
    FILE *file = fopen(argv[optind], "ab");
    if (file == NULL) {
        perror(argv[optind]);
        return 1;
    }
    struct selfplay_game *game = memory_new(1, sizeof *game);
    game->simulations = (uint64_t)simulations;
    game->quick = (uint64_t)quick;
    game->search = go_search_new(64);
    go_policy_init(&game->policy);
    for (long i = 0; i < games; i++) {
        game_clear(game, rng_mix((uint64_t)seed) + (uint64_t)i);
        int winner = game_finish(game);
        for (int k = 0; k < game->count; k++)
            game->samples[k].winner = (uint8_t)winner;
        fwrite(game->samples, sizeof *game->samples, (size_t)game->count, file);
        if (fflush(file) != 0) {
            perror(argv[optind]);
            return 1;
        }
        if (i % 50 == 49) {
            printf("%ld games\n", i + 1);
            fflush(stdout);
        }
    }
    go_policy_free(&game->policy);
    go_search_free(game->search);
    free(game);
    return fclose(file) == 0 ? 0 : 1;
}
