/* draughts_train: fits the weights of the evaluation to self-played positions by logistic
 * regression.
 *
 *   draughts_train [-e EPOCHS] [-l SHARE] [-r RATE] [-p PULL] [-o FILE] SAMPLES...
 *
 * The value of a position is the sum of the weights of its features; its logistic function is
 * fitted to the result of the game (1, 1/2, 0), mixed with the SHARE (0 .. 1) that the search
 * expected. One position in twenty is held out and shows how well the others are predicted. The
 * weights are written with the command that made them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/draughts/eval.h"
#include "../src/draughts/pattern.h"
#include "draughts_sample.h"
#include "weights_text.h"

enum { HELD_BACK = 20 };

struct eval_trainer {
    struct draughts_sample *samples;
    size_t count, room;
    double *weights, *prior, *squares; /* squares: sums of squared steps, for step sizes */
    long epochs;
    double share, rate, pull;
    const char *out;
};

static bool add_sample(struct eval_trainer *t, const struct draughts_sample *sample) {
    if (!sample_is_sound(sample)) {
        return false;
    }
    if (t->count == t->room) {
        t->room += t->room + 65536;
        t->samples = memory_grow(t->samples, t->room, sizeof *t->samples);
    }
    t->samples[t->count++] = *sample;
    return true;
}

static bool read_samples(struct eval_trainer *t, const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "draughts_train: %s: %s\n", name, strerror(errno));
        return false;
    }
    struct draughts_sample sample;
    size_t got = 0, before = t->count;
    bool good = true;
    while (good && (got = fread(&sample, 1, sizeof sample, file)) == sizeof sample) {
        good = add_sample(t, &sample);
    }
    if (ferror(file) != 0) {
        fprintf(stderr, "draughts_train: %s: %s\n", name, strerror(errno));
        good = false;
    } else if (!good || got > 0 || t->count == before) {
        fprintf(stderr, "draughts_train: %s: no positions of draughts_selfplay, or damaged ones\n",
                name);
        good = false;
    }
    fclose(file);
    return good;
}

/* The weights of material before anything is learned. */
static void fill_prior(struct eval_trainer *t) {
    for (int men = 0; men <= 12; men++) {
        for (int kings = 0; kings < DRAUGHTS_KINGS_COUNTED; kings++) {
            for (int foe_men = 0; foe_men <= 12; foe_men++) {
                for (int foe_kings = 0; foe_kings < DRAUGHTS_KINGS_COUNTED; foe_kings++) {
                    int own = men + kings, foes = foe_men + foe_kings;
                    double even = own + foes > 0 ? 1.2 * (own - foes) / (own + foes) : 0;
                    t->prior[draughts_material(men, kings, foe_men, foe_kings)] =
                        men - foe_men + 1.35 * (kings - foe_kings) + even;
                }
            }
        }
    }
    memcpy(t->weights, t->prior, DRAUGHTS_WEIGHTS * sizeof *t->weights);
}

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

static double target_of(const struct eval_trainer *t, const struct draughts_sample *sample) {
    double score = fmin(fmax(sample->score, -1500), 1500);
    return (1 - t->share) * (sample->result + 1) / 2.0 + t->share * logistic(score / 100);
}

static double value_of(const struct eval_trainer *t, const uint32_t *list, int count) {
    double value = 0;
    for (int i = 0; i < count; i++) {
        value += t->weights[list[i]];
    }
    return value;
}

/* A gradient step; weights that moved much move less (AdaGrad). */
static void learn(struct eval_trainer *t, const uint32_t *list, int count, double error) {
    for (int i = 0; i < count; i++) {
        uint32_t w = list[i];
        double slope = error + t->pull * (t->weights[w] - t->prior[w]);
        t->squares[w] += slope * slope;
        t->weights[w] -= t->rate * slope / (sqrt(t->squares[w]) + 1e-3);
    }
}

/* The cross entropy with the result alone, so that shares can be compared. */
static double loss_of(double value, const struct draughts_sample *sample) {
    double chance = fmin(fmax(logistic(value), 1e-6), 1 - 1e-6), y = (sample->result + 1) / 2.0;
    return -(y * log(chance) + (1 - y) * log(1 - chance));
}

static bool is_held_back(const struct draughts_sample *sample) {
    uint64_t board = (uint64_t)sample->own << 32 | sample->foes;
    return rng_mix(board ^ rng_mix(sample->kings)) % HELD_BACK == 0;
}

