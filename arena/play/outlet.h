/* outlet: a stream that never makes its writer wait. A terminal that is stopped, or a pipe that
 * nobody reads, must not stop the event loop and with it the clocks; a thread of its own does the
 * writing. */
#ifndef TERNION_OUTLET_H
#define TERNION_OUTLET_H

#include <stdio.h>

struct outlet;

struct outlet *outlet_open(FILE *stream);
/* Queues the text. While more than a megabyte waits, new text is dropped. */
void outlet_put(struct outlet *outlet, const char *text);
/* Waits until everything is written, then closes; the stream stays open. NULL is nothing. */
void outlet_close(struct outlet *outlet);

#endif
