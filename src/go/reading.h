/* reading: whether a chain can be captured, by a small exact search over liberties and
 * counter-captures. */
#ifndef TERNION_GO_READING_H
#define TERNION_GO_READING_H

#include "board.h"

/* Whether the chain at p is captured if `first` plays first and both sides only fight about it.
 * Chains that reach four liberties, and searches that grow too long, count as not captured. */
bool go_reading_captured(const struct go_board *board, int p, int first);

#endif
