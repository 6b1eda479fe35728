#include "tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/driver/conf.h"
#include "parse.h"

enum { ITERATIONS_MAX = 1000000, PAIRS_MAX = 1000, PARAMETERS_MAX = 1000 };

static const double VALUE_MAX = 1e12;

/* Values: libconfuse knows lines only while it reads, so each is tried by a validator then. */

static const char *last_value(cfg_opt_t *opt) {
    return cfg_opt_getnstr(opt, cfg_opt_size(opt) - 1);
}

static int try_number(cfg_t *cfg, cfg_opt_t *opt) {
    struct error error = {0};
    double number;
    if (text_to_number(last_value(opt), -VALUE_MAX, VALUE_MAX, &number))
        return 0;
    error_set(&error, "syntax.number", "{0} is not a number", last_value(opt), NULL);
    return conf_refuse(cfg, &error);
}

static int try_gain(cfg_t *cfg, cfg_opt_t *opt) {
    struct error error = {0};
    double gain;
    if (text_to_number(last_value(opt), 1e-6, 1000, &gain))
        return 0;
    error_set(&error, "syntax.gain", "{0} is no gain; right is a number from 0.000001 to 1000",
              last_value(opt), NULL);
    return conf_refuse(cfg, &error);
}

static int try_count(cfg_t *cfg, cfg_opt_t *opt) {
    struct error error = {0};
    long most = strcmp(cfg_opt_name(opt), "pairs") == 0 ? PAIRS_MAX : ITERATIONS_MAX, count;
    return parse_long(last_value(opt), 1, most, &count, &error) ? 0 : conf_refuse(cfg, &error);
}

static const char *const kinds[] = {"real", "int", NULL};

static int try_kind(cfg_t *cfg, cfg_opt_t *opt) {
    struct error error = {0};
    return parse_word(last_value(opt), kinds, &error) >= 0 ? 0 : conf_refuse(cfg, &error);
}

/* A parameter. */

static double number_of(cfg_t *section, const char *name) {
    double number = 0;
    text_to_number(cfg_getstr(section, name), -VALUE_MAX, VALUE_MAX, &number);
    return number;
}

/* Points into the section. */
static struct spsa_parameter parameter_of(cfg_t *section) {
    return (struct spsa_parameter){.name = (char *)cfg_title(section),
                                   .whole = parse_word(cfg_getstr(section, "type"), kinds, NULL),
                                   .min = number_of(section, "min"),
                                   .max = number_of(section, "max"),
                                   .start = number_of(section, "start"),
                                   .step = number_of(section, "step")};
}

static bool parameter_check(const struct spsa_parameter *row, struct error *error) {
    if (row->name[0] == '\0' || strpbrk(row->name, " \t\r\n") != NULL)
        return error_set(error, "tuning.name", "the name of a parameter is one word", NULL);
    if (row->min >= row->max || row->start < row->min || row->start > row->max)
        return error_set(error, "tuning.bounds", "{0} needs min below max, and start between them",
                         row->name, NULL);
    if (row->step <= 0 || (row->whole && row->step < 1) || row->step > (row->max - row->min) / 2)
        return error_set(error, "tuning.step",
                         "the step of {0} must be {1}, and at most half of the way from min to max",
                         row->name, row->whole ? "at least 1" : "above 0", NULL);
    bool whole = floor(row->min) == row->min && floor(row->max) == row->max;
    return !row->whole || whole ||
           error_set(error, "tuning.whole", "{0} is int: min and max must be whole", row->name,
                     NULL);
}

static const char *const required[] = {"min", "max", "start", "step"};
enum { REQUIRED = sizeof required / sizeof *required };

/* A whole section, known when its brace closes. */
static int try_parameter(cfg_t *cfg, cfg_opt_t *opt) {
    cfg_t *section = cfg_opt_getnsec(opt, cfg_opt_size(opt) - 1);
    struct error error = {0};
    for (size_t i = 0; i < REQUIRED; i++)
        if (cfg_getstr(section, required[i]) == NULL) {
            error_set(&error, "tuning.lacks", "{0} has no {1}; {2}", cfg_title(section),
                      required[i], "a parameter has min, max, start and step", NULL);
            return conf_refuse(cfg, &error);
        }
    struct spsa_parameter row = parameter_of(section);
    return parameter_check(&row, &error) ? 0 : conf_refuse(cfg, &error);
}

