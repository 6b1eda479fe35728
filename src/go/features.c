#include "features.h"

#include <stdlib.h>
#include <string.h>

#include "playout.h"
#include "tactics.h"

/* One position being looked at. */
struct feature_scan {
    const struct go_board *board;
    int side;
    int phase;
    struct go_move_features *features;
};

static void feature_add(struct feature_scan *scan, int p, int feature) {
    struct go_move_features *features = &scan->features[p];
    for (int i = 0; i < features->count; i++)
        if (features->at[i] == feature)
            return;
    if (features->count < (int)(sizeof features->at / sizeof features->at[0]))
        features->at[features->count++] = (uint16_t)feature;
}

static int size_class(int stones) {
    return stones == 1 ? 0 : stones <= 3 ? 1 : 2;
}

/* Distinct liberties up to 4, which stands for more. */
static int liberties_of(const struct go_board *board, int head, int liberties[4]) {
    if (board->point[head].liberties > 12)
        return 4;
    return go_board_liberties(board, head, 4, liberties);
}

/* Whether side's stone at p, which captures one stone, could be recaptured at once. */
static bool is_ko(const struct go_board *board, int side, int p) {
    return go_board_around(board, p, 1 - side) == 4;
}

static void atari_find(struct feature_scan *scan, int head, int p) {
    const struct go_board *board = scan->board;
    int class = size_class(go_board_stones(board, head));
    feature_add(scan, p,
                (go_tactics_escapes(board, head) ? GO_FEATURE_CAPTURE : GO_FEATURE_CAPTURE_DEAD) +
                    class);
    if (class == 0 && is_ko(board, scan->side, p))
        feature_add(scan, p, GO_FEATURE_KO);
}

static void enemy_find(struct feature_scan *scan, int head) {
    const struct go_board *board = scan->board;
    int liberties[4], first = GO_NO_POINT;
    int class = size_class(go_board_stones(board, head));
    int count = liberties_of(board, head, liberties);
    if (count == 1)
        atari_find(scan, head, liberties[0]);
    else if (count == 3)
        for (int i = 0; i < 3; i++)
            feature_add(scan, liberties[i], GO_FEATURE_PRESS + class);
    if (count != 2)
        return;
    bool caught = go_tactics_ladder(board, head, &first);
    for (int i = 0; i < 2; i++)
        feature_add(scan, liberties[i],
                    (caught && liberties[i] == first ? GO_FEATURE_LADDER : GO_FEATURE_ATARI) +
                        class);
}

static void danger_find(struct feature_scan *scan, int head) {
    struct go_move_queue queue = {0};
    go_tactics_counter_captures(scan->board, head, &queue);
    for (int i = 0; i < queue.count; i++)
        feature_add(scan, queue.at[i], GO_FEATURE_CAPTURE_SAVES);
}

static void own_find(struct feature_scan *scan, int head) {
    const struct go_board *board = scan->board;
    int liberties[4], first, kind;
    int class = size_class(go_board_stones(board, head));
    int count = liberties_of(board, head, liberties);
    if (count > 3)
        return;
    if (count == 1)
        kind = go_tactics_escapes(board, head) ? GO_FEATURE_ESCAPE : GO_FEATURE_ESCAPE_FAILS;
    else if (count == 3)
        kind = GO_FEATURE_EXTEND_THREE;
    else
        kind = go_tactics_ladder(board, head, &first) ? GO_FEATURE_LADDER_ESCAPE
                                                      : GO_FEATURE_EXTEND_TWO;
    for (int i = 0; i < count; i++)
        feature_add(scan, liberties[i], kind + class);
    if (count == 1 || kind == GO_FEATURE_LADDER_ESCAPE)
        danger_find(scan, head);
}

static void chains_find(struct feature_scan *scan) {
    const struct go_board *board = scan->board;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (colour >= GO_EMPTY || go_board_head(board, p) != p)
            continue;
        if (colour == scan->side)
            own_find(scan, p);
        else
            enemy_find(scan, p);
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

/* |dx| + |dy| + max(|dx|, |dy|): 2 for neighbours, 3 for diagonals, and so on. */
static int distance_of(const struct go_board *board, int p, int q) {
    int dx = abs(go_board_column(board, p) - go_board_column(board, q));
    int dy = abs(go_board_row(board, p) - go_board_row(board, q));
    return least_of(dx + dy + (dx > dy ? dx : dy), GO_FEATURE_DISTANCES - 1);
}

static int phase_of(const struct go_board *board) {
    int points = board->size * board->size;
    int stones = points - board->empty_count;
    int part = 8 * stones < points ? 0 : 3 * stones < points ? 1 : 2;
    return (board->size <= 9 ? 0 : board->size <= 14 ? 1 : 2) * 3 + part;
}

static void line_find(struct feature_scan *scan, int p, int last, int before) {
    const struct go_board *board = scan->board;
    int line = least_of(line_of(board, p), GO_FEATURE_LINES - 1);
    feature_add(scan, p, GO_FEATURE_LINE + scan->phase * GO_FEATURE_LINES + line);
    if (last > GO_PASS)
        feature_add(scan, p, GO_FEATURE_NEAR_LAST + distance_of(board, p, last));
    if (before > GO_PASS)
        feature_add(scan, p, GO_FEATURE_NEAR_BEFORE + distance_of(board, p, before));
}

static void self_atari_find(struct feature_scan *scan, int p) {
    int stones;
    if (go_board_empty_around(scan->board, p) >= 2 ||
        go_tactics_chain_after(scan->board, scan->side, p, &stones) >= 2)
        return;
    bool bad = go_tactics_is_bad_self_atari(scan->board, scan->side, p);
    feature_add(scan, p,
                (bad ? GO_FEATURE_BAD_SELF_ATARI : GO_FEATURE_SELF_ATARI) + size_class(stones));
}

/* Steps to the nearest stone of a side, at most GO_FEATURE_REACH. */
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

static void stone_distance_find(struct feature_scan *scan) {
    const struct go_board *board = scan->board;
    unsigned char own[GO_INDEXES], enemy[GO_INDEXES];
    steps_count(board, scan->side, own);
    steps_count(board, 1 - scan->side, enemy);
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        feature_add(scan, p,
                    GO_FEATURE_STONE_DISTANCE + (own[p] - 1) * GO_FEATURE_REACH + (enemy[p] - 1));
    }
}

static void vital_find(struct feature_scan *scan, int last) {
    const struct go_board *board = scan->board;
    for (int i = 0; i < 4; i++) {
        int n = last + go_board_step(board, i);
        int vital =
            go_board_colour(board, n) == GO_EMPTY ? go_tactics_vital(board, n) : GO_NO_POINT;
        if (vital != GO_NO_POINT)
            feature_add(scan, vital, GO_FEATURE_VITAL);
    }
}

void go_features_find(const struct go_board *board, int side, int last, int before,
                      struct go_move_features features[GO_INDEXES]) {
    struct feature_scan scan = {
        .board = board, .side = side, .phase = phase_of(board), .features = features};
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        features[p].count = 0;
        line_find(&scan, p, last, before);
        self_atari_find(&scan, p);
    }
    stone_distance_find(&scan);
    if (last > GO_PASS)
        vital_find(&scan, last);
    chains_find(&scan);
}
