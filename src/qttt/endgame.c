#include "endgame.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/assert_hot.h"
#include "../core/memory.h"
#include "../core/rng.h"
#include "score.h"

/* The longest game: a mark for each open cell, every second one with a collapse. So no score lies
 * between 0 and NARROW - LONGEST, nor between NARROW and WIN - LONGEST. */
enum { LONGEST = 3 * ENDGAME_CELLS / 2 + 1 };
/* Limits are looked at once in so many nodes. */
enum { NODES_UNWATCHED = 256 };
/* A pair, then the other side closes a cycle and wins. */
enum { THREAT_SCORE = 3 - SOLVER_WIN };
/* Positions of fewer components are not worth a place in the table. */
enum { TABLE_COMPONENTS = 3 };

/* Rows of both sides out of one collapse: their numbers decide, or they count as a win of one side.
 * Then numbers do not matter, so that the order of moves does not either, and that mostly
 * suffices: what is not won even so is not won. */
enum { TIES_BY_NUMBER = 2 }; /* else a side */

/* Marks in cells, by side, and the number of each. */
struct classical {
    uint16_t of[2];
    uint8_t number[ENDGAME_CELLS];
};

/* A line that a side can still fill: the open cells that it needs, and what its marks that are
 * settled from the outset add to a row's number. */
struct open_line {
    uint16_t cells;
    uint8_t low, high;
    uint16_t sum;
};
enum { LINES = 4 * QTTT_CELLS };

struct late {
    struct classical settled;
    struct classical hole[ENDGAME_CELLS]; /* of open cells: the component's outcome, see small.h */
    uint16_t open;
    /* Open cells of components with two or more: the outcome with that hole has a row of the side:
     * without the closing mark, and with a closing mark of that side. */
    uint16_t row[2], row_closing[2];
    uint8_t moves;
    bool numbered; /* numbers may still decide: both sides could get a row by one collapse */
    uint8_t pairs;
    struct {
        uint8_t a, b, number;
    } pair[ENDGAME_CELLS];
    uint64_t key;
};

struct entry {
    uint64_t key;
    int8_t low, high;
    uint8_t a, b;   /* the best pair; both 0 if none is known */
    uint32_t nodes; /* that it took: what was dear stays longer */
};

struct endgame {
    int bits;
    struct entry *table;
    /* The board at hand. */
    uint64_t base; /* of its keys */
    int ties;      /* a side, or TIES_BY_NUMBER */
    int rules, first;
    struct open_line lines[2][LINES];
    int count[2];
    bool *rows[2]; /* by set of cells: whether it holds a line */
    int cells;
    uint32_t history[2][ENDGAME_CELLS][ENDGAME_CELLS];
    /* The work at hand. */
    uint64_t nodes, most;
    const struct limits *limits;
    bool stopped;
};

/* Sets of cells. */

static inline int cells_first(unsigned set) {
    return __builtin_ctz(set);
}
static inline unsigned cells_rest(unsigned set) {
    return set & (set - 1);
}

static inline void classical_add(struct classical *to, const struct classical *more) {
    uint64_t a[2], b[2];
    to->of[0] |= more->of[0];
    to->of[1] |= more->of[1];
    memcpy(a, to->number, sizeof a);
    memcpy(b, more->number, sizeof b);
    a[0] |= b[0];
    a[1] |= b[1];
    memcpy(to->number, a, sizeof a);
}

static inline void classical_put(struct classical *to, int side, int number, int cell) {
    to->of[side] |= (uint16_t)(1u << cell);
    to->number[cell] = (uint8_t)number;
}

static inline int late_side(const struct endgame *endgame, const struct late *p) {
    return (endgame->first + p->moves) & 1;
}

static inline int mark_side(const struct endgame *endgame, int number) {
    return (endgame->first + number - 1) & 1;
}

static inline unsigned late_component(const struct late *p, int cell) {
    return (unsigned)(p->hole[cell].of[0] | p->hole[cell].of[1] | 1u << cell);
}

static int late_components(const struct late *p) {
    int count = 0;
    for (unsigned rest = p->open; rest; count++)
        rest &= ~late_component(p, cells_first(rest));
    return count;
}

