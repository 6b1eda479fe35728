/* go_book: makes the opening book of 9x9 Go by deep searches along good lines.
 *
 *   go_book [-n SIMULATIONS] [-p PLIES] [-w WIDTH] [-c COUNT] -o BOOK
 *
 * Every position of the book is searched with SIMULATIONS; the book has an answer for it. From
 * there it goes on with the answer, and with the moves that the search looked at most as the
 * opponent's: WIDTH of them in the first two plies, half as many in the next two, and so on,
 * shortest lines first, until there are COUNT of them or none are left. Positions that are the same
 * but for turning count once. Lines: the moves from the empty board, "=", the answer, its winrate.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/go/book.h"
#include "../src/go/mcts.h"

enum { PLIES_MAX = 12, MEGABYTES = 512 };

/* A position of the book by the moves that lead to it, and the sides it is a book for. */
struct leaf {
    move line[PLIES_MAX];
    int plies;
    bool serves[2];
    uint64_t key;
};

struct maker {
    long simulations, plies, width, most;
    long printed;
    struct go_search *search;
    struct leaf *leaves;
    size_t count, room;
    FILE *out;
};

static void leaf_state(const struct leaf *leaf, int turn, struct go_state *state) {
    struct setup setup = go_book_setup();
    memset(state, 0, sizeof *state);
    go_init(state, &setup);
    for (int i = 0; i < leaf->plies; i++)
        go_play(state, (move)go_board_symmetric(&state->board, (int)leaf->line[i], turn));
}

/* The same for every way to turn the position. */
static uint64_t leaf_key(const struct leaf *leaf) {
    uint64_t least = UINT64_MAX;
    for (int turn = 0; turn < GO_SYMMETRIES; turn++) {
        struct go_state state;
        leaf_state(leaf, turn, &state);
        least = state.board.key < least ? state.board.key : least;
    }
    return least;
}

/* Adds the position after a move, or what it serves for if it is known. Returns whether it is new.
 */
static bool leaf_add(struct maker *maker, const struct leaf *from, move m, int side) {
    struct leaf leaf = *from;
    leaf.line[leaf.plies++] = m;
    leaf.key = leaf_key(&leaf);
    for (size_t i = 0; i < maker->count; i++)
        if (maker->leaves[i].key == leaf.key && maker->leaves[i].plies == leaf.plies) {
            bool served = maker->leaves[i].serves[side];
            maker->leaves[i].serves[side] = true;
            return !served;
        }
    if (maker->count == maker->room) {
        maker->room = 2 * maker->room + 64;
        maker->leaves = memory_grow(maker->leaves, maker->room, sizeof *maker->leaves);
    }
    leaf.serves[side] = true;
    leaf.serves[side_other(side)] = false;
    maker->leaves[maker->count++] = leaf;
    return true;
}

static void line_print(const struct maker *maker, const struct leaf *leaf,
                       const struct go_candidate *best) {
    struct go_state state;
    struct text text = {0};
    leaf_state(leaf, 0, &state);
    for (int i = 0; i < leaf->plies; i++) {
        go_vertex_print(&state.board, (int)leaf->line[i], &text);
        text_putc(&text, ' ');
    }
    text_put(&text, "= ");
    go_vertex_print(&state.board, (int)best->line[0], &text);
    fprintf(maker->out, "%s %.3f\n", text_string(&text), best->winrate);
    fflush(maker->out);
    text_free(&text);
}

static void leaf_search(struct maker *maker, const struct leaf *leaf) {
    struct go_state state;
    struct past past = {0};
    struct limits limits = {.nodes = (uint64_t)maker->simulations, .seed = 1};
    leaf_state(leaf, 0, &state);
    go_search_forget(maker->search);
    const struct go_search_result *finding =
        go_search_run(maker->search, &state, &past, &limits, 1, NULL, NULL);
    int side = state.to_play;
    if (finding->count == 0 || finding->best[0].line[0] == GO_PASS)
        return;
    if (leaf->serves[side]) {
        line_print(maker, leaf, &finding->best[0]);
        maker->printed++;
    }
    if (leaf->plies + 1 >= maker->plies)
        return;
    if (leaf->serves[side])
        leaf_add(maker, leaf, finding->best[0].line[0], side);
    long width = maker->width >> (leaf->plies / 2);
    if (!leaf->serves[side_other(side)])
        return;
    for (size_t i = 0; i < finding->count && width > 0; i++)
        if (finding->best[i].line[0] != GO_PASS &&
            leaf_add(maker, leaf, finding->best[i].line[0], side_other(side)))
            width--;
}

static int usage(void) {
    fprintf(stderr, "usage: go_book [-n SIMULATIONS] [-p PLIES] [-w WIDTH] [-c COUNT] -o BOOK\n");
    return 2;
}

int main(int count, char **arguments) {
    struct maker maker = {.simulations = 30000, .plies = 5, .width = 8, .most = 1000};
    const char *path = NULL;
    int option;
    bool good = true;
    while (good && (option = getopt(count, arguments, "n:p:w:c:o:")) != -1) {
        good = option == 'n'   ? text_to_whole(optarg, 1, LONG_MAX, &maker.simulations)
               : option == 'p' ? text_to_whole(optarg, 1, PLIES_MAX, &maker.plies)
               : option == 'w' ? text_to_whole(optarg, 1, GO_POINTS, &maker.width)
               : option == 'c' ? text_to_whole(optarg, 1, LONG_MAX, &maker.most)
                               : option == 'o';
        if (option == 'o')
            path = optarg;
    }
    if (!good || path == NULL || optind < count)
        return usage();
    maker.out = fopen(path, "w");
    if (maker.out == NULL) {
        perror(path);
        return 1;
    }
    fprintf(maker.out,
            "# 9x9, komi 7.5, area rules; made by tools/go_book -n %ld -p %ld -w %ld -c %ld\n",
            maker.simulations, maker.plies, maker.width, maker.most);
    maker.search = go_search_new(MEGABYTES);
    maker.leaves = memory_new(1, sizeof *maker.leaves);
    maker.leaves[0] = (struct leaf){.serves = {true, true}};
    maker.count = maker.room = 1;
    for (size_t i = 0; i < maker.count && maker.printed < maker.most; i++) {
        struct leaf leaf = maker.leaves[i];
        leaf_search(&maker, &leaf);
    }
    go_search_free(maker.search);
    free(maker.leaves);
    if (fclose(maker.out) != 0) {
        perror(path);
        return 1;
    }
    return 0;
}
