#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "life.h"
#include "playout.h"
#include "reading.h"

enum { JUDGE_PLAYOUTS = 400, JUDGE_SEED = 20030 };

/* By head: chains at the end of a playout that touch a point of neither side. */
static void neutral_mark(const struct go_board *end, bool touched[GO_INDEXES]) {
    memset(touched, 0, GO_INDEXES * sizeof *touched);
    for (int i = 0; i < end->empty_count; i++) {
        int p = end->empty[i];
        if (go_playout_owner(end, p) != GO_EMPTY)
            continue;
        for (int k = 0; k < 4; k++) {
            int n = p + go_board_step(end, k);
            if (go_board_colour(end, n) < GO_EMPTY)
                touched[go_board_head(end, n)] = true;
        }
    }
}

static void ownermap_add(struct go_ownermap *ownermap, const struct go_board *board,
                         const struct go_board *end) {
    bool touched[GO_INDEXES];
    neutral_mark(end, touched);
    ownermap->playouts++;
    long area = go_playout_area(end);
    ownermap->area += area;
    ownermap->squares += area * area;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int owner = go_playout_owner(end, p);
        if (owner == GO_EMPTY)
            continue;
        ownermap->owned[owner][p]++;
        if (go_board_colour(board, p) == owner && go_board_colour(end, p) == owner &&
            touched[go_board_head(end, p)])
            ownermap->seki[p]++;
    }
}

/* Plays to the end, side first. */
static void playout_make(struct go_board *board, int side, bool heavy, struct rng *rng) {
    static const struct go_playout_heuristics heuristics = {
        .kinds = GO_HEURISTIC_ATARI | GO_HEURISTIC_NAKADE | GO_HEURISTIC_SELF_ATARI |
                 GO_HEURISTIC_LADDER | GO_HEURISTIC_CAPTURE | GO_HEURISTIC_SELF_ATARI_STRICT};
    struct go_line line;
    line.count = 0;
    if (heavy)
        go_playout_heavy(board, side, 0, &heuristics, rng, &line);
    else
        go_playout_light(board, side, rng);
}

/* Light playouts do not know nakade; heavy ones answer so well that stones live which need many
 * answers. Both kinds together judge better than either. */
void go_ownermap_fill(struct go_ownermap *ownermap, const struct go_board *board, int playouts,
                      const struct limits *limits) {
    struct go_board end;
    struct rng rng;
    rng_seed(&rng, JUDGE_SEED);
    memset(ownermap, 0, sizeof *ownermap);
    for (int i = 0; i < playouts; i++) {
        if (i >= 8 && limits != NULL && limits_reached(limits))
            return;
        go_board_copy(&end, board);
        go_board_pass(&end);
        playout_make(&end, i % 2, i % 4 >= 2, &rng);
        ownermap_add(ownermap, board, &end);
    }
}

/* The part of the playouts in which a chain's points stayed their owner's, and stood in seki. */
static void chain_rates(const struct go_ownermap *ownermap, const struct go_board *board, int head,
                        double *stay, double *seki) {
    int stays = 0, sekis = 0;
    int p = head;
    do {
        stays += ownermap->owned[go_board_colour(board, head)][p];
        sekis += ownermap->seki[p];
        p = go_board_next(board, p);
    } while (p != head);
    double all = (double)ownermap->playouts * go_board_stones(board, head);
    *stay = stays / all;
    *seki = sekis / all;
}

/* Bent four in the corner: three stones in the corner whose two liberties are the only ones of an
 * enemy chain around them. The enemy cannot approach, while they can make the bent four at any time
 * and start a ko. By convention the chain around them is dead. */
static bool is_bent_three(const struct go_board *board, int head, int liberties[3]) {
    int last = board->size - 1, corners = 0, p = head;
    if (go_board_stones(board, head) != 3 || go_board_liberties(board, head, 3, liberties) != 2)
        return false;
    do {
        int column = go_board_column(board, p), row = go_board_row(board, p);
        bool on_column = column == 0 || column == last, on_row = row == 0 || row == last;
        if (!on_column && !on_row)
            return false;
        corners += on_column && on_row;
        p = go_board_next(board, p);
    } while (p != head);
    return corners == 1;
}

/* The chain that is dead by a bent four, or GO_NO_POINT. */
static int bent_four_victim(const struct go_board *board, int head) {
    int own[3], theirs[3];
    int enemy = 1 - go_board_colour(board, head);
    if (!is_bent_three(board, head, own))
        return GO_NO_POINT;
    for (int i = 0; i < 4; i++) {
        int n = own[0] + go_board_step(board, i);
        if (go_board_colour(board, n) == enemy && go_board_liberties(board, n, 3, theirs) == 2 &&
            (theirs[0] == own[1] || theirs[1] == own[1]))
            return go_board_head(board, n);
    }
    return GO_NO_POINT;
}

/* Where the playouts do not agree well, reading decides as well. */
static enum mark chain_judge(const struct go_ownermap *ownermap, const struct go_board *board,
                             int head) {
    double stay, seki;
    int owner = go_board_colour(board, head);
    chain_rates(ownermap, board, head, &stay, &seki);
    if (seki > 0.33)
        return MARK_SEKI;
    if (stay < 0.5 || (stay < 0.7 && go_reading_captured(board, head, owner)))
        return MARK_DEAD;
    return MARK_ALIVE;
}

static void chain_mark(const struct go_board *board, int head, enum mark mark,
                       struct marks *marks) {
    int p = head;
    do {
        marks->at[go_board_number(board, p)] = (unsigned char)mark;
        p = go_board_next(board, p);
    } while (p != head);
}

static bool is_head(const struct go_board *board, int p) {
    return go_board_colour(board, p) < GO_EMPTY && go_board_head(board, p) == p;
}

static void bent_fours_mark(const struct go_board *board, struct marks *marks) {
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int victim = is_head(board, p) ? bent_four_victim(board, p) : GO_NO_POINT;
        if (victim == GO_NO_POINT)
            continue;
        chain_mark(board, victim, MARK_DEAD, marks);
        chain_mark(board, p, MARK_ALIVE, marks);
    }
}

void go_judge(const struct go_board *board, const struct limits *limits, struct marks *marks) {
    struct go_ownermap *ownermap = memory_new(1, sizeof *ownermap);
    bool safe[2][GO_INDEXES];
    memset(marks, MARK_ALIVE, sizeof *marks);
    for (int side = 0; side < 2; side++)
        go_life_find(board, side, safe[side]);
    go_ownermap_fill(ownermap, board, JUDGE_PLAYOUTS, limits);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        if (!is_head(board, p) || safe[colour][p])
            continue;
        chain_mark(board, p, safe[1 - colour][p] ? MARK_DEAD : chain_judge(ownermap, board, p),
                   marks);
    }
    bent_fours_mark(board, marks);
    free(ownermap);
}