/* Rows. */

static void rows_update(const struct endgame *endgame, struct late *p, unsigned cells) {
    for (int side = 0; side < 2; side++) {
        unsigned row = p->row[side] & ~cells, closing = p->row_closing[side] & ~cells;
        for (unsigned rest = cells; rest; rest = cells_rest(rest)) {
            int cell = cells_first(rest);
            unsigned bit = 1u << cell, set = p->settled.of[side] | p->hole[cell].of[side];
            if (late_component(p, cell) == bit)
                continue;
            if (endgame->rows[side][set])
                row |= bit;
            if (endgame->rows[side][set | bit])
                closing |= bit;
        }
        p->row[side] = (uint16_t)row;
        p->row_closing[side] = (uint16_t)closing;
    }
}

/* The number that decides for a side: of its best row, by the rule set. Higher is better. */
static int classical_rank(const struct endgame *endgame, const struct classical *c, int side) {
    int best = -QTTT_MARKS;
    for (int i = 0; i < endgame->count[side]; i++) {
        const struct open_line *line = &endgame->lines[side][i];
        if ((line->cells & ~c->of[side]) != 0)
            continue;
        int low = line->low, high = line->high, sum = line->sum;
        for (unsigned rest = line->cells; rest; rest = cells_rest(rest)) {
            int n = c->number[cells_first(rest)];
            low = n < low ? n : low;
            high = n > high ? n : high;
            sum += n;
        }
        int rank = endgame->rules == QTTT_GOFF       ? -high
                   : endgame->rules == QTTT_EARLIEST ? -low
                                                     : sum;
        best = rank > best ? rank : best;
    }
    return best;
}

/* Whether one collapse can still give both sides a row: lines of both that share no cell. */
static bool late_narrow(const struct endgame *endgame, const struct late *p) {
    for (int i = 0; i < endgame->count[0]; i++) {
        unsigned mine = endgame->lines[0][i].cells;
        if (mine & p->settled.of[1])
            continue;
        for (int k = 0; k < endgame->count[1]; k++) {
            unsigned theirs = endgame->lines[1][k].cells;
            if (!(theirs & (p->settled.of[0] | mine)))
                return true;
        }
    }
    return false;
}

/* The score of all that is classical for a side, without a distance; SCORE_NONE if the game goes on
 * with these open cells. */
static int classical_score(const struct endgame *endgame, const struct classical *c, unsigned open,
                           int side) {
    bool mine = endgame->rows[side][c->of[side]];
    bool theirs = endgame->rows[side_other(side)][c->of[side_other(side)]];
    if (mine && theirs && endgame->ties != TIES_BY_NUMBER)
        return endgame->ties == side ? SOLVER_WIN : -SOLVER_WIN;
    if (mine && theirs) {
        int my_rank = classical_rank(endgame, c, side);
        int their_rank = classical_rank(endgame, c, side_other(side));
        return my_rank > their_rank ? SOLVER_NARROW : my_rank < their_rank ? -SOLVER_NARROW : 0;
    }
    if (mine || theirs)
        return mine ? SOLVER_WIN : -SOLVER_WIN;
    return open ? SCORE_NONE : 0;
}

/* Whether some hole of each component lets the side have all that a line needs there. What may
 * still be joined to a component, and what closes it, only fills that hole. */
static bool line_lives(const struct late *p, unsigned cells, int side) {
    while (cells) {
        unsigned component = late_component(p, cells_first(cells)), holes = component;
        unsigned needed = cells & component;
        while (holes && needed & ~(p->hole[cells_first(holes)].of[side] | (holes & -holes)))
            holes = cells_rest(holes);
        if (!holes)
            return false;
        cells &= ~component;
    }
    return true;
}

/* Whether a side may still get a row. */
static bool late_hope(const struct endgame *endgame, const struct late *p, int side) {
    if (!endgame->rows[side][p->settled.of[side] | p->open])
        return false;
    for (int i = 0; i < endgame->count[side]; i++) {
        unsigned cells = endgame->lines[side][i].cells;
        if (!(cells & p->settled.of[side_other(side)]) && line_lives(p, cells & p->open, side))
            return true;
    }
    return false;
}

