/* go_learn: learns the network of src/go/net.h from positions that go_selfplay wrote.
 *
 *   go_learn [-e EPOCHS] [-r RATE] [-b BATCH] [-t THREADS] [-w WINDOW] [-s SEED] [-i NET] -o NET
 *            FILE...
 *
 * Visits, results, scores and the owners of all points are learned together by gradient descent
 * (Adam); each position is seen under a random symmetry. Of all files together the last WINDOW
 * positions are taken. One in twenty of every file is held out, the last ones, and each epoch
 * prints its losses. NET is written after each epoch as text that the build turns into C. */
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
static const char DAMAGED[] = "%s holds no positions of go_selfplay, or damaged ones\n";
static const float DECAY = 1e-4f;
static const double VISITS_FULL = 600;
static const float RESULT_PART = 0.25f;

struct learn_worker {
    struct net_trainer *trainer;
    pthread_t thread;
    int number;
    struct rng rng;
    struct go_net_input input;
    struct position position;
    struct pass pass, slope;
    struct float_net gradient;
    struct losses losses;
};

struct net_trainer {
    struct go_sample *train, *test;
    size_t train_count, test_count;
    struct float_net net;
    struct turned_net turned;
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
    return n < board->size * board->size ? go_board_point(board, n) : GO_PASS;
}

/* Where a point lies under symmetry 0 .. 7. */
static int symmetric(const struct go_board *board, int symmetry, int n) {
    int column = n % board->size, row = n / board->size;
    if (symmetry & 1)
        column = board->size - 1 - column;
    if (symmetry & 2)
        row = board->size - 1 - row;
    return symmetry & 4 ? go_board_at(board, row, column) : go_board_at(board, column, row);
}

static void position_make(const struct go_sample *sample, int symmetry, struct go_net_input *input,
                          struct position *position) {
    static _Thread_local struct go_board board;
    double all = 0;
    go_sample_board(sample, &board);
    go_net_input_fill(&(struct go_net_position){.board = &board,
                                                .side = sample->to_play,
                                                .last = point_of(&board, sample->last),
                                                .before = point_of(&board, sample->before),
                                                .komi = sample->komi / 2.0,
                                                .territory = sample->rules == GO_JAPANESE},
                      input);
    memset(position, 0, sizeof *position);
    for (int n = 0; n < board.size * board.size; n++)
        all += sample->visits[n];
    for (int n = 0; n < board.size * board.size; n++) {
        int cell = symmetric(&board, symmetry, n);
        const int16_t *at = input->at[go_board_point(&board, n)];
        for (int i = 0; i < IN; i++)
            position->x[cell][i] = (float)at[i] / GO_NET_UNIT;
        position->empty[cell] = sample->colour[n] == GO_EMPTY;
        position->owner[cell] = (float)sample->owner[n] / 127;
        position->visits[cell] = all > 0 ? (float)(sample->visits[n] / all) : 0;
    }
    position->size = board.size;
    position->weight = all < VISITS_FULL ? (float)(all / VISITS_FULL) : 1;
    position->komi = (float)input->komi;
    float result = sample->winner == sample->to_play ? 1 : sample->winner < GO_EMPTY ? 0 : 0.5f;
    position->value = RESULT_PART * result + (1 - RESULT_PART) * (float)sample->value / UINT16_MAX;
    position->score = (float)sample->score / 2;
}

/* Reads the samples from number `skip` on. */
static bool samples_read(struct net_trainer *trainer, FILE *file, size_t skip, size_t count) {
    struct go_board board;
    size_t test = count / TEST_PART;
    if (fseek(file, (long)(skip * sizeof *trainer->train), SEEK_SET) != 0)
        return false;
    trainer->train =
        memory_grow(trainer->train, trainer->train_count + count, sizeof *trainer->train);
    trainer->test = memory_grow(trainer->test, trainer->test_count + test, sizeof *trainer->test);
    for (size_t i = 0; i < count; i++) {
        bool apart = i >= count - test;
        struct go_sample *to =
            apart ? &trainer->test[trainer->test_count++] : &trainer->train[trainer->train_count++];
        if (fread(to, sizeof *to, 1, file) != 1 || !go_sample_board(to, &board))
            return false;
    }
    return true;
}

/* The positions in a file of that many bytes; 0 if it cannot be one. */
static size_t samples_count(const char *name) {
    struct stat stats;
    if (stat(name, &stats) != 0) {
        perror(name);
        return 0;
    }
    if (stats.st_size % (off_t)sizeof(struct go_sample) != 0 || stats.st_size == 0)
        fprintf(stderr, DAMAGED, name);
    return stats.st_size % (off_t)sizeof(struct go_sample) == 0
               ? (size_t)stats.st_size / sizeof(struct go_sample)
               : 0;
}

static bool samples_file_read(struct net_trainer *trainer, const char *name, size_t skip,
                              size_t count) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        return false;
    }
    bool good = samples_read(trainer, file, skip, count);
    if (!good)
        fprintf(stderr, DAMAGED, name);
    fclose(file);
    return good;
}

