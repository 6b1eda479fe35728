/* qttt_solver: the values of all 36 first moves on 3 x 3 under goff, by the solver and by the
 * published method: alpha-beta without a table or symmetry that tries cycles first, then the
 * centre, then corners. Prints CPU seconds of both and their ratio, and the other times that are
 * promised. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/rng.h"
#include "../src/qttt/ranking.h"
#include "row.h"

enum { COLD = 5 }; /* cold starts measured */

/* The published method */

/* A mark in one cell is classical: low and high are equal then. */
struct plain {
    int marks;
    signed char low[10], high[10];
    signed char settled[9]; /* number of the classical mark, or 0 */
};

struct plain_move {
    signed char low, high, order;
};

static unsigned long plain_nodes;

static const unsigned char plain_lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

/* Cells reachable from a cell over spooky pairs. */
static unsigned plain_reach(const struct plain *p, int cell) {
    unsigned reached = 1u << cell, before;
    do {
        before = reached;
        for (int n = 1; n <= p->marks; n++) {
            unsigned both = 1u << p->low[n] | 1u << p->high[n];
            if (p->low[n] != p->high[n] && (reached & both))
                reached |= both;
        }
    } while (reached != before);
    return reached;
}

static void plain_settle(struct plain *p, int mark, int cell) {
    p->low[mark] = p->high[mark] = (signed char)cell;
    p->settled[cell] = (signed char)mark;
    for (int n = 1; n <= p->marks; n++)
        if (p->low[n] != p->high[n] && (p->low[n] == cell || p->high[n] == cell))
            plain_settle(p, n, p->low[n] == cell ? p->high[n] : p->low[n]);
}

/* The lowest highest number of a side's rows; 99 if it has none. */
static int plain_row(const struct plain *p, int parity) {
    int best = 99;
    for (int i = 0; i < 8; i++) {
        int high = 0;
        for (int k = 0; k < 3; k++) {
            int n = p->settled[plain_lines[i][k]];
            high = n == 0 || (n & 1) != parity ? 99 : n > high ? n : high;
        }
        best = high < best ? high : best;
    }
    return best;
}

/* Half points for the first mover, or 9 while nobody has a row. */
static int plain_result(const struct plain *p) {
    int first = plain_row(p, 1), second = plain_row(p, 0);
    if (first == 99 && second == 99)
        return 9;
    int value = first != 99 && second != 99 ? 1 : 2;
    return first < second ? value : -value;
}

static int plain_list(const struct plain *p, struct plain_move *list) {
    int count = 0;
    for (int a = 0; a < 9; a++) {
        if (p->settled[a])
            continue;
        unsigned reach = plain_reach(p, a);
        for (int b = a + 1; b < 9; b++) {
            if (p->settled[b])
                continue;
            bool centre = a == 4 || b == 4, corner = a % 2 == 0 || b % 2 == 0;
            int order = reach >> b & 1 ? 0 : centre ? 1 : corner ? 2 : 3;
            list[count++] = (struct plain_move){(signed char)a, (signed char)b, (signed char)order};
        }
    }
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && list[k].order < list[k - 1].order; k--) {
            struct plain_move swap = list[k];
            list[k] = list[k - 1];
            list[k - 1] = swap;
        }
    return count;
}

static int plain_search(const struct plain *p, int alpha, int beta);

/* The value for the first mover after mark number marks + 1 in these cells. */
static int plain_try(const struct plain *p, struct plain_move m, int alpha, int beta) {
    struct plain child = *p;
    int n = ++child.marks;
    child.low[n] = m.low;
    child.high[n] = m.high;
    if (m.order != 0)
        return plain_search(&child, alpha, beta);
    bool first = (n & 1) == 0; /* who chooses the collapse */
    int best = first ? -9 : 9;
    for (int i = 0; i < 2; i++) {
        struct plain settled = child;
        plain_settle(&settled, n, i ? m.high : m.low);
        int value = plain_result(&settled);
        if (value == 9)
            value = plain_search(&settled, alpha, beta);
        if (first ? value > best : value < best)
            best = value;
        if (first ? best >= beta : best <= alpha)
            break;
        alpha = first && best > alpha ? best : alpha;
        beta = !first && best < beta ? best : beta;
    }
    return best;
}

static int plain_lone(const struct plain *p, int cell) {
    struct plain child = *p;
    int n = ++child.marks;
    plain_settle(&child, n, cell);
    int value = plain_result(&child);
    return value == 9 ? 0 : value;
}

