/* Positions and records as text and as files. */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "commands.h"
#include "engine.h"
#include "system/file.h"

static bool files_allowed(struct call *call, const char *failure) {
    if (!((struct engine *)call->host)->no_files)
        return true;
    return command_fail_because(call, failure, "file.forbidden",
                                "the program was started with --no-files", "");
}

static bool run_get_position(struct call *call) {
    session_game(call->session)->save(session_state(call->session), call->out);
    return true;
}

static bool run_set_position(struct call *call) {
    bool nothing = call->count == 0;
    if (nothing && session_game(call->session)->rules_named == NULL)
        return command_fail_because(call, "syntax error", "syntax.position",
                                    "usage: set_position TEXT, as get_position prints it", "");
    if (nothing)
        session_clear(call->session); /* a list of no stones, as KataGo has it */
    else if (!session_set_position(call->session, call->tail, call->error))
        return command_fail(call, "bad position");
    call->services->renew(call->host);
    return true;
}

static bool run_print_record(struct call *call) {
    if (((struct engine *)call->host)->front.framed)
        text_putc(call->out, '\n');
    session_print_record(call->session, call->out);
    return true;
}

static bool run_save_record(struct call *call) {
    if (call->count == 0)
        return command_fail_because(call, "syntax error", "syntax.file", "usage: save_record FILE",
                                    "");
    if (!files_allowed(call, "cannot save file"))
        return false;
    struct text record = {0};
    session_print_record(call->session, &record);
    bool good = file_write(call->tail, text_string(&record), record.length, call->error);
    text_free(&record);
    return good || command_fail(call, "cannot save file");
}

/* Numbers after a name count as plies or a game, unless a file is called like all the words. */
static void read_record_name(const struct call *call, struct text *name, long *plies, long *game) {
    int count = call->count;
    words_join(&(struct words){.at = call->words, .count = count}, 0, name);
    if (access(text_string(name), F_OK) == 0)
        return;
    if (count > 2 && text_same(call->words[count - 2], "game") &&
        text_to_whole(call->words[count - 1], 1, LONG_MAX, game))
        count -= 2;
    if (count > 1 && text_to_whole(call->words[count - 1], 0, LONG_MAX, plies))
        count--;
    text_clear(name);
    words_join(&(struct words){.at = call->words, .count = count}, 0, name);
}

static bool run_load_record(struct call *call) {
    if (call->count == 0)
        return command_fail_because(call, "syntax error", "syntax.file",
                                    "usage: load_record FILE [PLIES] [game N]", "");
    if (!files_allowed(call, "cannot load file"))
        return false;
    long plies = -1, game = 1;
    struct text name = {0}, content = {0}, warnings = {0};
    read_record_name(call, &name, &plies, &game);
    bool good = file_read(text_string(&name), &content, call->error) &&
                session_read_record(call->session, text_string(&content), content.length,
                                    (size_t)game - 1, plies, &warnings, call->error);
    call->services->warn(call->host, text_string(&warnings));
    text_free(&warnings);
    text_free(&name);
    text_free(&content);
    if (!good)
        return command_fail(call, "cannot load file");
    call->services->renew(call->host);
    return true;
}

const struct command record_commands[] = {
    {"get_position", "", "The position as one line of text.", run_get_position},
    {"set_position", "TEXT", "Sets the position; history starts anew.", run_set_position},
    {"print_record", "", "The game so far as a record.", run_print_record},
    {"save_record", "FILE", "Writes the record to a file.", run_save_record},
    {"load_record", "FILE [PLIES] [game N]",
     "Reads a record, or only its first plies; of several in the file, number N.", run_load_record},
    {0},
};
