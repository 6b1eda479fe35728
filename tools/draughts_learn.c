/* draughts_learn: fits the network of the evaluation to self-played positions.
 *
 *   draughts_learn [-e EPOCHS] [-l SHARE] [-r RATE] [-o FILE] SAMPLES...
 *
 * The logistic function of the network's value is fitted to the result of the game (1, 1/2, 0),
 * mixed with the SHARE (0 .. 1) that the search expected, by stochastic gradient descent (Adam)
 * with a RATE that falls. A twentieth of the positions is held back, in blocks of some fifty games,
 * and shows how well the others are predicted. The weights are written with the command that made
 * them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/draughts/net.h"
#include "draughts_fit.h"

enum {
    WIDTH = DRAUGHTS_NET_WIDTH,
    HIDDEN = DRAUGHTS_NET_HIDDEN,
    PHASES = DRAUGHTS_NET_PHASES,
    BATCH = 256,
    BLOCK = 4096, /* positions that are held back, or not, together */
    HELD_BACK = 20
};

/* In the order of draughts_net_weights; weights, their gradient and two means of it. */
struct net {
    float first[DRAUGHTS_NET_INPUTS][WIDTH], first_bias[WIDTH];
    float second[PHASES][HIDDEN][WIDTH], second_bias[PHASES][HIDDEN];
    float out[PHASES][HIDDEN], out_bias[PHASES];
};
enum { WEIGHTS = sizeof(struct net) / sizeof(float) };
_Static_assert((int)WEIGHTS == (int)DRAUGHTS_NET_WEIGHTS, "the network of src/draughts/net.h");

struct eval_trainer {
    struct sample_list learned, held;
    struct net *net, *gradient, *mean, *square;
    long epochs, steps;
    double share, rate;
    const char *out;
};

/* What a position makes of the network, for the way back. */
struct pass {
    uint8_t inputs[2 * DRAUGHTS_PIECES];
    int count, phase;
    float first[WIDTH], second[HIDDEN], value;
};

/* All positions of the files, those that are held back apart. */
static bool read_samples(struct eval_trainer *t, int count, char **names) {
    struct sample_list all = {0};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        good = sample_list_read(&all, "draughts_learn", names[i]);
    }
    for (size_t i = 0; i < all.count; i++) {
        sample_list_add(i / BLOCK % HELD_BACK == 1 ? &t->held : &t->learned, &all.samples[i]);
    }
    free(all.samples);
    return good;
}

/* From -1 to 1. */
static double rng_even(struct rng *rng) {
    return (double)rng_below(rng, 2000001) / 1000000 - 1;
}

/* Small random weights. The phases begin alike. */
static void fill_net(struct net *net, struct rng *rng) {
    float *first = net->first[0];
    for (int i = 0; i < DRAUGHTS_NET_INPUTS * WIDTH; i++) {
        first[i] = (float)(0.3 * rng_even(rng));
    }
    for (int k = 0; k < WIDTH; k++) {
        net->first_bias[k] = (float)(0.1 + 0.1 * rng_even(rng));
    }
    for (int h = 0; h < HIDDEN; h++) {
        for (int k = 0; k < WIDTH; k++) {
            net->second[0][h][k] = (float)(sqrt(3.0 / WIDTH) * rng_even(rng));
        }
        net->second_bias[0][h] = (float)(0.2 + 0.1 * rng_even(rng));
        net->out[0][h] = (float)(0.5 * rng_even(rng));
    }
    for (int phase = 1; phase < PHASES; phase++) {
        memcpy(net->second[phase], net->second[0], sizeof net->second[0]);
        memcpy(net->second_bias[phase], net->second_bias[0], sizeof net->second_bias[0]);
        memcpy(net->out[phase], net->out[0], sizeof net->out[0]);
    }
}

