/* count: the exact number of complete games from a position. */
#ifndef TERNION_QTTT_COUNT_H
#define TERNION_QTTT_COUNT_H

#include "qttt.h"

/* Most open cells of a position that is counted. */
enum { COUNT_OPEN = 9 };

struct count {
    uint64_t games;     /* sequences of plies that end the game; 1 when it is over */
    uint64_t positions; /* kept in memory on the way */
    uint64_t bytes;     /* of memory for them */
};

int count_open(const struct qttt *q);
/* The position must have at most COUNT_OPEN open cells. */
struct count count_games(const struct qttt *q);

#endif
