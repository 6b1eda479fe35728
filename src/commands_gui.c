/* What graphical programs, match servers and GNU Go's friends ask of every game beside GTP itself.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "core/vertex.h"
#include "engine.h"
#include "options.h"

/* Time. */

/* Kinds of clocks by name, and how many numbers each takes. fischer-capped is KataGo's: what goes
 * beyond an upper limit is lost, which a careful player need not know. */
static const struct {
    const char *name;
    enum clock_kind kind;
    int numbers;
} clocks[] = {
    {"none", CLOCK_NONE, 0},       {"absolute", CLOCK_ABSOLUTE, 1},
    {"byoyomi", CLOCK_BYOYOMI, 3}, {"canadian", CLOCK_CANADIAN, 3},
    {"fischer", CLOCK_FISCHER, 2}, {"fischer-capped", CLOCK_FISCHER, 2},
};
enum { CLOCKS = sizeof clocks / sizeof *clocks, CLOCKS_OF_KGS = 4 };

static bool refuse_clock(struct call *call, int known) {
    struct text kinds = {0};
    for (int i = 0; i < known; i++)
        text_print(&kinds, "%s%s", i > 0 ? ", " : "", clocks[i].name);
    call->failure = "syntax error";
    error_set(call->error, "syntax.clock", "'{0}' is no kind of clock; there are {1}",
              call->words[0], text_string(&kinds), NULL);
    text_free(&kinds);
    return false;
}

static bool set_clock(struct call *call, int known) {
    int i = 0;
    long count = 0;
    if (!command_needs(call, 1))
        return false;
    while (i < known && strcmp(clocks[i].name, call->words[0]) != 0)
        i++;
    if (i == known)
        return refuse_clock(call, known);
    struct clock_settings settings = {.kind = clocks[i].kind};
    if (!command_needs(call, 1 + clocks[i].numbers) ||
        (clocks[i].numbers > 0 && !command_seconds(call, 1, &settings.main)) ||
        (clocks[i].numbers > 1 && !command_seconds(call, 2, &settings.period)) ||
        (clocks[i].numbers > 2 && !command_whole(call, 3, 0, 100000, &count)))
        return false;
    settings.count = (int)count;
    if (clocks[i].numbers == 3 && (settings.count == 0 || settings.period <= 0))
        settings = (struct clock_settings){.kind = CLOCK_ABSOLUTE, .main = settings.main};
    settings = clock_or_none(&settings);
    session_set_clock(call->session, &settings);
    return true;
}

static bool run_kgs_time_settings(struct call *call) {
    return set_clock(call, CLOCKS_OF_KGS);
}

static bool run_kata_time_settings(struct call *call) {
    return set_clock(call, CLOCKS);
}

static bool run_kata_list_time_settings(struct call *call) {
    for (int i = 0; i < CLOCKS; i++)
        text_print(call->out, "%s%s", i > 0 ? " " : "", clocks[i].name);
    return true;
}

/* Plies. */

static bool run_gg_undo(struct call *call) {
    long count = 1;
    if (call->count > 0 && !command_whole(call, 0, 0, LONG_MAX, &count))
        return false;
    struct steps *steps = &((struct engine *)call->host)->steps;
    return steps_undo(steps, call->session, count, call->error) ||
           command_fail(call, "cannot undo");
}

static bool run_is_legal(struct call *call) {
    int side;
    move m;
    if (!command_needs(call, 2) || !command_side(call, 0, &side))
        return false;
    const char *text = call->tail + strlen(call->words[0]) + 1;
    bool legal = session_parse(call->session, side, text, &m, call->error);
    if (!legal && error_is_syntax(call->error))
        return false;
    text_put(call->out, legal ? "1" : "0");
    return true;
}

/* The full name of a side, as GNU Go writes it: the longest of its words that begins like its
 * letter. */
static const char *side_name(const struct game *game, int side) {
    const char *longest = game->sides[side];
    for (const char *const *word = game->side_words[side]; *word != NULL; word++)
        if ((*word)[0] == longest[0] && strlen(*word) > strlen(longest))
            longest = *word;
    return longest;
}

static bool run_last_move(struct call *call) {
    struct record record;
    session_record(call->session, &record);
    const struct record_entry *last = NULL;
    for (size_t i = 0; i < record.entry_count; i++)
        if (record.entries[i].kind == RECORD_PLY)
            last = &record.entries[i];
        else if (record.entries[i].kind == RECORD_POSITION)
            last = NULL;
    bool found = last != NULL;
    if (found)
        text_print(call->out, "%s %s", side_name(record.game, last->side), last->text);
    record_free(&record);
    return found || command_fail(call, "no previous move known");
}

/* The newest first, as GNU Go has it. */
static bool run_move_history(struct call *call) {
    struct record record;
    session_record(call->session, &record);
    for (size_t i = record.entry_count; i-- > 0;)
        if (record.entries[i].kind == RECORD_PLY)
            text_print(call->out, "%s %s\n", side_name(record.game, record.entries[i].side),
                       record.entries[i].text);
    record_free(&record);
    return true;
}

static bool play_sequence(struct call *call, struct session *session, struct steps *steps) {
    for (int i = 0; i < call->count; i += 2) {
        int side;
        if (!command_side(call, i, &side) ||
            !steps_play(steps, session, side, call->words[i + 1], call->error))
            return false;
    }
    return true;
}

/* All or nothing. Tried on a copy: undo would keep who began, and forget a draw offered. */
static bool run_play_sequence(struct call *call) {
    if (call->count % 2 != 0)
        return command_needs(call, call->count + 1);
    struct steps *steps = &((struct engine *)call->host)->steps, trial = *steps;
    trial.ways = NULL;
    trial.room = 0;
    struct session *copy = session_copy(call->session);
    bool good = play_sequence(call, copy, &trial);
    session_free(copy);
    steps_free(&trial);
    return good && play_sequence(call, call->session, steps);
}

