/* What POSIX has and mingw-w64 lacks or names otherwise; the compiler includes it before all else.
 */
#ifndef TERNION_WINDOWS_POSIX_H
#define TERNION_WINDOWS_POSIX_H

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define O_CLOEXEC         (_O_NOINHERIT | _O_BINARY)
#define mkdir(path, mode) _mkdir(path)

void *reallocarray(void *old, size_t count, size_t size);
char *strndup(const char *text, size_t length);

#endif
