#include "go_gradient.h"

#include <math.h>
#include <string.h>

static const float MOST = 8.0f - 1.0f / GO_NET_UNIT;
/* Of losses; the policy's is 1. */
static const float VALUE_WEIGHT = 1.5f, OWNER_WEIGHT = 2.0f, SCORE_WEIGHT = 0.5f;

/* Sixteen channels: what the compiler makes of one depends on the machine. */
typedef float lanes __attribute__((vector_size(16 * sizeof(float)), aligned(4)));
enum { PART = 16, PARTS = C / PART, BLOCK = 8 };
_Static_assert(PARTS == 2 && H == C && IN % BLOCK == 0, "channels come in parts");

/* The cells of a board, from its first point to its last; those between rows are among them. */
static int first_cell(int size) {
    return size + 2;
}
static int end_cell(int size) {
    return (size + 1) * (size + 1);
}
static bool is_on_board(int size, int cell) {
    return cell % (size + 1) != 0;
}

static float softsign(float x) {
    return x / (1 + fabsf(x));
}

/* Convolutions. */

/* out += the convolution of in, for BLOCK cells. */
static inline void block_convolve(int inputs, const float *in, int taps, const int *offset,
                                  const float *weights, float *out) {
    lanes sum[BLOCK][PARTS];
#pragma GCC unroll 8
    for (int p = 0; p < BLOCK; p++)
#pragma GCC unroll 2
        for (int k = 0; k < PARTS; k++)
            sum[p][k] = *(const lanes *)(out + p * C + k * PART);
    for (int tap = 0; tap < taps; tap++) {
        const float *from = in + offset[tap] * inputs;
        for (int i = 0; i < inputs; i++, weights += C) {
            lanes low = *(const lanes *)weights, high = *(const lanes *)(weights + PART);
#pragma GCC unroll 8
            for (int p = 0; p < BLOCK; p++) {
                sum[p][0] += from[p * inputs + i] * low;
                sum[p][1] += from[p * inputs + i] * high;
            }
        }
    }
#pragma GCC unroll 8
    for (int p = 0; p < BLOCK; p++)
#pragma GCC unroll 2
        for (int k = 0; k < PARTS; k++)
            *(lanes *)(out + p * C + k * PART) = sum[p][k];
}

/* out becomes the bias plus the convolution of in; off the board it is cleared. */
static void convolve(int size, int inputs, const float *in, int taps, const float *weights,
                     const float bias[C], float out[CELLS][C]) {
    int offset[TAPS] = {0}, end = end_cell(size);
    for (int tap = 0; tap < taps && taps > 1; tap++)
        offset[tap] = go_net_tap(tap, size + 1);
    memset(out, 0, sizeof(float[CELLS][C]));
    for (int p = first_cell(size); p < end; p++)
        memcpy(out[p], bias, C * sizeof(float));
    int p = first_cell(size);
    for (; p + BLOCK <= end; p += BLOCK)
        block_convolve(inputs, in + p * inputs, taps, offset, weights, out[p]);
    for (; p < end; p++)
        for (int tap = 0; tap < taps; tap++)
            for (int i = 0; i < inputs; i++)
                for (int o = 0; o < C; o++)
                    out[p][o] +=
                        in[(p + offset[tap]) * inputs + i] * weights[(tap * inputs + i) * C + o];
    for (p = first_cell(size); p < end; p++)
        if (!is_on_board(size, p))
            memset(out[p], 0, C * sizeof(float));
}

