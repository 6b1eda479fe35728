#include "search.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../system/thread.h"
#include "hash.h"

enum {
    INFINITE = 32000,
    POLL = 512, /* nodes between checks of the limits */
    HISTORY_MAX = 1 << 14,
    LATE_QUIET = 40,   /* quiet plies from which hash keys include their number */
    OPENING_PLIES = 8, /* plies of a game that get variety */
    OPENING_PIECES = 20
};

struct draughts_worker {
    struct draughts_search *search;
    pthread_t thread;
    int id;
    _Atomic uint64_t nodes; /* written by this worker only */
    uint64_t poll;          /* node count of the next check of the limits */
    bool stopped;
    int root_depth;
    size_t path_base; /* positions before the root at the start of path */
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
    struct draughts_worker **workers;
    int count;
    /* The present run. */
    struct draughts root;
    struct draughts_settings settings;
    const struct limits *limits;
    atomic_bool stop; /* ends the other workers */
    draughts_search_report_fn *report;
    void *context;
    int depth;
};

/* What a node knows of the path to it. */
struct search_node {
    int ply;
    move last;    /* the move that led here */
    uint64_t key; /* for repetition */
    bool pv;      /* on the principal variation, with an open window */
    int extended; /* plies added by extensions so far */
};

/* Moves with the scores that order them. */
struct move_list {
    move moves[DRAUGHTS_MOVES];
    int score[DRAUGHTS_MOVES];
    unsigned char number[DRAUGHTS_MOVES]; /* in the generator's order */
    int count;
};

static inline bool is_without(const struct draughts_worker *w, enum draughts_without what) {
    return (w->search->settings.without & what) != 0;
}

static inline struct draughts played(const struct draughts *pos, move m) {
    struct draughts next = *pos;
    draughts_play(&next, m);
    return next;
}

/* Move ordering. */

/* Paths of one piece over the same pieces to the same square lead to the same position: one is
 * kept.
 */
static int merge_alike(move *moves, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int k = 0; k < kept && !known; k++) {
            known = moves[k] >> 18 == moves[i] >> 18 &&
                    draughts_captured(moves[k]) == draughts_captured(moves[i]);
        }
        if (!known) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

/* All moves of the side to play, captures that lead to the same position once. */
static int list_moves(const struct draughts *pos, move *moves) {
    int count = (int)draughts_list(&pos->board, pos->side, pos->rules, moves);
    return count > 1 && draughts_jumps(moves[0]) > 0 ? merge_alike(moves, count) : count;
}

static bool crowns(const struct draughts *pos, move m) {
    return (draughts_bit(draughts_to(m)) & draughts_crown_row(pos->side)) != 0 &&
           (draughts_bit(draughts_from(m)) & pos->board.kings) == 0;
}

static int quiet_score(const struct draughts_worker *w, const struct draughts *pos, int ply,
                       move m) {
    if (!is_without(w, DRAUGHTS_WITHOUT_KILLERS)) {
        if (m == w->killers[ply][0]) {
            return 3 * HISTORY_MAX;
        }
        if (m == w->killers[ply][1]) {
            return 2 * HISTORY_MAX + 1;
        }
    }
    int score = crowns(pos, m) ? HISTORY_MAX / 2 : 0;
    return is_without(w, DRAUGHTS_WITHOUT_HISTORY)
               ? score
               : score + w->history[pos->side][draughts_from(m)][draughts_to(m)];
}

/* `choice` is the number of the hash move, or 0. */
static void score_moves(const struct draughts_worker *w, const struct draughts *pos, int ply,
                        int choice, struct move_list *list) {
    for (int i = 0; i < list->count; i++) {
        move m = list->moves[i];
        list->number[i] = (unsigned char)(i + 1);
        if (i + 1 == choice) {
            list->score[i] = 10 * HISTORY_MAX;
        } else if (draughts_jumps(m) > 0) {
            uint64_t kings = draughts_captured(m) & pos->board.kings;
            list->score[i] = 100 * draughts_jumps(m) + 30 * draughts_size(kings) + crowns(pos, m);
        } else {
            list->score[i] = quiet_score(w, pos, ply, m);
        }
    }
}

