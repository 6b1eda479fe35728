#include "kinship.h"

#include <string.h>

static bool same(const char *a, const char *b) {
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

static void put_difference(struct text *text, const char *what, const char *a, const char *b) {
    text_print(text, "%s%s is '%s', not '%s'", text->length > 0 ? "; " : "", what,
               a != NULL ? a : "", b != NULL ? b : "");
}

static bool is_free(const char *name, bool force) {
    return strcmp(name, MANIFEST_SHARD) == 0 || strcmp(name, "games") == 0 ||
           (force &&
            (strcmp(name, MANIFEST_JUDGE_HASH) == 0 || strcmp(name, MANIFEST_FORCED) == 0));
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

struct differences {
    const char *engine;
    struct text *text;
};

static void put_file_difference(void *context, const char *name, const char *a, const char *b) {
    const struct differences *differences = context;
    struct text what = {0};
    text_print(&what, "engine %s: its file %s (SHA-256)", differences->engine, name);
    put_difference(differences->text, text_string(&what), a, b);
    text_free(&what);
}

static void compare_engine(const struct manifest_engine *a, const struct manifest_engine *b,
                           bool force, struct text *text) {
    const struct {
        const char *what, *a, *b;
    } rows[] = {
        {"name", a->name, b->name},
        {"command", a->command, b->command},
        {"directory", a->directory, b->directory},
        {"environment", a->variables, b->variables},
        {"start-up", a->startup, b->startup},
        {"program (SHA-256)", force ? "" : a->hash, force ? "" : b->hash},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (same(rows[i].a, rows[i].b))
            continue;
        struct text what = {0};
        text_print(&what, "engine %s: its %s", b->name, rows[i].what);
        put_difference(text, text_string(&what), rows[i].a, rows[i].b);
        text_free(&what);
    }
    struct differences files = {.engine = b->name, .text = text};
    if (!force)
        manifest_compare_files(a, b, put_file_difference, &files);
}

static void put_foreign_file(void *context, const char *name, const char *a, const char *b) {
    const struct differences *foreign = context;
    (void)b;
    manifest_put_forced(foreign->text, foreign->engine, name, a[0] != '\0' ? a : "missing");
}

void manifest_put_foreign(const struct manifest *a, const struct manifest *b, struct text *lines) {
    const char *judge = manifest_value(a, MANIFEST_JUDGE_HASH);
    const char *forced = manifest_value(a, MANIFEST_FORCED);
    for (size_t i = 0; i < a->engine_count && i < b->engine_count; i++) {
        struct differences foreign = {.engine = b->engines[i].name, .text = lines};
        if (!same(a->engines[i].hash, b->engines[i].hash))
            manifest_put_forced(lines, b->engines[i].name, NULL, a->engines[i].hash);
        manifest_compare_files(&a->engines[i], &b->engines[i], put_foreign_file, &foreign);
    }
    if (!same(judge, manifest_value(b, MANIFEST_JUDGE_HASH)))
        manifest_put_forced(lines, MANIFEST_JUDGE_NAME, NULL, judge != NULL ? judge : "");
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
        compare_engine(&a->engines[i], &b->engines[i], force, text);
    return text->length == before;
}
