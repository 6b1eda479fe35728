/* draughts_learn: fits the evaluation, patterns and network together, to self-played positions.
 *
 *   draughts_learn [-e EPOCHS] [-l SHARE] [-r RATE] [-p PACE] [-n] [-o FOLDER] SAMPLES...
 *
 * The logistic function of the evaluation, which is the mean of both, is fitted to the result of
 * the game (1, 1/2, 0), mixed with the SHARE (0 .. 1) that the search expected, by stochastic
 * gradient descent: Adam with a RATE that falls for the network, AdaGrad with a PACE for the
 * patterns. It goes on from the weights in use or, with -n, from nothing. A position that was met
 * before is left out. A twentieth is held back, in blocks of some fifty games, and shows how well
 * the others are predicted. FOLDER gets weights.txt and net.txt, with the command that made them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/core/text.h"
#include "../src/draughts/net.h"
#include "../src/draughts/pattern.h"
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
    float *patterns, *squares; /* squares: sums of squared slopes */
    long epochs, steps;
    double share, rate, pace;
    bool anew;
    const char *out;
};

/* What a position makes of the weights, for the way back. */
struct pass {
    uint8_t inputs[2 * DRAUGHTS_PIECES];
    uint32_t features[DRAUGHTS_FEATURES];
    int count, phase, feature_count;
    float first[WIDTH], second[HIDDEN], value;
};

/* All positions of the files, those that are held back apart. */
static bool read_samples(struct eval_trainer *t, int count, char **names) {
    struct sample_list all = {0};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        good = sample_list_read(&all, "draughts_learn", names[i]);
    }
    sample_list_thin(&all);
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

/* What a man is worth before anything is learned. */
static void fill_patterns(float *patterns) {
    for (int men = 0; men <= 12; men++) {
        for (int kings = 0; kings < DRAUGHTS_KINGS_COUNTED; kings++) {
            for (int foe_men = 0; foe_men <= 12; foe_men++) {
                for (int foe_kings = 0; foe_kings < DRAUGHTS_KINGS_COUNTED; foe_kings++) {
                    patterns[draughts_material(men, kings, foe_men, foe_kings)] =
                        2 * ((float)(men - foe_men) + 1.35f * (float)(kings - foe_kings));
                }
            }
        }
    }
}

/* What a unit of a weight is: activations count in units, what follows the first layer in fine
 * ones. */
static double unit_of(int weight) {
    return weight < DRAUGHTS_NET_SECOND ||
                   (weight >= DRAUGHTS_NET_HIDDEN_BIAS && weight < DRAUGHTS_NET_OUT)
               ? DRAUGHTS_NET_UNIT
               : DRAUGHTS_NET_FINE;
}

enum { PATTERN_UNIT = 100 * DRAUGHTS_WEIGHT_UNIT };

/* The weights in use. */
static void take_weights(struct eval_trainer *t) {
    float *weights = (float *)t->net;
    for (int i = 0; i < WEIGHTS; i++) {
        weights[i] = (float)(draughts_net_weights[i] / unit_of(i));
    }
    for (int i = 0; i < DRAUGHTS_WEIGHTS; i++) {
        t->patterns[i] = (float)draughts_weights[i] / PATTERN_UNIT;
    }
}

