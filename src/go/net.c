#include "net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "../core/memory.h"
#include "policy.h"
#include "tactics.h"

enum {
    IN = GO_NET_PLANES,
    C = GO_NET_CHANNELS,
    H = GO_NET_HIDDEN,
    PARTS = GO_NET_PARTS,
    HEADS = GO_NET_HEADS,
    BLOCKS = GO_NET_BLOCKS,
    SHIFT = 10, /* of GO_NET_WEIGHT_UNIT */
    WIDEST = 8  /* points that a kernel computes at once */
};
_Static_assert(GO_NET_WEIGHT_UNIT == 1 << SHIFT, "activations are sums shifted");
_Static_assert(IN % 2 == 0 && C == 32, "kernels take inputs by pairs and have so many sums");

/* A convolution. Weights are stored by tap, pair of inputs and channel, so that one instruction
 * multiplies and adds a pair. */
struct layer {
    int inputs, taps;
    int offset[GO_NET_TAPS]; /* of the taps, in points */
    const int16_t *weights;
    const int32_t *bias; /* in the unit of products */
};

/* Computes the activations of some points in a row from their inputs, plus the skip connection if
 * that is not NULL. */
typedef void points_fn(const struct layer *layer, const int16_t *in, const int16_t *skip,
                       int16_t *out);

struct go_net {
    points_fn *points;
    int width; /* how many it computes */
    int16_t first[GO_NET_FIRST];
    int16_t layer[GO_NET_LAYERS][GO_NET_LAYER];
    int32_t first_bias[C], bias[GO_NET_LAYERS][C];
    int16_t pool[GO_NET_POOLS][2][C][C]; /* of the mean, and of the maximum */
    int16_t head[PARTS][GO_NET_POINTWISE];
    int32_t head_bias[PARTS][C];
    int16_t policy[PARTS][C], owner[PARTS][C];
    int32_t owner_bias;
    float hidden[HEADS + 1][H], hidden_bias[H];
    float out[H], out_score, out_bias;
};

typedef int16_t activations[GO_INDEXES][C];

/* Kernels. All give the same integers. */

static int16_t activation_of(int32_t sum) {
    int32_t x = (sum > 0 ? sum + GO_NET_WEIGHT_UNIT / 2 : 0) >> SHIFT;
    return (int16_t)(x > GO_NET_MOST ? GO_NET_MOST : x);
}

static void points_plain(const struct layer *layer, const int16_t *in, const int16_t *skip,
                         int16_t *out) {
    int32_t sum[C];
    const int16_t *weights = layer->weights;
    memcpy(sum, layer->bias, sizeof sum);
    for (int o = 0; skip != NULL && o < C; o++)
        sum[o] += skip[o] * GO_NET_WEIGHT_UNIT;
    for (int tap = 0; tap < layer->taps; tap++) {
        const int16_t *pair = in + layer->offset[tap] * layer->inputs;
        for (int i = 0; i < layer->inputs; i += 2, pair += 2, weights += 2 * C)
            for (int o = 0; o < C; o++)
                sum[o] += pair[0] * weights[2 * o] + pair[1] * weights[2 * o + 1];
    }
    for (int o = 0; o < C; o++)
        out[o] = activation_of(sum[o]);
}

#if defined(__x86_64__) || defined(__wasm_simd128__)
static inline int pair_get(const int16_t *at) {
    int pair;
    memcpy(&pair, at, sizeof pair);
    return pair;
}
#endif

