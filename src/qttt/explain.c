#include "explain.h"

#include <stdlib.h>

#include "ranking.h"

static const struct past no_past;

/* What there is to explain. */
struct story {
    const struct qttt *before;
    struct qttt after;
    move m;
    int side; /* who plays m */
    struct solver *solver;
    const struct explain_search *search;
    struct text *text;
};

static const char *side_name(int side) {
    return qttt_game.sides[side];
}

/* Rows */

static void row_print(const struct qttt *q, const struct qttt_row *row, struct text *text) {
    for (int i = 0; i < q->win; i++) {
        if (i > 0)
            text_putc(text, '-');
        qttt_cell_print(q, row->start + i * row->step, text);
    }
}

/* Prints the first row of a side in an over position. */
static void side_row_print(const struct qttt *q, int side, struct text *text) {
    struct qttt_row rows[QTTT_ROWS];
    int count = qttt_rows(q, rows);
    for (int i = 0; i < count; i++)
        if (rows[i].side == side) {
            row_print(q, &rows[i], text);
            return;
        }
}

static int side_number(const struct qttt *q, int side) {
    struct qttt_row rows[QTTT_ROWS];
    int count = qttt_rows(q, rows), best = 0;
    for (int i = 0; i < count; i++) {
        int number = qttt_row_number(q, &rows[i]);
        if (rows[i].side == side &&
            (best == 0 || (q->rules == QTTT_SUM ? number > best : number < best)))
            best = number;
    }
    return best;
}

/* Outcomes */

static struct result outcome_result(const struct qttt *q, int cell, struct qttt *after) {
    *after = *q;
    qttt_play(after, qttt_settle(cell));
    return qttt_result(after, &no_past);
}

/* Whether a side that were to place now could close a cycle that wins either way. The mark number
 * in between, if it is the other's turn, is skipped. */
static bool side_threatens(const struct qttt *q, int side) {
    if (q->waiting || q->done)
        return false;
    int cells = q->size * q->size, n = q->moves + (qttt_to_play(q) == side ? 1 : 2);
    if (n > cells)
        return false;
    uint8_t wins[QTTT_CELLS] = {0};
    struct qttt turn = *q; /* in which the side is to place */
    turn.moves = (uint8_t)(n - 1);
    turn.at[n - 1] = n - 1 > q->moves ? 0 : turn.at[n - 1];
    for (int a = 0; a < cells; a++) {
        if (q->owner[a])
            continue;
        struct qttt trial = turn, after;
        trial.moves = (uint8_t)n;
        trial.a[n] = trial.b[n] = (uint8_t)a;
        trial.at[n] = QTTT_SPOOKY;
        trial.waiting = (uint8_t)n;
        struct result result = outcome_result(&trial, a, &after);
        wins[a] = result.phase == PHASE_OVER && result.winner == side;
        /* Whatever settled with this hole belongs to its component: two such holes are enough. */
        for (int b = 0; wins[a] && b < a; b++)
            if (wins[b] && after.owner[b] && !qttt_repeats(&turn, a, b))
                return true;
    }
    return false;
}

/* Verdicts of the solver */

/* How many moves have this value, how many there are, and the best score. */
static int moves_as_good(const struct story *story, int value, int *all, int *best) {
    struct moves list = {0};
    qttt_moves(story->before, &no_past, &list);
    int same = 0;
    *all = (int)list.count;
    *best = -SOLVER_WIN;
    for (size_t i = 0; i < list.count; i++) {
        int score = 0;
        ranking_score(story->solver, story->before, list.at[i], NULL, &score);
        same += solver_value(score) == value;
        *best = score > *best ? score : *best;
    }
    moves_free(&list);
    return same;
}

static void others_print(const struct story *story, int same, int all) {
    if (all == 1)
        text_put(story->text, "; there is no other move");
    else if (same == 1)
        text_put(story->text, "; no other move does");
    else if (same == all)
        text_put(story->text, "; so does every other move");
    else if (same == 2)
        text_put(story->text, "; 1 other move does too");
    else
        text_print(story->text, "; %d other moves do too", same - 1);
}

static const char *const verbs[] = {"lose", "lose narrowly", "hold the draw", "win narrowly",
                                    "win"};

/* What the search proved or expects. */
static void search_print(const struct explain_search *search, struct text *text) {
    if (search->exact) {
        text_print(text, "you %s", verbs[search->value + 2]);
        if (search->distance >= 0)
            text_print(text, " in %d plies with best play", search->distance);
        text_put(text, ", which is proved");
    } else if (search->winrate >= 0)
        text_print(text, "you may expect %.0f %% from here", search->winrate * 100);
    else
        text_put(text, "nobody wins at once");
}

/* "you win narrowly in 8 plies; no other move does", or what the search says. */
static void verdict_print(const struct story *story) {
    if (story->solver == NULL) {
        search_print(story->search, story->text);
        return;
    }
    int score = 0, all, best;
    ranking_score(story->solver, story->before, story->m, NULL, &score);
    int value = solver_value(score);
    int same = moves_as_good(story, value, &all, &best);
    text_print(story->text, "you %s", verbs[value + 2]);
    if (value != 0)
        text_print(story->text, " in %d plies with best play", solver_distance(score));
    if (value < solver_value(best))
        text_print(story->text, ", though you could %s", verbs[solver_value(best) + 2]);
    else if (value < 0)
        text_put(story->text, score == best ? "; nothing holds out longer" : "");
    else
        others_print(story, same, all);
}

