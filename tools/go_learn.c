/* go_learn: learns the network of src/go/net.h from positions that go_selfplay wrote.
 *
 *   go_learn [-e EPOCHS] [-r RATE] [-b BATCH] [-t THREADS] [-s SEED] [-i NET] -o NET FILE...
 *
 * Visits, results and the owners of all points are learned together by gradient descent (Adam);
 * each position is seen under a random symmetry. One part in twenty of every file is held out, and
 * each epoch prints its losses. NET is written as text that the build turns into C. */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/go/go.h"
#include "../src/system/file.h"
#include "go_gradient.h"
#include "go_sample.h"
#include "net_text.h"

enum { TEST_PART = 20 }; /* of which one is kept apart */
static const float DECAY = 1e-4f;
static const double VISITS_FULL = 600;
static const float RESULT_PART = 0.25f;

struct learn_worker {
    struct net_trainer *trainer;
    pthread_t thread;
    int number;
    struct rng rng;
    struct pass pass, slope;
    struct float_net gradient;
    struct losses losses;
};

struct net_trainer {
    struct position *train, *test;
    size_t train_count, test_count;
    struct float_net net;
    struct float_net mean, square; /* of gradients */
    int threads;
    struct learn_worker *workers;
    pthread_barrier_t barrier;
    const size_t *order;
    size_t begin, end; /* of the batch, in order */
    bool done;
};

/* Positions. */

static int point_of(const struct go_board *board, int n) {
    return n < POINTS ? go_board_point(board, n) : GO_PASS;
}

static bool position_make(const struct go_sample *sample, struct position *position) {
    struct go_board board;
    struct go_net_input input;
    double all = 0;
    if (!go_sample_board(sample, &board))
        return false;
    go_net_input_fill(&board, sample->to_play, point_of(&board, sample->last),
                      point_of(&board, sample->before), sample->komi / 2.0, &input);
    for (int n = 0; n < POINTS; n++) {
        const int16_t *cell = input.at[go_net_cell(n % SAMPLE_SIZE, n / SAMPLE_SIZE)];
        for (int i = 0; i < IN - 1; i++)
            position->input[n][i] = cell[i] != 0;
        position->komi_input = (float)cell[IN - 1] / GO_NET_UNIT;
        position->owner[n] = (float)sample->owner[n] / 127;
        all += sample->visits[n];
    }
    for (int n = 0; n < POINTS; n++)
        position->visits[n] = all > 0 ? (float)(sample->visits[n] / all) : 0;
    position->weight = all < VISITS_FULL ? (float)(all / VISITS_FULL) : 1;
    position->komi = (float)input.komi;
    float result = sample->winner == sample->to_play ? 1 : sample->winner < GO_EMPTY ? 0 : 0.5f;
    position->value = RESULT_PART * result + (1 - RESULT_PART) * (float)sample->value / UINT16_MAX;
    return true;
}

static bool samples_read(struct net_trainer *trainer, FILE *file, size_t count) {
    struct go_sample sample;
    size_t test = count / TEST_PART;
    trainer->train =
        memory_grow(trainer->train, trainer->train_count + count, sizeof *trainer->train);
    trainer->test = memory_grow(trainer->test, trainer->test_count + test, sizeof *trainer->test);
    for (size_t i = 0; i < count; i++) {
        bool apart = i >= count - test;
        struct position *to =
            apart ? &trainer->test[trainer->test_count++] : &trainer->train[trainer->train_count++];
        if (fread(&sample, sizeof sample, 1, file) != 1 || !position_make(&sample, to))
            return false;
    }
    return true;
}

static bool samples_file_read(struct net_trainer *trainer, const char *name) {
    struct stat stat;
    FILE *file = fopen(name, "rb");
    if (file == NULL || fstat(fileno(file), &stat) != 0) {
        perror(name);
        if (file != NULL)
            fclose(file);
        return false;
    }
    bool good = stat.st_size > 0 && (size_t)stat.st_size % sizeof(struct go_sample) == 0 &&
                samples_read(trainer, file, (size_t)stat.st_size / sizeof(struct go_sample));
    if (!good)
        fprintf(stderr, "%s holds no positions of go_selfplay, or damaged ones\n", name);
    fclose(file);
    return good;
}

/* Training. */

static void batch_learn(struct learn_worker *worker) {
    const struct net_trainer *trainer = worker->trainer;
    memset(&worker->gradient, 0, sizeof worker->gradient);
    for (size_t i = trainer->begin + (size_t)worker->number; i < trainer->end;
         i += (size_t)trainer->threads) {
        const struct position *position = &trainer->train[trainer->order[i]];
        int symmetry = (int)rng_below(&worker->rng, 8);
        net_pass(&trainer->net, position, symmetry, &worker->pass, &worker->losses);
        net_gradient(&trainer->net, position, symmetry, &worker->pass, &worker->slope,
                     &worker->gradient);
    }
}