/* Keys. */

/* Whether the numbers of marks tell positions apart. */
static inline bool late_numbered(const struct endgame *endgame, const struct late *p) {
    return p->numbered && endgame->ties == TIES_BY_NUMBER;
}

/* What a mark in a pair of cells, or in a single one, adds to a key. */
static inline uint64_t key_part(const struct endgame *endgame, const struct late *p, int number,
                                int a, int b) {
    int who = late_numbered(endgame, p) ? 2 + number : mark_side(endgame, number);
    int low = a < b ? a : b, high = a < b ? b : a;
    return rng_mix((uint64_t)(who << 8 | low << 4 | high));
}

static void late_make_key(const struct endgame *endgame, struct late *p) {
    p->key = endgame->base ^ (p->numbered ? rng_mix((uint64_t)(1 << 20 | endgame->ties)) : 0);
    for (unsigned rest = p->settled.of[0] | p->settled.of[1]; rest; rest = cells_rest(rest)) {
        int cell = cells_first(rest);
        p->key ^= key_part(endgame, p, p->settled.number[cell], cell, cell);
    }
    for (int i = 0; i < p->pairs; i++)
        p->key ^= key_part(endgame, p, p->pair[i].number, p->pair[i].a, p->pair[i].b);
}

/* Moves. */

/* Whether the side to play may not repeat this pair. */
static bool late_barred(const struct endgame *endgame, const struct late *p, int a, int b) {
    if (endgame->rules != QTTT_SUM)
        return false;
    for (int i = 0; i < p->pairs; i++)
        if (((p->moves + 1 - p->pair[i].number) & 1) == 0 &&
            ((p->pair[i].a == a && p->pair[i].b == b) || (p->pair[i].a == b && p->pair[i].b == a)))
            return true;
    return false;
}

static void late_join(const struct endgame *endgame, struct late *p, int a, int b) {
    int n = p->moves + 1, side = late_side(endgame, p);
    unsigned with_a = late_component(p, a), with_b = late_component(p, b);
    struct classical to_a = p->hole[a], to_b = p->hole[b];
    assert_hot(!(with_a >> b & 1));
    classical_put(&to_a, side, n, a);
    classical_put(&to_b, side, n, b);
    for (unsigned rest = with_a; rest; rest = cells_rest(rest))
        classical_add(&p->hole[cells_first(rest)], &to_b);
    for (unsigned rest = with_b; rest; rest = cells_rest(rest))
        classical_add(&p->hole[cells_first(rest)], &to_a);
    p->pair[p->pairs].a = (uint8_t)a;
    p->pair[p->pairs].b = (uint8_t)b;
    p->pair[p->pairs++].number = (uint8_t)n;
    p->moves = (uint8_t)n;
    p->key ^= key_part(endgame, p, n, a, b);
    rows_update(endgame, p, with_a | with_b);
}

/* All that is classical once mark number moves + 1 has closed a cycle and settled in this cell. */
static struct classical late_outcome(const struct endgame *endgame, const struct late *p,
                                     int cell) {
    struct classical c = p->settled;
    classical_add(&c, &p->hole[cell]);
    classical_put(&c, late_side(endgame, p), p->moves + 1, cell);
    return c;
}

static void late_collapse(const struct endgame *endgame, struct late *p, int cell) {
    unsigned component = late_component(p, cell);
    int kept = 0;
    p->settled = late_outcome(endgame, p, cell);
    p->open &= (uint16_t)~component;
    p->moves++;
    for (int i = 0; i < p->pairs; i++)
        if (!(component >> p->pair[i].a & 1))
            p->pair[kept++] = p->pair[i];
    p->pairs = (uint8_t)kept;
    p->numbered = p->numbered && late_narrow(endgame, p);
    late_make_key(endgame, p);
    rows_update(endgame, p, p->open);
    for (int side = 0; side < 2; side++) {
        p->row[side] &= p->open;
        p->row_closing[side] &= p->open;
    }
}

/* The table. */

static struct entry *table_at(const struct endgame *endgame, uint64_t key) {
    return &endgame->table[key >> (64 - endgame->bits) & ~UINT64_C(1)];
}

