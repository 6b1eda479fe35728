/* prompt: lines that a person types. On a terminal they can be edited and completed, and are
 * remembered from one run to the next; elsewhere they are read as they come. There is one prompt in
 * a program, as there is one standard input. */
#ifndef TERNION_PROMPT_H
#define TERNION_PROMPT_H

#include <stdbool.h>

/* Completion: the next word that begins like this and may follow the line so far, for the caller to
 * free, or NULL after the last; `again` is false for the first one. */
typedef char *prompt_complete_fn(void *context, const char *before, const char *start, bool again);

/* Returns whether standard input is a terminal. From now on Ctrl-C does no more than
 * prompt_is_interrupted tells, until it is pressed for the third time while nobody looks. */
bool prompt_open(prompt_complete_fn *complete, void *context);
/* Keeps the lines for the next run. */
void prompt_close(void);

/* The next line without its end, to be freed, or NULL at the end of input. The words before it are
 * shown on a terminal only. */
char *prompt_read(const char *words);

/* Whether Ctrl-C was pressed since the last prompt_forget_interrupt. */
bool prompt_is_interrupted(void);
void prompt_forget_interrupt(void);

#endif
