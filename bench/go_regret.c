/* go_regret: what the moves that a search chooses cost, as a deeper search sees it.
 *
 *   go_regret [-n NODES] [-N DEEP] [-s SIZE] [-e EVERY] [-f FIRST] [-S SEED] [-j NAME=VALUE]...
 *             FILE.sgf... -- SETTINGS [/ SETTINGS]...
 *
 * From ply FIRST on, every EVERY-th position of each game is searched by every player, whose
 * settings are those of bench/go_side.h. Each move chosen is then looked at with DEEP simulations
 * in the position after it, by the usual settings or those given by -j. Prints the mean loss of
 * winning chances against the best of the moves chosen there, and how much less or more that is
 * than the first player's, with the standard error: as all look at the same positions, some hundred
 * of them tell apart what short matches cannot. What no search here understands is not seen, so a
 * match has the last word. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "go_records.h"
#include "go_side.h"

enum { PLAYERS_MAX = 16, PLIES_MAX = 1500 };

struct player_sum {
    double loss, gap, gap_square; /* the gap is to the first player's loss */
};

struct regret {
    long every, first;
    uint64_t seed;
    int count;
    struct side players[PLAYERS_MAX];
    struct side judge;
    struct player_sum sums[PLAYERS_MAX];
    long positions;
};

/* A position with what came before it. */
struct place {
    struct go_state state;
    uint64_t keys[PLIES_MAX];
    struct past past;
};

static const struct go_finding *place_search(const struct place *place, struct side *side,
                                             uint64_t seed) {
    struct limits limits = {.nodes = side->nodes, .seed = seed};
    go_search_forget(side->search);
    return go_search_run(side->search, &place->state, &place->past, &limits, 1, NULL, NULL);
}

static move place_choose(const struct place *place, struct side *side, uint64_t seed) {
    const struct go_finding *finding = place_search(place, side, seed);
    return finding->count > 0 ? finding->best[0].line[0] : GO_PASS;
}

static void place_play(struct place *place, move m) {
    place->keys[place->past.count++] = go_key(&place->state);
    place->past.keys = place->keys;
    go_play(&place->state, m);
}

/* The chance to win after a move, of the side that makes it. */
static double move_value(const struct place *place, struct side *judge, move m, uint64_t seed) {
    struct place *after = memory_new(1, sizeof *after);
    *after = *place;
    place_play(after, m);
    const struct go_finding *finding = place_search(after, judge, seed);
    double value = finding->count > 0 ? 1 - finding->best[0].winrate : 0.5;
    free(after);
    return value;
}

static void place_measure(struct regret *regret, const struct place *place) {
    move moves[PLAYERS_MAX];
    double values[PLAYERS_MAX], best = 0;
    uint64_t seed = regret->seed + (uint64_t)regret->positions++;
    for (int i = 0; i < regret->count; i++) {
        moves[i] = place_choose(place, &regret->players[i], seed);
        int same = 0;
        while (moves[same] != moves[i])
            same++;
        values[i] = same < i ? values[same] : move_value(place, &regret->judge, moves[i], seed);
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
    struct place *place = memory_new(1, sizeof *place);
    struct past none = {0};
    go_init(&place->state, &record->setup);
    for (size_t i = 0; i < record->entry_count && place->past.count < PLIES_MAX - 1; i++) {
        const struct record_entry *entry = &record->entries[i];
        move m;
        if (entry->kind != RECORD_PLY)
            continue;
        place->state.to_play = entry->side;
        if (!go_parse(&place->state, &none, entry->text, &m, NULL) || m == GO_PASS)
            break;
        long ply = (long)place->past.count;
        if (ply >= regret->first && (ply - regret->first) % regret->every == 0)
            place_measure(regret, place);
        place_play(place, m);
    }
    free(place);
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
    side_init(&regret->players[0], size, nodes);
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "/") == 0) {
            if (regret->count == PLAYERS_MAX)
                return false;
            side_init(&regret->players[regret->count++], size, nodes);
        } else if (!side_read(&regret->players[regret->count - 1], words[i])) {
            return false;
        }
    }
    return true;
}

int main(int count, char **arguments) {
    static struct regret regret = {.every = 7, .first = 6, .seed = 1};
    long nodes = 1000, deep = 10000, size = 9;
    int option;
    side_init(&regret.judge, (int)size, 0);
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
        else if (option == 'j' && side_read(&regret.judge, optarg))
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
    side_open(&regret.judge);
    for (int i = 0; i < regret.count; i++)
        side_open(&regret.players[i]);
    bool fine = true;
    for (int i = optind; fine && i < last; i++) {
        fine = records_visit(arguments[i], game_measure, &regret);
        if (!fine)
            fprintf(stderr, "go_regret: cannot read %s\n", arguments[i]);
    }
    for (int i = 0; i < regret.count; i++)
        side_close(&regret.players[i]);
    side_close(&regret.judge);
    return fine ? 0 : 1;
}
