/* draughts_perft: the speed of the draughts generator beside a plain one, in the same run.
 *
 *   draughts_perft [DEPTH]
 *
 * The yardstick is what one writes first: 32-bit boards in the order of the square numbers, the two
 * kinds of rows told apart by masks, children kept as boards, the last ply counted without being
 * played. It shares no code with src/draughts. Both count the start position under both rule sets,
 * turn by turn; the best time of each counts, so that a busy machine disturbs both alike. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/draughts/draughts.h"
#include "row.h"

enum { ROUNDS = 7, DEPTH = 10, CHILDREN_MAX = 256 };

/* Bit n - 1 is square n: B8 is bit 0, G1 bit 31. Rows from the top, four bits each; in even rows
 * (0, 2, ...) the squares lie half a step to the right. */
struct yard {
    uint32_t black, white, kings;
    bool english;
};

#define EVEN_ROWS UINT32_C(0x0f0f0f0f)
#define ODD_ROWS  UINT32_C(0xf0f0f0f0)
#define NOT_LEFT  UINT32_C(0xefefefef) /* odd rows begin with the left edge */
#define NOT_RIGHT UINT32_C(0xf7f7f7f7) /* even rows end with the right edge */

static inline uint32_t yard_down_left(uint32_t s) {
    return (s & EVEN_ROWS) << 4 | (s & ODD_ROWS & NOT_LEFT) << 3;
}
static inline uint32_t yard_down_right(uint32_t s) {
    return (s & EVEN_ROWS & NOT_RIGHT) << 5 | (s & ODD_ROWS) << 4;
}
static inline uint32_t yard_up_left(uint32_t s) {
    return (s & EVEN_ROWS) >> 4 | (s & ODD_ROWS & NOT_LEFT) >> 5;
}
static inline uint32_t yard_up_right(uint32_t s) {
    return (s & EVEN_ROWS & NOT_RIGHT) >> 3 | (s & ODD_ROWS) >> 4;
}

static inline uint32_t yard_shift(uint32_t s, int direction) {
    switch (direction) {
    case 0:
        return yard_down_left(s);
    case 1:
        return yard_down_right(s);
    case 2:
        return yard_up_left(s);
    default:
        return yard_up_right(s);
    }
}

static inline bool yard_forward(bool white, int direction) {
    return white == (direction >= 2);
}

static uint32_t yard_jumpers(const struct yard *y, bool white) {
    uint32_t own = white ? y->white : y->black, foe = white ? y->black : y->white;
    uint32_t empty = ~(own | foe), found = 0;
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        uint32_t reach = yard_shift(foe & yard_shift(empty, 3 - d), 3 - d);
        found |= reach & (yard_forward(white, d) ? own : own & y->kings);
    }
    return found;
}

/* All captures of the piece on `at`, as boards appended to `child` unless that is NULL. */
static int yard_capture(const struct yard *y, bool white, uint32_t at, struct yard *child) {
    uint32_t own = white ? y->white : y->black, foe = white ? y->black : y->white;
    uint32_t empty = ~(own | foe);
    int count = 0;
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        uint32_t over = yard_shift(at, d) & foe, land = yard_shift(over, d) & empty;
        if (land == 0 || !(yard_forward(white, d) || (y->kings & at) != 0)) {
            continue;
        }
        bool king = (y->kings & at) != 0;
        bool crowned = !king && (land & (white ? UINT32_C(0xf) : UINT32_C(0xf0000000))) != 0;
        struct yard next = {.black = white ? foe & ~over : (own & ~at) | land,
                            .white = white ? (own & ~at) | land : foe & ~over,
                            .kings = (y->kings & ~(at | over)) | (king || crowned ? land : 0),
                            .english = y->english};
        int more = crowned && y->english
                       ? 0
                       : yard_capture(&next, white, land, child == NULL ? NULL : child + count);
        if (more == 0 && child != NULL) {
            child[count] = next;
        }
        count += more == 0 ? 1 : more;
    }
    return count;
}

static int yard_captures(const struct yard *y, bool white, uint32_t jumpers, struct yard *child) {
    int count = 0;
    for (; jumpers != 0; jumpers &= jumpers - 1) {
        count += yard_capture(y, white, jumpers & -jumpers, child == NULL ? NULL : child + count);
    }
    return count;
}

