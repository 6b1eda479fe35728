/* wait: for one descriptor. See wakeup.h for a thread that waits for others as well. */
#ifndef TERNION_WAIT_H
#define TERNION_WAIT_H

#include <stdbool.h>

/* Whether reading from the descriptor would not block. */
bool wait_is_readable(int descriptor);
/* Wait until reading or writing would not block, or a signal came. */
void wait_readable(int descriptor);
void wait_writable(int descriptor);

#endif
