#include "playout.h"

#include <string.h>

#include "../core/assert_hot.h"
#include "tactics.h"

/* Draws empty points without replacement until one is playable. A rejected point is swapped out of
 * the range that is drawn from, so all playable ones stay equally likely. */
static int uniform_move(struct go_board *board, int side, struct rng *rng) {
    for (int range = board->empty_count; range > 0; range--) {
        int slot = rng_draw(rng, range);
        int p = board->empty[slot];
        if (go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p))
            return p;
        go_board_empty_swap(board, slot, range - 1);
    }
    return GO_PASS;
}

/* Returns whether a stone was placed. */
static inline bool move_make(struct go_board *board, int side, int p) {
    if (p == GO_PASS) {
        go_board_pass(board);
        return false;
    }
    go_board_play(board, side, p);
    return true;
}

void go_playout_uniform(struct go_board *board, int side, struct rng *rng) {
    int passes = 0;
    for (int left = 3 * board->size * board->size; left > 0 && passes < 2; left--) {
        passes = move_make(board, side, uniform_move(board, side, rng)) ? 0 : passes + 1;
        side = 1 - side;
    }
}

/* A point that captures an enemy chain next to this one, or GO_NO_POINT. */
static int counter_capture(const struct go_board *board, int side, int head) {
    int p = head;
    do {
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) == 1 - side && go_board_in_atari(board, n)) {
                int at = go_board_last_liberty(board, n);
                if (go_board_is_legal(board, side, at))
                    return at;
            }
        }
        p = go_board_next(board, p);
    } while (p != head);
    return GO_NO_POINT;
}

/* Captures the stone just played, or saves own chains that it put in atari; else GO_NO_POINT. */
static int urgent_move(const struct go_board *board, int side, int last) {
    int heads[4], stones;
    if (last == GO_PASS || go_board_colour(board, last) != 1 - side)
        return GO_NO_POINT;
    if (go_board_in_atari(board, last)) {
        int at = go_board_last_liberty(board, last);
        if (go_board_is_legal(board, side, at) &&
            (go_board_stones(board, last) > 1 ||
             go_tactics_chain_after(board, side, at, &stones) > 1))
            return at;
    }
    int chains = go_board_chains(board, last, side, heads);
    for (int k = 0; k < chains; k++) {
        if (!go_board_in_atari(board, heads[k]))
            continue;
        int at = counter_capture(board, side, heads[k]);
        if (at != GO_NO_POINT)
            return at;
        at = go_board_last_liberty(board, heads[k]);
        if (go_board_is_legal(board, side, at) &&
            go_tactics_chain_after(board, side, at, &stones) >= 2)
            return at;
    }
    return GO_NO_POINT;
}

/* Self-atari of many stones decides too many fights, and every seki, by accident; of a few it is
 * the throw-in that destroys eyes. */
static bool is_light_self_atari(const struct go_board *board, int side, int p, struct rng *rng) {
    int stones;
    if (go_board_empty_around(board, p) >= 2 ||
        go_tactics_chain_after(board, side, p, &stones) >= 2)
        return false;
    return stones > 4 || (stones > 1 && rng_draw(rng, 4) > 0);
}

static int light_move(struct go_board *board, int side, int last, struct rng *rng) {
    int p = urgent_move(board, side, last);
    if (p != GO_NO_POINT)
        return p;
    for (int range = board->empty_count; range > 0; range--) {
        int slot = rng_draw(rng, range);
        p = board->empty[slot];
        if (go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p) &&
            !is_light_self_atari(board, side, p, rng))
            return p;
        go_board_empty_swap(board, slot, range - 1);
    }
    return GO_PASS;
}

void go_playout_light(struct go_board *board, int side, struct rng *rng) {
    int passes = 0, last = GO_PASS;
    for (int left = 3 * board->size * board->size; left > 0 && passes < 2; left--) {
        last = light_move(board, side, last, rng);
        passes = move_make(board, side, last) ? 0 : passes + 1;
        side = 1 - side;
    }
}

int go_playout_area(const struct go_board *board) {
    int area = 0;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            int owner = go_playout_owner(board, go_board_at(board, column, row));
            area += (owner == GO_BLACK) - (owner == GO_WHITE);
        }
    return area;
}

