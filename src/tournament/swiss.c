#include "swiss.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"

static const uint64_t PRIME = 2147483647; /* 2^31 - 1 */

/* The state of a pairing. */
struct swiss {
    const struct swiss_player *players;
    const int *met;
    int stride; /* the width of `met` */
    int *list;  /* players without an opponent yet, best first */
    int count;  /* in the list */
    int limit;  /* players that met more often may not meet now */
    bool fair;  /* nor may two that both had one colour two times more often than the other */
};

static bool ranks_above(const struct swiss_player *a, const struct swiss_player *b) {
    return a->halves != b->halves ? a->halves > b->halves : a->seed < b->seed;
}

/* By points, then seeds; by insertion, for there are few. */
static void list_fill(struct swiss *swiss, int players) {
    for (int player = 0; player < players; player++) {
        if (swiss->players[player].withdrawn)
            continue;
        int at = swiss->count++;
        for (; at > 0 && ranks_above(&swiss->players[player], &swiss->players[swiss->list[at - 1]]);
             at--)
            swiss->list[at] = swiss->list[at - 1];
        swiss->list[at] = player;
    }
}

static int list_take(struct swiss *swiss, int at) {
    int player = swiss->list[at];
    swiss->count--;
    memmove(&swiss->list[at], &swiss->list[at + 1],
            (size_t)(swiss->count - at) * sizeof *swiss->list);
    return player;
}

static void list_put(struct swiss *swiss, int at, int player) {
    memmove(&swiss->list[at + 1], &swiss->list[at],
            (size_t)(swiss->count - at) * sizeof *swiss->list);
    swiss->list[at] = player;
    swiss->count++;
}

/* Whether the rest can be paired. */

static bool may_meet(const struct swiss *swiss, int i, int j) {
    int a = swiss->list[i], b = swiss->list[j];
    int colours = swiss->players[a].colours;
    bool clash = colours == swiss->players[b].colours && abs(colours) >= 2;
    return swiss->met[a * swiss->stride + b] <= swiss->limit && !(swiss->fair && clash);
}

/* Where every player may meet at least half of the others, all can be paired (Dirac's theorem). */
static bool surely_pairs(const struct swiss *swiss) {
    for (int i = 0; i < swiss->count; i++) {
        int degree = 0;
        for (int j = 0; j < swiss->count; j++)
            degree += i != j && may_meet(swiss, i, j);
        if (2 * degree < swiss->count)
            return false;
    }
    return true;
}

static uint64_t inverse_mod(uint64_t value) {
    uint64_t result = 1;
    for (uint64_t power = PRIME - 2; power > 0; power >>= 1) {
        if (power & 1)
            result = result * value % PRIME;
        value = value * value % PRIME;
    }
    return result;
}

static bool is_regular(uint64_t *matrix, int size) {
    for (int k = 0; k < size; k++) {
        int row = k;
        while (row < size && matrix[row * size + k] == 0)
            row++;
        if (row == size)
            return false;
        for (int j = 0; row != k && j < size; j++) {
            uint64_t saved = matrix[k * size + j];
            matrix[k * size + j] = matrix[row * size + j];
            matrix[row * size + j] = saved;
        }
        uint64_t inverse = inverse_mod(matrix[k * size + k]);
        for (int i = k + 1; i < size; i++) {
            uint64_t factor = matrix[i * size + k] * inverse % PRIME;
            for (int j = k; factor != 0 && j < size; j++)
                matrix[i * size + j] =
                    (matrix[i * size + j] + (PRIME - factor) * matrix[k * size + j]) % PRIME;
        }
    }
    return true;
}

/* A graph has a perfect matching if and only if its Tutte matrix is regular, which is tried with
 * fixed numbers in the place of the unknowns: a "yes" is certain, a wrong "no" has odds of one in
 * millions and would only cost the best choice of opponent. */
