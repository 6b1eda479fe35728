#include "commands.h"

#include "handicap.h"

const char *const go_colour_names[] = {"black", "white", "empty"};

const struct go_state *go_call_state(const struct call *call) {
    return session_state(call->session);
}

bool go_call_point(struct call *call, int index, int *p) {
    if (go_vertex_parse(&go_call_state(call)->board, call->words[index], p, call->error))
        return true;
    return command_fail(call, "invalid vertex");
}

void go_call_list(struct call *call, const int *points, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text_putc(call->out, ' ');
        go_vertex_print(&go_call_state(call)->board, points[i], call->out);
    }
}

/* Komi and handicap. */

static bool run_komi(struct call *call) {
    return command_needs(call, 1) &&
           (session_set(call->session, "komi", call->words[0], call->error) ||
            command_fail(call, "syntax error"));
}

static bool run_get_komi(struct call *call) {
    go_game.get(session_setup(call->session), GO_KOMI, call->out);
    return true;
}

static bool run_get_handicap(struct call *call) {
    text_print(call->out, "%d", go_call_state(call)->handicap);
    return true;
}

static bool handicap_allowed(struct call *call, long *count, long most) {
    const struct go_board *board = &go_call_state(call)->board;
    if (!command_needs(call, 1))
        return false;
    if (count != NULL && !text_to_whole(call->words[0], -1000000, 1000000, count))
        return command_fail_because(call, "syntax error", "syntax.whole",
                                    "'{0}' is no number of stones", call->words[0]);
    if (board->empty_count != board->size * board->size || session_plies(call->session) > 0)
        return command_fail(call, "board not empty");
    if (count == NULL || (*count >= 2 && *count <= most))
        return true;
    struct text range = {0};
    text_print(&range, "2 to %ld", most);
    command_fail_because(call, "invalid number of stones", "go.handicap",
                         most < 2 ? "this board has no fixed handicaps" : "this board takes {0}",
                         text_string(&range));
    text_free(&range);
    return false;
}

/* Handicap stones are no moves: White is to play, and nothing can be undone. */
static void handicap_place(struct call *call, const int *points, int count) {
    struct go_state state = *go_call_state(call);
    for (int i = 0; i < count; i++)
        go_board_put(&state.board, points[i], GO_BLACK);
    state.to_play = GO_WHITE;
    state.handicap = count;
    session_edit(call->session, &state);
}

/* Stones where `find` puts them. */
static bool handicap_run(struct call *call, int most,
                         void (*find)(const struct go_board *board, int count, int *points)) {
    int points[GO_POINTS];
    long count;
    if (!handicap_allowed(call, &count, most))
        return false;
    find(&go_call_state(call)->board, (int)count, points);
    handicap_place(call, points, (int)count);
    go_call_list(call, points, (int)count);
    return true;
}

static bool run_fixed_handicap(struct call *call) {
    int most = go_handicap_most(go_call_state(call)->board.size);
    return handicap_run(call, most, go_handicap_fixed);
}

static bool run_place_free_handicap(struct call *call) {
    int size = go_call_state(call)->board.size;
    return handicap_run(call, size * size - 1, go_handicap_free);
}

static bool run_set_free_handicap(struct call *call) {
    const struct go_board *board = &go_call_state(call)->board;
    int points[GO_POINTS];
    if (!handicap_allowed(call, NULL, 0))
        return false;
    if (call->count < 2 || call->count >= board->size * board->size)
        return command_fail_because(call, "bad vertex list", "go.handicap-count",
                                    "at least two stones, and one point free, are wanted", "");
    for (int i = 0; i < call->count; i++) {
        if (!go_vertex_parse(board, call->words[i], &points[i], call->error))
            return command_fail(call, "bad vertex list");
        for (int k = 0; k < i; k++)
            if (points[k] == points[i])
                return command_fail_because(call, "bad vertex list", "go.handicap-twice",
                                            "{0} is there twice", call->words[i]);
    }
    handicap_place(call, points, call->count);
    return true;
}

/* The opponent of the one who asks for it moves first. */
static bool run_resume(struct call *call) {
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    if (session_result(call->session, NULL).phase != PHASE_STOPPED)
        return command_fail_because(call, "cannot resume", "go.not-stopped",
                                    "the game is not stopped: two passes do that", "");
    return session_turn(call->session, side_other(side), call->error);
}

/* What GNU Go's friends ask for. */

static bool run_all_legal(struct call *call) {
    struct go_state state = *go_call_state(call);
    struct past past = session_past(call->session);
    int points[GO_POINTS], count = 0;
    if (!command_needs(call, 1) || !command_side(call, 0, &state.to_play))
        return false;
    if (session_result(call->session, NULL).phase == PHASE_OVER)
        return true;
    for (int n = 0; n < state.board.size * state.board.size; n++) {
        int p = go_board_point(&state.board, n);
        if (go_check(&state, &past, state.to_play, p) == GO_FINE)
            points[count++] = p;
    }
    go_call_list(call, points, count);
    return true;
}