#if defined(__wasm_simd128__)
static void points_simd128(const struct layer *layer, const int16_t *in, const int16_t *skip,
                           int16_t *out) {
    enum { SUMS = C / 4 };
    v128_t sum[SUMS];
    const int16_t *weights = layer->weights;
    for (int k = 0; k < SUMS; k++)
        sum[k] = wasm_v128_load(layer->bias + 4 * k);
    for (int k = 0; skip != NULL && k < SUMS; k++)
        sum[k] = wasm_i32x4_add(sum[k], wasm_i32x4_shl(wasm_i32x4_load16x4(skip + 4 * k), SHIFT));
    for (int tap = 0; tap < layer->taps; tap++) {
        const int16_t *pair = in + layer->offset[tap] * layer->inputs;
        for (int i = 0; i < layer->inputs; i += 2, weights += 2 * C) {
            v128_t both = wasm_i32x4_splat(pair_get(pair + i));
#pragma GCC unroll 8
            for (int k = 0; k < SUMS; k++)
                sum[k] = wasm_i32x4_add(
                    sum[k], wasm_i32x4_dot_i16x8(both, wasm_v128_load(weights + 8 * k)));
        }
    }
    const v128_t zero = wasm_i32x4_splat(0), half = wasm_i32x4_splat(GO_NET_WEIGHT_UNIT / 2),
                 most = wasm_i32x4_splat(GO_NET_MOST);
    for (int k = 0; k < SUMS; k++)
        sum[k] = wasm_i32x4_min(
            wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_max(sum[k], zero), half), SHIFT), most);
    for (int k = 0; k < SUMS; k += 2)
        wasm_v128_store(out + 4 * k, wasm_i16x8_narrow_i32x4(sum[k], sum[k + 1]));
}
#endif

#if defined(__x86_64__)
static void points_simd128(const struct layer *layer, const int16_t *in, const int16_t *skip,
                           int16_t *out) {
    enum { SUMS = C / 4 };
    __m128i sum[SUMS];
    const int16_t *weights = layer->weights;
    for (int k = 0; k < SUMS; k++)
        sum[k] = _mm_loadu_si128((const __m128i *)layer->bias + k);
    for (int k = 0; skip != NULL && k < SUMS; k++) {
        __m128i low = _mm_loadl_epi64((const __m128i *)(skip + 4 * k));
        __m128i wide = _mm_unpacklo_epi16(low, _mm_setzero_si128()); /* they are not negative */
        sum[k] = _mm_add_epi32(sum[k], _mm_slli_epi32(wide, SHIFT));
    }
    for (int tap = 0; tap < layer->taps; tap++) {
        const int16_t *pair = in + layer->offset[tap] * layer->inputs;
        for (int i = 0; i < layer->inputs; i += 2, weights += 2 * C) {
            __m128i both = _mm_set1_epi32(pair_get(pair + i));
#pragma GCC unroll 8
            for (int k = 0; k < SUMS; k++)
                sum[k] = _mm_add_epi32(
                    sum[k], _mm_madd_epi16(both, _mm_loadu_si128((const __m128i *)weights + k)));
        }
    }
    const __m128i half = _mm_set1_epi32(GO_NET_WEIGHT_UNIT / 2), most = _mm_set1_epi16(GO_NET_MOST),
                  zero = _mm_setzero_si128();
    for (int k = 0; k < SUMS; k++) /* those below 0 become 0 by the last maximum */
        sum[k] = _mm_srai_epi32(_mm_add_epi32(sum[k], half), SHIFT);
    for (int k = 0; k < SUMS; k += 2) {
        __m128i packed = _mm_packs_epi32(sum[k], sum[k + 1]);
        _mm_storeu_si128((__m128i *)out + k / 2, _mm_max_epi16(_mm_min_epi16(packed, most), zero));
    }
}

__attribute__((target("avx2"))) static void
points_avx2(const struct layer *layer, const int16_t *in, const int16_t *skip, int16_t *out) {
    enum { SUMS = C / 8, POINTS = 2 };
    __m256i sum[POINTS][SUMS];
    const int16_t *weights = layer->weights;
    const int inputs = layer->inputs;
#pragma GCC unroll 8
    for (int p = 0; p < POINTS; p++)
#pragma GCC unroll 4
        for (int k = 0; k < SUMS; k++) {
            sum[p][k] = _mm256_loadu_si256((const __m256i *)layer->bias + k);
            if (skip != NULL) {
                __m128i narrow = _mm_loadu_si128((const __m128i *)(skip + p * C) + k);
                sum[p][k] = _mm256_add_epi32(
                    sum[p][k], _mm256_slli_epi32(_mm256_cvtepi16_epi32(narrow), SHIFT));
            }
        }
    for (int tap = 0; tap < layer->taps; tap++) {
        const int16_t *pair = in + layer->offset[tap] * inputs;
        for (int i = 0; i < inputs; i += 2, weights += 2 * C)
#pragma GCC unroll 8
            for (int p = 0; p < POINTS; p++) {
                __m256i both = _mm256_set1_epi32(pair_get(pair + p * inputs + i));
#pragma GCC unroll 4
                for (int k = 0; k < SUMS; k++)
                    sum[p][k] = _mm256_add_epi32(
                        sum[p][k],
                        _mm256_madd_epi16(both, _mm256_loadu_si256((const __m256i *)weights + k)));
            }
    }
    const __m256i half = _mm256_set1_epi32(GO_NET_WEIGHT_UNIT / 2),
                  most = _mm256_set1_epi16(GO_NET_MOST), zero = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int p = 0; p < POINTS; p++)