static const struct entry *table_find(const struct endgame *endgame, uint64_t key) {
    const struct entry *entry = table_at(endgame, key);
    return entry[0].key == key ? &entry[0] : entry[1].key == key ? &entry[1] : NULL;
}

/* The first of two places keeps what was dear, the second one what came last. */
static void table_store(struct endgame *endgame, uint64_t key, int bound, int score, int a, int b,
                        uint64_t nodes) {
    struct entry *entry = table_at(endgame, key);
    uint32_t dear = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    if (entry[0].key != key && entry[0].nodes > dear)
        entry++;
    if (entry->key != key)
        *entry = (struct entry){.key = key, .low = -SOLVER_WIN, .high = SOLVER_WIN};
    entry->nodes = dear;
    if (score >= bound) {
        entry->low = (int8_t)score;
        entry->a = (uint8_t)a;
        entry->b = (uint8_t)b;
    } else {
        entry->high = (int8_t)score;
    }
}

/* The search. */

static int late_search(struct endgame *endgame, const struct late *p, int bound);

static bool search_stopped(struct endgame *endgame) {
    if (endgame->nodes > endgame->most)
        endgame->stopped = true;
    else if (endgame->nodes % NODES_UNWATCHED == 0 && endgame->limits != NULL &&
             limits_reached(endgame->limits))
        endgame->stopped = true;
    return endgame->stopped;
}

/* The worth of a closing move for who makes it, should the other side settle it in this cell: exact
 * where that ends the game, else a bound as late_search gives it. */
static int search_outcome(struct endgame *endgame, const struct late *p, int cell, int bound,
                          bool deep) {
    unsigned open = p->open & ~late_component(p, cell);
    int side = late_side(endgame, p);
    bool mine = p->row_closing[side] >> cell & 1, theirs = p->row[side_other(side)] >> cell & 1;
    if (mine && theirs) {
        struct classical c = late_outcome(endgame, p, cell);
        return score_later(score_later(classical_score(endgame, &c, open, side)));
    }
    if (mine || theirs)
        return mine ? SOLVER_WIN - 2 : 2 - SOLVER_WIN;
    if (!open || (endgame->rules == QTTT_SUM && !cells_rest(open)))
        return 0;
    if (!deep)
        return SCORE_NONE;
    struct late child = *p;
    late_collapse(endgame, &child, cell);
    int theirs_score = late_search(endgame, &child, 1 - score_sooner(score_sooner(bound)));
    return score_later(score_later(-theirs_score));
}

/* Whether two of these cells may be closed with. */
static bool pair_allowed(const struct endgame *endgame, const struct late *p, unsigned cells) {
    if (endgame->rules != QTTT_SUM)
        return cells_rest(cells) != 0;
    for (unsigned as = cells; as; as = cells_rest(as))
        for (unsigned bs = cells_rest(as); bs; bs = cells_rest(bs))
            if (!late_barred(endgame, p, cells_first(as), cells_first(bs)))
                return true;
    return false;
}

/* The best closing move of a component: the other side takes the worse of two holes, so two good
 * holes are needed. Returns a bound as late_search does. Without `deep` only outcomes that end the
 * game count, and SCORE_BARRED means that they do not suffice. */
static int search_component(struct endgame *endgame, const struct late *p, unsigned component,
                            int bound, bool deep) {
    int worst = SOLVER_WIN, best_bad = SCORE_BARRED;
    unsigned good = 0, unknown = 0;
    if (!pair_allowed(endgame, p, component))
        return SCORE_BARRED;
    for (unsigned rest = component; rest; rest = cells_rest(rest)) {
        int cell = cells_first(rest), score = search_outcome(endgame, p, cell, bound, false);
        if (score == SCORE_NONE)
            unknown |= 1u << cell;
        else if (score >= bound) {
            good |= 1u << cell;
            worst = score < worst ? score : worst;
        } else
            best_bad = score > best_bad ? score : best_bad;
    }
    while (deep && unknown && !pair_allowed(endgame, p, good) && cells_rest(good | unknown)) {
        int cell = cells_first(unknown);
        unknown = cells_rest(unknown);
        int score = search_outcome(endgame, p, cell, bound, true);
        if (endgame->stopped)
            return 0;
        if (score >= bound) {
            good |= 1u << cell;
            worst = score < worst ? score : worst;
        } else
            best_bad = score > best_bad ? score : best_bad;
    }
    if (pair_allowed(endgame, p, good))
        return worst;
    return deep ? best_bad : SCORE_BARRED;
}

