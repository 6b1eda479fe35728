#include "neighbourhood.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"

static int distance_of(int column, int row) {
    int across = abs(column), up = abs(row);
    return across + up + (across > up ? across : up);
}

/* Where a symmetry (0 .. 7) takes a point, as one number. */
static unsigned place_of(int column, int row, int symmetry) {
    if (symmetry & 1)
        column = -column;
    if (symmetry & 2)
        row = -row;
    int x = symmetry & 4 ? row : column, y = symmetry & 4 ? column : row;
    return (unsigned)((y + GO_NEIGHBOURHOOD_REACH) * (2 * GO_NEIGHBOURHOOD_REACH + 1) + x +
                      GO_NEIGHBOURHOOD_REACH);
}

static void point_init(struct go_neighbourhoods *neighbourhoods, int i, int column, int row) {
    neighbourhoods->column[i] = (int8_t)column;
    neighbourhoods->row[i] = (int8_t)row;
    for (unsigned colour = 0; colour < 4; colour++)
        for (int k = 0; k < 8; k++)
            neighbourhoods->mix[i][colour][k] =
                (uint32_t)rng_mix((place_of(column, row, k) + 1) << 8 | colour);
}

void go_neighbourhoods_init(struct go_neighbourhoods *neighbourhoods) {
    int count = 0;
    for (int size = 0; size < GO_NEIGHBOURHOODS; size++) {
        int least = size == 0 ? 1 : GO_NEIGHBOURHOOD_SMALLEST + size;
        for (int row = -GO_NEIGHBOURHOOD_REACH; row <= GO_NEIGHBOURHOOD_REACH; row++)
            for (int column = -GO_NEIGHBOURHOOD_REACH; column <= GO_NEIGHBOURHOOD_REACH; column++) {
                int distance = distance_of(column, row);
                if (distance >= least && distance <= GO_NEIGHBOURHOOD_SMALLEST + size)
                    point_init(neighbourhoods, count++, column, row);
            }
        neighbourhoods->count[size] = count;
    }
}

void go_grid_init(struct go_grid *grid, const struct go_board *board, int side) {
    memset(grid->colour, GO_EDGE, sizeof grid->colour);
    for (int row = 0; row < board->size; row++) {
        uint8_t *to =
            &grid->colour[(row + GO_NEIGHBOURHOOD_REACH) * GO_GRID_STRIDE + GO_NEIGHBOURHOOD_REACH];
        for (int column = 0; column < board->size; column++) {
            int colour = go_board_colour(board, go_board_at(board, column, row));
            to[column] = (uint8_t)(colour < GO_EMPTY ? colour ^ side : colour);
        }
    }
}

/* The least of the codes of all eight symmetries is that of the neighbourhood. */
static uint32_t code_of(const uint32_t codes[8], int size) {
    uint32_t least = codes[0];
    for (int k = 1; k < 8; k++)
        least = codes[k] < least ? codes[k] : least;
    return least + (uint32_t)size * 0x9e3779b9u;
}

void go_neighbourhood_codes(const struct go_neighbourhoods *neighbourhoods,
                            const struct go_grid *grid, int column, int row,
                            go_neighbourhood_fn *more, void *context) {
    uint32_t codes[8] = {0};
    const uint8_t *at = &grid->colour[(row + GO_NEIGHBOURHOOD_REACH) * GO_GRID_STRIDE + column +
                                      GO_NEIGHBOURHOOD_REACH];
    int i = 0;
    for (int size = 0; size < GO_NEIGHBOURHOODS; size++) {
        for (; i < neighbourhoods->count[size]; i++) {
            const uint32_t *mix =
                neighbourhoods
                    ->mix[i]
                         [at[neighbourhoods->row[i] * GO_GRID_STRIDE + neighbourhoods->column[i]]];
            for (int k = 0; k < 8; k++)
                codes[k] ^= mix[k];
        }
        if (!more(context, code_of(codes, size)))
            return;
    }
}
