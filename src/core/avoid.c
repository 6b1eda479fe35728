#include "avoid.h"

#include <assert.h>
#include <stdlib.h>

#include "memory.h"

void avoid_free(struct avoid_list *list) {
    free(list->at);
    *list = (struct avoid_list){0};
}

static void avoid_put(struct avoid_list *list, int side, move m, int plies) {
    list->at = memory_grow(list->at, list->count + 1, sizeof *list->at);
    list->at[list->count++] = (struct avoided){.side = side, .m = m, .plies = plies};
}

/* Reads the moves on an untouched board. */
static bool words_parse(const struct game *game, const void *start, char *const *words,
                        size_t count, struct moves *named, struct error *error) {
    struct past none = {0};
    for (size_t i = 0; i < count; i++) {
        move m;
        if (!game->parse(start, &none, words[i], &m, error))
            return false;
        moves_add(named, m);
    }
    return true;
}

bool avoid_add(struct avoid_list *list, const struct game *game, const struct setup *setup,
               int side, char *const *words, size_t count, int plies, bool allow,
               struct error *error) {
    assert(plies > 0);
    struct moves named = {0}, all = {0};
    struct past none = {0};
    void *start = memory_new(1, game->state_size);
    game->init(start, setup);
    bool good = words_parse(game, start, words, count, &named, error);
    if (good && allow)
        game->moves(start, &none, &all);
    for (size_t i = 0; good && !allow && i < named.count; i++)
        avoid_put(list, side, named.at[i], plies);
    for (size_t i = 0; i < all.count; i++)
        if (!moves_has(&named, all.at[i]))
            avoid_put(list, side, all.at[i], plies);
    moves_free(&named);
    moves_free(&all);
    free(start);
    return good;
}

bool avoid_leaves_any(const struct avoid_list *list, const struct game *game, const void *state,
                      const struct past *past) {
    struct moves legal = {0};
    int side = game->to_play(state);
    game->moves(state, past, &legal);
    size_t left = legal.count;
    for (size_t i = 0; i < legal.count; i++)
        for (size_t k = 0; k < list->count; k++)
            if (list->at[k].side == side && list->at[k].m == legal.at[i]) {
                left--;
                break;
            }
    moves_free(&legal);
    return left > 0;
}
