/* go_train: learns the weights of the features of Go moves from games.
 *
 *   go_train [-e EPOCHS] [-r RATE] -o WEIGHTS FILE.sgf...
 *
 * Every move of a game is a choice among all moves of its position; the weights that make the choices
 * most likely are found by stochastic gradient ascent with a step of its own for each weight. Every
 * tenth game is kept apart: what is printed after each epoch is how often the strongest move of its
 * positions was the one played, and the mean logarithm of the played move's chance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/file.h"
#include "../src/core/memory.h"
#include "../src/go/features.h"
#include "../src/go/go.h"
#include "../src/go/sgf.h"

enum { TEST_EVERY = 10, OPENING_PLIES = 4 };

/* One choice: the traits of all moves, the one played first. */
struct sample {
    struct go_traits *moves;
    int count;
};

struct samples {
    struct sample *at;
    size_t count, room;
};

struct trainer {
    struct samples train, test;
    struct go_shape_names names;
    double weight[GO_FEATURES];
    double slope[GO_FEATURES]; /* sums of squared gradients */
    long seen[GO_FEATURES];
    size_t games;
};

static void samples_add(struct samples *samples, struct sample sample) {
    if (samples->count == samples->room) {
        samples->room = samples->room * 2 + 1024;
        samples->at = memory_grow(samples->at, samples->room, sizeof *samples->at);
    }
    samples->at[samples->count++] = sample;
}

static struct sample sample_make(struct trainer *trainer, const struct go_state *state, int last,
                                 int before, int played) {
    static struct go_traits traits[GO_INDEXES];
    const struct go_board *board = &state->board;
    int side = state->to_play;
    struct sample sample = {.count = 1};
    go_features_find(board, side, last, before, &trainer->names, traits);
    sample.moves = memory_new((size_t)board->empty_count + 1, sizeof *sample.moves);
    sample.moves[0] = traits[played];
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        if (p != played && go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p))
            sample.moves[sample.count++] = traits[p];
    }
    return sample;
}

static void game_learn(struct trainer *trainer, const struct record *record) {
    struct go_state *state = memory_new(1, sizeof *state);
    struct samples *into = trainer->games++ % TEST_EVERY == 0 ? &trainer->test : &trainer->train;
    struct past past = {0};
    int last = GO_PASS, before = GO_PASS;
    go_init(state, &record->setup);
    for (size_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        move m;
        if (entry->kind != RECORD_PLY)
            continue;
        state->to_play = entry->side;
        if (!go_parse(state, &past, entry->text, &m, NULL))
            break;
        if (m != GO_PASS && i >= OPENING_PLIES)
            samples_add(into, sample_make(trainer, state, last, before, (int)m));
        before = last;
        last = (int)m;
        go_play(state, m);
    }
    free(state);
}

static bool file_learn(struct trainer *trainer, const char *path) {
    struct text text = {0};
    struct error error = {0};
    bool fine = file_read(path, &text, &error);
    for (size_t index = 0; fine; index++) {
        struct record record;
        record_init(&record, &go_game);
        bool more = go_record_parse(text_string(&text), text.length, index, &record, NULL);
        if (more)
            game_learn(trainer, &record);
        record_free(&record);
        if (!more)
            break;
    }
    if (!fine) {
        text_clear(&text);
        error_print(&error, &text);
        fprintf(stderr, "go_train: %s: %s\n", path, text_string(&text));
    }
    text_free(&text);
    return fine;
}

static double move_sum(const struct trainer *trainer, const struct go_traits *traits) {
    double sum = 0;
    for (int i = 0; i < traits->count; i++)
        sum += trainer->weight[traits->at[i]];
    return sum;
}

/* The chances of all moves; returns the number of the strongest. */
static int sample_chances(const struct trainer *trainer, const struct sample *sample,
                          double *chance) {
    double total = 0;
    int best = 0;
    for (int i = 0; i < sample->count; i++) {
        chance[i] = exp(move_sum(trainer, &sample->moves[i]));
        total += chance[i];
        if (chance[i] > chance[best])
            best = i;
    }
    for (int i = 0; i < sample->count; i++)
        chance[i] /= total;
    return best;
}

