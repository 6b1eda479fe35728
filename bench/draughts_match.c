/* draughts_match: two makes of the draughts player against one another, from random openings that
 * each is given once with either side, with the error of what it measured.
 *
 *   draughts_match [-p PAIRS] [-n NODES | -t SECONDS] [-r RULES] [-o PLIES] [-s SEED] [A B]
 *
 * A and B are words joined by commas: base, hand (evaluation), egtb=DIRECTORY (endgame tables other
 * than the usual ones), and ingredients left out: no-pvs ...
 * Without A and B the player meets itself with the hand-made evaluation, and without each
 * ingredient. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/text.h"
#include "../src/draughts/search.h"

struct draughts_side {
    const char *words;
    struct draughts_settings settings;
    struct draughts_search *search;
    char *tables; /* their directory; NULL: the usual one */
};

struct draughts_match {
    struct draughts_side sides[2];
    long pairs, nodes, plies, seed;
    double seconds;
    enum draughts_rules rules;
    bool all;
};

static const struct {
    const char *word;
    unsigned without;
} ingredients[] = {
    {"no-pvs", DRAUGHTS_WITHOUT_PVS},
    {"no-hash", DRAUGHTS_WITHOUT_HASH},
    {"no-quiescence", DRAUGHTS_WITHOUT_QUIESCENCE},
    {"no-killers", DRAUGHTS_WITHOUT_KILLERS},
    {"no-history", DRAUGHTS_WITHOUT_HISTORY},
    {"no-reductions", DRAUGHTS_WITHOUT_REDUCTIONS},
    {"no-single", DRAUGHTS_WITHOUT_SINGLE},
    {"no-recapture", DRAUGHTS_WITHOUT_RECAPTURE},
    {"no-aspiration", DRAUGHTS_WITHOUT_ASPIRATION},
    {"no-egtb", DRAUGHTS_WITHOUT_EGTB},
    {"no-probcut", DRAUGHTS_WITHOUT_PROBCUT},
    {"no-threats", DRAUGHTS_WITHOUT_THREATS},
    {"no-futility", DRAUGHTS_WITHOUT_FUTILITY},
};

static bool read_word(struct draughts_side *side, const char *word) {
    if (strcmp(word, "base") == 0) {
        return true;
    }
    if (strcmp(word, "hand") == 0) {
        side->settings.evaluation = DRAUGHTS_BY_HAND;
        return true;
    }
    if (strncmp(word, "egtb=", 5) == 0) {
        side->tables = strdup(word + 5);
        return true;
    }
    for (size_t i = 0; i < sizeof ingredients / sizeof ingredients[0]; i++) {
        if (strcmp(word, ingredients[i].word) == 0) {
            side->settings.without |= ingredients[i].without;
            return true;
        }
    }
    fprintf(stderr, "draughts_match: '%s' is none of base, hand, egtb=DIRECTORY", word);
    for (size_t i = 0; i < sizeof ingredients / sizeof ingredients[0]; i++) {
        fprintf(stderr, ", %s", ingredients[i].word);
    }
    fputc('\n', stderr);
    return false;
}

static bool read_side(struct draughts_side *side, const char *words) {
    *side = (struct draughts_side){
        .words = words, .settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1}};
    char *copy = strdup(words), *rest = copy, *word;
    bool good = true;
    while (good && (word = strsep(&rest, ",")) != NULL) {
        good = read_word(side, word);
    }
    free(copy);
    return good;
}

static bool read_arguments(struct draughts_match *match, int count, char **words) {
    int option;
    bool good = true;
    *match = (struct draughts_match){.pairs = 20, .nodes = 5000, .plies = 6, .seed = 1};
    while (good && (option = getopt(count, words, "p:n:t:r:o:s:")) != -1) {
        switch (option) {
        case 'p':
            good = text_to_whole(optarg, 1, 1000000, &match->pairs);
            break;
        case 'n':
            good = text_to_whole(optarg, 1, 1000000000, &match->nodes);
            break;
        case 't':
            good = text_to_number(optarg, 0.001, 3600, &match->seconds);
            match->nodes = 0;
            break;
        case 'r':
            good = game_rules(&draughts_game, optarg) >= 0;
            match->rules = good ? (enum draughts_rules)game_rules(&draughts_game, optarg) : 0;
            break;
        case 'o':
            good = text_to_whole(optarg, 0, 40, &match->plies);
            break;
        case 's':
            good = text_to_whole(optarg, 0, 1000000000, &match->seed);
            break;
        default:
            good = false;
        }
    }
    match->all = optind == count;
    if (!good || (optind + 2 != count && !match->all)) {
        fputs("usage: draughts_match [-p PAIRS] [-n NODES | -t SECONDS] [-r warcaby|english] "
              "[-o PLIES] [-s SEED] [A B]\n",
              stderr);
        return false;
    }
    return match->all || (read_side(&match->sides[0], words[optind]) &&
                          read_side(&match->sides[1], words[optind + 1]));
}

