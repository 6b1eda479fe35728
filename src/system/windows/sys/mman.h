/* Memory from the system and files in memory, as far as our sources use them. */
#ifndef TERNION_WINDOWS_MMAN_H
#define TERNION_WINDOWS_MMAN_H

#include <stddef.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 1, MAP_SHARED = 2, MAP_ANONYMOUS = 4 };
enum { MADV_HUGEPAGE, MADV_DONTNEED };
#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, long offset);
int munmap(void *address, size_t size);
int madvise(void *address, size_t size, int advice);

#endif
