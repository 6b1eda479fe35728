/* commands: what the text protocol offers for quantum tic-tac-toe alone. */
#include <limits.h>
#include <string.h>

#include "../core/command.h"
#include "count.h"
#include "ensemble.h"
#include "puzzle.h"
#include "qttt.h"

static const struct qttt *call_state(const struct call *call) {
    return session_state(call->session);
}

/* Without a cycle the words could name a placement, so that is asked first. */
static bool run_collapse(struct call *call) {
    int side;
    if (!command_needs(call, 2) || !command_side(call, 0, &side) ||
        !session_may_play(call->session, side, call->error) ||
        !qttt_cycle_waits(call_state(call), call->error))
        return false;
    struct text text = {0};
    for (int i = 1; i < call->count; i++)
        text_print(&text, i > 1 ? " %s" : "%s", call->words[i]);
    bool good = session_play(call->session, side, text_string(&text), call->error);
    text_free(&text);
    return good;
}

static bool run_win_length(struct call *call) {
    if (call->count > 0) {
        if (!session_set(call->session, "win_length", call->words[0], call->error))
            return command_fail(call, error_is_syntax(call->error) ? "syntax error"
                                                                   : "unacceptable value");
        call->services->renew(call->host);
        return true;
    }
    text_print(call->out, "%d", call_state(call)->win);
    return true;
}

static void print_choice(const struct call *call, int cell) {
    struct qttt after = *call_state(call);
    move m = qttt_settle(cell);
    text_putc(call->out, '\n');
    qttt_print(&after, m, call->out);
    qttt_play(&after, m);
    struct result result = qttt_result(&after, NULL);
    if (result.phase == PHASE_OVER) {
        text_put(call->out, " ends the game, ");
        game_print_result(&qttt_game, &result, call->out);
    }
    text_put(call->out, ":\n");
    qttt_show_small(&after, call->out);
}

static bool run_cycle(struct call *call) {
    const struct qttt *q = call_state(call);
    struct qttt_cycle cycle;
    qttt_cycle_find(q, &cycle);
    if (cycle.length == 0) {
        text_put(call->out, "none");
        return true;
    }
    text_put(call->out, "marks:");
    for (int i = 0; i < cycle.length; i++) {
        text_putc(call->out, ' ');
        qttt_mark_print(q, cycle.marks[i], call->out);
    }
    text_put(call->out, "\ncells:");
    for (int i = 0; i < cycle.length; i++) {
        text_putc(call->out, ' ');
        qttt_cell_print(q, cycle.cells[i], call->out);
    }
    print_choice(call, q->a[q->waiting]);
    print_choice(call, q->b[q->waiting]);
    return true;
}

static void print_mark(const struct qttt *q, int mark, int cell, struct text *out) {
    bool classical = q->at[mark] != QTTT_SPOOKY;
    if (out->length > 0)
        text_putc(out, '\n');
    qttt_mark_print(q, mark, out);
    text_put(out, classical ? " classical" : " spooky");
    if (q->a[mark] == q->b[mark])
        return;
    text_put(out, classical ? ", was also in " : ", also in ");
    qttt_cell_print(q, qttt_other_cell(q, mark, cell), out);
}

/* The first argument as a cell. */
static bool call_cell(struct call *call, int *cell) {
    return command_needs(call, 1) &&
           (qttt_cell_parse(call_state(call), call->words[0], cell, call->error) ||
            command_fail(call, "syntax error"));
}

static bool run_marks(struct call *call) {
    const struct qttt *q = call_state(call);
    int cell;
    if (!call_cell(call, &cell))
        return false;
    if (q->owner[cell])
        print_mark(q, q->owner[cell], cell, call->out);
    for (int n = 1; n <= q->moves; n++)
        if (qttt_haunts(q, n, cell))
            print_mark(q, n, cell, call->out);
    if (call->out->length == 0)
        text_put(call->out, "empty");
    return true;
}

/* A line for each complete row: its cells. */
static bool run_rows(struct call *call) {
    const struct qttt *q = session_state(call->session);
    struct qttt_row rows[QTTT_ROWS];
    int count = qttt_rows(q, rows);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < q->win; k++) {
            if (k > 0)
                text_putc(call->out, ' ');
            qttt_cell_print(q, rows[i].start + k * rows[i].step, call->out);
        }
        text_putc(call->out, '\n');
    }
    if (count == 0)
        text_put(call->out, "none");
    return true;
}

enum { ENSEMBLE_BOARDS = 1000 };

static bool run_ensemble(struct call *call) {
    struct ensemble ensemble;
    long from, count = ENSEMBLE_BOARDS;
    if (call->count == 0) {
        ensemble_print(call_state(call), call->out);
        return true;
    }
    ensemble_make(&ensemble, call_state(call));
    long last = ensemble.boards < LONG_MAX ? (long)ensemble.boards : LONG_MAX;
    if (!command_whole(call, 0, 1, last, &from) ||
        (call->count > 1 && !command_whole(call, 1, 1, ENSEMBLE_BOARDS, &count)))
        return false;
    ensemble_print_boards(call_state(call), (uint64_t)from, (int)count, call->out);
    return true;
}

