#include "go_sample.h"

#include "../src/go/go.h"

bool go_sample_board(const struct go_sample *sample, struct go_board *board) {
    int p, points = sample->size * sample->size;
    if (sample->size < SAMPLE_SIZE_MIN || sample->size > SAMPLE_SIZE_MAX ||
        sample->rules > GO_TROMP_TAYLOR || sample->to_play >= GO_EMPTY)
        return false;
    go_board_init(board, sample->size);
    for (int n = 0; n < points; n++)
        if (sample->colour[n] < GO_EMPTY)
            go_board_put(board, go_board_point(board, n), sample->colour[n]);
        else if (sample->colour[n] > GO_EMPTY)
            return false;
    if (sample->ko < points) {
        board->ko = go_board_point(board, sample->ko);
        board->ko_side = sample->to_play;
    }
    return go_board_is_sound(board, &p);
}