#pragma GCC unroll 4
        for (int k = 0; k < SUMS; k += 2) {
            __m256i low = _mm256_srai_epi32(_mm256_add_epi32(sum[p][k], half), SHIFT);
            __m256i high = _mm256_srai_epi32(_mm256_add_epi32(sum[p][k + 1], half), SHIFT);
            __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
            _mm256_storeu_si256((__m256i *)(out + p * C) + k / 2,
                                _mm256_max_epi16(_mm256_min_epi16(packed, most), zero));
        }
}

__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni"))) static void
points_avx512(const struct layer *layer, const int16_t *in, const int16_t *skip, int16_t *out) {
    enum { SUMS = C / 16 };
    __m512i sum[WIDEST][SUMS];
    const int16_t *weights = layer->weights;
    const int inputs = layer->inputs;
#pragma GCC unroll 8
    for (int p = 0; p < WIDEST; p++)
#pragma GCC unroll 2
        for (int k = 0; k < SUMS; k++) {
            sum[p][k] = _mm512_loadu_si512((const __m512i *)layer->bias + k);
            if (skip != NULL) {
                __m256i narrow = _mm256_loadu_si256((const __m256i *)(skip + p * C) + k);
                sum[p][k] = _mm512_add_epi32(
                    sum[p][k], _mm512_slli_epi32(_mm512_cvtepi16_epi32(narrow), SHIFT));
            }
        }
    for (int tap = 0; tap < layer->taps; tap++) {
        const int16_t *pair = in + layer->offset[tap] * inputs;
        for (int i = 0; i < inputs; i += 2, weights += 2 * C) {
            __m512i low = _mm512_loadu_si512((const __m512i *)weights);
            __m512i high = _mm512_loadu_si512((const __m512i *)weights + 1);
#pragma GCC unroll 8
            for (int p = 0; p < WIDEST; p++) {
                __m512i both = _mm512_set1_epi32(pair_get(pair + p * inputs + i));
                sum[p][0] = _mm512_dpwssd_epi32(sum[p][0], both, low);
                sum[p][1] = _mm512_dpwssd_epi32(sum[p][1], both, high);
            }
        }
    }
    const __m512i half = _mm512_set1_epi32(GO_NET_WEIGHT_UNIT / 2),
                  most = _mm512_set1_epi32(GO_NET_MOST), zero = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (int p = 0; p < WIDEST; p++)
#pragma GCC unroll 2
        for (int k = 0; k < SUMS; k++) {
            __m512i x = _mm512_srai_epi32(_mm512_add_epi32(sum[p][k], half), SHIFT);
            x = _mm512_max_epi32(_mm512_min_epi32(x, most), zero);
            _mm256_storeu_si256((__m256i *)(out + p * C) + k, _mm512_cvtepi32_epi16(x));
        }
}
#endif

bool go_net_set_kernel(struct go_net *net, enum go_net_kernel kernel) {
    points_fn *points = kernel == GO_NET_SCALAR ? points_plain : NULL;
    int width = 1;
#if defined(__x86_64__) || defined(__wasm_simd128__)
    if (kernel == GO_NET_SIMD128)
        points = points_simd128;
#endif
#if defined(__x86_64__)
    if (kernel == GO_NET_AVX2 && __builtin_cpu_supports("avx2")) {
        points = points_avx2;
        width = 2;
    } else if (kernel == GO_NET_AVX512 && __builtin_cpu_supports("avx512vnni") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
        points = points_avx512;
        width = WIDEST;
    }
#endif
    if (points == NULL)
        return false;
    net->points = points;
    net->width = width;
    return true;
}