static int search_closing(struct endgame *endgame, const struct late *p, int bound, bool deep) {
    int best = SCORE_BARRED;
    for (unsigned rest = p->open; rest && best < bound;) {
        unsigned component = late_component(p, cells_first(rest));
        rest &= ~component;
        if (!cells_rest(component))
            continue;
        int score = search_component(endgame, p, component, bound, deep);
        if (endgame->stopped)
            return 0;
        best = score > best ? score : best;
    }
    return best;
}

struct candidate {
    uint8_t a, b;
    uint32_t weight;
};
enum { CANDIDATES = ENDGAME_CELLS * (ENDGAME_CELLS - 1) / 2 };

/* The components where the other side, if it were to place, would close a cycle and win. */
struct threats {
    unsigned component[ENDGAME_CELLS / 2];
    int count;
};

static struct threats late_threats(const struct endgame *endgame, const struct late *p) {
    struct threats threats = {.count = 0};
    int side = late_side(endgame, p);
    unsigned holes = (unsigned)(p->row_closing[side_other(side)] & ~p->row[side]);
    while (holes && endgame->rules != QTTT_SUM) {
        unsigned component = late_component(p, cells_first(holes));
        if (cells_rest(holes & component))
            threats.component[threats.count++] = component;
        holes &= ~component;
    }
    return threats;
}

/* A pair that leaves a threat as it is loses. */
static bool threats_met(const struct threats *threats, int a, int b) {
    for (int i = 0; i < threats->count; i++)
        if (!((threats->component[i] >> a | threats->component[i] >> b) & 1))
            return false;
    return true;
}

static int search_candidates(const struct endgame *endgame, const struct late *p,
                             const struct entry *known, const struct threats *threats,
                             struct candidate *list) {
    int count = 0, side = late_side(endgame, p);
    for (unsigned as = p->open; as; as = cells_rest(as)) {
        int a = cells_first(as);
        for (unsigned bs = cells_rest(as) & ~late_component(p, a); bs; bs = cells_rest(bs)) {
            int b = cells_first(bs);
            if (!threats_met(threats, a, b))
                continue;
            uint32_t weight = endgame->history[side][a][b];
            if (known != NULL && known->a == a && known->b == b)
                weight = UINT32_MAX;
            list[count++] = (struct candidate){(uint8_t)a, (uint8_t)b, weight};
        }
    }
    return count;
}

/* Brings the heaviest of the candidates from `from` on to that place. */
static void candidates_next(struct candidate *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (list[i].weight > list[best].weight)
            best = i;
    struct candidate c = list[best];
    list[best] = list[from];
    list[from] = c;
}

static int search_joining(struct endgame *endgame, const struct late *p, int bound,
                          const struct entry *known, int *a, int *b) {
    struct candidate list[CANDIDATES];
    struct threats threats = {.count = 0};
    if (bound > THREAT_SCORE)
        threats = late_threats(endgame, p);
    int count = search_candidates(endgame, p, known, &threats, list), side = late_side(endgame, p);
    int best = threats.count ? THREAT_SCORE : SCORE_BARRED;
    for (int i = 0; i < count && best < bound; i++) {
        candidates_next(list, i, count);
        struct late child = *p;
        late_join(endgame, &child, list[i].a, list[i].b);
        int score = score_later(-late_search(endgame, &child, 1 - score_sooner(bound)));
        if (endgame->stopped)
            return 0;
        if (score > best) {
            best = score;
            *a = list[i].a;
            *b = list[i].b;
        }
        history_learn(&endgame->history[side][list[i].a][list[i].b], score >= bound);
    }
    return best;
}

