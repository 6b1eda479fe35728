#include "net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "../core/memory.h"
#include "policy.h"
#include "tactics.h"

enum {
    IN = GO_NET_PLANES,
    C = GO_NET_CHANNELS,
    V = GO_NET_VALUE_CHANNELS,
    H = GO_NET_HIDDEN,
    POINTS = GO_NET_SIZE * GO_NET_SIZE,
    POOLED = 2 /* the layer with global pooling */
};

/* Adds to each channel the products of three rows of inputs with their weights, two inputs at a
 * time. The rows lie a line of the board apart. */
typedef void rows_add_fn(int32_t sum[C], const int16_t *rows, int inputs, const int16_t *weights);

/* Weights of a convolution are stored by row, pair of inputs and channel, so that one instruction
 * multiplies and adds a pair. */
struct go_net {
    rows_add_fn *rows_add;
    int16_t first[GO_NET_FIRST];
    int16_t layer[GO_NET_LAYERS][GO_NET_LAYER];
    int32_t first_bias[C], bias[GO_NET_LAYERS][C]; /* in the unit of products */
    int16_t pool[C][C];
    float policy[C];
    float owner[C], owner_bias;
    float input[C][V], view_bias[V];
    float hidden[V + 1][H], hidden_bias[H];
    float out[H], out_score, out_bias;
};

typedef int16_t layer_out[GO_NET_CELLS][C];

/* Kernels. All give the same integers. */

static void rows_add_plain(int32_t sum[C], const int16_t *rows, int inputs,
                           const int16_t *weights) {
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3 * inputs; i += 2, weights += 2 * C) {
            const int16_t *pair = rows + row * GO_NET_LINE * inputs + i;
            for (int o = 0; o < C; o++)
                sum[o] += pair[0] * weights[2 * o] + pair[1] * weights[2 * o + 1];
        }
}

#if defined(__x86_64__)
static inline int pair_get(const int16_t *rows, int inputs, int row, int i) {
    int pair;
    memcpy(&pair, rows + row * GO_NET_LINE * inputs + i, sizeof pair);
    return pair;
}

static void rows_add_sse2(int32_t sum[C], const int16_t *rows, int inputs, const int16_t *weights) {
    enum { PARTS = C / 4 };
    __m128i part[PARTS];
    for (int k = 0; k < PARTS; k++)
        part[k] = _mm_loadu_si128((const __m128i *)sum + k);
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3 * inputs; i += 2, weights += 2 * C) {
            int pair = pair_get(rows, inputs, row, i);
            __m128i both = _mm_set1_epi32(pair);
#pragma GCC unroll 8
            for (int k = 0; k < PARTS; k++)
                part[k] = _mm_add_epi32(
                    part[k], _mm_madd_epi16(both, _mm_loadu_si128((const __m128i *)weights + k)));
        }
    for (int k = 0; k < PARTS; k++)
        _mm_storeu_si128((__m128i *)sum + k, part[k]);
}

__attribute__((target("avx2"))) static void rows_add_avx2(int32_t sum[C], const int16_t *rows,
                                                          int inputs, const int16_t *weights) {
    enum { PARTS = C / 8 };
    __m256i part[PARTS];
    for (int k = 0; k < PARTS; k++)
        part[k] = _mm256_loadu_si256((const __m256i *)sum + k);
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3 * inputs; i += 2, weights += 2 * C) {
            int pair = pair_get(rows, inputs, row, i);
            __m256i both = _mm256_set1_epi32(pair);
#pragma GCC unroll 4
            for (int k = 0; k < PARTS; k++)
                part[k] = _mm256_add_epi32(
                    part[k],
                    _mm256_madd_epi16(both, _mm256_loadu_si256((const __m256i *)weights + k)));
        }
    for (int k = 0; k < PARTS; k++)
        _mm256_storeu_si256((__m256i *)sum + k, part[k]);
}
#endif

/* NULL if the machine does not support it. */
static rows_add_fn *rows_add_of(enum go_net_kernel kernel) {
#if defined(__x86_64__)
    if (kernel == GO_NET_AVX2)
        return __builtin_cpu_supports("avx2") ? rows_add_avx2 : NULL;
    if (kernel == GO_NET_SSE2)
        return rows_add_sse2;
#endif
    return kernel == GO_NET_SCALAR ? rows_add_plain : NULL;
}

/* Weights. */

static void pairs_sort(int inputs, const int16_t *from, int16_t *to) {
    for (int i = 0; i < GO_NET_TAPS * inputs; i++)
        for (int o = 0; o < C; o++)
            to[(i / 2 * C + o) * 2 + i % 2] = from[i * C + o];
}

static void sums_read(const int16_t **at, int32_t *to) {
    for (int o = 0; o < C; o++)
        to[o] = *(*at)++ * GO_NET_UNIT;
}

