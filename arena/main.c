#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal/merge.h"
#include "plan/config.h"
#include "plan/options.h"
#include "play/check.h"
#include "play/run.h"
#include "play/tune.h"
#include "view/view.h"

static int say_error(struct error *error, enum status status) {
    struct text text = {0};
    error_print(error, &text);
    fprintf(stderr, "ternion-arena: %s\n", text_string(&text));
    text_free(&text);
    error_clear(error);
    return (int)status;
}

/* The exit status after everything was printed. */
static int printed(void) {
    struct error error = {0};
    if (fflush(stdout) == 0)
        return STATUS_DONE;
    error_set(&error, "main.output", "the output could not be written: {0}", strerror(errno), NULL);
    return say_error(&error, STATUS_FAILED);
}

static int usage(const char *words) {
    fprintf(stderr, "ternion-arena: %s; see --help\n", words);
    return STATUS_USAGE;
}

/* Engines given as plain words. */
static bool take_engines(struct options *options, size_t first, struct error *error) {
    for (size_t i = first; i < options->words.count; i++)
        if (!engine_spec_set(plan_add(&options->plan), "cmd", options->words.at[i], error))
            return false;
    return true;
}

static int play(struct options *options, size_t first) {
    struct error error = {0};
    if (!take_engines(options, first, &error) || !plan_finish(&options->plan, &error))
        return say_error(&error, STATUS_USAGE);
    return (int)run_plan(&options->plan, NULL, stdout, stderr);
}

static int check(struct options *options) {
    struct error error = {0};
    if (options->words.count != 2)
        return usage("check takes one engine command");
    if (!take_engines(options, 1, &error) || !take_engines(options, 1, &error) ||
        !plan_finish(&options->plan, &error))
        return say_error(&error, STATUS_USAGE);
    enum status status = check_engine(&options->plan, stdout);
    return status == STATUS_DONE ? printed() : (int)status;
}

static int view(int count, char **arguments) {
    struct error error = {0};
    enum status status = view_run(count, arguments, stdout, &error);
    return error.code == NULL ? (int)status : say_error(&error, status);
}

static int tune(struct options *options) {
    struct error error = {0};
    if (options->words.count < 2)
        return usage("tune takes a file of parameters and an engine");
    if (!take_engines(options, 2, &error))
        return say_error(&error, STATUS_USAGE);
    return (int)tune_run(&options->plan, options->words.at[1], stdout, stderr);
}

static int join(struct options *options) {
    struct error error = {0};
    enum status status = merge_run(&options->words, options->plan.force, stdout, &error);
    return status == STATUS_DONE ? printed() : say_error(&error, status);
}

/* The tournament file comes first, so that the command line wins over it. */
static const char *file_name(int count, char **arguments) {
    bool named = count > 2 && strcmp(arguments[1], "run") == 0 && arguments[2][0] != '-';
    return named ? arguments[2] : NULL;
}

/* Whether a word in the place of an engine looks like a tournament file: a file, no program. */
static bool is_tournament(const char *word) {
    struct stat file;
    return stat(word, &file) == 0 && S_ISREG(file.st_mode) && access(word, X_OK) != 0;
}

static int dispatch(struct options *options, const char *first, const char *file) {
    const char *word = options->words.count > 0 ? options->words.at[0] : "";
    if ((strcmp(word, "run") == 0 || view_knows(word)) && strcmp(first, word) != 0)
        return usage("the command comes before the options");
    if (strcmp(word, "run") == 0)
        return file == NULL ? usage("run takes a tournament file, before any options")
                            : play(options, 2);
    if (strcmp(word, "check") == 0)
        return check(options);
    if (strcmp(word, "tune") == 0)
        return tune(options);
    if (strcmp(word, "merge") == 0)
        return join(options);
    if (strcmp(word, "status") == 0)
        return usage("status is gone: show takes several journals, or a folder of them");
    if (options->words.count == 0 && options->plan.engine_count == 0)
        return usage("no engines");
    if (options->words.count == 1 && options->plan.engine_count == 0 && is_tournament(word))
        return usage("a tournament file comes after the word run");
    return play(options, 0);
}

/* Descriptors 0 to 2 must not become pipes to engines. */
static void open_standard_streams(void) {
    int descriptor;
    while ((descriptor = open("/dev/null", O_RDWR)) >= 0 && descriptor <= 2)
        continue;
    if (descriptor > 2)
        close(descriptor);
}

int main(int count, char **arguments) {
    struct options options = {0};
    struct error error = {0};
    open_standard_streams();
    if (count > 1 && view_knows(arguments[1]))
        return view(count, arguments);
    plan_init(&options.plan);
    int status = STATUS_USAGE;
    const char *file = file_name(count, arguments);
    if (file != NULL && !config_read(file, &options.plan)) {
        status = STATUS_USAGE;
    } else if (!options_read(&options, count, arguments, &error)) {
        status = say_error(&error, STATUS_USAGE);
    } else if (options.help) {
        options_print_help(stdout);
        status = printed();
    } else if (options.version) {
        printf("ternion-arena %s\n", PACKAGE_VERSION);
        status = printed();
    } else {
        status = dispatch(&options, count > 1 ? arguments[1] : "", file);
    }
    options_free(&options);
    return status;
}
