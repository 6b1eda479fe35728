#include "features.h"

#include <stdlib.h>
#include <string.h>

#include "playout.h"
#include "tactics.h"

/* One position being looked at. */
struct glance {
    const struct go_board *board;
    int side;
    int stage;
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

static int size_class(int stones) {
    return stones == 1 ? 0 : stones <= 3 ? 1 : 2;
}

/* Different liberties up to 4, which stands for more. */
static int liberties_of(const struct go_board *board, int head, int liberties[4]) {
    if (board->point[head].liberties > 12)
        return 4;
    return go_board_liberties(board, head, 4, liberties);
}

/* Whether side's stone at p, taking one stone, could be retaken at once. */
static bool is_ko(const struct go_board *board, int side, int p) {
    return go_board_around(board, p, 1 - side) == 4;
}

static void atari_find(struct glance *glance, int head, int p) {
    const struct go_board *board = glance->board;
    int class = size_class(go_board_stones(board, head));
    trait_add(glance, p,
              (go_tactics_runs(board, head) ? GO_FEATURE_TAKE : GO_FEATURE_TAKE_DEAD) + class);
    if (class == 0 && is_ko(board, glance->side, p))
        trait_add(glance, p, GO_FEATURE_KO);
}

static void enemy_find(struct glance *glance, int head) {
    const struct go_board *board = glance->board;
    int liberties[4], first = GO_NO_POINT;
    int class = size_class(go_board_stones(board, head));
    int count = liberties_of(board, head, liberties);
    if (count == 1)
        atari_find(glance, head, liberties[0]);
    else if (count == 3)
        for (int i = 0; i < 3; i++)
            trait_add(glance, liberties[i], GO_FEATURE_PRESS + class);
    if (count != 2)
        return;
    bool caught = go_tactics_ladder(board, head, &first);
    for (int i = 0; i < 2; i++)
        trait_add(glance, liberties[i],
                  (caught && liberties[i] == first ? GO_FEATURE_CATCH : GO_FEATURE_ATARI) + class);
}

static void danger_find(struct glance *glance, int head) {
    struct go_picks picks = {0};
    go_tactics_counter(glance->board, head, &picks);
    for (int i = 0; i < picks.count; i++)
        trait_add(glance, picks.at[i], GO_FEATURE_TAKE_SAVES);
}

static void own_find(struct glance *glance, int head) {
    const struct go_board *board = glance->board;
    int liberties[4], first, kind;
    int class = size_class(go_board_stones(board, head));
    int count = liberties_of(board, head, liberties);
    if (count > 3)
        return;
    if (count == 1)
        kind = go_tactics_runs(board, head) ? GO_FEATURE_RUN : GO_FEATURE_RUN_VAIN;
    else if (count == 3)
        kind = GO_FEATURE_EASE_MORE;
    else
        kind = go_tactics_ladder(board, head, &first) ? GO_FEATURE_DEFEND : GO_FEATURE_EASE;
    for (int i = 0; i < count; i++)
        trait_add(glance, liberties[i], kind + class);
    if (count == 1 || kind == GO_FEATURE_DEFEND)
        danger_find(glance, head);
}

static void chains_find(struct glance *glance) {
    const struct go_board *board = glance->board;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (colour >= GO_EMPTY || go_board_head(board, p) != p)
            continue;
        if (colour == glance->side)
            own_find(glance, p);
        else
            enemy_find(glance, p);
    }
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

static int stage_of(const struct go_board *board) {
    int points = board->size * board->size;
    int stones = points - board->empty_count;
    int part = 8 * stones < points ? 0 : 3 * stones < points ? 1 : 2;
    return (board->size <= 9 ? 0 : board->size <= 14 ? 1 : 2) * 3 + part;
}

static void place_find(struct glance *glance, int p, int last, int before) {
    const struct go_board *board = glance->board;
    int line = least_of(line_of(board, p), GO_FEATURE_LINES - 1);
    trait_add(glance, p, GO_FEATURE_LINE + glance->stage * GO_FEATURE_LINES + line);
    if (last > GO_PASS)
        trait_add(glance, p, GO_FEATURE_NEAR_LAST + distance_of(board, p, last));
    if (before > GO_PASS)
        trait_add(glance, p, GO_FEATURE_NEAR_BEFORE + distance_of(board, p, before));
}

static void throw_find(struct glance *glance, int p) {
    int stones;
    if (go_board_free(glance->board, p) >= 2 ||
        go_tactics_shape(glance->board, glance->side, p, &stones) >= 2)
        return;
    bool thrown = go_tactics_throws_away(glance->board, glance->side, p);
    trait_add(glance, p, (thrown ? GO_FEATURE_THROW : GO_FEATURE_SELF_ATARI) + size_class(stones));
}

/* Steps to the nearest stone of a side, no more than GO_FEATURE_REACH. */
static void steps_count(const struct go_board *board, int side, unsigned char steps[GO_INDEXES]) {
    uint16_t queue[GO_INDEXES];
    int head = 0, tail = 0;
    memset(steps, GO_FEATURE_REACH, GO_INDEXES);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) == side) {
            steps[p] = 0;
            queue[tail++] = (uint16_t)p;
        }
    }
    while (head < tail) {
        int p = queue[head++];
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) == GO_EDGE || steps[n] < GO_FEATURE_REACH ||
                steps[p] == GO_FEATURE_REACH - 1)
                continue;
            steps[n] = (unsigned char)(steps[p] + 1);
            queue[tail++] = (uint16_t)n;
        }
    }
}

static void among_find(struct glance *glance) {
    const struct go_board *board = glance->board;
    unsigned char own[GO_INDEXES], enemy[GO_INDEXES];
    steps_count(board, glance->side, own);
    steps_count(board, 1 - glance->side, enemy);
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        trait_add(glance, p, GO_FEATURE_AMONG + (own[p] - 1) * GO_FEATURE_REACH + (enemy[p] - 1));
    }
}

static void vital_find(struct glance *glance, int last) {
    const struct go_board *board = glance->board;
    for (int i = 0; i < 4; i++) {
        int n = last + go_board_step(board, i);
        int vital =
            go_board_colour(board, n) == GO_EMPTY ? go_tactics_vital(board, n) : GO_NO_POINT;
        if (vital != GO_NO_POINT)
            trait_add(glance, vital, GO_FEATURE_VITAL);
    }
}

void go_features_find(const struct go_board *board, int side, int last, int before,
                      struct go_traits traits[GO_INDEXES]) {
    struct glance glance = {
        .board = board, .side = side, .stage = stage_of(board), .traits = traits};
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        traits[p].count = 0;
        place_find(&glance, p, last, before);
        throw_find(&glance, p);
    }
    among_find(&glance);
    if (last > GO_PASS)
        vital_find(&glance, last);
    chains_find(&glance);
}