static int plain_search(const struct plain *p, int alpha, int beta) {
    plain_nodes++;
    struct plain_move list[36];
    int count = plain_list(p, list);
    if (count == 0) {
        for (int cell = 0; cell < 9; cell++)
            if (!p->settled[cell])
                return plain_lone(p, cell);
        return 0;
    }
    bool first = (p->marks & 1) == 0;
    int best = first ? -9 : 9;
    for (int i = 0; i < count; i++) {
        int value = plain_try(p, list[i], alpha, beta);
        if (first ? value > best : value < best)
            best = value;
        if (first ? best >= beta : best <= alpha)
            break;
        alpha = first && best > alpha ? best : alpha;
        beta = !first && best < beta ? best : beta;
    }
    return best;
}

static double plain_openings(int values[36]) {
    double began = cpu_now();
    int next = 0;
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++)
            values[next++] = plain_try(
                &(struct plain){0}, (struct plain_move){(signed char)a, (signed char)b, 1}, -9, 9);
    return cpu_now() - began;
}

/* The solver */

static double solver_openings(struct solver *solver, int rules, int values[36]) {
    double began = cpu_now();
    int next = 0;
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++) {
            struct qttt q;
            qttt_start(&q, rules, 3, 3, 0);
            qttt_play(&q, qttt_pair(a, b));
            solver_solve_value(solver, &q, NULL, &values[next]);
            values[next] = -values[next];
            next++;
        }
    return cpu_now() - began;
}

static double solver_genmove(int rules, bool whole) {
    struct solver *solver = solver_new();
    struct qttt q;
    qttt_start(&q, rules, 3, 3, 0);
    struct limits limits = {.seed = 1};
    double began = cpu_now();
    if (whole) {
        struct ranking ranking;
        ranking_make(&ranking, solver, &q, &limits);
    } else {
        struct ranked best;
        ranking_best(&best, solver, &q, &limits);
    }
    double used = cpu_now() - began;
    solver_free(solver);
    return used;
}

/* The longest and mean time for the value of a position of a random game, warm table. */
static void solver_later_values(struct solver *solver, double *longest, double *mean) {
    struct rng rng;
    rng_seed(&rng, 1);
    long count = 0;
    double sum = 0;
    *longest = 0;
    for (int game = 0; game < 1000; game++) {
        struct qttt q;
        qttt_start(&q, QTTT_GOFF, 3, 3, 0);
        for (;;) {
            struct moves list = {0};
            qttt_moves(&q, NULL, &list);
            if (list.count > 0)
                qttt_play(&q, list.at[rng_below(&rng, list.count)]);
            moves_free(&list);
            if (qttt_result(&q, NULL).phase == PHASE_OVER)
                break;
            int value;
            double before = cpu_now();
            solver_solve_value(solver, &q, NULL, &value);
            double used = cpu_now() - before;
            *longest = used > *longest ? used : *longest;
            sum += used;
            count++;
        }
    }
    *mean = sum / (double)count;
}

int main(void) {
    static const char *const names[] = {"goff", "earliest", "sum"};
    int plain[36], exact[36], other[36];
    struct solver *solver = solver_new();
    double ours = 0, longest, mean;
    for (int i = 0; i < COLD; i++) {
        solver_clear(solver);
        ours += solver_openings(solver, QTTT_GOFF, exact) / COLD;
    }
    uint64_t looked = solver_nodes(solver);
    printf("36 first moves, goff, cold: %.3f s of CPU (mean of %d), %llu positions\n", ours, COLD,
           (unsigned long long)looked);
    solver_later_values(solver, &longest, &mean);
    printf("value of a later position, warm: longest %.2f ms, mean %.4f ms\n", 1e3 * longest,
           1e3 * mean);
    for (int rules = QTTT_EARLIEST; rules <= QTTT_SUM; rules++) {
        solver_clear(solver);
        printf("36 first moves, %s, cold: %.3f s\n", names[rules],
               solver_openings(solver, rules, other));
    }
    for (int rules = QTTT_GOFF; rules <= QTTT_SUM; rules++)
        printf(
            "genmove with distances at the start, %s, cold: %.3f s; all moves with lines %.3f s\n",
            names[rules], solver_genmove(rules, false), solver_genmove(rules, true));
    fflush(stdout);
    double theirs = plain_openings(plain);
    printf("36 first moves, goff, published method: %.2f s, %lu positions\n", theirs, plain_nodes);
    row_print("solver, values of the 36 first moves, goff", ours, "s",
              "published method (alpha-beta)", theirs, theirs / ours);
    row_print("solver, the same: positions looked at", (double)looked, "positions",
              "published method", (double)plain_nodes, (double)plain_nodes / (double)looked);
    solver_free(solver);
    if (memcmp(plain, exact, sizeof plain) != 0) {
        puts("the values differ");
        return 1;
    }
    return 0;
}
