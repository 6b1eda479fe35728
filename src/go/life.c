#include "life.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

/* Benson's algorithm: a chain is unconditionally alive if it has two vital regions, which are those
 * whose empty points all are its liberties and whose other borders are alive, too. Chains and
 * regions that fail are removed until nothing changes. */
enum { BORDERS_MAX = 1 << 14 };

struct life {
    const struct go_board *board;
    int side;
    uint16_t region[GO_INDEXES]; /* of a point that is not the side's; 0: none yet */
    bool open[GO_POINTS + 1];    /* the region still counts */
    bool alive[GO_INDEXES];      /* by head */
    int region_count;
    /* Which chain touches which region, and whether the region is vital to it. */
    struct border {
        uint16_t region, head;
        bool vital;
    } borders[BORDERS_MAX];
    int border_count;
};

static void border_add(struct life *life, int region, int head) {
    for (int i = life->border_count; i-- > 0 && life->borders[i].region == region;)
        if (life->borders[i].head == head)
            return;
    if (life->border_count < BORDERS_MAX)
        life->borders[life->border_count++] =
            (struct border){.region = (uint16_t)region, .head = (uint16_t)head, .vital = true};
}

static bool touches_head(const struct life *life, int p, int head) {
    for (int i = 0; i < 4; i++) {
        int n = p + go_board_step(life->board, i);
        if (go_board_colour(life->board, n) == life->side && go_board_head(life->board, n) == head)
            return true;
    }
    return false;
}

/* Fills one region and lists the chains around it. */
static void region_make(struct life *life, int start) {
    uint16_t points[GO_POINTS];
    int count = 1;
    int region = ++life->region_count;
    int first = life->border_count;
    points[0] = (uint16_t)start;
    life->region[start] = (uint16_t)region;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            int p = points[i] + go_board_step(life->board, k);
            int colour = go_board_colour(life->board, p);
            if (colour == life->side) {
                border_add(life, region, go_board_head(life->board, p));
            } else if (colour != GO_EDGE && life->region[p] == 0) {
                life->region[p] = (uint16_t)region;
                points[count++] = (uint16_t)p;
            }
        }
    for (int b = first; b < life->border_count; b++)
        for (int i = 0; i < count && life->borders[b].vital; i++)
            life->borders[b].vital = go_board_colour(life->board, points[i]) != GO_EMPTY ||
                                     touches_head(life, points[i], life->borders[b].head);
    life->open[region] = true;
}

static void regions_make(struct life *life) {
    for (int n = 0; n < life->board->size * life->board->size; n++) {
        int p = go_board_point(life->board, n);
        if (go_board_colour(life->board, p) == life->side)
            life->alive[go_board_head(life->board, p)] = true;
        else if (life->region[p] == 0)
            region_make(life, p);
    }
}

/* Removes chains with fewer than two vital regions, then regions next to a removed chain. */
static bool life_reduce(struct life *life) {
    unsigned char eyes[GO_INDEXES] = {0};
    bool changed = false;
    for (int b = 0; b < life->border_count; b++) {
        const struct border *border = &life->borders[b];
        if (border->vital && life->open[border->region] && eyes[border->head] < 2)
            eyes[border->head]++;
    }
    for (int p = 0; p < GO_INDEXES; p++)
        if (life->alive[p] && eyes[p] < 2) {
            life->alive[p] = false;
            changed = true;
        }
    for (int b = 0; b < life->border_count; b++)
        if (!life->alive[life->borders[b].head])
            life->open[life->borders[b].region] = false;
    return changed;
}

/* The enemy cannot live in an open region that is vital to some chain. */
static void life_tell(const struct life *life, bool safe[GO_INDEXES]) {
    bool held[GO_POINTS + 1] = {false};
    for (int b = 0; b < life->border_count; b++)
        if (life->borders[b].vital && life->open[life->borders[b].region])
            held[life->borders[b].region] = true;
    for (int n = 0; n < life->board->size * life->board->size; n++) {
        int p = go_board_point(life->board, n);
        safe[p] = go_board_colour(life->board, p) == life->side
                      ? life->alive[go_board_head(life->board, p)]
                      : held[life->region[p]];
    }
}

void go_life_find(const struct go_board *board, int side, bool safe[GO_INDEXES]) {
    struct life *life = memory_new(1, sizeof *life);
    life->board = board;
    life->side = side;
    memset(safe, 0, GO_INDEXES * sizeof *safe);
    regions_make(life);
    while (life_reduce(life))
        continue;
    life_tell(life, safe);
    free(life);
}