/* Weights of patterns. */

/* Playout weights go from LEAST to MOST, which stands for a policy weight of HIGH hundredths and
 * more; SHARPNESS says how fast they fall below that. Measured by bench/go_foresight. */
enum { LEAST = 3, MOST = 256, HIGH = 250, SHARPNESS = 2 };

/* The eight points around in the order of go_pattern_code. */
static const signed char columns[8] = {1, -1, 0, 0, 1, -1, -1, 1};
static const signed char rows[8] = {0, 0, 1, -1, 1, 1, -1, -1};

static bool code_keep(void *context, uint32_t code) {
    *(uint32_t *)context = code;
    return false;
}

/* The policy's code for a 3x3 pattern. */
static uint32_t neighbourhood_code(const struct go_policy *policy, struct go_grid *grid,
                                   unsigned pattern, int side) {
    enum { MIDDLE = GO_NEIGHBOURHOOD_REACH };
    uint32_t code = 0;
    for (int i = 0; i < 8; i++) {
        unsigned colour = pattern >> (2 * i) & 3;
        grid->colour[(MIDDLE + rows[i]) * GO_GRID_STRIDE + MIDDLE + columns[i]] =
            (uint8_t)(colour < GO_EMPTY ? colour ^ (unsigned)side : colour);
    }
    go_neighbourhood_codes(&policy->neighbourhoods, grid, 0, 0, code_keep, &code);
    return code;
}

static uint16_t weight_of(int policy_weight) {
    double weight = policy_weight < HIGH
                        ? MOST * go_policy_exp(SHARPNESS * (policy_weight - HIGH) / 100.0)
                        : MOST;
    return (uint16_t)(weight > LEAST ? weight + 0.5 : LEAST);
}

void go_playout_weights_init(struct go_playout_weights *weights, const struct go_policy *policy,
                             const struct go_pattern_set *patterns) {
    struct go_grid grid;
    memset(&grid, GO_EDGE, sizeof grid);
    for (int side = 0; side < 2; side++)
        for (unsigned code = 0; code < GO_PATTERNS; code++)
            weights->weight[side][code] =
                go_pattern_set_has(patterns, code)
                    ? weight_of(
                          go_policy_weight(policy, neighbourhood_code(policy, &grid, code, side)))
                    : LEAST;
}

/* Heavy playouts. */

/* How often, of 1024, a heuristic is used when it applies; those not named here always are. */
enum { LADDER_RATE = 820, CAPTURE_RATE = 700, CAUTION_RATE = 1000 };

/* One playout under way. */
struct heavy_playout {
    struct go_board *board;
    const struct go_playout_heuristics *heuristics;
    struct rng *rng;
    int side;
    int captured;     /* stones captured by the last move */
    int last, before; /* the last two moves, or GO_PASS */
};

static inline bool has_heuristic(const struct heavy_playout *play, unsigned kind) {
    return (play->heuristics->kinds & kind) != 0;
}

static inline bool is_used(const struct heavy_playout *play, unsigned kind, int rate) {
    return has_heuristic(play, kind) && rng_draw(play->rng, 1024) < rate;
}

static inline bool is_sane(const struct heavy_playout *play, int p) {
    return go_board_is_legal(play->board, play->side, p) &&
           !go_board_is_eye(play->board, play->side, p) &&
           !go_tactics_is_bad_self_atari(play->board, play->side, p);
}

/* Captures of the chain just played, and ways to save own chains that it put in atari. */
static void atari_find(const struct heavy_playout *play, struct go_move_queue *queue) {
    const struct go_board *board = play->board;
    int heads[4];
    if (go_board_in_atari(board, play->last)) {
        int at = go_board_last_liberty(board, play->last);
        if (go_board_is_legal(board, play->side, at) &&
            !go_tactics_is_bad_self_atari(board, play->side, at))
            go_move_queue_add(queue, at);
    }
    if (go_board_around(board, play->last, play->side) == 0)
        return;
    int chains = go_board_chains(board, play->last, play->side, heads);
    for (int k = 0; k < chains; k++) {
        if (!go_board_in_atari(board, heads[k]))
            continue;
        go_tactics_counter_captures(board, heads[k], queue);
        if (go_tactics_escapes(board, heads[k]))
            go_move_queue_add(queue, go_board_last_liberty(board, heads[k]));
    }
}

