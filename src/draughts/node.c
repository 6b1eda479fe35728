#include "worker.h"

#include <stdlib.h>
#include <string.h>

/* Limits. */

uint64_t draughts_node_count(const struct draughts_search *search) {
    uint64_t total = 0;
    for (int i = 0; i < search->count; i++) {
        total += atomic_load_explicit(&search->workers[i]->nodes, memory_order_relaxed);
    }
    return total;
}

/* Only the first worker looks at the limits; the others end with it. */
static void look_at_limits(struct worker *w, uint64_t nodes) {
    struct draughts_search *search = w->search;
    if (w->id != 0) {
        w->stopped = atomic_load_explicit(&search->stop, memory_order_relaxed);
        w->poll = nodes + POLL;
        return;
    }
    uint64_t limit = search->limits->nodes,
             total = search->count > 1 ? draughts_node_count(search) : nodes;
    w->stopped = limits_reached(search->limits) || (limit > 0 && total >= limit);
    w->poll = nodes + POLL;
    if (limit > 0 && search->count == 1 && w->poll > limit) {
        w->poll = limit;
    }
}

static bool count_node(struct worker *w) {
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (nodes >= w->poll && !w->stopped) {
        look_at_limits(w, nodes);
    }
    return !w->stopped;
}

/* Repetition. */

/* Many quiet plies bring the draw near: such positions must not be taken for fresh ones. */
static uint64_t hash_key(const struct draughts *pos, uint64_t key) {
    return pos->quiet < LATE_QUIET ? key : key ^ rng_mix(pos->quiet / 4);
}

/* Within the line one repetition is enough to expect the third: whoever gains by it can do it
 * again. What stood on the board before the root comes back for good only with the third: after the
 * second, the way that was missed the first time is still open. */
static bool is_drawn(const struct worker *w, const struct draughts *pos, int ply) {
    if (pos->quiet >= DRAUGHTS_QUIET_LIMIT) {
        return draughts_can_move(&pos->board, pos->side);
    }
    const uint64_t *here = &w->path[w->path_base + (size_t)ply];
    size_t reach =
        pos->quiet < w->path_base + (size_t)ply ? pos->quiet : w->path_base + (size_t)ply;
    int seen = 0;
    for (size_t back = 4; back <= reach; back += 2) {
        if (here[-(ptrdiff_t)back] == *here && (back <= (size_t)ply || ++seen == 2)) {
            return true;
        }
    }
    return false;
}

/* Scores that count plies from the root are kept in the hash as counted from their position. */
static int score_to_hash(int score, int ply) {
    return score > DRAUGHTS_PROVED ? score + ply : score < -DRAUGHTS_PROVED ? score - ply : score;
}

static int score_from_hash(int score, int ply) {
    return score > DRAUGHTS_PROVED ? score - ply : score < -DRAUGHTS_PROVED ? score + ply : score;
}

/* Endgame tables. */

/* A table's win is the nearer the fewer captures and crownings may still come, then the fewer plies
 * there are to the next. */
static int table_score(const struct draughts *pos, int byte, int ply) {
    enum { STAGE = 256 };
    uint64_t pieces = pos->board.side[0] | pos->board.side[1];
    int stage = draughts_size(pieces) + draughts_size(pieces & ~pos->board.kings);
    bool lost = byte >= DRAUGHTS_EGTB_LOSS;
    int distance = lost ? byte - DRAUGHTS_EGTB_LOSS : byte;
    /* Kings alone win by a capture or not at all: it may come too late. */
    if ((pieces & ~pos->board.kings) == 0 && pos->quiet + distance > DRAUGHTS_QUIET_LIMIT) {
        return 0;
    }
    int score = DRAUGHTS_TABLE_WIN - STAGE * stage - distance - ply;
    return lost ? -score : score;
}

bool draughts_node_table(const struct worker *w, const struct draughts *pos, int ply, int *score) {
    struct draughts_egtb *egtb = w->search->egtb;
    if (egtb == NULL || is_without(w, DRAUGHTS_WITHOUT_EGTB)) {
        return false;
    }
    int byte = draughts_egtb_probe(egtb, &pos->board, pos->side);
    if (byte == DRAUGHTS_EGTB_UNKNOWN) {
        return false;
    }
    *score = byte == DRAUGHTS_EGTB_DRAW ? 0 : table_score(pos, byte, ply);
    return true;
}

/* The search itself. Scores are for the side to play at the node. */