/* Weights. */

static const int16_t *pairs_read(const int16_t *from, int count, int16_t *to) {
    for (int i = 0; i < count / C; i++)
        for (int o = 0; o < C; o++)
            to[(i / 2 * C + o) * 2 + i % 2] = *from++;
    return from;
}

static const int16_t *sums_read(const int16_t *from, int count, int32_t *to) {
    for (int o = 0; o < count; o++)
        to[o] = *from++ * GO_NET_UNIT;
    return from;
}

static const int16_t *shorts_read(const int16_t *from, int count, int16_t *to) {
    memcpy(to, from, (size_t)count * sizeof *to);
    return from + count;
}

static const int16_t *floats_read(const int16_t *from, int count, float *to) {
    for (int i = 0; i < count; i++)
        to[i] = (float)*from++ / GO_NET_WEIGHT_UNIT;
    return from;
}

struct go_net *go_net_new(void) {
    struct go_net *net = memory_new(1, sizeof *net);
    const int16_t *at = go_net_weights;
    for (int kernel = GO_NET_SCALAR; kernel < GO_NET_KERNELS; kernel++)
        go_net_set_kernel(net, (enum go_net_kernel)kernel);
    at = pairs_read(at, GO_NET_FIRST, net->first);
    at = sums_read(at, C, net->first_bias);
    for (int k = 0; k < GO_NET_LAYERS; k++)
        at = pairs_read(at, GO_NET_LAYER, net->layer[k]);
    at = sums_read(at, GO_NET_LAYERS * C, net->bias[0]);
    at = shorts_read(at, GO_NET_POOLS * 2 * GO_NET_POINTWISE, net->pool[0][0][0]);
    for (int k = 0; k < PARTS; k++)
        at = pairs_read(at, GO_NET_POINTWISE, net->head[k]);
    at = sums_read(at, HEADS, net->head_bias[0]);
    at = shorts_read(at, HEADS, net->policy[0]);
    at = shorts_read(at, HEADS, net->owner[0]);
    at = sums_read(at, 1, &net->owner_bias);
    at = floats_read(at, (HEADS + 1) * H, net->hidden[0]);
    at = floats_read(at, H, net->hidden_bias);
    at = floats_read(at, H, net->out);
    at = floats_read(at, 1, &net->out_score);
    at = floats_read(at, 1, &net->out_bias);
    assert(at == go_net_weights + GO_NET_WEIGHTS);
    return net;
}

void go_net_free(struct go_net *net) {
    free(net);
}

/* Layers. */

/* Points off the board must be 0 wherever a tap may look. */
static void margin_clear(int size, int16_t *layer) {
    size_t stride = (size_t)size + 1, row = stride * C * sizeof *layer;
    memset(layer, 0, row + C * sizeof *layer);
    memset(layer + (stride * stride) * C, 0, row + C * sizeof *layer);
    for (size_t p = 2 * stride; p < stride * stride; p += stride)
        memset(layer + p * C, 0, C * sizeof *layer);
}

/* From the first point of the board to the last; the column between rows is cleared afterwards.
 * Blocks of points that do not divide their number overlap in the end. */
static void layer_run(const struct go_net *net, const struct layer *layer, int size,
                      const int16_t *in, const int16_t *skip, int16_t *out) {
    int stride = size + 1, end = stride * stride;
    for (int p = stride + 1; p < end; p += net->width) {
        int at = p + net->width > end ? end - net->width : p;
        net->points(layer, in + at * layer->inputs, skip != NULL ? skip + at * C : NULL,
                    out + at * C);
    }
    for (int p = 2 * stride; p < end; p += stride)
        memset(out + p * C, 0, C * sizeof *out);
}

static struct layer layer_of(int inputs, int taps, int stride, const int16_t *weights,
                             const int32_t *bias) {
    struct layer layer = {.inputs = inputs, .taps = taps, .weights = weights, .bias = bias};
    for (int tap = 0; tap < taps && taps > 1; tap++)
        layer.offset[tap] = go_net_tap(tap, stride);
    return layer;
}