/* Points off the board count for both sides, so they cancel out. */
static inline bool touches_own(const struct heavy_playout *play, int p) {
    const struct go_board *board = play->board;
    int own = go_board_around(board, p, play->side);
    int other = go_board_around(board, p, 1 - play->side);
    return own > own + other + go_board_empty_around(board, p) - 4;
}

/* After a capture: the vital point of the space that the stones left, if only the enemy encloses
 * it. Nakade is not looked for elsewhere: the defence is not either, and groups would die too
 * easily. */
static void nakade_find(const struct heavy_playout *play, struct go_move_queue *queue) {
    const struct go_board *board = play->board;
    if (play->captured == 0)
        return;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = play->last + go_board_step(board, i);
        if (go_board_colour(board, n) != GO_EMPTY || touches_own(play, n))
            continue;
        int at = go_tactics_vital(board, n);
        if (at != GO_NO_POINT && go_board_is_legal(board, play->side, at))
            go_move_queue_add(queue, at);
    }
}

/* Liberties of a chain with two of them where extending gives it a third. */
static void extend_find(const struct heavy_playout *play, const int liberties[2],
                        struct go_move_queue *queue) {
    for (int i = 0; i < 2; i++) {
        int stones;
        if (go_board_is_legal(play->board, play->side, liberties[i]) &&
            go_tactics_chain_after(play->board, play->side, liberties[i], &stones) > 2)
            go_move_queue_add(queue, liberties[i]);
    }
}

static void ladder_find(const struct heavy_playout *play, struct go_move_queue *queue) {
    const struct go_board *board = play->board;
    int heads[4], liberties[3], first;
    if (go_tactics_liberties(board, play->last, liberties) == 2 &&
        go_tactics_ladder(board, play->last, &first))
        go_move_queue_add(queue, first);
    int chains = go_board_chains(board, play->last, play->side, heads);
    for (int k = 0; k < chains; k++) {
        if (go_tactics_liberties(board, heads[k], liberties) != 2 ||
            !go_tactics_ladder(board, heads[k], &first))
            continue;
        go_tactics_counter_captures(board, heads[k], queue);
        extend_find(play, liberties, queue);
    }
}

static void pattern_find_around(const struct heavy_playout *play, int center,
                                struct go_move_queue *queue) {
    const struct go_board *board = play->board;
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        int p = center + (i < 4 ? go_board_step(board, i) : go_board_corner(board, i - 4));
        /* Every pattern has a stone next to its middle. */
        if (go_board_colour(board, p) == GO_EMPTY && go_board_empty_around(board, p) < 4 &&
            go_pattern_set_has(play->heuristics->patterns, go_pattern_code(board, p)) &&
            is_sane(play, p))
            go_move_queue_add(queue, p);
    }
}

static int pick_one(const struct heavy_playout *play, const struct go_move_queue *queue) {
    return queue->at[queue->count == 1 ? 0 : rng_draw(play->rng, queue->count)];
}

/* One of several pattern moves, drawn by weight. */
static int pick_weighted(const struct heavy_playout *play, const struct go_move_queue *queue) {
    const uint16_t *weight = play->heuristics->weights->weight[play->side];
    int sum[sizeof queue->at / sizeof queue->at[0]];
    int all = 0;
    for (int i = 0; i < queue->count; i++)
        sum[i] = all += weight[go_pattern_code(play->board, queue->at[i])];
    int drawn = rng_draw(play->rng, all);
    int i = 0;
    while (sum[i] <= drawn)
        i++;
    return queue->at[i];
}

