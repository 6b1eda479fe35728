/* manifest: what a run is, as text: settings in pairs, and its engines. Two runs with equal
 * manifests play the same games. */
#ifndef TERNION_MANIFEST_H
#define TERNION_MANIFEST_H

#include "../plan/plan.h"

/* The name of the setting in which the journals of one sharded run differ; "" for the whole. */
#define MANIFEST_SHARD      "shard"
#define MANIFEST_JUDGE_HASH "judge-sha256"
/* Files among the engines' arguments, as inputs.h has them; and what the journal owes to --force: a
 * line for each program or file that games were played with though it was another when the run
 * began. */
#define MANIFEST_FILES  "files"
#define MANIFEST_FORCED "forced"

struct manifest_pair {
    char *name;
    char *value;
};

struct manifest_engine {
    char *name, *command, *directory, *variables, *startup, *path, *hash;
    char *program, *version; /* as the engine calls itself, or NULL */
};

struct manifest {
    struct manifest_pair *pairs;
    size_t pair_count;
    struct manifest_engine *engines;
    size_t engine_count;
};

/* Of a finished plan. False with an error if the openings file cannot be read. */
bool manifest_make(struct manifest *manifest, const struct plan *plan, struct error *error);
void manifest_free(struct manifest *manifest);
void manifest_add(struct manifest *manifest, const char *name, const char *value);
/* Puts another value in the place of one that is there. */
void manifest_replace(struct manifest *manifest, const char *name, const char *value);
const char *manifest_value(const struct manifest *manifest, const char *name);
struct manifest_engine *manifest_add_engine(struct manifest *manifest);

/* The schedule that the manifest describes. */
struct schedule manifest_schedule(const struct manifest *manifest);
/* The sequential test of the run; false: it has none. */
bool manifest_sprt(const struct manifest *manifest, struct sprt_settings *settings);
/* For every engine the faults after which it was withdrawn, 0: never. */
void manifest_strikes(const struct manifest *manifest, long *strikes);

/* Whether the program of an engine or of the judge (INPUT_JUDGE) is the same. Where one of them is
 * from before there was a list of files, it has one hash for the program and all files among its
 * arguments, which is compared then. */
bool manifest_same_program(const struct manifest *a, const struct manifest *b, long owner);
/* Whether `now` may go on with what `then` began. More games are allowed. A program file, or one
 * among its arguments, that has changed is an error unless forced; then a line of `forced` says
 * which. */
bool manifest_continues(const struct manifest *then, const struct manifest *now, bool force,
                        struct text *forced, struct error *error);
/* Puts the line for a program, or for a file that it finds (NULL: the program itself), behind
 * others. */
void manifest_put_forced(struct text *lines, const char *engine, const char *file,
                         const char *hash);
/* The name of an engine or of the judge (INPUT_JUDGE), as error messages and those lines have it.
 */
const char *manifest_owner(const struct manifest *manifest, long owner);

#endif
