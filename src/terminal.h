/* terminal: words for people on standard output. */
#ifndef TERNION_TERMINAL_H
#define TERNION_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* The columns of the terminal on standard output; 0 if it is none, or too narrow to be minded. */
int terminal_columns(void);
/* Whether standard output is a terminal that knows escape sequences. */
bool terminal_is_smart(void);
/* Prints a text and ends its last line. If standard output is a terminal no word is broken at its
 * edge; continued lines are indented by `indent` spaces. */
void terminal_print(const char *text, size_t indent);
/* The same for the reply to a command: sentences are wrapped, but not what may be copied for
 * another program (positions, records, lists of moves). */
void terminal_print_reply(const char *command, const char *reply);

#endif
