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

/* Kernels. All give the same value. */

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

/* As much of the first layer as the registers hold. */
enum { PARTS = 8, SPAN = 16 * PARTS };
_Static_assert(WIDTH % SPAN == 0 && HIDDEN % 4 == 0, "the kernel takes it in such steps");

AVX2 static inline void first_avx2(const uint8_t *list, int count, int from, int16_t *out) {
    const int16_t *weights = draughts_net_weights + from;
    __m256i part[PARTS];
#pragma GCC unroll 8
    for (int k = 0; k < PARTS; k++) {
        part[k] = load16(weights + DRAUGHTS_NET_BIAS + 16 * k);
    }
    for (int i = 0; i < count; i++) {
#pragma GCC unroll 8
        for (int k = 0; k < PARTS; k++) {
            part[k] = _mm256_add_epi16(part[k], load16(weights + list[i] * WIDTH + 16 * k));
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < PARTS; k++) {
        part[k] = _mm256_min_epi16(_mm256_max_epi16(part[k], _mm256_setzero_si256()),
                                   _mm256_set1_epi16(UNIT));
        _mm256_storeu_si256((__m256i *)(out + 16 * k), part[k]);
    }
}

/* Four sums of products with four rows of weights. */
AVX2 static inline __m128i four_sums(const int16_t layer[WIDTH], const int16_t *rows) {
    __m256i sums[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                       _mm256_setzero_si256()};
#pragma GCC unroll 16
    for (int k = 0; k < WIDTH; k += 16) {
        __m256i part = load16(layer + k);
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) {
            sums[r] =
                _mm256_add_epi32(sums[r], _mm256_madd_epi16(part, load16(rows + r * WIDTH + k)));
        }
    }
    __m256i folded =
        _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
    return _mm_add_epi32(_mm256_castsi256_si128(folded), _mm256_extracti128_si256(folded, 1));
}

/* What follows the sums of four neurons: their share of the output. */
AVX2 static inline __m128i four_shares(__m128i sums, const int16_t *bias, const int16_t *out) {
    const __m128i none = _mm_setzero_si128(), most = _mm_set1_epi32(UNIT);
    sums = _mm_add_epi32(sums, _mm_slli_epi32(load4(bias), FINE_BITS));
    sums = _mm_min_epi32(_mm_srai_epi32(_mm_max_epi32(sums, none), FINE_BITS), most);
    return _mm_mullo_epi32(sums, load4(out));
}

AVX2 static inline int32_t sum_of_four(__m128i value) {
    value = _mm_hadd_epi32(value, value);
    return _mm_cvtsi128_si32(_mm_hadd_epi32(value, value));
}

AVX2 static int32_t kernel_avx2(const uint8_t *list, int count, int phase) {
    const int16_t *second = draughts_net_weights + DRAUGHTS_NET_SECOND + phase * HIDDEN * WIDTH;
    const int16_t *bias = draughts_net_weights + DRAUGHTS_NET_HIDDEN_BIAS + phase * HIDDEN;
    const int16_t *out = draughts_net_weights + DRAUGHTS_NET_OUT + phase * HIDDEN;
    int16_t layer[WIDTH];
    for (int from = 0; from < WIDTH; from += SPAN) {
        first_avx2(list, count, from, layer + from);
    }
    __m128i value = _mm_setzero_si128();
    for (int h = 0; h < HIDDEN; h += 4) {
        value = _mm_add_epi32(value,
                              four_shares(four_sums(layer, second + h * WIDTH), bias + h, out + h));
    }
    return sum_of_four(value);
}

/* The same with registers that hold the whole first layer. */
#define AVX512 __attribute__((target("avx2,avx512f,avx512bw")))
enum { WIDE = WIDTH / 32 };

AVX512 static inline __m512i load32(const int16_t *at) {
    return _mm512_loadu_si512(at);
}

AVX512 static inline __m128i four_sums_wide(const __m512i layer[WIDE], const int16_t *rows) {
    __m256i halves[4];
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++) {
        __m512i sum = _mm512_madd_epi16(layer[0], load32(rows + r * WIDTH));
#pragma GCC unroll 8
        for (int k = 1; k < WIDE; k++) {
            sum = _mm512_add_epi32(sum,
                                   _mm512_madd_epi16(layer[k], load32(rows + r * WIDTH + 32 * k)));
        }
        halves[r] =
            _mm256_add_epi32(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1));
    }
    __m256i folded = _mm256_hadd_epi32(_mm256_hadd_epi32(halves[0], halves[1]),
                                       _mm256_hadd_epi32(halves[2], halves[3]));
    return _mm_add_epi32(_mm256_castsi256_si128(folded), _mm256_extracti128_si256(folded, 1));
}

AVX512 static int32_t kernel_avx512(const uint8_t *list, int count, int phase) {
    const int16_t *second = draughts_net_weights + DRAUGHTS_NET_SECOND + phase * HIDDEN * WIDTH;
    const int16_t *bias = draughts_net_weights + DRAUGHTS_NET_HIDDEN_BIAS + phase * HIDDEN;
    const int16_t *out = draughts_net_weights + DRAUGHTS_NET_OUT + phase * HIDDEN;
    __m512i layer[WIDE];
#pragma GCC unroll 8
    for (int k = 0; k < WIDE; k++) {
        layer[k] = load32(draughts_net_weights + DRAUGHTS_NET_BIAS + 32 * k);
    }
    for (int i = 0; i < count; i++) {
#pragma GCC unroll 8
        for (int k = 0; k < WIDE; k++) {
            layer[k] =
                _mm512_add_epi16(layer[k], load32(draughts_net_weights + list[i] * WIDTH + 32 * k));
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < WIDE; k++) {
        layer[k] = _mm512_min_epi16(_mm512_max_epi16(layer[k], _mm512_setzero_si512()),
                                    _mm512_set1_epi16(UNIT));
    }
    __m128i value = _mm_setzero_si128();
    for (int h = 0; h < HIDDEN; h += 4) {
        value = _mm_add_epi32(
            value, four_shares(four_sums_wide(layer, second + h * WIDTH), bias + h, out + h));
    }
    return sum_of_four(value);
}
#endif

static kernel_fn *kernel_of(enum draughts_kernel kernel) {
#if defined(__x86_64__)
    if (kernel == DRAUGHTS_KERNEL_BEST && __builtin_cpu_supports("avx512bw")) {
        return kernel_avx512;
    }
    if ((kernel == DRAUGHTS_KERNEL_BEST || kernel == DRAUGHTS_KERNEL_AVX2) &&
        __builtin_cpu_supports("avx2")) {
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
