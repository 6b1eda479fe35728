/* go_regret: how much winrate the moves chosen by a search lose, by a deeper search.
 *
 *   go_regret [-n NODES] [-N DEEP] [-s SIZE] [-e EVERY] [-f FIRST] [-S SEED] [-j NAME=VALUE]...
 *             FILE.sgf... -- SETTINGS [/ SETTINGS]...
 *
 * From ply FIRST on, every EVERY-th position of each game is searched by every player, whose
 * settings are those of bench/go_side.h. The position after each chosen move is then searched with
 * DEEP simulations, by the default settings or those given with -j. Prints each player's mean loss
 * of winrate against the best of the chosen moves, and its difference from the first player's with
 * the standard error. As all players search the same positions, some hundred of them show what
 * short matches cannot. What no search here understands stays unseen, so a match has the last word.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "go_records.h"
#include "go_side.h"

enum { PLAYERS_MAX = 16 };

struct player_sum {
    double loss, gap, gap_square; /* the gap is to the first player's loss */
};

struct regret {
    long every, first;
    uint64_t seed;
    int count;
    struct go_side players[PLAYERS_MAX];
    struct go_side judge;
    struct player_sum sums[PLAYERS_MAX];
    long positions;
};

static const struct go_search_result *position_search(const struct go_bench_game *game,
                                                      struct go_side *side, uint64_t seed) {
    go_search_forget(side->search);
    return go_side_search(side, game, seed);
}

static move position_choose(const struct go_bench_game *game, struct go_side *side, uint64_t seed) {
    const struct go_search_result *result = position_search(game, side, seed);
    return result->count > 0 ? result->best[0].line[0] : GO_PASS;
}

/* The winrate after a move, of the side that makes it. */
static double move_value(const struct go_bench_game *game, struct go_side *judge, move m,
                         uint64_t seed) {
    struct go_bench_game *after = memory_new(1, sizeof *after);
    *after = *game;
    after->past.keys = after->keys;
    go_bench_game_play(after, m);
    const struct go_search_result *result = position_search(after, judge, seed);
    double value = result->count > 0 ? 1 - result->best[0].winrate : 0.5;
    free(after);
    return value;
}

static void position_measure(struct regret *regret, const struct go_bench_game *game) {
    move moves[PLAYERS_MAX];
    double values[PLAYERS_MAX], best = 0;
    uint64_t seed = regret->seed + (uint64_t)regret->positions++;
    for (int i = 0; i < regret->count; i++) {
        moves[i] = position_choose(game, &regret->players[i], seed);
        int same = 0;
        while (moves[same] != moves[i])
            same++;
        values[i] = same < i ? values[same] : move_value(game, &regret->judge, moves[i], seed);
        best = fmax(best, values[i]);
    }
    for (int i = 0; i < regret->count; i++) {
        double gap = values[0] - values[i];
        regret->sums[i].loss += best - values[i];
        regret->sums[i].gap += gap;
        regret->sums[i].gap_square += gap * gap;
    }
}

static void regret_print(const struct regret *regret) {
    double all = (double)regret->positions;
    printf("%ld positions:", regret->positions);
    for (int i = 0; i < regret->count; i++) {
        const struct player_sum *sum = &regret->sums[i];
        double mean = sum->gap / all;
        printf("  %.4f", sum->loss / all);
        if (i > 0)
            printf(" (%+.4f +- %.4f)", mean,
                   sqrt(fmax(sum->gap_square / all - mean * mean, 0) / all));
    }
    putchar('\n');
    fflush(stdout);
}

static void game_measure(void *context, const struct record *record) {
    struct regret *regret = context;
    struct go_bench_game *game = memory_new(1, sizeof *game);
    struct past none = {0};
    go_bench_game_init(game, &record->setup);
    for (size_t i = 0; i < record->entry_count && game->past.count < GO_GAME_PLIES - 1; i++) {
        const struct record_entry *entry = &record->entries[i];
        move m;
        if (entry->kind != RECORD_PLY)
            continue;
        game->state.to_play = entry->side;
        if (!go_parse(&game->state, &none, entry->text, &m, NULL) || m == GO_PASS)
            break;
        long ply = (long)game->past.count;
        if (ply >= regret->first && (ply - regret->first) % regret->every == 0)
            position_measure(regret, game);
        go_bench_game_play(game, m);
    }
    free(game);
    regret_print(regret);
}

static int usage(void) {
    fprintf(stderr,
            "usage: go_regret [-n NODES] [-N DEEP] [-s SIZE] [-e EVERY] [-f FIRST] [-S SEED] "
            "[-j NAME=VALUE]... FILE.sgf... -- SETTINGS [/ SETTINGS]...\n");
    return 2;
}

/* The players after "--", at most as many as there is room for. */
static bool players_read(struct regret *regret, char **words, int count, int size, uint64_t nodes) {
    regret->count = 1;
    go_side_init(&regret->players[0], size, nodes);
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "/") == 0) {
            if (regret->count == PLAYERS_MAX)
                return false;
            go_side_init(&regret->players[regret->count++], size, nodes);
        } else if (!go_side_read(&regret->players[regret->count - 1], words[i])) {
            return false;
        }
    }
    return true;
}

int main(int count, char **arguments) {
    static struct regret regret = {.every = 7, .first = 6, .seed = 1};
    long nodes = 1000, deep = 10000, size = 9;
    int option;
    go_side_init(&regret.judge, (int)size, 0);
    while ((option = getopt(count, arguments, "+n:N:s:e:f:S:j:")) != -1) {
        long value = option != '?' ? strtol(optarg, NULL, 10) : 0;
        long *number = option == 'n'   ? &nodes
                       : option == 'N' ? &deep
                       : option == 's' ? &size
                       : option == 'e' ? &regret.every
                       : option == 'f' ? &regret.first
                                       : NULL;
        if (number != NULL && value > 0)
            *number = value;
        else if (option == 'S')
            regret.seed = (uint64_t)value;
        else if (option == 'j' && go_side_read(&regret.judge, optarg))
            continue;
        else
            return usage();
    }
    int last = optind;
    while (last < count && strcmp(arguments[last], "--") != 0)
        last++;
    if (last == optind || last >= count || size < GO_SIZE_MIN || size > GO_SIZE_MAX ||
        !players_read(&regret, arguments + last + 1, count - last - 1, (int)size, (uint64_t)nodes))
        return usage();
    regret.judge.nodes = (uint64_t)deep;
    go_side_open(&regret.judge);
    for (int i = 0; i < regret.count; i++)
        go_side_open(&regret.players[i]);
    bool fine = true;
    for (int i = optind; fine && i < last; i++) {
        fine = records_visit(arguments[i], game_measure, &regret);
        if (!fine)
            fprintf(stderr, "go_regret: cannot read %s\n", arguments[i]);
    }
    for (int i = 0; i < regret.count; i++)
        go_side_close(&regret.players[i]);
    go_side_close(&regret.judge);
    return fine ? 0 : 1;
}
