#include "neighbourhood.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"

static int distance_of(int column, int row) {
    int across = abs(column), up = abs(row);
    return across + up + (across > up ? across : up);
}

/* Where a point lies once the board is turned and mirrored one of eight ways, as one number. */
static unsigned place_of(int column, int row, int way) {
    if (way & 1)
        column = -column;
    if (way & 2)
        row = -row;
    int x = way & 4 ? row : column, y = way & 4 ? column : row;
    return (unsigned)((y + GO_DIAMOND_REACH) * (2 * GO_DIAMOND_REACH + 1) + x + GO_DIAMOND_REACH);
}

static void point_init(struct go_diamonds *diamonds, int i, int column, int row) {
    diamonds->column[i] = (int8_t)column;
    diamonds->row[i] = (int8_t)row;
    for (unsigned colour = 0; colour < 4; colour++)
        for (int way = 0; way < 8; way++)
            diamonds->mix[i][colour][way] =
                (uint32_t)rng_mix((place_of(column, row, way) + 1) << 8 | colour);
}

void go_diamonds_init(struct go_diamonds *diamonds) {
    int count = 0;
    for (int size = 0; size < GO_DIAMONDS; size++) {
        int least = size == 0 ? 1 : GO_DIAMOND_SMALLEST + size;
        for (int row = -GO_DIAMOND_REACH; row <= GO_DIAMOND_REACH; row++)
            for (int column = -GO_DIAMOND_REACH; column <= GO_DIAMOND_REACH; column++) {
                int distance = distance_of(column, row);
                if (distance >= least && distance <= GO_DIAMOND_SMALLEST + size)
                    point_init(diamonds, count++, column, row);
            }
        diamonds->count[size] = count;
    }
}

void go_grid_init(struct go_grid *grid, const struct go_board *board, int side) {
    memset(grid->colour, GO_EDGE, sizeof grid->colour);
    for (int row = 0; row < board->size; row++) {
        uint8_t *to = &grid->colour[(row + GO_DIAMOND_REACH) * GO_GRID_STRIDE + GO_DIAMOND_REACH];
        for (int column = 0; column < board->size; column++) {
            int colour = go_board_colour(board, go_board_at(board, column, row));
            to[column] = (uint8_t)(colour < GO_EMPTY ? colour ^ side : colour);
        }
    }
}

/* The least of the codes of all eight ways is that of the neighbourhood. */
static uint32_t code_of(const uint32_t codes[8], int size) {
    uint32_t least = codes[0];
    for (int way = 1; way < 8; way++)
        least = codes[way] < least ? codes[way] : least;
    return least + (uint32_t)size * 0x9e3779b9u;
}

void go_diamond_codes(const struct go_diamonds *diamonds, const struct go_grid *grid, int column,
                      int row, go_diamond_fn *more, void *context) {
    uint32_t codes[8] = {0};
    const uint8_t *at =
        &grid->colour[(row + GO_DIAMOND_REACH) * GO_GRID_STRIDE + column + GO_DIAMOND_REACH];
    int i = 0;
    for (int size = 0; size < GO_DIAMONDS; size++) {
        for (; i < diamonds->count[size]; i++) {
            const uint32_t *mix =
                diamonds->mix[i][at[diamonds->row[i] * GO_GRID_STRIDE + diamonds->column[i]]];
            for (int way = 0; way < 8; way++)
                codes[way] ^= mix[way];
        }
        if (!more(context, code_of(codes, size)))
            return;
    }
}
