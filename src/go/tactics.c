#include "tactics.h"

/* Enough for a ladder across the largest board, and few enough for many ladders in one search. */
enum { LADDER_NODES = 160, SPACE_MAX = 6 };

int go_tactics_liberties(const struct go_board *board, int p, int liberties[3]) {
    /* At most four stones count the same liberty; two neighbours have none in common. */
    const struct go_point *chain = &board->point[go_board_head(board, p)];
    if (chain->liberties > 8 || (chain->stones <= 2 && chain->liberties > 2))
        return 3;
    return go_board_liberties(board, p, 3, liberties);
}

int go_tactics_chain_after(const struct go_board *board, int side, int p, int *stones) {
    enum { ENOUGH = 2 };
    int heads[4], found[ENOUGH + 1], liberties[ENOUGH + 1];
    int count = 0;
    *stones = 1;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        bool taken = go_board_colour(board, n) == 1 - side && go_board_in_atari(board, n);
        if ((taken || go_board_colour(board, n) == GO_EMPTY) && count <= ENOUGH)
            found[count++] = n;
    }
    int chains = go_board_chains(board, p, side, heads);
    for (int k = 0; k < chains; k++) {
        *stones += go_board_stones(board, heads[k]);
        int more = go_board_liberties(board, heads[k], ENOUGH + 1, liberties);
        for (int i = 0; i < more && count <= ENOUGH; i++) {
            if (liberties[i] != p)
                count = go_liberty_add(found, count, liberties[i]);
        }
    }
    return count;
}

void go_tactics_counter_captures(const struct go_board *board, int p, struct go_move_queue *queue) {
    int side = go_board_colour(board, p);
    int start = p;
    do {
        if (go_board_around(board, p, 1 - side) > 0) {
#pragma GCC unroll 4
            for (int i = 0; i < 4; i++) {
                int n = p + go_board_step(board, i);
                if (go_board_colour(board, n) != 1 - side || !go_board_in_atari(board, n))
                    continue;
                int at = go_board_last_liberty(board, n);
                if (go_board_is_legal(board, side, at))
                    go_move_queue_add(queue, at);
            }
        }
        p = go_board_next(board, p);
    } while (p != start);
}

static bool ladder_attack(const struct go_board *board, int p, int *first, int *nodes);

/* Whether a chain in atari is lost, its owner to move. Changes the board. */
static bool is_lost_in_atari(struct go_board *board, int p, int *nodes) {
    int side = go_board_colour(board, p);
    int liberties[3], unused;
    struct go_move_queue queue = {0};
    go_tactics_counter_captures(board, p, &queue);
    if (queue.count > 0)
        return false;
    int at = go_board_last_liberty(board, p);
    if (!go_board_is_legal(board, side, at))
        return true;
    go_board_play(board, side, at);
    int count = go_tactics_liberties(board, p, liberties);
    return count < 2 || (count == 2 && ladder_attack(board, p, &unused, nodes));
}

/* Whether a chain with these two liberties, attacked at one, has three after extending to the
 * other: most chains do, and then nothing needs to be read. */
static bool extension_is_free(const struct go_board *board, int attacked, int run) {
    int apart = attacked > run ? attacked - run : run - attacked;
    return go_board_empty_around(board, run) - (apart == 1 || apart == board->stride) >= 3;
}

/* The liberties after that extension, up to three, with those of chains it joins; -1 if captures or
 * a ko make it necessary to play it out. */
static int extension_liberties(const struct go_board *board, int p, int attacked, int run) {
    enum { ENOUGH = 3 };
    int side = go_board_colour(board, p);
    int found[ENOUGH], heads[4], liberties[ENOUGH + 2];
    int count = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int ahead = run + go_board_step(board, i), behind = attacked + go_board_step(board, i);
        int colour = go_board_colour(board, ahead);
        if (colour == GO_EMPTY && ahead != attacked)
            found[count++] = ahead;
        if ((colour == 1 - side && go_board_in_atari(board, ahead)) ||
            (go_board_colour(board, behind) == side && go_board_in_atari(board, behind)))
            return -1;
    }
    int chains = go_board_chains(board, run, side, heads);
    for (int k = 0; k < chains; k++) {
        if (heads[k] == go_board_head(board, p))
            continue;
        int more = go_board_liberties(board, heads[k], ENOUGH + 2, liberties);
        for (int i = 0; i < more && count < ENOUGH; i++) {
            if (liberties[i] != run && liberties[i] != attacked)
                count = go_liberty_add(found, count, liberties[i]);
        }
    }
    return board->ko == GO_NO_POINT ? count : -1;
}

