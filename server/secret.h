/* secret: names that nobody guesses. */
#ifndef TERNION_SECRET_H
#define TERNION_SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum { SECRET_HASH = 65 };

/* A name of size - 1 letters and digits that are not mistaken for each other, 5 bits each; here and
 * below the size must be from 1 to 64. */
void secret_name(char *name, size_t size);
/* A key of size - 1 hexadecimal digits, 4 bits each. */
void secret_key(char *key, size_t size);
/* The SHA-256 of a key in hexadecimal digits. Keys are random and long, so that nobody finds one by
 * its hash. */
void secret_hash(const char *key, char hash[SECRET_HASH]);
/* Whether two hashes are the same, in constant time. */
bool secret_same(const char a[SECRET_HASH], const char b[SECRET_HASH]);

#endif