/* Adds the gradient of the weights of BLOCK inputs of one tap. */
static inline void inputs_back(int size, int inputs, const float *from, const float slope[CELLS][C],
                               float *to) {
    lanes sum[BLOCK][PARTS] = {{{0}}};
    for (int p = first_cell(size); p < end_cell(size); p++) {
        lanes low = *(const lanes *)slope[p], high = *(const lanes *)(slope[p] + PART);
#pragma GCC unroll 8
        for (int k = 0; k < BLOCK; k++) {
            sum[k][0] += from[p * inputs + k] * low;
            sum[k][1] += from[p * inputs + k] * high;
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < BLOCK; k++)
#pragma GCC unroll 2
        for (int h = 0; h < PARTS; h++)
            *(lanes *)(to + k * C + h * PART) += sum[k][h];
}

/* Adds the gradient of the weights and the bias of a convolution. */
static void weights_back(int size, int inputs, const float *in, int taps,
                         const float slope[CELLS][C], float *g, float g_bias[C]) {
    for (int p = first_cell(size); p < end_cell(size); p++)
        for (int o = 0; o < C; o++)
            g_bias[o] += slope[p][o];
    for (int tap = 0; tap < taps; tap++) {
        const float *from = in + (taps > 1 ? go_net_tap(tap, size + 1) * inputs : 0);
        for (int i = 0; i < inputs; i += BLOCK)
            inputs_back(size, inputs, from + i, slope, g + (tap * inputs + i) * C);
    }
}

/* The slope of the input is a convolution, too: each tap looks the other way. */
void net_turn(const struct float_net *net, struct turned_net *turned) {
    for (int l = 0; l < LAYERS; l++)
        for (int tap = 0; tap < TAPS; tap++)
            for (int i = 0; i < C; i++)
                for (int o = 0; o < C; o++)
                    turned->layer[l][TAPS - 1 - tap][o][i] = net->layer[l][tap][i][o];
}

/* The forward pass. */

static void clip(int size, float out[CELLS][C]) {
    for (int p = first_cell(size); p < end_cell(size); p++)
        for (int o = 0; o < C; o++) {
            float x = out[p][o];
            out[p][o] = x < 0 ? 0 : x > MOST ? MOST : x;
        }
}

static void pool(int size, const float in[CELLS][C], struct pooled *pooled) {
    *pooled = (struct pooled){{0}, {0}, {0}};
    for (int p = first_cell(size); p < end_cell(size); p++)
        for (int i = 0; i < C; i++) {
            pooled->mean[i] += in[p][i];
            if (in[p][i] > pooled->most[i]) {
                pooled->most[i] = in[p][i];
                pooled->where[i] = p;
            }
        }
    for (int i = 0; i < C; i++)
        pooled->mean[i] /= (float)(size * size);
}

static void pool_add(const float weights[2][C][C], const struct pooled *pooled, float bias[C]) {
    for (int i = 0; i < C; i++)
        for (int o = 0; o < C; o++)
            bias[o] += pooled->mean[i] * weights[0][i][o] + pooled->most[i] * weights[1][i][o];
}

static void trunk_pass(const struct float_net *net, const struct position *position,
                       struct pass *pass) {
    int size = position->size;
    convolve(size, IN, position->x[0], TAPS, net->first[0][0], net->first_bias, pass->a[0]);
    clip(size, pass->a[0]);
    for (int k = 0; k < BLOCKS; k++) {
        float bias[C];
        memcpy(bias, net->bias[2 * k], sizeof bias);
        if (go_net_pools(k)) {
            pool(size, pass->a[k], &pass->pooled[k / 2]);
            pool_add(net->pool[k / 2], &pass->pooled[k / 2], bias);
        }
        convolve(size, C, pass->a[k][0], TAPS, net->layer[2 * k][0][0], bias, pass->h[k]);
        clip(size, pass->h[k]);
        convolve(size, C, pass->h[k][0], TAPS, net->layer[2 * k + 1][0][0], net->bias[2 * k + 1],
                 pass->a[k + 1]);
        for (int p = first_cell(size); p < end_cell(size); p++)
            for (int o = 0; o < C; o++)
                pass->a[k + 1][p][o] += pass->a[k][p][o];
        clip(size, pass->a[k + 1]);
    }
}

static void value_pass(const struct float_net *net, struct pass *pass) {
    float sum = net->out_bias + net->out_score * pass->score / 8;
    for (int o = 0; o < H; o++) {
        float x = net->hidden_bias[o] + pass->score / 8 * net->hidden[HEADS][o];
        for (int k = 0; k < HEADS; k++)
            x += pass->head_mean[k] * net->hidden[k][o];
        pass->hidden[o] = x < 0 ? 0 : x;
        sum += pass->hidden[o] * net->out[o];
    }
    pass->value = 1 / (1 + expf(-sum));
}

static void heads_pass(const struct float_net *net, const struct position *position,
                       struct pass *pass) {
    int size = position->size;
    struct pooled *pooled = &pass->pooled[BLOCKS / 2];
    pool(size, pass->a[BLOCKS], pooled);
    for (int part = 0; part < HEAD_PARTS; part++) {
        float bias[C];
        memcpy(bias, net->head_bias[part], sizeof bias);
        pool_add(net->pool[BLOCKS / 2 + part], pooled, bias);
        convolve(size, C, pass->a[BLOCKS][0], 1, net->head[part][0], bias, pass->head[part]);
        clip(size, pass->head[part]);
    }
    memset(pass->head_mean, 0, sizeof pass->head_mean);
    pass->score = position->komi;
    for (int p = first_cell(size); p < end_cell(size); p++) {
        if (!is_on_board(size, p))
            continue;
        float policy = 0, owner = net->owner_bias;
        for (int part = 0; part < HEAD_PARTS; part++)
            for (int i = 0; i < C; i++) {
                float x = pass->head[part][p][i];
                policy += x * net->policy[part][i];
                owner += x * net->owner[part][i];
                pass->head_mean[part * C + i] += x / (float)(size * size);
            }
        pass->policy[p] = policy;
        pass->owner[p] = owner;
        pass->score += softsign(owner);
    }
    value_pass(net, pass);
}

/* Softmax over the empty points. */
static void probabilities_make(const struct position *position, float policy[CELLS]) {
    int first = first_cell(position->size), end = end_cell(position->size);
    float best = -1e9f, all = 0;
    for (int p = first; p < end; p++)
        if (position->empty[p] && policy[p] > best)
            best = policy[p];
    for (int p = first; p < end; p++)
        all += policy[p] = position->empty[p] ? expf(policy[p] - best) : 0;
    for (int p = first; p < end && all > 0; p++)
        policy[p] /= all;
}

static void losses_add(struct losses *losses, const struct position *position,
                       const struct pass *pass) {
    int points = position->size * position->size, best = 0, likeliest = 0;
    float v = position->value, x = pass->value;
    for (int p = first_cell(position->size); p < end_cell(position->size); p++) {
        if (!is_on_board(position->size, p))
            continue;
        float off = softsign(pass->owner[p]) - position->owner[p];
        if (position->visits[p] > 0)
            losses->policy -= position->visits[p] * logf(pass->policy[p] + 1e-9f);
        losses->owner += off * off / (float)points;
        if (position->visits[p] > position->visits[best])
            best = p;
        if (pass->policy[p] > pass->policy[likeliest])
            likeliest = p;
    }
    losses->hits += best == likeliest;
    losses->value -= v * logf(x + 1e-7f) + (1 - v) * logf(1 - x + 1e-7f);
    losses->value_square += (v - x) * (v - x);
    losses->score += fabsf(pass->score - position->score);
    losses->count++;
}

void net_pass(const struct float_net *net, const struct position *position, struct pass *pass,
              struct losses *losses) {
    pass->policy[0] = 0;
    trunk_pass(net, position, pass);
    heads_pass(net, position, pass);
    probabilities_make(position, pass->policy);
    losses_add(losses, position, pass);
}

/* The backward pass. */

/* Returns the slope of pass->score; mean[] becomes that of the channels' means. */
static float value_back(const struct float_net *net, const struct position *position,
                        const struct pass *pass, float mean[HEADS], struct float_net *g) {
    float top = VALUE_WEIGHT * (pass->value - position->value);
    float lead = pass->score / 8, slope = top * net->out_score;
    memset(mean, 0, HEADS * sizeof *mean);
    g->out_bias += top;
    g->out_score += top * lead;
    for (int o = 0; o < H; o++) {
        g->out[o] += top * pass->hidden[o];
        if (pass->hidden[o] <= 0)
            continue;
        float back = top * net->out[o];
        g->hidden_bias[o] += back;
        g->hidden[HEADS][o] += back * lead;
        slope += back * net->hidden[HEADS][o];
        for (int k = 0; k < HEADS; k++) {
            g->hidden[k][o] += back * pass->head_mean[k];
            mean[k] += back * net->hidden[k][o];
        }
    }
    /* In parts of the board's width; a large error counts no more than one of 1. */
    float off = (pass->score - position->score) / (float)position->size;
    off = off > 1 ? 1 : off < -1 ? -1 : off;
    return slope / 8 + SCORE_WEIGHT * off / (float)position->size;
}

/* Where the activation was clipped, nothing goes back. */
static void clip_back(int size, const float out[CELLS][C], float slope[CELLS][C]) {
    for (int p = first_cell(size); p < end_cell(size); p++)
        for (int o = 0; o < C; o++)
            slope[p][o] = out[p][o] > 0 && out[p][o] < MOST ? slope[p][o] : 0;
}

/* From the slope of a layer behind pooling to that of its input, and of the pooling's weights. */
static void pool_back(int size, const float weights[2][C][C], const struct pooled *pooled,
                      const float slope[CELLS][C], float back[CELLS][C], float g[2][C][C]) {
    float all[C] = {0}, mean[C], most[C];
    for (int p = first_cell(size); p < end_cell(size); p++)
        for (int o = 0; o < C; o++)
            all[o] += slope[p][o];
    for (int i = 0; i < C; i++) {
        mean[i] = most[i] = 0;
        for (int o = 0; o < C; o++) {
            g[0][i][o] += pooled->mean[i] * all[o];
            g[1][i][o] += pooled->most[i] * all[o];
            mean[i] += weights[0][i][o] * all[o];
            most[i] += weights[1][i][o] * all[o];
        }
        mean[i] /= (float)(size * size);
        if (pooled->most[i] > 0)
            back[pooled->where[i]][i] += most[i];
    }
    for (int p = first_cell(size); p < end_cell(size); p++)
        for (int i = 0; i < C && is_on_board(size, p); i++)
            back[p][i] += mean[i];
}

/* The slopes of policy and owner at every point become those of the heads' layer. */
static void readouts_back(const struct float_net *net, const struct position *position,
                          const struct pass *pass, struct pass *slope, struct float_net *g) {
    int size = position->size, points = size * size;
    float mean[HEADS];
    float score = value_back(net, position, pass, mean, g);
    memset(slope->head, 0, sizeof slope->head);
    for (int p = first_cell(size); p < end_cell(size); p++) {
        if (!is_on_board(size, p))
            continue;
        float policy =
            position->empty[p] ? position->weight * (pass->policy[p] - position->visits[p]) : 0;
        float off = softsign(pass->owner[p]) - position->owner[p];
        float wide = 1 + fabsf(pass->owner[p]);
        float owner = (2 * OWNER_WEIGHT * off / (float)points + score) / (wide * wide);
        g->owner_bias += owner;
        for (int part = 0; part < HEAD_PARTS; part++)
            for (int i = 0; i < C; i++) {
                g->policy[part][i] += policy * pass->head[part][p][i];
                g->owner[part][i] += owner * pass->head[part][p][i];
                slope->head[part][p][i] = policy * net->policy[part][i] +
                                          owner * net->owner[part][i] +
                                          mean[part * C + i] / (float)points;
            }
    }
}

static void heads_back(const struct float_net *net, const struct position *position,
                       const struct pass *pass, struct pass *slope, struct float_net *g) {
    int size = position->size;
    const float none[C] = {0};
    float turned[C][C], back[CELLS][C];
    readouts_back(net, position, pass, slope, g);
    memset(slope->a[BLOCKS], 0, sizeof slope->a[BLOCKS]);
    for (int part = 0; part < HEAD_PARTS; part++) {
        clip_back(size, pass->head[part], slope->head[part]);
        weights_back(size, C, pass->a[BLOCKS][0], 1, slope->head[part], g->head[part][0],
                     g->head_bias[part]);
        for (int i = 0; i < C; i++)
            for (int o = 0; o < C; o++)
                turned[o][i] = net->head[part][i][o];
        convolve(size, C, slope->head[part][0], 1, turned[0], none, back);
        pool_back(size, net->pool[BLOCKS / 2 + part], &pass->pooled[BLOCKS / 2], slope->head[part],
                  back, g->pool[BLOCKS / 2 + part]);
        for (int p = first_cell(size); p < end_cell(size); p++)
            for (int i = 0; i < C; i++)
                slope->a[BLOCKS][p][i] += back[p][i];
    }
}

static void trunk_back(const struct float_net *net, const struct turned_net *turned,
                       const struct position *position, const struct pass *pass, struct pass *slope,
                       struct float_net *g) {
    int size = position->size;
    const float none[C] = {0};
    for (int k = BLOCKS - 1; k >= 0; k--) {
        float(*outer)[C] = slope->a[k + 1], (*inner)[C] = slope->h[k];
        clip_back(size, pass->a[k + 1], outer);
        weights_back(size, C, pass->h[k][0], TAPS, outer, g->layer[2 * k + 1][0][0],
                     g->bias[2 * k + 1]);
        convolve(size, C, outer[0], TAPS, turned->layer[2 * k + 1][0][0], none, inner);
        clip_back(size, pass->h[k], inner);
        weights_back(size, C, pass->a[k][0], TAPS, inner, g->layer[2 * k][0][0], g->bias[2 * k]);
        convolve(size, C, inner[0], TAPS, turned->layer[2 * k][0][0], none, slope->a[k]);
        for (int p = first_cell(size); p < end_cell(size); p++)
            for (int i = 0; i < C; i++)
                slope->a[k][p][i] += outer[p][i];
        if (go_net_pools(k))
            pool_back(size, net->pool[k / 2], &pass->pooled[k / 2], inner, slope->a[k],
                      g->pool[k / 2]);
    }
    clip_back(size, pass->a[0], slope->a[0]);
    weights_back(size, IN, position->x[0], TAPS, slope->a[0], g->first[0][0], g->first_bias);
}

void net_gradient(const struct float_net *net, const struct turned_net *turned,
                  const struct position *position, const struct pass *pass, struct pass *slope,
                  struct float_net *gradient) {
    heads_back(net, position, pass, slope, gradient);
    trunk_back(net, turned, position, pass, slope, gradient);
}
