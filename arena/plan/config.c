#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/driver/conf.h"

enum { KEYS_MAX = 128 };

/* libconfuse hands no context to its callbacks, and knows lines only while it reads. So every value
 * is tried on a plan of its own while its line is known, and taken over afterwards. */
static const char *last_value(cfg_opt_t *opt) {
    return cfg_opt_getnstr(opt, cfg_opt_size(opt) - 1);
}

/* The line of every value, for errors that only the plan as a whole shows: libconfuse has forgotten
 * it by then. */
static struct note {
    const char *name;
    unsigned index; /* of several values */
    int line;
} * notes;
static size_t note_count;

static void note_line(cfg_opt_t *opt, int line) {
    const char *name = cfg_opt_name(opt);
    unsigned index = cfg_opt_size(opt) - 1;
    size_t at = 0;
    while (at < note_count && (strcmp(notes[at].name, name) != 0 || notes[at].index != index))
        at++;
    if (at == note_count)
        notes = memory_grow(notes, ++note_count, sizeof *notes);
    notes[at] = (struct note){.name = name, .index = index, .line = line};
}

/* FILE:LINE of a value; the last one counts. */
static char *noted_place(const char *path, const char *name, unsigned index) {
    struct text place = {0};
    for (size_t i = 0; i < note_count; i++)
        if (strcmp(notes[i].name, name) == 0 && notes[i].index == index)
            text_print(&place, "%s:%d", path, notes[i].line);
    return text_take(&place);
}

static int try_plan(cfg_t *cfg, cfg_opt_t *opt) {
    struct plan scratch;
    struct error error = {0};
    plan_init(&scratch);
    bool fine = plan_set(&scratch, cfg_opt_name(opt), last_value(opt), &error);
    plan_free(&scratch);
    note_line(opt, cfg->line);
    return fine ? 0 : conf_refuse(cfg, &error);
}

static int try_engine(cfg_t *cfg, cfg_opt_t *opt) {
    struct engine_spec scratch;
    struct error error = {0};
    engine_spec_init(&scratch);
    bool fine = engine_spec_set(&scratch, cfg_opt_name(opt), last_value(opt), &error);
    engine_spec_free(&scratch);
    return fine ? 0 : conf_refuse(cfg, &error);
}

static void take_engine(cfg_t *section, struct engine_spec *spec) {
    engine_spec_set(spec, "name", cfg_title(section), NULL);
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++)
        for (unsigned i = 0; i < cfg_size(section, key->name); i++) {
            const char *value = cfg_getnstr(section, key->name, i);
            if (value != NULL)
                engine_spec_set(spec, key->name, value, NULL);
        }
}

/* A whole section, known when its brace closes. */
static int try_section(cfg_t *cfg, cfg_opt_t *opt) {
    cfg_t *section = cfg_opt_getnsec(opt, cfg_opt_size(opt) - 1);
    struct engine_spec scratch;
    struct error error = {0};
    engine_spec_init(&scratch);
    take_engine(section, &scratch);
    bool fine = scratch.command != NULL
                    ? engine_spec_identify(&scratch, &error)
                    : error_set(&error, "plan.no-command", "engine {0} has no command (cmd)",
                                cfg_title(section), NULL);
    engine_spec_free(&scratch);
    note_line(opt, cfg->line);
    return fine ? 0 : conf_refuse(cfg, &error);
}

static cfg_opt_t option_for(const char *name, bool list) {
    if (list)
        return (cfg_opt_t)CFG_STR_LIST((char *)name, NULL, CFGF_NONE);
    return (cfg_opt_t)CFG_STR((char *)name, NULL, CFGF_NONE);
}

static bool is_list(const struct plan_key *key) {
    return strcmp(key->name, "set") == 0 || key->set == NULL;
}

static void set_validators(cfg_t *cfg) {
    for (const struct plan_key *key = plan_keys; key->name[0] != '\0'; key++)
        cfg_set_validate_func(cfg, key->name, try_plan);
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++) {
        struct text name = {0};
        text_print(&name, "engine|%s", key->name);
        cfg_set_validate_func(cfg, text_string(&name), try_engine);
        text_free(&name);
    }
    cfg_set_validate_func(cfg, "engine", try_section);
}

static void take_all(cfg_t *cfg, const char *path, struct plan *plan) {
    string_replace(&plan->file, path);
    for (const struct plan_key *key = plan_keys; key->name[0] != '\0'; key++)
        for (unsigned i = 0; i < cfg_size(cfg, key->name); i++) {
            const char *value = cfg_getnstr(cfg, key->name, i);
            free(plan->place);
            plan->place = noted_place(path, key->name, i);
            if (value != NULL)
                plan_set(plan, key->name, value, NULL);
        }
    free(plan->place);
    plan->place = NULL;
    for (unsigned i = 0; i < cfg_size(cfg, "engine"); i++) {
        struct engine_spec *spec = plan_add(plan);
        take_engine(cfg_getnsec(cfg, "engine", i), spec);
        spec->place = noted_place(path, "engine", i);
    }
}

static void complain(const struct error *error) {
    struct text text = {0};
    error_print(error, &text);
    fprintf(stderr, "ternion-arena: %s\n", text_string(&text));
    text_free(&text);
}

bool config_read(const char *path, struct plan *plan) {
    cfg_opt_t engine[KEYS_MAX], all[KEYS_MAX];
    size_t count = 0;
    for (const struct engine_key *key = engine_keys; key->name[0] != '\0'; key++)
        engine[count++] = option_for(key->name, key->list);
    engine[count] = (cfg_opt_t)CFG_END();
    count = 0;
    for (const struct plan_key *key = plan_keys; key->name[0] != '\0'; key++)
        all[count++] = option_for(key->name, is_list(key));
    all[count++] =
        (cfg_opt_t)CFG_SEC("engine", engine, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES);
    all[count] = (cfg_opt_t)CFG_END();
    cfg_t *cfg = cfg_init(all, CFGF_NONE);
    set_validators(cfg);
    struct error error = {0};
    bool good = conf_parse(cfg, path, &error);
    if (good)
        take_all(cfg, path, plan);
    else
        complain(&error);
    error_clear(&error);
    free(notes);
    notes = NULL;
    note_count = 0;
    cfg_free(cfg);
    return good;
}