/* An answer to the last move, or GO_NO_POINT. */
static int answer_find(const struct heavy_playout *play) {
    struct go_move_queue queue = {0};
    if (has_heuristic(play, GO_HEURISTIC_ATARI))
        atari_find(play, &queue);
    if (queue.count == 0 && has_heuristic(play, GO_HEURISTIC_NAKADE))
        nakade_find(play, &queue);
    if (queue.count == 0 && is_used(play, GO_HEURISTIC_LADDER, LADDER_RATE))
        ladder_find(play, &queue);
    if (queue.count == 0 && has_heuristic(play, GO_HEURISTIC_PATTERN)) {
        pattern_find_around(play, play->last, &queue);
        if (queue.count == 0 && play->before > GO_PASS)
            pattern_find_around(play, play->before, &queue);
        if (queue.count > 1 && has_heuristic(play, GO_HEURISTIC_WEIGHTS))
            return pick_weighted(play, &queue);
    }
    return queue.count > 0 ? pick_one(play, &queue) : GO_NO_POINT;
}

/* A capture at one of a few points drawn at random. */
static int capture_find(const struct heavy_playout *play) {
    const struct go_board *board = play->board;
    for (int tries = 0; tries < 4; tries++) {
        int p = board->empty[rng_draw(play->rng, board->empty_count)];
        if (go_board_around(board, p, 1 - play->side) == 0)
            continue;
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) == 1 - play->side && go_board_in_atari(board, n) &&
                go_board_is_legal(board, play->side, p) &&
                !go_tactics_is_bad_self_atari(board, play->side, p))
                return p;
        }
    }
    return GO_NO_POINT;
}

static bool is_self_atari(const struct heavy_playout *play, int p) {
    if (has_heuristic(play, GO_HEURISTIC_SELF_ATARI_STRICT))
        return go_tactics_is_wasteful_self_atari(play->board, play->side, p);
    return go_tactics_is_bad_self_atari(play->board, play->side, p);
}

static bool is_sensible(const struct heavy_playout *play, int p, bool cautious) {
    return go_board_is_legal(play->board, play->side, p) &&
           !go_board_is_eye(play->board, play->side, p) && !(cautious && is_self_atari(play, p));
}

/* A random move. Those on the bare edge wait until there are no others. */
static int random_move(const struct heavy_playout *play) {
    struct go_board *board = play->board;
    bool cautious = is_used(play, GO_HEURISTIC_SELF_ATARI, CAUTION_RATE);
    bool inland = has_heuristic(play, GO_HEURISTIC_EDGE);
    int late = GO_PASS;
    for (int range = board->empty_count; range > 0; range--) {
        int slot = rng_draw(play->rng, range);
        int p = board->empty[slot];
        bool bare = inland && go_pattern_is_bare_edge(go_pattern_code(board, p));
        if ((!bare || late == GO_PASS) && is_sensible(play, p, cautious)) {
            if (!bare)
                return p;
            late = p;
        }
        go_board_empty_swap(board, slot, range - 1);
    }
    return late;
}

static int heavy_move(const struct heavy_playout *play) {
    int p = GO_NO_POINT;
    if (play->last > GO_PASS)
        p = answer_find(play);
    if (p == GO_NO_POINT && play->board->empty_count > 0 &&
        is_used(play, GO_HEURISTIC_CAPTURE, CAPTURE_RATE))
        p = capture_find(play);
    return p != GO_NO_POINT ? p : random_move(play);
}

static int line_back(const struct go_line *line, int back) {
    return line->count >= back ? line->at[line->count - back] : GO_PASS;
}

void go_playout_heavy(struct go_board *board, int side, int captured,
                      const struct go_playout_heuristics *heuristics, struct rng *rng,
                      struct go_line *line) {
    struct heavy_playout play = {
        .board = board, .heuristics = heuristics, .rng = rng, .side = side, .captured = captured};
    play.last = line_back(line, 1);
    play.before = line_back(line, 2);
    int passes = 0;
    int left = 3 * board->size * board->size;
    for (; left > 0 && passes < 2 && line->count < GO_LINE; left--) {
        int p = heavy_move(&play);
        if (p == GO_PASS) {
            go_board_pass(board);
            play.captured = 0;
            passes++;
        } else {
            play.captured = go_board_play(board, play.side, p);
            passes = 0;
        }
        line->at[line->count++] = (uint16_t)p;
        play.before = play.last;
        play.last = p;
        play.side = 1 - play.side;
    }
    assert_hot(go_board_is_ok(board));
}
