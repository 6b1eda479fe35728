/* spec: one engine of a tournament: how it is started and what it is told. */
#ifndef TERNION_ENGINE_SPEC_H
#define TERNION_ENGINE_SPEC_H

#include <stdint.h>

#include "../../src/driver/process.h"
#include "cpus.h"
#include "parse.h"

enum restart { RESTART_NEVER, RESTART_FAULT, RESTART_GAME };

/* One engine of the tournament. */
struct engine_spec {
    char *name;
    char *command;
    char *directory;          /* or NULL */
    struct strings variables; /* NAME=VALUE */
    struct strings startup;   /* protocol lines sent after every start */
    double start_limit;       /* seconds until the first answer */
    bool timed;               /* it has a clock of its own: */
    struct clock_settings clock;
    enum restart restart;
    enum process_errors errors;
    bool pipeline;        /* several commands in one write */
    struct cpus pin;      /* the processors it runs on; empty: those of its game, or any */
    char *place;          /* FILE:LINE of a tournament file, or NULL */
    struct strings given; /* KEY=VALUE of everything that engine_spec_set took, in its order */

    /* From engine_spec_find. */
    char **words;
    char *path;
    char hash[65]; /* SHA-256 of the program's file */
    struct stamp {
        uint64_t device, inode, size;
        int64_t second, nanosecond; /* when it was changed last */
    } stamp;
};

/* A setting of an engine. One that is gone has no function, as in struct plan_key. */
struct engine_key {
    const char *name;
    const char *help;
    bool list; /* may be given several times */
    bool (*set)(struct engine_spec *spec, const char *value, struct error *error);
};
extern const struct engine_key engine_keys[]; /* an empty name at the end */

bool engine_spec_set(struct engine_spec *spec, const char *name, const char *value,
                     struct error *error);
/* Reads "cmd=...,name=...,..."; a comma separates only before a known name and '='. */
bool engine_spec_parse(struct engine_spec *spec, const char *text, struct error *error);
/* What engine_spec_parse reads as this engine, once it was found, under another name. */
void engine_spec_print(const struct engine_spec *spec, const char *name, struct text *text);
void engine_spec_init(struct engine_spec *spec);
void engine_spec_free(struct engine_spec *spec);
/* The same engine again, not yet found (engine_spec_find). `to` is freshly initialised. */
void engine_spec_copy(struct engine_spec *to, const struct engine_spec *from);
/* The command alone. */
bool engine_spec_set_command(struct engine_spec *spec, const char *value, struct error *error);
/* Cuts the command into words, finds the program and takes its hash. */
bool engine_spec_find(struct engine_spec *spec, struct error *error);
/* Whether the program's file is as it was `seen`, first the stamp of engine_spec_find, or has at
 * least the content that it had then. What it looks like now is seen from then on: only what
 * touches the file again costs time, or counts as a change. */
bool engine_spec_is_unchanged(const struct engine_spec *spec, struct stamp *seen);

#endif
