/* kinship: whether two journals are of the same run. */
#ifndef TERNION_KINSHIP_H
#define TERNION_KINSHIP_H

#include "manifest.h"

/* Whether games of `a` may stand beside games of `b`, which has as many games for every pair of
 * engines, or more. Shards of one run may. If not, everything that differs is added to the text, as
 * it is in `a` and not in `b`. Forced, the programs of engines and the judge, and files that
 * engines depend on, may differ. */
bool manifest_is_kin(const struct manifest *a, const struct manifest *b, bool force,
                     struct text *text);
/* What the games of `a` owe to force beside those of `b`: lines as in MANIFEST_FORCED. */
void manifest_put_foreign(const struct manifest *a, const struct manifest *b, struct text *lines);

#endif