/* The lone last cell: its mark ends the game. */
static int search_lone(const struct endgame *endgame, const struct late *p) {
    int side = late_side(endgame, p);
    struct classical c = p->settled;
    if (endgame->rules == QTTT_SUM)
        return 0;
    classical_put(&c, side, p->moves + 1, cells_first(p->open));
    return score_later(classical_score(endgame, &c, 0, side));
}

static int search_moves(struct endgame *endgame, const struct late *p, int bound) {
    int components = late_components(p), a = 0, b = 0;
    uint64_t before = endgame->nodes;
    const struct entry *known = NULL;
    if (components >= TABLE_COMPONENTS) {
        known = table_find(endgame, p->key);
        if (known && known->low >= bound)
            return known->low;
        if (known && known->high < bound)
            return known->high;
    }
    int best = search_closing(endgame, p, bound, true);
    if (best < bound && components > 1 && !endgame->stopped) {
        int joining = search_joining(endgame, p, bound, known, &a, &b);
        best = joining > best ? joining : best;
    }
    if (endgame->stopped)
        return 0;
    best = best == SCORE_BARRED ? 0 : best; /* no pair may be placed */
    if (components >= TABLE_COMPONENTS)
        table_store(endgame, p->key, bound, best, a, b, endgame->nodes - before);
    return best;
}

/* The null-window test: is the score of the side to place at least bound? Returns a lower bound of
 * the score if so, else an upper bound; anything if the work was stopped. */
static int late_search(struct endgame *endgame, const struct late *p, int bound) {
    endgame->nodes++;
    if (search_stopped(endgame))
        return 0;
    if (!cells_rest(p->open))
        return search_lone(endgame, p);
    int side = late_side(endgame, p);
    bound = score_snap(bound, late_numbered(endgame, p), LONGEST);
    if (bound > 0 ? !late_hope(endgame, p, side) : !late_hope(endgame, p, side_other(side)))
        return 0;
    int closing = search_closing(endgame, p, bound, false);
    return closing >= bound ? closing : search_moves(endgame, p, bound);
}

/* Packing a board. */

struct packing {
    int8_t index[BOARD_SPOTS]; /* of an open spot; -1 elsewhere */
    uint8_t spot[ENDGAME_CELLS];
    int count;
};

static void packing_make(struct packing *packing, const struct board *board) {
    memset(packing->index, -1, sizeof packing->index);
    packing->count = 0;
    for (cellset rest = board->open; set_any(rest); rest = set_rest(rest)) {
        int spot = set_first(rest);
        packing->index[spot] = (int8_t)packing->count;
        packing->spot[packing->count++] = (uint8_t)spot;
    }
}

/* A line from a spot on, if the side can still fill it. */
static void lines_add(struct endgame *endgame, const struct packing *packing,
                      const struct board *board, int start, int step, int side) {
    struct open_line line = {.low = QTTT_MARKS};
    for (int i = 0; i < board->win; i++) {
        int spot = start + i * step;
        if (set_has(board->settled[side_other(side)], spot))
            return;
        if (packing->index[spot] >= 0) {
            line.cells |= (uint16_t)(1u << packing->index[spot]);
            continue;
        }
        int n = board->owner[spot];
        line.low = n < line.low ? (uint8_t)n : line.low;
        line.high = n > line.high ? (uint8_t)n : line.high;
        line.sum = (uint16_t)(line.sum + n);
    }
    endgame->lines[side][endgame->count[side]++] = line;
    endgame->rows[side][line.cells] = true;
}

static void lines_make(struct endgame *endgame, const struct packing *packing,
                       const struct board *board) {
    const int stride = board->size + 1, steps[4] = {1, stride, stride + 1, stride - 1};
    cellset all = set_or(board->open, set_or(board->settled[0], board->settled[1]));
    size_t sets = (size_t)1 << packing->count;
    for (int side = 0; side < 2; side++) {
        memset(endgame->rows[side], 0, sets * sizeof *endgame->rows[side]);
        endgame->count[side] = 0;
        for (int i = 0; i < 4; i++) {
            cellset starts = all;
            for (int k = 1; k < board->win; k++)
                starts = set_and(starts, set_down(all, k * steps[i]));
            for (; set_any(starts); starts = set_rest(starts))
                lines_add(endgame, packing, board, set_first(starts), steps[i], side);
        }
        /* A set holds a line if it is one, or a smaller set holds one. */
        for (size_t set = 1; set < sets; set++)
            for (unsigned rest = (unsigned)set; rest && !endgame->rows[side][set];
                 rest = cells_rest(rest))
                endgame->rows[side][set] = endgame->rows[side][set & ~(rest & -rest)];
    }
}

