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

/* Reads the arguments behind the program's name; settings go into the plan, each after the file (if
 * any) was read, so that they win over it. False with an error. */
bool options_read(struct options *options, int count, char **arguments, struct error *error);
void options_free(struct options *options);
void options_print_help(FILE *out);

#endif
