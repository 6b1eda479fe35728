/* command: one line of the text protocol as its implementation sees it.
 *
 * Both the engine's own commands and those that a game adds are rows of such tables. */
#ifndef TERNION_COMMAND_H
#define TERNION_COMMAND_H

#include <stdbool.h>

#include "error.h"
#include "player.h"
#include "session.h"
#include "text.h"

struct call;

struct command {
    const char *name;
    const char *usage; /* arguments as people write them: "COLOUR MOVE", "" */
    const char *help;  /* one sentence */
    bool (*run)(struct call *call);
};

/* What the program around a command can do for it. A program that runs only some commands fills in
 * only what these ask for; the rest may be NULL. */
struct services {
    /* The status of all stones by the player's judgement (Go). False: nobody here can judge. */
    bool (*judge)(void *host, struct marks *marks);
    /* A move for the side without playing it, by the present level and limits. */
    bool (*choose)(void *host, int side, struct choice *choice, struct error *error);
    /* The same by the player alone: no level plays it at random. */
    bool (*think)(void *host, int side, struct choice *choice, struct error *error);
    /* Plays a move, which must be legal, and takes its seconds from the side's clock. */
    void (*play)(void *host, int side, move m, double seconds);
    /* Forgets what belongs to the last game: a new one begins. */
    void (*renew)(void *host);
    /* Tells whoever runs the program what a good command met with: whole lines. */
    void (*warn)(void *host, const char *lines);
    /* Whether commands may read and write files. */
    bool (*files_allowed)(void *host);
};

struct call {
    struct session *session;
    const struct services *services;
    void *host;
    const struct command *command; /* the one that is run */
    int count;                     /* arguments */
    char **words;                  /* words[0 .. count-1] */
    const char *tail;              /* the arguments as they stood, white space folded */
    struct text *out;    /* the reply's text; lines without a final newline, none of them empty */
    struct error *error; /* set when run returns false */
    const char *failure; /* its standard words: "syntax error"; NULL: those of the error */
};

/* Fails with standard words and no reason ("cannot undo"), or with a reason in the error. Both
 * return false. */
bool command_fail(struct call *call, const char *failure);
bool command_fail_because(struct call *call, const char *failure, const char *code,
                          const char *template, const char *argument);
/* Reads argument number `index` as a side. Fails with "syntax error" and what would be right. */
bool command_side(struct call *call, int index, int *side);
/* Fails with "syntax error" and the usage unless there are at least `least` arguments. */
bool command_needs(struct call *call, int least);
/* Argument number `index` as a whole number within bounds. */
bool command_whole(struct call *call, int index, long min, long max, long *value);

#endif