/* The waiting mark, if there is one, is left out. */
static void late_read(struct endgame *endgame, const struct packing *packing,
                      const struct board *board, struct late *p) {
    memset(p, 0, sizeof *p);
    p->open = (uint16_t)((1u << packing->count) - 1);
    p->numbered = true;
    for (int n = 1; n <= board->moves; n++) {
        if (board->a[n] == board->b[n] || n == board->waiting)
            continue;
        p->moves = (uint8_t)(n - 1);
        late_join(endgame, p, packing->index[board->a[n]], packing->index[board->b[n]]);
    }
    p->moves = (uint8_t)(board->moves - (board->waiting != 0));
    p->numbered = late_narrow(endgame, p);
    late_make_key(endgame, p);
}

/* What is settled from the outset is the same in all keys of a position, and tells boards apart. */
static uint64_t board_base(const struct board *board) {
    uint64_t key = rng_mix(
        (uint64_t)(board->rules << 24 | board->size << 16 | board->win << 8 | board->first));
    for (int side = 0; side < 2; side++)
        for (cellset rest = board->settled[side]; set_any(rest); rest = set_rest(rest)) {
            int spot = set_first(rest);
            key ^= rng_mix((uint64_t)(1 << 16 | spot << 8 | board->owner[spot]));
        }
    return key;
}

static void endgame_room(struct endgame *endgame, int cells) {
    if (cells <= endgame->cells)
        return;
    endgame->cells = cells;
    for (int side = 0; side < 2; side++) {
        free(endgame->rows[side]);
        endgame->rows[side] = memory_new((size_t)1 << cells, sizeof(bool));
    }
}

static void endgame_begin(struct endgame *endgame, const struct board *board,
                          struct packing *packing, struct late *p) {
    uint64_t base = board_base(board);
    packing_make(packing, board);
    if (base != endgame->base) {
        endgame_room(endgame, packing->count);
        endgame->rules = board->rules;
        endgame->first = board->first;
        endgame->base = base;
        lines_make(endgame, packing, board);
    }
    late_read(endgame, packing, board, p);
}

/* The score for the side that has a cycle to collapse. */
static int search_waiting(struct endgame *endgame, const struct late *p, int cell, int bound) {
    struct classical c = late_outcome(endgame, p, cell);
    unsigned open = p->open & ~late_component(p, cell);
    int score = classical_score(endgame, &c, open, side_other(late_side(endgame, p)));
    if (score != SCORE_NONE)
        return score_later(score);
    struct late child = *p;
    late_collapse(endgame, &child, cell);
    return score_later(late_search(endgame, &child, score_sooner(bound)));
}

/* The test of the root, rows of both sides counting as `ties` says. */
static int search_with(struct endgame *endgame, const struct board *board,
                       const struct packing *packing, struct late *p, int bound, int ties) {
    endgame->ties = ties;
    late_make_key(endgame, p);
    if (!board->waiting)
        return late_search(endgame, p, bound);
    int best = SCORE_BARRED;
    for (int i = 0; i < 2 && best < bound && !endgame->stopped; i++) {
        int spot = i ? board->b[board->waiting] : board->a[board->waiting];
        int score = search_waiting(endgame, p, packing->index[spot], bound);
        best = score > best ? score : best;
    }
    return best;
}

/* The test of the root. Where rows of both sides count as a loss a good answer is true, where they
 * count as a win a bad one; only if these do not settle it do numbers count. */
