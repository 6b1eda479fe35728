/* go_learn: learns the network of src/go/net.h from positions that go_selfplay wrote.
 *
 *   go_learn [-e EPOCHS] [-r RATE] [-b BATCH] [-t THREADS] [-s SEED] [-i NET] -o NET FILE...
 *
 * The moves looked at, the results and the owners of all points are learned together by gradient
 * descent with a step of its own for every weight (Adam); each position is turned and mirrored at
 * random. One part in twenty of every file is kept apart: what is printed after each epoch is the
 * error there. NET is written as text that the build turns into C. */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/file.h"
#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/go/go.h"
#include "../src/go/net.h"
#include "go_sample.h"
#include "net_text.h"

enum {
    CELLS = GO_NET_CELLS,
    IN = GO_NET_INPUTS,
    C = GO_NET_CHANNELS,
    LAYERS = GO_NET_LAYERS,
    TAPS = GO_NET_TAPS,
    V = GO_NET_VIEWS,
    H = GO_NET_HIDDEN,
    BLOCKS = LAYERS / 2,
    POINTS = SAMPLE_POINTS
};
enum { TEST_PART = 20, POOLED = 2 /* the layer that hears of the whole board */ };
static const float MOST = 8.0f - 1.0f / GO_NET_UNIT, DECAY = 1e-4f;
static const double VISITS_FULL = 600;
static const float RESULT_PART = 0.25f, VALUE_WEIGHT = 1.5f, OWNER_WEIGHT = 2.0f;

/* All weights in the order in which they are written. */
struct net {
    float first[TAPS][IN][C], first_bias[C];
    float layer[LAYERS][TAPS][C][C], bias[LAYERS][C];
    float pool[C][C];
    float policy[C];
    float owner[C], owner_bias;
    float view[C][V], view_bias[V];
    float hidden[V + 1][H], hidden_bias[H];
    float out[H], out_score, out_bias;
};
enum { WEIGHTS = sizeof(struct net) / sizeof(float) };

struct position {
    uint8_t input[POINTS][IN]; /* all but the komi, which is a number of its own */
    float komi_input, komi;
    float visits[POINTS]; /* parts of 1 */
    float weight;         /* of these: a short look says little */
    float owner[POINTS];
    float value;
};

/* One position on its way through the network. */
struct pass {
    float x[CELLS][IN];
    float a[BLOCKS + 1][CELLS][C], h[BLOCKS][CELLS][C]; /* main road and detours */
    float mean[C];
    float policy[POINTS], owner[POINTS];
    float views[POINTS][V], view_mean[V];
    float score, hidden[H], value;
};

struct losses {
    double policy, value, owner, hits, value_square;
    long count;
};

struct worker {
    struct trainer *trainer;
    pthread_t thread;
    int number;
    struct rng rng;
    struct pass pass, slope;
    struct net gradient;
    struct losses losses;
};

struct trainer {
    struct position *train, *test;
    size_t train_count, test_count;
    struct net net;
    struct net mean, square; /* of gradients */
    int threads;
    struct worker *workers;
    pthread_barrier_t barrier;
    const size_t *order;
    size_t begin, end; /* of the batch, in order */
    bool done;
};

/* Positions. */

static int turned(int n, int turn) {
    int column = n % SAMPLE_SIZE, row = n / SAMPLE_SIZE;
    if (turn & 1)
        column = SAMPLE_SIZE - 1 - column;
    if (turn & 2)
        row = SAMPLE_SIZE - 1 - row;
    return turn & 4 ? column * SAMPLE_SIZE + row : row * SAMPLE_SIZE + column;
}

static int point_of(const struct go_board *board, int n) {
    return n < POINTS ? go_board_point(board, n) : GO_PASS;
}