static bool run_list_stones(struct call *call) {
    const struct go_board *board = &go_call_state(call)->board;
    int points[GO_POINTS], count = 0, side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    for (int n = 0; n < board->size * board->size; n++)
        if (go_board_colour(board, go_board_point(board, n)) == side)
            points[count++] = go_board_point(board, n);
    go_call_list(call, points, count);
    return true;
}

static bool chain_argument(struct call *call, int *p) {
    if (!command_needs(call, 1) || !go_call_point(call, 0, p))
        return false;
    return go_board_colour(&go_call_state(call)->board, *p) < GO_EMPTY ||
           command_fail_because(call, "vertex must not be empty", "go.no-stone",
                                "there is no stone at {0}", call->words[0]);
}

static bool run_countlib(struct call *call) {
    int p, liberties[GO_POINTS];
    if (!chain_argument(call, &p))
        return false;
    text_print(call->out, "%d",
               go_board_liberties(&go_call_state(call)->board, p, GO_POINTS, liberties));
    return true;
}

static bool run_findlib(struct call *call) {
    int p, liberties[GO_POINTS];
    if (!chain_argument(call, &p))
        return false;
    go_call_list(call, liberties,
                 go_board_liberties(&go_call_state(call)->board, p, GO_POINTS, liberties));
    return true;
}

static bool run_color(struct call *call) {
    int p;
    if (!command_needs(call, 1) || !go_call_point(call, 0, &p))
        return false;
    text_put(call->out, go_colour_names[go_board_colour(&go_call_state(call)->board, p)]);
    return true;
}

static bool run_captures(struct call *call) {
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    text_print(call->out, "%d", go_call_state(call)->board.captured[side]);
    return true;
}

static bool run_query_boardsize(struct call *call) {
    text_print(call->out, "%d", go_call_state(call)->board.size);
    return true;
}

const struct command go_commands[] = {
    {"komi", "KOMI", "Sets the points that White is given.", run_komi},
    {"get_komi", "", "The points that White is given.", run_get_komi},
    {"fixed_handicap", "N", "Places a handicap of N stones on the usual points.",
     run_fixed_handicap},
    {"place_free_handicap", "N", "Places a handicap of N stones where the engine likes them.",
     run_place_free_handicap},
    {"set_free_handicap", "VERTEX ...", "Places handicap stones on these points.",
     run_set_free_handicap},
    {"get_handicap", "", "The number of handicap stones.", run_get_handicap},
    {"resume", "COLOUR", "COLOUR wants to play on after two passes; the opponent moves first.",
     run_resume},
    {"final_status", "VERTEX", "alive, dead, seki, black_territory, white_territory or dame.",
     go_run_final_status},
    {"final_status_list", "STATUS", "All stones (or points) with that status, a chain a line.",
     go_run_final_status_list},
    {"estimate_score", "", "The score to be expected, with bounds.", go_run_estimate_score},
    {"ownership", "", "Whose every point will be, from -1 (white) to 1 (black), rows from the top.",
     go_run_ownership},
    {"top_moves", "[COLOUR]", "Good moves and their values in percent.", go_run_top_moves},
    {"top_moves_black", "", "Good points for Black and their values in percent.",
     go_run_top_moves_black},
    {"top_moves_white", "", "Good points for White and their values in percent.",
     go_run_top_moves_white},
    {"loadsgf", "FILE [MOVE]",
     "Reads an SGF file up to before a move, by number or vertex; tells who is to play.",
     go_run_loadsgf},
    {"printsgf", "[FILE]", "The game as SGF, or writes it to a file.", go_run_printsgf},
    {"all_legal", "COLOUR", "All points where COLOUR may play.", run_all_legal},
    {"list_stones", "COLOUR", "All stones of COLOUR.", run_list_stones},
    {"countlib", "VERTEX", "The number of liberties of the chain there.", run_countlib},
    {"findlib", "VERTEX", "The liberties of the chain there.", run_findlib},
    {"color", "VERTEX", "black, white or empty.", run_color},
    {"captures", "COLOUR", "The number of stones that COLOUR has taken.", run_captures},
    {"query_boardsize", "", "The size of the board.", run_query_boardsize},
    {"gogui-analyze_commands", "", "What GoGui offers in its analysis menu.",
     go_run_analyze_commands},
    {"gogui-setup", "STONE VERTEX ...", "Sets up stones: b, w, or e for empty.", go_run_setup},
    {"gogui-setup_player", "COLOUR", "Says who is to play.", go_run_setup_player},
    {"kgs-rules", "RULES", "Sets the rules by the names of KGS.", go_run_kgs_rules},
    {"kgs-genmove_cleanup", "COLOUR", "Plays to take dead stones off; passes when all are gone.",
     go_run_cleanup},
    {"kgs-game_over", "", "Says that the game is over; nothing happens.", go_run_nothing},
    {"kgs-chat", "WHERE NAME MESSAGE", "Answers a message with a sentence.", go_run_chat},
    {"cgos-opponent_name", "NAME", "Names the opponent; nothing happens.", go_run_nothing},
    {"cgos-gameover", "RESULT", "Says that the game is over; nothing happens.", go_run_nothing},
    {0},
};