/* A line for each mark that moves: itself, its cell, and the mark that pushed it there. */
static bool run_cascade(struct call *call) {
    const struct qttt *q = call_state(call);
    int cell;
    if (!call_cell(call, &cell))
        return false;
    if (!q->waiting || !qttt_haunts(q, q->waiting, cell))
        return command_fail_because(call, "cannot collapse", "qttt.cascade",
                                    "no cycle waits whose closing mark could settle in {0}",
                                    call->words[0]);
    struct qttt_cascade cascade;
    qttt_cascade(q, q->waiting, cell, &cascade);
    for (int i = 0; i < cascade.length; i++) {
        if (i > 0)
            text_putc(call->out, '\n');
        qttt_mark_print(q, cascade.step[i].mark, call->out);
        text_putc(call->out, ' ');
        qttt_cell_print(q, cascade.step[i].cell, call->out);
        if (i > 0) {
            text_putc(call->out, ' ');
            qttt_mark_print(q, cascade.step[i].by, call->out);
        }
    }
    return true;
}

static bool call_kind(struct call *call, long seed, enum puzzle_kind *kind) {
    *kind = (enum puzzle_kind)(seed % PUZZLE_KINDS);
    if (call->count < 2)
        return true;
    for (int k = 0; k < PUZZLE_KINDS; k++)
        if (strcmp(call->words[1], puzzle_kinds[k]) == 0) {
            *kind = (enum puzzle_kind)k;
            return true;
        }
    return command_fail_because(call, "syntax error", "qttt.puzzle-kind",
                                "'{0}' is none of win, draw, collapse", call->words[1]);
}

static bool run_puzzle(struct call *call) {
    const struct qttt *q = call_state(call);
    long seed;
    enum puzzle_kind kind;
    if (!command_needs(call, 1) || !command_whole(call, 0, 0, INT32_MAX, &seed) ||
        !call_kind(call, seed, &kind))
        return false;
    struct puzzle puzzle;
    struct solver *solver = solver_new();
    puzzle_make(&puzzle, solver, q->rules, kind, (uint64_t)seed);
    solver_free(solver);
    puzzle_print(&puzzle, call->out);
    return true;
}

static bool run_count_games(struct call *call) {
    int open = count_open(call_state(call));
    if (session_result(call->session, NULL).phase == PHASE_OVER) { /* by resignation, too */
        text_put(call->out, "1");
        return true;
    }
    if (open <= COUNT_OPEN) {
        text_print(call->out, "%llu", (unsigned long long)count_games(call_state(call)).games);
        return true;
    }
    struct text text = {0};
    text_print(&text, "%d", open);
    command_fail_because(call, "cannot count", "qttt.count-open",
                         "{0} cells are open: games are counted from at most 9",
                         text_string(&text));
    text_free(&text);
    return false;
}

/* The first moves of an empty 3 x 3 board, best first, one of each that turns and mirrors make
 * alike. */
static bool run_opening_table(struct call *call) {
    struct qttt start;
    struct ranking ranking;
    struct solver *solver = solver_new();
    qttt_start(&start, call_state(call)->rules, 3, 3, SIDE_FIRST);
    ranking_make(&ranking, solver, &start, &(struct limits){0});
    solver_free(solver);
    uint64_t keys[SOLVER_MOVES];
    for (int i = 0; i < ranking.count; i++) {
        struct qttt after = start;
        qttt_play(&after, ranking.at[i].m);
        keys[i] = puzzle_key(&after);
    }
    for (int i = 0; i < ranking.count; i++) {
        const struct ranked *ranked = &ranking.at[i];
        int alike = 0, first = i;
        for (int k = ranking.count - 1; k >= 0; k--)
            if (keys[k] == keys[i]) {
                alike++;
                first = k;
            }
        if (first < i)
            continue;
        if (i > 0)
            text_putc(call->out, '\n');
        qttt_print(&start, ranked->m, call->out);
        text_print(call->out, " like %d value \"%s\"", alike, ranking_words(ranked->score));
        if (ranked->score != 0)
            text_print(call->out, " distance %d", solver_distance(ranked->score));
        struct qttt after = start;
        qttt_play(&after, ranked->m);
        text_put(call->out, " reply ");
        qttt_print(&after, ranked->line[1], call->out);
    }
    return true;
}

const struct command qttt_commands[] = {
    {"collapse", "COLOUR [MARK] CELL",
     "Settles the waiting cycle: the closing mark, or any mark of the cycle, in a cell.",
     run_collapse},
    {"win_length", "[K]", "Tells or sets how many marks in a row win; setting it clears the board.",
     run_win_length},
    {"cycle", "", "Tells the marks and cells of the waiting cycle and the board of either choice.",
     run_cycle},
    {"marks", "CELL", "Lists the marks of a cell and where else they are.", run_marks},
    {"rows", "", "Lists the cells of every complete row of classical marks, a row a line.",
     run_rows},
    {"cascade", "CELL",
     "Tells which marks would move where, one after the other, if the cycle collapsed so.",
     run_cascade},
    {"ensemble", "[FROM [COUNT]]",
     "How many classical boards the position stands for, and what each cell is in how many of "
     "them; "
     "or these boards from a number on.",
     run_ensemble},
    {"puzzle", "SEED [win|draw|collapse]",
     "A 3 x 3 position with something to find: goal, solutions, and the refutation of other moves.",
     run_puzzle},
    {"opening_table", "",
     "The first moves of an empty 3 x 3 board, up to symmetry: value, best reply, how many are "
     "alike.",
     run_opening_table},
    {"count_games", "",
     "The exact number of complete games from here; some seconds on an empty 3 x 3 board.",
     run_count_games},
    {0},
};
