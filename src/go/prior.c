#include "prior.h"

#include <math.h>
#include <string.h>

#include "tactics.h"

/* How many simulations a guess is worth. */
static const float TAKE_ONE = 15, TAKE_MANY = 30, SAVE = 20, CATCH = 15, VITAL = 15, PLACE = 10,
                   THROW = 10;
/* What is left of nearness at one, two and three steps. */
static const float NEAR[4] = {1, 1, 0.85f, 0.35f};

static void point_guess(struct go_prior *prior, int p, float visits, float wins) {
    prior->visits[p] += visits;
    prior->wins[p] += wins;
}

static void tactics_guess(struct go_prior *prior, int p, float worth) {
    worth *= (float)prior->guesses->tactics;
    point_guess(prior, p, worth, worth);
}

static void picks_guess(struct go_prior *prior, const struct go_picks *picks, float worth) {
    for (int i = 0; i < picks->count; i++)
        tactics_guess(prior, picks->at[i], worth);
}

static void enemy_guess(struct go_prior *prior, const struct go_board *board, int side, int head) {
    int liberties[3], first;
    int count = go_tactics_liberties(board, head, liberties);
    if (count == 1 && go_board_is_legal(board, side, liberties[0])) {
        tactics_guess(prior, liberties[0], go_board_stones(board, head) > 1 ? TAKE_MANY : TAKE_ONE);
    } else if (count == 2 && go_tactics_ladder(board, head, &first)) {
        tactics_guess(prior, first, CATCH);
    }
}

static void own_guess(struct go_prior *prior, const struct go_board *board, int side, int head) {
    int liberties[3], first;
    struct go_picks picks = {0};
    int count = go_tactics_liberties(board, head, liberties);
    if (count > 2)
        return;
    if (count == 1) {
        if (go_tactics_runs(board, head))
            go_picks_add(&picks, liberties[0]);
    } else if (go_tactics_ladder(board, head, &first)) {
        for (int i = 0; i < 2; i++)
            if (go_board_is_legal(board, side, liberties[i]) &&
                !go_tactics_throws_away(board, side, liberties[i]))
                go_picks_add(&picks, liberties[i]);
    } else {
        return;
    }
    go_tactics_counter(board, head, &picks);
    picks_guess(prior, &picks, SAVE);
}

static void chains_guess(struct go_prior *prior, const struct go_board *board, int side) {
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (colour >= GO_EMPTY || go_board_head(board, p) != p)
            continue;
        if (colour == side)
            own_guess(prior, board, side, p);
        else
            enemy_guess(prior, board, side, p);
    }
}

/* Steps from the last move, going along a chain being free. */
static void near_guess(struct go_prior *prior, const struct go_board *board, int last) {
    unsigned char distance[GO_INDEXES];
    uint16_t queue[2 * GO_INDEXES];
    enum { FAR = 255, NEAREST = 3 };
    /* Free steps go before the others: a queue that grows at both ends. */
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
        float worth = NEAR[distance[p]] * (float)prior->guesses->near;
        point_guess(prior, p, worth, worth);
    }
}

static int line_of(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    int line = column < row ? column : row;
    line = last - column < line ? last - column : line;
    return last - row < line ? last - row : line;
}

static bool is_lonely(const struct go_board *board, int p) {
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

/* On large boards corners come first, then sides; the low third and the high fourth line are equal.
 */
static void corner_guess(struct go_prior *prior, const struct go_board *board, int p, int line) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    int across = column < last - column ? column : last - column;
    int up = row < last - row ? row : last - row;
    if (line > 3)
        point_guess(prior, p, PLACE, PLACE / 4);
    else if (line > 1)
        point_guess(prior, p, PLACE, PLACE);
    if (line > 1 && across <= 4 && up <= 4)
        point_guess(prior, p, 2 * PLACE, 2 * PLACE);
}

static void place_guess(struct go_prior *prior, const struct go_board *board, int p) {
    int line = line_of(board, p);
    if (!is_lonely(board, p))
        return;
    if (line <= 1)
        point_guess(prior, p, (float)prior->guesses->low, 0);
    else if (board->size >= 13)
        corner_guess(prior, board, p, line);
    else if (line <= 3)
        point_guess(prior, p, PLACE, line == 2 ? PLACE : PLACE / 2);
}

