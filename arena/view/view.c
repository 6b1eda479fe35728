#include "view.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../plan/options.h"
#include "export.h"
#include "listing.h"
#include "outfile.h"
#include "overview.h"
#include "report.h"
#include "sprt_view.h"
#include "viewer.h"

enum { REPLAYS_USUAL = 200, ANCHOR_MOST = 99999 };

struct view {
    const struct view_command *command;
    struct strings words; /* what is not an option, the command's own name left out */
    struct filter filter;
    struct archive archive;
    const char *output;
    const char *anchor_words; /* NAME=ELO as given, or NULL */
    struct rating_anchor anchor;
    long tail;    /* lines of dialogues, negative: all */
    long replays; /* negative: all */
    bool help;
    bool watch;         /* wait for the verdict of a sequential test */
    enum status status; /* how a command that succeeded ends the program */
    bool json;
    bool overview; /* show several journals */
    FILE *out;
    struct text *summary; /* said when a file was written */
};

struct view_command {
    const char *name;
    const char *options; /* those of view_options that it takes, by letter */
    const char *usage;
    const char *help;
    size_t fewest; /* words: a format, a journal, games */
    size_t most;
    size_t journal; /* which of them is the journal */
    bool (*run)(struct view *view, struct error *error);
};

/* ---- options */

struct view_option {
    struct option option;
    const char *usage;
    const char *help;
};

static const struct view_option view_options[] = {
    {{"engine", required_argument, NULL, 'e'}, "NAME", "games of this engine; twice: of both"},
    {{"result", required_argument, NULL, 'r'},
     "RESULT",
     "won or lost (by the first --engine), drawn, void, a side's name, or a result as X+0.5"},
    {{"fault", required_argument, NULL, 'k'}, "KIND", "a kind of fault, any or none"},
    {{"faults", no_argument, NULL, 'f'}, "", "games with a fault or a disputed result"},
    {{"opening", required_argument, NULL, 'p'},
     "OPENING",
     "games with this opening: its number, or how it begins"},
    {{"output", required_argument, NULL, 'o'}, "FILE", "where to write; - is standard output"},
    {{"tail", required_argument, NULL, 't'},
     "LINES",
     "no more than the last lines of a game's dialogue"},
    {{"replays", required_argument, NULL, 'y'},
     "N|all|none",
     "games to put into the page for replay (200): first those with faults, then those that the "
     "weaker engine won, then others spread over the run"},
    {{"watch", no_argument, NULL, 'w'},
     "",
     "read on as games are appended, until there is a verdict or no game is left"},
    {{"anchor", required_argument, NULL, 'a'},
     "NAME=ELO",
     "ratings count from this engine's, which is ELO, such as hard=2000; their intervals are of "
     "the difference to it"},
    {{"json", no_argument, NULL, 'j'}, "", "what a run adds up to, as one JSON object"},
    {{"help", no_argument, NULL, 'h'}, "", "this text"},
};
enum { VIEW_OPTIONS = sizeof view_options / sizeof *view_options };

static bool take_count(const char *value, bool none, long *to, struct error *error) {
    if (strcmp(value, "all") == 0) {
        *to = -1;
        return true;
    }
    if (none && strcmp(value, "none") == 0) {
        *to = 0;
        return true;
    }
    return text_to_whole(value, 0, LONG_MAX, to) ||
           error_set(error, "usage.count", "{0} is no number; right is a whole one{1}", value,
                     none ? ", all or none" : " or all", NULL);
}

static bool view_take(struct view *view, int option, struct error *error) {
    switch (option) {
    case 'e':
        return filter_add_engine(&view->filter, optarg, error);
    case 'r':
        view->filter.result = optarg;
        return true;
    case 'k':
        view->filter.fault = optarg;
        return true;
    case 'f':
        view->filter.abnormal = true;
        return true;
    case 'p':
        view->filter.opening = optarg;
        return true;
    case 'o':
        view->output = optarg;
        return true;
    case 't':
        return take_count(optarg, false, &view->tail, error);
    case 'y':
        return take_count(optarg, true, &view->replays, error);
    case 'a':
        if (view->anchor_words != NULL)
            return error_set(error, "usage.anchor",
                             "one anchor moves all ratings: leave out --anchor {0}", optarg, NULL);
        view->anchor_words = optarg;
        return true;
    case 'j':
        view->json = true;
        return true;
    case 'w':
        view->watch = true;
        return true;
    default:
        view->help = true;
        return true;
    }
}

