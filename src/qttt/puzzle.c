#include "puzzle.h"

#include "../core/rng.h"
#include "small.h"

const char *const puzzle_kinds[PUZZLE_KINDS] = {"win", "draw", "collapse"};

static const struct past no_past;

/* Fewer marks leave too much to read for a person, more of them too little. */
enum { MARKS_LEAST = 4, MARKS_MOST = 7 };
/* At most one move in so many may solve a puzzle of pairs. */
enum { MOVES_PER_SOLUTION = 4 };

/* Symmetry. */

/* A square's cell, turned and mirrored: bit 0 mirrors columns, bit 1 rows, bit 2 exchanges both. */
static int cell_map(int cell, int symmetry) {
    int row = cell / 3, column = cell % 3;
    if (symmetry & 1)
        column = 2 - column;
    if (symmetry & 2)
        row = 2 - row;
    return symmetry & 4 ? column * 3 + row : row * 3 + column;
}

/* Two cells for each mark in base 9, equal ones for a classical mark: below 81^9. */
static uint64_t key_seen(const struct qttt *q, int symmetry) {
    uint64_t key = 0;
    for (int n = 1; n <= q->moves; n++) {
        bool spooky = q->at[n] == QTTT_SPOOKY;
        int a = cell_map(spooky ? q->a[n] : q->at[n], symmetry);
        int b = cell_map(spooky ? q->b[n] : q->at[n], symmetry);
        key = key * 81 + (uint64_t)(a < b ? a * 9 + b : b * 9 + a);
    }
    return key * 10 + q->moves;
}

uint64_t puzzle_key(const struct qttt *q) {
    uint64_t least = UINT64_MAX;
    for (int symmetry = 0; symmetry < SMALL_SYMMETRIES; symmetry++) {
        uint64_t key = key_seen(q, symmetry);
        least = key < least ? key : least;
    }
    return least;
}

/* Drawing positions. */

static bool position_over(const struct qttt *q) {
    return qttt_result(q, &no_past).phase == PHASE_OVER;
}

/* A random position of a random number of marks; false if the game ended before, or if a cycle
 * waits though none should, or the other way round. */
static bool position_draw(struct qttt *q, enum qttt_rules rules, bool cycle, struct rng *rng) {
    qttt_start(q, (int)rules, 3, 3, 0);
    int marks = MARKS_LEAST + rng_draw(rng, MARKS_MOST - MARKS_LEAST + 1);
    while (!position_over(q) && (q->moves < marks || (q->waiting && !cycle))) {
        struct moves list = {0};
        qttt_moves(q, &no_past, &list);
        qttt_play(q, list.at[rng_draw(rng, (int)list.count)]);
        moves_free(&list);
    }
    return !position_over(q) && (q->waiting != 0) == cycle;
}

/* What makes a position a puzzle. */

static int ranked_value(const struct ranking *ranking, int i) {
    return solver_value(ranking->at[i].score);
}

/* Whether the goal is reached by the first moves of the ranking, by few enough of them, and in one
 * way only: where some moves win and others win narrowly, "wins" would be unclear. */
static bool ranking_puzzles(const struct ranking *ranking, enum puzzle_kind kind, int *solutions) {
    int best = ranked_value(ranking, 0), count = 0;
    while (count < ranking->count && ranked_value(ranking, count) == best)
        count++;
    *solutions = count;
    if (count == ranking->count)
        return false;
    int next = ranked_value(ranking, count);
    switch (kind) {
    case PUZZLE_WIN:
        return best > 0 && next <= 0 && count * MOVES_PER_SOLUTION <= ranking->count;
    case PUZZLE_DRAW:
        return best == 0 && count * MOVES_PER_SOLUTION <= ranking->count;
    case PUZZLE_COLLAPSE:
        return true;
    }
    return false;
}

static int puzzle_plies(const struct puzzle *puzzle) {
    int most = 0;
    bool won = ranked_value(&puzzle->ranking, 0) > 0;
    int from = won ? 0 : puzzle->solutions, to = won ? puzzle->solutions : puzzle->ranking.count;
    for (int i = from; i < to; i++) {
        int distance = solver_distance(puzzle->ranking.at[i].score);
        most = distance > most ? distance : most;
    }
    return most;
}

/* Rare solutions and long games are hard. */
static int puzzle_grade(const struct puzzle *puzzle) {
    int moves = puzzle->ranking.count / puzzle->solutions;
    int grade = 1 + (moves >= 8) + (moves >= 16) + (puzzle->plies > 3) + (puzzle->plies > 5);
    return grade < PUZZLE_GRADES ? grade : PUZZLE_GRADES;
}

void puzzle_make(struct puzzle *puzzle, struct solver *solver, enum qttt_rules rules,
                 enum puzzle_kind kind, uint64_t seed) {
    struct rng rng;
    struct qttt *q = &puzzle->position;
    bool cycle = kind == PUZZLE_COLLAPSE;
    puzzle->kind = kind;
    rng_seed(&rng, rng_mix(seed) + (uint64_t)kind);
    do {
        /* A class of positions for each seed, so that two seeds never meet in one. */
        do {
        } while (!position_draw(q, rules, cycle, &rng) ||
                 rng_mix(puzzle_key(q)) % PUZZLE_CLASSES != seed % PUZZLE_CLASSES);
        ranking_make(&puzzle->ranking, solver, q, &(struct limits){.seed = seed});
    } while (!ranking_puzzles(&puzzle->ranking, kind, &puzzle->solutions));
    puzzle->plies = puzzle_plies(puzzle);
    puzzle->grade = puzzle_grade(puzzle);
}

/* "B2-A3: loss after O6@B2 C1-C3". */
static void wrong_print(const struct qttt *q, const struct ranked *ranked, struct text *text) {
    struct qttt at = *q;
    for (size_t i = 0; i < ranked->length; i++) {
        text_put(text, i == 1 ? " after " : " ");
        qttt_print(&at, ranked->line[i], text);
        qttt_play(&at, ranked->line[i]);
        if (i == 0)
            text_print(text, ": %s", ranking_words(ranked->score));
    }
}

void puzzle_print(const struct puzzle *puzzle, struct text *text) {
    const struct qttt *q = &puzzle->position;
    const struct ranking *ranking = &puzzle->ranking;
    text_print(text, "kind %s\nposition ", puzzle_kinds[puzzle->kind]);
    qttt_save(q, text);
    text_print(text, "\nto_play %s\ngoal %s\nplies %d\ngrade %d\nsolutions",
               qttt_game.sides[qttt_to_play(q)], ranking_words(ranking->at[0].score), puzzle->plies,
               puzzle->grade);
    for (int i = 0; i < puzzle->solutions; i++) {
        text_putc(text, ' ');
        qttt_print(q, ranking->at[i].m, text);
    }
    for (int i = puzzle->solutions; i < ranking->count; i++) {
        text_put(text, "\nwrong");
        wrong_print(q, &ranking->at[i], text);
    }
}
