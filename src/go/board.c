#include "board.h"

#include <assert.h>
#include <string.h>

#include "../core/assert_hot.h"
#include "../core/rng.h"

/* The loops over four neighbours that every playout runs are unrolled by pragma: compilers do not
 * do it by themselves at -O2, and a third of the speed depends on it. */

static inline uint32_t around_unit(int colour) {
    return (uint32_t)1 << (4 * colour);
}

/* Updates the counts and patterns of the eight points around p. The numbers are the shifts at which
 * the neighbour in each direction keeps the colour of p, which lies in the opposite direction. */
static inline void around_change(struct go_board *board, int p, int old, int new) {
    static const unsigned char step_has[4] = {18, 16, 22, 20}, corner_has[4] = {28, 30, 24, 26};
    uint32_t units = around_unit(new) - around_unit(old), change = (uint32_t)(new - old);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        board->point[p + go_board_step(board, i)].around += units + (change << step_has[i]);
        board->point[p + go_board_corner(board, i)].around += change << corner_has[i];
    }
}

/* Computed, as a table would be a global that has to be filled. */
static inline uint64_t stone_key(int p, int colour) {
    return rng_mix((uint64_t)p * 2 + (uint64_t)colour + 1);
}

/* Whether the colour counts and the pattern of a point are right. */
static bool around_is_ok(const struct go_board *board, int p) {
    uint32_t around = 0;
    for (int i = 0; i < 4; i++) {
        int colour = go_board_colour(board, p + go_board_step(board, i));
        int corner = go_board_colour(board, p + go_board_corner(board, i));
        around +=
            colour == GO_EDGE ? around_unit(GO_BLACK) + around_unit(GO_WHITE) : around_unit(colour);
        around += ((uint32_t)colour << 2 * i | (uint32_t)corner << (8 + 2 * i)) << 16;
    }
    return board->point[p].around == around;
}

/* Whether the stones of a chain are of one colour and head, and its liberties are right. */
static bool chain_is_ok(const struct go_board *board, int head) {
    const struct go_point *chain = &board->point[head];
    uint32_t stones = 0, liberties = 0, sum = 0, squares = 0;
    int p = head;
    do {
        if (++stones > GO_POINTS || board->point[p].head != head ||
            board->point[p].colour != chain->colour)
            return false;
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) != GO_EMPTY)
                continue;
            liberties++;
            sum += (uint32_t)n;
            squares += (uint32_t)(n * n);
        }
        p = go_board_next(board, p);
    } while (p != head);
    return liberties > 0 && chain->stones == stones && chain->liberties == liberties &&
           chain->sum == sum && chain->squares == squares;
}

static bool ko_is_ok(const struct go_board *board) {
    return board->ko == GO_NO_POINT || (go_board_colour(board, board->ko) == GO_EMPTY &&
                                        go_board_around(board, board->ko, 1 - board->ko_side) == 4);
}

bool go_board_is_ok(const struct go_board *board) {
    if (board->size < GO_SIZE_MIN || board->size > GO_SIZE_MAX || board->stride != board->size + 1)
        return false;
    uint64_t key = rng_mix(0x60000 + (uint64_t)board->size);
    int empty = 0, in_chains = 0;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n), colour = go_board_colour(board, p);
        if (!around_is_ok(board, p))
            return false;
        if (colour == GO_EMPTY) {
            int slot = board->point[p].slot;
            empty++;
            if (slot >= board->empty_count || board->empty[slot] != p)
                return false;
            continue;
        }
        key ^= stone_key(p, colour);
        if (go_board_head(board, p) != p)
            continue;
        if (!chain_is_ok(board, p))
            return false;
        in_chains += go_board_stones(board, p);
    }
    return board->empty_count == empty && empty + in_chains == board->size * board->size &&
           board->key == key && ko_is_ok(board);
}

void go_board_init(struct go_board *board, int size) {
    assert(size >= GO_SIZE_MIN && size <= GO_SIZE_MAX);
    memset(board, 0, sizeof *board);
    board->size = size;
    board->stride = size + 1;
    board->key = rng_mix(0x60000 + (uint64_t)size);
    for (int p = 0; p < GO_INDEXES; p++)
        board->point[p].colour = GO_EDGE;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int p = go_board_at(board, column, row);
            board->point[p].colour = GO_EMPTY;
            board->point[p].slot = (uint16_t)board->empty_count;
            board->empty[board->empty_count++] = (uint16_t)p;
        }
    for (int n = 0; n < board->empty_count; n++) {
        int p = board->empty[n];
        struct go_point *point = &board->point[p];
        for (int i = 0; i < 4; i++) {
            int colour = go_board_colour(board, p + go_board_step(board, i));
            int corner = go_board_colour(board, p + go_board_corner(board, i));
            point->around += colour == GO_EDGE ? around_unit(GO_BLACK) + around_unit(GO_WHITE)
                                               : around_unit(GO_EMPTY);
            point->around += ((uint32_t)colour << 2 * i | (uint32_t)corner << (8 + 2 * i)) << 16;
        }
    }
}

