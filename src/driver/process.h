/* process: a child program in a process group of its own, connected by three pipes. It ends with
 * its parent, inherits no descriptor, and leaves no zombie once it was reaped. What it starts in
 * other groups: orphans.h. */
#ifndef TERNION_PROCESS_H
#define TERNION_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "../core/text.h"
#include "engine_spec.h"

/* Our ends of the pipes are non-blocking; `errors` is -1 unless they are kept, `exit` is readable
 * once the program has ended, or -1 where the system has no such descriptor. */
struct process {
    pid_t pid;
    int input;
    int output;
    int errors;
    int exit;
};

/* Cuts a command line into words as a shell would: blanks separate, '...' and "..." hold together,
 * a backslash takes the next character as it is. Free with process_words_free. */
bool process_words(const char *line, char ***words, struct error *error);
void process_words_free(char **words);
/* Appends a word between '...', as process_words and a shell read it back, whatever it holds. */
void process_put_quoted(const char *word, struct text *text);
/* The absolute path of a program, links as they are: a name with a slash is taken from the present
 * directory, any other is looked up in PATH. NULL with an error if there is no such program that
 * may be run. */
char *process_find(const char *name, struct error *error);

/* Starts an engine that was found (engine_spec_find), on these processors; NULL: on any. */
bool process_start(struct process *process, const struct engine_spec *spec, const struct cpus *cpus,
                   struct error *error);
/* Whether that error says that the system lacks something just now (processes, descriptors,
 * memory), so that the same may succeed later. */
bool process_may_later(const struct error *error);
/* To the whole group. */
void process_signal(const struct process *process, int signal);
/* If the program has ended: ends what is left of its group, takes its status, and returns true. */
bool process_reap(struct process *process, int *status);
/* Closes what is still open. */
void process_close(struct process *process);
/* "exited with status 3", "was killed by signal 11 (Segmentation fault)". */
void process_status_print(int status, struct text *text);

#endif