static bool position_make(const struct go_sample *sample, struct position *position) {
    struct go_board board;
    struct go_net_view view;
    double all = 0;
    if (!go_sample_board(sample, &board))
        return false;
    go_net_look(&board, sample->to_play, point_of(&board, sample->last),
                point_of(&board, sample->before), sample->komi / 2.0, &view);
    for (int n = 0; n < POINTS; n++) {
        const int16_t *cell = view.at[go_net_cell(n % SAMPLE_SIZE, n / SAMPLE_SIZE)];
        for (int i = 0; i < IN - 1; i++)
            position->input[n][i] = cell[i] != 0;
        position->komi_input = (float)cell[IN - 1] / GO_NET_UNIT;
        position->owner[n] = (float)sample->owner[n] / 127;
        all += sample->visits[n];
    }
    for (int n = 0; n < POINTS; n++)
        position->visits[n] = all > 0 ? (float)(sample->visits[n] / all) : 0;
    position->weight = all < VISITS_FULL ? (float)(all / VISITS_FULL) : 1;
    position->komi = (float)view.komi;
    float result = sample->winner == sample->to_play ? 1 : sample->winner < GO_EMPTY ? 0 : 0.5f;
    position->value = RESULT_PART * result + (1 - RESULT_PART) * (float)sample->value / UINT16_MAX;
    return true;
}