void go_board_copy(struct go_board *to, const struct go_board *from) {
    size_t indexes = (size_t)(from->size + 2) * (size_t)from->stride + 1;
    memcpy(to, from, offsetof(struct go_board, point) + indexes * sizeof from->point[0]);
    memcpy(to->empty, from->empty, (size_t)from->empty_count * sizeof from->empty[0]);
}

static inline void empty_remove(struct go_board *board, int p) {
    int last = board->empty[--board->empty_count];
    int slot = board->point[p].slot;
    board->empty[slot] = (uint16_t)last;
    board->point[last].slot = (uint16_t)slot;
}

static inline void empty_add(struct go_board *board, int p) {
    board->point[p].slot = (uint16_t)board->empty_count;
    board->empty[board->empty_count++] = (uint16_t)p;
}

static inline void liberty_add(struct go_point *chain, int p) {
    chain->liberties++;
    chain->sum += (uint32_t)p;
    chain->squares += (uint32_t)(p * p);
}

static inline void liberty_remove(struct go_point *chain, int p) {
    chain->liberties--;
    chain->sum -= (uint32_t)p;
    chain->squares -= (uint32_t)(p * p);
}

/* The smaller chain takes the head of the larger one, so that few heads are rewritten. */
static void chain_merge(struct go_board *board, int a, int b) {
    struct go_point *point = board->point;
    if (point[a].stones < point[b].stones) {
        int swap = a;
        a = b;
        b = swap;
    }
    int p = b;
    do {
        point[p].head = (uint16_t)a;
        p = point[p].next;
    } while (p != b);
    uint16_t next = point[a].next;
    point[a].next = point[b].next;
    point[b].next = next;
    point[a].stones = (uint16_t)(point[a].stones + point[b].stones);
    point[a].liberties = (uint16_t)(point[a].liberties + point[b].liberties);
    point[a].sum += point[b].sum;
    point[a].squares += point[b].squares;
}

/* In two rounds, so that stones of the chain itself gain no liberties. */
static int chain_remove(struct go_board *board, int head, int colour) {
    struct go_point *point = board->point;
    int count = 0;
    int p = head;
    do {
        point[p].colour = GO_EMPTY;
        board->key ^= stone_key(p, colour);
        empty_add(board, p);
        count++;
        around_change(board, p, colour, GO_EMPTY);
        p = point[p].next;
    } while (p != head);
    do {
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (point[n].colour < GO_EMPTY)
                liberty_add(&point[point[n].head], p);
        }
        p = point[p].next;
    } while (p != head);
    return count;
}

/* Puts the stone there, removes p from the liberties around it, and merges own chains. */
static void stone_place(struct go_board *board, int side, int p) {
    struct go_point *point = board->point;
    struct go_point *self = &point[p];
    empty_remove(board, p);
    board->key ^= stone_key(p, side);
    self->colour = (uint8_t)side;
    self->head = (uint16_t)p;
    self->next = (uint16_t)p;
    self->stones = 1;
    self->liberties = 0;
    self->sum = 0;
    self->squares = 0;
    around_change(board, p, GO_EMPTY, side);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (point[n].colour == GO_EMPTY)
            liberty_add(self, n);
        else if (point[n].colour < GO_EMPTY)
            liberty_remove(&point[point[n].head], p);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (point[n].colour == side && point[n].head != point[p].head)
            chain_merge(board, point[p].head, point[n].head);
    }
}

int go_board_play(struct go_board *board, int side, int p) {
    struct go_point *point = board->point;
    int other = 1 - side;
    int captured = 0;
    int captured_at = GO_NO_POINT;
    assert_hot(go_board_colour(board, p) == GO_EMPTY && !go_board_is_suicide(board, side, p));
    stone_place(board, side, p);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (point[n].colour == other && point[point[n].head].liberties == 0) {
            captured += chain_remove(board, point[n].head, other);
            captured_at = n;
        }
    }
    board->captured[side] += captured;
    board->ko = GO_NO_POINT;
    if (captured == 1 && point[p].stones == 1 && point[p].head == p && point[p].liberties == 1) {
        board->ko = captured_at;
        board->ko_side = other;
    }
    return captured;
}