/* Whether the extension decides the ladder at once: *caught says which way. */
static bool is_extension_clear(const struct go_board *board, int p, int attacked, int run,
                               bool *caught) {
    struct go_move_queue queue = {0};
    int liberties = extension_liberties(board, p, attacked, run);
    *caught = liberties < 2;
    if (liberties < 0 || liberties == 2)
        return false;
    if (*caught)
        go_tactics_counter_captures(board, p, &queue);
    return queue.count == 0;
}

static bool ladder_attack(const struct go_board *board, int p, int *first, int *nodes) {
    int other = 1 - go_board_colour(board, p);
    int liberties[3];
    int count = go_tactics_liberties(board, p, liberties);
    if (count > 2 || --*nodes < 0)
        return false;
    for (int i = 0; i < count; i++) {
        struct go_board next;
        if (!go_board_is_legal(board, other, liberties[i]))
            continue;
        *first = liberties[i];
        if (count == 1)
            return true;
        if (extension_is_free(board, liberties[i], liberties[1 - i]))
            continue;
        /* A stone that would be in atari itself threatens nothing. */
        if (go_board_liberties_after(board, other, liberties[i]) < 2)
            continue;
        bool caught;
        if (is_extension_clear(board, p, liberties[i], liberties[1 - i], &caught)) {
            if (caught)
                return true;
            continue;
        }
        go_board_copy(&next, board);
        go_board_play(&next, other, liberties[i]);
        if (is_lost_in_atari(&next, p, nodes))
            return true;
    }
    return false;
}

bool go_tactics_ladder(const struct go_board *board, int p, int *first) {
    int nodes = LADDER_NODES;
    return ladder_attack(board, p, first, &nodes);
}

bool go_tactics_escapes(const struct go_board *board, int p) {
    int side = go_board_colour(board, p);
    int at = go_board_last_liberty(board, p);
    int stones, first;
    if (!go_board_is_legal(board, side, at))
        return false;
    int liberties = go_tactics_chain_after(board, side, at, &stones);
    if (liberties != 2)
        return liberties > 2;
    struct go_board next;
    go_board_copy(&next, board);
    go_board_play(&next, side, at);
    return !go_tactics_ladder(&next, at, &first);
}

/* A small eye space or chain: its points, and how many of the others each one touches. */
struct space {
    int count;
    int at[SPACE_MAX];
    int joined[SPACE_MAX];
    int joints;
};

static int space_index(const struct space *space, int p) {
    for (int i = 0; i < space->count; i++)
        if (space->at[i] == p)
            return i;
    return -1;
}

static void space_join(const struct go_board *board, struct space *space) {
    space->joints = 0;
    for (int i = 0; i < space->count; i++) {
        space->joined[i] = 0;
        for (int k = 0; k < 4; k++)
            space->joined[i] += space_index(space, space->at[i] + go_board_step(board, k)) >= 0;
        space->joints += space->joined[i];
    }
    space->joints /= 2;
}

/* The vital point of an eye space: the middle of three, of a pyramid four, of a bulky or crossed
 * five, of a rabbity six. */
static int space_vital(const struct space *space) {
    static const struct {
        int count, joints, joined;
    } shapes[] = {{3, 2, 2}, {4, 3, 3}, {5, 5, 3}, {5, 4, 4}, {6, 6, 4}};
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        if (shapes[k].count != space->count || shapes[k].joints != space->joints)
            continue;
        for (int i = 0; i < space->count; i++)
            if (space->joined[i] == shapes[k].joined)
                return space->at[i];
    }
    return GO_NO_POINT;
}