/* Moves the best of the moves from index i on to that place. */
static move pick_move(struct move_list *list, int i) {
    int best = i;
    for (int k = i + 1; k < list->count; k++) {
        if (list->score[k] > list->score[best]) {
            best = k;
        }
    }
    move m = list->moves[best];
    int score = list->score[best];
    unsigned char number = list->number[best];
    /* Shifting keeps the generator's order among equals. */
    for (int k = best; k > i; k--) {
        list->moves[k] = list->moves[k - 1];
        list->score[k] = list->score[k - 1];
        list->number[k] = list->number[k - 1];
    }
    list->moves[i] = m;
    list->score[i] = score;
    list->number[i] = number;
    return m;
}

static void bump(int *value, int bonus) {
    *value += bonus - *value * abs(bonus) / HISTORY_MAX;
}

/* Killers and history: a quiet move that caused a cutoff is tried earlier elsewhere, those tried
 * before it later. */
static void learn_cutoff(struct draughts_worker *w, const struct draughts *pos, int ply, int depth,
                         const struct move_list *list, int cut) {
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

/* Only the first worker checks the limits; the others end with it. */
static void check_limits(struct draughts_worker *w, uint64_t nodes) {
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

static bool count_node(struct draughts_worker *w) {
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (nodes >= w->poll && !w->stopped) {
        check_limits(w, nodes);
    }
    return !w->stopped;
}

/* Repetition. */

/* Close to the draw by quiet plies, positions differ by their number. */
static uint64_t hash_key(const struct draughts *pos, uint64_t key) {
    return pos->quiet < LATE_QUIET ? key : key ^ rng_mix(pos->quiet / 4);
}

/* Within the line one repetition counts as a draw: the side that gains by it can repeat again.
 * Positions of the game count only at their third occurrence: after the second, the game can still
 * turn where it did not the first time. */
static bool is_drawn(const struct draughts_worker *w, const struct draughts *pos, int ply) {
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

/* Proved scores count plies from the root; in the hash table they count from their position. */
static int score_to_hash(int score, int ply) {
    return score > DRAUGHTS_PROVED ? score + ply : score < -DRAUGHTS_PROVED ? score - ply : score;
}

static int score_from_hash(int score, int ply) {
    return score > DRAUGHTS_PROVED ? score - ply : score < -DRAUGHTS_PROVED ? score + ply : score;
}

/* Endgame tables. */

enum { STAGE = 256 }; /* more than any distance within a stage */

/* How many captures and crownings may still come. */
static int stage_of(const struct draughts *pos) {
    uint64_t pieces = pos->board.side[0] | pos->board.side[1];
    return draughts_size(pieces) + draughts_size(pieces & ~pos->board.kings);
}

/* A table's win is the nearer, first, the fewer captures and crownings may still come and, second,
 * the fewer plies there are to the next one. */
static int table_score(const struct draughts *pos, bool lost, int distance, int ply) {
    int score = DRAUGHTS_TABLE_WIN - STAGE * stage_of(pos) - distance - ply;
    return lost ? -score : score;
}

/* Where the tables know only who wins, a win is taken for the nearer the better it looks to the
 * winner, but for farther than all known distances. */
static int guess_score(const struct draughts_worker *w, const struct draughts *pos, bool lost,
                       int ply) {
    enum { MIDDLE = (DRAUGHTS_EGTB_FAR + STAGE) / 2, MOST = STAGE - 1 - MIDDLE };
    int value = draughts_eval(w->search->settings.evaluation, &pos->board, pos->side);
    int nearer = (lost ? -value : value) / 8;
    nearer = nearer > MOST ? MOST : nearer < -MOST ? -MOST : nearer;
    return table_score(pos, lost, MIDDLE - nearer, ply);
}

enum table_news { TABLE_SILENT, TABLE_WINNER, TABLE_SCORE };

/* Asks the endgame tables for a score. If they know only who wins, it is that of the farthest win.
 * That is enough after a capture or crowning; before it the search has to look for the next one. */
static enum table_news probe_tables(const struct draughts_worker *w, const struct draughts *pos,
                                    int ply, int *score) {
    struct draughts_egtb *egtb = w->search->egtb;
    if (egtb == NULL || is_without(w, DRAUGHTS_WITHOUT_EGTB)) {
        return TABLE_SILENT;
    }
    int byte = draughts_egtb_probe(egtb, &pos->board, pos->side);
    if (byte == DRAUGHTS_EGTB_UNKNOWN) {
        return TABLE_SILENT;
    }
    bool lost = byte >= DRAUGHTS_EGTB_LOSS;
    int distance = lost ? byte - DRAUGHTS_EGTB_LOSS : byte;
    if (distance == DRAUGHTS_EGTB_FAR) {
        *score = table_score(pos, lost, STAGE - 1, ply);
        return stage_of(pos) < stage_of(&w->search->root) ? TABLE_SCORE : TABLE_WINNER;
    }
    /* With kings alone only a capture resets the quiet plies: it may come too late. */
    bool kings = ((pos->board.side[0] | pos->board.side[1]) & ~pos->board.kings) == 0;
    bool late = kings && pos->quiet + distance > DRAUGHTS_QUIET_LIMIT;
    *score = byte == DRAUGHTS_EGTB_DRAW || late ? 0 : table_score(pos, lost, distance, ply);
    return TABLE_SCORE;
}

/* Alpha-beta. Scores are for the side to play at the node. */

static void keep_line(struct draughts_worker *w, int ply, move m) {
    w->pv[ply].moves[0] = m;
    memcpy(&w->pv[ply].moves[1], w->pv[ply + 1].moves,
           (size_t)w->pv[ply + 1].length * sizeof(move));
    w->pv[ply].length = w->pv[ply + 1].length + 1;
}

/* Late move reduction: plies by which a quiet move is searched less deeply at first. */
static int reduction(const struct draughts_worker *w, const struct search_node *node, int depth,
                     int index, const struct move_list *list) {
    if (is_without(w, DRAUGHTS_WITHOUT_REDUCTIONS) || depth < 3 || index < 2 + node->pv ||
        draughts_jumps(list->moves[index]) > 0) {
        return 0;
    }
    int less = 1 + (index >= 6) + (depth >= 8 && index >= 4);
    return less < depth - 1 ? less : depth - 2;
}

/* In the principal variation a forced move and a recapture extend the search by a ply, elsewhere
 * only a forced capture that answers a capture. (More was measured to gain nothing or to lose.) */
static int extension(const struct draughts_worker *w, const struct search_node *node,
                     const struct move_list *list, move m) {
    if (node->extended >= w->root_depth + 4) {
        return 0;
    }
    bool exchange = draughts_jumps(m) > 0 && draughts_jumps(node->last) > 0;
    if (list->count == 1 && (node->pv || exchange)) {
        return !is_without(w, DRAUGHTS_WITHOUT_SINGLE);
    }
    return node->pv && exchange &&
           (draughts_captured(m) & draughts_bit(draughts_to(node->last))) != 0 &&
           !is_without(w, DRAUGHTS_WITHOUT_RECAPTURE);
}

static int search_node(struct draughts_worker *w, const struct draughts *pos, int depth, int alpha,
                       int beta, struct search_node node);

static int search_child(struct draughts_worker *w, const struct draughts *next, int depth,
                        int alpha, int beta, struct search_node child) {
    return -search_node(w, next, depth, -beta, -alpha, child);
}

/* Principal variation search of one move: reduced, with a null window, with the full window, each
 * only if the one before does not fail low. */
static int search_move(struct draughts_worker *w, const struct draughts *pos, int depth, int alpha,
                       int beta, const struct search_node *node, const struct move_list *list,
                       int index) {
    move m = list->moves[index];
    struct draughts next = played(pos, m);
    int longer = extension(w, node, list, m);
    int less = longer > 0 ? 0 : reduction(w, node, depth, index, list);
    int full = depth - 1 + longer;
    /* At the horizon nothing is probed, and only kings can repeat. */
    bool keyed = full > 0 || next.quiet >= 4;
    struct search_node child = {.ply = node->ply + 1,
                                .last = m,
                                .key = keyed ? draughts_key(&next) : 0,
                                .extended = node->extended + longer};
    if (full - less > 0) {
        draughts_hash_prefetch(w->search->hash, child.key);
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

/* Searches all moves; fills in the score, the bound and the number of the best. */
static void search_moves(struct draughts_worker *w, const struct draughts *pos, int depth,
                         int alpha, int beta, const struct search_node *node,
                         struct move_list *list, struct draughts_hash_entry *found) {
    int low = alpha;
    *found =
        (struct draughts_hash_entry){.score = -INFINITE, .depth = depth, .bound = DRAUGHTS_UPPER};
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

/* ProbCut: whether a shallow search beats beta by a margin. */
static bool is_probable_cut(struct draughts_worker *w, const struct draughts *pos, int depth,
                            int beta, const struct search_node *node, int value) {
    enum { DEPTH = 5, LESS = 4, MARGIN = 45 };
    if (is_without(w, DRAUGHTS_WITHOUT_PROBCUT) || depth < DEPTH ||
        abs(beta) > DRAUGHTS_PROVED - MARGIN || value < beta) {
        return false;
    }
    int bound = beta + MARGIN;
    struct search_node same = *node;
    return search_node(w, pos, depth - LESS, bound - 1, bound, same) >= bound && !w->stopped;
}

/* Futility near the horizon: a static value far outside the window, without a threat, will hardly
 * return. The node is cut off, or at least searched less deeply. */
static bool is_futile(const struct draughts_worker *w, const struct draughts *pos, int *depth,
                      int alpha, int beta, int value) {
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

/* Whether a node is evaluated statically. Beyond depth 0 captures are played out, and a threat to
 * capture is searched one ply further. */
static bool is_horizon(const struct draughts_worker *w, const struct draughts *pos, int depth,
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

static bool hash_decides(const struct draughts_hash_entry *found, int depth, int alpha, int beta,
                         int score, bool pv) {
    if (found->depth < depth || pv) {
        return false;
    }
    return found->bound == DRAUGHTS_EXACT || (found->bound == DRAUGHTS_LOWER && score >= beta) ||
           (found->bound == DRAUGHTS_UPPER && score <= alpha);
}

static int search_node(struct draughts_worker *w, const struct draughts *pos, int depth, int alpha,
                       int beta, struct search_node node) {
    w->pv[node.ply].length = 0;
    if (!count_node(w)) {
        return 0;
    }
    w->path[w->path_base + (size_t)node.ply] = node.key;
    if (is_drawn(w, pos, node.ply)) {
        return 0;
    }
    if (node.ply >= DRAUGHTS_PLIES - 1) {
        return draughts_eval(w->search->settings.evaluation, &pos->board, pos->side);
    }
    bool capture = draughts_jumpers(&pos->board, pos->side) != 0;
    if (!capture && draughts_steppers(&pos->board, pos->side) == 0) {
        return node.ply - DRAUGHTS_WIN;
    }
    int known = 0;
    enum table_news news = probe_tables(w, pos, node.ply, &known);
    bool lost = known < 0;
    if (news == TABLE_SCORE || (news == TABLE_WINNER && (lost ? known <= alpha : known >= beta))) {
        return known;
    }
    if (is_horizon(w, pos, depth, capture)) {
        return news == TABLE_WINNER
                   ? guess_score(w, pos, lost, node.ply)
                   : draughts_eval(w->search->settings.evaluation, &pos->board, pos->side);
    }

    struct draughts_hash_entry found = {0};
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
        int value = draughts_eval(w->search->settings.evaluation, &pos->board, pos->side);
        if (is_futile(w, pos, &depth, alpha, beta, value)) {
            return value;
        }
        if (is_probable_cut(w, pos, depth, beta, &node, value)) {
            return beta;
        }
        w->pv[node.ply].length = 0;
    }

    struct move_list list;
    list.count = list_moves(pos, list.moves);
    score_moves(w, pos, node.ply, found.choice, &list);
    search_moves(w, pos, depth, alpha, beta, &node, &list, &found);
    if (w->stopped) {
        return 0;
    }
    if (hashed) {
        struct draughts_hash_entry kept = found;
        kept.depth = depth_kept < 255 ? depth_kept : 255;
        kept.score = score_to_hash(found.score, node.ply);
        draughts_hash_put(w->search->hash, key, &kept);
    }
    return found.score;
}

/* The root. */

/* Searches the root moves from number `first` on and moves the best there. Returns its score. */
static int search_root(struct draughts_worker *w, int first, int depth, int alpha, int beta) {
    const struct draughts *root = &w->search->root;
    int best = -INFINITE;
    for (int i = first; i < w->legal; i++) {
        struct draughts_line *line = &w->lines[i];
        struct draughts next = played(root, line->moves[0]);
        struct search_node child = {
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

/* Aspiration: widens the window until the score lies within. */
static void search_depth(struct draughts_worker *w, int slot, int depth) {
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

/* How many moves get a score of their own. */
static int count_lines(const struct draughts_worker *w) {
    int lines = w->search->settings.lines;
    return lines < w->legal ? lines : w->legal;
}

/* A later line may score higher than an earlier one by what the hash table has learned since. */
static void sort_lines(struct draughts_worker *w) {
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

static struct draughts_search_result result_of(const struct draughts_search *search) {
    const struct draughts_worker *w = search->workers[0];
    return (struct draughts_search_result){.lines = w->lines,
                                           .count = search->depth > 0 ? count_lines(w) : 1,
                                           .legal = w->legal,
                                           .depth = search->depth,
                                           .nodes = count_nodes(search)};
}

/* Whether deeper search cannot change anything: the result is proved within the depth, or the
 * tables know the position. */
static bool is_settled(const struct draughts_worker *w, int depth) {
    const struct draughts_search *search = w->search;
    int lines = count_lines(w), score;
    if (depth > 1 && probe_tables(w, &search->root, 0, &score) == TABLE_SCORE) {
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
    struct draughts_worker *w = argument;
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
            struct draughts_search_result result = result_of(search);
            search->report(search->context, &result);
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

void draughts_search_set_egtb(struct draughts_search *search, struct draughts_egtb *egtb) {
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
    search->workers = memory_grow(search->workers, (size_t)count, sizeof(struct draughts_worker *));
    for (int i = search->count; i < count; i++) {
        search->workers[i] = memory_new(1, sizeof(struct draughts_worker));
        search->workers[i]->search = search;
        search->workers[i]->id = i;
    }
    search->count = count;
}

/* The earlier positions that the root may repeat. */
static void take_past(struct draughts_worker *w, const struct draughts *root,
                      const struct past *past) {
    size_t count = past == NULL ? 0 : past->count;
    count = count < root->quiet ? count : root->quiet;
    for (size_t i = 0; i < count; i++) {
        w->path[i] = past->keys[past->count - count + i];
    }
    w->path_base = count;
    w->path[count] = draughts_key(root);
}

static void set_root(struct draughts_worker *w, const struct past *past) {
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

struct draughts_search_result
draughts_search_run(struct draughts_search *search, const struct draughts *state,
                    const struct past *past, const struct draughts_settings *settings,
                    const struct limits *limits, draughts_search_report_fn *report, void *context) {
    assert(settings->threads >= 1 && settings->threads <= 256);
    assert(draughts_board_is_ok(&state->board) && draughts_can_move(&state->board, state->side));
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
    return result_of(search);
}
