#include "net.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    WIDTH = DRAUGHTS_NET_WIDTH,
    HIDDEN = DRAUGHTS_NET_HIDDEN,
    UNIT = DRAUGHTS_NET_UNIT,
    FINE = DRAUGHTS_NET_FINE,
    FINE_BITS = 10,
    PARTS = WIDTH / 16,
    MEN = 100 /* hundredths of a man for 1 of the output */
};

/* The squares in order, without the bits that are none. */
static const uint8_t ranks[DRAUGHTS_BITS] = {0,  1,  2,  3,  0,  4,  5,  6,  7,  8,  9,  10,
                                             11, 0,  12, 13, 14, 15, 16, 17, 18, 19, 0,  20,
                                             21, 22, 23, 24, 25, 26, 27, 0,  28, 29, 30, 31};

static int list_set(uint64_t set, int from, uint8_t *list) {
    int count = 0;
    for (; set != 0; set &= set - 1) {
        list[count++] = (uint8_t)(from + ranks[draughts_first(set)]);
    }
    return count;
}

int draughts_net_inputs(const struct draughts_board *board, uint8_t *list) {
    uint64_t own = board->side[DRAUGHTS_WHITE], foes = board->side[DRAUGHTS_BLACK];
    uint64_t kings = board->kings;
    int count = list_set(own & ~kings, 0, list);
    count += list_set(own & kings, DRAUGHTS_SQUARES, list + count);
    count += list_set(foes & ~kings, 2 * DRAUGHTS_SQUARES, list + count);
    return count + list_set(foes & kings, 3 * DRAUGHTS_SQUARES, list + count);
}

int draughts_net_phase(int pieces) {
    return pieces > 18 ? 0 : pieces > 13 ? 1 : pieces > 8 ? 2 : 3;
}

/* Kernels. Both give the same value. */

/* What the last layer gives, in 1 / (UNIT * FINE). */
typedef int32_t kernel_fn(const uint8_t *list, int count, int phase);

static void first_layer(const uint8_t *list, int count, int16_t out[WIDTH]) {
    memcpy(out, draughts_net_weights + DRAUGHTS_NET_BIAS, WIDTH * sizeof *out);
    for (int i = 0; i < count; i++) {
        const int16_t *row = draughts_net_weights + list[i] * WIDTH;
        for (int k = 0; k < WIDTH; k++) {
            out[k] = (int16_t)(out[k] + row[k]);
        }
    }
    for (int k = 0; k < WIDTH; k++) {
        int16_t x = out[k] > 0 ? out[k] : 0;
        out[k] = x < UNIT ? x : UNIT;
    }
}

static int32_t kernel_plain(const uint8_t *list, int count, int phase) {
    const int16_t *second = draughts_net_weights + DRAUGHTS_NET_SECOND + phase * HIDDEN * WIDTH;
    const int16_t *bias = draughts_net_weights + DRAUGHTS_NET_HIDDEN_BIAS + phase * HIDDEN;
    const int16_t *out = draughts_net_weights + DRAUGHTS_NET_OUT + phase * HIDDEN;
    int16_t layer[WIDTH];
    first_layer(list, count, layer);
    int32_t value = 0;
    for (int h = 0; h < HIDDEN; h++, second += WIDTH) {
        int32_t sum = 0;
        for (int k = 0; k < WIDTH; k++) {
            sum += layer[k] * second[k];
        }
        sum += bias[h] * FINE;
        value += (sum < 0 ? 0 : sum < UNIT * FINE ? sum / FINE : UNIT) * out[h];
    }
    return value;
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i load16(const int16_t *at) {
    return _mm256_loadu_si256((const __m256i *)at);
}

AVX2 static inline __m128i load4(const int16_t *at) {
    return _mm_cvtepi16_epi32(_mm_loadl_epi64((const __m128i *)at));
}

/* Four sums of products with four rows of weights. */
AVX2 static inline __m128i four_sums(const __m256i layer[PARTS], const int16_t *rows) {
    __m256i sums[4];
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++) {
        sums[r] = _mm256_madd_epi16(layer[0], load16(rows + r * WIDTH));
#pragma GCC unroll 8
        for (int k = 1; k < PARTS; k++) {
            sums[r] = _mm256_add_epi32(
                sums[r], _mm256_madd_epi16(layer[k], load16(rows + r * WIDTH + 16 * k)));
        }
    }
    __m256i folded =
        _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
    return _mm_add_epi32(_mm256_castsi256_si128(folded), _mm256_extracti128_si256(folded, 1));
}

AVX2 static int32_t kernel_avx2(const uint8_t *list, int count, int phase) {
    const int16_t *second = draughts_net_weights + DRAUGHTS_NET_SECOND + phase * HIDDEN * WIDTH;
    const int16_t *bias = draughts_net_weights + DRAUGHTS_NET_HIDDEN_BIAS + phase * HIDDEN;
    const int16_t *out = draughts_net_weights + DRAUGHTS_NET_OUT + phase * HIDDEN;
    const __m128i none = _mm_setzero_si128(), most = _mm_set1_epi32(UNIT);
    __m256i layer[PARTS];
#pragma GCC unroll 8
    for (int k = 0; k < PARTS; k++) {
        layer[k] = load16(draughts_net_weights + DRAUGHTS_NET_BIAS + 16 * k);
    }
    for (int i = 0; i < count; i++) {
#pragma GCC unroll 8
        for (int k = 0; k < PARTS; k++) {
            layer[k] =
                _mm256_add_epi16(layer[k], load16(draughts_net_weights + list[i] * WIDTH + 16 * k));
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < PARTS; k++) {
        layer[k] = _mm256_min_epi16(_mm256_max_epi16(layer[k], _mm256_setzero_si256()),
                                    _mm256_set1_epi16(UNIT));
    }
    __m128i value = none;
    for (int h = 0; h < HIDDEN; h += 4) {
        __m128i sum = _mm_add_epi32(four_sums(layer, second + h * WIDTH),
                                    _mm_slli_epi32(load4(bias + h), FINE_BITS));
        sum = _mm_min_epi32(_mm_srai_epi32(_mm_max_epi32(sum, none), FINE_BITS), most);
        value = _mm_add_epi32(value, _mm_mullo_epi32(sum, load4(out + h)));
    }
    value = _mm_hadd_epi32(value, value);
    return _mm_cvtsi128_si32(_mm_hadd_epi32(value, value));
}
#endif

static kernel_fn *kernel_of(enum draughts_kernel kernel) {
#if defined(__x86_64__)
    if (kernel == DRAUGHTS_KERNEL_BEST && __builtin_cpu_supports("avx2")) {
        return kernel_avx2;
    }
#endif
    (void)kernel;
    return kernel_plain;
}

int draughts_net_value(const struct draughts_board *board, enum draughts_kernel kernel) {
    uint8_t list[2 * DRAUGHTS_PIECES];
    int count = draughts_net_inputs(board, list), phase = draughts_net_phase(count);
    int64_t value = kernel_of(kernel)(list, count, phase);
    value += draughts_net_weights[DRAUGHTS_NET_OUT_BIAS + phase] * UNIT;
    return (int)(value * MEN / (UNIT * FINE));
}