void go_board_pass(struct go_board *board) {
    board->ko = GO_NO_POINT;
}

int go_board_liberties(const struct go_board *board, int p, int most, int *liberties) {
    int count = 0;
    int head = go_board_head(board, p);
    p = head;
    do {
        if (go_board_empty_around(board, p) > 0) {
#pragma GCC unroll 4
            for (int i = 0; i < 4; i++) {
                int n = p + go_board_step(board, i);
                if (go_board_colour(board, n) == GO_EMPTY)
                    count = go_liberty_add(liberties, count, n);
                if (count == most)
                    return count;
            }
        }
        p = go_board_next(board, p);
    } while (p != head);
    return count;
}

bool go_board_is_suicide(const struct go_board *board, int side, int p) {
    if (go_board_empty_around(board, p) > 0)
        return false;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        int colour = go_board_colour(board, n);
        if (colour < GO_EMPTY && (colour == side) != go_board_in_atari(board, n))
            return false;
    }
    return true;
}

/* The pseudo-liberties of all chains that would be joined are added up: they all are the same point
 * if their variance is 0, which their count, sum and sum of squares tell. */
int go_board_liberties_after(const struct go_board *board, int side, int p) {
    uint64_t count = 0, sum = 0, squares = 0;
    uint64_t at = (uint64_t)p;
    int heads[4];
    int known = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        int colour = go_board_colour(board, n);
        if (colour == side) {
            int head = go_board_head(board, n);
            bool met = false;
            for (int k = 0; k < known; k++)
                met = met || heads[k] == head;
            if (!met) {
                heads[known++] = head;
                count += board->point[head].liberties;
                sum += board->point[head].sum;
                squares += board->point[head].squares;
            }
            count--;
            sum -= at;
            squares -= at * at;
        } else if (colour == GO_EMPTY || (colour == 1 - side && go_board_in_atari(board, n))) {
            count++;
            sum += (uint64_t)n;
            squares += (uint64_t)(n * n);
        }
    }
    if (count == 0)
        return 0;
    return count * squares == sum * sum ? 1 : 2;
}

bool go_board_is_eye(const struct go_board *board, int side, int p) {
    if (go_board_around(board, p, side) != 4)
        return false;
    int enemies = 0, edges = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int colour = go_board_colour(board, p + go_board_corner(board, i));
        enemies += colour == 1 - side;
        edges += colour == GO_EDGE;
    }
    return enemies + (edges > 0) < 2;
}

uint64_t go_board_key_after(const struct go_board *board, int side, int p) {
    int other = 1 - side;
    int heads[4];
    int count = 0;
    uint64_t key = board->key ^ stone_key(p, side);
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(board, i);
        if (go_board_colour(board, n) != other || !go_board_in_atari(board, n))
            continue;
        int head = go_board_head(board, n);
        bool counted = false;
        for (int k = 0; k < count; k++)
            counted = counted || heads[k] == head;
        if (counted)
            continue;
        heads[count++] = head;
        int q = head;
        do {
            key ^= stone_key(q, other);
            q = go_board_next(board, q);
        } while (q != head);
    }
    return key;
}

/* Emptying a point may split a chain: the chain is removed and placed again stone by stone. */
static void stone_lift(struct go_board *board, int p) {
    uint16_t stones[GO_POINTS];
    int count = 0;
    int colour = go_board_colour(board, p);
    int q = p;
    do {
        stones[count++] = (uint16_t)q;
        q = go_board_next(board, q);
    } while (q != p);
    chain_remove(board, go_board_head(board, p), colour);
    for (int i = 1; i < count; i++)
        stone_place(board, colour, stones[i]);
}

void go_board_put(struct go_board *board, int p, int colour) {
    board->ko = GO_NO_POINT;
    if (go_board_colour(board, p) == colour)
        return;
    if (go_board_colour(board, p) != GO_EMPTY)
        stone_lift(board, p);
    if (colour != GO_EMPTY)
        stone_place(board, colour, p);
}

bool go_board_is_sound(const struct go_board *board, int *p) {
    for (int n = 0; n < board->size * board->size; n++) {
        int q = go_board_point(board, n);
        if (go_board_colour(board, q) < GO_EMPTY &&
            board->point[go_board_head(board, q)].liberties == 0) {
            *p = q;
            return false;
        }
    }
    return true;
}
