#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "fight.h"
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

/* A chain whose points its side keeps in nearly all playouts is firm: nobody doubts its life, and
 * what is read ends at it. */
static const double FIRM = 0.97, FIRM_SEKI = 0.03;
/* A chain that stands next to points of neither side in so many of them is in seki. */
static const double SEKI = 0.33;
/* Areas with more empty points are not read; nodes of one reading, and of all for a board. */
enum { AREA_EMPTY = 14, READ_NODES = 20000, ALL_NODES = 300000 };

/* What is known of a board under judgement; by head where it is about chains. */
struct judgement {
    const struct go_board *board;
    const struct limits *limits;
    struct go_ownermap ownermap;
    struct go_fight *fight;
    int nodes; /* left for reading */
    uint16_t heads[GO_POINTS];
    int head_count;
    bool safe[2][GO_INDEXES];
    bool firm[GO_INDEXES]; /* all stones of firm chains */
    bool held[GO_INDEXES]; /* read: it cannot be taken, whoever begins */
    double stay[GO_INDEXES], seki[GO_INDEXES];
    enum mark mark[GO_INDEXES];
};

static void chain_set(const struct go_board *board, int head, bool marked[GO_INDEXES]) {
    int p = head;
    do {
        marked[p] = true;
        p = go_board_next(board, p);
    } while (p != head);
}

static bool is_head(const struct go_board *board, int p) {
    return go_board_colour(board, p) < GO_EMPTY && go_board_head(board, p) == p;
}

/* The part of the playouts in which a chain's points stayed their owner's, and stood in seki. */
static void chain_rate(struct judgement *judgement, int head) {
    const struct go_board *board = judgement->board;
    const struct go_ownermap *ownermap = &judgement->ownermap;
    int owner = go_board_colour(board, head), stays = 0, sekis = 0;
    int p = head;
    do {
        stays += ownermap->owned[owner][p];
        sekis += ownermap->seki[p];
        p = go_board_next(board, p);
    } while (p != head);
    double all = (double)ownermap->playouts * go_board_stones(board, head);
    judgement->stay[head] = stays / all;
    judgement->seki[head] = sekis / all;
    if (judgement->safe[owner][head] ||
        (!judgement->safe[1 - owner][head] && stays >= FIRM * all && sekis <= FIRM_SEKI * all))
        chain_set(board, head, judgement->firm);
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

/* What playouts and capture reading say: where playouts do not agree well, reading decides as well.
 */
static enum mark chain_guess(const struct judgement *judgement, int head) {
    const struct go_board *board = judgement->board;
    double stay = judgement->stay[head];
    if (judgement->seki[head] > SEKI)
        return MARK_SEKI;
    if (stay < 0.5 ||
        (stay < 0.7 && go_reading_captured(board, head, go_board_colour(board, head))))
        return MARK_DEAD;
    return MARK_ALIVE;
}

/* Reads the fight about the chain of `head` on a board, which may be some moves on. */
static enum go_fight_end chain_read(struct judgement *judgement, const struct go_board *board,
                                    int head, int first) {
    bool area[GO_INDEXES];
    if (judgement->nodes < READ_NODES ||
        (judgement->limits != NULL && limits_reached(judgement->limits)) ||
        go_fight_area(board, head, judgement->firm, AREA_EMPTY, area) > AREA_EMPTY)
        return GO_FIGHT_OPEN;
    int nodes = READ_NODES;
    enum go_fight_end end =
        go_fight_read(judgement->fight, board, head, judgement->firm, area, first, &nodes);
    judgement->nodes -= READ_NODES - nodes;
    return end;
}

/* Dead if its side cannot save it even by moving first, alive if the other cannot take it so. */
static enum mark chain_judge(struct judgement *judgement, int head) {
    const struct go_board *board = judgement->board;
    int owner = go_board_colour(board, head);
    if (judgement->safe[1 - owner][head])
        return MARK_DEAD;
    if (judgement->firm[head])
        return MARK_ALIVE;
    enum go_fight_end end = chain_read(judgement, board, head, 1 - owner);
    judgement->held[head] = end == GO_FIGHT_HELD;
    if (end == GO_FIGHT_HELD)
        return MARK_ALIVE;
    if (end == GO_FIGHT_LOST && chain_read(judgement, board, head, owner) == GO_FIGHT_LOST)
        return MARK_DEAD;
    return chain_guess(judgement, head);
}

/* Points without a living stone that are connected. */
struct judge_space {
    uint16_t points[GO_POINTS];
    int count;
    bool touches[2]; /* living stones of a side */
    int dead[2];     /* stones of a side inside */
};

static bool is_gone(const struct judgement *judgement, int p) {
    int colour = go_board_colour(judgement->board, p);
    return colour == GO_EMPTY ||
           (colour < GO_EMPTY && judgement->mark[go_board_head(judgement->board, p)] == MARK_DEAD);
}

static void space_fill(const struct judgement *judgement, int p, bool seen[GO_INDEXES],
                       struct judge_space *space) {
    const struct go_board *board = judgement->board;
    *space = (struct judge_space){.count = 1, .points = {(uint16_t)p}};
    seen[p] = true;
    for (int i = 0; i < space->count; i++) {
        int from = space->points[i];
        if (go_board_colour(board, from) != GO_EMPTY)
            space->dead[go_board_colour(board, from)]++;
        for (int k = 0; k < 4; k++) {
            int n = from + go_board_step(board, k);
            if (go_board_colour(board, n) == GO_EDGE || seen[n])
                continue;
            if (is_gone(judgement, n)) {
                seen[n] = true;
                space->points[space->count++] = (uint16_t)n;
            } else {
                space->touches[go_board_colour(board, n)] = true;
            }
        }
    }
}

/* Marks the points of neither side. */
static void neutral_find(const struct judgement *judgement, bool neutral[GO_INDEXES]) {
    const struct go_board *board = judgement->board;
    struct judge_space space;
    bool seen[GO_INDEXES] = {false};
    memset(neutral, 0, GO_INDEXES * sizeof *neutral);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (seen[p] || !is_gone(judgement, p))
            continue;
        space_fill(judgement, p, seen, &space);
        for (int i = 0; i < space.count && space.touches[0] && space.touches[1]; i++)
            neutral[space.points[i]] = true;
    }
}