static bool samples_read(struct trainer *trainer, FILE *file, size_t count) {
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

static bool samples_file_read(struct trainer *trainer, const char *name) {
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

/* The way forward. */

static int cell_of(int n) {
    return go_net_cell(n % SAMPLE_SIZE, n / SAMPLE_SIZE);
}

static void pass_start(struct pass *pass, const struct position *position, int turn) {
    memset(pass->x, 0, sizeof pass->x);
    for (int n = 0; n < POINTS; n++) {
        float *cell = pass->x[cell_of(turned(n, turn))];
        for (int i = 0; i < IN - 1; i++)
            cell[i] = position->input[n][i];
        cell[IN - 1] = position->komi_input;
    }
}

/* out += the convolution of in. */
static void convolve(int inputs, const float *in, const float *weights, float out[CELLS][C]) {
    for (int n = 0; n < POINTS; n++) {
        int cell = cell_of(n);
        float sum[C];
        memcpy(sum, out[cell], sizeof sum);
        for (int tap = 0; tap < TAPS; tap++) {
            const float *from = in + (cell + go_net_tap(tap)) * inputs;
            const float *weight = weights + tap * inputs * C;
            for (int i = 0; i < inputs; i++, weight += C) {
                float x = from[i];
                if (x == 0)
                    continue;
                for (int o = 0; o < C; o++)
                    sum[o] += x * weight[o];
            }
        }
        memcpy(out[cell], sum, sizeof sum);
    }
}

static void bias_put(const float bias[C], float out[CELLS][C]) {
    memset(out, 0, sizeof(float[CELLS][C]));
    for (int n = 0; n < POINTS; n++)
        memcpy(out[cell_of(n)], bias, sizeof(float[C]));
}

static void clip(float out[CELLS][C]) {
    for (int n = 0; n < POINTS; n++)
        for (int o = 0; o < C; o++) {
            float *x = &out[cell_of(n)][o];
            *x = *x < 0 ? 0 : *x > MOST ? MOST : *x;
        }
}

static void add(float out[CELLS][C], const float in[CELLS][C]) {
    for (int cell = 0; cell < CELLS; cell++)
        for (int o = 0; o < C; o++)
            out[cell][o] += in[cell][o];
}

static float softsign(float x) {
    return x / (1 + fabsf(x));
}

static void trunk_pass(const struct net *net, struct pass *pass) {
    bias_put(net->first_bias, pass->a[0]);
    convolve(IN, pass->x[0], net->first[0][0], pass->a[0]);
    clip(pass->a[0]);
    for (int k = 0; k < BLOCKS; k++) {
        float bias[C];
        memcpy(bias, net->bias[2 * k], sizeof bias);
        if (2 * k == POOLED) {
            memset(pass->mean, 0, sizeof pass->mean);
            for (int n = 0; n < POINTS; n++)
                for (int i = 0; i < C; i++)
                    pass->mean[i] += pass->a[k][cell_of(n)][i] / POINTS;
            for (int i = 0; i < C; i++)
                for (int o = 0; o < C; o++)
                    bias[o] += pass->mean[i] * net->pool[i][o];
        }
        bias_put(bias, pass->h[k]);
        convolve(C, pass->a[k][0], net->layer[2 * k][0][0], pass->h[k]);
        clip(pass->h[k]);
        bias_put(net->bias[2 * k + 1], pass->a[k + 1]);
        convolve(C, pass->h[k][0], net->layer[2 * k + 1][0][0], pass->a[k + 1]);
        add(pass->a[k + 1], pass->a[k]);
        clip(pass->a[k + 1]);
    }
}

static void heads_pass(const struct net *net, const struct position *position, struct pass *pass) {
    float score = position->komi;
    memset(pass->view_mean, 0, sizeof pass->view_mean);
    for (int n = 0; n < POINTS; n++) {
        const float *cell = pass->a[BLOCKS][cell_of(n)];
        float policy = 0, owner = net->owner_bias;
        float views[V];
        memcpy(views, net->view_bias, sizeof views);
        for (int i = 0; i < C; i++) {
            policy += cell[i] * net->policy[i];
            owner += cell[i] * net->owner[i];
            for (int k = 0; k < V; k++)
                views[k] += cell[i] * net->view[i][k];
        }
        pass->policy[n] = policy;
        pass->owner[n] = owner;
        score += softsign(owner);
        for (int k = 0; k < V; k++) {
            pass->views[n][k] = views[k] < 0 ? 0 : views[k];
            pass->view_mean[k] += pass->views[n][k] / POINTS;
        }
    }
    pass->score = score / 8;
    float sum = net->out_bias + net->out_score * pass->score;
    for (int o = 0; o < H; o++) {
        float x = net->hidden_bias[o] + pass->score * net->hidden[V][o];
        for (int k = 0; k < V; k++)
            x += pass->view_mean[k] * net->hidden[k][o];
        pass->hidden[o] = x < 0 ? 0 : x;
        sum += pass->hidden[o] * net->out[o];
    }
    pass->value = 1 / (1 + expf(-sum));
}

/* Makes chances of the policy's strengths. Points of no interest to the search (no visits at all and
 * occupied) are left out. */
static void chances_make(const struct position *position, int turn, float policy[POINTS]) {
    float best = -1e9f, all = 0;
    for (int n = 0; n < POINTS; n++) {
        if (position->input[n][0] || position->input[n][1])
            policy[turned(n, turn)] = -1e9f;
        else if (policy[turned(n, turn)] > best)
            best = policy[turned(n, turn)];
    }
    for (int n = 0; n < POINTS; n++)
        all += policy[n] = policy[n] < -1e8f ? 0 : expf(policy[n] - best);
    for (int n = 0; n < POINTS; n++)
        policy[n] /= all;
}

static void losses_add(struct losses *losses, const struct position *position, int turn,
                       const struct pass *pass) {
    int best = 0, likeliest = 0;
    float v = position->value, x = pass->value;
    for (int n = 0; n < POINTS; n++) {
        int t = turned(n, turn);
        float off = softsign(pass->owner[t]) - position->owner[n];
        if (position->visits[n] > 0)
            losses->policy -= position->visits[n] * logf(pass->policy[t] + 1e-9f);
        losses->owner += off * off / POINTS;
        if (position->visits[n] > position->visits[best])
            best = n;
        if (pass->policy[t] > pass->policy[turned(likeliest, turn)])
            likeliest = n;
    }
    losses->hits += best == likeliest;
    losses->value -= v * logf(x + 1e-7f) + (1 - v) * logf(1 - x + 1e-7f);
    losses->value_square += (v - x) * (v - x);
    losses->count++;
}

/* The way back. pass->policy holds chances; slope->a[BLOCKS] gets the slope of the loss. */

static void heads_back(const struct net *net, const struct position *position, int turn,
                       const struct pass *pass, struct pass *slope, struct net *g) {
    float sum = VALUE_WEIGHT * (pass->value - position->value);
    float score = sum * net->out_score;
    float view_mean[V] = {0};
    g->out_bias += sum;
    g->out_score += sum * pass->score;
    for (int o = 0; o < H; o++) {
        g->out[o] += sum * pass->hidden[o];
        if (pass->hidden[o] <= 0)
            continue;
        float back = sum * net->out[o];
        g->hidden_bias[o] += back;
        g->hidden[V][o] += back * pass->score;
        score += back * net->hidden[V][o];
        for (int k = 0; k < V; k++) {
            g->hidden[k][o] += back * pass->view_mean[k];
            view_mean[k] += back * net->hidden[k][o];
        }
    }
    memset(slope->a[BLOCKS], 0, sizeof slope->a[BLOCKS]);
    for (int n = 0; n < POINTS; n++) {
        int t = turned(n, turn);
        const float *cell = pass->a[BLOCKS][cell_of(t)];
        float *back = slope->a[BLOCKS][cell_of(t)];
        float policy = position->weight * (pass->policy[t] - position->visits[n]);
        float off = softsign(pass->owner[t]) - position->owner[n];
        float wide = 1 + fabsf(pass->owner[t]);
        float owner = (2 * OWNER_WEIGHT * off / POINTS + score / 8) / (wide * wide);
        float views[V];
        g->owner_bias += owner;
        for (int k = 0; k < V; k++) {
            views[k] = pass->views[t][k] > 0 ? view_mean[k] / POINTS : 0;
            g->view_bias[k] += views[k];
        }
        for (int i = 0; i < C; i++) {
            if (cell[i] <= 0)
                continue;
            g->policy[i] += policy * cell[i];
            g->owner[i] += owner * cell[i];
            float x = policy * net->policy[i] + owner * net->owner[i];
            for (int k = 0; k < V; k++) {
                g->view[i][k] += views[k] * cell[i];
                x += views[k] * net->view[i][k];
            }
            back[i] = x;
        }
    }
}

/* Where the activation was clipped, nothing goes back. */
static void clip_back(const float out[CELLS][C], float slope[CELLS][C]) {
    for (int cell = 0; cell < CELLS; cell++)
        for (int o = 0; o < C; o++)
            if (out[cell][o] <= 0 || out[cell][o] >= MOST)
                slope[cell][o] = 0;
}

/* The slope of the input of a convolution whose output has this slope is added to `back`, that of the
 * weights to g. What was 0 came out of a clip and needs no slope. */
static void convolve_back(int inputs, const float *in, const float *weights, float slope[CELLS][C],
                          float *back, float *g, float g_bias[C]) {
    for (int n = 0; n < POINTS; n++) {
        int cell = cell_of(n);
        const float *out = slope[cell];
        for (int o = 0; o < C; o++)
            g_bias[o] += out[o];
        for (int tap = 0; tap < TAPS; tap++) {
            int at = (cell + go_net_tap(tap)) * inputs;
            for (int i = 0; i < inputs; i++) {
                float x = in[at + i];
                if (x == 0)
                    continue;
                const float *weight = weights + (tap * inputs + i) * C;
                float *to = g + (tap * inputs + i) * C;
                for (int o = 0; o < C; o++)
                    to[o] += x * out[o];
                if (back == NULL)
                    continue;
                float sum = 0;
                for (int o = 0; o < C; o++)
                    sum += weight[o] * out[o];
                back[at + i] += sum;
            }
        }
    }
}

static void pool_back(const struct net *net, const struct pass *pass, struct pass *slope, int k,
                      struct net *g) {
    float all[C] = {0}, mean[C];
    for (int n = 0; n < POINTS; n++)
        for (int o = 0; o < C; o++)
            all[o] += slope->h[k][cell_of(n)][o];
    for (int i = 0; i < C; i++) {
        mean[i] = 0;
        for (int o = 0; o < C; o++) {
            g->pool[i][o] += pass->mean[i] * all[o];
            mean[i] += net->pool[i][o] * all[o];
        }
    }
    for (int n = 0; n < POINTS; n++)
        for (int i = 0; i < C; i++)
            slope->a[k][cell_of(n)][i] += mean[i] / POINTS;
}

static void trunk_back(const struct net *net, const struct pass *pass, struct pass *slope,
                       struct net *g) {
    for (int k = BLOCKS - 1; k >= 0; k--) {
        clip_back(pass->a[k + 1], slope->a[k + 1]);
        memcpy(slope->a[k], slope->a[k + 1], sizeof slope->a[k]);
        memset(slope->h[k], 0, sizeof slope->h[k]);
        convolve_back(C, pass->h[k][0], net->layer[2 * k + 1][0][0], slope->a[k + 1],
                      slope->h[k][0], g->layer[2 * k + 1][0][0], g->bias[2 * k + 1]);
        clip_back(pass->h[k], slope->h[k]);
        convolve_back(C, pass->a[k][0], net->layer[2 * k][0][0], slope->h[k], slope->a[k][0],
                      g->layer[2 * k][0][0], g->bias[2 * k]);
        if (2 * k == POOLED)
            pool_back(net, pass, slope, k, g);
    }
    clip_back(pass->a[0], slope->a[0]);
    convolve_back(IN, pass->x[0], net->first[0][0], slope->a[0], NULL, g->first[0][0],
                  g->first_bias);
}

/* Training. */

static void position_pass(struct worker *worker, const struct position *position, int turn) {
    const struct net *net = &worker->trainer->net;
    pass_start(&worker->pass, position, turn);
    trunk_pass(net, &worker->pass);
    heads_pass(net, position, &worker->pass);
    chances_make(position, turn, worker->pass.policy);
    losses_add(&worker->losses, position, turn, &worker->pass);
}

static void batch_learn(struct worker *worker) {
    const struct trainer *trainer = worker->trainer;
    memset(&worker->gradient, 0, sizeof worker->gradient);
    for (size_t i = trainer->begin + (size_t)worker->number; i < trainer->end;
         i += (size_t)trainer->threads) {
        const struct position *position = &trainer->train[trainer->order[i]];
        int turn = (int)rng_below(&worker->rng, 8);
        position_pass(worker, position, turn);
        heads_back(&trainer->net, position, turn, &worker->pass, &worker->slope, &worker->gradient);
        trunk_back(&trainer->net, &worker->pass, &worker->slope, &worker->gradient);
    }
}

static void *worker_main(void *context) {
    struct worker *worker = context;
    for (;;) {
        pthread_barrier_wait(&worker->trainer->barrier);
        if (worker->trainer->done)
            return NULL;
        batch_learn(worker);
        pthread_barrier_wait(&worker->trainer->barrier);
    }
}

static void net_step(struct trainer *trainer, float rate, long step) {
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

static void test_print(struct trainer *trainer) {
    struct worker *worker = &trainer->workers[0];
    worker->losses = (struct losses){0};
    for (size_t i = 0; i < trainer->test_count; i++)
        position_pass(worker, &trainer->test[i], 0);
    losses_print("  kept apart", &worker->losses);
}

static void order_shuffle(size_t *order, size_t count, struct rng *rng) {
    for (size_t i = count; i > 1; i--) {
        size_t k = rng_below(rng, i), held = order[i - 1];
        order[i - 1] = order[k];
        order[k] = held;
    }
}

static void epoch_run(struct trainer *trainer, size_t *order, struct rng *rng, size_t batch,
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

static void net_draw(struct net *net, struct rng *rng) {
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

static bool net_write(const struct net *net, const char *name, int argc, char **argv) {
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

static bool net_read(struct net *net, const char *name) {
    struct text text = {0};
    bool good =
        file_read(name, &text, NULL) && net_text_read(text_string(&text), (float *)net, WEIGHTS);
    text_free(&text);
    return good;
}

/* The command line. */

struct order {
    long epochs, threads, batch, seed;
    double rate;
    const char *in, *out;
};

static bool order_read(struct order *order, int argc, char **argv) {
    int option;
    bool good = true;
    *order = (struct order){.epochs = 10, .threads = 2, .batch = 64, .rate = 1e-3, .seed = 1};
    while (good && (option = getopt(argc, argv, "e:r:b:t:s:i:o:")) != -1) {
        good = option == 'e'   ? text_to_whole(optarg, 1, 100000, &order->epochs)
               : option == 'r' ? text_to_number(optarg, 0, 1, &order->rate)
               : option == 'b' ? text_to_whole(optarg, 1, 1000000, &order->batch)
               : option == 't' ? text_to_whole(optarg, 1, 256, &order->threads)
               : option == 's' ? text_to_whole(optarg, 0, LONG_MAX, &order->seed)
                               : option == 'i' || option == 'o';
        if (option == 'i')
            order->in = optarg;
        else if (option == 'o')
            order->out = optarg;
    }
    return good && order->out != NULL && optind < argc;
}

static bool workers_start(struct trainer *trainer, struct rng *rng) {
    trainer->workers = memory_new((size_t)trainer->threads, sizeof *trainer->workers);
    pthread_barrier_init(&trainer->barrier, NULL, (unsigned)trainer->threads);
    for (int t = 0; t < trainer->threads; t++) {
        struct worker *worker = &trainer->workers[t];
        worker->trainer = trainer;
        worker->number = t;
        rng_seed(&worker->rng, rng_next(rng));
        if (t > 0 && pthread_create(&worker->thread, NULL, worker_main, worker) != 0)
            return false;
    }
    return true;
}

static void workers_end(struct trainer *trainer) {
    trainer->done = true;
    pthread_barrier_wait(&trainer->barrier);
    for (int t = 1; t < trainer->threads; t++)
        pthread_join(trainer->workers[t].thread, NULL);
    pthread_barrier_destroy(&trainer->barrier);
    free(trainer->workers);
}

/* Steps become smaller as half a wave of a cosine does. */
static float rate_at(const struct order *order, long epoch) {
    double part = (double)epoch / (double)order->epochs;
    return (float)order->rate * (float)(0.02 + 0.98 * (0.5 + 0.5 * cos(3.14159 * part)));
}

static bool net_learn(struct trainer *trainer, const struct order *order, struct rng *rng, int argc,
                      char **argv) {
    size_t *places = memory_new(trainer->train_count, sizeof *places);
    bool written = true;
    long step = 0;
    for (size_t i = 0; i < trainer->train_count; i++)
        places[i] = i;
    for (long e = 0; e < order->epochs && written; e++) {
        const float rates[2] = {rate_at(order, e), rate_at(order, e + 1)};
        epoch_run(trainer, places, rng, (size_t)order->batch, rates, &step);
        test_print(trainer);
        written = net_write(&trainer->net, order->out, argc, argv);
    }
    if (!written)
        fprintf(stderr, "cannot write %s\n", order->out);
    free(places);
    return written;
}

int main(int argc, char **argv) {
    struct trainer *trainer = memory_new(1, sizeof *trainer);
    struct order order;
    struct rng rng;
    if (!order_read(&order, argc, argv)) {
        fprintf(stderr, "usage: go_learn [-e EPOCHS] [-r RATE] [-b BATCH] [-t THREADS] [-s SEED] "
                        "[-i NET] -o NET FILE...\n");
        return 2;
    }
    trainer->threads = (int)order.threads;
    for (int i = optind; i < argc; i++)
        if (!samples_file_read(trainer, argv[i]))
            return 1;
    printf("%zu positions, %zu kept apart, %zu weights\n", trainer->train_count,
           trainer->test_count, (size_t)WEIGHTS);
    rng_seed(&rng, (uint64_t)order.seed);
    net_draw(&trainer->net, &rng);
    if (order.in != NULL && !net_read(&trainer->net, order.in)) {
        fprintf(stderr, "%s is no such network\n", order.in);
        return 1;
    }
    if (!workers_start(trainer, &rng))
        return 1;
    bool learned = net_learn(trainer, &order, &rng, argc, argv);
    workers_end(trainer);
    free(trainer->train);
    free(trainer->test);
    free(trainer);
    return learned ? 0 : 1;
}