static void run_epoch(struct eval_trainer *t, long epoch, struct rng *rng) {
    for (size_t i = t->count; i > 1; i--) {
        size_t k = (size_t)rng_below(rng, i);
        struct draughts_sample swap = t->samples[i - 1];
        t->samples[i - 1] = t->samples[k];
        t->samples[k] = swap;
    }
    double losses[2] = {0, 0}, counts[2] = {0, 0};
    for (size_t i = 0; i < t->count; i++) {
        const struct draughts_sample *sample = &t->samples[i];
        uint32_t list[DRAUGHTS_FEATURES];
        struct draughts_board board = sample_board(sample);
        int count = draughts_features(&board, list);
        double value = value_of(t, list, count);
        bool held = is_held_back(sample);
        losses[held] += loss_of(value, sample);
        counts[held]++;
        if (!held) {
            learn(t, list, count, logistic(value) - target_of(t, sample));
        }
    }
    printf("epoch %ld: loss %.5f, of positions held back %.5f\n", epoch + 1,
           losses[0] / fmax(counts[0], 1), losses[1] / fmax(counts[1], 1));
    fflush(stdout);
}

static bool write_weights(const struct eval_trainer *t, int count, char **words) {
    FILE *file = fopen(t->out, "w");
    if (file == NULL) {
        fprintf(stderr, "draughts_train: %s: %s\n", t->out, strerror(errno));
        return false;
    }
    fprintf(file, "# Weights of the draughts evaluation, from %zu positions, made by\n#", t->count);
    for (int i = 0; i < count; i++) {
        const char *slash = strrchr(words[i], '/');
        fprintf(file, " %s", slash != NULL ? slash + 1 : words[i]);
    }
    fputc('\n', file);
    int *rounded = memory_new(DRAUGHTS_WEIGHTS, sizeof *rounded);
    for (int i = 0; i < DRAUGHTS_WEIGHTS; i++) {
        double raw = t->weights[i] * 100 * DRAUGHTS_WEIGHT_UNIT;
        rounded[i] = (int)lround(fmin(fmax(raw, -32767), 32767));
    }
    weights_text_print(file, rounded, DRAUGHTS_WEIGHTS);
    free(rounded);
    bool good = ferror(file) == 0;
    good = fclose(file) == 0 && good;
    if (!good) {
        fprintf(stderr, "draughts_train: cannot write %s\n", t->out);
    }
    return good;
}

static bool read_arguments(struct eval_trainer *t, int count, char **words) {
    int option;
    bool good = true;
    while (good && (option = getopt(count, words, "e:l:r:p:o:")) != -1) {
        good = option == 'e'   ? text_to_whole(optarg, 0, 1000, &t->epochs)
               : option == 'l' ? text_to_number(optarg, 0, 1, &t->share)
               : option == 'r' ? text_to_number(optarg, 0, 10, &t->rate)
               : option == 'p' ? text_to_number(optarg, 0, 10, &t->pull)
                               : option == 'o';
        if (option == 'o') {
            t->out = optarg;
        }
    }
    if (!good || (optind == count && t->epochs > 0)) {
        fputs("usage: draughts_train [-e EPOCHS] [-l SHARE] [-r RATE] [-p PULL] [-o FILE] "
              "SAMPLES...\n",
              stderr);
        return false;
    }
    for (int i = optind; i < count && good; i++) {
        good = read_samples(t, words[i]);
    }
    return good;
}

int main(int count, char **words) {
    struct eval_trainer t = {
        .epochs = 10, .share = 0.3, .rate = 0.05, .pull = 1e-4, .out = "weights.txt"};
    if (!read_arguments(&t, count, words)) {
        return 2;
    }
    t.weights = memory_new(DRAUGHTS_WEIGHTS, sizeof *t.weights);
    t.prior = memory_new(DRAUGHTS_WEIGHTS, sizeof *t.prior);
    t.squares = memory_new(DRAUGHTS_WEIGHTS, sizeof *t.squares);
    fill_prior(&t);
    struct rng rng;
    rng_seed(&rng, 1);
    printf("%zu positions\n", t.count);
    for (long epoch = 0; epoch < t.epochs; epoch++) {
        run_epoch(&t, epoch, &rng);
    }
    bool good = write_weights(&t, count, words);
    free(t.samples);
    free(t.weights);
    free(t.prior);
    free(t.squares);
    return good ? 0 : 1;
}