/* Whether a chain that is held loses its life by filling this liberty itself: by reading, or
 * because playouts leave such points empty. */
static bool is_kept_apart(struct judgement *judgement, int head, int liberty) {
    const struct go_board *board = judgement->board;
    int owner = go_board_colour(board, head);
    struct go_board after;
    if (judgement->seki[head] > SEKI || go_board_is_suicide(board, owner, liberty))
        return true;
    go_board_copy(&after, board);
    go_board_play(&after, owner, liberty);
    enum go_fight_end end = chain_read(judgement, &after, head, 1 - owner);
    return end == GO_FIGHT_LOST || (end == GO_FIGHT_OPEN && judgement->seki[head] > 0.15);
}

/* Two held chains of different colours with a neutral liberty in common are in seki if one of them
 * cannot afford to fill it. */
static void chain_seki_find(struct judgement *judgement, int head, const bool neutral[GO_INDEXES]) {
    const struct go_board *board = judgement->board;
    int liberties[GO_POINTS], heads[4];
    int count = go_board_liberties(board, head, GO_POINTS, liberties);
    for (int i = 0; i < count; i++) {
        if (!neutral[liberties[i]])
            continue;
        int others = go_board_chains(board, liberties[i], 1 - go_board_colour(board, head), heads);
        for (int k = 0; k < others; k++)
            if (judgement->held[heads[k]] &&
                (judgement->mark[head] != MARK_SEKI || judgement->mark[heads[k]] != MARK_SEKI) &&
                judgement->seki[head] + judgement->seki[heads[k]] > FIRM_SEKI &&
                is_kept_apart(judgement, head, liberties[i]))
                judgement->mark[head] = judgement->mark[heads[k]] = MARK_SEKI;
    }
}

/* Held chains that share an eye with a chain in seki are part of it. Returns whether there were
 * new ones. */
