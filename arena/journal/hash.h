/* hash: SHA-256 of files and texts, as 64 hexadecimal digits. */
#ifndef TERNION_HASH_H
#define TERNION_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../src/core/error.h"

bool hash_file(const char *path, char digits[65], struct error *error);
void hash_bytes(const void *bytes, size_t length, char digits[65]);

#endif
