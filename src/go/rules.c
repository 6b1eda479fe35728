#include "go.h"

#include <assert.h>
#include <string.h>

#include "../core/rng.h"

void go_init(void *memory, const struct setup *setup) {
    struct go_state *state = memory;
    memset(state, 0, sizeof *state);
    state->rules = setup->rules;
    state->to_play = GO_BLACK;
    state->komi = setup->value[GO_KOMI];
    go_board_init(&state->board, setup->size);
}

void go_adjust(void *memory, const struct setup *setup) {
    struct go_state *state = memory;
    state->komi = setup->value[GO_KOMI];
}

int go_to_play(const void *memory) {
    const struct go_state *state = memory;
    return state->to_play;
}

/* Either side may play at any time, as GTP says. Handing over the turn resumes a stopped game. */
bool go_turn(void *memory, int side, struct error *error) {
    struct go_state *state = memory;
    (void)error;
    if (state->passes >= 2 || (state->passes == 0 && state->to_play != side))
        state->passes = GO_HANDED;
    state->to_play = side;
    return true;
}

/* Area rules forbid every repetition of the stones (positional superko). Territory rules count how
 * often a side faces the same stones after a stone was placed; positions after a pass or a turn
 * handed over have keys of their own, so that stopping and resuming a game is no repetition. */
uint64_t go_key(const void *memory) {
    const struct go_state *state = memory;
    if (state->rules != GO_JAPANESE)
        return state->board.key;
    return state->board.key ^ rng_mix((uint64_t)(state->to_play + (state->passes != 0 ? 2 : 0)));
}

/* Whether a stone may be put there, whatever was before. */
static enum go_legality check_stone(const struct go_state *state, int side, int p) {
    const struct go_board *board = &state->board;
    if (go_board_colour(board, p) == GO_EDGE)
        return GO_OFF_BOARD;
    if (go_board_colour(board, p) != GO_EMPTY)
        return GO_OCCUPIED;
    if (go_board_is_suicide(board, side, p))
        return GO_SUICIDE;
    if (p == board->ko && side == board->ko_side)
        return GO_KO;
    return GO_LEGAL;
}

enum go_legality go_check(const struct go_state *state, const struct past *past, int side, int p) {
    enum go_legality legality = check_stone(state, side, p);
    if (legality == GO_LEGAL && state->rules != GO_JAPANESE &&
        past_count(past, go_board_key_after(&state->board, side, p)) > 0)
        return GO_SUPERKO;
    return legality;
}

static bool no_result(const struct go_state *state, const struct past *past) {
    return state->rules == GO_JAPANESE && state->passes == 0 &&
           past_count(past, go_key(state)) >= 2;
}

/* For all moves of a position the past is gone through once: a bit for each of its keys says which
 * moves are worth a closer look. In a long game that look, at every point, would take longer than
 * all else that a ply takes. */
enum { SEEN_WORDS = 64 };

static void note_past(const struct past *past, uint64_t seen[SEEN_WORDS]) {
    for (size_t i = 0; i < past->count; i++)
        seen[past->keys[i] / 64 % SEEN_WORDS] |= UINT64_C(1) << past->keys[i] % 64;
}

static bool is_superko(const struct go_state *state, const struct past *past,
                       const uint64_t seen[SEEN_WORDS], int p) {
    uint64_t key = go_board_key_after(&state->board, state->to_play, p);
    return (seen[key / 64 % SEEN_WORDS] >> key % 64 & 1) != 0 && past_count(past, key) > 0;
}

void go_moves(const void *memory, const struct past *past, struct moves *list) {
    const struct go_state *state = memory;
    uint64_t seen[SEEN_WORDS] = {0};
    bool superko = state->rules != GO_JAPANESE;
    if (no_result(state, past))
        return;
    if (superko)
        note_past(past, seen);
    for (int row = 0; row < state->board.size; row++)
        for (int column = 0; column < state->board.size; column++) {
            int p = go_board_at(&state->board, column, row);
            if (check_stone(state, state->to_play, p) == GO_LEGAL &&
                !(superko && is_superko(state, past, seen, p)))
                moves_add(list, (move)p);
        }
    moves_add(list, GO_PASS);
}

void go_play(void *memory, move m) {
    struct go_state *state = memory;
    if (m == GO_PASS) {
        go_board_pass(&state->board);
        state->passes = state->passes == GO_HANDED ? 1 : state->passes + 1;
    } else {
        assert(go_board_colour(&state->board, (int)m) == GO_EMPTY &&
               !go_board_is_suicide(&state->board, state->to_play, (int)m));
        go_board_play(&state->board, state->to_play, (int)m);
        state->passes = 0;
    }
    state->to_play = side_other(state->to_play);
}

/* Two passes stop the game; only a third repetition ends it. */
struct result go_result(const void *memory, const struct past *past) {
    const struct go_state *state = memory;
    struct result result = {.phase = PHASE_PLAYING, .winner = SIDE_NONE};
    if (state->passes >= 2)
        result.phase = PHASE_STOPPED;
    else if (no_result(state, past))
        result.phase = PHASE_OVER;
    return result;
}
