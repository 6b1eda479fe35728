/* avoid: the moves that an analysis is told to leave out, or the only ones that it is allowed. */
#ifndef TERNION_AVOID_H
#define TERNION_AVOID_H

#include "player.h"

/* All zero is the empty list; `at` and `count` are what struct limits wants. */
struct avoid_list {
    struct avoided *at;
    size_t count;
};
void avoid_free(struct avoid_list *list);

/* Leaves these moves (`words`, in the game's own text) out for one side in its first `plies` plies;
 * with `allow`, all others. The text is read on the board as it is when a game begins, so that a
 * point counts whether or not it is free now. False: one is no move. */
bool avoid_add(struct avoid_list *list, const struct game *game, const struct setup *setup,
               int side, char *const *words, size_t count, int plies, bool allow,
               struct error *error);
/* Whether the side to play may still do something. */
bool avoid_leaves_any(const struct avoid_list *list, const struct game *game, const void *state,
                      const struct past *past);

#endif
