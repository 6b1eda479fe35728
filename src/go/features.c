#include "features.h"

#include <stdlib.h>
#include <string.h>

#include "playout.h"
#include "tactics.h"

/* Where the eight points of a code go when the board is turned a quarter, and when it is mirrored:
 * right, left, up, down, then the corners from the upper right one on, counter-clockwise. */
static const int turned[8] = {2, 3, 1, 0, 5, 6, 7, 4};
static const int mirrored[8] = {1, 0, 2, 3, 5, 4, 7, 6};

static unsigned code_move(unsigned code, const int to[8]) {
    unsigned moved = 0;
    for (int i = 0; i < 8; i++)
        moved |= (code >> (2 * i) & 3) << (2 * to[i]);
    return moved;
}

static unsigned code_swap(unsigned code) {
    for (int i = 0; i < 8; i++)
        if ((code >> (2 * i) & 3) < GO_EMPTY)
            code ^= 1u << (2 * i);
    return code;
}

static unsigned code_least(unsigned code) {
    unsigned least = code;
    for (int way = 0; way < 8; way++) {
        code = code_move(code, turned);
        if (way == 3)
            code = code_move(code, mirrored);
        least = code < least ? code : least;
    }
    return least;
}

/* Whether the edge lies as it can on a board: along whole sides. */
static bool code_is_real(unsigned code) {
    static const int sides[4][3] = {{0, 4, 7}, {1, 5, 6}, {2, 4, 5}, {3, 6, 7}};
    bool off[8] = {0}, edge[4];
    for (int s = 0; s < 4; s++) {
        edge[s] = (code >> (2 * sides[s][0]) & 3) == GO_EDGE;
        for (int k = 0; k < 3; k++)
            off[sides[s][k]] |= edge[s];
    }
    for (int i = 0; i < 8; i++)
        if (off[i] != ((code >> (2 * i) & 3) == GO_EDGE))
            return false;
    return !(edge[0] && edge[1]) && !(edge[2] && edge[3]);
}

void go_shape_names_init(struct go_shape_names *names) {
    uint16_t next = 1; /* 0 is for boards too small to have ordinary edges */
    memset(names, 0, sizeof *names);
    for (unsigned code = 0; code < GO_PATTERNS; code++)
        if (code_is_real(code)) {
            unsigned least = code_least(code);
            if (least == code)
                names->name[GO_BLACK][code] = next++;
            else
                names->name[GO_BLACK][code] = names->name[GO_BLACK][least];
        }
    for (unsigned code = 0; code < GO_PATTERNS; code++)
        names->name[GO_WHITE][code] = names->name[GO_BLACK][code_swap(code)];
}

/* One position being looked at. */
struct glance {
    const struct go_board *board;
    int side;
    struct go_traits *traits;
};

static void trait_add(struct glance *glance, int p, int feature) {
    struct go_traits *traits = &glance->traits[p];
    for (int i = 0; i < traits->count; i++)
        if (traits->at[i] == feature)
            return;
    if (traits->count < (int)(sizeof traits->at / sizeof traits->at[0]))
        traits->at[traits->count++] = (uint16_t)feature;
}

static void enemy_find(struct glance *glance, int head) {
    const struct go_board *board = glance->board;
    int liberties[3], first = GO_NO_POINT;
    int count = go_tactics_liberties(board, head, liberties);
    if (count == 1)
        trait_add(glance, liberties[0],
                  go_board_stones(board, head) > 1 ? GO_FEATURE_TAKE_MANY : GO_FEATURE_TAKE_ONE);
    if (count != 2)
        return;
    bool caught = go_tactics_ladder(board, head, &first);
    for (int i = 0; i < 2; i++)
        trait_add(glance, liberties[i],
                  caught && liberties[i] == first ? GO_FEATURE_CATCH : GO_FEATURE_ATARI);
}

static void own_find(struct glance *glance, int head) {
    const struct go_board *board = glance->board;
    int liberties[3], first;
    struct go_picks picks = {0};
    int count = go_tactics_liberties(board, head, liberties);
    if (count == 1)
        trait_add(glance, liberties[0],
                  go_tactics_runs(board, head) ? GO_FEATURE_RUN : GO_FEATURE_RUN_VAIN);
    else if (count > 2 || !go_tactics_ladder(board, head, &first))
        return;
    for (int i = 0; count == 2 && i < 2; i++)
        trait_add(glance, liberties[i], GO_FEATURE_DEFEND);
    go_tactics_counter(board, head, &picks);
    for (int i = 0; i < picks.count; i++)
        trait_add(glance, picks.at[i], GO_FEATURE_TAKE_SAVES);
}

static int least_of(int a, int b) {
    return a < b ? a : b;
}

static int line_of(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    return least_of(least_of(column, row), least_of(last - column, last - row));
}

/* |dx| + |dy| + the larger of them: 2 for neighbours, 3 for corners, and so on. */
static int distance_of(const struct go_board *board, int p, int q) {
    int dx = abs(go_board_column(board, p) - go_board_column(board, q));
    int dy = abs(go_board_row(board, p) - go_board_row(board, q));
    return least_of(dx + dy + (dx > dy ? dx : dy), GO_FEATURE_DISTANCES - 1);
}

static bool is_lonely(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int x = column + dx, y = row + dy;
            if (x >= 0 && y >= 0 && x < board->size && y < board->size &&
                go_board_colour(board, go_board_at(board, x, y)) < GO_EMPTY)
                return false;
        }
    return true;
}

static void place_find(struct glance *glance, int p, int last, int before) {
    const struct go_board *board = glance->board;
    int line = least_of(line_of(board, p), GO_FEATURE_LINES - 1);
    trait_add(glance, p, GO_FEATURE_LINE + line);
    if (is_lonely(board, p))
        trait_add(glance, p, GO_FEATURE_LONELY + line);
    if (last > GO_PASS)
        trait_add(glance, p, GO_FEATURE_NEAR_LAST + distance_of(board, p, last));
    if (before > GO_PASS)
        trait_add(glance, p, GO_FEATURE_NEAR_BEFORE + distance_of(board, p, before));
}

static void danger_find(struct glance *glance, int p) {
    int stones;
    if (go_board_free(glance->board, p) >= 2)
        return;
    if (go_tactics_throws_away(glance->board, glance->side, p))
        trait_add(glance, p, GO_FEATURE_THROW);
    else if (go_playout_shape(glance->board, glance->side, p, &stones) < 2)
        trait_add(glance, p, GO_FEATURE_SELF_ATARI);
}

void go_features_find(const struct go_board *board, int side, int last, int before,
                      const struct go_shape_names *names, struct go_traits traits[GO_INDEXES]) {
    struct glance glance = {.board = board, .side = side, .traits = traits};
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        traits[p].count = 0;
        trait_add(&glance, p, GO_FEATURE_SHAPE + names->name[side][go_pattern_code(board, p)]);
        place_find(&glance, p, last, before);
        danger_find(&glance, p);
    }
    for (int i = 0; i < 4 && last > GO_PASS; i++) {
        int n = last + go_board_step(board, i);
        int vital =
            go_board_colour(board, n) == GO_EMPTY ? go_tactics_vital(board, n) : GO_NO_POINT;
        if (vital != GO_NO_POINT)
            trait_add(&glance, vital, GO_FEATURE_VITAL);
    }
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (colour >= GO_EMPTY || go_board_head(board, p) != p)
            continue;
        if (colour == side)
            own_find(&glance, p);
        else
            enemy_find(&glance, p);
    }
}