static const char *option_name(int letter) {
    int i = 0;
    while (view_options[i].option.val != letter)
        i++;
    return view_options[i].option.name;
}

static bool option_refuse(const struct view *view, const char *dashes, const char *word,
                          struct error *error) {
    bool single = word[0] == '-' && word[1] != '-';
    return error_set(error, "usage.option",
                     single ? "{0} has no option {1}{2}; options have two dashes, see {0} --help"
                            : "{0} has no option {1}{2}; see {0} --help",
                     view->command->name, dashes, word, NULL);
}

static bool view_read(struct view *view, int count, char **arguments, struct error *error) {
    struct option table[VIEW_OPTIONS + 1];
    for (int i = 0; i < VIEW_OPTIONS; i++)
        table[i] = view_options[i].option;
    table[VIEW_OPTIONS] = (struct option){0};
    opterr = 0;
    int option;
    while ((option = getopt_long(count, arguments, "-:ho:", table, NULL)) >= 0) {
        const char *word = options_word(count, arguments);
        if (option == 1)
            strings_add(&view->words, optarg);
        else if (option == ':')
            return error_set(error, "usage.argument", "{0} needs a value; see {1} --help", word,
                             view->command->name, NULL);
        else if (option == '?')
            return option_refuse(view, "", word, error);
        else if (option != 'h' && strchr(view->command->options, option) == NULL)
            return option_refuse(view, "--", option_name(option), error);
        else if (!view_take(view, option, error))
            return false;
    }
    for (int i = optind; i < count; i++)
        strings_add(&view->words, arguments[i]);
    return true;
}

/* ---- commands */

static bool view_list(struct view *view, struct error *error) {
    return listing_games(&view->archive, &view->filter, view->out, error);
}

/* Whether several journals are named, or a directory of them, and not games of one. */
static bool names_journals(const struct strings *words) {
    struct stat file;
    if (words->count == 1)
        return stat(words->at[0], &file) == 0 && S_ISDIR(file.st_mode);
    long number;
    return !text_to_whole(words->at[1], 0, LONG_MAX, &number) && stat(words->at[1], &file) == 0;
}

static bool view_show(struct view *view, struct error *error) {
    if (view->json && (view->overview || view->words.count > 1))
        return error_set(error, "usage.json", "--json is of one journal as a whole", NULL);
    if (view->anchor_words != NULL && (view->overview || view->words.count > 1))
        return error_set(error, "usage.anchor", "--anchor is of one journal as a whole", NULL);
    if (view->json)
        return listing_json(&view->archive, view->out, error);
    if (view->overview)
        return overview_show(&view->words, view->out, error);
    if (view->words.count == 1)
        return listing_run(&view->archive, view->out, error);
    archive_let_go(&view->archive);
    bool fine = true;
    for (size_t i = 1; fine && i < view->words.count; i++) {
        struct arena_result *result = archive_game(&view->archive, view->words.at[i], error);
        fine = result != NULL && listing_game(&view->archive, result, view->tail, view->out, error);
        arena_result_free(result);
    }
    return fine;
}

static bool view_export(struct view *view, struct error *error) {
    const char *format = view->words.at[0];
    const struct filter *filter = &view->filter;
    bool some = view->words.count > 2 || filter->engines[0] != NULL || filter->result != NULL ||
                filter->fault != NULL || filter->opening != NULL || filter->abnormal;
    if (strcmp(format, "table") == 0 && some)
        return error_set(error, "usage.table",
                         "a table is of all games: leave out filters and numbers", NULL);
    if (strcmp(format, "table") == 0)
        return listing_table(&view->archive, view->out, error);
    if (view->words.count > 2)
        archive_let_go(&view->archive);
    return export_check(format, &view->archive, error) &&
           export_games(&view->archive, format, view->words.at + 2, view->words.count - 2,
                        &view->filter, view->out, error);
}

