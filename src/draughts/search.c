#include "search.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../system/thread.h"
#include "hash.h"

enum {
    INFINITE = 32000,
    POLL = 512, /* nodes between looks at the clock */
    HISTORY_MAX = 1 << 14,
    LATE_QUIET = 40,   /* quiet plies from which positions are told apart by that number */
    OPENING_PLIES = 8, /* plies of a game in which variety is sought */
    OPENING_PIECES = 20
};

struct worker {
    struct draughts_search *search;
    pthread_t thread;
    int id;
    _Atomic uint64_t nodes; /* written by this worker only */
    uint64_t poll;          /* node count at which the limits are looked at again */
    bool stopped;
    int root_depth;
    size_t path_base; /* earlier positions at the start of path */
    uint64_t path[DRAUGHTS_QUIET_LIMIT + 2 + DRAUGHTS_PLIES];
    move killers[DRAUGHTS_PLIES][2];
    int history[2][DRAUGHTS_BITS][DRAUGHTS_BITS];
    struct {
        move moves[DRAUGHTS_PLIES];
        int length;
    } pv[DRAUGHTS_PLIES + 1];
    struct draughts_line lines[DRAUGHTS_MOVES];
    int legal;
};

struct draughts_search {
    struct draughts_hash *hash;
    struct draughts_egtb *egtb;
    struct worker **workers;
    int count;
    /* The question. */
    struct draughts root;
    struct draughts_settings settings;
    const struct limits *limits;
    atomic_bool stop; /* tells the helpers to end */
    draughts_search_report *report;
    void *context;
    int depth;
};

/* What a node knows of the way to it. */
struct node {
    int ply;
    move last;    /* the move that led here */
    uint64_t key; /* as the rules' repetition sees the position */
    bool pv;      /* its window is open */
    int extended; /* plies gained by extensions on the way */
};

/* Moves with what the order is decided by. */
struct list {
    move moves[DRAUGHTS_MOVES];
    int worth[DRAUGHTS_MOVES];
    unsigned char number[DRAUGHTS_MOVES]; /* in the generator's order */
    int count;
};

static inline bool is_without(const struct worker *w, enum draughts_without what) {
    return (w->search->settings.without & what) != 0;
}

static inline struct draughts played(const struct draughts *pos, move m) {
    struct draughts next = *pos;
    draughts_play(&next, m);
    return next;
}

/* Move ordering. */

/* Paths of one piece over the same pieces to the same square lead to the same position. */
static int merge_alike(move *moves, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int k = 0; k < kept && !known; k++) {
            known = moves[k] >> 18 == moves[i] >> 18 &&
                    draughts_taken(moves[k]) == draughts_taken(moves[i]);
        }
        if (!known) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

static int list_moves(const struct draughts *pos, move *moves) {
    int count = (int)draughts_list(&pos->board, pos->side, pos->rules, moves);
    return count > 1 && draughts_jumps(moves[0]) > 0 ? merge_alike(moves, count) : count;
}

static bool crowns(const struct draughts *pos, move m) {
    return (draughts_bit(draughts_to(m)) & draughts_far_row(pos->side)) != 0 &&
           (draughts_bit(draughts_from(m)) & pos->board.kings) == 0;
}

static int quiet_worth(const struct worker *w, const struct draughts *pos, int ply, move m) {
    if (!is_without(w, DRAUGHTS_WITHOUT_KILLERS)) {
        if (m == w->killers[ply][0]) {
            return 3 * HISTORY_MAX;
        }
        if (m == w->killers[ply][1]) {
            return 2 * HISTORY_MAX + 1;
        }
    }
    int worth = crowns(pos, m) ? HISTORY_MAX / 2 : 0;
    return is_without(w, DRAUGHTS_WITHOUT_HISTORY)
               ? worth
               : worth + w->history[pos->side][draughts_from(m)][draughts_to(m)];
}