/* All empty points connected to p; false if they are too many or touch both sides. A bit mask, in
 * which points may share a bit, saves most searches through the list. */
static bool space_fill(const struct go_board *board, int p, struct space *space) {
    int enclosed = GO_EMPTY;
    const int steps[4] = {1, -1, board->stride, -board->stride};
    uint64_t met = (uint64_t)1 << (p & 63);
    space->count = 1;
    space->at[0] = p;
    for (int i = 0; i < space->count; i++)
        for (int k = 0; k < 4; k++) {
            int n = space->at[i] + steps[k];
            int colour = go_board_colour(board, n);
            uint64_t bit = (uint64_t)1 << (n & 63);
            if (colour < GO_EMPTY) {
                if (enclosed != GO_EMPTY && enclosed != colour)
                    return false;
                enclosed = colour;
            } else if (colour == GO_EMPTY && ((met & bit) == 0 || space_index(space, n) < 0)) {
                if (space->count == SPACE_MAX)
                    return false;
                met |= bit;
                space->at[space->count++] = n;
            }
        }
    return true;
}

int go_tactics_vital(const struct go_board *board, int p) {
    struct space space;
    if (!space_fill(board, p, &space) || space.count < 3)
        return GO_NO_POINT;
    space_join(board, &space);
    return space_vital(&space);
}

/* Whether the chain that side would have at p has a nakade shape: once captured it leaves a space
 * that makes one eye only. Besides the shapes with a vital point these are one or two stones and
 * the square of four. */
static bool is_nakade(const struct go_board *board, int side, int p) {
    int heads[4];
    struct space space = {.count = 1, .at = {p}};
    int chains = go_board_chains(board, p, side, heads);
    for (int k = 0; k < chains; k++) {
        int q = heads[k];
        do {
            if (space.count == SPACE_MAX)
                return false;
            space.at[space.count++] = q;
            q = go_board_next(board, q);
        } while (q != heads[k]);
    }
    if (space.count <= 2)
        return true;
    space_join(board, &space);
    return (space.count == 4 && space.joints == 4) || space_vital(&space) != GO_NO_POINT;
}

/* Whether the chain that side would have at p has two liberties, or captures several stones. */
static bool is_safe(const struct go_board *board, int side, int p) {
    if (go_board_empty_around(board, p) >= 2 || go_board_liberties_after(board, side, p) >= 2)
        return true;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (go_board_colour(board, n) == 1 - side && go_board_in_atari(board, n) &&
            go_board_stones(board, n) > 1)
            return true;
    }
    return false;
}

bool go_tactics_is_bad_self_atari(const struct go_board *board, int side, int p) {
    return !is_safe(board, side, p) && !is_nakade(board, side, p);
}

/* Whether stones in atari at p spoil an eye next to own stones, or stand beside an enemy chain with
 * fewer than four liberties. */
static bool presses(const struct go_board *board, int side, int p) {
    int heads[4], liberties[4];
    for (int i = 0; i < 4; i++)
        if (go_board_colour(board, p + go_board_corner(board, i)) == side)
            return true;
    int chains = go_board_chains(board, p, 1 - side, heads);
    for (int k = 0; k < chains; k++)
        if (board->point[heads[k]].liberties <= 12 &&
            go_board_liberties(board, heads[k], 4, liberties) < 4)
            return true;
    return false;
}

/* The size of the chain that side would have at p. */
static int stones_joined(const struct go_board *board, int side, int p) {
    int heads[4];
    int stones = 1;
    int chains = go_board_chains(board, p, side, heads);
    for (int k = 0; k < chains; k++)
        stones += go_board_stones(board, heads[k]);
    return stones;
}

bool go_tactics_is_wasteful_self_atari(const struct go_board *board, int side, int p) {
    if (is_safe(board, side, p))
        return false;
    return !is_nakade(board, side, p) ||
           (stones_joined(board, side, p) <= 2 && !presses(board, side, p));
}
