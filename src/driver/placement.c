#include "placement.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

/* A board on which the cells that are held in `wanted` are filled. */
struct placing {
    const struct game *game;
    const struct setup *setup;
    const void *wanted;
    void *board;
    struct text *plays;
};

/* Whether a cell is this side's in the state and shall be. */
static bool share_cell(const struct placing *placing, const void *state, int side) {
    const struct game *game = placing->game;
    for (int row = 0; row < placing->setup->size; row++)
        for (int column = 0; column < placing->setup->size; column++)
            if (game->holder(state, column, row) == side &&
                game->holder(placing->wanted, column, row) == side)
                return true;
    return false;
}

static bool place_one(const struct placing *placing, int side, const char *token) {
    const struct game *game = placing->game;
    const struct past none = {0};
    move m;
    if (!game->turn(placing->board, side, NULL) ||
        !game->parse(placing->board, &none, token, &m, NULL))
        return false;
    game->play(placing->board, m);
    text_print(placing->plays, "play %s %s\n", game->sides[side], token);
    return true;
}

/* Every ply is tried on the empty board: what it fills there it fills among the others as well. */
static bool place_side(const struct placing *placing, int side) {
    const struct game *game = placing->game;
    const struct past none = {0};
    void *empty = memory_new(1, game->state_size), *after = memory_new(1, game->state_size);
    struct moves list = {0};
    struct text token = {0};
    game->init(empty, placing->setup);
    bool fine = game->turn(empty, side, NULL);
    if (fine)
        game->moves(empty, &none, &list);
    for (size_t i = 0; fine && i < list.count; i++) {
        memcpy(after, empty, game->state_size);
        game->play(after, list.at[i]);
        if (!share_cell(placing, after, side))
            continue;
        text_clear(&token);
        game->print(empty, list.at[i], &token);
        fine = place_one(placing, side, text_string(&token));
    }
    text_free(&token);
    moves_free(&list);
    free(empty);
    free(after);
    return fine;
}

static bool moves_match(const struct game *game, const void *a, const void *b) {
    const struct past none = {0};
    struct moves here = {0}, there = {0};
    game->moves(a, &none, &here);
    game->moves(b, &none, &there);
    bool same = here.count == there.count;
    for (size_t i = 0; same && i < here.count; i++)
        same = here.at[i] == there.at[i];
    moves_free(&here);
    moves_free(&there);
    return same;
}

/* Whether the board is the one that is wanted: the same plies are legal, a forbidden ko among those
 * that are not, and, once the move was handed over and back in both, the keys are the same. */
static bool placing_is_done(const struct placing *placing) {
    const struct game *game = placing->game;
    int side = game->to_play(placing->wanted);
    void *wanted = memory_copy(placing->wanted, game->state_size);
    bool same =
        game->turn(placing->board, side, NULL) && moves_match(game, placing->board, wanted) &&
        game->turn(placing->board, side_other(side), NULL) &&
        game->turn(placing->board, side, NULL) && game->turn(wanted, side_other(side), NULL) &&
        game->turn(wanted, side, NULL) && game->key(placing->board) == game->key(wanted);
    free(wanted);
    return same;
}

bool placement_print(const struct session *session, struct text *plays) {
    struct placing placing = {.game = session_game(session),
                              .setup = session_setup(session),
                              .wanted = session_start(session),
                              .plays = plays};
    size_t before = plays->length;
    if (placing.game->holder == NULL)
        return false;
    int side = placing.game->to_play(placing.wanted);
    placing.board = memory_new(1, placing.game->state_size);
    placing.game->init(placing.board, placing.setup);
    bool fine = place_side(&placing, side) && place_side(&placing, side_other(side)) &&
                placing_is_done(&placing);
    if (!fine)
        text_cut(plays, before);
    free(placing.board);
    return fine;
}
