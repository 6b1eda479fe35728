#include "engine_keys.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/core/text.h"
#include "../journal/hash.h"
#include "parse.h"

static bool set_name(struct engine_spec *spec, const char *value, struct error *error) {
    if (value[0] == '\0')
        return error_set(error, "syntax.name", "an engine's name is empty", NULL);
    for (const char *c = value; *c != '\0'; c += text_character(c))
        if (*c == '\n' || *c == '\t' || (text_letter(c) == 0 && !text_turns(c)))
            return error_set(error, "syntax.name", "a name is UTF-8, with no control characters",
                             NULL);
    string_replace(&spec->name, value);
    return true;
}

static bool set_directory(struct engine_spec *spec, const char *value, struct error *error) {
    struct stat folder;
    if (stat(value, &folder) != 0 || !S_ISDIR(folder.st_mode) || access(value, X_OK) != 0)
        return error_set(error, "plan.directory", "there is no directory {0}", value, NULL);
    string_replace(&spec->directory, value);
    return true;
}

static bool set_variable(struct engine_spec *spec, const char *value, struct error *error) {
    return parse_pair(value, &spec->variables, error);
}

static bool set_startup(struct engine_spec *spec, const char *value, struct error *error) {
    if (value[0] == '\0' || strchr(value, '\n') != NULL)
        return error_set(error, "syntax.init", "a start-up command is one line of text", NULL);
    strings_add(&spec->startup, value);
    return true;
}

/* An option of the engine itself, as a start-up command. */
static bool set_option(struct engine_spec *spec, const char *value, struct error *error) {
    size_t length = strcspn(value, "=");
    if (length == 0 || value[length] == '\0' || strcspn(value, " \t\n") < length)
        return error_set(error, "syntax.option", "{0} is not of the form NAME=VALUE", value, NULL);
    struct text line = {0};
    text_put(&line, "set_option ");
    text_putn(&line, value, length);
    text_print(&line, " %s", value + length + 1);
    bool fine = set_startup(spec, text_string(&line), error);
    text_free(&line);
    return fine;
}

static bool set_start(struct engine_spec *spec, const char *value, struct error *error) {
    return parse_seconds(value, &spec->start_limit, error);
}

static bool set_restart(struct engine_spec *spec, const char *value, struct error *error) {
    static const char *const words[] = {"never", "fault", "game", NULL};
    int word = parse_word(value, words, error);
    if (word >= 0)
        spec->restart = (enum restart)word;
    return word >= 0;
}

static bool set_stderr(struct engine_spec *spec, const char *value, struct error *error) {
    static const char *const words[] = {"keep", "drop", "pass", NULL};
    int word = parse_word(value, words, error);
    if (word >= 0)
        spec->errors = (enum engine_errors)word;
    return word >= 0;
}

static bool set_pipeline(struct engine_spec *spec, const char *value, struct error *error) {
    return parse_flag(value, &spec->pipeline, error);
}

static bool set_pin(struct engine_spec *spec, const char *value, struct error *error) {
    return cpus_parse(value, &spec->pin, error);
}

static bool set_memory(struct engine_spec *spec, const char *value, struct error *error) {
    return parse_long(value, 0, 1L << 40, &spec->memory, error);
}

static bool set_dialogue(struct engine_spec *spec, const char *value, struct error *error) {
    if (value[0] == '\0')
        return error_set(error, "syntax.dialogue", "the file name of the dialogue is empty", NULL);
    string_replace(&spec->dialogue, value);
    return true;
}

static bool set_time(struct engine_spec *spec, const char *value, struct error *error) {
    if (!parse_clock(value, &spec->clock, error))
        return false;
    spec->timed = true;
    return true;
}

static bool set_depends(struct engine_spec *spec, const char *value, struct error *error) {
    struct stat file;
    if (strchr(value, '\n') != NULL || stat(value, &file) != 0 || !S_ISREG(file.st_mode) ||
        access(value, R_OK) != 0)
        return error_set(error, "plan.depends", "there is no file {0} that can be read", value,
                         NULL);
    strings_add(&spec->depends, value);
    return true;
}

