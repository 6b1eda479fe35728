#include "kinship.h"

#include <string.h>

#include "../plan/inputs.h"

static bool same(const char *a, const char *b) {
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

static void put_difference(struct text *text, const char *what, const char *a, const char *b) {
    text_print(text, "%s%s is '%s', not '%s'", text->length > 0 ? "; " : "", what,
               a != NULL ? a : "", b != NULL ? b : "");
}

/* Files and programs are compared by themselves. */
static bool is_free(const char *name, bool force) {
    return strcmp(name, MANIFEST_SHARD) == 0 || strcmp(name, "games") == 0 ||
           strcmp(name, MANIFEST_FILES) == 0 || strcmp(name, MANIFEST_JUDGE_HASH) == 0 ||
           (force && strcmp(name, MANIFEST_FORCED) == 0);
}

/* Settings that are in `a`, and have another value or none in `b`; with `missing` only the latter.
 */
static void compare_settings(const struct manifest *a, const struct manifest *b, bool force,
                             bool missing, struct text *text) {
    for (size_t i = 0; i < a->pair_count; i++) {
        const char *name = a->pairs[i].name, *other = manifest_value(b, name);
        if (is_free(name, force) || same(a->pairs[i].value, other) || (missing && other != NULL))
            continue;
        if (missing)
            put_difference(text, name, NULL, a->pairs[i].value);
        else
            put_difference(text, name, a->pairs[i].value, other);
    }
}

static void compare_engine(const struct manifest_engine *a, const struct manifest_engine *b,
                           bool same_program, struct text *text) {
    const struct {
        const char *what, *a, *b;
    } rows[] = {
        {"name", a->name, b->name},
        {"command", a->command, b->command},
        {"directory", a->directory, b->directory},
        {"environment", a->variables, b->variables},
        {"start-up", a->startup, b->startup},
        {"program (SHA-256)", same_program ? "" : a->hash, same_program ? "" : b->hash},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (same(rows[i].a, rows[i].b))
            continue;
        struct text what = {0};
        text_print(&what, "engine %s: its %s", b->name, rows[i].what);
        put_difference(text, text_string(&what), rows[i].a, rows[i].b);
        text_free(&what);
    }
}

/* Goes on to the next file of ours that they had another of, or (theirs is empty then) none; with
 * `missing` only to the latter. What one of them knows for a log is no input of the other's.
 * Journals from before have no list: NULL. */
static bool next_foreign(const char **lines, const char *others, bool missing, struct input *ours,
                         struct input *theirs) {
    while (others != NULL && inputs_next(lines, ours)) {
        *theirs = (struct input){0};
        bool there = inputs_find(others, ours->owner, ours->name, theirs);
        if (!input_is_log(ours) &&
            (!there || (!missing && !input_is_log(theirs) && !input_equals(ours, theirs))))
            return true;
        input_free(ours);
        input_free(theirs);
    }
    return false;
}

/* As compare_settings does it. */
static void compare_inputs(const struct manifest *a, const struct manifest *b, bool missing,
                           struct text *text) {
    const char *lines = manifest_value(a, MANIFEST_FILES);
    struct input ours, theirs;
    while (next_foreign(&lines, manifest_value(b, MANIFEST_FILES), missing, &ours, &theirs)) {
        struct text what = {0};
        text_print(&what, "%s: its file %s (SHA-256)", manifest_owner(b, ours.owner), ours.name);
        if (missing)
            put_difference(text, text_string(&what), NULL, ours.hash);
        else
            put_difference(text, text_string(&what), ours.hash, theirs.hash);
        text_free(&what);
        input_free(&ours);
        input_free(&theirs);
    }
}

static void put_foreign_inputs(const struct manifest *a, const struct manifest *b, bool missing,
                               struct text *lines) {
    const char *files = manifest_value(a, MANIFEST_FILES);
    struct input ours, theirs;
    while (next_foreign(&files, manifest_value(b, MANIFEST_FILES), missing, &ours, &theirs)) {
        manifest_put_forced(lines, manifest_owner(b, ours.owner), ours.name,
                            missing ? "missing" : ours.hash);
        input_free(&ours);
        input_free(&theirs);
    }
}

void manifest_put_foreign(const struct manifest *a, const struct manifest *b, struct text *lines) {
    const char *judge = manifest_value(a, MANIFEST_JUDGE_HASH);
    const char *forced = manifest_value(a, MANIFEST_FORCED);
    for (size_t i = 0; i < a->engine_count && i < b->engine_count; i++)
        if (!manifest_same_program(a, b, (long)i))
            manifest_put_forced(lines, b->engines[i].name, NULL, a->engines[i].hash);
    if (!manifest_same_program(a, b, INPUT_JUDGE))
        manifest_put_forced(lines, manifest_owner(b, INPUT_JUDGE), NULL, judge);
    put_foreign_inputs(a, b, false, lines);
    put_foreign_inputs(b, a, true, lines);
    if (!same(forced, ""))
        text_print(lines, "%s%s", lines->length > 0 ? "\n" : "", forced);
}

bool manifest_is_kin(const struct manifest *a, const struct manifest *b, bool force,
                     struct text *text) {
    size_t before = text->length;
    struct schedule ours = manifest_schedule(a), theirs = manifest_schedule(b);
    compare_settings(a, b, force, false, text);
    compare_settings(b, a, force, true, text);
    /* An odd game at the end is another game once there are more of them. */
    if (ours.games != theirs.games && ours.swap && ours.games % 2 != 0)
        put_difference(text, "games", manifest_value(a, "games"), manifest_value(b, "games"));
    if (a->engine_count != b->engine_count)
        text_print(text, "%sit has %zu engines, not %zu", text->length > 0 ? "; " : "",
                   a->engine_count, b->engine_count);
    for (size_t i = 0; i < a->engine_count && i < b->engine_count; i++)
        compare_engine(&a->engines[i], &b->engines[i],
                       force || manifest_same_program(a, b, (long)i), text);
    if (!force && !manifest_same_program(a, b, INPUT_JUDGE))
        put_difference(text, MANIFEST_JUDGE_HASH, manifest_value(a, MANIFEST_JUDGE_HASH),
                       manifest_value(b, MANIFEST_JUDGE_HASH));
    if (!force) {
        compare_inputs(a, b, false, text);
        compare_inputs(b, a, true, text);
    }
    return text->length == before;
}
