/* The engine's options in the words of KataGo, Leela Zero and GoGui. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "engine.h"
#include "options.h"

/* What others call our options. */
static const struct alias {
    const char *theirs, *ours;
    bool hundredths; /* of our unit */
} aliases[] = {
    {"maxVisits", "nodes", false},
    {"maxPlayouts", "nodes", false},
    {"maxTime", "move_time", false},
    {"numSearchThreads", "threads", false},
    {"ponderingEnabled", "ponder", false},
    {"lagBuffer", "lag", false},
    {"Visits", "nodes", false},
    {"Playouts", "nodes", false},
    {"Pondering", "ponder", false},
    {"Resign Percentage", "resign", false},
    {"Maximum Memory Use (MiB)", "memory", false},
    {"Lagbuffer", "lag", true},
};
/* The first ones are KataGo's, the others Leela Zero's. */
enum { ALIASES = sizeof aliases / sizeof *aliases, ALIASES_OF_KATAGO = 6 };

static const struct alias *alias_find(const char *name, int first, int last) {
    for (int i = first; i < last; i++)
        if (text_same(aliases[i].theirs, name))
            return &aliases[i];
    return NULL;
}

static bool set_as(struct call *call, const char *name, const char *value) {
    if (options_set(call->host, name, value, call->error))
        return true;
    bool unknown = strcmp(call->error->code, "option.unknown") == 0;
    return command_fail(call, unknown ? "unknown option" : "unacceptable value");
}

/* KataGo. */

static bool run_kata_list_params(struct call *call) {
    for (int i = 0; i < ALIASES_OF_KATAGO; i++)
        text_print(call->out, "%s%s", i > 0 ? " " : "", aliases[i].theirs);
    const char *name;
    for (size_t i = 0; (name = options_name(call->host, i)) != NULL; i++)
        text_print(call->out, " %s", name);
    return true;
}

static const char *kata_name(const char *word) {
    const struct alias *alias = alias_find(word, 0, ALIASES_OF_KATAGO);
    return alias != NULL ? alias->ours : word;
}

static bool run_kata_get_param(struct call *call) {
    if (!command_needs(call, 1))
        return false;
    return options_get(call->host, kata_name(call->words[0]), call->out, call->error) ||
           command_fail(call, "unknown option");
}

static bool run_kata_set_param(struct call *call) {
    return command_needs(call, 2) && set_as(call, kata_name(call->words[0]), call->words[1]);
}

/* Leela Zero: "name Resign Percentage value 5". */
static bool run_lz_setoption(struct call *call) {
    struct text name = {0}, value = {0};
    int i = 1;
    bool good = call->count > 0 && text_same(call->words[0], "name");
    for (; good && i < call->count && !text_same(call->words[i], "value"); i++)
        text_print(&name, "%s%s", i > 1 ? " " : "", call->words[i]);
    if (!good || i == 1 || i + 1 >= call->count) {
        text_free(&name);
        return command_fail_because(call, "syntax error", "syntax.usage",
                                    "usage: lz-setoption name NAME value VALUE", "");
    }
    double number;
    const struct alias *alias = alias_find(text_string(&name), ALIASES_OF_KATAGO, ALIASES);
    if (alias != NULL && alias->hundredths && text_to_number(call->words[i + 1], 0, 1e6, &number))
        text_number(&value, number / 100);
    else
        text_put(&value, call->words[i + 1]);
    good = set_as(call, alias != NULL ? alias->ours : text_string(&name), text_string(&value));
    text_free(&name);
    text_free(&value);
    return good;
}

/* GoGui's dialogue of parameters: lines "[TYPE] NAME VALUE", and NAME VALUE to set one. Settings
 * that would clear the board are not for it. */

static void put_param(const struct engine *engine, const char *name, struct text *out) {
    struct text value = {0};
    options_get(engine, name, &value, NULL);
    const char *string = text_string(&value);
    if (strcmp(name, "ponder") == 0) {
        text_print(out, "[bool] %s %d\n", name, strcmp(string, "on") == 0);
    } else if (options_is_flag(engine, name)) {
        text_print(out, "[bool] %s %s\n", name, string);
    } else if (strcmp(name, "level") == 0) {
        text_put(out, "[list");
        for (int i = 0; level_names[i] != NULL; i++)
            text_print(out, "/%s", level_names[i]);
        text_print(out, "] %s %s\n", name, string);
    } else {
        text_print(out, "[string] %s %s\n", name, string);
    }
    text_free(&value);
}

static bool run_gogui_param(struct call *call) {
    const char *name;
    if (call->count > 0)
        return command_needs(call, 2) && set_as(call, call->words[0], call->words[1]);
    for (size_t i = 0; (name = options_name(call->host, i)) != NULL; i++)
        if (!options_clears(call->host, name))
            put_param(call->host, name, call->out);
    return true;
}

/* GoGui tells its version; nothing here depends on it. */
static bool run_gogui_version(struct call *call) {
    return command_needs(call, 1);
}

const struct command option_commands[] = {
    {"kata-list-params", "", "The names that kata-get-param knows.", run_kata_list_params},
    {"kata-get-param", "NAME", "The value of an option, by KataGo's name or ours.",
     run_kata_get_param},
    {"kata-set-param", "NAME VALUE", "Sets an option by KataGo's name or ours.",
     run_kata_set_param},
    {"lz-setoption", "name NAME value VALUE", "Sets an option as Leela Zero does.",
     run_lz_setoption},
    {"gogui-param", "[NAME VALUE]", "The options as GoGui shows them, or sets one.",
     run_gogui_param},
    {"gogui-version", "VERSION", "GoGui tells its version; nothing happens.", run_gogui_version},
    {0},
};
