#include "go_plain.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "../../src/go/judge.h"
#include "../../src/go/playout.h"
#include "../../src/go/tactics.h"

enum { IDEAS_MAX = 24, OWNERMAP_PLAYOUTS = 64 };

struct idea {
    move m;
    double value; /* by rule of thumb */
    long visits;
    double wins;
};

/* One thought. */
struct thought {
    const struct go_state *state;
    int side;
    struct go_ownermap ownermap;
    struct rng rng;
    struct idea *ideas; /* best by rule of thumb first; only the first IDEAS_MAX are tried out */
    size_t count;
    uint64_t playouts;
};

/* What a stone at p would take, save and threaten. */
struct deed {
    int taken, saved, threatened;
    int stones, liberties; /* of the chain it would belong to */
};

static struct deed deed_of(const struct go_board *board, int side, int p) {
    struct deed deed = {0};
    int seen[4], count = 0, two[3];
    deed.liberties = go_tactics_chain_after(board, side, p, &deed.stones);
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (go_board_colour(board, n) >= GO_EMPTY)
            continue;
        int head = go_board_head(board, n);
        bool known = false;
        for (int k = 0; k < count; k++)
            known = known || seen[k] == head;
        if (known)
            continue;
        seen[count++] = head;
        bool own = go_board_colour(board, n) == side;
        int stones = go_board_stones(board, n);
        if (go_board_in_atari(board, n) && own)
            deed.saved += stones;
        else if (go_board_in_atari(board, n))
            deed.taken += stones;
        else if (!own && go_board_liberties(board, n, 3, two) == 2)
            deed.threatened += stones;
    }
    if (deed.liberties < 2 && deed.taken == 0)
        deed.saved = 0;
    return deed;
}

/* The third and fourth lines are good in the opening, the first is not; so is room. */
static double place_worth(const struct go_board *board, int p) {
    int column = go_board_column(board, p), row = go_board_row(board, p);
    int last = board->size - 1;
    int edge = column < row ? column : row;
    edge = last - column < edge ? last - column : edge;
    edge = last - row < edge ? last - row : edge;
    int stones = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int x = column + dx, y = row + dy;
            if (x >= 0 && y >= 0 && x <= last && y <= last)
                stones += go_board_colour(board, go_board_at(board, x, y)) < GO_EMPTY;
        }
    double value = edge == 0 ? -6 : edge == 1 ? -2 : edge <= 3 ? 4 : 2;
    return value + (stones == 0 ? 3 : 6.0 / stones);
}

/* Whether the playouts agree on whose point it is. */
static bool is_settled(const struct go_ownermap *ownermap, int p) {
    int most = ownermap->owned[GO_BLACK][p] > ownermap->owned[GO_WHITE][p]
                   ? ownermap->owned[GO_BLACK][p]
                   : ownermap->owned[GO_WHITE][p];
    return most * 20 >= ownermap->playouts * 19;
}

static double idea_worth(struct thought *thought, int p) {
    const struct go_board *board = &thought->state->board;
    struct deed deed = deed_of(board, thought->side, p);
    double value = place_worth(board, p) + rng_unit(&thought->rng);
    value += 20 * deed.taken + 15 * deed.saved + 4 * deed.threatened;
    if (deed.liberties < 2 && deed.taken == 0)
        value -= 10 * deed.stones;
    return value;
}

static int idea_order(const void *a, const void *b) {
    const struct idea *x = a, *y = b;
    if (x->value > y->value || x->value < y->value)
        return x->value > y->value ? -1 : 1;
    return (x->m > y->m) - (x->m < y->m);
}

static void ideas_find(struct thought *thought, const struct moves *legal) {
    const struct go_board *board = &thought->state->board;
    thought->ideas = memory_new(legal->count, sizeof *thought->ideas);
    for (size_t i = 0; i < legal->count; i++) {
        int p = (int)legal->at[i];
        if (p == GO_PASS || go_board_is_eye(board, thought->side, p) ||
            is_settled(&thought->ownermap, p))
            continue;
        thought->ideas[thought->count++] =
            (struct idea){.m = (move)p, .value = idea_worth(thought, p)};
    }
    if (thought->count > 0)
        qsort(thought->ideas, thought->count, sizeof *thought->ideas, idea_order);
    if (thought->count > IDEAS_MAX)
        thought->count = IDEAS_MAX;
}

static void idea_try(struct thought *thought, struct idea *idea) {
    struct go_board board;
    go_board_copy(&board, &thought->state->board);
    go_board_play(&board, thought->side, (int)idea->m);
    go_playout_light(&board, side_other(thought->side), &thought->rng);
    double lead = go_playout_area(&board) - thought->state->komi;
    if (thought->side == GO_WHITE)
        lead = -lead;
    idea->visits++;
    idea->wins += lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    thought->playouts++;
}

/* The usual upper bound; an idea not yet tried comes first, in the order of worth. */
static struct idea *idea_next(const struct thought *thought) {
    struct idea *best = NULL;
    double best_bound = 0, total = 0;
    for (size_t i = 0; i < thought->count; i++)
        total += (double)thought->ideas[i].visits;
    for (size_t i = 0; i < thought->count; i++) {
        struct idea *idea = &thought->ideas[i];
        if (idea->visits == 0)
            return idea;
        double visits = (double)idea->visits;
        double bound = idea->wins / visits + 0.6 * sqrt(log(total) / visits);
        if (best == NULL || bound > best_bound) {
            best = idea;
            best_bound = bound;
        }
    }
    return best;
}

static int visits_order(const void *a, const void *b) {
    const struct idea *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    if (x->wins > y->wins || x->wins < y->wins)
        return x->wins > y->wins ? -1 : 1;
    return idea_order(a, b);
}

/* The only idea needs few playouts. */
static bool is_enough(const struct thought *thought, uint64_t most) {
    return thought->playouts >= most ||
           (thought->count == 1 && thought->playouts >= OWNERMAP_PLAYOUTS);
}

move go_plain_choose(const struct go_state *state, const struct past *past, uint64_t playouts,
                     uint64_t seed) {
    struct thought *thought = memory_new(1, sizeof *thought);
    struct moves legal = {0};
    struct limits limits = {.nodes = playouts, .seed = seed};
    *thought = (struct thought){.state = state, .side = go_to_play(state)};
    rng_seed(&thought->rng, seed);
    go_ownermap_fill(&thought->ownermap, &state->board, OWNERMAP_PLAYOUTS, &limits);
    go_moves(state, past, &legal);
    ideas_find(thought, &legal);
    moves_free(&legal);
    while (thought->count > 0 && !is_enough(thought, playouts))
        idea_try(thought, idea_next(thought));
    if (thought->count > 0)
        qsort(thought->ideas, thought->count, sizeof *thought->ideas, visits_order);
    move m = thought->count > 0 ? thought->ideas[0].m : GO_PASS;
    free(thought->ideas);
    free(thought);
    return m;
}
