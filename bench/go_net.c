/* go_net: 9x9 positions that the network evaluates in a second of CPU time, by the machine's best
 * kernel and by plain C. */
#include "../src/core/rng.h"
#include "../src/go/net.h"
#include "row.h"

enum { POSITIONS = 50, EVALUATIONS = 4000 };

/* Boards after more and more random moves. */
static void inputs_make(struct go_net_input inputs[POSITIONS]) {
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
        go_net_input_fill(&board, i & 1, GO_PASS, GO_PASS, 7.5, &inputs[i]);
    }
}

/* The better of three runs. */
static double net_rate(const struct go_net *net, const struct go_net_input inputs[POSITIONS]) {
    double best = 0;
    for (int run = 0; run < 3; run++) {
        struct go_net_output output;
        double began = cpu_now();
        for (int i = 0; i < EVALUATIONS; i++)
            go_net_evaluate(net, &inputs[i % POSITIONS], &output);
        double rate = EVALUATIONS / (cpu_now() - began);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(void) {
    static struct go_net_input inputs[POSITIONS];
    struct go_net *net = go_net_new();
    inputs_make(inputs);
    double simd = net_rate(net, inputs);
    go_net_set_kernel(net, GO_NET_SCALAR);
    double plain = net_rate(net, inputs);
    go_net_free(net);
    row_print("Go: 9x9 positions judged by the network", simd, "/s", "plain C", plain,
              simd / plain);
    return 0;
}