/* Kinds of moves */

static bool board_is_full(const struct qttt *q) {
    for (int cell = 0; cell < q->size * q->size; cell++)
        if (!q->owner[cell])
            return false;
    return true;
}

static void story_over(const struct story *story, const struct result *result) {
    struct text *text = story->text;
    const struct qttt *q = &story->after;
    int other = side_other(story->side);
    if (result->winner == SIDE_NONE && q->done) {
        text_put(text, "both sides get a row, and neither is better: a draw");
    } else if (result->winner == SIDE_NONE) {
        text_put(text, board_is_full(q) ? "fills the board without a row: a draw"
                                        : "leaves no pair that may be placed: a draw");
    } else if (result->margin == 1) {
        text_print(text,
                   result->winner == story->side ? "completes your row " : "leaves %s the row ",
                   side_name(other));
        side_row_print(q, result->winner, text);
    } else {
        static const char *const names[] = {"the highest number in it", "the lowest number in it",
                                            "the sum of its numbers"};
        text_print(text, "both sides get a row, and %s wins narrowly: %s is %d against %d",
                   result->winner == story->side ? "yours" : side_name(other), names[q->rules],
                   side_number(q, result->winner), side_number(q, side_other(result->winner)));
    }
}

static void story_collapse(const struct story *story) {
    const struct qttt *q = story->before;
    int chosen = qttt_low(story->m);
    int cell = q->a[q->waiting] == chosen ? q->b[q->waiting] : q->a[q->waiting];
    struct qttt after;
    struct result other = outcome_result(q, cell, &after);
    if (other.phase == PHASE_OVER && other.winner == side_other(story->side)) {
        text_put(story->text, "in ");
        qttt_cell_print(q, cell, story->text);
        text_print(story->text, " the mark would give %s the row ", side_name(other.winner));
        side_row_print(&after, other.winner, story->text);
        text_put(story->text, "; this way ");
    }
    verdict_print(story);
}

/* Where the solver knows that this move loses, not every collapse need be bad. */
static bool story_loses(const struct story *story) {
    int score = 0;
    if (story->solver == NULL)
        return story->search->exact && story->search->value < 0;
    ranking_score(story->solver, story->before, story->m, NULL, &score);
    return score < 0;
}

static void story_closing(const struct story *story) {
    const struct qttt *q = &story->after;
    struct text *text = story->text;
    int other = side_other(story->side), mine = 0, narrow = 0, open = 0;
    text_put(text, "closes the cycle ");
    struct qttt_cycle cycle;
    qttt_cycle_find(q, &cycle);
    for (int i = 0; i < cycle.length; i++) {
        if (i > 0)
            text_putc(text, '-');
        qttt_cell_print(q, cycle.cells[i], text);
    }
    for (int i = 0; i < 2; i++) {
        struct qttt after;
        struct result result = outcome_result(q, i ? q->b[q->waiting] : q->a[q->waiting], &after);
        mine += result.winner == story->side;
        narrow += result.winner == story->side && result.margin < 1;
        open += result.phase != PHASE_OVER || result.winner == SIDE_NONE;
    }
    if (story_loses(story)) {
        text_put(text, "; ");
        verdict_print(story);
        return;
    }
    text_print(text, ": whichever way %s collapses it, ", side_name(other));
    if (mine == 2)
        text_put(text, narrow ? "you have a row and win, if only narrowly" : "you have a row");
    else if (story->solver == NULL && mine + open == 2)
        text_print(text, "%s gets no row; ", side_name(other));
    if (mine < 2)
        verdict_print(story);
}

static void story_joining(const struct story *story) {
    int other = side_other(story->side);
    if (side_threatens(story->before, other) && !side_threatens(&story->after, other))
        text_print(story->text, "stops %s from closing a cycle that gives %s a row either way; ",
                   side_name(other), side_name(other));
    else if (side_threatens(&story->after, story->side))
        text_put(story->text, "threatens to close a cycle that gives you a row either way; ");
    verdict_print(story);
}

void explain_move(const struct qttt *q, move m, struct solver *solver,
                  const struct explain_search *search, struct text *text) {
    struct story story = {.before = q,
                          .after = *q,
                          .m = m,
                          .side = qttt_to_play(q),
                          .solver = solver,
                          .search = search,
                          .text = text};
    qttt_play(&story.after, m);
    struct result result = qttt_result(&story.after, &no_past);
    if (qttt_lone(q) >= 0)
        text_put(text, "takes the last open cell: ");
    if (result.phase == PHASE_OVER)
        story_over(&story, &result);
    else if (q->waiting)
        story_collapse(&story);
    else if (story.after.waiting)
        story_closing(&story);
    else
        story_joining(&story);
}
