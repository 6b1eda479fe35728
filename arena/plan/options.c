#include "options.h"

#include <getopt.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../view/view.h"

enum { KEYS_MAX = 128, OPTION_KEY = 1000, OPTION_ENGINE = 2000 };

static const struct option own_options[] = {
    {"engine", required_argument, NULL, OPTION_ENGINE},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
};

static void options_table(struct option *table) {
    size_t count = 0;
    for (int i = 0; plan_keys[i].name[0] != '\0'; i++)
        table[count++] =
            (struct option){.name = plan_keys[i].name,
                            .has_arg = plan_keys[i].flag ? optional_argument : required_argument,
                            .val = OPTION_KEY + i};
    for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++)
        table[count++] = own_options[i];
    table[count] = (struct option){0};
}

static bool set_key(struct plan *plan, int index, const char *value, struct error *error) {
    const struct plan_key *key = &plan_keys[index];
    struct error cause = {0};
    if (key->set == NULL)
        return error_set(error, "usage.gone", "--{0} is gone: {1}", key->name, key->help, NULL);
    if (plan_set(plan, key->name, value != NULL ? value : "yes", &cause))
        return true;
    struct text why = {0};
    error_print(&cause, &why);
    error_set(error, "usage.value", "--{0}: {1}", key->name, text_string(&why), NULL);
    text_free(&why);
    error_clear(&cause);
    return false;
}

/* Other programs' options have one dash. */
static bool options_refuse(const char *word, struct error *error) {
    const char *name = word + 1;
    bool single = word[0] == '-' && word[1] != '-' && word[1] != '\0' && word[2] != '\0';
    bool known = single && strcmp(name, "engine") == 0;
    for (const struct plan_key *key = plan_keys; single && key->name[0] != '\0'; key++)
        known |= strcmp(key->name, name) == 0;
    if (known)
        return error_set(error, "usage.option",
                         "there is no option {0}: options have two dashes, --{1}", word, name,
                         NULL);
    return error_set(error, "usage.option",
                     single ? "there is no option {0}; options have two dashes, see --help"
                            : "there is no option {0}; see --help",
                     word, NULL);
}

const char *options_word(int count, char **arguments) {
    const char *word = optind < count ? arguments[optind] : "";
    bool inside = optopt > 0 && optopt < 256 && word[0] == '-' && word[1] != '-' &&
                  strchr(word + 1, optopt) != NULL;
    return inside || optind == 0 ? word : arguments[optind - 1];
}

static bool options_take(struct options *options, int option, const char *word,
                         struct error *error) {
    if (option >= OPTION_KEY && option < OPTION_ENGINE)
        return set_key(&options->plan, option - OPTION_KEY, optarg, error);
    switch (option) {
    case OPTION_ENGINE:
        return engine_spec_parse(plan_add(&options->plan), optarg, error);
    case 'h':
        options->help = true;
        return true;
    case 'V':
        options->version = true;
        return true;
    case 1:
        strings_add(&options->words, optarg);
        return true;
    case ':':
        return error_set(error, "usage.argument", "{0} needs a value; see --help", word, NULL);
    default:
        return options_refuse(word, error);
    }
}

bool options_read(struct options *options, int count, char **arguments, struct error *error) {
    struct option table[KEYS_MAX];
    options_table(table);
    opterr = 0;
    int option;
    while ((option = getopt_long(count, arguments, "-:hV", table, NULL)) >= 0) {
        if (!options_take(options, option, options_word(count, arguments), error))
            return false;
    }
    for (int i = optind; i < count; i++)
        strings_add(&options->words, arguments[i]);
    return true;
}

void options_free(struct options *options) {
    plan_free(&options->plan);
    strings_free(&options->words);
}

void options_print_help(FILE *out) {
    fputs("Usage: ternion-arena [SETTINGS] ENGINE ENGINE...\n"
          "       ternion-arena [SETTINGS] --engine cmd=COMMAND[,name=NAME]...\n"
          "       ternion-arena run FILE [SETTINGS]\n"
          "       ternion-arena check COMMAND [SETTINGS]\n"
          "       ternion-arena tune FILE ENGINE [SETTINGS]\n"
          "       ternion-arena merge OUT IN... [--force]\n",
          out);
    view_print_usage(out);
    fputs("\n"
          "Plays matches and tournaments between engines that speak the text protocol. A\n"
          "run that was interrupted goes on when the same command is given again.\n"
          "\n"
          "Settings (each is also a key of a tournament file):\n",
          out);
    for (const struct plan_key *key = plan_keys; key->name[0] != '\0'; key++)
        if (key->set != NULL)
            fprintf(out, "  --%s%s%s\n        %s\n", key->name, key->flag ? "" : " ",
                    key->flag ? "" : key->usage, key->help);
    fputs("\nOther options:\n"
          "  --engine KEY=VALUE,...\n"
          "        an engine; may be repeated, also beside those of a tournament file\n"
          "  -h, --help\n"
          "        this text\n"
          "  -V, --version\n"
          "        the version\n",
          out);
    fputs("\nSettings of an engine, in --engine KEY=VALUE,... or in a tournament file in\n"
          "engine \"NAME\" { KEY = VALUE }:\n",
          out);
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++)
        if (key->set != NULL)
            fprintf(out, "  %-12s %s\n", key->name, key->help);
    fputs("\nGames that went wrong: 'list JOURNAL --faults' names them, 'show JOURNAL GAME'\n"
          "has the dialogue with both engines, standard error included.\n",
          out);
    fputs("\nExit status: 0 if all is done, 1 if the journal or the system failed, or the\n"
          "journal or an engine's program is not that of the run, 2 for a wrong command\n"
          "line or file, 3 for engine faults (--strict, check), 4 if interrupted, 8 if an\n"
          "engine never started; with --sprt: 0 elo1 accepted, 5 rejected, 6 undecided,\n"
          "7 undecided because of faults or repeated games.\n",
          out);
}