/* The last `window` positions of all files together. */
static bool window_read(struct net_trainer *trainer, char **names, int count, size_t window) {
    size_t all = 0;
    for (int i = 0; i < count; i++) {
        size_t found = samples_count(names[i]);
        if (found == 0)
            return false;
        all += found;
    }
    size_t skip = all > window ? all - window : 0;
    for (int i = 0; i < count; i++) {
        size_t found = samples_count(names[i]), part = skip < found ? skip : found;
        skip -= part;
        if (part < found && !samples_file_read(trainer, names[i], part, found - part))
            return false;
    }
    return true;
}

/* Training. */

static void batch_learn(struct learn_worker *worker) {
    const struct net_trainer *trainer = worker->trainer;
    memset(&worker->gradient, 0, sizeof worker->gradient);
    for (size_t i = trainer->begin + (size_t)worker->number; i < trainer->end;
         i += (size_t)trainer->threads) {
        const struct go_sample *sample = &trainer->train[trainer->order[i]];
        position_make(sample, (int)rng_below(&worker->rng, 8), &worker->input, &worker->position);
        net_pass(&trainer->net, &worker->position, &worker->pass, &worker->losses);
        net_gradient(&trainer->net, &trainer->turned, &worker->position, &worker->pass,
                     &worker->slope, &worker->gradient);
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
    net_turn(&trainer->net, &trainer->turned);
}

static void losses_print(const char *what, const struct losses *losses) {
    double n = (double)losses->count;
    printf("%s: policy %.4f (first choice %.1f %%), value %.4f (error %.4f), owner %.4f, "
           "score %.2f\n",
           what, losses->policy / n, 100 * losses->hits / n, losses->value / n,
           sqrt(losses->value_square / n), losses->owner / n, losses->score / n);
    fflush(stdout);
}

static void test_print(struct net_trainer *trainer) {
    struct learn_worker *worker = &trainer->workers[0];
    struct losses losses = {0};
    for (size_t i = 0; i < trainer->test_count; i++) {
        position_make(&trainer->test[i], 0, &worker->input, &worker->position);
        net_pass(&trainer->net, &worker->position, &worker->pass, &losses);
    }
    losses_print("  kept apart", &losses);
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
        losses.score += own->score;
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
                     k % 2 == 0 ? 1 : 0.3f);
    weights_draw(net->pool[0][0][0], sizeof net->pool / sizeof(float), C, rng, 0.3f);
    weights_draw(net->head[0][0], sizeof net->head / sizeof(float), C, rng, 1);
    weights_draw(net->policy[0], HEADS, HEADS, rng, 0.5f);
    weights_draw(net->owner[0], HEADS, HEADS, rng, 0.5f);
    weights_draw(net->hidden[0], sizeof net->hidden / sizeof(float), HEADS, rng, 1);
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
    long epochs, threads, batch, window, seed;
    double rate;
    const char *in, *out;
};

static bool options_read(struct learn_options *options, int argc, char **argv) {
    int option;
    bool good = true;
    *options = (struct learn_options){
        .epochs = 10, .threads = 2, .batch = 64, .window = LONG_MAX, .rate = 1e-3, .seed = 1};
    while (good && (option = getopt(argc, argv, "e:r:b:t:w:s:i:o:")) != -1) {
        good = option == 'e'   ? text_to_whole(optarg, 1, 100000, &options->epochs)
               : option == 'r' ? text_to_number(optarg, 0, 1, &options->rate)
               : option == 'b' ? text_to_whole(optarg, 1, 1000000, &options->batch)
               : option == 't' ? text_to_whole(optarg, 1, 256, &options->threads)
               : option == 'w' ? text_to_whole(optarg, TEST_PART, LONG_MAX, &options->window)
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
        fprintf(stderr, "usage: go_learn [-e EPOCHS] [-r RATE] [-b BATCH] [-t THREADS] [-w WINDOW] "
                        "[-s SEED] [-i NET] -o NET FILE...\n");
        return 2;
    }
    trainer->threads = (int)options.threads;
    if (!window_read(trainer, argv + optind, argc - optind, (size_t)options.window))
        return 1;
    printf("%zu positions, %zu kept apart, %zu weights\n", trainer->train_count,
           trainer->test_count, (size_t)WEIGHTS);
    rng_seed(&rng, (uint64_t)options.seed);
    net_draw(&trainer->net, &rng);
    if (options.in != NULL && !net_read(&trainer->net, options.in)) {
        fprintf(stderr, "%s is no such network\n", options.in);
        return 1;
    }
    net_turn(&trainer->net, &trainer->turned);
    if (!workers_start(trainer, &rng))
        return 1;
    bool learned = net_learn(trainer, &options, &rng, argc, argv);
    workers_end(trainer);
    free(trainer->train);
    free(trainer->test);
    free(trainer);
    return learned ? 0 : 1;
}
