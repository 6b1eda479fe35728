#include "pattern.h"

#include <string.h>

/* Rows from top to bottom with the move in the middle. X and O are the two sides, either way round;
 * x is anything but X, o anything but O, ? anything on the board, # the edge, . empty. The classes
 * are those of MoGo (Gelly, Wang, Munos and Teytaud 2006): hane, cut, edge. */
static const char *const drawings[] = {
    "XOX"
    "..."
    "???", /* a hane that encloses */
    "XO."
    "..."
    "?.?", /* a hane that does not cut */
    "XO?"
    "X.."
    "x.?", /* a turn */
    ".O."
    "X.."
    "...", /* a shoulder */
    "XO?"
    "O.o"
    "?o?", /* an unprotected cut */
    "XO?"
    "O.X"
    "???", /* a peeped cut */
    "?X?"
    "O.O"
    "ooo", /* between two stones */
    "OX?"
    "o.O"
    "???", /* from the side */
    "X.?"
    "O.?"
    "###", /* along the edge */
    "OX?"
    "X.O"
    "###", /* a cut along the edge */
    "?X?"
    "x.O"
    "###", /* a block on the edge */
    "?XO"
    "x.x"
    "###", /* a descent */
    "?OX"
    "X.O"
    "###", /* a cut on the edge */
};

/* The place of each of the nine characters in the code, the middle left out. */
static const signed char place[9] = {5, 2, 4, 1, -1, 0, 6, 3, 7};

static void drawing_turn(char drawing[9]) {
    char old[9];
    memcpy(old, drawing, sizeof old);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            drawing[x * 3 + 2 - y] = old[y * 3 + x];
}

static void drawing_mirror(char drawing[9]) {
    for (int y = 0; y < 3; y++) {
        char left = drawing[y * 3];
        drawing[y * 3] = drawing[y * 3 + 2];
        drawing[y * 3 + 2] = left;
    }
}

static void drawing_swap(char drawing[9]) {
    static const char from[] = "XOxo", to[] = "OXox";
    for (int i = 0; i < 9; i++) {
        const char *found = strchr(from, drawing[i]);
        if (found != NULL)
            drawing[i] = to[found - from];
    }
}

/* The colours that a character allows, as bits. */
static unsigned character_colours(char c) {
    switch (c) {
    case 'X':
        return 1 << GO_BLACK;
    case 'O':
        return 1 << GO_WHITE;
    case 'x':
        return 1 << GO_WHITE | 1 << GO_EMPTY;
    case 'o':
        return 1 << GO_BLACK | 1 << GO_EMPTY;
    case '?':
        return 1 << GO_BLACK | 1 << GO_WHITE | 1 << GO_EMPTY;
    case '#':
        return 1 << GO_EDGE;
    default:
        return 1 << GO_EMPTY;
    }
}

/* Adds every code that the drawing allows, from character i on. */
static void drawing_add(struct go_pattern_set *set, const char drawing[9], int i, unsigned code) {
    if (i == 9) {
        set->bits[code >> 3] |= (unsigned char)(1u << (code & 7));
        return;
    }
    if (i == 4) {
        drawing_add(set, drawing, i + 1, code);
        return;
    }
    unsigned colours = character_colours(drawing[i]);
    for (unsigned colour = 0; colour < 4; colour++)
        if (colours >> colour & 1)
            drawing_add(set, drawing, i + 1, code | colour << (2 * place[i]));
}

void go_pattern_set_init(struct go_pattern_set *set) {
    memset(set, 0, sizeof *set);
    for (size_t k = 0; k < sizeof drawings / sizeof drawings[0]; k++) {
        char drawing[9];
        memcpy(drawing, drawings[k], sizeof drawing);
        for (int way = 0; way < 16; way++) {
            drawing_turn(drawing);
            if (way % 4 == 3)
                drawing_mirror(drawing);
            if (way % 8 == 7)
                drawing_swap(drawing);
            drawing_add(set, drawing, 0, 0);
        }
    }
}
