#include "playout.h"

/* Spots of a set one of which has a fellow in its component; false if none has. */
static bool set_fellows(const struct board *board, cellset set, int *a, int *b) {
    while (set_any(set)) {
        int spot = set_first(set);
        cellset component = board_component(board, spot);
        cellset fellows = set_minus(set_and(set, component), set_of(spot));
        for (cellset rest = fellows; set_any(rest); rest = set_rest(rest))
            if (!board_barred(board, spot, set_first(rest))) {
                *a = spot;
                *b = set_first(rest);
                return true;
            }
        set_drop(&set, component);
    }
    return false;
}

bool board_wins(const struct board *board, int side, int *a, int *b) {
    return set_fellows(board, set_minus(board->row_closing[side], board->row[side_other(side)]), a,
                       b);
}

/* Member number `index` of a set. */
static int set_member(cellset set, uint64_t index) {
    while (index-- > 0)
        set = set_rest(set);
    return set_first(set);
}

static int set_draw(cellset set, struct rng *rng) {
    return set_member(set, rng_below(rng, (uint64_t)set_size(set)));
}

/* The other side wins at its next move by closing in some component: closing there first, between
 * holes that do not help it, is the only way out. */
static bool parry(const struct board *board, int side, int *a, int *b) {
    int other = side_other(side), x, y;
    if (!board_wins(board, other, &x, &y))
        return false;
    cellset component = board_component(board, x);
    return set_fellows(board, set_minus(component, board->row[other]), a, b);
}

/* A random pair that may be placed; there must be one. */
static void draw_any(const struct board *board, struct rng *rng, int *a, int *b) {
    for (int tries = 0; tries < 32; tries++) {
        *a = set_draw(board->open, rng);
        *b = set_draw(set_minus(board->open, set_of(*a)), rng);
        if (!board_barred(board, *a, *b))
            return;
    }
    for (cellset as = board->open; set_any(as); as = set_rest(as))
        for (cellset bs = set_rest(as); set_any(bs); bs = set_rest(bs)) {
            *a = set_first(as);
            *b = set_first(bs);
            if (!board_barred(board, *a, *b))
                return;
        }
}

/* A random pair; one that closes a cycle with a lost outcome is taken only if nothing else turned
 * up in a few tries. */
static void draw_pair(const struct board *board, int side, struct rng *rng, int *a, int *b) {
    cellset lost = board->row[side_other(side)];
    for (int tries = 0; tries < 7; tries++) {
        draw_any(board, rng, a, b);
        bool closes = set_has(board_component(board, *a), *b);
        if (!closes || !(set_has(lost, *a) || set_has(lost, *b)))
            return;
    }
}

static void playout_place(struct board *board, struct rng *rng) {
    int side = board_side(board), a, b;
    cellset more = set_rest(board->open);
    if (!set_any(more)) {
        a = b = set_first(board->open);
    } else if (!board_wins(board, side, &a, &b) && !parry(board, side, &a, &b)) {
        draw_pair(board, side, rng, &a, &b);
    }
    board_place(board, a, b);
}

/* Takes the better outcome if one of them ends the game, else a random one. The waiting mark is the
 * other side's. */
static void playout_settle(struct board *board, struct rng *rng) {
    int side = board_side(board), closer = side_other(side);
    int spots[2] = {board->a[board->waiting], board->b[board->waiting]};
    int value[2];
    board->moves--;
    for (int i = 0; i < 2; i++) {
        value[i] = board_outcome(board, spots[i], closer, side);
        value[i] = value[i] == BOARD_OPEN ? 0 : value[i];
    }
    board->moves++;
    int pick = value[0] != value[1] ? value[1] > value[0] : (int)(rng_next(rng) >> 63);
    board_settle(board, spots[pick]);
}

/* Any pair at all, or either collapse. */
static void playout_err(struct board *board, struct rng *rng) {
    int a = set_first(board->open), b = a;
    if (board->waiting) {
        bool second = rng_next(rng) >> 63;
        board_settle(board, second ? board->b[board->waiting] : board->a[board->waiting]);
        return;
    }
    if (set_any(set_rest(board->open)))
        draw_any(board, rng, &a, &b);
    board_place(board, a, b);
}

void playout_run(struct board *board, int fool, int errors, struct rng *rng) {
    while (!board->over)
        if (errors && board_side(board) == fool && rng_below(rng, (uint64_t)errors) == 0)
            playout_err(board, rng);
        else if (board->waiting)
            playout_settle(board, rng);
        else
            playout_place(board, rng);
}