/* "option.NAME=VALUE" on a command line is "option=NAME=VALUE". */
static const char OPTION_DOT[] = "option.";

const struct engine_key engine_keys[] = {
    {"cmd", "command line of the engine", false, engine_spec_set_command},
    {"name", "name in tables (the program's by default)", false, set_name},
    {"dir", "working directory", false, set_directory},
    {"env", "NAME=VALUE for its environment", true, set_variable},
    {"init", "protocol line sent after every start", true, set_startup},
    {"option", "NAME=VALUE, sent as set_option NAME VALUE after every start", true, set_option},
    {"time", "its own clock, in place of --time", false, set_time},
    {"start-limit", "seconds until its first answer (10)", false, set_start},
    {"restart", "never, fault (default) or game", false, set_restart},
    {"stderr", "keep (default), drop or pass", false, set_stderr},
    {"pipeline", "no: one command at a time", false, set_pipeline},
    {"pin", "processors it runs on, like 0-3,8", false, set_pin},
    {"memory", "MiB of address space that it may use (0: no limit)", false, set_memory},
    {"depends", "a file that its play depends on: weights, a script", true, set_depends},
    {"dialogue", "append all that it is told and says to this file as it happens", false,
     set_dialogue},
    {"class", "--concurrency bounds the games at a time", false, NULL},
    {"", NULL, false, NULL},
};

bool engine_key_is_list(const char *name) {
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++)
        if (strcmp(key->name, name) == 0)
            return key->list;
    return false;
}

static void put_known_keys(struct text *text) {
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++)
        if (key->set != NULL)
            text_print(text, "%s%s", text->length > 0 ? ", " : "", key->name);
}

bool engine_spec_set(struct engine_spec *spec, const char *name, const char *value,
                     struct error *error) {
    if (text_starts(name, OPTION_DOT)) {
        struct text pair = {0};
        text_print(&pair, "%s=%s", name + sizeof OPTION_DOT - 1, value);
        bool fine = engine_spec_set(spec, "option", text_string(&pair), error);
        text_free(&pair);
        return fine;
    }
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++) {
        if (strcmp(key->name, name) != 0)
            continue;
        if (key->set == NULL)
            return error_set(error, "plan.gone", "{0} is gone: {1}", name, key->help, NULL);
        if (!key->set(spec, value, error))
            return false;
        strings_add_pair(&spec->given, name, value);
        return true;
    }
    struct text known = {0};
    put_known_keys(&known);
    error_set(error, "plan.engine-key", "an engine has no setting {0}; known are {1}", name,
              text_string(&known), NULL);
    text_free(&known);
    return false;
}

/* Whether "KEY=" stands here; returns the length of KEY, else 0. */
static size_t key_at(const char *text) {
    size_t word = strcspn(text, "=, \t");
    if (text_starts(text, OPTION_DOT) && text[word] == '=')
        return word;
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++) {
        size_t length = strlen(key->name);
        if (strncmp(text, key->name, length) == 0 && text[length] == '=')
            return length;
    }
    return 0;
}

/* The name in ",NAME=" where that can be nothing but a setting that there is not: before the first
 * blank of a command, or anywhere in a value that has no commas of its own. Empty: there is none.
 */
static void find_unknown_key(const char *name, const char *value, struct text *unknown) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-_.";
    bool free_text = strcmp(name, "env") == 0 || strcmp(name, "init") == 0;
    for (const char *at = value; !free_text && *at != '\0'; at++) {
        if (strcmp(name, "cmd") == 0 && strchr(" \t'\"", *at) != NULL)
            return;
        size_t length = *at == ',' ? strspn(at + 1, letters) : 0;
        if (length > 0 && at[1 + length] == '=') {
            text_putn(unknown, at + 1, length);
            return;
        }
    }
}

