/* draughts_selfplay: games of the draughts player against itself, as positions to learn from.
 *
 *   draughts_selfplay [-g GAMES] [-n NODES] [-s SEED] [-e hand|learned] FILE
 *
 * Appends to FILE every position in which the side to play need not capture, with the value that
 * the search gave and how the game ended. Games of both rule sets alternate; each begins with
 * random plies that a search calls fair: half of them with a ballot of three plies, from which
 * the players choose among moves that are nearly as good as the best for a while, the others with
 * up to ten plies. A game ends early where the endgame tables know its result. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/draughts/search.h"
#include "draughts_sample.h"

enum { PLIES = 600, SURE = 700, SURE_PLIES = 6, BALLOT = 3, VARIETY = 15 };

struct generator {
    long games, nodes, seed;
    struct draughts_settings settings;
    struct draughts_search *searches[2]; /* by rules */
    struct draughts_egtb *tables[2];
    struct rng rng;
    FILE *out;
    unsigned long long written;
    long results[3];
};

struct game_log {
    struct draughts_sample samples[PLIES];
    int sides[PLIES];
    int count;
    uint64_t keys[PLIES + 1];
    struct past past;
};

static void random_plies(struct generator *g, enum draughts_rules rules, bool ballot,
                         struct draughts *d) {
    long plies = ballot ? BALLOT : BALLOT + (long)rng_below(&g->rng, 8);
    *d = (struct draughts){.rules = (uint8_t)rules, .side = (uint8_t)draughts_first_side(rules)};
    draughts_start(&d->board);
    for (long i = 0; i < plies; i++) {
        move moves[DRAUGHTS_MOVES];
        size_t legal = draughts_list(&d->board, d->side, d->rules, moves);
        if (legal == 0) {
            return;
        }
        draughts_play(d, moves[rng_below(&g->rng, legal)]);
    }
}

/* Random plies that leave both sides a chance, as a search sees it. */
static void random_start(struct generator *g, enum draughts_rules rules, bool ballot,
                         struct draughts *d) {
    enum { UNFAIR = 60 };
    struct limits limits = {.nodes = 2 * (uint64_t)g->nodes};
    int score;
    do {
        random_plies(g, rules, ballot, d);
        score = !draughts_can_move(&d->board, d->side)
                    ? UNFAIR + 1
                    : draughts_search_run(g->searches[rules], d, NULL, &g->settings, &limits, NULL,
                                          NULL)
                          .lines[0]
                          .score;
    } while (abs(score) > UNFAIR);
}

static void keep_sample(struct game_log *log, const struct draughts *d, int score) {
    if (draughts_jumpers(&d->board, d->side) != 0) {
        return;
    }
    struct draughts_board up = d->side == DRAUGHTS_WHITE ? d->board : draughts_rotated(&d->board);
    int bound = score > 30000 ? 30000 : score < -30000 ? -30000 : score;
    log->sides[log->count] = d->side;
    log->samples[log->count++] = (struct draughts_sample){.own = sample_pack(up.side[1]),
                                                          .foes = sample_pack(up.side[0]),
                                                          .kings = sample_pack(up.kings),
                                                          .score = (int16_t)bound,
                                                          .rules = d->rules};
}

/* Who wins, by rules or tables; false while that is open. */
static bool is_decided(const struct generator *g, const struct draughts *d, const struct past *past,
                       int *winner) {
    struct result result = draughts_result(d, past);
    if (result.phase == PHASE_OVER) {
        *winner = result.winner;
        return true;
    }
    int byte = draughts_egtb_probe(g->tables[d->rules], &d->board, d->side);
    if (byte == DRAUGHTS_EGTB_UNKNOWN) {
        return false;
    }
    *winner = byte == DRAUGHTS_EGTB_DRAW  ? SIDE_NONE
              : byte < DRAUGHTS_EGTB_LOSS ? d->side
                                          : 1 - d->side;
    return true;
}

