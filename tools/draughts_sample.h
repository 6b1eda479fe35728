/* draughts_sample: one position of a self-played game as generator and trainer exchange it: 16
 * bytes, in the machine's own order. */
#ifndef TERNION_DRAUGHTS_SAMPLE_H
#define TERNION_DRAUGHTS_SAMPLE_H

#include <stdint.h>

#include "../src/draughts/draughts.h"

/* Seen from the side to play, which moves up the board. Sets have the 32 squares from A1 on. */
struct draughts_sample {
    uint32_t own, foes, kings;
    int16_t score; /* of the search, for the side to play */
    int8_t result; /* of the game, for the side to play: 1, 0, -1 */
    uint8_t rules;
};

static inline uint32_t sample_pack(uint64_t set) {
    return (uint32_t)((set & 0xf) | (set >> 1 & 0xff0) | (set >> 2 & 0xff000) |
                      (set >> 3 & 0xff00000) | (set >> 4 & 0xf0000000));
}

static inline uint64_t sample_unpack(uint32_t packed) {
    uint64_t set = packed;
    return (set & 0xf) | (set & 0xff0) << 1 | (set & 0xff000) << 2 | (set & 0xff00000) << 3 |
           (set & 0xf0000000) << 4;
}

/* Whether there can be such a position, as far as the evaluation relies on it. */
static inline bool sample_is_sound(const struct draughts_sample *sample) {
    enum { MOST = 12 };
    return sample->own != 0 && sample->foes != 0 && (sample->own & sample->foes) == 0 &&
           (sample->kings & ~(sample->own | sample->foes)) == 0 &&
           draughts_size(sample->own) <= MOST && draughts_size(sample->foes) <= MOST &&
           sample->result >= -1 && sample->result <= 1 && sample->rules <= DRAUGHTS_ENGLISH;
}

/* The board with white to play. */
static inline struct draughts_board sample_board(const struct draughts_sample *sample) {
    return (struct draughts_board){
        .side = {sample_unpack(sample->foes), sample_unpack(sample->own)},
        .kings = sample_unpack(sample->kings)};
}

#endif
