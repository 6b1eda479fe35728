/* memory: allocation that cannot fail quietly. No memory is the one condition
 * under which Ternion gives up: a message on stderr and abort(). */
#ifndef TERNION_MEMORY_H
#define TERNION_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the system would give this many bytes now, for callers that can do without. */
bool memory_can_have(size_t bytes);

/* Zeroed memory for count objects of size bytes; free() releases it. */
void *memory_new(size_t count, size_t size);

/* As realloc for count objects of size bytes; what is new is not zeroed. */
void *memory_grow(void *old, size_t count, size_t size);

/* A copy of size bytes, or of a string (NULL gives NULL). */
void *memory_copy(const void *from, size_t size);
char *memory_string(const char *from);

/* For whatever else a program cannot live without: says why it gives up, and aborts. */
_Noreturn void memory_give_up(const char *why);

#endif