static inline float clamp(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static void forward(const struct net *net, const struct draughts_sample *sample,
                    struct pass *pass) {
    struct draughts_board board = sample_board(sample);
    pass->count = draughts_net_inputs(&board, pass->inputs);
    pass->phase = draughts_net_phase(pass->count);
    memcpy(pass->first, net->first_bias, sizeof pass->first);
    for (int i = 0; i < pass->count; i++) {
        for (int k = 0; k < WIDTH; k++) {
            pass->first[k] += net->first[pass->inputs[i]][k];
        }
    }
    for (int k = 0; k < WIDTH; k++) {
        pass->first[k] = clamp(pass->first[k]);
    }
    pass->value = net->out_bias[pass->phase];
    for (int h = 0; h < HIDDEN; h++) {
        float sum = 0;
        for (int k = 0; k < WIDTH; k++) {
            sum += net->second[pass->phase][h][k] * pass->first[k];
        }
        pass->second[h] = clamp(sum + net->second_bias[pass->phase][h]);
        pass->value += net->out[pass->phase][h] * pass->second[h];
    }
}

/* Adds to the gradient what the error of one value asks for. */
static void backward(const struct net *net, const struct pass *pass, float error,
                     struct net *gradient) {
    float below[WIDTH] = {0};
    int phase = pass->phase;
    gradient->out_bias[phase] += error;
    for (int h = 0; h < HIDDEN; h++) {
        gradient->out[phase][h] += error * pass->second[h];
        if (pass->second[h] <= 0 || pass->second[h] >= 1) {
            continue;
        }
        float slope = error * net->out[phase][h];
        gradient->second_bias[phase][h] += slope;
        for (int k = 0; k < WIDTH; k++) {
            gradient->second[phase][h][k] += slope * pass->first[k];
            below[k] += slope * net->second[phase][h][k];
        }
    }
    for (int k = 0; k < WIDTH; k++) {
        below[k] = pass->first[k] <= 0 || pass->first[k] >= 1 ? 0 : below[k];
        gradient->first_bias[k] += below[k];
    }
    for (int i = 0; i < pass->count; i++) {
        for (int k = 0; k < WIDTH; k++) {
            gradient->first[pass->inputs[i]][k] += below[k];
        }
    }
}

/* A step of Adam for all weights; those of the first layer stay within what net.h promises. */
static void step(struct eval_trainer *t, double rate) {
    const double fade = 0.9, fade_square = 0.999;
    const float steepest = (float)DRAUGHTS_NET_STEEPEST / DRAUGHTS_NET_UNIT;
    float *weights = (float *)t->net, *slopes = (float *)t->gradient;
    float *mean = (float *)t->mean, *square = (float *)t->square;
    t->steps++;
    float pace = (float)(rate / (1 - pow(fade, (double)t->steps)));
    float even = (float)(1 / (1 - pow(fade_square, (double)t->steps)));
    for (int i = 0; i < WEIGHTS; i++) {
        float slope = slopes[i] / BATCH;
        mean[i] += (float)(1 - fade) * (slope - mean[i]);
        square[i] += (float)(1 - fade_square) * (slope * slope - square[i]);
        weights[i] -= pace * mean[i] / (sqrtf(square[i] * even) + 1e-8f);
        slopes[i] = 0;
    }
    for (int i = 0; i < DRAUGHTS_NET_SECOND; i++) {
        weights[i] = fminf(fmaxf(weights[i], -steepest), steepest);
    }
}

static double held_loss(const struct eval_trainer *t) {
    double sum = 0;
    struct pass pass;
    for (size_t i = 0; i < t->held.count; i++) {
        forward(t->net, &t->held.samples[i], &pass);
        sum += sample_loss(&t->held.samples[i], pass.value);
    }
    return sum / fmax((double)t->held.count, 1);
}

/* The rate stays for a third of the epochs and falls to a thirtieth in the others. */
static double rate_of(const struct eval_trainer *t, long epoch) {
    double done = (double)epoch / (double)t->epochs;
    return t->rate * (done < 0.3 ? 1 : pow(0.03, (done - 0.3) / 0.7));
}

static void run_epoch(struct eval_trainer *t, long epoch, struct rng *rng) {
    double sum = 0, rate = rate_of(t, epoch);
    struct pass pass;
    sample_list_shuffle(&t->learned, rng);
    for (size_t i = 0; i < t->learned.count; i++) {
        const struct draughts_sample *sample = &t->learned.samples[i];
        forward(t->net, sample, &pass);
        sum += sample_loss(sample, pass.value);
        float error = (float)(logistic(pass.value) - sample_target(sample, t->share));
        backward(t->net, &pass, error, t->gradient);
        if ((i + 1) % BATCH == 0) {
            step(t, rate);
        }
    }
    printf("epoch %ld: loss %.5f, of positions held back %.5f\n", epoch + 1,
           sum / fmax((double)t->learned.count, 1), held_loss(t));
    fflush(stdout);
}

/* Weights as whole numbers: activations are in units, what follows the first layer in fine ones. */
static void round_net(const struct net *net, int *rounded) {
    const float *weights = (const float *)net;
    for (int i = 0; i < WEIGHTS; i++) {
        bool coarse =
            i < DRAUGHTS_NET_SECOND || (i >= DRAUGHTS_NET_HIDDEN_BIAS && i < DRAUGHTS_NET_OUT);
        double raw = weights[i] * (double)(coarse ? DRAUGHTS_NET_UNIT : DRAUGHTS_NET_FINE);
        rounded[i] = (int)lround(fmin(fmax(raw, -32767), 32767));
    }
}

static size_t positions(const struct eval_trainer *t) {
    return t->learned.count + t->held.count;
}

static bool write_weights(const struct eval_trainer *t, int count, char **words) {
    struct weights_origin origin = {positions(t), count, words};
    int *rounded = memory_new(WEIGHTS, sizeof *rounded);
    round_net(t->net, rounded);
    bool good = weights_write("draughts_learn", t->out, &origin, rounded, WEIGHTS);
    free(rounded);
    return good;
}

static bool read_arguments(struct eval_trainer *t, int count, char **words) {
    int option;
    bool good = true;
    while (good && (option = getopt(count, words, "e:l:r:o:")) != -1) {
        good = option == 'e'   ? text_to_whole(optarg, 0, 1000, &t->epochs)
               : option == 'l' ? text_to_number(optarg, 0, 1, &t->share)
               : option == 'r' ? text_to_number(optarg, 0, 10, &t->rate)
                               : option == 'o';
        if (option == 'o') {
            t->out = optarg;
        }
    }
    if (!good || (optind == count && t->epochs > 0)) {
        fputs("usage: draughts_learn [-e EPOCHS] [-l SHARE] [-r RATE] [-o FILE] SAMPLES...\n",
              stderr);
        return false;
    }
    return read_samples(t, count - optind, words + optind);
}

int main(int count, char **words) {
    struct eval_trainer t = {.epochs = 16, .share = 0.5, .rate = 0.002, .out = "weights.txt"};
    if (!read_arguments(&t, count, words)) {
        return 2;
    }
    struct net **nets[] = {&t.net, &t.gradient, &t.mean, &t.square};
    for (int i = 0; i < 4; i++) {
        *nets[i] = memory_new(1, sizeof **nets[i]);
    }
    struct rng rng;
    rng_seed(&rng, 1);
    fill_net(t.net, &rng);
    printf("%zu positions\n", positions(&t));
    for (long epoch = 0; epoch < t.epochs; epoch++) {
        run_epoch(&t, epoch, &rng);
    }
    bool good = write_weights(&t, count, words);
    for (int i = 0; i < 4; i++) {
        free(*nets[i]);
    }
    free(t.learned.samples);
    free(t.held.samples);
    return good ? 0 : 1;
}
