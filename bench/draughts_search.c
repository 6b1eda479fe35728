/* draughts_search: nodes a second, nodes and time to a depth, what each ingredient that only orders
 * or cuts saves, what threads gain, and how well deadlines are kept.
 *
 *   draughts_search [DEPTH] [THREADS] */
#include <stdio.h>
#include <stdlib.h>

#include "../src/core/text.h"
#include "../src/draughts/search.h"
#include "row.h"

enum { POSITIONS = 12, HASH = 64 };

struct search_cost {
    double nodes, seconds, cpu;
};

static struct draughts positions[POSITIONS];

/* Quiet positions after 0, 4, 8 ... random plies with equal numbers of pieces. */
static void make_positions(void) {
    struct rng rng;
    rng_seed(&rng, 2026);
    for (int i = 0; i < POSITIONS; i++) {
        struct draughts *d = &positions[i];
        do {
            *d = (struct draughts){.rules = (uint8_t)(i % 2),
                                   .side =
                                       (uint8_t)draughts_first_side((enum draughts_rules)(i % 2))};
            draughts_start(&d->board);
            for (int ply = 0; ply < 4 * (i / 2); ply++) {
                move moves[DRAUGHTS_MOVES];
                size_t legal = draughts_list(&d->board, d->side, d->rules, moves);
                if (legal > 0) {
                    draughts_play(d, moves[rng_below(&rng, legal)]);
                }
            }
        } while (draughts_size(d->board.side[0]) != draughts_size(d->board.side[1]) ||
                 draughts_jumpers(&d->board, d->side) != 0);
    }
}

/* All positions to a depth, from an empty memory each. */
static struct search_cost measure(unsigned without, enum draughts_evaluation evaluation, int depth,
                                  int threads) {
    struct draughts_search *search = draughts_search_new(HASH);
    struct draughts_settings settings = {.without = without,
                                         .evaluation = evaluation,
                                         .threads = threads,
                                         .lines = 1,
                                         .depth = depth};
    struct search_cost cost = {0};
    for (int i = 0; i < POSITIONS; i++) {
        struct limits limits = {0};
        struct past past = {0};
        draughts_search_forget(search);
        double began = monotonic_now(), cpu = cpu_now();
        struct draughts_search_result outcome =
            draughts_search_run(search, &positions[i], &past, &settings, &limits, NULL, NULL);
        cost.nodes += (double)outcome.nodes;
        cost.seconds += monotonic_now() - began;
        cost.cpu += cpu_now() - cpu;
    }
    draughts_search_free(search);
    return cost;
}

static void show_ingredients(int depth, const struct search_cost *base) {
    static const struct {
        const char *name;
        unsigned without;
    } ingredients[] = {{"principal variation windows", DRAUGHTS_WITHOUT_PVS},
                       {"aspiration windows", DRAUGHTS_WITHOUT_ASPIRATION},
                       {"hash table", DRAUGHTS_WITHOUT_HASH},
                       {"killers", DRAUGHTS_WITHOUT_KILLERS},
                       {"history", DRAUGHTS_WITHOUT_HISTORY},
                       {"reductions", DRAUGHTS_WITHOUT_REDUCTIONS},
                       {"probable cuts", DRAUGHTS_WITHOUT_PROBCUT},
                       {"futility near the horizon", DRAUGHTS_WITHOUT_FUTILITY}};
    for (size_t i = 0; i < sizeof ingredients / sizeof ingredients[0]; i++) {
        struct search_cost cost = measure(ingredients[i].without, DRAUGHTS_LEARNED, depth, 1);
        printf("without %-28s %6.2f times the nodes\n", ingredients[i].name,
               cost.nodes / base->nodes);
    }
}

/* By how much the worst of some thoughts with little time oversteps it. */
static void show_deadlines(void) {
    struct draughts_search *search = draughts_search_new(HASH);
    struct draughts_settings settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1};
    double worst = 0;
    for (int i = 0; i < 100; i++) {
        struct past past = {0};
        struct limits limits = {.deadline = monotonic_now() + 0.02};
        draughts_search_run(search, &positions[i % POSITIONS], &past, &settings, &limits, NULL,
                            NULL);
        double late = monotonic_now() - limits.deadline;
        worst = late > worst ? late : worst;
    }
    printf("100 thoughts of 20 ms: the worst ended %.2f ms late\n", 1000 * worst);
    draughts_search_free(search);
}

int main(int count, char **words) {
    long depth = 11, threads = 2;
    if ((count > 1 && !text_to_whole(words[1], 2, 40, &depth)) ||
        (count > 2 && !text_to_whole(words[2], 1, 64, &threads))) {
        fputs("usage: draughts_search [DEPTH] [THREADS]\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    make_positions();
    struct search_cost base = measure(0, DRAUGHTS_LEARNED, (int)depth, 1);
    struct search_cost hand = measure(0, DRAUGHTS_BY_HAND, (int)depth, 1);
    struct search_cost team = measure(0, DRAUGHTS_LEARNED, (int)depth, (int)threads);
    printf("%d positions to depth %ld: %.2f million nodes, %.2f s of CPU, %.2f million nodes a "
           "second\n",
           POSITIONS, depth, base.nodes / 1e6, base.cpu, base.nodes / base.cpu / 1e6);
    printf("hand-made evaluation: %.2f million nodes a second\n", hand.nodes / hand.cpu / 1e6);
    printf("%ld threads: %.2f times the nodes a second, depth reached in 1/%.2f of the time\n",
           threads, (team.nodes / team.seconds) / (base.nodes / base.seconds),
           base.seconds / team.seconds);
    show_ingredients((int)depth, &base);
    show_deadlines();
    return 0;
}