static void score_moves(const struct worker *w, const struct draughts *pos, int ply, int choice,
                        struct list *list) {
    for (int i = 0; i < list->count; i++) {
        move m = list->moves[i];
        list->number[i] = (unsigned char)(i + 1);
        if (i + 1 == choice) {
            list->worth[i] = 10 * HISTORY_MAX;
        } else if (draughts_jumps(m) > 0) {
            uint64_t kings = draughts_taken(m) & pos->board.kings;
            list->worth[i] = 100 * draughts_jumps(m) + 30 * draughts_size(kings) + crowns(pos, m);
        } else {
            list->worth[i] = quiet_worth(w, pos, ply, m);
        }
    }
}

static move pick_move(struct list *list, int i) {
    int best = i;
    for (int k = i + 1; k < list->count; k++) {
        if (list->worth[k] > list->worth[best]) {
            best = k;
        }
    }
    move m = list->moves[best];
    int worth = list->worth[best];
    unsigned char number = list->number[best];
    /* Shifting keeps the generator's order among equals. */
    for (int k = best; k > i; k--) {
        list->moves[k] = list->moves[k - 1];
        list->worth[k] = list->worth[k - 1];
        list->number[k] = list->number[k - 1];
    }
    list->moves[i] = m;
    list->worth[i] = worth;
    list->number[i] = number;
    return m;
}

static void bump(int *value, int bonus) {
    *value += bonus - *value * abs(bonus) / HISTORY_MAX;
}

/* A quiet move that refuted its position is tried earlier elsewhere; those tried before it later.
 */
static void learn_cutoff(struct worker *w, const struct draughts *pos, int ply, int depth,
                         const struct list *list, int cut) {
    move m = list->moves[cut];
    if (draughts_jumps(m) > 0) {
        return;
    }
    if (m != w->killers[ply][0]) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = m;
    }
    int bonus = depth * depth < 400 ? depth * depth : 400;
    for (int i = 0; i <= cut; i++) {
        move tried = list->moves[i];
        bump(&w->history[pos->side][draughts_from(tried)][draughts_to(tried)],
             i == cut ? bonus : -bonus);
    }
}

/* Limits. */