/* Random plies from the start until neither side has lost anything and nobody can capture. */
static void random_opening(const struct draughts_match *match, struct rng *rng,
                           struct draughts *start) {
    for (;;) {
        *start = (struct draughts){.rules = (uint8_t)match->rules,
                                   .side = (uint8_t)draughts_first_side(match->rules)};
        draughts_start(&start->board);
        for (long ply = 0; ply < match->plies; ply++) {
            move moves[DRAUGHTS_MOVES];
            size_t legal = draughts_list(&start->board, start->side, start->rules, moves);
            if (legal == 0) {
                break;
            }
            draughts_play(start, moves[rng_below(rng, legal)]);
        }
        if (draughts_size(start->board.side[0]) == draughts_size(start->board.side[1]) &&
            draughts_jumpers(&start->board, start->side) == 0 &&
            draughts_jumpers(&start->board, 1 - start->side) == 0) {
            return;
        }
    }
}

/* The result for `first`, 1 to 0, where it plays `colour`. */
static double play_game(struct draughts_match *match, const struct draughts *start, int colour) {
    struct draughts d = *start;
    uint64_t keys[2048];
    struct past past = {.keys = keys};
    draughts_search_forget(match->sides[0].search);
    draughts_search_forget(match->sides[1].search);
    struct result result;
    while ((result = draughts_result(&d, &past)).phase == PHASE_PLAYING && past.count < 2048) {
        struct draughts_side *side = &match->sides[d.side == colour ? 0 : 1];
        struct limits limits = {.nodes = (uint64_t)match->nodes};
        if (match->seconds > 0) {
            limits.deadline = monotonic_now() + match->seconds;
        }
        struct draughts_search_result outcome =
            draughts_search_run(side->search, &d, &past, &side->settings, &limits, NULL, NULL);
        keys[past.count++] = draughts_key(&d);
        draughts_play(&d, outcome.lines[0].moves[0]);
    }
    return result.winner == SIDE_NONE ? 0.5 : result.winner == colour;
}

static double elo(double share) {
    share = share < 0.0001 ? 0.0001 : share > 0.9999 ? 0.9999 : share;
    return -400 * log10(1 / share - 1);
}

static void show(const struct draughts_match *match, const long results[3], double mean,
                 double error) {
    printf("%s against %s, %s, ", match->sides[0].words, match->sides[1].words,
           draughts_game.rules[match->rules]);
    if (match->nodes > 0) {
        printf("%ld nodes", match->nodes);
    } else {
        printf("%g s", match->seconds);
    }
    printf(
        " a move: +%ld =%ld -%ld of %ld games, %.1f %% (95 %%: %.1f to %.1f), Elo %+.0f (%+.0f to "
        "%+.0f)\n",
        results[2], results[1], results[0], 2 * match->pairs, 100 * mean, 100 * (mean - error),
        100 * (mean + error), elo(mean), elo(mean - error), elo(mean + error));
    fflush(stdout);
}

/* The error is that of pairs: the two games of an opening are not independent. */
static void play_match(struct draughts_match *match) {
    struct rng rng;
    rng_seed(&rng, (uint64_t)match->seed);
    long results[3] = {0};
    double sum = 0, squares = 0;
    for (long pair = 0; pair < match->pairs; pair++) {
        struct draughts start;
        random_opening(match, &rng, &start);
        double both = 0;
        for (int colour = 0; colour < 2; colour++) {
            double got = play_game(match, &start, colour);
            results[(int)(2 * got)]++;
            both += got / 2;
        }
        sum += both;
        squares += both * both;
    }
    double n = (double)match->pairs, mean = sum / n;
    double error = n > 1 ? 1.96 * sqrt(fmax(squares / n - mean * mean, 0) / (n - 1)) : 1;
    show(match, results, mean, error);
}

static void play_all(struct draughts_match *match, struct draughts_search *searches[2]) {
    for (size_t i = 0; i <= sizeof ingredients / sizeof ingredients[0]; i++) {
        read_side(&match->sides[0], "base");
        read_side(&match->sides[1], i == 0 ? "hand" : ingredients[i - 1].word);
        for (int side = 0; side < 2; side++) {
            match->sides[side].search = searches[side];
        }
        play_match(match);
    }
}

int main(int count, char **words) {
    struct draughts_match match;
    if (!read_arguments(&match, count, words)) {
        return 2;
    }
    struct text path = {0};
    bool placed = draughts_egtb_directory(&path);
    struct draughts_search *searches[2];
    struct draughts_egtb *tables[2];
    for (int i = 0; i < 2; i++) {
        const char *usual = placed ? text_string(&path) : NULL, *own = match.sides[i].tables;
        tables[i] = draughts_egtb_open(own != NULL ? own : usual, match.rules, NULL, NULL);
        searches[i] = match.sides[i].search = draughts_search_new(16);
        draughts_search_set_egtb(searches[i], tables[i]);
    }
    if (match.all) {
        play_all(&match, searches);
    } else {
        play_match(&match);
    }
    for (int i = 0; i < 2; i++) {
        draughts_search_free(searches[i]);
        draughts_egtb_close(tables[i]);
        free(match.sides[i].tables);
    }
    text_free(&path);
    return 0;
}