static void floats_read(const int16_t **at, float *to, int count) {
    for (int i = 0; i < count; i++)
        to[i] = (float)*(*at)++ / GO_NET_WEIGHT_UNIT;
}

struct go_net *go_net_new(void) {
    struct go_net *net = memory_new(1, sizeof *net);
    const int16_t *at = go_net_weights;
    for (int kernel = GO_NET_SCALAR; kernel < GO_NET_KERNELS; kernel++)
        go_net_set_kernel(net, (enum go_net_kernel)kernel);
    pairs_sort(IN, at, net->first);
    at += GO_NET_FIRST;
    sums_read(&at, net->first_bias);
    for (int k = 0; k < GO_NET_LAYERS; k++, at += GO_NET_LAYER)
        pairs_sort(C, at, net->layer[k]);
    for (int k = 0; k < GO_NET_LAYERS; k++)
        sums_read(&at, net->bias[k]);
    memcpy(net->pool, at, sizeof net->pool);
    at += C * C;
    floats_read(&at, net->policy, C);
    floats_read(&at, net->owner, C);
    floats_read(&at, &net->owner_bias, 1);
    floats_read(&at, net->input[0], C * V);
    floats_read(&at, net->view_bias, V);
    floats_read(&at, net->hidden[0], (V + 1) * H);
    floats_read(&at, net->hidden_bias, H);
    floats_read(&at, net->out, H);
    floats_read(&at, &net->out_score, 1);
    floats_read(&at, &net->out_bias, 1);
    return net;
}

void go_net_free(struct go_net *net) {
    free(net);
}

bool go_net_set_kernel(struct go_net *net, enum go_net_kernel kernel) {
    rows_add_fn *rows_add = rows_add_of(kernel);
    if (rows_add != NULL)
        net->rows_add = rows_add;
    return rows_add != NULL;
}

/* Layers. */

static int16_t activation_of(int32_t sum) {
    int32_t x = (sum > 0 ? sum + GO_NET_WEIGHT_UNIT / 2 : 0) / GO_NET_WEIGHT_UNIT;
    return (int16_t)(x > GO_NET_MOST ? GO_NET_MOST : x);
}

/* out becomes the convolution of in, plus the skip connection if that is not NULL. Cells off the
 * board are left alone. */
static void convolve(const struct go_net *net, int inputs, const int16_t *in,
                     const int16_t *weights, const int32_t bias[C], const int16_t *skip,
                     layer_out out) {
    for (int row = 0; row < GO_NET_SIZE; row++)
        for (int column = 0; column < GO_NET_SIZE; column++) {
            int cell = go_net_cell(column, row);
            int32_t sum[C];
            memcpy(sum, bias, sizeof sum);
            net->rows_add(sum, in + (cell - GO_NET_LINE - 1) * inputs, inputs, weights);
            for (int o = 0; skip != NULL && o < C; o++)
                sum[o] += skip[cell * C + o] * GO_NET_WEIGHT_UNIT;
            for (int o = 0; o < C; o++)
                out[cell][o] = activation_of(sum[o]);
        }
}

/* Global pooling: what the mean over the board adds to a layer's bias. */
static void pool_add(const struct go_net *net, layer_out in, int32_t bias[C]) {
    int32_t mean[C] = {0};
    for (int cell = 0; cell < GO_NET_CELLS; cell++)
        for (int i = 0; i < C; i++)
            mean[i] += in[cell][i];
    for (int i = 0; i < C; i++)
        for (int o = 0; o < C; o++)
            bias[o] += mean[i] / POINTS * net->pool[i][o];
}

static float softsign(float x) {
    return x / (1 + (x < 0 ? -x : x));
}

/* The heads of policy and ownership, and the first layer of the value head. Adds the ownership to
 * *score, and to `pooled` the value channels' means over the board. */
static void heads_evaluate(const struct go_net *net, layer_out in, float logit[POINTS],
                           float *score, float pooled[V]) {
    for (int n = 0; n < POINTS; n++) {
        const int16_t *cell = in[go_net_cell(n % GO_NET_SIZE, n / GO_NET_SIZE)];
        float input[V], owner = net->owner_bias;
        memcpy(input, net->view_bias, sizeof input);
        logit[n] = 0;
        for (int i = 0; i < C; i++) {
            if (cell[i] == 0)
                continue;
            float x = (float)cell[i] / GO_NET_UNIT;
            logit[n] += x * net->policy[i];
            owner += x * net->owner[i];
            for (int k = 0; k < V; k++)
                input[k] += x * net->input[i][k];
        }
        *score += softsign(owner);
        for (int k = 0; k < V; k++)
            pooled[k] += (input[k] < 0 ? 0 : input[k]) / POINTS;
    }
}

