#include "draughts.h"

#include "../core/vertex.h"

/* Two rows take nine bits: four squares, a bit left out, four squares. */

int draughts_square_row(int square) {
    return square / 9 * 2 + (square % 9 > 4);
}

int draughts_square_column(int square) {
    int within = square % 9;
    return within < 4 ? 2 * within : 2 * (within - 5) + 1;
}

int draughts_square_at(int column, int row) {
    bool on_board = column >= 0 && column < 8 && row >= 0 && row < 8;
    if (!on_board || (column + row) % 2 != 0) {
        return -1;
    }
    return row / 2 * 9 + (row % 2 == 0 ? column / 2 : 5 + column / 2);
}

int draughts_square_number(int square) {
    return (7 - draughts_square_row(square)) * 4 + draughts_square_column(square) / 2 + 1;
}

int draughts_square_numbered(int number) {
    if (number < 1 || number > DRAUGHTS_SQUARES) {
        return -1;
    }
    int row = 7 - (number - 1) / 4;
    return draughts_square_at((number - 1) % 4 * 2 + row % 2, row);
}

void draughts_square_print(int square, enum draughts_notation notation, struct text *text) {
    if (notation == DRAUGHTS_NUMERIC) {
        text_print(text, "%d", draughts_square_number(square));
    } else {
        vertex_print(text, draughts_square_column(square), draughts_square_row(square));
    }
}
