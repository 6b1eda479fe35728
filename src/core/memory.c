#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void memory_give_up(const char *why) {
    fprintf(stderr, "ternion: %s\n", why);
    abort();
}

bool memory_can_have(size_t bytes) {
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block != MAP_FAILED && munmap(block, bytes) == 0;
}

static void *memory_or_die(void *block) {
    if (block == NULL)
        memory_give_up("out of memory");
    return block;
}

void *memory_new(size_t count, size_t size) {
    return memory_or_die(calloc(count ? count : 1, size ? size : 1));
}

void *memory_grow(void *old, size_t count, size_t size) {
    return memory_or_die(reallocarray(old, count ? count : 1, size ? size : 1));
}

void *memory_copy(const void *from, size_t size) {
    void *block = memory_or_die(malloc(size ? size : 1));
    if (size > 0)
        memcpy(block, from, size);
    return block;
}

char *memory_string(const char *from) {
    return from == NULL ? NULL : memory_copy(from, strlen(from) + 1);
}