static int yard_children(const struct yard *y, bool white, struct yard *child) {
    uint32_t own = white ? y->white : y->black, empty = ~(y->white | y->black);
    uint32_t jumpers = yard_jumpers(y, white);
    if (jumpers != 0) {
        return yard_captures(y, white, jumpers, child);
    }
    int count = 0;
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        uint32_t movers = yard_forward(white, d) ? own : own & y->kings;
        for (uint32_t to = yard_shift(movers, d) & empty; to != 0; to &= to - 1) {
            uint32_t land = to & -to, at = yard_shift(land, 3 - d);
            bool king = (y->kings & at) != 0;
            bool crowned = (land & (white ? UINT32_C(0xf) : UINT32_C(0xf0000000))) != 0;
            child[count] = *y;
            *(white ? &child[count].white : &child[count].black) ^= at | land;
            child[count].kings = (y->kings & ~at) | (king || crowned ? land : 0);
            count++;
        }
    }
    return count;
}

static int yard_count(const struct yard *y, bool white) {
    uint32_t own = white ? y->white : y->black, empty = ~(y->white | y->black);
    uint32_t jumpers = yard_jumpers(y, white);
    if (jumpers != 0) {
        return yard_captures(y, white, jumpers, NULL);
    }
    int count = 0;
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        uint32_t movers = yard_forward(white, d) ? own : own & y->kings;
        count += __builtin_popcount(yard_shift(movers, d) & empty);
    }
    return count;
}

static uint64_t yard_perft(const struct yard *y, bool white, int depth) {
    if (depth == 1) {
        return (uint64_t)yard_count(y, white);
    }
    struct yard child[CHILDREN_MAX];
    int count = yard_children(y, white, child);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        total += yard_perft(&child[i], !white, depth - 1);
    }
    return total;
}

/* Measuring. */

struct measure {
    uint64_t nodes;
    double best;
};

static void measure_yard(struct measure *m, enum draughts_rules rules, int depth) {
    struct yard start = {.black = 0xfff, .white = 0xfff00000, .english = rules == DRAUGHTS_ENGLISH};
    double from = cpu_now();
    m->nodes = yard_perft(&start, rules == DRAUGHTS_WARCABY, depth);
    double taken = cpu_now() - from;
    m->best = m->best <= 0 || taken < m->best ? taken : m->best;
}

static void measure_ours(struct measure *m, enum draughts_rules rules, int depth) {
    struct draughts_board start;
    draughts_start(&start);
    double from = cpu_now();
    m->nodes = draughts_perft(&start, draughts_first_side(rules), rules, depth);
    double taken = cpu_now() - from;
    m->best = m->best <= 0 || taken < m->best ? taken : m->best;
}

static bool compare(enum draughts_rules rules, int depth) {
    struct measure ours = {0}, yard = {0};
    for (int round = 0; round < ROUNDS; round++) {
        measure_yard(&yard, rules, depth);
        measure_ours(&ours, rules, depth);
    }
    double ours_rate = (double)ours.nodes / ours.best / 1e6;
    double yard_rate = (double)yard.nodes / yard.best / 1e6;
    printf("draughts perft %d %s: %" PRIu64 " nodes; yardstick %.1f, ours %.1f million a second, "
           "ratio %.2f\n",
           depth, draughts_game.rules[rules], ours.nodes, yard_rate, ours_rate,
           ours_rate / yard_rate);
    char what[64];
    snprintf(what, sizeof what, "perft %d, draughts, %s", depth, draughts_game.rules[rules]);
    row_print(what, ours_rate, "million/s", "plain bitboard generator", yard_rate,
              ours_rate / yard_rate);
    return ours.nodes == yard.nodes;
}

int main(int argc, char **argv) {
    long depth = DEPTH;
    if (argc > 2 || (argc == 2 && !text_to_whole(argv[1], 2, 14, &depth))) {
        fprintf(stderr, "usage: draughts_perft [DEPTH], 2 to 14\n");
        return 2;
    }
    bool same = compare(DRAUGHTS_WARCABY, (int)depth);
    same = compare(DRAUGHTS_ENGLISH, (int)depth) && same;
    if (!same) {
        fprintf(stderr, "the two generators do not agree\n");
    }
    return same ? 0 : 1;
}