static void keep_line(struct worker *w, int ply, move m) {
    w->pv[ply].moves[0] = m;
    memcpy(&w->pv[ply].moves[1], w->pv[ply + 1].moves,
           (size_t)w->pv[ply + 1].length * sizeof(move));
    w->pv[ply].length = w->pv[ply + 1].length + 1;
}

/* How many plies a late quiet move is searched less deeply at first. */
static int reduction(const struct worker *w, const struct node *node, int depth, int index,
                     const struct list *list) {
    if (is_without(w, DRAUGHTS_WITHOUT_REDUCTIONS) || depth < 3 || index < 2 + node->pv ||
        draughts_jumps(list->moves[index]) > 0) {
        return 0;
    }
    int less = 1 + (index >= 6) + (depth >= 8 && index >= 4);
    return less < depth - 1 ? less : depth - 2;
}

/* A side without a choice does not use depth up; nor, in the principal variation, does an exchange
 * that is being settled. (Elsewhere that was measured to gain nothing.) */
static int extension(const struct worker *w, const struct node *node, const struct list *list,
                     move m) {
    if (node->extended >= w->root_depth + 4) {
        return 0;
    }
    if (list->count == 1) {
        return !is_without(w, DRAUGHTS_WITHOUT_SINGLE);
    }
    return node->pv && draughts_jumps(m) > 0 && draughts_jumps(node->last) > 0 &&
           (draughts_taken(m) & draughts_bit(draughts_to(node->last))) != 0 &&
           !is_without(w, DRAUGHTS_WITHOUT_RECAPTURE);
}

static int search_child(struct worker *w, const struct draughts *next, int depth, int alpha,
                        int beta, struct node child) {
    return -draughts_node_search(w, next, depth, -beta, -alpha, child);
}

/* One move: reduced, with a closed window, with the open window, as far as each asks for the next.
 */
static int search_move(struct worker *w, const struct draughts *pos, int depth, int alpha, int beta,
                       const struct node *node, const struct list *list, int index) {
    move m = list->moves[index];
    struct draughts next = draughts_played(pos, m);
    int longer = extension(w, node, list, m);
    int less = longer > 0 ? 0 : reduction(w, node, depth, index, list);
    int full = depth - 1 + longer;
    /* At the horizon nothing is looked up, and nothing but kings can repeat. */
    bool keyed = full > 0 || next.quiet >= 4;
    struct node child = {.ply = node->ply + 1,
                         .last = m,
                         .key = keyed ? draughts_key(&next) : 0,
                         .extended = node->extended + longer};
    if (full - less > 0) {
        draughts_hash_fetch(w->search->hash, child.key);
    }
    bool scout = index > 0 && !is_without(w, DRAUGHTS_WITHOUT_PVS);
    int score = 0;
    if (less > 0) {
        score = search_child(w, &next, full - less, alpha, alpha + 1, child);
        if (score <= alpha || w->stopped) {
            return score;
        }
    }
    if (scout && beta - alpha > 1) {
        score = search_child(w, &next, full, alpha, alpha + 1, child);
        if (score <= alpha || score >= beta || w->stopped) {
            return score;
        }
    }
    child.pv = node->pv;
    return search_child(w, &next, full, alpha, beta, child);
}

/* Tries all moves; fills in the score, the bound and the number of the best. */
static void search_moves(struct worker *w, const struct draughts *pos, int depth, int alpha,
                         int beta, const struct node *node, struct list *list,
                         struct draughts_finding *found) {
    int low = alpha;
    *found = (struct draughts_finding){.score = -INFINITE, .depth = depth, .bound = DRAUGHTS_UPPER};
    for (int i = 0; i < list->count && !w->stopped; i++) {
        move m = draughts_order_pick(list, i);
        int score = search_move(w, pos, depth, alpha, beta, node, list, i);
        if (w->stopped) {
            return;
        }
        if (score > found->score) {
            found->score = score;
            found->choice = list->number[i];
        }
        if (score > alpha) {
            alpha = score;
            keep_line(w, node->ply, m);
        }
        if (alpha >= beta) {
            draughts_order_learn(w, pos, node->ply, depth, list, i);
            break;
        }
    }
    found->bound = found->score >= beta ? DRAUGHTS_LOWER
                   : found->score > low ? DRAUGHTS_EXACT
                                        : DRAUGHTS_UPPER;
}

/* Whether a shallow search with a margin shows that the position will hold beta anyway. */
static bool is_surely_high(struct worker *w, const struct draughts *pos, int depth, int beta,
                           const struct node *node, int value) {
    enum { DEPTH = 5, LESS = 4, MARGIN = 45 };
    if (is_without(w, DRAUGHTS_WITHOUT_PROBCUT) || depth < DEPTH ||
        abs(beta) > DRAUGHTS_PROVED - MARGIN || value < beta) {
        return false;
    }
    int bound = beta + MARGIN;
    struct node same = *node;
    return draughts_node_search(w, pos, depth - LESS, bound - 1, bound, same) >= bound &&
           !w->stopped;
}

