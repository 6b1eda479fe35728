/* A Swiss tournament: engines of about equal points meet, and as far as possible no two twice. */
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"
#include "rounds_inside.h"

static const uint64_t PRIME = 2147483647; /* 2^31 - 1 */

/* The state of one round's pairing. `list` are those without an opponent, best first. */
struct draw {
    const struct rounds *rounds;
    int engines;
    int *met;   /* [a * engines + b]: how often */
    int *lean;  /* games with the first colour less those with the second */
    int *began; /* whether it had the first colour when it last played: 1, -1, or 0 */
    int *list;
    int count;
    int limit; /* engines that met more often may not meet now */
    bool fair; /* nor may two that both had one colour two times more often than the other */
};

/* ---- what has been */

static void draw_remember(struct draw *draw, const struct rounds *rounds, long rounds_before) {
    for (long i = 0; i < rounds->begins[rounds_before]; i++) {
        const struct meeting *meeting = &rounds->meetings[i];
        int a = meeting->engines[0], b = meeting->engines[1];
        if (a == NOBODY || b == NOBODY)
            continue;
        int odd = (int)(rounds->schedule.games % 2);
        draw->met[a * draw->engines + b]++;
        draw->met[b * draw->engines + a]++;
        draw->lean[a] += odd;
        draw->lean[b] -= odd;
        draw->began[a] = 1;
        draw->began[b] = -1;
    }
}

static bool ranks_above(const struct rounds *rounds, int a, int b) {
    if (rounds->halves[a] != rounds->halves[b])
        return rounds->halves[a] > rounds->halves[b];
    return rounds->seeds[a] < rounds->seeds[b];
}

/* By points, then seeds; insertion, for there are few. */
static void draw_list(struct draw *draw) {
    for (int engine = 0; engine < draw->engines; engine++) {
        if (rounds_withdrawn(draw->rounds, engine))
            continue;
        int at = draw->count++;
        for (; at > 0 && ranks_above(draw->rounds, engine, draw->list[at - 1]); at--)
            draw->list[at] = draw->list[at - 1];
        draw->list[at] = engine;
    }
}

/* ---- whether the rest can be paired */

static bool may_meet(const struct draw *draw, int i, int j) {
    int a = draw->list[i], b = draw->list[j];
    bool same_lack = draw->lean[a] == draw->lean[b] && abs(draw->lean[a]) >= 2;
    return draw->met[a * draw->engines + b] <= draw->limit && !(draw->fair && same_lack);
}

