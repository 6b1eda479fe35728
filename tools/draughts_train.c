/* draughts_train: fits the weights of the evaluation to self-played positions by logistic
 * regression.
 *
 *   draughts_train [-e EPOCHS] [-l SHARE] [-r RATE] [-p PULL] [-o FILE] SAMPLES...
 *
 * The value of a position is the sum of the weights of its features; its logistic function is
 * fitted to the result of the game (1, 1/2, 0), mixed with the SHARE (0 .. 1) that the search
 * expected. One position in twenty is held out and shows how well the others are predicted. The
 * weights are written with the command that made them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/draughts/eval.h"
#include "../src/draughts/pattern.h"
#include "draughts_fit.h"

enum { HELD_BACK = 20 };

struct eval_trainer {
    struct sample_list list;
    double *weights, *prior, *squares; /* squares: sums of squared steps, for step sizes */
    long epochs;
    double share, rate, pull;
    const char *out;
};

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

static bool is_held_back(const struct draughts_sample *sample) {
    uint64_t board = (uint64_t)sample->own << 32 | sample->foes;
    return rng_mix(board ^ rng_mix(sample->kings)) % HELD_BACK == 0;
}

static void run_epoch(struct eval_trainer *t, long epoch, struct rng *rng) {
    sample_list_shuffle(&t->list, rng);
    double losses[2] = {0, 0}, counts[2] = {0, 0};
    for (size_t i = 0; i < t->list.count; i++) {
        const struct draughts_sample *sample = &t->list.samples[i];
        uint32_t list[DRAUGHTS_FEATURES];
        struct draughts_board board = sample_board(sample);
        int count = draughts_features(&board, list);
        double value = value_of(t, list, count);
        bool held = is_held_back(sample);
        losses[held] += sample_loss(sample, value);
        counts[held]++;
        if (!held) {
            learn(t, list, count, logistic(value) - sample_target(sample, t->share));
        }
    }
    printf("epoch %ld: loss %.5f, of positions held back %.5f\n", epoch + 1,
           losses[0] / fmax(counts[0], 1), losses[1] / fmax(counts[1], 1));
    fflush(stdout);
}

static bool write_weights(const struct eval_trainer *t, int count, char **words) {
    struct weights_origin origin = {t->list.count, count, words};
    int *rounded = memory_new(DRAUGHTS_WEIGHTS, sizeof *rounded);
    for (int i = 0; i < DRAUGHTS_WEIGHTS; i++) {
        double raw = t->weights[i] * 100 * DRAUGHTS_WEIGHT_UNIT;
        rounded[i] = (int)lround(fmin(fmax(raw, -32767), 32767));
    }
    bool good = weights_write("draughts_train", t->out, &origin, rounded, DRAUGHTS_WEIGHTS);
    free(rounded);
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
        good = sample_list_read(&t->list, "draughts_train", words[i]);
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
    printf("%zu positions\n", t.list.count);
    for (long epoch = 0; epoch < t.epochs; epoch++) {
        run_epoch(&t, epoch, &rng);
    }
    bool good = write_weights(&t, count, words);
    free(t.list.samples);
    free(t.weights);
    free(t.prior);
    free(t.squares);
    return good ? 0 : 1;
}
