#include <string.h>

#include "commands.h"

bool go_run_analyze_commands(struct call *call) {
    static const char *const lines[] = {
        "string/Final Score/final_score",
        "string/Estimate Score/estimate_score",
        "plist/Alive/final_status_list alive",
        "plist/Dead/final_status_list dead",
        "plist/Seki/final_status_list seki",
        "plist/Black Territory/final_status_list black_territory",
        "plist/White Territory/final_status_list white_territory",
        "string/Final Status/final_status %p",
        "dboard/Ownership/ownership",
        "pspairs/Top Moves/top_moves %c",
        "plist/All Legal/all_legal %c",
        "plist/Liberties/findlib %p",
        "string/Count Liberties/countlib %p",
        "hstring/Evaluate/evaluate %c",
        "hstring/Hint/hint %c",
        "hstring/Options/list_options",
        "hstring/History/history",
        "string/Position/get_position",
        "none/Clear Cache/clear_cache",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        text_print(call->out, "%s\n", lines[i]);
    return true;
}

static bool setup_colour(struct call *call, int index, int *colour) {
    if (text_same(call->words[index], "e") || text_same(call->words[index], "empty")) {
        *colour = GO_EMPTY;
        return true;
    }
    return command_side(call, index, colour);
}

bool go_run_setup(struct call *call) {
    struct go_state state = *go_call_state(call);
    int colour, p;
    if (call->count % 2 != 0)
        return command_needs(call, call->count + 1);
    for (int i = 0; i < call->count; i += 2) {
        if (!setup_colour(call, i, &colour) || !go_call_point(call, i + 1, &p))
            return false;
        go_board_put(&state.board, p, colour);
    }
    if (!go_board_is_sound(&state.board, &p)) {
        struct text vertex = {0};
        go_vertex_print(&state.board, p, &vertex);
        command_fail_because(call, "invalid position", "go.no-liberty",
                             "the stone at {0} would have no liberty", text_string(&vertex));
        text_free(&vertex);
        return false;
    }
    state.passes = 0;
    session_edit(call->session, &state);
    return true;
}

bool go_run_setup_player(struct call *call) {
    int side;
    return command_needs(call, 1) && command_side(call, 0, &side) &&
           session_turn(call->session, side, call->error);
}

bool go_run_nothing(struct call *call) {
    (void)call;
    return true;
}

bool go_run_chat(struct call *call) {
    if (!command_needs(call, 3))
        return false;
    text_put(call->out, "I am a program and play Go; I cannot talk about it.");
    return true;
}