static void sample_step(struct trainer *trainer, const struct sample *sample, double rate) {
    static double gradient[GO_FEATURES];
    double chance[GO_POINTS + 1];
    sample_chances(trainer, sample, chance);
    memset(gradient, 0, sizeof gradient);
    for (int i = 0; i < sample->count; i++)
        for (int k = 0; k < sample->moves[i].count; k++)
            gradient[sample->moves[i].at[k]] += (i == 0) - chance[i];
    for (int f = 0; f < GO_FEATURES; f++) {
        if (gradient[f] > 0 || gradient[f] < 0) {
            double g = gradient[f] - 0.001 * trainer->weight[f];
            trainer->slope[f] += g * g;
            trainer->weight[f] += rate * g / sqrt(trainer->slope[f] + 1);
        }
    }
}

static void samples_shuffle(struct samples *samples, struct rng *rng) {
    for (size_t i = samples->count; i > 1; i--) {
        size_t k = (size_t)rng_below(rng, i);
        struct sample swap = samples->at[i - 1];
        samples->at[i - 1] = samples->at[k];
        samples->at[k] = swap;
    }
}

static void samples_test(const struct trainer *trainer, const struct samples *samples,
                         const char *name) {
    double chance[GO_POINTS + 1];
    double sum = 0;
    size_t hits = 0;
    for (size_t i = 0; i < samples->count; i++) {
        hits += sample_chances(trainer, &samples->at[i], chance) == 0;
        sum += log(chance[0]);
    }
    double count = samples->count > 0 ? (double)samples->count : 1;
    printf("  %s %zu: first %.1f %%, log %.3f", name, samples->count, 100 * (double)hits / count,
           sum / count);
}

/* Hundredths, a row of them a line; a row of N zeros is zN, as shapes that never occur are many. */
static bool weights_write(const struct trainer *trainer, const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    fprintf(file, "# Weights of the features of Go moves, from %zu moves, made by go_train.\n",
            trainer->train.count);
    int zeros = 0, width = 0;
    for (int f = 0; f <= GO_FEATURES; f++) {
        long value = f < GO_FEATURES ? lround(100 * trainer->weight[f]) : 1;
        if (value == 0) {
            zeros++;
            continue;
        }
        if (zeros > 0)
            width += fprintf(file, zeros > 1 ? "z%d " : "0 ", zeros);
        zeros = 0;
        if (f < GO_FEATURES)
            width += fprintf(file, "%ld ", value);
        if (width > 90 || f == GO_FEATURES) {
            fputc('\n', file);
            width = 0;
        }
    }
    return fclose(file) == 0;
}

int main(int count, char **arguments) {
    struct trainer *trainer = memory_new(1, sizeof *trainer);
    const char *output = NULL;
    int epochs = 12, option;
    double rate = 0.2;
    while ((option = getopt(count, arguments, "e:r:o:")) != -1) {
        if (option == 'e')
            epochs = (int)strtol(optarg, NULL, 10);
        else if (option == 'r')
            rate = strtod(optarg, NULL);
        else if (option == 'o')
            output = optarg;
        else
            return 2;
    }
    if (output == NULL || optind == count) {
        fprintf(stderr, "usage: go_train [-e EPOCHS] [-r RATE] -o WEIGHTS FILE.sgf...\n");
        return 2;
    }
    go_shape_names_init(&trainer->names);
    for (int i = optind; i < count; i++)
        if (!file_learn(trainer, arguments[i]))
            return 1;
    printf("%zu games\n", trainer->games);
    struct rng rng;
    rng_seed(&rng, 1);
    for (int epoch = 1; epoch <= epochs; epoch++) {
        samples_shuffle(&trainer->train, &rng);
        for (size_t i = 0; i < trainer->train.count; i++)
            sample_step(trainer, &trainer->train.at[i], rate);
        printf("epoch %d", epoch);
        samples_test(trainer, &trainer->train, "train");
        samples_test(trainer, &trainer->test, "test");
        putchar('\n');
        fflush(stdout);
    }
    return weights_write(trainer, output) ? 0 : 1;
}