static void *worker_main(void *context) {
    struct learn_worker *worker = context;
    for (;;) {
        pthread_barrier_wait(&worker->trainer->barrier);
        if (worker->trainer->done)
            return NULL;
        batch_learn(worker);
        pthread_barrier_wait(&worker->trainer->barrier);
    }
}

static void net_step(struct net_trainer *trainer, float rate, long step) {
    float *weight = (float *)&trainer->net, *mean = (float *)&trainer->mean,
          *square = (float *)&trainer->square;
    float count = (float)(trainer->end - trainer->begin);
    float mend = 1 - powf(0.9f, (float)step), mend_square = 1 - powf(0.999f, (float)step);
    float most = (float)GO_NET_WEIGHT_MOST / GO_NET_WEIGHT_UNIT;
    for (size_t i = 0; i < WEIGHTS; i++) {
        float g = 0;
        for (int t = 0; t < trainer->threads; t++)
            g += ((float *)&trainer->workers[t].gradient)[i];
        g /= count;
        mean[i] += 0.1f * (g - mean[i]);
        square[i] += 0.001f * (g * g - square[i]);
        weight[i] -=
            rate * (mean[i] / mend / (sqrtf(square[i] / mend_square) + 1e-8f) + DECAY * weight[i]);
        weight[i] = weight[i] > most ? most : weight[i] < -most ? -most : weight[i];
    }
}

static void losses_print(const char *what, const struct losses *losses) {
    double n = (double)losses->count;
    printf("%s: policy %.4f (first choice %.1f %%), value %.4f (error %.4f), owner %.4f\n", what,
           losses->policy / n, 100 * losses->hits / n, losses->value / n,
           sqrt(losses->value_square / n), losses->owner / n);
    fflush(stdout);
}

static void test_print(struct net_trainer *trainer) {
    struct learn_worker *worker = &trainer->workers[0];
    worker->losses = (struct losses){0};
    for (size_t i = 0; i < trainer->test_count; i++)
        net_pass(&trainer->net, &trainer->test[i], 0, &worker->pass, &worker->losses);
    losses_print("  kept apart", &worker->losses);
}

static void order_shuffle(size_t *order, size_t count, struct rng *rng) {
    for (size_t i = count; i > 1; i--) {
        size_t k = rng_below(rng, i), held = order[i - 1];
        order[i - 1] = order[k];
        order[k] = held;
    }
}

static void epoch_run(struct net_trainer *trainer, size_t *order, struct rng *rng, size_t batch,
                      const float rates[2], long *step) {
    struct losses losses = {0};
    order_shuffle(order, trainer->train_count, rng);
    trainer->order = order;
    for (int t = 0; t < trainer->threads; t++)
        trainer->workers[t].losses = (struct losses){0};
    for (trainer->begin = 0; trainer->begin < trainer->train_count; trainer->begin += batch) {
        trainer->end = trainer->begin + batch;
        if (trainer->end > trainer->train_count)
            trainer->end = trainer->train_count;
        pthread_barrier_wait(&trainer->barrier);
        batch_learn(&trainer->workers[0]);
        pthread_barrier_wait(&trainer->barrier);
        float part = (float)trainer->begin / (float)trainer->train_count;
        net_step(trainer, rates[0] + part * (rates[1] - rates[0]), ++*step);
    }
    for (int t = 0; t < trainer->threads; t++) {
        const struct losses *own = &trainer->workers[t].losses;
        losses.policy += own->policy;
        losses.value += own->value;
        losses.owner += own->owner;
        losses.hits += own->hits;
        losses.value_square += own->value_square;
        losses.count += own->count;
    }
    losses_print("learned", &losses);
}

static void weights_draw(float *weights, size_t count, int inputs, struct rng *rng, float scale) {
    float size = scale * sqrtf(6.0f / (float)inputs);
    for (size_t i = 0; i < count; i++)
        weights[i] = size * (2 * (float)rng_unit(rng) - 1);
}

static void net_draw(struct float_net *net, struct rng *rng) {
    memset(net, 0, sizeof *net);
    weights_draw(net->first[0][0], sizeof net->first / sizeof(float), TAPS * 5, rng, 1);
    for (int k = 0; k < LAYERS; k++)
        weights_draw(net->layer[k][0][0], sizeof net->layer[k] / sizeof(float), TAPS * C, rng,
                     k % 2 == 0 ? 1 : 0.5f);
    weights_draw(net->pool[0], sizeof net->pool / sizeof(float), C, rng, 0.5f);
    weights_draw(net->policy, C, C, rng, 0.5f);
    weights_draw(net->owner, C, C, rng, 0.5f);
    weights_draw(net->view[0], sizeof net->view / sizeof(float), C, rng, 1);
    weights_draw(net->hidden[0], sizeof net->hidden / sizeof(float), V, rng, 1);
    weights_draw(net->out, H, H, rng, 0.5f);
}

/* Text. */

