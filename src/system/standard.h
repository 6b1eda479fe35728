/* standard: the program's standard input and output. */
#ifndef TERNION_STANDARD_H
#define TERNION_STANDARD_H

#include <stdbool.h>

/* Before anything else in main: all three descriptors are open, bytes pass them unchanged, and a
 * pipe that nobody reads from is told by write. */
void standard_prepare(void);
/* The descriptor to read from and to wait for. */
int standard_input(void);
/* Whether standard output shows UTF-8. */
bool standard_is_utf8(void);
/* The columns of the terminal on standard output; 0 if it is none. */
int standard_columns(void);

#endif
