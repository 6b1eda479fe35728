/* view: the commands that read a journal: list, show, export, replay, report. */
#ifndef TERNION_VIEW_H
#define TERNION_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "../play/run.h"

/* Whether the word is one of these commands. */
bool view_knows(const char *word);
/* arguments[1] is such a command; it has options of its own. Errors are left in `error`. */
enum status view_run(int count, char **arguments, FILE *out, struct error *error);
/* The lines of --help: one usage a command. */
void view_print_usage(FILE *out);

#endif