/* The engine. */

static bool run_set_random_seed(struct call *call) {
    if (!command_needs(call, 1))
        return false;
    return options_set(call->host, "seed", call->words[0], call->error) ||
           command_fail(call, "syntax error");
}

static bool run_get_random_seed(struct call *call) {
    text_print(call->out, "%llu", (unsigned long long)((struct engine *)call->host)->seed);
    return true;
}

static bool run_clear_cache(struct call *call) {
    thinker_forget(((struct engine *)call->host)->thinker);
    return true;
}

static bool run_nothing(struct call *call) {
    (void)call;
    return true;
}

/* GoGui as a board for games that it does not know. It shows one stone per point, and a person
 * clicks on one at a time: steps.h. */

/* Whoever asks for any of these wants moves by points from now on. */
static const struct steps *want_steps(struct call *call) {
    struct steps *steps = &((struct engine *)call->host)->steps;
    steps->wanted = true;
    return steps;
}

static bool run_rules_game_id(struct call *call) {
    want_steps(call);
    text_put(call->out, session_game(call->session)->title);
    return true;
}

static bool run_rules_board_size(struct call *call) {
    want_steps(call);
    text_print(call->out, "%d", session_setup(call->session)->size);
    return true;
}

static bool run_rules_board(struct call *call) {
    const struct game *game = session_game(call->session);
    int size = session_setup(call->session)->size;
    want_steps(call);
    for (int r = size - 1; r >= 0; r--) {
        for (int column = 0; column < size; column++) {
            int side = game->holder == NULL ? SIDE_NONE
                                            : game->holder(session_state(call->session), column, r);
            text_print(call->out, "%s%c", column > 0 ? " " : "",
                       side == SIDE_NONE ? '.' : "XO"[side]);
        }
        text_putc(call->out, '\n');
    }
    return true;
}

/* What the stones do not show, and the points of a move that was begun. How it may go on is shown
 * unless almost every point would be. */
static bool run_rules_board_gfx(struct call *call) {
    const struct game *game = session_game(call->session);
    const struct steps *steps = want_steps(call);
    int begun = steps_begun(steps, call->session);
    if (game->gfx != NULL)
        game->gfx(session_state(call->session), call->out);
    if (begun == 0)
        return true;
    text_put(call->out, "SQUARE");
    for (int i = 0; i < begun; i++) {
        text_putc(call->out, ' ');
        vertex_print(call->out, steps->at[i].column, steps->at[i].row);
    }
    struct text next = {0};
    int size = session_setup(call->session)->size;
    if (steps_print_moves(steps, call->session, &next) <= size)
        text_print(call->out, "\nTRIANGLE %s", text_string(&next));
    text_free(&next);
    return true;
}

static bool run_rules_side_to_move(struct call *call) {
    static const char *const names[] = {"black", "white"};
    want_steps(call);
    text_put(call->out, names[session_to_play(call->session)]);
    return true;
}

static bool run_rules_legal_moves(struct call *call) {
    steps_print_moves(want_steps(call), call->session, call->out);
    return true;
}

static bool run_rules_final_result(struct call *call) {
    want_steps(call);
    if (session_result(call->session, NULL).phase == PHASE_OVER)
        session_print_result(call->session, call->out);
    else
        text_put(call->out, "the game is not over");
    return true;
}

const struct command gui_commands[] = {
    {"kgs-time_settings", "none | absolute M | byoyomi M P N | canadian M P N",
     "Sets the clocks: main time, seconds of a period, and how many periods or plies.",
     run_kgs_time_settings},
    {"kata-time_settings",
     "none | absolute M | byoyomi M P N | canadian M P N | fischer M I | fischer-capped M I "
     "LIMIT MOST",
     "Sets the clocks as kgs-time_settings does, or with an increment.", run_kata_time_settings},
    {"kata-list_time_settings", "", "The kinds of clocks that kata-time_settings knows.",
     run_kata_list_time_settings},
    {"gg-undo", "[N]", "Takes back the last N plies, 1 if not given.", run_gg_undo},
    {"is_legal", "COLOUR MOVE", "Whether the move is legal: 1 or 0.", run_is_legal},
    {"last_move", "", "The last ply and its side.", run_last_move},
    {"move_history", "", "All plies with their sides, the newest first.", run_move_history},
    {"set_random_seed", "SEED", "Fixes every random choice.", run_set_random_seed},
    {"get_random_seed", "", "The seed of all random choices.", run_get_random_seed},
    {"clear_cache", "", "Forgets everything that was thought before.", run_clear_cache},
    {"gogui-interrupt", "", "Says that `# interrupt` ends a genmove; does nothing.", run_nothing},
    {"gogui-play_sequence", "COLOUR MOVE ...", "Plays several moves, or none if one is illegal.",
     run_play_sequence},
    {0},
};

const struct command ruler_commands[] = {
    {"gogui-rules_game_id", "", "The name of the game.", run_rules_game_id},
    {"gogui-rules_board_size", "", "The size of the board.", run_rules_board_size},
    {"gogui-rules_board", "", "The board, rows from the top, X, O and dots.", run_rules_board},
    {"gogui-rules_board_gfx", "", "What the stones do not show, as drawing commands.",
     run_rules_board_gfx},
    {"gogui-rules_side_to_move", "", "black or white: the first or the second side.",
     run_rules_side_to_move},
    {"gogui-rules_legal_moves", "", "The points that may come next in one line.",
     run_rules_legal_moves},
    {"gogui-rules_final_result", "", "The result, once the game is over.", run_rules_final_result},
    {0},
};
