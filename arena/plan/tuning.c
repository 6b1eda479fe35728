#include "tuning.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "parse.h"

enum { ITERATIONS_MAX = 1000000, PAIRS_MAX = 1000, PARAMETERS_MAX = 1000 };

static const double VALUE_MAX = 1e12;

/* ---- lines */

static bool number_at(const struct words *words, int index, double *to, struct error *error) {
    return text_to_number(words->at[index], -VALUE_MAX, VALUE_MAX, to) ||
           error_set(error, "syntax.number", "{0} is not a number", words->at[index], NULL);
}

static bool parameter_check(const struct spsa_parameter *row, struct error *error) {
    if (row->min >= row->max || row->start < row->min || row->start > row->max)
        return error_set(error, "tuning.bounds",
                         "{0} needs its least value below its greatest, and its start between",
                         row->name, NULL);
    double least = row->whole ? 1 : 0;
    if (row->step <= 0 || row->step < least || row->step > (row->max - row->min) / 2)
        return error_set(
            error, "tuning.step",
            "the step of {0} must be above 0 ({1}) and at most half of the way from its "
            "least to its greatest value",
            row->name,
            row->whole ? "at least 1, for it is whole"
                       : "it is the "
                         "distance of the tried points from the walk",
            NULL);
    bool whole = floor(row->min) == row->min && floor(row->max) == row->max;
    return !row->whole || whole ||
           error_set(error, "tuning.whole", "{0} is int: its bounds must be whole", row->name,
                     NULL);
}

static bool read_parameter(struct tuning *tuning, const struct words *words, struct error *error) {
    struct spsa *spsa = &tuning->spsa;
    if (words->count != 6)
        return error_set(error, "syntax.parameter",
                         "a parameter is written: {0} NAME MIN MAX START STEP", words->at[0], NULL);
    struct spsa_parameter row = {.name = words->at[1], .whole = strcmp(words->at[0], "int") == 0};
    if (!number_at(words, 2, &row.min, error) || !number_at(words, 3, &row.max, error) ||
        !number_at(words, 4, &row.start, error) || !number_at(words, 5, &row.step, error) ||
        !parameter_check(&row, error))
        return false;
    for (size_t i = 0; i < spsa->count; i++)
        if (strcmp(spsa->parameters[i].name, row.name) == 0)
            return error_set(error, "tuning.twice", "{0} is there twice", row.name, NULL);
    if (spsa->count == PARAMETERS_MAX)
        return error_set(error, "tuning.many", "there are too many parameters", NULL);
    row.name = memory_string(row.name);
    spsa->parameters = memory_grow(spsa->parameters, spsa->count + 1, sizeof *spsa->parameters);
    spsa->parameters[spsa->count++] = row;
    return true;
}

static bool read_gain(struct tuning *tuning, const struct words *words, struct error *error) {
    return text_to_number(words->at[1], 1e-6, 1000, &tuning->spsa.gain) ||
           error_set(error, "syntax.gain",
                     "{0} is no gain; right is a number from 0.000001 to 1000", words->at[1], NULL);
}

static bool read_line(struct tuning *tuning, const struct words *words, struct error *error) {
    const char *word = words->at[0];
    if (strcmp(word, "real") == 0 || strcmp(word, "int") == 0)
        return read_parameter(tuning, words, error);
    bool known = strcmp(word, "iterations") == 0 || strcmp(word, "pairs") == 0 ||
                 strcmp(word, "gain") == 0 || strcmp(word, "command") == 0 ||
                 strcmp(word, "trajectory") == 0;
    if (!known)
        return error_set(error, "tuning.word",
                         "{0} is none of real, int, iterations, pairs, gain, command, trajectory",
                         word, NULL);
    if (words->count < 2 || (words->count > 2 && strcmp(word, "command") != 0))
        return error_set(error, "tuning.value", "{0} takes one value", word, NULL);
    if (strcmp(word, "iterations") == 0)
        return parse_long(words->at[1], 1, ITERATIONS_MAX, &tuning->spsa.iterations, error);
    if (strcmp(word, "pairs") == 0)
        return parse_long(words->at[1], 1, PAIRS_MAX, &tuning->spsa.pairs, error);
    if (strcmp(word, "gain") == 0)
        return read_gain(tuning, words, error);
    struct text rest = {0};
    words_join(words, 1, &rest);
    string_replace(word[0] == 'c' ? &tuning->command : &tuning->trajectory, text_string(&rest));
    text_free(&rest);
    return true;
}

/* ---- the file */

static bool tuning_read_lines(struct tuning *tuning, FILE *file, const char *path,
                              struct error *error) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = true;
    for (int number = 1; fine && (length = getline(&line, &room, file)) >= 0; number++) {
        bool whole = strlen(line) == (size_t)length;
        line[strcspn(line, "#\r\n")] = '\0';
        struct words words;
        struct error cause = {0};
        words_split(&words, line);
        fine = whole ? words.count == 0 || read_line(tuning, &words, &cause)
                     : error_set(&cause, "syntax.nul", "a byte 0 is no text", NULL);
        words_free(&words);
        if (fine)
            continue;
        struct text place = {0}, why = {0};
        text_print(&place, "%s:%d", path, number);
        error_print(&cause, &why);
        error_set(error, "tuning.line", "{0}: {1}", text_string(&place), text_string(&why), NULL);
        text_free(&place);
        text_free(&why);
        error_clear(&cause);
    }
    if (fine && ferror(file))
        fine = error_set(error, "tuning.file", "cannot read {0}: {1}", path, strerror(errno), NULL);
    free(line);
    return fine;
}

bool tuning_read(struct tuning *tuning, const char *path, struct error *error) {
    *tuning = (struct tuning){.spsa = {.pairs = 1, .gain = 1}};
    string_replace(&tuning->command, "set_option");
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return error_set(error, "tuning.file", "cannot read {0}: {1}", path, strerror(errno), NULL);
    bool fine = tuning_read_lines(tuning, file, path, error);
    fclose(file);
    if (fine && tuning->spsa.count == 0)
        return error_set(error, "tuning.empty",
                         "{0} names no parameter; one is written: real|int NAME MIN MAX START STEP",
                         path, NULL);
    if (fine && tuning->spsa.iterations == 0)
        return error_set(error, "tuning.length",
                         "{0} does not say how long to walk; as in: iterations 500", path, NULL);
    return fine;
}

void tuning_free(struct tuning *tuning) {
    spsa_free(&tuning->spsa);
    free(tuning->command);
    free(tuning->trajectory);
    *tuning = (struct tuning){0};
}

void tuning_put_value(const struct spsa_parameter *parameter, double value, struct text *text) {
    if (parameter->whole) {
        text_print(text, "%.0f", round(value) + 0.0);
        return;
    }
    double scale = fmax(fabs(parameter->min), fabs(parameter->max));
    int decimals = 6 - (int)ceil(log10(scale));
    text_print(text, "%.*f", decimals > 0 ? decimals : 0, value);
}

void tuning_print(const struct tuning *tuning, struct text *text) {
    const struct spsa *spsa = &tuning->spsa;
    text_print(text, "iterations %ld pairs %ld gain ", spsa->iterations, spsa->pairs);
    text_number(text, spsa->gain);
    text_print(text, " command %s", tuning->command);
    for (size_t i = 0; i < spsa->count; i++) {
        const struct spsa_parameter *row = &spsa->parameters[i];
        const double numbers[] = {row->min, row->max, row->start, row->step};
        text_print(text, "\n%s %s", row->whole ? "int" : "real", row->name);
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
            text_putc(text, ' ');
            text_number(text, numbers[j]);
        }
    }
}
