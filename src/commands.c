#include "commands.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "engine.h"
#include "options.h"

const struct command *const engine_tables[] = {basic_commands,
                                               record_commands,
                                               analyse_commands,
                                               gui_commands,
                                               ruler_commands,
                                               option_commands,
                                               NULL};

/* About the program. */

static bool run_protocol_version(struct call *call) {
    text_put(call->out, "2");
    return true;
}

static bool run_name(struct call *call) {
    text_put(call->out, "Ternion");
    return true;
}

static bool run_version(struct call *call) {
    text_put(call->out, ((struct engine *)call->host)->version);
    return true;
}

static bool run_known_command(struct call *call) {
    bool known = call->count > 0 && engine_command(call->host, call->words[0]) != NULL;
    text_put(call->out, known ? "true" : "false");
    return true;
}

static bool run_list_commands(struct call *call) {
    const struct command *command;
    for (size_t i = 0; (command = engine_command_at(call->host, i)) != NULL; i++)
        text_print(call->out, "%s\n", command->name);
    return true;
}

static void print_help(const struct command *command, struct text *out) {
    text_print(out, "%s%s%s: %s\n", command->name, *command->usage == '\0' ? "" : " ",
               command->usage, command->help);
}

static bool run_help(struct call *call) {
    const struct command *command;
    if (call->count > 0) {
        command = engine_command(call->host, call->words[0]);
        if (command == NULL)
            return command_fail_because(call, "unknown command", "command.unknown",
                                        "no command '{0}'; list_commands has them all",
                                        call->words[0]);
        print_help(command, call->out);
        return true;
    }
    for (size_t i = 0; (command = engine_command_at(call->host, i)) != NULL; i++)
        print_help(command, call->out);
    return true;
}

static bool run_quit(struct call *call) {
    ((struct engine *)call->host)->quit = true;
    return true;
}

static bool run_cputime(struct call *call) {
    text_print(call->out, "%.3f", cpu_now());
    return true;
}

/* Which game, and how. */

/* Names are read in any case; Quarry looks for Go with a capital. */
static bool run_list_games(struct call *call) {
    const struct game *present = session_game(call->session);
    for (int i = 0; games[i] != NULL; i++)
        text_print(call->out, "%s\n", games[i]->game->name);
    if (text_same(present->title, present->name))
        text_print(call->out, "%s\n", present->title);
    return true;
}

static bool set_by_name(struct call *call, const char *failure, const char *option) {
    if (!command_needs(call, 1))
        return false;
    if (options_set(call->host, option, call->words[0], call->error))
        return true;
    return command_fail(call, failure);
}

static bool run_set_game(struct call *call) {
    return set_by_name(call, "unknown game", "game");
}

static bool run_list_rules(struct call *call) {
    const struct game *game = session_game(call->session);
    for (int i = 0; game->rules[i] != NULL; i++)
        text_print(call->out, "%s\n", game->rules[i]);
    return true;
}

static bool run_set_rules(struct call *call) {
    return set_by_name(call, "unknown rules", "rules");
}

static bool run_boardsize(struct call *call) {
    if (!command_needs(call, 1))
        return false;
    if (!text_is_whole(call->words[0]))
        return command_fail_because(call, "syntax error", "syntax.size",
                                    "'{0}' is not a whole number", call->words[0]);
    /* GUIs for rectangular boards send both sides. */
    if (call->count > 1 && text_is_whole(call->words[1]) &&
        strcmp(call->words[0], call->words[1]) != 0)
        return command_fail_because(call, "unacceptable size", "size.rectangle",
                                    "boards are square", "");
    return set_by_name(call, "unacceptable size", "size");
}

static bool run_rectangular_boardsize(struct call *call) {
    return command_needs(call, 2) && run_boardsize(call);
}

static bool run_clear_board(struct call *call) {
    session_clear(call->session);
    call->services->renew(call->host);
    return true;
}

static bool run_level(struct call *call) {
    if (call->count > 0)
        return set_by_name(call, "unknown level", "level");
    text_put(call->out, level_names[((struct engine *)call->host)->level]);
    return true;
}

static bool run_list_options(struct call *call) {
    options_list(call->host, call->out);
    return true;
}

static bool run_set_option(struct call *call) {
    if (!command_needs(call, 2))
        return false;
    const char *value = call->tail + strlen(call->words[0]) + 1;
    if (options_set(call->host, call->words[0], value, call->error))
        return true;
    bool unknown = strcmp(call->error->code, "option.unknown") == 0;
    return command_fail(call, unknown ? "unknown option" : "unacceptable value");
}

