/* random: bytes that nobody can guess. Choices of a player come from core/rng, by a seed. */
#ifndef TERNION_RANDOM_H
#define TERNION_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* Fills the block, of 256 bytes at most; false if the system has no random bytes. */
bool random_fill(void *block, size_t size);

#endif
