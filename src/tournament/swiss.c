#include "swiss.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"

static const uint64_t PRIME = 2147483647; /* 2^31 - 1 */

/* The state of a pairing. Players that have met before may have to meet again: `spare[k]` is how
 * many of the pairings still to be made may be between players that have met more than k times. */
struct swiss {
    const struct swiss_player *players;
    const int *met;
    int stride; /* the width of `met` */
    int *list;  /* players without an opponent yet, best first */
    int count;  /* in the list */
    bool fair;  /* no two meet that both had one colour two times more often than the other */
    int levels; /* in `spare`: the most meetings of any two */
    int *spare;
    int *least; /* the same, as few as they can be for the whole list */
    long steps; /* left to a search, which goes on with fewer demands then */
    struct swiss_pairing *pairings;
    int paired;
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

/* How many can be paired. */

static int times_met(const struct swiss *swiss, int i, int j) {
    return swiss->met[swiss->list[i] * swiss->stride + swiss->list[j]];
}

static bool may_meet(const struct swiss *swiss, int i, int j, int limit) {
    int colours = swiss->players[swiss->list[i]].colours;
    bool clash = colours == swiss->players[swiss->list[j]].colours && abs(colours) >= 2;
    return times_met(swiss, i, j) <= limit && !(swiss->fair && clash);
}

/* Where every player may meet at least half of the others, all can be paired (Dirac's theorem). */
static bool surely_pairs(const struct swiss *swiss, int limit) {
    for (int i = 0; i < swiss->count; i++) {
        int degree = 0;
        for (int j = 0; j < swiss->count; j++)
            degree += i != j && may_meet(swiss, i, j, limit);
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

static int matrix_rank(uint64_t *matrix, int size) {
    int rank = 0;
    for (int k = 0; k < size; k++) {
        int row = rank;
        while (row < size && matrix[row * size + k] == 0)
            row++;
        if (row == size)
            continue;
        for (int j = 0; row != rank && j < size; j++) {
            uint64_t saved = matrix[rank * size + j];
            matrix[rank * size + j] = matrix[row * size + j];
            matrix[row * size + j] = saved;
        }
        uint64_t inverse = inverse_mod(matrix[rank * size + k]);
        for (int i = rank + 1; i < size; i++) {
            uint64_t factor = matrix[i * size + k] * inverse % PRIME;
            for (int j = k; factor != 0 && j < size; j++)
                matrix[i * size + j] =
                    (matrix[i * size + j] + (PRIME - factor) * matrix[rank * size + j]) % PRIME;
        }
        rank++;
    }
    return rank;
}

/* How many players of the list must stay alone where nobody may meet whom they have met more often
 * than the limit. As many can be paired as the rank of the graph's Tutte matrix, which is tried
 * with fixed numbers in the place of the unknowns: those that it finds are certain, and the odds
 * that it misses some are one in millions. */
static int must_stay_alone(const struct swiss *swiss, int limit) {
    if (surely_pairs(swiss, limit))
        return 0;
    size_t size = (size_t)swiss->count;
    uint64_t *matrix = memory_new(size * size, sizeof *matrix);
    for (int i = 0; i < swiss->count; i++)
        for (int j = i + 1; j < swiss->count; j++) {
            if (!may_meet(swiss, i, j, limit))
                continue;
            uint64_t value = 1 + rng_mix((uint64_t)i * size + (uint64_t)j) % (PRIME - 1);
            matrix[(size_t)i * size + (size_t)j] = value;
            matrix[(size_t)j * size + (size_t)i] = PRIME - value;
        }
    int rank = matrix_rank(matrix, swiss->count);
    free(matrix);
    return swiss->count - rank;
}

/* Whether the rest can be paired as far as each demand alone is concerned. Without demands on
 * colours, and where nobody has met twice, that is certain: those who stay alone in the graph of
 * new opponents have met each other, and may meet again. */
static bool may_pair(const struct swiss *swiss) {
    for (int k = 0; k < swiss->levels; k++) {
        int alone = must_stay_alone(swiss, k);
        if (alone > 2 * swiss->spare[k])
            return false;
        if (alone == 0) /* nor does anybody further up */
            return true;
    }
    return !swiss->fair || must_stay_alone(swiss, swiss->levels) == 0;
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

/* The first colour goes to the player that had it less often, then to the one that did not have it
 * last, then in turn. */
static bool second_begins(const struct swiss_player *a, const struct swiss_player *b, long turn) {
    if (a->colours != b->colours)
        return a->colours > b->colours;
    if (a->last != b->last)
        return a->last > b->last;
    return turn % 2 == 1;
}

static void spend(struct swiss *swiss, int met, int sign) {
    for (int k = 0; k < met && k < swiss->levels; k++)
        swiss->spare[k] -= sign;
}

/* Pairs all of the list: the first gets its first wish with which that can be done. */
static bool pair_all(struct swiss *swiss, long round) {
    if (swiss->count < 2)
        return true;
    int group = score_group(swiss), paired = swiss->paired;
    for (int n = 0; n < swiss->count - 1 && swiss->steps > 0; n++) {
        int at = wish(group, n), met = times_met(swiss, 0, at);
        if (!may_meet(swiss, 0, at, swiss->levels) || (met > 0 && swiss->spare[met - 1] == 0))
            continue;
        int b = list_take(swiss, at), a = list_take(swiss, 0);
        const struct swiss_player *players = swiss->players;
        bool turned = second_begins(&players[a], &players[b], round + paired);
        swiss->pairings[paired] = (struct swiss_pairing){{turned ? b : a, turned ? a : b}};
        swiss->paired = paired + 1;
        swiss->steps--;
        spend(swiss, met, 1);
        if (may_pair(swiss) && pair_all(swiss, round))
            return true;
        spend(swiss, met, -1);
        swiss->paired = paired;
        list_put(swiss, 0, a);
        list_put(swiss, at, b);
    }
    return false;
}

/* Tries with the fewest meetings beyond every level below `strict`, and as many as it takes beyond
 * the others. */
static bool try_pairing(struct swiss *swiss, long round, int strict, bool fair) {
    for (int k = 0; k < swiss->levels; k++)
        swiss->spare[k] = k < strict ? swiss->least[k] : swiss->count;
    swiss->fair = fair;
    swiss->steps = 1000 + (long)swiss->count * swiss->count; /* more than where nothing is undone */
    return pair_all(swiss, round);
}

/* As few as can be that meet again, then that meet a third time, and so on; colours come second.
 * What is asked of the first level alone is always possible, but for the odds of the rank. */
static void pair_best(struct swiss *swiss, long round) {
    for (int strict = swiss->levels; strict >= 0; strict--)
        if (try_pairing(swiss, round, strict, true) || try_pairing(swiss, round, strict, false))
            return;
}

static void find_least(struct swiss *swiss, int *least) {
    swiss->fair = false;
    for (int k = 0; k < swiss->levels; k++)
        least[k] = k > 0 && least[k - 1] == 0 ? 0 : must_stay_alone(swiss, k) / 2;
}

static int compare_least(const int *a, const int *b, int levels) {
    for (int k = 0; k < levels; k++)
        if (a[k] != b[k])
            return a[k] - b[k];
    return 0;
}

static int fewest_byes(const struct swiss *swiss) {
    int fewest = swiss->players[swiss->list[0]].byes;
    for (int at = 1; at < swiss->count; at++) {
        int byes = swiss->players[swiss->list[at]].byes;
        fewest = byes < fewest ? byes : fewest;
    }
    return fewest;
}

/* Nobody has one bye more than another player before everybody has as many; of those with the
 * fewest, the lowest one without whom the fewest meet again. */
static int choose_bye(struct swiss *swiss) {
    int fewest = fewest_byes(swiss), best = -1;
    int *least = memory_new((size_t)swiss->levels + 1, sizeof *least);
    for (int at = swiss->count - 1; at >= 0; at--) {
        if (swiss->players[swiss->list[at]].byes != fewest)
            continue;
        int player = list_take(swiss, at);
        find_least(swiss, least);
        list_put(swiss, at, player);
        if (best < 0 || compare_least(least, swiss->least, swiss->levels) < 0) {
            memcpy(swiss->least, least, (size_t)swiss->levels * sizeof *least);
            best = at;
        }
        if (swiss->levels == 0 || swiss->least[0] == 0)
            break;
    }
    free(least);
    return list_take(swiss, best);
}

/* The most meetings of any two of the list. */
static int most_met(const struct swiss *swiss) {
    int most = 0;
    for (int i = 0; i < swiss->count; i++)
        for (int j = i + 1; j < swiss->count; j++) {
            int met = times_met(swiss, i, j);
            most = met > most ? met : most;
        }
    return most;
}

int swiss_pair(const struct swiss_player *players, int count, const int *met, long round,
               struct swiss_pairing *pairings, int *bye) {
    assert(count > 0 && round >= 0);
    struct swiss swiss = {.players = players,
                          .met = met,
                          .stride = count,
                          .list = memory_new((size_t)count, sizeof *swiss.list),
                          .pairings = pairings};
    list_fill(&swiss, count);
    swiss.levels = most_met(&swiss);
    swiss.spare = memory_new((size_t)swiss.levels + 1, sizeof *swiss.spare);
    swiss.least = memory_new((size_t)swiss.levels + 1, sizeof *swiss.least);
    *bye = swiss.count % 2 == 1 ? choose_bye(&swiss) : -1;
    find_least(&swiss, swiss.least);
    pair_best(&swiss, round);
    free(swiss.list);
    free(swiss.spare);
    free(swiss.least);
    return swiss.paired;
}
