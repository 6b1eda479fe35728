/* memory: allocation that cannot fail quietly. No memory is the one condition
 * under which Ternion gives up: a message on stderr and abort(). */
#ifndef TERNION_MEMORY_H
#define TERNION_MEMORY_H

#include <stddef.h>

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