static int search_root(struct endgame *endgame, const struct board *board,
                       const struct packing *packing, struct late *p, int bound) {
    int side = board_side(board), other = side_other(side), score;
    if (!p->numbered)
        return search_with(endgame, board, packing, p, bound, TIES_BY_NUMBER);
    if (bound > SOLVER_NARROW) {
        score = search_with(endgame, board, packing, p, bound, other);
        return score >= bound || score > SOLVER_NARROW ? score : SOLVER_NARROW;
    }
    if (bound <= -SOLVER_NARROW) {
        score = search_with(endgame, board, packing, p, bound, side);
        return score < -SOLVER_NARROW ? score : -SOLVER_NARROW;
    }
    int value = bound > 0 ? 1 : 0;
    score = search_with(endgame, board, packing, p, value, other);
    if (score >= value || endgame->stopped)
        return score;
    score = search_with(endgame, board, packing, p, value, side);
    if (score < value || endgame->stopped)
        return score;
    return search_with(endgame, board, packing, p, bound, TIES_BY_NUMBER);
}

static void endgame_limit(struct endgame *endgame, uint64_t nodes, const struct limits *limits) {
    endgame->nodes = 0;
    endgame->most = nodes ? nodes : UINT64_MAX;
    endgame->limits = limits;
    endgame->stopped = false;
}

bool endgame_reaches(struct endgame *endgame, const struct board *board, uint64_t nodes,
                     const struct limits *limits, int bound, bool *yes) {
    struct packing packing;
    struct late p;
    assert(!board->over && endgame_estimate(board) != ENDGAME_NEVER);
    endgame_begin(endgame, board, &packing, &p);
    endgame_limit(endgame, nodes, limits);
    int score = search_root(endgame, board, &packing, &p, bound);
    if (!endgame->stopped)
        *yes = score >= bound;
    return !endgame->stopped;
}

/* Closes in on the score from both sides; stops as soon as both bounds have the same value unless
 * the distance is wanted as well. */
static bool endgame_narrow_down(struct endgame *endgame, const struct board *board, uint64_t nodes,
                                const struct limits *limits, bool distance, int *score) {
    struct packing packing;
    struct late p;
    assert(!board->over && endgame_estimate(board) != ENDGAME_NEVER);
    endgame_begin(endgame, board, &packing, &p);
    endgame_limit(endgame, nodes, limits);
    struct score_window window = score_window(distance);
    while (score_window_open(&window)) {
        int bound = score_window_bound(&window);
        int found = search_root(endgame, board, &packing, &p, bound);
        if (endgame->stopped)
            return false;
        score_window_learn(&window, bound, found);
    }
    *score = window.low;
    return true;
}

bool endgame_solve(struct endgame *endgame, const struct board *board, uint64_t nodes,
                   const struct limits *limits, int *score) {
    return endgame_narrow_down(endgame, board, nodes, limits, true, score);
}

bool endgame_solve_value(struct endgame *endgame, const struct board *board, uint64_t nodes,
                         const struct limits *limits, int *value) {
    int score;
    if (!endgame_narrow_down(endgame, board, nodes, limits, false, &score))
        return false;
    *value = solver_value(score);
    return true;
}

/* Measured by bench/qttt_endgame: what counts is how many components are left to be joined, since
 * each of them is a ply or two; one more takes about six times the nodes. A component is gone with
 * every mark. Lines that are shorter than the board, and larger boards, take less. */
uint64_t endgame_estimate(const struct board *board) {
    if (set_size(board->open) > ENDGAME_CELLS)
        return ENDGAME_NEVER;
    uint64_t estimate = 1;
    for (int i = board_components(board); i > 0; i--)
        estimate *= 6;
    return estimate / 40 + 1;
}

uint64_t endgame_nodes(const struct endgame *endgame) {
    return endgame->nodes;
}

struct endgame *endgame_new(int bits) {
    assert(bits > 0 && bits < 32);
    struct endgame *endgame = memory_new(1, sizeof *endgame);
    endgame->bits = bits;
    endgame->table = memory_new((size_t)1 << bits, sizeof *endgame->table);
    return endgame;
}

void endgame_free(struct endgame *endgame) {
    if (endgame == NULL)
        return;
    free(endgame->rows[0]);
    free(endgame->rows[1]);
    free(endgame->table);
    free(endgame);
}

void endgame_clear(struct endgame *endgame) {
    memset(endgame->table, 0, ((size_t)1 << endgame->bits) * sizeof *endgame->table);
    memset(endgame->history, 0, sizeof endgame->history);
}
