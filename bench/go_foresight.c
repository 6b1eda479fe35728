/* go_foresight: how well the search's playouts and its network predict the end of finished games.
 *
 *   go_foresight [-n PLAYOUTS] [-e EVERY] [-f FIRST] [-S SEED] [heuristics=VALUE] FILE.sgf...
 *
 * From ply FIRST on, PLAYOUTS playouts start from every EVERY-th position of each game. The owners
 * of points at their ends are compared with those at the game's own end, as the judge sees them.
 * Prints the mean squared error of the probability that Black owns a point, the same for the
 * probability that Black wins, and playouts per CPU second; then, by how much of the board is
 * empty, the errors of the winner by playouts, by the network and by both as the search mixes them,
 * and the network's weight that would have been best. Smaller errors show in far less time than
 * matches take. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/go/go.h"
#include "../src/go/judge.h"
#include "../src/go/mcts.h"
#include "../src/go/playout.h"
#include "go_records.h"
#include "row.h"

/* Sums of squared errors, and of what tells the best weight of the network. */
struct board_phase {
    long count;
    double playouts, net, mixed;
    double towards, apart;
};
enum { PHASES = 10 };

struct foresight {
    long playouts, every, first;
    uint64_t seed;
    struct go_playout_heuristics heuristics;
    struct go_knowledge knowledge;
    struct go_line line;
    long positions, points, games;
    double point_error, win_error;
    struct board_phase phases[PHASES];
    double seconds;
};

/* A game as its moves, and how it ended. */
struct finished_game {
    struct setup setup;
    int count;
    int side[GO_LINE];
    move at[GO_LINE];
    unsigned char owner[MARKS_POINTS];
    bool black_won;
};

static double square(double x) {
    return x * x;
}

/* False unless the game ended with two passes: only then the owners of points are known. */
static bool game_read(struct finished_game *finished, const struct record *record) {
    struct go_state state = {0};
    struct past past = {0};
    finished->setup = record->setup;
    finished->count = 0;
    go_init(&state, &record->setup);
    for (size_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (entry->kind != RECORD_PLY)
            continue;
        state.to_play = entry->side;
        if (finished->count == GO_LINE ||
            !go_parse(&state, &past, entry->text, &finished->at[finished->count], NULL))
            return false;
        finished->side[finished->count] = entry->side;
        go_play(&state, finished->at[finished->count++]);
    }
    struct marks marks;
    go_judge(&state.board, NULL, &marks);
    go_territory(&state, &marks, finished->owner);
    finished->black_won = go_score(&state, &marks).winner == GO_BLACK;
    return state.passes >= 2;
}

/* Adds the network's view of a position that playouts win for Black so often. */
static void net_measure(struct foresight *foresight, const struct go_state *state,
                        const int last[2], double playouts, double truth) {
    static struct go_net_input input;
    static struct go_net_output output;
    const struct go_board *board = &state->board;
    struct go_tuning tuning;
    if (board->size < GO_NET_SIZE_MIN)
        return;
    go_net_input_fill(&(struct go_net_position){.board = board,
                                                .side = state->to_play,
                                                .last = last[1],
                                                .before = last[0],
                                                .komi = state->komi},
                      &input);
    go_net_evaluate(foresight->knowledge.net, &input, &output);
    go_tuning_init(&tuning, board->size);
    double empty = (double)board->empty_count / (board->size * board->size);
    double net = state->to_play == GO_BLACK ? output.value : 1 - output.value;
    double mixed = playouts + go_value_weight(&tuning, empty) * (net - playouts);
    struct board_phase *phase = &foresight->phases[empty < 1 ? (int)(empty * PHASES) : PHASES - 1];
    phase->count++;
    phase->playouts += square(playouts - truth);
    phase->net += square(net - truth);
    phase->mixed += square(mixed - truth);
    phase->towards += (net - playouts) * (truth - playouts);
    phase->apart += square(net - playouts);
}

