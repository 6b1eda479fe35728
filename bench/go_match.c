/* go_match: the Go search against itself with other settings, in one process.
 *
 *   go_match [-s SIZE] [-k KOMI] [-n NODES] [-g GAMES] [-S SEED] NAME=VALUE... [/ NAME=VALUE...]
 *
 * The settings before the slash are those of the first player, the rest those of the second, as in
 * bench/go_side.h. Games come in pairs that start with the same two random stones, with colours
 * swapped. Prints the first player's score in percent with its standard error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/go/judge.h"
#include "go_side.h"

struct go_match {
    int size;
    double komi;
    long games;
    uint64_t seed;
    struct go_side sides[2];
};

/* An empty point on the third line or above. */
static int opening_move(const struct go_board *board, struct rng *rng) {
    int span = board->size - 4;
    for (;;) {
        int column = 2 + (int)rng_below(rng, (uint64_t)span);
        int row = 2 + (int)rng_below(rng, (uint64_t)span);
        int p = go_board_at(board, column, row);
        if (go_board_colour(board, p) == GO_EMPTY)
            return p;
    }
}

/* The winning side of one game in which sides[black] has Black. */
static int game_play(struct go_match *match, int black, uint64_t seed) {
    struct go_bench_game *game = memory_new(1, sizeof *game);
    struct setup setup = {.size = match->size, .rules = GO_CHINESE};
    struct rng rng;
    int winner = SIDE_NONE;
    setup.value[GO_KOMI] = match->komi;
    go_bench_game_init(game, &setup);
    rng_seed(&rng, seed);
    for (int i = 0; i < 2; i++)
        go_bench_game_play(game, (move)opening_move(&game->state.board, &rng));
    go_search_forget(match->sides[0].search);
    go_search_forget(match->sides[1].search);
    int plies = 3 * match->size * match->size;
    for (int i = 0; i < plies && game->state.passes < 2 && winner == SIDE_NONE; i++) {
        int to_play = game->state.to_play;
        struct go_side *side = &match->sides[to_play == GO_BLACK ? black : 1 - black];
        const struct go_search_result *result = go_side_search(side, game, rng_next(&rng));
        if (result->count > 0 && result->best[0].winrate < 0.08)
            winner = side_other(to_play);
        else
            go_bench_game_play(game, result->count > 0 ? result->best[0].line[0] : GO_PASS);
    }
    if (winner == SIDE_NONE) {
        struct marks marks;
        go_judge(&game->state.board, NULL, &marks);
        winner = go_score(&game->state, &marks).winner;
    }
    free(game);
    return winner;
}

static void match_play(struct go_match *match) {
    double won = 0;
    for (long game = 0; game < match->games; game++) {
        int black = (int)(game & 1);
        int winner = game_play(match, black, match->seed + (uint64_t)(game / 2));
        won += winner == SIDE_NONE ? 0.5 : winner == (black == 0 ? GO_BLACK : GO_WHITE);
        double part = won / (double)(game + 1);
        printf("%ld of %ld: %.1f %% +- %.1f  (%.0f : %.0f simulations/s)\n", game + 1, match->games,
               100 * part, 100 * sqrt(part * (1 - part) / (double)(game + 1)),
               (double)match->sides[0].simulations / match->sides[0].seconds,
               (double)match->sides[1].simulations / match->sides[1].seconds);
        fflush(stdout);
    }
}

static int usage(void) {
    fprintf(stderr, "usage: go_match [-s SIZE] [-k KOMI] [-n NODES] [-g GAMES] [-S SEED] "
                    "NAME=VALUE... [/ NAME=VALUE...]\n");
    return 2;
}

int main(int count, char **arguments) {
    struct go_match match = {.size = 9, .komi = 7.5, .games = 20, .seed = 1};
    long nodes = 300;
    int option;
    while ((option = getopt(count, arguments, "s:k:n:g:S:")) != -1) {
        double value = option != '?' ? strtod(optarg, NULL) : 0;
        if (option == 's' && value >= 5 && value <= GO_SIZE_MAX)
            match.size = (int)value;
        else if (option == 'k')
            match.komi = value;
        else if (option == 'n' && value >= 1)
            nodes = (long)value;
        else if (option == 'g' && value >= 1)
            match.games = (long)value;
        else if (option == 'S')
            match.seed = (uint64_t)value;
        else
            return usage();
    }
    for (int i = 0; i < 2; i++)
        go_side_init(&match.sides[i], match.size, (uint64_t)nodes);
    int which = 0;
    for (int i = optind; i < count; i++) {
        if (strcmp(arguments[i], "/") == 0)
            which = 1;
        else if (!go_side_read(&match.sides[which], arguments[i]))
            return usage();
    }
    go_side_open(&match.sides[0]);
    go_side_open(&match.sides[1]);
    match_play(&match);
    go_side_close(&match.sides[0]);
    go_side_close(&match.sides[1]);
    return 0;
}