static bool can_pair(const struct swiss *swiss) {
    if (surely_pairs(swiss))
        return true;
    size_t size = (size_t)swiss->count;
    uint64_t *matrix = memory_new(size * size, sizeof *matrix);
    for (int i = 0; i < swiss->count; i++)
        for (int j = i + 1; j < swiss->count; j++) {
            if (!may_meet(swiss, i, j))
                continue;
            uint64_t value = 1 + rng_mix((uint64_t)i * size + (uint64_t)j) % (PRIME - 1);
            matrix[(size_t)i * size + (size_t)j] = value;
            matrix[(size_t)j * size + (size_t)i] = PRIME - value;
        }
    bool regular = is_regular(matrix, swiss->count);
    free(matrix);
    return regular;
}

/* The lowest of those with the fewest byes, if the others can be paired then. */
static bool choose_bye(struct swiss *swiss, long round, int *bye) {
    for (int byes = 0; byes <= round; byes++)
        for (int at = swiss->count - 1; at >= 0; at--) {
            if (swiss->players[swiss->list[at]].byes != byes)
                continue;
            *bye = list_take(swiss, at);
            if (can_pair(swiss))
                return true;
            list_put(swiss, at, *bye);
        }
    return false;
}

/* Nobody meets the same opponent again while any complete round without that is left. Colours come
 * second. */
static int choose_limit(struct swiss *swiss, long round) {
    int bye = -1;
    for (int tries = 0;; tries++) {
        swiss->limit = tries / 2;
        swiss->fair = tries % 2 == 0;
        if (swiss->count % 2 == 1 ? choose_bye(swiss, round, &bye) : can_pair(swiss))
            return bye;
    }
}

static int score_group(const struct swiss *swiss) {
    int halves = swiss->players[swiss->list[0]].halves, same = 1;
    while (same < swiss->count && swiss->players[swiss->list[same]].halves == halves)
        same++;
    return same;
}

/* Wish number n of the first player in the list, as a place in the list. In a score group the
 * better half meets the other half, in order. An opponent who is not free is replaced by the next
 * ones down, then by those further up, then by those with fewer points. */
static int wish(int group, int n) {
    int half = group / 2;
    if (group < 2)
        return n + 1;
    if (n < group - half)
        return half + n;
    if (n < group - 1)
        return half - 1 - (n - (group - half));
    return n + 1;
}

/* Takes the opponent of the first in the list: its first wish that leaves all others a partner. */
static int choose_opponent(struct swiss *swiss) {
    int first = swiss->list[0], group = score_group(swiss);
    for (int n = 0; n < swiss->count - 1; n++) {
        int at = wish(group, n);
        if (!may_meet(swiss, 0, at))
            continue;
        int second = list_take(swiss, at);
        list_take(swiss, 0);
        if (can_pair(swiss))
            return second;
        list_put(swiss, 0, first);
        list_put(swiss, at, second);
    }
    int second = list_take(swiss, 1); /* only after a wrong "no" */
    list_take(swiss, 0);
    return second;
}

/* The first colour goes to the player that had it less often, then to the one that did not have it
 * last, then in turn. */
static bool second_begins(const struct swiss_player *a, const struct swiss_player *b, long turn) {
    if (a->colours != b->colours)
        return a->colours > b->colours;
    if (a->last != b->last)
        return a->last > b->last;
    return turn % 2 == 1;
}

int swiss_pair(const struct swiss_player *players, int count, const int *met, long round,
               struct swiss_pairing *pairings, int *bye) {
    assert(count > 0 && round >= 0);
    struct swiss swiss = {.players = players,
                          .met = met,
                          .stride = count,
                          .list = memory_new((size_t)count, sizeof *swiss.list)};
    int paired = 0;
    list_fill(&swiss, count);
    *bye = swiss.count > 0 ? choose_limit(&swiss, round) : -1;
    while (swiss.count >= 2) {
        int a = swiss.list[0], b = choose_opponent(&swiss);
        bool turned = second_begins(&players[a], &players[b], round + paired);
        pairings[paired++] = (struct swiss_pairing){{turned ? b : a, turned ? a : b}};
    }
    free(swiss.list);
    return paired;
}
