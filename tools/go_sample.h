/* go_sample: a position of Go with what a search found there, as go_selfplay writes it and go_learn
 * reads it. */
#ifndef TERNION_TOOLS_GO_SAMPLE_H
#define TERNION_TOOLS_GO_SAMPLE_H

#include <stdint.h>

#include "../src/go/board.h"

enum {
    SAMPLE_SIZE_MIN = 7,
    SAMPLE_SIZE_MAX = 19,
    SAMPLE_POINTS = SAMPLE_SIZE_MAX * SAMPLE_SIZE_MAX
};

/* Points go row by row from A1; a move or point that is not there is SAMPLE_POINTS. Values, scores
 * and owners are those of the side to play. */
struct go_sample {
    uint16_t visits[SAMPLE_POINTS]; /* of each move but the pass */
    uint16_t last, before, ko;
    uint16_t value; /* winrate by the search, of 65535 */
    int16_t score;  /* twice the points by the search, komi counted */
    int16_t komi;   /* twice the komi; under territory rules, what decides by area */
    uint8_t colour[SAMPLE_POINTS];
    int8_t owner[SAMPLE_POINTS]; /* 127: always the side to play's */
    uint8_t size, rules;
    uint8_t to_play;
    uint8_t winner; /* of the game */
};

/* The board of a sample; false if there can be no such position. */
bool go_sample_board(const struct go_sample *sample, struct go_board *board);

#endif
