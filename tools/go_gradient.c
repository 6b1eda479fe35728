#include "go_gradient.h"

#include <math.h>
#include <string.h>

enum { POOLED = 2 }; /* the layer with global pooling */
static const float MOST = 8.0f - 1.0f / GO_NET_UNIT;
static const float VALUE_WEIGHT = 1.5f, OWNER_WEIGHT = 2.0f; /* of losses; the policy's is 1 */

static int symmetric(int n, int symmetry) {
    int column = n % SAMPLE_SIZE, row = n / SAMPLE_SIZE;
    if (symmetry & 1)
        column = SAMPLE_SIZE - 1 - column;
    if (symmetry & 2)
        row = SAMPLE_SIZE - 1 - row;
    return symmetry & 4 ? column * SAMPLE_SIZE + row : row * SAMPLE_SIZE + column;
}

/* The forward pass. */

static int cell_of(int n) {
    return go_net_cell(n % SAMPLE_SIZE, n / SAMPLE_SIZE);
}

static void pass_start(struct pass *pass, const struct position *position, int symmetry) {
    memset(pass->x, 0, sizeof pass->x);
    for (int n = 0; n < POINTS; n++) {
        float *cell = pass->x[cell_of(symmetric(n, symmetry))];
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

static void trunk_pass(const struct float_net *net, struct pass *pass) {
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

static void heads_pass(const struct float_net *net, const struct position *position,
                       struct pass *pass) {
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

/* Softmax over the empty points. */
static void probabilities_make(const struct position *position, int symmetry,
                               float policy[POINTS]) {
    float best = -1e9f, all = 0;
    for (int n = 0; n < POINTS; n++) {
        if (position->input[n][0] || position->input[n][1])
            policy[symmetric(n, symmetry)] = -1e9f;
        else if (policy[symmetric(n, symmetry)] > best)
            best = policy[symmetric(n, symmetry)];
    }
    for (int n = 0; n < POINTS; n++)
        all += policy[n] = policy[n] < -1e8f ? 0 : expf(policy[n] - best);
    for (int n = 0; n < POINTS; n++)
        policy[n] /= all;
}

static void losses_add(struct losses *losses, const struct position *position, int symmetry,
                       const struct pass *pass) {
    int best = 0, likeliest = 0;
    float v = position->value, x = pass->value;
    for (int n = 0; n < POINTS; n++) {
        int t = symmetric(n, symmetry);
        float off = softsign(pass->owner[t]) - position->owner[n];
        if (position->visits[n] > 0)
            losses->policy -= position->visits[n] * logf(pass->policy[t] + 1e-9f);
        losses->owner += off * off / POINTS;
        if (position->visits[n] > position->visits[best])
            best = n;
        if (pass->policy[t] > pass->policy[symmetric(likeliest, symmetry)])
            likeliest = n;
    }
    losses->hits += best == likeliest;
    losses->value -= v * logf(x + 1e-7f) + (1 - v) * logf(1 - x + 1e-7f);
    losses->value_square += (v - x) * (v - x);
    losses->count++;
}

void net_pass(const struct float_net *net, const struct position *position, int symmetry,
              struct pass *pass, struct losses *losses) {
    pass_start(pass, position, symmetry);
    trunk_pass(net, pass);
    heads_pass(net, position, pass);
    probabilities_make(position, symmetry, pass->policy);
    losses_add(losses, position, symmetry, pass);
}

/* The backward pass. pass->policy holds probabilities; slope->a[BLOCKS] gets the loss's gradient.
 */

static void heads_back(const struct float_net *net, const struct position *position, int symmetry,
                       const struct pass *pass, struct pass *slope, struct float_net *g) {
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
        int t = symmetric(n, symmetry);
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

/* Adds the gradient of a convolution's input to `back` and that of its weights to g. Inputs of 0
 * were clipped and need no gradient. */
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

static void pool_back(const struct float_net *net, const struct pass *pass, struct pass *slope,
                      int k, struct float_net *g) {
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

static void trunk_back(const struct float_net *net, const struct pass *pass, struct pass *slope,
                       struct float_net *g) {
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

void net_gradient(const struct float_net *net, const struct position *position, int symmetry,
                  const struct pass *pass, struct pass *slope, struct float_net *gradient) {
    heads_back(net, position, symmetry, pass, slope, gradient);
    trunk_back(net, pass, slope, gradient);
}
