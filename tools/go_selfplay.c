/* go_selfplay: the Go player plays games against itself and writes positions to learn from.
 *
 *   go_selfplay [-z SIZES] [-g GAMES] [-n SIMULATIONS] [-q QUICK] [-s SEED] FILE
 *
 * SIZES is a list such as 9,13,19, of which each game draws one. Games begin with a few moves drawn
 * by the learned policy; a third of the later plies are searched with SIMULATIONS, the others with
 * QUICK ones; all are written. Early plies are drawn by visits and now and then a later one too, so
 * that games differ and mistakes are met. Komi and rules vary. Appends to FILE; what an interrupted
 * run left of a position is cut off first. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/go/judge.h"
#include "../src/go/mcts.h"
#include "../src/go/policy.h"
#include "go_sample.h"

enum {
    PLIES_MAX = 3 * SAMPLE_POINTS,
    DRAWN_PART = 6, /* of the board's points: so many plies are drawn */
    DRAWN_MOST = 24,
    DRAWN_RATE = 24,
    OPENING_MOST = 9,
    CAREFUL_RATE = 3,
    PLAYED_OUT_RATE = 8, /* of games that nobody resigns */
    TERRITORY_RATE = 4
};
static const double LOST = 0.03;
static const float SURE = 0.95f;

enum { SIZES_MOST = SAMPLE_SIZE_MAX };
struct sizes {
    int at[SIZES_MOST], count;
};

