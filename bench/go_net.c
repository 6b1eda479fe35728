/* go_net: positions of 9x9 Go that the network judges in a second of processor time, with the
 * machine's instructions for it and without them. */
#include "../src/core/rng.h"
#include "../src/go/net.h"
#include "row.h"

enum { POSITIONS = 50, THOUGHTS = 4000 };

/* Boards after random moves, ever more of them. */
static void views_make(struct go_net_view views[POSITIONS]) {
    static struct go_board board;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < POSITIONS; i++) {
        go_board_init(&board, GO_NET_SIZE);
        for (int ply = 0; ply < 10 + i; ply++) {
            int p = board.empty[rng_below(&rng, (uint64_t)board.empty_count)];
            if (go_board_is_legal(&board, ply & 1, p))
                go_board_play(&board, ply & 1, p);
        }
        go_net_look(&board, i & 1, GO_PASS, GO_PASS, 7.5, &views[i]);
    }
}

/* The better of three runs. */
static double net_rate(const struct go_net *net, const struct go_net_view views[POSITIONS]) {
    double best = 0;
    for (int run = 0; run < 3; run++) {
        struct go_net_opinion opinion;
        double began = cpu_now();
        for (int i = 0; i < THOUGHTS; i++)
            go_net_think(net, &views[i % POSITIONS], &opinion);
        double rate = THOUGHTS / (cpu_now() - began);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(void) {
    static struct go_net_view views[POSITIONS];
    struct go_net *net = go_net_new();
    views_make(views);
    double quick = net_rate(net, views);
    go_net_use(net, GO_NET_PLAIN);
    double plain = net_rate(net, views);
    go_net_free(net);
    row_print("Go: 9x9 positions judged by the network", quick, "/s", "plain C", plain,
              quick / plain);
    return 0;
}
