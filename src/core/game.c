#include "game.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void moves_add(struct moves *list, move m) {
    if (list->count == list->room) {
        list->room = list->room == 0 ? 64 : 2 * list->room;
        list->at = memory_grow(list->at, list->room, sizeof *list->at);
    }
    list->at[list->count++] = m;
}

bool moves_has(const struct moves *list, move m) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return true;
    return false;
}

void moves_free(struct moves *list) {
    free(list->at);
    *list = (struct moves){0};
}

size_t past_count(const struct past *past, uint64_t key) {
    size_t count = 0;
    for (size_t i = 0; i < past->count; i++)
        count += past->keys[i] == key;
    return count;
}

int game_side(const struct game *game, const char *word) {
    for (int side = 0; side < 2; side++)
        for (const char *const *known = game->side_words[side]; *known != NULL; known++)
            if (text_same(word, *known))
                return side;
    return SIDE_NONE;
}

int game_rules(const struct game *game, const char *name) {
    for (int i = 0; game->rules[i] != NULL; i++)
        if (text_same(game->rules[i], name))
            return i;
    return -1;
}

int game_setting(const struct game *game, const char *name) {
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++)
        if (strcmp(game->settings[i].name, name) == 0)
            return i;
    return -1;
}

void game_defaults(const struct game *game, struct setup *setup, enum setup_change changed) {
    if (game->defaults != NULL)
        game->defaults(setup, changed);
}

void game_print_result(const struct game *game, const struct result *result, struct text *text) {
    if (result->winner == SIDE_NONE) {
        text_put(text, "0");
        return;
    }
    text_print(text, "%c+", toupper((unsigned char)game->sides[result->winner][0]));
    text_number(text, result->margin);
}

/* The keys along one line of play: the given past, and what perft adds to it. */
struct perft {
    const struct game *game;
    uint64_t *keys;
    size_t count;
};

static uint64_t perft_count(struct perft *p, const void *state, int depth) {
    uint64_t fast;
    if (p->game->perft != NULL && p->game->perft(state, depth, &fast))
        return fast;
    struct moves list = {0};
    struct past past = {p->keys, p->count};
    p->game->moves(state, &past, &list);
    uint64_t total = depth == 1 ? list.count : 0;
    if (depth > 1 && list.count > 0) {
        void *next = memory_new(1, p->game->state_size);
        p->keys[p->count++] = p->game->key(state);
        for (size_t i = 0; i < list.count; i++) {
            memcpy(next, state, p->game->state_size);
            p->game->play(next, list.at[i]);
            total += perft_count(p, next, depth - 1);
        }
        p->count--;
        free(next);
    }
    moves_free(&list);
    return total;
}

uint64_t game_perft(const struct game *game, const void *state, const struct past *past,
                    int depth) {
    if (depth <= 0)
        return 1;
    struct perft p = {.game = game, .count = past->count};
    p.keys = memory_new(past->count + (size_t)depth, sizeof *p.keys);
    if (past->count > 0)
        memcpy(p.keys, past->keys, past->count * sizeof *p.keys);
    uint64_t total = perft_count(&p, state, depth);
    free(p.keys);
    return total;
}
