/* pattern: the features of the learned evaluation, which is the sum of their weights. */
#ifndef TERNION_DRAUGHTS_PATTERN_H
#define TERNION_DRAUGHTS_PATTERN_H

#include "draughts.h"

/* Patterns: the men on eight neighbouring squares, each empty (or with a king), own or enemy. Seven
 * bands of two rows and nine blocks of four rows by two squares cover the board several times.
 * Positions with and without kings have weights of their own. */
enum {
    DRAUGHTS_BANDS = 7,
    DRAUGHTS_BLOCKS = 9,
    DRAUGHTS_PATTERNS = DRAUGHTS_BANDS + DRAUGHTS_BLOCKS,
    DRAUGHTS_PATTERN_STATES = 6561, /* 3 to the power of 8 */
    DRAUGHTS_KINGS_COUNTED = 4,     /* in the table of material: 0, 1, 2, 3 and more */
    DRAUGHTS_TEMPO_MAX = 24
};

/* Where each kind of weight begins. */
enum {
    DRAUGHTS_FROM_PATTERNS = 0,
    DRAUGHTS_FROM_MATERIAL = 2 * DRAUGHTS_PATTERNS * DRAUGHTS_PATTERN_STATES,
    DRAUGHTS_FROM_OPPOSITION =
        DRAUGHTS_FROM_MATERIAL + 13 * DRAUGHTS_KINGS_COUNTED * 13 * DRAUGHTS_KINGS_COUNTED,
    DRAUGHTS_FROM_TEMPO = DRAUGHTS_FROM_OPPOSITION + 25 * 2 * 2,
    DRAUGHTS_FROM_KINGS = DRAUGHTS_FROM_TEMPO + 3 * (2 * DRAUGHTS_TEMPO_MAX + 1),
    DRAUGHTS_FROM_MOBILITY = DRAUGHTS_FROM_KINGS + 2 * DRAUGHTS_SQUARES,
    DRAUGHTS_WEIGHTS = DRAUGHTS_FROM_MOBILITY + 4 * 16
};

/* The instructions to compute with: the best that the machine has, AVX2 where it has them, or those
 * of every machine. */
enum draughts_kernel { DRAUGHTS_KERNEL_BEST, DRAUGHTS_KERNEL_AVX2, DRAUGHTS_KERNEL_PLAIN };

enum { DRAUGHTS_FEATURES = DRAUGHTS_PATTERNS + 3 + 24 + 4 }; /* the most of one position */

/* Lists the indexes of the weights of a position with white to play, and returns their number. */
int draughts_features(const struct draughts_board *board, uint32_t *list);
/* The sum of their weights: hundredths of a man for white, who is to play. */
int draughts_pattern_value(const struct draughts_board *board, enum draughts_kernel kernel);
/* The index of a material balance. */
uint32_t draughts_material(int men, int kings, int foe_men, int foe_kings);

/* Learned weights from data/draughts, in 1 / DRAUGHTS_WEIGHT_UNIT of a hundredth of a man. */
enum { DRAUGHTS_WEIGHT_UNIT = 4 };
extern const int16_t draughts_weights[DRAUGHTS_WEIGHTS];

#endif
