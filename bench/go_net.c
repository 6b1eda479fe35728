/* go_net: positions of each size that the network evaluates in a second of CPU time, by the
 * machine's best kernel and by plain C; -k prints those of every kernel. */
#include <string.h>

#include "../src/core/rng.h"
#include "../src/go/net.h"
#include "row.h"

enum { POSITIONS = 20, EVALUATIONS = 20000 }; /* on 9x9 */

/* Boards after more and more random moves. */
static void inputs_make(int size, struct go_net_input inputs[POSITIONS]) {
    static struct go_board board;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < POSITIONS; i++) {
        go_board_init(&board, size);
        for (int ply = 0; ply < size * size * (i + 3) / 30; ply++) {
            int p = board.empty[rng_below(&rng, (uint64_t)board.empty_count)];
            if (go_board_is_legal(&board, ply & 1, p))
                go_board_play(&board, ply & 1, p);
        }
        go_net_input_fill(
            &(struct go_net_position){
                .board = &board, .side = i & 1, .last = GO_PASS, .before = GO_PASS, .komi = 7.5},
            &inputs[i]);
    }
}

/* The better of three runs. */
static double net_rate(struct go_net *net, enum go_net_kernel kernel,
                       struct go_net_input inputs[POSITIONS]) {
    int count = EVALUATIONS * 81 / (inputs[0].size * inputs[0].size);
    double best = 0;
    if (!go_net_set_kernel(net, kernel))
        return 0;
    if (kernel == GO_NET_SCALAR)
        count /= 10;
    for (int run = 0; run < 3; run++) {
        static struct go_net_output output;
        double began = cpu_now();
        for (int i = 0; i < count; i++)
            go_net_evaluate(net, &inputs[i % POSITIONS], &output);
        double rate = count / (cpu_now() - began);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(int count, char **arguments) {
    static struct go_net_input inputs[POSITIONS];
    static const int sizes[] = {9, 13, 19};
    bool all = count > 1 && strcmp(arguments[1], "-k") == 0;
    struct go_net *net = go_net_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double best = 0, plain = 0;
        inputs_make(sizes[i], inputs);
        for (int kernel = GO_NET_SCALAR; kernel < GO_NET_KERNELS; kernel++) {
            double rate = net_rate(net, (enum go_net_kernel)kernel, inputs);
            plain = kernel == GO_NET_SCALAR ? rate : plain;
            best = rate > best ? rate : best;
            if (all)
                printf("kernel %d: %.0f/s\n", kernel, rate);
        }
        char what[64];
        snprintf(what, sizeof what, "Go: %dx%d positions judged by the network", sizes[i],
                 sizes[i]);
        row_print(what, best, "/s", "plain C", plain, best / plain);
    }
    go_net_free(net);
    return 0;
}