/* The file. */

static bool take_parameters(struct tuning *tuning, cfg_t *cfg, const char *path,
                            struct error *error) {
    struct spsa *spsa = &tuning->spsa;
    unsigned count = cfg_size(cfg, "parameter");
    if (count == 0 || count > PARAMETERS_MAX)
        return error_set(error, "tuning.parameters",
                         count == 0 ? "{0} names no parameter; one is written: parameter NAME { "
                                      "min = 0 max = 9 start = 2 step = 1 }"
                                    : "{0} names too many parameters",
                         path, NULL);
    spsa->parameters = memory_new(count, sizeof *spsa->parameters);
    for (unsigned i = 0; i < count; i++) {
        spsa->parameters[i] = parameter_of(cfg_getnsec(cfg, "parameter", i));
        spsa->parameters[i].name = memory_string(spsa->parameters[i].name);
    }
    spsa->count = count;
    return true;
}

static bool take_all(struct tuning *tuning, cfg_t *cfg, const char *path, struct error *error) {
    if (cfg_getstr(cfg, "iterations") == NULL)
        return error_set(error, "tuning.length",
                         "{0} does not say how long to walk; as in: iterations = 500", path, NULL);
    parse_long(cfg_getstr(cfg, "iterations"), 1, ITERATIONS_MAX, &tuning->spsa.iterations, NULL);
    parse_long(cfg_getstr(cfg, "pairs"), 1, PAIRS_MAX, &tuning->spsa.pairs, NULL);
    text_to_number(cfg_getstr(cfg, "gain"), 1e-6, 1000, &tuning->spsa.gain);
    string_replace(&tuning->command, cfg_getstr(cfg, "command"));
    tuning->trajectory = memory_string(cfg_getstr(cfg, "trajectory"));
    return take_parameters(tuning, cfg, path, error);
}

/* Lines of older versions, "real NAME MIN MAX START STEP", say what replaces them. */
static void explain_lines(struct error *error) {
    struct text why = {0};
    error_print(error, &why);
    if (strstr(text_string(&why), "option 'real'") != NULL ||
        strstr(text_string(&why), "option 'int'") != NULL) {
        error_clear(error);
        error_set(error, "tuning.gone",
                  "{0} (lines are gone: parameter NAME { min = 0 max = 9 start = 2 step = 1 })",
                  text_string(&why), NULL);
    }
    text_free(&why);
}

bool tuning_read(struct tuning *tuning, const char *path, struct error *error) {
    cfg_opt_t parameter[] = {CFG_STR("type", "real", CFGF_NONE), CFG_STR("min", NULL, CFGF_NONE),
                             CFG_STR("max", NULL, CFGF_NONE),    CFG_STR("start", NULL, CFGF_NONE),
                             CFG_STR("step", NULL, CFGF_NONE),   CFG_END()};
    cfg_opt_t all[] = {
        CFG_STR("iterations", NULL, CFGF_NONE),
        CFG_STR("pairs", "1", CFGF_NONE),
        CFG_STR("gain", "1", CFGF_NONE),
        CFG_STR("command", "set_option", CFGF_NONE),
        CFG_STR("trajectory", NULL, CFGF_NONE),
        CFG_SEC("parameter", parameter, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
        CFG_END()};
    *tuning = (struct tuning){0};
    cfg_t *cfg = cfg_init(all, CFGF_NONE);
    cfg_set_validate_func(cfg, "iterations", try_count);
    cfg_set_validate_func(cfg, "pairs", try_count);
    cfg_set_validate_func(cfg, "gain", try_gain);
    cfg_set_validate_func(cfg, "parameter|type", try_kind);
    cfg_set_validate_func(cfg, "parameter|min", try_number);
    cfg_set_validate_func(cfg, "parameter|max", try_number);
    cfg_set_validate_func(cfg, "parameter|start", try_number);
    cfg_set_validate_func(cfg, "parameter|step", try_number);
    cfg_set_validate_func(cfg, "parameter", try_parameter);
    bool fine = conf_parse(cfg, path, error);
    if (!fine && error != NULL)
        explain_lines(error);
    fine = fine && take_all(tuning, cfg, path, error);
    cfg_free(cfg);
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