static uint64_t count_nodes(const struct draughts_search *search) {
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
    uint64_t limit = search->limits->nodes, total = search->count > 1 ? count_nodes(search) : nodes;
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

static bool probe_tables(const struct worker *w, const struct draughts *pos, int ply, int *score) {
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

static int search_node(struct worker *w, const struct draughts *pos, int depth, int alpha, int beta,
                       struct node node);

static int search_child(struct worker *w, const struct draughts *next, int depth, int alpha,
                        int beta, struct node child) {
    return -search_node(w, next, depth, -beta, -alpha, child);
}

/* One move: reduced, with a closed window, with the open window, as far as each asks for the next.
 */
static int search_move(struct worker *w, const struct draughts *pos, int depth, int alpha, int beta,
                       const struct node *node, const struct list *list, int index) {
    move m = list->moves[index];
    struct draughts next = played(pos, m);
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
        move m = pick_move(list, i);
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
            learn_cutoff(w, pos, node->ply, depth, list, i);
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
    return search_node(w, pos, depth - LESS, bound - 1, bound, same) >= bound && !w->stopped;
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

static int search_node(struct worker *w, const struct draughts *pos, int depth, int alpha, int beta,
                       struct node node) {
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
    if (probe_tables(w, pos, node.ply, &known)) {
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
    list.count = list_moves(pos, list.moves);
    score_moves(w, pos, node.ply, found.choice, &list);
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

/* The root. */

/* Searches the moves from number `first` on and moves the best there. Returns its score. */
static int search_root(struct worker *w, int first, int depth, int alpha, int beta) {
    const struct draughts *root = &w->search->root;
    int best = -INFINITE;
    for (int i = first; i < w->legal; i++) {
        struct draughts_line *line = &w->lines[i];
        struct draughts next = played(root, line->moves[0]);
        struct node child = {
            .ply = 1, .last = line->moves[0], .key = draughts_key(&next), .pv = true};
        uint64_t before = atomic_load_explicit(&w->nodes, memory_order_relaxed);
        int noise = line->noise;
        int score = -INFINITE;
        if (i > first && !is_without(w, DRAUGHTS_WITHOUT_PVS)) {
            child.pv = false;
            score =
                noise - search_node(w, &next, depth - 1, noise - alpha - 1, noise - alpha, child);
            child.pv = true;
        }
        if (!w->stopped && (score > alpha || i == first || is_without(w, DRAUGHTS_WITHOUT_PVS))) {
            score = noise - search_node(w, &next, depth - 1, noise - beta, noise - alpha, child);
        }
        line->nodes += atomic_load_explicit(&w->nodes, memory_order_relaxed) - before;
        if (w->stopped) {
            break;
        }
        if (score > best) {
            best = score;
        }
        if (score > alpha) {
            alpha = score;
            line->score = score - noise;
            memcpy(&line->moves[1], w->pv[1].moves, (size_t)w->pv[1].length * sizeof(move));
            line->length = w->pv[1].length + 1;
            struct draughts_line found = *line;
            memmove(&w->lines[first + 1], &w->lines[first], (size_t)(i - first) * sizeof found);
            w->lines[first] = found;
        }
        if (alpha >= beta) {
            break;
        }
    }
    return best;
}

/* Widens the window until the score lies within. */
static void search_depth(struct worker *w, int slot, int depth) {
    int guess = w->lines[slot].score + w->lines[slot].noise;
    int width =
        depth < 5 || is_without(w, DRAUGHTS_WITHOUT_ASPIRATION) || abs(guess) > DRAUGHTS_PROVED
            ? 2 * INFINITE
            : 16;
    for (;;) {
        int alpha = guess - width > -INFINITE ? guess - width : -INFINITE;
        int beta = guess + width < INFINITE ? guess + width : INFINITE;
        int score = search_root(w, slot, depth, alpha, beta);
        if (w->stopped || (score > alpha && score < beta)) {
            return;
        }
        width = width < 100 ? width * 3 : 2 * INFINITE;
    }
}

/* How many moves get a value of their own. */
static int count_lines(const struct worker *w) {
    int lines = w->search->settings.lines;
    return lines < w->legal ? lines : w->legal;
}

/* A later line may have seen more than an earlier one, through what the hash had learned by then.
 */
static void sort_lines(struct worker *w) {
    int count = count_lines(w);
    for (int i = 1; i < count; i++) {
        struct draughts_line moving = w->lines[i];
        int k = i;
        for (; k > 0 && moving.score + moving.noise > w->lines[k - 1].score + w->lines[k - 1].noise;
             k--) {
            w->lines[k] = w->lines[k - 1];
        }
        w->lines[k] = moving;
    }
}

static struct draughts_outcome outcome_of(const struct draughts_search *search) {
    const struct worker *w = search->workers[0];
    return (struct draughts_outcome){.lines = w->lines,
                                     .count = search->depth > 0 ? count_lines(w) : 1,
                                     .legal = w->legal,
                                     .depth = search->depth,
                                     .nodes = count_nodes(search)};
}

/* Whether deeper search cannot change anything: a result is proved within the depth searched, or
 * the tables know every reply. */
static bool is_settled(const struct worker *w, int depth) {
    const struct draughts_search *search = w->search;
    int lines = count_lines(w), score;
    if (probe_tables(w, &search->root, 0, &score) && depth > 1) {
        return true;
    }
    for (int i = 0; i < lines; i++) {
        if (abs(w->lines[i].score) < DRAUGHTS_WIN - depth) {
            return false;
        }
    }
    return true;
}

static void *worker_run(void *argument) {
    struct worker *w = argument;
    struct draughts_search *search = w->search;
    int most = search->settings.depth > 0 ? search->settings.depth : DRAUGHTS_PLIES - 2;
    for (int depth = 1 + (w->id & 1); depth <= most && !w->stopped; depth++) {
        w->root_depth = depth;
        for (int slot = 0; slot < count_lines(w) && !w->stopped; slot++) {
            search_depth(w, slot, depth);
        }
        if (w->stopped) {
            break;
        }
        sort_lines(w);
        if (w->id != 0) {
            continue;
        }
        search->depth = depth;
        if (search->report != NULL) {
            struct draughts_outcome outcome = outcome_of(search);
            search->report(search->context, &outcome);
        }
        if (is_settled(w, depth)) {
            break;
        }
    }
    return NULL;
}

/* Setting up. */

struct draughts_search *draughts_search_new(size_t megabytes) {
    struct draughts_search *search = memory_new(1, sizeof *search);
    search->hash = draughts_hash_new(megabytes);
    atomic_init(&search->stop, false);
    return search;
}

void draughts_search_free(struct draughts_search *search) {
    for (int i = 0; i < search->count; i++) {
        free(search->workers[i]);
    }
    free(search->workers);
    draughts_hash_free(search->hash);
    free(search);
}

void draughts_search_resize(struct draughts_search *search, size_t megabytes) {
    draughts_hash_free(search->hash);
    search->hash = draughts_hash_new(megabytes);
}

void draughts_search_use(struct draughts_search *search, struct draughts_egtb *egtb) {
    search->egtb = egtb;
}

void draughts_search_forget(struct draughts_search *search) {
    draughts_hash_clear(search->hash);
    for (int i = 0; i < search->count; i++) {
        memset(search->workers[i]->history, 0, sizeof search->workers[i]->history);
    }
}

static void set_workers(struct draughts_search *search, int count) {
    for (int i = count; i < search->count; i++) {
        free(search->workers[i]);
    }
    search->workers = memory_grow(search->workers, (size_t)count, sizeof(struct worker *));
    for (int i = search->count; i < count; i++) {
        search->workers[i] = memory_new(1, sizeof(struct worker));
        search->workers[i]->search = search;
        search->workers[i]->id = i;
    }
    search->count = count;
}

/* The earlier positions that the root may repeat, as the search sees them. */
static void take_past(struct worker *w, const struct draughts *root, const struct past *past) {
    size_t count = past == NULL ? 0 : past->count;
    count = count < root->quiet ? count : root->quiet;
    for (size_t i = 0; i < count; i++) {
        w->path[i] = past->keys[past->count - count + i];
    }
    w->path_base = count;
    w->path[count] = draughts_key(root);
}

static void set_root(struct worker *w, const struct past *past) {
    const struct draughts_search *search = w->search;
    const struct draughts *root = &search->root;
    atomic_store(&w->nodes, 0);
    w->poll = 0;
    w->stopped = false;
    memset(w->killers, 0, sizeof w->killers);
    take_past(w, root, past);
    move moves[DRAUGHTS_MOVES];
    w->legal = list_moves(root, moves);
    bool opening = past != NULL && past->count < OPENING_PLIES && !search->limits->endless &&
                   draughts_size(root->board.side[0] | root->board.side[1]) >= OPENING_PIECES;
    struct rng rng;
    rng_seed(&rng, search->limits->seed);
    for (int i = 0; i < w->legal; i++) {
        int most = opening ? search->settings.variety : 0;
        w->lines[i] = (struct draughts_line){
            .moves = {moves[i]}, .length = 1, .noise = (int)rng_below(&rng, (uint64_t)most + 1)};
    }
}

struct draughts_outcome draughts_search_run(struct draughts_search *search,
                                            const struct draughts *state, const struct past *past,
                                            const struct draughts_settings *settings,
                                            const struct limits *limits,
                                            draughts_search_report *report, void *context) {
    search->root = *state;
    search->settings = *settings;
    search->limits = limits;
    search->report = report;
    search->context = context;
    search->depth = 0;
    atomic_store(&search->stop, false);
    set_workers(search, settings->threads);
    draughts_hash_age(search->hash);
    for (int i = 0; i < search->count; i++) {
        set_root(search->workers[i], past);
    }
    int started = 1;
    while (started < search->count &&
           thread_start(&search->workers[started]->thread, worker_run, search->workers[started])) {
        started++;
    }
    worker_run(search->workers[0]);
    atomic_store(&search->stop, true);
    for (int i = 1; i < started; i++) {
        pthread_join(search->workers[i]->thread, NULL);
    }
    return outcome_of(search);
}
