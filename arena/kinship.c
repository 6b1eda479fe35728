#include "kinship.h"

#include <string.h>

static bool same(const char *a, const char *b) {
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

static void put_difference(struct text *text, const char *what, const char *a, const char *b) {
    text_print(text, "%s%s is '%s', not '%s'", text->length > 0 ? "; " : "", what,
               a != NULL ? a : "", b != NULL ? b : "");
}

/* Settings that are in `a`, and have another value or none in `b`; with `missing` only the latter. */
static void compare_settings(const struct manifest *a, const struct manifest *b, bool force,
                             bool missing, struct text *text) {
    for (size_t i = 0; i < a->pair_count; i++) {
        const char *name = a->pairs[i].name, *other = manifest_value(b, name);
        bool free_to_differ = strcmp(name, MANIFEST_SHARD) == 0 || strcmp(name, "games") == 0 ||
                              (force && strcmp(name, "judge-sha256") == 0);
        if (free_to_differ || same(a->pairs[i].value, other) || (missing && other != NULL))
            continue;
        if (missing)
            put_difference(text, name, NULL, a->pairs[i].value);
        else
            put_difference(text, name, a->pairs[i].value, other);
    }
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