/* Near the horizon a value far outside the window, with no capture in the air, will hardly come
 * back: the position is taken as it is, or at least looked at less deeply. */
static bool is_hopeless(const struct worker *w, const struct draughts *pos, int *depth, int alpha,
                        int beta, int value) {
    enum { NEAR = 3 };
    if (is_without(w, DRAUGHTS_WITHOUT_FUTILITY) || *depth > NEAR || abs(beta) > DRAUGHTS_PROVED) {
        return false;
    }
    bool threat = draughts_jumpers(&pos->board, 1 - pos->side) != 0;
    if (!threat && value - 40 * *depth - 20 >= beta) {
        return true;
    }
    if (value + 60 * *depth + 40 <= alpha && *depth > 1) {
        (*depth)--;
    }
    return !threat && *depth == 1 && value + 140 <= alpha;
}

/* At the horizon: captures are played out; otherwise the position is taken as it is, unless the
 * other side threatens to capture, which gets one more look. */
static bool is_horizon(const struct worker *w, const struct draughts *pos, int depth,
                       bool capture) {
    if (depth > 0) {
        return false;
    }
    if (is_without(w, DRAUGHTS_WITHOUT_QUIESCENCE)) {
        return true;
    }
    if (capture) {
        return false;
    }
    return depth <= -1 || is_without(w, DRAUGHTS_WITHOUT_THREATS) ||
           draughts_jumpers(&pos->board, 1 - pos->side) == 0;
}

static bool hash_decides(const struct draughts_finding *found, int depth, int alpha, int beta,
                         int score, bool pv) {
    if (found->depth < depth || pv) {
        return false;
    }
    return found->bound == DRAUGHTS_EXACT || (found->bound == DRAUGHTS_LOWER && score >= beta) ||
           (found->bound == DRAUGHTS_UPPER && score <= alpha);
}

int draughts_node_search(struct worker *w, const struct draughts *pos, int depth, int alpha,
                         int beta, struct node node) {
    w->pv[node.ply].length = 0;
    if (!count_node(w)) {
        return 0;
    }
    w->path[w->path_base + (size_t)node.ply] = node.key;
    if (is_drawn(w, pos, node.ply)) {
        return 0;
    }
    if (node.ply >= DRAUGHTS_PLIES - 1) {
        return draughts_eval(w->search->settings.judge, &pos->board, pos->side);
    }
    bool capture = draughts_jumpers(&pos->board, pos->side) != 0;
    if (!capture && draughts_steppers(&pos->board, pos->side) == 0) {
        return node.ply - DRAUGHTS_WIN;
    }
    int known;
    if (draughts_node_table(w, pos, node.ply, &known)) {
        return known;
    }
    if (is_horizon(w, pos, depth, capture)) {
        return draughts_eval(w->search->settings.judge, &pos->board, pos->side);
    }

    struct draughts_finding found = {0};
    uint64_t key = hash_key(pos, node.key);
    bool hashed = depth > 0 && !is_without(w, DRAUGHTS_WITHOUT_HASH);
    int depth_kept = depth > 0 ? depth : 0;
    if (hashed && draughts_hash_get(w->search->hash, key, &found)) {
        int score = score_from_hash(found.score, node.ply);
        if (hash_decides(&found, depth_kept, alpha, beta, score, node.pv)) {
            return score;
        }
    }
    if (!capture && !node.pv && depth > 0) {
        int value = draughts_eval(w->search->settings.judge, &pos->board, pos->side);
        if (is_hopeless(w, pos, &depth, alpha, beta, value)) {
            return value;
        }
        if (is_surely_high(w, pos, depth, beta, &node, value)) {
            return beta;
        }
        w->pv[node.ply].length = 0;
    }

    struct list list;
    list.count = draughts_order_list(pos, list.moves);
    draughts_order_moves(w, pos, node.ply, found.choice, &list);
    search_moves(w, pos, depth, alpha, beta, &node, &list, &found);
    if (w->stopped) {
        return 0;
    }
    if (hashed) {
        struct draughts_finding kept = found;
        kept.depth = depth_kept < 255 ? depth_kept : 255;
        kept.score = score_to_hash(found.score, node.ply);
        draughts_hash_put(w->search->hash, key, &kept);
    }
    return found.score;
}