static bool engine_spec_take(struct engine_spec *spec, const char *name, const char *value,
                             struct error *error) {
    struct text unknown = {0};
    find_unknown_key(name, value, &unknown);
    bool fine =
        engine_spec_set(spec, unknown.length > 0 ? text_string(&unknown) : name, value, error);
    text_free(&unknown);
    return fine;
}

bool engine_spec_parse(struct engine_spec *spec, const char *text, struct error *error) {
    if (key_at(text) == 0) {
        struct text name = {0}, known = {0};
        text_putn(&name, text, strcspn(text, "=,"));
        put_known_keys(&known);
        error_set(error, "plan.engine-spec",
                  "an engine begins with a setting like cmd=..., not with {0}; known are {1}",
                  text_string(&name), text_string(&known), NULL);
        text_free(&name);
        text_free(&known);
        return false;
    }
    while (*text != '\0') {
        size_t length = key_at(text);
        struct text name = {0}, value = {0};
        text_putn(&name, text, length);
        for (text += length + 1; *text != '\0'; text++) {
            if (*text == ',' && key_at(text + 1) > 0)
                break;
            text_putc(&value, *text);
        }
        text += *text == ',';
        bool fine = engine_spec_take(spec, text_string(&name), text_string(&value), error);
        text_free(&name);
        text_free(&value);
        if (!fine)
            return false;
    }
    return true;
}

static bool holds_key(const char *text) {
    for (; *text != '\0'; text++)
        if (*text == ',' && key_at(text + 1) > 0)
            return true;
    return false;
}

/* A word as process_words reads it, and with nothing in it that engine_spec_parse would take for a
 * setting. */
static void put_escaped(const char *word, struct text *text) {
    text_put(text, word[0] == '\0' ? "''" : "");
    for (const char *c = word; *c != '\0'; c++) {
        bool key = c > word && c[-1] == ',' && key_at(c) > 0;
        text_put(text, key || strchr(" \t\n'\"\\", *c) != NULL ? "\\" : "");
        text_putc(text, *c);
    }
}

/* A command that was given as a plain word may hold what only looks like further settings. */
static void put_command(const struct engine_spec *spec, struct text *text) {
    if (!holds_key(spec->command)) {
        text_put(text, spec->command);
        return;
    }
    for (char **word = spec->words; *word != NULL; word++) {
        text_put(text, word > spec->words ? " " : "");
        put_escaped(*word, text);
    }
}

void engine_spec_print(const struct engine_spec *spec, const char *name, struct text *text) {
    text_put(text, "cmd=");
    put_command(spec, text);
    text_print(text, ",name=%s", name);
    for (size_t i = 0; i < spec->given.count; i++) {
        const char *pair = spec->given.at[i];
        if (strncmp(pair, "cmd=", 4) != 0 && strncmp(pair, "name=", 5) != 0)
            text_print(text, ",%s", pair);
    }
}

static struct stamp stamp_of(const char *path) {
    struct stat file;
    if (stat(path, &file) != 0)
        return (struct stamp){0};
    return (struct stamp){.device = file.st_dev,
                          .inode = file.st_ino,
                          .size = (uint64_t)file.st_size,
                          .second = file.st_mtim.tv_sec,
                          .nanosecond = file.st_mtim.tv_nsec};
}

static bool stamp_equals(const struct stamp *a, const struct stamp *b) {
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->second == b->second && a->nanosecond == b->nanosecond;
}

bool engine_spec_is_unchanged(const struct engine_spec *spec, struct stamp *seen) {
    struct stamp before = *seen;
    char digits[65];
    *seen = stamp_of(spec->path);
    return stamp_equals(&before, seen) ||
           (hash_file(spec->path, digits, NULL) && strcmp(digits, spec->hash) == 0);
}

bool engine_spec_identify(struct engine_spec *spec, struct error *error) {
    if (!engine_spec_find(spec, error))
        return false;
    spec->stamp = stamp_of(spec->path);
    return hash_file(spec->path, spec->hash, error);
}