struct selfplay_game {
    struct go_state state;
    uint64_t keys[PLIES_MAX + OPENING_MOST];
    struct past past;
    int last, before;
    struct rng rng;
    struct go_search *search;
    struct go_policy policy;
    struct go_policy_work work;
    bool played_out;
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

static void game_clear(struct selfplay_game *game, const struct sizes *sizes, uint64_t seed) {
    struct setup setup = {.rules = GO_CHINESE};
    rng_seed(&game->rng, seed);
    setup.size = sizes->at[rng_below(&game->rng, (uint64_t)sizes->count)];
    if (rng_below(&game->rng, TERRITORY_RATE) == 0)
        setup.rules = GO_JAPANESE;
    game->played_out = rng_below(&game->rng, PLAYED_OUT_RATE) == 0;
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

static uint16_t number_of(const struct go_board *board, int p) {
    return (uint16_t)(p > GO_PASS ? go_board_number(board, p) : SAMPLE_POINTS);
}

static void sample_add(struct selfplay_game *game, const struct go_search_result *result) {
    const struct go_state *state = &game->state;
    const struct go_board *board = &state->board;
    struct go_sample *sample = &game->samples[game->count++];
    bool ko = board->ko != GO_NO_POINT && board->ko_side == state->to_play;
    double komi = state->komi + (state->rules == GO_JAPANESE ? go_balance(state) : 0);
    *sample = (struct go_sample){.value = (uint16_t)(result->best[0].winrate * UINT16_MAX),
                                 .score = (int16_t)(2 * result->score),
                                 .komi = (int16_t)(2 * komi),
                                 .size = (uint8_t)board->size,
                                 .rules = (uint8_t)state->rules,
                                 .to_play = (uint8_t)state->to_play,
                                 .last = number_of(board, game->last),
                                 .before = number_of(board, game->before),
                                 .ko = number_of(board, ko ? board->ko : GO_PASS)};
    for (int n = 0; n < board->size * board->size; n++) {
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
    int points = game->state.board.size * game->state.board.size;
    int drawn_plies = points / DRAWN_PART < DRAWN_MOST ? points / DRAWN_PART : DRAWN_MOST;
    if (ply >= drawn_plies && rng_below(&game->rng, DRAWN_RATE) > 0)
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

/* Whether nothing is left to play for: the simulations agree on every point. */
static bool is_settled(const struct selfplay_game *game, const struct go_search_result *result) {
    int points = game->state.board.size * game->state.board.size;
    for (int n = 0; n < points; n++)
        if (fabsf(result->ownership[n]) < SURE)
            return false;
    return true;
}

static int game_finish(struct selfplay_game *game) {
    int most = 3 * game->state.board.size * game->state.board.size;
    for (int ply = (int)game->past.count; ply < most && game->state.passes < 2; ply++) {
        bool careful = rng_below(&game->rng, CAREFUL_RATE) == 0;
        struct limits limits = {.nodes = careful ? game->simulations : game->quick,
                                .seed = rng_next(&game->rng)};
        const struct go_search_result *result =
            go_search_run(game->search, &game->state, &game->past, &limits, 1, NULL, NULL);
        if (result->count == 0) {
            game_play(game, GO_PASS);
            continue;
        }
        sample_add(game, result);
        if (careful && !game->played_out && result->best[0].winrate < LOST)
            return side_other(game->state.to_play);
        if (careful && is_settled(game, result))
            break;
        game_play(game, move_draw(game, result, ply));
    }
    return winner_judge(&game->state);
}

/* The command line. */

static int usage(void) {
    fprintf(stderr, "usage: go_selfplay [-z SIZES] [-g GAMES] [-n SIMULATIONS] [-q QUICK] "
                    "[-s SEED] FILE\n");
    return 2;
}

static bool sizes_read(struct sizes *sizes, const char *list) {
    char word[8];
    sizes->count = 0;
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        long size;
        if (length >= sizeof word || sizes->count == SIZES_MOST)
            return false;
        memcpy(word, at, length);
        word[length] = '\0';
        if (!text_to_whole(word, SAMPLE_SIZE_MIN, SAMPLE_SIZE_MAX, &size))
            return false;
        sizes->at[sizes->count++] = (int)size;
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* The file, opened at the end of its last whole position. */
static FILE *samples_open(const char *name) {
    struct stat stat;
    FILE *file = fopen(name, "ab");
    if (file == NULL || fstat(fileno(file), &stat) != 0 ||
        (S_ISREG(stat.st_mode) &&
         ftruncate(fileno(file), stat.st_size - stat.st_size % (off_t)sizeof(struct go_sample)) !=
             0)) {
        perror(name);
        if (file != NULL)
            fclose(file);
        return NULL;
    }
    return file;
}

static bool games_play(struct selfplay_game *game, const struct sizes *sizes, long games, long seed,
                       FILE *file) {
    long positions = 0;
    for (long i = 0; i < games; i++) {
        game_clear(game, sizes, rng_mix((uint64_t)seed) + (uint64_t)i);
        int winner = game_finish(game);
        for (int k = 0; k < game->count; k++)
            game->samples[k].winner = (uint8_t)winner;
        fwrite(game->samples, sizeof *game->samples, (size_t)game->count, file);
        if (fflush(file) != 0)
            return false;
        positions += game->count;
        if (i % 50 == 49 || i == games - 1) {
            printf("%ld games, %ld positions\n", i + 1, positions);
            fflush(stdout);
        }
    }
    return true;
}

int main(int argc, char **argv) {
    long games = 1000, simulations = 400, quick = 100, seed = 1;
    struct sizes sizes = {.at = {9}, .count = 1};
    int option;
    bool good = true;
    while (good && (option = getopt(argc, argv, "z:g:n:q:s:")) != -1)
        good = option == 'z'   ? sizes_read(&sizes, optarg)
               : option == 'g' ? text_to_whole(optarg, 1, LONG_MAX, &games)
               : option == 'n' ? text_to_whole(optarg, 1, LONG_MAX, &simulations)
               : option == 'q' ? text_to_whole(optarg, 1, LONG_MAX, &quick)
               : option == 's' ? text_to_whole(optarg, 0, LONG_MAX, &seed)
                               : false;
    if (!good || optind != argc - 1)
        return usage();
    FILE *file = samples_open(argv[optind]);
    if (file == NULL)
        return 1;
    struct selfplay_game *game = memory_new(1, sizeof *game);
    game->simulations = (uint64_t)simulations;
    game->quick = (uint64_t)quick;
    game->search = go_search_new(64);
    go_policy_init(&game->policy);
    good = games_play(game, &sizes, games, seed, file);
    if (!good)
        perror(argv[optind]);
    go_policy_free(&game->policy);
    go_search_free(game->search);
    free(game);
    return fclose(file) == 0 && good ? 0 : 1;
}