static double value_of(const struct go_net *net, float score, const float pooled[V]) {
    float sum = net->out_bias + net->out_score * score;
    for (int o = 0; o < H; o++) {
        float x = net->hidden_bias[o] + score * net->hidden[V][o];
        for (int k = 0; k < V; k++)
            x += pooled[k] * net->hidden[k][o];
        sum += (x < 0 ? 0 : x) * net->out[o];
    }
    double power = go_policy_exp(sum < 0 ? (double)sum : (double)-sum);
    return sum < 0 ? power / (1 + power) : 1 / (1 + power);
}

void go_net_evaluate(const struct go_net *net, const struct go_net_input *input,
                     struct go_net_output *output) {
    layer_out first = {0}, inner = {0}, second = {0};
    int16_t(*at)[C] = first, (*to)[C] = second;
    float score = (float)input->komi, pooled[V] = {0};
    convolve(net, IN, input->at[0], net->first, net->first_bias, NULL, at);
    for (int k = 0; k < GO_NET_LAYERS; k += 2) {
        int32_t bias[C];
        memcpy(bias, net->bias[k], sizeof bias);
        if (k == POOLED)
            pool_add(net, at, bias);
        convolve(net, C, at[0], net->layer[k], bias, NULL, inner);
        convolve(net, C, inner[0], net->layer[k + 1], net->bias[k + 1], at[0], to);
        int16_t(*held)[C] = at;
        at = to;
        to = held;
    }
    heads_evaluate(net, at, output->logit, &score, pooled);
    output->value = value_of(net, score / 8, pooled);
}

/* Inputs. */

static int cell_of(const struct go_board *board, int p) {
    return go_net_cell(go_board_column(board, p), go_board_row(board, p));
}

static void plane_set(struct go_net_input *input, const struct go_board *board, int p, int plane) {
    input->at[cell_of(board, p)][plane] = GO_NET_UNIT;
}

static bool is_capturable(const struct go_board *board, int side, int head, int liberties) {
    int first;
    if (liberties == 2)
        return go_tactics_ladder(board, head, &first);
    return liberties == 1 && go_board_colour(board, head) == side &&
           !go_tactics_escapes(board, head);
}

static void chain_fill(const struct go_board *board, int side, int head,
                       struct go_net_input *input) {
    int room[4];
    bool other = go_board_colour(board, head) != side;
    int liberties =
        board->point[head].liberties > 12 ? 4 : go_board_liberties(board, head, 4, room);
    bool capturable = is_capturable(board, side, head, liberties);
    if (other && liberties == 1)
        plane_set(input, board, room[0], GO_NET_CAPTURES);
    int p = head;
    do {
        plane_set(input, board, p, other ? GO_NET_ENEMY : GO_NET_OWN);
        if (liberties <= 3)
            plane_set(input, board, p,
                      (other ? GO_NET_ENEMY_LIBERTIES : GO_NET_OWN_LIBERTIES) + liberties - 1);
        if (capturable)
            plane_set(input, board, p, other ? GO_NET_ENEMY_CAPTURABLE : GO_NET_OWN_CAPTURABLE);
        p = go_board_next(board, p);
    } while (p != head);
}

static void point_fill(const struct go_board *board, int side, int p, struct go_net_input *input) {
    if (go_board_is_eye(board, side, p))
        plane_set(input, board, p, GO_NET_OWN_EYE);
    if (go_board_is_eye(board, 1 - side, p))
        plane_set(input, board, p, GO_NET_ENEMY_EYE);
    if (!go_board_is_legal(board, side, p))
        plane_set(input, board, p, GO_NET_ILLEGAL);
    else if (go_tactics_is_bad_self_atari(board, side, p))
        plane_set(input, board, p, GO_NET_BAD_SELF_ATARI);
}

void go_net_input_fill(const struct go_board *board, int side, int last, int before, double komi,
                       struct go_net_input *input) {
    assert(board->size == GO_NET_SIZE);
    double share = (side == GO_WHITE ? komi : -komi) / 8;
    share = share > 4 ? 4 : share < -4 ? -4 : share;
    memset(input, 0, sizeof *input);
    input->komi = side == GO_WHITE ? komi : -komi;
    for (int n = 0; n < GO_NET_SIZE * GO_NET_SIZE; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        int16_t *cell = input->at[cell_of(board, p)];
        cell[GO_NET_BOARD] = GO_NET_UNIT;
        cell[GO_NET_KOMI] = (int16_t)(share * GO_NET_UNIT);
        if (colour == GO_EMPTY)
            point_fill(board, side, p, input);
        else if (go_board_head(board, p) == p)
            chain_fill(board, side, p, input);
    }
    if (last > GO_PASS)
        plane_set(input, board, last, GO_NET_LAST);
    if (before > GO_PASS)
        plane_set(input, board, before, GO_NET_BEFORE);
    if (board->ko != GO_NO_POINT && board->ko_side == side)
        plane_set(input, board, board->ko, GO_NET_KO);
}
