#include "prior.h"

#include <math.h>
#include <string.h>

#include "tactics.h"

/* Virtual simulations for each kind of knowledge. */
static const float CAPTURE_ONE = 15, CAPTURE_MANY = 30, SAVE = 20, LADDER = 15, VITAL = 15,
                   LINE = 10, BAD_SELF_ATARI = 10;
/* The factor on nearness at zero to three steps. */
static const float NEAR[4] = {1, 1, 0.85f, 0.35f};

static void prior_add(struct go_prior *prior, int p, float visits, float wins) {
    prior->visits[p] += visits;
    prior->wins[p] += wins;
}

static void prior_add_tactics(struct go_prior *prior, int p, float visits) {
    visits *= (float)prior->weights->tactics;
    prior_add(prior, p, visits, visits);
}

static void queue_prior(struct go_prior *prior, const struct go_move_queue *queue, float visits) {
    for (int i = 0; i < queue->count; i++)
        prior_add_tactics(prior, queue->at[i], visits);
}

static void enemy_prior(struct go_prior *prior, const struct go_board *board, int side, int head) {
    int liberties[3], first;
    int count = go_tactics_liberties(board, head, liberties);
    if (count == 1 && go_board_is_legal(board, side, liberties[0])) {
        prior_add_tactics(prior, liberties[0],
                          go_board_stones(board, head) > 1 ? CAPTURE_MANY : CAPTURE_ONE);
    } else if (count == 2 && go_tactics_ladder(board, head, &first)) {
        prior_add_tactics(prior, first, LADDER);
    }
}

static void own_prior(struct go_prior *prior, const struct go_board *board, int side, int head) {
    int liberties[3], first;
    struct go_move_queue queue = {0};
    int count = go_tactics_liberties(board, head, liberties);
    if (count > 2)
        return;
    if (count == 1) {
        if (go_tactics_escapes(board, head))
            go_move_queue_add(&queue, liberties[0]);
    } else if (go_tactics_ladder(board, head, &first)) {
        for (int i = 0; i < 2; i++)
            if (go_board_is_legal(board, side, liberties[i]) &&
                !go_tactics_is_bad_self_atari(board, side, liberties[i]))
                go_move_queue_add(&queue, liberties[i]);
    } else {
        return;
    }
    go_tactics_counter_captures(board, head, &queue);
    queue_prior(prior, &queue, SAVE);
}

static void chains_prior(struct go_prior *prior, const struct go_board *board, int side) {
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (colour >= GO_EMPTY || go_board_head(board, p) != p)
            continue;
        if (colour == side)
            own_prior(prior, board, side, p);
        else
            enemy_prior(prior, board, side, p);
    }
}

/* Distance from the last move in steps, where moving along a chain costs nothing. */
static void near_prior(struct go_prior *prior, const struct go_board *board, int last) {
    unsigned char distance[GO_INDEXES];
    uint16_t queue[2 * GO_INDEXES];
    enum { FAR = 255, NEAREST = 3 };
    /* A 0-1 breadth-first search: free steps go to the front of the queue. */
    int head = GO_INDEXES, tail = GO_INDEXES;
    memset(distance, FAR, sizeof distance);
    distance[last] = 0;
    queue[tail++] = (uint16_t)last;
    while (head < tail) {
        int p = queue[head++];
        int colour = go_board_colour(board, p);
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            int next = go_board_colour(board, n);
            if (next == GO_EDGE)
                continue;
            bool free_step = next == colour && next < GO_EMPTY;
            int steps = distance[p] + !free_step;
            if (steps > NEAREST || steps >= distance[n])
                continue;
            distance[n] = (unsigned char)steps;
            if (free_step && head > 0)
                queue[--head] = (uint16_t)n;
            else if (tail < 2 * GO_INDEXES)
                queue[tail++] = (uint16_t)n;
        }
    }
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        if (distance[p] > NEAREST)
            continue;
        float visits = NEAR[distance[p]] * (float)prior->weights->near;
        prior_add(prior, p, visits, visits);
    }
}

static int line_of(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    int line = column < row ? column : row;
    line = last - column < line ? last - column : line;
    return last - row < line ? last - row : line;
}

static bool is_far_from_stones(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            int x = column + dx, y = row + dy;
            int away = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
            if (away > 3 || x < 0 || y < 0 || x >= board->size || y >= board->size)
                continue;
            if (go_board_colour(board, go_board_at(board, x, y)) < GO_EMPTY)
                return false;
        }
    return true;
}

/* On large boards corners come first, then sides; the third and the fourth line are equal. */
static void corner_prior(struct go_prior *prior, const struct go_board *board, int p, int line) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    int across = column < last - column ? column : last - column;
    int up = row < last - row ? row : last - row;
    if (line > 3)
        prior_add(prior, p, LINE, LINE / 4);
    else if (line > 1)
        prior_add(prior, p, LINE, LINE);
    if (line > 1 && across <= 4 && up <= 4)
        prior_add(prior, p, 2 * LINE, 2 * LINE);
}

