/* appeal: which of several patterns a player would rather play into, for playouts.
 *
 * The weights that the policy learned for the eight points around a move, as small numbers that one
 * move is drawn by in a few instructions. */
#ifndef TERNION_GO_APPEAL_H
#define TERNION_GO_APPEAL_H

#include "pattern.h"
#include "policy.h"

struct go_appeal {
    uint16_t part[2][GO_PATTERNS]; /* by side to move and code; never 0 */
};

/* Only patterns that are among the shapes get parts of their own. */
void go_appeal_init(struct go_appeal *appeal, const struct go_policy *policy,
                    const struct go_shapes *shapes);

#endif