static bool view_replay(struct view *view, struct error *error) {
    archive_let_go(&view->archive);
    struct arena_result *result = archive_game(&view->archive, view->words.at[1], error);
    bool fine = result != NULL && viewer_run(&view->archive, result, view->out, error);
    arena_result_free(result);
    return fine;
}

static bool view_report(struct view *view, struct error *error) {
    return report_write(&view->archive, view->replays, view->out, view->summary, error);
}

static bool view_sprt(struct view *view, struct error *error) {
    enum sprt_verdict verdict;
    if (!sprt_view(view->words.at[0], view->watch, view->out, &verdict, error))
        return false;
    view->status = run_sprt_status(verdict);
    return true;
}

static const struct view_command commands[] = {
    {"show", "toja", "JOURNAL [GAME...]|JOURNAL...|DIRECTORY",
     "Prints what a run is, its tables and what happened beside games; or games in full; or how "
     "far several journals of a run are, and the table of all their games.",
     1, (size_t)-1, 0, view_show},
    {"list", "erkfpo", "JOURNAL", "Prints one line for every game, or for those asked for.", 1, 1,
     0, view_list},
    {"export", "erkfpo", "FORMAT JOURNAL [GAME...]",
     "Writes all games, those asked for, or those with these numbers, for other programs. "
     "FORMAT is record, sgf, pdn, csv, jsonl, samples, dialogue or table.",
     2, (size_t)-1, 1, view_export},
    {"replay", "o", "JOURNAL GAME",
     "Shows a game ply by ply: with keys on a terminal, otherwise every position in turn.", 2, 2, 0,
     view_replay},
    {"sprt", "w", "DIRECTORY",
     "Decides the sequential test of a sharded run by what its shards append to "
     "DIRECTORY/*.jsonl (--records), in the order of the schedule. With the verdict it leaves "
     "DIRECTORY/stop, at which the shards end.",
     1, 1, 0, view_sprt},
    {"report", "oya", "JOURNAL",
     "Writes the run as one page that holds all it needs: JOURNAL with .html in place of .db.", 1,
     1, 0, view_report},
};

static const struct view_command *command_find(const char *word) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, word) == 0)
            return &commands[i];
    return NULL;
}

bool view_knows(const char *word) {
    return command_find(word) != NULL;
}

void view_print_usage(FILE *out) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "       ternion-arena %s %s [OPTION...]\n", commands[i].name,
                commands[i].usage);
}

static void command_print_help(const struct view_command *command, FILE *out) {
    struct text help = {0};
    text_wrap(&help, command->help, 80, 0);
    fprintf(out, "Usage: ternion-arena %s %s [OPTION...]\n\n%s\n\n", command->name, command->usage,
            text_string(&help));
    for (int i = 0; i < VIEW_OPTIONS; i++) {
        const struct view_option *option = &view_options[i];
        if (option->option.val != 'h' && strchr(command->options, option->option.val) == NULL)
            continue;
        text_clear(&help);
        text_wrap(&help, option->help, 72, 8);
        fprintf(out, "  --%s%s%s\n        %s\n", option->option.name,
                option->usage[0] != '\0' ? " " : "", option->usage, text_string(&help));
    }
    text_free(&help);
}

/* ---- running */

/* run.db -> run.html, elsewhere.sqlite -> elsewhere.sqlite.html */
static char *page_name(const char *journal) {
    static const char ending[] = ".db";
    size_t length = strlen(journal), cut = strlen(ending);
    struct text name = {0};
    text_put(&name, journal);
    if (length > cut && strcmp(journal + length - cut, ending) == 0)
        text_cut(&name, length - cut);
    text_put(&name, ".html");
    return text_take(&name);
}

