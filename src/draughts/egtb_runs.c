#include "egtb_runs.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

/* An index of 32-bit numbers, little-endian, is followed by the code, its highest bits first. The
 * index holds the bit at which each block begins, and one more for the end. A block is the result
 * of its first run (2 bits), then for each run but the last its length (an exponential Golomb code
 * of order 1) and one bit that says which of the two other results follows. Such codes were
 * measured to take no more room than Huffman codes made for each table. */

enum {
    BLOCK = 1024,  /* positions */
    ENTRY = 4,     /* bytes of the index for each block */
    SPARE = 8,     /* zeros at the end, so that 8 bytes can be read wherever code begins */
    ZEROS_MOST = 9 /* of the code of a length below 1024 */
};

static uint64_t block_count(uint64_t count) {
    return (count + BLOCK - 1) / BLOCK;
}

static size_t index_size(uint64_t count) {
    return (size_t)(block_count(count) + 1) * ENTRY;
}

/* Packing. */

struct bits {
    unsigned char *bytes;
    size_t room;
    uint64_t count;
};

static void put_bits(struct bits *bits, uint32_t value, int length) {
    if (bits->count / 8 + 8 > bits->room) {
        size_t more = bits->room + 4096;
        bits->bytes = memory_grow(bits->bytes, bits->room + more, 1);
        memset(bits->bytes + bits->room, 0, more);
        bits->room += more;
    }
    for (int i = length - 1; i >= 0; i--, bits->count++) {
        bits->bytes[bits->count / 8] |=
            (unsigned char)((value >> i & 1) << (7 - (unsigned)bits->count % 8));
    }
}

/* As many zeros as high has bits below its first one, then length + 1 in binary. */
static void put_length(struct bits *bits, uint32_t length) {
    uint32_t high = (length + 1) / 2;
    int zeros = 31 - __builtin_clz(high);
    put_bits(bits, length + 1, 2 * zeros + 2);
}

static void pack_block(struct bits *bits, const unsigned char *results, uint32_t count) {
    uint32_t begin = 0, at = 0;
    while (at < count && results[at] == DRAUGHTS_RUNS_ANY) {
        at++;
    }
    unsigned char now = at < count ? results[at] : DRAUGHTS_RUNS_DRAW;
    put_bits(bits, now, 2);
    for (; at < count; at++) {
        unsigned char next = results[at];
        if (next != now && next != DRAUGHTS_RUNS_ANY) {
            put_length(bits, at - begin);
            put_bits(bits, next == (now + 2) % 3, 1);
            begin = at;
            now = next;
        }
    }
}

static void put_entry(unsigned char *index, uint64_t block, uint64_t bit) {
    assert(bit <= UINT32_MAX); /* no slice of six pieces comes near it */
    uint32_t entry = htole32((uint32_t)bit);
    memcpy(index + block * ENTRY, &entry, ENTRY);
}

unsigned char *draughts_runs_pack(const unsigned char *results, uint64_t count, size_t *size) {
    struct bits bits = {0};
    size_t front = index_size(count);
    unsigned char *index = memory_new(front, 1);
    for (uint64_t at = 0; at < count; at += BLOCK) {
        put_entry(index, at / BLOCK, bits.count);
        pack_block(&bits, results + at, count - at < BLOCK ? (uint32_t)(count - at) : BLOCK);
    }
    put_entry(index, block_count(count), bits.count);
    size_t code = (size_t)((bits.count + 7) / 8);
    *size = (front + code + SPARE + 7) / 8 * 8;
    index = memory_grow(index, *size, 1);
    memset(index + front, 0, *size - front);
    if (code > 0) {
        memcpy(index + front, bits.bytes, code);
    }
    free(bits.bytes);
    return index;
}

/* Reading. */

bool draughts_runs_fit(const struct draughts_runs *runs) {
    return runs->size >= SPARE && runs->size - SPARE >= index_size(runs->count);
}

struct draughts_runs_part draughts_runs_entry(uint64_t at) {
    return (struct draughts_runs_part){(size_t)(at / BLOCK) * ENTRY, 2 * ENTRY};
}

/* Where the code of a block begins and ends, in bits of the packed bytes. */
static bool find_code(const struct draughts_runs *runs, uint64_t at, uint64_t *begin,
                      uint64_t *end) {
    uint32_t entries[2];
    memcpy(entries, runs->bytes + at / BLOCK * ENTRY, sizeof entries);
    uint64_t front = 8 * (uint64_t)index_size(runs->count);
    *begin = front + le32toh(entries[0]);
    *end = front + le32toh(entries[1]);
    return *begin + 2 <= *end && *end <= 8 * (uint64_t)(runs->size - SPARE);
}

struct draughts_runs_part draughts_runs_code(const struct draughts_runs *runs, uint64_t at) {
    uint64_t begin, end;
    if (!find_code(runs, at, &begin, &end)) {
        return (struct draughts_runs_part){0};
    }
    return (struct draughts_runs_part){(size_t)(begin / 8), (size_t)((end + 7) / 8 - begin / 8)};
}

/* At least 57 bits from one bit on, in the highest places. */
static uint64_t read_bits(const unsigned char *bytes, uint64_t bit) {
    uint64_t word;
    memcpy(&word, bytes + bit / 8, sizeof word);
    return be64toh(word) << bit % 8;
}

int draughts_runs_read(const struct draughts_runs *runs, uint64_t at) {
    uint64_t bit, end;
    if (!find_code(runs, at, &bit, &end)) {
        return DRAUGHTS_RUNS_ANY;
    }
    int left = (int)(at % BLOCK), now = (int)(read_bits(runs->bytes, bit) >> 62);
    bit += 2;
    while (bit < end && now != DRAUGHTS_RUNS_ANY) {
        uint64_t word = read_bits(runs->bytes, bit);
        int zeros = word == 0 ? 64 : __builtin_clzll(word), length = 2 * zeros + 2;
        if (zeros > ZEROS_MOST) {
            return DRAUGHTS_RUNS_ANY;
        }
        left -= (int)(word >> (64 - length)) - 1; /* see put_length */
        if (left < 0) {
            break;
        }
        now = (now + ((word << length) >> 63 != 0 ? 2 : 1)) % 3;
        bit += (uint64_t)length + 1;
    }
    return now;
}