/* Where everybody may meet at least half of the others, all can be paired (Dirac's theorem). */
static bool surely_pairs(const struct draw *draw) {
    for (int i = 0; i < draw->count; i++) {
        int degree = 0;
        for (int j = 0; j < draw->count; j++)
            degree += i != j && may_meet(draw, i, j);
        if (2 * degree < draw->count)
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
static bool can_pair(const struct draw *draw) {
    if (surely_pairs(draw))
        return true;
    size_t size = (size_t)draw->count;
    uint64_t *matrix = memory_new(size * size, sizeof *matrix);
    for (int i = 0; i < draw->count; i++)
        for (int j = i + 1; j < draw->count; j++) {
            if (!may_meet(draw, i, j))
                continue;
            uint64_t value = 1 + rng_mix((uint64_t)i * size + (uint64_t)j) % (PRIME - 1);
            matrix[(size_t)i * size + (size_t)j] = value;
            matrix[(size_t)j * size + (size_t)i] = PRIME - value;
        }
    bool regular = is_regular(matrix, draw->count);
    free(matrix);
    return regular;
}

/* ---- choosing */

static int draw_take(struct draw *draw, int at) {
    int engine = draw->list[at];
    draw->count--;
    memmove(&draw->list[at], &draw->list[at + 1], (size_t)(draw->count - at) * sizeof *draw->list);
    return engine;
}

static void draw_put(struct draw *draw, int at, int engine) {
    memmove(&draw->list[at + 1], &draw->list[at], (size_t)(draw->count - at) * sizeof *draw->list);
    draw->list[at] = engine;
    draw->count++;
}

/* The wish number n of the first in the list, as a place in the list. Of those with its points the
 * better half meets the other half, in order; who is not free is replaced by the next ones down,
 * then by those further up, then by those with fewer points. */
static int wish(int same, int n) {
    int half = same / 2;
    if (same < 2)
        return n + 1;
    if (n < same - half)
        return half + n;
    if (n < same - 1)
        return half - 1 - (n - (same - half));
    return n + 1;
}

static int group_size(const struct draw *draw) {
    const int *halves = draw->rounds->halves;
    int same = 1;
    while (same < draw->count && halves[draw->list[same]] == halves[draw->list[0]])
        same++;
    return same;
}

/* Takes the opponent of the first in the list: its first wish that leaves all others a partner. */
static int draw_opponent(struct draw *draw) {
    int first = draw->list[0], same = group_size(draw);
    for (int n = 0; n < draw->count - 1; n++) {
        int at = wish(same, n);
        if (!may_meet(draw, 0, at))
            continue;
        int second = draw_take(draw, at);
        draw_take(draw, 0);
        if (can_pair(draw))
            return second;
        draw_put(draw, 0, first);
        draw_put(draw, at, second);
    }
    int second = draw_take(draw, 1); /* only after a wrong "no" */
    draw_take(draw, 0);
    return second;
}

static int byes_of(const struct rounds *rounds, long round, int engine) {
    int byes = 0;
    for (long i = 0; i < round; i++)
        byes += rounds->byes[i] == engine;
    return byes;
}

/* The lowest of those with the fewest byes, if the others can be paired then. */
static bool draw_bye(struct draw *draw, long round, int *bye) {
    for (int byes = 0; byes <= round; byes++)
        for (int at = draw->count - 1; at >= 0; at--) {
            if (byes_of(draw->rounds, round, draw->list[at]) != byes)
                continue;
            *bye = draw_take(draw, at);
            if (can_pair(draw))
                return true;
            draw_put(draw, at, *bye);
        }
    return false;
}

/* Nobody meets again while any complete round without that is left. Colours come after that. */
static int draw_limit(struct draw *draw, long round) {
    int bye = NOBODY;
    for (int tries = 0;; tries++) {
        draw->limit = tries / 2;
        draw->fair = tries % 2 == 0;
        if (draw->count % 2 == 1 ? draw_bye(draw, round, &bye) : can_pair(draw))
            return bye;
    }
}

/* The first colour goes to who had it less often, then to who did not have it last, then in turn.
 */
static bool draw_turns(const struct draw *draw, int a, int b, long turn) {
    if (draw->lean[a] != draw->lean[b])
        return draw->lean[a] > draw->lean[b];
    if (draw->began[a] != draw->began[b])
        return draw->began[a] > draw->began[b];
    return turn % 2 == 1;
}

void swiss_pair(struct rounds *rounds, long round) {
    size_t engines = (size_t)rounds->schedule.engines;
    struct draw draw = {.rounds = rounds,
                        .engines = rounds->schedule.engines,
                        .met = memory_new(engines * engines, sizeof(int)),
                        .lean = memory_new(engines, sizeof(int)),
                        .began = memory_new(engines, sizeof(int)),
                        .list = memory_new(engines, sizeof(int))};
    draw_remember(&draw, rounds, round);
    draw_list(&draw);
    int bye = draw.count > 0 ? draw_limit(&draw, round) : NOBODY;
    rounds->byes[round] = bye;
    if (bye != NOBODY)
        rounds->halves[bye] += 2 * (int)rounds->schedule.games;
    for (long i = 0; i < schedule_meetings(&rounds->schedule, round); i++) {
        struct meeting *meeting = &rounds->meetings[rounds->begins[round] + i];
        if (draw.count < 2) {
            meeting_pair(rounds, meeting, NOBODY, NOBODY);
            continue;
        }
        int a = draw.list[0], b = draw_opponent(&draw);
        bool turned = draw_turns(&draw, a, b, round + i);
        meeting_pair(rounds, meeting, turned ? b : a, turned ? a : b);
    }
    free(draw.met);
    free(draw.lean);
    free(draw.began);
    free(draw.list);
}

/* ---- standings */

static void standing_meet(const struct rounds *rounds, struct standing *standing, int other,
                          double share) {
    double points = rounds->halves[other] / 2.0;
    standing->buchholz += points;
    standing->sonneborn += share * points;
}

static int standing_compare(const void *a, const void *b) {
    const struct standing *p = a, *q = b;
    if (p->halves != q->halves)
        return p->halves < q->halves ? 1 : -1;
    if (p->buchholz != q->buchholz)
        return p->buchholz < q->buchholz ? 1 : -1;
    return p->sonneborn < q->sonneborn ? 1 : p->sonneborn > q->sonneborn ? -1 : 0;
}

/* Sorted stably, for those who are equal in everything stay in the order of their seeds. */
static void standings_sort(struct standing *standings, int count) {
    for (int i = 1; i < count; i++) {
        struct standing moved = standings[i];
        int at = i;
        for (; at > 0 && standing_compare(&moved, &standings[at - 1]) < 0; at--)
            standings[at] = standings[at - 1];
        standings[at] = moved;
    }
}

void rounds_standings(const struct rounds *rounds, struct standing *standings) {
    double games = (double)rounds->schedule.games;
    for (int i = 0; i < rounds->schedule.engines; i++) {
        int engine = rounds->order[i];
        standings[i] = (struct standing){.engine = engine,
                                         .halves = rounds->halves[engine],
                                         .byes = byes_of(rounds, rounds->paired, engine),
                                         .withdrawn = rounds_withdrawn(rounds, engine)};
        for (int byes = 0; byes < standings[i].byes; byes++)
            standing_meet(rounds, &standings[i], engine, 1);
    }
    for (long i = 0; i < rounds->begins[rounds->paired]; i++) {
        const struct meeting *meeting = &rounds->meetings[i];
        if (meeting->engines[0] == NOBODY || meeting->played == 0)
            continue;
        for (int side = 0; side < 2; side++)
            standing_meet(rounds, &standings[rounds->seeds[meeting->engines[side]]],
                          meeting->engines[1 - side], meeting->halves[side] / 2.0 / games);
    }
    standings_sort(standings, rounds->schedule.engines);
}
