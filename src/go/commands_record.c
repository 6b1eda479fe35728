#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../core/file.h"
#include "commands.h"

static bool files_allowed(struct call *call, const char *failure) {
    return call->services->files_allowed(call->host) ||
           command_fail_because(call, failure, "file.forbidden",
                                "the program was started with --no-files", "");
}

/* How many plies come before the first one at this vertex; all of them if there is none. */
static long plies_before(const struct record *record, const char *vertex) {
    long plies = 0;
    for (size_t i = 0; i < record->entry_count; i++) {
        if (record->entries[i].kind != RECORD_PLY)
            continue;
        if (text_same(record->entries[i].text, vertex))
            return plies;
        plies++;
    }
    return -1;
}

static bool record_load(struct call *call, const struct text *content, const char *until) {
    struct record record;
    long number = 0;
    record_init(&record, &go_game);
    record.setup = *session_setup(call->session);
    bool good = go_record_parse(text_string(content), content->length, 0, &record, call->error);
    if (good) {
        long plies = -1;
        if (until != NULL)
            plies = text_to_whole(until, 0, LONG_MAX, &number) ? number - 1
                                                               : plies_before(&record, until);
        good = session_load(call->session, &record, plies, call->error);
    }
    record_free(&record);
    return good;
}

/* A file is loaded to look at and to play on, so a result that it states is not taken for the end
 * of the game; load_record is the command that does. */
static void result_drop(struct session *session) {
    enum ending ending;
    session_result(session, &ending);
    if (ending != ENDING_NONE && ending != ENDING_RULES)
        session_undo(session, 1, NULL);
}

/* A number (0 is the whole game, as GNU Go has it and Kigo sends it), or a vertex. */
static bool word_is_move(const char *word) {
    long number;
    int p;
    struct go_board largest;
    go_board_init(&largest, GO_SIZE_MAX);
    return text_to_whole(word, 0, LONG_MAX, &number) || go_vertex_parse(&largest, word, &p, NULL);
}

/* The file's name is all words but a move at the end: GUIs put no quotes around blanks. */
bool go_run_loadsgf(struct call *call) {
    struct text name = {0}, content = {0};
    if (!command_needs(call, 1) || !files_allowed(call, "cannot load file"))
        return false;
    const char *last = call->words[call->count - 1];
    bool until = call->count > 1 && word_is_move(last);
    words_join(&(struct words){.at = call->words, .count = call->count - until}, 0, &name);
    bool good = file_read(text_string(&name), &content, call->error) &&
                record_load(call, &content, until ? last : NULL);
    text_free(&name);
    text_free(&content);
    if (!good)
        return command_fail(call, "cannot load file");
    result_drop(call->session);
    call->services->renew(call->host);
    text_put(call->out, go_colour_names[go_call_state(call)->to_play]);
    return true;
}

bool go_run_printsgf(struct call *call) {
    struct text record = {0};
    if (call->count > 0 && !files_allowed(call, "cannot save file"))
        return false;
    session_print_record(call->session, &record);
    bool good = true;
    if (call->count == 0)
        text_put(call->out, text_string(&record));
    else if (!file_write(call->tail, text_string(&record), record.length, call->error))
        good = command_fail(call, "cannot save file");
    text_free(&record);
    return good;
}

/* The game goes on under the other rules, if they allow what has been played. */
bool go_run_kgs_rules(struct call *call) {
    static const struct {
        const char *name;
        int rules;
    } known[] = {{"japanese", GO_JAPANESE},        {"chinese", GO_CHINESE}, {"aga", GO_CHINESE},
                 {"new_zealand", GO_CHINESE},      {"korean", GO_JAPANESE}, {"ing", GO_CHINESE},
                 {"tromp-taylor", GO_TROMP_TAYLOR}};
    size_t count = sizeof known / sizeof *known, i = 0;
    if (!command_needs(call, 1))
        return false;
    while (i < count && !text_same(known[i].name, call->words[0]))
        i++;
    if (i == count)
        return command_fail_because(call, "unknown rules", "go.kgs-rules",
                                    "'{0}' is none of japanese, chinese, aga, new_zealand, "
                                    "korean, ing, tromp-taylor",
                                    call->words[0]);
    if (session_setup(call->session)->rules == known[i].rules)
        return true;
    if (!session_change_rules(call->session, known[i].rules, call->error))
        return command_fail(call, "cannot change rules");
    call->services->renew(call->host);
    return true;
}
