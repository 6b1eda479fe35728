/* manifest: what a run is, as text: settings in pairs, and its engines. Two runs with equal
 * manifests play the same games. */
#ifndef TERNION_MANIFEST_H
#define TERNION_MANIFEST_H

#include "../plan/plan.h"

/* The name of the setting in which the journals of one sharded run differ; "" for the whole. */
#define MANIFEST_SHARD      "shard"
#define MANIFEST_JUDGE_HASH "judge-sha256"
/* What the journal owes to --force: a line for each program or file that games were played with
 * though it was another when the run began. MANIFEST_JUDGE_NAME stands for the judge there. */
#define MANIFEST_FORCED     "forced"
#define MANIFEST_JUDGE_NAME "the judge"

struct manifest_pair {
    char *name;
    char *value;
};

struct manifest_engine {
    char *name, *command, *directory, *variables, *startup, *path, *hash;
    char *depends;           /* files that it depends on: lines "SHA-256 NAME" */
    char *program, *version; /* as the engine calls itself, or NULL */
};

struct manifest {
    struct manifest_pair *pairs;
    size_t pair_count;
    struct manifest_engine *engines;
    size_t engine_count;
};

/* Of a finished plan. False with an error if a file that it names cannot be read. */
bool manifest_make(struct manifest *manifest, const struct plan *plan, struct error *error);
void manifest_free(struct manifest *manifest);
void manifest_add(struct manifest *manifest, const char *name, const char *value);
const char *manifest_value(const struct manifest *manifest, const char *name);
struct manifest_engine *manifest_add_engine(struct manifest *manifest);

/* The schedule that the manifest describes. */
struct schedule manifest_schedule(const struct manifest *manifest);
/* The sequential test of the run; false: it has none. */
bool manifest_sprt(const struct manifest *manifest, struct sprt_settings *settings);
/* For every engine the faults after which it was withdrawn, 0: never. */
void manifest_strikes(const struct manifest *manifest, long *strikes);

/* Whether `now` may go on with what `then` began. More games are allowed. A program, or a file
 * that an engine depends on, that has changed is an error unless forced; then a line of `forced`
 * says which. */
bool manifest_continues(const struct manifest *then, const struct manifest *now, bool force,
                        struct text *forced, struct error *error);
/* Puts the line for a program, or for a file that it finds (NULL: the program itself), after
 * others. */
void manifest_put_forced(struct text *lines, const char *engine, const char *file,
                         const char *hash);

/* Whether games of `a` may stand beside games of `b`, which has as many games for every pair of
 * engines, or more. Shards of one run may. If not, everything that differs is added to the text, as
 * it is in `a` and not in `b`. Forced, the programs of engines and the judge, and files that
 * engines depend on, may differ. */
bool manifest_is_same_run(const struct manifest *a, const struct manifest *b, bool force,
                          struct text *text);
/* What the games of `a` owe to force beside those of `b`: lines as in MANIFEST_FORCED. */
void manifest_put_foreign(const struct manifest *a, const struct manifest *b, struct text *lines);

#endif