static void position_measure(struct foresight *foresight, const struct go_state *state,
                             const int last[2], const struct finished_game *finished) {
    struct go_board board;
    struct rng rng;
    int points = state->board.size * state->board.size;
    long owned[MARKS_POINTS] = {0};
    long won = 0;
    rng_seed(&rng, foresight->seed + (uint64_t)foresight->positions);
    for (long i = 0; i < foresight->playouts; i++) {
        go_board_copy(&board, &state->board);
        foresight->line.count = 2;
        foresight->line.at[0] = (uint16_t)last[0];
        foresight->line.at[1] = (uint16_t)last[1];
        go_playout_heavy(&board, state->to_play, 0, &foresight->heuristics, &rng, &foresight->line);
        won += go_playout_area(&board) > state->komi;
        for (int n = 0; n < points; n++) {
            int owner = go_playout_owner(&board, go_board_point(&board, n));
            owned[n] += owner == GO_BLACK ? 2 : owner == GO_EMPTY;
        }
    }
    double all = (double)foresight->playouts;
    for (int n = 0; n < points; n++) {
        double truth = finished->owner[n] == GO_BLACK   ? 1
                       : finished->owner[n] == GO_EMPTY ? 0.5
                                                        : 0;
        foresight->point_error += square((double)owned[n] / 2 / all - truth);
    }
    foresight->points += points;
    foresight->win_error += square((double)won / all - finished->black_won);
    net_measure(foresight, state, last, (double)won / all, finished->black_won);
    foresight->positions++;
}

static void positions_measure(struct foresight *foresight, const struct finished_game *finished) {
    struct go_state state = {0};
    int last[2] = {GO_PASS, GO_PASS};
    go_init(&state, &finished->setup);
    foresight->games++;
    for (int i = 0; i < finished->count && state.passes < 1; i++) {
        state.to_play = finished->side[i];
        if (i >= foresight->first && i % foresight->every == 0)
            position_measure(foresight, &state, last, finished);
        go_play(&state, finished->at[i]);
        last[0] = last[1];
        last[1] = (int)finished->at[i];
    }
}

static void game_measure(void *context, const struct record *record) {
    struct foresight *foresight = context;
    struct finished_game *finished = memory_new(1, sizeof *finished);
    if (game_read(finished, record)) {
        double began = cpu_now();
        positions_measure(foresight, finished);
        foresight->seconds += cpu_now() - began;
    }
    free(finished);
}

static bool file_measure(struct foresight *foresight, const char *path) {
    bool fine = records_visit(path, game_measure, foresight);
    if (!fine)
        fprintf(stderr, "go_foresight: cannot read %s\n", path);
    return fine;
}

static void phases_print(const struct foresight *foresight) {
    for (int i = PHASES - 1; i >= 0; i--) {
        const struct board_phase *phase = &foresight->phases[i];
        double count = (double)phase->count;
        if (phase->count > 0 && phase->apart > 0)
            printf(
                "%d0 %% empty: %5ld positions: wins by playouts %.4f, by the network %.4f, mixed "
                "%.4f; best weight %.2f\n",
                i, phase->count, phase->playouts / count, phase->net / count, phase->mixed / count,
                phase->towards / phase->apart);
    }
}

static int usage(void) {
    fprintf(stderr, "usage: go_foresight [-n PLAYOUTS] [-e EVERY] [-f FIRST] [-S SEED] "
                    "[heuristics=VALUE] FILE.sgf...\n");
    return 2;
}

int main(int count, char **arguments) {
    static struct foresight foresight = {.playouts = 100, .every = 4, .first = 12, .seed = 1};
    struct go_tuning tuning;
    int option;
    go_tuning_init(&tuning, 9);
    go_knowledge_init(&foresight.knowledge);
    foresight.heuristics =
        (struct go_playout_heuristics){.kinds = tuning.heuristics,
                                       .patterns = &foresight.knowledge.patterns,
                                       .weights = &foresight.knowledge.playout_weights};
    while ((option = getopt(count, arguments, "n:e:f:S:")) != -1) {
        long value = option != '?' ? strtol(optarg, NULL, 10) : 0;
        if (option == 'n' && value > 0)
            foresight.playouts = value;
        else if (option == 'e' && value > 0)
            foresight.every = value;
        else if (option == 'f' && value >= 0)
            foresight.first = value;
        else if (option == 'S')
            foresight.seed = (uint64_t)value;
        else
            return usage();
    }
    for (int i = optind; i < count; i++) {
        if (strncmp(arguments[i], "heuristics=", 11) == 0)
            foresight.heuristics.kinds = (unsigned)strtoul(arguments[i] + 11, NULL, 0);
        else if (!file_measure(&foresight, arguments[i]))
            return 1;
    }
    if (foresight.positions == 0)
        return usage();
    printf("%ld games, %ld positions: points %.4f, wins %.4f, %.0f playouts/s\n", foresight.games,
           foresight.positions, foresight.point_error / (double)foresight.points,
           foresight.win_error / (double)foresight.positions,
           (double)(foresight.positions * foresight.playouts) / foresight.seconds);
    phases_print(&foresight);
    go_knowledge_free(&foresight.knowledge);
    return 0;
}