static bool view_write(struct view *view, const char *output, FILE *out, struct error *error) {
    struct outfile file;
    struct text summary = {0};
    if (!outfile_open(&file, output, out, error))
        return false;
    view->out = file.stream;
    view->summary = &summary;
    bool fine = view->command->run(view, error);
    fine = outfile_close(&file, fine, fine ? error : NULL) && fine;
    if (fine && summary.length > 0 && file.stream != out)
        fprintf(out, "%s: %s\n", output, text_string(&summary));
    text_free(&summary);
    return fine;
}

/* Whether the output is none of the journals that are read. */
static bool view_spares(const struct view *view, const char *output, struct error *error) {
    size_t first = view->command->journal, count = view->overview ? view->words.count : first + 1;
    for (size_t i = first; i < count; i++)
        if (!outfile_spares(output, view->words.at[i]))
            return error_set(error, "usage.output",
                             "{0} would be written over the journal, {1}; -o FILE says where else",
                             output, view->words.at[i], NULL);
    return true;
}

/* Finds the engine that the anchor names; its name may hold an equals sign. */
static bool view_anchor(struct view *view, struct error *error) {
    const char *words = view->anchor_words, *equals = strrchr(words, '=');
    long elo;
    if (equals == NULL || equals == words ||
        !text_to_whole(equals + 1, -ANCHOR_MOST, ANCHOR_MOST, &elo))
        return error_set(error, "usage.anchor",
                         "{0} is no anchor; right is NAME=ELO with a whole number of at most "
                         "five digits, such as hard=2000",
                         words, NULL);
    if (view->archive.manifest.engine_count == 2)
        return error_set(error, "usage.anchor",
                         "a match of two has no ratings but their difference; --anchor is for "
                         "three engines or more",
                         NULL);
    struct text name = {0};
    text_put(&name, words);
    text_cut(&name, (size_t)(equals - words));
    view->anchor.player = filter_engine(text_string(&name), &view->archive, error);
    view->anchor.elo = (double)elo;
    view->archive.words.anchor = &view->anchor;
    text_free(&name);
    return view->anchor.player >= 0;
}

static bool view_work(struct view *view, FILE *out, struct error *error) {
    const char *journal = view->words.at[view->command->journal];
    view->overview = view->command->run == view_show && names_journals(&view->words);
    bool archived = !view->overview && view->command->run != view_sprt;
    if (archived && (!archive_open(&view->archive, journal, error) ||
                     !filter_check(&view->filter, &view->archive, error) ||
                     (view->anchor_words != NULL && !view_anchor(view, error))))
        return false;
    char *page = page_name(journal);
    bool usual = view->output == NULL && view->command->run == view_report;
    const char *output = usual ? page : view->output;
    bool fine = view_spares(view, output, error) && view_write(view, output, out, error);
    free(page);
    return fine;
}

static enum status view_start(struct view *view, FILE *out, struct error *error) {
    const struct view_command *command = view->command;
    if (view->help) {
        command_print_help(command, out);
        if (fflush(out) == 0)
            return STATUS_DONE;
        error_set(error, "view.help", "cannot print: {0}", strerror(errno), NULL);
        return STATUS_FAILED;
    }
    if (view->words.count < command->fewest || view->words.count > command->most) {
        error_set(error, "usage.words", "{0} takes {1}; see {0} --help", command->name,
                  command->usage, NULL);
        return STATUS_USAGE;
    }
    bool fine = view_work(view, out, error);
    archive_close(&view->archive);
    if (fine)
        return view->status;
    return strncmp(error->code, "usage.", strlen("usage.")) == 0 ? STATUS_USAGE : STATUS_FAILED;
}

enum status view_run(int count, char **arguments, FILE *out, struct error *error) {
    struct view view = {
        .command = command_find(arguments[1]), .tail = -1, .replays = REPLAYS_USUAL};
    enum status status = STATUS_USAGE;
    if (view_read(&view, count - 1, arguments + 1, error))
        status = view_start(&view, out, error);
    strings_free(&view.words);
    return status;
}
