/* engine_spec: a program that speaks the protocol: how it is started and what it is told first. */
#ifndef TERNION_ENGINE_SPEC_H
#define TERNION_ENGINE_SPEC_H

#include <stdint.h>

#include "../core/clock.h"
#include "../core/strings.h"
#include "cpus.h"

/* What becomes of an engine's standard error stream. */
enum engine_errors { ENGINE_ERRORS_KEEP, ENGINE_ERRORS_DROP, ENGINE_ERRORS_PASS };

/* When a process is not used again. */
enum restart { RESTART_NEVER, RESTART_FAULT, RESTART_GAME };

struct engine_spec {
    char *name;
    char *command;            /* as it was typed */
    char *directory;          /* working directory, or NULL: ours */
    struct strings variables; /* NAME=VALUE beyond our environment */
    struct strings startup;   /* protocol lines sent after every start */
    double start_limit;       /* seconds until the first answer */
    bool pipeline;            /* several commands in one write */
    enum engine_errors errors;
    enum restart restart;
    struct cpus pin; /* the processors it runs on; empty: any */
    long memory;     /* MiB of address space that it may use, 0: no limit */
    bool timed;      /* it has a clock of its own: */
    struct clock_settings clock;

    /* From engine_spec_find. */
    char **words; /* of the command; NULL at the end */
    char *path;   /* of the program's file */

    /* Kept for the owner of the engine: where it was described, by what, and what its program's
     * file was like. */
    char *place;            /* FILE:LINE, or NULL */
    char *dialogue;         /* a file for all that passes, or NULL */
    struct strings given;   /* KEY=VALUE in the order of the description */
    struct strings depends; /* files beside its program that its play depends on */
    char hash[65];          /* SHA-256 */
    struct stamp {
        uint64_t device, inode, size;
        int64_t second, nanosecond; /* of the last change */
    } stamp;
};

void engine_spec_init(struct engine_spec *spec);
void engine_spec_free(struct engine_spec *spec);
/* The same engine again, not yet found (engine_spec_find). `to` must hold nothing. */
void engine_spec_copy(struct engine_spec *to, const struct engine_spec *from);
/* False with an error if the command cannot be cut into words. */
bool engine_spec_set_command(struct engine_spec *spec, const char *command, struct error *error);
/* Cuts the command into words and finds the program. */
bool engine_spec_find(struct engine_spec *spec, struct error *error);

#endif
