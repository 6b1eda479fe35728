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

struct table {
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

static void table_play(struct table *table, move m) {
    table->keys[table->past.count++] = go_key(&table->state);
    go_play(&table->state, m);
    table->before = table->last;
    table->last = (int)m;
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

/* A move by the policy's chances. */
static void opening_play(struct table *table) {
    const struct go_board *board = &table->state.board;
    float policy[GO_INDEXES];
    go_policy_probabilities(&table->policy, &table->work, board, table->state.to_play, table->last,
                            table->before, policy);
    double drawn = (double)rng_below(&table->rng, 1 << 20) / (1 << 20);
    for (int i = 0; i < board->empty_count; i++) {
        drawn -= (double)policy[board->empty[i]];
        if (drawn < 0) {
            table_play(table, (move)board->empty[i]);
            return;
        }
    }
}

static void table_clear(struct table *table, uint64_t seed) {
    struct setup setup = {.size = SAMPLE_SIZE, .rules = GO_CHINESE};
    rng_seed(&table->rng, seed);
    setup.value[GO_KOMI] = komi_draw(&table->rng);
    memset(&table->state, 0, sizeof table->state);
    go_init(&table->state, &setup);
    table->past = (struct past){.keys = table->keys};
    table->last = table->before = GO_PASS;
    table->count = 0;
    go_search_forget(table->search);
    for (int left = (int)rng_below(&table->rng, OPENING_MOST + 1); left > 0; left--)
        opening_play(table);
}

static uint8_t number_of(const struct go_board *board, int p) {
    return (uint8_t)(p > GO_PASS ? go_board_number(board, p) : SAMPLE_POINTS);
}

static void sample_add(struct table *table, const struct go_search_result *finding) {
    const struct go_board *board = &table->state.board;
    struct go_sample *sample = &table->samples[table->count++];
    bool ko = board->ko != GO_NO_POINT && board->ko_side == table->state.to_play;
    *sample = (struct go_sample){.value = (uint16_t)(finding->best[0].winrate * UINT16_MAX),
                                 .komi = (int16_t)(2 * table->state.komi),
                                 .to_play = (uint8_t)table->state.to_play,
                                 .last = number_of(board, table->last),
                                 .before = number_of(board, table->before),
                                 .ko = number_of(board, ko ? board->ko : GO_PASS)};
    for (int n = 0; n < SAMPLE_POINTS; n++) {
        sample->colour[n] = (uint8_t)go_board_colour(board, go_board_point(board, n));
        sample->owner[n] = (int8_t)(finding->ownership[n] * 127);
    }
    for (size_t i = 0; i < finding->count; i++) {
        int p = (int)finding->best[i].line[0];
        uint32_t visits = finding->best[i].visits;
        if (p != GO_PASS)
            sample->visits[go_board_number(board, p)] =
                (uint16_t)(visits < UINT16_MAX ? visits : UINT16_MAX);
    }
}

/* The best move, or one drawn by visits among those that were looked at seriously. */
static move move_draw(struct table *table, const struct go_search_result *finding, int ply) {
    const struct go_candidate *best = finding->best;
    if (ply >= DRAWN_PLIES && rng_below(&table->rng, DRAWN_RATE) > 0)
        return best[0].line[0];
    uint64_t all = 0;
    size_t count = 0;
    while (count < finding->count && best[count].visits * 12 >= best[0].visits)
        all += best[count++].visits;
    uint64_t drawn = rng_below(&table->rng, all);
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

static int game_play(struct table *table) {
    for (int ply = (int)table->past.count; ply < PLIES_MAX && table->state.passes < 2; ply++) {
        bool careful = rng_below(&table->rng, 2) == 0;
        struct limits limits = {.nodes = careful ? table->simulations : table->quick,
                                .seed = rng_next(&table->rng)};
        const struct go_search_result *finding =
            go_search_run(table->search, &table->state, &table->past, &limits, 1, NULL, NULL);
        if (finding->count == 0) {
            table_play(table, GO_PASS);
            continue;
        }
        sample_add(table, finding);
        if (careful && finding->best[0].winrate < LOST)
            return side_other(table->state.to_play);
        table_play(table, move_draw(table, finding, ply));
    }
    return winner_judge(&table->state);
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
    struct table *table = memory_new(1, sizeof *table);
    table->simulations = (uint64_t)simulations;
    table->quick = (uint64_t)quick;
    table->search = go_search_new(64);
    go_policy_init(&table->policy);
    for (long game = 0; game < games; game++) {
        table_clear(table, rng_mix((uint64_t)seed) + (uint64_t)game);
        int winner = game_play(table);
        for (int i = 0; i < table->count; i++)
            table->samples[i].winner = (uint8_t)winner;
        fwrite(table->samples, sizeof *table->samples, (size_t)table->count, file);
        if (fflush(file) != 0) {
            perror(argv[optind]);
            return 1;
        }
        if (game % 50 == 49) {
            printf("%ld games\n", game + 1);
            fflush(stdout);
        }
    }
    go_policy_free(&table->policy);
    go_search_free(table->search);
    free(table);
    return fclose(file) == 0 ? 0 : 1;
}