/* Global pooling: what means and maxima over the board add to a layer's bias. */
static void pool_add(const int16_t pool[2][C][C], int size, activations in, const int32_t from[C],
                     int32_t bias[C]) {
    int32_t mean[C] = {0};
    int16_t most[C] = {0};
    int end = (size + 1) * (size + 1);
    for (int p = size + 2; p < end; p++)
        for (int i = 0; i < C; i++) {
            mean[i] += in[p][i];
            most[i] = in[p][i] > most[i] ? in[p][i] : most[i];
        }
    memcpy(bias, from, C * sizeof *bias);
    for (int i = 0; i < C; i++) {
        int32_t middle = mean[i] / (size * size);
        for (int o = 0; o < C; o++)
            bias[o] += middle * pool[0][i][o] + most[i] * pool[1][i][o];
    }
}

static float softsign(float x) {
    return x / (1 + (x < 0 ? -x : x));
}

/* Reads policy and owners out of the heads' layer. Adds the ownership to *score, and to `pooled`
 * the channels' sums over the board. */
static void heads_read(const struct go_net *net, int size, activations in[PARTS], float *logit,
                       float *score, int32_t pooled[HEADS]) {
    const float unit = 1.0f / GO_NET_UNIT / GO_NET_WEIGHT_UNIT;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int p = (row + 1) * (size + 1) + column + 1;
            int32_t policy = 0, owner = net->owner_bias;
            for (int k = 0; k < PARTS; k++)
                for (int i = 0; i < C; i++) {
                    policy += in[k][p][i] * net->policy[k][i];
                    owner += in[k][p][i] * net->owner[k][i];
                    pooled[k * C + i] += in[k][p][i];
                }
            *logit++ = (float)policy * unit;
            *score += softsign((float)owner * unit);
        }
}

static double value_of(const struct go_net *net, int size, float score,
                       const int32_t pooled[HEADS]) {
    float sum = net->out_bias + net->out_score * score, hidden[H];
    for (int o = 0; o < H; o++)
        hidden[o] = net->hidden_bias[o] + score * net->hidden[HEADS][o];
    for (int k = 0; k < HEADS; k++) {
        float mean = (float)pooled[k] / (float)(GO_NET_UNIT * size * size);
        for (int o = 0; o < H; o++)
            hidden[o] += mean * net->hidden[k][o];
    }
    for (int o = 0; o < H; o++)
        sum += (hidden[o] < 0 ? 0 : hidden[o]) * net->out[o];
    double power = go_policy_exp(sum < 0 ? (double)sum : (double)-sum);
    return sum < 0 ? power / (1 + power) : 1 / (1 + power);
}

/* The blocks, from the activations in layer 0. Returns the number of the layer they end in. */
static int blocks_run(const struct go_net *net, struct go_net_input *input) {
    int size = input->size, at = 0, inner = 1, to = 2;
    for (int k = 0; k < BLOCKS; k++) {
        const int16_t *in = input->layer[at][0];
        int32_t bias[C];
        struct layer first =
            layer_of(C, GO_NET_TAPS, size + 1, net->layer[2 * k], net->bias[2 * k]);
        struct layer second =
            layer_of(C, GO_NET_TAPS, size + 1, net->layer[2 * k + 1], net->bias[2 * k + 1]);
        if (go_net_pools(k)) {
            pool_add(net->pool[k / 2], size, input->layer[at], net->bias[2 * k], bias);
            first.bias = bias;
        }
        layer_run(net, &first, size, in, NULL, input->layer[inner][0]);
        layer_run(net, &second, size, input->layer[inner][0], in, input->layer[to][0]);
        int held = at;
        at = to;
        to = held;
    }
    return at;
}