void go_knowledge_init(struct go_knowledge *knowledge) {
    go_shapes_init(&knowledge->shapes);
    go_policy_init(&knowledge->policy);
    go_appeal_init(&knowledge->appeal, &knowledge->policy, &knowledge->shapes);
    knowledge->net = go_net_new();
}

void go_knowledge_free(struct go_knowledge *knowledge) {
    go_policy_free(&knowledge->policy);
    go_net_free(knowledge->net);
}

/* Players leave settled shapes alone, so the policy hardly knows the points that settle one;
 * whoever searches must look at them nevertheless. */
static const float VITAL_CHANCE = 0.05f;

static void vitals_guess(struct go_prior *prior, const struct go_board *board, int side) {
    bool known[GO_INDEXES] = {0};
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        int vital = go_board_free(board, p) == 1 ? go_tactics_vital(board, p) : GO_NO_POINT;
        if (vital == GO_NO_POINT || known[vital] || !go_board_is_legal(board, side, vital))
            continue;
        known[vital] = true;
        tactics_guess(prior, vital, VITAL);
        if (prior->guesses->kinds & GO_PRIOR_LEARNED && prior->chances[vital] < VITAL_CHANCE)
            prior->chances[vital] = VITAL_CHANCE;
    }
}

/* Chances by the network, and its opinion of the whole. */
static void net_guess(struct go_prior *prior, const struct go_board *board, int side, int last,
                      int before, double komi, const struct go_net *net) {
    struct go_net_opinion opinion;
    double best = -1e9, total = 0;
    go_net_look(board, side, last, before, komi, &prior->view);
    go_net_think(net, &prior->view, &opinion);
    prior->value = opinion.value;
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        double strength = (double)opinion.strength[go_board_number(board, p)];
        bool playable = go_board_is_legal(board, side, p) && !go_board_is_eye(board, side, p);
        prior->chances[p] = playable ? (float)strength : -1e9f;
        best = playable && strength > best ? strength : best;
    }
    for (int i = 0; i < board->empty_count; i++) {
        float *chance = &prior->chances[board->empty[i]];
        *chance = *chance > -1e8f ? (float)go_policy_power((double)*chance - best) : 0;
        total += (double)*chance;
    }
    for (int i = 0; i < board->empty_count && total > 0; i++)
        prior->chances[board->empty[i]] /= (float)total;
}

/* The likeliest move is taken as won, others the less the rarer they are. */
static void learned_guess(struct go_prior *prior, const struct go_board *board, double learned) {
    float best = 0;
    for (int i = 0; i < board->empty_count; i++)
        best = prior->chances[board->empty[i]] > best ? prior->chances[board->empty[i]] : best;
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        double part = best > 0 ? sqrt((double)(prior->chances[p] / best)) : 0;
        point_guess(prior, p, (float)learned, (float)(learned * part));
    }
}

void go_prior_make(struct go_prior *prior, const struct go_board *board, int side, int last,
                   int before, double komi, const struct go_knowledge *knowledge,
                   const struct go_guesses *guesses) {
    unsigned kinds = guesses->kinds;
    float even = (float)guesses->even, shape = (float)guesses->shape;
    prior->guesses = guesses;
    prior->value = 0;
    for (int i = 0; i < board->empty_count; i++) {
        int p = board->empty[i];
        prior->visits[p] = even;
        prior->wins[p] = even / 2;
        if (kinds & GO_PRIOR_PLACE)
            place_guess(prior, board, p);
        if (kinds & GO_PRIOR_SHAPE && go_shapes_has(&knowledge->shapes, go_pattern_code(board, p)))
            point_guess(prior, p, shape, shape);
        if (kinds & GO_PRIOR_CAUTION && go_tactics_throws_away(board, side, p))
            point_guess(prior, p, THROW, 0);
    }
    if (kinds & GO_PRIOR_ATARI)
        chains_guess(prior, board, side);
    if (kinds & GO_PRIOR_NEAR && last > GO_PASS)
        near_guess(prior, board, last);
    if (kinds & GO_PRIOR_LEARNED) {
        bool by_net = kinds & GO_PRIOR_NET && board->size == GO_NET_SIZE;
        if (by_net)
            net_guess(prior, board, side, last, before, komi, knowledge->net);
        else
            go_policy_chances(&knowledge->policy, &prior->work, board, side, last, before,
                              prior->chances);
        learned_guess(prior, board, by_net ? guesses->net : guesses->learned);
    }
    if (kinds & GO_PRIOR_VITAL)
        vitals_guess(prior, board, side);
}