/* Plays a game into the log and returns the winner. */
static int play_game(struct generator *g, enum draughts_rules rules, struct game_log *log) {
    struct draughts d;
    int winner = SIDE_NONE, sure = 0;
    bool ballot = rng_below(&g->rng, 2) == 0;
    g->settings.variety = 0;
    random_start(g, rules, ballot, &d);
    g->settings.variety = ballot ? VARIETY : 0;
    log->count = 0;
    log->past = (struct past){.keys = log->keys};
    for (int ply = 0; ply < PLIES && !is_decided(g, &d, &log->past, &winner); ply++) {
        struct limits limits = {.nodes = (uint64_t)g->nodes, .seed = rng_next(&g->rng)};
        struct draughts_search_result outcome = draughts_search_run(
            g->searches[rules], &d, &log->past, &g->settings, &limits, NULL, NULL);
        int score = outcome.lines[0].score;
        keep_sample(log, &d, score);
        sure = abs(score) >= SURE ? sure + 1 : 0;
        if (sure >= SURE_PLIES) {
            return score > 0 ? d.side : 1 - d.side;
        }
        log->keys[log->past.count++] = draughts_key(&d);
        draughts_play(&d, outcome.lines[0].moves[0]);
    }
    return winner;
}

static bool write_game(struct generator *g, struct game_log *log, int winner) {
    for (int i = 0; i < log->count; i++) {
        log->samples[i].result = (int8_t)(winner == SIDE_NONE       ? 0
                                          : winner == log->sides[i] ? 1
                                                                    : -1);
    }
    g->written += (unsigned long long)log->count;
    g->results[winner == SIDE_NONE ? 2 : winner]++;
    return fwrite(log->samples, sizeof log->samples[0], (size_t)log->count, g->out) ==
               (size_t)log->count &&
           fflush(g->out) == 0;
}

static bool read_arguments(struct generator *g, int count, char **words) {
    int option;
    bool good = true;
    while (good && (option = getopt(count, words, "g:n:s:e:")) != -1) {
        good = option == 'g'   ? text_to_whole(optarg, 1, 100000000, &g->games)
               : option == 'n' ? text_to_whole(optarg, 1, 100000000, &g->nodes)
               : option == 's' ? text_to_whole(optarg, 0, 1000000000, &g->seed)
               : option == 'e' ? strcmp(optarg, "hand") == 0 || strcmp(optarg, "learned") == 0
                               : false;
        if (good && option == 'e') {
            g->settings.evaluation = optarg[0] == 'h' ? DRAUGHTS_BY_HAND : DRAUGHTS_LEARNED;
        }
    }
    if (!good || optind + 1 != count) {
        fputs("usage: draughts_selfplay [-g GAMES] [-n NODES] [-s SEED] [-e hand|learned] FILE\n",
              stderr);
        return false;
    }
    g->out = fopen(words[optind], "ab");
    if (g->out == NULL) {
        fprintf(stderr, "draughts_selfplay: %s: %s\n", words[optind], strerror(errno));
    }
    return g->out != NULL;
}

int main(int count, char **words) {
    struct generator g = {.games = 1000,
                          .nodes = 1000,
                          .settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1}};
    if (!read_arguments(&g, count, words)) {
        return 2;
    }
    struct text path = {0};
    bool placed = draughts_egtb_directory(&path), good = true;
    rng_seed(&g.rng, (uint64_t)g.seed);
    for (int rules = 0; rules < 2; rules++) {
        g.tables[rules] = draughts_egtb_open(placed ? text_string(&path) : NULL,
                                             (enum draughts_rules)rules, NULL, NULL);
        g.searches[rules] = draughts_search_new(8);
        draughts_search_set_egtb(g.searches[rules], g.tables[rules]);
    }
    struct game_log *log = calloc(1, sizeof *log);
    for (long i = 0; i < g.games && good && log != NULL; i++) {
        int winner = play_game(&g, (enum draughts_rules)(i & 1), log);
        good = write_game(&g, log, winner);
        if ((i + 1) % 1000 == 0 || i + 1 == g.games) {
            printf("%ld games, %llu positions; black won %ld, white %ld, drawn %ld\n", i + 1,
                   g.written, g.results[0], g.results[1], g.results[2]);
            fflush(stdout);
        }
    }
    for (int rules = 0; rules < 2; rules++) {
        draughts_search_free(g.searches[rules]);
        draughts_egtb_close(g.tables[rules]);
    }
    free(log);
    text_free(&path);
    good = fclose(g.out) == 0 && good;
    if (!good) {
        fprintf(stderr, "draughts_selfplay: cannot write: %s\n", strerror(errno));
    }
    return good ? 0 : 1;
}
