/* options: the command line. */
#ifndef TERNION_OPTIONS_H
#define TERNION_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "plan.h"

struct options {
    struct plan plan;
    bool help, version;
    struct strings words; /* what is not an option */
};

/* Reads the arguments after the program's name. Settings go into the plan, which already has those
 * of the tournament file: the command line wins. False with an error. */
bool options_read(struct options *options, int count, char **arguments, struct error *error);
/* The word that getopt_long is in the middle of, or has just left. */
const char *options_word(int count, char **arguments);
void options_free(struct options *options);
void options_print_help(FILE *out);

#endif