/* Playing. */

static bool run_play(struct call *call) {
    int side;
    if (!command_needs(call, 2) || !command_side(call, 0, &side))
        return false;
    if (call->count == 2 && text_same(call->words[1], "resign"))
        return session_resign(call->session, side, call->error);
    const char *text = call->tail + strlen(call->words[0]) + 1;
    return steps_play(&((struct engine *)call->host)->steps, call->session, side, text,
                      call->error);
}

/* GTP does not care for capitals; Kigo does, and knows a pass only as GNU Go writes it. */
static void move_reply(const struct game *game, const void *state, move m, struct text *out) {
    struct text text = {0};
    game->print(state, m, &text);
    text_put(out, text_same(text_string(&text), "pass") ? "PASS" : text_string(&text));
    text_free(&text);
}

static bool genmove(struct call *call, bool play) {
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    if (steps_apply(&((struct engine *)call->host)->steps, call->session))
        return steps_genmove(call->host, side, play, call->out, call->error);
    double began = monotonic_now();
    struct choice choice;
    if (!call->services->choose(call->host, side, &choice, call->error))
        return false;
    if (choice.resign) {
        text_put(call->out, "resign");
        return true;
    }
    void *state = engine_position(call->host, side, NULL);
    move_reply(session_game(call->session), state, choice.m, call->out);
    free(state);
    if (play)
        engine_play(call->host, side, choice.m, monotonic_now() - began);
    return true;
}

static bool run_genmove(struct call *call) {
    return genmove(call, true);
}

static bool run_reg_genmove(struct call *call) {
    return genmove(call, false);
}

/* GTP's undo has no argument. qGo says 0 where it means one, and takes that one back on its own
   board whatever the reply is. */
static bool run_undo(struct call *call) {
    long count = 1;
    if (call->count > 0 && !command_whole(call, 0, 0, 1000000, &count))
        return false;
    struct steps *steps = &((struct engine *)call->host)->steps;
    return steps_undo(steps, call->session, count > 0 ? count : 1, call->error) ||
           command_fail(call, "cannot undo");
}

static bool run_resign(struct call *call) {
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    return session_resign(call->session, side, call->error) || command_fail(call, "cannot resign");
}

static bool run_draw(struct call *call) {
    int side;
    if (!command_needs(call, 2) || !command_side(call, 1, &side))
        return false;
    const char *what = call->words[0];
    bool good;
    if (strcmp(what, "offer") == 0)
        good = session_draw_offer(call->session, side, call->error);
    else if (strcmp(what, "accept") == 0 || strcmp(what, "decline") == 0)
        good = session_draw_answer(call->session, side, *what == 'a', call->error);
    else
        return command_fail_because(call, "syntax error", "syntax.draw",
                                    "'{0}' is none of offer, accept, decline", what);
    return good || command_fail(call, "cannot draw");
}

/* Looking. */

static bool run_to_play(struct call *call) {
    const struct game *game = session_game(call->session);
    text_put(call->out, game->sides[session_to_play(call->session)]);
    return true;
}

static bool run_legal_moves(struct call *call) {
    session_print_moves(call->session, call->out);
    return true;
}

static bool run_history(struct call *call) {
    struct record record;
    session_record(call->session, &record);
    for (size_t i = 0; i < record.entry_count; i++)
        if (record.entries[i].kind == RECORD_PLY)
            text_print(call->out, "%s%s", call->out->length > 0 ? " " : "", record.entries[i].text);
    record_free(&record);
    return true;
}

static bool run_showboard(struct call *call) {
    const struct engine *engine = call->host;
    if (engine->front.framed)
        text_putc(call->out, '\n');
    session_show(call->session, &engine->look, call->out);
    return true;
}

static bool run_final_score(struct call *call) {
    const struct game *game = session_game(call->session);
    struct result result = session_result(call->session, NULL);
    if (result.phase == PHASE_OVER) {
        session_print_result(call->session, call->out);
        return true;
    }
    struct marks marks = {0};
    if (game->score == NULL)
        return command_fail_because(call, "cannot score", "score.playing",
                                    "the game is not over, {0} is to play",
                                    game->sides[session_to_play(call->session)]);
    if (!call->services->judge(call->host, &marks))
        return command_fail_because(call, "cannot score", "score.judge",
                                    "nobody here can judge {0}", game->name);
    result = game->score(session_state(call->session), &marks);
    game_print_result(game, &result, call->out);
    return true;
}

