/* go_plain: an opponent for tests, plain and quick: it takes and saves stones, keeps its eyes, asks
 * flat playouts which of its ideas is best, and passes when every point is settled. */
#ifndef TERNION_TESTS_GO_PLAIN_H
#define TERNION_TESTS_GO_PLAIN_H

#include "../../src/go/go.h"

/* A legal move or a pass. */
move go_plain_choose(const struct go_state *state, const struct past *past, uint64_t playouts,
                     uint64_t seed);

#endif
