/* go_sample: a position of 9x9 Go with what a search found there, as go_selfplay writes it and
 * go_learn reads it. */
#ifndef TERNION_TOOLS_GO_SAMPLE_H
#define TERNION_TOOLS_GO_SAMPLE_H

#include <stdint.h>

#include "../src/go/board.h"

enum { SAMPLE_SIZE = 9, SAMPLE_POINTS = SAMPLE_SIZE * SAMPLE_SIZE };

/* Points go row by row from A1; a move or point that is not there is SAMPLE_POINTS. */
struct go_sample {
    uint16_t visits[SAMPLE_POINTS]; /* of each move */
    uint16_t value;                 /* chance of the side to play, of 65535 */
    int16_t komi;                   /* twice the komi */
    uint8_t colour[SAMPLE_POINTS];
    int8_t owner[SAMPLE_POINTS]; /* 127: always the side to play's */
    uint8_t to_play, last, before, ko;
    uint8_t winner; /* of the game */
};

/* The board of a sample; false if there can be no such position. */
bool go_sample_board(const struct go_sample *sample, struct go_board *board);

#endif
