#include "go_sample.h"

bool go_sample_board(const struct go_sample *sample, struct go_board *board) {
    int p;
    go_board_init(board, SAMPLE_SIZE);
    for (int n = 0; n < SAMPLE_POINTS; n++)
        if (sample->colour[n] < GO_EMPTY)
            go_board_put(board, go_board_point(board, n), sample->colour[n]);
        else if (sample->colour[n] > GO_EMPTY)
            return false;
    if (sample->ko < SAMPLE_POINTS) {
        board->ko = go_board_point(board, sample->ko);
        board->ko_side = sample->to_play;
    }
    return sample->to_play < GO_EMPTY && go_board_is_sound(board, &p);
}