static bool seki_spread(struct judgement *judgement, int head, const bool neutral[GO_INDEXES]) {
    const struct go_board *board = judgement->board;
    int liberties[GO_POINTS], heads[4];
    int count = go_board_liberties(board, head, GO_POINTS, liberties);
    bool spread = false;
    for (int i = 0; i < count; i++) {
        int others = neutral[liberties[i]] ? 0
                                           : go_board_chains(board, liberties[i],
                                                             go_board_colour(board, head), heads);
        for (int k = 0; k < others; k++)
            if (judgement->held[heads[k]] && judgement->mark[heads[k]] == MARK_ALIVE) {
                judgement->mark[heads[k]] = MARK_SEKI;
                spread = true;
            }
    }
    return spread;
}

static void sekis_find(struct judgement *judgement) {
    bool neutral[GO_INDEXES];
    bool spread = true;
    neutral_find(judgement, neutral);
    for (int i = 0; i < judgement->head_count; i++)
        if (judgement->held[judgement->heads[i]])
            chain_seki_find(judgement, judgement->heads[i], neutral);
    while (spread) {
        spread = false;
        for (int i = 0; i < judgement->head_count; i++)
            if (judgement->mark[judgement->heads[i]] == MARK_SEKI &&
                seki_spread(judgement, judgement->heads[i], neutral))
                spread = true;
    }
}

/* Dead stones of both sides in one space would make it both sides' territory. The chain that stayed
 * most often lives after all; if it is little better off than the next one of the other side, both
 * do. Returns whether there was such a space. */
static bool space_mend(struct judgement *judgement, const struct judge_space *space) {
    const struct go_board *board = judgement->board;
    int best[2] = {GO_NO_POINT, GO_NO_POINT};
    if (space->dead[GO_BLACK] == 0 || space->dead[GO_WHITE] == 0)
        return false;
    for (int i = 0; i < space->count; i++) {
        int p = space->points[i], colour = go_board_colour(board, p);
        if (!is_head(board, p))
            continue;
        if (best[colour] == GO_NO_POINT || judgement->stay[p] > judgement->stay[best[colour]])
            best[colour] = p;
    }
    double black = judgement->stay[best[GO_BLACK]], white = judgement->stay[best[GO_WHITE]];
    bool both = black - white < 0.25 && white - black < 0.25;
    for (int side = 0; side < 2; side++)
        if (both || (side == GO_BLACK) == (black > white))
            judgement->mark[best[side]] = both ? MARK_SEKI : MARK_ALIVE;
    return true;
}

static bool spaces_mend(struct judgement *judgement) {
    const struct go_board *board = judgement->board;
    struct judge_space space;
    bool seen[GO_INDEXES] = {false};
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (seen[p] || !is_gone(judgement, p))
            continue;
        space_fill(judgement, p, seen, &space);
        if (space_mend(judgement, &space))
            return true;
    }
    return false;
}

static void bent_fours_find(struct judgement *judgement) {
    for (int i = 0; i < judgement->head_count; i++) {
        int victim = bent_four_victim(judgement->board, judgement->heads[i]);
        if (victim == GO_NO_POINT)
            continue;
        judgement->mark[victim] = MARK_DEAD;
        judgement->mark[judgement->heads[i]] = MARK_ALIVE;
    }
}

static void judgement_make(struct judgement *judgement) {
    const struct go_board *board = judgement->board;
    for (int side = 0; side < 2; side++)
        go_life_find(board, side, judgement->safe[side]);
    go_ownermap_fill(&judgement->ownermap, board, JUDGE_PLAYOUTS, judgement->limits);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (is_head(board, p)) {
            judgement->heads[judgement->head_count++] = (uint16_t)p;
            chain_rate(judgement, p);
        }
    }
    for (int i = 0; i < judgement->head_count; i++)
        judgement->mark[judgement->heads[i]] = chain_judge(judgement, judgement->heads[i]);
    sekis_find(judgement);
    bent_fours_find(judgement);
    while (spaces_mend(judgement))
        continue;
}

void go_judge(const struct go_board *board, const struct limits *limits, struct marks *marks) {
    struct judgement *judgement = memory_new(1, sizeof *judgement);
    judgement->board = board;
    judgement->limits = limits;
    judgement->nodes = ALL_NODES;
    judgement->fight = go_fight_new();
    judgement_make(judgement);
    memset(marks, MARK_ALIVE, sizeof *marks);
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) < GO_EMPTY)
            marks->at[n] = (unsigned char)judgement->mark[go_board_head(board, p)];
    }
    go_fight_free(judgement->fight);
    free(judgement);
}
