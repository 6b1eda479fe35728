/* reading: can a chain be captured? A small exact search over liberties and counter-captures. */
#ifndef TERNION_GO_READING_H
#define TERNION_GO_READING_H

#include "board.h"

/* Whether the chain at p is captured if `first` plays first and both go on only about it. Chains
 * that come to four liberties, and searches that grow too long, count as not captured. */
bool go_reading_captured(const struct go_board *board, int p, int first);

#endif