static bool run_perft(struct call *call) {
    long depth;
    if (!command_needs(call, 1) || !command_whole(call, 0, 0, 99, &depth))
        return false;
    struct past past = session_past(call->session);
    bool over = session_result(call->session, NULL).phase == PHASE_OVER;
    uint64_t count = over && depth > 0
                         ? 0
                         : game_perft(session_game(call->session), session_state(call->session),
                                      &past, (int)depth);
    text_print(call->out, "%llu", (unsigned long long)count);
    return true;
}

/* Time. */

bool command_seconds(struct call *call, int index, double *seconds) {
    assert(index >= 0 && index < call->count);
    return text_to_number(call->words[index], 0, 1e9, seconds) ||
           command_fail_because(call, "syntax error", "syntax.seconds",
                                "'{0}' is no number of seconds from 0 to 1000000000",
                                call->words[index]);
}

static bool run_time_settings(struct call *call) {
    double main, period;
    long stones;
    if (!command_needs(call, 3) || !command_seconds(call, 0, &main) ||
        !command_seconds(call, 1, &period) || !command_whole(call, 2, 0, 100000, &stones))
        return false;
    struct clock_settings settings = clock_gtp(main, period, (int)stones);
    session_set_clock(call->session, &settings);
    return true;
}

static bool run_time_left(struct call *call) {
    int side;
    double seconds;
    long stones;
    if (!command_needs(call, 3) || !command_side(call, 0, &side) ||
        !command_seconds(call, 1, &seconds) || !command_whole(call, 2, 0, 100000, &stones))
        return false;
    if (session_clock(call->session, side)->settings.kind != CLOCK_NONE)
        session_correct_clock(call->session, side, seconds, (int)stones);
    return true;
}

const struct command basic_commands[] = {
    {"protocol_version", "", "The version of GTP that is spoken: 2.", run_protocol_version},
    {"name", "", "The name of the program.", run_name},
    {"version", "", "The version of the program.", run_version},
    {"known_command", "COMMAND", "Whether a command is known: true or false.", run_known_command},
    {"list_commands", "", "All commands, one a line.", run_list_commands},
    {"help", "[COMMAND]", "What a command, or every command, does.", run_help},
    {"quit", "", "Ends the program.", run_quit},
    {"list_games", "", "The games, one a line, the default first.", run_list_games},
    {"set_game", "NAME", "Changes the game and clears the board.", run_set_game},
    {"list_rules", "", "The rule sets of this game, one a line, the default first.",
     run_list_rules},
    {"set_rules", "NAME", "Changes the rule set and clears the board.", run_set_rules},
    {"boardsize", "N", "Changes the size and clears the board.", run_boardsize},
    {"rectangular_boardsize", "X Y", "boardsize in KataGo's words; X and Y must be the same.",
     run_rectangular_boardsize},
    {"clear_board", "", "Starts a new game.", run_clear_board},
    {"play", "COLOUR MOVE", "Plays a move.", run_play},
    {"genmove", "COLOUR", "Chooses a move, plays it and tells it.", run_genmove},
    {"reg_genmove", "COLOUR", "Chooses a move and tells it without playing it.", run_reg_genmove},
    {"undo", "[N]", "Takes back the last ply, or the last N.", run_undo},
    {"resign", "COLOUR", "Ends the game: the other side wins.", run_resign},
    {"draw", "offer|accept|decline COLOUR", "Offers a draw or answers the other side's offer.",
     run_draw},
    {"to_play", "", "The side that decides next.", run_to_play},
    {"legal_moves", "", "All legal moves in one line.", run_legal_moves},
    {"history", "", "The plies so far in one line.", run_history},
    {"showboard", "", "The board for people.", run_showboard},
    {"final_score", "", "The result, X+1 or 0 for instance.", run_final_score},
    {"level", "[NAME]", "Tells or sets how well the engine plays.", run_level},
    {"time_settings", "MAIN BYOYOMI STONES", "Sets the clocks, in seconds, as GTP says.",
     run_time_settings},
    {"time_left", "COLOUR TIME STONES", "Tells the engine what its clock shows.", run_time_left},
    {"list_options", "", "All options with value and meaning, one a line.", run_list_options},
    {"set_option", "NAME VALUE", "Sets an option.", run_set_option},
    {"perft", "DEPTH", "Counts the ply sequences of that length.", run_perft},
    {"cputime", "", "Seconds of CPU that the program has used.", run_cputime},
    {0},
};