void go_net_evaluate(const struct go_net *net, struct go_net_input *input,
                     struct go_net_output *output) {
    int size = input->size;
    float score = (float)input->komi;
    int32_t pooled[HEADS] = {0};
    for (int i = 0; i < GO_NET_BUFFERS; i++)
        margin_clear(size, input->layer[i][0]);
    struct layer first = layer_of(IN, GO_NET_TAPS, size + 1, net->first, net->first_bias);
    layer_run(net, &first, size, input->at[0], NULL, input->layer[0][0]);
    int end = blocks_run(net, input);
    int heads = end == 0 ? 1 : 0; /* the first of the free layers that follow each other */
    for (int k = 0; k < PARTS; k++) {
        int32_t bias[C];
        pool_add(net->pool[BLOCKS / 2 + k], size, input->layer[end], net->head_bias[k], bias);
        struct layer head = layer_of(C, 1, size + 1, net->head[k], bias);
        layer_run(net, &head, size, input->layer[end][0], NULL, input->layer[heads + k][0]);
    }
    heads_read(net, size, &input->layer[heads], output->logit, &score, pooled);
    output->score = (double)score;
    output->value = value_of(net, size, score / 8, pooled);
}

/* Inputs. */

static void plane_set(struct go_net_input *input, int p, int plane) {
    input->at[p][plane] = GO_NET_UNIT;
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
    int room[5];
    bool other = go_board_colour(board, head) != side;
    int liberties =
        board->point[head].liberties > 16 ? 5 : go_board_liberties(board, head, 5, room);
    bool capturable = is_capturable(board, side, head, liberties);
    if (other && liberties == 1)
        plane_set(input, room[0], GO_NET_CAPTURES);
    int p = head;
    do {
        plane_set(input, p, other ? GO_NET_ENEMY : GO_NET_OWN);
        if (liberties <= 4)
            plane_set(input, p,
                      (other ? GO_NET_ENEMY_LIBERTIES : GO_NET_OWN_LIBERTIES) + liberties - 1);
        if (capturable)
            plane_set(input, p, other ? GO_NET_ENEMY_CAPTURABLE : GO_NET_OWN_CAPTURABLE);
        p = go_board_next(board, p);
    } while (p != head);
}

static void point_fill(const struct go_board *board, int side, int p, struct go_net_input *input) {
    if (go_board_is_eye(board, side, p))
        plane_set(input, p, GO_NET_OWN_EYE);
    if (go_board_is_eye(board, 1 - side, p))
        plane_set(input, p, GO_NET_ENEMY_EYE);
    if (!go_board_is_legal(board, side, p))
        plane_set(input, p, GO_NET_ILLEGAL);
    else if (go_tactics_is_bad_self_atari(board, side, p))
        plane_set(input, p, GO_NET_BAD_SELF_ATARI);
}

/* The planes that are the same on every point. */
static void everywhere_fill(const struct go_net_position *position, int16_t cell[IN]) {
    double share = (position->side == GO_WHITE ? position->komi : -position->komi) / 8;
    share = share > 4 ? 4 : share < -4 ? -4 : share;
    cell[GO_NET_BOARD] = GO_NET_UNIT;
    cell[GO_NET_KOMI] = (int16_t)(share * GO_NET_UNIT);
    cell[GO_NET_TERRITORY] = position->territory ? GO_NET_UNIT : 0;
    cell[GO_NET_EXTENT] = (int16_t)((position->board->size - 9) * GO_NET_UNIT / 10);
}

void go_net_input_fill(const struct go_net_position *position, struct go_net_input *input) {
    const struct go_board *board = position->board;
    int side = position->side, last = position->last, before = position->before;
    assert(board->size >= GO_NET_SIZE_MIN);
    input->size = board->size;
    input->komi = side == GO_WHITE ? position->komi : -position->komi;
    memset(input->at, 0, (size_t)((board->size + 2) * board->stride + 1) * sizeof *input->at);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        everywhere_fill(position, input->at[p]);
        if (colour == GO_EMPTY)
            point_fill(board, side, p, input);
        else if (go_board_head(board, p) == p)
            chain_fill(board, side, p, input);
    }
    if (last > GO_PASS)
        plane_set(input, last, GO_NET_LAST);
    if (before > GO_PASS)
        plane_set(input, before, GO_NET_BEFORE);
    if (board->ko != GO_NO_POINT && board->ko_side == side)
        plane_set(input, board->ko, GO_NET_KO);
}
