#include "command.h"

bool command_fail(struct call *call, const char *failure) {
    call->failure = failure;
    return false;
}

bool command_fail_because(struct call *call, const char *failure, const char *code,
                          const char *template, const char *argument) {
    call->failure = failure;
    return error_set(call->error, code, template, argument, NULL);
}

bool command_side(struct call *call, int index, int *side) {
    const struct game *game = session_game(call->session);
    int found = index < call->count ? game_side(game, call->words[index]) : SIDE_NONE;
    if (found == SIDE_NONE) {
        call->failure = "syntax error";
        if (index >= call->count)
            return error_set(call->error, "syntax.colour", "a colour is missing: {0} or {1}",
                             game->sides[0], game->sides[1], NULL);
        return error_set(call->error, "syntax.colour", "no colour '{2}', use {0} or {1}",
                         game->sides[0], game->sides[1], call->words[index], NULL);
    }
    *side = found;
    return true;
}

bool command_needs(struct call *call, int least) {
    if (call->count >= least)
        return true;
    call->failure = "syntax error";
    return error_set(call->error, "syntax.usage", "usage: {0} {1}", call->command->name,
                     call->command->usage, NULL);
}

bool command_whole(struct call *call, int index, long min, long max, long *value) {
    if (index < call->count && text_to_whole(call->words[index], min, max, value))
        return true;
    struct text low = {0}, high = {0};
    text_print(&low, "%ld", min);
    text_print(&high, "%ld", max);
    call->failure = "syntax error";
    error_set(call->error, "syntax.whole", "a whole number from {0} to {1} is needed",
              text_string(&low), text_string(&high), NULL);
    text_free(&low);
    text_free(&high);
    return false;
}