static inline float clamp(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static void forward(const struct eval_trainer *t, const struct draughts_sample *sample,
                    struct pass *pass) {
    const struct net *net = t->net;
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
    pass->feature_count = draughts_features(&board, pass->features);
    for (int i = 0; i < pass->feature_count; i++) {
        pass->value += t->patterns[pass->features[i]];
    }
    pass->value /= 2;
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

/* Patterns that moved much move less. */
static void move_patterns(struct eval_trainer *t, const struct pass *pass, float error,
                          double pace) {
    const float first = 0.5f; /* as if each had been met before */
    for (int i = 0; i < pass->feature_count; i++) {
        uint32_t at = pass->features[i];
        t->squares[at] += error * error;
        t->patterns[at] -= (float)pace * error / sqrtf(t->squares[at] + first);
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

/* How badly the results are foretold, and how far the value is from the target. */
static void show_held(const struct eval_trainer *t) {
    double loss = 0, far = 0, count = fmax((double)t->held.count, 1);
    struct pass pass;
    for (size_t i = 0; i < t->held.count; i++) {
        const struct draughts_sample *sample = &t->held.samples[i];
        forward(t, sample, &pass);
        double off = logistic(pass.value) - sample_target(sample, t->share);
        loss += sample_loss(sample, pass.value);
        far += off * off;
    }
    printf(", of positions held back %.5f, off by %.5f\n", loss / count, sqrt(far / count));
    fflush(stdout);
}

/* Steps stay as large for a third of the epochs and fall to a thirtieth in the others. */
static double fall(const struct eval_trainer *t, long epoch) {
    double done = (double)epoch / (double)t->epochs;
    return done < 0.3 ? 1 : pow(0.03, (done - 0.3) / 0.7);
}

static void run_epoch(struct eval_trainer *t, long epoch, struct rng *rng) {
    double sum = 0, less = fall(t, epoch);
    struct pass pass;
    sample_list_shuffle(&t->learned, rng);
    for (size_t i = 0; i < t->learned.count; i++) {
        const struct draughts_sample *sample = &t->learned.samples[i];
        forward(t, sample, &pass);
        sum += sample_loss(sample, pass.value);
        float error = (float)(logistic(pass.value) - sample_target(sample, t->share));
        backward(t->net, &pass, error / 2, t->gradient);
        move_patterns(t, &pass, error / 2, t->pace * less);
        if ((i + 1) % BATCH == 0) {
            step(t, t->rate * less);
        }
    }
    printf("epoch %ld: loss %.5f", epoch + 1, sum / fmax((double)t->learned.count, 1));
    show_held(t);
}

static int whole(double raw) {
    return (int)lround(fmin(fmax(raw, -32767), 32767));
}

static size_t positions(const struct eval_trainer *t) {
    return t->learned.count + t->held.count;
}

static bool write_file(const struct eval_trainer *t, const char *name, const int *weights,
                       size_t number, int count, char **words) {
    struct weights_origin origin = {positions(t), count, words};
    struct text path = {0};
    text_print(&path, "%s/%s", t->out, name);
    bool good = weights_write("draughts_learn", text_string(&path), &origin, weights, number);
    text_free(&path);
    return good;
}

static bool write_weights(const struct eval_trainer *t, int count, char **words) {
    int *rounded = memory_new(DRAUGHTS_WEIGHTS + WEIGHTS, sizeof *rounded);
    const float *weights = (const float *)t->net;
    for (int i = 0; i < WEIGHTS; i++) {
        rounded[i] = whole(weights[i] * unit_of(i));
    }
    bool good = write_file(t, "net.txt", rounded, WEIGHTS, count, words);
    for (int i = 0; i < DRAUGHTS_WEIGHTS; i++) {
        rounded[i] = whole(t->patterns[i] * PATTERN_UNIT);
    }
    good = write_file(t, "weights.txt", rounded, DRAUGHTS_WEIGHTS, count, words) && good;
    free(rounded);
    return good;
}

static bool read_arguments(struct eval_trainer *t, int count, char **words) {
    int option;
    bool good = true;
    while (good && (option = getopt(count, words, "e:l:r:p:no:")) != -1) {
        switch (option) {
        case 'e':
            good = text_to_whole(optarg, 0, 1000, &t->epochs);
            break;
        case 'l':
            good = text_to_number(optarg, 0, 1, &t->share);
            break;
        case 'r':
            good = text_to_number(optarg, 0, 10, &t->rate);
            break;
        case 'p':
            good = text_to_number(optarg, 0, 10, &t->pace);
            break;
        case 'n':
            t->anew = true;
            break;
        case 'o':
            t->out = optarg;
            break;
        default:
            good = false;
        }
    }
    if (!good || (optind == count && t->epochs > 0)) {
        fputs("usage: draughts_learn [-e EPOCHS] [-l SHARE] [-r RATE] [-p PACE] [-n] [-o FOLDER] "
              "SAMPLES...\n",
              stderr);
        return false;
    }
    return read_samples(t, count - optind, words + optind);
}

int main(int count, char **words) {
    struct eval_trainer t = {.epochs = 8, .share = 0.8, .rate = 0.0005, .pace = 0.02, .out = "."};
    if (!read_arguments(&t, count, words)) {
        return 2;
    }
    struct net **nets[] = {&t.net, &t.gradient, &t.mean, &t.square};
    for (int i = 0; i < 4; i++) {
        *nets[i] = memory_new(1, sizeof **nets[i]);
    }
    t.patterns = memory_new(DRAUGHTS_WEIGHTS, sizeof *t.patterns);
    t.squares = memory_new(DRAUGHTS_WEIGHTS, sizeof *t.squares);
    struct rng rng;
    rng_seed(&rng, 1);
    if (t.anew) {
        fill_net(t.net, &rng);
        fill_patterns(t.patterns);
    } else {
        take_weights(&t);
    }
    printf("%zu positions, %zu held back", positions(&t), t.held.count);
    show_held(&t);
    for (long epoch = 0; epoch < t.epochs; epoch++) {
        run_epoch(&t, epoch, &rng);
    }
    bool good = write_weights(&t, count, words);
    for (int i = 0; i < 4; i++) {
        free(*nets[i]);
    }
    free(t.patterns);
    free(t.squares);
    free(t.learned.samples);
    free(t.held.samples);
    return good ? 0 : 1;
}
