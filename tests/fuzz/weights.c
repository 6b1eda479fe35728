/* What the trainers read: the first byte says whether the rest is a position of draughts_selfplay,
 * one of go_selfplay, or the text of a network. What is taken for good must be safe to learn from.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/draughts/net.h"
#include "../../src/draughts/pattern.h"
#include "../../src/go/net.h"
#include "../../tools/draughts_sample.h"
#include "../../tools/go_sample.h"
#include "../../tools/net_text.h"

enum { WEIGHTS = 8 };

static void draughts_try(const uint8_t *bytes, size_t count) {
    struct draughts_sample sample = {0};
    memcpy(&sample, bytes, count < sizeof sample ? count : sizeof sample);
    if (!sample_is_sound(&sample))
        return;
    uint32_t list[DRAUGHTS_FEATURES];
    struct draughts_board board = sample_board(&sample);
    int features = draughts_features(&board, list);
    fuzz_law(features <= DRAUGHTS_FEATURES, "a position has no more features than there may be");
    for (int i = 0; i < features; i++)
        fuzz_law(list[i] < DRAUGHTS_WEIGHTS, "every feature has a weight");
    uint8_t inputs[2 * DRAUGHTS_PIECES];
    int pieces = draughts_net_inputs(&board, inputs);
    fuzz_law(pieces == draughts_size(board.side[0] | board.side[1]), "every piece is an input");
    for (int i = 0; i < pieces; i++)
        fuzz_law(inputs[i] < DRAUGHTS_NET_INPUTS, "and every input is one of the network's");
}

static int point_of(const struct go_board *board, int n) {
    return n < board->size * board->size ? go_board_point(board, n) : GO_PASS;
}

static void go_try(const uint8_t *bytes, size_t count) {
    struct go_sample sample = {0};
    struct go_board board;
    static struct go_net_input view;
    memcpy(&sample, bytes, count < sizeof sample ? count : sizeof sample);
    if (go_sample_board(&sample, &board))
        go_net_input_fill(&(struct go_net_position){.board = &board,
                                                    .side = sample.to_play,
                                                    .last = point_of(&board, sample.last),
                                                    .before = point_of(&board, sample.before),
                                                    .komi = sample.komi / 2.0},
                          &view);
}

static void text_try(const uint8_t *bytes, size_t count) {
    float weights[WEIGHTS], again[WEIGHTS];
    struct text text = {0};
    text_putn(&text, (const char *)bytes, count);
    bool good = net_text_read(text_string(&text), weights, WEIGHTS);
    text_clear(&text);
    if (good) {
        net_text_print(weights, WEIGHTS, &text);
        fuzz_law(net_text_read(text_string(&text), again, WEIGHTS), "what is printed can be read");
        fuzz_law(memcmp(weights, again, sizeof weights) == 0, "and means the same");
    }
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    static void (*const tries[])(const uint8_t *, size_t) = {draughts_try, go_try, text_try};
    if (count > 0)
        tries[bytes[0] % 3](bytes + 1, count - 1);
    return 0;
}