static bool net_write(const struct float_net *net, const char *name, int argc, char **argv) {
    struct text text = {0};
    text_print(&text, "# Weights of the network of src/go/net.h in %d parts of 1; made by\n#",
               GO_NET_WEIGHT_UNIT);
    for (int i = 0; i < argc; i++)
        text_print(&text, " %s", argv[i]);
    text_putc(&text, '\n');
    net_text_print((const float *)net, WEIGHTS, &text);
    bool good = file_write(name, text_string(&text), text.length, NULL);
    text_free(&text);
    return good;
}

static bool net_read(struct float_net *net, const char *name) {
    struct text text = {0};
    bool good =
        file_read(name, &text, NULL) && net_text_read(text_string(&text), (float *)net, WEIGHTS);
    text_free(&text);
    return good;
}

/* The command line. */

struct learn_options {
    long epochs, threads, batch, seed;
    double rate;
    const char *in, *out;
};

static bool options_read(struct learn_options *options, int argc, char **argv) {
    int option;
    bool good = true;
    *options =
        (struct learn_options){.epochs = 10, .threads = 2, .batch = 64, .rate = 1e-3, .seed = 1};
    while (good && (option = getopt(argc, argv, "e:r:b:t:s:i:o:")) != -1) {
        good = option == 'e'   ? text_to_whole(optarg, 1, 100000, &options->epochs)
               : option == 'r' ? text_to_number(optarg, 0, 1, &options->rate)
               : option == 'b' ? text_to_whole(optarg, 1, 1000000, &options->batch)
               : option == 't' ? text_to_whole(optarg, 1, 256, &options->threads)
               : option == 's' ? text_to_whole(optarg, 0, LONG_MAX, &options->seed)
                               : option == 'i' || option == 'o';
        if (option == 'i')
            options->in = optarg;
        else if (option == 'o')
            options->out = optarg;
    }
    return good && options->out != NULL && optind < argc;
}

static bool workers_start(struct net_trainer *trainer, struct rng *rng) {
    trainer->workers = memory_new((size_t)trainer->threads, sizeof *trainer->workers);
    pthread_barrier_init(&trainer->barrier, NULL, (unsigned)trainer->threads);
    for (int t = 0; t < trainer->threads; t++) {
        struct learn_worker *worker = &trainer->workers[t];
        worker->trainer = trainer;
        worker->number = t;
        rng_seed(&worker->rng, rng_next(rng));
        if (t > 0 && pthread_create(&worker->thread, NULL, worker_main, worker) != 0)
            return false;
    }
    return true;
}

static void workers_end(struct net_trainer *trainer) {
    trainer->done = true;
    pthread_barrier_wait(&trainer->barrier);
    for (int t = 1; t < trainer->threads; t++)
        pthread_join(trainer->workers[t].thread, NULL);
    pthread_barrier_destroy(&trainer->barrier);
    free(trainer->workers);
}

/* The learning rate falls by a cosine. */
static float rate_at(const struct learn_options *options, long epoch) {
    double part = (double)epoch / (double)options->epochs;
    return (float)options->rate * (float)(0.02 + 0.98 * (0.5 + 0.5 * cos(3.14159 * part)));
}

static bool net_learn(struct net_trainer *trainer, const struct learn_options *options,
                      struct rng *rng, int argc, char **argv) {
    size_t *places = memory_new(trainer->train_count, sizeof *places);
    bool written = true;
    long step = 0;
    for (size_t i = 0; i < trainer->train_count; i++)
        places[i] = i;
    for (long e = 0; e < options->epochs && written; e++) {
        const float rates[2] = {rate_at(options, e), rate_at(options, e + 1)};
        epoch_run(trainer, places, rng, (size_t)options->batch, rates, &step);
        test_print(trainer);
        written = net_write(&trainer->net, options->out, argc, argv);
    }
    if (!written)
        fprintf(stderr, "cannot write %s\n", options->out);
    free(places);
    return written;
}

int main(int argc, char **argv) {
    struct net_trainer *trainer = memory_new(1, sizeof *trainer);
    struct learn_options options;
    struct rng rng;
    if (!options_read(&options, argc, argv)) {
        fprintf(stderr, "usage: go_learn [-e EPOCHS] [-r RATE] [-b BATCH] [-t THREADS] [-s SEED] "
                        "[-i NET] -o NET FILE...\n");
        return 2;
    }
    trainer->threads = (int)options.threads;
    for (int i = optind; i < argc; i++)
        if (!samples_file_read(trainer, argv[i]))
            return 1;
    printf("%zu positions, %zu kept apart, %zu weights\n", trainer->train_count,
           trainer->test_count, (size_t)WEIGHTS);
    rng_seed(&rng, (uint64_t)options.seed);
    net_draw(&trainer->net, &rng);
    if (options.in != NULL && !net_read(&trainer->net, options.in)) {
        fprintf(stderr, "%s is no such network\n", options.in);
        return 1;
    }
    if (!workers_start(trainer, &rng))
        return 1;
    bool learned = net_learn(trainer, &options, &rng, argc, argv);
    workers_end(trainer);
    free(trainer->train);
    free(trainer->test);
    free(trainer);
    return learned ? 0 : 1;
}