static void line_prior(struct go_prior *prior, const struct go_board *board, int p) {
    int line = line_of(board, p);
    if (!is_far_from_stones(board, p))
        return;
    if (line <= 1)
        prior_add(prior, p, (float)prior->weights->low, 0);
    else if (board->size >= 13)
        corner_prior(prior, board, p, line);
    else if (line <= 3)
        prior_add(prior, p, LINE, line == 2 ? LINE : LINE / 2);
}

void go_knowledge_init(struct go_knowledge *knowledge) {
    go_pattern_set_init(&knowledge->patterns);
    go_policy_init(&knowledge->policy);
    go_playout_weights_init(&knowledge->playout_weights, &knowledge->policy, &knowledge->patterns);
    knowledge->net = go_net_new();
}

void go_knowledge_free(struct go_knowledge *knowledge) {
    go_policy_free(&knowledge->policy);
    go_net_free(knowledge->net);
}

/* Players leave settled shapes alone, so the policy hardly knows vital points; the search must look
 * at them nevertheless. */
static const float VITAL_POLICY = 0.05f;

static void vital_prior(struct go_prior *prior, const struct go_board *board, int side) {
    bool known[GO_INDEXES] = {0};
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        int vital = go_board_empty_around(board, p) == 1 ? go_tactics_vital(board, p) : GO_NO_POINT;
        if (vital == GO_NO_POINT || known[vital] || !go_board_is_legal(board, side, vital))
            continue;
        known[vital] = true;
        prior_add_tactics(prior, vital, VITAL);
        if (prior->weights->kinds & GO_PRIOR_POLICY && prior->policy[vital] < VITAL_POLICY)
            prior->policy[vital] = VITAL_POLICY;
    }
}

/* The network's policy, and its value of the position. */
static void net_prior(struct go_prior *prior, const struct go_net_position *position,
                      const struct go_net *net) {
    const struct go_board *board = position->board;
    struct go_net_output output;
    int side = position->side;
    double best = -1e9, total = 0;
    go_net_input_fill(position, &prior->input);
    go_net_evaluate(net, &prior->input, &output);
    prior->net_value = output.value;
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        double logit = (double)output.logit[go_board_number(board, p)];
        bool playable = go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p);
        prior->policy[p] = playable ? (float)logit : -1e9f;
        best = playable && logit > best ? logit : best;
    }
    for (int i = 0; i < board->empty_count; i++) {
        float *policy = &prior->policy[board->empty[i]];
        *policy = *policy > -1e8f ? (float)go_policy_exp((double)*policy - best) : 0;
        total += (double)*policy;
    }
    for (int i = 0; i < board->empty_count && total > 0; i++)
        prior->policy[board->empty[i]] /= (float)total;
}

/* The most probable move counts as won, others as won by the square root of their ratio to it. */
static void policy_prior(struct go_prior *prior, const struct go_board *board, double visits) {
    float best = 0;
    for (int i = 0; i < board->empty_count; i++)
        best = prior->policy[board->empty[i]] > best ? prior->policy[board->empty[i]] : best;
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        double part = best > 0 ? sqrt((double)(prior->policy[p] / best)) : 0;
        prior_add(prior, p, (float)visits, (float)(visits * part));
    }
}

void go_prior_fill(struct go_prior *prior, const struct go_net_position *position,
                   const struct go_knowledge *knowledge, const struct go_prior_weights *weights) {
    const struct go_board *board = position->board;
    int side = position->side, last = position->last;
    unsigned kinds = weights->kinds;
    float even = (float)weights->even, pattern = (float)weights->pattern;
    prior->weights = weights;
    prior->net_value = 0;
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        prior->visits[p] = even;
        prior->wins[p] = even / 2;
        if (kinds & GO_PRIOR_LINE)
            line_prior(prior, board, p);
        if (kinds & GO_PRIOR_PATTERN &&
            go_pattern_set_has(&knowledge->patterns, go_pattern_code(board, p)))
            prior_add(prior, p, pattern, pattern);
        if (kinds & GO_PRIOR_SELF_ATARI && go_tactics_is_bad_self_atari(board, side, p))
            prior_add(prior, p, BAD_SELF_ATARI, 0);
    }
    if (kinds & GO_PRIOR_ATARI)
        chains_prior(prior, board, side);
    if (kinds & GO_PRIOR_NEAR && last > GO_PASS)
        near_prior(prior, board, last);
    if (kinds & GO_PRIOR_POLICY) {
        bool by_net = kinds & GO_PRIOR_NET && board->size >= GO_NET_SIZE_MIN;
        if (by_net)
            net_prior(prior, position, knowledge->net);
        else
            go_policy_probabilities(&knowledge->policy, &prior->work, board, side, last,
                                    position->before, prior->policy);
        policy_prior(prior, board, by_net ? weights->net : weights->policy);
    }
    if (kinds & GO_PRIOR_VITAL)
        vital_prior(prior, board, side);
}
