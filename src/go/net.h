/* net: a small network that looks at a whole 9x9 board: how likely each move is, and who wins.
 *
 * Seven layers of 3x3 convolutions, the later ones in pairs with a way around them, and three
 * heads. Everything but the heads is whole numbers, so that it says the same on every machine,
 * however it is computed. */
#ifndef TERNION_GO_NET_H
#define TERNION_GO_NET_H

#include "board.h"

/* What the network is told of every point: of its chain, for the side to play and the other one
 * apart, or of a move there. */
enum go_net_input {
    GO_NET_OWN,
    GO_NET_ENEMY,
    GO_NET_OWN_LIBERTIES, /* one, two, three */
    GO_NET_ENEMY_LIBERTIES = GO_NET_OWN_LIBERTIES + 3,
    GO_NET_OWN_CAUGHT = GO_NET_ENEMY_LIBERTIES + 3, /* lost, as far as ladders tell */
    GO_NET_ENEMY_CAUGHT,
    GO_NET_LAST,
    GO_NET_BEFORE,
    GO_NET_KO,
    GO_NET_OWN_EYE,
    GO_NET_ENEMY_EYE,
    GO_NET_THROWN, /* stones there would be thrown away */
    GO_NET_FORBIDDEN,
    GO_NET_TAKES,
    GO_NET_BOARD, /* 1 on every point, to tell them from what lies off the board */
    GO_NET_KOMI,  /* in eights, the same on every point */
    GO_NET_INPUTS
};

enum {
    GO_NET_SIZE = 9,
    GO_NET_LINE = GO_NET_SIZE + 2, /* cells of a row, with an empty one on either side */
    GO_NET_CELLS = GO_NET_LINE * GO_NET_LINE,
    GO_NET_CHANNELS = 32,
    GO_NET_LAYERS = 6, /* behind the first one */
    GO_NET_TAPS = 9,
    GO_NET_VIEWS = 16,
    GO_NET_HIDDEN = 32,
    /* What stands for 1 in activations and in weights, and the most that an activation can be. The
     * sum of all products then fits 32 bits. */
    GO_NET_UNIT = 256,
    GO_NET_WEIGHT_UNIT = 1024,
    GO_NET_MOST = 8 * GO_NET_UNIT - 1,
    GO_NET_WEIGHT_MOST = 2 * GO_NET_WEIGHT_UNIT - 1
};

/* All weights in the order in which tools/go_learn.c writes them. */
enum {
    GO_NET_FIRST = GO_NET_TAPS * GO_NET_INPUTS * GO_NET_CHANNELS,
    GO_NET_LAYER = GO_NET_TAPS * GO_NET_CHANNELS * GO_NET_CHANNELS,
    GO_NET_WEIGHTS = GO_NET_FIRST + GO_NET_CHANNELS +
                     GO_NET_LAYERS * (GO_NET_LAYER + GO_NET_CHANNELS) +
                     GO_NET_CHANNELS * GO_NET_CHANNELS + 2 * GO_NET_CHANNELS + 1 +
                     (GO_NET_CHANNELS + 1) * GO_NET_VIEWS + (GO_NET_VIEWS + 3) * GO_NET_HIDDEN + 2
};
extern const int16_t go_net_weights[GO_NET_WEIGHTS];

/* What the network sees of a position, as activations by cell and input. */
struct go_net_view {
    int16_t at[GO_NET_CELLS][GO_NET_INPUTS];
    double komi; /* what the side to play gets */
};

static inline int go_net_cell(int column, int row) {
    return (row + 1) * GO_NET_LINE + column + 1;
}
/* How far tap number 0 .. 8 lies away. */
static inline int go_net_tap(int tap) {
    return (tap / 3 - 1) * GO_NET_LINE + tap % 3 - 1;
}

/* A position of GO_NET_SIZE lines; last and before are the moves that came before, or GO_PASS. */
void go_net_look(const struct go_board *board, int side, int last, int before, double komi,
                 struct go_net_view *view);

struct go_net;
struct go_net *go_net_new(void);
void go_net_free(struct go_net *net);
/* Ways to compute it, which all give the same; a new network takes the last one that the machine
 * has. */
enum go_net_way { GO_NET_PLAIN, GO_NET_SSE2, GO_NET_AVX2, GO_NET_WAYS };
/* Computes this way from now on, for tests and measurements; false if the machine cannot. */
bool go_net_use(struct go_net *net, enum go_net_way way);

/* What the network thinks of a position. */
struct go_net_opinion {
    float strength[GO_NET_SIZE * GO_NET_SIZE]; /* of every move, by number of the point; the
                                                  difference of two is the logarithm of how much
                                                  likelier one is */
    double value;                              /* chance of the side to play to win */
};
void go_net_think(const struct go_net *net, const struct go_net_view *view,
                  struct go_net_opinion *opinion);

#endif
