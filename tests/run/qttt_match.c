/* qttt_match: the player on bigger boards against random moves and against its own level `easy`
 * (half of the plies random), colours alternated. Speaks TAP: the lower 95 % bound of each score
 * must reach what is promised.
 *
 *   qttt_match [GAMES [nodes N | seconds S]]     by default 400 games, 1000 random games a ply */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/rng.h"
#include "../../src/core/text.h"
#include "../../src/qttt/qttt.h"
#include "../support/tap.h"

static const struct past no_past;

struct match {
    int size;
    int percent; /* of the opponent's plies are random */
    double promised;
    long games;
    uint64_t nodes;
    double seconds;
    struct rng rng;
    void *memory;
};

static move match_choose(struct match *match, const struct qttt *q, bool opponent) {
    if (opponent && rng_below(&match->rng, 100) < (uint64_t)match->percent) {
        struct moves list = {0};
        qttt_moves(q, &no_past, &list);
        move m = list.at[rng_below(&match->rng, list.count)];
        moves_free(&list);
        return m;
    }
    struct limits limits = {.nodes = match->nodes, .seed = rng_next(&match->rng)};
    if (match->seconds > 0)
        limits.deadline = monotonic_now() + match->seconds;
    return qttt_player.think(match->memory, q, &no_past, &limits, NULL, NULL).m;
}

/* 1, 0.5 or 0 for the player. */
static double match_game(struct match *match, int side) {
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, match->size, 4, SIDE_FIRST);
    while (qttt_result(&q, &no_past).phase != PHASE_OVER)
        qttt_play(&q, match_choose(match, &q, qttt_to_play(&q) != side));
    struct result result = qttt_result(&q, &no_past);
    return result.winner == SIDE_NONE ? 0.5 : result.winner == side ? 1 : 0;
}

/* Wilson's lower bound; for scores with draws it errs on the safe side. */
static double lower_bound(double score, double games) {
    double z = 1.96, z2 = z * z, p = score / games;
    return (p + z2 / (2 * games) - z * sqrt((p * (1 - p) + z2 / (4 * games)) / games)) /
           (1 + z2 / games);
}

static void match_play(struct match *match) {
    int wins = 0, draws = 0;
    rng_seed(&match->rng, (uint64_t)(match->size * 1000 + match->percent));
    for (long i = 0; i < match->games; i++) {
        double score = match_game(match, (int)(i & 1));
        wins += score == 1;
        draws += score == 0.5;
    }
    double score = wins + 0.5 * draws, bound = lower_bound(score, (double)match->games);
    tap_ok(bound > match->promised,
           "%d x %d against %s: +%d =%d -%ld, %.1f %%, lower bound %.1f %% (> %.0f %%)",
           match->size, match->size, match->percent == 100 ? "random" : "easy", wins, draws,
           match->games - wins - draws, 100 * score / (double)match->games, 100 * bound,
           100 * match->promised);
}

static bool match_arguments(struct match *match, int count, char **words) {
    long nodes;
    if (count > 1 && !text_to_whole(words[1], 2, 1000000, &match->games))
        return false;
    if (count == 4 && strcmp(words[2], "nodes") == 0) {
        bool good = text_to_whole(words[3], 1, 1000000000, &nodes);
        match->nodes = good ? (uint64_t)nodes : 0;
        return good;
    }
    match->nodes = count == 4 ? 0 : match->nodes;
    return count < 3 || (count == 4 && strcmp(words[2], "seconds") == 0 &&
                         text_to_number(words[3], 0.001, 1000, &match->seconds));
}

int main(int count, char **words) {
    struct match match = {.games = 400, .nodes = 1000};
    if (!match_arguments(&match, count, words)) {
        fprintf(stderr, "usage: %s [GAMES [nodes N | seconds S]]\n", words[0]);
        return 2;
    }
    long options[8];
    for (int i = 0; qttt_player.options[i].name != NULL; i++)
        options[i] = qttt_player.options[i].initial;
    match.memory = qttt_player.open(&qttt_game, options);
    for (match.size = 4; match.size <= 5; match.size++)
        for (match.percent = 100; match.percent >= 50; match.percent -= 50) {
            match.promised = match.percent == 100 ? 0.95 : 0.8;
            match_play(&match);
        }
    qttt_player.close(match.memory);
    return tap_done();
}
